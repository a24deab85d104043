"""Where the rules bound powers, engines may differ in one way only: what one proves, another may not find.

Which values are too large an engine learns only of those that it makes, and engines make different ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from puzzle_solver import FACTORIAL, NEGATE, SQUARE_ROOT, Limits, Order, Puzzle, Rules, UnsupportedPuzzle, Use
from puzzle_solver.operators import BASIC, POWER, ROOT, AnyOperator
from puzzle_solver.result import Outcome, Result
from puzzle_solver.search.registry import ENGINES
from puzzle_solver.solver import solvable, solve

NO = {Outcome.IMPOSSIBLE, Outcome.NOT_FOUND}


def results(puzzle: Puzzle) -> Iterator[Result]:
    """Yield what each engine says that takes the puzzle."""
    for engine in ENGINES:
        try:
            yield solve(puzzle, engine=engine.name)
            yield solvable(puzzle, engine=engine.name)
        except UnsupportedPuzzle:
            continue


def a_puzzle(random: Random) -> Puzzle:
    """Return a puzzle with narrow limits, most often without a solution."""
    arithmetic: list[AnyOperator] = [*BASIC]
    others: list[AnyOperator] = random.sample([ROOT, SQUARE_ROOT, FACTORIAL, NEGATE], random.choice([0, 0, 0, 1]))
    rules = Rules(
        operators=(*random.sample(arithmetic, 3), POWER, *others), order=random.choice(list(Order)),
        use=random.choice([Use.ALL, Use.ALL, Use.SOME]), unary_depth=random.choice([0, 1]),
        limits=Limits(random.choice([4, 8, 64, 64, 1024]), random.choice([None, None, 2, 9])),
    )  # fmt: skip
    hand = [random.choice([2, 2, 3, 5, 7, 10, 30]) for _ in range(random.choice([2, 3, 3]))]
    return Puzzle(hand, random.choice([random.randint(1, 20), random.randint(1, 300)]), rules)


PUZZLES = [a_puzzle(Random(f"proof {seed}")) for seed in range(120)]


def wider(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with room for whatever the narrow limits keep out."""
    rules = replace(puzzle.rules, limits=Limits(4096), unary_depth=puzzle.rules.unary_depth + 1)
    return Puzzle(puzzle.hand, puzzle.target, rules)


@pytest.mark.parametrize("portion", range(6))
def test_impossible_is_a_proof(portion: int) -> None:
    for puzzle in PUZZLES[portion::6]:
        said = {result.outcome for result in results(puzzle)}
        assert said == {Outcome.SOLVED} or said <= NO, puzzle
        if Outcome.IMPOSSIBLE in said:
            assert solvable(wider(puzzle), engine="target").outcome is not Outcome.SOLVED, puzzle
        for result in results(puzzle):
            assert (result.outcome is Outcome.NOT_FOUND) == (result.limit is not None and not result), puzzle


def test_they_do_differ_and_in_nothing_else() -> None:
    seen: Counter[frozenset[Outcome]] = Counter(
        frozenset(result.outcome for result in results(puzzle)) for puzzle in PUZZLES
    )
    assert set(seen) <= {frozenset([Outcome.SOLVED]), *map(frozenset, ([one] for one in NO)), frozenset(NO)}
    assert all(seen[kind] for kind in (frozenset([Outcome.SOLVED]), frozenset([Outcome.IMPOSSIBLE]), frozenset(NO)))


def test_the_target_is_gone_to_and_what_is_too_large_is_not_met() -> None:
    """``2^(30^2)`` has more than 1024 bits. No power of 900 is 7, so ``target`` never makes it."""
    puzzle = Puzzle([2, 2, 30], 7, Rules(operators=(*BASIC, POWER)))
    said = {engine.name: solve(puzzle, engine=engine.name).outcome for engine in ENGINES if engine.name != "kernel"}
    assert said.pop("target") is Outcome.IMPOSSIBLE
    assert set(said.values()) == {Outcome.NOT_FOUND}
