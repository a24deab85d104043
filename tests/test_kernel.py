"""The native kernel against the search in Python: nothing but the engine's name and the time may differ."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deadline import DEADLINE, Clock, in_threads
from groups import in_groups
from kernel_cases import LEVELS, a_puzzle, check_nearest, check_outcome, check_same
from puzzle_solver.errors import MissingKernel, SearchStopped, UnsupportedPuzzle
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Outcome, Result
from puzzle_solver.rules import (
    COUNTDOWN,
    DOMAINS,
    FOUR_FOURS,
    IN_ORDER,
    INTEGER,
    NATURAL,
    RATIONAL,
    Domain,
    Order,
    Rules,
    Use,
)
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.kernel import VARIABLE, find_kernel
from puzzle_solver.search.registry import IN_PYTHON, KERNEL, choose_engine
from puzzle_solver.solver import count, count_hands, iter_solutions, reach_hands, reachable, solvable, solve
from puzzle_solver.solver.opening import open_run

ROOT = Path(__file__).parents[1]
COMPILERS = [os.environ.get("CXX", ""), "c++", "g++", "clang++"]
HERE = find_kernel().module is not None
needs_the_kernel = pytest.mark.skipif(not HERE, reason=find_kernel().why)


@pytest.mark.skipif(os.environ.get(VARIABLE) == "0", reason="turned off")
def test_where_there_is_a_compiler_there_is_the_kernel() -> None:
    assert HERE or not any(map(shutil.which, filter(None, COMPILERS))), "install with pip install --editable '.[test]'"


# The same as in Python


@needs_the_kernel
@in_groups("seed", range(400))
def test_random_puzzles(seed: int) -> None:
    check_same(a_puzzle(Random(f"kernel {seed}"), 5))


@pytest.mark.slow
@needs_the_kernel
@pytest.mark.parametrize("part", range(100))
def test_a_hundred_thousand_random_puzzles(part: int) -> None:
    for number in range(1000):
        random = Random(f"slow {part} {number}")
        puzzle = a_puzzle(random)
        # Python takes minutes and gigabytes to list a million trees, which a 0 on the way can make; counted they are.
        many = (count(puzzle, same="trees").count or 0) > 20_000
        check_same(puzzle, (random.choice(LEVELS[many:]),), ("all", "count", "few"))
        assert count(puzzle, same="trees").count == count(puzzle, same="trees", engine=IN_PYTHON.name).count


def up_to(most: int) -> st.SearchStrategy[int]:
    return st.integers(-most, most)


NEAR_THE_BORDER = st.one_of(
    up_to(9),
    st.builds(lambda power, offset: 2**power + offset, st.integers(20, 64), up_to(3)),
    st.builds(lambda power, offset: -(2**power) + offset, st.integers(20, 64), up_to(3)),
)
BORDER_NUMBERS = st.builds(
    Fraction, NEAR_THE_BORDER, st.one_of(st.just(1), st.integers(1, 9), st.builds(lambda n: 2**n, st.integers(0, 63)))
)


@needs_the_kernel
@settings(max_examples=300)
@given(
    st.lists(BORDER_NUMBERS, min_size=1, max_size=3),
    st.one_of(BORDER_NUMBERS, st.tuples(up_to(5), up_to(5))),
    st.sampled_from(Order), st.sampled_from(Use), st.sampled_from([*DOMAINS, Domain("own", "from -5", least=-5)]),
)  # fmt: skip
def test_across_the_border_of_64_bits(
    hand: list[Fraction], target: Fraction | tuple[int, int], order: Order, use: Use, domain: Domain
) -> None:
    # A target may be made of the hand: some times the first number and some times the last.
    wanted = target[0] * hand[0] + target[1] * hand[-1] if isinstance(target, tuple) else target
    puzzle = Puzzle(hand, wanted, Rules(order=order, use=use, domain=domain))
    if KERNEL.refusal(puzzle.values, puzzle.rules):
        return
    check_same(puzzle)


@needs_the_kernel
def test_what_leaves_64_bits_is_answered_in_python_and_the_result_says_so() -> None:
    large = Puzzle([2**40, 2**40 + 1, 7], 2**80 + 2**40 + 7)
    result = solve(large)
    assert str(result) == f"7 + {2**40} * {2**40 + 1}"
    assert result.engine == IN_PYTHON.name
    assert {each.engine for each in (solve(large, limit=None), count(large), solvable(large))} == {IN_PYTHON.name}
    assert list(iter_solutions(large)) == list(iter_solutions(large, engine=IN_PYTHON.name))
    assert solve(Puzzle([3, 3, 8, 8])).engine == KERNEL.name


@needs_the_kernel
def test_twenty_copies_of_one_search_agree() -> None:
    """The kernel runs without the interpreter's lock."""
    puzzle = Puzzle([1, 2, 3, 4, 5])
    found = in_threads(*[partial(solve, puzzle, limit=None)] * 20)
    assert all(result == found[0] for result in found)


