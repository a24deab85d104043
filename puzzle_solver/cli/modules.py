"""Operators of your own, from a Python module that the command line names."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from importlib import import_module
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Final

from puzzle_solver.errors import InvalidPuzzle, UnknownName
from puzzle_solver.operators import AnyOperator, Limits, Missing, Operator, UnaryOperator
from puzzle_solver.rational import shorten

_SHAPE: Final = "give MODULE:NAME, as in mymodule:OPS"

_TRIED: Final = (Fraction(0), Fraction(1), Fraction(2), Fraction(-3), Fraction(1, 2))
"""The values that an operator must have an answer for before it is searched with."""

_OPERANDS: Final = ((Operator, 2), (UnaryOperator, 1))


def load_operators(text: str) -> tuple[AnyOperator, ...]:
    """Return the operators that ``mymodule:OPS`` names: one, or several. The module may be in the current directory.

    Raises:
        UnknownName: there is no such module, or it has no such name.
        InvalidPuzzle: the text is not of this shape, the module cannot be run, or there are no operators there.
    """
    name, colon, attribute = text.strip().partition(":")
    if not (name and colon and attribute):
        raise InvalidPuzzle(f"{shorten(text)!r} names no operators: {_SHAPE}")
    module = _module(name)
    if not hasattr(module, attribute):
        raise UnknownName(f"the module {name!r} has no {attribute!r}: {_SHAPE}")
    found = getattr(module, attribute)
    operators = (found,) if isinstance(found, (Operator, UnaryOperator)) else _all(found, text)
    for operator in operators:
        _try(operator)
    return operators


def _module(name: str) -> ModuleType:
    try:
        with _current_directory():
            return import_module(name)
    except ModuleNotFoundError as error:
        raise UnknownName(f"there is no module {error.name!r} here: {_SHAPE}") from error
    except (Exception, SystemExit) as error:  # what a module ends with is no exit code of ours
        raise InvalidPuzzle(f"the module {name!r} cannot be run: {_words(error)}") from error


@contextmanager
def _current_directory() -> Iterator[None]:
    """Let modules be found in the current directory, as ``python -m`` does.

    Afterwards it stays at the end, where nothing that is found elsewhere is taken from it: other processes have to
    find the operators, too.
    """
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        yield
    finally:
        sys.path.remove(here)
        if here not in sys.path:
            sys.path.append(here)


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def _all(found: object, text: str) -> tuple[AnyOperator, ...]:
    operators = tuple(found) if isinstance(found, Iterable) else ()
    if not operators or not all(isinstance(each, (Operator, UnaryOperator)) for each in operators):
        raise InvalidPuzzle(f"{shorten(text)!r} is no Operator or UnaryOperator, nor a sequence of them")
    return operators


def _try(operator: AnyOperator) -> None:
    """Refuse an operator that no search could use.

    Raises:
        InvalidPuzzle: what it gives is not exact.
    """
    operands = next(count for kind, count in _OPERANDS if isinstance(operator, kind))
    for values in product(_TRIED, repeat=operands):
        try:
            result = operator.apply(*values, *((Limits(64),) if operator.sized else ()))
        except Exception as error:
            raise InvalidPuzzle(f"{operator!r} fails on {_listing(values)}: {_words(error)}") from error
        if not isinstance(result, (Fraction, Missing)):
            raise InvalidPuzzle(
                f"{operator!r} gives {shorten(repr(result))} for {_listing(values)}: "
                "let it give a Fraction, UNDEFINED or BEYOND_LIMIT"
            )


def _listing(values: Iterable[Fraction]) -> str:
    return " and ".join(map(str, values))
