"""An expression as an item of a Markdown list."""

from __future__ import annotations

import re

from puzzle_solver.expression import Expression
from puzzle_solver.render.brackets import MINIMAL
from puzzle_solver.render.text import to_text


def to_markdown(expression: Expression, style: str = "ascii", brackets: str = MINIMAL) -> str:
    """Write ``expression`` as a list item in code marks, which keep ``*`` and ``_`` from being taken for emphasis.

    Raises:
        UnknownName: there is no such style.
    """
    text = to_text(expression, style, brackets)
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    return f"- {fence}{text}{fence}"
