"""Hints: what they state is true, they agree with one another, and they never tell the whole solution."""

from __future__ import annotations

import itertools
import pickle
import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bridge
import naive
from puzzle_solver.checker import check
from puzzle_solver.errors import InvalidPuzzle, PuzzleError, UnknownName, UnsupportedPuzzle
from puzzle_solver.hints import AllButOne, First, InvalidStep, Last, Need, Needs, Possible, Stage, hint
from puzzle_solver.operators import OPERATORS
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import read_rational
from puzzle_solver.render.text import to_text
from puzzle_solver.result import Outcome
from puzzle_solver.rules import COUNTDOWN, FOUR_FOURS, Rules, Use
from puzzle_solver.solver import solve
from tables import json_rows

# Puzzles, and all that the oracle knows of them

Left: TypeAlias = tuple[Fraction, ...]
Words: TypeAlias = st.SearchStrategy[dict[str, Any]]
Numbers: TypeAlias = st.SearchStrategy[Fraction]

NUMBERS = st.integers(0, 9).map(Fraction) | st.sampled_from([Fraction(-3), Fraction(1, 2), Fraction(13)])
DIGITS = st.integers(1, 5).map(Fraction)

PLAIN = st.fixed_dictionaries({
    "operators": st.sampled_from(["+-*/", "+-", "*/", "+-*", "/-"]),
    "order": st.sampled_from(["free", "fixed"]),
    "use": st.sampled_from(["all", "some"]),
    "domain": st.sampled_from(list(naive.DOMAINS)),
})  # fmt: skip
JOINING = st.fixed_dictionaries({
    "operators": st.sampled_from(["+-", "+*", "-/"]),
    "order": st.sampled_from(["free", "fixed"]),
    "join": st.just(True),
    "decimals": st.booleans(),
})  # fmt: skip
UNARY = st.fixed_dictionaries({
    "operators": st.sampled_from([("-", "negate"), ("+", "!"), ("*", "sqrt", "negate"), ("+", "sqrt", "!")]),
    "order": st.sampled_from(["free", "fixed"]),
    "depth": st.integers(1, 2),
    "domain": st.sampled_from(["rational", "whole"]),
})  # fmt: skip


class Case:
    """A puzzle with every tree that makes its target, according to the oracle."""

    def __init__(self, hand: Sequence[Fraction], target: Fraction, words: dict[str, Any]) -> None:
        self.hand, self.target, self.words = tuple(hand), target, words
        self.puzzle = bridge.puzzle(hand, target, **words)
        self.solutions = naive.solutions(hand, target, **words)

    def __repr__(self) -> str:
        return f"{' '.join(map(str, self.hand))} -> {self.target} {self.words}"


@st.composite
def cases(draw: st.DrawFn, words: Words, numbers: Numbers, most: int, least: int = 1, solved: bool = False) -> Case:
    """``solved``: those with a solution, if anything can be made at all; else some with one and some without."""
    hand = draw(st.lists(numbers, min_size=least, max_size=most))
    rules = draw(words)
    made = [value for value in naive.values(naive.expressions(hand, **rules).trees) if abs(value) < 10**6]
    any_target = st.integers(0, 30).map(Fraction)
    likely = st.sampled_from(sorted(made)) if made else any_target
    return Case(hand, draw(likely if solved else likely | any_target), rules)


CASES = cases(PLAIN, NUMBERS, 4) | cases(JOINING | UNARY, DIGITS, 3)
SOLVED = cases(PLAIN, NUMBERS, 4, 2, solved=True) | cases(JOINING | UNARY, DIGITS, 3, 2, solved=True)
LONG = cases(PLAIN, NUMBERS, 4, 4, solved=True) | cases(UNARY, DIGITS, 3, 3, solved=True)


def written(tree: naive.Tree) -> str:
    """Write a tree with every bracket."""
    if isinstance(tree, Fraction):
        return decimal(tree) if isinstance(tree, naive.Pointed) else f"({tree})"
    symbol, *operands = tree
    texts = [written(operand) for operand in operands]
    if len(texts) == 2:
        return f"({texts[0]} {symbol} {texts[1]})"
    return {"negate": "(-({}))", "!": "(({})!)", "sqrt": "sqrt({})"}[symbol].format(*texts)


