"""Laws that hold for every puzzle, over puzzles that nobody thought of."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzle_solver.errors import UnreadableExpression
from puzzle_solver.expression import Binary, Expression, Number, Unary, evaluate, fold, numbers, steps
from puzzle_solver.operators import BINARY, NEGATE, OPERATORS, UNARY, AnyOperator, Fixity, Operator, UnaryOperator
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.reading import read_expression
from puzzle_solver.render.brackets import TREE
from puzzle_solver.render.text import to_text
from puzzle_solver.result import Outcome, Result
from puzzle_solver.rules import DOMAINS, Order, Rules, Use
from puzzle_solver.sameness import Sameness, canonical, same
from puzzle_solver.sameness.algebra import Forms
from puzzle_solver.search import registry
from puzzle_solver.search.registry import SubsetTables
from puzzle_solver.solver import count, solve

# What puzzles are made of

HAND_NUMBERS = (
    st.integers(0, 13).map(Fraction)
    | st.integers(-4, 3).map(Fraction)
    | st.sampled_from([Fraction(1, 2), Fraction(-1, 3), Fraction(3, 2)])
)
RULES = st.builds(
    Rules,
    operators=st.sets(st.sampled_from(BINARY), min_size=1, max_size=5).map(
        lambda some: tuple(op for op in BINARY if op in some)
    ),
    order=st.sampled_from(Order),
    use=st.sampled_from(Use),
    domain=st.sampled_from(DOMAINS),
    join=st.booleans(),
    decimals=st.booleans(),
    unary_depth=st.integers(0, 1),
)
TARGETS = st.integers(-5, 40).map(Fraction) | st.sampled_from([Fraction(24), Fraction(1, 2), Fraction(8, 3)])


@st.composite
def puzzles(draw: st.DrawFn, most: int = 4) -> Puzzle:
    """Puzzles, most of which have a solution: the target is often the value of some expression over the hand."""
    hand = draw(st.lists(HAND_NUMBERS, min_size=1, max_size=most))
    rules = draw(RULES)
    binary = rules.operators
    if len(hand) < 3:
        rules = replace(rules, operators=(*binary, *draw(st.lists(st.sampled_from(UNARY), max_size=2, unique=True))))
    if all(operator.fixity is Fixity.BETWEEN for operator in rules.operators):
        rules = replace(rules, brackets=draw(st.booleans()))
    value = hand[0]
    for number in hand[1:]:
        made = draw(st.sampled_from(binary)).apply(value, number)
        value = made if isinstance(made, Fraction) else value
    likely = value.limit_denominator(10**6) == value and abs(value) < 10**9
    return Puzzle(hand, value if likely and draw(st.booleans()) else draw(TARGETS), rules)


WRITTEN = st.integers(0, 20).map(str) | st.integers(-9, -1).map(str) | st.sampled_from(["0.5", "1.25", "-0.1", ".5"])


def expressions(unary: Sequence[UnaryOperator]) -> st.SearchStrategy[Expression]:
    def grown(below: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
        over_one = st.builds(Unary, st.sampled_from(unary), below)
        return st.builds(Binary, st.sampled_from(BINARY), below, below) | over_one

    return st.recursive(WRITTEN.map(lambda text: Number(Fraction(Decimal(text)), text)), grown, max_leaves=12)


EXPRESSIONS = expressions(UNARY)


def valued(expression: Expression) -> bool:
    return isinstance(evaluate(expression), Fraction)


# Reading and writing


def leaves(expression: Expression) -> list[Fraction]:
    return [number.value for number in numbers(expression)]


@given(EXPRESSIONS, st.sampled_from(["ascii", "unicode"]))
def test_text_reads_back_as_the_same_value_and_numbers(expression: Expression, style: str) -> None:
    again = read_expression(to_text(expression, style))
    assert leaves(again) == leaves(expression)
    if valued(expression):
        assert same(again, expression, Sameness.ALGEBRA)


@given(EXPRESSIONS, st.sampled_from(["ascii", "unicode"]))
def test_text_of_a_tree_reads_back_as_the_same_tree(expression: Expression, style: str) -> None:
    again = read_expression(to_text(expression, style, TREE))
    assert again == expression
    assert [number.text for number in numbers(again)] == [number.text for number in numbers(expression)]


@given(expressions([operator for operator in UNARY if operator is not NEGATE]))
def test_no_pair_of_brackets_can_be_removed(expression: Expression) -> None:
    for brackets in ("minimal", TREE):
        text = to_text(expression, brackets=brackets)
        for shorter in without_one_pair(text):
            assert differs(shorter, expression, brackets), (text, shorter)


def without_one_pair(text: str) -> list[str]:
    """Remove each pair of brackets in turn, but those round a single number or a sign, ``(-3)``."""
    opened: list[int] = []
    pairs = []
    for place, character in enumerate(text):
        if character == "(":
            opened.append(place)
        elif character == ")":
            pairs.append((opened.pop(), place))
    inside = ((first, text[first + 1 : last], last) for first, last in pairs)
    return [
        text[:first] + middle + text[last + 1 :]
        for first, middle, last in inside
        if not re.fullmatch(r"[\d.]+|-.*", middle)
    ]


def differs(text: str, expression: Expression, brackets: str) -> bool:
    """With its numbers taken as unknowns, is this another function than ``expression``, or for a tree another tree?"""
    try:
        again = read_expression(text)
    except UnreadableExpression:
        return True
    if brackets == TREE or leaves(again) != leaves(expression):
        return again != expression
    one, other = generic(again), generic(expression)
    return not (valued(one) and valued(other) and same(one, other, Sameness.ALGEBRA))


def generic(expression: Expression) -> Expression:
    """Put numbers that have nothing to do with one another in place of the leaves, from left to right."""
    fresh = (Number(Fraction(10**6 + 3 + 17 * place * place)) for place in range(1000))

    def binary(operator: Operator, left: Expression, right: Expression) -> Expression:
        return Binary(operator, left, right)

    def unary(operator: UnaryOperator, operand: Expression) -> Expression:
        return Unary(operator, operand)

    return fold(expression, lambda leaf: next(fresh), binary, unary)


# Counting

LEVELS = [level.value for level in Sameness]


def all_of(puzzle: Puzzle, level: str, engine: str = "auto") -> Result:
    return solve(puzzle, limit=None, same=level, engine=engine)


def texts(result: Result) -> list[str]:
    return [to_text(solution.expression, brackets=TREE) for solution in result.solutions]


def trees(result: Result) -> set[Expression]:
    return {solution.expression for solution in result.solutions}


@given(puzzles())
def test_the_count_is_the_number_listed_and_no_line_repeats(puzzle: Puzzle) -> None:
    for level in LEVELS:
        result = all_of(puzzle, level)
        assert count(puzzle, same=level).count == result.count == len(result.solutions) == len(set(texts(result)))


@given(puzzles())
def test_each_level_lists_fewer_and_is_coarser(puzzle: Puzzle) -> None:
    listed = {level: {s.expression for s in all_of(puzzle, level).solutions} for level in LEVELS}
    assert len(listed["trees"]) >= len(listed["algebra"]) >= len(listed["essence"])
    forms = Forms()
    keys = [[canonical(tree, level, forms) for level in LEVELS] for tree in listed["trees"]]
    for finer, coarser in ((0, 1), (1, 2)):
        assert len({(key[finer], key[coarser]) for key in keys}) == len({key[finer] for key in keys})
    assert listed["essence"] <= listed["algebra"] <= listed["trees"]


@given(puzzles(), st.randoms(use_true_random=False))
def test_permutation_of_the_hand_changes_nothing(puzzle: Puzzle, random: Random) -> None:
    free = replace(puzzle.rules, order=Order.FREE)
    hand = list(puzzle.hand)
    first = Puzzle(hand, puzzle.target, free)
    random.shuffle(hand)
    second = Puzzle(hand, puzzle.target, free)
    for level in LEVELS:
        assert all_of(first, level).solutions == all_of(second, level).solutions


@given(puzzles(), st.sampled_from(BINARY))
def test_more_operators_never_lose_a_solution(puzzle: Puzzle, more: AnyOperator) -> None:
    operators = tuple(op for op in OPERATORS if op is more or op in puzzle.rules.operators)
    assume(puzzle.rules.brackets or more.fixity is Fixity.BETWEEN)
    richer = Puzzle(puzzle.hand, puzzle.target, replace(puzzle.rules, operators=operators))
    fewer, more_of_them = all_of(puzzle, "trees"), all_of(richer, "trees")
    assert trees(fewer) <= trees(more_of_them)
    assert (fewer.count or 0) <= (more_of_them.count or 0)
    assert (all_of(puzzle, "algebra").count or 0) <= (all_of(richer, "algebra").count or 0)


@given(puzzles())
def test_more_freedom_never_loses_a_solution(puzzle: Puzzle) -> None:
    solutions = trees(all_of(puzzle, "trees"))
    for freedom in ({"order": Order.FREE}, {"use": Use.SOME}, {"domain": DOMAINS[0]}):
        freer = Puzzle(puzzle.hand, puzzle.target, replace(puzzle.rules, **freedom))
        assert freer == puzzle or solutions <= trees(all_of(freer, "trees"))


# Rules


@given(puzzles())
def test_every_solution_obeys_its_rules_at_every_step(puzzle: Puzzle) -> None:
    rules = puzzle.rules
    for solution in all_of(puzzle, "trees").solutions:
        assert solution.value == puzzle.target == evaluate(solution.expression)
        for step in steps(solution.expression):
            assert step.operator in rules.operators
            assert rules.domain.admits(step.value.numerator, step.value.denominator)
        assert rules.join or rules.decimals or uses(leaves(solution.expression), list(puzzle.values), rules)


def uses(used: list[Fraction], hand: list[Fraction], rules: Rules) -> bool:
    """May ``used``, from left to right, come from ``hand``?"""
    if rules.order is Order.FREE:
        used, hand = sorted(used), sorted(hand)
    rest = iter(hand)
    return all(number in rest for number in used) and (rules.use is Use.SOME or len(used) == len(hand))


@given(puzzles())
def test_the_outcome_is_honest(puzzle: Puzzle) -> None:
    result = all_of(puzzle, "essence")
    assert (result.outcome is Outcome.SOLVED) == bool(result.solutions)
    assert result.complete == (result.limit is None)
    assert (result.outcome is Outcome.NOT_FOUND) == (not result.solutions and not result.complete)


# Table sizes


@pytest.fixture
def every_table_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make engines called M1, M2, ... that keep tables of at most so many numbers."""
    sized = [SubsetTables(f"M{size}", "tables of one size", constantly(size)) for size in range(1, 9)]
    monkeypatch.setattr(registry, "ENGINES", (*registry.ENGINES, *sized))


