"""What callers give: any exact number is taken, and whatever is none of what there may be is named in one line."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from puzzle_solver import (
    ADD,
    Binary,
    InvalidNumber,
    InvalidPuzzle,
    Number,
    Operator,
    Puzzle,
    Rules,
    Solution,
    Specification,
    UnaryOperator,
    change_rules,
    check_many,
    first_gap,
    generate,
    reach,
    reachable,
    reachable_values,
    reward_function,
    solve,
    solve_each,
    worked,
)
from puzzle_solver.operators import Algebra, Family, Fixity
from puzzle_solver.render import FORMATS
from puzzle_solver.solver import count_hands, reach_hands, solve_hands

of: Any = np
"""Of any type, for its integers are none to a type checker."""

HAND = [3, 3, 8, 8]
PUZZLE = Puzzle(HAND)
KINDS = (of.int8, of.int16, of.int32, of.int64, of.uint8, of.uint64, sympy.Integer, Fraction, Decimal, str)

# Numbers


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_integers_of_every_kind_are_numbers(kind: Callable[[int], Any]) -> None:
    puzzle = Puzzle([kind(number) for number in HAND], kind(24))
    assert puzzle == PUZZLE
    assert str(solve(puzzle)) == "8 / (3 - 8 / 3)"
    assert all(type(part) is int for value in puzzle.values for part in (value.numerator, value.denominator))


def test_arrays_are_hands_and_ranges_of_targets() -> None:
    hand = np.array(HAND)
    assert Puzzle(hand) == Puzzle(sympy.Matrix(HAND)) == PUZZLE
    assert Puzzle([sympy.Rational(1, 3)]).values == (Fraction(1, 3),)
    hands = np.array([HAND, [1, 1, 1, 7]])
    assert count_hands(hands) == [1, 0]
    assert [result.count for result in solve_hands(hands)] == [1, 0]
    assert reach_hands(hands, first=of.int64(24), last=of.int64(25)) == reach_hands(hands.tolist(), first=24, last=25)
    assert [bool(result) for result in solve_each(hand, np.array([24, 1000]))] == [True, False]
    assert reachable(hand, first=of.int64(24), last=of.uint8(24)) == (24,)
    assert [made.target for made in reach(hand, first=of.int8(24), last=of.int8(25))] == [24, 25]


def test_integers_of_every_kind_say_how_many() -> None:
    two = of.int64(2)
    assert len(solve(Puzzle([2, 2, 3, 3]), limit=two).solutions) == 2
    assert len(worked(Puzzle([2, 2, 3, 3]), others=two).solutions) == 3
    assert len(list(generate(Specification(numbers=two, deck="1..9"), seed=two, count=two, solutions=two))) == 2
    assert len(list(check_many([("3*8", Puzzle([3, 8]))] * 2, workers=of.int64(1)))) == 2
    assert Rules(target=24, unary_depth=two).target == Fraction(24)  # type: ignore[arg-type]  # as a person would write
    assert change_rules(Rules(), {"target": of.int64(7), "unary_depth": two}) == Rules(target=Fraction(7))
    assert Number(3) == Number(Fraction(3))  # type: ignore[arg-type]  # what a person would write


@pytest.mark.parametrize("value", [0.5, 24.0, float("nan"), of.float64(0.5), of.float32(3)])
def test_a_float_is_refused_for_what_it_is(value: Any) -> None:
    for hand, target in (([value], 24), ([3], value), (np.array([value]), 24)):
        with pytest.raises(
            InvalidNumber, match="is a float, which is not exact: give an int, a Fraction, a Decimal or"
        ):
            Puzzle(hand, target)


@pytest.mark.parametrize("value", [True, np.True_, None, 1j, [3, 8], b"3", np.array([3, 8]), object()])
def test_what_is_no_number_is_not_called_inexact(value: Any) -> None:
    with pytest.raises(InvalidNumber, match="is no number: give an int"):
        Puzzle([value])


@pytest.mark.parametrize(
    "hand", ["12", "3 8", b"12", bytearray(b"12"), {3, 8}, frozenset({3}), {3: 8}, 38, None, np.array(3)]
)
def test_what_is_no_list_is_no_hand(hand: Any) -> None:
    asked: list[Callable[[], object]] = [
        lambda: Puzzle(hand), lambda: list(solve_each(hand, [24])), lambda: list(reach(hand)), lambda: first_gap(hand),
        lambda: reachable(hand), lambda: reachable_values(hand), lambda: count_hands([hand]),
        lambda: solve_hands([hand]), lambda: reach_hands([hand]),
        lambda: reward_function()(completions=["3*8"], hand=[hand]),
    ]  # fmt: skip
    for ask in asked:
        with pytest.raises(InvalidPuzzle, match=r"the hand is .*: give a list of numbers, as in \[3, 3, 8, 8\]"):
            ask()


@given(st.integers(-(10**30), 10**30), st.integers(1, 10**30))
def test_a_rational_of_another_library_is_the_same_number(over: int, under: int) -> None:
    assert Puzzle([sympy.Rational(over, under)]).values == (Fraction(over, under),)


# Rows of operators


def _mean(left: Fraction, right: Fraction) -> Fraction:
    return (left + right) / 2


TEMPLATES = [
    "{left}{other}{right}", "{left}{}{right}", "{0}{left}{right}", "{left} over", r"\frac{{left}}{{right}}",
    "{left}{right", "{left.x}{left}{right}", "{left}{right!x}", "{operand}",
]  # fmt: skip


@pytest.mark.parametrize("latex", TEMPLATES)
def test_a_template_that_cannot_be_filled_is_refused_where_it_is_given(latex: str) -> None:
    with pytest.raises(InvalidPuzzle, match=r"the operator 'mean' has latex=.*: write \{left\} and \{right\} where"):
        Operator("mean", "~", _mean, latex=latex)
    with pytest.raises(InvalidPuzzle, match=r"the operator 'half' has latex="):
        UnaryOperator("half", "half", abs, latex=latex if latex != "{operand}" else "{left}{operand}")


@pytest.mark.parametrize(
    "latex", ["", "+", r"\mathbin{a}", "{}", "{0}", r"\frac{{{left}}}{{{right}}}", "{right}{left}{left}"]
)
def test_latex_that_is_taken_is_written(latex: str) -> None:
    solution = Solution(
        Binary(Operator("mean", "~", _mean, latex=latex), Number(Fraction(3)), Number(Fraction(8))), Fraction(1)
    )
    for name in FORMATS:
        assert "3" in solution.write(name)


FIELDS: list[dict[str, Any]] = [
    {"name": ""}, {"name": "of two"}, {"name": None}, {"symbol": "5"}, {"symbol": " "}, {"symbol": "("},
    {"symbol": "="}, {"symbol": 3}, {"apply": None}, {"precedence": "2"}, {"precedence": True}, {"precedence": 2.0},
    {"precedence": 1 << 40}, {"commutative": "yes"}, {"right_grouping": 1}, {"algebra": None},
    {"algebra": Algebra(Family.SUM, 0)}, {"algebra": Algebra("sum")}, {"inverse_left": 3}, {"inverse_right": "x"},  # type: ignore[arg-type]
    {"unicode": None}, {"unicode": "a b"}, {"meaning": None}, {"latex": None}, {"latex": b"+"}, {"fixity": "between"},
    {"fixity": Fixity.AFTER}, {"fixity": None}, {"sized": 1},
    {"noun": 1}, {"signs": "sin"}, {"signs": (("sympy",),)}, {"signs": (("sympy", 1),)},
]  # fmt: skip


@pytest.mark.parametrize("wrong", FIELDS, ids=str)
def test_a_field_of_an_operator_that_is_none_is_named(wrong: dict[str, Any]) -> None:
    ((field, _),) = wrong.items()
    row: dict[str, Any] = {"name": "mean", "symbol": "~", "apply": _mean}
    with pytest.raises(InvalidPuzzle, match=rf"the operator .* has {field}=.*: give "):
        Operator(**row | wrong)
    with pytest.raises(InvalidPuzzle, match=field):
        Operator(**row)._replace(**wrong)
    if field in UnaryOperator._fields and wrong != {"fixity": Fixity.AFTER}:
        with pytest.raises(InvalidPuzzle, match=field):
            UnaryOperator(**row | wrong)


def test_a_row_is_still_a_row() -> None:
    assert pickle.loads(pickle.dumps(ADD)) == ADD  # noqa: S301 (our own bytes)
    assert ADD._replace(name="plus") == ("plus", *ADD[1:])
    with pytest.raises(InvalidPuzzle, match=r"BEFORE or Fixity\.AFTER or Fixity\.CALL"):
        UnaryOperator("half", "half", abs, fixity=Fixity.BETWEEN)
