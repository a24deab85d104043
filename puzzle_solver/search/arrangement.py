"""Subsets of the hand as bitmasks: which there are, how they split, which are interchangeable.

A *state* is a mask that stands for every subset with the same numbers (in fixed order: the same
sequence of numbers). Equal numbers share a state, and with it their tables; right counts need
this, not only speed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, groupby, product
from typing import NamedTuple, Protocol

from puzzle_solver.rules import Order, Use


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

    def splits(self, state: int) -> tuple[Split, ...]:
        """Return every way to cut ``state`` into two non-empty parts, each once."""
        ...

    def substates(self) -> tuple[int, ...]:
        """Return every state of one number or more, those of fewer numbers first."""
        ...


def arrange(values: Sequence[Fraction], order: Order) -> Arrangement:
    """Return the arrangement of a hand under an order."""
    return FreeArrangement(values) if order is Order.FREE else FixedArrangement(values)


def roots(arrangement: Arrangement, use: Use) -> tuple[int, ...]:
    """Return the states that a solution may use, those of fewer numbers first."""
    return (arrangement.full,) if use is Use.ALL else arrangement.substates()


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

    def splits(self, state: int) -> tuple[Split, ...]:
        """Return the unordered splits: parts of different numbers swap, equal ones need not."""
        found = self._splits.get(state)
        if found is None:
            found = self._splits[state] = tuple(self._cut(state))
        return found

    def _cut(self, state: int) -> list[Split]:
        if self._distinct:
            low = state & -state
            rest = state ^ low
            part = rest
            found = []
            while part:
                found.append(Split(state ^ part, part, True))
                part = (part - 1) & rest
            return found
        return [
            Split(left, right, left != right)
            for left in self._parts(state)
            if left <= (right := self._without(state, left))
        ]

    def _parts(self, state: int) -> list[int]:
        ladders = [self._ladder(first, copies, state) for first, copies in self._groups]
        return [part for part in map(sum, product(*ladders)) if part not in (0, state)]

    @staticmethod
    def _ladder(first: int, copies: int, state: int) -> list[int]:
        used = (state >> first & ((1 << copies) - 1)).bit_length()
        return [((1 << taken) - 1) << first for taken in range(used + 1)]

    def _without(self, state: int, part: int) -> int:
        rest = 0
        for first, copies in self._groups:
            window = ((1 << copies) - 1) << first
            rest |= ((state & window) >> (part & window).bit_count()) & window
        return rest

    def substates(self) -> tuple[int, ...]:
        """Return every sub-multiset."""
        found = self._parts(self.full)
        return (*sorted(found, key=lambda state: (state.bit_count(), state)), self.full)


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
        return [Split(self._state(left), self._state(state ^ left), False) for left in masks]

    def _state(self, mask: int) -> int:
        sequence = tuple(value for bit, value in enumerate(self.values) if mask >> bit & 1)
        return self._states.setdefault(sequence, mask)

    def substates(self) -> tuple[int, ...]:
        """Return every subsequence."""
        masks = (
            sum(1 << bit for bit in bits)
            for size in range(1, len(self.values) + 1)
            for bits in combinations(range(len(self.values)), size)
        )
        return tuple(dict.fromkeys(map(self._state, masks)))
