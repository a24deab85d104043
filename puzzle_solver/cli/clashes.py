"""Options that do not go together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from puzzle_solver.cli.display import DATA, FORMS
from puzzle_solver.errors import InvalidPuzzle, UnknownName

RANGE: Final = "a range of targets"

PAIRS: Final = (
    ("--all", "--limit"),
    *(("--count", other) for other in ("--limit", "--all", "--nearest", "--steps", "--idea", "--style")),
    *(("--batch", other) for other in ("NUMBERS", "--digits", "--steps", "--idea", "--style", RANGE)),
)

_TEXT_AND_DATA: Final = ("text", *DATA)
_SEVERAL: Final = tuple(form for form in FORMS if form != "svg")

FORMATS_OF: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({
    "--batch": DATA,
    "--count": _TEXT_AND_DATA,
    "--steps": _TEXT_AND_DATA,
    RANGE: _TEXT_AND_DATA,
    "--idea": ("text",),
    "--style": ("text", "markdown", "pretty", "tree", "svg"),
    "--limit above 1": _SEVERAL,
    "--all": _SEVERAL,
    "--nearest": _SEVERAL,
})  # fmt: skip
"""The formats that an option goes with, where it does not go with all."""


def refuse_clashes(options: Mapping[str, object], form: str) -> None:
    """Refuse options that do not go together.

    Raises:
        UnknownName: there is no such format.
        InvalidPuzzle: two options contradict each other, or one does not go with the format.
    """
    refuse_pairs(options, PAIRS)
    given = [option for option, value in options.items() if value]
    if form not in FORMS:
        raise UnknownName(f"no format is called {form!r}: choose from {', '.join(FORMS)}")
    for option in given:
        if form not in FORMATS_OF.get(option, FORMS):
            raise InvalidPuzzle(f"{option} does not go with --format {form}: leave out one of them")


def refuse_pairs(options: Mapping[str, object], pairs: Iterable[tuple[str, str]]) -> None:
    """Refuse any of ``pairs`` of options.

    Raises:
        InvalidPuzzle: both of a pair are given.
    """
    for one, other in pairs:
        if options[one] and options[other]:
            raise InvalidPuzzle(f"{one} does not go with {other}: leave out one of them")
