"""An expression in reverse Polish notation: ``8 3 8 3 / - /``."""

from __future__ import annotations

from puzzle_solver.expression import Expression, Number, fold
from puzzle_solver.operators import Operator, UnaryOperator
from puzzle_solver.render.style import spell


def to_rpn(expression: Expression) -> list[str]:
    """Return the tokens: numbers, symbols of binary operators, names of unary ones.

    >>> from puzzle_solver import read_expression
    >>> to_rpn(read_expression("-(8 - 3)"))
    ['8', '3', '-', 'negate']
    """
    tokens: list[str] = []

    def number(leaf: Number) -> None:
        tokens.append(spell(leaf))

    def binary(operator: Operator, left: None, right: None) -> None:
        tokens.append(operator.symbol)

    def unary(operator: UnaryOperator, operand: None) -> None:
        # By name: ``-`` is a subtraction to whoever reads the tokens from a stack.
        tokens.append(operator.name)

    fold(expression, number, binary, unary)
    return tokens


def to_rpn_text(expression: Expression) -> str:
    """Return the tokens of :func:`to_rpn` with spaces between them.

    >>> from puzzle_solver import read_expression
    >>> to_rpn_text(read_expression("8 / (3 - 8 / 3)"))
    '8 3 8 3 / - /'
    """
    return " ".join(to_rpn(expression))
