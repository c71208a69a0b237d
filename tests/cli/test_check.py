"""``alvara check`` as CI calls it: exit statuses (frozen), who is believed, and files that appear whole."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from policy_engine.cli import main
from tests.support import CONTEXT, ROOT, WORKLOAD, Tree, alvara, document, merged, pack, rule, tree

DAY = ("--as-of", "2026-11-30")

# Rules that come to each verdict.
VERDICTS = {"allow": {"require": "true"}, "warn": {}, "deny": {"severity": "critical"}}


def check(made: Tree, *more: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    arguments = ["check", made.jobs, "--context", made.context, *DAY, "--lang", "en"]
    packs = ["--packs", made.packs] if made.packs.exists() else []
    return alvara(*arguments, *packs, *more, **options)


def judged(made: Tree, verdict: str) -> Tree:
    made.put("packs/own.yaml", pack(rule(**VERDICTS[verdict])))
    return made


def call(*arguments: str | Path) -> int:
    """The command in this process: for faults that must be put there."""
    with pytest.raises(SystemExit) as stop:
        main([str(argument) for argument in arguments])
    assert isinstance(stop.value.code, int)
    return stop.value.code


@pytest.fixture
def made(tmp_path: Path) -> Tree:
    return tree(tmp_path)


@pytest.mark.parametrize(
    ("verdict", "fail_on", "status"),
    [
        ("allow", None, 0), ("warn", None, 0), ("deny", None, 1),
        ("allow", "deny", 0), ("warn", "deny", 0), ("deny", "deny", 1),
        ("allow", "warn", 0), ("warn", "warn", 1), ("deny", "warn", 1),
        ("allow", "never", 0), ("warn", "never", 0), ("deny", "never", 0),
    ],
)  # fmt: skip
def test_status_by_verdict(made: Tree, verdict: str, fail_on: str | None, status: int) -> None:
    """Traps 36 and 39: 0 nothing at or above --fail-on, 1 something was."""
    judged(made, verdict)
    ran = check(made, "--format", "json", *(["--fail-on", fail_on] if fail_on else []))
    assert (ran.returncode, ran.stderr) == (status, "")
    assert json.loads(ran.stdout)["decisions"][0]["verdict"] == verdict


def test_strict_makes_unknown_fail(made: Tree) -> None:
    made.put("packs/own.yaml", pack(rule(severity="critical", require="workload.deadline > as_of")))
    assert check(made).returncode == 0
    assert check(made, "--strict").returncode == 1


@pytest.mark.parametrize("where", ["empty", "missing", "other"])
def test_nothing_found_is_2(made: Tree, where: str) -> None:
    """Trap 38: a wrong path never looks like success."""
    (made.root / "empty").mkdir()
    made.put("other/deployment.yaml", "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x}\n")
    ran = alvara("check", made.root / where, *DAY, "--lang", "en")
    assert ran.returncode == 2
    assert where in ran.stdout + ran.stderr


def test_documents_without_a_workload_are_2(made: Tree) -> None:
    ran = alvara("check", made.context, *DAY, "--lang", "en")
    assert ran.returncode == 2
    assert "no Workload document was found" in ran.stdout


@pytest.mark.parametrize("fail_on", ["deny", "never"])
def test_no_rule_is_2(made: Tree, fail_on: str) -> None:
    made.put("packs/own.yaml", pack())
    ran = check(made, "--fail-on", fail_on)
    assert ran.returncode == 2
    assert "no rule was loaded" in ran.stdout


HEAD = "apiVersion: alvara/v1\nkind: Workload\nmetadata: {name: x}\n"


@pytest.mark.parametrize(
    "content",
    [
        (HEAD + "spec: [").encode(),
        (HEAD + "spec: {data: [}").encode(),
        (HEAD + "spec: {}").encode("utf-16"),
        HEAD.encode() + b"\x00\x01\xff",
        HEAD.replace("Workload", "Wrkload").encode(),
        HEAD.replace("v1", "v9").encode(),
    ],
    ids=["open", "crossed", "utf16", "binary", "kind", "version"],
)
def test_a_file_that_cannot_be_read_is_2_and_the_others_are_judged(made: Tree, content: bytes) -> None:
    """Trap 37; design section 4: an invalid document never stops the others."""
    judged(made, "warn")
    (made.jobs / "broken.yaml").write_bytes(content)
    ran = check(made, "--format", "json")
    document = json.loads(ran.stdout)
    assert ran.returncode == 2
    assert [one["workload"] for one in document["decisions"]] == ["job"]
    assert all(error["file"].endswith("broken.yaml") and error["message"] for error in document["errors"])
    assert document["errors"]


@pytest.mark.parametrize("content", [b"", b"kind: [", b"\x00\x01", b"just text", b"- 1\n", b"{{ helm }}: x\n"])
def test_a_file_named_outright_must_be_ours(made: Tree, content: bytes) -> None:
    """Trap 37: whatever is in it, a file that was asked for is judged or is an error."""
    judged(made, "allow")
    path = made.root / "named.yaml"
    path.write_bytes(content)
    ran = check(made, path)
    assert ran.returncode == 2
    assert "named.yaml" in "".join(ran.stdout.split())


def test_a_broken_file_of_another_tool_in_a_folder_is_passed_over(made: Tree) -> None:
    judged(made, "allow")
    made.put("jobs/chart.yaml", "apiVersion: apps/v1\nkind: Deployment\nspec: {{ .Values.x }}\n")
    assert check(made).returncode == 0


@pytest.mark.parametrize("fail_on", ["deny", "warn", "never"])
def test_2_stands_over_1(made: Tree, fail_on: str) -> None:
    judged(made, "deny")
    made.put("jobs/bad.yaml", document(WORKLOAD, "bad", platform="hre"))
    ran = check(made, "--fail-on", fail_on)
    assert ran.returncode == 2
    assert 'did you mean "here"' in " ".join(ran.stdout.split())
    assert "DENY" in ran.stdout


def test_a_date_before_every_parameter_is_2_and_names_it(made: Tree) -> None:
    ran = alvara("check", made.jobs, "--context", made.context, "--as-of", "2019-01-01")
    assert ran.returncode == 2
    assert "has no value on 2019-01-01" in " ".join((ran.stdout + ran.stderr).split())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--as-of", "2026-13-01"], "2026-13-01"),
        (["--as-of", "20261130"], "YYYY-MM-DD"),
        (["--as-of", "2026-W49-1"], "YYYY-MM-DD"),
        (["--as-of", "today"], "YYYY-MM-DD"),
        (["--format", "xml"], "xml"),
        (["--lang", "fr"], "fr"),
        (["--fail-on", "inform"], "inform"),
        (["--profile", "none"], "none"),
        (["--explain", "T-999"], "T-999"),
        (["--nothing"], "--nothing"),
        (["--packs", "absent-folder"], "absent-folder"),
    ],
)
def test_bad_options_are_2(made: Tree, arguments: list[str], says: str) -> None:
    ran = alvara("check", made.jobs, "--context", made.context, *arguments)
    assert ran.returncode == 2
    assert says in " ".join((ran.stdout + ran.stderr).split())
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("arguments", [["chekc"], ["--nope"], ["check"], ["rules", "evl"]])
def test_unknown_commands_and_missing_arguments_are_2(arguments: list[str]) -> None:
    ran = alvara(*arguments)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["check", "--help"]])
def test_help_is_0(arguments: list[str]) -> None:
    assert alvara(*arguments).returncode == 0


def test_a_fault_of_ours_is_3_in_one_line(
    made: Tree, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret of 123.456.789-09")

    monkeypatch.setattr("policy_engine.cli.check.gather", broken)
    assert call("check", made.jobs, *DAY) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "RuntimeError" in err
    assert "secret" not in err


@pytest.mark.parametrize("error", [RecursionError, MemoryError, KeyError, OSError])
def test_whatever_the_fault_it_is_3(made: Tree, monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    def broken(*_: object) -> None:
        raise error

    monkeypatch.setattr("policy_engine.cli.check.gather", broken)
    assert call("check", made.jobs, *DAY) == 3


# --- the gate -----------------------------------------------------------------------------------------------------


def gate(made: Tree, *more: str | Path) -> subprocess.CompletedProcess[str]:
    return alvara("check", made.jobs, "--gate", "--context", made.context, "--lang", "en", *more)


def test_a_gate_needs_a_context(made: Tree) -> None:
    ran = alvara("check", made.jobs, "--gate")
    assert ran.returncode == 2
    assert "--gate needs --context" in ran.stderr


@pytest.mark.parametrize("option", [DAY, ("--packs", "shipped"), ("--profile", "x")])
def test_the_command_of_the_job_does_not_choose_how_it_is_judged(made: Tree, option: tuple[str, str]) -> None:
    ran = gate(made, *option)
    assert ran.returncode == 2
    assert f"{option[0]} cannot be given with --gate" in ran.stderr


ADRIFT = {"location": {"provider": "aws", "site": "us-east-1"}}


@pytest.fixture
def abroad(tmp_path: Path) -> Tree:
    """Personal data in the United States, with no mechanism in the context."""
    return tree(tmp_path, context={"dataset": ADRIFT, "platform": {"provider": "aws", "site": "us-east-1"}})


def transfer(ran: subprocess.CompletedProcess[str]) -> tuple[str, str]:
    """The verdict, and the outcome of the rule that asks for a mechanism."""
    (decision,) = json.loads(ran.stdout)["decisions"]
    outcome = next(one["outcome"] for one in decision["outcomes"] if one["rule"] == "BR-TRF-001")
    return decision["verdict"], outcome


CONTRACT = {
    "kind": "Contract",
    "metadata": {"name": "aws", "owner": "compras"},
    "spec": {
        "provider": "aws",
        "organization": "acme",
        "signed": "2026-02-10",
        "transfer": {"mechanism": "scc_anpd", "document": "SCC-3", "signed": "2026-03-10"},
    },
}


def test_papers_beside_the_job_are_ignored_and_said(abroad: Tree) -> None:
    """Design section 2: the author of a job must not be able to write the DPO's papers."""
    for name in ("organization", "dataset"):
        abroad.put(f"jobs/{name}.yaml", merged(CONTEXT[name], {"spec": {"extra": None}}))
    abroad.put("jobs/contract.yaml", CONTRACT)
    abroad.put(
        "jobs/profile.yaml",
        {
            "kind": "Profile",
            "metadata": {"name": "mine"},
            "spec": {"match": {"environment": "production"}, "mode": "observe"},
        },
    )
    abroad.put("jobs/pack.yaml", pack(rule("T-MINE")))
    ran = gate(abroad, "--format", "json")
    document = json.loads(ran.stdout)
    assert ran.returncode == 1
    assert document["errors"] == []
    assert transfer(ran) == ("deny", "fail")
    notes = "\n".join(document["notes"])
    for ignored in ("Organization acme", "Dataset clients", "Contract aws", "Profile mine", "RulePack own"):
        assert f"ignored {ignored}" in notes
    assert document["decisions"][0]["inputs"]["gate"] is True
    assert document["decisions"][0]["inputs"]["profile"] is None
    text = " ".join(gate(abroad).stdout.split())
    assert "ignored Contract aws" in text


