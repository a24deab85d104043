"""Where each node of a tree stands when it is drawn: rows by depth, columns from left to right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from puzzle_solver.expression import Expression, Number, fold
from puzzle_solver.operators import Operator, UnaryOperator
from puzzle_solver.render.style import find_style, spell


# Not frozen: where a node stands is known only when the whole tree is.
@dataclass(slots=True)
class Node:
    """A node: ``label``, ``operands``, the number of columns it ``spans``, and its ``row`` and ``column``.

    ``inset`` is its column, counted from the first one that it spans. No two nodes of a row share a column.
    """

    label: str
    operands: tuple[Node, ...] = ()
    spans: int = 1
    inset: int = 0
    row: int = 0
    column: int = 0

    @property
    def is_number(self) -> bool:
        """Is this a leaf?"""
        return not self.operands


def place(expression: Expression, style: str = "ascii") -> list[Node]:
    """Return the nodes in place, parents before their operands.

    Raises:
        UnknownName: there is no such style.
    """
    nodes: list[Node] = []
    symbol = find_style(style)

    def add(node: Node) -> Node:
        nodes.append(node)
        return node

    def number(leaf: Number) -> Node:
        return add(Node(spell(leaf, style)))

    def binary(operator: Operator, left: Node, right: Node) -> Node:
        # The operator has a column of its own between those of its operands, so no two labels can meet.
        return add(Node(symbol(operator), (left, right), left.spans + 1 + right.spans, left.spans))

    def unary(operator: UnaryOperator, operand: Node) -> Node:
        return add(Node(symbol(operator), (operand,), operand.spans, operand.inset))

    root = fold(expression, number, binary, unary)
    # The first column of the root is the first of all.
    root.column = root.inset
    # ``fold`` makes operands first: turned round, every node has its place before it places its operands.
    nodes.reverse()
    for node in nodes:
        _place_operands(node)
    return nodes


def _place_operands(node: Node) -> None:
    first = node.column - node.inset
    for operand in node.operands:
        operand.row = node.row + 1
        operand.column = first + operand.inset
        first += operand.spans + 1


def starts(nodes: Sequence[Node], width: Callable[[Node], int], gap: int) -> list[int]:
    """Return where each column begins, and where the next one would, in a drawing with gaps between the columns."""
    widths = [0] * nodes[0].spans
    for node in nodes:
        widths[node.column] = max(widths[node.column], width(node))
    return list(accumulate((width + gap for width in widths), initial=gap))
