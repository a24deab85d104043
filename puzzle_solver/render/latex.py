r"""An expression as LaTeX for math mode: ``\frac{8}{3 - \frac{8}{3}}``."""

from __future__ import annotations

import re
from typing import Final

from puzzle_solver.expression import Expression, Number
from puzzle_solver.operators import DIVIDE, AnyOperator, Fixity, Operator, UnaryOperator
from puzzle_solver.operators.fields import OPERANDS
from puzzle_solver.operators.typeset import is_template, latex_sign
from puzzle_solver.render.brackets import ATOM, EDGES, MINIMAL, SIGNED, Edges, Notation, Part, arrange, write
from puzzle_solver.render.style import spell

_RECURS: Final = re.compile(r"\(([0-9]+)\)")


def to_latex(expression: Expression, brackets: str = MINIMAL) -> str:
    r"""Return ``expression`` as LaTeX. An operator without LaTeX of its own is set as text: ``\mathbin{\text{avg}}``.

    >>> from puzzle_solver import read_expression
    >>> print(to_latex(read_expression("8 / (3 - 8 / 3)")))
    \frac{8}{3 - \frac{8}{3}}
    """
    return write(expression, _NOTATION, brackets)


def write_value(text: str) -> str:
    r"""Return a number as LaTeX.

    >>> print(write_value("-8/3"), write_value(".(3)"))
    -\frac{8}{3} .\overline{3}
    """
    size = text.removeprefix("-")
    over, bar, under = size.partition("/")
    return text[: -len(size)] + (_frac(over, under) if bar else _RECURS.sub(r"\\overline{\1}", size))


def _frac(over: str, under: str) -> str:
    return DIVIDE.latex.format(left=over, right=under)


def _number(leaf: Number) -> Part[str]:
    text = spell(leaf)
    latex = write_value(text)
    if text.startswith("-"):
        return Part(latex, SIGNED)
    # A stacked fraction holds its parts together; only as the base of a power does it need a bracket.
    return Part(latex, DIVIDE.precedence, closed=True) if "/" in text else Part(latex, ATOM)


def _sign(operator: AnyOperator) -> str:
    sign = latex_sign(operator)
    return f" {sign} " if operator.fixity is Fixity.BETWEEN else sign


def _binary(operator: Operator, left: str, right: str) -> str:
    if is_template(operator):
        return operator.latex.format(left=left, right=right)
    return "".join(arrange(operator.fixity, _sign(operator), _bracket, left, right))


def _unary(operator: UnaryOperator, operand: str) -> str:
    if is_template(operator):
        return operator.latex.format(operand=operand)
    return "".join(arrange(operator.fixity, _sign(operator), _bracket, operand))


def _edges(operator: AnyOperator) -> Edges:
    template = operator.latex
    if not is_template(operator):
        return EDGES[operator.fixity]
    # An operand at the very edge of a template lies open to what stands beside it; inside it is enclosed.
    return Edges(left=template.startswith(OPERANDS), right=template.endswith(OPERANDS))


def _bracket(*latex: str) -> str:
    return rf"\left({', '.join(latex)}\right)"


_NOTATION: Final = Notation(_number, _binary, _unary, _bracket, _edges)