def test_a_contract_in_the_context_is_believed(abroad: Tree) -> None:
    abroad.put("context/contract.yaml", CONTRACT)
    assert transfer(gate(abroad, "--format", "json"))[1] == "pass"


@pytest.mark.parametrize("mechanism", ["scc_anpd", "specific_consent", "bcr_anpd"])
def test_a_workload_that_names_a_mechanism_itself_is_not_believed(abroad: Tree, mechanism: str) -> None:
    """A mechanism counts only where the law itself grants it or a trusted Contract carries it; with or without gate."""
    claim = {"mechanism": mechanism, "document": "SCC-1"}
    abroad.put("jobs/job.yaml", document(WORKLOAD, transfer=claim))
    assert transfer(gate(abroad, "--format", "json")) == ("deny", "fail")
    assert transfer(check(abroad, "--format", "json")) == ("deny", "fail")


def test_at_a_desk_everything_in_the_paths_counts(abroad: Tree) -> None:
    abroad.put("jobs/contract.yaml", CONTRACT)
    assert transfer(check(abroad, "--format", "json"))[1] == "pass"


def test_a_context_that_is_the_tree_under_test_is_none(abroad: Tree) -> None:
    """What is under test is never its own context."""
    abroad.put("jobs/contract.yaml", CONTRACT)
    ran = gate(abroad, "--context", abroad.jobs, "--format", "json")
    assert transfer(ran) == ("deny", "fail")
    assert any("ignored Contract aws" in note for note in json.loads(ran.stdout)["notes"])


