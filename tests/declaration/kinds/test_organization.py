"""The registration of an organization: a CNPJ, numeric or alphanumeric."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_engine.declaration import read_text
from policy_engine.declaration.kinds.organization import Registration, check_digits

FIELD = Registration(personal=True)


@pytest.mark.parametrize(
    "text",
    [
        "11.222.333/0001-81",
        "11222333000181",
        # The example of the alphanumeric form in Receita Federal's technical note.
        "12.ABC.345/01DE-35",
        "12abc34501de35",
    ],
)
def test_a_cnpj_with_right_check_digits_is_kept_as_written(text: str) -> None:
    assert FIELD.parse(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "11.222.333/0001-82",
        "12.ABC.345/01DE-34",
        "00.000.000/0000-00",  # right by the formula, and given to nobody
    ],
)
def test_a_cnpj_with_wrong_check_digits_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="check digits are right"):
        FIELD.parse(text)


@pytest.mark.parametrize(
    "text", ["", "123", "11.222.333/0001-8A", "11.222.333/0001-811", "١١٢٢٢٣٣٣٠٠٠١٨١", "1122233300018é"]
)
def test_what_is_no_cnpj_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match=r"14 digits or letters, as in 12\.345\.678/0001-95"):
        FIELD.parse(text)


@given(st.text("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=12, max_size=12), st.integers(0, 11), st.integers(1, 9))
def test_one_changed_digit_is_noticed_unless_the_formula_cannot(base: str, at: int, more: int) -> None:
    digits = check_digits(base)
    assert len(digits) == 2
    assert digits.isdigit()
    if len(set(base + digits)) > 1:
        assert FIELD.parse(base + digits) == base + digits
    if base[at].isdigit():
        changed = base[:at] + str((int(base[at]) + more) % 10) + base[at + 1 :]
        # The first digit is blind only to a change between the two rests that both give 0.
        if check_digits(changed)[0] == digits[0]:
            assert digits[0] == "0"


def test_a_wrong_cnpj_is_not_repeated_in_the_message() -> None:
    text = "apiVersion: alvara/v1\nkind: Organization\nmetadata: {name: a}\nspec: {registration: 11.222.333/0001-82}\n"
    (error,) = read_text(text, "o.yaml").errors
    assert str(error).startswith("o.yaml:4:")
    assert "check digits" in error.message
    assert "11.222.333" not in error.message
