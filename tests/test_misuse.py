"""What no function can do anything with is refused in one line that says what it is, and what to give instead."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import puzzle_solver
from puzzle_solver import ADD, COUNTDOWN, NEGATE, PuzzleError
from puzzle_solver.errors import UnknownOption

it: Any = puzzle_solver
"""Of any type, for what is given here no type checker lets pass."""
many: Any = puzzle_solver.solver
generator: Any = import_module("puzzle_solver.generator")

HAND = [3, 3, 8, 8]
PUZZLE = it.Puzzle(HAND)

NO_INTEGERS: list[Any] = ["all", "1", 0.5, 1.0, np.float64(1), True, [1], 1j]
NO_LIMITS: list[Any] = ["1", [], True, 1j, 0, -1, float("nan")]
NO_PUZZLES: list[Any] = [None, HAND, "3 3 8 8", 24, np.array(HAND), COUNTDOWN]
NO_LISTS: list[Any] = ["24", b"24", 24, {24: 1}, None]
NO_RULES: list[Any] = [None, "countdown", {"use": "some"}, 3]
NO_TEXTS: list[Any] = [None, 3, b"3*8", ["3*8"]]
NO_NAMES: list[Any] = [None, 3, "none", ["trees"], np.int64(1)]
NO_EXPRESSIONS: list[Any] = [None, "3*8", 24, PUZZLE]

Ask = Callable[[Any], object]


def _ask_of_an_operator(apply: Any) -> None:
    """Ask all that carries an operator out; the last that does not refuse it is the one to name."""
    odd = it.Operator("odd", "~", apply)
    whole, puzzle = it.Binary(odd, it.Number(3), it.Number(8)), it.Puzzle([3, 8], 24, it.Rules(operators=(odd,)))
    asked: list[Callable[[], object]] = [
        lambda: it.evaluate(whole), lambda: it.same(whole, it.Number(3)), lambda: it.canonical_text(whole),
        lambda: it.why(whole, whole), lambda: it.check("3~8", puzzle), lambda: it.solve(puzzle),
        lambda: puzzle_solver.expression.steps(whole),
    ]  # fmt: skip
    for ask in asked[:-1]:
        with pytest.raises(PuzzleError, match="'odd' of 3 and 8"):
            ask()
    asked[-1]()


ASKED: dict[str, tuple[Ask, list[Any]]] = {
    "solve limit": (lambda value: it.solve(PUZZLE, limit=value), [*NO_INTEGERS, 0, -1]),
    "solve puzzle": (it.solve, NO_PUZZLES),
    "solve engine": (lambda value: it.solve(PUZZLE, engine=value), NO_NAMES),
    "solve same": (lambda value: it.solve(PUZZLE, same=value), NO_NAMES),
    "solve time_limit": (lambda value: it.solve(PUZZLE, time_limit=value), NO_LIMITS),
    "solve memory_limit": (lambda value: it.solve(PUZZLE, memory_limit=value), NO_LIMITS),
    "solve interrupted": (lambda value: it.solve(PUZZLE, interrupted=value), [3, "stop", True]),
    "count_hands time_limit": (lambda value: many.count_hands([HAND], time_limit=value), NO_LIMITS),
    "hint memory_limit": (lambda value: it.hint(PUZZLE, memory_limit=value), NO_LIMITS),
    "compare time_limit": (lambda value: it.compare(PUZZLE, time_limit=value), NO_LIMITS),
    "generate time_limit": (lambda value: it.generate(it.Specification(), time_limit=value), NO_LIMITS),
    "solvable puzzle": (it.solvable, NO_PUZZLES),
    "count puzzle": (it.count, NO_PUZZLES),
    "iter_solutions puzzle": (it.iter_solutions, NO_PUZZLES),
    "solve_each targets": (lambda value: list(it.solve_each(HAND, value)), NO_LISTS),
    "solve_each target": (lambda value: list(it.solve_each(HAND, [24, value])), [0.5, None, "x", []]),
    "solve_each limit": (lambda value: it.solve_each(HAND, [24], limit=value), [*NO_INTEGERS, 0, -1]),
    "solve_each rules": (lambda value: it.solve_each(HAND, [24], value), NO_RULES),
    "reach first": (lambda value: it.reach(HAND, first=value), [*NO_INTEGERS, None]),
    "reach last": (lambda value: it.reach(HAND, last=value), [*NO_INTEGERS, None]),
    "reach range": (lambda value: it.reach(HAND, first=1, last=value), [0, -1]),
    "reachable first": (lambda value: it.reachable(HAND, first=value), [*NO_INTEGERS, None]),
    "reachable last": (lambda value: it.reachable(HAND, last=value), [*NO_INTEGERS, None]),
    "first_gap rules": (lambda value: it.first_gap(HAND, value), NO_RULES),
    "reachable_values rules": (lambda value: it.reachable_values(HAND, value), NO_RULES),
    "count_hands hands": (many.count_hands, [*NO_LISTS, HAND, PUZZLE]),
    "count_hands workers": (lambda value: many.count_hands([HAND], workers=value), [*NO_INTEGERS, 0, -1]),
    "count_hands options": (lambda value: many.count_hands([HAND], **{value: 1}), ["timelimit", "limit", "seconds"]),
    "solve_hands options": (lambda value: many.solve_hands([HAND], **{value: 1}), ["timelimit", "limit", "seconds"]),
    "reach_hands options": (lambda value: many.reach_hands([HAND], **{value: 1}), ["timelimit", "limit", "seconds"]),
    "reach_hands first": (lambda value: many.reach_hands([HAND], first=value), [*NO_INTEGERS, None]),
    "reach_hands last": (lambda value: many.reach_hands([HAND], last=value), [*NO_INTEGERS, None]),
    "Puzzle target": (lambda value: it.Puzzle(HAND, value), [0.5, "x", True, [24], 1j]),
    "Puzzle rules": (lambda value: it.Puzzle(HAND, 24, value), NO_RULES),
    "Rules name": (lambda value: it.Rules(name=value), [None, 3]),
    "Rules operators": (lambda value: it.Rules(operators=value), ["+-", ADD, 3, None, ["+"], [ADD, "-"]]),
    "Rules join": (lambda value: it.Rules(join=value), ["no", 0, None]),
    "Rules brackets": (lambda value: it.Rules(brackets=value), ["no", 0, None]),
    "Rules unary_depth": (lambda value: it.Rules(unary_depth=value), [*NO_INTEGERS, -1, None]),
    "Rules limits": (lambda value: it.Rules(limits=value),
        [1024, None, (1024, None), it.Limits("x"), it.Limits(0), it.Limits(8, 1.5)]),
    "Rules target": (lambda value: it.Rules(target=value), [0.5, "x", True, []]),
    "Rules domain": (lambda value: it.Rules(domain=value),
        ["natural", None, it.Domain("x", "x", least=0.5), it.Domain("x", "x", 1)]),
    "find_operators": (it.find_operators, [*NO_TEXTS, [ADD]]),
    "find_operators known": (lambda value: it.find_operators("+", value), ["+-", 3, None, [3], ["+"]]),
    "find_deck": (generator.find_deck, [*NO_TEXTS, "x"]),
    "read_splits": (generator.read_splits, NO_TEXTS),
    "find_guarantee": (generator.find_guarantee, [*NO_TEXTS, "x"]),
    "Rules deal": (lambda value: it.Rules(deal=value),
        [3, None, it.rules.Deal(0), it.rules.Deal("x"), it.rules.Deal(4, 3)]),
    "write style": (lambda value: next(it.iter_solutions(PUZZLE)).text(value), NO_NAMES),
    "canonical level": (lambda value: it.check("3*8", it.Puzzle([3, 8])).canonical(value), NO_NAMES),
    "operator that fails": (_ask_of_an_operator,
        [lambda a, b: 1 / 0, lambda a, b: 0.5, lambda a: a, lambda a, b: None]),
    "find_rules": (it.find_rules, NO_NAMES),
    "change_rules rules": (lambda value: it.change_rules(value, {}), NO_RULES),
    "change_rules table": (lambda value: it.change_rules(COUNTDOWN, value),
        [None, "use", [("use", "all")], {3: 4}, {"target": 0.5}]),
    "load_rules": (it.load_rules, [None, 3, b"x.toml", []]),
    "read_rules": (it.read_rules, NO_TEXTS),
    "write_rules rules": (it.write_rules, NO_RULES),
    "write_rules form": (lambda value: it.write_rules(COUNTDOWN, value), NO_NAMES),
    "Number": (it.Number, [0.5, "x", None, True]),
    "Number spelling": (lambda value: it.Number(Fraction(3), value), [3, None]),
    "Unary": (lambda value: it.Unary(value, it.Number(Fraction(3))), [ADD, "-", None]),
    "Binary": (lambda value: it.Binary(value, it.Number(Fraction(3)), it.Number(Fraction(8))), [NEGATE, "-", None]),
    "Binary operand": (lambda value: it.evaluate(it.Binary(ADD, it.Number(Fraction(3)), value)), NO_EXPRESSIONS),
    "evaluate": (it.evaluate, NO_EXPRESSIONS),
    "read_expression": (it.read_expression, NO_TEXTS),
    "read_expression operators": (lambda value: it.read_expression("3*8", value), ["+-", 3, None, [3], ADD]),
    "read_expression bounds": (lambda value: it.read_expression("3*8", bounds=value),
        [None, 3, (1, 1, 1, 1), it.Bounds("x")]),
    "same": (lambda value: it.same(value, it.Number(Fraction(3))), NO_EXPRESSIONS),
    "same level": (lambda value: it.same(it.Number(Fraction(3)), it.Number(Fraction(3)), value), NO_NAMES),
    "why": (lambda value: it.why(it.Number(Fraction(3)), value), NO_EXPRESSIONS),
    "canonical_text": (it.canonical_text, NO_EXPRESSIONS),
    "canonical_text level": (lambda value: it.canonical_text(it.Number(Fraction(3)), value), NO_NAMES),
    "check answer": (lambda value: it.check(value, PUZZLE), NO_TEXTS),
    "check puzzle": (lambda value: it.check("3*8", value), NO_PUZZLES),
    "check bounds": (lambda value: it.check("3*8", PUZZLE, bounds=value), [None, 3, it.Bounds(0.5)]),
    "check_many rows": (lambda value: list(it.check_many(value)),
        [*NO_LISTS, ["3*8"], [("3*8",)], [("3*8", HAND)], [(3, PUZZLE)]]),
    "check_many workers": (lambda value: it.check_many([], workers=value), [*NO_INTEGERS, 0, -1, None]),
    "score puzzle": (lambda value: it.score("3*8", value), NO_PUZZLES),
    "score tag": (lambda value: it.score("3*8", PUZZLE, tag=value), [3, "", b"answer"]),
    "score partial": (lambda value: it.score("3*8", PUZZLE, partial=value),
        ["0.1", None, 1, -0.1, float("nan"), True, 1j]),
    "reward_function partial": (lambda value: it.reward_function(partial=value), ["0.1", None, 1, float("nan")]),
    "reward_function bounds": (lambda value: it.reward_function(bounds=value), [None, 3]),
    "reward completions": (lambda value: it.reward_function()(value, hand=[HAND]), NO_LISTS),
    "reward hand": (lambda value: it.reward_function()(["3*8"], hand=value), [*NO_LISTS, HAND, [3]]),
    "reward target": (lambda value: it.reward_function()(["3*8"], hand=[HAND], target=value),
        [[0.5], ["x"], [[24]], 24.5, [2.0**53]]),
    "reward rules": (lambda value: it.reward_function()(["3*8"], hand=[HAND], rules=value),
        [[3], 3, "chess", [{"use": 3}], [{"x": 3}]]),
    "hint puzzle": (it.hint, NO_PUZZLES),
    "hint after": (lambda value: it.hint(PUZZLE, value), ["3*8", 3, None, [3], [None]]),
    "hint stage": (lambda value: it.hint(PUZZLE).at(value), ["1", 0, 6, None, 1.5, []]),
    "hint engine": (lambda value: it.hint(PUZZLE, engine=value), NO_NAMES),
    "worked puzzle": (it.worked, NO_PUZZLES),
    "worked others": (lambda value: it.worked(PUZZLE, others=value), [*NO_INTEGERS, -1, None]),
    "Document puzzles": (it.Document, [*NO_LISTS, [], [PUZZLE], PUZZLE]),
    "compare puzzle": (it.compare, NO_PUZZLES),
    "compare engines": (lambda value: it.compare(PUZZLE, value), ["target", 3, [3], ["none"]]),
    "compare sizes": (lambda value: it.compare(PUZZLE, ["target"], sizes=value), ["4", 4, [0], ["4"], [4.0]]),
    "Specification rules": (it.Specification, NO_RULES),
    "Specification numbers": (lambda value: it.Specification(numbers=value), [*NO_INTEGERS, 0, 101]),
    "Specification deck": (lambda value: it.Specification(deck=value), [3, [1, 2], b"1..9", "x"]),
    "Specification target": (lambda value: it.Specification(target=value), [0.5, "x", [24], True]),
    "Specification large": (lambda value: it.Specification(COUNTDOWN, large=value), [*NO_INTEGERS, -1]),
    "Specification guarantees": (lambda value: it.Specification(guarantees=value), [3, [3], "x", None]),
    "Specification choose": (lambda value: it.Specification(choose=value), ["no", 1, None]),
    "Specification same": (lambda value: it.Specification(same=value), NO_NAMES),
    "generate specification": (it.generate, [None, COUNTDOWN, "24"]),
    "generate seed": (lambda value: it.generate(it.Specification(), value), [*NO_INTEGERS, None]),
    "generate count": (lambda value: it.generate(it.Specification(), count=value), [*NO_INTEGERS, -1]),
    "generate solutions": (lambda value: it.generate(it.Specification(), solutions=value), [*NO_INTEGERS, -1]),
    "generate tries": (lambda value: it.generate(it.Specification(), tries=value), [*NO_INTEGERS, 0, None]),
    "generate workers": (lambda value: it.generate(it.Specification(), workers=value), [*NO_INTEGERS, 0, None]),
    "generate splits": (lambda value: it.generate(it.Specification(), splits=value),
        [3, "train=1", {}, {"train": 0}, {"train": 1.5}, {"train": True}]),
    "write": (lambda value: next(it.iter_solutions(PUZZLE)).write(value), NO_NAMES),
}  # fmt: skip
"""What is asked with a value, and values that will not do."""


@pytest.mark.parametrize(("ask", "values"), list(ASKED.values()), ids=list(ASKED))
def test_what_will_not_do_is_refused_in_one_line(ask: Ask, values: list[Any]) -> None:
    assert values
    for value in values:
        with pytest.raises(PuzzleError) as refused:
            ask(value)
        words = str(refused.value)
        assert "\n" not in words, value
        assert ":" in words, f"{words!r} names no remedy"
        assert not words.endswith("."), words


def test_every_function_of_the_package_is_asked() -> None:
    asked = {name.split()[0] for name in ASKED}
    functions = {name for name in puzzle_solver.__all__ if callable(getattr(puzzle_solver, name)) and name[0].islower()}
    assert functions - {"reach", *asked} == set()


def test_an_option_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(UnknownOption, match="'timelimit': choose from time_limit, memory_limit, interrupted"):
        many.count_hands([HAND], timelimit=1)
    assert issubclass(UnknownOption, TypeError)
