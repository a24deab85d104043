"""Every engine of the registry against the oracle, on random small puzzles of every kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, TypeAlias

import pytest

import naive
from bridge import CALLS, rules
from groups import SIZE, in_groups
from judging import Case, case_of, check_all_solutions, check_order, check_outcome, check_reachable
from naive import UNARY, Limits
from puzzle_solver.errors import UnsupportedPuzzle
from puzzle_solver.rules import Order
from puzzle_solver.search import top_down as target
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.kernel import find_kernel
from puzzle_solver.search.registry import CLASSIC, ENGINES, FAST, KERNEL

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
DOMAINS = ["rational", "rational", "integer", "natural", "non-negative"]
ORDERS = ["free", "fixed"]
USES = ["all", "all", "some"]

Drawn: TypeAlias = "tuple[list[Fraction], dict[str, Any]]"


def a_hand(random: Random, most: int, pools: list[str] = POOLS) -> list[Fraction]:
    return [Fraction(random.choice(random.choice(pools).split())) for _ in range(random.randint(1, most))]


def common(random: Random) -> dict[str, Any]:
    return {"order": random.choice(ORDERS), "use": random.choice(USES), "domain": random.choice(DOMAINS)}


def arithmetic(random: Random) -> Drawn:
    words = {"operators": random.choice(OPERATORS), **common(random)}
    most = 5 if words["order"] == "fixed" and len(words["operators"]) < 5 else 4
    return a_hand(random, most), words


DIGITS = ["0 1 2", "0 1 10", "1 2 12", "1/2 5 1 15", "1 2 3 4 5 6 7 8 9", "0 5 5", "3", "0", "10 2 5", "1 -2 1/2 7"]


def written(random: Random) -> dict[str, Any]:
    points = random.random() < 0.6
    return {"join": random.random() < 0.6, "decimals": points, "recurring": points and random.random() < 0.5}


def digits(random: Random) -> Drawn:
    """Joined numbers and decimal points."""
    words = {"operators": random.choice(OPERATORS), **common(random), **written(random)}
    return a_hand(random, 3, DIGITS), words


SIGNS = ["negate", "sqrt", "!", "!!", "abs", "floor", "ceil", "half", "next"]
BINARY = list(naive.BINARY)


def signs(random: Random) -> Drawn:
    """Unary operators."""
    unary, depth = random.sample(SIGNS, random.choice([1, 1, 2])), random.choice([0, 1, 1, 2])
    binary = random.sample(BINARY, random.choice([0, 1, 2, 3]))
    words = {"operators": (*binary, *unary), **common(random), "depth": depth}
    most = 3 if depth * len(unary) < 2 or (len(binary) < 2 and len(unary) == 1) else 2
    return a_hand(random, most), words


def towers(random: Random) -> Drawn:
    """Many unary operators on one another."""
    unary = random.sample(["negate", "half", "next", "abs", "floor", "sqrt", "!"], random.choice([2, 3]))
    words = {"operators": ("-", *unary), **common(random), "depth": random.choice([3, 4])}
    return a_hand(random, 1), words


def unbracketed(random: Random) -> Drawn:
    """Without brackets."""
    between = [symbol for symbol in BINARY if symbol not in CALLS]
    operators = tuple(random.sample(between, random.choice([1, 2, 3])))
    words = {"operators": operators, **common(random), "brackets": False}
    return a_hand(random, 4 if len(operators) < 3 else 3), words


def bounded(random: Random) -> Drawn:
    """With narrow limits."""
    limits = Limits(random.choice([3, 6, 10]), random.choice([None, 1, 2, 3]))
    operators = [*random.sample("+-*/^", 2), *random.sample(["^", "root", "!", "!!", "sqrt"], 2)]
    words = {"operators": tuple(dict.fromkeys(operators)), **common(random), "depth": 1, "limits": limits}
    return a_hand(random, 2 if "!" in operators and "!!" in operators else 3), words


def everything(random: Random) -> Drawn:
    """All at once."""
    operators = (*random.sample(BINARY, 2), *random.sample(SIGNS, 1))
    words = {"operators": operators, **common(random), "depth": random.choice([0, 1, 2]), **written(random)}
    return a_hand(random, 2, DIGITS), words


KINDS: dict[str, tuple[Callable[[Random], Drawn], int]] = {
    "arithmetic": (arithmetic, 140),
    "digits": (digits, 70),
    "signs": (signs, 70),
    "towers": (towers, 40),
    "unbracketed": (unbracketed, 60),
    "bounded": (bounded, 40),
    "everything": (everything, 70),
}
CASES = [(kind, seed) for kind, (_, seeds) in KINDS.items() for seed in range(seeds)]


@lru_cache(maxsize=SIZE)
def case(kind: str, seed: int) -> Case:
    random = Random(f"{kind} {seed}")
    hand, words = KINDS[kind][0](random)
    return case_of(random, hand, **words)


each_engine = pytest.mark.parametrize("engine", [engine.name for engine in FAST])
each_case = in_groups("kind, seed", CASES)
some_cases = in_groups("kind, seed", CASES[::3])


@each_engine
@each_case
def test_all_solutions(kind: str, seed: int, engine: str) -> None:
    check_all_solutions(case(kind, seed), engine)


@each_engine
@each_case
def test_outcome_and_nearest(kind: str, seed: int, engine: str) -> None:
    check_outcome(case(kind, seed), engine)


@pytest.fixture(params=[False, True], ids=["at once", "in stages"])
def staged(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small hands are ranked at once, large ones by narrower searches first; let small ones go by stages too."""
    if request.param:
        monkeypatch.setattr(target, "_STAGED_FROM", dict.fromkeys(Order, 1))


