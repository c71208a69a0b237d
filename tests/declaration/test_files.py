"""Which files are read under some paths, and which of those met in a folder are none of ours."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from policy_engine.declaration import files, read_paths
from policy_engine.declaration.tree import Limits

OURS = "apiVersion: alvara/v1\nkind: Dataset\nmetadata: {{name: {}}}\nspec: {{}}\n"
FOREIGN = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a, name: b}\nspec: {<<: x}\n"


def write(path: Path, name: str, text: str | bytes = FOREIGN) -> Path:
    path = path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def names(bundle: object) -> list[str]:
    return [document.name for document in bundle.documents]  # type: ignore[attr-defined]


def messages(bundle: object) -> list[str]:
    return [error.message for error in bundle.errors]  # type: ignore[attr-defined]


def test_a_folder_is_walked_in_order_without_what_is_hidden(tmp_path: Path) -> None:
    for name in ("z.yml", "b/c.json", "b/a.yaml", ".git/x.yaml", ".hidden.yaml", "b/notes.txt"):
        write(tmp_path, name, OURS.format(Path(name).stem.strip(".")))
    bundle = read_paths([tmp_path])
    assert names(bundle) == ["z", "a", "c"]
    assert bundle.errors == []


def test_a_file_reached_twice_is_read_once(tmp_path: Path) -> None:
    path = write(tmp_path, "a.yaml", OURS.format("a"))
    (tmp_path / "b.yaml").symlink_to(path)
    first = read_paths([tmp_path, path, tmp_path / "b.yaml"])
    assert names(first) == ["a"]
    assert names(read_paths([tmp_path], seen=first.files)) == []


@pytest.mark.parametrize(
    "text",
    [
        FOREIGN,
        "services: {web: [}",
        "- name: build\n  uses: actions/checkout@v4\n",
        "%&$ not yaml at all: [",
        "",
        "# nothing\n",
        "name: x\nkind: Deployment\n",
        b"\xff\xfe\x00\x01",
    ],
    ids=["kubernetes", "broken", "workflow", "rubbish", "empty", "comment", "kind", "binary"],
)
def test_files_of_other_tools_are_passed_over_in_a_folder_but_not_when_named(tmp_path: Path, text: str | bytes) -> None:
    path = write(tmp_path, "other.yaml", text)
    assert messages(read_paths([tmp_path])) == []
    assert messages(read_paths([path]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("apiVersion: alvara/v1\nkind: [", "not YAML"),
        (OURS.format("a").encode("utf-16"), "the file is UTF-16; save it as UTF-8"),
        (OURS.format("a").encode("utf-16-le"), "the control character U+0000"),
        (OURS.format("a").encode() + b"\xff", "is not UTF-8"),
        ("apiVersion: Alvara/V1\nkind: Dataset\n", 'apiVersion is "Alvara/V1"; this version reads "alvara/v1"'),
        ("kind: Dataset\nmetadata: {name: a}\nspec: {}\n", "apiVersion is missing"),
    ],
    ids=["broken", "utf16", "utf16-without-mark", "latin", "case", "no-version"],
)
def test_a_file_of_ours_is_never_passed_over_for_being_malformed(
    tmp_path: Path, text: str | bytes, message: str
) -> None:
    write(tmp_path, "ours.yaml", text)
    assert message in messages(read_paths([tmp_path]))[0]


def test_a_large_file_of_another_tool_is_passed_over_and_one_of_ours_is_not(tmp_path: Path) -> None:
    limits = Limits(bytes=400)
    write(tmp_path, "a.json", "[" + "1," * 400)
    assert messages(read_paths([tmp_path], limits=limits)) == []
    write(tmp_path, "b.yaml", OURS.format("b") + "#" * 400)
    (message,) = messages(read_paths([tmp_path], limits=limits))
    assert message.endswith("bytes; at most 400 are read")


def test_documents_of_other_tools_in_a_file_of_ours_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, "mixed.yaml", FOREIGN + "---\n" + OURS.format("a"))
    bundle = read_paths([tmp_path])
    assert (names(bundle), messages(bundle)) == (["a"], [])


def test_a_missing_path_is_an_error_and_the_others_are_read(tmp_path: Path) -> None:
    path = write(tmp_path, "a.yaml", OURS.format("a"))
    bundle = read_paths([tmp_path / "absent", Path("a\0b"), path / "below", tmp_path / ("x" * 300), path])
    assert names(bundle) == ["a"]
    absent = "there is no such file or folder"
    assert messages(bundle) == [absent, absent, absent, "cannot be read: File name too long"]
    assert bundle.errors[0].place.file == str(tmp_path / "absent")


def test_links_that_lead_nowhere_or_round_are_errors(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").symlink_to("absent.yaml")
    (tmp_path / "b.yaml").symlink_to("b.yaml")
    assert messages(read_paths([tmp_path])) == [
        "cannot be read: No such file or directory",
        "cannot be read: Too many levels of symbolic links",
    ]
    assert len(messages(read_paths([tmp_path / "b.yaml"]))) == 1


def test_a_pipe_in_a_folder_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert stat.S_ISFIFO((tmp_path / "pipe.yaml").stat().st_mode)
    assert messages(read_paths([tmp_path])) == []


def test_a_folder_without_permission_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The tests may run as root, whom no permission stops: the system's answer is given here.
    write(tmp_path, "a/a.yaml", OURS.format("a"))
    write(tmp_path, "b/b.yaml", OURS.format("b"))
    scandir = os.scandir

    def refuse(path: str) -> object:
        if str(path).endswith("a"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    bundle = read_paths([tmp_path])
    assert names(bundle) == ["b"]
    assert [str(error) for error in bundle.errors] == [f"{tmp_path}/a: cannot be read: Permission denied"]


def test_too_many_files_are_refused_with_the_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "abc":
        write(tmp_path, f"{name}.yaml", OURS.format(name))
    monkeypatch.setattr(files, "MOST_FILES", 2)
    bundle = read_paths([tmp_path])
    assert names(bundle) == ["a", "b"]
    assert messages(bundle) == ["more than 2 files were found: name a smaller folder"]
