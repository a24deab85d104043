"""The level ``essence``: what is left of a formula when padding that changes nothing is set aside.

One walk from the leaves to the root; at each node

1. in a sum, a term of value 0 is padding, and so are two terms of equal value and opposite sign;
2. in a product, a factor of value 1 is padding, and so are two factors of equal value and opposite exponent;
3. if nothing is left: a product keeps its lowest factor of value 1, else it is the empty product; a sum is the empty sum;
4. a product of value 0 is the multiset of all its numbers;
5. in a power, an exponent of value 1 is padding; a base of value 1 stays and its exponent is padding;
6. a node left with one part is that part, and a sum in a sum or a product in a product is spliced in;
7. padding is set aside in one multiset for the whole expression.

Values are kept non-negative and signs outside. Parts are ordered: fewer numbers first; then leaf, sum, product,
power, others; then part by part; signs and exponents last. "The lowest pair first" refers to this order.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from puzzle_solver.operators import Operator, UnaryOperator
from puzzle_solver.sameness.forms import LEAF, OTHER, POWER, PRODUCT, SUM, Form, Forms

Key: TypeAlias = tuple[Any, ...]
"""Orders and identifies a part: (numbers, kind, parts, signs), for a leaf (1, LEAF, value)."""


class Part(NamedTuple):
    """A reduced part: its key, its value (not negative), and its own parts with their signs or exponents."""

    key: Key
    value: Fraction
    parts: tuple[Signed, ...] = ()

    @property
    def kind(self) -> int:
        """LEAF, SUM, PRODUCT, POWER or OTHER."""
        return self.key[1]  # type: ignore[no-any-return]

    @property
    def empty(self) -> bool:
        """Has it no numbers?"""
        return not self.key[0]


Signed: TypeAlias = tuple[Part, int]


class Reduced(NamedTuple):
    """A form's essence: ``sign`` times ``part``, the padding set aside, and all its numbers."""

    part: Part
    sign: int
    padding: tuple[Key, ...]
    numbers: tuple[Part, ...]


EMPTY_SUM = Part((0, SUM, (), ()), Fraction(0))
EMPTY_PRODUCT = Part((0, PRODUCT, (), ()), Fraction(1))


def compound(kind: int, parts: Iterable[Signed], value: Fraction) -> Part:
    """Return the part made of ``parts``, in their order."""
    parts = tuple(parts)
    key = (
        sum(part.key[0] for part, _ in parts),
        kind,
        tuple(part.key for part, _ in parts),
        tuple(sign for _, sign in parts),
    )
    return Part(key, value, parts)


def in_order(parts: Iterable[Signed]) -> list[Signed]:
    """Sort by part, then by sign."""
    return sorted(parts, key=lambda signed: (signed[0].key, signed[1]))


class Essences:
    """Reduces the forms of a pool, each once."""

    def __init__(self, forms: Forms, operators: Iterable[Operator | UnaryOperator] = ()) -> None:
        self._forms = forms
        self._done: dict[int, Reduced] = {}
        self._places: dict[object, int] = {operator: place for place, operator in enumerate(operators)}

    def key(self, form: Form) -> tuple[Key, tuple[Key, ...]]:
        """Return (what remains, padding) of a form: equal for two forms exactly if they are one idea.

        The sign is ignored where the value is 0.
        """
        reduced = self.reduce(form)
        sign = reduced.sign * (1 if form > 0 else -1) if self._forms.value(form) else 0
        return (sign, reduced.part.key), reduced.padding

    def reduce(self, form: Form) -> Reduced:
        """Return the essence of the unsigned form."""
        form = abs(form)
        pending = [] if form in self._done else [form]
        while pending:
            missing = [part for part in map(abs, self._forms.parts[pending[-1]]) if part not in self._done]
            if missing:
                pending += missing
            else:
                done = pending.pop()
                self._done[done] = self._reduce(done)
        return self._done[form]

    def _reduce(self, form: Form) -> Reduced:
        kind, value = self._forms.kinds[form], self._forms.values[form]
        if kind is LEAF:
            leaf = Part((1, LEAF, abs(value)), abs(value))
            return Reduced(leaf, -1 if value < 0 else 1, (), (leaf,))
        signs = [1 if part > 0 else -1 for part in self._forms.parts[form]]
        below = [self._done[abs(part)] for part in self._forms.parts[form]]
        numbers = tuple(number for reduced in below for number in reduced.numbers)
        padding = [key for reduced in below for key in reduced.padding]
        if kind is PRODUCT:
            part, sign = _product(below, signs, value, numbers, padding)
        else:
            signed = [(reduced.part, reduced.sign * sign) for reduced, sign in zip(below, signs, strict=True)]
            part, sign = self._with_signs(kind, form, signed, padding)
        return Reduced(part, sign, tuple(sorted(padding)), numbers)

    def _with_signs(self, kind: int, form: Form, signed: list[Signed], padding: list[Key]) -> Signed:
        value = self._forms.values[form]
        if kind is SUM:
            return _sum(signed, padding)
        if kind is POWER:
            return _power(signed, value, padding)
        operator = self._forms.operators[form]
        whole = compound(OTHER, signed, abs(value))
        place = self._places.setdefault(operator, len(self._places))
        key = (*whole.key[:2], (place, *whole.key[2]), whole.key[3])
        return Part(key, whole.value, whole.parts), -1 if value < 0 else 1


