"""How results and verdicts are written as rows: as JSON lines, as one JSON array, or as a table."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from puzzle_solver.cli import console
from puzzle_solver.cli.objects import write_json
from puzzle_solver.render.objects import rules_object
from puzzle_solver.rules import PRESETS

Said: TypeAlias = Mapping[str, Any]
"""A result, a verdict or an error, as an object for JSON."""

GIVEN: Final = "given"

_BAD: Final = ("error", "line")
"""The columns of rows that could not be read."""

_BETWEEN: Final = "; "

_END: Final = "\r\n"
"""What ends a line while it is written: of the ends of lines the csv module quotes only cells that have these."""


class Form(NamedTuple):
    """How rows are written: a ``head``, a ``row`` for each, a ``tail``. All rows but the first begin with ``between``.

    ``spell`` makes of what is passed through what ``row`` takes beside the object.
    """

    spell: Callable[[Mapping[str, Any]], Any]
    row: Callable[[Said, Any], str]
    head: str = ""
    tail: str = ""
    between: str = ""


def make_form(name: str, columns: Iterable[str], passed: Iterable[str] | None = None) -> Form:
    """Return the form ``jsonl``, ``json`` or ``csv``; in CSV with these ``columns``.

    ``passed``: the columns that are passed through; None where they may differ from row to row.
    """
    if name != "csv":
        return _JSON[name]
    own = (*columns, *_BAD)
    names = (GIVEN,) if passed is None else tuple(passed)
    spell = _spell_object if passed is None else partial(_spell_cells, names)
    return Form(spell, partial(_csv_row, own), _csv_line((*own, *_rename(names, own))))


def put_head(columns: Iterable[str]) -> None:
    """Print the header of a table of these ``columns``."""
    console.put(make_form("csv", columns, ()).head)


def put_cells(said: Said, columns: Iterable[str]) -> None:
    """Print an object as a row of a table of these ``columns``."""
    form = make_form("csv", columns, ())
    console.put(form.row(said, form.spell({})))


def _rename(names: Iterable[str], own: Iterable[str]) -> Iterable[str]:
    """Return ``names``, with ``given.`` before those that are taken."""
    taken = {*own}
    for name in names:
        while name in taken:
            name = f"{GIVEN}.{name}"
        taken.add(name)
        yield name


def _spell_object(given: Mapping[str, Any]) -> list[str]:
    return [write_json(given) if given else ""]


def _spell_cells(names: Iterable[str], given: Mapping[str, Any]) -> list[str]:
    return [given.get(name, "") for name in names]


def _spell_json(given: Mapping[str, Any]) -> str:
    return write_json(given) if given else ""


def _json_row(said: Said, given: str) -> str:
    text = json.dumps(said)
    return f'{text[:-1]}, "{GIVEN}": {given}}}' if given else text


def _csv_row(columns: Iterable[str], said: Said, given: list[str]) -> str:
    return _csv_line((*(_CELLS.get(column, _cell)(said.get(column), said) for column in columns), *given))


def _csv_line(values: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator=_END).writerow(values)
    whole = line.getvalue().removesuffix(_END)
    return whole.encode(errors="backslashreplace").decode()  # half of a pair of UTF-16, which JSON can spell


def _cell(value: Any, said: Said) -> object:
    match value:
        case bool():
            return json.dumps(value)
        case list():
            return _BETWEEN.join(value)
        case dict():
            return json.dumps(value)
    return value


def _hand(value: Any, said: Said) -> object:
    return " ".join(value or ())


def _rules(value: Any, said: Said) -> object:
    """Return the name of a rule set, or else the rules as JSON: both are what a line of a batch may have."""
    if value is None:
        return None
    return value["name"] if value == _preset(value["name"]) else json.dumps(value)


@cache
def _preset(name: str) -> dict[str, object] | None:
    return rules_object(PRESETS[name]) if name in PRESETS else None


def _solutions(value: Any, said: Said) -> object:
    return _BETWEEN.join(solution["text"] for solution in value or ())


def _steps(value: Any, said: Said) -> object:
    """Those of a verdict, or those of each solution."""
    if value is not None:
        return ", ".join(value)
    return _BETWEEN.join(", ".join(solution["steps"]) for solution in said.get("solutions", ()))


def _nearest(value: Any, said: Said) -> object:
    return _BETWEEN.join(
        f"{solution['text']} = {near['value']}" for near in value or () for solution in near["solutions"]
    )


_CELLS: Final[Mapping[str, Callable[[Any, Said], object]]] = MappingProxyType(
    {
        "hand": _hand,
        "rules": _rules,
        "solutions": _solutions,
        "steps": _steps,
        "nearest": _nearest,
    }
)
"""How the value of a key is written in a cell, where not as :func:`_cell` does."""

_JSON: Final[Mapping[str, Form]] = MappingProxyType(
    {
        "jsonl": Form(_spell_json, _json_row),
        "json": Form(_spell_json, _json_row, "[", "]", ", "),
    }
)
