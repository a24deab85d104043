"""Expressions: frozen trees over the hand's numbers, and the one way to walk them.

Trees are dumb. Whatever reads one is a function in a module named for what it makes, and walks
with :func:`fold`, which keeps its own stack: depth never meets the interpreter's recursion limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NoReturn, TypeAlias, TypeVar

from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.given import check_type, shown
from puzzle_solver.operators import MOST, AnyOperator, Missing, Operator, UnaryOperator, carry_out
from puzzle_solver.rational import to_fraction, write_rational

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the hand. ``spelling`` is how it was typed; equality ignores it."""

    value: Fraction
    spelling: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        """Take any exact number for its value."""
        # A subclass of Fraction may have an equality of its own.
        if type(self.value) is not Fraction:
            object.__setattr__(self, "value", to_fraction(self.value))
        check_type(self.spelling, str, "spelling of a number", "a text")

    @property
    def text(self) -> str:
        """The number as typed, or as written by this package."""
        return self.spelling or write_rational(self.value)


@dataclass(frozen=True, slots=True)
class Unary:
    """``operator operand``."""

    operator: UnaryOperator
    operand: Expression

    def __post_init__(self) -> None:
        """Refuse an operator of two operands, which would be given one."""
        check_type(self.operator, UnaryOperator, "operator of one operand", "a UnaryOperator, such as NEGATE")


@dataclass(frozen=True, slots=True)
class Binary:
    """``left operator right``."""

    operator: Operator
    left: Expression
    right: Expression

    def __post_init__(self) -> None:
        """Refuse an operator of one operand, which would be given two."""
        check_type(self.operator, Operator, "operator of two operands", "an Operator, such as ADD")


Expression: TypeAlias = Number | Unary | Binary
Item: TypeAlias = Number | Operator | UnaryOperator
"""A part of an expression in postfix order: ``8 3 8 3 / - /``."""


def assemble(items: Iterable[Item]) -> Expression:
    """Return the expression that ``items`` are, in postfix order.

    >>> from puzzle_solver import MULTIPLY, Number, read_expression
    >>> assemble([Number(3), Number(8), MULTIPLY]) == read_expression("3 * 8")
    True
    """
    parts: list[Expression] = []
    for item in items:
        if isinstance(item, Number):
            parts.append(item)
        elif isinstance(item, UnaryOperator):
            parts.append(Unary(item, parts.pop()))
        else:
            # The right operand was finished last.
            right = parts.pop()
            parts.append(Binary(item, parts.pop(), right))
    (whole,) = parts
    return whole


def to_items(expression: Expression) -> list[Item]:
    """Return the expression in postfix order; :func:`assemble` undoes it."""
    items: list[Item] = []
    fold(
        expression,
        items.append,
        lambda operator, left, right: items.append(operator),
        lambda operator, operand: items.append(operator),
    )
    return items


def _refuse(operator: UnaryOperator, operand: object) -> NoReturn:
    raise TypeError(f"unary {operator.name} has no meaning here")


def fold(
    expression: Expression,
    number: Callable[[Number], T],
    binary: Callable[[Operator, T, T], T],
    unary: Callable[[UnaryOperator, T], T] = _refuse,
) -> T:
    """Replace leaves by ``number(leaf)``, nodes by ``binary(operator, left, right)`` or ``unary(operator, operand)``.

    Left before right, children before parents.

    Raises:
        InvalidPuzzle: it is no expression.
        TypeError: a unary node is met and no ``unary`` is given.
    """
    # Popped are the left operand, the right one, then the operator: the results of its operands are then the last ones
    # in ``done``. Every node is pushed and popped once, so the walk is linear in the size of the tree.
    pending: list[Expression | Operator | UnaryOperator] = [expression]
    done: list[T] = []
    while pending:
        match pending.pop():
            case Binary(operator, left, right):
                pending += (operator, right, left)
            case Number() as leaf:
                done.append(number(leaf))
            case Unary(sign, operand):
                pending += (sign, operand)
            case Operator() as operator:
                right_part = done.pop()
                done.append(binary(operator, done.pop(), right_part))
            case UnaryOperator() as sign:
                done.append(unary(sign, done.pop()))
            case other:
                raise InvalidPuzzle(f"{shown(other)} is no expression: read_expression('8*3') gives one")
    return done.pop()


def evaluate(expression: Expression) -> Fraction | Missing:
    """Return the exact value of ``expression``, or why it has none: ``UNDEFINED`` or ``BEYOND_LIMIT``.

    >>> from puzzle_solver import evaluate, read_expression
    >>> evaluate(read_expression("1 / 3 + 1 / 6"))
    Fraction(1, 2)
    >>> evaluate(read_expression("1 / 0"))
    <Missing.UNDEFINED: 'undefined'>

    Raises:
        InvalidPuzzle: it is no expression, or one of its operators fails.
    """

    # An expression knows no rules, and so no limits of theirs. ``MOST`` still keeps 9^9^9 from filling the memory.
    def apply(operator: Operator, left: Fraction | Missing, right: Fraction | Missing) -> Fraction | Missing:
        # A missing value goes up as it is, the left one first: an operation never hides why an operand has none.
        if isinstance(left, Missing):
            return left
        return right if isinstance(right, Missing) else carry_out(operator, MOST, left, right)

    def change(operator: UnaryOperator, operand: Fraction | Missing) -> Fraction | Missing:
        return operand if isinstance(operand, Missing) else carry_out(operator, MOST, operand)

    return fold(expression, lambda leaf: leaf.value, apply, change)


def numbers(expression: Expression) -> tuple[Number, ...]:
    """Return the leaves of ``expression`` from left to right.

    >>> from puzzle_solver import read_expression
    >>> [number.text for number in numbers(read_expression("8 / (3 - 0.5)"))]
    ['8', '3', '0.5']
    """
    leaves: list[Number] = []
    fold(expression, leaves.append, lambda operator, left, right: None, lambda operator, operand: None)
    return tuple(leaves)


# By identity: in 8/3 - 8/3 two steps have the same fields, and are two.
@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One operation: ``operator`` applied to ``operands``, each a number or an earlier step, gives ``value``."""

    operator: AnyOperator
    operands: tuple[Number | Step, ...]
    value: Fraction


def steps(expression: Expression) -> list[Step]:
    """Return the operations of ``expression`` in the order in which they are carried out; a number has none.

    >>> from puzzle_solver import read_expression
    >>> [str(step.value) for step in steps(read_expression("8 / (3 - 8 / 3)"))]
    ['8/3', '1/3', '24']

    Raises:
        ValueError: an operation has no value.
    """
    found: list[Step] = []

    def step(operator: AnyOperator, *operands: Number | Step) -> Step:
        value = carry_out(operator, MOST, *(operand.value for operand in operands))
        if isinstance(value, Missing):
            values = " and ".join(write_rational(operand.value) for operand in operands)
            raise ValueError(f"{operator.name} of {values} is {value.value}")
        found.append(Step(operator, operands, value))
        return found[-1]

    def number(leaf: Number) -> Number | Step:
        return leaf

    fold(expression, number, step, step)
    return found