@pytest.mark.usefixtures("staged")
@each_engine
@some_cases
def test_the_first_few_are_the_first_of_all(kind: str, seed: int, engine: str) -> None:
    check_order(case(kind, seed), engine)


@each_engine
@some_cases
def test_the_integers_that_can_be_made(kind: str, seed: int, engine: str) -> None:
    check_reachable(case(kind, seed), engine)


# The others refuse some rules, and the classic algorithms take long


@lru_cache
def refusals(kind: str, seed: int) -> dict[str, str]:
    """Return what the engines that refuse a case say."""
    hand, words = KINDS[kind][0](Random(f"{kind} {seed}"))
    said = {}
    for engine in ENGINES:
        try:
            engine.open(hand, rules(**words), Budget())
        except UnsupportedPuzzle as refusal:
            said[engine.name] = str(refusal)
    return said


ANSWERED = [
    (kind, seed, engine.name)
    for kind, seed in CASES[::4]
    for engine in CLASSIC
    if engine.name not in refusals(kind, seed)
]


@in_groups("kind, seed, engine", ANSWERED)
def test_a_classic_algorithm(kind: str, seed: int, engine: str) -> None:
    check_all_solutions(case(kind, seed), engine)
    check_outcome(case(kind, seed), engine)
    check_reachable(case(kind, seed), engine)


TAKEN = [(kind, seed) for kind, seed in CASES if KERNEL.name not in refusals(kind, seed)]


@pytest.mark.skipif(not TAKEN, reason=find_kernel().why)
@in_groups("kind, seed", TAKEN)
def test_the_kernel(kind: str, seed: int) -> None:
    check_all_solutions(case(kind, seed), KERNEL.name)
    check_outcome(case(kind, seed), KERNEL.name)
    check_order(case(kind, seed), KERNEL.name)
    check_reachable(case(kind, seed), KERNEL.name)


def test_what_is_refused() -> None:
    refused = Counter(name for kind, seed in CASES for name in refusals(kind, seed))
    assert {engine.name for engine in ENGINES} - set(refused) == {engine.name for engine in FAST}
    assert not find_kernel().module or len(TAKEN) > 120
    plain = sum(kind == "arithmetic" for kind, _ in CASES)
    assert len(CASES) - refused["five_trees"] >= plain
    assert all(len(CASES) - refused[engine.name] > plain / 3 for engine in CLASSIC)
    for kind, seed in CASES:
        for name, message in refusals(kind, seed).items():
            assert message.startswith(f"the engine {name!r} cannot ")
            assert message.endswith(", or take another engine")


def test_the_cases_are_of_every_kind() -> None:
    cases = [case(kind, seed) for kind, seed in CASES]
    assert sum(bool(some.trees) for some in cases) > 100
    assert sum(not some.trees for some in cases) > 50
    assert sum(some.limited for some in cases) > 20
    assert sum(some.deep for some in cases) > 20
    assert sum(0 in some.puzzle.values for some in cases) > 50
    assert sum(len(set(some.puzzle.values)) < len(some.puzzle.values) for some in cases) > 50
    assert len({some.puzzle.rules for some in cases}) > 200
    for symbol in (*BINARY, *UNARY):
        assert any(symbol in some.words["operators"] for some in cases if some.trees)
