"""What the library's functions say of numbers that are out of range, or none: limits, workers, solutions, hands."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from puzzle_solver import InvalidPuzzle, Puzzle, check, check_many, compare, generate, hint, worked
from puzzle_solver.cli.app import main
from puzzle_solver.generator import Specification
from puzzle_solver.puzzle import MOST_NUMBERS
from puzzle_solver.search.budget import MOST_MEGABYTES, Budget
from puzzle_solver.solver import (
    count,
    count_hands,
    first_gap,
    iter_solutions,
    reach,
    reach_hands,
    reachable,
    reachable_values,
    solvable,
    solve,
    solve_each,
    solve_hands,
    tally,
)

PUZZLE = Puzzle([3, 8])

LIMITED: dict[str, Callable[..., Any]] = {
    "solve": lambda **limits: solve(PUZZLE, **limits).solutions,
    "solve_each": lambda **limits: [result.solutions for result in solve_each([3, 8], [24], **limits)],
    "count": lambda **limits: count(PUZZLE, **limits).count,
    "tally": lambda **limits: tally(PUZZLE, **limits).result.count,
    "iter_solutions": lambda **limits: list(iter_solutions(PUZZLE, **limits)),
    "solvable": lambda **limits: bool(solvable(PUZZLE, **limits)),
    "reach": lambda **limits: [each.result.count for each in reach([3, 8], first=24, last=24, **limits)],
    "reachable": lambda **limits: reachable([3, 8], **limits),
    "reachable_values": lambda **limits: reachable_values([3, 8], **limits),
    "first_gap": lambda **limits: first_gap([3, 8], **limits),
    "count_hands": lambda **limits: count_hands([[3, 8]], **limits),
    "solve_hands": lambda **limits: [result.solutions for result in solve_hands([[3, 8]], **limits)],
    "reach_hands": lambda **limits: reach_hands([[3, 8]], **limits),
    "hint": lambda **limits: list(map(str, hint(PUZZLE, **limits))),
    "worked": lambda **limits: worked(PUZZLE, **limits).outcome,
    "compare": lambda **limits: [row.here.distinct for row in compare(PUZZLE, ["target"], sizes=[2], **limits).rows],
    "generate": lambda time_limit=None, memory_limit=None: [
        each.result.count for each in generate(Specification(), count=1, time_limit=time_limit)
    ],
}
each_function = pytest.mark.parametrize("name", LIMITED)
NONE: list[float | None] = [math.inf, None]
LONG: list[Any] = [1e308, 10**30, 10**400, Fraction(10**9)]
BAD: list[Any] = [0, -1, math.nan, -math.inf, "1", Fraction(0), 0.0]


@each_function
def test_a_limit_that_is_none(name: str) -> None:
    plain = LIMITED[name]()
    for limit in NONE:
        assert LIMITED[name](time_limit=limit, memory_limit=limit) == plain
    for limit in LONG:
        assert LIMITED[name](time_limit=limit) == plain


@each_function
@pytest.mark.parametrize("limit", BAD, ids=repr)
def test_a_limit_that_makes_no_sense(name: str, limit: Any) -> None:
    kinds = ("time", "memory") if name != "generate" else ("time",)
    for kind in kinds:
        with pytest.raises(InvalidPuzzle, match=rf"the {kind} limit is .*: give a positive number"):
            LIMITED[name](**{f"{kind}_limit": limit})


@each_function
@pytest.mark.parametrize("limit", [500_000_000, 1e308, 10**30, MOST_MEGABYTES + 1], ids=repr)
def test_bytes_in_place_of_megabytes(name: str, limit: float) -> None:
    if name != "generate":
        with pytest.raises(InvalidPuzzle, match=r"megabytes: were bytes meant\? give megabytes, at most 10,000,000"):
            LIMITED[name](memory_limit=limit)


def test_the_largest_limit_of_memory() -> None:
    left = Budget(megabytes=MOST_MEGABYTES).bytes_left
    assert left is not None
    assert 0 < left <= MOST_MEGABYTES * 10**6


@pytest.mark.parametrize("limit", [0, -1, math.nan, math.inf, "all", 1.5, [1]], ids=repr)
def test_a_number_of_solutions(limit: Any) -> None:
    asked: list[Callable[[], Any]] = [
        lambda: solve(PUZZLE, limit=limit),
        lambda: solve_each([3, 8], [24], limit=limit),
    ]
    for ask in asked:
        with pytest.raises(InvalidPuzzle, match=r"the number of solutions asked for is .*: give an integer from 1, or"):
            ask()


def test_any_number_of_solutions() -> None:
    for limit in (1, 10**30):
        assert solve(PUZZLE, limit=limit).solutions == solve(PUZZLE, limit=None).solutions
        [made] = generate(Specification(), count=1, solutions=limit)
        assert made.result.solutions


@pytest.mark.parametrize("workers", [0, -1, math.nan, math.inf, "2", 1.5], ids=repr)
def test_a_number_of_workers(workers: Any) -> None:
    asked: list[Callable[[], Any]] = [
        lambda: count_hands([[3, 8]], workers=workers),
        lambda: solve_hands([[3, 8]], workers=workers),
        lambda: reach_hands([[3, 8]], workers=workers),
        lambda: list(check_many([], workers=workers)),
        lambda: list(generate(Specification(), count=1, workers=workers)),
    ]
    for ask in asked:
        with pytest.raises(InvalidPuzzle, match=r"the number of workers is .*: give an integer from 1"):
            ask()


def test_more_workers_than_cores() -> None:
    assert count_hands([[3, 8]], workers=10**30) == [1]


# Hands

LARGE = MOST_NUMBERS + 1


def test_the_largest_hand_is_checked() -> None:
    puzzle = Puzzle([1] * MOST_NUMBERS, MOST_NUMBERS)
    assert check("+".join("1" * MOST_NUMBERS), puzzle).correct
    assert not check("+".join("1" * (MOST_NUMBERS - 1)), puzzle).correct


@pytest.mark.parametrize("hand", [[1] * LARGE, itertools.repeat(1), iter([1] * LARGE)], ids=["list", "endless", "lazy"])
def test_a_larger_hand_is_refused(hand: Any) -> None:
    with pytest.raises(InvalidPuzzle, match=rf"the hand has (more than )?\d+ numbers: give at most {MOST_NUMBERS}"):
        Puzzle(hand)


ONES = " ".join("1" * 100_000)


@pytest.mark.parametrize(
    "words",
    [
        ["check", "1+1", "--numbers", ONES],
        ["check", "1+1", "--digits", "1" * 100_000],
        ["solve", ONES],
        ["solve", "--digits", "1" * 100_000],
        ["hint", ONES],
        ["reach", ONES],
        ["examples", ONES],
        ["compare", ONES],
        ["generate", "--numbers", "100000"],
    ],
    ids=lambda words: " ".join(words)[:20],
)
def test_no_command_echoes_it(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    seen = capsys.readouterr()
    assert (seen.out, seen.err.count("\n")) == ("", 1)
    assert seen.err.startswith("error: ")
    assert len(seen.err) < 200


@pytest.mark.parametrize("command", ["solve", "check"])
@pytest.mark.parametrize("listed", [False, True])
def test_no_batch_echoes_it(command: str, listed: bool, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    hand = f"[{','.join(ONES.split())}]" if listed else f'"{ONES}"'
    batch = tmp_path / "batch.jsonl"
    batch.write_text(f'{{"hand": {hand}, "answer": "1+1"}}\n{{"hand": [3, 8], "answer": "3*8"}}\n')
    assert main([command, "--batch", str(batch)]) == 2
    bad, good = capsys.readouterr().out.splitlines()
    assert "numbers: give at most" in bad
    assert len(bad) < 200
    assert "3 * 8" in good or "true" in good
