from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import naive
from puzzle_solver.errors import UnknownName
from puzzle_solver.operators import (
    ADD,
    ALL,
    BASIC,
    BEYOND_LIMIT,
    BIT_LIMIT,
    DIVIDE,
    MULTIPLY,
    NEGATE,
    OPERATORS,
    POWER,
    SUBTRACT,
    UNDEFINED,
    Missing,
    Operator,
    find_operators,
    spellings,
)

SMALL = st.fractions(min_value=-30, max_value=30, max_denominator=30)
POWERS = st.builds(
    lambda base, times: Fraction(base) ** times,
    st.fractions(min_value=Fraction(1, 9), max_value=9, max_denominator=9),
    st.integers(-6, 6),
)
NUMBERS = SMALL | POWERS | POWERS.map(lambda value: -value) | st.sampled_from([Fraction(n) for n in (0, 1, -1)])

each_operator = pytest.mark.parametrize("operator", OPERATORS, ids=lambda operator: operator.name)


def oracle(operator: Operator, left: Fraction, right: Fraction) -> Fraction | Missing:
    try:
        return naive.OPERATORS[operator.symbol](left, right)
    except naive.NoValueError:
        return UNDEFINED
    except naive.TooLargeError:
        return BEYOND_LIMIT


@each_operator
@given(left=NUMBERS, right=NUMBERS)
def test_apply_is_what_the_oracle_says(operator: Operator, left: Fraction, right: Fraction) -> None:
    assert operator.apply(left, right) == oracle(operator, left, right)


@each_operator
@given(left=NUMBERS, right=NUMBERS)
@example(left=Fraction(8) ** 399, right=Fraction(1, 3))
@example(left=Fraction(-2), right=Fraction(-3))
def test_an_inverse_never_offers_too_few(operator: Operator, left: Fraction, right: Fraction) -> None:
    result = operator.apply(left, right)
    if isinstance(result, Fraction):
        for inverse, known, wanted in ((operator.inverse_left, right, left), (operator.inverse_right, left, right)):
            offered = inverse(result, known) if inverse else ALL
            assert offered is ALL or wanted in list(offered)


@each_operator
@given(left=NUMBERS, right=NUMBERS)
def test_an_operator_that_says_it_commutes_does(operator: Operator, left: Fraction, right: Fraction) -> None:
    if operator.commutative:
        assert operator.apply(left, right) == operator.apply(right, left)


CORNERS = [
    (0, 0, UNDEFINED),
    (0, -1, UNDEFINED),
    (0, "-1/2", UNDEFINED),
    (0, 1, 0),
    (0, "1/2", 0),
    (5, 0, 1),
    (-5, 0, 1),
    (5, 1, 5),
    (-8, 3, -512),
    (-8, -1, "-1/8"),
    (-8, "1/3", UNDEFINED),
    (-4, "1/2", UNDEFINED),
    (-1, "1/3", UNDEFINED),
    (-1, 10**30, 1),
    (-1, 10**30 + 1, -1),
    (1, 10**30, 1),
    (1, "1/7", 1),
    (8, "1/3", 2),
    (8, "2/3", 4),
    ("4/9", "-3/2", "27/8"),
    (2, "1/2", UNDEFINED),
    (2, f"1/{10**30}", UNDEFINED),
    (2, 1023, 2**1023),
    (2, 1024, BEYOND_LIMIT),
    (2, -1023, Fraction(1, 2**1023)),
    (2, -1024, BEYOND_LIMIT),
    (2, 10**30, BEYOND_LIMIT),
    ("1/2", 10**30, BEYOND_LIMIT),
    (9, 9**9, BEYOND_LIMIT),
    (3, 646, 3**646),
    (3, 647, BEYOND_LIMIT),
]


@pytest.mark.parametrize(("base", "exponent", "value"), CORNERS)
def test_corners_of_powers(base: int | str, exponent: int | str, value: int | str | Missing) -> None:
    expected = value if isinstance(value, Missing) else Fraction(value)
    assert POWER.apply(Fraction(base), Fraction(exponent)) == expected


def test_the_limit_is_exact() -> None:
    assert (3**646).bit_length() == BIT_LIMIT
    assert (3**647).bit_length() > BIT_LIMIT


def test_division_by_zero_is_undefined() -> None:
    assert DIVIDE.apply(Fraction(0), Fraction(0)) is UNDEFINED
    assert DIVIDE.apply(Fraction(1), Fraction(0)) is UNDEFINED


@given(SMALL)
def test_negation(value: Fraction) -> None:
    assert NEGATE.apply(value) == -value


FOUND = [
    ("+-*/", BASIC),
    ("+-*/^", OPERATORS),
    ("/*-+", (DIVIDE, MULTIPLY, SUBTRACT, ADD)),
    ("+", (ADD,)),
    ("add,power", (ADD, POWER)),
    ("power", (POWER,)),
    ("+,^", (ADD, POWER)),
    ("+ -", (ADD, SUBTRACT)),
    ("++", (ADD,)),
    ("×÷−", (MULTIPLY, DIVIDE, SUBTRACT)),
]


@pytest.mark.parametrize(("text", "operators"), FOUND)
def test_finding_operators(text: str, operators: tuple[Operator, ...]) -> None:
    assert find_operators(text) == operators


@pytest.mark.parametrize("text", ["", "  ", ",", "%", "+%", "plus", "add power%", "+-*/√"])
def test_an_unknown_operator_is_refused_with_a_list(text: str) -> None:
    with pytest.raises(UnknownName, match=r"choose from \+ \(add\)"):
        find_operators(text)


def test_the_longest_symbol_wins() -> None:
    doubled = Operator("double", "**", MULTIPLY.apply)
    assert find_operators("**", (*OPERATORS, doubled)) == (doubled,)
    assert find_operators("*+", (*OPERATORS, doubled)) == (MULTIPLY, ADD)


def test_every_row_of_the_table_can_be_told_apart_and_explained() -> None:
    names = [operator.name for operator in OPERATORS]
    symbols = [symbol for operator in OPERATORS for symbol in spellings(operator)]
    assert len(set(names)) == len(names)
    assert len(set(symbols)) == len(symbols)
    assert all(operator.meaning for operator in OPERATORS)
    assert {operator.symbol for operator in OPERATORS} == set(naive.OPERATORS)
