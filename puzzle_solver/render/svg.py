"""An expression drawn as a tree, as a small self-contained SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from puzzle_solver.expression import Expression
from puzzle_solver.render.layout import Node, place, starts
from puzzle_solver.render.text import to_text

_CHARACTER, _PADDING, _GAP, _BOX, _ROW = 9, 16, 4, 26, 52
_NUMBER, _OPERATOR, _LINE = "#2f6690", "#9a4a12", "#808080"  # legible on white and on black


def to_svg(expression: Expression, style: str = "unicode") -> str:
    """Draw ``expression`` as an SVG document with its text as the title.

    Raises:
        UnknownName: there is no such style.
    """
    nodes = place(expression, style)
    edges = starts(nodes, _width, _GAP)
    width, height = edges[-1], max(node.row for node in nodes) * _ROW + _BOX + 2 * _GAP
    # What a screen reader says in place of the drawing.
    title = escape(to_text(expression, style))
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>{title}</title>",
            f'<g stroke="{_LINE}" stroke-width="2">',
            *(_line(node, operand, edges) for node in nodes for operand in node.operands),
            '</g>\n<g font-family="monospace" font-size="15" text-anchor="middle">',
            *(_box(node, edges) for node in nodes),
            "</g>\n</svg>",
        ]
    )


def _width(node: Node) -> int:
    return max(_BOX, len(node.label) * _CHARACTER + _PADDING)


def _middle(node: Node, edges: Sequence[int]) -> tuple[int, int]:
    return (edges[node.column] + edges[node.column + 1] - _GAP) // 2, node.row * _ROW + _GAP + _BOX // 2


def _line(node: Node, operand: Node, edges: Sequence[int]) -> str:
    (x1, y1), (x2, y2) = _middle(node, edges), _middle(operand, edges)
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def _box(node: Node, edges: Sequence[int]) -> str:
    x, y = _middle(node, edges)
    width, radius, fill = _width(node), *((5, _NUMBER) if node.is_number else (_BOX // 2, _OPERATOR))
    return (
        f'<rect x="{x - width // 2}" y="{y - _BOX // 2}" width="{width}" height="{_BOX}" rx="{radius}" fill="{fill}"/>'
        # Escaped: an operator of one's own may be called ``<``.
        f'<text x="{x}" y="{y + 5}" fill="#ffffff">{escape(node.label)}</text>'
    )
