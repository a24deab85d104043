"""Every operator in every domain, in both orders, against the oracle; and operators that are not of the table."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

import pytest

import bridge
import naive
from groups import SIZE, in_groups
from judging import Case, case_of, check_all_solutions, check_order, check_outcome, check_reachable
from puzzle_solver.expression import evaluate
from puzzle_solver.operators import ADD, BINARY, OPERATORS, POWER, SQUARE_ROOT, SUBTRACT, Operator, UnaryOperator
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Outcome
from puzzle_solver.rules import DOMAINS, Domain, Order, Rules, Use
from puzzle_solver.search import registry
from puzzle_solver.search.registry import FAST, SubsetTables
from puzzle_solver.solver import count, solve

NUMBERS = [*map(Fraction, (0, 1, 2, 2, 3, 4, 5, 8, 9, -1, -2)), Fraction(1, 2), Fraction(1, 4), Fraction(-3, 2)]

each_symbol = pytest.mark.parametrize("symbol", [*naive.BINARY, *naive.UNARY])


@lru_cache(maxsize=SIZE)
def crossed(symbol: str, domain: str, order: str) -> list[Case]:
    """Return cases with that operator alone, and with others, over a few numbers."""
    random = Random(f"{symbol} {domain} {order}")
    unary = symbol in naive.UNARY
    cases = []
    for others in ([], ["-"], ["+", "/"]):
        hand = random.choices(NUMBERS, k=random.choice([1, 2]) if unary else random.choice([2, 3]))
        words: dict[str, Any] = {
            "operators": tuple(dict.fromkeys([*others, symbol])), "order": order, "domain": domain,
            "use": random.choice(["all", "some"]), "depth": random.choice([1, 2]),
        }  # fmt: skip
        cases.append(case_of(random, hand, **words))
    return cases


@pytest.mark.parametrize("check", [check_all_solutions, check_order, check_outcome, check_reachable])
@each_symbol
@in_groups("domain, order", itertools.product(DOMAINS, Order))
def test_every_operator(symbol: str, domain: Domain, order: Order, check: Callable[[Case, str], None]) -> None:
    for case in crossed(symbol, domain.name, order.value):
        for engine in FAST:
            check(case, engine.name)


# Operators that are not of the table


def without_inverses(operator: Operator) -> Operator:
    return operator._replace(inverse_left=None, inverse_right=None)


@pytest.mark.parametrize("operator", BINARY, ids=lambda operator: operator.name)
@pytest.mark.parametrize("hand", [[2, 3, 4], [1, 1, 2, 2], [0, 1, 4], [8, 2, 3]], ids=str)
def test_an_inverse_changes_nothing_but_the_speed(operator: Operator, hand: list[int]) -> None:
    plain, other_one = without_inverses(operator), ADD if operator is SUBTRACT else SUBTRACT
    for target in (*map(Fraction, range(-2, 10)), Fraction(1, 2)):
        one, other = (
            solve(Puzzle(hand, target, Rules(operators=(other_one, row))), limit=None, same="trees")
            for row in (operator, plain)
        )
        assert [str(solution) for solution in one.solutions] == [str(solution) for solution in other.solutions]
        assert one.outcome is other.outcome or operator.sized  # what is walked may meet a limit


def test_three_lines_make_an_operator() -> None:
    glue = Operator("glue", "&", lambda left, right: left * 10 + right)
    result = solve(Puzzle([1, 2, 3], 123, Rules(operators=(glue,))))
    assert [solution.text() for solution in result.solutions] == ["1 & 2 & 3"]


def test_a_unary_operator_without_an_inverse_is_searched_by_its_table() -> None:
    square = UnaryOperator("square", "sq", lambda value: value * value)
    result = solve(Puzzle([1, 2, 3, 4, 5], 1225, Rules(operators=(ADD, square), order=Order.FIXED)))
    assert result.outcome is Outcome.SOLVED
    assert evaluate(result.solutions[0].expression) == 1225


# Table sizes


@pytest.fixture
def every_table_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make engines called M1, M2, ... that keep tables of at most so many numbers."""
    sized = [SubsetTables(f"M{size}", "tables of one size", constantly(size)) for size in range(1, 6)]
    monkeypatch.setattr(registry, "ENGINES", (*registry.ENGINES, *sized))


