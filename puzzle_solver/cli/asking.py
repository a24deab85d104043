"""From what was asked, in options or in a batch line, to a puzzle.

What was asked is a mapping from the keys of a batch line to plain values. Options and batch lines share it, so a
line's own keys simply override the options of the command line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.expression import Number
from puzzle_solver.operators import OPERATORS, AnyOperator
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import shorten
from puzzle_solver.rulebook import EXTENSIONS, change_rules
from puzzle_solver.rules import GAME_24, Rules, find_rules

Asking: TypeAlias = Mapping[str, Any]

OVERRIDES: Final[Mapping[str, str]] = MappingProxyType({
    "ops": "operators", "order": "order", "use": "use", "domain": "domain", "join": "join", "decimals": "decimals",
    "recurring": "recurring", "brackets": "brackets", "unary_depth": "unary_depth", "max_bits": "max_bits",
    "max_exponent": "max_exponent",
})  # fmt: skip
"""For each key that overrides a rule: the rule's key in a table of rules."""

OWN_OPERATORS: Final = "own operators"
"""The key of operators from a module, which only the command line can name."""

OWN: Final = Rules().name


def resolve_rules(asked: Asking) -> Rules:
    """Return the rules that were asked for: a name or a table, with what was asked for besides.

    Rules that are no longer the named ones lose the name.
    """
    own: tuple[AnyOperator, ...] = asked.get(OWN_OPERATORS, ())
    known = (*own, *OPERATORS)
    named = _named_rules(asked.get("rules"), known)
    changes = {rule: asked[key] for key, rule in OVERRIDES.items() if asked.get(key) is not None}
    added = own if asked.get("ops") is None else ()
    widened = replace(named, operators=tuple(dict.fromkeys((*named.operators, *added))))
    rules = change_rules(widened, changes, known)
    return named if rules == named else replace(rules, name=OWN, source="")


def _named_rules(rules: object, known: Iterable[AnyOperator]) -> Rules:
    match rules:
        case None:
            return GAME_24
        case Rules():
            return rules
        case str():
            return _find_preset(rules)
        case dict():
            return change_rules(Rules(), rules, known)
    raise InvalidPuzzle(f"'rules' is {shorten(repr(rules))}: give a name, or an object with rules")


def _find_preset(name: str) -> Rules:
    """Return a rule set. A file is for the command line to name: no row of a batch opens one."""
    if name.endswith(EXTENSIONS):
        raise InvalidPuzzle(
            f"{shorten(name)!r} names a file, and a line of a batch cannot open one: give it as --rules FILE, "
            "or write the rules as an object"
        )
    return find_rules(name)


def make_puzzle(hand: Iterable[Number], asked: Asking) -> Puzzle:
    """Return the puzzle over ``hand`` that was asked for."""
    return Puzzle(hand, asked.get("target"), resolve_rules(asked))
