"""Coverage-guided fuzzing of the checker, with atheris, which is no dependency of the project::

    python -m pip install atheris
    python tests/fuzz/fuzz_check.py -max_total_time=600 -timeout=1 CORPUS

where CORPUS is a directory for what is found on the way. It starts from the answers of the data files. The first byte
chooses the puzzle, the rest is the text, in UTF-8, what is not taken as surrogates.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris  # type: ignore[import-untyped, import-not-found, unused-ignore]

with atheris.instrument_imports(include=["puzzle_solver"]):
    import puzzle_solver.checker  # noqa: F401

from hostile import PUZZLES
from mutation import ROWS, checked, looked_into

CHOICES = tuple(PUZZLES.values())


def fuzz(data: bytes) -> None:
    text = data[1:].decode("utf-8", "surrogateescape")
    puzzle = CHOICES[(data[0] if data else 0) % len(CHOICES)]
    checked(text, puzzle)
    looked_into(text, puzzle)


def sow(corpus: Path) -> None:
    """Put the answers of the data files into the corpus."""
    corpus.mkdir(parents=True, exist_ok=True)
    for number, (answer, _) in enumerate(ROWS):
        text = answer.encode("utf-8", "surrogatepass")
        (corpus / f"row{number}").write_bytes(bytes([number % len(CHOICES)]) + text)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        if not argument.startswith("-"):
            sow(Path(argument))
    atheris.Setup(sys.argv, fuzz)
    atheris.Fuzz()
