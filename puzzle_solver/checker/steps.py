"""From an answer in steps to the one expression that it builds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from puzzle_solver.checker.cutting import Tries
from puzzle_solver.checker.numerals import Made, Match, State, Taken, anywhere, in_order
from puzzle_solver.expression import Item
from puzzle_solver.rational import Pair, to_pair

Part: TypeAlias = "list[Item | Taken]"


class Built(NamedTuple):
    """The expression that the last step completes, and those of results that no later step uses."""

    whole: Part
    unused: list[Part]


def split(match: Match) -> list[Part]:
    """Return the items of each step; of an answer without steps, all of them."""
    parts: list[Part] = [[]]
    for item in match.program:
        if isinstance(item, Made):
            parts.append([])
        else:
            parts[-1].append(item)
    return parts[:-1] if len(parts) > 1 else parts


def build(match: Match, numbers: State, accepts: Callable[[Built], bool], tries: Tries) -> Built:
    """Put the expressions of earlier steps where their results are used.

    Where a result equals another, or a number of the hand, either may be meant: all ways to tell them apart are tried
    until ``accepts`` takes one. If it takes none, the first is given.

    Raises:
        UnsupportedPuzzle: there are too many ways.
    """
    ways = _ways(match, numbers)
    # Kept for the case that none is accepted: then what is wrong is said of this one.
    first = next(ways)
    built: Built | None = first
    while built and not accepts(built):
        tries.add(1 + len(match.program) // 4)
        built = next(ways, None)
    return built or first


def _ways(match: Match, numbers: State) -> Iterator[Built]:
    """Yield every way to tell equal numbers apart: that choice after choice, the last one changing first."""
    choices: list[int] = []
    while True:
        undecided = _Undecided(choices)
        yield _build(match, numbers, undecided)
        # How many choices come later depends on those before, so they are counted anew: an odometer whose wheels
        # change.
        choices = [*choices, *[0] * len(undecided.counts)][: len(undecided.counts)]
        while choices and choices[-1] + 1 == undecided.counts[len(choices) - 1]:
            choices.pop()
        if not choices:
            return
        choices[-1] += 1


class _Undecided:
    """Makes the choices it is given, then the first of each, and keeps between how many it had to choose."""

    def __init__(self, choices: list[int]) -> None:
        self._choices = choices
        self.counts: list[int] = []

    def choose(self, count: int) -> int:
        self.counts.append(count)
        place = len(self.counts) - 1
        return self._choices[place] if place < len(self._choices) else 0


def is_ordered(part: Part, numbers: State) -> bool:
    """Do the numbers that were taken stand in the order of the hand?"""
    left: State | None = numbers
    for item in part:
        if isinstance(item, Taken) and item.numbers and left is not None:
            left = in_order(left, item)
    return left is not None


def _build(match: Match, numbers: State, undecided: _Undecided) -> Built:
    hand, results = list(numbers), list[tuple[Pair, Part]]()
    claims = [item.value for item in match.program if isinstance(item, Made)]
    for step, claim in zip(split(match), claims, strict=True):
        # A result is taken out when it is used, so that no step is built into the expression twice.
        part = [item for written in step for item in _filled(written, hand, results, undecided)]
        results.append((to_pair(claim), part))
    *unused, (_, whole) = results
    return Built(whole, [part for _, part in unused])


def _filled(item: Item | Taken, hand: list[Pair], results: list[tuple[Pair, Part]], undecided: _Undecided) -> Part:
    """Return what stands for an item: for a numeral that is a result, what has made it."""
    if not isinstance(item, Taken) or not item.numbers:
        return [item]
    whole = to_pair(item.number.value)  # of a result no digits are joined, and it is given no decimal point
    sources = [index for index, (value, _) in enumerate(results) if item.numbers == (value,) == (whole,)]
    rest = anywhere(tuple(hand), item)
    ways = len(sources) + (rest is not None)
    choice = undecided.choose(ways) if ways > 1 else 0
    if choice < len(sources):
        return results.pop(sources[choice])[1]
    if rest is not None:
        hand[:] = rest
    return [item]