def decimal(value: Fraction) -> str:
    places = next(places for places in range(9) if (value * 10**places).denominator == 1)
    digits = str(int(value * 10**places)).zfill(places)
    return f"{digits[: len(digits) - places]}.{digits[len(digits) - places :]}"


def results(tree: naive.Tree) -> list[Fraction]:
    return [naive.evaluate(node) for node in naive.operations(tree)]


def hand_of(possible: Possible) -> Left:
    (left,) = possible.left
    return tuple(map(read_rational, left))


# What the stages state


@given(CASES)
def test_whether_it_can_be_made_agrees_with_the_oracle_and_the_solver(case: Case) -> None:
    possible = hint(case.puzzle).possible
    assert (possible.outcome is Outcome.SOLVED) == bool(case.solutions)
    assert possible.outcome is solve(case.puzzle).outcome
    assert hand_of(possible) == case.hand
    assert (possible.limit is not None) == (possible.outcome is Outcome.NOT_FOUND)
    assert len(list(hint(case.puzzle))) > 1 or not case.solutions


@given(CASES)
def test_what_is_needed_is_what_every_solution_has(case: Case) -> None:
    needs = hint(case.puzzle).needs
    assert (needs is None) == (not case.solutions)
    if needs is None:
        return
    for need, lacks in (
        (needs.fraction, lambda value: value.denominator == 1),
        (needs.negative, lambda value: value >= 0),
    ):
        possible = any(all(map(lacks, results(tree))) for tree in case.solutions)
        if need is Need.UNKNOWN:
            assert any(isinstance(symbol, str) and symbol in naive.UNARY for symbol in case.words["operators"])
        else:
            assert (need is Need.NEEDED) == (not possible)
    solution = solve(case.puzzle).solutions[0].expression
    values = results(bridge.to_tree(solution))
    assert (needs.fraction is Need.NOT_NEEDED) == all(value.denominator == 1 for value in values)
    assert (needs.negative is Need.NOT_NEEDED) == all(value >= 0 for value in values)


@given(SOLVED)
def test_the_hints_agree_with_the_simplest_solution_and_do_not_tell_it(case: Case) -> None:
    assume(case.solutions)
    hints = hint(case.puzzle)
    solution = solve(case.puzzle).solutions[0]
    steps = solution.steps
    expected: list[type] = [Possible, Needs]
    expected += [Last] * (len(steps) > 1 or (len(steps) == 1 and len(case.hand) > 2))
    expected += [First] * (len(steps) > 1) + [AllButOne] * (len(steps) > 2)
    found = list(hints)
    assert [type(each) for each in found] == expected
    said = {each.stage: each for each in found}
    if First in expected:
        assert said[Stage.FIRST] == First(steps[0].rpartition(" = ")[0])
    if AllButOne in expected:
        assert said[Stage.ALL_BUT_ONE] == AllButOne(tuple(steps[:-1]))
    if steps:
        assert not [text for text in map(str, found) if solution.text() in text]


@given(LONG)
def test_all_but_one_step_and_then_one_step_make_the_target(case: Case) -> None:
    hints = hint(case.puzzle)
    last, steps = hints.last, hints.all_but_one
    assume(steps is not None)
    assert isinstance(steps, AllButOne)
    assert isinstance(last, Last)
    assert hint(case.puzzle, steps.steps).possible.outcome is Outcome.SOLVED
    symbol = bridge.SYMBOLS[last.operator]
    values = {*case.hand, *(read_rational(step.rpartition(" = ")[2]) for step in steps.steps)}
    operands = itertools.product(values, repeat=2 if symbol in naive.BINARY else 1)
    makes_it = [some for some in operands if applied(symbol, *some) == case.target]
    trees: list[Any] = [(symbol, *some) for some in makes_it]
    assert any(arrives(case.puzzle, [*steps.steps, written(tree)]) for tree in trees)


