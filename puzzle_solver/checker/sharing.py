"""Answers with their puzzles as they are sent to other processes: each puzzle once, as plain numbers and texts.

A pickled puzzle costs more time than the judgement of an answer to it. Plain tuples cost a tenth.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from puzzle_solver.expression import Number
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rules import Rules

Row: TypeAlias = tuple[str, Puzzle]
"""An answer with its puzzle."""

PlainNumber: TypeAlias = tuple[int, int, str]
"""Numerator, denominator, spelling."""

PlainPuzzle: TypeAlias = tuple[int, int, int, tuple[PlainNumber, ...]]
"""The place of its rules, the target's numerator and denominator, the hand."""


class Packed(NamedTuple):
    """Rows in which answers name their puzzles, and puzzles their rules, by place."""

    rules: tuple[Rules, ...]
    puzzles: tuple[PlainPuzzle, ...]
    places: tuple[int, ...]
    answers: tuple[str, ...]


def pack(rows: list[Row]) -> Packed:
    """Return ``rows`` with every puzzle once, and every :class:`Rules` object once."""
    # By identity: no puzzle has to be hashed or compared. The rows keep the objects alive, so no id is used twice.
    rules = {id(puzzle.rules): puzzle.rules for _, puzzle in rows}
    place_of_rules = {key: place for place, key in enumerate(rules)}
    plain = {id(puzzle): _plain(puzzle, place_of_rules[id(puzzle.rules)]) for _, puzzle in rows}
    puzzles = tuple(dict.fromkeys(plain.values()))
    place_of = {puzzle: place for place, puzzle in enumerate(puzzles)}
    places = tuple(place_of[plain[id(puzzle)]] for _, puzzle in rows)
    return Packed(tuple(rules.values()), puzzles, places, tuple(answer for answer, _ in rows))


def unpack(packed: Packed) -> Iterator[Row]:
    """Yield the rows that were packed."""
    puzzles = [_puzzle(plain, packed.rules) for plain in packed.puzzles]
    return zip(packed.answers, map(puzzles.__getitem__, packed.places), strict=True)


def _plain(puzzle: Puzzle, rules: int) -> PlainPuzzle:
    hand = tuple((number.value.numerator, number.value.denominator, number.spelling) for number in puzzle.hand)
    return rules, puzzle.target.numerator, puzzle.target.denominator, hand


def _puzzle(plain: PlainPuzzle, rules: tuple[Rules, ...]) -> Puzzle:
    place, over, under, hand = plain
    return Puzzle((_number(*number) for number in hand), _number(over, under, "").value, rules[place])


@lru_cache(maxsize=1000)
def _number(over: int, under: int, spelling: str) -> Number:
    """Return a number; the same few come again and again."""
    return Number(Fraction(over, under), spelling)
