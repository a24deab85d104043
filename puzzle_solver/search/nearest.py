"""The values nearest to a target that cannot be made.

Where a table of the whole hand is affordable it is read. Otherwise, over the rationals with + - * /,
every operator is monotone in its unknown operand (division on either side of 0), so "the least value >= t"
of a state follows from the same question about its parts, and sorted tables answer it by bisection.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import NamedTuple, TypeAlias

from puzzle_solver.operators import ADD, BASIC, DIVIDE, MULTIPLY, SUBTRACT, Operator
from puzzle_solver.rational import Pair, from_pair, to_pair
from puzzle_solver.rules import RATIONAL
from puzzle_solver.search.top_down import Search

_TABLE_NUMBERS = 5
"""Up to this many numbers a table of the whole hand is cheap: 27,142 values at most, in some 20 ms."""


_PARTNERS = 20
"""What one look at a value costs, in pairs of a table's loop."""


class Nearest:
    """The reachable values nearest to ``target``. ``values`` holds the best so far while ``run`` is at work."""

    def __init__(self, search: Search, target: Fraction) -> None:
        self.search, self.target = search, target
        self.values: list[Fraction] = []

    def run(self) -> None:
        """Look at every root; raises SearchStopped when a limit bites, with ``values`` the best until then."""
        rules = self.search.rules
        monotone = rules.domain == RATIONAL and rules.brackets and set(rules.operators) <= set(BASIC)
        bounds = Bounds(self.search) if monotone else None
        for state in self.search.roots(self.search.sizes):
            if bounds is None or state.bit_count() <= _TABLE_NUMBERS:
                self._look_through(state)
            else:
                sides = (bounds.ask(state, self.target, least) for least in (True, False))
                self._offer(value for value in sides if value is not None)

    def _look_through(self, state: int) -> None:
        for portion in self.search.budget.portions(self.search.table(state), _PARTNERS):
            self._offer(map(self.search.arithmetic.decode, filter(self.search.may_be_target, portion)))

    def _offer(self, values: Iterator[Fraction]) -> None:
        distances: dict[Fraction, set[Fraction]] = {}
        for value in (*values, *self.values):
            distances.setdefault(abs(value - self.target), set()).add(value)
        self.values = sorted(distances[min(distances)]) if distances else []


