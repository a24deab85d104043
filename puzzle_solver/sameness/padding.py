"""What a formula sets aside at the level ``essence``, and how it changed nothing where it stood."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from puzzle_solver.rational import Pair
from puzzle_solver.sameness.algebra import LEAF, POWER, PRODUCT, SUM, ZERO, Form, Forms
from puzzle_solver.sameness.essence import Essences, Reduced
from puzzle_solver.sameness.ones import ONE


class Way(NamedTuple):
    """A way to change nothing: in a form of ``kind``, by a part whose value ``fits``. ``words`` have a place for it."""

    kind: int
    fits: Callable[[Pair], bool]
    words: str


def _any(value: Pair) -> bool:
    return True


def _is_one(value: Pair) -> bool:
    return value == ONE


def _is_zero(value: Pair) -> bool:
    return value == ZERO


SIGN: Final = Way(LEAF, _any, "the sign of a number counts as a minus before it")

WAYS: Final = (
    Way(SUM, _is_zero, "adding or taking away 0 changes nothing"),
    Way(SUM, _any, "adding and taking away {} changes nothing"),
    Way(PRODUCT, _is_zero, "a product with a factor 0 is 0, whatever the others are"),
    Way(PRODUCT, _is_one, "multiplying or dividing by {} changes nothing"),
    Way(PRODUCT, _any, "multiplying and dividing by {} changes nothing"),
    Way(POWER, _is_one, "the exponent {} changes nothing"),
    Way(POWER, _any, "1 to any power is 1"),
    SIGN,
)


class Noted(Essences):
    """Essences that remember what they set aside in each form."""

    def __init__(self, forms: Forms) -> None:
        super().__init__(forms)
        self._at = 0
        self._notes: dict[int, list[Form]] = {}

    def ways(self, *roots: Form) -> dict[Way, list[Form]]:
        """Return what was set aside in these forms, once reduced, by the ways in which it changed nothing."""
        ways: dict[Way, list[Form]] = {way: [] for way in WAYS}
        for form in self._below(roots):
            if self.ones.taken.get(form):
                ways[self._way(form, self.ones.one)].append(self.ones.one)
        for form in self._below(self.ones.without(root).form for root in roots):
            for part in self._notes.get(form, ()):
                ways[self._way(form, part)].append(part)
        return {way: parts for way, parts in ways.items() if parts}

    def _way(self, form: int, part: Form) -> Way:
        kind, value = self.forms.kinds[form], self.forms.value(part)
        return next(way for way in WAYS if way.kind is kind and way.fits(value))

    def _below(self, roots: Iterable[Form]) -> set[int]:
        seen: set[int] = set()
        pending = [*roots]
        while pending:
            form = abs(pending.pop())
            if form not in seen:
                seen.add(form)
                pending += self.forms.parts[form]
        return seen

    def _reduce(self, form: int) -> Reduced:
        self._at = form
        over, _ = self.forms.values[form]
        if (self.forms.kinds[form] is LEAF and over < 0) or (self.forms.kinds[form] is PRODUCT and not over):
            self._note(form)
        return super()._reduce(form)

    def _set_aside(self, padding: list[int], *parts: Form) -> None:
        super()._set_aside(padding, *parts)
        self._note(*(part for part in parts if not self._numberless(part)))

    def _note(self, *parts: Form) -> None:
        self._notes.setdefault(self._at, []).extend(parts)
