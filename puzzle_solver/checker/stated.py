"""The expression that an answer states by itself, whatever the puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, TypeAlias

from puzzle_solver.checker.numerals import Hand, Result
from puzzle_solver.checker.reasons import write
from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.expression import Expression, Item, Number, assemble, evaluate
from puzzle_solver.operators import OPERATORS, AnyOperator
from puzzle_solver.rational import to_pair
from puzzle_solver.reading import BOUNDS, Bounds, Equation, read_answer
from puzzle_solver.rules import Rules

StepResults: TypeAlias = list[tuple[Fraction, list[Item]]]
"""What earlier steps give and no other has used, with the expressions that give it."""

_RULES: Final = Rules()
"""Nothing is joined, and nothing gets a decimal point."""


def expression_of(answer: str, operators: Iterable[AnyOperator] = OPERATORS, *, bounds: Bounds = BOUNDS) -> Expression:
    """Return the expression that ``answer`` states, written in any way that :func:`check` reads.

    In steps, a number that an earlier step has given is its result. There is no hand, so lists of what is left are not
    compared with anything. ``operators``: those that may stand in it. ``bounds``: how large the text may be.

    >>> from puzzle_solver.checker import expression_of
    >>> from puzzle_solver.render.text import to_text
    >>> to_text(expression_of("8/3 = 8/3; 3 - 8/3 = 1/3; 8 / (1/3) = 24"))
    '8 / (3 - 8 / 3)'

    Raises:
        UnreadableExpression: the text is no answer, or past one of the ``bounds``.
        InvalidPuzzle: a claim is false, or no later step uses the result of one.
    """
    results: StepResults = []
    for equation in read_answer(answer, tuple(operators), bounds):
        items = _filled(equation, results)
        value = evaluate(assemble(items))
        if equation.claim is not None and isinstance(value, Fraction) and value != equation.claim:
            raise InvalidPuzzle(f"the claim {write(equation.claim)} is not true: it is {write(value)}")
        # Only a single expression has no claim, and no later step reads the 0 that stands in its place.
        results.append((equation.claim or Fraction(0), items))
    *unused, (_, whole) = results
    if unused:
        raise InvalidPuzzle(f"no later step uses the result {write(unused[0][0])}: leave out the step that gives it")
    return assemble(whole)


def _filled(equation: Equation, results: StepResults) -> list[Item]:
    """Return the items of a step with the expressions of earlier results in place of their numerals."""
    items, filled, at = equation.items, list[Item](), 0
    hand = Hand((), (), _RULES, frozenset(equation.quotients.places if equation.quotients else ()))
    while at < len(items):
        length, part = _read(hand, items, at, results) if isinstance(items[at], Number) else (1, [items[at]])
        filled += part
        at += length
    return filled


def _read(hand: Hand, items: list[Item], at: int, results: StepResults) -> tuple[int, list[Item]]:
    """Read the numeral at a place: as the result of an earlier step, or else as it is."""
    left = [Result(*to_pair(value)) for value, _ in results]
    for reading in hand.readings([*items], at, left):
        if reading.numbers[0] in left:
            _, part = results.pop(left.index(Result(*reading.numbers[0])))
            return reading.length, [*part, *reading.signs]
    return 1, [items[at]]
