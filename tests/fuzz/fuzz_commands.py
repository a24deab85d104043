"""Runs the program on command lines at random: ``python tests/fuzz/fuzz_commands.py 7 1000`` a thousand, from seed 7.

``python tests/fuzz/fuzz_commands.py 7 1 250`` runs number 250 alone, again. With ``apart`` at the end they are
processes of their own. A run that breaks a promise is told with its seed, and with a shorter one where it can be made
shorter: a line for a shell, among the files that ``python tests/fuzz/scratch.py DIRECTORY`` makes.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Final, TypeAlias

import scratch
from command_lines import Line, codes, make_line, parsed
from promises import agree, keeps
from running import STREAMS, Place, Ran, Setting, place, run_apart, run_here

from puzzle_solver.search.kernel import VARIABLE

Try: TypeAlias = Callable[[Line, Place, Random], Ran]

_OFTEN: Final = 0.4
_KERNELS: Final = ("", "0", "1") if find_spec("puzzle_solver._kernel.native") else ("", "0")
"""Values of the variable that chooses the engine; without a kernel none may demand it."""
_SAME_WITH_BOTH: Final = ("solve", "reach", "hint", "check", "generate", "examples")


def try_here(line: Line, where: Place, random: Random) -> Ran:
    """Run a line in this process, now and then with and without the kernel; assert what is promised."""
    ran, touched = _run(line, where)
    keeps(line, ran, touched=touched)
    if in_python_too(line) and repeatable(line, touched) and random.random() < _OFTEN:
        agree(ran, _run(line, where, kernel="0")[0])
    return ran


def in_python_too(line: Line) -> bool:
    """Does the answer not depend on the engine?"""
    asked = parsed(line)
    return asked is not None and line.words[0] in _SAME_WITH_BOTH and asked.get("engine", "auto") == "auto"


def repeatable(line: Line, touched: bool) -> bool:
    return not touched and not any(pipe in word for word in line.words for pipe in (scratch.FED, scratch.DRAINED))


def _run(line: Line, where: Place, kernel: str = "") -> tuple[Ran, bool]:
    where.prepare(line)
    ran = run_here(line, kernel)
    return ran, where.restore()


def try_apart(line: Line, where: Place, random: Random) -> Ran:
    """Run a line as a process; where its streams are whole, as in this process, whatever the hash seed and the
    engine."""
    setting = _setting(random)
    where.prepare(line)
    ran = run_apart(line, setting)
    touched = where.restore()
    try:
        _keeps_apart(line, where, ran, setting, touched)
    except AssertionError as error:
        words = [f"{name}={value}" for name, value in setting.environment.items()]
        error.add_note(
            f"as a process: {' '.join(words)} {line} {STREAMS[setting.streams]}  ({setting.streams or 'whole'})"
        )
        raise
    return ran


def _setting(random: Random) -> Setting:
    streams = random.choice(["", "", "", *STREAMS])
    encoding = random.choice(["utf-8", "utf-8", "utf-8", "ascii", "cp1252"])
    return Setting(streams, {
        "PYTHONHASHSEED": str(random.randrange(1 << 32)), VARIABLE: random.choice(_KERNELS),
        "PYTHONIOENCODING": encoding,
        **random.choice([{}, {"PYTHONUNBUFFERED": "1"}, {"COLUMNS": "20"}, {"LC_ALL": "C"}]),
    })  # fmt: skip


def _keeps_apart(line: Line, where: Place, ran: Ran, setting: Setting, touched: bool) -> None:
    if not setting.streams and setting.environment["PYTHONIOENCODING"] == "utf-8":
        keeps(line, ran, touched=touched)
        if in_python_too(line) and repeatable(line, touched):
            agree(ran, _run(line, where)[0])
        return
    assert not ran.raised, ran.raised
    assert "Traceback" not in ran.err, ran.err
    assert "Exception ignored" not in ran.err, ran.err
    assert ran.code in codes(line), ran
    assert "error: " not in ran.out or '"error: ' in ran.out, ran


def run(seed: int, many: int, first: int = 0, attempt: Try = try_here) -> tuple[Counter[str], list[str]]:
    """Run so many lines; return how often each command ended in which code, and what broke a promise."""
    ended, broken = Counter[str](), []
    with place() as where:
        for number in range(first, first + many):
            random = Random(f"{seed}/{number}")
            line = make_line(random)
            print(f"{number}: {line}", file=sys.stderr, flush=True)
            try:
                ran = attempt(line, where, random)
            except Exception as error:  # noqa: BLE001 (a promise that breaks with an error of ours is told, too)
                broken.append(_report(seed, number, line, error, where, attempt))
                print(broken[-1], flush=True)
                where.restore()
            else:
                ended[f"{line.words[0] if line.words else ''} {ran.code}"] += 1
    return ended, broken


def _report(seed: int, number: int, line: Line, error: Exception, where: Place, attempt: Try) -> str:
    short = shortened(line, where, attempt, _kind(error), f"{seed}/{number}")
    how = " apart" if attempt is try_apart else ""
    told = "\n".join([str(error)[-1500:], *getattr(error, "__notes__", [])])
    return "\n".join([
        f"python tests/fuzz/fuzz_commands.py {seed} 1 {number}{how}", f"  {short}", f"  stdin: {short.stdin[:300]!r}",
        f"  random.txt: {short.file[:300]!r}", told, "",
    ])  # fmt: skip


def _kind(error: Exception) -> str:
    """Return what two faults of a kind share: what is said, or the last line of a traceback."""
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__} {lines[-1 if 'Traceback' in lines[0] else 0][:25]}"


def shortened(line: Line, where: Place, attempt: Try, kind: str, seed: str) -> Line:
    """Return the line without the words, and the lines of its files, that its fault does not need."""
    for _ in range(3):
        for place_ in reversed(range(1, len(line.words))):
            shorter = line._replace(words=(*line.words[:place_], *line.words[place_ + 1 :]))
            line = shorter if _fails(shorter, where, attempt, kind, seed) else line
    for field in ("stdin", "file"):
        rows = getattr(line, field).split(b"\n")
        for some in ([], *([row] for row in rows)):
            shorter = _with(line, field, b"\n".join(some))
            if _fails(shorter, where, attempt, kind, seed):
                line = shorter
                break
    return line


def _with(line: Line, field: str, content: bytes) -> Line:
    return line._replace(stdin=content) if field == "stdin" else line._replace(file=content)


def _fails(line: Line, where: Place, attempt: Try, kind: str, seed: str) -> bool:
    if "overdue" in kind:
        return False
    try:
        attempt(line, where, Random(seed))
    except Exception as error:  # noqa: BLE001 (as in run)
        where.restore()
        return _kind(error) == kind
    return False


def main() -> int:
    seed, many, first, *_ = (*(int(word) for word in sys.argv[1:] if word != "apart"), 0)
    ended, broken = run(seed, many, first, try_apart if "apart" in sys.argv else try_here)
    print(json.dumps(dict(sorted(ended.items()))))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
