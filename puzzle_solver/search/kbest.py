"""The distinct solutions of a forest one by one, from the simplest."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from heapq import merge as merge_sorted
from operator import itemgetter
from typing import TypeAlias

from puzzle_solver.search.cost import Combinators, Entry, Form, join_trees
from puzzle_solver.search.forest import Alternative, Forest, Node

Ranked: TypeAlias = tuple[Entry, Form]

_NOTHING: Ranked = ((0, 0, ""), None)
"""Stands for the right operand of a unary operator."""


class Ranking:
    """The classes of a forest from the simplest, found as they are asked for.

    K-best extraction over the packed forest (Huang & Chiang, Better k-best parsing, 2005): each node keeps its
    classes found so far and a heap of candidates, one for each alternative at first; a class that was
    found before is passed over, for its first tree was its cheapest.
    """

    def __init__(self, forest: Forest, combinators: Combinators) -> None:
        self.forest, self.combinators = forest, combinators
        self._streams: dict[Node, _Stream] = {}

    def stream(self, node: Node) -> _Stream:
        """Return the node's stream."""
        found = self._streams.get(node)
        if found is None:
            found = self._streams[node] = _Stream(self, node)
        return found

    def classes(self, *sizes: int) -> Iterator[Ranked]:
        """Yield every class over so many numbers with its cheapest tree, cheapest first."""
        return merge_sorted(*map(self.stream, self.forest.roots(sizes)), key=itemgetter(0))


class _Stream:
    """The classes of one node, cheapest first."""

    def __init__(self, ranking: Ranking, node: Node) -> None:
        self._ranking, self._node = ranking, node
        self._found: list[Ranked] = []
        self._seen: set[Form] = set()
        self._tried: set[tuple[int, int, int]] = set()
        self._alternatives: list[Alternative] | None = None
        self._heap: list[tuple[Entry, int, int, int]] = []
        self._last: tuple[int, int, int] | None = None

    def __iter__(self) -> Iterator[Ranked]:
        place = 0
        while (ranked := self.get(place)) is not None:
            yield ranked
            place += 1

    def get(self, place: int) -> Ranked | None:
        """Return the class at ``place``, or None if there are not so many."""
        if self._alternatives is None:
            self._start()
        while len(self._found) <= place:
            if not self._advance():
                return None
        return self._found[place]

    def _start(self) -> None:
        combinators, leaf = self._ranking.combinators, self._node.leaf
        if leaf is not None:
            self._found.append((self._ranking.forest.leaf(leaf), combinators.leaf(leaf)))
        self._alternatives = []
        for operator, left, right, mirrored in self._node.alternatives():
            self._alternatives.append((operator, left, right, mirrored and not combinators.ordered))
            if mirrored and combinators.ordered:
                assert right is not None
                self._alternatives.append((operator, right, left, False))
        for number in range(len(self._alternatives)):
            self._push(number, 0, 0)

    def _entry(self, number: int, i: int, j: int) -> Entry | None:
        """Return the entry of an alternative with its left part's class ``i`` and its right part's ``j``."""
        assert self._alternatives is not None
        operator, left, right, either = self._alternatives[number]
        one, other = self._operands(left, right, i, j)
        if one is None or other is None:
            return None
        (counts, size, first), (more_counts, more_size, second) = one[0], other[0]
        forest = self._ranking.forest
        own_counts, own_size = forest.weights.of(operator, self._node.value)
        tree = join_trees(first, second, forest.tokens.operator(operator), either)
        return counts + more_counts + own_counts, size + more_size + own_size, tree

    def _operands(self, left: Node, right: Node | None, i: int, j: int) -> tuple[Ranked | None, Ranked | None]:
        if right is None:
            return self._ranking.stream(left).get(i), _NOTHING if j == 0 else None
        return self._ranking.stream(left).get(i), self._ranking.stream(right).get(j)

    def _advance(self) -> bool:
        """Take the cheapest candidate; False if there is none left."""
        self._ranking.forest.search.budget.check()
        # The frontier: after (i, j) of an alternative only (i + 1, j) or (i, j + 1) can be its next cheapest, since
        # costs are additive and the parts come cheapest first.
        if self._last is not None:
            number, i, j = self._last
            self._push(number, i + 1, j)
            self._push(number, i, j + 1)
            self._last = None
        if not self._heap:
            return False
        entry, number, i, j = heappop(self._heap)
        self._last = number, i, j
        form = self._form(number, i, j)
        if form not in self._seen:
            self._seen.add(form)
            self._found.append((entry, form))
        return True

    def _push(self, number: int, i: int, j: int) -> None:
        if (number, i, j) in self._tried:
            return
        self._tried.add((number, i, j))
        entry = self._entry(number, i, j)
        if entry is not None:
            heappush(self._heap, (entry, number, i, j))

    def _form(self, number: int, i: int, j: int) -> Form:
        assert self._alternatives is not None
        operator, left, right, _ = self._alternatives[number]
        one, other = self._operands(left, right, i, j)
        assert one is not None
        assert other is not None
        value = self._ranking.forest.search.arithmetic.pair(self._node.value)
        if right is None:
            return self._ranking.combinators.unary(operator, value)(one[1])
        return self._ranking.combinators.joiner(operator, value)(one[1], other[1])
