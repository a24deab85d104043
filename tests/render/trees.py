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
from puzzle_solver.operators import BASIC, NEGATE, OPERATORS, Algebra, Family, Operator, UnaryOperator
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
REMAINDER = Operator("remainder", "%", remainder, unicode="mod", latex=r"\bmod")
LARGER = Operator("larger", "max", max, 1, commutative=True, latex=r"\max\left({{{left}}}, {{{right}}}\right)")
LAST = Operator("last", "@", average, 2, right_grouping=True)
TIGHT = Operator("tight", "<&>", average, 3)
TIMES = Operator("times", "x", lambda left, right: left * right, 5, algebra=Algebra(Family.PRODUCT))

CUSTOM = (AVERAGE, REMAINDER, LARGER, LAST, TIGHT)
KNOWN = (*OPERATORS, *CUSTOM)

plain = st.sampled_from(["0", "1", "2", "3", "7", "10", "24", "0.1", ".5", "2.50"])
whole = st.integers(0, 30).map(str)
negative = st.sampled_from(["-3", "-8", "-0.5", "-0"])
fraction = st.sampled_from(["1/3", "-1/2", "8/3"])


def leaf(text: str) -> Number:
    return Number(read_rational(text), text)


def trees(
    texts: st.SearchStrategy[str], operators: Iterable[Operator] = BASIC, *, negate: bool = False, leaves: int = 9
) -> st.SearchStrategy[Expression]:
    def extend(parts: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
        binary = st.builds(Binary, st.sampled_from(tuple(operators)), parts, parts)
        return st.one_of(binary, st.builds(Unary, st.just(NEGATE), parts)) if negate else binary

    return st.recursive(texts.map(leaf), extend, max_leaves=leaves)


def from_rpn(rpn: str, operators: Iterable[Operator] = KNOWN) -> Expression:
    known = {operator.symbol: operator for operator in operators}
    parts: list[Expression] = []
    for token in rpn.split():
        if token in known:
            right = parts.pop()
            parts.append(Binary(known[token], parts.pop(), right))
        elif token == NEGATE.name:
            parts.append(Unary(NEGATE, parts.pop()))
        else:
            parts.append(leaf(token))
    [expression] = parts
    return expression


def values(expression: Expression) -> list[Fraction]:
    return [number.value for number in numbers(expression)]


PRIME = 2**61 - 1


def formula(expression: Expression) -> int:
    """Return the value at a point of a prime field where every number has a coordinate of its own.

    Two expressions over the same numbers have the same only if they are the same formula, up to a chance of
    about 1 in 10**17. Operators whose family is not a sum or product are taken for any function.
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
        return -operand % PRIME

    return fold(expression, lambda number: any_function("number", next(places)), binary, unary)
