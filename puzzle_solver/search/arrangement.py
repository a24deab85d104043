"""Subsets of the hand as bitmasks: which there are, how they split, which are interchangeable.

A *state* is a mask that stands for every subset with the same numbers (in fixed order: the same
sequence of numbers). Equal numbers share a state, and with it their tables; right counts need
this, not only speed.

Before any operator a state may be an *atom*: one number, several joined, or some with a decimal point.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations, groupby
from typing import NamedTuple, Protocol, TypeAlias

from puzzle_solver.operators import Operator
from puzzle_solver.rules import Order, Rules

_KEPT = 12
"""The splits of states of so many numbers, 2047 at most, are kept; those of larger ones are made anew."""


class Split(NamedTuple):
    """One way to cut a state in two.

    ``swaps``: the parts may also change places. ``precedence``: of the operators that may join them, None for any.
    """

    left: int
    right: int
    swaps: bool
    precedence: int | None = None


class Arrangement(Protocol):
    """What a search asks of the hand."""

    values: tuple[Fraction, ...]
    """The number behind each bit."""
    full: int

    def splits(self, state: int) -> Iterable[Split]:
        """Return every way to cut ``state`` into two non-empty parts, each once."""
        ...

    def states(self, size: int) -> Iterator[int]:
        """Yield every state of ``size`` numbers, perhaps more than once."""
        ...

    def atoms(self, state: int) -> Iterator[Atom]:
        """Yield what ``state`` can be before any operator, perhaps more than once; the first way to write it counts."""
        ...

    def size(self, state: int) -> int:
        """Return how many numbers ``state`` has."""
        ...

    def atomic_states(self) -> Iterator[int]:
        """Yield every state that may have atoms."""
        ...


def arrange(values: Sequence[Fraction], rules: Rules) -> Arrangement:
    """Return the arrangement of a hand under some rules."""
    arrangement = (FreeArrangement if rules.order is Order.FREE else FixedArrangement)(values, rules)
    return arrangement if rules.brackets else Unbracketed(arrangement, rules)


class _Masks:
    """States that are masks and no more."""

    def size(self, state: int) -> int:
        """Return how many numbers ``state`` has."""
        return state.bit_count()


class FreeArrangement(_Masks):
    """Any order: a state is a multiset. Of equal numbers the lowest bits are taken."""

    def __init__(self, values: Sequence[Fraction], rules: Rules) -> None:
        self._rules = rules
        self.values = tuple(sorted(values))
        self.full = (1 << len(values)) - 1
        self._groups: list[tuple[int, int]] = []  # (first bit, copies) of each distinct number
        for _, group in groupby(range(len(values)), key=self.values.__getitem__):
            bits = list(group)
            self._groups.append((bits[0], len(bits)))
        self._distinct = len(self._groups) == len(values)
        self._splits: dict[int, tuple[Split, ...]] = {}

    def splits(self, state: int) -> Iterable[Split]:
        """Return the unordered splits, those with the smallest part first: unequal parts may change places."""
        if state.bit_count() > _KEPT:
            return self._cut(state)
        found = self._splits.get(state)
        if found is None:
            found = self._splits[state] = tuple(self._cut(state))
        return found

    def _cut(self, state: int) -> Iterator[Split]:
        # Each unordered split once: the smaller part is listed, and of two halves the lower mask. A split into equal
        # parts does not swap, for both ways round are the same pair of states.
        count = state.bit_count()
        for size in range(1, count // 2 + 1):
            for part in self._parts(state, size):
                rest = self._without(state, part)
                if 2 * size < count or part <= rest:
                    yield Split(part, rest, part != rest)

    def states(self, size: int) -> Iterator[int]:
        """Yield every sub-multiset of ``size`` numbers."""
        return self._parts(self.full, size)

    def atoms(self, state: int) -> Iterator[Atom]:
        """Yield what the numbers are, in every order."""
        values = tuple(value for bit, value in enumerate(self.values) if state >> bit & 1)
        for place in _different(values):
            if may_come_first(values[place], values, self._rules):
                for others in _orders(values[:place] + values[place + 1 :]):
                    yield from written((values[place], *others), self._rules)

    def atomic_states(self) -> Iterator[int]:
        """Yield the numbers, or, where they may be joined, every state."""
        count = len(self.values) if self._rules.join else 1
        return chain.from_iterable(map(self.states, range(1, count + 1)))

    def _parts(self, state: int, size: int) -> Iterator[int]:
        if self._distinct:
            bits = [1 << bit for bit in range(state.bit_length()) if state >> bit & 1]
            return map(sum, combinations(bits, size))
        return self._choose(state, size, 0)

    def _choose(self, state: int, size: int, group: int) -> Iterator[int]:
        if not size:
            yield 0
            return
        # A state holds the lowest bits of each group, so a part is settled by how many copies of each number it takes:
        # at least as many as the later groups cannot supply.
        first, copies = self._groups[group]
        held = (state >> first & ((1 << copies) - 1)).bit_count()
        later = (state >> first + copies).bit_count()
        for taken in range(max(0, size - later), min(held, size) + 1):
            for rest in self._choose(state, size - taken, group + 1):
                yield ((1 << taken) - 1) << first | rest

    def _without(self, state: int, part: int) -> int:
        if self._distinct:
            return state ^ part
        # Of h held copies t are taken: shifting the group's window by t leaves its lowest h - t bits, the normal form.
        rest = 0
        for first, copies in self._groups:
            window = ((1 << copies) - 1) << first
            rest |= ((state & window) >> (part & window).bit_count()) & window
        return rest


def _orders(values: tuple[Fraction, ...]) -> Iterator[tuple[Fraction, ...]]:
    """Yield every order of sorted values, each once."""
    if not values:
        yield ()
    # Of equal neighbours only the first may come next, so no order is made twice.
    for place in _different(values):
        for rest in _orders(values[:place] + values[place + 1 :]):
            yield (values[place], *rest)


def _different(values: tuple[Fraction, ...]) -> list[int]:
    """Return the first place of each of some sorted values."""
    return [place for place, value in enumerate(values) if not place or values[place - 1] != value]


class FixedArrangement(_Masks):
    """The order given: a state is a sequence. Of equal sequences the lowest mask is taken."""

    def __init__(self, values: Sequence[Fraction], rules: Rules) -> None:
        self._rules = rules
        self.values = tuple(values)
        self.full = (1 << len(values)) - 1
        self._splits: dict[int, tuple[Split, ...]] = {}
        self._states: dict[tuple[tuple[Fraction, bool], ...], int] = {}

    def splits(self, state: int) -> tuple[Split, ...]:
        """Return the ordered splits: the left part comes before the right part."""
        found = self._splits.get(state)
        if found is None:
            found = self._splits[state] = tuple(self._cut(state))
        return found

    def _cut(self, state: int) -> list[Split]:
        bits = [1 << bit for bit in range(state.bit_length()) if state >> bit & 1]
        masks = [sum(bits[:cut]) for cut in range(1, len(bits))]
        return [Split(self._state(left), self._state(state ^ left), swaps=False) for left in masks]

    def _state(self, mask: int) -> int:
        # Where numbers may be joined it matters, too, which of them are neighbours.
        bits = [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
        sequence = tuple((self.values[bit], self._rules.join and mask << 1 >> bit & 1 == 1) for bit in bits)
        return self._states.setdefault(sequence, mask)

    def atoms(self, state: int) -> Iterator[Atom]:
        """Yield what the numbers are, if they are neighbours."""
        # The lowest bit of a mask is mask & -mask; numbers are neighbours if no bit is missing up to the highest.
        low = state & -state
        values = self.values[low.bit_length() - 1 : state.bit_length()]
        return written(values, self._rules) if state.bit_count() == len(values) else iter(())

    def atomic_states(self) -> Iterator[int]:
        """Yield the numbers, or, where they may be joined, every run of neighbours."""
        count = len(self.values)
        runs = (
            ((1 << size) - 1) << first
            for size in range(1, (count if self._rules.join else 1) + 1)
            for first in range(count - size + 1)
        )
        return iter(dict.fromkeys(map(self._state, runs)))

    def states(self, size: int) -> Iterator[int]:
        """Yield every subsequence of ``size`` numbers, those that come more than once as often as they come.

        Whoever asks has a look at the limits each time: of forty equal numbers billions are one.
        """
        masks = (sum(1 << bit for bit in bits) for bits in combinations(range(len(self.values)), size))
        return map(self._state, masks)


class Unbracketed:
    """Expressions that need no brackets: a state also says how tightly its last operator must bind.

    Above the mask of the numbers a state has a level. On level i the last operator is one of at least the i-th
    precedence; above the last level it is an atom. An operator that groups to the left
    takes a left part of its own level and a right part of the next.
    """

    def __init__(self, inner: Arrangement, rules: Rules) -> None:
        self._inner = inner
        self.values, self.full = inner.values, inner.full
        binary = [operator for operator in rules.operators if isinstance(operator, Operator)]
        self._precedences = sorted({operator.precedence for operator in binary})
        self._right_grouping = {operator.precedence: operator.right_grouping for operator in binary}

    def _at(self, mask: int, level: int) -> int:
        return level << len(self.values) | mask

    def splits(self, state: int) -> Iterator[Split]:
        """Yield every way to cut ``state`` for each precedence, every part in its place."""
        mask = state & self.full
        for level in range(state >> len(self.values), len(self._precedences)):
            precedence = self._precedences[level]
            # Without brackets a - b - c is (a - b) - c: only the left part may have an operator of the same precedence.
            levels = (level + 1, level) if self._right_grouping[precedence] else (level, level + 1)
            for one, other, swaps, _ in self._inner.splits(mask):
                for left, right in ((one, other), (other, one))[: 1 + swaps]:
                    yield Split(self._at(left, levels[0]), self._at(right, levels[1]), False, precedence)

    def states(self, size: int) -> Iterator[int]:
        """Yield every state of ``size`` numbers, on the lowest level."""
        return self._inner.states(size)

    def atoms(self, state: int) -> Iterator[Atom]:
        """Yield what the numbers are before any operator."""
        return self._inner.atoms(state & self.full)

    def atomic_states(self) -> Iterator[int]:
        """Yield every state that may have atoms."""
        return self._inner.atomic_states()

    def size(self, state: int) -> int:
        """Return how many numbers ``state`` has."""
        return (state & self.full).bit_count()


Atom: TypeAlias = tuple[Fraction, str]
"""A value and how it is written; the empty text for a number of the hand as it was given."""


def written(values: Sequence[Fraction], rules: Rules) -> Iterator[Atom]:
    """Yield what can be written with these numbers, all of them, one after the other.

    One number alone is itself. The plainest way to write a value comes first: without a point before with one, without
    recurring digits before with them.
    """
    if len(values) == 1:
        yield values[0], ""
    if _has_digits(values) and (len(values) == 1 or rules.join):
        yield from _spelled([str(value.numerator) for value in values], rules)


def may_come_first(value: Fraction, values: Sequence[Fraction], rules: Rules) -> bool:
    """Return whether something can be written with all these numbers, ``value`` the first.

    Several numbers have so many orders that none is tried in vain.
    """
    return len(values) == 1 or (rules.join and _has_digits(values) and (value != 0 or rules.decimals))


def _has_digits(values: Sequence[Fraction]) -> bool:
    return all(value.denominator == 1 and value >= 0 for value in values)


def _spelled(digits: list[str], rules: Rules) -> Iterator[Atom]:
    if len(digits) > 1 and digits[0] != "0":
        yield Fraction(int("".join(digits))), "".join(digits)
    for point in range(len(digits)) if rules.decimals else ():
        whole, part = "".join(digits[:point]), digits[point:]
        if len(whole) > 1 and whole[0] == "0":
            continue
        yield _value(whole, "".join(part), ""), f"{whole}.{''.join(part)}"
        for start in range(len(part)) if rules.recurring else ():
            fixed, period = "".join(part[:start]), "".join(part[start:])
            yield _value(whole, fixed, period), f"{whole}.{fixed}({period})"


def _value(whole: str, fixed: str, period: str) -> Fraction:
    # 0.fixed(period) = (fixed period - fixed) / ((10**p - 1) 10**f), for a period of p digits after f fixed ones
    value = Fraction(int(whole or "0")) + Fraction(int(fixed or "0"), 10 ** len(fixed))
    return value + Fraction(int(period), (10 ** len(period) - 1) * 10 ** len(fixed)) if period else value
