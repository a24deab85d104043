"""What callers give besides numbers: integers, lists and values of some type, or an error that says what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from numbers import Integral
from types import UnionType
from typing import Any, Final, TypeGuard, TypeVar

from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.rational import shorten

T = TypeVar("T")

_NO_LISTS: Final = (str, bytes, bytearray, Mapping)
"""What can be iterated but is not meant so: the characters of a text, the keys of a mapping."""


def shown(value: object) -> str:
    """Return a value as it stands in a message."""
    # A message is one line, and the ``repr`` of an array may have many.
    return shorten(" ".join(repr(value).split()))


def check_type(value: object, kind: type | UnionType | tuple[type, ...], name: str, remedy: str) -> None:
    """Refuse what was given for what is called ``name`` if it is not of a type.

    Raises:
        InvalidPuzzle: it is not.
    """
    if not isinstance(value, kind):
        raise InvalidPuzzle(f"the {name} is {shown(value)}: give {remedy}")


def is_integer(value: object) -> TypeGuard[int]:
    """Return whether ``value`` is an integer, of whatever type of integers. A truth value is none.

    >>> is_integer(3), is_integer(True), is_integer(3.0)
    (True, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool)


def to_integer(value: object, name: str, least: int | None = None, most: int | None = None) -> int:
    """Return the integer that was given for what is called ``name``, of whatever type of integers it is.

    Raises:
        InvalidPuzzle: it is no integer, below ``least`` or above ``most``.
    """
    if is_integer(value) and (least is None or value >= least) and (most is None or value <= most):
        return int(value)
    start = "" if least is None else f" from {least}"
    end = "" if most is None else f" to {most}"
    raise InvalidPuzzle(f"the {name} is {shown(value)}: give an integer{start}{end}")


def each_of(values: Iterable[T], name: str, remedy: str, *, but: tuple[Any, ...] = ()) -> Iterator[T]:
    """Return what iterates over what was given for what is called ``name``. Texts and mappings are no lists.

    Raises:
        InvalidPuzzle: it is no list, or of a type of ``but``.
    """
    try:
        if not isinstance(values, (*_NO_LISTS, *but)):
            return iter(values)
    except TypeError:  # not that it has no ``__iter__``: some types have one that refuses
        pass
    raise InvalidPuzzle(f"the {name} is {shown(values)}: give {remedy}")
