"""From what was asked, in options or in a batch line, to a puzzle.

What was asked is a mapping from the keys of :data:`KEYS` to texts. Options and batch lines share it, so a
line's own keys simply override the options of the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, TypeVar

from puzzle_solver.errors import UnknownName
from puzzle_solver.expression import Number
from puzzle_solver.operators import find_operators
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import shorten
from puzzle_solver.rules import GAME_24, Order, Rules, Use, find_domain, find_rules

Member = TypeVar("Member", bound=Enum)


def find_member(members: type[Member], name: str) -> Member:
    """Return the member of an Enum whose value is ``name``.

    Raises:
        UnknownName: there is none.
    """
    for member in members:
        if member.value == name:
            return member
    known = ", ".join(member.value for member in members)
    raise UnknownName(f"{shorten(name)!r} is no {members.__name__.lower()}: choose from {known}")


def _order(name: str) -> Order:
    return find_member(Order, name)


def _use(name: str) -> Use:
    return find_member(Use, name)


OVERRIDES: Final[Mapping[str, tuple[str, Callable[[str], Any]]]] = MappingProxyType({
    "ops": ("operators", find_operators),
    "order": ("order", _order),
    "use": ("use", _use),
    "domain": ("domain", find_domain),
})  # fmt: skip
"""For each key that overrides a rule: the field of the rules, and what reads it."""

OWN: Final = Rules().name


def resolve_rules(asked: Mapping[str, str]) -> Rules:
    """Return the preset that was asked for, with what was asked for besides.

    Rules that are no longer the preset's lose its name.
    """
    preset = find_rules(asked.get("rules", GAME_24.name))
    changes = {field: read(asked[key]) for key, (field, read) in OVERRIDES.items() if key in asked}
    rules = replace(preset, **changes)
    return preset if rules == preset else replace(rules, name=OWN, source="")


def make_puzzle(hand: Iterable[Number], asked: Mapping[str, str]) -> Puzzle:
    """Return the puzzle over ``hand`` that was asked for."""
    return Puzzle(hand, asked.get("target"), resolve_rules(asked))
