"""Operators as data: each is one row of :data:`OPERATORS`.

``apply`` is the definition: it takes exact values and gives an exact value, ``UNDEFINED``
(division by zero, a root that is not rational) or ``BEYOND_LIMIT`` (a size limit bit).
The two are never confused: "impossible" and "not found" hang on the difference.

A row may name *inverses*, for searching from the target down: given the result and one
operand they answer with every value that the other operand might have, or with ``ALL`` when
they cannot say. ``apply`` disposes: candidates are always applied and compared, so an inverse
may offer too many, never too few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from puzzle_solver.errors import UnknownName


class Missing(Enum):
    """Why an operator has no value."""

    UNDEFINED = "undefined"
    BEYOND_LIMIT = "beyond limit"


class Every(Enum):
    """An inverse's answer when it cannot name the candidates: try every value."""

    ALL = "all"


UNDEFINED: Final = Missing.UNDEFINED
BEYOND_LIMIT: Final = Missing.BEYOND_LIMIT
ALL: Final = Every.ALL

Candidates: TypeAlias = "Iterable[Fraction] | Every"
Apply: TypeAlias = "Callable[[Fraction, Fraction], Fraction | Missing]"
Inverse: TypeAlias = "Callable[[Fraction, Fraction], Candidates]"


class Family(Enum):
    """Operators of one family are flattened together by the sameness level ``algebra``."""

    SUM = "sum"
    PRODUCT = "product"
    POWER = "power"
    OPAQUE = "opaque"


class Algebra(NamedTuple):
    """``a op b`` joins ``b`` to the family's parts with ``sign``: + and * are 1, - and / are -1."""

    family: Family
    sign: int = 1


class Operator(NamedTuple):
    """A binary operator.

    ``precedence``: 1 for sums, 2 for products, 3 for powers; higher binds tighter.
    ``inverse_left(result, right)`` offers values for the left operand, ``inverse_right(result,
    left)`` for the right one; without them every value of that operand is tried.
    ``right_grouping``: ``a ^ b ^ c`` is ``a ^ (b ^ c)``. ``latex`` stands between the operands, or,
    where it holds ``{left}`` and ``{right}``, is a template, in which an operand in braces of its own
    (``{{{left}}}``) needs no brackets; without it the symbol is set as text.
    """

    name: str
    symbol: str
    apply: Apply
    precedence: int = 2
    commutative: bool = False
    right_grouping: bool = False
    algebra: Algebra = Algebra(Family.OPAQUE)
    inverse_left: Inverse | None = None
    inverse_right: Inverse | None = None
    unicode: str = ""
    meaning: str = ""
    latex: str = ""

    def __repr__(self) -> str:
        return f"Operator({self.name!r}, {self.symbol!r})"


class UnaryOperator(NamedTuple):
    """An operator of one operand, written before it.

    Its operand takes in every binary operator of a higher ``precedence``: ``-3^2`` is ``-(3^2)``,
    ``-3*2`` is ``(-3)*2``.
    """

    name: str
    symbol: str
    apply: Callable[[Fraction], Fraction | Missing]
    precedence: int = 2
    algebra: Algebra = Algebra(Family.OPAQUE)
    unicode: str = ""
    meaning: str = ""
    latex: str = ""

    def __repr__(self) -> str:
        return f"UnaryOperator({self.name!r}, {self.symbol!r})"


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
    return () if result else ALL


def _dividend(result: Fraction, right: Fraction) -> Candidates:
    return (result * right,) if right else ()


def _divisor(result: Fraction, left: Fraction) -> Candidates:
    if result:
        return (left / result,) if left else ()
    return () if left else ALL


BIT_LIMIT: Final = 1024
"""A power whose numerator or denominator would have more bits than this is ``BEYOND_LIMIT``."""


def _power(base: Fraction, exponent: Fraction) -> Fraction | Missing:
    """Return ``base ** exponent`` where that is one exact rational.

    ``0^0`` and ``0`` to a negative power are undefined, as is any root of a negative number
    (its principal value is not real) and any root that is not rational.
    """
    if base == 0:
        return Fraction(0) if exponent > 0 else UNDEFINED
    if base < 0 and exponent.denominator != 1:
        return UNDEFINED
    root = _root(base, exponent.denominator)
    if root is None:
        return UNDEFINED
    if abs(root) == 1:
        return root ** (exponent.numerator % 2)
    # Every factor adds at least bits - 1 bits, so what is refused here is too large, and what passes is soon computed.
    if (_bits(root) - 1) * abs(exponent.numerator) > BIT_LIMIT:
        return BEYOND_LIMIT
    result = root**exponent.numerator
    return result if _bits(result) <= BIT_LIMIT else BEYOND_LIMIT


def _bits(value: Fraction) -> int:
    return max(abs(value.numerator), value.denominator).bit_length()


def _root(value: Fraction, degree: int) -> Fraction | None:
    if degree == 1:
        return value
    over, under = _integer_root(value.numerator, degree), _integer_root(value.denominator, degree)
    return None if over is None or under is None else Fraction(over, under)


