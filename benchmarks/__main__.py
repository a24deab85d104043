"""Print a table of every work: for pure Python and for the kernel its target, the median measured, the peak memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.works import ALL_HANDS, WORKS, Work
from puzzle_solver.search.kernel import VARIABLE, find_kernel

HERE = Path(__file__).parent
INSTALLED = Path(sys.executable).with_name("puzzle")
PUZZLE = (str(INSTALLED), "solve") if INSTALLED.exists() else (sys.executable, "-m", "puzzle_solver", "solve")
BARE = (sys.executable, str(HERE / "bare.py"), "first", "3", "3", "8", "8")
KERNEL = find_kernel().module is not None
STARTS = 15
UNITS = ((1, "s"), (1000, "ms"), (1_000_000, "us"))
START_RATIO = 1.5
BATCH_SECONDS = 4


def main(words: Sequence[str]) -> None:
    print_row("work", "target, Python", "Python", "target, kernel", "kernel", "found")
    print_row(*["---"] * 6)
    for number, work in enumerate(WORKS):
        if not work.slow or "--slow" in words:
            measure(number, work)
    measure_batch()
    measure_start()


def print_row(*cells: str) -> None:
    print("|", " | ".join(cells), "|", flush=True)


def measure(number: int, work: Work) -> None:
    """Measure a work with and without the kernel, in processes of their own, one after the other."""
    in_python = in_words_with(work.target, work.megabytes[0]), seen(number, "0") if work.target else {}
    in_kernel = in_words_with(work.kernel, work.megabytes[1]), seen(number, "") if work.kernel and KERNEL else {}
    cells = [cell for target, measured in (in_python, in_kernel) for cell in (target, told(measured))]
    print_row(work.name, *cells, (in_kernel[1] or in_python[1]).get("found", ""))


def seen(number: int, kernel: str) -> dict[str, Any]:
    child = [sys.executable, "-m", "benchmarks.child", str(number)]
    environment = {**os.environ, VARIABLE: kernel}
    done = subprocess.run(child, cwd=HERE.parent, env=environment, capture_output=True, check=True)
    return dict(json.loads(done.stdout))


def told(measured: dict[str, Any]) -> str:
    return f"{in_words(median(measured['seconds']))}, {measured['megabytes']:.0f} MB" if measured else ""


def in_words_with(seconds: float | None, megabytes: int | None) -> str:
    return in_words(seconds) + (f", {megabytes} MB" if megabytes else "") if seconds else ""


def measure_batch() -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as hands:
        hands.write("\n".join(" ".join(map(str, hand)) for hand in ALL_HANDS))
        hands.flush()
        seconds = median(elapsed([*PUZZLE, "--all", "--batch", hands.name]) for _ in range(3))
    print_row(
        "`puzzle solve --all --batch` over all 1820 hands", in_words(BATCH_SECONDS), in_words(seconds), "", "", ""
    )


def measure_start() -> None:
    """Alternate the two, so that a busy moment of the machine falls on both. Both are compiled, as when installed."""
    elapsed([*PUZZLE, "3", "3", "8", "8"])
    pairs = [(elapsed([*PUZZLE, "3", "3", "8", "8"]), elapsed(BARE)) for _ in range(STARTS)]
    ours, bare = (median(side) for side in zip(*pairs, strict=True))
    name, found = (
        "whole process `puzzle solve 3 3 8 8`, against a bare typer program",
        f"{in_words(ours)} to {in_words(bare)}",
    )
    print_row(name, f"{START_RATIO} times", f"{ours / bare:.2f} times", "", "", found)


def elapsed(command: Sequence[str]) -> float:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    subprocess.run(command, cwd=HERE.parent, env=environment, capture_output=True, check=True)
    return time.perf_counter() - start


def in_words(seconds: float) -> str:
    scale, unit = next(((scale, unit) for scale, unit in UNITS if seconds * scale >= 1), UNITS[-1])
    return f"{float(f'{seconds * scale:.2g}'):g} {unit}"


if __name__ == "__main__":
    main(sys.argv[1:])
