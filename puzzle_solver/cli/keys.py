"""The keys of a row: those that are read, and those that are passed through."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from puzzle_solver.cli.question import OVERRIDES
from puzzle_solver.errors import UnknownName
from puzzle_solver.rational import shorten

Keys: TypeAlias = Collection[str]

PUZZLE_KEYS: Final[Keys] = ("hand", "target", "rules", *OVERRIDES, "same")
"""What a row to solve may ask."""

ANSWER_KEYS: Final[Keys] = ("hand", "answer", "target", "rules", *OVERRIDES)
"""What a row to check may ask."""

SOLUTIONS: Final = "solutions"
"""Where a row has no answer of its own, the key of the answers to check."""

OWN: Final = frozenset(
    {
        "answer",
        "canonical",
        "complete",
        "correct",
        "count",
        "engine",
        "error",
        "given",
        "hand",
        "index",
        "limit",
        "line",
        "messages",
        "nearest",
        "outcome",
        "reasons",
        "rules",
        "same",
        "seed",
        SOLUTIONS,
        "split",
        "steps",
        "target",
        "value",
    }
)
"""The keys of the rows that this program prints. They are never taken for another key mistyped."""


class Row(NamedTuple):
    """What a row asks, by keys that are read, and what it is ``given`` besides, which is passed through."""

    asked: Mapping[str, Any]
    given: Mapping[str, Any]


def sort_keys(table: Mapping[str, Any], keys: Keys) -> Row:
    """Return a row of what ``table`` holds, of which ``keys`` are read.

    Raises:
        UnknownName: a key looks like one of ``keys`` mistyped.
    """
    asked = {key: value for key, value in table.items() if key in keys}
    given = {key: value for key, value in table.items() if key not in keys}
    refuse_near_misses(given, keys)
    return Row(asked, given)


def refuse_near_misses(names: Iterable[str], keys: Keys) -> None:
    """Refuse a name that looks like one of ``keys`` mistyped.

    Raises:
        UnknownName: one of ``names`` does.
    """
    for name in names:
        meant = next((key for key in keys if name not in OWN and _is_near(name.strip().casefold(), key)), None)
        if meant is not None:
            raise UnknownName(f"unknown key {shorten(name)!r}: did you mean {meant}? If not, give it another name")


def _is_near(one: str, other: str) -> bool:
    """Are two words at most one letter more, less or other, or a swap of neighbours, apart?"""
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    swapped = one[1:2] + one[:1] + one[2:]
    return one[1:] == other[1:] or one[1:] == other or one == other[1:] or swapped == other
