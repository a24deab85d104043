"""Expressions as text, LaTeX, drawings and more. :data:`FORMATS` is the table of the ways to write one.

A format's module is imported at its first use: text costs nothing of what a drawing needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from puzzle_solver.errors import UnknownName
from puzzle_solver.expression import Expression
from puzzle_solver.given import shown
from puzzle_solver.lazy import load


class Format(NamedTuple):
    """A way to write an expression.

    ``function`` is a path for :func:`~puzzle_solver.lazy.load`, and ``options`` are those that it takes: ``style``,
    ``brackets``. ``block``: the text has several lines.
    """

    name: str
    meaning: str
    function: str
    options: tuple[str, ...]
    block: bool = False

    def write(self, expression: Expression, style: str, brackets: str) -> str:
        """Write ``expression`` in this format.

        Raises:
            UnknownName: there is no such style, or no such brackets.
        """
        given = {"style": style, "brackets": brackets}
        text: str = load(self.function)(expression, **{option: given[option] for option in self.options})
        return text


_STYLE, _BRACKETS = "style", "brackets"

_ROWS: Final = (
    Format("text", "one line, with brackets only where they are needed", "render.text:to_text", (_STYLE, _BRACKETS)),
    Format("latex", "LaTeX for math mode", "render.latex:to_latex", (_BRACKETS,)),
    Format("markdown", "an item of a Markdown list", "render.text:to_markdown", (_STYLE, _BRACKETS)),
    Format("sympy", "Python text that sympy evaluates", "render.sympy:to_sympy_text", (_BRACKETS,)),
    Format(
        "pretty",
        "two dimensions, with stacked fractions",
        "render.pretty:to_pretty",
        (_STYLE, _BRACKETS),
        block=True,
    ),
    Format("rpn", "reverse Polish notation", "render.rpn:to_rpn_text", ()),
    Format("tree", "a tree drawn for the terminal", "render.tree:to_tree", (_STYLE,), block=True),
    Format("svg", "a tree drawn as SVG", "render.svg:to_svg", (_STYLE,), block=True),
)

FORMATS: Final[Mapping[str, Format]] = MappingProxyType({row.name: row for row in _ROWS})


def find_format(name: str) -> Format:
    """Return the format called ``name``.

    Raises:
        UnknownName: there is none.
    """
    # A tuple can be asked for what has no hash, as a list given for a name.
    if name not in tuple(FORMATS):
        raise UnknownName(f"no format is called {shown(name)}: choose from {', '.join(FORMATS)}")
    return FORMATS[name]