@needs_the_kernel
def test_all_solutions_are_as_good_as_a_tuple() -> None:
    listed, made = (solve(Puzzle([2, 4, 8, 10]), limit=None, engine=name).solutions for name in ("kernel", "target"))
    assert isinstance(made, tuple)
    assert (listed, len(listed), hash(listed), repr(listed)) == (made, len(made), hash(made), repr(made))
    assert (listed[0], listed[-1], listed[2:5], listed[::-3]) == (made[0], made[-1], made[2:5], made[::-3])
    assert made == listed
    assert listed != made[1:]
    assert listed[3] is listed[3]
    assert copy(listed) == made
    with pytest.raises(IndexError):
        listed[len(made)]


PRIMES_AND_FAR = [
    ([2, 3, 5, 7, 11, 13], Fraction(1, 10**6)),
    ([2, 3, 5, 7, 11, 13], 10**6 + 3),
    ([-2, 3, Fraction(1, 5), 7, 0, 13], Fraction(355, 114)),
    ([1, 3, 7, 10, 25, 50], 831),
]


@needs_the_kernel
@pytest.mark.parametrize("domain", [RATIONAL, INTEGER, NATURAL])
@pytest.mark.parametrize(("hand", "target"), PRIMES_AND_FAR, ids=str)
def test_nearest_over_larger_hands(hand: list[Fraction], target: Fraction, domain: Domain) -> None:
    check_nearest(Puzzle(hand, target, Rules(domain=domain)))


# Limits

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31)


@needs_the_kernel
@pytest.mark.parametrize("limit", [None, 1])
def test_a_time_limit_is_honoured(limit: int | None, clock: Clock) -> None:
    clock.step = 0.1
    result = solve(Puzzle(PRIMES, 10**9 + 7), time_limit=1, limit=limit)
    assert (result.outcome, result.limit, result.engine) == (Outcome.STOPPED, "time", KERNEL.name)
    assert clock.looks <= 13, "one to begin with, and none after the first that comes too late but for what was found"


TO_NINE = Puzzle(range(1, 10))
LONG: dict[str, Callable[[Callable[[], bool]], object]] = {
    "any": lambda stop: solvable(Puzzle(PRIMES, 10**9 + 7), interrupted=stop),
    "first": lambda stop: solve(Puzzle(PRIMES, 10**9 + 7), interrupted=stop),
    "all": lambda stop: solve(TO_NINE, limit=None, interrupted=stop),
    "all trees": lambda stop: solve(TO_NINE, limit=None, same="trees", interrupted=stop),
    "count": lambda stop: count(TO_NINE, interrupted=stop),
    "count trees": lambda stop: count(TO_NINE, same="trees", interrupted=stop),
    "one by one": lambda stop: list(iter_solutions(TO_NINE, interrupted=stop)),
    "reachable": lambda stop: reachable(range(1, 10), last=10**5, interrupted=stop),
    "many hands": lambda stop: count_hands([range(1, 8)] * 50, 24, workers=1, interrupted=stop),
    "reach of many hands": lambda stop: reach_hands([range(1, 8)] * 50, last=10**4, workers=1, interrupted=stop),
}


