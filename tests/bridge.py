"""From the oracle's world to the package's and back, so that the two can be compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import naive
from puzzle_solver.expression import Binary, Expression, Number, fold
from puzzle_solver.operators import Operator, find_operators
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rules import Order, Rules, Use, find_domain, find_rules


def rules(operators: str = "+-*/", order: str = "free", use: str = "all", domain: str = "rational") -> Rules:
    return Rules("own", find_operators(operators), Order(order), Use(use), find_domain(domain))


def puzzle(hand: Iterable[int | Fraction], target: int | Fraction, **words: str) -> Puzzle:
    return Puzzle(hand, target, rules(**words))


def to_expression(tree: naive.Tree) -> Expression:
    if isinstance(tree, Fraction):
        return Number(tree)
    symbol, left, right = tree
    return Binary(find_operators(symbol)[0], to_expression(left), to_expression(right))


def to_tree(expression: Expression) -> naive.Tree:
    def binary(operator: Operator, left: naive.Tree, right: naive.Tree) -> naive.Tree:
        return operator.symbol, left, right

    return fold(expression, lambda number: number.value, binary)


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
        )
        if word in row
    }
    return Puzzle(row["hand"], row.get("target"), replace(base, **changed))
