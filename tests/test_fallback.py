"""Engines side by side: what one leaves, the next is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, cast

import pytest

from puzzle_solver.documents import worked
from puzzle_solver.errors import SearchStopped, UnknownOption
from puzzle_solver.hints import hint
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Outcome
from puzzle_solver.rules import Rules
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.kernel import LeftTheKernel
from puzzle_solver.solver import (
    count,
    first_gap,
    iter_solutions,
    reach,
    reachable,
    reachable_values,
    solvable,
    solve,
    solve_each,
    tally,
)
from puzzle_solver.solver.fallback import Line, Run, ask, stream


class Engine:
    """It yields the integers from 0 on: ``most`` of them, then it leaves, if it is to."""

    def __init__(self, engine: str, most: int, *, leaves: bool = False, settles: bool = True) -> None:
        self.engine, self.most, self.leaves, self.settles = engine, most, leaves, settles
        self.budget = Budget()

    def values(self) -> Iterator[Fraction]:
        yield from map(Fraction, range(self.most))
        if self.leaves:
            raise LeftTheKernel


def line(*engines: Engine) -> Line:
    first, *rest = engines
    return Line(cast("Run", first), (lambda: line(*rest)) if rest else None)


def total(run: Run) -> Fraction:
    return sum(run.values(), Fraction(0))


def test_a_stream_that_is_left_goes_on_where_it_was() -> None:
    engines = line(Engine("a", 2, leaves=True), Engine("b", 1, leaves=True), Engine("c", 5))
    assert list(stream(engines, lambda run: run.values())) == [0, 1, 2, 3, 4]


def test_the_first_that_does_not_leave_answers_and_is_named() -> None:
    answer = ask(line(Engine("a", 3, leaves=True), Engine("b", 4), Engine("c", 5)), total)
    assert (answer.value, answer.stopped, answer.line.run.engine) == (Fraction(6), None, "b")


@pytest.mark.parametrize(("most", "engine"), [(3, "a"), (1, "b")])
def test_only_what_settles_answers_that_there_is_nothing(most: int, engine: str) -> None:
    engines = line(Engine("a", most, settles=False), Engine("b", 1))
    assert ask(engines, total, hints=True).line.run.engine == engine
    assert ask(engines, total).line.run.engine == "b"
    assert list(stream(engines, lambda run: run.values())) == [0]


def test_a_stop_is_the_engine_s_that_was_asked_last() -> None:
    def stopped(run: Run) -> Fraction:
        if run.engine == "b":
            raise SearchStopped("time")
        return total(run)

    answer = ask(line(Engine("a", 3, leaves=True), Engine("b", 4), Engine("c", 5)), stopped)
    assert (answer.value, answer.stopped, answer.line.run.engine) == (None, "time", "b")


@pytest.mark.parametrize("limit", [1, None])
@pytest.mark.parametrize("same", Sameness)
def test_a_stop_before_the_first_number_is_joined_is_a_result(limit: int | None, same: Sameness) -> None:
    puzzle = Puzzle([1, 2, 3], 24, Rules(join=True))
    answers = [solve(puzzle, limit=limit, same=same, interrupted=lambda: True)]
    answers += [count(puzzle, same=same, interrupted=lambda: True)]
    assert {(answer.outcome, answer.limit) for answer in answers} == {(Outcome.STOPPED, "interrupt")}


PUZZLE = Puzzle([3, 3, 8, 8])


@pytest.mark.parametrize(
    "question",
    [
        lambda options: solve(PUZZLE, **options), lambda options: solve_each([3, 3, 8, 8], [24], **options),
        lambda options: count(PUZZLE, **options), lambda options: tally(PUZZLE, **options),
        lambda options: iter_solutions(PUZZLE, **options), lambda options: solvable(PUZZLE, **options),
        lambda options: reach([3, 3, 8, 8], **options), lambda options: first_gap([3, 3, 8, 8], **options),
        lambda options: reachable([3, 3, 8, 8], **options), lambda options: reachable_values([3, 3, 8, 8], **options),
        lambda options: hint(PUZZLE, **options), lambda options: worked(PUZZLE, **options),
    ],
)  # fmt: skip
def test_an_unknown_option_is_refused_by_its_name(question: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(UnknownOption) as refusal:
        question({"seconds": 1})
    known = "time_limit, memory_limit, interrupted, engine"
    assert str(refusal.value) == f"there is no option 'seconds': choose from {known}"
