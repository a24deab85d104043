"""Every engine of the registry against the oracle, on random small puzzles of every kind."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import pytest

import bridge
import naive
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Outcome, Result
from puzzle_solver.rules import Order
from puzzle_solver.search import target
from puzzle_solver.search.registry import ENGINES
from puzzle_solver.solver import count, iter_solutions, reachable, solvable, solve

SEEDS = range(300)
POOLS = [
    "1 2 3 4 5 6 7 8 9",
    "0 1 2",
    "0 0 1 3",
    "-3 -2 -1 1 2 3",
    "1/2 1/3 2 3 4",
    "-1/2 0 1 4 4",
    "2 2 3 3",
    "25 50 6 3 7",
]
OPERATORS = ["+-*/", "+-*/", "+-*/", "+-*", "+-", "*/", "-/", "+-*/^", "+-*/^", "^", "*^", "-^"]


class Case(NamedTuple):
    """A random puzzle and what the oracle knows of it."""

    puzzle: Puzzle
    trees: list[naive.Tree]
    made: set[Fraction]
    limited: bool


@lru_cache(maxsize=1)
def case(seed: int) -> Case:
    rng = random.Random(seed)
    words = {
        "operators": rng.choice(OPERATORS),
        "order": rng.choice(["free", "fixed"]),
        "use": rng.choice(["all", "all", "some"]),
        "domain": rng.choice(["rational", "rational", "integer", "natural"]),
    }
    most = 5 if words["order"] == "fixed" and len(words["operators"]) < 5 else 4
    hand = [Fraction(rng.choice(rng.choice(POOLS).split())) for _ in range(rng.randint(1, most))]
    made, limited = naive.expressions(hand, **words)
    values = naive.values(made)
    anything = Fraction(rng.randint(-9, 99), rng.choice([1, 1, 2]))
    wanted = rng.choice(sorted(values)) if values and rng.random() < 0.7 else anything
    trees = [tree for tree, value in made if value == wanted]
    return Case(bridge.puzzle(hand, wanted, **words), trees, values, limited)


each_engine = pytest.mark.parametrize("engine", [engine.name for engine in ENGINES])
each_seed = pytest.mark.parametrize("seed", SEEDS)


def listed(result: Result) -> list[naive.Tree]:
    return [bridge.to_tree(solution.expression) for solution in result.solutions]


def cheapest(trees: list[naive.Tree], key: Callable[[naive.Tree], Hashable]) -> dict[Hashable, tuple[int, ...]]:
    costs: dict[Hashable, list[tuple[int, ...]]] = defaultdict(list)
    for tree in trees:
        costs[key(tree)].append(naive.cost(tree))
    return {form: min(those) for form, those in costs.items()}


@each_seed
@each_engine
def test_all_solutions(seed: int, engine: str) -> None:
    puzzle, expected, _, limited = case(seed)
    by_formula, by_idea = cheapest(expected, naive.algebra), cheapest(expected, naive.essence)
    wanted: dict[str, tuple[Callable[[naive.Tree], Hashable], dict[Hashable, tuple[int, ...]]]] = {
        "trees": (lambda tree: tree, {tree: naive.cost(tree) for tree in expected}),
        "algebra": (naive.algebra, by_formula),
        "essence": (naive.essence, {idea: by_idea[idea] for idea in naive.ideas(expected)}),
    }
    for level, (key, classes) in wanted.items():
        result = solve(puzzle, limit=None, same=level, engine=engine)
        found = listed(result)
        assert len(found) == len(classes) == result.count
        assert {key(tree): naive.cost(tree) for tree in found} == classes
        assert [naive.cost(tree) for tree in found] == sorted(classes.values())
        assert result.complete or limited
        assert result.complete == (result.limit is None)
        assert count(puzzle, same=level, engine=engine).count == len(classes)


@each_seed
@each_engine
def test_outcome_and_nearest(seed: int, engine: str) -> None:
    puzzle, expected = case(seed).puzzle, case(seed)
    result = solve(puzzle, nearest=True, engine=engine)
    assert solvable(puzzle, engine=engine).outcome is result.outcome
    if expected.trees:
        assert result.outcome is Outcome.SOLVED
        assert result.nearest is None
        assert naive.evaluate(listed(result)[0]) == puzzle.target
        return
    # A search from the target down may prove a puzzle impossible without meeting what is beyond the limit.
    allowed = {Outcome.IMPOSSIBLE, Outcome.NOT_FOUND} if expected.limited else {Outcome.IMPOSSIBLE}
    assert result.outcome in allowed
    assert (result.limit is not None) == (result.outcome is Outcome.NOT_FOUND)
    assert result.nearest is not None
    if not expected.limited:
        assert {near.value for near in result.nearest} == naive.nearest(expected.made, puzzle.target)
    for near in result.nearest:
        for solution in near.solutions:
            assert naive.evaluate(bridge.to_tree(solution.expression)) == near.value == solution.value


@pytest.fixture(params=[False, True], ids=["at once", "in stages"])
def staged(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small hands are ranked at once, large ones by narrower searches first; let small ones go by stages too."""
    if request.param:
        monkeypatch.setattr(target, "_STAGED_FROM", dict.fromkeys(Order, 1))


@pytest.mark.usefixtures("staged")
@pytest.mark.parametrize("seed", SEEDS[::3])
@each_engine
def test_the_first_few_are_the_first_of_all(seed: int, engine: str) -> None:
    puzzle = case(seed).puzzle
    for level in ("trees", "algebra", "essence"):
        everything = solve(puzzle, limit=None, same=level, engine=engine).solutions
        for limit in (1, 2, 5):
            result = solve(puzzle, limit=limit, same=level, engine=engine)
            assert result.solutions == everything[:limit]
            assert result.count in (None, len(everything))
            assert result.count is not None or len(everything) >= limit
        assert tuple(iter_solutions(puzzle, same=level, engine=engine)) == everything


@pytest.mark.parametrize("seed", SEEDS[::3])
@each_engine
def test_the_integers_that_can_be_made(seed: int, engine: str) -> None:
    puzzle, made = case(seed).puzzle, case(seed).made
    found = reachable(puzzle.hand, puzzle.rules, first=-20, last=30, engine=engine)
    assert found == tuple(integer for integer in range(-20, 31) if integer in made)


def test_the_cases_are_of_every_kind() -> None:
    cases = [case(seed) for seed in SEEDS]
    assert sum(bool(some.trees) for some in cases) > 100
    assert sum(not some.trees for some in cases) > 50
    assert sum(some.limited for some in cases) > 2
    assert sum(0 in some.puzzle.values for some in cases) > 50
    assert sum(len(set(some.puzzle.values)) < len(some.puzzle.values) for some in cases) > 50
    assert len({some.puzzle.rules for some in cases}) > 60
