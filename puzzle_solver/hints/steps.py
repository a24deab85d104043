"""Steps that somebody has done already: each is judged over what the ones before it have left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from puzzle_solver.checker import Code, Reason
from puzzle_solver.checker.judging import Blame, Judged, carry_out, judge
from puzzle_solver.errors import InvalidPuzzle, PuzzleError, UnsupportedPuzzle
from puzzle_solver.expression import Number, assemble
from puzzle_solver.given import each_of
from puzzle_solver.hints.pieces import Piece, State, Way, deal, put_back, ways
from puzzle_solver.operators import Missing
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import shorten
from puzzle_solver.reading import Equation, read_answer
from puzzle_solver.render.text import to_text
from puzzle_solver.rules import Rules, Use

MOST_STATES: Final = 100
"""States that are kept apart where a step may mean one or another of equal numbers."""


class InvalidStep(PuzzleError, ValueError):
    """A step that the rules do not allow over what is left; ``reasons`` names all that is wrong with it."""

    def __init__(self, text: str, reasons: tuple[Reason, ...]) -> None:
        super().__init__(text, reasons)
        self.text, self.reasons = text, reasons

    def __str__(self) -> str:
        return f"{shorten(self.text)} is no step here: {'; also '.join(map(str, self.reasons))}"


class Position(NamedTuple):
    """Where somebody is: the ``steps`` done, and what is then left.

    ``states``: more than one where equal numbers can be told apart, but the steps do not say which of them are meant.
    """

    states: tuple[State, ...]
    steps: tuple[str, ...] = ()


def walk(puzzle: Puzzle, texts: Iterable[str]) -> tuple[Position, ...]:
    """Return the position before the first step and after each of them. A text is a step, or several.

    Raises:
        UnreadableExpression: a text cannot be read.
        InvalidStep: a step breaks the rules, or uses a number that is not there.
        InvalidPuzzle: a text has no operation, or there is a single one in place of a list of them.
        UnsupportedPuzzle: there are too many ways to read a step.
    """
    if isinstance(texts, str):
        raise InvalidPuzzle(f"the steps are one text, {shorten(texts)!r}: give a list of texts")
    positions = [Position((deal(puzzle.hand),))]
    for text in each_of(texts, "list of steps", "a list of texts, as in ['3*8']"):
        if not isinstance(text, str):
            raise InvalidPuzzle(f"the step {text!r} is no text: write it as in '3*8'")
        for equation in read_answer(text, puzzle.rules.operators):
            positions.append(_step(positions[-1], equation, puzzle))
    return tuple(positions)


def _step(before: Position, equation: Equation, puzzle: Puzzle) -> Position:
    text = to_text(assemble(equation.items))
    tried = [_tried(equation, text, state, puzzle) for state in before.states]
    states = dict.fromkeys(state for good, _ in tried for state in good)
    if not states:
        raise _refusal(text, [reasons for _, reasons in tried if reasons])
    if len(states) > MOST_STATES:
        raise UnsupportedPuzzle(
            f"there are more than {MOST_STATES} ways to say which numbers are meant by {shorten(text)}"
        )
    return Position(tuple(sorted(states, key=len, reverse=True)), (*before.steps, text))


def _refusal(text: str, wrong: list[tuple[Reason, ...]]) -> PuzzleError:
    if not wrong:
        return InvalidPuzzle(f"{shorten(text)} is no step: write an operation, such as 3*8")
    return InvalidStep(text, wrong[0])


def _tried(equation: Equation, text: str, state: State, puzzle: Puzzle) -> tuple[list[State], tuple[Reason, ...]]:
    """Return what a step may leave of a state; of a step that is not allowed, also what is wrong with it.

    Nothing is said to be wrong with a number on which nothing is carried out.
    """
    judged = _judged(equation, Puzzle([piece.number for piece in state], 0, puzzle.rules))
    if judged.reasons or isinstance(judged.value, Missing):
        return [], judged.reasons
    quotients = equation.quotients.places if equation.quotients else ()
    found = list(ways(equation.items, state, puzzle.rules, quotients))
    steps = [way for way in found if not _is_number(way, state)]
    if found and not steps:
        return [], ()
    told = [carried_out(way, puzzle) for way in steps]
    good = [
        put_back(state, way.places, Piece(Number(value), way.items), puzzle.rules.order)
        for way, (value, reasons) in zip(steps, told, strict=True)
        if not (reasons or isinstance(value, Missing))
    ]
    return good, told[0][1] if told else (_misplaced(equation, text, state, puzzle.rules),)


def _misplaced(equation: Equation, text: str, state: State, rules: Rules) -> Reason:
    """Return why numbers that are judged to be there cannot be meant: others part them, or a result is joined."""
    for way in ways(equation.items, state, replace(rules, use=Use.SOME)):
        taken = " ".join(state[place].number.text for place in way.places)
        return Reason(Code.ORDER_CHANGED, (taken,), tuple(piece.number for piece in state))
    return Reason(Code.JOINED_DIGITS, (shorten(text),))


def _is_number(way: Way, state: State) -> bool:
    """Is it a number, as it is or joined, on which nothing is carried out?"""
    return len(way.items) == 1 or [way.items] == [state[place].items for place in way.places]


def carried_out(way: Way, puzzle: Puzzle) -> tuple[Fraction | Missing, tuple[Reason, ...]]:
    """Return the value of an expression over the hand, and what is wrong with it but for its numbers.

    Those have been told: judging it as an answer might find that others are meant.
    """
    blame = Blame()
    value = carry_out(list(way.items), puzzle.rules, blame)
    if puzzle.rules.brackets:
        return value, blame.reasons()
    judged = _judged(Equation(list(way.items)), puzzle)
    brackets = tuple(reason for reason in judged.reasons if reason.code is Code.BRACKETS_NOT_ALLOWED)
    return value, blame.reasons() + brackets


def _judged(equation: Equation, puzzle: Puzzle) -> Judged:
    """Judge a part of an answer: it has any value, and need not use every number."""
    judged = judge([equation], Puzzle(puzzle.hand, 0, replace(puzzle.rules, use=Use.SOME)), among_steps=True)
    return judged._replace(reasons=tuple(reason for reason in judged.reasons if reason.code is not Code.WRONG_VALUE))
