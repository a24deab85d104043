"""Has batches of lines answered: ``python tests/fuzz/fuzz_batches.py 7 1000`` a thousand files, from seed 7.

``python tests/fuzz/fuzz_batches.py 7 1 250`` does number 250 alone, again. A file that breaks a promise is told with
its seed and its
lines, without those that play no part.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any, Final, NamedTuple

from batch_lines import Batch, make_batch, plainly_joined
from command_lines import RANDOM, Line, options_at_random
from promises import agree, right_result
from running import Place, Ran, place, run_here

from puzzle_solver.operators import OPERATORS

_COMMANDS: Final = ("solve", "solve", "check", "check", "examples")
_LIMITED: Final = ("solve", "examples")
_NUMBERED: Final = re.compile(r"error: line ([0-9]+): ")
_OFTEN: Final = 0.1


class Asked(NamedTuple):
    """A batch, and how it is given to which command."""

    command: str
    batch: Batch
    options: tuple[str, ...] = ()
    workers: int = 1
    piped: bool = False

    @property
    def line(self) -> Line:
        limit = ("--time-limit", "1") if self.command in _LIMITED else ()
        workers = ("--workers", str(self.workers)) if self.workers > 1 else ()
        words = (self.command, "--batch", "-" if self.piped else RANDOM, *limit, *workers, *self.options)
        return Line(words, self.batch.data if self.piped else b"", self.batch.data)


def make_asked(random: Random) -> Asked:
    command = random.choice(_COMMANDS)
    options = options_at_random(command, random) if random.random() < 0.3 else ()
    workers = 2 if command == "check" and random.random() < _OFTEN else 1
    batch = make_batch(random, answers=command == "check")
    return Asked(command, batch, options, workers, random.random() < 0.3)


def attempt(asked: Asked, where: Place, random: Random) -> Ran:
    """Have a batch answered, now and then in two ways; assert what is promised."""
    ran = _run(asked.line, where)
    assert not ran.raised, ran.raised
    assert "Traceback" not in ran.err, ran.err
    assert ran.code in {0, 2}, f"the exit code is {ran.code}: {ran.err}"
    (_document if asked.command == "examples" else _rows)(asked, ran)
    if asked.workers > 1:
        agree(ran, _run(asked._replace(workers=1).line, where))
    elif random.random() < _OFTEN:
        agree(ran, _run(asked.line, where, kernel="0"))
    return ran


def _run(line: Line, where: Place, kernel: str = "") -> Ran:
    where.prepare(line)
    ran = run_here(line, kernel)
    assert not where.restore(), "files were touched"
    return ran


def _document(asked: Asked, ran: Ran) -> None:
    """Each line that is bad is told of, in order; the rest is a document."""
    told = [int(number) for number in _NUMBERED.findall(ran.err)]
    numbers = [number for number, _ in asked.batch.numbered]
    assert told == sorted(set(told)), f"lines out of order: {told}"
    assert set(told) <= set(numbers), f"lines that there are not: {told}"
    assert (ran.code == 2) == ("error: " in ran.err), ran.err
    assert bool(ran.out) == (ran.code == 0 or bool(ran.out)), ran
    if not asked.options and asked.batch.is_of_lines and len(told) < len(numbers):
        assert ran.out, f"no document: {ran.err}"


def _rows(asked: Asked, ran: Ran) -> None:
    """As many rows come out as went in, in order, each an object."""
    rows = [json.loads(text) for text in ran.out.splitlines()]
    assert all(isinstance(row, dict) for row in rows), rows
    assert (ran.code == 2) == (any("error" in row for row in rows) or "error: " in ran.err), (ran.code, ran.err, rows)
    if _is_refused(asked, ran):
        return
    assert not ran.err, ran.err
    told, numbers = asked.batch.told, [number for number, _ in asked.batch.numbered]
    if asked.batch.table:
        told, numbers = told[1:], numbers[1:]
    if asked.batch.table or asked.batch.is_of_lines:
        assert len(rows) == len(numbers), f"{len(numbers)} lines, {len(rows)} rows"
        for row, number, line in zip(rows, numbers, told, strict=True):
            known = not asked.options and line.hand is not None and (asked.command == "solve" or line.is_object)
            _row(row, number, line.hand if known else None, right=line.right and known)
    bad = [row["line"] for row in rows if "error" in row]
    assert bad == sorted(bad), f"lines out of order: {bad}"
    for row in rows[:3]:
        if row.get("solutions") and "operators" not in " ".join(asked.options):
            right_result(row, OPERATORS)


def _is_refused(asked: Asked, ran: Ran) -> bool:
    """Was the whole refused before the first row? That may be for an option or a header, in one line."""
    may_be = asked.options or not (asked.batch.is_of_lines or asked.batch.table)
    return bool(may_be and not ran.out and ran.err.startswith("error: ") and ran.err.count("\n") == 1)


def _row(row: dict[str, Any], number: int, hand: Sequence[str] | None, *, right: bool) -> None:
    if "error" in row:
        assert isinstance(row["error"], str), row
        assert row["line"] == number, f"line {number} is told as {row}"
        assert hand is None, f"a good line is refused: {row}"
        assert row["error"].strip(), row
        return
    assert "hand" in row, row
    assert hand is None or [*map(Fraction, row["hand"])] == [*map(Fraction, hand)], f"{hand} is told as {row['hand']}"
    assert not right or row.get("correct", True), f"right, and told as {row}"
    assert not right or row.get("outcome", "solved") in {"solved", "stopped"}, f"solved, and told as {row}"


def run(seed: int, many: int, first: int = 0) -> tuple[Counter[str], list[str]]:
    """Have so many files answered; return how often each command ended in which code, and what broke a promise."""
    ended, broken = Counter[str](), []
    with place() as where:
        for number in range(first, first + many):
            random = Random(f"{seed}/{number}")
            asked = make_asked(random)
            print(f"{number}: {asked.line}", file=sys.stderr, flush=True)
            try:
                ran = attempt(asked, where, random)
            except Exception as error:  # noqa: BLE001 (a promise that breaks with an error of ours is told, too)
                broken.append(_report(seed, number, asked, error, where))
                print(broken[-1], flush=True)
            else:
                ended[f"{asked.command} {ran.code}"] += 1
    return ended, broken


def _report(seed: int, number: int, asked: Asked, error: Exception, where: Place) -> str:
    short = shortened(asked, error, where, seed, number)
    return "\n".join([
        f"python tests/fuzz/fuzz_batches.py {seed} 1 {number}", f"  {short.line}",
        f"  lines: {short.batch.data[:600]!r}", _said(error)[-1500:], ""
    ])  # fmt: skip


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"


def shortened(asked: Asked, error: Exception, where: Place, seed: int, number: int) -> Asked:
    """Return the file with as few of its lines as break the same promise."""
    shorter = asked._replace(batch=plainly_joined(asked.batch.lines, table=asked.batch.table))
    asked = shorter if _fails(shorter, error, where, seed, number) else asked
    for place_ in reversed(range(1 if asked.batch.table else 0, len(asked.batch.lines))):
        lines = [line for index, line in enumerate(asked.batch.lines) if index != place_]
        shorter = asked._replace(batch=plainly_joined(lines, table=asked.batch.table))
        asked = shorter if lines and _fails(shorter, error, where, seed, number) else asked
    return asked


def _fails(asked: Asked, error: Exception, where: Place, seed: int, number: int) -> bool:
    if "overdue" in _said(error):
        return False
    try:
        attempt(asked, where, Random(f"{seed}/{number}"))
    except Exception as other:  # noqa: BLE001 (as in run)
        where.restore()
        return _kind(other) == _kind(error)
    return False


def _kind(error: Exception) -> str:
    lines = _said(error).strip().splitlines() or [""]
    return re.sub("[0-9]+", "0", lines[-1 if "Traceback" in lines[0] else 0][:25])


def main() -> int:
    ended, broken = run(*map(int, sys.argv[1:]))
    print(json.dumps(dict(sorted(ended.items()))))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
