"""Positions: what is left of a hand after some steps, its numbers and the results of the steps.

Each step is judged over what the steps before it have left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Final, NamedTuple, TypeAlias

from puzzle_solver.checker import Code, Reason
from puzzle_solver.checker.judgement import Blame, Judged, carry_out, judge
from puzzle_solver.checker.numerals import Hand, Program, Reading
from puzzle_solver.errors import InvalidPuzzle, PuzzleError, UnsupportedPuzzle
from puzzle_solver.expression import Item, Number, assemble
from puzzle_solver.given import each_of
from puzzle_solver.operators import Missing
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import Pair, shorten, to_pair
from puzzle_solver.reading import Equation, read_answer
from puzzle_solver.render.text import to_text
from puzzle_solver.rules import Order, Rules, Use
from puzzle_solver.search.arrangement import written


class Piece(NamedTuple):
    """A number that can be used; ``items`` is the expression over the hand that it stands for, in postfix order.

    ``given``: it is a number of the hand as it is. No other can be joined, or get a decimal point.
    """

    number: Number
    items: tuple[Item, ...]
    given: bool = False

    @property
    def pair(self) -> Pair:
        """The value."""
        return to_pair(self.number.value)

    @property
    def has_digits(self) -> bool:
        """Could it be joined, or get a decimal point, if it were given?"""
        over, under = self.pair
        return over >= 0 and under == 1


State: TypeAlias = tuple[Piece, ...]
"""The pieces in their order: a result stands where the first of its numbers stood."""


class Way(NamedTuple):
    """A way in which the numerals of an expression can be pieces: their places, and the expression over the hand."""

    places: tuple[int, ...] = ()
    items: tuple[Item, ...] = ()


def deal(hand: Iterable[Number]) -> State:
    """Return the state before the first step: the hand as it is.

    >>> from puzzle_solver import Puzzle
    >>> show(deal(Puzzle([3, 8]).hand))
    ('3', '8')
    """
    return tuple(Piece(number, (number,), given=True) for number in hand)


def show(state: State) -> tuple[str, ...]:
    """Return the numbers as texts."""
    return tuple(piece.number.text for piece in state)


def ways(items: Sequence[Item], state: State, rules: Rules, quotients: Iterable[int] = ()) -> Iterator[Way]:
    """Yield every way in which the numerals of ``items`` can be pieces; equal pieces are interchangeable.

    ``quotients``: the places where one may begin that is a piece.

    Raises:
        UnsupportedPuzzle: there are too many ways.
    """
    program: Program = list(items)
    hand = Hand([piece.number for piece in state], tuple(piece.pair for piece in state), rules, frozenset(quotients))
    pending = [(0, Way())]
    while pending:
        at, way = pending.pop()
        if at == len(items):
            yield way
        elif isinstance(item := items[at], Number):
            hand.tries.add()
            # A stack: reversed, so that ways come out in the order of the readings, the plainest first.
            pending += reversed(list(_onwards(hand, program, at, way, state)))
        else:
            pending.append((at + 1, Way(way.places, (*way.items, item))))


def _onwards(hand: Hand, program: Program, at: int, way: Way, state: State) -> Iterator[tuple[int, Way]]:
    for reading in hand.readings(program, at, hand.numbers):
        as_it_is = reading.numbers == (to_pair(reading.number.value),)
        choose = _single if as_it_is else _several
        for places in choose(reading, way.places, state, hand.rules):
            made = state[places[0]].items if as_it_is else (reading.number,)
            items = (*way.items, *made, *reading.signs)
            yield at + reading.length, Way((*way.places, *places), items)


def _open(taken: tuple[int, ...], state: State, rules: Rules) -> Sequence[int]:
    """Return the places from which the next numeral can be taken.

    In fixed order what stands between two numbers of an expression could not be used any more.
    """
    if rules.order is Order.FREE:
        return [place for place in range(len(state)) if place not in taken]
    start = taken[-1] + 1 if taken else 0
    stop = start + 1 if taken and rules.use is Use.ALL else len(state)
    return range(start, min(stop, len(state)))


def _single(reading: Reading, taken: tuple[int, ...], state: State, rules: Rules) -> Iterator[tuple[int, ...]]:
    seen: list[Piece] = []
    for place in _open(taken, state, rules):
        piece = state[place]
        if piece.pair == reading.numbers[0] and (rules.order is Order.FIXED or piece not in seen):
            seen.append(piece)
            yield (place,)


def _several(reading: Reading, taken: tuple[int, ...], state: State, rules: Rules) -> Iterator[tuple[int, ...]]:
    """Yield the places of numbers that are joined: in fixed order neighbours, in free order the first of each."""
    left = [place for place in _open(taken, state, rules) if state[place].given]
    size = len(reading.numbers)
    if rules.order is Order.FIXED:
        for start in left:
            run = state[start : start + size]
            if all(piece.given for piece in run) and tuple(piece.pair for piece in run) == reading.numbers:
                yield tuple(range(start, start + size))
        return
    places: list[int] = []
    for number in reading.numbers:
        places += [place for place in left if place not in places and state[place].pair == number][:1]
    if len(places) == size:
        yield tuple(places)


def put_back(state: State, places: Sequence[int], result: Piece, order: Order) -> State:
    """Return the state in which ``result`` stands for the pieces at ``places``.

    What stood between them is lost where the order is fixed: it can be used neither before nor after the result.
    """
    first, gone = min(places), set(places)
    if order is Order.FIXED:
        # Fixed order: an expression over the result spans what stood between its numbers.
        gone.update(range(first, max(places)))
    return tuple(
        result if place == first else piece for place, piece in enumerate(state) if place == first or place not in gone
    )


def arranged(state: State, rules: Rules) -> Iterator[State]:
    """Yield the states that numbers of the hand make when some are joined, or get a decimal point, plain ones first.

    Every solution of ``state`` that joins no result is a solution of one of them in which nothing is joined.
    """
    seen: set[tuple[tuple[Pair, bool], ...]] = set()
    # A stack of iterators: depth first, each arrangement finished before the next is begun, so the first ones are
    # cheap.
    open_ends = [iter([(State(), state)])]
    while open_ends:
        done, left = next(open_ends[-1], (None, state))
        if done is None:
            open_ends.pop()
        elif left:
            open_ends.append(_further(done, left, rules))
        else:
            key = [(piece.pair, piece.given) for piece in done]
            # In free order the same pieces in another order are the same state.
            key = key if rules.order is Order.FIXED else sorted(key)
            if tuple(key) not in seen:
                seen.add(tuple(key))
                yield done


def _further(done: State, left: State, rules: Rules) -> Iterator[tuple[State, State]]:
    """Yield what is done with the first of the pieces left, by itself or joined with others, and what is then left."""
    yield (*done, left[0]), left[1:]
    if not left[0].given:
        return
    for run, rest in _runs(left, rules):
        for value, text in written([piece.number.value for piece in run], rules):
            if text:
                number = Number(value, text)
                yield (*done, Piece(number, (number,))), rest


def _runs(left: State, rules: Rules) -> Iterator[tuple[State, State]]:
    most = len(left) if rules.join else 1
    if rules.order is Order.FIXED:
        for size in range(1, most + 1):
            # A result ends the run: nothing is joined across it.
            if not left[size - 1].given:
                return
            yield left[:size], left[size:]
        return
    given = [place for place, piece in enumerate(left) if piece.given]
    for size in range(1, most + 1):
        for places in permutations(given, size):
            # The first piece is in it: runs without it are met when their own first piece is the first one left.
            if 0 in places:
                rest = tuple(piece for place, piece in enumerate(left) if place not in places)
                yield tuple(left[place] for place in places), rest


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
    # The target 0 plays no part: a step may have any value.
    judged = _judged(equation, Puzzle([piece.number for piece in state], 0, puzzle.rules))
    if judged.reasons or isinstance(judged.value, Missing):
        return [], judged.reasons
    quotients = equation.quotients.places if equation.quotients else ()
    found = list(ways(equation.items, state, puzzle.rules, quotients))
    # A number by itself is no step, but the same text may be one in another way of reading it.
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
