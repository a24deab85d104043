"""An expression as the steps that carry it out: ``8 / 3 = 8/3``, ``3 - 8/3 = 1/3``, ``8 / (1/3) = 24``."""

from __future__ import annotations

from fractions import Fraction

from puzzle_solver.expression import Binary, Expression, Number, Unary, fold
from puzzle_solver.operators import DIVIDE, Missing, Operator, UnaryOperator
from puzzle_solver.render.brackets import ATOM, SIGNED, TREE, Part, write
from puzzle_solver.render.style import PLAIN, spell
from puzzle_solver.render.text import text_notation


def to_steps(expression: Expression, style: str = "ascii") -> list[str]:
    """Write each operation of ``expression`` as an equation, in the order in which they are carried out.

    Raises:
        ValueError: an operation has no value.
        UnknownName: there is no such style.
    """
    notation = text_notation(style)._replace(number=lambda leaf: _value(spell(leaf, style)))
    steps: list[str] = []

    def carry_out(operation: Binary | Unary, value: Fraction | Missing) -> Number:
        if isinstance(value, Missing):
            raise ValueError(f"{write(operation, notation)} is {value.value}")
        steps.append(f"{write(operation, notation, TREE)} = {spell(Number(value), style)}")
        return Number(value)

    def binary(operator: Operator, left: Number, right: Number) -> Number:
        return carry_out(Binary(operator, left, right), operator.apply(left.value, right.value))

    def unary(operator: UnaryOperator, operand: Number) -> Number:
        return carry_out(Unary(operator, operand), operator.apply(operand.value))

    fold(expression, lambda leaf: leaf, binary, unary)
    return steps


def _value(text: str) -> Part[str]:
    if PLAIN.fullmatch(text):
        return Part(text, ATOM)
    if text[0].isdecimal():
        return Part(text, DIVIDE.precedence, family=DIVIDE.algebra.family)
    return Part(text, SIGNED)
