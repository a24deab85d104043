"""Powers and signs in the kernel: it finds what can be made of values that fit, and Python answers the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import TypeGuard

import pytest

from groups import in_groups
from kernel_cases import QUESTIONS, nameless
from puzzle_solver.errors import SearchStopped, UnsupportedPuzzle
from puzzle_solver.operators import BASIC, NEGATE, POWER, Limits, Operator
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import to_pair
from puzzle_solver.result import Outcome
from puzzle_solver.rules import DOMAINS, RATIONAL, TANEJA, Order, Rules
from puzzle_solver.search import kernel
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.registry import IN_PYTHON, KERNEL, choose_engine
from puzzle_solver.solver import count, first_gap, reach_hands, reachable, solvable, solve

pytestmark = pytest.mark.skipif(kernel.find_kernel().module is None, reason=kernel.find_kernel().why)

MOST = 2**61 - 2
"""No numerator or denominator that the kernel keeps with powers or signs is larger."""

POWERS = Rules("powers", (*BASIC, POWER))
SIGNS = Rules("signs", (*BASIC, NEGATE), unary_depth=1)
BOTH = Rules("both", (*BASIC, POWER, NEGATE), unary_depth=1)
SOME_VALUES = [
    *map(Fraction, (-8, -2, -1, 0, 1, 2, 3, 4, 8, 9, 16, 62, 64)),
    *map(Fraction, ("-1/2", "-1/3", "1/4", "1/3", "1/2", "2/3", "3/2", "27/8")),
]


def fits(value: object) -> TypeGuard[Fraction]:
    return isinstance(value, Fraction) and abs(value.numerator) <= MOST and value.denominator <= MOST


@lru_cache(maxsize=10_000)
def made(hand: tuple[Fraction, ...], rules: Rules) -> frozenset[Fraction]:
    """Everything that all of the hand makes by the operators' definitions, with values that fit."""
    values = {*hand} if len(hand) == 1 else {value for value in results(hand, rules) if fits(value)}
    signs = {-value for value in values if NEGATE in rules.operators and admitted(-value, rules)}
    return frozenset(values | signs)


def results(hand: tuple[Fraction, ...], rules: Rules) -> Iterator[Fraction]:
    binary = [operator for operator in rules.operators if isinstance(operator, Operator)]
    for left, right in splits(hand, rules.order):
        for one in made(left, rules):
            for other in made(right, rules):
                for operator in binary:
                    result = operator.apply(one, other)
                    if isinstance(result, Fraction) and admitted(result, rules):
                        yield result


def splits(hand: tuple[Fraction, ...], order: Order) -> Iterator[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]:
    places = range(len(hand))
    for size in range(1, len(hand)):
        for left in combinations(places, size) if order is Order.FREE else [tuple(range(size))]:
            yield tuple(hand[place] for place in left), tuple(hand[place] for place in places if place not in left)


def admitted(value: Fraction, rules: Rules) -> bool:
    return rules.domain.admits(value.numerator, value.denominator)


def found(hand: Iterable[int | Fraction], rules: Rules, targets: Sequence[Fraction]) -> set[Fraction]:
    """Return which of the targets the kernel finds."""
    search = kernel.KernelSearch(kernel.find_kernel().module, list(map(Fraction, hand)), rules, Budget())
    answers = search.ask(lambda opened: [opened.can(to_pair(target)) for target in targets])
    return {target for target, can in zip(targets, answers, strict=True) if can}


def a_hand(random: Random, size: int) -> tuple[Fraction, ...]:
    return tuple(random.choice(SOME_VALUES) for _ in range(size))


# What it finds


@pytest.mark.parametrize("base", SOME_VALUES, ids=str)
def test_powers_are_those_of_the_definition(base: Fraction) -> None:
    rules = Rules(operators=(POWER,), order=Order.FIXED)
    for exponent in SOME_VALUES:
        power = POWER.apply(base, exponent)
        targets = [*SOME_VALUES, *([power] if fits(power) else [])]
        assert found([base, exponent], rules, targets) == {target for target in targets if target == power}


@pytest.mark.parametrize("table_size", [1, 2, 3])
@in_groups("seed", range(40))
def test_what_it_finds_is_what_can_be_made(seed: int, table_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "kernel_table_size", lambda count, order: table_size)
    random = Random(f"found {seed}")
    rules = replace(
        random.choice([POWERS, SIGNS, BOTH]), order=random.choice(list(Order)),
        domain=random.choice([RATIONAL, *DOMAINS]),
    )  # fmt: skip
    hand = a_hand(random, random.choice([2, 3, 3, 4] if rules.order is Order.FIXED else [2, 3]))
    oracle = made(hand, rules)
    targets = [*map(Fraction, range(-9, 30)), *random.sample(sorted(oracle), min(60, len(oracle)))]
    assert found(hand, rules, targets) <= oracle & set(targets)
    # Without a table of the exponents some powers of 0, 1 and -1 are passed over.
    special = {Fraction(number) for number in (-1, 0, 1)}
    if table_size >= len(hand) - 1 or not special & {value for size in range(1, len(hand)) for value in hand}:
        assert found(hand, rules, targets) == oracle & set(targets)