def constantly(size: int) -> Callable[[int, Order], int]:
    return lambda count, order: size


def admissible(numbers: int) -> range:
    """At least one part of each split has a table."""
    return range(max(1, numbers // 2), numbers + 1)


@pytest.mark.usefixtures("every_table_size")
@settings(max_examples=50)
@given(puzzles(5))
def test_the_same_results_for_every_table_size(puzzle: Puzzle) -> None:
    assume(len(puzzle.hand) > 2)
    for level in ("algebra", "essence"):
        expected = all_of(puzzle, level)
        for size in admissible(len(puzzle.hand)):
            found = all_of(puzzle, level, f"M{size}")
            assert found.solutions == expected.solutions
            assert found.count == expected.count
            assert (found.outcome is Outcome.SOLVED) == (expected.outcome is Outcome.SOLVED)


@pytest.mark.usefixtures("every_table_size")
@pytest.mark.parametrize(
    ("hand", "target", "rules"),
    [
        ([1, 3, 4, 5, 6, 7, 8, 9], 1000, Rules(order=Order.FIXED)),
        ([1, 2, 3, 4, 5, 6], 24, Rules()),
        ([0, 0, 1, 1, 2, 2], 3, Rules()),
        ([3, 3, 3, 3, 3, 3], 7, Rules(use=Use.SOME)),
        ([25, 50, 75, 100, 3, 6], 952, Rules(use=Use.SOME, domain=DOMAINS[2])),
    ],
)
def test_bigger_puzzles_for_every_table_size(hand: list[int], target: int, rules: Rules) -> None:
    puzzle = Puzzle(hand, target, rules)
    counts = {
        (count(puzzle, same="trees", engine=f"M{size}").count, count(puzzle, engine=f"M{size}").count)
        for size in admissible(len(hand))
    }
    assert len(counts) == 1
