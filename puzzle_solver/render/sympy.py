"""An expression for sympy: as Python text in its own operand order, and as a sympy object.

sympy itself is imported only by :func:`to_sympy`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from puzzle_solver.expression import Binary, Expression, Number, Unary, fold
from puzzle_solver.operators import (
    ABSOLUTE,
    ADD,
    CEILING,
    DIVIDE,
    DOUBLE_FACTORIAL,
    FACTORIAL,
    FLOOR,
    FLOOR_DIVIDE,
    MAXIMUM,
    MINIMUM,
    MODULO,
    MULTIPLY,
    NEGATE,
    POWER,
    ROOT,
    SQUARE_ROOT,
    SUBTRACT,
    Algebra,
    AnyOperator,
    Fixity,
    Operator,
)
from puzzle_solver.render.brackets import EDGES, MINIMAL, Edges, Notation, Part, arrange, write

if TYPE_CHECKING:
    import sympy

Body: TypeAlias = "sympy.Expr"


class _Python(NamedTuple):
    """How Python writes an operator, and the row whose precedence that has."""

    row: AnyOperator
    sign: str


_PYTHON: Final[Mapping[Algebra | AnyOperator, _Python]] = MappingProxyType(
    {
        key: _Python(row, sign)
        for key, row, sign in (
            (ADD.algebra, ADD, " + "),
            (SUBTRACT.algebra, SUBTRACT, " - "),
            (MULTIPLY.algebra, MULTIPLY, "*"),
            (DIVIDE.algebra, DIVIDE, "/"),
            (POWER.algebra, POWER, "**"),
            (MODULO, MODULO, " % "),
            (FLOOR_DIVIDE, FLOOR_DIVIDE, "//"),
            (NEGATE, NEGATE, "-"),
        )
    }
)
"""The operators of Python, by the row, or by the algebra of all rows that mean the same."""

_FUNCTIONS: Final[Mapping[AnyOperator, str]] = MappingProxyType(
    {
        ROOT: "root",
        MAXIMUM: "Max",
        MINIMUM: "Min",
        SQUARE_ROOT: "sqrt",
        FACTORIAL: "factorial",
        DOUBLE_FACTORIAL: "factorial2",
        ABSOLUTE: "Abs",
        FLOOR: "floor",
        CEILING: "ceiling",
    }
)
"""What sympy calls the others."""


def to_sympy_text(expression: Expression, brackets: str = MINIMAL) -> str:
    """Write ``expression`` in sympy's constructors: ``Integer(8)/(Integer(3) - Integer(8)/Integer(3))``.

    Evaluated with sympy's names it is exact. An operator that sympy does not know is a ``Function`` of its name.
    """
    return write_python(expression, _constructor, "Function({!r})", brackets)


def write_python(
    expression: Expression, number: Callable[[Number], str], function: str = "{}", brackets: str = MINIMAL
) -> str:
    """Return ``expression`` as Python would write it, with operators that Python lacks as functions.

    >>> from puzzle_solver import read_expression
    >>> write_python(read_expression("2 ^ 3 / sqrt(4)"), lambda number: number.text)
    '2**3/sqrt(4)'
    """

    def join(operator: AnyOperator, *operands: str) -> str:
        known = _known(operator)
        sign = known.sign if known else _FUNCTIONS.get(operator) or function.format(operator.name)
        return "".join(arrange(_fixity(operator), sign, _bracket, *operands))

    notation = Notation(lambda leaf: Part(number(leaf)), join, join, _bracket, _edges)
    # The precedence is that of Python's operators, in which the text is read: ``%`` binds like ``*`` there.
    return write(_with_python_rows(expression), notation, brackets)


def _known(operator: AnyOperator) -> _Python | None:
    # Its own row first. The algebra tells others that mean the same, such as an own operator for the same sum.
    return _PYTHON.get(operator) or (_PYTHON.get(operator.algebra) if isinstance(operator, Operator) else None)


def _fixity(operator: AnyOperator) -> Fixity:
    known = _known(operator)
    return known.row.fixity if known else Fixity.CALL


def _edges(operator: AnyOperator) -> Edges:
    return EDGES[_fixity(operator)]


def _bracket(*texts: str) -> str:
    return f"({', '.join(texts)})"


def _constructor(leaf: Number) -> str:
    # Integers only: a decimal point would make sympy take a Float, which rounds.
    over, under = leaf.value.as_integer_ratio()
    return f"Integer({over})" if under == 1 else f"Rational({over}, {under})"


def _with_python_rows(expression: Expression) -> Expression:
    """Put Python's rows in place of rows that mean the same, and calls in place of what Python lacks."""

    def binary(operator: Operator, left: Expression, right: Expression) -> Expression:
        known = _known(operator)
        named = known.row if known else None
        return Binary(named if isinstance(named, Operator) else operator._replace(fixity=Fixity.CALL), left, right)

    return fold(expression, lambda leaf: leaf, binary, Unary)


def to_sympy(
    expression: Expression, *, evaluate: bool = False, symbols: Mapping[Number, str] = MappingProxyType({})
) -> Body:
    """Return ``expression`` as a sympy object, each number replaced by its symbol if it has one.

    With ``evaluate=False`` sympy keeps the shape, but prints in an order of its own.
    """
    import sympy

    def number(leaf: Number) -> Body:
        return sympy.Symbol(symbols[leaf]) if leaf in symbols else sympy.Rational(*leaf.value.as_integer_ratio())

    build = _builders(evaluate=evaluate)

    def join(operator: AnyOperator, *operands: Body) -> Body:
        known = build.get(operator) or (build.get(operator.algebra) if isinstance(operator, Operator) else None)
        return known(*operands) if known else sympy.Function(operator.name)(*operands, evaluate=evaluate)

    return fold(expression, number, join, join)


def _builders(*, evaluate: bool) -> Mapping[Algebra | AnyOperator, Callable[..., Body]]:
    import sympy

    def build(name: str) -> Callable[..., Body]:
        return partial(getattr(sympy, name), evaluate=evaluate)

    add, multiply, power, floor = map(build, ("Add", "Mul", "Pow", "floor"))

    # sympy knows sums, products and powers only: a - b is a + (-1) * b, and a / b is a * b ** -1.
    def negated(part: Body) -> Body:
        return multiply(sympy.Integer(-1), part)

    def quotient(left: Body, right: Body) -> Body:
        return multiply(left, power(right, sympy.Integer(-1)))

    return {
        ADD.algebra: add,
        SUBTRACT.algebra: lambda left, right: add(left, negated(right)),
        MULTIPLY.algebra: multiply,
        DIVIDE.algebra: quotient,
        POWER.algebra: power,
        MODULO: build("Mod"),
        FLOOR_DIVIDE: lambda left, right: floor(quotient(left, right)),
        NEGATE: negated,
        **{row: build(name) for row, name in _FUNCTIONS.items()},
    }