def constantly(size: int) -> Callable[[int, Order], int]:
    return lambda count, order: size


KINDS: dict[str, dict[str, Any]] = {
    "joining": {"join": True},
    "joining in order": {"join": True, "order": "fixed"},
    "points": {"join": True, "decimals": True, "order": "fixed"},
    "roots": {"operators": (*"+-*/", "sqrt")},
    "signs": {"operators": (*"+*", "negate"), "depth": 1},
    "factorials": {"operators": (*"-/", "!"), "use": "some"},
    "rounding": {"operators": (*"/*", "floor", "ceil"), "order": "fixed"},
    "powers": {"operators": "+-*/^", "order": "fixed"},
    "whole": {"operators": (*"+-", "%", "//", "max"), "domain": "natural"},
    "own": {"operators": ("-", "mean", "next"), "depth": 1},
    "no brackets": {"brackets": False, "join": True},
    "no brackets, powers": {"brackets": False, "operators": "-*^", "order": "fixed"},
    "narrow": {"operators": (*"+*^", "!"), "limits": naive.Limits(8, 3), "order": "fixed"},
}


@pytest.mark.usefixtures("every_table_size")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("hand", [[1, 2, 3], [4, 4, 9], [0, 1, 2, 5], [4, 4, 4, 4]], ids=str)
def test_the_same_results_for_every_table_size(kind: str, hand: list[int]) -> None:
    rules = bridge.rules(**KINDS[kind])
    for target in map(Fraction, (*Random(f"{kind} {hand}").sample(range(100), 2), 3, 10)):
        puzzle = Puzzle(hand, target, rules)
        expected = [solve(puzzle, limit=5, same=level) for level in ("trees", "essence")]
        trees = count(puzzle, same="trees").count
        for size in range(max(1, len(hand) // 2), len(hand) + 1):
            found = [solve(puzzle, limit=5, same=level, engine=f"M{size}") for level in ("trees", "essence")]
            assert [one.solutions for one in found] == [one.solutions for one in expected]
            assert count(puzzle, same="trees", engine=f"M{size}").count == trees


# Outcomes


@pytest.mark.parametrize("engine", [engine.name for engine in FAST])
def test_a_closure_that_reaches_its_fixpoint_is_complete(engine: str) -> None:
    result = solve(Puzzle([2], 1, Rules(operators=(SQUARE_ROOT,))), engine=engine)
    assert (result.outcome, result.complete, result.limit) == (Outcome.IMPOSSIBLE, True, None)
    result = solve(Puzzle([256], 2, Rules(operators=(SQUARE_ROOT,), unary_depth=3)), engine=engine)
    assert [solution.text() for solution in result.solutions] == ["sqrt(sqrt(sqrt(256)))"]


@pytest.mark.parametrize("engine", [engine.name for engine in FAST])
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_what_needs_more_unary_operators_is_not_found(depth: int, engine: str) -> None:
    result = solve(Puzzle([256], 2, Rules(operators=(SQUARE_ROOT,), unary_depth=depth)), engine=engine)
    assert (result.outcome, result.complete) == (Outcome.NOT_FOUND, False)
    operators = "operator" if depth == 1 else "operators"
    assert result.limit == f"more than {depth} unary {operators} on one another"


@pytest.mark.parametrize("engine", [engine.name for engine in FAST])
def test_an_exponent_above_the_limit_is_named(engine: str) -> None:
    rules = Rules(operators=(POWER,), limits=bridge.rules(limits=naive.Limits(1024, 4)).limits)
    result = solve(Puzzle([2, 5], 32, rules), engine=engine)
    assert result.outcome is Outcome.NOT_FOUND
    assert result.limit
    assert "exponents above 4" in result.limit
    assert solve(Puzzle([2, 4], 16, rules), engine=engine).outcome is Outcome.SOLVED


def test_the_cases_are_of_every_kind() -> None:
    assert set(naive.OPERATORS) == {bridge.SYMBOLS[operator] for operator in (*OPERATORS, *bridge.OWN)}
    cases = [case for symbol in naive.OPERATORS for case in crossed(symbol, "rational", "free")]
    assert sum(bool(case.trees) for case in cases) > len(cases) / 3
    assert {case.puzzle.rules.use for case in cases} == set(Use)
