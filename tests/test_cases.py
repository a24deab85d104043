"""Inputs on which solvers of this kind were found wrong, row by row of tests/data/puzzles.jsonl."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import naive
from bridge import puzzle_of_row, to_tree
from puzzle_solver.cli.question import read_hand
from puzzle_solver.reading import read_expression
from puzzle_solver.result import Outcome
from puzzle_solver.sameness import same
from puzzle_solver.search.registry import FAST
from puzzle_solver.solver import count, solve
from tables import json_rows

ROWS = json_rows("puzzles.jsonl")


def name(row: dict[str, Any]) -> str:
    return f"{row['kind']}-{' '.join(row['hand'])}-{row['target']}"


@pytest.mark.parametrize("row", ROWS, ids=name)
@pytest.mark.parametrize("engine", ["auto", *(engine.name for engine in FAST)])
def test_case(row: dict[str, Any], engine: str) -> None:
    hand = read_hand(" ".join(row["hand"]))
    puzzle = puzzle_of_row({**row, "hand": hand})
    level = row.get("same", "essence")
    result = solve(puzzle, limit=None, same=level, nearest="nearest" in row, engine=engine)
    assert result.outcome is Outcome(row.get("outcome", "solved"))
    assert len(result.solutions) == result.count == count(puzzle, same=level, engine=engine).count
    assert result.count == row.get("count", result.count)
    for solution in result.solutions:
        assert naive.evaluate(to_tree(solution.expression)) == Fraction(row["target"])
    if "example" in row:
        example = read_expression(row["example"])
        assert any(same(solution.expression, example, level) for solution in result.solutions)
    if "nearest" in row:
        assert [str(near.value) for near in result.nearest or ()] == row["nearest"]


@pytest.mark.parametrize("row", [row for row in ROWS if "same_as_hand" in row], ids=name)
def test_cards_are_numbers(row: dict[str, Any]) -> None:
    assert read_hand(" ".join(row["hand"])) == read_hand(" ".join(row["same_as_hand"]))


def test_a_formula_that_has_no_sign_is_counted_once() -> None:
    [row] = [row for row in ROWS if row["kind"] == "antisymmetric"]
    puzzle = puzzle_of_row(row)
    one, other = read_expression("3+(4-4)*5"), read_expression("3-(4-4)*5")
    listed = solve(puzzle, limit=None, same="algebra").solutions
    assert sum(same(solution.expression, one, "algebra") for solution in listed) == 1
    assert sum(same(solution.expression, other, "algebra") for solution in listed) == 1