class Sorted:
    """A table in order.

    ``keys[i]`` is ``floor(scale * value)``. With ``scale`` above the product of any two denominators different
    values have different keys in the same order, so only the key of a bound itself needs an exact look.
    """

    def __init__(self, pairs: Iterable[Pair], scale: int) -> None:
        keyed = sorted((over * scale // under, over, under) for over, under in pairs)
        self.scale = scale
        self.keys = [key for key, _, _ in keyed]
        self.pairs = [(over, under) for _, over, under in keyed]

    def beside(self, bound: Pair, least: bool) -> Pair | None:
        """Return the least value >= ``bound``, or the greatest <= it."""
        over, under = bound
        key = over * self.scale // under
        place = bisect_left(self.keys, key)
        if place < len(self.keys) and self.keys[place] == key:
            n, d = self.pairs[place]
            below = n * under < over * d
            exact = n * under == over * d
            place += below or (not least and exact)
        place -= not least
        return self.pairs[place] if 0 <= place < len(self.pairs) else None


def _plus(v: Pair, w: Pair) -> Pair:
    return v[0] * w[1] + w[0] * v[1], v[1] * w[1]


def _minus(v: Pair, w: Pair) -> Pair:
    return v[0] * w[1] - w[0] * v[1], v[1] * w[1]


def _times(v: Pair, w: Pair) -> Pair:
    return v[0] * w[0], v[1] * w[1]


def _over(v: Pair, w: Pair) -> Pair:
    n, d = v[0] * w[1], v[1] * w[0]
    return (n, d) if d > 0 else (-n, -d)


Ask: TypeAlias = tuple[Pair, bool]
"""(bound, least): the least operand >= bound, or the greatest <= bound."""


class Monotone(NamedTuple):
    """With the operand v fixed on one side, which operands w can give the least result >= t (or greatest <= t)?

    ``asks(v, t, least, ends)`` names them, ``ends`` asking for the least and the greatest operand of all;
    ``result(v, w)`` applies the operator, without reducing.
    """

    operator: Operator
    is_left: bool
    asks: Callable[[Pair, Pair, bool, tuple[Ask, Ask]], tuple[Ask, ...]]
    result: Callable[[Pair, Pair], Pair]

    @property
    def spare(self) -> bool:
        """Does the row for the other side say it all where both sides are free?"""
        return self.operator.commutative and not self.is_left


def _factor(v: Pair, t: Pair, least: bool, ends: tuple[Ask, Ask]) -> tuple[Ask, ...]:
    return ((_over(t, v), least is (v[0] > 0)),) if v[0] else ends


def _dividend(v: Pair, t: Pair, least: bool, ends: tuple[Ask, Ask]) -> tuple[Ask, ...]:
    # v / w falls or rises on each side of w = 0: the best w is next to v / t or an end.
    return (*ends, (_over(v, t), True), (_over(v, t), False)) if v[0] and t[0] else ends


MONOTONE = (
    Monotone(ADD, True, lambda v, t, least, ends: ((_minus(t, v), least),), _plus),
    Monotone(ADD, False, lambda v, t, least, ends: ((_minus(t, v), least),), _plus),
    Monotone(SUBTRACT, True, lambda v, t, least, ends: ((_minus(v, t), not least),), _minus),
    Monotone(SUBTRACT, False, lambda v, t, least, ends: ((_plus(t, v), least),), lambda v, w: _minus(w, v)),
    Monotone(MULTIPLY, True, _factor, _times),
    Monotone(MULTIPLY, False, _factor, _times),
    Monotone(DIVIDE, True, _dividend, _over),
    Monotone(
        DIVIDE, False, lambda v, t, least, ends: ((_times(t, v), least is (v[0] > 0)),) if v[0] else (),
        lambda v, w: _over(w, v),
    ),
)  # fmt: skip


def _height(value: Fraction) -> int:
    """Return a power of 10 above numerator and denominator: the product of these bounds joined numbers too."""
    digits = len(str(max(abs(value.numerator), value.denominator)))
    return int(10**digits)


class Bounds:
    """Answers, for any state, what is the least value >= t and the greatest <= t."""

    def __init__(self, search: Search) -> None:
        self.search = search
        heights = [_height(value) for value in search.arrangement.values]
        # |numerator| and denominator of any result are at most 2**(n-1) times the product of those of the numbers.
        height = 2 ** len(heights)
        for factor in heights:
            height *= factor
        self._scale = height * height
        self._ends: tuple[Ask, Ask] = ((-height, 1), True), ((height, 1), False)
        self._rows = [row for row in MONOTONE if row.operator in search.rules.operators]
        self._sorted: dict[int, Sorted] = {}
        self._asked: dict[tuple[int, Pair, bool], Pair | None] = {}

    def ask(self, state: int, bound: Fraction, least: bool) -> Fraction | None:
        """Return the least value of ``state`` that is >= ``bound``, or the greatest <= it; None if there is none."""
        found = self._ask(state, to_pair(bound), least)
        return None if found is None else from_pair(found)

    def _ask(self, state: int, bound: Pair, least: bool) -> Pair | None:
        if state.bit_count() <= self.search.table_size:
            return self._in_order(state).beside(bound, least)
        key = state, bound, least
        if key not in self._asked:
            self._asked[key] = self._best(state, bound, least)
        return self._asked[key]

    def _in_order(self, state: int) -> Sorted:
        found = self._sorted.get(state)
        if found is None:
            found = self._sorted[state] = Sorted(self.search.table(state), self._scale)
        return found

    def _best(self, state: int, bound: Pair, least: bool) -> Pair | None:
        (p, q), best = bound, None
        for over, under in self._candidates(state, bound, least):
            if not under or not (over * q >= p * under if least else over * q <= p * under):
                continue
            if best is None or (over * best[1] < best[0] * under) is least:
                best = over, under
        return None if best is None else to_pair(from_pair(best))

    def _candidates(self, state: int, bound: Pair, least: bool) -> Iterator[Pair]:
        yield from map(self.search.arithmetic.pair, self.search.atoms(state))
        for left, right, swaps, _ in self.search.arrangement.splits(state):
            left_walks = left.bit_count() <= right.bit_count()
            walked, other = (left, right) if left_walks else (right, left)
            rows = [row for row in self._rows if (swaps or row.is_left is left_walks) and not (swaps and row.spare)]
            yield from self._results(rows, walked, other, bound, least)

    def _results(self, rows: list[Monotone], walked: int, other: int, bound: Pair, least: bool) -> Iterator[Pair]:
        find = self._finder(other)
        for portion in self.search.budget.portions(self.search.table(walked), _PARTNERS):
            for v, row in product(portion, rows):
                for operand_bound, operand_least in row.asks(v, bound, least, self._ends):
                    w = find(operand_bound, operand_least)
                    if w is not None:
                        yield row.result(v, w)

    def _finder(self, state: int) -> Callable[[Pair, bool], Pair | None]:
        if state.bit_count() <= self.search.table_size:
            return self._in_order(state).beside
        return partial(self._reduced, state)

    def _reduced(self, state: int, bound: Pair, least: bool) -> Pair | None:
        return self._ask(state, to_pair(from_pair(bound)), least)
