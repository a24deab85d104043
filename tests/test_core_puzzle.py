from __future__ import annotations

import pickle
from decimal import Decimal
from fractions import Fraction

import pytest

from puzzle_solver.errors import InvalidNumber, InvalidPuzzle, PuzzleError, SearchStopped, UnreadableExpression
from puzzle_solver.expression import Number
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rules import COUNTDOWN, IN_ORDER, MAKE_10


def test_a_hand_of_any_exact_numbers() -> None:
    puzzle = Puzzle([3, Fraction(1, 3), Decimal("0.5"), "0.1", "-2", Number(Fraction(7))])
    assert puzzle.values == tuple(map(Fraction, ("3", "1/3", "1/2", "1/10", "-2", "7")))
    assert [number.text for number in puzzle.hand] == ["3", "1/3", "1/2", "0.1", "-2", "7"]


def test_the_target_is_the_rules_own_unless_given() -> None:
    assert Puzzle([1]).target == 24
    assert Puzzle([1], rules=MAKE_10).target == 10
    assert Puzzle([1], 0).target == 0
    assert Puzzle([1], "80/3", MAKE_10).target == Fraction(80, 3)


def test_a_puzzle_is_a_value() -> None:
    puzzle = Puzzle([1, 3, 4], 1000, IN_ORDER)
    assert puzzle == Puzzle(["1", "3.0", "4"], "1e3", IN_ORDER)
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle  # noqa: S301 (our own bytes)
    with pytest.raises(AttributeError):
        puzzle.target = Fraction(1)  # type: ignore[misc]


@pytest.mark.parametrize("rules", [IN_ORDER, COUNTDOWN], ids=lambda rules: rules.name)
def test_rules_without_a_target_demand_one(rules: object) -> None:
    with pytest.raises(InvalidPuzzle, match="target"):
        Puzzle([1, 2], rules=rules)  # type: ignore[arg-type]


def test_what_is_no_puzzle() -> None:
    with pytest.raises(InvalidPuzzle, match="at least one"):
        Puzzle([])
    with pytest.raises(InvalidNumber, match="exact"):
        Puzzle([0.1])  # type: ignore[list-item]
    with pytest.raises(InvalidNumber, match="exact"):
        Puzzle([1], 0.5)  # type: ignore[arg-type]


def test_errors_pickle() -> None:
    for error in (
        SearchStopped("time"),
        UnreadableExpression("two numbers side by side", "1 2", 2),
        InvalidPuzzle("x"),
    ):
        again = pickle.loads(pickle.dumps(error))  # noqa: S301 (our own bytes)
        assert isinstance(again, PuzzleError)
        assert str(again) == str(error)


def test_an_unreadable_text_is_shown_with_a_caret_under_the_fault() -> None:
    error = UnreadableExpression("two numbers side by side", "1 + 2 3", 6)
    assert str(error).splitlines() == ["two numbers side by side", "  1 + 2 3", "        ^"]
