"""The verdict on somebody's answer."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from puzzle_solver.checker.judgement import judge
from puzzle_solver.checker.reasons import Code, Reason
from puzzle_solver.errors import InvalidPuzzle, UnreadableExpression, UnsupportedPuzzle
from puzzle_solver.expression import Expression, assemble
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import shorten, write_rational
from puzzle_solver.reading import Bounds, read_answer
from puzzle_solver.sameness import Sameness

# One step less than the largest size: the reader counts to one more than the bound.
_ANY_LENGTH = Bounds(sys.maxsize, sys.maxsize, sys.maxsize, sys.maxsize - 1)
"""What has been read once needs no bounds."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of an ``answer`` to a ``puzzle``. True if it is correct.

    ``reasons``: all that is wrong, at most one of each code, in the order of :class:`Code`. ``value``: the exact
    value, None where there is none, or none that was computed. What else there is to say is worked out when asked for.
    """

    answer: str
    puzzle: Puzzle
    reasons: tuple[Reason, ...]
    value: Fraction | None

    @property
    def correct(self) -> bool:
        """Is nothing wrong?"""
        return not self.reasons

    def __bool__(self) -> bool:
        return not self.reasons

    def __str__(self) -> str:
        """Return a line for each reason, or one that says that all is well."""
        lines = [f"wrong: {reason}" for reason in self.reasons]
        return "\n".join(lines) or f"correct: it makes {write_rational(self.puzzle.target)}"

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the reasons."""
        return tuple(reason.code.value for reason in self.reasons)

    @property
    def expression(self) -> Expression:
        """The answer over the numbers of the hand; of an answer in steps, the expression that they build.

        Raises:
            UnreadableExpression: the answer could not be read.
        """
        if Code.UNREADABLE.value in self.codes:
            with suppress(UnsupportedPuzzle):
                judge(read_answer(self.answer, self.puzzle.rules.operators), self.puzzle)
            raise UnreadableExpression(str(self.reasons[0]).partition("\n")[0], self.answer, 0)
        # Read and judged again: of a batch few verdicts are asked for more than their codes, and all stay small.
        equations = read_answer(self.answer, self.puzzle.rules.operators, _ANY_LENGTH)
        return assemble(judge(equations, self.puzzle).items)

    @property
    def steps(self) -> tuple[str, ...]:
        """One equation an operation, in the order in which they are carried out; none where there is no value."""
        from puzzle_solver.render.steps import to_steps

        return () if self.value is None else tuple(to_steps(self.expression))

    def canonical(self, level: Sameness | str = Sameness.ESSENCE) -> str:
        """Return a text that two answers share exactly if they are one at ``level``.

        Raises:
            InvalidPuzzle: the answer has no value, or too many numbers.
            UnknownName: there is no such level.
        """
        from puzzle_solver.sameness import canonical_text

        if self.value is None:
            raise InvalidPuzzle(f"{shorten(self.answer)!r} has no value, and so nothing that it shares with others")
        return canonical_text(self.expression, level)

    def to_object(self) -> dict[str, object]:
        """Return an object for JSON, every number in it an exact string."""
        return {
            "hand": [number.text for number in self.puzzle.hand],
            "target": write_rational(self.puzzle.target),
            "answer": self.answer,
            "correct": self.correct,
            "value": None if self.value is None else write_rational(self.value),
            "reasons": list(self.codes),
            "messages": list(map(str, self.reasons)),
        }
