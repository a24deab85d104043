"""The three levels by name, and the answer to "are these two the same?"."""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum
from fractions import Fraction
from typing import Final

from puzzle_solver.errors import InvalidPuzzle, UnknownName
from puzzle_solver.expression import Expression, Number, fold, numbers
from puzzle_solver.operators import Missing, Operator, UnaryOperator
from puzzle_solver.rational import shorten, to_pair, write_rational
from puzzle_solver.sameness.essence import Essences
from puzzle_solver.sameness.forms import Form, Forms

MOST_NUMBERS: Final = 2000
"""Expressions of more numbers are not compared: the work grows with the square, here to half a second."""


class Sameness(Enum):
    """The level at which two solutions count as one."""

    TREES = "trees"
    ALGEBRA = "algebra"
    ESSENCE = "essence"


def find_sameness(name: Sameness | str) -> Sameness:
    """Return the level called ``name``.

    Raises:
        UnknownName: there is none.
    """
    try:
        return Sameness(name)
    except ValueError:
        levels = ", ".join(level.value for level in Sameness)
        raise UnknownName(f"no sameness is called {name!r}: choose from {levels}") from None


def same(first: Expression, second: Expression, level: Sameness | str = Sameness.ESSENCE) -> bool:
    """Are the two expressions one at ``level``?

    Raises:
        InvalidPuzzle: one of them has no value, such as ``1/0``, or is too long or nested too deeply to compare.
    """
    for expression in (first, second):
        if len(numbers(expression)) > MOST_NUMBERS:
            raise InvalidPuzzle(
                f"an expression of more than {MOST_NUMBERS} numbers cannot be compared: give a shorter one"
            )
    forms = Forms()
    try:
        return canonical(first, level, forms) == canonical(second, level, forms)
    except RecursionError:
        raise InvalidPuzzle("the expressions are nested too deeply to compare: give shorter ones") from None


def canonical(expression: Expression, level: Sameness | str, forms: Forms) -> Hashable:
    """Return what two expressions, read into the same ``forms``, share exactly if they are one at ``level``.

    Raises:
        InvalidPuzzle: the expression has no value.
    """
    level = find_sameness(level)
    form = _form(expression, forms)
    if level is Sameness.TREES:
        return tuple(_tokens(expression))
    return form if level is Sameness.ALGEBRA else Essences(forms).key(form)


def _tokens(expression: Expression) -> list[object]:
    """Return the tree in postfix order, which determines it."""
    tokens: list[object] = []
    fold(
        expression,
        lambda leaf: tokens.append(leaf.value),
        lambda operator, left, right: tokens.append((operator.name, 2)),
        lambda operator, operand: tokens.append((operator.name, 1)),
    )
    return tokens


def _form(expression: Expression, forms: Forms) -> Form:
    def leaf(number: Number) -> tuple[Form, Fraction]:
        return forms.leaf(to_pair(number.value)), number.value

    def binary(operator: Operator, left: tuple[Form, Fraction], right: tuple[Form, Fraction]) -> tuple[Form, Fraction]:
        value = _defined(operator.apply(left[1], right[1]), operator, left[1], right[1])
        return forms.joiner(operator, to_pair(value))(left[0], right[0]), value

    def unary(operator: UnaryOperator, operand: tuple[Form, Fraction]) -> tuple[Form, Fraction]:
        value = _defined(operator.apply(operand[1]), operator, operand[1])
        return forms.unary(operator, operand[0], to_pair(value)), value

    return fold(expression, leaf, binary, unary)[0]


_WORDS: Final = {Missing.UNDEFINED: "undefined", Missing.BEYOND_LIMIT: "too large to be computed"}


def _defined(value: Fraction | Missing, operator: Operator | UnaryOperator, *operands: Fraction) -> Fraction:
    if isinstance(value, Missing):
        of = " and ".join(shorten(write_rational(operand)) for operand in operands)
        raise InvalidPuzzle(f"the expression cannot be compared: {operator.name} of {of} is {_WORDS[value]}")
    return value
