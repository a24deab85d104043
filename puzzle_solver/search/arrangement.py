"""Subsets of the hand as bitmasks: which there are, how they split, which are interchangeable.

A *state* is a mask that stands for every subset with the same numbers (in fixed order: the same
sequence of numbers). Equal numbers share a state, and with it their tables; right counts need
this, not only speed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from typing import NamedTuple, Protocol

from puzzle_solver.rules import Order

_KEPT = 12
"""The splits of states of so many numbers, 2047 at most, are kept; those of larger ones are made anew."""


class Split(NamedTuple):
    """One way to cut a state in two. ``swaps``: the parts may also change places."""

    left: int
    right: int
    swaps: bool


class Arrangement(Protocol):
    """What a search asks of the hand."""

    values: tuple[Fraction, ...]
    """The number behind each bit."""
    full: int

    def splits(self, state: int) -> Iterable[Split]:
        """Return every way to cut ``state`` into two non-empty parts, each once."""
        ...

    def states(self, size: int) -> Iterator[int]:
        """Yield every state of ``size`` numbers."""
        ...


def arrange(values: Sequence[Fraction], order: Order) -> Arrangement:
    """Return the arrangement of a hand under an order."""
    return FreeArrangement(values) if order is Order.FREE else FixedArrangement(values)


class FreeArrangement:
    """Any order: a state is a multiset. Of equal numbers the lowest bits are taken."""

    def __init__(self, values: Sequence[Fraction]) -> None:
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
        count = state.bit_count()
        for size in range(1, count // 2 + 1):
            for part in self._parts(state, size):
                rest = self._without(state, part)
                if 2 * size < count or part <= rest:
                    yield Split(part, rest, part != rest)

    def states(self, size: int) -> Iterator[int]:
        """Yield every sub-multiset of ``size`` numbers."""
        return self._parts(self.full, size)

    def _parts(self, state: int, size: int) -> Iterator[int]:
        if self._distinct:
            bits = [1 << bit for bit in range(state.bit_length()) if state >> bit & 1]
            return map(sum, combinations(bits, size))
        return self._choose(state, size, 0)

    def _choose(self, state: int, size: int, group: int) -> Iterator[int]:
        if not size:
            yield 0
            return
        first, copies = self._groups[group]
        held = (state >> first & ((1 << copies) - 1)).bit_count()
        later = (state >> first + copies).bit_count()
        for taken in range(max(0, size - later), min(held, size) + 1):
            for rest in self._choose(state, size - taken, group + 1):
                yield ((1 << taken) - 1) << first | rest

    def _without(self, state: int, part: int) -> int:
        if self._distinct:
            return state ^ part
        rest = 0
        for first, copies in self._groups:
            window = ((1 << copies) - 1) << first
            rest |= ((state & window) >> (part & window).bit_count()) & window
        return rest


class FixedArrangement:
    """The order given: a state is a sequence. Of equal sequences the lowest mask is taken."""

    def __init__(self, values: Sequence[Fraction]) -> None:
        self.values = tuple(values)
        self.full = (1 << len(values)) - 1
        self._splits: dict[int, tuple[Split, ...]] = {}
        self._states: dict[tuple[Fraction, ...], int] = {}

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
        sequence = tuple(value for bit, value in enumerate(self.values) if mask >> bit & 1)
        return self._states.setdefault(sequence, mask)

    def states(self, size: int) -> Iterator[int]:
        """Yield every subsequence of ``size`` numbers."""
        masks = (sum(1 << bit for bit in bits) for bits in combinations(range(len(self.values)), size))
        seen: set[int] = set()
        for state in map(self._state, masks):
            if state not in seen:
                seen.add(state)
                yield state
