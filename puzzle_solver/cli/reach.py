"""``puzzle reach``: which targets can be made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

from typer import Option

from puzzle_solver import solver
from puzzle_solver.cli import console
from puzzle_solver.cli.command import FOUND, INTERRUPTED, NONE, STOPPED, examples
from puzzle_solver.cli.options import Asked, Hand, How, Print, hand_of, introduce_engine, limits_of, settings_of
from puzzle_solver.cli.question import read_range, resolve_rules
from puzzle_solver.cli.show import describe_stop, remedy
from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.rational import read_rational
from puzzle_solver.result import Outcome, Result
from puzzle_solver.solver import Reached

EXAMPLES: Final = examples(
    "puzzle reach 4 4 4 4 --to 20 --count",
    "puzzle reach 4 4 4 4 --rules four-fours --from 0 --to 100",
    "puzzle reach --rules countdown 25 50 75 100 3 6 --from 950 --to 960 --format jsonl",
)

_UNKNOWN: Final = "?"
"""Stands for a number of solutions that a limit has left open."""

FIRST: Final = 0
LAST: Final = 100


def reach(
    given: Hand,
    asked: Asked,
    how: How,
    first: Annotated[int | None, Option("--from", metavar="N", help=f"The first target.  [default: {FIRST}]")] = None,
    last: Annotated[int | None, Option("--to", metavar="N", help=f"The last target.  [default: {LAST}]")] = None,
    count: Annotated[bool, Option("--count", help="Count the distinct solutions; it can take long.")] = False,
    form: Print = "text",
) -> int:
    """Tell which integers can be made from NUMBERS.

    A line has a target and its simplest solution, or why there is none; with --count, how many there are stands
    between them. The smallest positive integer that cannot be made is told on stderr. --target says which target, or
    which range of them, as well as --from and --to do.

    The exit code is 0 if any target can be made, 1 if none, 2 for misuse, 3 if a limit stopped the search with
    nothing found, 130 after Ctrl-C.
    """
    first, last = _ends(asked.target, first, last)
    hand, rules = hand_of(given), resolve_rules(settings_of(asked))
    introduce_engine(how)
    table = Table(form, count=count)
    with console.interruption() as interrupted:
        limits = limits_of(how, interrupted)
        table.fill(solver.reach(hand, rules, first=first, last=last, same=how.same, count=count, **limits))
        if not (table.stopped or (first <= 1 and table.gap)):
            table.note(solver.first_gap(hand, rules, **limits))
        table.end()
    return INTERRUPTED if interrupted() else table.code


def _ends(target: str | None, first: int | None, last: int | None) -> tuple[int, int]:
    if target is None:
        return FIRST if first is None else first, LAST if last is None else last
    if first is not None or last is not None:
        raise InvalidPuzzle("--target does not go with --from or --to: leave out one of them")
    targets = read_range(target)
    if targets is not None:
        return targets[0], targets[-1]
    value = read_rational(target)
    if value.denominator != 1:
        raise InvalidPuzzle(f"the target {value} is no integer: ask puzzle solve for it")
    return value.numerator, value.numerator


class Table:
    """The targets as they are told of, one by one, or all in one JSON object."""

    def __init__(self, form: str, *, count: bool) -> None:
        self._form, self._count = form, count
        self.found = self.stopped = False
        self.gap: int | None = None
        """The smallest positive integer that was not made, where it is known."""
        self._limit: str | None = None
        self._objects: list[dict[str, object]] = []

    def fill(self, reached: Iterable[Reached]) -> None:
        """Tell of each target, up to one that a limit has left open."""
        before: int | None = None
        for target, result in reached:
            if result.stopped:
                self._stop(target, before, result)
                return
            before, solved = target, result.outcome is Outcome.SOLVED
            self.found = self.found or solved
            if not solved and target > 0 and self.gap is None:
                self.gap, self._limit = target, result.limit
            self._add(result)

    def _stop(self, target: int, before: int | None, result: Result) -> None:
        """Tell the best that there is for the target that a limit has left open, and which targets are not known."""
        self.stopped = True
        if result.solutions:
            self.found = True
            self._add(result)
            known = f"target {target} may have more or simpler solutions; the targets after it are not known"
        else:
            after = "" if before is None else f"the last target looked at is {before}; "
            known = f"{after}target {target} and what follows are not known"
        console.say(f"{describe_stop(result)}: {known}{remedy(result)}")

    def _add(self, result: Result) -> None:
        if self._form == "json":
            self._objects.append(result.to_object())
        elif self._form == "jsonl":
            console.put_json(result.to_object(), "jsonl")
        else:
            simplest = next(iter(result.solutions), result.outcome.value.replace("_", " "))
            counted = (_UNKNOWN if result.count is None else str(result.count),) if self._count else ()
            console.put("\t".join((str(result.puzzle.target), *counted, str(simplest))))

    def note(self, gap: solver.Gap | None) -> None:
        """Take note of a gap that lies elsewhere."""
        if gap is not None:
            self.gap, self._limit = gap

    def end(self) -> None:
        """Tell of the smallest positive integer that was not made."""
        if self._form == "json":
            gap = None if self.gap is None else str(self.gap)
            console.put_json({"targets": self._objects, "first_gap": gap, "limit": self._limit}, "json")
        elif self.gap is not None:
            words = f"was not found without {self._limit}" if self._limit else "cannot be made"
            console.say(f"the smallest positive integer that {words}: {self.gap}")

    @property
    def code(self) -> int:
        """The exit code."""
        if self.found:
            return FOUND
        return STOPPED if self.stopped else NONE
