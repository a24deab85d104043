"""Candidates: hands and targets as chance deals them, none twice, and whether one keeps every guarantee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Final, NamedTuple

from puzzle_solver import solver
from puzzle_solver.generator.decks import Hand, Value, below, chance, shuffle
from puzzle_solver.generator.facts import Facts, Stop
from puzzle_solver.generator.guarantees import SOLVABLE
from puzzle_solver.generator.specification import Specification
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Result
from puzzle_solver.rules import Order

PATIENCE: Final = 100
"""After so many deals in a row that had come before, what has not come yet is taken in turn."""

BLOCK: Final = 1_000_000
"""Of these, so many at a time are brought into any order."""

_TICKET_BITS: Final = 64


class Candidate(NamedTuple):
    """A hand, and its target. Where the target is chosen among those that the hand can make it is None, and
    ``ticket``, from 0 to 2**64 - 1, says which it is.
    """

    hand: Hand
    target: Value | None
    ticket: int = 0

    def pick(self, many: int) -> int:
        """Return which of so many things the ticket says, from 0."""
        # floor(ticket / 2**64 * many) in integers. Each place is drawn with a chance of 1/many, but for at most 2**-64.
        return self.ticket * many >> _TICKET_BITS


def candidates(asked: Specification, seed: int) -> Iterator[Candidate]:
    """Yield what a seed deals, each candidate once, until there are no more.

    A hand whose numbers may be rearranged is sorted, so that it is the same hand in whatever order it is dealt.
    """
    random, seen, repeated = chance(seed), set[Candidate](), 0
    while repeated < PATIENCE:
        candidate = _deal(asked, random)
        # Compared without its ticket, which is drawn after this: the same deal is the same candidate.
        if candidate in seen:
            repeated += 1
            continue
        seen.add(candidate)
        repeated = 0
        yield _with_ticket(candidate, asked, random)
    # From here on nothing is left to chance but the order: what has not come is listed, so that the end is certain.
    rest = _unseen(asked, seen)
    # A block at a time: all that a deck can deal may be more than the memory holds.
    while block := list(islice(rest, BLOCK)):
        shuffle(random, block)
        for candidate in block:
            yield _with_ticket(candidate, asked, random)


def _unseen(asked: Specification, seen: set[Candidate]) -> Iterator[Candidate]:
    for candidate in every_candidate(asked):
        if candidate not in seen:
            seen.add(candidate)
            yield candidate


def _deal(asked: Specification, random: Random) -> Candidate:
    if asked.targets is None:
        # As Krypto deals: the target is one more card of the same deck.
        *hand, target = asked.deck.draw(asked.numbers + 1, random)
        return Candidate(_arranged(tuple(hand), asked), target)
    drawn = _arranged(asked.deck.draw(asked.numbers, random, asked.large), asked)
    return Candidate(drawn, None if asked.choose else asked.targets[below(random, len(asked.targets))])


def _arranged(hand: Hand, asked: Specification) -> Hand:
    return tuple(sorted(hand)) if asked.rules.order is Order.FREE else hand


def _with_ticket(candidate: Candidate, asked: Specification, random: Random) -> Candidate:
    return candidate._replace(ticket=random.getrandbits(_TICKET_BITS)) if asked.choose else candidate


def every_candidate(asked: Specification) -> Iterator[Candidate]:
    """Yield all that the deck can deal; some may come more than once."""
    ordered = asked.rules.order is Order.FIXED
    for dealt in asked.deck.hands(asked.numbers, asked.large, ordered=ordered):
        hand = _arranged(dealt, asked)
        for target in (None,) if asked.choose else _targets(asked, hand):
            yield Candidate(hand, target)


def _targets(asked: Specification, hand: Hand) -> Iterator[Value]:
    if asked.targets is not None:
        yield from asked.targets
        return
    (pile,) = asked.deck.piles
    # A card of the hand is no target any more, unless it is put back.
    yield from sorted(set(pile.values) if pile.again else Counter(pile.values) - Counter(hand))


class Judged(NamedTuple):
    """What becomes of a candidate: its result, or the guarantee that it does not keep."""

    result: Result | None
    failed: str = ""


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges candidates. It pickles, to be sent to other processes.

    ``solutions``: how many each is told with, None for all; ``counted``: and how many there are. ``stop`` is polled.
    """

    asked: Specification
    solutions: int | None
    counted: bool
    stop: Stop

    def __call__(self, portion: list[Candidate]) -> list[Judged]:
        """Judge some candidates.

        Raises:
            SearchStopped: ``stop`` returned true.
        """
        return list(map(self.judge, portion))

    def judge(self, candidate: Candidate) -> Judged:
        """Judge one candidate."""
        target = self._chosen(candidate) if self.asked.choose else candidate.target
        # The hand makes none of the targets to choose from, so that it cannot be solvable.
        if target is None:
            return Judged(None, SOLVABLE.text)
        puzzle = Puzzle(candidate.hand, target, self.asked.rules)
        facts = Facts(puzzle, self.asked.same, self.stop, to_count=self._only_counts)
        for guarantee in self.asked.guarantees:
            if not guarantee.holds(facts):
                return Judged(None, guarantee.text)
        return Judged(facts.solved(self.solutions, counted=self.counted))

    @property
    def _only_counts(self) -> bool:
        """Is there nothing to find out before the solutions are counted?"""
        return self.counted and self.asked.guarantees == (SOLVABLE,)

    def _chosen(self, candidate: Candidate) -> int | None:
        """Return the target that the candidate's ticket picks of those that its hand can make, if it can make any."""
        targets = self.asked.targets
        assert isinstance(targets, range)  # the specification has checked it
        made = solver.reachable(
            candidate.hand, self.asked.rules, first=min(targets), last=max(targets), interrupted=self.stop
        )
        wanted = [target for target in made if target in targets]
        return wanted[candidate.pick(len(wanted))] if wanted else None
