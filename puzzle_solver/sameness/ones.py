"""A number 1 may stand anywhere: ``1*a = a/1 = a^1 = a``.

So before a formula is reduced to its essence, the numbers 1 (and -1, signs being outside) that are factors or exponents
are taken out of it, wherever they stand, and what this uncovers is spliced: ``9-1*(3-2)`` is ``9-3+2``, and a 1. A 1
stays where without it nothing would be left above the bar: ``1/3``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from puzzle_solver.rational import Pair
from puzzle_solver.sameness.algebra import LEAF, OTHER, POWER, PRODUCT, SUM, Form, Forms, Parts

ONE: Final[Pair] = (1, 1)
_UNITS: Final = (ONE, (-1, 1))


class Bare(NamedTuple):
    """A form without the numbers 1 that were factors or exponents, and how many there were."""

    form: Form
    ones: int


class Ones:
    """Takes the numbers 1 out of the forms of a pool, once for each. ``taken``: how many from a form itself."""

    def __init__(self, forms: Forms) -> None:
        self.taken: dict[int, int] = {}
        self.one = forms.leaf(ONE)
        self._forms = forms
        self._done: dict[int, Bare] = {}

    def without(self, form: Form) -> Bare:
        """Return the form without its numbers 1."""
        done, parts = self._done, self._forms.parts
        pending = [] if abs(form) in done else [abs(form)]
        while pending:
            missing = [part for part in map(abs, parts[pending[-1]]) if part not in done]
            if missing:
                pending += missing
            else:
                each = pending.pop()
                done[each] = self._without(each)
        bare, ones = done[abs(form)]
        return Bare(bare if form > 0 else self._forms.negative(bare), ones)

    def _without(self, form: int) -> Bare:
        kind, parts = self._forms.kinds[form], self._forms.parts[form]
        below = [self._done[abs(part)] for part in parts]
        ones = sum(bare.ones for bare in below)
        if not ones and not any(self._is_one(part) for part in (parts if kind in (PRODUCT, POWER) else ())):
            return Bare(form, 0)
        steps = {SUM: self._sum, PRODUCT: self._product, POWER: self._power, OTHER: self._other}
        bare = steps[kind](form, [bare.form for bare in below])
        return Bare(bare, ones + self.taken.get(form, 0))

    def _is_one(self, form: Form) -> bool:
        return self._forms.kinds[abs(form)] is LEAF and self._forms.values[abs(form)] in _UNITS

    def _sum(self, form: int, below: list[Form]) -> Form:
        forms = self._forms
        terms: Parts = ()
        for operand in self._operands(form, below):
            terms += forms.terms(operand)
        return forms.sum(terms, forms.values[form])

    def _product(self, form: int, below: list[Form]) -> Form:
        forms = self._forms
        factors: Parts = ()
        for part, bare in zip(forms.parts[form], below, strict=True):
            factors += forms.factors(bare, part)
        ones = [factor for factor in factors if self._is_one(factor)]
        turns = sum(bare < 0 for bare in below) + sum(forms.values[abs(one)] != ONE for one in ones)
        left = [factor for factor in factors if not self._is_one(factor)]
        if all(factor < 0 for factor in left):
            left.append(self.one)
        self.taken[form] = len(factors) - len(left)
        over, under = forms.values[form]
        value = (-over if turns % 2 else over), under
        bare = left[0] if len(left) == 1 else forms.product(tuple(sorted(left)), value)
        return forms.negative(bare) if turns % 2 else bare

    def _power(self, form: int, below: list[Form]) -> Form:
        base, exponent = self._operands(form, below)
        if self._is_one(exponent) and self._forms.value(exponent) == ONE:
            self.taken[form] = 1
            return base
        return self._forms.power(base, exponent, self._forms.values[form])

    def _other(self, form: int, below: list[Form]) -> Form:
        operator = self._forms.operators[form]
        assert operator
        return self._forms.other(operator, self._operands(form, below), self._forms.values[form])

    def _operands(self, form: int, below: list[Form]) -> Parts:
        parts = zip(self._forms.parts[form], below, strict=True)
        return tuple(bare if part > 0 else self._forms.negative(bare) for part, bare in parts)
