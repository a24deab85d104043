"""Every solution of every engine, however it is written, is a correct answer; one that was changed is so only by merit.

What was changed is judged by the oracle, which evaluates it and matches its numbers on its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import pytest

import naive
import naive_checking
from classics import supports
from groups import in_groups
from judging import case_of
from puzzle_solver.checker import check
from puzzle_solver.errors import UnreadableExpression
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.render.latex import to_latex
from puzzle_solver.render.steps import to_steps
from puzzle_solver.render.style import STYLES
from puzzle_solver.render.text import to_text
from puzzle_solver.result import Solution
from puzzle_solver.rules import NATURAL, find_rules
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.registry import CLASSIC, ENGINES
from puzzle_solver.solver import solve
from test_engines import KINDS

MOST = 20
"""Solutions of one puzzle that are tried."""


class Made(NamedTuple):
    """A puzzle, and the oracle's words for it."""

    puzzle: Puzzle
    words: dict[str, Any]


@lru_cache(maxsize=1)
def made(kind: str, seed: int, *, by_python: bool = False) -> Made:
    """Return a puzzle that has solutions; ``by_python``: one whose operators Python reads too, as the oracle needs."""
    random = Random(f"round trip {kind} {seed}")
    while True:
        hand, words = KINDS[kind][0](random)
        case = case_of(random, hand[:3], **words)
        if case.trees and not (by_python and {"mean", "dot", "next"} & set(words["operators"])):
            return Made(case.puzzle, words)


def solutions(puzzle: Puzzle, engine: str) -> list[Solution]:
    found = solve(puzzle, limit=200, same="trees", engine=engine).solutions
    assert found
    return Random(len(found)).sample(found, min(MOST, len(found)))


def writings(solution: Solution) -> Iterator[str]:
    """Yield all the ways to write a solution that read back: with all brackets of its tree, and with few."""
    for brackets in {solution.brackets, replace(solution, same=Sameness.ESSENCE).brackets}:
        yield from (to_text(solution.expression, style, brackets) for style in STYLES)
        latex = to_latex(solution.expression, brackets)
        yield from (latex, f"${latex}$", rf"\boxed{{{latex}}}")
    for style in STYLES:
        if steps := to_steps(solution.expression, style):
            yield from ("\n".join(steps), ", ".join(steps), "; ".join(steps))


def answering(puzzle: Puzzle) -> list[str]:
    """Return the engines that do not refuse the puzzle, without the classic ones if it is large."""
    small = len(puzzle.hand) <= 4
    return [engine.name for engine in ENGINES if (small or engine not in CLASSIC) and supports(engine, puzzle)]


def assert_correct(puzzle: Puzzle) -> None:
    texts = {
        text for engine in answering(puzzle) for solution in solutions(puzzle, engine) for text in writings(solution)
    }
    for text in texts:
        verdict = check(text, puzzle)
        assert verdict.correct, (text, puzzle, str(verdict))
        assert verdict.value == puzzle.target


CASES = [(kind, seed) for kind in KINDS for seed in range(20)]


@in_groups("kind, seed", CASES)
def test_every_solution_is_correct(kind: str, seed: int) -> None:
    assert_correct(made(kind, seed).puzzle)


def test_every_engine_answers_some() -> None:
    answered = Counter(engine for kind, seed in CASES for engine in answering(made(kind, seed).puzzle))
    assert answered.keys() == {engine.name for engine in ENGINES if supports(engine, Puzzle([1, 2]))}
    assert min(answered.values()) > 5


KNOWN = [
    ("1 3 4 5 6 7 8 9", "in-order", 1000), ("3 3 8 8", "24", 24), ("25 50 75 100 3 6", "countdown", 952),
    ("-3 -8 2 4", "24", 24), ("1/3 72 2 2", "24", 24), ("1/2 -1/3 0.25 4", "24", "1/6"), ("0.1 0.2 3 8", "24", "2.4"),
    ("4 4 4", "four-fours", 11), ("4 4 4", "four-fours", 6),
    ("1 2 3 4 5", "taneja", 100), ("5 4 3 2 1", "taneja", 0), ("1 1 1 1", "krypto", 4), ("2 2 3 3 5", "krypto", 20),
    ("6 6 6 6", "ticket", 36), ("1 2 5 10", "mathador", 61),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "rules", "target"), KNOWN)
