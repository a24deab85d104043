"""How long the worst texts take: ``python tests/fuzz/timing.py`` prints the slowest, in milliseconds of the processor.

Not a test: how long a thing takes depends on the machine.
"""

from __future__ import annotations

import sys
import time

from hostile import AMBIGUOUS, HOSTILE, PUZZLES

from puzzle_solver.checker import check
from puzzle_solver.errors import PuzzleError
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.reading import BOUNDS


def timed(text: str, puzzle: Puzzle) -> tuple[float, str]:
    """Return the milliseconds that the second of two checks takes, and what is said."""
    said, spent = "", 0.0
    for _ in range(2):
        start = time.process_time_ns()
        try:
            verdict = check(text, puzzle)
            said = " ".join(verdict.codes) or "correct"
            str(verdict), verdict.to_object()
        except PuzzleError as error:
            said = str(error).partition("\n")[0]
        spent = (time.process_time_ns() - start) / 1e6
    return spent, said


def main() -> None:
    texts = [(name, make(BOUNDS.characters - 1)) for name, make in HOSTILE.items()]
    texts += [(ascii(text[:30]), text) for text in AMBIGUOUS]
    rows = [(*timed(text, puzzle), name, kind) for kind, puzzle in PUZZLES.items() for name, text in texts]
    for spent, said, name, kind in sorted(rows)[-int(sys.argv[1] if sys.argv[1:] else 25) :]:
        print(f"{spent:8.1f} ms  {name} ({kind}): {said[:90]}")


if __name__ == "__main__":
    main()
