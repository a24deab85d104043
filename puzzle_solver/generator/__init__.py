"""Puzzles to a specification: what is drawn, what is guaranteed, the same from the same seed everywhere."""

from puzzle_solver.generator.decks import DECKS, Deck, Pile, find_deck
from puzzle_solver.generator.guarantees import GUARANTEES, Guarantee, find_guarantee
from puzzle_solver.generator.restrictions import RESTRICTIONS
from puzzle_solver.generator.rows import FORMS, Sheet, find_form
from puzzle_solver.generator.specification import Specification
from puzzle_solver.generator.splits import read_splits
from puzzle_solver.generator.stream import TRIES, Generated, generate

__all__ = [
    "DECKS",
    "FORMS",
    "GUARANTEES",
    "RESTRICTIONS",
    "TRIES",
    "Deck",
    "Generated",
    "Guarantee",
    "Pile",
    "Sheet",
    "Specification",
    "find_deck",
    "find_form",
    "find_guarantee",
    "generate",
    "read_splits",
]