@lru_cache(maxsize=4096)
def _integer_root(value: int, degree: int) -> int | None:
    """Return the exact root of a positive integer, or None."""
    if value == 1:
        return 1
    if degree >= value.bit_length():
        return None
    low, high = 1, 1 << -(-value.bit_length() // degree)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= value else (low, middle - 1)
    return low if low**degree == value else None


def _base(result: Fraction, exponent: Fraction) -> Candidates:
    if exponent == 0:
        return ALL if result == 1 else ()
    if result == 0:
        return (Fraction(0),)
    size = _power(abs(result), 1 / exponent)
    if size is BEYOND_LIMIT:
        return ALL
    return (size, -size) if isinstance(size, Fraction) else ()


def _exponent(result: Fraction, base: Fraction) -> Candidates:
    if base == 0 or abs(base) == 1:
        return ALL
    if result == 0:
        return ()
    power, root = _primitive(abs(result)), _primitive(abs(base))
    if power[1] == 0:
        return (Fraction(0),)
    if power[0] == root[0]:
        return (Fraction(power[1], root[1]),)
    return (Fraction(-power[1], root[1]),) if power[0] == 1 / root[0] else ()


@lru_cache(maxsize=4096)
def _primitive(value: Fraction) -> tuple[Fraction, int]:
    """Return ``(root, n)`` with ``value == root ** n`` and ``root`` no power itself; n is 0 for 1."""
    if value == 1:
        return value, 0
    for degree in range(max(value.numerator, value.denominator).bit_length(), 1, -1):
        root = _root(value, degree)
        if root is not None:
            return root, degree
    return value, 1


ADD: Final = Operator(
    "add", "+", _add, 1, commutative=True, algebra=Algebra(Family.SUM),
    inverse_left=_difference, inverse_right=_difference, meaning="addition", latex="+",
)  # fmt: skip
SUBTRACT: Final = Operator(
    "subtract", "-", _subtract, 1, algebra=Algebra(Family.SUM, -1),
    inverse_left=_minuend, inverse_right=_subtrahend, unicode="−", meaning="subtraction", latex="-",
)  # fmt: skip
MULTIPLY: Final = Operator(
    "multiply", "*", _multiply, 2, commutative=True, algebra=Algebra(Family.PRODUCT),
    inverse_left=_cofactor, inverse_right=_cofactor, unicode="×", meaning="multiplication", latex=r"\times",
)  # fmt: skip
DIVIDE: Final = Operator(
    "divide", "/", _divide, 2, algebra=Algebra(Family.PRODUCT, -1),
    inverse_left=_dividend, inverse_right=_divisor, unicode="÷", meaning="exact division",
    latex=r"\frac{{{left}}}{{{right}}}",
)  # fmt: skip
POWER: Final = Operator(
    "power", "^", _power, 3, right_grouping=True, algebra=Algebra(Family.POWER),
    inverse_left=_base, inverse_right=_exponent,
    meaning="powers with an exact rational value; 0^0, 0^-1 and roots of negative numbers are undefined",
    latex="{left}^{{{right}}}",
)  # fmt: skip
NEGATE: Final = UnaryOperator(
    "negate", "-", _negate, algebra=Algebra(Family.SUM, -1), unicode="−", latex="-",
    meaning="the number with its sign changed",
)  # fmt: skip

OPERATORS: Final = (ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER)
"""Every operator known by symbol or name, in the order in which ties between solutions are settled."""

BASIC: Final = (ADD, SUBTRACT, MULTIPLY, DIVIDE)


def find_operators(text: str, known: Iterable[Operator] = OPERATORS) -> tuple[Operator, ...]:
    """Read ``+-*/^`` (symbols run together, longest match) or ``add,power`` (names between commas).

    Raises:
        UnknownName: something in the text is no operator of ``known``.
    """
    table = sorted(known, key=lambda operator: -len(operator.symbol))
    found: list[Operator] = []
    for word in text.replace(",", " ").split():
        named = [operator for operator in table if operator.name == word]
        found += named or _symbols(word, table)
    if not found:
        raise UnknownName(f"no operator in {text!r}: {_listing(table)}")
    return tuple(dict.fromkeys(found))


def _symbols(word: str, table: list[Operator]) -> list[Operator]:
    found: list[Operator] = []
    while word:
        match = next((operator for operator in table if any(word.startswith(s) for s in spellings(operator))), None)
        if match is None:
            raise UnknownName(f"{word[:20]!r} is no operator: {_listing(table)}")
        found.append(match)
        word = word[max(len(s) for s in spellings(match) if word.startswith(s)) :]
    return found


def spellings(operator: Operator | UnaryOperator) -> tuple[str, ...]:
    """Return the symbols that stand for ``operator``, ascii first."""
    return (operator.symbol, operator.unicode) if operator.unicode else (operator.symbol,)


def _listing(table: list[Operator]) -> str:
    return "choose from " + ", ".join(f"{operator.symbol} ({operator.name})" for operator in table)
