"""Groups that can be left out of what remains of a formula: some terms of a sum worth 0, or factors worth 1.

Where not all numbers must be used, ``100*2*3/6`` contains ``100``. A group is no padding, for another choice of groups
may leave something else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations
from math import prod
from typing import Final

from puzzle_solver.sameness.algebra import PRODUCT, SUM, Form, Parts
from puzzle_solver.sameness.essence import Essences, Reduced

LEAST_PARTS: Final = 4
"""Pairs having been set aside, a group has three parts; another part stays."""

MOST_PARTS: Final = 16
"""Sums and products of more parts are left as they are: the choices double with each. More than the kernel takes."""


class Groups:
    """Leaves groups out of forms that are reduced, once for each form."""

    def __init__(self, essences: Essences) -> None:
        self._essences = essences
        self._forms = essences.forms
        self._smaller: dict[int, list[Form]] = {}

    def left_out(self, remainder: Form) -> list[Reduced]:
        """Return what can remain, and the padding that it uncovers, when groups are left out of ``remainder``."""
        found: dict[Reduced, None] = {}
        pending = [Reduced(remainder, ())]
        while pending:
            whole, uncovered = pending.pop()
            for each in self._without_one(whole):
                core, padding = self._essences.reduce_bare(each)
                one = Reduced(core if self._forms.value(core)[0] else abs(core), tuple(sorted(uncovered + padding)))
                if one not in found:
                    found[one] = None
                    pending.append(one)
        return list(found)

    def _without_one(self, form: Form) -> list[Form]:
        """Return the forms that leaving one group out gives, in any part."""
        bare, forms = abs(form), self._forms
        pending = [] if bare in self._smaller else [bare]
        while pending:
            missing = [part for part in map(abs, forms.parts[pending[-1]]) if part not in self._smaller]
            if missing:
                pending += missing
            else:
                each = pending.pop()
                self._smaller[each] = [*self._here(each), *self._below(each)]
        return self._smaller[bare] if form > 0 else list(map(forms.negative, self._smaller[bare]))

    def _here(self, form: int) -> Iterator[Form]:
        kind, value, parts = self._forms.kinds[form], self._forms.values[form], self._forms.parts[form]
        if not LEAST_PARTS <= len(parts) <= MOST_PARTS or not (kind is SUM or (kind is PRODUCT and value[0])):
            return
        for group in self._worth_nothing(kind, parts):
            left = tuple(part for place, part in enumerate(parts) if place not in group)
            yield self._made(form, left)

    def _worth_nothing(self, kind: int, parts: Parts) -> Iterator[set[int]]:
        """Yield the places of parts that cancel, not of all: those added are worth as much as those taken away."""
        sides: list[dict[Fraction, list[tuple[int, ...]]]] = []
        for sign in (1, -1):
            places = [place for place, part in enumerate(parts) if part * sign > 0]
            worth: dict[Fraction, list[tuple[int, ...]]] = defaultdict(list)
            for some in chain.from_iterable(combinations(places, size) for size in range(1, len(places) + 1)):
                values = (Fraction(*self._forms.values[abs(parts[place])]) for place in some)
                worth[sum(values, Fraction(0)) if kind is SUM else prod(values, start=Fraction(1))].append(some)
            sides.append(worth)
        for value, added in sides[0].items():
            for some in added:
                for others in sides[1].get(value, ()):
                    if len(some) + len(others) < len(parts):
                        yield {*some, *others}

    def _below(self, form: int) -> Iterator[Form]:
        parts = self._forms.parts[form]
        for place, part in enumerate(parts):
            for smaller in self._smaller[abs(part)]:
                turned = smaller if part > 0 else self._forms.negative(smaller)
                yield self._made(form, (*parts[:place], turned, *parts[place + 1 :]))

    def _made(self, form: int, parts: Parts) -> Form:
        """Return ``form`` with these parts in place of its own."""
        forms = self._forms
        kind, value, operator = forms.kinds[form], forms.values[form], forms.operators[form]
        if kind is SUM:
            terms = tuple(chain.from_iterable(map(forms.terms, parts)))
            return terms[0] if len(terms) == 1 else forms.sum(terms, value)
        if kind is PRODUCT:
            factors = sorted(chain.from_iterable(forms.factors(part, part) for part in parts))
            return factors[0] if len(factors) == 1 and factors[0] > 0 else forms.product(tuple(factors), value)
        if getattr(operator, "commutative", False):
            parts = tuple(sorted(parts))
        return (forms.opposed if form in forms.opposites else forms.opaque)(kind, parts, value, operator)
