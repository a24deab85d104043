from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import naive
from bridge import SYMBOLS
from puzzle_solver.errors import UnknownName
from puzzle_solver.operators import (
    ADD,
    ALL,
    BASIC,
    BEYOND_LIMIT,
    BINARY,
    DIVIDE,
    DOUBLE_FACTORIAL,
    FACTORIAL,
    MOST,
    MULTIPLY,
    NEGATE,
    OPERATORS,
    POWER,
    ROOT,
    SQUARE_ROOT,
    SUBTRACT,
    UNARY,
    UNDEFINED,
    AnyOperator,
    Family,
    Fixity,
    Limits,
    Missing,
    Operator,
    find_operators,
    spellings,
)
from puzzle_solver.reading.expressions import grammar_of
from puzzle_solver.rules import SEARCH_LIMITS

SMALL = st.fractions(min_value=-30, max_value=30, max_denominator=30)
POWERS = st.builds(
    lambda base, times: Fraction(base) ** times,
    st.fractions(min_value=Fraction(1, 9), max_value=9, max_denominator=9),
    st.integers(-6, 6),
)
WHOLE = st.integers(-3, 200).map(Fraction)
PRODUCTS = st.integers(0, 60).map(lambda number: Fraction(math.factorial(number)))
NUMBERS = (
    SMALL | POWERS | POWERS.map(lambda value: -value) | st.sampled_from([Fraction(n) for n in (0, 1, -1)])
    | WHOLE | PRODUCTS
)  # fmt: skip
LIMITS = st.just(SEARCH_LIMITS) | st.builds(Limits, st.integers(1, 2000), st.none() | st.integers(1, 50))


def oracle(operator: AnyOperator, *operands: Fraction, limits: Limits) -> Fraction | Missing:
    try:
        return naive.apply(SYMBOLS[operator], *operands, limits=naive.Limits(*limits))
    except naive.NoValueError:
        return UNDEFINED
    except naive.TooLargeError:
        return BEYOND_LIMIT


def applied(operator: AnyOperator, *operands: Fraction, limits: Limits) -> Fraction | Missing:
    return operator.apply(*operands, limits) if operator.sized else operator.apply(*operands)


# Numbers are drawn once for all operators: to draw them takes longer than what is tried with them.


@given(left=NUMBERS, right=NUMBERS, limits=LIMITS)
def test_apply_is_what_the_oracle_says(left: Fraction, right: Fraction, limits: Limits) -> None:
    for operator in BINARY:
        assert applied(operator, left, right, limits=limits) == oracle(operator, left, right, limits=limits), operator


@given(operand=NUMBERS, limits=LIMITS)
def test_apply_of_one_operand_is_what_the_oracle_says(operand: Fraction, limits: Limits) -> None:
    for operator in UNARY:
        assert applied(operator, operand, limits=limits) == oracle(operator, operand, limits=limits), operator


@given(left=NUMBERS, right=NUMBERS)
@example(left=Fraction(8) ** 399, right=Fraction(1, 3))
@example(left=Fraction(-2), right=Fraction(-3))
def test_an_inverse_never_offers_too_few(left: Fraction, right: Fraction) -> None:
    for operator in BINARY:
        result = applied(operator, left, right, limits=SEARCH_LIMITS)
        if isinstance(result, Fraction):
            for inverse, known, wanted in ((operator.inverse_left, right, left), (operator.inverse_right, left, right)):
                offered = inverse(result, known) if inverse else ALL
                assert offered is ALL or wanted in list(offered), operator


@given(operand=NUMBERS)
def test_an_inverse_of_one_operand_never_offers_too_few(operand: Fraction) -> None:
    for operator in UNARY:
        result = applied(operator, operand, limits=SEARCH_LIMITS)
        if isinstance(result, Fraction) and operator.inverse:
            offered = operator.inverse(result)
            assert offered is ALL or operand in list(offered), operator


@given(left=NUMBERS, right=NUMBERS)
def test_an_operator_that_says_it_commutes_does(left: Fraction, right: Fraction) -> None:
    for operator in BINARY:
        if operator.commutative:
            one, other = (applied(operator, *pair, limits=SEARCH_LIMITS) for pair in ((left, right), (right, left)))
            assert one == other, operator


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


def wanted(value: int | str | Fraction | Missing) -> Fraction | Missing:
    return value if isinstance(value, Missing) else Fraction(value)


@pytest.mark.parametrize(("base", "exponent", "value"), CORNERS)
def test_corners_of_powers(base: int | str, exponent: int | str, value: int | str | Missing) -> None:
    assert POWER.apply(Fraction(base), Fraction(exponent), SEARCH_LIMITS) == wanted(value)


