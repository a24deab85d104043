"""Two expressions read into one pool, part by part: where they meet, and where they differ."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from puzzle_solver.expression import Binary, Expression, Number, Unary, fold
from puzzle_solver.operators import AnyOperator, Operator, UnaryOperator
from puzzle_solver.sameness.algebra import Form, Forms
from puzzle_solver.sameness.levels import LEVELS, Formed, Former, Sameness
from puzzle_solver.sameness.padding import Noted


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """An expression within another. Two parts of a pool have the same ``tree`` exactly if they are the same tree."""

    expression: Expression
    tree: int
    form: Form
    value: Fraction
    operator: AnyOperator | None = None
    operands: tuple[Part, ...] = ()


class Pool:
    """Reads expressions, and compares them and their parts."""

    def __init__(self) -> None:
        self.forms = Forms()
        self.essences = Noted(self.forms)
        self._former = Former(self.forms)
        self._trees: dict[Hashable, int] = {}

    def read(self, expression: Expression) -> Part:
        """Return the expression as a part.

        Raises:
            InvalidPuzzle: it has no value.
        """
        return fold(expression, self._number, self._binary, self._unary)

    def _number(self, number: Number) -> Part:
        return self._part(number, number.value, self._former.number(number))

    def _binary(self, operator: Operator, left: Part, right: Part) -> Part:
        expression = Binary(operator, left.expression, right.expression)
        formed = self._former.binary(operator, _formed(left), _formed(right))
        return self._part(expression, (operator, left.tree, right.tree), formed, operator, (left, right))

    def _unary(self, operator: UnaryOperator, operand: Part) -> Part:
        formed = self._former.unary(operator, _formed(operand))
        return self._part(Unary(operator, operand.expression), (operator, operand.tree), formed, operator, (operand,))

    def _part(
        self, expression: Expression, key: Hashable, formed: Formed,
        operator: AnyOperator | None = None, operands: tuple[Part, ...] = (),
    ) -> Part:  # fmt: skip
        tree = self._trees.setdefault(key, len(self._trees))
        return Part(expression, tree, formed.form, formed.value, operator, operands)

    def one(self, first: Part, second: Part, level: Sameness) -> bool:
        """Are two parts one at ``level``?"""
        key = LEVELS[level].key
        return key(first.tree, first.form, self.essences) == key(second.tree, second.form, self.essences)

    def apart(self, first: Part, second: Part, level: Sameness) -> Iterator[tuple[Part, Part]]:
        """Yield the smallest parts in which two parts, one at ``level``, differ, from left to right.

        Where both have the same operator, and their operands are one in pairs, they differ in their operands only.
        """
        pending = [(first, second)]
        while pending:
            one, other = pending.pop()
            operands = list(zip(one.operands, other.operands, strict=False))
            if one.operator == other.operator and all(self.one(*pair, level) for pair in operands):
                pending += (pair for pair in reversed(operands) if pair[0].tree != pair[1].tree)
            else:
                yield one, other


def _formed(part: Part) -> Formed:
    return Formed(part.form, part.value)
