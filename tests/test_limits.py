"""Time, memory and interrupts: what a search that is stopped says; and what it must finish within its limits."""

from __future__ import annotations

import itertools
import pickle
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from deadline import Clock, in_threads
from puzzle_solver.errors import InvalidPuzzle, SearchStopped, UnknownName
from puzzle_solver.expression import evaluate
from puzzle_solver.operators import ADD, BASIC, FACTORIAL, POWER, AnyOperator
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Outcome
from puzzle_solver.rules import COUNTDOWN, IN_ORDER, Rules
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.budget import Budget, megabytes_used
from puzzle_solver.search.registry import FAST
from puzzle_solver.solver import count, first_gap, iter_solutions, reach, solvable, solve
from puzzle_solver.solver.results import open_puzzle

PRIMES = [2, 3, 5, 7, 11, 13, 17]
LARGE = Puzzle([2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31], 10**9 + 7)


def test_seven_primes_cannot_make_1000003() -> None:
    result = solve(Puzzle(PRIMES, 1000003))
    assert (result.outcome, result.complete, result.count) == (Outcome.IMPOSSIBLE, True, 0)


@pytest.mark.parametrize(
    ("limits", "limit"),
    [({"time_limit": 0.2}, "time"), ({"memory_limit": 1}, "memory"), ({"interrupted": lambda: True}, "interrupt")],
    ids=["time", "memory", "interrupt"],
)
def test_a_limit_stops_every_question(limits: dict[str, Any], limit: str) -> None:
    for ask in (solve, count, solvable):
        result = ask(LARGE, **limits)
        assert (result.outcome, result.complete, result.limit) == (Outcome.STOPPED, False, limit)
        assert result.count is None
    with pytest.raises(SearchStopped, match=limit):
        list(iter_solutions(LARGE, **limits))
    [reached] = reach(LARGE.hand, first=10**9 + 7, last=10**9 + 7, **limits)
    assert reached.result.outcome is Outcome.STOPPED


@pytest.mark.parametrize("engine", [engine.name for engine in FAST])
def test_a_time_limit_is_kept(engine: str, clock: Clock) -> None:
    clock.step = 0.1
    result = solve(LARGE, time_limit=1, engine=engine)
    assert (result.outcome, result.limit) == (Outcome.STOPPED, "time")
    assert clock.looks <= 12, "the first look after the limit is the last, but for the one that the limit began with"


def test_what_hid_values_is_told_also_where_the_nearest_were_not_all_looked_for() -> None:
    stopped: list[bool] = []
    puzzle = Puzzle([2, 3, 5, 7], 1000003, Rules(operators=(*BASIC, POWER)))
    run = open_puzzle(puzzle, Sameness.ESSENCE, Budget(interrupted=lambda: bool(stopped)), "target")
    before = run.first(1)
    stopped.append(True)
    after = run.with_nearest(before, 1)
    assert (before.outcome, before.limit) == (Outcome.NOT_FOUND, "values of more than 1024 bits")
    assert (after.outcome, after.limit, after.nearest) == (Outcome.NOT_FOUND, before.limit, None)


def test_what_was_found_before_a_stop_is_given(clock: Clock) -> None:
    result = solve(Puzzle(range(1, 11), 24), limit=None, time_limit=1)
    assert result.outcome is Outcome.SOLVED
    assert not result.complete
    assert result.limit == "time"
    assert result.count is None
    assert result.solutions
    assert all(evaluate(solution.expression) == 24 for solution in result.solutions)


def test_a_limit_that_does_not_bite_changes_nothing() -> None:
    puzzle = Puzzle([2, 4, 8, 10])
    limited = solve(puzzle, limit=None, time_limit=60, memory_limit=megabytes_used() + 2000, interrupted=lambda: False)
    assert limited == solve(puzzle, limit=None)


def test_nearest_without_an_exact_solution() -> None:
    result = solve(Puzzle(PRIMES[:6], Fraction(1, 10**6)), nearest=True)
    assert result.outcome is Outcome.IMPOSSIBLE
    assert result.nearest
    for near in result.nearest:
        assert all(evaluate(solution.expression) == near.value for solution in near.solutions)


def test_a_size_limit_is_not_found_and_named() -> None:
    result = solve(Puzzle([9, 9, 9, 9], Fraction(1, 7), Rules(operators=(*BASIC, POWER))))
    assert (result.outcome, result.complete) == (Outcome.NOT_FOUND, False)
    assert result.limit
    assert "1024" in result.limit


