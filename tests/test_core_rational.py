from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle_solver.errors import InvalidNumber
from puzzle_solver.rational import (
    DIGIT_LIMIT,
    Exact,
    from_pair,
    read_rational,
    shorten,
    to_fraction,
    to_pair,
    write_rational,
)

READ = [
    ("0", "0"),
    ("-0", "0"),
    ("24", "24"),
    ("-3", "-3"),
    ("+3", "3"),
    (" 7 ", "7"),
    ("−7", "-7"),
    ("0.1", "1/10"),
    (".5", "1/2"),
    ("-.5", "-1/2"),
    ("5.", "5"),
    ("1.50", "3/2"),
    ("1e3", "1000"),
    ("1.5E-2", "3/200"),
    ("8/3", "8/3"),
    ("-1/2", "-1/2"),
    ("6/4", "3/2"),
    ("0/5", "0"),
]


@pytest.mark.parametrize(("text", "value"), READ)
def test_it_reads_numbers_exactly(text: str, value: str) -> None:
    assert read_rational(text) == Fraction(value)


UNREADABLE = [
    ("", "not a number"),
    (".", "not a number"),
    ("-", "not a number"),
    ("abc", "not a number"),
    ("1 2", "not a number"),
    ("1_000", "not a number"),
    ("1/2/3", "not a number"),
    ("1/-2", "not a number"),
    ("0x10", "not a number"),
    ("nan", "not a number"),
    ("inf", "not a number"),
    ("٣", "not a number"),
    ("e5", "not a number"),
    ("1/0", "divides by zero"),
    ("0/0", "divides by zero"),
    ("08", "leading zero"),
    ("0158", "--digits"),
    ("-01.5", "leading zero"),
    ("1/02", "leading zero"),
    ("1e1000000000", "digits"),
    ("1e-1000000000", "digits"),
    ("1e" + "9" * 5000, "digits"),
    ("9" * (DIGIT_LIMIT + 1), "digits"),
    ("0." + "0" * DIGIT_LIMIT + "1", "digits"),
]


@pytest.mark.parametrize(("text", "reason"), UNREADABLE, ids=lambda text: shorten(text, 20))
def test_it_refuses_what_is_no_number(text: str, reason: str) -> None:
    with pytest.raises(InvalidNumber, match=reason) as refused:
        read_rational(text)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("value", [0.1, float("nan"), True, None, 1j, [1]], ids=str)
def test_floats_and_other_things_are_refused(value: Exact) -> None:
    with pytest.raises(InvalidNumber, match="exact"):
        to_fraction(value)


@pytest.mark.parametrize("value", [Decimal("NaN"), Decimal("Infinity"), Decimal("1e1000000")], ids=str)
def test_decimals_that_are_no_numbers_are_refused(value: Decimal) -> None:
    with pytest.raises(InvalidNumber):
        to_fraction(value)


@pytest.mark.parametrize("value", [Decimal("0.1"), Fraction(1, 10), "0.1", "1/10"], ids=repr)
def test_exact_numbers_of_every_kind(value: Exact) -> None:
    assert to_fraction(value) == Fraction(1, 10)


@given(st.fractions())
def test_what_is_written_reads_back(value: Fraction) -> None:
    assert read_rational(write_rational(value)) == value


@given(st.fractions())
def test_pairs_cross_there_and_back(value: Fraction) -> None:
    assert from_pair(to_pair(value)) == value


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**12), max_value=10**12, places=6))
def test_decimals_are_exact(value: Decimal) -> None:
    assert to_fraction(value) == Fraction(value)


def test_a_number_of_any_length_is_written() -> None:
    assert write_rational(Fraction(10**9000 - 1)) == "9" * 9000
    assert write_rational(Fraction(-(10**8000))) == "-1" + "0" * 8000
