"""Characters: which of them stand for plain ones, which do not show, and how they look in a line."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MINUS_SIGNS: Final = "-\N{MINUS SIGN}\N{EN DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}"
"""How a minus is written, in numbers and in expressions; the plain one first."""

SLASHES: Final = "/\N{DIVISION SLASH}\N{FRACTION SLASH}"
"""How the stroke of a fraction is written, in numbers and in expressions; the plain one first."""

SKIPPED: Final = "\u200b\u200c\u200d\u2060\ufeff"
"""Characters without width that text from the web ends in, and that say nothing."""

_DIRECTIONS: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
"""Marks that change in which order a line is shown, so that it would not be read as it looks."""

# U+FF01 to U+FF5E are the printable ASCII characters, in their order, 0xFEE0 higher (Unicode, Halfwidth and Fullwidth
# Forms). One character stands for one, so that a position in the plain text is that of the given one.
_PLAIN: Final = {full: full - 0xFEE0 for full in range(0xFF01, 0xFF5F)} | dict.fromkeys(map(ord, SKIPPED), " ")
_NUMERIC: Final = str.maketrans(MINUS_SIGNS[1:] + SLASHES[1:], "-" * len(MINUS_SIGNS[1:]) + "/" * len(SLASHES[1:]))

_APART: Final = re.compile(r"[\s,\N{FULLWIDTH COMMA}]+")
_HIDDEN: Final = re.compile(f"[{_DIRECTIONS}]|(?<=[0-9.０-９．])[{SKIPPED}]+(?=[0-9.０-９．])")
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that count as printable, and show nothing."""


def to_plain(text: str) -> str:
    """Return ``text`` with full-width characters made plain and :data:`SKIPPED` ones made spaces, each in its place.

    >>> to_plain("８＋３")
    '8+3'
    """
    return text if text.isascii() else text.translate(_PLAIN)


def to_numeric(text: str) -> str:
    """Return :func:`to_plain` of a number, its minus and its stroke made plain, too.

    >>> to_numeric("−８⁄３")
    '-8/3'
    """
    return text if text.isascii() else text.translate(_PLAIN).translate(_NUMERIC)


def split_numbers(text: str) -> list[str]:
    """Return the numbers between spaces and commas; a skipped character by itself is left out.

    >>> split_numbers("3, 3 8，8")
    ['3', '3', '8', '8']
    """
    return [word for word in _APART.split(text) if word.strip(SKIPPED)]


def find_hidden(text: str) -> int | None:
    """Return where the first character stands that does not show, but matters.

    That is a direction mark, or a skipped character within a number: it could be one number or two.
    """
    match = None if text.isascii() else _HIDDEN.search(text)
    return match.start() if match else None


def why_hidden(character: str) -> str:
    """Return why a character that :func:`find_hidden` has found is refused."""
    what = "stands within a number" if character in SKIPPED else "changes the direction of the text"
    return f"{named(character)} {what}: take it out"


def named(character: str) -> str:
    r"""Return the code and the name of a character.

    >>> named("\u200b")
    'U+200B ZERO WIDTH SPACE'
    """
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


def width(character: str) -> int:
    r"""Return how many columns a character takes where it is shown as it is.

    >>> width("8"), width("８"), width("\u200b")
    (1, 2, 0)
    """
    if character.isascii():
        return 1
    # Mn and Me are drawn over the character before, and Cf shows nothing.
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    # Unicode Standard Annex 11: wide and full-width characters take two columns.
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def shown(character: str, *, pointed_at: bool = False) -> str:
    """Return what stands for a character in a line: itself, a space for any space, or its code where it shows nothing.

    A skipped character is left out, unless it is ``pointed_at``.
    """
    if character.isspace():
        return " "
    if character in SKIPPED and not pointed_at:
        return ""
    blank = character in _BLANK or (pointed_at and not width(character))
    return f"<U+{ord(character):04X}>" if blank or not character.isprintable() else character
