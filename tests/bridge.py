"""From the oracle's world to the package's and back, so that the two can be compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import naive
from puzzle_solver.expression import Binary, Expression, Number, Unary, fold
from puzzle_solver.operators import (
    NEGATE,
    OPERATORS,
    AnyOperator,
    Fixity,
    Limits,
    Operator,
    UnaryOperator,
    find_operators,
)
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rules import Order, Rules, Use, find_domain, find_rules

MEAN = Operator("mean", "mean", naive.BINARY["mean"], commutative=True, meaning="the mean")
DOT = Operator("dot", "dot", naive.BINARY["dot"], meaning="one less than the product")
HALF = UnaryOperator("half", "half", naive.UNARY["half"], meaning="the half")
NEXT = UnaryOperator(
    "next", "next", naive.UNARY["next"], inverse=lambda result: (result - 1,), meaning="one more", fixity=Fixity.AFTER
)  # fmt: skip
OWN = (MEAN, DOT, HALF, NEXT)
"""Operators as somebody might add them: with and without an inverse, and not in the table."""

SYMBOLS: dict[AnyOperator, str] = {operator: operator.symbol for operator in (*OPERATORS, *OWN)} | {NEGATE: "negate"}
CALLS = {symbol for operator, symbol in SYMBOLS.items() if operator.fixity is Fixity.CALL}
"""Those that are written with brackets."""
NAMED: dict[str, AnyOperator] = {symbol: operator for operator, symbol in SYMBOLS.items()}


def rules(*some: Any, **others: Any) -> Rules:
    """Return the rules that the oracle has as ``naive.Rules(*some, **others)``."""
    words = naive.Rules(*some, **others)
    return Rules(
        "own", tuple(NAMED[symbol] for symbol in words.operators), Order(words.order), Use(words.use),
        find_domain(words.domain), words.join, words.decimals, words.recurring, words.brackets, words.depth,
        Limits(*words.limits),
    )  # fmt: skip


def puzzle(hand: Iterable[int | Fraction], target: int | Fraction, **words: Any) -> Puzzle:
    return Puzzle(hand, target, rules(**words))


def to_expression(tree: naive.Tree) -> Expression:
    if isinstance(tree, Fraction):
        return Number(tree)
    operator = NAMED[tree[0]]
    if isinstance(operator, UnaryOperator):
        return Unary(operator, to_expression(tree[1]))
    return Binary(operator, *map(to_expression, tree[1:]))


def to_tree(expression: Expression) -> naive.Tree:
    def binary(operator: Operator, left: naive.Tree, right: naive.Tree) -> naive.Tree:
        return SYMBOLS[operator], left, right

    def unary(operator: UnaryOperator, operand: naive.Tree) -> naive.Tree:
        return SYMBOLS[operator], operand

    return fold(expression, leaf, binary, unary)


def leaf(number: Number) -> Fraction:
    return naive.Pointed(number.value) if "." in number.spelling else number.value


def puzzle_of_row(row: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a row of a data file: ``hand`` and ``target``, and whatever changes the rules."""
    base = find_rules(row.get("rules", "24"))
    changed: dict[str, Any] = {
        key: reader(row[word])
        for key, word, reader in (
            ("operators", "ops", find_operators),
            ("order", "order", Order),
            ("use", "use", Use),
            ("domain", "domain", find_domain),
            ("join", "join", bool),
        )
        if word in row
    }
    return Puzzle(row["hand"], row.get("target"), replace(base, **changed))
