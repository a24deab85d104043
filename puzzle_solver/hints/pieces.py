"""What of a hand can still be used after some steps: its numbers, and what the steps have given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import NamedTuple, TypeAlias

from puzzle_solver.checker.matching import Hand, Program, Reading
from puzzle_solver.expression import Item, Number
from puzzle_solver.rational import Pair, to_pair
from puzzle_solver.rules import Order, Rules, Use
from puzzle_solver.search.atoms import written


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
    """Return the state before the first step."""
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
        gone.update(range(first, max(places)))
    return tuple(
        result if place == first else piece for place, piece in enumerate(state) if place == first or place not in gone
    )


def arranged(state: State, rules: Rules) -> Iterator[State]:
    """Yield the states that numbers of the hand make when some are joined, or get a decimal point, plain ones first.

    Every solution of ``state`` that joins no result is a solution of one of them in which nothing is joined.
    """
    seen: set[tuple[tuple[Pair, bool], ...]] = set()
    open_ends = [iter([(State(), state)])]
    while open_ends:
        done, left = next(open_ends[-1], (None, state))
        if done is None:
            open_ends.pop()
        elif left:
            open_ends.append(_further(done, left, rules))
        else:
            key = [(piece.pair, piece.given) for piece in done]
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
            if not left[size - 1].given:
                return
            yield left[:size], left[size:]
        return
    given = [place for place, piece in enumerate(left) if piece.given]
    for size in range(1, most + 1):
        for places in permutations(given, size):
            if 0 in places:
                rest = tuple(piece for place, piece in enumerate(left) if place not in places)
                yield tuple(left[place] for place in places), rest
