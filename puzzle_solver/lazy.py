"""Imports at the first use: a row of a table names what it needs, and what nobody asks for is never loaded."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def load(path: str) -> Any:
    """Return what ``path`` names: a module of this package, a colon, and a name in that module.

    >>> load("rational:write_rational").__name__
    'write_rational'
    """
    module, _, name = path.partition(":")
    return getattr(import_module(f"{__package__}.{module}"), name)