def test_the_limit_is_exact() -> None:
    assert (3**646).bit_length() == SEARCH_LIMITS.bits
    assert (3**647).bit_length() > SEARCH_LIMITS.bits


def test_outside_of_a_search_more_is_allowed() -> None:
    assert POWER.apply(Fraction(3), Fraction(647)) == 3**647
    assert FACTORIAL.apply(Fraction(1000)) == math.factorial(1000)
    assert POWER.apply(Fraction(2), Fraction(MOST.bits - 1)) == 2 ** (MOST.bits - 1)
    assert POWER.apply(Fraction(2), Fraction(MOST.bits)) is BEYOND_LIMIT


def test_a_limit_of_exponents() -> None:
    three = Limits(1024, exponent=3)
    assert POWER.apply(Fraction(2), Fraction(3), three) == 8
    assert POWER.apply(Fraction(2), Fraction(-3), three) == Fraction(1, 8)
    assert POWER.apply(Fraction(2), Fraction(4), three) is BEYOND_LIMIT
    assert POWER.apply(Fraction(2), Fraction(-4), three) is BEYOND_LIMIT
    assert POWER.apply(Fraction(16), Fraction(1, 4), three) == 2
    assert POWER.apply(Fraction(-1), Fraction(5), three) == -1


@pytest.mark.parametrize(
    ("operator", "operands", "value"),
    [
        (ROOT, (8, 3), 2),
        (ROOT, (8, -3), "1/2"),
        (ROOT, (8, 0), UNDEFINED),
        (ROOT, (8, 2), UNDEFINED),
        (ROOT, (-8, 3), UNDEFINED),
        (ROOT, (0, 2), 0),
        (ROOT, (0, -2), UNDEFINED),
        (ROOT, (3, "1/2"), 9),
        (SQUARE_ROOT, (0,), 0),
        (SQUARE_ROOT, ("9/4",), "3/2"),
        (SQUARE_ROOT, (2,), UNDEFINED),
        (SQUARE_ROOT, (-4,), UNDEFINED),
        (FACTORIAL, (0,), 1),
        (FACTORIAL, (5,), 120),
        (FACTORIAL, (-1,), UNDEFINED),
        (FACTORIAL, ("1/2",), UNDEFINED),
        (FACTORIAL, (170,), math.factorial(170)),
        (FACTORIAL, (171,), BEYOND_LIMIT),
        (DOUBLE_FACTORIAL, (0,), 1),
        (DOUBLE_FACTORIAL, (7,), 105),
        (DOUBLE_FACTORIAL, (8,), 384),
        (DOUBLE_FACTORIAL, (-1,), UNDEFINED),
        *((find_operators("%")[0], pair, value) for pair, value in [
            ((7, 3), 1), ((-7, 3), 2), ((7, -3), -2), ((7, 0), UNDEFINED), (("7/2", 1), UNDEFINED),
        ]),
        *((find_operators("//")[0], pair, value) for pair, value in [
            ((7, 3), 2), ((-7, 3), -3), ((7, -3), -3), ((7, 0), UNDEFINED), (("7/2", 1), UNDEFINED),
        ]),
        *((find_operators(name)[0], (operand,), value) for name, operand, value in [
            ("floor", "-1/2", -1), ("ceil", "-1/2", 0), ("floor", 3, 3), ("abs", "-1/2", "1/2"),
        ]),
        (find_operators("max")[0], (-1, "-1/2"), "-1/2"),
        (find_operators("min")[0], (-1, "-1/2"), -1),
    ],
)  # fmt: skip
def test_corners(operator: AnyOperator, operands: tuple[int | str, ...], value: int | str | Missing) -> None:
    assert applied(operator, *map(Fraction, operands), limits=SEARCH_LIMITS) == wanted(value)


def test_what_is_too_large_is_refused_before_it_is_computed() -> None:
    """Any of these would take more memory than there is."""
    huge = Fraction(9**9**3)
    for limits in (SEARCH_LIMITS, MOST):
        assert POWER.apply(Fraction(9), huge, limits) is BEYOND_LIMIT
        assert POWER.apply(Fraction(1, 9), huge, limits) is BEYOND_LIMIT
        assert ROOT.apply(Fraction(9), 1 / huge, limits) is BEYOND_LIMIT
        assert FACTORIAL.apply(huge, limits) is BEYOND_LIMIT
        assert DOUBLE_FACTORIAL.apply(huge, limits) is BEYOND_LIMIT
    assert FACTORIAL.apply(Fraction(math.factorial(5040))) is BEYOND_LIMIT  # ((7!)!)!


