"""Hands far larger than any search could exhaust: an answer, or a limit that bites in time, or a clean refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from puzzle_solver import (
    GAME_24,
    IN_ORDER,
    InvalidPuzzle,
    Operator,
    Outcome,
    Puzzle,
    Rules,
    UnsupportedPuzzle,
    Use,
    count,
    evaluate,
    solvable,
    solve,
)

ALIKE = [1 + place % 9 for place in range(100)]


@pytest.mark.parametrize("count", [12, 20, 30])
def test_any_one_solution(count: int) -> None:
    for hand in (range(1, count + 1), ALIKE[:count]):
        result = solvable(Puzzle(hand, 24))
        assert [evaluate(solution.expression) for solution in result.solutions] == [24]


@pytest.mark.parametrize("puzzle", [Puzzle(ALIKE, 24), Puzzle(ALIKE, 24, IN_ORDER), Puzzle(range(1, 31), 24)])
@pytest.mark.parametrize("limit", [1, None])
def test_a_time_limit_bites(puzzle: Puzzle, limit: int | None) -> None:
    result = solve(puzzle, limit=limit, time_limit=0.2)
    assert (result.limit, result.complete) == ("time", False)
    assert result.outcome is (Outcome.SOLVED if result.solutions else Outcome.STOPPED)


def test_too_many_numbers_are_refused() -> None:
    with pytest.raises(UnsupportedPuzzle, match="101 numbers"):
        solve(Puzzle([*ALIKE, 1], 24))


@pytest.mark.parametrize(
    ("hand", "rules"),
    [
        (range(1, 10), replace(GAME_24, join=True)),
        (range(10), replace(GAME_24, join=True, decimals=True)),
        (range(1, 31), replace(IN_ORDER, join=True, use=Use.SOME)),
        (range(1, 101), replace(IN_ORDER, join=True)),
    ],
)
def test_limits_bite_while_digits_are_joined(hand: Iterable[int], rules: Rules) -> None:
    puzzle = Puzzle(hand, 100_003, rules)
    all_of_them = solve(puzzle, limit=None, time_limit=0.3)
    for result in (solve(puzzle, time_limit=0.3), all_of_them, count(puzzle, time_limit=0.3)):
        assert result.limit == "time"
        assert result.outcome is (Outcome.SOLVED if result.solutions else Outcome.STOPPED)


def test_an_inverse_that_fails_is_named() -> None:
    odd = Operator("odd", "~", lambda a, b: a - b, inverse_left=lambda result, b: None)  # type: ignore[arg-type, return-value]
    with pytest.raises(InvalidPuzzle, match=r"'odd' of .* has an inverse that fails"):
        solve(Puzzle([5, 1, 2], 1000, Rules(operators=(odd,))))


@pytest.mark.parametrize("gives", [lambda a, b: 2.5 if a == 5 else a - b, lambda a, b: a / (b - 1)])
def test_an_operator_that_is_no_operator_is_named(gives: Callable[[Any, Any], Any]) -> None:
    odd = Operator("odd", "~", gives)
    with pytest.raises(InvalidPuzzle, match="the operator 'odd' of"):
        solve(Puzzle([5, 1, 2], 1000, Rules(operators=(odd,))))
