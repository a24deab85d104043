"""Which numbers of the hand the numerals of an answer are.

A numeral may be a number of the hand as it is; several of its digits joined, or with a decimal point, where the rules
allow; or, with a minus directly before it, the negative of a number. A quotient of two numerals, ``1/3`` or ``-1/3``,
may be one number of the hand. What is a number of the hand as it is goes first. Where several ways of reading are
left, all are tried until one uses the hand as the rules say.

An answer in steps has :class:`Made` values between its items: what a step gives joins the numbers that are left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from puzzle_solver.checker.cutting import Tries, cut
from puzzle_solver.expression import Item, Number
from puzzle_solver.operators import DIVIDE, MULTIPLY, NEGATE, Operator, UnaryOperator
from puzzle_solver.rational import Pair, to_pair
from puzzle_solver.rules import Order, Rules, Use

BEST: Final = 2
"""The grade of a way to read the numerals with which nothing that hangs on the way is wrong."""


class Ambiguous(Exception):
    """The quotient at a ``place`` of the program may be one number or two, and the values differ."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


class Made(NamedTuple):
    """The value that a step gives, by its claim."""

    value: Fraction


class Taken(NamedTuple):
    """A numeral with the numbers of the hand that it uses, in order; none where the hand does not have them."""

    number: Number
    numbers: tuple[Pair, ...]


class Reading(NamedTuple):
    """How one numeral, or quotient of two, of ``length`` items is read: as ``number``, which uses ``numbers``.

    ``negated``: the minus before it is an operator. ``numbers`` is empty where the hand does not have them.
    ``operator``: what takes the quotient, though it is written between its numerals in postfix order.
    """

    length: int
    numbers: tuple[Pair, ...]
    number: Number
    negated: bool = False
    operator: Operator | None = None

    @property
    def signs(self) -> tuple[Item, ...]:
        """The operators that apply to the number."""
        return (NEGATE,) * self.negated + ((self.operator,) if self.operator else ())


class Result(NamedTuple):
    """What a step gives, among the numbers that are left: equal to a number of the hand, but no digits to be joined."""

    numerator: int
    denominator: int


Program: TypeAlias = list[Item | Made]
State: TypeAlias = tuple[Pair, ...]
"""The numbers that are left, in the order of the hand; after them each :class:`Result` of a step."""

Take: TypeAlias = Callable[[State, Reading | Taken], State | None]
"""Takes what a numeral uses from the numbers that are left; None if it is not there."""


class Match(NamedTuple):
    """A program with a :class:`Taken` in place of every numeral, and the numbers that are ``left`` at its end."""

    program: list[Item | Made | Taken]
    left: State


def match(program: Program, hand: Hand, grade: Callable[[Match], int], values: Callable[[Match], object]) -> Match:
    """Find which numbers of the hand the numerals of ``program`` are, as the rules have it, or else as best can be.

    Of those ways that use as much of the hand as they should, the first with the best grade is taken, of which there
    is none above :data:`BEST`: whether a minus is a sign may decide about the order, and how many operators stand on
    one another.

    Raises:
        UnsupportedPuzzle: there are too many ways to read the numerals.
        Ambiguous: several of the best have other ``values``, since a quotient may be one number or two.
    """
    made = [to_pair(item.value) for item in program if isinstance(item, Made)]
    if hand.plain and is_plain(made) and not any(isinstance(item, Number) and is_signed(item) for item in program):
        return _plainly(program, hand)
    # Where a minus may be an operator or a result may be meant, ways that leave the same differ in what else is wrong.
    every = bool(made) or unary_depth(program) > 0
    # Failing all ways in the order of the hand, any order will do: then the order is what is wrong.
    takes = [anywhere] if made or hand.rules.order is Order.FREE else [in_order, anywhere]
    # After a product both readings agree: (a * b) / c is a * (b / c). After a division they do not.
    differing = [place for place in sorted(hand.quotients) if program[place + 1] != MULTIPLY]
    # Of an answer in steps one result is left, the last. First the ways that use all of the hand, then all others.
    for most_left in [min(len(made), 1), len(program)] if hand.rules.use is Use.ALL else [len(program)]:
        for take in takes:
            covers = _covers(program, hand, take, every=every)
            fitting = (found for found in covers if len(found.left) <= most_left)
            best = _best(fitting, grade, hand, every=bool(differing))
            if best and not all(values(found) == values(best[0]) for found in best[1:]):
                raise Ambiguous(differing[0])
            if best:
                return best[0]
    return _at_best(program, hand)


