"""Where brackets are needed: one comparison, for every notation that writes operators between operands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Generic, NamedTuple, TypeVar

from puzzle_solver.errors import UnknownName
from puzzle_solver.expression import Expression, Number, fold
from puzzle_solver.operators import AnyOperator, Family, Fixity, Operator, UnaryOperator

T = TypeVar("T")

ATOM: Final = 1 << 30
"""The precedence of what never needs brackets."""
SIGNED: Final = -ATOM
"""The precedence of what is bracketed wherever it is an open operand: ``(-3)``, ``(1/3)``."""

MINIMAL: Final = "minimal"
"""Brackets only where value or numbers would change: ``a + (b - c)`` is written ``a + b - c``."""
TREE: Final = "tree"
"""Every bracket that reading needs to find the same tree again."""

_REGROUPS: Final = MappingProxyType({MINIMAL: True, TREE: False})
# Only in these does regrouping keep the value: (a ^ b) ^ c is another number than a ^ (b ^ c).
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


class Edges(NamedTuple):
    """At which edges of its notation an operator lays an operand open; it encloses others, as a fraction bar does."""

    left: bool = False
    right: bool = False


EDGES: Final[Mapping[Fixity, Edges]] = MappingProxyType(
    {
        Fixity.BEFORE: Edges(right=True),
        Fixity.BETWEEN: Edges(left=True, right=True),
        Fixity.AFTER: Edges(left=True),
        Fixity.CALL: Edges(),
    }
)


def _edges(operator: AnyOperator) -> Edges:
    return EDGES[operator.fixity]


class Notation(NamedTuple, Generic[T]):
    """How numbers, operators and brackets are written in bodies of type T. A bracket holds one body, or several."""

    number: Callable[[Number], Part[T]]
    binary: Callable[[Operator, T, T], T]
    unary: Callable[[UnaryOperator, T], T]
    bracket: Callable[..., T]
    edges: Callable[[AnyOperator], Edges] = _edges


def arrange(fixity: Fixity, sign: T, bracket: Callable[..., T], *operands: T) -> tuple[T, ...]:
    """Return what is written, from left to right."""
    match fixity:
        case Fixity.BEFORE:
            return (sign, *operands)
        case Fixity.AFTER:
            return (*operands, sign)
        case Fixity.BETWEEN:
            return (operands[0], sign, *operands[1:])
        case Fixity.CALL:
            return (sign, bracket(*operands))


def write(expression: Expression, notation: Notation[T], brackets: str = MINIMAL) -> T:
    """Write ``expression`` in ``notation``, with the brackets that it needs.

    Of its own precedence an operator takes a left part bare if it groups to the left, and a right part if that
    groups to the right, or if the operator joins it to its chain: ``a + (b - c) = a + b - c``. An operator before its
    operand takes one that groups to the right, an operator after it none.

    Raises:
        UnknownName: ``brackets`` is neither ``minimal`` nor ``tree``.
    """
    if brackets not in _REGROUPS:
        raise UnknownName(f"no brackets are called {brackets!r}: choose from {', '.join(_REGROUPS)}")
    regroups = _REGROUPS[brackets]

    def binary(operator: Operator, left: Part[T], right: Part[T]) -> Part[T]:
        edges = notation.edges(operator)
        groups = right.closed or (regroups and _joins(operator, right))
        body = notation.binary(
            operator,
            operand(left, operator, groups=not operator.right_grouping) if edges.left else left.body,
            operand(right, operator, groups=groups) if edges.right else right.body,
        )
        # A call encloses its operands: nothing outside can claim them.
        precedence = ATOM if operator.fixity is Fixity.CALL and not any(edges) else operator.precedence
        closed = operator.right_grouping or not any(edges)
        return Part(body, precedence, closed, _edge(operator, left, edges))

    def unary(operator: UnaryOperator, part: Part[T]) -> Part[T]:
        edges = notation.edges(operator)
        body = operand(part, operator, groups=edges.right and part.closed) if any(edges) else part.body
        return Part(notation.unary(operator, body), _tightness(operator, edges), closed=edges.right)

    def operand(part: Part[T], operator: AnyOperator, *, groups: bool) -> T:
        # The one line that decides a bracket: a part is bare if it binds tighter, or as tight and groups this way.
        bare = (part.precedence, groups) >= (operator.precedence, True)
        return part.body if bare else notation.bracket(part.body)

    return fold(expression, notation.number, binary, unary).body


def _joins(operator: Operator, right: Part[T]) -> bool:
    """Is ``a operator (b ...)`` equal to ``(a operator b) ...``?"""
    family, sign = operator.algebra
    # a + (b - c) = (a + b) - c, and a * (b / c) = (a * b) / c: what is joined with the sign 1 leaves the signs after it
    # as they are. After a minus or a division they would turn.
    return family in _CHAINS and sign == 1 and right.family is family


def _tightness(operator: UnaryOperator, edges: Edges) -> int:
    if not any(edges):
        return ATOM
    # A minus is bracketed wherever it is an operand, also where reading would not need it: 2 * (-3), as it is taught.
    return SIGNED if operator.algebra.family is Family.SUM else operator.precedence


def _edge(operator: Operator, left: Part[T], edges: Edges) -> Family:
    family = operator.algebra.family
    # An enclosed operand, or one of another precedence, closes the left edge: what lies open is the operator itself.
    hidden = not edges.left or left.precedence != operator.precedence
    return family if hidden or left.family is family else Family.OPAQUE