def test_joined_digits_and_signs() -> None:
    assert found([1, 2, 3], TANEJA, [Fraction(-123), Fraction(1, 8), Fraction(-12) ** 3]) == {
        -123,
        Fraction(1, 8),
        -1728,
    }


@in_groups("seed", range(30))
def test_any_solution_is_one(seed: int) -> None:
    random = Random(f"any {seed}")
    rules = replace(random.choice([POWERS, SIGNS, BOTH]), order=random.choice(list(Order)))
    hand = a_hand(random, random.choice([2, 3]))
    values = sorted(made(hand, rules))
    for target in random.sample(values, min(3, len(values))):
        result = solvable(Puzzle(hand, target, rules))
        assert (result.outcome, result.engine) == (Outcome.SOLVED, KERNEL.name)
        assert solvable(Puzzle(hand, target, rules), engine=IN_PYTHON.name).outcome is Outcome.SOLVED


# What it leaves to Python


@in_groups("seed", range(15))
def test_whatever_else_is_asked_python_answers(seed: int) -> None:
    random = Random(f"rest {seed}")
    rules = replace(random.choice([POWERS, SIGNS, BOTH]), order=random.choice(list(Order)))
    puzzle = Puzzle(a_hand(random, random.choice([2, 3])), random.choice([Fraction(24), *SOME_VALUES]), rules)
    for question, ask in QUESTIONS.items():
        one, other = (ask(puzzle, "essence", engine) for engine in ("auto", IN_PYTHON.name))
        assert one == other, question
    assert reachable(puzzle.hand, rules, last=60) == reachable(puzzle.hand, rules, last=60, engine=IN_PYTHON.name)
    native, python = (solvable(puzzle, engine=engine) for engine in ("auto", IN_PYTHON.name))
    assert native.outcome == python.outcome
    if not native.solutions:
        assert nameless(native) == nameless(python)


def test_what_it_does_not_find_python_decides() -> None:
    large = Puzzle([3, 50, 9, 24], 9, replace(POWERS, order=Order.FIXED))
    assert found(large.values, large.rules, [large.target]) == set()
    assert (str(solvable(large)), solvable(large).engine) == ("3^50 / 9^24", IN_PYTHON.name)
    assert 9 in reachable(large.hand, large.rules)
    nothing = solvable(Puzzle([2, 2], 5, POWERS))
    assert (nothing.outcome, nothing.engine) == (Outcome.IMPOSSIBLE, IN_PYTHON.name)
    too_large = solvable(Puzzle([9] * 4, 5000, POWERS))
    assert (too_large.outcome, too_large.limit) == (Outcome.NOT_FOUND, "values of more than 1024 bits")
    assert first_gap([2, 3], POWERS) == first_gap([2, 3], POWERS, engine=IN_PYTHON.name)
    assert reach_hands([(2, 3)], POWERS, last=9) == [sum(1 << n for n in reachable((2, 3), POWERS, last=9))]


def test_limits_are_honoured() -> None:
    fives = [5, 6, 7, 8, 9, 10, 11]
    for name in ("auto", IN_PYTHON.name):
        assert solvable(Puzzle(fives, 10**15 + 37, BOTH), interrupted=lambda: True, engine=name).limit == "interrupt"
        with pytest.raises(SearchStopped):
            reachable(fives, BOTH, first=10**15, last=10**15 + 9, memory_limit=1, engine=name)


def test_what_the_kernel_refuses() -> None:
    for limits in (Limits(63), Limits(1024, 10)):
        puzzle = Puzzle([2, 3], 8, replace(POWERS, limits=limits))
        assert choose_engine("auto", puzzle)[0] is IN_PYTHON
        with pytest.raises(UnsupportedPuzzle, match="the engine 'kernel' cannot bound powers more tightly"):
            solve(puzzle, engine=KERNEL.name)
    assert choose_engine("auto", Puzzle([2, 3], 8, replace(POWERS, limits=Limits(64))))[0] is KERNEL
    assert count(Puzzle([2, 3], 8, POWERS), engine=KERNEL.name).engine == IN_PYTHON.name
