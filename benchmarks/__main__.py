"""Print a table of every work: its target, the median measured, the peak memory of its process."""

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

from benchmarks.works import ALL_HANDS, WORKS, Work

HERE = Path(__file__).parent
INSTALLED = Path(sys.executable).with_name("puzzle")
PUZZLE = (str(INSTALLED), "solve") if INSTALLED.exists() else (sys.executable, "-m", "puzzle_solver", "solve")
BARE = (sys.executable, str(HERE / "bare.py"), "first", "3", "3", "8", "8")
STARTS = 15
START_RATIO = 1.5
BATCH_SECONDS = 4


def main(words: Sequence[str]) -> None:
    print_row("work", "target", "measured", "peak memory", "found")
    print_row(*["---"] * 5)
    for number, work in enumerate(WORKS):
        if not work.slow or "--slow" in words:
            measure(number, work)
    measure_batch()
    measure_start()


def print_row(*cells: str) -> None:
    print("|", " | ".join(cells), "|", flush=True)


def measure(number: int, work: Work) -> None:
    child = [sys.executable, "-m", "benchmarks.child", str(number)]
    seen = json.loads(subprocess.run(child, cwd=HERE.parent, capture_output=True, check=True).stdout)
    target = in_words(work.target) + (f", {work.megabytes} MB" if work.megabytes else "")
    print_row(work.name, target, in_words(median(seen["seconds"])), f"{seen['megabytes']:.0f} MB", seen["found"])


def measure_batch() -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as hands:
        hands.write("\n".join(" ".join(map(str, hand)) for hand in ALL_HANDS))
        hands.flush()
        seconds = median(elapsed([*PUZZLE, "--all", "--batch", hands.name]) for _ in range(3))
    print_row("`puzzle solve --all --batch` over all 1820 hands", in_words(BATCH_SECONDS), in_words(seconds), "", "")


def measure_start() -> None:
    """Alternate the two, so that a busy moment of the machine falls on both. Both are compiled, as when installed."""
    elapsed([*PUZZLE, "3", "3", "8", "8"])
    pairs = [(elapsed([*PUZZLE, "3", "3", "8", "8"]), elapsed(BARE)) for _ in range(STARTS)]
    ours, bare = (median(side) for side in zip(*pairs, strict=True))
    name, found = (
        "whole process `puzzle solve 3 3 8 8`, against a bare typer program",
        f"{in_words(ours)} to {in_words(bare)}",
    )
    print_row(name, f"{START_RATIO} times", f"{ours / bare:.2f} times", "", found)


def elapsed(command: Sequence[str]) -> float:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    subprocess.run(command, cwd=HERE.parent, env=environment, capture_output=True, check=True)
    return time.perf_counter() - start


def in_words(seconds: float) -> str:
    return f"{float(f'{seconds:.2g}'):g} s" if seconds >= 1 else f"{float(f'{seconds * 1000:.2g}'):g} ms"


if __name__ == "__main__":
    main(sys.argv[1:])
