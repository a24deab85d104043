"""Expressions for the laws, from hypothesis and from data rows, and what two of them are compared by."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from puzzle_solver.expression import Binary, Expression, Number, Unary, fold, numbers
from puzzle_solver.operators import (
    BASIC,
    BINARY,
    OPERATORS,
    UNARY,
    Algebra,
    AnyOperator,
    Family,
    Fixity,
    Operator,
    UnaryOperator,
)
from puzzle_solver.rational import read_rational

DATA = Path(__file__).parent.parent / "data"


def json_rows(name: str) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines() if line.strip()]
    assert rows, name
    return rows


def average(left: Fraction, right: Fraction) -> Fraction:
    return (left + right) / 2


def remainder(left: Fraction, right: Fraction) -> Fraction:
    return left % right if right else left


AVERAGE = Operator("average", "avg", average)
REMAINDER = Operator("remainder", "rem", remainder, unicode="mod", latex=r"\bmod")
LARGER = Operator("larger", "or", max, 1, commutative=True, latex=r"\max\left({{{left}}}, {{{right}}}\right)")
LAST = Operator("last", "@", average, 2, right_grouping=True)
TIGHT = Operator("tight", "<&>", average, 3)
TIMES = Operator("times", "x", lambda left, right: left * right, 5, algebra=Algebra(Family.PRODUCT))

CLOSEST = Operator("closest", "§", average, unicode="≈", fixity=Fixity.CALL)
TWICE = UnaryOperator("twice", "~", lambda value: 2 * value, fixity=Fixity.BEFORE)
THRICE = UnaryOperator("thrice", "tri", lambda value: 3 * value, 4, unicode="∴", fixity=Fixity.BEFORE)
SUCCESSOR = UnaryOperator("successor", "'", lambda value: value + 1, fixity=Fixity.AFTER, latex=r"\uparrow")
PREDECESSOR = UnaryOperator("predecessor", "less", lambda value: value - 1, 7, fixity=Fixity.AFTER)
CUBE = UnaryOperator("cube", "³", lambda value: value**3, unicode="∛", latex="{operand}^{{3}}")
HALF = UnaryOperator("half", "half", lambda value: value / 2, 1)

TWO_PLACE = (AVERAGE, REMAINDER, LARGER, LAST, TIGHT, CLOSEST)
ONE_PLACE = (TWICE, THRICE, SUCCESSOR, PREDECESSOR, CUBE, HALF)
CUSTOM = (*TWO_PLACE, *ONE_PLACE)
KNOWN = (*OPERATORS, *CUSTOM)

EXACT = (*UNARY, THRICE, PREDECESSOR, HALF)
"""Those that never have a pair of brackets too many: they bind tighter than what they stand next to, or less."""

BINARIES = (*BINARY, *TWO_PLACE)
UNARIES = (*UNARY, *ONE_PLACE)

plain = st.sampled_from(["0", "1", "2", "3", "7", "10", "24", "0.1", ".5", "2.50", ".(3)", "1.1(63)"])
whole = st.integers(0, 30).map(str)
negative = st.sampled_from(["-3", "-8", "-0.5", "-0"])
fraction = st.sampled_from(["1/3", "-1/2", "8/3"])


def leaf(text: str) -> Number:
    start, _, period = text.rstrip(")").partition("(")
    if not period:
        return Number(read_rational(text), text)
    tail = Fraction(int(period), (10 ** len(period) - 1) * 10 ** len(start.partition(".")[2]))
    return Number(read_rational(start + "0") + tail, text)


def trees(
    texts: st.SearchStrategy[str],
    operators: Iterable[Operator] = BASIC,
    unary: Iterable[UnaryOperator] = (),
    *,
    leaves: int = 9,
) -> st.SearchStrategy[Expression]:
    def extend(parts: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
        binary = st.builds(Binary, st.sampled_from(tuple(operators)), parts, parts)
        return st.one_of(binary, st.builds(Unary, st.sampled_from(tuple(unary)), parts)) if unary else binary

    return st.recursive(texts.map(leaf), extend, max_leaves=leaves)


def from_rpn(rpn: str, operators: Iterable[AnyOperator] = KNOWN) -> Expression:
    known = {row.symbol if isinstance(row, Operator) else row.name: row for row in operators}
    parts: list[Expression] = []
    for token in rpn.split():
        match known.get(token):
            case Operator() as operator:
                right = parts.pop()
                parts.append(Binary(operator, parts.pop(), right))
            case UnaryOperator() as sign:
                parts.append(Unary(sign, parts.pop()))
            case None:
                parts.append(leaf(token))
    [expression] = parts
    return expression


def values(expression: Expression) -> list[Fraction]:
    return [number.value for number in numbers(expression)]


PRIME = 2**61 - 1


def formula(expression: Expression) -> int:
    """Return the value at a point of a prime field where every number has a coordinate of its own.

    Two expressions over the same numbers have the same only if they are the same formula, up to a chance of
    about 1 in 10**17. Operators whose family is not a sum or product are taken for any function, signs too.
    """
    places = iter(range(10**6))

    def any_function(name: str, *parts: int) -> int:
        return int.from_bytes(hashlib.sha256(repr((name, *parts)).encode()).digest()) % PRIME

    def binary(operator: Operator, left: int, right: int) -> int:
        family, sign = operator.algebra
        if family is Family.SUM:
            return (left + sign * right) % PRIME
        if family is Family.PRODUCT:
            return left * pow(right, sign, PRIME) % PRIME if right else 0
        return any_function(operator.name, left, right)

    def unary(operator: UnaryOperator, operand: int) -> int:
        return any_function(operator.name, operand)

    return fold(expression, lambda number: any_function("number", next(places), hash(number.value)), binary, unary)
