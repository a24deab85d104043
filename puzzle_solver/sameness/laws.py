"""The laws of arithmetic, one by one: which of them turn one expression into another?

The level ``algebra`` is what all of them together say. :class:`Partial` makes forms that know only some.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain, combinations
from typing import Final, NamedTuple, TypeAlias

from puzzle_solver.expression import Expression
from puzzle_solver.operators import Operator, UnaryOperator
from puzzle_solver.rational import Pair
from puzzle_solver.sameness.algebra import OTHER, POWER, PRODUCT, SUM, Form, Forms, Joiner, Parts
from puzzle_solver.sameness.levels import form_of

Opening: TypeAlias = tuple[int, int, bool]
"""The bracket of a sum or product that opens: its kind, the sign before it, whether there is an opposite sign in it."""


class Law(NamedTuple):
    """``words`` say what it does, ``letters`` show it, ``alone`` are the words where no other law is needed.

    ``opens``: the brackets that it lets open.
    """

    words: str
    letters: str
    opens: tuple[Opening, ...] = ()
    alone: str = ""


ORDER: Final = Law("the order of operands differs", "a + b = b + a", alone="only the order of operands differs")
SIGNS: Final = Law("signs change together", "(a - b) * (c - d) = (b - a) * (d - c)")
POWER_OF_POWER: Final = Law("for a power of a power the exponents multiply", "(a^b)^c = a^(b * c)")
EXCHANGE: Final = Law("equal numbers may change places", "a + (b - b) * c = a - (b - b) * c")

LAWS: Final = (
    ORDER,
    Law("a bracket after a plus opens", "a + (b - c) = a + b - c", ((SUM, 1, False), (SUM, 1, True))),
    Law("a bracket after a minus opens and its signs turn", "a - (b - c) = a - b + c",
        ((SUM, -1, False), (SUM, -1, True)), "the bracket opens, and the minus before it turns its signs"),
    Law("a bracket after a times opens", "a * (b / c) = a * b / c", ((PRODUCT, 1, False), (PRODUCT, 1, True))),
    Law("dividing by a product divides by each factor", "a / (b * c) = a / b / c", ((PRODUCT, -1, False),)),
    Law("dividing by a quotient multiplies by its divisor", "a / (b / c) = a / b * c", ((PRODUCT, -1, True),)),
    SIGNS,
    POWER_OF_POWER,
    EXCHANGE,
)  # fmt: skip


class Partial(Forms):
    """A pool of forms that know only some of the laws.

    ``chains``: ``a + b + c`` is one sum of three terms, and not of ``a + b`` and ``c``.
    """

    def __init__(self, laws: Collection[Law], *, chains: bool = True) -> None:
        super().__init__()
        self._laws = laws
        self._chains = chains
        self._opens = {opening for law in laws for opening in law.opens}

    def unary(self, operator: UnaryOperator, operand: Form, value: Pair) -> Form:
        """Return the form of a unary operation: a minus is no part of a sum until signs may change."""
        if SIGNS in self._laws:
            return super().unary(operator, operand, value)
        return self.other(operator, (operand,), value)

    def sum(self, terms: Parts, value: Pair) -> Form:
        """Return the form of a sum. Without the law of order its terms stand as written, those that turn last."""
        first = self._arranged(terms)
        if SIGNS not in self._laws:
            return self._sum(first, value)
        second = self._arranged(tuple(sorted(self.opposite(terms), key=lambda term: term < 0)))
        turned = value[0] < 0 or (not value[0] and second < first)
        form = self._sum(second if turned else first, (abs(value[0]), value[1]))
        if first == second and not value[0]:
            self.forget_sign(form)
        return -form if turned else form

    def forget_sign(self, form: Form) -> None:
        """Say that ``form``, of value 0, is its own negative, if equal numbers may change places."""
        if EXCHANGE in self._laws:
            super().forget_sign(form)

    def _arranged(self, parts: Parts) -> Parts:
        return tuple(sorted(parts)) if ORDER in self._laws else parts

    def _opened(self, kind: int, sign: int, bracket: Parts, closed: Form) -> Parts:
        return bracket if (kind, sign, min(bracket) < 0 < max(bracket)) in self._opens else (closed,)

    def _sums(self, sign: int, value: Pair) -> Joiner:
        def join(left: Form, right: Form) -> Form:
            right = right if sign > 0 else self.negative(right)
            start = self.terms(left) if self._chains else (left,)
            return self.sum(start + self._opened(SUM, sign, self.terms(right), right), value)

        return join

    def _products(self, exponent: int, value: Pair) -> Joiner:
        def join(left: Form, right: Form) -> Form:
            bracket = self._opened(PRODUCT, exponent, self.factors(right, exponent), exponent * abs(right))
            start = self.factors(left, 1) if self._chains else (abs(left),)
            factors = self._arranged(start + bracket)
            positive = (left > 0) is (right > 0)
            form = self.product(factors, value if positive else (-value[0], value[1]))
            return form if positive else self.negative(form)

        return join

    def power(self, base: Form, exponent: Form, value: Pair) -> Form:
        if POWER_OF_POWER in self._laws:
            return super().power(base, exponent, value)
        return self.opaque(POWER, (base, exponent), value)

    def other(self, operator: Operator | UnaryOperator, operands: Parts, value: Pair) -> Form:
        if ORDER in self._laws:
            return super().other(operator, operands, value)
        return self.opaque(OTHER, operands, value, operator)


def laws_between(first: Expression, second: Expression) -> tuple[Law, ...]:
    """Return the fewest laws that turn one expression into the other, all of them if they are not one formula.

    A law without which all the others fail is needed; to those that are, as few are added as suffice.
    """
    for laws in ((), (ORDER,)):
        if _agree(first, second, laws, chains=False):
            return laws
    needed = [law for law in LAWS if not _agree(first, second, [other for other in LAWS if other is not law])]
    rest = [law for law in LAWS if law not in needed]
    added = chain.from_iterable(combinations(rest, size) for size in range(len(rest) + 1))
    enough = next((laws for laws in added if _agree(first, second, (*needed, *laws))), rest)
    return tuple(law for law in LAWS if law in (*needed, *enough))


def _agree(first: Expression, second: Expression, laws: Collection[Law], *, chains: bool = True) -> bool:
    forms = Partial(laws, chains=chains)
    return form_of(first, forms) == form_of(second, forms)
