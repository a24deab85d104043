"""What a style writes: ``*`` ``/`` ``-`` in ascii, ``×`` ``÷`` ``−`` in unicode; and numbers as they were typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from puzzle_solver.errors import UnknownName
from puzzle_solver.expression import Number
from puzzle_solver.given import shown
from puzzle_solver.operators import NEGATE, AnyOperator, written
from puzzle_solver.rational import write_rational

Symbol: TypeAlias = Callable[[AnyOperator], str]


def _ascii(operator: AnyOperator) -> str:
    return written(operator)[0]


def _unicode(operator: AnyOperator) -> str:
    # The last: where there is no sign of Unicode it is the first as well.
    return written(operator)[-1]


STYLES: Final[Mapping[str, Symbol]] = MappingProxyType({"ascii": _ascii, "unicode": _unicode})

PLAIN: Final = re.compile(r"(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+|(?:0|[1-9][0-9]*)?\.[0-9]*\([0-9]+\)")
"""A number that :func:`~puzzle_solver.reading.read_expression` reads without a sign: ``12``, ``.5``, ``1.(6)``."""


def find_style(name: str) -> Symbol:
    """Return how the style called ``name`` writes an operator.

    Raises:
        UnknownName: there is no such style.
    """
    if name not in tuple(STYLES):
        raise UnknownName(f"no style is called {shown(name)}: choose from {', '.join(STYLES)}")
    return STYLES[name]


def spell(number: Number, style: str = "ascii") -> str:
    """Return a number as typed, if as an integer or a decimal, else as a fraction.

    >>> from fractions import Fraction
    >>> spell(Number(Fraction(1, 10), "0.1")), spell(Number(Fraction(-1, 3)), "unicode")
    ('0.1', '−1/3')
    """
    # One minus to begin with; the style then puts its own.
    typed = number.spelling.replace("\N{MINUS SIGN}", "-")
    text = typed if PLAIN.fullmatch(typed.removeprefix("-")) else write_rational(number.value)
    return text.replace("-", find_style(style)(NEGATE))
