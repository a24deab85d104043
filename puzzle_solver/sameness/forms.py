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
from fractions import Fraction
from typing import TypeAlias

from puzzle_solver.operators import Family, Operator, UnaryOperator

Form: TypeAlias = int
Joiner: TypeAlias = Callable[[Form, Form], Form]
Parts: TypeAlias = tuple[int, ...]

LEAF, SUM, PRODUCT, POWER, OTHER = range(5)
"""The kinds of form, in the order in which the parts of a form are sorted."""


class Forms:
    """A pool of interned forms with the combinators that build them.

    For each id: ``kinds``, ``parts`` and ``values`` (of the unsigned form). Parts are signed ids: the terms of a
    sum, the factors of a product (negative: exponent -1), base and exponent of a power, operands of others.
    """

    def __init__(self) -> None:
        self.kinds = [LEAF]
        self.parts: list[Parts] = [()]
        self.values = [Fraction(0)]
        self.operators: list[Operator | UnaryOperator | None] = [None]
        self._ids: dict[object, int] = {}
        self._symmetric: set[int] = set()
        # The parts that a form, and its negative or inverse, brings to a sum and to a product.
        self._plus: list[Parts] = [()]
        self._minus: list[Parts] = [()]
        self._up: list[Parts] = [()]
        self._down: list[Parts] = [()]

    def leaf(self, value: Fraction) -> Form:
        """Return the form of a number."""
        return self._intern(LEAF, (), value, (LEAF, value))

    def joiner(self, operator: Operator, value: Fraction) -> Joiner:
        """Return the combinator of two forms by ``operator`` where the result is ``value``."""
        family, sign = operator.algebra
        match family:
            case Family.SUM:
                return self._sums(sign, value)
            case Family.PRODUCT:
                return self._products(sign, value)
            case Family.POWER:
                return lambda base, exponent: self._power(base, exponent, value)
            case Family.OPAQUE:
                return lambda left, right: self._opaque(operator, (left, right), value)

    def unary(self, operator: UnaryOperator, operand: Form, value: Fraction) -> Form:
        """Return the form of a unary operation."""
        if operator.algebra.family is Family.SUM:
            return self.negative(operand) if operator.algebra.sign < 0 else operand
        return self._opaque(operator, (operand,), value)

    def negative(self, form: Form) -> Form:
        """Return the form of the negative."""
        return form if abs(form) in self._symmetric else -form

    def _sums(self, sign: int, value: Fraction) -> Joiner:
        plus, minus = self._plus, self._minus
        rights = (plus, minus) if sign > 0 else (minus, plus)

        def join(left: Form, right: Form) -> Form:
            terms = plus[left] if left > 0 else minus[-left]
            terms += rights[0][right] if right > 0 else rights[1][-right]
            return finish(terms)

        def positive(terms: Parts) -> Form:
            return self._sum(tuple(sorted(terms)), value)

        def negative(terms: Parts) -> Form:
            return -self._sum(tuple(sorted([-term for term in terms])), -value)

        finish = positive if value > 0 else negative if value < 0 else self._zero_sum
        return join

    def _sum(self, terms: Parts, value: Fraction) -> Form:
        return self._ids.get((SUM, terms)) or self._intern(SUM, terms, value, (SUM, terms))

    def _zero_sum(self, terms: Parts) -> Form:
        first = tuple(sorted(terms))
        second = tuple(sorted(map(self.negative, terms)))
        if first > second:
            return -self._sum(second, Fraction(0))
        form = self._sum(first, Fraction(0))
        if first == second:
            self._symmetric.add(form)
        return form

    def _products(self, exponent: int, value: Fraction) -> Joiner:
        up = self._up
        rights = up if exponent > 0 else self._down
        ids, symmetric = self._ids, self._symmetric

        def join(left: Form, right: Form) -> Form:
            sign = 1 if (left > 0) is (right > 0) else -1
            factors = tuple(sorted(up[abs(left)] + rights[abs(right)]))
            key = PRODUCT, factors
            form = ids.get(key) or self._intern(PRODUCT, factors, value * sign, key)
            return form if form in symmetric else sign * form

        return join

    def _power(self, base: Form, exponent: Form, value: Fraction) -> Form:
        # (a^b)^c = a^(b*c) where b and c are integers.
        if base > 0 and self.kinds[base] is POWER:
            inner_base, inner = self.parts[base]
            one, other = self.value(inner), self.value(exponent)
            if one.denominator == other.denominator == 1:
                base, exponent = inner_base, self._products(1, one * other)(inner, exponent)
        return self._intern(POWER, (base, exponent), value, (POWER, base, exponent))

    def _opaque(self, operator: Operator | UnaryOperator, operands: Parts, value: Fraction) -> Form:
        if isinstance(operator, Operator) and operator.commutative:
            operands = tuple(sorted(operands))
        return self._intern(OTHER, operands, value, (operator, operands), operator)

    def value(self, form: Form) -> Fraction:
        """Return the exact value of a form."""
        return self.values[form] if form > 0 else -self.values[-form]

    def _intern(
        self, kind: int, parts: Parts, value: Fraction, key: object, operator: Operator | UnaryOperator | None = None
    ) -> int:
        found = self._ids.get(key)
        if found is not None:
            return found
        form = self._ids[key] = len(self.kinds)
        self.kinds.append(kind)
        self.parts.append(parts)
        self.values.append(value)
        self.operators.append(operator)
        self._contribute(form, kind, parts, value)
        return form

    def _contribute(self, form: int, kind: int, parts: Parts, value: Fraction) -> None:
        symmetric = not value and kind is PRODUCT and any(abs(part) in self._symmetric for part in parts)
        if symmetric:
            self._symmetric.add(form)
        opposite = (form,) if symmetric else (-form,)
        self._plus.append(parts if kind is SUM else (form,))
        self._minus.append(tuple(map(self.negative, parts)) if kind is SUM else opposite)
        self._up.append(parts if kind is PRODUCT else (form,))
        self._down.append(tuple(-part for part in parts) if kind is PRODUCT else (-form,))
