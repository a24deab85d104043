"""The three levels by name, and the answer to "are these two the same?"."""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum
from fractions import Fraction
from typing import Final, NamedTuple

from puzzle_solver.errors import InvalidPuzzle, UnknownName
from puzzle_solver.expression import Expression, Number, fold, numbers
from puzzle_solver.operators import MOST, Missing, Operator, UnaryOperator, carry_out
from puzzle_solver.rational import shorten, to_pair, write_rational
from puzzle_solver.sameness.algebra import Form, Forms
from puzzle_solver.sameness.essence import Essences

MOST_NUMBERS: Final = 2000
"""Expressions of more numbers are not compared: the work grows with the square, here to half a second."""


class Sameness(Enum):
    """The level at which two solutions count as one."""

    TREES = "trees"
    ALGEBRA = "algebra"
    ESSENCE = "essence"


def find_sameness(name: Sameness | str) -> Sameness:
    """Return the level called ``name``; a level is returned as it is.

    >>> from puzzle_solver.sameness import find_sameness
    >>> find_sameness("algebra")
    <Sameness.ALGEBRA: 'algebra'>

    Raises:
        UnknownName: there is none.
    """
    try:
        return Sameness(name)
    except ValueError:
        levels = ", ".join(level.value for level in Sameness)
        raise UnknownName(f"no sameness is called {name!r}: choose from {levels}") from None


def same(first: Expression, second: Expression, level: Sameness | str = Sameness.ESSENCE) -> bool:
    """Return whether two expressions are one at ``level``.

    >>> from puzzle_solver import read_expression, same
    >>> first, second = read_expression("8 - 2 + 3"), read_expression("3 - (2 - 8)")
    >>> same(first, second, "algebra"), same(first, second, "trees")
    (True, False)

    Raises:
        InvalidPuzzle: one of them has no value, such as ``1/0``, or is too long to compare.
    """
    for expression in (first, second):
        check_length(expression)
    forms = Forms()
    return canonical(first, level, forms) == canonical(second, level, forms)


def check_length(expression: Expression) -> None:
    """Refuse an expression of more than ``MOST_NUMBERS`` numbers.

    Raises:
        InvalidPuzzle: it has more.
    """
    if len(numbers(expression)) > MOST_NUMBERS:
        raise InvalidPuzzle(f"an expression of more than {MOST_NUMBERS} numbers cannot be compared: give a shorter one")


def canonical(expression: Expression, level: Sameness | str, forms: Forms) -> Hashable:
    """Return a key that two expressions, read into the same ``forms``, share exactly if they are one at ``level``.

    The key means something only beside others of the same ``forms``; :func:`canonical_text` returns one that means
    the same everywhere.

    >>> from puzzle_solver import read_expression
    >>> from puzzle_solver.sameness import canonical
    >>> from puzzle_solver.sameness.algebra import Forms
    >>> forms = Forms()
    >>> first, second = (canonical(read_expression(text), "algebra", forms) for text in ("2*3", "3*2"))
    >>> first == second
    True

    Raises:
        InvalidPuzzle: the expression has no value.
    """
    level = find_sameness(level)
    form = form_of(expression, forms)
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


class Formed(NamedTuple):
    """A form and its value."""

    form: Form
    value: Fraction


class Former:
    """What :func:`~puzzle_solver.expression.fold` needs to make forms of the pool ``forms``.

    Raises, but for a number:
        InvalidPuzzle: an operation has no value.
    """

    def __init__(self, forms: Forms) -> None:
        self._forms = forms

    def number(self, number: Number) -> Formed:
        """Return the form of a leaf."""
        return Formed(self._forms.leaf(to_pair(number.value)), number.value)

    def binary(self, operator: Operator, left: Formed, right: Formed) -> Formed:
        """Return the form of a binary operation."""
        value = _defined(carry_out(operator, MOST, left.value, right.value), operator, left.value, right.value)
        return Formed(self._forms.joiner(operator, to_pair(value))(left.form, right.form), value)

    def unary(self, operator: UnaryOperator, operand: Formed) -> Formed:
        """Return the form of a unary operation."""
        value = _defined(carry_out(operator, MOST, operand.value), operator, operand.value)
        return Formed(self._forms.unary(operator, operand.form, to_pair(value)), value)


def form_of(expression: Expression, forms: Forms) -> Form:
    """Return the form of an expression.

    Raises:
        InvalidPuzzle: the expression has no value.
    """
    former = Former(forms)
    return fold(expression, former.number, former.binary, former.unary).form


_WORDS: Final = {Missing.UNDEFINED: "undefined", Missing.BEYOND_LIMIT: "too large to be computed"}


def _defined(value: Fraction | Missing, operator: Operator | UnaryOperator, *operands: Fraction) -> Fraction:
    if isinstance(value, Missing):
        of = " and ".join(shorten(write_rational(operand)) for operand in operands)
        raise InvalidPuzzle(f"the expression cannot be compared: {operator.name} of {of} is {_WORDS[value]}")
    return value
