"""Each row of the data files is an expression, in reverse Polish notation, and what it looks like in some formats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from trees import DATA, from_rpn, json_rows

from groups import in_groups
from puzzle_solver.expression import Expression
from puzzle_solver.render.brackets import TREE
from puzzle_solver.render.idea import to_idea
from puzzle_solver.render.latex import to_latex
from puzzle_solver.render.pretty import to_pretty
from puzzle_solver.render.rpn import to_rpn
from puzzle_solver.render.steps import to_steps
from puzzle_solver.render.sympy import to_sympy_text
from puzzle_solver.render.text import to_markdown, to_text
from puzzle_solver.render.tree import to_tree

FILES = sorted(path.name for path in DATA.glob("render*.jsonl"))
ROWS = [row for name in FILES for row in json_rows(name)]

COLUMNS: dict[str, Callable[[Expression], object]] = {
    "text": to_text,
    "unicode": lambda expression: to_text(expression, "unicode"),
    "tree": lambda expression: to_text(expression, brackets=TREE),
    "latex": to_latex,
    "markdown": to_markdown,
    "sympy": to_sympy_text,
    "steps": to_steps,
    "idea": lambda expression: to_idea(expression).formula,
    "simplified": lambda expression: to_idea(expression).simplified,
    "pretty": lambda expression: to_pretty(expression).splitlines(),
    "pretty unicode": lambda expression: to_pretty(expression, "unicode").splitlines(),
    "drawing": lambda expression: to_tree(expression).splitlines(),
    "drawing unicode": lambda expression: to_tree(expression, "unicode").splitlines(),
}
CASES = [(row["rpn"], column, row[column]) for row in ROWS for column in row if column != "rpn"]


def test_every_column_is_tried() -> None:
    assert len(FILES) == 2
    assert {column for _, column, _ in CASES} == set(COLUMNS)


@in_groups("rpn, column, written", CASES)
def test_it_looks_as_it_should(rpn: str, column: str, written: Any) -> None:
    assert COLUMNS[column](from_rpn(rpn)) == written


@in_groups("rpn", [row["rpn"] for row in ROWS])
def test_rpn_writes_what_was_read(rpn: str) -> None:
    assert " ".join(to_rpn(from_rpn(rpn))) == rpn
