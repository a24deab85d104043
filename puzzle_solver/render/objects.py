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
from puzzle_solver.rules import Rules


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
    """Return what ``rules`` allow. Digits are never joined, and the object says so."""
    return {
        "name": rules.name,
        "operators": [operator.symbol for operator in rules.operators],
        "order": rules.order.value,
        "use": rules.use.value,
        "domain": rules.domain.name,
        "join": False,
    }
