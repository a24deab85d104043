from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import puzzle_solver.rules
from puzzle_solver import Puzzle, count, solve
from puzzle_solver.errors import InvalidPuzzle, PuzzleError, UnknownName
from puzzle_solver.operators import ADD, BASIC, NEGATE, POWER
from puzzle_solver.rules import (
    COUNTDOWN,
    DIGITS,
    DOMAINS,
    FOUR_FOURS,
    GAME_24,
    IN_ORDER,
    KRYPTO,
    LE_COMPTE_EST_BON,
    MAKE_10,
    MATHADOR,
    NATURAL,
    PRESETS,
    RATIONAL,
    TANEJA,
    TICKET,
    WHOLE,
    Domain,
    Order,
    Rules,
    Use,
    find_domain,
    find_rules,
)


def test_the_presets() -> None:
    assert (GAME_24.order, GAME_24.use, GAME_24.domain) == (Order.FREE, Use.ALL, RATIONAL)
    assert (IN_ORDER.target, IN_ORDER.order, IN_ORDER.use) == (None, Order.FIXED, Use.ALL)
    assert MAKE_10.order is Order.FREE
    assert (GAME_24.target, MAKE_10.target) == (Fraction(24), Fraction(10))
    assert (COUNTDOWN.target, COUNTDOWN.use, COUNTDOWN.domain) == (None, Use.SOME, NATURAL)
    assert [name for name, rules in PRESETS.items() if rules.operators != BASIC] == ["four-fours", "taneja"]
    assert {rules.domain for rules in (DIGITS, LE_COMPTE_EST_BON)} == {NATURAL}
    assert {rules.domain for rules in (KRYPTO, MATHADOR)} == {WHOLE}
    assert [rules.use for rules in (DIGITS, LE_COMPTE_EST_BON, MATHADOR, KRYPTO)] == [Use.SOME] * 3 + [Use.ALL]
    assert (TICKET.order, TICKET.target) == (Order.FIXED, Fraction(10))
    assert (TANEJA.order, TANEJA.join, NEGATE in TANEJA.operators) == (Order.FIXED, True, True)
    assert (FOUR_FOURS.join, FOUR_FOURS.decimals, FOUR_FOURS.unary_depth) == (True, True, 2)


def test_a_preset_is_a_constant_of_its_module() -> None:
    constants = {value.name: value for value in vars(puzzle_solver.rules).values() if isinstance(value, Rules)}
    assert constants == dict(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_found_by_name_with_its_source(name: str) -> None:
    rules = find_rules(name)
    assert rules.name == name
    assert rules.source


@pytest.mark.parametrize("rules", [*PRESETS.values(), Rules(operators=(POWER,))], ids=lambda rules: rules.name)
def test_rules_pickle_print_and_compare(rules: Rules) -> None:
    assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301 (our own bytes)
    assert rules.name in repr(rules)
    assert len({rules, pickle.loads(pickle.dumps(rules))}) == 1  # noqa: S301


def test_unknown_names_are_refused_with_a_list() -> None:
    with pytest.raises(UnknownName, match=r"'chess'.*24, make10, in-order, countdown"):
        find_rules("chess")
    with pytest.raises(UnknownName, match=r"'real'.*rational, non-negative, integer, whole, natural"):
        find_domain("real")


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
@given(value=st.fractions(max_denominator=3, min_value=-5, max_value=5))
def test_domains_admit_what_the_oracle_says(domain: Domain, value: Fraction) -> None:
    assert find_domain(domain.name) is domain
    assert domain.admits(value.numerator, value.denominator) == naive.DOMAINS[domain.name](value)


def test_every_error_is_a_puzzle_error() -> None:
    assert issubclass(UnknownName, PuzzleError)
    assert issubclass(UnknownName, LookupError)


@pytest.mark.parametrize(
    "wrong",
    [
        {"use": "all"},
        {"order": "fixed"},
        {"domain": "integer"},
        {"operators": "+-"},
        {"operators": (ADD, ADD)},
    ],
)
def test_rules_of_another_type_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidPuzzle):
        Rules(**wrong)


def test_operators_may_come_as_a_list() -> None:
    assert Rules(operators=[ADD]).operators == (ADD,)  # type: ignore[arg-type]  # what a person would write


def test_names_in_place_of_rules_are_refused() -> None:
    with pytest.raises(InvalidPuzzle, match="find_rules"):
        Puzzle([3, 3], 6, "countdown")  # type: ignore[arg-type]  # a mistake that people make
    with pytest.raises(InvalidPuzzle, match="no Puzzle"):
        solve([3, 3, 8, 8])  # type: ignore[arg-type]  # a mistake that people make


def test_a_result_is_true_if_there_is_a_solution() -> None:
    assert solve(Puzzle([3, 3, 8, 8]))
    assert not solve(Puzzle([1, 1, 1, 7]))
    assert count(Puzzle([3, 3, 8, 8]))