def test_division_by_zero_is_undefined() -> None:
    assert DIVIDE.apply(Fraction(0), Fraction(0)) is UNDEFINED
    assert DIVIDE.apply(Fraction(1), Fraction(0)) is UNDEFINED


@given(SMALL)
def test_negation(value: Fraction) -> None:
    assert NEGATE.apply(value) == -value


FOUND = [
    ("+-*/", BASIC),
    ("+-*/^", (*BASIC, POWER)),
    ("!!!", (DOUBLE_FACTORIAL, FACTORIAL)),
    ("√", (SQUARE_ROOT,)),
    ("sqrt", (SQUARE_ROOT,)),
    ("negate", (NEGATE,)),
    ("-,negate", (SUBTRACT, NEGATE)),
    ("/*-+", (DIVIDE, MULTIPLY, SUBTRACT, ADD)),
    ("+", (ADD,)),
    ("add,power", (ADD, POWER)),
    ("power", (POWER,)),
    ("+,^", (ADD, POWER)),
    ("+ -", (ADD, SUBTRACT)),
    ("++", (ADD,)),
    ("×÷−", (MULTIPLY, DIVIDE, SUBTRACT)),
    ("+-*/**", (*BASIC, POWER)),
    ("***", (POWER, MULTIPLY)),
    ("**, *", (POWER, MULTIPLY)),
    ("√·⋅∗", (SQUARE_ROOT, MULTIPLY)),
    ("–∕", (SUBTRACT, DIVIDE)),
    ("＋－＊／＾，！", (*BASIC, POWER, FACTORIAL)),
    ("＊＊", (POWER,)),
]


@pytest.mark.parametrize(("text", "operators"), FOUND)
def test_finding_operators(text: str, operators: tuple[Operator, ...]) -> None:
    assert find_operators(text) == operators


@pytest.mark.parametrize("text", ["", "  ", ",", "&", "+&", "plus", "add power&", "+-*/&"])
def test_an_unknown_operator_is_refused_with_a_list(text: str) -> None:
    with pytest.raises(UnknownName, match=r"choose from .*\+ \(add\)"):
        find_operators(text)


def test_the_longest_symbol_wins() -> None:
    doubled = Operator("double", "**", MULTIPLY.apply)
    assert find_operators("**", (*OPERATORS, doubled)) == (doubled,)
    assert find_operators("*+", (*OPERATORS, doubled)) == (MULTIPLY, ADD)


def test_an_operator_of_ones_own_takes_its_symbol_from_the_signs_of_others() -> None:
    dot = Operator("dot", "·", MULTIPLY.apply)
    assert find_operators("·*", (dot, *OPERATORS)) == find_operators("·*", (*OPERATORS, dot)) == (dot, MULTIPLY)


def test_a_sign_of_an_operator_that_is_not_known_is_not_cut_into_others() -> None:
    with pytest.raises(UnknownName, match=r"'\*\*' is no operator"):
        find_operators("+**", BASIC)


@pytest.mark.parametrize("operator", [row for row in BINARY if row.fixity is Fixity.BETWEEN], ids=lambda row: row.name)
def test_what_is_read_between_two_operands_is_read_as_an_operator(operator: Operator) -> None:
    words = [word for word, row in grammar_of(OPERATORS).words.between.items() if row is operator and "\\" not in word]
    assert {operator.symbol, *filter(None, [operator.unicode])} <= set(words)
    for word in words:
        assert find_operators(word) == find_operators(f"{operator.name},{word}") == (operator,)


def test_every_row_of_the_table_can_be_told_apart_and_explained() -> None:
    names = [operator.name for operator in OPERATORS]
    symbols = [symbol for operator in OPERATORS if operator is not NEGATE for symbol in spellings(operator)]
    assert (*BINARY, *UNARY) == OPERATORS
    assert len(set(names)) == len(names)
    assert len(set(symbols)) == len(symbols)
    assert all(operator.meaning for operator in OPERATORS)
    assert {SYMBOLS[operator] for operator in OPERATORS} <= set(naive.OPERATORS)


@pytest.mark.parametrize("operator", [row for row in BINARY if row.algebra.family in (Family.SUM, Family.PRODUCT)])
@given(st.integers(-99, 99), st.integers(-99, 99))
def test_the_algebra_of_a_sum_or_product_says_what_it_gives(operator: Operator, left: int, right: int) -> None:
    family, sign = operator.algebra
    if family is Family.SUM:
        assert operator.apply(Fraction(left), Fraction(right)) == left + sign * right
    elif sign > 0:
        assert operator.apply(Fraction(left), Fraction(right)) == left * right
    elif right:
        assert operator.apply(Fraction(left), Fraction(right)) == Fraction(left, right)
