"""An expression as one line of text, ``8 / (3 - 8 / 3)``, and as an item of a Markdown list."""

from __future__ import annotations

import re
from functools import lru_cache

from puzzle_solver.expression import Expression, Number
from puzzle_solver.operators import NEGATE, AnyOperator, Family, Fixity, Operator, UnaryOperator, placed
from puzzle_solver.render.brackets import ATOM, EDGES, MINIMAL, SIGNED, Edges, Notation, Part, arrange, write
from puzzle_solver.render.style import PLAIN, find_style, spell


def to_text(expression: Expression, style: str = "ascii", brackets: str = MINIMAL) -> str:
    """Write ``expression`` so that it reads back to the same value and numbers.

    ``style``: ``ascii`` or ``unicode``. ``brackets``: ``minimal``, or ``tree`` to read back as the same tree.
    A negative or a fraction of the hand is bracketed as an operand: ``(-3) * 2``.

    Raises:
        UnknownName: there is no such style.
    """
    return write(expression, text_notation(style), brackets)


def to_markdown(expression: Expression, style: str = "ascii", brackets: str = MINIMAL) -> str:
    """Write ``expression`` as a list item in code marks, which keep ``*`` and ``_`` from being taken for emphasis.

    Raises:
        UnknownName: there is no such style.
    """
    text = to_text(expression, style, brackets)
    # CommonMark: a code span ends at the first run of as many backticks as it began with.
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    return f"- {fence}{text}{fence}"


def to_usage(operator: AnyOperator, style: str = "ascii") -> str:
    """Write ``operator`` with letters for its operands: ``a^b``, ``√a``, ``max(a, b)``.

    Raises:
        UnknownName: there is no such style.
    """
    notation = text_notation(style)
    if isinstance(operator, UnaryOperator):
        return notation.unary(operator, "a")
    return notation.binary(operator, "a", "b")


@lru_cache
def text_notation(style: str) -> Notation[str]:
    """Return the notation of plain text."""
    symbol = find_style(style)

    def fixity(operator: AnyOperator) -> Fixity:
        return placed(operator, symbol(operator))

    def edges(operator: AnyOperator) -> Edges:
        return EDGES[fixity(operator)]

    def number(leaf: Number) -> Part[str]:
        text = spell(leaf, style)
        # A negative or a fraction of the hand is one number: bracketed, it reads back as one.
        return Part(text, ATOM if PLAIN.fullmatch(text) else SIGNED)

    def binary(operator: Operator, left: str, right: str) -> str:
        return "".join(arrange(operator.fixity, spaced(operator, symbol(operator)), _bracket, left, right))

    def unary(operator: UnaryOperator, operand: str) -> str:
        # A minus directly before a number would be read as part of it.
        bare = operator != NEGATE or not PLAIN.fullmatch(operand)
        sign = spaced(operator, symbol(operator))
        return "".join(arrange(fixity(operator), sign, _bracket, operand if bare else _bracket(operand)))

    return Notation(number, binary, unary, _bracket, edges)


def spaced(operator: AnyOperator, symbol: str) -> str:
    """Return ``symbol`` with the spaces that part it from its operands: between them, but for powers; after a word."""
    match operator.fixity:
        case Fixity.BETWEEN:
            return symbol if operator.algebra.family is Family.POWER else f" {symbol} "
        case Fixity.BEFORE if symbol[-1].isalnum():
            return f"{symbol} "
        case Fixity.AFTER if symbol[0].isalnum():
            return f" {symbol}"
    return symbol


def _bracket(*texts: str) -> str:
    return f"({', '.join(texts)})"
