"""Chance that is the same everywhere: of ``random`` only ``getrandbits``, which a seed fixes for all versions."""

from __future__ import annotations

from collections.abc import MutableSequence
from random import Random
from typing import Any


def chance(seed: int) -> Random:
    """Return the source of chance that belongs to a seed, any integer."""
    # Random takes the absolute value of its seed, so a negative one gets a number of its own.
    return Random(2 * seed if seed >= 0 else -2 * seed - 1)  # noqa: S311 (puzzles are no secrets)


def below(random: Random, most: int) -> int:
    """Return an integer from 0 that is below ``most``, each as likely."""
    bits = (most - 1).bit_length()
    drawn = random.getrandbits(bits) if bits else 0
    while drawn >= most:
        drawn = random.getrandbits(bits)
    return drawn


def shuffle(random: Random, items: MutableSequence[Any]) -> None:
    """Bring ``items`` into any order, each as likely."""
    for place in range(len(items) - 1, 0, -1):
        other = below(random, place + 1)
        items[place], items[other] = items[other], items[place]