@needs_the_kernel
@pytest.mark.parametrize("name", LONG)
def test_every_question_looks_up_again_and_again(name: str) -> None:
    """Each would take seconds; the kernel is where they are spent."""
    asked = 0

    def after_five_times() -> bool:
        nonlocal asked
        asked += 1
        return asked > 5

    result = None
    with suppress(SearchStopped):
        result = LONG[name](after_five_times)
    if isinstance(result, Result):
        assert (result.limit, result.engine) == ("interrupt", KERNEL.name)
    else:
        assert result is None
    assert asked <= 8, "after the first refusal it may ask whether there is time for what was found"


@needs_the_kernel
def test_a_search_for_what_is_nearest_can_be_stopped() -> None:
    stopped: list[bool] = []
    budget = Budget(interrupted=lambda: bool(stopped))
    run = open_run(Puzzle(PRIMES[:8], 10_000_019), Sameness.ESSENCE, budget, KERNEL.name)
    before = run.first(1)
    stopped.append(True)
    after = run.with_nearest(before, 1)
    assert (before.outcome, before.complete) == (Outcome.IMPOSSIBLE, True)
    assert (after.outcome, after.limit, after.complete) == (Outcome.IMPOSSIBLE, "interrupt", False)


@needs_the_kernel
def test_what_was_found_before_a_limit_is_kept(clock: Clock) -> None:
    result = solve(Puzzle(range(1, 10)), limit=None, time_limit=0.3)
    assert (result.outcome, result.limit, result.complete) == (Outcome.SOLVED, "time", False)
    assert result.solutions


MEMORY = """
from puzzle_solver import Puzzle, solve
from puzzle_solver.search.budget import megabytes_used
result = solve(Puzzle({hand}, {target}), memory_limit=megabytes_used() + 30, limit=None)
print(result.outcome.value, result.limit, result.engine, megabytes_used() < 200)
"""


@needs_the_kernel
@pytest.mark.parametrize(
    ("hand", "target", "outcome"), [(PRIMES, 10**9 + 7, "stopped"), (list(range(1, 9)), 24, "solved")]
)
def test_a_memory_limit_is_honoured(hand: tuple[int, ...], target: int, outcome: str) -> None:
    program = MEMORY.format(hand=hand, target=target)
    seen = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=DEADLINE)
    assert seen.stdout.split() == [outcome, "memory", "kernel", "True"]


# Which engine

OWN = Rules(operators=FOUR_FOURS.operators)


@needs_the_kernel
def test_auto_takes_the_kernel_where_it_takes_the_puzzle() -> None:
    assert choose_engine("auto", Puzzle([3, 3, 8, 8]))[0] is KERNEL
    assert choose_engine("auto", Puzzle([4] * 4, 24, OWN))[0] is IN_PYTHON
    assert "cannot use operators other than + - * /" in choose_engine("auto", Puzzle([4] * 4, 24, OWN))[1]
    assert choose_engine("auto", Puzzle([1] * 17, 24))[0] is IN_PYTHON
    assert choose_engine("auto", Puzzle([2**63], 24))[0] is IN_PYTHON
    assert choose_engine("auto", Puzzle([2**63 - 1], 24))[0] is KERNEL


@needs_the_kernel
@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle([4] * 4, 24, OWN),
        Puzzle([1] * 17, 24),
        Puzzle([2**63], 24),
        Puzzle([1, 2, 3], 6, replace(IN_ORDER, brackets=False)),
        Puzzle([1, 2], 3, replace(COUNTDOWN, domain=Domain("own", "far up", least=2**40))),
    ],
)
def test_what_the_kernel_refuses(puzzle: Puzzle) -> None:
    with pytest.raises(UnsupportedPuzzle, match=r"the engine 'kernel' cannot .*, or take another engine"):
        solve(puzzle, engine=KERNEL.name)


