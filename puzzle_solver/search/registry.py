"""Engines by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from puzzle_solver.errors import UnknownName, UnsupportedPuzzle
from puzzle_solver.lazy import load
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rules import Order, Rules
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.engine import Engine, Lister
from puzzle_solver.search.kernel import KernelEngine, KernelSearch, find_kernel
from puzzle_solver.search.top_down import Search, default_table_size

Opening: TypeAlias = Callable[[Sequence[Fraction], Rules, Budget], Lister]

MOST_NUMBERS: Final = 100
"""Fewer than a hand may have: a search recurses a few frames for each number, and so many it can take wherever in a
program it is called.
"""


class SubsetTables(NamedTuple):
    """The subset search with tables up to a size that ``table_size(numbers, order)`` chooses."""

    name: str
    meaning: str
    table_size: Callable[[int, Order], int]

    def open(self, values: Sequence[Fraction], rules: Rules, budget: Budget) -> Search:
        """Return the search.

        Raises:
            UnsupportedPuzzle: the hand has more than :data:`MOST_NUMBERS` numbers.
        """
        _refuse_many(self.name, len(values))
        return Search(values, rules, budget, self.table_size(len(values), rules.order))


class Classic(NamedTuple):
    """An algorithm of the literature. ``lister`` is a path for :func:`~puzzle_solver.lazy.load`."""

    name: str
    meaning: str
    lister: str

    def open(self, values: Sequence[Fraction], rules: Rules, budget: Budget) -> Lister:
        """Return the lister.

        Raises:
            UnsupportedPuzzle: the hand has more than :data:`MOST_NUMBERS` numbers, or the rules ask for something that
                the algorithm lacks.
        """
        _refuse_many(self.name, len(values))
        opening: Opening = load(self.lister)
        return opening(values, rules, budget)


def _refuse_many(engine: str, count: int) -> None:
    if count > MOST_NUMBERS:
        raise UnsupportedPuzzle(f"the hand has {count} numbers: the engine {engine!r} takes at most {MOST_NUMBERS}")


def _every_size(count: int, order: Order) -> int:
    return count


FAST: Final = (
    SubsetTables("target", "value tables of small subsets, and from the target down above them", default_table_size),
    SubsetTables("tables", "value tables of every subset, from the numbers up", _every_size),
)

CLASSIC: Final = (
    Classic(
        "five_trees",
        "every order of the numbers, every shape of tree, every choice of operators",
        "search.reference.five_trees:FiveTrees",
    ),
    Classic(
        "pick_two",
        "two numbers picked and a result put in their place, until one is left",
        "search.reference.pick_two:PickTwo",
    ),
    Classic(
        "subset_lists",
        "all expressions of every subset, from the small to the large",
        "search.reference.subset_lists:SubsetLists",
    ),
    Classic(
        "multiset_split",
        "every split into two parts, what each makes found once",
        "search.reference.multiset_split:MultisetSplit",
    ),
)
"""They are there to be read and compared with: slow, and with less that they can do."""

IN_PYTHON: Final = FAST[0]
"""It takes every puzzle, and answers what the kernel leaves to it."""

KERNEL: Final = KernelEngine("kernel", "the same as `target` in machine code, with + - * / on 64-bit integers")

Opened: TypeAlias = Search | Lister | KernelSearch

AUTO: Final = "auto"

ENGINES: Final[tuple[Engine[Opened], ...]] = (KERNEL, *FAST, *CLASSIC)


def choose_engine(name: str = AUTO, puzzle: Puzzle | None = None) -> tuple[Engine[Opened], str]:
    """Return the engine called ``name`` and why it was chosen: for ``puzzle``, if it is given.

    Raises:
        UnknownName: there is none.
        MissingKernel: the environment demands the kernel, and it is missing.
    """
    if name == AUTO:
        return _fastest(puzzle)
    for engine in ENGINES:
        if engine.name == name:
            return engine, "asked for by name"
    raise UnknownName(
        f"no engine is called {name!r}: choose from {AUTO}, {', '.join(engine.name for engine in ENGINES)}"
    )


def open_engine(name: str, puzzle: Puzzle, budget: Budget) -> tuple[Engine[Opened], Opened]:
    """Return the engine that :func:`choose_engine` does, and what it opens.

    Raises:
        UnknownName: there is none called ``name``.
        MissingKernel: the environment demands the kernel, and it is missing.
        UnsupportedPuzzle: the engine cannot answer such puzzles.
    """
    if name != AUTO:
        engine, _ = choose_engine(name)
        return engine, engine.open(puzzle.values, puzzle.rules, budget)
    try:
        return KERNEL, KERNEL.open(puzzle.values, puzzle.rules, budget)
    except UnsupportedPuzzle:
        return IN_PYTHON, IN_PYTHON.open(puzzle.values, puzzle.rules, budget)


def _fastest(puzzle: Puzzle | None) -> tuple[Engine[Opened], str]:
    module, why = find_kernel()
    if module is None:
        return IN_PYTHON, f"the fastest engine for any one target; the kernel is {why}"
    refusal = "" if puzzle is None else KERNEL.refusal(puzzle.values, puzzle.rules)
    if refusal:
        return IN_PYTHON, f"the fastest engine for any one target that takes the puzzle: {refusal}"
    return KERNEL, f"the fastest engine, {why}"
