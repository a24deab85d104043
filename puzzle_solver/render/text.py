"""An expression as one line of text: ``8 / (3 - 8 / 3)``."""

from __future__ import annotations

from functools import lru_cache

from puzzle_solver.expression import Expression, Number
from puzzle_solver.operators import Family, Operator, UnaryOperator
from puzzle_solver.render.brackets import ATOM, MINIMAL, SIGNED, Notation, Part, write
from puzzle_solver.render.style import PLAIN, find_style, spell


def to_text(expression: Expression, style: str = "ascii", brackets: str = MINIMAL) -> str:
    """Write ``expression`` so that it reads back to the same value and numbers.

    ``style``: ``ascii`` or ``unicode``. ``brackets``: ``minimal``, or ``tree`` to read back as the same tree.
    A negative or a fraction of the hand is bracketed as an operand: ``(-3) * 2``.

    Raises:
        UnknownName: there is no such style.
    """
    return write(expression, text_notation(style), brackets)


@lru_cache
def text_notation(style: str) -> Notation[str]:
    """Return the notation of plain text: spaces round every binary operator but powers."""
    symbol = find_style(style)

    def number(leaf: Number) -> Part[str]:
        text = spell(leaf, style)
        return Part(text, ATOM if PLAIN.fullmatch(text) else SIGNED)

    def binary(operator: Operator, left: str, right: str) -> str:
        space = "" if operator.algebra.family is Family.POWER else " "
        return f"{left}{space}{symbol(operator)}{space}{right}"

    def unary(operator: UnaryOperator, operand: str) -> str:
        # A sign directly before a number would be read as part of it.
        return symbol(operator) + (_bracket(operand) if PLAIN.fullmatch(operand) else operand)

    return Notation(number, binary, unary, _bracket)


def _bracket(text: str) -> str:
    return f"({text})"