def engine_under(setting: str) -> str:
    program = "from puzzle_solver import *; print(solve(Puzzle([3, 3, 8, 8])).engine)"
    environment = {**os.environ, VARIABLE: setting}
    command = [sys.executable, "-c", program]
    seen = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=DEADLINE, check=False)
    return (seen.stdout or seen.stderr).strip().splitlines()[-1]


def test_the_variable_forces_pure_python() -> None:
    assert engine_under("0") == IN_PYTHON.name


@needs_the_kernel
def test_the_variable_forces_the_kernel() -> None:
    assert engine_under("1") == KERNEL.name


def test_the_variable_demands_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")
    monkeypatch.setitem(sys.modules, "puzzle_solver._kernel.native", None)
    find_kernel.cache_clear()
    with pytest.raises(MissingKernel, match="demands the kernel, which is missing"):
        find_kernel()
    monkeypatch.setenv(VARIABLE, "yes")
    with pytest.raises(MissingKernel, match="neither 0, without the kernel, nor 1"):
        find_kernel()
    monkeypatch.setenv(VARIABLE, "")
    assert find_kernel().module is None
    find_kernel.cache_clear()


# More of the same


@needs_the_kernel
def test_fixed_order_with_equal_numbers_and_joining() -> None:
    for hand, target in (([1, 1, 2, 1, 1], 12), ([2, 2, 2, 2], 24), ([0, 1, 0, 1], 10)):
        for order, use in ((Order.FIXED, Use.SOME), (Order.FIXED, Use.ALL), (Order.FREE, Use.SOME)):
            check_same(Puzzle(hand, target, Rules(order=order, use=use, join=len(hand) < 5)))


@needs_the_kernel
def test_zeros() -> None:
    for hand, target in (([0, 0], 0), ([0, 1], 0), ([0, 0, 3, 5], 0), ([3, 5, 0], 0), ([4, 4, 5, 5], 0)):
        for order in Order:
            check_same(Puzzle(hand, target, Rules(order=order, domain=RATIONAL)))


@needs_the_kernel
def test_every_hand_of_two() -> None:
    for first in range(-3, 4):
        for second in range(-3, 4):
            for target in range(-4, 5):
                check_outcome(Puzzle([first, second], target))


@needs_the_kernel
def test_large_hands() -> None:
    assert count(Puzzle(range(10, 0, -1), 2016, IN_ORDER), same="trees").count == 44_499
    assert count(Puzzle(range(10, 0, -1), 2016, IN_ORDER), same="algebra").count == 890
    assert len(reachable([25, 50, 75, 100, 3, 6], COUNTDOWN, first=101, last=999)) == 831
    for size, target in ((8, 10_000_019), (9, 10_000_019), (8, Fraction(10_007, 10_009))):
        assert solve(Puzzle(PRIMES[:size], target)).outcome is Outcome.IMPOSSIBLE


def made_of_ones(count: int) -> set[Fraction]:
    """The values of so many ones, with + - * /."""
    made: list[set[Fraction]] = [set(), {Fraction(1)}]
    for size in range(2, count + 1):
        pairs = [(a, b) for part in range(1, size) for a in made[part] for b in made[size - part]]
        made.append({value for a, b in pairs for value in (a + b, a - b, a * b, *([a / b] if b else []))})
    return made[count]


@needs_the_kernel
@pytest.mark.parametrize("count", [9, 10, 11])
def test_hands_of_equal_halves_that_have_no_table_at_first(count: int) -> None:
    made = made_of_ones(count)
    for target in {Fraction(over, under) for over in range(12) for under in range(1, 50)}:
        result = solvable(Puzzle([1] * count, target), engine=KERNEL.name)
        assert result.outcome is (Outcome.SOLVED if target in made else Outcome.IMPOSSIBLE), target
