"""The four basic operators, and the sign."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from puzzle_solver.operators.kinds import (
    ALL,
    UNDEFINED,
    Algebra,
    Candidates,
    Family,
    Fixity,
    Missing,
    Operator,
    UnaryOperator,
)


def _add(left: Fraction, right: Fraction) -> Fraction:
    return left + right


def _subtract(left: Fraction, right: Fraction) -> Fraction:
    return left - right


def _negate(operand: Fraction) -> Fraction:
    return -operand


def _multiply(left: Fraction, right: Fraction) -> Fraction:
    return left * right


def _divide(left: Fraction, right: Fraction) -> Fraction | Missing:
    return left / right if right else UNDEFINED


def _difference(result: Fraction, operand: Fraction) -> Candidates:
    return (result - operand,)


def _minuend(result: Fraction, right: Fraction) -> Candidates:
    return (result + right,)


def _subtrahend(result: Fraction, left: Fraction) -> Candidates:
    return (left - result,)


def _cofactor(result: Fraction, operand: Fraction) -> Candidates:
    if operand:
        return (result / operand,)
    # 0 * x is 0 for every x, and never anything else.
    return () if result else ALL


def _dividend(result: Fraction, right: Fraction) -> Candidates:
    # x / 0 has no value, so nothing is a result of it.
    return (result * right,) if right else ()


def _divisor(result: Fraction, left: Fraction) -> Candidates:
    if result:
        # 0 / x is 0 or undefined.
        return (left / result,) if left else ()
    # left / x is 0 only if left is; then it is for every x but 0, which ``apply`` rules out.
    return () if left else ALL


def _opposite(result: Fraction) -> Candidates:
    return (-result,)


ADD: Final = Operator(
    "add",
    "+",
    _add,
    precedence=1,
    commutative=True,
    algebra=Algebra(Family.SUM),
    inverse_left=_difference,
    inverse_right=_difference,
    meaning="addition",
    latex="+",
)
SUBTRACT: Final = Operator(
    "subtract",
    "-",
    _subtract,
    precedence=1,
    algebra=Algebra(Family.SUM, -1),
    inverse_left=_minuend,
    inverse_right=_subtrahend,
    unicode="−",
    meaning="subtraction",
    latex="-",
)
MULTIPLY: Final = Operator(
    "multiply",
    "*",
    _multiply,
    precedence=2,
    commutative=True,
    algebra=Algebra(Family.PRODUCT),
    inverse_left=_cofactor,
    inverse_right=_cofactor,
    unicode="×",
    meaning="multiplication",
    latex=r"\times",
)
DIVIDE: Final = Operator(
    "divide",
    "/",
    _divide,
    precedence=2,
    algebra=Algebra(Family.PRODUCT, -1),
    inverse_left=_dividend,
    inverse_right=_divisor,
    unicode="÷",
    meaning="exact division",
    latex=r"\frac{{{left}}}{{{right}}}",
)
# With the precedence of a product, below that of a power: -3^2 is -(3^2), as in mathematics, Python and LaTeX.
NEGATE: Final = UnaryOperator(
    "negate",
    "-",
    _negate,
    algebra=Algebra(Family.SUM, -1),
    inverse=_opposite,
    unicode="−",
    latex="-",
    meaning="the number with its sign changed",
    fixity=Fixity.BEFORE,
)
