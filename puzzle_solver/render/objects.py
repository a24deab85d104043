"""Expressions and rules as objects for JSON, every number an exact string."""

from __future__ import annotations

from typing import TypedDict

from puzzle_solver.expression import Expression, evaluate
from puzzle_solver.operators import Missing
from puzzle_solver.rational import write_rational
from puzzle_solver.render.brackets import MINIMAL
from puzzle_solver.render.latex import to_latex
from puzzle_solver.render.rpn import to_rpn
from puzzle_solver.render.steps import to_steps
from puzzle_solver.render.text import to_text
from puzzle_solver.rulebook import rules_table
from puzzle_solver.rules import Rules

_APART = ("target", "numbers", "deck", "targets", "source")
"""What rules say that no solution has to obey."""


class SolutionObject(TypedDict):
    """A solution in every form that a program may want."""

    text: str
    value: str
    latex: str
    rpn: list[str]
    steps: list[str]


def solution_object(expression: Expression, brackets: str = MINIMAL) -> SolutionObject:
    """Return ``expression`` as an object; its value is computed anew.

    Raises:
        ValueError: the expression has no value.
    """
    # Computed from the tree alone, not copied from the search: a second witness of every answer.
    value = evaluate(expression)
    if isinstance(value, Missing):
        raise ValueError(f"{to_text(expression)} is {value.value}")
    return {
        "text": to_text(expression, brackets=brackets),
        "value": write_rational(value),
        "latex": to_latex(expression, brackets),
        "rpn": to_rpn(expression),
        "steps": to_steps(expression),
    }


def rules_object(rules: Rules) -> dict[str, object]:
    """Return what ``rules`` allow, by the keys that a file of rules has too."""
    table = rules_table(rules)
    return {key: table[key] for key in table if key not in _APART}
