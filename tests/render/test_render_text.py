"""Text reads back, has no bracket to spare, and is one line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import BINARIES, EXACT, KNOWN, UNARIES, formula, fraction, leaf, negative, plain, trees, values

from puzzle_solver.errors import UnknownName, UnreadableExpression
from puzzle_solver.expression import Binary, Expression, Unary, evaluate
from puzzle_solver.operators import (
    ADD,
    BASIC,
    BINARY,
    DIVIDE,
    MULTIPLY,
    SUBTRACT,
    UNARY,
    AnyOperator,
    Operator,
    UnaryOperator,
)
from puzzle_solver.reading import Bounds, read_expression
from puzzle_solver.render.brackets import TREE
from puzzle_solver.render.style import STYLES
from puzzle_solver.render.text import to_text

styles = st.sampled_from(sorted(STYLES))
readable = st.one_of(plain, negative)


@given(trees(readable, BINARIES, UNARIES), styles)
def test_it_reads_back_to_the_same_formula_and_numbers(expression: Expression, style: str) -> None:
    again = read_expression(to_text(expression, style), KNOWN)
    assert values(again) == values(expression)
    assert formula(again) == formula(expression)


@given(trees(st.one_of(plain, negative, fraction), BINARY, UNARY), styles)
def test_it_reads_back_to_the_same_value(expression: Expression, style: str) -> None:
    assert evaluate(read_expression(to_text(expression, style))) == evaluate(expression)


@given(trees(readable, BINARIES, UNARIES), styles)
def test_with_the_brackets_of_the_tree_it_reads_back_to_the_same_tree(expression: Expression, style: str) -> None:
    assert read_expression(to_text(expression, style, TREE), KNOWN) == expression


@given(trees(readable, BINARIES, UNARIES))
def test_different_trees_never_look_the_same(expression: Expression) -> None:
    text = to_text(expression, brackets=TREE)
    assert to_text(read_expression(text, KNOWN), brackets=TREE) == text


def with_one_pair_less(text: str) -> Iterator[str]:
    """Yield ``text`` without each pair of brackets in turn, but for those round what begins with a minus."""
    opened: list[int] = []
    for place, character in enumerate(text):
        if character == "(":
            opened.append(place)
        elif character == ")":
            start = opened.pop()
            if text[start + 1] not in "-−":
                yield text[:start] + text[start + 1 : place] + text[place + 1 :]


def read_or_none(text: str) -> Expression | None:
    try:
        return read_expression(text, KNOWN)
    except UnreadableExpression:
        return None


@given(trees(readable, BINARIES, EXACT), styles)
def test_no_pair_of_brackets_can_be_removed(expression: Expression, style: str) -> None:
    for shorter in with_one_pair_less(to_text(expression, style)):
        again = read_or_none(shorter)
        assert again is None or formula(again) != formula(expression)


@given(trees(readable, BINARIES, EXACT), styles)
def test_no_pair_that_the_tree_needs_can_be_removed(expression: Expression, style: str) -> None:
    for shorter in with_one_pair_less(to_text(expression, style, TREE)):
        assert read_or_none(shorter) != expression


@pytest.mark.parametrize(("operator", "joins"), [(ADD, True), (MULTIPLY, True), (SUBTRACT, False), (DIVIDE, False)])
def test_only_what_keeps_the_value_joins_a_chain(operator: Operator, joins: bool) -> None:
    for inner in BASIC:
        if inner.precedence == operator.precedence:
            expression = Binary(operator, leaf("2"), Binary(inner, leaf("3"), leaf("5")))
            assert ("(" in to_text(expression)) is not joins
            assert "(" in to_text(expression, brackets=TREE)


@pytest.mark.parametrize("spelling", ["0.1", "2.50", ".5", "7", "5.", "12", ".(3)", "1.0(63)"])
def test_a_number_is_printed_as_typed(spelling: str) -> None:
    assert to_text(leaf(spelling)) == spelling


@pytest.mark.parametrize(
    ("spelling", "alone", "operand"),
    [
        ("-3", "-3", "(-3)"),
        ("1/3", "1/3", "(1/3)"),
        ("-1/2", "-1/2", "(-1/2)"),
        ("1e3", "1000", "1000"),
        ("+4", "4", "4"),
    ],
)
def test_what_cannot_be_read_as_typed_is_written_anew(spelling: str, alone: str, operand: str) -> None:
    assert to_text(leaf(spelling)) == alone
    assert to_text(Binary(MULTIPLY, leaf(spelling), leaf("2"))) == f"{operand} * 2"


def test_a_minus_typed_in_unicode_is_written_in_the_style() -> None:
    assert to_text(leaf("−3"), "ascii") == "-3"
    assert to_text(leaf("−2.50"), "ascii") == "-2.50"
    assert to_text(leaf("-3"), "unicode") == "−3"


def test_thirty_numbers_are_one_line() -> None:
    expression: Expression = leaf("100")
    for number in range(101, 130):
        expression = Binary(SUBTRACT if number % 2 else DIVIDE, leaf(str(number)), expression)
    text = to_text(expression)
    assert "\n" not in text
    assert len(text) > 150
    assert read_expression(text) == expression


@pytest.mark.parametrize("style", STYLES)
def test_thirty_numbers_under_every_operator_are_one_line(style: str) -> None:
    expression: Expression = leaf("100")
    for number, (binary, unary) in zip(range(101, 130), cycle(product(BINARY, UNARY)), strict=False):
        expression = Unary(unary, Binary(binary, leaf(str(number)), expression))
    text = to_text(expression, style, TREE)
    assert "\n" not in text
    assert read_expression(text) == expression


@pytest.mark.parametrize("operator", KNOWN, ids=lambda operator: operator.name)
@pytest.mark.parametrize("style", STYLES)
def test_every_operator_reads_back_on_every_other(operator: AnyOperator, style: str) -> None:
    for inner in KNOWN:
        for expression in applied(operator, *applied(inner, leaf("3"), leaf(".(6)")), leaf("-2")):
            assert read_expression(to_text(expression, style, TREE), KNOWN) == expression


def applied(operator: AnyOperator, *operands: Expression) -> list[Expression]:
    """Return ``operator`` on the first operand, or on the first and last, both ways round."""
    if isinstance(operator, UnaryOperator):
        return [Unary(operator, operands[0])]
    return [Binary(operator, operands[0], operands[-1]), Binary(operator, operands[-1], operands[0])]


@pytest.mark.parametrize("operator", BINARY, ids=lambda operator: operator.name)
@pytest.mark.parametrize("side", ["left", "right"])
def test_depth_is_no_limit(operator: Operator, side: str) -> None:
    one, expression = leaf("1"), Binary(operator, leaf("1"), leaf("1"))
    for _ in range(3000):
        expression = Binary(operator, expression, one) if side == "left" else Binary(operator, one, expression)
    again = read_expression(to_text(expression, brackets=TREE), bounds=Bounds(100_000, 100_000))
    assert to_text(again, brackets=TREE) == to_text(expression, brackets=TREE)


def test_an_unknown_style_names_those_known() -> None:
    with pytest.raises(UnknownName, match="ascii, unicode"):
        to_text(leaf("1"), "roman")
    with pytest.raises(UnknownName, match="minimal, tree"):
        to_text(leaf("1"), brackets="many")