def arrives(puzzle: Puzzle, steps: list[str]) -> bool:
    try:
        return hint(puzzle, steps).possible.done
    except InvalidStep:
        return False


def applied(symbol: str, *operands: Fraction) -> Fraction | None:
    try:
        return naive.apply(symbol, *operands)
    except (naive.NoValueError, naive.TooLargeError):
        return None


@given(SOLVED, st.data())
def test_whoever_follows_a_solution_can_go_on_and_arrives(case: Case, data: st.DataObject) -> None:
    assume(case.solutions)
    listed = solve(case.puzzle, limit=5, same="trees").solutions
    steps = data.draw(st.sampled_from(listed)).steps
    for count in range(1, len(steps) + 1):
        possible = hint(case.puzzle, steps[:count]).possible
        assert possible.outcome is Outcome.SOLVED, steps[:count]
        assert len(possible.steps) == count
    if steps:
        assert hint(case.puzzle, steps).possible.done
        assert hint(case.puzzle, [", ".join(steps)] if len(steps) > 1 else steps).possible.done


# After any steps: plain rules, where what is left is a puzzle of its own


@given(cases(PLAIN, NUMBERS, 4, 2), st.data())
def test_what_is_left_and_whether_it_leads_on_agree_with_the_oracle(case: Case, data: st.DataObject) -> None:
    options: set[Left] = {case.hand}
    steps: list[str] = []
    for _ in range(data.draw(st.integers(1, 3))):
        left = data.draw(st.sampled_from(sorted(options)))
        assume(len(left) > 1)
        places = data.draw(st.permutations(range(len(left))))[:2]
        symbol = data.draw(st.sampled_from(case.words["operators"]))
        a, b = (left[place] for place in (sorted(places) if case.words["order"] == "fixed" else places))
        # Such a number could be read as two that are there.
        assume(not any(x.denominator > 1 and {abs(x.numerator), x.denominator} <= {*left} for x in (a, b)))
        options = {after for option in options for after in applied_to(option, symbol, a, b, case.words)}
        steps.append(f"({a}) {symbol} ({b})")
        if not options:
            with pytest.raises(InvalidStep):
                hint(case.puzzle, steps)
            return
    possible = hint(case.puzzle, steps).possible
    lefts = {tuple(map(read_rational, left)) for left in possible.left}
    good = {left for left in options if naive.solutions(left, case.target, **case.words)}
    assert (possible.outcome is Outcome.SOLVED) == bool(good)
    if case.words["order"] == "free":
        assert {tuple(sorted(left)) for left in lefts} == {tuple(sorted(left)) for left in options}
    else:
        assert (lefts <= good and len(lefts) == 1) if good else lefts == options
    if not good:
        assert possible.before is not None
        known = [hint(case.puzzle, steps[:count]).possible.outcome for count in range(len(steps))]
        solved = [count for count, outcome in enumerate(known) if outcome is Outcome.SOLVED]
        assert possible.before.outcome is (Outcome.SOLVED if solved else Outcome.IMPOSSIBLE)
        assert possible.before.steps == max(solved, default=0)


def applied_to(left: Left, symbol: str, a: Fraction, b: Fraction, words: dict[str, Any]) -> Iterator[Left]:
    """Yield what a step may leave: the result stands where its first number stood."""
    value = applied(symbol, a, b)
    if value is None or not naive.DOMAINS[words["domain"]](value):
        return
    for i, j in itertools.permutations(range(len(left)), 2):
        if (left[i], left[j]) != (a, b):
            continue
        if words["order"] == "free":
            rest = {place: number for place, number in enumerate(left) if place not in (i, j)} | {min(i, j): value}
            yield tuple(rest[place] for place in sorted(rest))
        elif i < j and (j == i + 1 or words["use"] == "some"):
            yield (*left[:i], value, *left[j + 1 :])


