r"""How operators are written in LaTeX: by a sign, or by a template with places for the operands."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from puzzle_solver.operators import fields
from puzzle_solver.operators.kinds import AnyOperator, Fixity
from puzzle_solver.operators.table import written

ESCAPES: Final = MappingProxyType(
    {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}
    | {character: f"\\{character}" for character in "{}%&#$_"}
)
"""How the characters that LaTeX has a use for are written as text."""

# ``\mathbin`` sets the spaces of a sign between two operands, ``\operatorname`` those of a function.
_TEXT: Final = MappingProxyType(
    {
        Fixity.BEFORE: r"\text{{{}}}",
        Fixity.BETWEEN: r"\mathbin{{\text{{{}}}}}",
        Fixity.AFTER: r"\text{{{}}}",
        Fixity.CALL: r"\operatorname{{{}}}",
    }
)


def is_template(operator: AnyOperator) -> bool:
    """Does the operator's LaTeX have places for its operands?"""
    return fields.is_template(operator.latex)


def latex_sign(operator: AnyOperator) -> str:
    r"""Return the LaTeX of an operator that has no template; without any of its own, its symbol set as text.

    >>> from puzzle_solver.operators import MULTIPLY
    >>> print(latex_sign(MULTIPLY))
    \times
    """
    return operator.latex or _TEXT[operator.fixity].format(_escaped(written(operator)[0]))


def _escaped(text: str) -> str:
    return "".join(ESCAPES.get(character, character) for character in text)
