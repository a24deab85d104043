"""The packed forest: every solution of a target at once, each part shared.

A node is a goal. Its alternatives are the last operations that reach it; each has a node for either operand.
Whatever is wanted of all solutions is a fold over the nodes: how many there are, or each distinct class with its
cheapest tree.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from typing import Any, TypeAlias, TypeVar

from puzzle_solver.search.cost import Combinators, Entry, Form, Join, Tokens, Tree, Weights, join_trees
from puzzle_solver.search.inner_loops import Value
from puzzle_solver.search.top_down import Goal, Search

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


Listed: TypeAlias = dict[Form, Entry]

Learn: TypeAlias = Callable[[Iterable[Form]], None]

_PARTNERS = 500
"""What it takes to learn one class, in pairs of a table's loop."""


def count_trees(forest: Forest) -> int:
    """Return the number of ordered binary trees that solve, equal numbers being one."""

    def merge(node: Node, parts: Parts[int]) -> int:
        trees = sum(left * (1 if right is None else right) * (1 + mirrored) for _, left, right, mirrored in parts)
        return trees + (node.leaf is not None)

    return sum(fold(forest.roots(), merge))


def list_all(forest: Forest, combinators: Combinators, learn: Learn, found: list[Listed]) -> None:
    """Append to ``found``, for every root, its classes with the cheapest tree of each; tell ``learn`` of them.

    If a limit stops the search midway, ``found`` holds what there was so far. So that this is soon something, the ways
    of a root come first that make two parts of about one size: these have the fewest numbers.
    """
    portions = forest.search.budget.portions
    roots = dict.fromkeys(forest.roots())

    def merge(node: Node, parts: Parts[Listed]) -> Listed:
        best: Listed = {} if node.leaf is None else {combinators.leaf(node.leaf): forest.leaf(node.leaf)}
        if node not in roots:
            _fill(best, node, parts, combinators)
            return best
        found.append(best)
        learnt = 0
        for part in parts:
            _fill(best, node, (part,), combinators)
            for portion in portions(tuple(islice(best, learnt, None)), _PARTNERS):
                learn(portion)
            learnt = len(best)
        return best

    for _ in fold(iter(roots), merge, lambda node: node.grow(balanced=node in roots)):
        pass


def _fill(best: Listed, node: Node, parts: Iterable[Part[Listed]], combinators: Combinators) -> None:
    """Merge the classes that a node has by some alternatives into ``best``."""
    forest = node.forest
    value, portions = forest.search.arithmetic.pair(node.value), forest.search.budget.portions
    for operator, left, right, mirrored in parts:
        root = *forest.weights.of(operator, node.value), forest.tokens.operator(operator)
        if right is None:
            for portion in portions(left.items(), 1):
                _raise(best, combinators.unary(operator, value), root, portion)
            continue
        join = combinators.joiner(operator, value)
        # Where a + b and b + a are one form, one order is joined and the lower tree of the two kept.
        either = mirrored and not combinators.ordered
        orders = ((left, right), (right, left)) if mirrored and not either else ((left, right),)
        for first, second in orders:
            for portion in portions(first.items(), len(second)):
                _combine(best, join, root, portion, second, either)


def _combine(
    best: Listed, join: Join, root: Entry, left: Collection[tuple[Form, Entry]], right: Listed, either: bool
) -> None:
    """Merge the classes that ``root`` makes of two operands into ``best``."""
    own_counts, own_size, last = root
    for one, (some_counts, some_size, first) in left:
        some_counts += own_counts
        some_size += own_size
        for other, (more_counts, more_size, second) in right.items():
            form = join(one, other)
            counts, size = some_counts + more_counts, some_size + more_size
            known = best.get(form)
            if known is None or (counts, size) < known[:2]:
                best[form] = counts, size, join_trees(first, second, last, either)
            elif counts == known[0] and size == known[1]:
                best[form] = min(known, (counts, size, join_trees(first, second, last, either)))


def _raise(best: Listed, form_of: Callable[[Any], Form], root: Entry, operand: Collection[tuple[Form, Entry]]) -> None:
    """Merge the classes that the unary ``root`` makes of its operand into ``best``."""
    own_counts, own_size, last = root
    for below, (counts, size, tree) in operand:
        form = form_of(below)
        entry = counts + own_counts, size + own_size, tree + last
        best[form] = min(best.get(form, entry), entry)


def witness(node: Node) -> Tree:
    """Return some tree of a node, the first that the search meets."""
    tokens = node.forest.tokens
    if node.leaf is not None:
        return tokens.number(node.leaf)
    operator, left, right, _ = next(node.grow())
    return witness(left) + ("" if right is None else witness(right)) + tokens.operator(operator)
