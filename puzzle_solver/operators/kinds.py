"""What an operator is: a row of data.

``apply`` is the definition: it takes exact values and gives an exact value, ``UNDEFINED``
(division by zero, a root that is not rational) or ``BEYOND_LIMIT`` (a size limit bit).
The two are never confused: "impossible" and "not found" hang on the difference.

A row may name *inverses*, for searching from the target down: given the result and one
operand they answer with every value that the other operand might have, or with ``ALL`` when
they cannot say. ``apply`` disposes: candidates are always applied and compared, so an inverse
may offer too many, never too few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Self, TypeAlias

from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.operators.fields import COMMON, Demand, check_fields


class Limits(NamedTuple):
    """How large values may get. What is larger is refused before it is computed.

    ``bits``: of the numerator and of the denominator of a power or factorial. ``exponent``: the largest absolute
    numerator of an exponent, None for any.
    """

    bits: int
    exponent: int | None = None


MOST: Final = Limits(1 << 17)
"""The limits outside of a search, where no rules set narrower ones."""


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
Apply: TypeAlias = "Callable[..., Fraction | Missing]"
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


class Fixity(Enum):
    """Where an operator is written."""

    BEFORE = "before"
    BETWEEN = "between"
    AFTER = "after"
    CALL = "call"


def _is_algebra(value: object) -> bool:
    return isinstance(value, Algebra) and value.family in list(Family) and value.sign in (1, -1)


_ALGEBRA: Final = Demand(_is_algebra, "an Algebra with a Family and the sign 1 or -1")


def _stands(*places: Fixity) -> Demand:
    return Demand(lambda value: value in places, " or ".join(map(str, places)))


class _BinaryRow(NamedTuple):
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
    fixity: Fixity = Fixity.BETWEEN
    sized: bool = False


class _UnaryRow(NamedTuple):
    name: str
    symbol: str
    apply: Apply
    precedence: int = 2
    algebra: Algebra = Algebra(Family.OPAQUE)
    inverse: Callable[[Fraction], Candidates] | None = None
    unicode: str = ""
    meaning: str = ""
    latex: str = ""
    fixity: Fixity = Fixity.CALL
    sized: bool = False


def _demands_of(fields: Iterable[str], *places: Fixity) -> Mapping[str, Demand]:
    own = {**COMMON, "algebra": _ALGEBRA, "fixity": _stands(*places)}
    return MappingProxyType({field: own[field] for field in fields})


class _Checked:
    """A row that is made only of fields that are what ``_demands`` says."""

    __slots__ = ()

    _demands: ClassVar[Mapping[str, Demand]]
    _operands: ClassVar[tuple[str, ...]]

    if not TYPE_CHECKING:  # to a type checker the arguments of a row are its fields
        # In ``__new__``: a NamedTuple has its fields before ``__init__`` could look at them.
        def __new__(cls, *fields: Any, **named: Any) -> Self:
            row = super().__new__(cls, *fields, **named)
            check_fields(row, cls._demands, cls._operands)
            return row

        # The one of NamedTuple, by which ``_replace`` makes its copies, too, would not call ``__new__``.
        @classmethod
        def _make(cls, fields: Iterable[Any]) -> Self:
            return cls(*fields)


class Operator(_Checked, _BinaryRow):
    """A binary operator.

    ``apply(left, right)`` is the definition; where ``sized``, :class:`Limits` may be given as a third argument.
    ``precedence``: 1 for sums, 2 for products, 3 for powers; higher binds tighter.
    ``inverse_left(result, right)`` offers values for the left operand, ``inverse_right(result,
    left)`` for the right one; without them every value of that operand is tried.
    ``right_grouping``: ``a ^ b ^ c`` is ``a ^ (b ^ c)``. ``latex`` stands in place of the symbol, or,
    where it holds ``{left}`` and ``{right}``, is a template, in which only an operand at its very edge
    may need brackets; without it the symbol is set as text. ``fixity``: ``BETWEEN`` or ``CALL``, ``max(3, 4)``.

    Raises:
        InvalidPuzzle: a field is not what it must be.
    """

    __slots__ = ()

    _demands, _operands = _demands_of(_BinaryRow._fields, Fixity.BETWEEN, Fixity.CALL), ("left", "right")

    def __repr__(self) -> str:
        return f"Operator({self.name!r}, {self.symbol!r})"


class UnaryOperator(_Checked, _UnaryRow):
    """An operator of one operand.

    ``apply(operand)`` is the definition; where ``sized``, :class:`Limits` may be given as a second argument.
    ``inverse(result)`` offers values for the operand; without it every value is tried. Written before or after it, its
    operand takes in every operator of a higher ``precedence``: ``-3^2`` is ``-(3^2)``, ``-3*2`` is ``(-3)*2``. One
    written after its operand needs brackets where the precedence is the same: ``(3!)!``. ``latex`` is as for
    :class:`Operator`, its template with ``{operand}``.

    Raises:
        InvalidPuzzle: a field is not what it must be.
    """

    __slots__ = ()

    _demands, _operands = _demands_of(_UnaryRow._fields, Fixity.BEFORE, Fixity.AFTER, Fixity.CALL), ("operand",)

    def __repr__(self) -> str:
        return f"UnaryOperator({self.name!r}, {self.symbol!r})"


AnyOperator: TypeAlias = Operator | UnaryOperator


def carry_out(operator: AnyOperator, limits: Limits, *operands: Fraction) -> Fraction | Missing:
    """Return the exact result of ``operator`` within ``limits``, or why there is none.

    >>> from fractions import Fraction
    >>> from puzzle_solver.operators import DIVIDE, FACTORIAL, MOST, Limits, carry_out
    >>> carry_out(DIVIDE, MOST, Fraction(8), Fraction(3))
    Fraction(8, 3)
    >>> carry_out(FACTORIAL, Limits(bits=10), Fraction(100))
    <Missing.BEYOND_LIMIT: 'beyond limit'>

    Raises:
        InvalidPuzzle: the operator fails, or gives something else.
    """
    try:
        result = operator.apply(*operands, limits) if operator.sized else operator.apply(*operands)
    # An operator may be anybody's function: whatever it raises is reported with the operands, and ends the search.
    except Exception as error:
        raise unfit(operator, operands, f"fails: {type(error).__name__}: {error}") from error
    # A float that got in here would be passed on, and decide something: exact or nothing.
    if not isinstance(result, (Fraction, Missing)):
        raise unfit(operator, operands, f"gives {result!r}: let it give a Fraction, UNDEFINED or BEYOND_LIMIT")
    return result


def unfit(operator: AnyOperator, operands: Iterable[Fraction], what: str) -> InvalidPuzzle:
    """Return the error that says ``what`` an operator does wrong, and with which operands.

    >>> from fractions import Fraction
    >>> from puzzle_solver.operators import ADD, unfit
    >>> print(unfit(ADD, [Fraction(1), Fraction(2)], "gives None"))
    the operator 'add' of 1 and 2 gives None
    """
    return InvalidPuzzle(f"the operator {operator.name!r} of {' and '.join(map(str, operands))} {what}")
