r"""Text as LaTeX in ASCII, so that every engine and encoding takes it: ``8 ÷ 3, déjà`` as ``8 $\div$ 3, d\'{e}j\`{a}``.

No two characters become one sign, as ``--`` would.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final
from unicodedata import normalize

from puzzle_solver.operators.typeset import ESCAPES

_SIGNS: Final = MappingProxyType({
    **ESCAPES, "×": r"$\times$", "÷": r"$\div$", "−": "$-$", "√": r"$\surd$", "→": r"$\to$", "<": "$<$", ">": "$>$",
    "|": "$|$", "`": "{`}", "'": "{'}", '"': "{''}", "–": "--", "—": "---", "‘": "{`}", "’": "{'}", "“": "{``}",
    "”": "{''}", "…": r"\ldots{}", "·": r"$\cdot$", "≈": r"$\approx$", "≤": r"$\le$", "≥": r"$\ge$", "≠": r"$\ne$",
    "ß": r"\ss{}", "æ": r"\ae{}", "Æ": r"\AE{}", "œ": r"\oe{}", "Œ": r"\OE{}", "ø": r"\o{}", "Ø": r"\O{}",
    "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}", "-": "{-}",
    "§": r"\S{}", "¶": r"\P{}", "©": r"\copyright{}", "£": r"\pounds{}", "\N{NO-BREAK SPACE}": "~",
})  # fmt: skip

_ACCENTS: Final = MappingProxyType({
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0327": "c",
})  # fmt: skip

_LONGEST: Final = 40
"""Of a word, in characters of LaTeX. Numbers have places of their own where they may be broken."""

_LONG: Final = re.compile(r"[0-9]{16,}")
_GROUPS: Final = re.compile(r"(?<=[0-9])(?=(?:[0-9]{3})+$)")


def to_prose(text: str) -> str:
    """Write ``text`` for text mode. A character that LaTeX has no way to set in every font is named: ``[U+03A9]``.

    Long numbers and long words may be broken at the end of a line.
    """
    return break_digits(" ".join(map(_word, text.split(" "))))


def _word(word: str) -> str:
    signs = [*map(_character, word)]
    # Words of digits have ``break_digits``, which breaks them in groups of three.
    long = sum(map(len, signs)) > _LONGEST and not any(map(str.isdecimal, word))
    return (r"\allowbreak{}" if long else "").join(signs)


def break_digits(latex: str) -> str:
    r"""Let long numbers in ``latex`` be broken at the end of a line.

    >>> print(break_digits("12345678901234567"))
    12\allowbreak{}345\allowbreak{}678\allowbreak{}901\allowbreak{}234\allowbreak{}567
    """
    return _LONG.sub(lambda digits: _GROUPS.sub(r"\\allowbreak{}", digits[0]), latex)


def _character(character: str) -> str:
    if character in _SIGNS:
        return _SIGNS[character]
    if character.isascii():
        return character
    # NFD parts a letter from its accent. One accent on an ASCII letter every engine can set; of others only a name is
    # sure.
    base, accent, *more = *normalize("NFD", character), "", ""
    if accent in _ACCENTS and base.isascii() and not any(more):
        return rf"\{_ACCENTS[accent]}{{{base}}}"
    return f"[U+{ord(character):04X}]"
