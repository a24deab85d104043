"""Exact numbers: reading, writing, and the one crossing between Fraction and integer pair.

A *pair* is a rational as ``(numerator, denominator)`` in lowest terms with a positive
denominator. Inner loops use pairs; everything public uses :class:`~fractions.Fraction`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import TypeAlias

from puzzle_solver.characters import find_hidden, to_numeric, why_hidden
from puzzle_solver.errors import InvalidNumber

Pair: TypeAlias = tuple[int, int]
Exact: TypeAlias = int | Rational | Decimal | str

DIGIT_LIMIT = 1000
"""The most digits a number may be written with, its exponent's zeros counted."""

# ASCII: without it ``\d`` takes the digits of every script, which ``int`` reads, too, but few readers can.
_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<over>\d+)/(?P<under>\d+)"
    r"|(?P<whole>\d*)(?:\.(?P<part>\d*))?(?:[eE](?P<exponent>[+-]?\d+))?)",
    re.ASCII,
)
# Below the 640 digits that are the least to which ``sys.set_int_max_str_digits`` can be set: ``str`` and ``int`` of a
# chunk work in every interpreter.
_CHUNK = 10**600
_LEADING_ZERO = re.compile(r"0\d")


def to_fraction(value: Exact) -> Fraction:
    """Return ``value`` exactly. Text is read by :func:`read_rational`; floats are refused.

    Every type of integers and fractions will do that Python's ``numbers`` knows as such, those of other libraries too.

    Raises:
        InvalidNumber: ``value`` is a float, not finite, or no number.
    """
    if isinstance(value, str):
        return read_rational(value)
    # By its text, which is exact and has digits to be counted: ``Fraction(Decimal("1e999999999"))`` would be computed.
    if isinstance(value, Decimal):
        return read_rational(str(value))
    # To Python a truth value is an integer. Nobody means the number 1 by ``True``.
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, bool) or not isinstance(value, Rational):
        raise InvalidNumber(_why_not(value))
    # Other libraries have integers of their own, some of which wrap at 64 bits: none of them gets in.
    return Fraction(int(value.numerator), int(value.denominator))


def _why_not(value: object) -> str:
    """Return why a value is no exact number."""
    what = (
        "is a float, which is not exact" if isinstance(value, Real) and not isinstance(value, bool) else "is no number"
    )
    return f"{shorten(repr(value))} {what}: give an int, a Fraction, a Decimal or a text such as '0.1'"


def read_rational(text: str) -> Fraction:
    """Read an integer, a decimal (``-0.5``, ``.5``, ``1e3``) or a fraction (``1/3``) exactly, full-width ones too.

    Raises:
        InvalidNumber: the text is none of these, or too long to be meant.
    """
    text = plain_number(text)
    match = _NUMBER.fullmatch(text)
    if match is None or not (match["over"] or match["whole"] or match["part"]):
        raise InvalidNumber(f"{shorten(text)!r} is not a number: write an integer, a decimal or a fraction such as 1/3")
    # Some languages read 010 as 8: it is refused, so that nobody has to guess.
    if any(_LEADING_ZERO.match(match[group] or "") for group in ("over", "under", "whole")):
        raise InvalidNumber(f"{shorten(text)!r} has a leading zero: write it without, or give its digits with --digits")
    # Before anything is computed: 1e999999999 is a short text, and a number that fills the memory.
    if _digits(match) > DIGIT_LIMIT:
        raise InvalidNumber(f"{shorten(text)!r} has more than {DIGIT_LIMIT} digits: write a shorter number")
    size = _fraction(match) if match["over"] else _decimal(match)
    if size is None:
        raise InvalidNumber(f"{shorten(text)!r} divides by zero: write a denominator other than 0")
    return -size if match["sign"] == "-" else size


def plain_number(text: str) -> str:
    """Return a number as it was typed, in plain characters, without spaces and skipped characters at its ends.

    Raises:
        InvalidNumber: a character is in it that does not show, but matters.
    """
    if text.isascii():
        return text.strip()
    at = find_hidden(text)
    if at is not None:
        raise InvalidNumber(f"{shorten(text.strip())!r} is not a number: {why_hidden(text[at])}")
    return to_numeric(text).strip()


def _digits(match: re.Match[str]) -> int:
    exponent = (match["exponent"] or "0").lstrip("+-").lstrip("0")
    # An exponent with more digits than the limit is past the limit, whatever its digits are.
    shift = DIGIT_LIMIT + 1 if len(exponent) > len(str(DIGIT_LIMIT)) else int(exponent or "0")
    return shift + sum(len(match[group] or "") for group in ("over", "under", "whole", "part"))


def _fraction(match: re.Match[str]) -> Fraction | None:
    over, under = int(match["over"]), int(match["under"])
    return Fraction(over, under) if under else None


def _decimal(match: re.Match[str]) -> Fraction:
    part = match["part"] or ""
    digits = int((match["whole"] or "") + part or "0")
    return Fraction(digits) * Fraction(10) ** (int(match["exponent"] or "0") - len(part))


def shorten(text: str, most: int = 40) -> str:
    """Return ``text`` cut to ``most`` characters, to be quoted in a message.

    >>> shorten("1234567890", most=8)
    '12345...'
    """
    return text if len(text) <= most else text[: most - 3] + "..."


def write_rational(value: Fraction) -> str:
    """Return ``value`` as a text that :func:`read_rational` reads back.

    >>> write_rational(Fraction(8, 3)), write_rational(Fraction(-2))
    ('8/3', '-2')
    """
    whole = _write_integer(value.numerator)
    return whole if value.denominator == 1 else f"{whole}/{_write_integer(value.denominator)}"


def read_integer(digits: str) -> int:
    """Read any number of decimal digits: ``int`` refuses more than 4300."""
    value = 0
    for start in range(0, len(digits), 600):
        chunk = digits[start : start + 600]
        value = value * 10 ** len(chunk) + int(chunk)
    return value


def _write_integer(value: int) -> str:
    # str() refuses integers of more than 4300 digits; that limit can be set, but not below 640.
    if value < 0:
        return "-" + _write_integer(-value)
    chunks = []
    while value >= _CHUNK:
        value, low = divmod(value, _CHUNK)
        chunks.append(str(low).zfill(600))
    return str(value) + "".join(reversed(chunks))


def to_pair(value: Fraction) -> Pair:
    """Return ``value`` as a pair: the way from the public world into the inner loops.

    >>> to_pair(Fraction(-4, 6))
    (-2, 3)
    """
    return value.numerator, value.denominator


def from_pair(pair: Pair) -> Fraction:
    """Return the value of a pair: the way from the inner loops into the public world.

    >>> from_pair((-2, 3))
    Fraction(-2, 3)
    """
    return Fraction(*pair)


def in_order(pairs: Iterable[Pair]) -> list[Pair]:
    """Sort pairs by value.

    Different values are at least the inverse of the product of their denominators apart, so scaled by the largest such
    product their floors differ.
    """
    found = list(pairs)
    scale = max((under for _, under in found), default=1) ** 2
    return sorted(found, key=lambda pair: pair[0] * scale // pair[1])
