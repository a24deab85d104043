"""Inner loops on exact values: forward from two tables, backward from a result.

Forward, a loop puts every result of two operands into a set. Backward, it answers a
:class:`Question`: which operands of one table go with which of another to give one result? The
two directions need the same few combinations, so each loop shares its arithmetic among them.

A value is a *pair* (numerator, denominator) in lowest terms, or a plain int where hand and domain
allow it. In CPython pairs beat Fraction some six times; of plain ints a comprehension makes a
result in some 40 ns.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container
from math import gcd
from typing import Any, NamedTuple, Protocol, TypeAlias

from puzzle_solver.operators import ADD, MULTIPLY, Candidates, Operator

Value: TypeAlias = Any
"""A pair or an int. Only a loop that knows which looks inside; everything else hashes and compares."""

Hit: TypeAlias = tuple[int, Value, Value, bool, bool]
"""(operator, v, w, is_left, mirrored): v is on the left or not; mirrored: the other way round holds too."""

Open: TypeAlias = tuple[int, Value, bool]
"""(operator, operand, is_left): every value of the other operand must be tried with this one."""


class Question(NamedTuple):
    """Which ``w`` in ``other`` go with a ``v`` in ``walked`` to give ``result``?

    ``left``: v may stand on the left; ``right``: on the right.
    """

    result: Value
    walked: Collection[Value]
    other: Container[Value]
    left: bool
    right: bool


class Loop(Protocol):
    """The arithmetic of one operator, or of two of the same precedence that share it."""

    precedence: int

    def forward(self, lefts: Collection[Value], rights: Collection[Value], swaps: bool, out: set[Value]) -> None:
        """Put every result of a left with a right (``swaps``: and of a right with a left) into ``out``."""
        ...

    def backward(self, question: Question, hits: list[Hit], opens: list[Open]) -> None:
        """Append to ``hits`` what answers ``question`` and to ``opens`` what must be tried."""
        ...


class PairSums:
    """Sums and differences of pairs. ``plus`` and ``minus`` are places in the rules, or None."""

    precedence = ADD.precedence

    def __init__(self, plus: int | None, minus: int | None) -> None:
        self.plus, self.minus = plus, minus

    def forward(self, lefts: Collection[Value], rights: Collection[Value], swaps: bool, out: set[Value]) -> None:
        plus, minus, add = self.plus is not None, self.minus is not None, out.add
        for a, b in lefts:
            for c, d in rights:
                # a/b + c/d = (ad + cb) / bd and a/b - c/d = (ad - cb) / bd: both directions need x, y and bd only.
                x, y, under = a * d, c * b, b * d
                if plus:
                    over = x + y
                    common = gcd(over, under)
                    add((over // common, under // common))
                if minus:
                    # Denominators are positive, so bd is, and gcd(0, bd) = bd makes 0 the pair (0, 1): no sign to move.
                    over = x - y
                    common = gcd(over, under)
                    over //= common
                    add((over, under // common))
                    if swaps:
                        add((-over, under // common))

    def backward(self, question: Question, hits: list[Hit], opens: list[Open]) -> None:
        (p, q), walked, other, left, right = question
        plus, minus = self.plus, self.minus
        for value in walked:
            c, d = value
            x, y, under = p * d, c * q, q * d
            # One difference serves two operators: with e = p/q - c/d, c/d + e = p/q and c/d - (-e) = p/q.
            over = x - y
            common = gcd(over, under)
            over //= common
            below = under // common
            if plus is not None and (over, below) in other:
                operand = (over, below)
                hits.append((plus, value, operand, left, left and right))
            if minus is None:
                continue
            if left and (-over, below) in other:
                hits.append((minus, value, (-over, below), True, False))
            if right:
                # w - c/d = p/q has the one solution w = p/q + c/d.
                over = x + y
                common = gcd(over, under)
                operand = (over // common, under // common)
                if operand in other:
                    hits.append((minus, value, operand, False, False))


def _with_zero(question: Question, times: int | None, over: int | None, zero: Value) -> list[Open]:
    """Return what 0 = 0 * w = w * 0 = 0 / w leaves open."""
    # w / 0 is undefined, so the quotient is open on the left only. Whether w is 0 in 0 / w, the operator itself says.
    wanted = ((times, True, question.left), (times, False, question.right), (over, True, question.left))
    return [(place, zero, is_left) for place, is_left, asked in wanted if asked and place is not None]


class PairProducts:
    """Products and quotients of pairs. ``times`` and ``over`` are places in the rules, or None."""

    precedence = MULTIPLY.precedence

    def __init__(self, times: int | None, over: int | None) -> None:
        self.times, self.over = times, over

    def forward(self, lefts: Collection[Value], rights: Collection[Value], swaps: bool, out: set[Value]) -> None:
        times, over, add = self.times is not None, self.over is not None, out.add
        for a, b in lefts:
            for c, d in rights:
                if times:
                    n, m = a * c, b * d
                    common = gcd(n, m)
                    add((n // common, m // common))
                if not over:
                    continue
                # (a/b) / (c/d) = ad / bc, whose denominator has the sign of c: it moves to the numerator. m = 0 is a
                # division by 0. gcd(0, 0) = 0 where both operands are 0, and nothing comes of that.
                n, m = a * d, b * c
                common = gcd(n, m) or 1
                n, m = n // common, m // common
                if m:
                    add((n, m) if m > 0 else (-n, -m))
                if swaps and n:
                    add((m, n) if n > 0 else (-m, -n))

    def backward(self, question: Question, hits: list[Hit], opens: list[Open]) -> None:
        (p, q), walked, other, left, right = question
        times, over = self.times, self.over
        for value in walked:
            c, d = value
            if not c:
                # 0 * w and 0 / w are 0 whatever w is, so a result of 0 leaves w open and no other result has a way.
                if not p:
                    opens += _with_zero(question, times, over, value)
                continue
            # (c/d) * w = p/q has the one solution w = pd / qc, with the sign of c in the numerator.
            n, m = p * d, q * c
            common = gcd(n, m)
            n, m = (n // common, m // common) if m > 0 else (-n // common, -m // common)
            if times is not None and (n, m) in other:
                hits.append((times, value, (n, m), left, left and right))
            if over is None:
                continue
            # (c/d) / w = p/q has the solution 1/w of the above; for p = 0 it has none, since c is not 0.
            if left and n and ((m, n) if n > 0 else (-m, -n)) in other:
                hits.append((over, value, (m, n) if n > 0 else (-m, -n), True, False))
            if right:
                # w / (c/d) = p/q has the one solution w = pc / qd; qd is positive.
                n, m = p * c, q * d
                common = gcd(n, m)
                operand = (n // common, m // common)
                if operand in other:
                    hits.append((over, value, operand, False, False))


class IntegerSums:
    """Sums and differences of ints."""

    precedence = ADD.precedence

    def __init__(self, plus: int | None, minus: int | None) -> None:
        self.plus, self.minus = plus, minus

    def forward(self, lefts: Collection[Value], rights: Collection[Value], swaps: bool, out: set[Value]) -> None:
        # A comprehension makes a result in some 40 ns, for it calls nothing.
        for a in lefts:
            if self.plus is not None:
                out.update([a + b for b in rights])
            if self.minus is not None:
                out.update([a - b for b in rights])
                if swaps:
                    out.update([b - a for b in rights])

    def backward(self, question: Question, hits: list[Hit], opens: list[Open]) -> None:
        result, walked, other, left, right = question
        plus, minus = self.plus, self.minus
        for value in walked:
            operand = result - value
            if plus is not None and operand in other:
                hits.append((plus, value, operand, left, left and right))
            if minus is None:
                continue
            if left and -operand in other:
                hits.append((minus, value, -operand, True, False))
            if right and result + value in other:
                hits.append((minus, value, result + value, False, False))


class IntegerProducts:
    """Products and whole quotients of ints: a quotient that is not whole lies outside the domain."""

    precedence = MULTIPLY.precedence

    def __init__(self, times: int | None, over: int | None) -> None:
        self.times, self.over = times, over

    def forward(self, lefts: Collection[Value], rights: Collection[Value], swaps: bool, out: set[Value]) -> None:
        for a in lefts:
            if self.times is not None:
                out.update([a * b for b in rights])
            if self.over is not None:
                out.update([a // b for b in rights if b and not a % b])
                if swaps and a:
                    out.update([b // a for b in rights if not b % a])

    def backward(self, question: Question, hits: list[Hit], opens: list[Open]) -> None:
        result, walked, other, left, right = question
        times, over = self.times, self.over
        for value in walked:
            if not value:
                if not result:
                    opens += _with_zero(question, times, over, value)
                continue
            # For value != 0, value * w = result has a whole solution exactly if value divides result.
            if times is not None and not result % value and result // value in other:
                operand = result // value
                hits.append((times, value, operand, left, left and right))
            if over is None:
                continue
            # value / w = result != 0 has a whole solution exactly if result divides value.
            if left and result and not value % result and value // result in other:
                hits.append((over, value, value // result, True, False))
            if right and result * value in other:
                hits.append((over, value, result * value, False, False))


class System(Protocol):
    """What :class:`General` asks of a value system."""

    def candidates(self, place: int, inverse: Callable[..., Candidates] | None, *values: Value) -> list[Value] | None:
        """Return what an inverse offers, None if it could be anything."""
        ...

    def apply(self, place: int, *operands: Value) -> Value:
        """Return the result, None if there is none."""
        ...


class General:
    """Any operator, by its own definition and inverses."""

    def __init__(self, system: System, operator: Operator, place: int) -> None:
        self.system, self.operator, self.place = system, operator, place
        self.precedence = operator.precedence

    def forward(self, lefts: Collection[Value], rights: Collection[Value], swaps: bool, out: set[Value]) -> None:
        apply, place = self.system.apply, self.place
        out.update([apply(place, a, b) for a in lefts for b in rights])
        if swaps and not self.operator.commutative:
            out.update([apply(place, b, a) for a in lefts for b in rights])
        out.discard(None)

    def backward(self, question: Question, hits: list[Hit], opens: list[Open]) -> None:
        for is_left, wanted in ((True, question.left), (False, question.right)):
            for value in question.walked if wanted else ():
                self._partners(question, value, is_left, hits, opens)

    def _partners(self, question: Question, value: Value, is_left: bool, hits: list[Hit], opens: list[Open]) -> None:
        inverse = self.operator.inverse_right if is_left else self.operator.inverse_left
        candidates = self.system.candidates(self.place, inverse, question.result, value)
        if candidates is None:
            opens.append((self.place, value, is_left))
            return
        # An inverse may offer too many operands, never too few, so each is put to the proof by the definition.
        for operand in candidates:
            left, right = (value, operand) if is_left else (operand, value)
            if operand in question.other and self.system.apply(self.place, left, right) == question.result:
                hits.append((self.place, value, operand, is_left, False))
