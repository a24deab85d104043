"""Many hands at once: in the kernel one call answers them all, on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from puzzle_solver.errors import InvalidPuzzle, SearchStopped
from puzzle_solver.puzzle import Given, Puzzle
from puzzle_solver.rational import Exact, Pair, to_pair
from puzzle_solver.rules import GAME_24, Rules
from puzzle_solver.sameness import Sameness, find_sameness
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.kernel import find_kernel, fits, kernel_table_size, only_finds, rules_of
from puzzle_solver.search.registry import IN_PYTHON, KERNEL, choose_engine
from puzzle_solver.solver.native import LEVELS
from puzzle_solver.solver.opening import open_run

T = TypeVar("T")

_AUTO: Final = "auto"


def count_hands(
    hands: Iterable[Iterable[Given]],
    target: Exact | None = None,
    rules: Rules = GAME_24,
    *,
    same: Sameness | str = Sameness.ESSENCE,
    workers: int | None = None,
    engine: str = _AUTO,
    **limits: Any,
) -> list[int]:
    """Count the distinct solutions of each hand for one target, that of the rules if None.

    ``workers``: how many cores share the hands, None for all. Limits (``time_limit``, ``memory_limit``,
    ``interrupted``) as for :func:`puzzle_solver.solve`, for all hands together.

    Raises:
        InvalidPuzzle: there is no such puzzle.
        SearchStopped: a limit was reached.
    """
    puzzles = [Puzzle(hand, target, rules) for hand in hands]
    level, budget = find_sameness(same), Budget(**_named(limits))
    wanted = to_pair(puzzles[0].target) if puzzles else (0, 1)
    asked = {"target": wanted, "level": LEVELS[level]}

    def one(puzzle: Puzzle, name: str) -> int:
        result = open_run(puzzle, level, budget, name).count()
        if result.count is None:
            raise SearchStopped(result.limit or "")
        return result.count

    return _Hands(puzzles, rules, budget, engine, workers).answers("count_each", asked, fits(wanted), int, one)


def reach_hands(
    hands: Iterable[Iterable[Given]],
    rules: Rules = GAME_24,
    *,
    first: int = 0,
    last: int = 100,
    workers: int | None = None,
    engine: str = _AUTO,
    **limits: Any,
) -> list[int]:
    """Return, for each hand, which integers from ``first`` to ``last`` it can make, as the bits of an integer.

    Bit i, the lowest being 0, is set if ``first + i`` can be made: ``bit_count()`` counts them. Limits as for
    :func:`count_hands`.

    Raises:
        InvalidPuzzle: there is no such puzzle, or ``last`` is below ``first``.
        SearchStopped: a limit was reached.
    """
    if last < first:
        raise InvalidPuzzle(f"the range of targets {first}..{last} is empty: give the smaller one first")
    puzzles = [Puzzle(hand, first, rules) for hand in hands]
    budget, targets = Budget(**_named(limits)), range(first, last + 1)
    asked = {"first": first, "many": len(targets)}
    small = fits((first, 1)) and fits((last, 1))

    def one(puzzle: Puzzle, name: str) -> int:
        return sum(1 << made - first for made in open_run(puzzle, Sameness.TREES, budget, name).reachable(targets))

    read = partial(int.from_bytes, byteorder="little")
    return _Hands(puzzles, rules, budget, engine, workers).answers("reach_each", asked, small, read, one)


class _Hands:
    """Puzzles under the same rules."""

    def __init__(
        self, puzzles: Sequence[Puzzle], rules: Rules, budget: Budget, engine: str, workers: int | None
    ) -> None:
        self.puzzles, self.rules, self.budget, self.engine = puzzles, rules, budget, engine
        self.workers = workers or os.cpu_count() or 1

    def answers(
        self, question: str, asked: dict[str, Any], fit: bool, read: Callable[[Any], T], one: Callable[[Puzzle, str], T]
    ) -> list[T]:
        """Return the kernel's answers, and what ``one`` says of a hand that the kernel leaves to Python."""
        taken = self._taken() if fit else []
        answered = dict(zip(taken, self._ask(question, taken, asked), strict=True))
        found: list[T] = []
        for number, puzzle in enumerate(self.puzzles):
            answer = answered.get(number)
            name = IN_PYTHON.name if number in answered else self.engine
            found.append(one(puzzle, name) if answer is None else read(answer))
        return found

    def _taken(self) -> list[int]:
        """Return which puzzles the kernel takes in one call: plain numbers, without joining."""
        plain = not (self.rules.join or self.rules.decimals or only_finds(self.rules))
        if not plain or self.engine not in (_AUTO, KERNEL.name):
            return []
        chosen = [choose_engine(_AUTO, puzzle)[0] for puzzle in self.puzzles]
        return [number for number, engine in enumerate(chosen) if engine is KERNEL]

    def _ask(self, question: str, taken: list[int], asked: dict[str, Any]) -> list[Any]:
        module = find_kernel().module
        if not taken:
            return []
        hands: list[list[Pair]] = [list(map(to_pair, self.puzzles[number].values)) for number in taken]
        sizes = range(module.MOST_NUMBERS + 1)
        try:
            answers: list[Any] = getattr(module, question)(
                hands=hands, threads=self.workers, memory=self.budget.bytes_left, check=self.budget.check,
                table_sizes=[kernel_table_size(size, self.rules.order) for size in sizes],
                **rules_of(self.rules), **asked,
            )  # fmt: skip
        except MemoryError as full:
            raise SearchStopped("memory") from full
        return answers


def _named(limits: dict[str, Any]) -> dict[str, Any]:
    names = {"time_limit": "seconds", "memory_limit": "megabytes", "interrupted": "interrupted"}
    return {names[name]: limit for name, limit in limits.items()}
