"""The packed forest: every solution of a target at once, each part shared.

A node is a goal. Its alternatives are the last operations that reach it; each has a node for either operand.
Whatever is wanted of all solutions is a fold over the nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

from puzzle_solver.search.cost import Entry, Tokens, Weights
from puzzle_solver.search.loops import Value
from puzzle_solver.search.target import Goal, Search

T = TypeVar("T")


class Node:
    """The trees that reach a goal. ``leaf``: the rank of the number that it is before any operator, or None."""

    __slots__ = ("_alternatives", "forest", "goal", "leaf", "value")

    def __init__(self, forest: Forest, goal: Goal) -> None:
        state, value, _ = goal
        self.forest, self.goal, self.value = forest, goal, value
        self.leaf = forest.search.rank(state, value)
        self._alternatives: list[Alternative] | None = None

    def alternatives(self) -> list[Alternative]:
        """Return every last operation, in no particular order."""
        if self._alternatives is None:
            self._alternatives = list(self.grow())
        return self._alternatives

    def grow(self, *, balanced: bool = False) -> Iterator[Alternative]:
        """Yield the last operations as they are found; ``balanced``: first those on two parts of about one size."""
        node = self.forest.node
        for operator, left, right, mirrored in self.forest.search.ways(self.goal, balanced=balanced):
            yield operator, node(left), None if right is None else node(right), mirrored


Alternative: TypeAlias = tuple[int, Node, Node | None, bool]
"""(operator, left, right, mirrored): mirrored stands for right operator left as well; a unary one has no right."""


class Forest:
    """The solutions of one target. ``roots``: one node for each state that can make it, fewest numbers first."""

    def __init__(self, search: Search, target: Value) -> None:
        self.search = search
        self.tokens = Tokens(len(search.arithmetic.operators))
        count = len(search.arrangement.values)
        # Over n numbers there are at most n - 1 binary operators and 2 n - 1 places for unary ones.
        self.weights = Weights(search.arithmetic, 2 * count + (2 * count - 1) * search.depth)
        self._nodes: dict[Goal, Node] = {}
        self.target = target

    def roots(self, sizes: Iterable[int] | None = None) -> Iterator[Node]:
        """Yield the roots (of these sizes) that have a solution, as they are found."""
        if not self.search.may_be_target(self.target):
            return
        for state in self.search.roots(self.search.sizes if sizes is None else sizes):
            goal = self.search.goal(state, self.target)
            if self.search.can(goal):
                yield self.node(goal)

    def leaf(self, rank: int) -> Entry:
        """Return the entry of a number."""
        return *self.weights.number(self.search.numbers[rank]), self.tokens.number(rank)

    def node(self, goal: Goal) -> Node:
        """Return the one node of a goal."""
        found = self._nodes.get(goal)
        if found is None:
            found = self._nodes[goal] = Node(self, goal)
        return found


Part: TypeAlias = tuple[int, T, T | None, bool]
Parts: TypeAlias = Iterator[Part[T]]


def fold(
    roots: Iterator[Node],
    merge: Callable[[Node, Parts[T]], T],
    grow: Callable[[Node], Iterator[Alternative]] = Node.grow,
) -> Iterator[T]:
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
        for operator, left, right, mirrored in grow(node):
            yield operator, of(left), None if right is None else of(right), mirrored

    return map(of, roots)
