"""Generated puzzles as text, a row each: every form is one row of :data:`FORMS`."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from puzzle_solver.errors import UnknownName
from puzzle_solver.generator.stream import Generated
from puzzle_solver.rational import write_rational
from puzzle_solver.render.objects import rules_object
from puzzle_solver.rules import PRESETS, Rules

Put: TypeAlias = Callable[[str], object]
"""Takes one or more lines, without the end of the last."""

COLUMNS: Final = ("hand", "target", "rules", "count", "solutions", "steps", "seed", "index", "split")
"""Those of CSV."""


class Form(NamedTuple):
    """How puzzles are written: a ``head``, a ``row`` for each, a ``tail``.

    All rows but the first begin with ``between``. ``suffix``: what the name of such a file ends with. ``parted``: a
    row tells the part of the data set that it is in.
    """

    name: str
    meaning: str
    suffix: str
    row: Callable[[Generated], str]
    head: str = ""
    tail: str = ""
    between: str = ""
    parted: bool = False


def _hand(generated: Generated) -> str:
    return " ".join(number.text for number in generated.puzzle.hand)


def _target(generated: Generated) -> str:
    return write_rational(generated.puzzle.target)


def _text(generated: Generated) -> str:
    return "\t".join((f"{_hand(generated)} -> {_target(generated)}", *map(str, generated.result.solutions)))


def _json(generated: Generated) -> str:
    return json.dumps(generated.to_object())


def _csv(generated: Generated) -> str:
    result = generated.result
    solutions = "; ".join(map(str, result.solutions))
    steps = "; ".join(", ".join(solution.steps) for solution in result.solutions)
    values = (
        _hand(generated),
        _target(generated),
        _rules(generated.puzzle.rules),
        result.count,
        solutions,
        steps,
        generated.seed,
        generated.index,
        generated.split,
    )
    return _csv_line(values)


def _csv_line(values: Iterable[object]) -> str:
    line = io.StringIO()
    # Whoever puts the line ends it.
    csv.writer(line, lineterminator="").writerow(values)
    return line.getvalue()


def _rules(rules: Rules) -> str:
    """Return the name of a rule set, or else the rules as JSON: both are what a line of a batch may have."""
    return rules.name if PRESETS.get(rules.name) == rules else json.dumps(rules_object(rules))


def _markdown(generated: Generated) -> str:
    solutions = "<br>".join(f"`{solution}`" for solution in generated.result.solutions)
    # A ``|`` of an operator would end the cell of the table.
    cells = (str(generated.index + 1), _hand(generated), _target(generated), solutions.replace("|", r"\|"))
    return f"| {' | '.join(cells)} |"


_ROWS: Final = (
    Form("text", "the hand, an arrow and the target; after tabs the solutions", ".txt", _text),
    Form("jsonl", "a line of JSON each", ".jsonl", _json, parted=True),
    Form("json", "one JSON array", ".json", _json, "[", "]", ", ", parted=True),
    Form("csv", "comma-separated values, with a line of headings", ".csv", _csv, _csv_line(COLUMNS), parted=True),
    Form(
        "markdown",
        "a table",
        ".md",
        _markdown,
        "| number | hand | target | solutions |\n| ---: | --- | ---: | --- |",
    ),
)

FORMS: Final[Mapping[str, Form]] = MappingProxyType({row.name: row for row in _ROWS})


def find_form(name: str) -> Form:
    """Return the form of rows called ``name``: ``text``, ``jsonl``, ``json``, ``csv`` or ``markdown``.

    >>> from puzzle_solver.generator import find_form
    >>> find_form("csv").suffix
    '.csv'

    Raises:
        UnknownName: there is none.
    """
    if name not in FORMS:
        raise UnknownName(f"no format is called {name!r}: choose from {', '.join(FORMS)}")
    return FORMS[name]


class Sheet:
    """What puzzles are written on, one by one, each with one call of ``put``: what breaks off ends with a whole one."""

    def __init__(self, form: Form, put: Put) -> None:
        self._form, self._put = form, put
        self._first = True
        if form.head:
            put(form.head)

    def add(self, generated: Generated) -> None:
        """Write a puzzle."""
        row = self._form.row(generated)
        self._put(row if self._first else self._form.between + row)
        self._first = False

    def close(self) -> None:
        """Write what ends it all."""
        if self._form.tail:
            self._put(self._form.tail)