@pytest.mark.parametrize(
    "limits", [{"limit": 0}, {"limit": -1}, {"time_limit": 0}, {"time_limit": -1}, {"memory_limit": 0}]
)
def test_limits_that_make_no_sense(limits: dict[str, Any]) -> None:
    with pytest.raises(InvalidPuzzle, match="give"):
        solve(Puzzle([3, 3, 8, 8]), **limits)


def test_unknown_names() -> None:
    with pytest.raises(UnknownName, match="target, tables"):
        solve(Puzzle([3, 3, 8, 8]), engine="magic")
    with pytest.raises(UnknownName, match="trees, algebra, essence"):
        solve(Puzzle([3, 3, 8, 8]), same="shape")
    with pytest.raises(InvalidPuzzle, match="range"):
        reach([1, 2], first=5, last=4)


def test_solutions_come_lazily() -> None:
    puzzle = Puzzle(range(1, 7))
    assert tuple(itertools.islice(iter_solutions(puzzle), 10)) == solve(puzzle, limit=10).solutions
    assert next(iter_solutions(puzzle)) == solve(puzzle).solutions[0]


def test_results_pickle() -> None:
    for result in (
        solve(Puzzle([1, 3, 4, 5, 6, 7, 8, 9], 1000, IN_ORDER), limit=None),
        solve(Puzzle([1, 3, 7, 10, 25, 50], 831, COUNTDOWN), nearest=True),
    ):
        assert pickle.loads(pickle.dumps(result)) == result  # noqa: S301 (our own bytes)


def test_several_threads_may_ask_at_once() -> None:
    hands = [[2, 4, 8, 10], [3, 3, 8, 8], [1, 2, 3, 4], [5, 5, 5, 5]] * 4
    expected = [solve(Puzzle(hand), limit=None) for hand in hands]
    assert in_threads(*(partial(solve, Puzzle(hand), limit=None) for hand in hands)) == expected


def test_first_gap_and_reach_agree() -> None:
    gap, limit = first_gap([1, 2, 5, 8]) or (0, "")
    assert limit is None
    assert gap == 52
    reached = list(reach([1, 2, 5, 8], first=1, last=52))
    assert [one.target for one in reached] == list(range(1, 53))
    assert [one.result.outcome for one in reached] == [Outcome.SOLVED] * 51 + [Outcome.IMPOSSIBLE]
    for one in reached:
        assert one.result.count == solve(Puzzle([1, 2, 5, 8], one.target), limit=None).count
        assert one.result.solutions == solve(Puzzle([1, 2, 5, 8], one.target)).solutions


@pytest.mark.parametrize("polls", range(1, 60, 4))
def test_nearest_stopped_midway_says_so(polls: int) -> None:
    for puzzle in (Puzzle([1, 1, 1, 7]), Puzzle([1, 3, 7, 10], 831, COUNTDOWN)):
        answers = [False] * polls + [True] * 10_000
        result = solve(puzzle, nearest=True, engine="tables", interrupted=partial(answers.pop, 0))
        if result.complete:
            assert result.nearest
            assert result.limit is None
        else:
            assert result.limit == "interrupt"
        assert all(near.solutions for near in result.nearest or ())


WITH_POWERS = Rules(operators=(*BASIC, POWER, FACTORIAL))


@pytest.mark.parametrize("hand", [[9, 8, 7, 6, 5], [3, 4, 5, 6, 7]], ids=str)
def test_powers_and_factorials_stay_within_the_memory_limit(hand: list[int]) -> None:
    most = megabytes_used() + 100
    result = solve(Puzzle(hand, Fraction(1, 1009), WITH_POWERS), memory_limit=most, time_limit=20)
    assert result.outcome is not Outcome.IMPOSSIBLE
    assert result.limit
    assert megabytes_used() < most + 100


@pytest.mark.parametrize(
    ("hand", "operator", "depth"), [([9, 9, 9, 9], POWER, 0), ([7], FACTORIAL, 3), ([9, 9], FACTORIAL, 4)]
)
def test_what_is_too_large_is_refused_before_it_is_computed(hand: list[int], operator: AnyOperator, depth: int) -> None:
    """``9^9^9^9`` and ``((7!)!)!``"""
    rules = Rules(operators=(ADD, operator), unary_depth=depth)
    result = solve(Puzzle(hand, 10**9 + 7, rules), limit=None)
    assert (result.outcome, result.complete) == (Outcome.NOT_FOUND, False)
    assert result.limit
    assert "1024 bits" in result.limit