def _best(found: Iterable[Match], grade: Callable[[Match], int], hand: Hand, *, every: bool) -> list[Match]:
    """Return those with the best grade; where not ``every`` one is wanted, the first of them."""
    best: list[Match] = []
    highest = -1
    for each in found:
        own = grade(each)
        if own > highest:
            best, highest = [], own
        if own == highest and (every or not best):
            best.append(each)
        if highest == BEST and not every:
            break
        hand.tries.add(len(each.program) // 4)
    return best


def unary_depth(items: Iterable[object]) -> int:
    """Return how many unary operators stand on one another: in postfix order they are neighbours."""
    runs = groupby(items, key=lambda item: isinstance(item, UnaryOperator))
    return max((len(list(run)) for unary, run in runs if unary), default=0)


def anywhere(state: State, used: Reading | Taken) -> State | None:
    """Take numbers from wherever they are, results first: numbers of the hand can be joined, too."""
    whole = used.numbers == (to_pair(used.number.value),)
    left = list(state)
    for number in used.numbers:
        places = [place for place, it in enumerate(left) if it == number and (whole or not isinstance(it, Result))]
        if not places:
            return None
        # The last place: results stand behind the numbers of the hand, and cannot be joined, so they are taken first.
        del left[places[-1]]
    return tuple(left)


def in_order(state: State, used: Reading | Taken) -> State | None:
    """Take neighbours, and leave only what comes after them: the first such neighbours, so that most is left."""
    size = len(used.numbers)
    for start in range(len(state) - size + 1):
        # The first run that fits leaves all that a later one would leave, and more: no other has to be tried.
        if state[start : start + size] == used.numbers:
            return state[start + size :]
    return None


class Hand:
    """A hand as the numerals of an answer may use it. ``plain``: a numeral can be read in one way only.

    ``quotients``: places in the program where the first number of a quotient is taken by an operator before it.
    """

    def __init__(
        self, given: Iterable[Number], numbers: State, rules: Rules, quotients: frozenset[int] = frozenset()
    ) -> None:
        self.given, self.numbers, self.rules, self.quotients = given, numbers, rules, quotients
        made_of_digits = rules.join or rules.decimals
        self.digits = [str(n) for n, d in numbers if d == 1 and n >= 0] if made_of_digits else []
        self.tries = Tries()
        self._cuts: dict[str, list[tuple[str, ...]]] = {}
        # No joining, no point, no sign and no quotient: then every numeral is what it looks like.
        self.plain = not self.digits and is_plain(numbers) and not any("/" in number.spelling for number in given)

    @cached_property
    def spelled(self) -> dict[str, Pair]:
        """The numbers by how they were typed."""
        return {number.spelling: to_pair(number.value) for number in self.given}

    def readings(self, program: Program, at: int, known: Iterable[Pair]) -> Iterator[Reading]:
        """Yield how the numeral at a place might be read, the plainest way first."""
        numeral = program[at]
        assert isinstance(numeral, Number)
        if program[at + 2 : at + 3] == [DIVIDE] or at in self.quotients:
            yield from self._quotients(program, at, known)
        value = to_pair(numeral.value)
        # In postfix order the minus of -(3) stands after its 3: together they may be the number -3 of the hand.
        if value[0] > 0 and program[at + 1 : at + 2] == [NEGATE] and (-value[0], value[1]) in known:
            yield Reading(2, ((-value[0], value[1]),), Number(-numeral.value, f"-{numeral.spelling}"))
        # No hand has a -0: its minus is an operator.
        if value[0] or not is_signed(numeral):
            yield Reading(1, (value,), numeral)
        yield from (Reading(1, numbers, numeral) for numbers in self.written(numeral.spelling))
        if is_signed(numeral):
            size = Number(-numeral.value, numeral.spelling.removeprefix(NEGATE.symbol))
            yield Reading(1, (to_pair(size.value),), size, negated=True)
            yield from (Reading(1, numbers, size, negated=True) for numbers in self.written(size.spelling))

    def _quotients(self, program: Program, at: int, known: Iterable[Pair]) -> Iterator[Reading]:
        taken = program[at + 1] if at in self.quotients else None
        operator = taken if isinstance(taken, Operator) else None
        over, under = program[at], program[at + 2 if operator else at + 1]
        if not (isinstance(over, Number) and isinstance(under, Number) and self._is_whole(over, under, known)):
            return
        value, there, length = over.value / under.value, set(known), 4 if operator else 3
        ways = [(length, value, False)]
        if value < 0:
            ways.append((length, -value, True))
        elif program[at + length : at + length + 1] == [NEGATE] and not operator:
            ways.insert(0, (length + 1, -value, False))
        for long, whole, negated in ways:
            if to_pair(whole) in there:
                yield Reading(long, (to_pair(whole),), Number(whole), negated, operator)

    def _is_whole(self, over: Number, under: Number, known: Iterable[Pair]) -> bool:
        """Can a quotient be one number?

        It can in lowest terms, and as it was typed; of numbers that are gone also if it is what a step has given.
        """
        if not under.value:
            return False
        value, typed = over.value / under.value, f"{over.spelling}/{under.spelling}"
        pair, size = to_pair(value), to_pair(abs(value))
        return (
            (over.value == value.numerator and under.value == value.denominator > 1)
            or pair == self.spelled.get(typed)
            or size == self.spelled.get(typed.removeprefix("-"))
            or (size[1] > 1 and _is_given((pair, size), known) and not _are_left(over, under, known))
        )

    def written(self, spelling: str) -> Iterator[tuple[Pair, ...]]:
        """Yield the numbers of the hand that are written so when joined, or with a decimal point."""
        whole, point, part = spelling.partition(".")
        fixed, bracket, period = part.rstrip(")").partition("(")
        if not self.digits or (point and not part) or not (whole + fixed + period).isdecimal():
            return
        rows = [self._cut(whole), self._cut(fixed), self._cut(period)]
        rows[0] = [(), *rows[0]] if point and whole == "0" else rows[0]
        allowed = (self.rules.decimals or not point) and (self.rules.recurring or not bracket)
        for numbers in (a + b + c for a in rows[0] for b in rows[1] for c in rows[2]) if allowed else ():
            if numbers and (len(numbers) > 1) <= self.rules.join and (point or len(numbers) > 1):
                yield tuple((int(digits), 1) for digits in numbers)

    def _cut(self, digits: str) -> list[tuple[str, ...]]:
        if digits not in self._cuts:
            self._cuts[digits] = list(cut(digits, self.digits, self.tries))
        return self._cuts[digits]


def _is_given(values: tuple[Pair, ...], known: Iterable[Pair]) -> bool:
    return any(number in values for number in known if isinstance(number, Result))


def _are_left(over: Number, under: Number, known: Iterable[Pair]) -> bool:
    return {to_pair(abs(over.value)), to_pair(under.value)} <= set(known)


def is_signed(numeral: Number) -> bool:
    """Does a minus stand directly before the numeral, be it -0?"""
    return numeral.spelling.startswith(NEGATE.symbol)


def is_plain(numbers: Iterable[Pair]) -> bool:
    """Are all of them integers that are not negative, so that no sign and no quotient can be a part of one?"""
    return not [pair for pair in numbers if pair[0] < 0 or pair[1] > 1]


def _plainly(program: Program, hand: Hand) -> Match:
    """Take each numeral as it is, as far as the hand has it."""
    done: list[Item | Made | Taken] = []
    left = list(hand.numbers)
    for item in program:
        if not isinstance(item, Number):
            done.append(item)
            if isinstance(item, Made):
                left.append(Result(*to_pair(item.value)))
        elif (number := to_pair(item.value)) in left:
            left.remove(number)
            done.append(Taken(item, (number,)))
        else:
            done.append(Taken(item, ()))
    return Match(done, tuple(left))


def _covers(program: Program, hand: Hand, take: Take, *, every: bool) -> Iterator[Match]:
    """Yield the ways to read all numerals so that each takes what the ones before it have left.

    Unless ``every`` way is wanted, one is enough for each that leaves the same.
    """
    readings: list[tuple[int, Reading]] = []
    open_ends: list[tuple[int, State, Iterator[Reading]]] = []
    tried: set[tuple[int, State]] = set()  # what can be left in the end depends on nothing else

    def enter(at: int, state: State) -> None:
        at, state = _to_numeral(program, at, state)
        untried = hand.readings(program, at, state) if at < len(program) else iter(())
        open_ends.append((at, state, untried))

    enter(0, hand.numbers)
    while open_ends:
        at, state, untried = open_ends[-1]
        if at == len(program):
            yield _matched(program, hand, dict(readings))
        reading = next(untried, None)
        if reading is None:
            if not every:
                tried.add((at, state))
            open_ends.pop()
            del readings[-1:]
            continue
        # A try costs what is copied for it, so that long hands end as soon as short ones.
        hand.tries.add(1 + len(state) // 20)
        left = take(state, reading)
        if left is not None and (at + reading.length, left) not in tried:
            readings.append((at, reading))
            enter(at + reading.length, left)


def _to_numeral(program: Program, at: int, state: State) -> tuple[int, State]:
    """Go on to the next numeral; what steps give on the way is there to be taken."""
    while at < len(program) and not isinstance(item := program[at], Number):
        if isinstance(item, Made):
            state = (*state, Result(*to_pair(item.value)))
        at += 1
    return at, state


def _matched(program: Program, hand: Hand, readings: Mapping[int, Reading]) -> Match:
    done: list[Item | Made | Taken] = []
    left: State = hand.numbers
    at = 0
    while at < len(program):
        item = program[at]
        if isinstance(item, Number):
            reading = readings[at]
            done.append(Taken(reading.number, reading.numbers))
            done.extend(reading.signs)
            left = anywhere(left, reading) or ()  # the readings were chosen one by one from what was left
            at += reading.length
            continue
        if isinstance(item, Made):
            left = (*left, Result(*to_pair(item.value)))
        done.append(item)
        at += 1
    return Match(done, left)


def _at_best(program: Program, hand: Hand) -> Match:
    """Read each numeral as the first thing that it can be of what is left; what it cannot be takes nothing."""
    readings: dict[int, Reading] = {}
    at, left = _to_numeral(program, 0, hand.numbers)
    while at < len(program):
        readings[at], left = _first(program, at, hand, left)
        at, left = _to_numeral(program, at + readings[at].length, left)
    return _matched(program, hand, readings)


def _first(program: Program, at: int, hand: Hand, left: State) -> tuple[Reading, State]:
    *_, plainest = readings = list(hand.readings(program, at, (*hand.numbers, *left)))
    for reading in readings:
        rest = anywhere(left, reading)
        if rest is not None:
            return reading, rest
    used_up = (reading for reading in readings if anywhere(hand.numbers, reading) is not None)
    return next(used_up, plainest)._replace(numbers=()), left
