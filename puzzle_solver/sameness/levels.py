"""The levels of sameness, one row each, and the answer to "are these two the same?"."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
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


class Built(Enum):
    """How the search builds its classes, none of which may hold two solutions that are not one at the level."""

    BY_TREE = "one tree each"
    BY_FORMULA = "one formula each"


class Kept(Enum):
    """Which classes of the search are kept, of those that are one nevertheless the simplest."""

    EVERY = "every one"
    KEYS = "one of each key, which is one of the form alone"
    IDEAS = "one of each idea, and where not all numbers must be used none that contains another"


class LevelRow(NamedTuple):
    """What makes a level. A path is one for :func:`~puzzle_solver.lazy.load`.

    ``key``: of the postfix order of a tree, its form, and the essences of the pool of forms, what two expressions share
    exactly if they are one.
    ``built``: how the search builds its classes; ``kept``: which of them are kept.
    ``text``: the path of the function of an expression, its form and the pool that returns its canonical text.
    ``why``: the path of the function of the words of :mod:`~puzzle_solver.sameness.reasons` and two parts that are one
    at this level, and at none before, that returns the reasons.
    ``brackets``: which of them are written, as :mod:`puzzle_solver.render.brackets` calls them.
    ``each_tree``: is each tree a class of its own? Then they can be counted without being listed.
    ``kernel``: by which number the kernel knows the level; None: Python answers.
    """

    key: Callable[[Hashable, Form, Essences], Hashable]
    built: Built
    kept: Kept
    text: str
    why: str
    brackets: str = "minimal"
    each_tree: bool = False
    kernel: int | None = None


_ROWS: Final = {
    Sameness.TREES: LevelRow(
        key=lambda tree, form, essences: tree,
        built=Built.BY_TREE,
        kept=Kept.EVERY,
        text="sameness.text:text_of_tree",
        why="sameness.reasons:why_trees",
        brackets="tree",
        each_tree=True,
        kernel=0,
    ),
    Sameness.ALGEBRA: LevelRow(
        key=lambda tree, form, essences: form,
        built=Built.BY_FORMULA,
        kept=Kept.EVERY,
        text="sameness.text:text_of_form",
        why="sameness.reasons:why_algebra",
        kernel=1,
    ),
    Sameness.ESSENCE: LevelRow(
        key=lambda tree, form, essences: essences.key(form),
        built=Built.BY_FORMULA,
        kept=Kept.IDEAS,
        text="sameness.text:text_of_essence",
        why="sameness.reasons:why_essence",
        kernel=2,
    ),
}


def _checked(rows: Mapping[Sameness, LevelRow]) -> Mapping[Sameness, LevelRow]:
    missing = ", ".join(level.name for level in Sameness if level not in rows)
    if missing:
        raise TypeError(f"a level of sameness has no row: add one for {missing}")
    return MappingProxyType({level: rows[level] for level in Sameness})


LEVELS: Final = _checked(_ROWS)
"""The row of each level, from the finest to the coarsest."""


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
    """Return what two expressions, read into the same ``forms``, share exactly if they are one at ``level``.

    Raises:
        InvalidPuzzle: the expression has no value.
    """
    level = find_sameness(level)
    form = form_of(expression, forms)
    return LEVELS[level].key(tuple(_tokens(expression)), form, Essences(forms))


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
