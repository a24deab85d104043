"""What is asked of puzzles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.generator.decks import Deck, find_deck
from puzzle_solver.generator.guarantees import Guarantee, find_guarantees, refusal
from puzzle_solver.generator.targets import Targets, read_targets
from puzzle_solver.given import check_type, is_integer, shown
from puzzle_solver.operators import OPERATORS
from puzzle_solver.rational import Exact
from puzzle_solver.rules import GAME_24, Rules, check_rules
from puzzle_solver.sameness import Sameness, find_sameness
from puzzle_solver.search.registry import MOST_NUMBERS

MOST_CHOSEN_FROM: Final = 1_000_000
"""A hand is asked which of the targets to choose from it can make."""


@dataclass(frozen=True, slots=True, init=False)
class Specification:
    """Puzzles under ``rules``: hands of ``numbers`` numbers from ``deck``, a target, and what each must be.

    What is left out is as the rules' game has it. ``deck``: a name of ``DECKS`` or numbers, ``1..20``. ``target``: a
    number, a range, ``1..100``, or ``deck`` for one more number of it; with ``choose`` it is one of those in the range
    that the hand can make, and every hand comes once only. ``large``: how many numbers are large, with a deck that
    tells. ``guarantees``: as :func:`find_guarantees` reads them, all of which hold: ``unique``, ``needs=fraction``.
    ``same``: when two solutions count as one.

    Raises:
        InvalidPuzzle: it contradicts itself, or neither it nor the rules say what to draw or to make.
        InvalidNumber: the target is no number.
        UnknownName: there is no such deck, guarantee or sameness.
    """

    rules: Rules
    numbers: int
    deck: Deck
    targets: Targets
    large: int | None
    choose: bool
    guarantees: tuple[Guarantee, ...]
    same: Sameness

    def __init__(
        self,
        rules: Rules = GAME_24,
        *,
        numbers: int | None = None,
        deck: Deck | str | None = None,
        target: Exact | range | None = None,
        large: int | None = None,
        choose: bool = False,
        guarantees: Iterable[str | Guarantee] = (),
        same: Sameness | str = Sameness.ESSENCE,
    ) -> None:
        check_rules(rules)
        check_type(choose, bool, "option choose", "True or False")
        found = _deck(deck, rules)
        values = {
            "rules": rules,
            "deck": found,
            "numbers": _numbers(numbers, deck, found, rules),
            "large": None if large is None else _large(large),
            "targets": read_targets(target, rules),
            "choose": choose,
            "same": find_sameness(same),
            # Operators of the rules' own come before those of the table, so that their names and signs mean them.
            "guarantees": find_guarantees(guarantees, (*rules.operators, *OPERATORS)),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        _refuse_contradictions(self)


def _deck(deck: Deck | str | None, rules: Rules) -> Deck:
    if isinstance(deck, Deck):
        return deck
    if deck is None and not rules.deal.deck:
        raise InvalidPuzzle(f"the rules {rules.name!r} deal no numbers of their own: give some, as in --deck 1..13")
    if not isinstance(deck, str | None):
        raise InvalidPuzzle(f"deck={deck!r} is no Deck: give a text such as '1..13', or one of your own")
    return find_deck(rules.deal.deck if deck is None else deck.strip())


def _numbers(numbers: int | None, asked: Deck | str | None, deck: Deck, rules: Rules) -> int:
    # One of each pile: the deck itself says how many.
    if numbers is None and deck.one_each:
        return len(deck.piles)
    numbers = rules.deal.numbers if numbers is None else numbers
    if numbers is None:
        raise InvalidPuzzle(f"the rules {rules.name!r} do not say how many numbers a hand has: give --numbers 4, say")
    if not (is_integer(numbers) and 1 <= numbers <= MOST_NUMBERS):
        raise InvalidPuzzle(f"a hand cannot have {shown(numbers)} numbers: give 1 to {MOST_NUMBERS}")
    return int(numbers)


def _large(large: int) -> int:
    if not is_integer(large):
        raise InvalidPuzzle(f"large={shown(large)} is no number of numbers: give an integer from 0")
    return int(large)


def _refuse_contradictions(asked: Specification) -> None:
    # A target from the deck is one more card.
    deck, cards = asked.deck, asked.numbers + (asked.targets is None)
    if asked.large is not None and (deck.one_each or len(deck.piles) != 2):
        raise InvalidPuzzle(f"the deck {deck.name!r} has no large and small numbers: leave out how many are large")
    if asked.targets is None and len(deck.piles) > 1:
        raise InvalidPuzzle(f"the deck {deck.name!r} deals no target: give one, as in --target 1..100")
    if not deck.shares(cards, asked.large):
        raise InvalidPuzzle(f"the deck {deck.name!r} does not deal {_cards(asked, cards)}: ask for as many as it has")
    if asked.choose:
        _check_choice(asked.targets)
    reason = refusal(asked.guarantees, asked.rules, asked.numbers, choose=asked.choose)
    if reason:
        raise InvalidPuzzle(reason)


def _check_choice(targets: Targets) -> None:
    if not isinstance(targets, range):
        raise InvalidPuzzle("a target is chosen from a range: give one, as in --target 1..100")
    if len(targets) > MOST_CHOSEN_FROM:
        raise InvalidPuzzle(f"a target is chosen from at most {MOST_CHOSEN_FROM} numbers: give a smaller range")


def _cards(asked: Specification, cards: int) -> str:
    large = "" if asked.large is None else f", {asked.large} of them large"
    return f"{cards} numbers{large}"