# --- where it is written ------------------------------------------------------------------------------------------


def test_a_file_is_written_whole(made: Tree) -> None:
    judged(made, "deny")
    target = made.root / "out.json"
    ran = check(made, "--format", "json", "-o", target)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert json.loads(target.read_text())["decisions"]
    assert [path.name for path in made.root.iterdir() if "out" in path.name] == ["out.json"]


INTERRUPTING = """
import signal, os
from policy_engine.formats import json as format_
whole = format_.write
def write(report, out):
    out.write('{"half":')
    out.flush()
    os.kill(os.getpid(), signal.SIGINT)
    whole(report, out)
format_.write = write
from policy_engine.cli import main
main()
"""


def test_an_interrupted_run_leaves_the_old_file_and_no_other(made: Tree) -> None:
    """A real Ctrl-C in the middle of writing."""
    judged(made, "allow")
    out = made.root / "out"
    out.mkdir()
    (out / "r.json").write_text("old")
    ran = subprocess.run(
        [
            sys.executable, "-c", INTERRUPTING, "check", str(made.jobs), "--context", str(made.context),
            "--packs", str(made.packs), *DAY, "--format", "json", "-o", str(out / "r.json"),
        ],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert ran.returncode == 130
    assert "Traceback" not in ran.stderr
    assert [path.name for path in out.iterdir()] == ["r.json"]
    assert (out / "r.json").read_text() == "old"


@pytest.mark.parametrize("fault", [KeyboardInterrupt, OSError(28, "No space left on device"), RuntimeError])
def test_a_fault_while_the_file_is_put_in_place_leaves_nothing(
    made: Tree, monkeypatch: pytest.MonkeyPatch, fault: Any
) -> None:
    judged(made, "allow")
    out = made.root / "out"
    out.mkdir()

    def broken(*_: object) -> None:
        raise fault

    monkeypatch.setattr(Path, "replace", broken)
    packs = ("--packs", made.packs)
    status = call("check", made.jobs, "--context", made.context, *packs, *DAY, "-o", out / "r.txt")
    assert status == {KeyboardInterrupt: 130, RuntimeError: 3}.get(fault, 2)
    assert list(out.iterdir()) == []


@pytest.mark.parametrize("target", ["absent/out.json", "jobs", "jobs/job.yaml/out.json"])
def test_a_file_that_cannot_be_written_is_2(made: Tree, target: str) -> None:
    """Trap 39: a result that could not be delivered is no success."""
    judged(made, "allow")
    ran = check(made, "-o", made.root / target)
    assert ran.returncode == 2
    assert target in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_reader_that_goes_away_is_no_verdict(made: Tree) -> None:
    """A broken pipe is neither 0 nor 1: what was found did not arrive."""
    judged(made, "allow")
    for index in range(40):
        made.put(f"jobs/job-{index}.yaml", document(WORKLOAD, f"job-{index}"))
    script = 'exec 3>&1; { "$@"; echo $? >&3; } | true'
    ran = subprocess.run(
        [
            "bash", "-c", script, "_", sys.executable, "-m", "policy_engine", "check", str(made.jobs),
            "--context", str(made.context), "--packs", str(made.packs), *DAY, "--format", "json",
        ],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert ran.stdout.strip() == "2"
    assert "Traceback" not in ran.stderr


# --- languages and explanations -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variable", "option", "shown"),
    [(None, None, "PERMITIDO"), ("en", None, "ALLOW"), ("pt-BR", None, "PERMITIDO"), ("en", "pt-BR", "PERMITIDO")],
)
def test_the_language(made: Tree, variable: str | None, option: str | None, shown: str) -> None:
    judged(made, "allow")
    arguments = ["check", made.jobs, "--context", made.context, "--packs", made.packs, *DAY]
    env = {"ALVARA_LANG": variable} if variable else {}
    ran = alvara(*arguments, *(["--lang", option] if option else []), env=env)
    assert ran.returncode == 0
    assert shown in ran.stdout


def test_a_language_there_is_not(made: Tree) -> None:
    ran = alvara("check", made.jobs, *DAY, env={"ALVARA_LANG": "fr"})
    assert ran.returncode == 2
    assert 'ALVARA_LANG is "fr"' in ran.stderr


def test_accents_arrive_whatever_the_locale(made: Tree) -> None:
    judged(made, "deny")
    arguments = ["check", made.jobs, "--context", made.context, "--packs", made.packs, *DAY]
    ran = alvara(*arguments, env={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"})
    assert ran.returncode == 1
    assert "não" in ran.stdout or "É" in ran.stdout or "é" in ran.stdout


def test_no_colour_in_a_pipe(made: Tree) -> None:
    judged(made, "deny")
    assert "\x1b" not in check(made).stdout


def test_explain(made: Tree) -> None:
    """Trap 63."""
    made.put("packs/own.yaml", pack(rule(require="capacity.gpus <= 4 || capacity.nodes > 1")))
    ran = check(made, "--explain", "t-001")
    assert "T-001 · job · require" in ran.stdout
    part = ran.stdout[ran.stdout.index("T-001 · job · require") :]
    assert "capacity.gpus <= 4" in part
    assert "capacity.gpus = 8" in part


def test_what_the_wrong_file_looks_like_is_said_with_its_place(made: Tree) -> None:
    """Trap 10."""
    made.put("jobs/tab.yaml", "apiVersion: alvara/v1\nkind: Workload\nmetadata: {name: t}\nspec:\n\tactivity: score\n")
    ran = check(made)
    flat = " ".join(ran.stdout.split())
    assert ran.returncode == 2
    assert "tab.yaml:5:1" in "".join(ran.stdout.split())
    assert "tab" in flat
    assert "spaces" in flat


def test_a_parameter_without_a_value_is_an_error_of_the_document_too(made: Tree) -> None:
    """Whoever reads the JSON is told as well: the run writes it, with the error in its place."""
    ran = alvara("check", made.jobs, "--context", made.context, "--as-of", "2019-01-01", "--format", "json")
    document = json.loads(ran.stdout)
    assert (ran.returncode, document["decisions"]) == (2, [])
    assert any("has no value on 2019-01-01" in error["message"] for error in document["errors"])
