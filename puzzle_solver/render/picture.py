"""An expression drawn as a tree in LaTeX's own picture environment, which needs no package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puzzle_solver.expression import Expression
from puzzle_solver.render.layout import Node, place, starts
from puzzle_solver.render.prose import to_prose

_CHARACTER, _PADDING, _GAP, _BOX, _ROW = 2, 3, 1, 5, 11
"""In millimetres."""


class Picture(NamedTuple):
    """The LaTeX, and how wide and how high the drawing is, in millimetres."""

    latex: str
    width: int
    height: int


def to_picture(expression: Expression, style: str = "unicode") -> Picture:
    """Draw ``expression``, its root on top, lines only up and down and across.

    Raises:
        UnknownName: there is no such style.
    """
    nodes = place(expression, style)
    edges = starts(nodes, _width, _GAP)
    height = max(node.row for node in nodes) * _ROW + _BOX
    lines = [
        r"\setlength{\unitlength}{1mm}%",
        rf"\begin{{picture}}({edges[-1]},{height})",
        *(line for node in nodes for line in _drawn(node, edges, height)),
        r"\end{picture}",
    ]
    return Picture("\n".join(lines), edges[-1], height)


def _width(node: Node) -> int:
    return len(node.label) * _CHARACTER + _PADDING


def _middle(node: Node, edges: Sequence[int]) -> int:
    return (edges[node.column] + edges[node.column + 1] - _GAP) // 2


def _drawn(node: Node, edges: Sequence[int], height: int) -> Iterator[str]:
    # In a picture y grows upwards, and rows are counted from the top.
    x, top = _middle(node, edges), height - node.row * _ROW
    yield rf"\put({x},{top - _BOX // 2}){{\makebox(0,0){{{to_prose(node.label)}}}}}"
    if not node.operands:
        return
    # Whole millimetres, and lines only up and down and across: ``\line`` has few slopes.
    fork, below = (_ROW - _BOX) // 2, [_middle(operand, edges) for operand in node.operands]
    yield rf"\put({x},{top - _BOX}){{\line(0,-1){{{fork}}}}}"
    if len(below) > 1:
        yield rf"\put({below[0]},{top - _BOX - fork}){{\line(1,0){{{below[-1] - below[0]}}}}}"
    for each in below:
        yield rf"\put({each},{top - _BOX - fork}){{\line(0,-1){{{fork}}}}}"
