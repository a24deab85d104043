"""Expressions as text, LaTeX, drawings and more. :data:`FORMATS` is the table of the ways to write one.

A format's module is imported at its first use: text costs nothing of what a drawing needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from puzzle_solver.errors import UnknownName
from puzzle_solver.expression import Expression
from puzzle_solver.given import shown

Write: TypeAlias = Callable[[Expression, str, str], str]


class Format(NamedTuple):
    """A way to write an expression: ``write(expression, style, brackets)``. ``block``: it takes several lines."""

    name: str
    meaning: str
    write: Write
    block: bool = False


def _text(expression: Expression, style: str, brackets: str) -> str:
    from puzzle_solver.render.text import to_text

    return to_text(expression, style, brackets)


def _latex(expression: Expression, style: str, brackets: str) -> str:
    from puzzle_solver.render.latex import to_latex

    return to_latex(expression, brackets)


def _markdown(expression: Expression, style: str, brackets: str) -> str:
    from puzzle_solver.render.markdown import to_markdown

    return to_markdown(expression, style, brackets)


def _sympy(expression: Expression, style: str, brackets: str) -> str:
    from puzzle_solver.render.sympy import to_sympy_text

    return to_sympy_text(expression, brackets)


def _pretty(expression: Expression, style: str, brackets: str) -> str:
    from puzzle_solver.render.pretty import to_pretty

    return to_pretty(expression, style, brackets)


def _rpn(expression: Expression, style: str, brackets: str) -> str:
    from puzzle_solver.render.rpn import to_rpn

    return " ".join(to_rpn(expression))


def _tree(expression: Expression, style: str, brackets: str) -> str:
    from puzzle_solver.render.tree import to_tree

    return to_tree(expression, style)


def _svg(expression: Expression, style: str, brackets: str) -> str:
    from puzzle_solver.render.svg import to_svg

    return to_svg(expression, style)


FORMATS: Final[Mapping[str, Format]] = MappingProxyType({
    row.name: row
    for row in (
        Format("text", "one line, with brackets only where they are needed", _text),
        Format("latex", "LaTeX for math mode", _latex),
        Format("markdown", "an item of a Markdown list", _markdown),
        Format("sympy", "Python text that sympy evaluates", _sympy),
        Format("pretty", "two dimensions, with stacked fractions", _pretty, block=True),
        Format("rpn", "reverse Polish notation", _rpn),
        Format("tree", "a tree drawn for the terminal", _tree, block=True),
        Format("svg", "a tree drawn as SVG", _svg, block=True),
    )
})  # fmt: skip


def find_format(name: str) -> Format:
    """Return the format called ``name``.

    Raises:
        UnknownName: there is none.
    """
    if name not in tuple(FORMATS):
        raise UnknownName(f"no format is called {shown(name)}: choose from {', '.join(FORMATS)}")
    return FORMATS[name]
