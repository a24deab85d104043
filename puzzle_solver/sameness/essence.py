"""The level ``essence``: what is left of a formula when padding that changes nothing is set aside.

Numbers 1 that are factors or exponents are taken out first (see ``ones``). Then one walk from the leaves to the root;
at each node

1. in a sum, a term of value 0 is padding, and so are two terms of equal value and opposite sign;
2. in a product, a factor of value 1 is padding, and so are two factors of equal value and opposite exponent;
3. if nothing is left: a product keeps its lowest factor of value 1, else it is the empty product; a sum is the
   empty sum;
4. a product of value 0 is the multiset of all its numbers but those that are 1, which are padding;
5. in a power, an exponent of value 1 is padding; a base of value 1 stays and its exponent is padding;
6. a node left with one part is that part, and a sum in a sum or a product in a product is spliced in;
7. padding is set aside in one multiset for the whole expression.

Values are kept non-negative and signs outside, those of leaves too. "Lowest" refers to the order of parts, which is
only worked out where there is a choice.

What remains is a form of the same pool. Most formulas have no padding and are their own essence.
"""

from __future__ import annotations

from typing import NamedTuple

from puzzle_solver.operators import Operator
from puzzle_solver.rational import Pair
from puzzle_solver.sameness.algebra import LEAF, OTHER, POWER, PRODUCT, SUM, ZERO, Form, Forms, Parts
from puzzle_solver.sameness.ones import ONE, Ones
from puzzle_solver.sameness.order import Order


class Reduced(NamedTuple):
    """What remains of a form, and the padding set aside: unsigned ids."""

    form: Form
    padding: Parts


