"""A hand of up to five numbers, and what somebody might say of it: an answer, its value, its first step."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Final, NamedTuple

PLAIN: Final = tuple(str(number) for number in range(1, 14))
RARE: Final = ("0", "-3", "1/3", "0.5", ".5", "25", "50", "75", "100", "-1/2", "a", "Q", "1e2", "-12")
_SIZES: Final = (1, 2, 2, 3, 3, 3, 4, 4, 4, 5)
_TOLD: Final = {"a": "1", "Q": "12", "1e2": "100"}


class Scene(NamedTuple):
    """What the values of a run are about."""

    hand: tuple[str, ...]
    answer: str
    value: str
    step: str

    @property
    def numbers(self) -> tuple[str, ...]:
        """The hand with cards as numbers."""
        return tuple(_TOLD.get(number, number) for number in self.hand)

    def fill(self, text: str) -> str:
        """Return ``text`` with this scene's own where it says ``{hand}``, ``{answer}``, ``{value}`` or ``{step}``."""
        for name, own in (("{hand}", " ".join(self.hand)), ("{answer}", self.answer), ("{value}", self.value)):
            text = text.replace(name, own)
        return text.replace("{step}", self.step)


class _Part(NamedTuple):
    text: str
    value: Fraction


def make_scene(random: Random) -> Scene:
    """Return a hand, and an expression over it that is right for its value."""
    hand = [random.choice(PLAIN if random.random() < 0.9 else RARE) for _ in range(random.choice(_SIZES))]
    parts = [_part(number) for number in hand]
    step = parts[0].text
    while len(parts) > 1:
        random.shuffle(parts)
        parts.append(_joined(parts.pop(), parts.pop(), random))
        step = parts[-1].text.strip("()") if len(parts) == len(hand) - 1 else step
    return Scene(tuple(hand), parts[0].text, str(parts[0].value), step)


def _part(number: str) -> _Part:
    plain = _TOLD.get(number, number)
    return _Part(f"({plain})" if set(plain) & set("-/") else plain, Fraction(plain))


def _joined(one: _Part, other: _Part, random: Random) -> _Part:
    signs = "+-*/" if other.value else "+-*"
    sign = random.choice(signs)
    values = {"+": one.value + other.value, "-": one.value - other.value, "*": one.value * other.value}
    value = values[sign] if sign in values else one.value / other.value
    return _Part(f"({one.text}{sign}{other.text})", value)


def edited(text: str, random: Random, signs: Sequence[str]) -> str:
    """Return ``text`` with a character deleted, doubled, swapped with the next, or one of ``signs`` put in."""
    place = random.randrange(len(text) + 1)
    before, here, after = text[:place], text[place : place + 1], text[place + 1 :]
    return random.choice([
        before + after, before + 2 * here + after, before + after[:1] + here + after[1:],
        before + random.choice(signs) + here + after,
    ])  # fmt: skip
