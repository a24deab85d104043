"""What each field of an operator's row must be."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from puzzle_solver.errors import InvalidPuzzle

OPERANDS: Final = ("{left}", "{right}", "{operand}")
"""What stands for the operands in a template."""

# No sign holds what the readers take for something else: brackets, the comma of a call, the point of a decimal, the
# semicolon between steps, the = of a claim.
_CALLED: Final = re.compile(r"[^\W\d]\w*|[^\w\s(),.;=]+")
"""A word, or signs."""

_HIGHEST: Final = 1000
"""Notations have precedences of their own far above that and far below its negative."""


class Demand(NamedTuple):
    """What values ``fit``, and how a message says it."""

    fit: Callable[[Any], bool]
    words: str


def _is_called(value: object) -> bool:
    return isinstance(value, str) and _CALLED.fullmatch(value) is not None


def _is_precedence(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _HIGHEST


def _is_instance(*kinds: type) -> Callable[[object], bool]:
    """Return a check for values of some types."""
    return lambda value: isinstance(value, kinds)


_CALLED_SO: Final = Demand(_is_called, "a word, or signs other than ( ) , . ; =")
_INVERSE: Final = Demand(lambda value: value is None or callable(value), "a function, or None")
_FLAG: Final = Demand(_is_instance(bool), "True or False")
_TEXT: Final = Demand(_is_instance(str), "a text")

COMMON: Final[Mapping[str, Demand]] = MappingProxyType(
    {
        "name": _CALLED_SO,
        "symbol": _CALLED_SO,
        "apply": Demand(callable, "a function of exact values"),
        "precedence": Demand(_is_precedence, f"an integer from -{_HIGHEST} to {_HIGHEST}"),
        "commutative": _FLAG,
        "right_grouping": _FLAG,
        "inverse": _INVERSE,
        "inverse_left": _INVERSE,
        "inverse_right": _INVERSE,
        "unicode": Demand(lambda value: value == "" or _is_called(value), _CALLED_SO.words),
        "meaning": _TEXT,
        "latex": _TEXT,
        "sized": _FLAG,
    }
)
"""What rows of one and of two operands have in common."""


def check_fields(row: Any, demands: Mapping[str, Demand], operands: tuple[str, ...]) -> None:
    """Refuse a row whose fields are not what ``demands`` say, or whose LaTeX is a template that loses an operand.

    Raises:
        InvalidPuzzle: it is such a row.
    """
    for field, demand in demands.items():
        value = getattr(row, field)
        if not demand.fit(value):
            raise InvalidPuzzle(f"the operator {row.name!r} has {field}={value!r}: give {demand.words}")
    if is_template(row.latex) and not _keeps(row.latex, operands):
        places = " and ".join(f"{{{operand}}}" for operand in operands)
        raise InvalidPuzzle(
            f"the operator {row.name!r} has latex={row.latex!r}, a template that cannot be filled: "
            f"write {places} where its operands stand, and every other brace twice"
        )


def is_template(latex: str) -> bool:
    """Does LaTeX have places for operands?"""
    return any(operand in latex for operand in OPERANDS)


def _keeps(template: str, operands: tuple[str, ...]) -> bool:
    """Is every operand somewhere in the filled template?"""
    # No template has a NUL in it: a mark that is found is an operand that was filled in.
    filling = {operand: f"\0{operand}\0" for operand in operands}
    try:
        filled = template.format(**filling)
    except (LookupError, ValueError, AttributeError):
        return False
    return all(mark in filled for mark in filling.values())
