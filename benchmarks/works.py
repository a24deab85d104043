"""What is measured, as data."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, cycle, islice
from typing import Final

from puzzle_solver import (
    COUNTDOWN,
    FOUR_FOURS,
    IN_ORDER,
    Puzzle,
    Specification,
    check_many,
    count,
    generate,
    reachable,
    solvable,
    solve,
)
from puzzle_solver.search.registry import IN_PYTHON, choose_engine
from puzzle_solver.search.top_down import Search
from puzzle_solver.solver import count_hands, reach_hands, solve_hands

ALL_HANDS: Final = tuple(combinations_with_replacement(range(1, 14), 4))
PRIMES: Final = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)
FLAGSHIP: Final = Puzzle([1, 3, 4, 5, 6, 7, 8, 9], 1000, IN_ORDER)
DOWN_FROM_10: Final = Puzzle(range(10, 0, -1), 2016, IN_ORDER)
JOINED: Final = replace(IN_ORDER, join=True)
ROUND: Final = Puzzle([25, 50, 75, 100, 3, 6], 952, COUNTDOWN)


@dataclass(frozen=True)
class Work:
    """``run`` returns something to show beside the time.

    ``target`` in seconds, for pure Python, and ``kernel`` for the kernel; None: not measured so. ``megabytes``: their
    targets for memory, pure Python first.
    ``clock``: the processor's time, so that a busy machine counts for little, but for work shared between processes.
    """

    name: str
    target: float | None
    run: Callable[[], object]
    kernel: float | None = None
    repeats: int = 5
    megabytes: tuple[int | None, int | None] = (None, None)
    slow: bool = False
    clock: Callable[[], float] = time.process_time


def all_hands() -> str:
    return f"{sum(count(Puzzle(hand)).count or 0 for hand in ALL_HANDS)} ideas"


def all_hands_in_one_call() -> str:
    return f"{sum(count_hands(ALL_HANDS, workers=1))} ideas"


def all_solutions_in_one_call() -> str:
    return f"{len(solve_hands(ALL_HANDS, workers=1))} results"


def all_draws() -> str:
    """Every target of every draw of Countdown, by one core."""
    plates = [25, 50, 75, 100, *range(1, 11), *range(1, 11)]
    draws = sorted({tuple(sorted(draw)) for draw in combinations(plates, 6)})
    masks = reach_hands(draws, COUNTDOWN, first=101, last=999, workers=1)
    return f"{sum(mask.bit_count() for mask in masks)} of {899 * len(draws)}"


def all_hands_by_formula() -> str:
    return f"{sum(count(Puzzle(hand), same='algebra').count or 0 for hand in ALL_HANDS)} formulas"


def ideas(*hand: int) -> Callable[[], str]:
    return lambda: f"{count(Puzzle(hand)).count} ideas"


def outcome(target: int, *hand: int) -> Callable[[], str]:
    return lambda: solve(Puzzle(hand, target)).outcome.value


def trees_and_formulas() -> str:
    trees, formulas = (count(DOWN_FROM_10, same=same).count for same in ("trees", "algebra"))
    return f"{trees} trees, {formulas} formulas"


def every_target() -> str:
    engine = "tables" if choose_engine()[0] is IN_PYTHON else "auto"
    return f"{len(reachable(ROUND.hand, COUNTDOWN, first=101, last=999, engine=engine))} targets"


def nearest() -> str:
    result = solve(Puzzle(PRIMES[:7], 1000003), nearest=True)
    return " and ".join(str(near.value) for near in result.nearest or ())


def full_table() -> str:
    """The table of 1..9 in order with joining; its positive integers are those of Project Euler 259."""
    search = Search([Fraction(number) for number in range(1, 10)], JOINED, table_size=9)
    return f"{len(search.table(search.arrangement.full))} values"


def first_thousand() -> str:
    return f"{len(reachable(range(1, 10), JOINED, first=0, last=1000))} targets"


def four_fours() -> str:
    made = set(reachable([4] * 4, FOUR_FOURS, first=0, last=100))
    return "not " + " ".join(str(number) for number in range(101) if number not in made)


def any_one(target: int, *hand: int) -> Callable[[], str]:
    return lambda: str(solvable(Puzzle(hand, target)))


VERDICTS: Final = 25_000


@lru_cache
def answers() -> tuple[tuple[str, Puzzle], ...]:
    """Answers to hands of four to six: right ones as text, with a claim and in LaTeX, and two kinds of wrong ones."""
    hands = [
        [3, 3, 8, 8],
        [1, 5, 5, 5],
        [4, 1, 8, 7],
        [2, 3, 5, 12],
        [1, 2, 3, 4, 5],
        [3, 5, 7, 9, 11],
        list(range(1, 7)),
    ]
    rows: list[tuple[str, Puzzle]] = []
    for puzzle in map(Puzzle, hands):
        for solution in solve(puzzle, limit=10).solutions:
            text = solution.text()
            wrong = (text.replace("+", "*"), text.replace(str(max(puzzle.values)), "1", 1))
            rows += [(answer, puzzle) for answer in (text, f"{solution.text('unicode')} = 24", solution.latex, *wrong)]
    return tuple(islice(cycle(rows), VERDICTS))


def verdicts(workers: int) -> Callable[[], str]:
    return lambda: f"{sum(verdict.correct for verdict in check_many(answers(), workers=workers))} right"


def rows(specification: Specification, many: int) -> Callable[[], str]:
    """Make rows as ``puzzle generate --format jsonl`` prints them."""
    return lambda: f"{sum(len(json.dumps(found.to_object())) for found in generate(specification, count=many))} bytes"


WORKS: Final = (
    Work("one hand of four, all distinct: 2 4 8 10", 0.002, ideas(2, 4, 8, 10), 0.000008, repeats=50),
    Work("all 1820 hands of four, all distinct", 2, all_hands, repeats=3),
    Work("all 1820 hands of four, all distinct, in one call", None, all_hands_in_one_call, 0.01, repeats=3),
    Work("all 1820 hands of four, the solutions themselves, in one call", None, all_solutions_in_one_call, 0.01, 3),
    Work("all 1820 hands of four, all formulas", 2, all_hands_by_formula, repeats=3),
    Work("six numbers, all distinct: 1..6 -> 24", 0.3, ideas(*range(1, 7)), 0.0015),
    Work("seven numbers, all distinct: 1..7 -> 24", 5, ideas(*range(1, 8)), 0.025, 3, (None, 20)),
    Work(
        "seven numbers, proof of none: 2..17 prime -> 1000003", 2, outcome(1000003, *PRIMES[:7]), None, 3, (200, None)
    ),
    Work(
        "eight numbers, proof of none: 2..19 prime -> 10000019", 8, outcome(10000019, *PRIMES[:8]), 0.04, 1, (200, 16)
    ),
    Work(
        "eight numbers, proof of none, no more than their product: 2..19 prime -> 9000011",
        None,
        outcome(9000011, *PRIMES[:8]),
        0.04,
        1,
        (None, 16),
    ),
    Work(
        "nine numbers, proof of none: 2..23 prime -> 10000019", None, outcome(10000019, *PRIMES[:9]), 0.3, 1, (None, 32)
    ),
    Work(
        "ten numbers, proof of none: 2..29 prime -> 1000000007",
        None,
        outcome(1000000007, *PRIMES),
        10,
        1,
        (None, 400),
        True,
    ),
    Work("1..8 -> 24, all distinct", 120, ideas(*range(1, 9)), 0.7, 1, (None, 200), slow=True),
    Work(
        "1 3 4 5 6 7 8 9 -> 1000 in order, all",
        0.05,
        lambda: f"{len(solve(FLAGSHIP, limit=None).solutions)} ideas",
        0.001,
    ),
    Work("10..1 -> 2016 in order, trees and formulas", 0.5, trees_and_formulas, 0.01),
    Work("one Countdown draw, every target 101..999", 0.1, every_target, 0.0002),
    Work("all 13,243 Countdown draws, every target 101..999", None, all_draws, 3, 1, slow=True),
    Work("one Countdown round, simplest solution", 0.03, lambda: str(solve(ROUND).solutions[0]), 0.0005, repeats=20),
    Work("any one solution, eight numbers", 0.05, any_one(24, 3, 4, 7, 8, 11, 12, 15, 25), 0.002, repeats=20),
    Work("1..9 in order with joining, every value", 30, full_table, repeats=1, slow=True),
    Work("1..9 in order with joining, every target 0..1000", 1, first_thousand),
    Work("four fours, which of 0..100 cannot be made", 1, four_fours),
    Work("nearest to a target, seven primes -> 1000003", 2, nearest, 0.05, repeats=3),
    Work(
        "1000 hands of four, 1 to 20, with exactly one idea",
        10,
        rows(Specification(deck="1..20", guarantees=["unique"]), 1000),
        repeats=1,
    ),
    Work("10,000 rows of Countdown puzzles", None, rows(Specification(COUNTDOWN), 10_000), 60, 1),
    Work("25,000 verdicts on answers to hands of four to six", 1, verdicts(1)),
    Work("25,000 verdicts, shared between two workers", 0.6, verdicts(2), clock=time.perf_counter),
)