@given(cases(PLAIN, NUMBERS, 4, 3, solved=True), st.data())
def test_the_needs_of_what_is_left_are_those_of_a_puzzle_of_its_own(case: Case, data: st.DataObject) -> None:
    assume(case.solutions)
    steps = solve(case.puzzle).solutions[0].steps
    assume(len(steps) > 1)
    after = steps[: data.draw(st.integers(1, len(steps) - 1))]
    left = hint(case.puzzle, after)
    own = hint(Puzzle(hand_of(left.possible), case.target, case.puzzle.rules))
    if not left.possible.done:
        assert [str(each) for each in left][1:] == [str(each) for each in own][1:]


# After any step: rules under which a result is not the same as a number of the hand


@given(cases(JOINING | UNARY, DIGITS, 3, 2), st.data())
def test_across_the_border_the_rules_of_the_whole_hold(case: Case, data: st.DataObject) -> None:
    parts = naive.expressions(case.hand, **case.words | {"use": "some"}).trees
    steps = [tree for tree, _ in parts if not isinstance(tree, Fraction)]
    assume(steps)
    part = data.draw(st.sampled_from(steps))
    leading_on = [tree for tree in case.solutions if part in list(naive.operations(tree))]
    try:
        possible = hint(case.puzzle, [written(part)]).possible
    except InvalidStep as error:
        assert error.reasons[0].code == "order_changed"  # noqa: PT017 (that it raises is up to the case)
        assert not leading_on
        return
    assert (possible.outcome is Outcome.SOLVED) == bool(leading_on)
    if possible.outcome is Outcome.IMPOSSIBLE and "depth" in case.words:
        deeper = naive.solutions(case.hand, case.target, **case.words | {"depth": case.words["depth"] + 1})
        assert not [tree for tree in deeper if part in list(naive.operations(tree))]


@given(st.lists(DIGITS, min_size=2, max_size=4), st.sampled_from(["+-", "+*", "+-*/"]), st.booleans(), st.data())
def test_a_step_leads_on_without_brackets_if_the_whole_needs_none(
    hand: list[Fraction], operators: str, join: bool, data: st.DataObject
) -> None:
    words: dict[str, Any] = {"operators": operators, "order": "fixed", "join": join}
    trees = naive.expressions(hand, **words).trees
    target = data.draw(st.sampled_from(sorted(naive.values(trees))))
    puzzle = bridge.puzzle(hand, target, brackets=False, **words)
    place = data.draw(st.integers(0, len(hand) - 2))
    step = data.draw(st.sampled_from(operators)), hand[place], hand[place + 1]
    texts = [to_text(bridge.to_expression(tree)) for tree, value in trees if value == target and step in nodes(tree)]
    leads_on = any(check(text, puzzle).correct for text in texts)
    assert (hint(puzzle, [written(step)]).possible.outcome is Outcome.SOLVED) == leads_on


def nodes(tree: naive.Tree) -> list[tuple[Any, ...]]:
    return list(naive.operations(tree))


# Steps that are refused, and other edges


ROWS = json_rows("hint_steps.jsonl")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join((row["kind"], *row["after"])))
def test_a_step_that_is_not_allowed_is_refused_with_every_reason(row: dict[str, Any]) -> None:
    with pytest.raises(PuzzleError) as caught:
        hint(bridge.puzzle_of_row(row), row["after"])
    assert type(caught.value).__name__ == row["error"]
    if isinstance(caught.value, InvalidStep):
        assert [reason.code.value for reason in caught.value.reasons] == row["codes"]
        assert "\n" not in str(caught.value)
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)  # noqa: S301 (it is our own)


@pytest.mark.parametrize(
    "steps", [["2+4 = 6", "8/6 = 4/3", "9 * 4/3 = 12"], ["2+4", "8/6", "9 x 4/3"], ["2 + 4\u200b", "8:6", "9 × (4/3)"]]
)
def test_a_step_uses_a_fraction_that_is_left(steps: list[str]) -> None:
    assert str(next(iter(hint(Puzzle([2, 4, 8, 9], 12), steps)))) == "done: that is 12"


