"""What was found when a limit stops a search: all of it is given, and it is right."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, product
from typing import Any

import pytest

from puzzle_solver import COUNTDOWN, Puzzle, Result, Rules, canonical_text, evaluate, solve
from puzzle_solver.cli.app import main
from puzzle_solver.result import Outcome
from puzzle_solver.search.budget import megabytes_used
from puzzle_solver.search.kernel import find_kernel
from puzzle_solver.solver import reach


class Looks:
    """Says stop at one look and ever after."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self) -> bool:
        self.left -= 1
        return self.left <= 0


def texts(result: Result, level: str) -> list[str]:
    """Return what tells the solutions apart at a level."""
    return [canonical_text(solution.expression, level) for solution in result.solutions]


def check_part(result: Result, limit: str) -> None:
    """Is it a part of all solutions, and said to be?"""
    assert (result.outcome, result.complete, result.count) == (Outcome.SOLVED, False, None)
    assert (result.limit, result.stopped) == (limit, True)
    assert all(evaluate(solution.expression) == result.puzzle.target for solution in result.solutions)
    found = texts(result, result.same.value)
    assert len(set(found)) == len(found)


HANDS = [range(1, 7), [1, 1, 2, 2, 3, 3], [2, 4, 6, 8, 12, 24]]


@pytest.mark.parametrize(
    ("hand", "level"), [*product(HANDS, ["algebra", "essence"]), ([1, 2, 3, 4, 4], "trees")], ids=str
)
def test_an_interrupted_list_is_a_part_of_the_whole_one(hand: list[int], level: str) -> None:
    looks = Looks(10**9)
    everything = set(texts(solve(Puzzle(hand), limit=None, same=level, engine="target", interrupted=looks), level))
    sizes = []
    for part in (4, 3, 2):
        some = Looks((10**9 - looks.left) // part)
        result = solve(Puzzle(hand), limit=None, same=level, engine="target", interrupted=some)
        check_part(result, "interrupt")
        assert set(texts(result, level)) <= everything
        sizes.append(len(result.solutions))
    assert sizes == sorted(sizes)
    assert sizes[0] < len(everything)
    assert sizes[-1] > 1


def test_so_is_one_of_puzzles_that_may_leave_numbers_out() -> None:
    puzzle = Puzzle([1, 2, 3, 4, 5, 6], 24, COUNTDOWN)
    result = solve(puzzle, limit=None, engine="target", interrupted=Looks(2000))
    check_part(result, "interrupt")
    assert len(result.solutions) > 1


@pytest.mark.parametrize("engine", ["five_trees", "pick_two", "subset_lists", "multiset_split"])
def test_so_is_that_of_a_classic_algorithm(engine: str) -> None:
    puzzle, looks = Puzzle([1, 2, 3, 4]), Looks(10**9)
    everything = set(texts(solve(puzzle, limit=None, same="trees", engine=engine, interrupted=looks), "trees"))
    half = Looks((10**9 - looks.left) // 2)
    result = solve(puzzle, limit=None, same="trees", engine=engine, interrupted=half)
    check_part(result, "interrupt")
    assert 1 < len(result.solutions) < len(everything)
    assert set(texts(result, "trees")) <= everything


@pytest.mark.skipif(find_kernel().module is None, reason=find_kernel().why)
def test_so_is_that_of_the_kernel() -> None:
    """All solutions take several times as much memory; a limit of time would stop it where the machine has got to."""
    limit = megabytes_used() + 40
    result = solve(Puzzle(range(1, 9)), limit=None, memory_limit=limit, engine="kernel")
    assert (result.outcome, result.complete, result.count, result.limit) == (Outcome.SOLVED, False, None, "memory")
    assert len(result.solutions) > 1000
    some = result.solutions[:: len(result.solutions) // 500]
    assert all(evaluate(solution.expression) == 24 for solution in some)
    assert len({canonical_text(solution.expression) for solution in some}) == len(some)


def test_a_hand_that_is_the_target_has_its_solution() -> None:
    assert [str(solution) for solution in solve(Puzzle([24]), limit=None, engine="target").solutions] == ["24"]
    some = Puzzle([24, 1], 24, Rules(use=COUNTDOWN.use))
    assert "24" in map(str, solve(some, limit=None, same="trees", engine="target").solutions)


def test_reach_gives_the_best_that_it_has() -> None:
    """Any solution is found before the simplest."""
    kept = 0
    for at in range(1, 300, 3):
        *before, last = reach(range(1, 8), first=24, last=30, count=False, engine="target", interrupted=Looks(at))
        assert not any(one.result.stopped for one in before)
        if last.result.stopped and last.result.solutions:
            kept += 1
            assert last.result.outcome is Outcome.SOLVED
            assert evaluate(last.result.solutions[0].expression) == last.target
    assert kept


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each look at the clock take a millisecond."""
    ticks = count()
    monkeypatch.setattr("time.monotonic", lambda: next(ticks) / 1000)


RANGES: dict[str, Callable[[str], list[str]]] = {
    "reach": lambda seconds: ["reach", *"1234567", "--from", "24", "--to", "30", "--time-limit", seconds],
    "reach and count": lambda seconds: ["reach", *"123456", "--from", "24", "--count", "--time-limit", seconds],
    "solve": lambda seconds: ["solve", *"1234567", "--target", "24..30", "--time-limit", seconds],
}


@pytest.mark.usefixtures("ticking")
@pytest.mark.parametrize("command", RANGES)
def test_the_best_is_printed_and_what_follows_is_not(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    told: list[tuple[int, list[str], str]] = []
    for milliseconds in range(20, 1500, 20):
        code = main([*RANGES[command](str(milliseconds / 1000)), "--engine", "target"])
        seen = capsys.readouterr()
        told.append((code, seen.out.splitlines(), seen.err))
    stopped = [(code, lines, words) for code, lines, words in told if "stopped (time)" in words]
    assert all("Traceback" not in words for _, _, words in told)
    assert all(code == (0 if lines else 3) for code, lines, _ in stopped)
    best = [(lines, words) for _, lines, words in stopped if "more or simpler solutions" in words]
    assert best
    for lines, words in best:
        number, text = (lines[-1].split("\t")[0], lines[-1]) if "reach" in command else (lines[-1].split(" = ")[1], "")
        assert number in words
        assert not text or command == "reach" or text.split("\t")[1] == "?"


def test_targets_that_were_not_reached_are_named(capsys: pytest.CaptureFixture[str], ticking: None) -> None:
    assert main(["reach", "3", "8", "--to", "1000000000", "--time-limit", "0.2", "--engine", "target"]) == 0
    seen = capsys.readouterr()
    last = int(seen.out.splitlines()[-1].split("\t")[0])
    assert [line.split("\t")[0] for line in seen.out.splitlines()] == list(map(str, range(last + 1)))
    assert f"the last target looked at is {last}; target {last + 1} and what follows are not known" in seen.err


def test_where_no_target_was_reached_nothing_is_printed(capsys: pytest.CaptureFixture[str], ticking: None) -> None:
    arguments: list[Any] = ["reach", "3", "8", "--from", str(10**20), "--to", str(10**21), "--time-limit", "0.001"]
    assert main(arguments) == 3
    seen = capsys.readouterr()
    assert seen.out == ""
    assert f"target {10**20} and what follows are not known" in seen.err
