"""An expression for sympy: as Python text in its own operand order, and as a sympy object.

sympy itself is imported only by :func:`to_sympy`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from puzzle_solver.expression import Binary, Expression, Number, Unary, fold
from puzzle_solver.operators import (
    ADD,
    DIVIDE,
    MULTIPLY,
    NEGATE,
    POWER,
    SUBTRACT,
    Algebra,
    Operator,
    UnaryOperator,
)
from puzzle_solver.render.brackets import MINIMAL, Enclosed, Notation, Part, write

if TYPE_CHECKING:
    import sympy

Body: TypeAlias = "sympy.Expr"


class _Python(NamedTuple):
    """How Python writes an operator, and the row whose precedence that has."""

    row: Operator
    infix: str


_PYTHON: Final[Mapping[Algebra, _Python]] = MappingProxyType({
    row.algebra: _Python(row, infix)
    for row, infix in ((ADD, " + "), (SUBTRACT, " - "), (MULTIPLY, "*"), (DIVIDE, "/"), (POWER, "**"))
})  # fmt: skip


def to_sympy_text(expression: Expression, brackets: str = MINIMAL) -> str:
    """Write ``expression`` in sympy's constructors: ``Integer(8)/(Integer(3) - Integer(8)/Integer(3))``.

    Evaluated with sympy's names it is exact. An operator that sympy does not know is a ``Function`` of its name.
    """
    return write_python(expression, _constructor, "Function({!r})", brackets)


def write_python(
    expression: Expression, number: Callable[[Number], str], function: str = "{}", brackets: str = MINIMAL
) -> str:
    """Write ``expression`` as Python would: ``a/(b - a/b)``, with operators that Python lacks as functions."""

    def binary(operator: Operator, left: str, right: str) -> str:
        known = _PYTHON.get(operator.algebra)
        return f"{left}{known.infix}{right}" if known else f"{function.format(operator.name)}({left}, {right})"

    def unary(operator: UnaryOperator, operand: str) -> str:
        negates = operator.algebra == NEGATE.algebra
        return f"-{operand}" if negates else f"{function.format(operator.name)}({operand})"

    notation = Notation(lambda leaf: Part(number(leaf)), binary, unary, "({})".format, _encloses)
    return write(_with_python_rows(expression), notation, brackets)


def _constructor(leaf: Number) -> str:
    over, under = leaf.value.as_integer_ratio()
    return f"Integer({over})" if under == 1 else f"Rational({over}, {under})"


def _encloses(operator: Operator) -> Enclosed:
    called = operator.algebra not in _PYTHON
    return Enclosed(called, called)


def _with_python_rows(expression: Expression) -> Expression:
    def binary(operator: Operator, left: Expression, right: Expression) -> Expression:
        known = _PYTHON.get(operator.algebra)
        return Binary(known.row if known else operator, left, right)

    return fold(expression, lambda leaf: leaf, binary, Unary)


def to_sympy(
    expression: Expression, *, evaluate: bool = False, symbols: Mapping[Number, str] = MappingProxyType({})
) -> Body:
    """Return ``expression`` as a sympy object, each number replaced by its symbol if it has one.

    With ``evaluate=False`` sympy keeps the shape, but prints in an order of its own.
    """
    from sympy import Add, Function, Integer, Mul, Pow, Rational, Symbol

    def number(leaf: Number) -> Body:
        return Symbol(symbols[leaf]) if leaf in symbols else Rational(*leaf.value.as_integer_ratio())

    def negated(part: Body) -> Body:
        return Mul(Integer(-1), part, evaluate=evaluate)

    def inverted(part: Body) -> Body:
        return Pow(part, Integer(-1), evaluate=evaluate)

    build: Mapping[Algebra, Callable[[Body, Body], Body]] = {
        ADD.algebra: lambda left, right: Add(left, right, evaluate=evaluate),
        SUBTRACT.algebra: lambda left, right: Add(left, negated(right), evaluate=evaluate),
        MULTIPLY.algebra: lambda left, right: Mul(left, right, evaluate=evaluate),
        DIVIDE.algebra: lambda left, right: Mul(left, inverted(right), evaluate=evaluate),
        POWER.algebra: lambda left, right: Pow(left, right, evaluate=evaluate),
    }

    def binary(operator: Operator, left: Body, right: Body) -> Body:
        known = build.get(operator.algebra)
        return known(left, right) if known else Function(operator.name)(left, right, evaluate=evaluate)

    def unary(operator: UnaryOperator, operand: Body) -> Body:
        negates = operator.algebra == NEGATE.algebra
        return negated(operand) if negates else Function(operator.name)(operand, evaluate=evaluate)

    return fold(expression, number, binary, unary)
