"""``puzzle reach``: which targets can be made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

from typer import Option

from puzzle_solver import solver
from puzzle_solver.cli import console
from puzzle_solver.cli.asking import resolve_rules
from puzzle_solver.cli.command import INTERRUPTED, NONE, STOPPED, examples
from puzzle_solver.cli.parameters import Asked, How, Print, hand_of, introduce_engine, limits_of, settings_of
from puzzle_solver.cli.words import describe_stop, remedy
from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.rational import read_rational
from puzzle_solver.result import Outcome, Result
from puzzle_solver.solver import Reached

EXAMPLES: Final = examples(
    "puzzle reach 4 4 4 4 --to 20",
    "puzzle reach --rules countdown 25 50 75 100 3 6 --from 950 --to 960 --format jsonl",
)

FIRST: Final = 0
LAST: Final = 100


def reach(
    asked: Asked,
    how: How,
    first: Annotated[int | None, Option("--from", metavar="N", help=f"The first target.  [default: {FIRST}]")] = None,
    last: Annotated[int | None, Option("--to", metavar="N", help=f"The last target.  [default: {LAST}]")] = None,
    form: Print = "text",
) -> int:
    """Tell which integers can be made from NUMBERS.

    A line has a target, how many distinct solutions there are, and the simplest of them or why there is none. The
    smallest positive integer that cannot be made is told on stderr. With --target there is one target.

    The exit code is 0 if any target can be made, 1 if none, 2 for misuse, 3 if a limit stopped the search with
    nothing found, 130 after Ctrl-C.
    """
    first, last = _range(asked.target, first, last)
    hand, rules = hand_of(asked), resolve_rules(settings_of(asked))
    introduce_engine(how)
    table = Table(form)
    with console.interruption() as interrupted:
        limits = limits_of(how, interrupted)
        table.fill(solver.reach(hand, rules, first=first, last=last, same=how.same, **limits))
        table.end(None if table.stopped else solver.first_gap(hand, rules, **limits))
    return INTERRUPTED if interrupted() else table.code


def _range(target: str | None, first: int | None, last: int | None) -> tuple[int, int]:
    if target is None:
        return FIRST if first is None else first, LAST if last is None else last
    if first is not None or last is not None:
        raise InvalidPuzzle("--target does not go with --from or --to: leave out one of them")
    value = read_rational(target)
    if value.denominator != 1:
        raise InvalidPuzzle(f"the target {value} is no integer: ask puzzle solve for it")
    return value.numerator, value.numerator


class Table:
    """The targets as they are told of, one by one, or all in one JSON object."""

    def __init__(self, form: str) -> None:
        self.form = form
        self.found = self.stopped = False
        self._objects: list[dict[str, object]] = []

    def fill(self, reached: Iterable[Reached]) -> None:
        """Tell of each target, up to one that a limit has left open."""
        for target, result in ((each.target, each.result) for each in reached):
            if result.count is None:
                self.stopped = True
                console.say(f"{describe_stop(result)}: target {target} and what follows are not known{remedy(result)}")
                return
            self.found = self.found or result.outcome is Outcome.SOLVED
            self._add(result)

    def _add(self, result: Result) -> None:
        if self.form == "json":
            self._objects.append(result.to_object())
        elif self.form == "jsonl":
            console.put_json(result.to_object(), "jsonl")
        else:
            simplest = next(iter(result.solutions), result.outcome.value.replace("_", " "))
            console.put(f"{result.puzzle.target}\t{result.count}\t{simplest}")

    def end(self, gap: int | None) -> None:
        """Tell of the smallest positive integer that cannot be made, where it is known."""
        if self.form == "json":
            console.put_json({"targets": self._objects, "first_gap": None if gap is None else str(gap)}, "json")
        elif gap is not None:
            console.say(f"the smallest positive integer that cannot be made: {gap}")

    @property
    def code(self) -> int:
        """The exit code."""
        if self.found:
            return 0
        return STOPPED if self.stopped else NONE
