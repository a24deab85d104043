"""An expression drawn as a tree, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, groupby
from types import MappingProxyType
from typing import Final, NamedTuple

from puzzle_solver.expression import Expression
from puzzle_solver.render.layout import Node, place


class _Lines(NamedTuple):
    """What branches are drawn with: under one operand, and from the left operand's end to the right one's."""

    stem: str
    left: str
    level: str
    fork: str
    right: str


_LINES: Final = MappingProxyType({"ascii": _Lines("|", ".", "-", "'", "."), "unicode": _Lines("│", "┌", "─", "┴", "┐")})


def to_tree(expression: Expression, style: str = "ascii") -> str:
    """Draw ``expression``, its root on top, over several lines.

    Raises:
        UnknownName: there is no such style.
    """
    nodes = place(expression, style)
    middle = _middles(nodes)
    drawn: list[str] = []
    for _, row in groupby(sorted(nodes, key=lambda node: (node.row, node.column)), key=lambda node: node.row):
        level = list(row)
        drawn.append(_write((middle[node.column] - (len(node.label) - 1) // 2, node.label) for node in level))
        drawn.append(_write(_branch(node, middle, _LINES[style]) for node in level if node.operands))
    # The nodes of the last row have no operands, so the line of branches below it is empty.
    return "\n".join(drawn[:-1])


def _middles(nodes: Sequence[Node]) -> list[int]:
    """Return, for each column, where its middle is, so that labels of any length stand apart."""
    widths = [1] * nodes[0].spans
    for node in nodes:
        widths[node.column] = max(widths[node.column], len(node.label))
    # One blank between columns. There is one start more than columns: that of the next.
    starts = accumulate((width + 1 for width in widths), initial=0)
    return [start + (width - 1) // 2 for start, width in zip(starts, widths, strict=False)]


def _branch(node: Node, middle: Sequence[int], lines: _Lines) -> tuple[int, str]:
    here = middle[node.column]
    if len(node.operands) == 1:
        return here, lines.stem
    first, last = (middle[operand.column] for operand in node.operands)
    before, after = lines.level * (here - first - 1), lines.level * (last - here - 1)
    return first, lines.left + before + lines.fork + after + lines.right


def _write(pieces: Iterable[tuple[int, str]]) -> str:
    line = ""
    for start, piece in pieces:
        line = line.ljust(start) + piece
    return line
