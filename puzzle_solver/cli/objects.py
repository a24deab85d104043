"""JSON objects as they are written: no number in them is rounded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.rational import shorten
from puzzle_solver.rulebook import once_each


class Numeral(str):
    """A number as it is written in JSON."""

    __slots__ = ()


def read_object(text: str) -> dict[str, Any]:
    """Read a JSON object; its numbers are :class:`Numeral`.

    Raises:
        InvalidPuzzle: the text is none, or gives a key twice.
    """
    try:
        found = json.loads(
            text, parse_int=Numeral, parse_float=Numeral, parse_constant=str, object_pairs_hook=once_each
        )
    except (ValueError, RecursionError) as error:
        raise InvalidPuzzle(f"{shorten(text.strip())!r} is no JSON object: {error}") from error
    if not isinstance(found, dict):
        raise InvalidPuzzle(f'{shorten(text.strip())!r} is no JSON object: write one, as in {{"hand": [3, 3, 8, 8]}}')
    return found


def write_json(value: Any) -> str:
    """Write what :func:`read_object` reads, on one line; numbers stay as they were written."""
    match value:
        case Numeral():
            return str(value)
        case Mapping():
            return f"{{{', '.join(f'{json.dumps(key)}: {write_json(each)}' for key, each in value.items())}}}"
        case list():
            return f"[{', '.join(map(write_json, value))}]"
    return json.dumps(value)
