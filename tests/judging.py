"""Puzzles with all that the oracle knows of them, and what must then be true of an engine's answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import bridge
import naive
import naive_sameness
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Outcome, Result
from puzzle_solver.solver import count, iter_solutions, reachable, reachable_values, solvable, solve

LEVELS = ("trees", "algebra", "essence")


class Case(NamedTuple):
    """A puzzle and what the oracle knows of it; ``limited``, ``deep`` as in :class:`naive.Grown`."""

    puzzle: Puzzle
    trees: list[naive.Tree]
    made: set[Fraction]
    limited: bool
    deep: bool
    words: dict[str, Any]


def case_of(random: Random, hand: Sequence[Fraction], **words: Any) -> Case:
    """Return the case of a target that, more often than not, can be made."""
    grown = naive.expressions(hand, **words)
    values = naive.values(grown.trees)
    anything = Fraction(random.randint(-9, 99), random.choice([1, 1, 2]))
    wanted = random.choice(sorted(values)) if values and random.random() < 0.7 else anything
    trees = [tree for tree, value in grown.trees if value == wanted]
    return Case(bridge.puzzle(hand, wanted, **words), trees, values, grown.limited, grown.deep, words)


def listed(result: Result) -> list[naive.Tree]:
    return [bridge.to_tree(solution.expression) for solution in result.solutions]


def cheapest(trees: Iterable[naive.Tree], key: Callable[[naive.Tree], Hashable]) -> dict[Hashable, tuple[int, ...]]:
    costs: dict[Hashable, list[tuple[int, ...]]] = defaultdict(list)
    for tree in trees:
        costs[key(tree)].append(naive.cost(tree))
    return {form: min(those) for form, those in costs.items()}


def check_all_solutions(case: Case, engine: str) -> None:
    """Every class is listed once, at every level, by its cheapest tree, cheapest first, and counted."""
    by_formula, by_idea = cheapest(case.trees, naive_sameness.algebra), cheapest(case.trees, naive_sameness.essence)
    ideas = naive_sameness.ideas(case.trees) if case.words["use"] == "some" else set(by_idea)
    wanted: dict[str, tuple[Callable[[naive.Tree], Hashable], dict[Hashable, tuple[int, ...]]]] = {
        "trees": (lambda tree: tree, {tree: naive.cost(tree) for tree in case.trees}),
        "algebra": (naive_sameness.algebra, by_formula),
        "essence": (naive_sameness.essence, {idea: by_idea[idea] for idea in ideas}),
    }
    for level, (key, classes) in wanted.items():
        result = solve(case.puzzle, limit=None, same=level, engine=engine)
        found = listed(result)
        assert len(found) == len(classes) == result.count, level
        assert {key(tree): naive.cost(tree) for tree in found} == classes, level
        assert [naive.cost(tree) for tree in found] == sorted(classes.values()), level
        assert result.complete == (result.limit is None)
        assert count(case.puzzle, same=level, engine=engine).count == len(classes)


def check_order(case: Case, engine: str) -> None:
    """The first few are the first of all, and so are those that come one by one."""
    for level in LEVELS:
        everything = solve(case.puzzle, limit=None, same=level, engine=engine).solutions
        for limit in (1, 2, 5):
            result = solve(case.puzzle, limit=limit, same=level, engine=engine)
            assert result.solutions == everything[:limit]
            assert result.count in (None, len(everything))
            assert result.count is not None or len(everything) >= limit
        assert tuple(iter_solutions(case.puzzle, same=level, engine=engine)) == everything


def check_outcome(case: Case, engine: str) -> None:
    """What cannot be made is said to be so, for the right reason, and what is nearest is named."""
    result = solve(case.puzzle, nearest=True, engine=engine)
    assert solvable(case.puzzle, engine=engine).outcome is result.outcome
    if case.trees:
        assert result.outcome is Outcome.SOLVED
        assert result.nearest is None
        assert naive.evaluate(listed(result)[0]) == case.puzzle.target
        return
    assert (result.limit is not None) == (result.outcome is Outcome.NOT_FOUND)
    check_limit(case, result)
    assert result.nearest is not None
    assert {near.value for near in result.nearest} == (naive.nearest(case.made, case.puzzle.target) or set())
    for near in result.nearest:
        assert near.solutions
        for solution in near.solutions:
            assert naive.evaluate(bridge.to_tree(solution.expression)) == near.value == solution.value


def check_limit(case: Case, result: Result) -> None:
    if result.outcome is Outcome.IMPOSSIBLE:
        assert not case.deep or case.puzzle.target not in made_with_more(case)
        return
    assert result.outcome is Outcome.NOT_FOUND
    assert result.limit
    # Only a search of all that can be made knows that one more unary operator gives nothing new.
    unary = any(symbol in naive.UNARY for symbol in case.words["operators"])
    assert "bits" not in result.limit or case.limited
    assert "unary" not in result.limit or case.deep or (unary and len(case.puzzle.hand) > 2)


def made_with_more(case: Case) -> set[Fraction]:
    """Return what can be made with more unary operators on one another, and larger numbers."""
    words = case.words | {"depth": case.words.get("depth", 2) + 2, "limits": naive.Limits(4096)}
    return naive.values(naive.expressions(case.puzzle.values, thin=True, **words).trees)


def check_reachable(case: Case, engine: str) -> None:
    found = reachable(case.puzzle.hand, case.puzzle.rules, first=-20, last=30, engine=engine)
    assert found == tuple(integer for integer in range(-20, 31) if integer in case.made)
    assert reachable_values(case.puzzle.hand, case.puzzle.rules, engine=engine) == tuple(sorted(case.made))
