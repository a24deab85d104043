"""Random puzzles that the kernel takes, and what must be the same as in Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Final

from puzzle_solver.operators import find_operators
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Result
from puzzle_solver.rules import DOMAINS, Order, Rules, Use
from puzzle_solver.search.registry import IN_PYTHON, KERNEL
from puzzle_solver.solver import count, iter_solutions, reachable, reachable_values, solvable, solve

POOLS: Final = (
    "1 2 3 4 5 6 7 8 9 10 11 12 13",
    "1 2 3 4 5 6 7 8 9 10 11 12 13",
    "0 1 2",
    "0 0 1 3",
    "-3 -2 -1 1 2 3",
    "1/2 1/3 2 3 4",
    "-1/2 0 1 4 4",
    "2 2 3 3",
    "25 50 75 100 1 6 3 7",
)
OPERATORS: Final = ("+-*/", "+-*/", "+-*/", "+-*/", "+-*", "+-", "*/", "-/", "-", "-*/", "+*/", "*+", "/-+*", "-+/*")
LEVELS: Final = ("trees", "algebra", "essence")


def a_puzzle(random: Random, most: int = 6) -> Puzzle:
    """Return a puzzle of at most so many numbers, of any kind; most often one with a solution."""
    rules = Rules(
        operators=find_operators(random.choice(OPERATORS)), order=random.choice(list(Order)),
        use=random.choice([Use.ALL, Use.ALL, Use.SOME]), domain=random.choice(DOMAINS),
    )  # fmt: skip
    size = random.choices(range(1, most + 1), [1, 2, 4, 6, 3, 1][:most])[0]
    if random.random() < 0.2 and size < 5:
        rules = replace(rules, join=True)
    hand = [Fraction(random.choice(random.choice(POOLS).split())) for _ in range(size)]
    anything = Fraction(random.randint(-9, 60), random.choice([1, 1, 1, 2]))
    return Puzzle(hand, random.choice([anything, a_value(random, hand, rules)]), rules)


def a_value(random: Random, hand: list[Fraction], rules: Rules) -> Fraction:
    """Return what some expression makes, whether or not the rules allow its steps."""
    values = list(hand)
    while len(values) > 1:
        place = random.randrange(len(values) - 1)
        if rules.order is Order.FREE:
            random.shuffle(values)
        result = random.choice(rules.operators).apply(*values[place : place + 2])
        values[place : place + 2] = [result] if isinstance(result, Fraction) else [values[place]]
    return values[0]


QUESTIONS: Final[dict[str, Callable[[Puzzle, str, str], object]]] = {
    "all": lambda puzzle, level, engine: solve(puzzle, limit=None, same=level, engine=engine),
    "count": lambda puzzle, level, engine: count(puzzle, same=level, engine=engine),
    "first": lambda puzzle, level, engine: solve(puzzle, limit=1, same=level, engine=engine),
    "few": lambda puzzle, level, engine: solve(puzzle, limit=4, same=level, engine=engine),
    "one by one": lambda puzzle, level, engine: tuple(iter_solutions(puzzle, same=level, engine=engine)),
}


def check_same(puzzle: Puzzle, levels: tuple[str, ...] = LEVELS, questions: tuple[str, ...] = tuple(QUESTIONS)) -> None:
    """Every answer of the kernel is that of the search in Python, but for the engine's name."""
    for level in levels:
        for question in questions:
            ask = QUESTIONS[question]
            native, python = (nameless(ask(puzzle, level, engine.name)) for engine in (KERNEL, IN_PYTHON))
            assert native == python, (question, level, puzzle)
    check_outcome(puzzle)
    if len(puzzle.hand) < 5:
        check_values(puzzle)
    kernel, python = (
        reachable(puzzle.hand, puzzle.rules, first=-5, last=60, engine=engine.name) for engine in (KERNEL, IN_PYTHON)
    )
    assert kernel == python, puzzle


def check_outcome(puzzle: Puzzle) -> None:
    """Any one solution need not be the same one."""
    native, python = (nameless(solvable(puzzle, engine=engine.name)) for engine in (KERNEL, IN_PYTHON))
    assert isinstance(native, Result)
    assert isinstance(python, Result)
    assert replace(native, solutions=()) == replace(python, solutions=()), puzzle
    assert len(native.solutions) == len(python.solutions)
    check_nearest(puzzle)


def check_values(puzzle: Puzzle) -> None:
    native, python = (reachable_values(puzzle.hand, puzzle.rules, engine=engine.name) for engine in (KERNEL, IN_PYTHON))
    assert native == python, puzzle


def check_nearest(puzzle: Puzzle) -> None:
    native, python = (nameless(solve(puzzle, nearest=True, engine=engine.name)) for engine in (KERNEL, IN_PYTHON))
    assert native == python, puzzle


def nameless(answer: object) -> object:
    return replace(answer, engine="") if isinstance(answer, Result) else answer
