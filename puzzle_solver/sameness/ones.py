"""A number 1 may stand anywhere: ``1*a = a/1 = a^1 = a``.

So before a formula is reduced to its essence, the numbers 1 (and -1, signs being outside) that are factors or exponents
are taken out of it, wherever they stand, and what this uncovers is spliced: ``9-1*(3-2)`` is ``9-3+2``, and a 1. A 1
stays where without it nothing would be left above the bar: ``1/3``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from puzzle_solver.rational import Pair
from puzzle_solver.sameness.forms import OTHER, POWER, PRODUCT, SUM, Form, Forms, Parts

ONE: Final[Pair] = (1, 1)


class Bare(NamedTuple):
    """A form without the numbers 1 that were factors or exponents, and how many there were."""

    form: Form
    ones: int


class Ones:
    """Takes the numbers 1 out of the forms of a pool, once for each. ``taken``: how many from a form itself."""

    def __init__(self, forms: Forms) -> None:
        self.taken: dict[int, int] = {}
        self.one = forms.leaf(ONE)
        self._units = {self.one, forms.leaf((-1, 1))}
        self._forms = forms
        self._clean: set[int] = set()
        self._bare: dict[int, Bare] = {}

    def without(self, form: Form) -> Bare:
        """Return the form without its numbers 1."""
        self._learn(abs(form))
        if abs(form) in self._clean:
            return Bare(form, 0)
        bare, ones = self._bare[abs(form)]
        return Bare(bare if form > 0 else self._forms.negative(bare), ones)

    def _bare_of(self, form: int) -> Bare:
        return self._bare[form] if form in self._bare else Bare(form, 0)

    def _learn(self, form: int) -> None:
        clean, known, parts = self._clean, self._bare, self._forms.parts
        pending = [] if form in clean or form in known else [form]
        while pending:
            each = pending[-1]
            below = [part for part in map(abs, parts[each]) if part not in clean]
            missing = below and [part for part in below if part not in known]
            if missing:
                pending += missing
                continue
            pending.pop()
            if below or self._has_ones(each):
                known[each] = self._without(each)
            else:
                clean.add(each)

    def _has_ones(self, form: int) -> bool:
        kind = self._forms.kinds[form]
        return (kind is PRODUCT or kind is POWER) and not self._units.isdisjoint(map(abs, self._forms.parts[form]))

    def _without(self, form: int) -> Bare:
        kind = self._forms.kinds[form]
        below = [self._bare_of(abs(part)) for part in self._forms.parts[form]]
        steps = {SUM: self._sum, PRODUCT: self._product, POWER: self._power, OTHER: self._other}
        bare = steps[kind](form, [bare.form for bare in below])
        return Bare(bare, sum(bare.ones for bare in below) + self.taken.get(form, 0))

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
        ones = [abs(factor) for factor in factors if abs(factor) in self._units]
        turns = sum(bare < 0 for bare in below) + sum(one != self.one for one in ones)
        left = [factor for factor in factors if abs(factor) not in self._units]
        if all(factor < 0 for factor in left):
            left.append(self.one)
        self.taken[form] = len(factors) - len(left)
        over, under = forms.values[form]
        value = (-over if turns % 2 else over), under
        bare = left[0] if len(left) == 1 else forms.product(tuple(sorted(left)), value)
        return forms.negative(bare) if turns % 2 else bare

    def _power(self, form: int, below: list[Form]) -> Form:
        base, exponent = self._operands(form, below)
        if abs(exponent) in self._units and self._forms.value(exponent) == ONE:
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