def test_nothing_is_searched_for_before_it_is_asked_for() -> None:
    asked: list[str] = []

    def interrupted() -> bool:
        asked.append("")
        return True

    primes = Puzzle([2, 3, 5, 7, 11, 13, 17, 19], 1_000_000_007)
    hints = hint(primes, ["2*3"], interrupted=interrupted)
    assert asked == []
    assert hints.possible.outcome is Outcome.STOPPED
    assert str(hints.possible) == "stopped (interrupt): whether 6 5 7 11 13 17 19 can make 1000000007 is not known"
    assert hints.stopped == "interrupt"
    assert [each.stage for each in hints] == [Stage.POSSIBLE]


def test_a_stage_does_not_search_for_what_a_later_one_needs() -> None:
    start = time.monotonic()
    assert hint(Puzzle(range(1, 10), 1001)).possible.outcome is Outcome.SOLVED
    assert time.monotonic() - start < 10


def test_when_the_time_is_over_the_hints_lead_to_what_was_found() -> None:
    hints = hint(Puzzle([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 1001), time_limit=1)
    assert hints.possible.outcome is Outcome.SOLVED
    steps = hints.all_but_one
    assert isinstance(steps, AllButOne)
    assert hints.stopped == "time"
    assert hint(hints.puzzle, steps.steps).possible.outcome is Outcome.SOLVED


def test_what_is_not_known_is_not_said_to_be_needed() -> None:
    hints = hint(Puzzle([4, 4, 4, 4], 71, FOUR_FOURS), ["4!"])
    assert hints.needs == Needs(Fraction(71), Need.UNKNOWN, Need.NOT_NEEDED)
    assert str(hints.needs).startswith("these hints use a fraction; whether one is needed is not known; ")


def test_what_can_be_avoided_is_not_needed() -> None:
    found = hint(Puzzle([2, 3, 8, 11, 11], 76, Rules(use=Use.SOME))).needs
    assert str(found) == "no fraction is needed, but these hints use one; no negative number is needed"


def test_steps_that_lead_nowhere_are_told_apart_from_a_puzzle_that_does() -> None:
    good = hint(Puzzle([3, 8, 1, 1]), ["3*8", "24-1", "23+1"]).possible
    assert (good.outcome, good.done, str(good)) == (Outcome.SOLVED, True, "done: that is 24")
    late = hint(Puzzle([3, 8, 1, 1]), ["3*8", "24+1", "25+1"]).possible
    assert late.before is not None
    assert (late.before.steps, late.before.left) == (2, ("25", "1"))
    assert str(late) == "left: 26, which cannot make 24; take back 25 + 1: before that, 25 1 can"
    never = hint(Puzzle([1, 1, 1, 7]), ["1+7"]).possible
    assert str(never) == "left: 8 1 1, which cannot make 24; nor can 1 1 1 7"


def test_a_target_that_is_there_already() -> None:
    assert next(map(str, hint(Puzzle([24, 50, 3], 24, COUNTDOWN)))) == "24 50 3 can make 24"
    assert not hint(Puzzle([24, 50, 3], 24, COUNTDOWN)).possible.done
    assert hint(Puzzle([20, 4, 3], 24, COUNTDOWN), ["20+4"]).possible.done
    assert not hint(Puzzle([20, 4, 1], 24), ["20+4"]).possible.done
    assert [each.stage for each in hint(Puzzle([24]))] == [Stage.POSSIBLE, Stage.NEEDS]


def test_it_is_refused_where_it_cannot_be_settled() -> None:
    rules = bridge.rules("+-*/", join=True)
    with pytest.raises(UnsupportedPuzzle, match="more than 1000 ways to join"):
        hint(Puzzle(range(1, 9), 10**9 + 7, rules), ["1+2"]).possible  # noqa: B018 (asking is what raises)


def test_equal_numbers_in_order_are_told_apart_by_their_places() -> None:
    ones = Puzzle([1] * 30, 31, bridge.rules("+", "fixed"))
    possible = hint(ones, ["1+1"]).possible
    assert (possible.outcome, len(possible.left)) == (Outcome.IMPOSSIBLE, 29)
    assert str(possible).count(" or ") == 4  # four of them, and how many more
    assert " or 25 more, which cannot make 31; nor can 1 1 1 " in str(possible)
    with pytest.raises(UnsupportedPuzzle, match="more than 100 ways"):
        hint(ones, ["1+1", "1+1"])
    assert hint(ones, ["+".join("1" * 30)]).possible.left == (("30",),)


def test_a_step_may_be_one_for_some_of_what_the_steps_before_mean_only() -> None:
    negating = Puzzle([4, 4, 4], -12, bridge.rules(("-", "negate"), depth=1))
    steps = ["-(4) = -4", "4 - (-4) = 8", "-(4) = -4", "8 - (-4) = 12", "-(12) = -12"]
    # The second step may be 4 - -(4): then there is no 4 left for the third.
    assert [hint(negating, steps[:count]).possible.outcome for count in range(6)] == [Outcome.SOLVED] * 6


def test_long_steps_are_read_or_refused() -> None:
    assert hint(Puzzle([3, 8]), ["(" * 900 + "3*8" + ")" * 900]).possible.done
    with pytest.raises(InvalidStep) as caught:
        hint(Puzzle([3, 8]), ["3*" * 2000 + "8"])
    assert len(str(caught.value)) < 300


def test_a_result_of_equal_value_may_be_the_one_that_is_meant() -> None:
    joining = bridge.rules("+-", join=True)
    possible = hint(Puzzle([1, 1, 2, 3], 14, joining), ["3-2"]).possible  # 1 1 and a 1 that cannot be joined
    assert (possible.outcome, possible.left) == (Outcome.IMPOSSIBLE, (("1", "1", "1"),))
    assert hint(Puzzle([1, 1, 2, 3], 12, joining), ["3-2"]).possible.outcome is Outcome.SOLVED  # 11 + (3-2)


def test_misuse() -> None:
    with pytest.raises(InvalidPuzzle, match="no stage 6: give one from 1 to 5"):
        hint(Puzzle([3, 3, 8, 8])).at(6)
    with pytest.raises(InvalidPuzzle, match="time limit"):
        hint(Puzzle([3, 3, 8, 8]), time_limit=0)
    with pytest.raises(UnknownName, match="no engine"):
        hint(Puzzle([3, 3, 8, 8]), engine="diesel")
    with pytest.raises(InvalidPuzzle, match="no Puzzle"):
        hint([3, 3, 8, 8])  # type: ignore[arg-type]
    with pytest.raises(InvalidPuzzle, match="give a list of texts"):
        hint(Puzzle([3, 3, 8, 8]), "8/3")
    with pytest.raises(InvalidPuzzle, match="is no text"):
        hint(Puzzle([3, 3, 8, 8]), [24])  # type: ignore[list-item]


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda operator: operator.name)
def test_every_operator_has_words(operator: Any) -> None:
    assert str(Last(operator, only=False)).startswith("the last step is ")


def test_an_operator_of_ones_own_is_called_by_its_name() -> None:
    assert str(Last(bridge.MEAN, only=True)) == "the only step is the operator mean"


def test_the_objects_say_what_the_texts_say() -> None:
    said = hint(Puzzle([3, 3, 8, 8])).to_object()
    assert said["left"] == [["3", "3", "8", "8"]]
    assert said["hints"] == [
        {"stage": 1, "text": "3 3 8 8 can make 24", "outcome": "solved", "limit": None, "done": False,
         "good_steps": None},
        {"stage": 2, "text": "a fraction is needed on the way; no negative number is needed", "fraction": "needed",
         "negative": "not needed"},
        {"stage": 3, "text": "the last step is a division", "operator": "divide", "only": False},
        {"stage": 4, "text": "start with 8 / 3", "step": "8 / 3"},
        {"stage": 5, "text": "8 / 3 = 8/3, 3 - 8/3 = 1/3; then one step is left",
         "steps": ["8 / 3 = 8/3", "3 - 8/3 = 1/3"]},
    ]  # fmt: skip
