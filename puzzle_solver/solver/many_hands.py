"""Many hands at once: in the kernel one call answers them all, on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain
from typing import Any, Final, TypedDict, TypeVar, Unpack

from puzzle_solver.errors import SearchStopped, UnknownOption
from puzzle_solver.given import each_of, to_integer
from puzzle_solver.puzzle import Given, Puzzle, read_hand
from puzzle_solver.rational import Exact, Pair, to_pair
from puzzle_solver.result import Lazy, Outcome, Result
from puzzle_solver.rules import GAME_24, Rules
from puzzle_solver.sameness import Sameness, find_sameness
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.cost import Tree
from puzzle_solver.search.kernel import find_kernel, fits, kernel_table_size, only_finds, rules_of
from puzzle_solver.search.registry import AUTO, IN_PYTHON, KERNEL
from puzzle_solver.search.top_down import is_plain
from puzzle_solver.solver.api import targets_of
from puzzle_solver.solver.classes import Distinct
from puzzle_solver.solver.native import LEVELS
from puzzle_solver.solver.opening import open_run

T = TypeVar("T")


_TOGETHER: Final = 1_000_000
"""So many targets are asked for in one call for all hands: it holds a bit for each of every hand."""


class SearchLimits(TypedDict, total=False):
    """What a search may take, as :func:`puzzle_solver.solve` takes it: seconds, megabytes, and a wish to stop."""

    time_limit: float | None
    memory_limit: float | None
    interrupted: Callable[[], bool] | None


def count_hands(
    hands: Iterable[Iterable[Given]],
    target: Exact | None = None,
    rules: Rules = GAME_24,
    *,
    same: Sameness | str = Sameness.ESSENCE,
    workers: int | None = None,
    engine: str = AUTO,
    **limits: Unpack[SearchLimits],
) -> list[int]:
    """Return how many distinct solutions each hand has, for one target: None for that of the rules.

    ``workers``: how many cores share the hands, None for all. The limits (``time_limit``, ``memory_limit``,
    ``interrupted``) are as for :func:`puzzle_solver.solve`, and for all hands together.

    >>> from puzzle_solver.solver import count_hands
    >>> count_hands([[3, 3, 8, 8], [1, 2, 3, 4], [1, 1, 1, 1]])
    [1, 3, 0]

    Raises:
        InvalidPuzzle: a hand is no puzzle, or a limit is not positive.
        UnknownOption: there is no such limit.
        SearchStopped: a limit was reached.
    """
    level, budget = find_sameness(same), _budget(limits)
    asked = _Hands(hands, target, rules, budget, engine, workers)

    def one(puzzle: Puzzle, name: str) -> int:
        result = open_run(puzzle, level, budget, name).count()
        if result.count is None:
            raise SearchStopped(result.limit or "")
        return result.count

    return asked.answers("count_each", {"target": asked.target, "level": LEVELS[level]}, fits(asked.target), int, one)


def solve_hands(
    hands: Iterable[Iterable[Given]],
    target: Exact | None = None,
    rules: Rules = GAME_24,
    *,
    same: Sameness | str = Sameness.ESSENCE,
    workers: int | None = None,
    engine: str = AUTO,
    **limits: Unpack[SearchLimits],
) -> Sequence[Result]:
    """Return all distinct solutions of each hand, as :func:`puzzle_solver.solve` does with ``limit=None``.

    Results and solutions are made when they are looked at. ``workers`` and the limits are as for
    :func:`count_hands`.

    >>> from puzzle_solver.solver import solve_hands
    >>> [str(result) for result in solve_hands([[3, 3, 8, 8], [4, 6, 1, 1]])]
    ['8 / (3 - 8 / 3)', '1 * 1 * 4 * 6']

    Raises:
        InvalidPuzzle: a hand is no puzzle, or a limit is not positive.
        UnknownOption: there is no such limit.
        SearchStopped: a limit was reached.
    """
    level, budget = find_sameness(same), _budget(limits)
    asked = _Hands(hands, target, rules, budget, engine, workers)

    def one(puzzle: Puzzle, name: str) -> Result:
        result = open_run(puzzle, level, budget, name).all()
        if not result.complete and result.outcome is not Outcome.NOT_FOUND:
            raise SearchStopped(result.limit or "")
        return result

    question = {"target": asked.target, "level": LEVELS[level]}
    answers: list[Any] = asked.answers("list_each", question, fits(asked.target), lambda trees: trees, one)

    def made(number: int) -> Result:
        answer = answers[number]
        return answer if isinstance(answer, Result) else _result(asked.puzzle(number), level, answer)

    return Lazy(range(len(answers)), made)


def _result(puzzle: Puzzle, same: Sameness, trees: Sequence[Tree]) -> Result:
    outcome = Outcome.SOLVED if trees else Outcome.IMPOSSIBLE
    solutions = Lazy(trees, Distinct(puzzle, same).solution)
    return Result(puzzle, outcome, True, same, len(trees), solutions, None, None, KERNEL.name)


def reach_hands(
    hands: Iterable[Iterable[Given]],
    rules: Rules = GAME_24,
    *,
    first: int = 0,
    last: int = 100,
    workers: int | None = None,
    engine: str = AUTO,
    **limits: Unpack[SearchLimits],
) -> list[int]:
    """Return, for each hand, which integers from ``first`` to ``last`` it can make, as the bits of an integer.

    Bit i, the lowest being 0, is set if ``first + i`` can be made: ``bit_count()`` counts them. ``workers`` and the
    limits are as for :func:`count_hands`.

    >>> from puzzle_solver.solver import reach_hands
    >>> [bin(made) for made in reach_hands([[2, 3], [1, 1]], last=7)]
    ['0b1100010', '0b111']

    Raises:
        InvalidPuzzle: a hand is no puzzle, a limit is not positive, or ``last`` is below ``first``.
        UnknownOption: there is no such limit.
        SearchStopped: a limit was reached.
    """
    budget, targets = _budget(limits), targets_of(first, last)
    first, last = targets[0], targets[-1]
    question = {"first": first, "many": last + 1 - first}
    small = last - first < _TOGETHER and fits((first, 1)) and fits((last, 1))
    read = partial(int.from_bytes, byteorder="little")

    def one(puzzle: Puzzle, name: str) -> int:
        bits = bytearray((last - first) // 8 + 1)
        for made in open_run(puzzle, Sameness.TREES, budget, name).reachable(targets):
            bits[(made - first) // 8] |= 1 << (made - first) % 8
        return read(bits)

    return _Hands(hands, first, rules, budget, engine, workers).answers("reach_each", question, small, read, one)


class _Hands:
    """Hands for one target, under the same rules."""

    def __init__(
        self,
        hands: Iterable[Iterable[Given]],
        target: Exact | None,
        rules: Rules,
        budget: Budget,
        engine: str,
        workers: int | None,
    ) -> None:
        self.hands = list(map(read_hand, each_of(hands, "list of hands", "a list of them, as in [[3, 3, 8, 8]]")))
        self.rules, self.budget, self.engine = rules, budget, engine
        cores = os.cpu_count() or 1
        wanted = cores if workers is None else to_integer(workers, "number of workers (None for all cores)", 1)
        self.workers = min(wanted, cores)
        self._given_target = target
        self._values = self._read()

    def _read(self) -> Sequence[Sequence[Fraction | int]]:
        # Whole numbers, unlike True, which equals 1, are what a puzzle would make of them.
        if all(self.hands) and set(map(type, chain.from_iterable(self.hands))) <= {int}:
            return self.hands  # type: ignore[return-value]
        return [self.puzzle(number).values for number in range(len(self.hands))]

    def puzzle(self, number: int) -> Puzzle:
        """Return the puzzle of the hand with this number."""
        return Puzzle(self.hands[number], self._given_target, self.rules)

    @cached_property
    def target(self) -> Pair:
        """The target, the same for all."""
        return to_pair(self.puzzle(0).target) if self.hands else (0, 1)

    def answers(
        self, question: str, asked: dict[str, Any], fit: bool, read: Callable[[Any], T], one: Callable[[Puzzle, str], T]
    ) -> list[T]:
        """Return the kernel's answers, and what ``one`` says of a hand that the kernel leaves to Python."""
        taken = self._taken() if fit else ()
        answers: list[Any] = [None] * len(self.hands)
        for number, answer in zip(taken, self._ask(question, taken, asked), strict=True):
            answers[number] = answer

        def in_python(number: int) -> T:
            return one(self.puzzle(number), IN_PYTHON.name if number in taken else self.engine)

        return [in_python(number) if answer is None else read(answer) for number, answer in enumerate(answers)]

    def _taken(self) -> Sequence[int]:
        """Return which hands the kernel takes in one call: plain numbers, without joining."""
        plain = is_plain(self.rules) and not only_finds(self.rules)
        if not plain or self.engine not in (AUTO, KERNEL.name) or not self.hands:
            return ()
        longest = max(self._values, key=len)
        if not KERNEL.refusal(list(map(Fraction, longest)), self.rules) and all(map(_fits, self._numbers)):
            return range(len(self.hands))
        refused = [KERNEL.refusal(list(map(Fraction, values)), self.rules) for values in self._values]
        return [number for number, refusal in enumerate(refused) if not refusal]

    @cached_property
    def _numbers(self) -> list[Fraction | int]:
        """What the hands are made of, ascending."""
        return sorted(set(chain.from_iterable(self._values)))

    def _ask(self, question: str, taken: Sequence[int], asked: dict[str, Any]) -> list[Any]:
        module = find_kernel().module
        if not taken:
            return []
        numbers = list(filter(_fits, self._numbers))
        places = {number: place for place, number in enumerate(numbers)}
        sizes = range(module.MOST_NUMBERS + 1)
        try:
            answers: list[Any] = getattr(module, question)(
                values=[to_pair(Fraction(number)) for number in numbers],
                hands=[list(map(places.__getitem__, self._values[number])) for number in taken],
                threads=self.workers, memory=self.budget.bytes_left, check=self.budget.check,
                table_sizes=[kernel_table_size(size, self.rules.order) for size in sizes],
                **rules_of(self.rules), **asked,
            )  # fmt: skip
        except MemoryError as full:
            raise SearchStopped("memory") from full
        return answers


def _fits(number: Fraction | int) -> bool:
    return fits(to_pair(Fraction(number)))


def _budget(limits: SearchLimits) -> Budget:
    for name in limits:
        if name not in SearchLimits.__annotations__:
            raise UnknownOption(f"there is no option {name!r}: choose from {', '.join(SearchLimits.__annotations__)}")
    return Budget(limits.get("time_limit"), limits.get("memory_limit"), limits.get("interrupted"))
