"""The library's questions to engines that list expressions one by one: answered as by the fast engine, or refused."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest

import bridge
from classics import DOMAINS, ENGINES, POOLS, each_name, supports
from deadline import Clock
from groups import in_groups
from puzzle_solver.errors import InvalidPuzzle, SearchStopped, UnsupportedPuzzle
from puzzle_solver.expression import evaluate
from puzzle_solver.operators import BASIC, BINARY, NEGATE, Operator
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Outcome, Result
from puzzle_solver.rules import Order, Rules, Use
from puzzle_solver.solver import (
    count,
    first_gap,
    iter_solutions,
    reach,
    reachable,
    solvable,
    solve,
    solve_each,
    tally,
)


@cache
def drawn_puzzle(seed: int) -> Puzzle:
    random = Random(f"puzzle {seed}")
    hand = [Fraction(random.choice(random.choice(POOLS).split())) for _ in range(random.choice([1, 2, 3, 3, 4]))]
    operators = random.choice(
        ["+-*/", "+-*/", "+-*", "-/", "*^", "+-/^"] if len(hand) < 4 else ["+-", "-/", "*/", "-*"]
    )
    words = {"operators": operators, "domain": random.choice(DOMAINS)}
    rules = bridge.rules(order=random.choice(["free", "fixed"]), use=random.choice(["all", "some"]), **words)
    made = reachable(hand, rules, first=-30, last=60)
    target = random.choice(made) if made and random.random() < 0.6 else Fraction(random.randint(-9, 30), 2)
    return Puzzle(hand, target, rules)


@cache
def by_the_fast_engine(seed: int, same: str) -> Result:
    return solve(drawn_puzzle(seed), limit=None, same=same)


PUZZLES = range(80)
SUPPORTED = [(name, seed) for name in ENGINES for seed in PUZZLES if supports(ENGINES[name], drawn_puzzle(seed))]
each_puzzle = in_groups("engine, seed", SUPPORTED)


@each_puzzle
@pytest.mark.parametrize("same", ["trees", "algebra", "essence"])
def test_the_same_results_as_the_fast_engine(engine: str, seed: int, same: str) -> None:
    puzzle, expected = drawn_puzzle(seed), by_the_fast_engine(seed, same)
    found = solve(puzzle, limit=None, same=same, engine=engine)
    assert found.solutions == expected.solutions
    assert found.outcome in (expected.outcome, Outcome.NOT_FOUND if found.limit else None)
    assert replace(found, engine=expected.engine) == expected or found.limit or expected.limit
    for limit in (1, 3):
        assert solve(puzzle, limit=limit, same=same, engine=engine).solutions == expected.solutions[:limit]
    assert count(puzzle, same=same, engine=engine).count == expected.count
    assert tuple(iter_solutions(puzzle, same=same, engine=engine)) == expected.solutions
    assert tally(puzzle, same=same, engine=engine).result == found


@each_puzzle
def test_the_same_of_what_can_be_made(engine: str, seed: int) -> None:
    puzzle = drawn_puzzle(seed)
    hand, rules = puzzle.hand, puzzle.rules
    made = reachable(hand, rules, first=-10, last=30)
    assert reachable(hand, rules, first=-10, last=30, engine=engine) == made
    gap, expected_gap = first_gap(hand, rules, engine=engine), first_gap(hand, rules)
    assert gap is not None
    assert expected_gap is not None
    assert gap.target == expected_gap.target
    for one, other in zip(reach(hand, rules, last=9), reach(hand, rules, last=9, engine=engine), strict=True):
        assert (one.target, one.result.solutions) == (other.target, other.result.solutions)
        assert (one.target in made) == bool(other.result)
    nearest, expected_nearest = (solve(puzzle, nearest=True, engine=name).nearest for name in (engine, "target"))
    assert nearest == expected_nearest
    assert bool(solvable(puzzle, engine=engine)) == bool(solvable(puzzle))


def test_they_answer_a_good_share() -> None:
    answered = Counter(name for name, _ in SUPPORTED)
    assert answered["five_trees"] == len(PUZZLES)
    assert answered["pick_two"] > len(PUZZLES) / 3
    assert answered["subset_lists"] == answered["multiset_split"] > len(PUZZLES) / 3


@each_name
def test_many_targets(engine: str) -> None:
    found = solve_each([1, 2, 5, 8], range(50, 54), limit=None, engine=engine)
    expected = solve_each([1, 2, 5, 8], range(50, 54), limit=None)
    assert [one.solutions for one in found] == [one.solutions for one in expected]


@each_name
def test_a_size_limit_is_named(engine: str) -> None:
    rules = Rules(operators=BINARY[:5])
    result = solve(Puzzle([9, 9, 9], Fraction(1, 7), rules), engine=engine)
    assert (result.outcome, result.limit) == (Outcome.NOT_FOUND, "values of more than 1024 bits")
    steep = replace(rules, limits=rules.limits._replace(exponent=8))
    result = solve(Puzzle([9, 9, 9], Fraction(1, 7), steep), engine=engine)
    assert result.limit == "values of more than 1024 bits or exponents above 8"


# Stopping


@each_name
@pytest.mark.parametrize(
    ("limits", "limit"),
    [({"time_limit": 0.05}, "time"), ({"memory_limit": 1}, "memory"), ({"interrupted": lambda: True}, "interrupt")],
)
def test_a_limit_stops_every_question(engine: str, limits: dict[str, Any], limit: str) -> None:
    puzzle = Puzzle([2, 3, 5, 7, 11, 13], 10**9 + 7)
    for ask in (solve, count, solvable):
        result = ask(puzzle, engine=engine, **limits)
        assert (result.outcome, result.complete, result.limit) == (Outcome.STOPPED, False, limit)
        assert result.count is None
    with pytest.raises(SearchStopped, match=limit):
        list(iter_solutions(puzzle, engine=engine, **limits))
    with pytest.raises(SearchStopped, match=limit):
        reachable(puzzle.hand, engine=engine, **limits)
    assert first_gap(puzzle.hand, engine=engine, **limits) is None


@pytest.mark.parametrize("engine", ["five_trees", "pick_two"])
@pytest.mark.parametrize("limit", [1, None])
def test_what_was_found_before_a_stop_is_given(engine: str, limit: int | None, clock: Clock) -> None:
    clock.step = 0.0001
    result = solve(Puzzle(range(1, 7), 24), limit=limit, time_limit=0.3, engine=engine)
    assert (result.outcome, result.complete, result.limit, result.count) == (Outcome.SOLVED, False, "time", None)
    assert result.solutions
    assert all(evaluate(solution.expression) == 24 for solution in result.solutions)


@each_name
@pytest.mark.parametrize("polls", [1, 20, 500, 2000])
def test_nearest_stopped_midway_says_so(engine: str, polls: int) -> None:
    answers = itertools.chain([False] * polls, itertools.repeat(True))
    result = solve(Puzzle([1, 1, 7]), nearest=True, engine=engine, interrupted=lambda: next(answers))
    assert result.complete == (result.limit is None)
    assert result.limit in (None, "interrupt")
    assert all(near.solutions for near in result.nearest or ())


# Refusals

REFUSED = {
    "join digits": (Rules(join=True), set(ENGINES)),
    "decimal points": (Rules(decimals=True), set(ENGINES)),
    "operators of one operand": (Rules(operators=(*BASIC, NEGATE)), set(ENGINES)),
    "without brackets": (Rules(brackets=False), set(ENGINES)),
    "keep the order": (Rules(order=Order.FIXED), {"subset_lists", "multiset_split"}),
    "leave numbers out": (Rules(use=Use.SOME), {"pick_two"}),
}


@each_name
@pytest.mark.parametrize("what", REFUSED)
def test_a_refusal_says_what_and_what_instead(engine: str, what: str) -> None:
    rules, refusing = REFUSED[what]
    if engine not in refusing:
        assert solve(Puzzle([1, 2, 3], 7, rules), engine=engine).outcome is Outcome.SOLVED
        return
    with pytest.raises(UnsupportedPuzzle) as refusal:
        solve(Puzzle([1, 2, 3], 7, rules), engine=engine)
    message = str(refusal.value)
    assert what in message
    assert message.startswith(f"the engine {engine!r} cannot ")
    assert message.endswith(", or take another engine")
    assert "\n" not in message


def test_lists_that_no_memory_holds_are_refused() -> None:
    with pytest.raises(UnsupportedPuzzle, match=r"226,067,695 expressions of 7 numbers"):
        solve(Puzzle(range(1, 8)), engine="subset_lists")
    assert supports(ENGINES["subset_lists"], Puzzle(range(1, 7)))


@each_name
def test_a_hundred_numbers_are_stopped_or_refused(engine: str) -> None:
    for hand in (range(1, 101), [4] * 100):
        try:
            result = solve(Puzzle(hand), time_limit=0.2, engine=engine)
        except UnsupportedPuzzle:
            assert engine == "subset_lists"
        else:
            assert result.limit == "time"
    with pytest.raises(UnsupportedPuzzle, match="101 numbers"):
        solve(Puzzle(range(101)), engine=engine)


@each_name
def test_an_operator_that_is_none_is_named(engine: str) -> None:
    odd = Operator("odd", "~", lambda a, b: a / (b - 1))
    with pytest.raises(InvalidPuzzle, match="the operator 'odd' of"):
        solve(Puzzle([5, 1, 2], 1000, Rules(operators=(odd,))), engine=engine)
