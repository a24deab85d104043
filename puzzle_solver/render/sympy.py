"""An expression for sympy: as Python text in its own operand order, and as a sympy object.

sympy itself is imported only by :func:`to_sympy`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from puzzle_solver.expression import Binary, Expression, Number, Unary, fold
from puzzle_solver.operators import BINARY, OPERATORS, AnyOperator, Family, Fixity, Operator, sign_in
from puzzle_solver.render.brackets import EDGES, MINIMAL, Edges, Notation, Part, arrange, write

if TYPE_CHECKING:
    import sympy

Body: TypeAlias = "sympy.Expr"


_FORMAT: Final = "sympy"

_PYTHON: Final[Mapping[str, AnyOperator]] = MappingProxyType(
    {sign: row for row in OPERATORS if (sign := sign_in(row, _FORMAT)) and not sign.isidentifier()}
)
"""The operators of Python, by the sign, and the row whose precedence each has. Other signs are functions of sympy."""

_ALGEBRAS: Final = MappingProxyType(
    {row.algebra: sign for sign, row in _PYTHON.items() if row.algebra.family is not Family.OPAQUE and row in BINARY}
)
"""The sign of all binary rows that mean the same."""


def to_sympy_text(expression: Expression, brackets: str = MINIMAL) -> str:
    """Write ``expression`` in sympy's constructors: ``Integer(8)/(Integer(3) - Integer(8)/Integer(3))``.

    Evaluated with sympy's names it is exact. An operator that sympy does not know is a ``Function`` of its name.
    """
    return write_python(expression, _constructor, "Function({!r})", brackets)


def write_python(
    expression: Expression, number: Callable[[Number], str], function: str = "{}", brackets: str = MINIMAL
) -> str:
    """Write ``expression`` as Python would: ``a/(b - a/b)``, with operators that Python lacks as functions."""

    def join(operator: AnyOperator, *operands: str) -> str:
        sign = _sign(operator) or function.format(operator.name)
        return "".join(arrange(_fixity(operator), sign, _bracket, *operands))

    notation = Notation(lambda leaf: Part(number(leaf)), join, join, _bracket, _edges)
    return write(_with_python_rows(expression), notation, brackets)


def _sign(operator: AnyOperator) -> str:
    """Return an operator of Python, a function of sympy, or nothing where they have neither."""
    sign = sign_in(operator, _FORMAT)
    if sign in _PYTHON or sign.isidentifier():
        return sign
    return _ALGEBRAS.get(operator.algebra, "") if isinstance(operator, Operator) else ""


def _fixity(operator: AnyOperator) -> Fixity:
    known = _PYTHON.get(_sign(operator))
    return known.fixity if known else Fixity.CALL


def _edges(operator: AnyOperator) -> Edges:
    return EDGES[_fixity(operator)]


def _bracket(*texts: str) -> str:
    return f"({', '.join(texts)})"


def _constructor(leaf: Number) -> str:
    over, under = leaf.value.as_integer_ratio()
    return f"Integer({over})" if under == 1 else f"Rational({over}, {under})"


def _with_python_rows(expression: Expression) -> Expression:
    """Put Python's rows in place of rows that mean the same, and calls in place of what Python lacks."""

    def binary(operator: Operator, left: Expression, right: Expression) -> Expression:
        named = _PYTHON.get(_sign(operator))
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

    builders = _builders(evaluate=evaluate)

    def join(operator: AnyOperator, *operands: Body) -> Body:
        sign = _sign(operator)
        if sign in builders:
            return builders[sign](*operands)
        function = getattr(sympy, sign, None) or sympy.Function(sign or operator.name)
        return function(*operands, evaluate=evaluate)

    return fold(expression, number, join, join)


def _builders(*, evaluate: bool) -> Mapping[str, Callable[..., Body]]:
    """Return what makes a sympy object for each operator of Python."""
    import sympy

    def build(name: str) -> Callable[..., Body]:
        return partial(getattr(sympy, name), evaluate=evaluate)

    add, multiply, power, floor = map(build, ("Add", "Mul", "Pow", "floor"))

    def negated(part: Body) -> Body:
        return multiply(sympy.Integer(-1), part)

    def quotient(left: Body, right: Body) -> Body:
        return multiply(left, power(right, sympy.Integer(-1)))

    return {
        " + ": add,
        " - ": lambda left, right: add(left, negated(right)),
        "*": multiply,
        "/": quotient,
        "**": power,
        " % ": build("Mod"),
        "//": lambda left, right: floor(quotient(left, right)),
        "-": negated,
    }
