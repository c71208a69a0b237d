"""Tokens: the literals of CEL as its language definition writes them, and what is refused with a place."""

from __future__ import annotations

import pytest

from policy_engine.declaration.values import UInt
from policy_engine.errors import ExpressionError
from policy_engine.expression.lexer import tokens
from policy_engine.expression.limits import MAX_SOURCE


@pytest.mark.parametrize(
    ("source", "kind", "value"),
    [
        ("17", "int", 17),
        ("007", "int", 7),
        ("0x1F", "int", 31),
        ("9223372036854775808", "int", 2**63),  # only with a minus before it; the parser sees to that
        ("17u", "uint", UInt(17)),
        ("0xFFFFFFFFFFFFFFFFu", "uint", UInt(2**64 - 1)),
        ("1.5", "double", 1.5),
        (".5", "double", 0.5),
        ("1e3", "double", 1000.0),
        ("2.5E-1", "double", 0.25),
        ("'a\"b'", "string", 'a"b'),
        ('"a\'b"', "string", "a'b"),
        (r'"\n\t\\\"\'\`\?"', "string", "\n\t\\\"'`?"),
        (r"'\x41\u00e7\U0001F600\101'", "string", "Aç😀A"),
        (r'r"\d+\."', "string", r"\d+\."),
        ("R'''a\\'''", "string", "a\\"),
        ('"""two\r\nlines"""', "string", "two\nlines"),
        ("'''it's'''", "string", "it's"),
        ("`content-type`", "quoted", "content-type"),
    ],
)
def test_literals(source: str, kind: str, value: object) -> None:
    (token, end) = tokens(source)
    assert (token.kind, token.value, type(token.value)) == (kind, value, type(value))
    assert (token.start, token.end, end.kind) == (0, len(source), "end")


def test_places_skip_space_and_comments() -> None:
    found = [(token.value, token.start, token.end) for token in tokens("a // first\n  && b")]
    assert found == [("a", 0, 1), ("&&", 13, 15), ("b", 16, 17), (None, 17, 17)]


@pytest.mark.parametrize(
    ("source", "at", "message"),
    [
        ("a # b", 2, '"#" is not part of the language'),
        ("a\u200bb", 1, "the character U+200B is not part of the language"),
        ("1\u00a0+ 1", 1, "the character U+00A0 is not part of the language"),
        ("٣ > 1", 0, '"٣" is not part of the language'),  # a digit of another script is not a digit of CEL
        ("x == 'abc", 5, "this text is never closed"),
        ("'a\nb'", 0, "a text in single quotes cannot span lines; use three quotes"),
        (r"'\d'", 1, r'"\d" is not an escape'),
        (r"'ab\uD800'", 3, r'"\uD800" is not a character'),
        (r"'\U00110000'", 1, r'"\U00110000" is not a character'),
        ("b'x'", 0, "bytes are not supported: rules work on text, numbers and times"),
        ("9223372036854775809", 0, "9223372036854775809 is beyond 64 bits"),
        ("18446744073709551616u", 0, "18446744073709551616u is beyond 64 bits"),
        ("1e999", 0, "1e999 is beyond the range of a double"),
    ],
)
def test_what_is_refused_has_a_place(source: str, at: int, message: str) -> None:
    with pytest.raises(ExpressionError) as raised:
        tokens(source)
    assert (raised.value.message, raised.value.offset) == (message, at)


def test_number_of_thousands_of_digits_is_refused_shortly() -> None:
    with pytest.raises(ExpressionError, match=r"^1{40} is beyond 64 bits$"):
        tokens("1" * 10_000)


def test_length_is_limited_and_the_message_says_the_number() -> None:
    tokens(" " * MAX_SOURCE)
    with pytest.raises(ExpressionError, match=f"has {MAX_SOURCE + 1} characters; at most {MAX_SOURCE} are taken"):
        tokens(" " * (MAX_SOURCE + 1))
