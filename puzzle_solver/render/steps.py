"""An expression as the steps that carry it out: ``8 / 3 = 8/3``, ``3 - 8/3 = 1/3``, ``8 / (1/3) = 24``."""

from __future__ import annotations

from puzzle_solver.expression import Expression, Number, Step, assemble, steps
from puzzle_solver.operators import DIVIDE
from puzzle_solver.render.brackets import ATOM, SIGNED, TREE, Part, write
from puzzle_solver.render.style import PLAIN, spell
from puzzle_solver.render.text import text_notation


def to_steps(expression: Expression, style: str = "ascii") -> list[str]:
    """Write each operation of ``expression`` as an equation, in the order in which they are carried out.

    Raises:
        ValueError: an operation has no value.
        UnknownName: there is no such style.
    """
    # A result is one number to the next step, so it is written as a value, not as it was typed.
    notation = text_notation(style)._replace(number=lambda leaf: _value(spell(leaf, style)))

    def equation(step: Step) -> str:
        # Every bracket is kept: a step is one operation, and nothing in it may be regrouped.
        return f"{write(_operation(step), notation, TREE)} = {spell(Number(step.value), style)}"

    return list(map(equation, steps(expression)))


def _operation(step: Step) -> Expression:
    """Return the step as an expression over the values of its operands."""
    operands = (Number(operand.value) if isinstance(operand, Step) else operand for operand in step.operands)
    return assemble((*operands, step.operator))


def _value(text: str) -> Part[str]:
    if PLAIN.fullmatch(text):
        return Part(text, ATOM)
    # 8/3 reads as a division: with the precedence of one, 8 / (1/3) gets the bracket without which it is (8 / 1) / 3.
    if text[0].isdecimal():
        return Part(text, DIVIDE.precedence, family=DIVIDE.algebra.family)
    return Part(text, SIGNED)