def test_solutions_of_what_people_play_are_correct(hand: str, rules: str, target: int | str) -> None:
    assert_correct(Puzzle(hand.split(), target, find_rules(rules)))


# One number or operator changed

TOKENS = re.compile(r"\d*\.\d*\(\d+\)|\d+(?:\.\d+)?|\.\d+|//|[a-z_]+|\S")
SIGNS = "+-*/^"


def changed(text: str, hand: Sequence[str], random: Random) -> Iterator[str]:
    """Yield texts in which one number or one operator between two operands is another."""
    for match in TOKENS.finditer(text):
        word, others = match[0], list[str]()
        if word[0].isdecimal() or word[0] == ".":
            others = [
                *hand,
                str(random.randint(0, 12)),
                f".{random.randint(1, 9)}",
                word + random.choice(hand),
                word[1:],
            ]
        elif word in SIGNS:
            others = list(SIGNS)
        for other in set(others) - {word, ""}:
            yield text[: match.start()] + other + text[match.end() :]


changed_cases = in_groups("kind, seed", CASES[::2])


@changed_cases
def test_a_changed_answer_is_judged_as_by_the_oracle(kind: str, seed: int) -> None:
    puzzle, words = made(kind, seed, by_python=True)
    hand, random = [str(value) for value in puzzle.values], Random(seed)
    for solution in solutions(puzzle, "auto")[:4]:
        texts = list(changed(to_text(solution.expression), hand, random))
        for text in random.sample(texts, min(15, len(texts))):
            assert_as_the_oracle(text, puzzle, hand, naive.Rules(**words))


def assert_as_the_oracle(text: str, puzzle: Puzzle, hand: list[str], rules: naive.Rules) -> None:
    try:
        wanted = naive_checking.verdicts(text, hand, puzzle.target, rules)
    except SyntaxError:
        with pytest.raises(UnreadableExpression):
            check(text, puzzle)
        return
    verdict = check(text, puzzle)
    assert naive_checking.Verdict(frozenset(verdict.codes), verdict.value) in wanted, text


@changed_cases
def test_a_changed_step_is_judged_as_by_the_oracle(kind: str, seed: int) -> None:
    puzzle, words = made(kind, seed, by_python=True)
    hand, random = [str(value) for value in puzzle.values], Random(seed)
    for solution in solutions(puzzle, "auto")[:4]:
        steps = "\n".join(to_steps(solution.expression))
        texts = list(changed(steps, hand, random)) if "=" in steps else []
        for text in [steps, *random.sample(texts, min(15, len(texts)))] if texts else []:
            assert_right_as_the_oracle(text, puzzle, hand, naive.Rules(**words))


def assert_right_as_the_oracle(text: str, puzzle: Puzzle, hand: list[str], rules: naive.Rules) -> None:
    try:
        right = naive_checking.right_in_steps(text, hand, puzzle.target, rules)
    except SyntaxError:
        with pytest.raises(UnreadableExpression):
            check(text, puzzle)
        return
    assert check(text, puzzle).correct == right, text


@pytest.mark.parametrize(
    ("hand", "target"), [("3 0 0", 3), ("-2 2 4", 4), ("3 2 -1 -1", 6), ("1/2 1/2 4", 1), ("1/2 8 3", 7)]
)
@pytest.mark.parametrize("same", ["trees", "algebra", "essence"])
def test_chains_over_numbers_outside_the_domain_keep_their_brackets(hand: str, target: int, same: str) -> None:
    puzzle = Puzzle(hand.split(), target, replace(find_rules("24"), domain=NATURAL))
    listed = solve(puzzle, limit=None, same=same).solutions
    assert listed
    for solution in listed:
        for text in (solution.text(), solution.text("unicode"), solution.latex, "\n".join(solution.steps)):
            assert check(text, puzzle).correct, text
