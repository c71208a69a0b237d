"""The functions of the language as a page: ``python -m policy_engine.expression.functions.reference [FILE]``.

Without a file the section is printed; with one, the part of that file between the two marks is replaced.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from policy_engine.expression.functions import Overload, families
from policy_engine.expression.types import BOOL, DYN, NUMERIC, Scalar

__all__ = ["BEGIN", "END", "inserted", "main", "section"]

BEGIN = "<!-- functions: written by python -m policy_engine.expression.functions.reference -->"
END = "<!-- end of functions -->"


def section() -> str:
    """Every function and operator, one table a family, in Markdown."""
    parts = []
    for title, forms in families():
        rows = "\n".join(f"| {_written(same)} | {_cell(doc)} |" for doc, same in _by_doc(forms))
        parts.append(f"### {title}\n\n| written | what it gives |\n|---|---|\n{rows}\n")
    return "\n".join(parts)


def inserted(page: str) -> str:
    """A page with the section between its marks made fresh.

    Raises:
        ValueError: the page does not have both marks, in order.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page needs the marks {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n{section()}\n{END}{after}"


def _by_doc(forms: Iterable[Overload]) -> list[tuple[str, list[Overload]]]:
    """Forms of one function that do the same, together; in the order of the table."""
    groups: dict[tuple[str, str], list[Overload]] = {}
    for form in forms:
        groups.setdefault((form.name, form.doc), []).append(form)
    return [(doc, same) for (_, doc), same in groups.items()]


def _written(forms: list[Overload]) -> str:
    return "<br>".join(dict.fromkeys(f"`{_cell(_signature(form))}`" for form in forms))


def _signature(form: Overload) -> str:
    """How a form is written; an operator stands between or before what it works on."""
    if len(set(form.params)) > 1 and NUMERIC.issuperset(form.params) and form.result in (BOOL, DYN):
        form = replace(form, params=(Scalar("number"),) * len(form.params))
    if form.name[0].isalpha():
        return form.signature
    symbol = form.name.strip("_")
    left = f"{form.params[0]} {symbol} {form.params[1]}" if len(form.params) == 2 else f"{symbol}{form.params[0]}"
    return f"{left} -> {form.result}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main(arguments: Sequence[str]) -> int:
    """Print the section, or write it into the file named."""
    if not arguments:
        print(section())
        return 0
    path = Path(arguments[0])
    path.write_text(inserted(path.read_text("utf-8")), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
