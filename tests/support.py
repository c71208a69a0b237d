"""Documents, packs and a command line for tests: small YAML written into a folder of the test's own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from policy_engine.engine import Decision, Options, Outcome
from policy_engine.packs import Rule
from policy_engine.workspace import Sources, Workspace, gather

AS_OF = date(2026, 11, 30)

ROOT = Path(__file__).resolve().parent.parent

CONTEXT: dict[str, dict[str, Any]] = {
    "organization": {
        "kind": "Organization",
        "metadata": {"name": "acme", "owner": "encarregado"},
        "spec": {"legal_name": "Acme S.A.", "country": "BR", "policy": {"residency": ["BR"]}},
    },
    "activity": {
        "kind": "Activity",
        "metadata": {"name": "score", "owner": "risco"},
        "spec": {"organization": "acme", "purpose": "recommendation", "operations": ["model_training"]},
    },
    "dataset": {
        "kind": "Dataset",
        "metadata": {"name": "clients", "owner": "dados"},
        "spec": {
            "controller": "acme",
            "personal": True,
            "categories": ["financial"],
            "location": {"provider": "eveo", "site": "eveo-cotia"},
        },
    },
    "platform": {
        "kind": "Platform",
        "metadata": {"name": "here", "owner": "plataforma"},
        "spec": {"provider": "eveo", "site": "eveo-cotia", "organization": "acme"},
    },
}

WORKLOAD: dict[str, Any] = {
    "kind": "Workload",
    "metadata": {"name": "job", "owner": "ml"},
    "spec": {
        "activity": "score",
        "environment": "production",
        "data": [{"dataset": "clients"}],
        "platform": "here",
        "no_flows": ["backup", "telemetry", "remote_access"],
        "compute": {"accelerator": "h100-sxm-80gb", "gpus": 8, "gpus_per_node": 8},
    },
}


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """A record with another laid over it; None takes a key away."""
    out = dict(base)
    for key, value in over.items():
        if value is None:
            out.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(out.get(key), Mapping):
            out[key] = merged(out[key], value)
        else:
            out[key] = value
    return out


def document(base: Mapping[str, Any], name: str | None = None, **spec: Any) -> dict[str, Any]:
    """A document like another, under a name of its own and with parts of its spec replaced."""
    over: dict[str, Any] = {"spec": spec}
    if name is not None:
        over["metadata"] = {"name": name}
    return merged(base, over)


def dump(*documents: Mapping[str, Any]) -> str:
    """Documents as one YAML text."""
    whole = [{"apiVersion": "alvara/v1", **one} for one in documents]
    return yaml.safe_dump_all(whole, sort_keys=False, allow_unicode=True)


def rule(name: str = "T-001", **more: Any) -> dict[str, Any]:
    """A rule of a pack, as YAML has it: of policy and always failing, unless said otherwise."""
    base = {
        "id": name,
        "title": {"en": f"Title of {name}"},
        "severity": "high",
        "nature": "policy",
        "subject": "workload",
        "require": "false",
        "message": {"en": f"Message of {name}"},
    }
    return merged(base, more)


def pack(*rules: Mapping[str, Any], name: str = "own", **more: Any) -> dict[str, Any]:
    """A RulePack document of some rules."""
    return {"kind": "RulePack", "metadata": {"id": name, "version": "1.10"}, **more, "rules": list(rules)}


@dataclass(frozen=True)
class Tree:
    """A folder with a context, workloads and packs."""

    root: Path

    @property
    def context(self) -> Path:
        return self.root / "context"

    @property
    def jobs(self) -> Path:
        return self.root / "jobs"

    @property
    def packs(self) -> Path:
        return self.root / "packs"

    def put(self, where: str, *documents: Mapping[str, Any] | str) -> Path:
        """Write documents (or a text as it is) into a file below the root."""
        path = self.root / where
        path.parent.mkdir(parents=True, exist_ok=True)
        texts = [one if isinstance(one, str) else dump(one) for one in documents]
        path.write_text("---\n".join(texts), encoding="utf-8")
        return path

    def gather(self, as_of: date = AS_OF, **options: Any) -> Workspace:
        """Everything read and joined; packs are the tree's own where it has any."""
        packs = [self.packs] if self.packs.exists() else []
        sources = Sources(**{"paths": [self.jobs], "contexts": [self.context], "packs": packs, **options})
        return gather(sources, as_of)

    def decide(self, as_of: date = AS_OF, *, strict: bool = False, **options: Any) -> list[Decision]:
        """The decisions on every workload of the tree, which must read without an error."""
        workspace = self.gather(as_of, **options)
        assert not workspace.errors, messages(workspace.errors)
        return workspace.engine.evaluate(workspace.jobs, Options(as_of, strict=strict))

    def outcome(self, name: str = "T-001", as_of: date = AS_OF, **options: Any) -> Outcome:
        """The outcome of one rule for the only workload."""
        (decision,) = self.decide(as_of, **options)
        return next(outcome for outcome in decision.outcomes if outcome.rule == name)

    def errors(self, as_of: date = AS_OF, **options: Any) -> list[str]:
        """What is wrong with the tree."""
        return [str(error) for error in self.gather(as_of, **options).errors]


def tree(root: Path, *, context: Mapping[str, Mapping[str, Any]] | None = None, **spec: Any) -> Tree:
    """A tree with the standard context and one workload; ``context`` lays over documents by name."""
    made = Tree(root)
    over = context or {}
    for name, base in CONTEXT.items():
        made.put(f"context/{name}.yaml", merged(base, {"spec": over.get(name, {})}))
    made.put("jobs/job.yaml", document(WORKLOAD, **spec))
    return made


def alvara(
    *arguments: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, as a user does."""
    variables = {key: value for key, value in os.environ.items() if not key.startswith("ALVARA_")}
    variables |= {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **(env or {})}
    return subprocess.run(
        [sys.executable, "-m", "policy_engine", *map(str, arguments)],
        cwd=cwd,
        env=variables,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def built_rule(**more: Any) -> Rule:
    """A rule as a loader leaves it, with no clause: for what only weighs."""
    base: dict[str, Any] = {
        "id": "T-001", "pack": "own", "title": {}, "severity": "high", "nature": "policy", "subject": "workload",
        "owner": None, "basis": (), "first": None, "last": None, "when": None, "review": None, "levels": (),
        "unknown": None, "message": {}, "remediation": {}, "references": (), "unverified": None,
        "organization_denies": False, "place": None,
    }  # fmt: skip
    return Rule(**(base | more))


def messages(errors: Sequence[object]) -> str:
    """Errors as one text, for looking into."""
    return "\n".join(map(str, errors))
