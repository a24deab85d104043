"""From what was asked, in options or in a batch line, to a puzzle.

What was asked is a mapping from the keys of a batch line to plain values. Options and batch lines share it, so a
line's own keys simply override the options of the command line. A hand is read as people type it: numbers and cards,
between spaces or commas, or digits run together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from puzzle_solver.characters import SKIPPED, split_numbers
from puzzle_solver.errors import InvalidNumber, InvalidPuzzle
from puzzle_solver.expression import Number
from puzzle_solver.operators import OPERATORS, AnyOperator
from puzzle_solver.puzzle import MOST_NUMBERS, Puzzle, at_most
from puzzle_solver.rational import plain_number, read_rational, shorten
from puzzle_solver.rulebook import EXTENSIONS, change_rules
from puzzle_solver.rules import GAME_24, Rules, find_rules

Asking: TypeAlias = Mapping[str, Any]

OVERRIDES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ops": "operators",
        "order": "order",
        "use": "use",
        "domain": "domain",
        "join": "join",
        "decimals": "decimals",
        "recurring": "recurring",
        "brackets": "brackets",
        "unary_depth": "unary_depth",
        "max_bits": "max_bits",
        "max_exponent": "max_exponent",
    }
)
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


CARDS: Final = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}

_DOTS: Final = ".."
_END: Final = re.compile(r"[+-]?[0-9]{1,18}")


def read_hand(text: str) -> tuple[Number, ...]:
    """Read ``3 3 8 8``, ``-1/2, .5`` or ``a k 10 2``.

    Raises:
        InvalidNumber: a word is neither an exact number nor a card.
        InvalidPuzzle: there are more words than a hand has numbers.
    """
    return tuple(map(read_number, at_most(MOST_NUMBERS, split_numbers(text))))


@lru_cache(maxsize=1024)
def read_number(word: str) -> Number:
    """Read one number of a hand. A card counts as its number; any other number keeps its spelling, made plain."""
    word = plain_number(word)
    card = CARDS.get(word.upper())
    if card is not None:
        return Number(Fraction(card))
    return Number(read_rational(word), word)


def read_digits(text: str) -> tuple[Number, ...]:
    """Read ``0158`` as the hand 0 1 5 8.

    Raises:
        InvalidNumber: the text is no row of digits.
    """
    digits = "".join(plain_number(text.translate(dict.fromkeys(map(ord, SKIPPED)))).split())
    if not (digits.isascii() and digits.isdigit()):
        raise InvalidNumber(f"{shorten(text)!r} is no row of digits: write only 0 to 9 after --digits, as in 0158")
    return read_hand(" ".join(digits))


def read_range(text: str | None) -> range | None:
    """Read ``0..100`` or ``-5..5`` as a range of targets; None if the text is a single target, or none.

    Raises:
        InvalidNumber: an end of the range is no integer of at most 18 digits.
        InvalidPuzzle: the range is empty.
    """
    if text is None or _DOTS not in (text := plain_number(text)):
        return None
    ends = [end.strip() for end in text.split(_DOTS)]
    if len(ends) != 2 or not all(map(_END.fullmatch, ends)):
        raise InvalidNumber(f"{shorten(text.strip())!r} is no range of integers: write its ends, as in 0..100")
    first, last = map(int, ends)
    if last < first:
        raise InvalidPuzzle(f"the range of targets {first}..{last} is empty: give the smaller one first")
    return range(first, last + 1)
