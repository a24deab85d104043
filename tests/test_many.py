"""Many hands in one call: the same as one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from groups import in_groups
from kernel_cases import a_puzzle, nameless
from puzzle_solver.errors import InvalidPuzzle, PuzzleError, SearchStopped, UnsupportedPuzzle
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Result
from puzzle_solver.rules import COUNTDOWN, IN_ORDER, MAKE_10, NATURAL, WHOLE, Rules, Use
from puzzle_solver.search.kernel import find_kernel
from puzzle_solver.search.registry import IN_PYTHON, KERNEL
from puzzle_solver.solver import count, count_hands, first_gap, reach_hands, reachable, solve, solve_hands

HANDS = [list(hand) for hand in combinations_with_replacement(range(1, 14), 4)]
HERE = find_kernel().module is not None
needs_the_kernel = pytest.mark.skipif(not HERE, reason=find_kernel().why)


@needs_the_kernel
@pytest.mark.parametrize("workers", [1, 2, None])
def test_all_hands_of_four(workers: int | None) -> None:
    assert sum(count_hands(HANDS, workers=workers)) == 3017
    assert sum(count_hands(HANDS, same="algebra", workers=workers)) == 4078


def assert_solved(results: Sequence[Result], same: str) -> None:
    for result in results:
        assert nameless(result) == nameless(solve(result.puzzle, limit=None, same=same, engine=IN_PYTHON.name))


@in_groups("seed", range(60))
def test_it_is_the_same_as_one_by_one(seed: int) -> None:
    random = Random(f"many {seed}")
    puzzle = a_puzzle(random, 4)
    hands: list[list[Fraction]] = [list(puzzle.values), *(list(a_puzzle(random, 4).values) for _ in range(4))]
    hands.append([Fraction(2**62), Fraction(2**61), Fraction(3)])
    for same in ("trees", "algebra", "essence"):
        wanted = [
            count(Puzzle(hand, puzzle.target, puzzle.rules), same=same, engine=IN_PYTHON.name).count for hand in hands
        ]
        assert count_hands(hands, puzzle.target, puzzle.rules, same=same) == wanted
        assert_solved(solve_hands(hands, puzzle.target, puzzle.rules, same=same), same)
    masks = reach_hands(hands, puzzle.rules, first=-4, last=60)
    for hand, mask in zip(hands, masks, strict=True):
        made = reachable(hand, puzzle.rules, first=-4, last=60, engine=IN_PYTHON.name)
        assert tuple(target for target in range(-4, 61) if mask >> target + 4 & 1) == made


@needs_the_kernel
@in_groups("seed", range(20))
def test_hands_of_few_values_share_their_parts(seed: int) -> None:
    random = Random(f"shared {seed}")
    puzzle = a_puzzle(random, 4)
    pool = [*puzzle.values, *random.sample([Fraction(0), Fraction(1), Fraction(-2), Fraction(1, 2), Fraction(6)], 2)]
    hands = [random.choices(pool, k=random.randint(1, 4)) for _ in range(12)]
    hands.insert(6, [*random.choices(pool, k=2), Fraction(2**62), Fraction(2**61)])
    for same in ("trees", "algebra", "essence"):
        wanted = [
            count(Puzzle(hand, puzzle.target, puzzle.rules), same=same, engine=IN_PYTHON.name).count for hand in hands
        ]
        assert count_hands(hands, puzzle.target, puzzle.rules, same=same, workers=1) == wanted
        assert_solved(solve_hands(hands, puzzle.target, puzzle.rules, same=same, workers=1), same)


def test_numbers_are_what_a_puzzle_takes_for_numbers() -> None:
    assert count_hands([[1, 2], ["1", Fraction(2)], [Decimal("0.5"), 6]], 3) == [1, 1, 1]
    refused: list[list[Any]] = [[1, True], [1, 1.0], []]
    for hand in refused:
        with pytest.raises(PuzzleError):
            count_hands([[1, 2], hand], 3)


INTEGERS = ("0 0 1 2 3", "1 2 3 4 5 6 7 8 9 10", "1 1 2 2", "0 1 2 6 12", "25 50 75 100 1 2 3 6", "97 100 101 1000")


@needs_the_kernel
@in_groups("seed", range(120))
def test_every_target_of_hands_of_integers(seed: int) -> None:
    """For a range of targets over integers from 0, or from 1, the kernel has a search of its own."""
    random = Random(f"reach {seed}")
    rules = Rules(use=random.choice(list(Use)), domain=random.choice([WHOLE, NATURAL]))
    numbers, first = random.choice(INTEGERS).split(), random.choice([-20, 0, 1, 101])
    hands = [[int(random.choice(numbers)) for _ in range(random.randint(3, 6))] for _ in range(2)]
    last = first + random.choice([49, 300, 999])
    for hand, mask in zip(hands, reach_hands(hands, rules, first=first, last=last), strict=True):
        made = reachable(hand, rules, first=first, last=last, engine="tables")
        assert tuple(target for target in range(first, last + 1) if mask >> target - first & 1) == made, hand
        assert reachable(hand, rules, first=first, last=last, engine=KERNEL.name) == made


@needs_the_kernel
def test_the_first_gap_asks_again_and_again() -> None:
    for hand in ([1, 2, 3, 4, 5], [3, 6, 25, 50, 75], [1, 1, 10, 100]):
        for rules in (COUNTDOWN, replace(COUNTDOWN, domain=WHOLE), replace(COUNTDOWN, domain=WHOLE, use=Use.ALL)):
            assert first_gap(hand, rules) == first_gap(hand, rules, engine="tables")


def test_what_the_kernel_does_not_take_is_asked_for_one_by_one() -> None:
    joined = replace(IN_ORDER, join=True)
    assert count_hands([[1, 2], [3, 4]], 12, joined) == [1, 1]
    assert count_hands([[3, 3, 8, 8]], engine="tables") == [1]
    assert count_hands([], 24) == []
    with pytest.raises(UnsupportedPuzzle):
        count_hands([[1, 2, 3]], 6, replace(COUNTDOWN, brackets=False), engine="kernel")


def test_the_range_of_targets_is_checked() -> None:
    with pytest.raises(InvalidPuzzle, match="empty"):
        reach_hands([[1, 2]], first=2, last=1)


@needs_the_kernel
@pytest.mark.parametrize(
    ("limits", "limit"),
    [({"time_limit": 0.2}, "time"), ({"interrupted": lambda: True}, "interrupt"), ({"memory_limit": 1}, "memory")],
    ids=["time", "interrupt", "memory"],
)
@pytest.mark.parametrize("workers", [1, 3])
def test_a_limit_stops_all(limits: dict[str, Any], limit: str, workers: int) -> None:
    for ask in (count_hands, solve_hands):
        with pytest.raises(SearchStopped, match=limit):
            ask([list(range(1, 10))] * 5, workers=workers, **limits)


@needs_the_kernel
@pytest.mark.parametrize(
    ("limits", "limit"), [({"time_limit": 0.2}, "time"), ({"memory_limit": 1}, "memory")], ids=["time", "memory"]
)
def test_a_limit_stops_a_range_of_targets(limits: dict[str, Any], limit: str) -> None:
    with pytest.raises(SearchStopped, match=limit):
        reach_hands([list(range(number, number + 7)) for number in range(5, 600)], COUNTDOWN, last=999, **limits)


@needs_the_kernel
def test_every_ticket() -> None:
    """Of the 10,000 tickets with four digits, in any order, so many make 10."""
    tickets = [[int(digit) for digit in f"{number:04}"] for number in range(0, 10_000, 97)]
    one_by_one = [bool(count(Puzzle(ticket, 10, MAKE_10)).count) for ticket in tickets]
    assert [bool(mask) for mask in reach_hands(tickets, MAKE_10, first=10, last=10)] == one_by_one