def _set_aside(part: Part) -> tuple[Key, ...]:
    if part.empty:
        return ()
    if part.kind == PRODUCT and not part.value:
        return tuple(number.key for number, _ in part.parts)
    return (part.key,)


def _spliced(parts: Iterable[Signed], kind: int) -> list[Signed]:
    spliced: list[Signed] = []
    for part, sign in parts:
        if part.kind == kind and (part.value or kind == SUM):
            spliced += [(inner, sign * inner_sign) for inner, inner_sign in part.parts]
        else:
            spliced.append((part, sign))
    return in_order(spliced)


def _without_pairs(parts: list[Signed], padding: list[Key]) -> list[Signed]:
    """Set aside pairs of equal value and opposite sign, the lowest first. ``parts`` is in order."""
    left: list[Signed] = []
    waiting: dict[tuple[Fraction, int], list[int]] = {}
    # The lowest part of a value that has an opposite is in the lowest pair, with its lowest opposite.
    for place, (part, sign) in enumerate(parts):
        waiting.setdefault((part.value, sign), []).append(place)
    gone: set[int] = set()
    for (value, sign), places in waiting.items():
        if sign > 0:
            gone.update(*zip(places, waiting.get((value, -1), ()), strict=False))
    for place, signed in enumerate(parts):
        if place in gone:
            padding.extend(_set_aside(signed[0]))
        else:
            left.append(signed)
    return left


def _sum(terms: list[Signed], padding: list[Key]) -> Signed:
    spliced = _spliced(terms, SUM)
    for part, _ in spliced:
        if not part.value:
            padding.extend(_set_aside(part))
    left = _without_pairs([signed for signed in spliced if signed[0].value], padding)
    if not left:
        return EMPTY_SUM, 1
    if len(left) == 1:
        return left[0]
    value = sum((part.value * sign for part, sign in left), Fraction(0))
    plus = compound(SUM, left, abs(value))
    minus = compound(SUM, in_order((part, -sign) for part, sign in left), abs(value))
    sign = (value > 0) - (value < 0) or (1 if plus.key <= minus.key else -1)
    return (plus, 1) if sign > 0 else (minus, -1)


def _product(
    below: list[Reduced], exponents: list[int], value: Fraction, numbers: tuple[Part, ...], padding: list[Key]
) -> Signed:
    if not value:
        padding.clear()
        return compound(PRODUCT, in_order((number, 0) for number in numbers), value), 1
    sign = 1
    for reduced in below:
        sign *= reduced.sign
    spliced = _spliced([(reduced.part, exponent) for reduced, exponent in zip(below, exponents, strict=True)], PRODUCT)
    ones = [part for part, _ in spliced if part.value == 1]
    left = _without_pairs([signed for signed in spliced if signed[0].value != 1], padding)
    part = EMPTY_PRODUCT
    if left:
        part = left[0][0] if len(left) == 1 and left[0][1] > 0 else compound(PRODUCT, left, abs(value))
    elif ones:
        part = ones.pop(0)
    for one in ones:
        padding.extend(_set_aside(one))
    return part, sign


def _power(signed: list[Signed], value: Fraction, padding: list[Key]) -> Signed:
    (base, base_sign), (exponent, exponent_sign) = signed
    if exponent.value * exponent_sign == 1:
        padding.extend(_set_aside(exponent))
        return base, base_sign
    if base.value * base_sign == 1:
        padding.extend(_set_aside(exponent))
        return base, base_sign
    return compound(POWER, signed, abs(value)), -1 if value < 0 else 1
