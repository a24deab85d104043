"""What a notebook shows of a result: some words, equations, some more words, and perhaps a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple


class View(NamedTuple):
    """``before``: how the search ended. ``equations``: both sides of each. ``after``: what is not shown."""

    before: Sequence[str]
    equations: Sequence[tuple[str, str]]
    after: Sequence[str]


def to_html(view: View, drawing: str | None) -> str:
    """Return a piece of HTML in the colours and letters of the notebook, the equations as a list of text."""
    equations = [f"<li>{escape(left)} = {escape(right)}</li>" for left, right in view.equations]
    listed = ['<ul style="margin: 0.5em 0">', *equations, "</ul>"] if equations else []
    lines = (*_divided(view.before), *listed, *_divided(view.after), *filter(None, (drawing,)))
    return "\n".join(("<div>", *lines, "</div>"))


def _divided(words: Sequence[str]) -> list[str]:
    return [f"<div>{escape(each)}</div>" for each in words]


def to_aligned(view: View) -> str:
    """Return LaTeX that aligns the equations, which are LaTeX, at their signs."""
    equations = [f"{left} &= {right}" for left, right in view.equations]
    # Words begin at the sign of equality, too: the left column holds equations alone.
    rows = (*_set_as_text(view.before), *equations, *_set_as_text(view.after))
    return "$\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}$"


def _set_as_text(words: Sequence[str]) -> list[str]:
    return [rf"&\text{{{each}}}" for each in words]
