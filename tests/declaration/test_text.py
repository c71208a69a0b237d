"""Bytes that are no text, or too many of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from policy_engine.declaration.text import decoded, file_bytes, shown
from policy_engine.declaration.tree import Limits
from policy_engine.errors import LimitExceeded, ReadError


@pytest.mark.parametrize(
    ("data", "message", "line", "column"),
    [
        (b"", "the file is empty", 1, 1),
        (b" \n\n\t", "the file is empty", 1, 1),
        (b"\xef\xbb\xbf", "the file is empty", 1, 1),
        ("a: b".encode("utf-16"), "the file is UTF-16; save it as UTF-8", 1, 1),
        ("a: b".encode("utf-16-le"), "the file holds the control character U+0000: it is not a text file", 1, 2),
        (b"a: b\nc: \x00", "the file holds the control character U+0000: it is not a text file", 2, 4),
        (b"\x7fELF\x02", "the file holds the control character U+007F; remove it", 1, 1),
        (b"\xd0\xcf\x11\xe0", "byte 1 is not UTF-8; save the file as UTF-8 text", 1, 1),
        ("é: ".encode() + b"\xff", "byte 5 is not UTF-8; save the file as UTF-8 text", 1, 4),
        ("São Paulo".encode("latin-1"), "byte 2 is not UTF-8; save the file as UTF-8 text", 1, 2),
        (b"\xef\xbb\xbfa\nb\xff", "byte 7 is not UTF-8; save the file as UTF-8 text", 2, 2),
        ("a: b\u2028c: d".encode(), "the file holds the control character U+2028; remove it", 1, 5),
        ("a: \ud800", "byte 4 is not UTF-8; save the file as UTF-8 text", 1, 4),
    ],
)
def test_what_is_no_text_is_refused_with_its_place(data: bytes | str, message: str, line: int, column: int) -> None:
    with pytest.raises(ReadError) as caught:
        decoded(data, "f")
    assert caught.value.message == message
    assert (caught.value.place.file, caught.value.place.line, caught.value.place.column) == ("f", line, column)


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert decoded(b"\xef\xbb\xbfa: b", "f") == "a: b"


def test_a_text_over_the_limit_says_the_limit() -> None:
    with pytest.raises(LimitExceeded, match="the text has 11 bytes; at most 10 are read"):
        decoded(b"x" * 11, "f", Limits(bytes=10))


def test_a_large_file_is_refused_by_its_size(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(LimitExceeded, match=r"the file has 100,000,000 bytes; at most 4,194,304 are read") as caught:
        file_bytes(path)
    assert caught.value.place.file == str(path)


def test_a_file_that_never_ends_is_refused() -> None:
    # A device has no size to tell: what is read of it stops at the limit.
    with pytest.raises(LimitExceeded, match="more than 1,000 bytes"):
        file_bytes(Path("/dev/zero"), Limits(bytes=1_000))


def test_what_cannot_be_opened_says_why(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="cannot be read: No such file or directory"):
        file_bytes(tmp_path / "absent.yaml")
    with pytest.raises(ReadError, match="cannot be read: Is a directory"):
        file_bytes(tmp_path)
    with pytest.raises(ReadError, match="cannot be read: File name too long"):
        file_bytes(tmp_path / ("x" * 300))


def test_a_file_name_is_shown_as_it_can_be_printed() -> None:
    assert shown(Path("plataformas/São Paulo.yaml")) == "plataformas/São Paulo.yaml"
    assert shown(Path(os.fsdecode(b"bad\xff.yaml"))) == "bad\\udcff.yaml"
    assert shown(Path("a\x1b[31m.yaml")) == "a\\x1b[31m.yaml"
