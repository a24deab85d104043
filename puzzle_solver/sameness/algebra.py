"""The level ``algebra``: forms that are equal exactly when two expressions are the same formula.

A form is a signed id: ``-f`` is the negative of ``f``. Ids are interned, so equal formulas have the
same id within one :class:`Forms`. Sums are flattened into signed terms, products into factors with
exponents 1 and -1, leaves are compared by value.

A sum is stored with its positive value: of ``a - b`` and ``b - a`` one is the negative of the other, and
which sign a formula's value has does not depend on how it is written. At value 0 the lower of the two
orientations is stored. If both are the same, as in ``4 - 4``, some permutation of equal numbers turns
the form into its own negative: it is *symmetric* and has no sign.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from puzzle_solver.operators import Family, Operator, UnaryOperator
from puzzle_solver.rational import Pair

Form: TypeAlias = int
Joiner: TypeAlias = Callable[[Form, Form], Form]
Parts: TypeAlias = tuple[int, ...]

LEAF, SUM, PRODUCT, POWER, OTHER = range(5)
"""The kinds of form, in the order in which the parts of a form are sorted."""

ZERO: Pair = (0, 1)


class Forms:
    """A pool of interned forms with the combinators that build them.

    For each id: its ``kind``, its ``parts`` and its ``value`` as a pair. Parts are signed ids: the terms of a
    sum, the factors of a product (negative: exponent -1), base and exponent of a power, operands of others.
    ``opposites`` are those that stand for the negative of a power or of another opaque operator.
    """

    def __init__(self) -> None:
        self.kinds = [LEAF]
        self.parts: list[Parts] = [()]
        self.values = [ZERO]
        self.operators: list[Operator | UnaryOperator | None] = [None]
        self.opposites: set[int] = set()
        self._ids: dict[object, int] = {}
        self._symmetric: set[int] = set()

    def leaf(self, value: Pair) -> Form:
        """Return the form of a number."""
        return self.intern(LEAF, (), value, (LEAF, value))

    def joiner(self, operator: Operator, value: Pair) -> Joiner:
        """Return the combinator of two forms by ``operator`` where the result is ``value``."""
        family, sign = operator.algebra
        match family:
            case Family.SUM:
                return self._sums(sign, value)
            case Family.PRODUCT:
                return self._products(sign, value)
            case Family.POWER:
                return lambda base, exponent: self.power(base, exponent, value)
            case Family.OPAQUE:
                return lambda left, right: self.other(operator, (left, right), value)

    def unary(self, operator: UnaryOperator, operand: Form, value: Pair) -> Form:
        """Return the form of a unary operation."""
        if operator.algebra.family is Family.SUM:
            return self.negative(operand) if operator.algebra.sign < 0 else operand
        return self.other(operator, (operand,), value)

    def negative(self, form: Form) -> Form:
        """Return the form of the negative."""
        return form if abs(form) in self._symmetric else -form

    def terms(self, form: Form) -> Parts:
        """Return what a form brings to a sum."""
        if form > 0:
            return self.parts[form] if self.kinds[form] is SUM else (form,)
        if self.kinds[-form] is not SUM:
            return (self.negative(-form),)
        return self.opposite(self.parts[-form])

    def opposite(self, terms: Parts) -> Parts:
        """Return the negatives of terms."""
        if self._symmetric:
            return tuple(map(self.negative, terms))
        return tuple([-term for term in terms])

    def factors(self, form: Form, exponent: int) -> Parts:
        """Return what a form brings to a product, its sign apart."""
        form = abs(form)
        if self.kinds[form] is not PRODUCT:
            return (form,) if exponent > 0 else (-form,)
        parts = self.parts[form]
        return parts if exponent > 0 else tuple([-part for part in parts])

    def _sums(self, sign: int, value: Pair) -> Joiner:
        terms, total, negative = self.terms, self.sum, self.negative
        if sign > 0:
            return lambda left, right: total(terms(left) + terms(right), value)
        return lambda left, right: total(terms(left) + terms(negative(right)), value)

    def sum(self, terms: Parts, value: Pair) -> Form:
        """Return the form of a sum with these terms, none of them a sum."""
        if value[0] > 0:
            return self._sum(tuple(sorted(terms)), value)
        if value[0] < 0:
            return -self._sum(tuple(sorted(self.opposite(terms))), (-value[0], value[1]))
        first = tuple(sorted(terms))
        second = tuple(sorted(self.opposite(terms)))
        if first > second:
            return -self._sum(second, value)
        form = self._sum(first, value)
        if first == second:
            self.forget_sign(form)
        return form

    def _sum(self, terms: Parts, value: Pair) -> Form:
        key = SUM, terms
        return self._ids.get(key) or self.intern(SUM, terms, value, key)

    def forget_sign(self, form: Form) -> None:
        """Say that ``form``, of value 0, is its own negative."""
        self._symmetric.add(form)

    def _products(self, exponent: int, value: Pair) -> Joiner:
        factors, product, symmetric = self.factors, self.product, self._symmetric
        opposite = -value[0], value[1]

        def join(left: Form, right: Form) -> Form:
            positive = (left > 0) is (right > 0)
            form = product(tuple(sorted(factors(left, 1) + factors(right, exponent))), value if positive else opposite)
            return form if positive or form in symmetric else -form

        return join

    def product(self, factors: Parts, value: Pair) -> Form:
        """Return the form of a product of these factors, in order, none of them a product."""
        key = PRODUCT, factors
        return self._ids.get(key) or self.intern(PRODUCT, factors, value, key)

    def power(self, base: Form, exponent: Form, value: Pair) -> Form:
        # (a^b)^c = a^(b*c) where b and c are integers.
        if base > 0 and self.kinds[base] is POWER:
            inner_base, inner = self.parts[base]
            (n, d), (more, under) = self.value(inner), self.value(exponent)
            if d == under == 1:
                base, exponent = inner_base, self._products(1, (n * more, 1))(inner, exponent)
        return self.opaque(POWER, (base, exponent), value)

    def other(self, operator: Operator | UnaryOperator, operands: Parts, value: Pair) -> Form:
        if isinstance(operator, Operator) and operator.commutative:
            operands = tuple(sorted(operands))
        return self.opaque(OTHER, operands, value, operator)

    def opaque(self, kind: int, operands: Parts, value: Pair, operator: Operator | UnaryOperator | None = None) -> Form:
        """Return the form of a power or of an operator that no other rule covers."""
        return self.intern(kind, operands, value, (kind, operator, operands), operator)

    def opposed(
        self, kind: int, operands: Parts, value: Pair, operator: Operator | UnaryOperator | None = None
    ) -> Form:
        """Return the form of the negative, of this positive value, of a power or of another opaque operator."""
        form = self.intern(kind, operands, value, ("negative", kind, operator, operands), operator)
        self.opposites.add(form)
        return form

    def value(self, form: Form) -> Pair:
        """Return the exact value of a form."""
        n, d = self.values[abs(form)]
        return (n, d) if form > 0 else (-n, d)

    def intern(
        self, kind: int, parts: Parts, value: Pair, key: object, operator: Operator | UnaryOperator | None = None
    ) -> int:
        """Return the id of ``key``, a new one if it was not known: of that kind, with these parts and this value."""
        found = self._ids.get(key)
        if found is not None:
            return found
        form = self._ids[key] = len(self.kinds)
        self.kinds.append(kind)
        self.parts.append(parts)
        self.values.append(value)
        self.operators.append(operator)
        if kind is PRODUCT and not value[0] and any(abs(part) in self._symmetric for part in parts):
            self._symmetric.add(form)
        return form
