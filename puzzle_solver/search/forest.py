"""The packed forest: every solution of a target at once, each part shared.

A node is (state, value). Its alternatives are the last operations that make it; each has two nodes
for its operands. Whatever is wanted of all solutions is a fold over the nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, TypeVar

from puzzle_solver.search.cost import Tokens, Weights
from puzzle_solver.search.loops import Value
from puzzle_solver.search.target import Search

T = TypeVar("T")


class Node:
    """The trees over ``state`` that make ``value``. ``leaf``: the rank of its one number, or None."""

    __slots__ = ("_alternatives", "forest", "leaf", "state", "value")

    def __init__(self, forest: Forest, state: int, value: Value) -> None:
        self.forest, self.state, self.value = forest, state, value
        self.leaf: int | None = None if state & (state - 1) else forest.ranks[state.bit_length() - 1]
        self._alternatives: list[Alternative] | None = None

    def alternatives(self) -> list[Alternative]:
        """Return every last operation, in no particular order."""
        if self._alternatives is None:
            self._alternatives = list(self.grow())
        return self._alternatives

    def grow(self) -> Iterator[Alternative]:
        """Yield the last operations as they are found."""
        node = self.forest.node
        for operator, left, v, right, w, mirrored in self.forest.search.ways(self.state, self.value):
            yield operator, node(left, v), node(right, w), mirrored


Alternative: TypeAlias = tuple[int, Node, Node, bool]
"""(operator, left, right, mirrored): mirrored stands for right operator left as well."""


class Forest:
    """The solutions of one target. ``roots``: one node for each state that can make it, fewest numbers first."""

    def __init__(self, search: Search, target: Value) -> None:
        self.search = search
        values = search.arrangement.values
        order = {value: rank for rank, value in enumerate(sorted(set(values)))}
        self.ranks = tuple(order[value] for value in values)
        self.numbers = tuple(order)
        self.tokens = Tokens(len(search.arithmetic.operators))
        self.weights = Weights(search.arithmetic, len(values))
        self._nodes: dict[tuple[int, Value], Node] = {}
        self.target = target

    def roots(self, size: int | None = None) -> Iterator[Node]:
        """Yield the roots (of ``size`` numbers) that have a solution, as they are found."""
        if self.target is None:
            return
        for state in self.search.roots(self.search.sizes if size is None else (size,)):
            if self.search.can(state, self.target):
                yield self.node(state, self.target)

    def node(self, state: int, value: Value) -> Node:
        """Return the one node of (state, value)."""
        key = state, value
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = Node(self, state, value)
        return found


Parts: TypeAlias = Iterator[tuple[int, T, T, bool]]


def fold(roots: Iterator[Node], merge: Callable[[Node, Parts[T]], T]) -> Iterator[T]:
    """Yield ``merge(root, parts)`` for every root.

    ``parts`` yields each alternative as (operator, left, right, mirrored) with the operands' merged
    values in place of their nodes, and is empty for a leaf. Every node is merged once. It is lazy: an
    alternative is only sought when ``merge`` asks for it, so a merge that stops early ends the search early.
    """
    done: dict[Node, T] = {}

    def of(node: Node) -> T:
        if node not in done:
            done[node] = merge(node, parts(node))
        return done[node]

    def parts(node: Node) -> Parts[T]:
        for operator, left, right, mirrored in node.grow():
            yield operator, of(left), of(right), mirrored

    return map(of, roots)
