"""What others have published, row by row of tests/data/facts.jsonl and of the tables beside it."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

import naive
from bridge import to_tree
from puzzle_solver.expression import evaluate
from puzzle_solver.operators import ADD, BASIC, FACTORIAL, POWER, SQUARE_ROOT, SUBTRACT, AnyOperator
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.reading import read_expression
from puzzle_solver.result import Outcome
from puzzle_solver.rules import COUNTDOWN, GAME_24, IN_ORDER, INTEGER, MAKE_10, NON_NEGATIVE, TANEJA, Order, Rules
from puzzle_solver.sameness import same
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.forest import Forest, count_trees
from puzzle_solver.search.kernel import find_kernel
from puzzle_solver.search.registry import KERNEL
from puzzle_solver.search.top_down import Search
from puzzle_solver.solver import count, first_gap, reach, reach_hands, reachable, solvable, solve
from tables import csv_rows, json_rows

ROOT = Path(__file__).parents[1]
FACTS = {row["id"]: row for row in json_rows("facts.jsonl")}
COVERED: set[str] = set()
Test = Callable[..., None]


def fact(*identifiers: str) -> Callable[[Test], Test]:
    """Run a test once for each of these rows of facts.jsonl."""
    COVERED.update(identifiers)
    return pytest.mark.parametrize("row", [FACTS[name] for name in identifiers], ids=identifiers)


def test_every_row_is_tested() -> None:
    assert FACTS.keys() == COVERED


def hands(numbers: Iterable[int], size: int = 4) -> list[tuple[int, ...]]:
    return list(itertools.combinations_with_replacement(numbers, size))


CARDS = hands(range(1, 14))


def can(hand: Sequence[int], rules: Rules, target: int | None = None) -> bool:
    return solvable(Puzzle(hand, target, rules)).outcome is Outcome.SOLVED


def draws(hand: Sequence[int]) -> int:
    """In how many orders can the hand be drawn?"""
    return math.factorial(len(hand)) // math.prod(map(math.factorial, Counter(hand).values()))


@lru_cache(maxsize=2)
def counted(level: str) -> dict[tuple[int, ...], int]:
    counts = {hand: count(Puzzle(hand), same=level).count or 0 for hand in CARDS}
    return {hand: number for hand, number in counts.items() if number}


# All hands of four cards


@fact("hands-24")
def test_hands_that_make_24(row: dict[str, Any]) -> None:
    assert len(counted("essence")) == row["value"]
    assert len(CARDS) == row["of"]


@fact("draws-24")
def test_draws_that_make_24(row: dict[str, Any]) -> None:
    assert sum(map(draws, counted("essence"))) == row["value"]
    assert sum(map(draws, CARDS)) == row["of"]


@fact("solutions-24")
def test_ideas_hand_by_hand(row: dict[str, Any]) -> None:
    table = {tuple(map(int, line["hand"].split())): int(line["solutions"]) for line in csv_rows("solutions_24.csv")}
    assert counted("essence") == table
    assert sum(table.values()) == row["value"]


@fact("formulas-24")
def test_formulas(row: dict[str, Any]) -> None:
    assert sum(counted("algebra").values()) == row["value"]


@fact("hands-24-integer", "fraction-only")
def test_hands_that_need_no_fraction(row: dict[str, Any]) -> None:
    rules = replace(GAME_24, domain=INTEGER)
    need_one = {hand for hand in counted("essence") if not can(hand, rules)}
    if "hands" in row:
        assert need_one == {tuple(map(int, hand.split())) for hand in row["hands"]}
    else:
        assert len(counted("essence")) - len(need_one) == row["value"]


@fact("hands-24-1-10", "hands-24-0-9", "hands-10-0-9")
def test_hands_of_other_numbers(row: dict[str, Any]) -> None:
    _, target, least, most = row["id"].split("-")
    those = hands(range(int(least), int(most) + 1))
    assert sum(can(hand, GAME_24, int(target)) for hand in those) == row["value"]
    assert len(those) == row["of"]


@fact("make10-strings")
def test_digit_strings_that_make_10(row: dict[str, Any]) -> None:
    strings = list(itertools.product(range(10), repeat=4))
    free = {hand for hand in hands(range(10)) if can(hand, MAKE_10)}
    any_order = [digits for digits in strings if tuple(sorted(digits)) in free]
    in_order = [digits for digits in any_order if can(digits, IN_ORDER, 10)]
    without_negative = [digits for digits in in_order if can(digits, replace(IN_ORDER, domain=NON_NEGATIVE), 10)]
    assert [len(any_order), len(in_order), len(without_negative)] == row["values"]


@fact("five-cards")
def test_five_cards(row: dict[str, Any]) -> None:
    those = [hand for hand in hands(range(1, 11), 5) if max(Counter(hand).values()) < 5]
    assert sum(not can(hand, GAME_24) for hand in those) == row["value"]
    assert len(those) == row["of"]


@fact("essence-five")
def test_ideas_of_hands_of_five(row: dict[str, Any]) -> None:
    for line in csv_rows(row["claim"].split()[-1]):
        found = count(Puzzle(line["hand"].split(), line["target"])).count
        assert found == int(line["solutions"]), line


# Single puzzles


@fact("float-trap-60", "float-trap-70")
def test_what_floats_miss(row: dict[str, Any]) -> None:
    result = solve(Puzzle(row["hand"].split(), row["target"]), limit=None)
    assert any(same(solution.expression, read_expression(row["example"])) for solution in result.solutions)
    assert result.count == 1 or "one idea" not in row["claim"]


@fact("leetcode-679")
def test_leetcode(row: dict[str, Any]) -> None:
    for expected in (True, False):
        for hand in row[str(expected).lower()]:
            assert can(list(map(int, hand.split())), GAME_24) is expected


@fact("flagship")
def test_flagship(row: dict[str, Any]) -> None:
    puzzle = Puzzle([1, 3, 4, 5, 6, 7, 8, 9], 1000, IN_ORDER)
    for level in ("trees", "algebra", "essence"):
        result = solve(puzzle, limit=None, same=level)
        assert len(result.solutions) == result.count == count(puzzle, same=level).count == row[level]
        for solution in result.solutions:
            tree = to_tree(solution.expression)
            assert naive.leaves(tree) == list(puzzle.values)
            assert naive.evaluate(tree) == 1000


@fact("count-2016")
def test_count_2016(row: dict[str, Any]) -> None:
    puzzle = Puzzle(range(10, 0, -1), 2016, IN_ORDER)
    for level in ("trees", "algebra"):
        assert count(puzzle, same=level).count == row[level]


def test_trees_in_order() -> None:
    """Every row by the default engine, and every tenth by the search in Python, which takes ten times as long."""
    hand = (1, 3, 4, 5, 6, 7, 8, 9)
    search = Search([Fraction(number) for number in hand], IN_ORDER)
    for place, line in enumerate(csv_rows("in_order_13456789_tree_counts.csv")):
        assert count(Puzzle(hand, line["target"], IN_ORDER), same="trees").count == int(line["raw_trees"]), line
        if place % 10 == 0:
            target = search.arithmetic.encode(Fraction(line["target"]))
            assert count_trees(Forest(search, target)) == int(line["raw_trees"]), line


@fact("countdown-952")
def test_countdown_952(row: dict[str, Any]) -> None:
    result = solve(Puzzle([25, 50, 75, 100, 3, 6], 952, COUNTDOWN), limit=None)
    assert len(result.solutions) == result.count == row["value"]


@fact("hutton-765")
def test_hutton_765(row: dict[str, Any]) -> None:
    """The numbers of the hand are different, so trees over values are trees over labelled numbers."""
    assert count(Puzzle([1, 3, 7, 10, 25, 50], 765, COUNTDOWN), same="trees").count == row["making_765"]


def test_huttons_valid_expressions() -> None:
    search = Search([Fraction(number) for number in (1, 3, 7, 10, 25, 50)], COUNTDOWN)
    values = set().union(*map(search.table, search.roots(search.sizes)))
    assert sum(count_trees(Forest(search, value)) for value in values) == FACTS["hutton-765"]["valid"]


def test_countdown_rounds_are_all_solved() -> None:
    lines = csv_rows("countdown_rounds.csv")
    assert len(lines) == 300
    for line in lines:
        result = solve(Puzzle(line["hand"].split(), line["target"], COUNTDOWN))
        assert result.outcome is Outcome.SOLVED, line
        assert naive.evaluate(to_tree(result.solutions[0].expression)) == int(line["target"])


@fact("reach-1-6")
def test_reach_of_1_to_6(row: dict[str, Any]) -> None:
    reached = reach(range(1, 7), COUNTDOWN, first=100, last=row["value"])
    assert [one.target for one in reached if one.result.outcome is Outcome.IMPOSSIBLE] == [row["value"]]


@fact("euler-93")
def test_euler_93(row: dict[str, Any]) -> None:
    found = {digits: first_gap(digits) for digits in itertools.combinations(range(1, 10), 4)}
    gaps = {digits: gap.target for digits, gap in found.items() if gap}
    best = max(gaps, key=lambda digits: gaps[digits])
    assert "".join(map(str, best)) == row["digits"]
    assert gaps[best] - 1 == row["run"]


@fact("trees-1-8-24")
@pytest.mark.slow
def test_trees_over_1_to_8(row: dict[str, Any]) -> None:
    """Measured: 22 s on a busy machine."""
    assert count(Puzzle(range(1, 9)), same="trees").count == row["value"]


# Joining, powers, roots and factorials


@fact("plates-24")
def test_licence_plates(row: dict[str, Any]) -> None:
    plates = hands(range(10))
    assert sum(can(plate, replace(GAME_24, join=True)) for plate in plates) == row["value"]
    assert len(plates) == row["of"]


SUMS_OF_DIGITS = Rules("sums", (ADD, SUBTRACT), Order.FIXED, join=True, brackets=False, unary_depth=1)


@fact("digits-100")
def test_digits_that_make_100(row: dict[str, Any]) -> None:
    puzzle = Puzzle(range(1, 10), 100, SUMS_OF_DIGITS)
    for level in ("trees", "algebra", "essence"):
        assert count(puzzle, same=level).count == row["value"]
    with_zero = Puzzle(range(10), 100, SUMS_OF_DIGITS)
    assert count(with_zero).count == row["leading_minus"], "0 - 1 for a leading minus, 0 + 1 for none"
    assert {"1 + 2 + 34 - 5 + 67 - 8 + 9", "123 - 45 - 67 + 89"} <= set(map(str, solve(puzzle, limit=None).solutions))


@fact("euler-259")
@pytest.mark.slow
def test_euler_259(row: dict[str, Any]) -> None:
    """Measured: 41 s on a busy machine, 870 MB."""
    search = Search([Fraction(digit) for digit in range(1, 10)], replace(IN_ORDER, join=True), table_size=9)
    table = search.table(search.arrangement.full)
    numbers = [value for value in map(search.arithmetic.decode, table) if value > 0 and value.denominator == 1]
    assert len(table) == row["values"]
    assert len(numbers) == row["count"]
    assert sum(numbers) == row["sum"]


def test_values_of_1_to_6() -> None:
    """The same question over fewer digits, answered by the oracle too."""
    rules = replace(IN_ORDER, join=True)
    made = reachable(range(1, 7), rules, first=1, last=200)
    oracle = naive.values(naive.expressions(range(1, 7), order="fixed", join=True, thin=True).trees)
    assert made == tuple(number for number in range(1, 201) if number in oracle)


FOURS = Rules("fours", (*BASIC, POWER, SQUARE_ROOT, FACTORIAL), join=True, decimals=True, unary_depth=2)


@fact("four-fours")
@pytest.mark.parametrize("engine", ["target", "tables"])
def test_four_fours(row: dict[str, Any], engine: str) -> None:
    assert reachable([4] * 4, FOURS, last=row["gap"], engine=engine) == tuple(range(row["gap"]))
    result = solve(Puzzle([4] * 4, row["gap"], FOURS), engine=engine)
    assert result.outcome is Outcome.NOT_FOUND
    assert result.limit
    assert "more than 2 unary operators" in result.limit


def test_four_fours_come_with_a_solution_each() -> None:
    for one in reach([4] * 4, FOURS, last=20):
        [solution] = one.result.solutions
        assert naive.evaluate(to_tree(solution.expression)) == one.target


@fact("factorials-24", "powers-24")
def test_examples_with_powers_and_factorials(row: dict[str, Any]) -> None:
    operators: dict[str, AnyOperator] = {"factorials-24": FACTORIAL, "powers-24": POWER}
    rules = replace(GAME_24, operators=(*BASIC, operators[row["id"]]))
    result = solve(Puzzle(row["hand"].split(), rules=rules), limit=None)
    assert any(same(solution.expression, read_expression(row["example"])) for solution in result.solutions)


@fact("power-of-zero")
def test_zero_to_the_power_of_zero_is_undefined(row: dict[str, Any]) -> None:
    """5^2 - 0^0 is no solution; nor is there another."""
    rules = replace(GAME_24, operators=(*BASIC, POWER))
    assert solve(Puzzle(row["hand"].split(), rules=rules)).outcome is Outcome.IMPOSSIBLE
    trees = naive.solutions(map(int, row["hand"].split()), 24, operators="+-*/^")
    assert not trees


# Expressions and formulas over numbers that have nothing to do with one another

GENERIC = [Fraction(n) for n in (10**6 + 3, 10**7 + 19, 10**9 + 7, 10**11 + 3, 10**13 + 37, 10**17 + 3, 10**19 + 51)]
"""Different formulas over these have different values, so that formulas can be counted by value."""


def values_of(length: int, order: Order) -> set[Fraction]:
    search = Search(GENERIC[:length], Rules(order=order))
    return set(map(search.arithmetic.decode, search.table(search.arrangement.full)))


@fact("A140606")
def test_formulas_in_free_order(row: dict[str, Any]) -> None:
    assert [len(values_of(length, Order.FREE)) for length in range(1, 6)] == row["sequence"][:5]


@fact("A247982")
def test_formulas_up_to_sign(row: dict[str, Any]) -> None:
    counts = [len({abs(value) for value in values_of(length, Order.FREE)}) for length in range(1, 6)]
    assert counts == row["sequence"][:5]


@fact("A156017")
def test_formulas_in_fixed_order(row: dict[str, Any]) -> None:
    assert [len(values_of(length, Order.FIXED)) for length in range(1, 8)] == row["sequence"][:7]


@fact("A140606")
def test_formulas_in_free_order_by_sameness(row: dict[str, Any]) -> None:
    for length in range(1, 5):
        puzzles = (Puzzle(GENERIC[:length], value) for value in values_of(length, Order.FREE))
        assert sum(count(puzzle, same="algebra").count or 0 for puzzle in puzzles) == row["sequence"][length - 1]


@fact("A156017")
def test_formulas_in_fixed_order_by_sameness(row: dict[str, Any]) -> None:
    for length in range(1, 6):
        puzzles = (Puzzle(GENERIC[:length], value, IN_ORDER) for value in values_of(length, Order.FIXED))
        assert sum(count(puzzle, same="algebra").count or 0 for puzzle in puzzles) == row["sequence"][length - 1]


@fact("naive-7680")
def test_expressions_of_the_naive_method(row: dict[str, Any]) -> None:
    search = Search([Fraction(n) for n in (2, 3, 7, 11)], GAME_24)
    values = search.table(search.arrangement.full)
    assert sum(count_trees(Forest(search, value)) for value in values) == row["value"]


@fact("models-4992")
def test_expressions_of_five_bracket_models(row: dict[str, Any]) -> None:
    search = Search([Fraction(n) for n in (2, 3, 7, 11)], GAME_24)
    values = set(map(search.arithmetic.decode, search.table(search.arrangement.full)))
    example = run_path(str(ROOT / "examples" / "counting.py"))
    texts = [text for model in example["MODELS"] for text in example["expressions"](model, (2, 3, 7, 11))]
    assert len(set(texts)) == row["value"]
    assert all(evaluate(read_expression(text)) in values for text in texts)


# Sweeps that are quick with the kernel only

needs_the_kernel = pytest.mark.skipif(find_kernel().module is None, reason=find_kernel().why)


@needs_the_kernel
@fact("six-cards")
def test_hands_of_six_that_cannot_make_24(row: dict[str, Any]) -> None:
    sixes = [hand for hand in hands(range(1, 11), 6) if max(Counter(hand).values()) <= 4]
    masks = reach_hands(sixes, first=24, last=24)
    none = [" ".join(map(str, hand)) for hand, mask in zip(sixes, masks, strict=True) if not mask]
    assert none == row["hands"]


@lru_cache
def draw_masks() -> list[int]:
    """Return, for every draw of Countdown, which of 100..999 it makes, as bits. Measured: 1.6 s of one core."""
    plates = [25, 50, 75, 100, *range(1, 11), *range(1, 11)]
    draws = sorted({tuple(sorted(draw)) for draw in itertools.combinations(plates, 6)})
    return reach_hands(draws, COUNTDOWN, first=100, last=999)


@needs_the_kernel
@fact("countdown-all-targets")
def test_draws_that_reach_every_target(row: dict[str, Any]) -> None:
    assert len(draw_masks()) == row["draws"]
    assert sum(mask.bit_count() == 900 for mask in draw_masks()) == row["all"]


@needs_the_kernel
@fact("countdown-pairs")
def test_draws_and_targets(row: dict[str, Any]) -> None:
    assert sum((mask >> 1).bit_count() for mask in draw_masks()) == row["value"]
    assert len(draw_masks()) * 899 == row["of"]


INCREASING, DECREASING = range(1, 10), range(9, 0, -1)


@pytest.mark.slow
@needs_the_kernel
@fact("taneja")
def test_what_1_to_9_make_in_order(row: dict[str, Any]) -> None:
    """Measured: 3 s, 90 MB."""
    [missing] = row["missing"]
    assert reachable(INCREASING, TANEJA, last=missing - 1) == tuple(range(missing))
    assert reachable(INCREASING, TANEJA, first=missing + 1, last=11111) == tuple(range(missing + 1, 11112))
    assert reachable(DECREASING, TANEJA, last=11111) == tuple(range(11112))


@needs_the_kernel
@fact("taneja")
def test_10958_is_not_made_of_numbers_of_61_bits(row: dict[str, Any]) -> None:
    """No expression makes it on whose way no numerator or denominator exceeds 2**61 - 2.

    Apart from larger numbers the kernel passes over powers of 0, 1 and -1, and powers of exponent 0, whose other part
    has no table, being of seven digits or more. Here that is 1 to a power made of 2 to 8, and 1 to 8 make 1 without.
    """

    def found(hand: Iterable[int], target: int) -> bool:
        opened = KERNEL.open(list(map(Fraction, hand)), TANEJA, Budget())
        can = opened.ask(lambda kernel: kernel.can((target, 1)))
        return bool(can)

    [missing] = row["missing"]
    assert not found(INCREASING, missing)
    assert all(found(INCREASING, near) for near in (missing - 1, missing + 1))
    assert all(found(range(1, 9), one) for one in (1, -1))


@pytest.mark.slow
@fact("taneja")
def test_10958_is_not_made_of_powers_of_1024_bits(row: dict[str, Any]) -> None:
    """Nor could more than one sign in a row help. Measured: 133 s, 320 MB."""
    [missing] = row["missing"]
    result = solvable(Puzzle(INCREASING, missing, TANEJA))
    assert result.outcome is Outcome.NOT_FOUND
    assert result.limit == "values of more than 1024 bits or more than 1 unary operator on one another"
