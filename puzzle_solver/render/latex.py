r"""An expression as LaTeX for math mode: ``\frac{8}{3 - \frac{8}{3}}``."""

from __future__ import annotations

from typing import Final

from puzzle_solver.expression import Expression, Number
from puzzle_solver.operators import DIVIDE, Operator, UnaryOperator
from puzzle_solver.render.brackets import ATOM, MINIMAL, SIGNED, Enclosed, Notation, Part, write
from puzzle_solver.render.style import spell

_ESCAPES: Final = str.maketrans(
    {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}
    | {character: f"\\{character}" for character in "{}%&#$_"}
)


def to_latex(expression: Expression, brackets: str = MINIMAL) -> str:
    r"""Write ``expression`` as LaTeX. An operator without LaTeX of its own is set as text: ``\mathbin{\text{avg}}``."""
    return write(expression, _NOTATION, brackets)


def write_value(text: str) -> str:
    r"""Write a number such as ``-8/3`` as LaTeX: ``-\frac{8}{3}``."""
    size = text.removeprefix("-")
    over, bar, under = size.partition("/")
    return text[: -len(size)] + _frac(over, under) if bar else text


def _frac(over: str, under: str) -> str:
    return DIVIDE.latex.format(left=over, right=under)


def _number(leaf: Number) -> Part[str]:
    text = spell(leaf)
    latex = write_value(text)
    if text.startswith("-"):
        return Part(latex, SIGNED)
    return Part(latex, DIVIDE.precedence, closed=True) if "/" in text else Part(latex, ATOM)


def _template(operator: Operator) -> str:
    infix = operator.latex or rf"\mathbin{{\text{{{operator.symbol.translate(_ESCAPES)}}}}}"
    return infix if "{left}" in infix else f"{{left}} {infix.replace('{', '{{').replace('}', '}}')} {{right}}"


def _binary(operator: Operator, left: str, right: str) -> str:
    return _template(operator).format(left=left, right=right)


def _unary(operator: UnaryOperator, operand: str) -> str:
    return (operator.latex or operator.symbol.translate(_ESCAPES)) + operand


def _encloses(operator: Operator) -> Enclosed:
    return Enclosed("{{{left}}}" in operator.latex, "{{{right}}}" in operator.latex)


def _bracket(latex: str) -> str:
    return rf"\left({latex}\right)"


_NOTATION: Final = Notation(_number, _binary, _unary, _bracket, _encloses)
