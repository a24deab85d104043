"""Expressions: frozen trees over the hand's numbers, and the one way to walk them.

Trees are dumb. Whatever reads one is a function in a module named for what it makes, and walks
with :func:`fold`, which keeps its own stack: depth never meets the interpreter's recursion limit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias, TypeVar

from puzzle_solver.operators import Missing, Operator
from puzzle_solver.rational import write_rational

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the hand. ``spelling`` is how it was typed; equality ignores it."""

    value: Fraction
    spelling: str = field(default="", compare=False)

    @property
    def text(self) -> str:
        """The number as typed, or as written by this package."""
        return self.spelling or write_rational(self.value)


@dataclass(frozen=True, slots=True)
class Binary:
    """``left operator right``."""

    operator: Operator
    left: Expression
    right: Expression


Expression: TypeAlias = Number | Binary


def fold(expression: Expression, number: Callable[[Number], T], binary: Callable[[Operator, T, T], T]) -> T:
    """Replace every leaf by ``number(leaf)`` and every node by ``binary(operator, left, right)``.

    Left before right, children before parents.
    """
    pending: list[Expression | Operator] = [expression]
    done: list[T] = []
    while pending:
        match pending.pop():
            case Binary(operator, left, right):
                pending += (operator, right, left)
            case Number() as leaf:
                done.append(number(leaf))
            case Operator() as operator:
                right_part = done.pop()
                done.append(binary(operator, done.pop(), right_part))
    return done.pop()


def evaluate(expression: Expression) -> Fraction | Missing:
    """Return the exact value, or why there is none."""

    def apply(operator: Operator, left: Fraction | Missing, right: Fraction | Missing) -> Fraction | Missing:
        if isinstance(left, Missing):
            return left
        return right if isinstance(right, Missing) else operator.apply(left, right)

    return fold(expression, lambda leaf: leaf.value, apply)


def numbers(expression: Expression) -> tuple[Number, ...]:
    """Return the leaves from left to right."""
    leaves: list[Number] = []
    fold(expression, leaves.append, lambda operator, left, right: None)
    return tuple(leaves)


def operations(expression: Expression) -> tuple[tuple[Operator, Fraction, Fraction, Fraction], ...]:
    """Return each operation as ``(operator, left value, right value, result)``, in the order it is carried out.

    Raises:
        ValueError: an operation has no value.
    """
    steps: list[tuple[Operator, Fraction, Fraction, Fraction]] = []

    def apply(operator: Operator, left: Fraction, right: Fraction) -> Fraction:
        result = operator.apply(left, right)
        if isinstance(result, Missing):
            raise ValueError(f"{left} {operator.symbol} {right} is {result.value}")
        steps.append((operator, left, right, result))
        return result

    fold(expression, lambda leaf: leaf.value, apply)
    return tuple(steps)