class Essences:
    """Reduces the forms of a pool, each once."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.ones = Ones(forms)
        self._done: dict[int, Reduced] = {}
        self._order = Order(forms)
        self._empty_sum = forms.intern(SUM, (), ZERO, (SUM, ()))
        forms.forget_sign(self._empty_sum)

    def key(self, form: Form) -> Reduced:
        """Return what remains and the padding of a form: equal for two forms exactly if they are one idea.

        The sign is ignored where the value is 0.
        """
        remainder, padding = self.reduce(form)
        return Reduced(remainder if self.forms.value(form)[0] else abs(remainder), padding)

    def reduce(self, form: Form) -> Reduced:
        """Return the essence of a form."""
        bare, ones = self.ones.without(form)
        remainder, padding = self.reduce_bare(bare)
        return Reduced(remainder, tuple(sorted((*padding, *[self.ones.one] * ones))) if ones else padding)

    def reduce_bare(self, form: Form) -> Reduced:
        """Return the essence of a form with no number 1 to take out."""
        pending = [] if abs(form) in self._done else [abs(form)]
        while pending:
            missing = [part for part in map(abs, self.forms.parts[pending[-1]]) if part not in self._done]
            if missing:
                pending += missing
            else:
                done = pending.pop()
                self._done[done] = self._reduce(done)
        remainder, padding = self._done[abs(form)]
        return Reduced(remainder if form > 0 else self.forms.negative(remainder), padding)

    def _reduce(self, form: int) -> Reduced:
        kind, value = self.forms.kinds[form], self.forms.values[form]
        if kind is LEAF:
            return Reduced(form if value[0] >= 0 else -self.forms.leaf((-value[0], value[1])), ())
        if kind is PRODUCT and not value[0]:
            return self._zero_product(form)
        below = [self._done[abs(part)] for part in self.forms.parts[form]]
        padding = [spare for reduced in below for spare in reduced.padding]
        steps = {SUM: self._sum, PRODUCT: self._product, POWER: self._power, OTHER: self._opaque}
        remainder = steps[kind](form, [reduced.form for reduced in below], padding)
        return Reduced(remainder, tuple(sorted(padding)))

    def _sum(self, form: int, below: list[Form], padding: list[int]) -> Form:
        forms = self.forms
        terms: Parts = ()
        for part, reduced in zip(forms.parts[form], below, strict=True):
            terms += forms.terms(reduced if part > 0 else forms.negative(reduced))
        values = forms.values
        left = [term for term in terms if values[abs(term)][0]]
        if len(left) < len(terms):
            self._set_aside(padding, *(term for term in terms if not values[abs(term)][0]))
        left = self._without_pairs(left, padding)
        if len(left) < 2:
            return left[0] if left else self._empty_sum
        return forms.sum(tuple(left), values[form])

    def _product(self, form: int, below: list[Form], padding: list[int]) -> Form:
        forms = self.forms
        factors: Parts = ()
        positive = True
        for part, reduced in zip(forms.parts[form], below, strict=True):
            factors += forms.factors(reduced, part)
            positive ^= reduced < 0
        ones = [abs(factor) for factor in factors if forms.values[abs(factor)] == ONE]
        left = self._without_pairs([factor for factor in factors if forms.values[abs(factor)] != ONE], padding)
        if not left and ones:
            left = [min(ones, key=self._order.rank)]
            ones.remove(left[0])
        self._set_aside(padding, *ones)
        over, under = forms.values[form]
        single = len(left) == 1 and left[0] > 0
        remainder = left[0] if single else forms.product(tuple(sorted(left)), (abs(over), under))
        return remainder if positive else -remainder

    def _power(self, form: int, below: list[Form], padding: list[int]) -> Form:
        base, exponent = self._operands(form, below)
        if ONE in (self.forms.value(base), self.forms.value(exponent)):
            self._set_aside(padding, exponent)
            return base
        return self._opaque(form, below, padding)

    def _opaque(self, form: int, below: list[Form], padding: list[int]) -> Form:
        forms, operands = self.forms, self._operands(form, below)
        kind, (over, under), operator = forms.kinds[form], forms.values[form], forms.operators[form]
        if isinstance(operator, Operator) and operator.commutative:
            operands = tuple(sorted(operands))
        if form in forms.opposites:
            return forms.opposed(kind, operands, (over, under), operator)
        if over >= 0:
            return forms.opaque(kind, operands, (over, under), operator)
        return -forms.opposed(kind, operands, (-over, under), operator)

    def _operands(self, form: int, below: list[Form]) -> Parts:
        parts = zip(self.forms.parts[form], below, strict=True)
        return tuple(reduced if part > 0 else self.forms.negative(reduced) for part, reduced in parts)

    def _zero_product(self, form: int) -> Reduced:
        numbers: list[int] = []
        pending = [form]
        while pending:
            parts = self.forms.parts[abs(pending[-1])]
            numbers += () if parts else [abs(self._done[abs(pending[-1])].form)]
            pending[-1:] = parts
        ones = tuple(number for number in numbers if number == self.ones.one)
        left = tuple(sorted(number for number in numbers if number != self.ones.one))
        return Reduced(self._zero(left), ones)

    def _zero(self, numbers: Parts) -> Form:
        if not numbers:
            return self._empty_sum
        if len(numbers) == 1 and not self.forms.values[numbers[0]][0]:
            return numbers[0]
        zero = self.forms.intern(PRODUCT, numbers, ZERO, ("zero product", numbers))
        self.forms.forget_sign(zero)
        return zero

    def _set_aside(self, padding: list[int], *parts: Form) -> None:
        for part in map(abs, parts):
            if self.forms.kinds[part] is PRODUCT and not self.forms.values[part][0]:
                padding += self.forms.parts[part]
            elif not self._numberless(part):
                padding.append(part)

    def _numberless(self, form: Form) -> bool:
        """Is nothing left in it but empty parts, as in ``5/5 + 5/5``?"""
        pending = [form]
        while pending:
            form = abs(pending.pop())
            if self.forms.kinds[form] is LEAF:
                return False
            pending += self.forms.parts[form]
        return True

    def _without_pairs(self, parts: list[Form], padding: list[int]) -> list[Form]:
        """Set aside pairs of equal value and opposite sign, the lowest pair first.

        The lowest part of a value that has an opposite is in the lowest pair, with its lowest opposite: so of either
        sign the lowest go, as many as there are of the rarer sign.
        """
        values = self.forms.values
        if len({values[abs(part)] for part in parts}) == len(parts):
            return parts
        groups: dict[Pair, tuple[list[Form], list[Form]]] = {}
        for part in parts:
            groups.setdefault(values[abs(part)], ([], []))[part < 0].append(part)
        left: list[Form] = []
        for plus, minus in groups.values():
            pairs = min(len(plus), len(minus))
            for side in (plus, minus):
                if 0 < pairs < len(side):
                    side.sort(key=self._order.rank)
                self._set_aside(padding, *side[:pairs])
                left += side[pairs:]
        return left
