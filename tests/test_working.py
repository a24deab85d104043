"""Worked examples: every sentence states what the naive oracle finds too, and nothing is said that is not known."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bridge
import naive
from puzzle_solver import (
    COUNTDOWN,
    INTEGER,
    NATURAL,
    Document,
    InvalidPuzzle,
    Order,
    Outcome,
    Puzzle,
    Rules,
    UnknownName,
    Use,
    find_operators,
    solve,
    worked,
)
from puzzle_solver.cli.batch import read_line
from puzzle_solver.documents import Worked
from puzzle_solver.documents.idea import Fractions, KeyPair, LastStep, Made, Needed, Part, Written, take_apart
from puzzle_solver.hints import Need
from tables import json_rows

ROWS = json_rows("worked.jsonl")
ROW = pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join(row["hand"]))
PRIMES = Puzzle([2, 3, 5, 7, 11, 13, 17, 19, 23, 29], 1000000007)


def puzzle_of(row: dict[str, Any]) -> Puzzle:
    return read_line(json.dumps(row), {"same": "essence"})[0]


@ROW
def test_what_is_said_of_the_classics_and_the_odd_ones(row: dict[str, Any]) -> None:
    told = worked(puzzle_of(row))
    assert str(told).split("\n") == row["says"]
    assert [str(solution) for solution in told.others] == row["others"]
    assert [str(near.solutions[0]) for near in told.nearest or ()] == row["nearest"]


@ROW
def test_every_engine_tells_the_same(row: dict[str, Any]) -> None:
    puzzle = puzzle_of(row)
    assert Document((worked(puzzle, engine="target"),)).write("html") == Document((worked(puzzle),)).write("html")


# The claims, against the oracle

HANDS = [
    *combinations_with_replacement(range(1, 6), 3),
    (3, 3, 8, 8),
    (1, 5, 5, 5),
    (1, 3, 4, 6),
    (2, 2, 3, 3),
    (1, 1, 1, 7),
]
SMALL = [(hand, target) for hand in HANDS for target in ((24,) if len(hand) == 4 else (7, Fraction(3, 2)))]


def small_puzzles() -> Iterator[tuple[Worked, dict[str, Any]]]:
    for hand, target in SMALL:
        yield worked(Puzzle(hand, target)), {"operators": "+-*/"}
    for hand in ((1, 2, 3), (2, 2, 5), (4, 1, 3)):
        fixed = Rules(order=Order.FIXED, domain=INTEGER)
        yield worked(Puzzle(hand, 5, fixed)), {"operators": "+-*/", "order": "fixed", "domain": "integer"}
        some = Rules(use=Use.SOME, domain=NATURAL)
        yield worked(Puzzle(hand, 8, some)), {"operators": "+-*/", "use": "some", "domain": "natural"}
        joined = Rules(join=True)
        yield worked(Puzzle(hand, 33, joined)), {"operators": "+-*/", "join": True}


def test_what_is_said_to_be_needed_is_needed() -> None:
    seen = set()
    for told, rules in small_puzzles():
        if told.needs is None or "domain" in rules:
            continue
        without = {"fraction": "integer", "negative": "non-negative"}
        for thing, domain in without.items():
            need = getattr(told.needs, thing)
            there_is_one = bool(naive.solutions(told.puzzle.values, told.puzzle.target, **rules, domain=domain))
            assert (need is Need.NEEDED) == (not there_is_one), (told.statement, thing)
            seen.add((thing, need))
    assert seen >= {("fraction", Need.NEEDED), ("fraction", Need.NOT_NEEDED), ("negative", Need.NOT_NEEDED)}


def test_whatever_has_no_solution_is_told_with_how_much_was_searched_and_what_is_nearest() -> None:
    unsolved = 0
    for told, rules in small_puzzles():
        made = naive.values(naive.expressions(told.puzzle.values, **rules).trees)
        assert (told.outcome is Outcome.SOLVED) == (told.puzzle.target in made)
        if told.simplest is not None:
            assert (told.extent, told.nearest) == (None, None)
            continue
        unsolved += 1
        assert told.extent is not None
        assert told.extent.values == len(made)
        assert {near.value for near in told.nearest or ()} == naive.nearest(made, told.puzzle.target)
    assert unsolved > 20


def written(numbers: tuple[int, ...], operators: int) -> int:
    """Count the expressions over numbers in this order."""
    cuts = range(1, len(numbers))
    return len(numbers) == 1 or sum(
        operators * written(numbers[:at], operators) * written(numbers[at:], operators) for at in cuts
    )


@pytest.mark.parametrize(
    "hand", [(3,), (1, 1), (3, 5), (1, 1, 1), (2, 2, 9), (1, 1, 1, 1), (1, 1, 2, 3), (9, 8, 7, 7, 7)]
)
def test_the_number_of_expressions_is_that_of_all_orders_and_brackets(hand: tuple[int, ...]) -> None:
    def count(rules: Rules) -> int | None:
        extent = worked(Puzzle(hand, 10**9, rules)).extent
        return extent and extent.expressions

    assert count(Rules()) == sum(written(order, 4) for order in set(permutations(hand)))
    assert count(Rules(order=Order.FIXED, operators=find_operators("+-"))) == written(hand, 2)
    chosen = {order for size in range(1, len(hand) + 1) for order in permutations(hand, size)}
    assert count(Rules(use=Use.SOME)) == sum(written(order, 4) for order in chosen)


hands = st.lists(st.integers(-3, 9), min_size=1, max_size=4)


@settings(max_examples=60)
@given(hands, st.integers(-5, 30), st.sampled_from(["+-*/", "+-*/^!", "+-*"]), st.booleans())
def test_the_idea_holds(hand: list[int], target: int, operators: str, join: bool) -> None:
    rules = Rules(operators=find_operators(operators), unary_depth=1, join=join)
    told = worked(Puzzle(hand, target, rules))
    if told.simplest is None:
        assert told.idea == ()
        return
    parts = take_apart(told.simplest.expression)
    assert [part.step for part in parts if part.parts] == list(told.steps)
    for part in parts:
        if part.operator is not None:
            values = [inner.value for inner in part.parts]
            assert naive.apply(part.operator.symbol, *values) == part.value
            assert part.numbers == tuple(number for inner in part.parts for number in inner.numbers)
    for sentence in told.idea:
        check_sentence(sentence, parts)


def check_sentence(sentence: object, parts: list[Made]) -> None:
    match sentence:
        case LastStep(last, step):
            assert (last.operator, step, last.only) == (parts[-1].operator, parts[-1].step, len(parts) == 1)
        case Part(part, beside, _):
            assert part in parts
            assert beside is None or not beside.parts
        case KeyPair(left, right):
            assert left in parts
            assert right in parts
        case Written(numbers, hand):
            assert Counter(parts[-1].numbers) - Counter(hand) >= Counter(numbers) > Counter()
        case Fractions(comes, goes):
            at = parts.index(comes)
            assert all(part.value.denominator == 1 for part in parts[:at])
            assert comes.value.denominator > 1
            assert (goes is None) == (parts[-1].value.denominator > 1)
            assert goes is None or all(part.value.denominator == 1 for part in parts[parts.index(goes) :])
        case Needed(needs, _, numbers):
            given = [number.value for number in numbers]
            fraction = any(value.denominator > 1 for value in given), needs.fraction
            negative = any(value < 0 for value in given), needs.negative
            unknown = (False, Need.UNKNOWN) in (fraction, negative)
            assert ("not known" in str(sentence)) >= unknown, "of what is given it need not be said"


# Others, counts and limits


def test_no_more_others_than_are_asked_for() -> None:
    puzzle = Puzzle([1, 2, 3, 4, 5, 6])
    every = solve(puzzle, limit=5).solutions
    for others in (0, 1, 4):
        told = worked(puzzle, others=others)
        assert (told.solutions, told.count) == (every[: others + 1], 749)
        assert told.remarks == ("There are 749 distinct solutions.",)


def test_solutions_beyond_a_thousand_are_not_counted() -> None:
    told = worked(Puzzle([1, 2, 3, 4, 5, 6, 7]))
    assert (told.count, told.limit, len(told.solutions)) == (None, None, 4)
    assert told.remarks == ("There are more than 1000 distinct solutions.",)


def test_the_level_of_sameness_is_that_asked_for() -> None:
    assert [worked(Puzzle([1, 2, 3, 4]), same=same).count for same in ("trees", "algebra", "essence")] == [242, 4, 3]


def test_a_stopped_search_never_says_that_there_is_nothing() -> None:
    told = worked(PRIMES, time_limit=0.05)
    assert (told.outcome, told.limit, told.extent, told.nearest, told.idea) == (Outcome.STOPPED, "time", None, None, ())
    (remark,) = told.remarks
    assert remark.startswith("The search was stopped (time): whether 2, 3, 5,")
    assert remark.endswith("can make 1000000007 is not known.")
    for form in ("markdown", "html", "latex"):
        text = Document((told,)).write(form)
        assert "is not known" in text
        assert "no solution" not in text.lower()


def test_an_interrupted_search_says_so() -> None:
    told = worked(PRIMES, interrupted=lambda: True)
    assert (told.outcome, told.limit) == (Outcome.STOPPED, "interrupt")


def test_a_search_that_leaves_out_large_values_proves_nothing() -> None:
    told = worked(Puzzle([2, 1000, 3], 3000, Rules(operators=find_operators("^+*"))))
    assert (told.outcome, told.extent) == (Outcome.NOT_FOUND, None)
    assert "complete" not in " ".join(told.remarks)


def test_the_rules_are_told_with_the_meaning_of_unusual_signs() -> None:
    assert worked(Puzzle([4, 4], 24, Rules(operators=find_operators("+!")))).rules == (
        "+ !, in any order, every number used, any exact fraction on the way; a! is a factorial."
    )
    assert worked(Puzzle([5, 3], -8, Rules(operators=find_operators("negate,+,root,!!,max")))).rules.endswith(
        "; −a is a change of sign, root(a, b) is a root, double_factorial(a) is a double factorial, "
        "max(a, b) is a maximum."
    )
    assert worked(Puzzle([2, 4], 3, Rules(operators=(bridge.MEAN,)))).rules.endswith("; a mean b is the mean.")
    assert worked(Puzzle([4, 4], 8, COUNTDOWN)).rules == (
        "+ − × ÷, in any order, each number used at most once, positive integers on the way."
    )


def test_every_form_of_the_solution() -> None:
    told = worked(Puzzle([3, 3, 8, 8]))
    assert told.text == "8 ÷ (3 − 8 ÷ 3)"
    assert told.latex == r"\frac{8}{3 - \frac{8}{3}}"
    assert told.svg is not None
    assert "<title>8 ÷ (3 − 8 ÷ 3)</title>" in told.svg
    nothing = worked(Puzzle([1, 1, 1, 1]))
    assert (nothing.text, nothing.latex, nothing.svg, nothing.steps) == (None, None, None, ())
    assert pickle.loads(pickle.dumps(told)) == told  # noqa: S301 (our own)


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"others": -1}, InvalidPuzzle, "from 0"),
        ({"time_limit": 0}, InvalidPuzzle, "time limit is 0"),
        ({"same": "alike"}, UnknownName, "'alike'"),
        ({"engine": "diesel"}, UnknownName, "'diesel'"),
    ],
)
def test_misuse_is_refused(options: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        worked(Puzzle([3, 3, 8, 8]), **options)
