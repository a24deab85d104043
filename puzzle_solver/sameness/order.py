"""The order of the forms of a pool. It depends on the forms alone: not on their ids, nor on what was read before.

Fewer numbers first; then leaf, sum, product, power, and other operators in the order of the table; then part by part;
signs and exponents last.

A form gets a *label* when it is first asked for, after its parts: a number between the labels of its two neighbours. So
a form is compared with others by the labels of its parts, however deep these are.
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from math import prod
from typing import Any, Final, TypeAlias

from puzzle_solver.operators import OPERATORS
from puzzle_solver.sameness.algebra import LEAF, PRODUCT, SUM, Form, Forms, Parts

Key: TypeAlias = tuple[Any, ...]
"""Sorts forms: (numbers, kind, operator's place and name, labels of the parts, signs); for a leaf (1, LEAF, value)."""

Label: TypeAlias = int | Fraction

_PLACES: Final = {operator: place for place, operator in enumerate(OPERATORS)}


class Order:
    """Sorts the forms of a pool."""

    def __init__(self, forms: Forms) -> None:
        self._forms = forms
        self._keys: list[Key] = []
        self._labels: list[Label] = []
        self._numbers: dict[int, int] = {}
        self._signs: dict[int, int] = {}
        self._oriented: dict[Form, Label] = {}

    def rank(self, form: Form) -> Label:
        """Return what forms are sorted by, their signs apart."""
        return self._oriented[self.unsigned(form)]

    def sign(self, form: Form) -> int:
        """Return 1, -1, or 0 if the form is its own negative.

        A pool may store either orientation of a sum of value 0: here the lower is the positive one.
        """
        if abs(form) not in self._signs:
            self._learn(form)
        sign = self._signs[abs(form)]
        return sign if form > 0 else -sign

    def unsigned(self, form: Form) -> Form:
        """Return the form or its negative, whichever is positive."""
        return form if self.sign(form) >= 0 else -form

    def arranged(self, form: Form) -> list[Form]:
        """Return the parts of a form in order: terms and operands with their signs, factors with their exponents."""
        self._learn(form)
        return [part for _, _, part in self._marked(abs(form), self._parts(form))]

    def _parts(self, form: Form) -> Parts:
        return self._forms.terms(form) if self._forms.kinds[abs(form)] is SUM else self._forms.parts[abs(form)]

    def _learn(self, form: Form) -> None:
        unknown: set[int] = set()
        pending = [abs(form)]
        while pending:
            each = pending.pop()
            if each not in self._signs and each not in unknown:
                unknown.add(each)
                pending += map(abs, self._forms.parts[each])
        for each in sorted(unknown):  # parts have lower ids
            self._place(each)

    def _place(self, form: int) -> None:
        forms, parts = self._forms, self._parts(form)
        leaf = forms.kinds[form] is LEAF
        self._numbers[form] = 1 if leaf else sum(self._numbers[abs(part)] for part in parts)
        label = turned = self._label(self._key(form, parts))
        sign = 1
        if forms.kinds[form] is PRODUCT:
            sign = prod(self._signs[abs(part)] or 1 for part in parts)
        elif forms.kinds[form] is SUM and not forms.values[form][0]:
            turned = self._label(self._key(form, forms.opposite(parts)))
            sign = 1 if label <= turned else -1
        self._oriented[form], self._oriented[-form] = label, turned
        self._signs[form] = 0 if forms.negative(form) == form else sign

    def _key(self, form: int, parts: Parts) -> Key:
        kind, operator = self._forms.kinds[form], self._forms.operators[form]
        if kind is LEAF:
            return 1, LEAF, Fraction(*self._forms.values[form])
        marked = self._marked(form, parts)
        place = _PLACES.get(operator, len(_PLACES)) if operator else 0
        name = operator.name if operator else ""
        labels, signs = tuple(label for label, _, _ in marked), tuple(-sign for _, sign, _ in marked)
        return self._numbers[form], kind, place, name, labels, signs

    def _marked(self, form: int, parts: Parts) -> list[tuple[Label, int, Form]]:
        """Return (label, minus the sign or exponent, part) for each part, sorted where the operands commute."""
        kind, operator = self._forms.kinds[form], self._forms.operators[form]
        if kind is PRODUCT:
            marked = [(self.rank(part), -1 if part > 0 else 1, part) for part in parts]
        else:
            marked = [(self._oriented[part], -self.sign(part), part) for part in parts]
        return sorted(marked) if kind in (SUM, PRODUCT) or getattr(operator, "commutative", False) else marked

    def _label(self, key: Key) -> Label:
        place = bisect_left(self._keys, key)
        if self._keys[place : place + 1] == [key]:
            return self._labels[place]
        label = self._between(self._labels[:place][-1:], self._labels[place : place + 1])
        self._keys.insert(place, key)
        self._labels.insert(place, label)
        return label

    def _between(self, below: list[Label], above: list[Label]) -> Label:
        if below and above:
            return Fraction(below[0] + above[0], 2)
        return above[0] - 1 if above else below[0] + 1 if below else 0
