"""Writes the documents of this folder, into it or into another: ``python make.py FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

from puzzle_solver import IN_ORDER, MAKE_10, Document, Puzzle, Specification, generate, worked
from puzzle_solver.documents import DOCUMENTS

CLASSICS = (
    Puzzle([3, 3, 8, 8]),
    Puzzle([1, 5, 5, 5]),
    Puzzle([10, 9, 12, 2], "80/3", IN_ORDER),
    Puzzle([1, 3, 4, 5, 6, 7, 8, 9], 1000, IN_ORDER),
    Puzzle([1, 1, 1, 1]),
)


def documents() -> dict[str, Document]:
    made = generate(Specification(MAKE_10), seed=10, count=12)
    return {
        "classics": Document(tuple(map(worked, CLASSICS)), "Classics, and one that cannot be done"),
        "make-10": Document(tuple(worked(each.puzzle) for each in made), "Make 10", worksheet=True),
    }


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, document in documents().items():
        for form in DOCUMENTS.values():
            (folder / f"{name}{form.suffix}").write_bytes(document.write(form.name).encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
