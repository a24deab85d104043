"""Where brackets are needed: one comparison, for every notation that writes operators between operands."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final, Generic, NamedTuple, TypeVar

from puzzle_solver.errors import UnknownName
from puzzle_solver.expression import Expression, Number, fold
from puzzle_solver.operators import Family, Operator, UnaryOperator

T = TypeVar("T")

ATOM: Final = 1 << 30
"""The precedence of what never needs brackets."""
SIGNED: Final = -ATOM
"""The precedence of what is bracketed wherever it is an operand: ``(-3)``, ``(1/3)``."""

MINIMAL: Final = "minimal"
"""Brackets only where value or numbers would change: ``a + (b - c)`` is written ``a + b - c``."""
TREE: Final = "tree"
"""Every bracket that reading needs to find the same tree again."""

_REGROUPS: Final = MappingProxyType({MINIMAL: True, TREE: False})
_CHAINS: Final = (Family.SUM, Family.PRODUCT)


class Part(NamedTuple, Generic[T]):
    """A finished part. ``closed``: it may stand on the right of an operator of its own precedence.

    ``family`` is that of every operator of its precedence that its left edge lays open; where they are of
    several families it is OPAQUE.
    """

    body: T
    precedence: int = ATOM
    closed: bool = False
    family: Family = Family.OPAQUE


class Enclosed(NamedTuple):
    """Which operands an operator's notation encloses itself, as a fraction bar does."""

    left: bool = False
    right: bool = False


NEITHER: Final = Enclosed()


class Notation(NamedTuple, Generic[T]):
    """How numbers, operators and brackets are written in bodies of type T."""

    number: Callable[[Number], Part[T]]
    binary: Callable[[Operator, T, T], T]
    unary: Callable[[UnaryOperator, T], T]
    bracket: Callable[[T], T]
    encloses: Callable[[Operator], Enclosed] = lambda operator: NEITHER


def write(expression: Expression, notation: Notation[T], brackets: str = MINIMAL) -> T:
    """Write ``expression`` in ``notation``, with the brackets that it needs.

    Of its own precedence an operator takes a left part bare if it groups to the left, and a right part if that
    groups to the right, or if the operator joins it to its chain: ``a + (b - c) = a + b - c``.

    Raises:
        UnknownName: ``brackets`` is neither ``minimal`` nor ``tree``.
    """
    if brackets not in _REGROUPS:
        raise UnknownName(f"no brackets are called {brackets!r}: choose from {', '.join(_REGROUPS)}")
    regroups = _REGROUPS[brackets]

    def binary(operator: Operator, left: Part[T], right: Part[T]) -> Part[T]:
        encloses = notation.encloses(operator)
        groups = right.closed or (regroups and _joins(operator, right))
        body = notation.binary(
            operator,
            left.body if encloses.left else operand(left, operator, groups=not operator.right_grouping),
            right.body if encloses.right else operand(right, operator, groups=groups),
        )
        closed = operator.right_grouping or all(encloses)
        return Part(body, operator.precedence, closed, _edge(operator, left, encloses))

    def unary(operator: UnaryOperator, part: Part[T]) -> Part[T]:
        return Part(notation.unary(operator, operand(part, operator, groups=False)), SIGNED)

    def operand(part: Part[T], operator: Operator | UnaryOperator, *, groups: bool) -> T:
        bare = (part.precedence, groups) >= (operator.precedence, True)
        return part.body if bare else notation.bracket(part.body)

    return fold(expression, notation.number, binary, unary).body


def _joins(operator: Operator, right: Part[T]) -> bool:
    """Is ``a operator (b ...)`` equal to ``(a operator b) ...``?"""
    family, sign = operator.algebra
    return family in _CHAINS and sign == 1 and right.family is family


def _edge(operator: Operator, left: Part[T], encloses: Enclosed) -> Family:
    family = operator.algebra.family
    hidden = encloses.left or left.precedence != operator.precedence
    return family if hidden or left.family is family else Family.OPAQUE
