"""Print what every engine takes for 1..N -> 24, N = 4 to 7, as the tables of docs/algorithms.md.

Run with ``python -m benchmarks.engines``: some six minutes, and up to 1 GB.
"""

from __future__ import annotations

from collections.abc import Callable

from puzzle_solver import Puzzle
from puzzle_solver.comparison import Ending, Measure, Row, compare

SECONDS = 60
SIZES = range(4, 8)


def seconds(measure: Measure) -> str:
    stopped = measure.ending is Ending.STOPPED
    return f"stopped after {SECONDS} s" if stopped else f"{measure.seconds:.2g} s"


def candidates(measure: Measure) -> str:
    return at_least(measure) + ("not counted" if measure.candidates is None else f"{measure.candidates:,}")


def megabytes(measure: Measure) -> str:
    return f"{at_least(measure)}{measure.megabytes:.0f} MB"


def at_least(measure: Measure) -> str:
    return "> " if measure.ending is Ending.STOPPED else ""


FIGURES: dict[str, Callable[[Measure], str]] = {
    "time": seconds,
    "candidates": candidates,
    "peak memory": megabytes,
}


def cell(row: Row, numbers: int, figure: Callable[[Measure], str]) -> str:
    for measure in row.measures:
        if measure.numbers == numbers:
            return "refused" if measure.ending is Ending.REFUSED else figure(measure)
    return "not tried"


def main() -> None:
    comparison = compare(Puzzle(range(1, SIZES[0] + 1), 24), time_limit=SECONDS, sizes=SIZES)
    assert not comparison.differences
    for name, figure in FIGURES.items():
        print(f"| {name} |", " | ".join(f"N = {numbers}" for numbers in SIZES), "|")
        print("|---" * (len(SIZES) + 1) + "|")
        for row in comparison.rows:
            print(f"| `{row.engine}` |", " | ".join(cell(row, numbers, figure) for numbers in SIZES), "|")
        print()


if __name__ == "__main__":
    main()
