"""Puzzles to a specification: what is drawn, what is guaranteed, the same from the same seed everywhere."""

from puzzle_solver.generator.decks import DECKS, Deck, Pile, find_deck
from puzzle_solver.generator.generating import TRIES, Generated, generate
from puzzle_solver.generator.guarantees import GUARANTEES, Guarantee, find_guarantee
from puzzle_solver.generator.restrictions import RESTRICTIONS
from puzzle_solver.generator.specification import Specification
from puzzle_solver.generator.splitting import read_splits

__all__ = [
    "DECKS",
    "GUARANTEES",
    "RESTRICTIONS",
    "TRIES",
    "Deck",
    "Generated",
    "Guarantee",
    "Pile",
    "Specification",
    "find_deck",
    "find_guarantee",
    "generate",
    "read_splits",
]
