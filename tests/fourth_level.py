"""Run by test_levels.py in a copy with a level ``numbers``: all solutions that use the same numbers are one."""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import product

import bridge
import naive
import puzzle_solver
from puzzle_solver import count, iter_solutions, solve
from puzzle_solver.errors import UnsupportedPuzzle
from puzzle_solver.expression import Expression
from puzzle_solver.expression import numbers as leaves
from puzzle_solver.reading import read_expression
from puzzle_solver.result import Solution
from puzzle_solver.sameness import Sameness, canonical_text, same, why
from puzzle_solver.search.registry import ENGINES
from puzzle_solver.solver.many_hands import count_hands, solve_hands

HANDS = ["2 4 6", "1 2 2 3", "0 3 3", "7"]
TARGETS = [24, 4, 0, 7]

assert str(puzzle_solver.__file__).startswith(sys.argv[1]), puzzle_solver.__file__
assert [level.value for level in Sameness] == ["trees", "algebra", "essence", "numbers"]


def used(expression: Expression) -> tuple[Fraction, ...]:
    return tuple(sorted(number.value for number in leaves(expression)))


def classes(hand: list[Fraction], target: int, use: str) -> list[tuple[Fraction, ...]]:
    return sorted({tuple(sorted(naive.leaves(tree))) for tree in naive.solutions(hand, target, use=use)})


def check(engine: str) -> int:
    """Compare an engine with the oracle; return how many puzzles it answered."""
    answered = 0
    for words, target, use in product(HANDS, TARGETS, ("all", "some")):
        hand = list(map(Fraction, words.split()))
        puzzle, expected = bridge.puzzle(hand, target, use=use), classes(hand, target, use)
        try:
            every = solve(puzzle, limit=None, same="numbers", engine=engine)
        except UnsupportedPuzzle:
            continue
        answered += 1
        told = engine, words, target, use
        assert every.complete, told
        assert sorted(used(each.expression) for each in every.solutions) == expected, told
        assert every.count == count(puzzle, same="numbers", engine=engine).count == len(expected), told
        ranked = list(iter_solutions(puzzle, same="numbers", engine=engine))
        assert ranked == list(every.solutions), told
        assert list(solve(puzzle, limit=2, same="numbers", engine=engine).solutions) == ranked[:2], told
        best: Solution | None = next(iter_solutions(puzzle, same="trees", engine=engine), None)
        assert (best and best.expression) == (ranked[0].expression if ranked else None), told
    return answered


def check_many() -> None:
    rules, hands = bridge.rules(use="some"), [list(map(int, words.split())) for words in HANDS]
    for target in TARGETS:
        expected = [len(classes(list(map(Fraction, hand)), target, "some")) for hand in hands]
        assert count_hands(hands, target, rules, same="numbers") == expected
        assert [result.count for result in solve_hands(hands, target, rules, same="numbers")] == expected


def check_texts() -> None:
    one, other, third = (read_expression(text) for text in ("2*4+6", "(6-2)*4", "2*4+5"))
    assert same(one, other, "numbers")
    assert not same(one, third, "numbers")
    assert not same(one, other, "essence")
    assert canonical_text(one, "numbers") == canonical_text(other, "numbers") == "2 4 6"
    found = why(one, other)
    assert found.level is Sameness("numbers")
    assert found.reasons == ("both use the same numbers",)


if __name__ == "__main__":
    for each in ENGINES:
        if check(each.name):
            print(each.name)
    check_many()
    print("many")
    check_texts()
    print("text")
