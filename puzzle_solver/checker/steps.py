"""From an answer in steps to the one expression that it builds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple, TypeAlias

from puzzle_solver.checker.matching import Made, Match, State, Taken, in_order
from puzzle_solver.expression import Item
from puzzle_solver.rational import Pair, to_pair

MOST_WAYS = 256
"""Ways to tell results from equal numbers of the hand that are tried where the order is fixed."""

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


def build(match: Match, numbers: State, *, ordered: bool) -> Built:
    """Put the expressions of earlier steps where their results are used.

    Where a number of the hand equals a result, either may be meant. If the numbers are to stand in the order of the
    hand, ways to tell the two apart are tried until they do.
    """
    ways = (_build(match, numbers, choices) for choices in product((False, True), repeat=8 * ordered))
    first = next(ways)
    if not ordered or is_ordered(first.whole, numbers):
        return first
    return next((built for built in islice(ways, MOST_WAYS) if is_ordered(built.whole, numbers)), first)


def is_ordered(part: Part, numbers: State) -> bool:
    """Do the numbers that were taken stand in the order of the hand?"""
    left: State | None = numbers
    for item in part:
        if isinstance(item, Taken) and item.numbers and left is not None:
            left = in_order(left, item.numbers)
    return left is not None


def _build(match: Match, numbers: State, choices: Sequence[bool]) -> Built:
    """``choices``: for the first numerals that may be a result or a number of the hand, is it the latter?"""
    hand, results = list(numbers), list[tuple[Pair, Part]]()
    undecided = iter(choices)
    claims = [item.value for item in match.program if isinstance(item, Made)]
    for step, claim in zip(split(match), claims, strict=True):
        part = [item for written in step for item in _filled(written, hand, results, undecided)]
        results.append((to_pair(claim), part))
    *unused, (_, whole) = results
    return Built(whole, [part for _, part in unused])


def _filled(item: Item | Taken, hand: list[Pair], results: list[tuple[Pair, Part]], undecided: Iterator[bool]) -> Part:
    if not isinstance(item, Taken) or not item.numbers:
        return [item]
    whole = to_pair(item.number.value)  # of a result no digits are joined, and it is given no decimal point
    made = next((index for index, (value, _) in enumerate(results) if item.numbers == (value,) == (whole,)), None)
    held = all(number in hand for number in item.numbers)
    if made is not None and not (held and next(undecided, False)):
        return results.pop(made)[1]
    for number in item.numbers if held else ():
        hand.remove(number)
    return [item]
