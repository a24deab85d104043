"""Hands far larger than any search could exhaust: an answer, or a limit that bites in time, or a clean refusal."""

from __future__ import annotations

import pytest

from puzzle_solver import IN_ORDER, Outcome, Puzzle, UnsupportedPuzzle, evaluate, solvable, solve

ALIKE = [1 + place % 9 for place in range(100)]


@pytest.mark.parametrize("count", [12, 20, 30])
def test_any_one_solution(count: int) -> None:
    for hand in (range(1, count + 1), ALIKE[:count]):
        result = solvable(Puzzle(hand, 24))
        assert [evaluate(solution.expression) for solution in result.solutions] == [24]


@pytest.mark.parametrize("puzzle", [Puzzle(ALIKE, 24), Puzzle(ALIKE, 24, IN_ORDER), Puzzle(range(1, 31), 24)])
@pytest.mark.parametrize("limit", [1, None])
def test_a_time_limit_bites(puzzle: Puzzle, limit: int | None) -> None:
    result = solve(puzzle, limit=limit, time_limit=0.3)
    assert (result.limit, result.complete) == ("time", False)
    assert result.outcome is (Outcome.SOLVED if result.solutions else Outcome.STOPPED)


def test_too_many_numbers_are_refused() -> None:
    with pytest.raises(UnsupportedPuzzle, match="101 numbers"):
        solve(Puzzle([*ALIKE, 1], 24))
