"""The native kernel as an engine: the same search on 64-bit integers, in machine code.

It is optional, when the package is built and when it runs. ``PUZZLE_SOLVER_KERNEL=0`` in the environment does without
it, ``PUZZLE_SOLVER_KERNEL=1`` makes it an error that it is missing.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property, partial
from importlib import import_module
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from puzzle_solver.errors import MissingKernel, SearchStopped, UnsupportedPuzzle
from puzzle_solver.expression import Number
from puzzle_solver.operators import BASIC, NEGATE, POWER, AnyOperator
from puzzle_solver.rational import Pair, from_pair, to_pair
from puzzle_solver.rules import Order, Rules, Use
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.cost import Tree
from puzzle_solver.search.engine import NO_BRACKETS, Lack, refusal
from puzzle_solver.search.top_down import Search, default_table_size, is_even

VARIABLE: Final = "PUZZLE_SOLVER_KERNEL"
_OFF, _EITHER, _ON = "0", "", "1"

_BITS: Final = 64

_KNOWN: Final = (*BASIC, POWER, NEGATE)

OTHER_OPERATORS: Final = Lack(
    "use operators other than + - * / ^ and the sign", "take only these",
    lambda rules: not all(operator in _KNOWN for operator in rules.operators),
)  # fmt: skip
BOUND_POWERS: Final = Lack(
    "bound powers more tightly than its 64 bits do", "leave exponents unbounded, and results 64 bits",
    lambda rules: POWER in rules.operators and (rules.limits.bits < _BITS or rules.limits.exponent is not None),
)  # fmt: skip
LACKS: Final = (OTHER_OPERATORS, BOUND_POWERS, NO_BRACKETS)


def only_finds(rules: Rules) -> bool:
    """Does the kernel tell no more than what can be made, and by which expression?

    Powers leave any number of bits at once, so with them, and with signs, it passes over what does not fit. What it
    finds is right all the same; that something cannot be made, what is simplest and how many there are it leaves to
    Python.
    """
    return not all(operator in BASIC for operator in rules.operators)


_LARGEST: Final = 2**63 - 1
_LARGEST_BOUND: Final = 2**31
"""A domain's least value: the kernel multiplies it with a denominator."""


class Kernel(Protocol):
    """A hand in the compiled module. Rationals are pairs in lowest terms, trees are as the search writes them."""

    def can(self, target: Pair) -> bool:
        """Say whether the target can be made."""
        ...

    def reach(self, first: int, many: int) -> bytes:
        """Say of each integer from ``first`` on, so many, whether it can be made: 1 or 0."""
        ...

    def witness(self, target: Pair) -> Tree | None:
        """Return some tree that makes the target."""
        ...

    def count_trees(self, target: Pair) -> int:
        """Return the number of trees that make the target."""
        ...

    def count(self, target: Pair, level: int) -> int:
        """Return the number of distinct solutions."""
        ...

    def count_values(self) -> int:
        """Return how many values can be made."""
        ...

    def values(self, first: int, most: int) -> Sequence[Pair]:
        """Return some of these values, ascending, from number ``first`` on."""
        ...


MAIN_SOURCE: Final = Path(__file__).parents[1] / "_kernel" / "module.cpp"
"""It is in a checkout only."""

STALE: Final = (
    "the compiled kernel is out of date, for its C++ has changed since: install again with pip install --editable ., "
    f"or do without it by {VARIABLE}=0"
)


class Found(NamedTuple):
    """The compiled module, None if it is not in use, and why it is or is not."""

    module: Any
    why: str


@cache
def find_kernel() -> Found:
    """Return the compiled module, looked for once.

    Raises:
        MissingKernel: it is demanded and missing, or the variable says neither 0 nor 1.
    """
    wanted = os.environ.get(VARIABLE, _EITHER)
    if wanted not in (_OFF, _EITHER, _ON):
        raise MissingKernel(f"{VARIABLE}={wanted!r} is neither 0, without the kernel, nor 1, not without it")
    if wanted == _OFF:
        return Found(None, f"not in use: {VARIABLE}=0")
    try:
        native = import_module("puzzle_solver._kernel.native")
    except ImportError as error:
        if wanted == _ON:
            raise MissingKernel(
                f"{VARIABLE}=1 demands the kernel, which is missing ({error}): install with a C++ compiler, or unset it"
            ) from error
        return Found(None, "not in use: it was not built, for want of a C++ compiler")
    if _is_stale(native):
        warnings.warn(STALE, RuntimeWarning, stacklevel=2)
        return Found(native, "built from other sources, and not turned off")
    return Found(native, "built, and not turned off")


def _is_stale(native: ModuleType) -> bool:
    if not MAIN_SOURCE.exists():  # in an installed wheel, which pays no more than this
        return False
    from puzzle_solver.search.sources import is_stale

    return is_stale(native, MAIN_SOURCE.parent)


class KernelEngine(NamedTuple):
    """The kernel's row in the registry."""

    name: str
    meaning: str

    def open(self, values: Sequence[Fraction], rules: Rules, budget: Budget) -> KernelSearch:
        """Return the search.

        Raises:
            UnsupportedPuzzle: the kernel is not in use, or lacks something that the puzzle asks for.
        """
        why_not = self.refusal(values, rules)
        if why_not:
            raise UnsupportedPuzzle(why_not)
        return KernelSearch(find_kernel().module, values, rules, budget)

    def refusal(self, values: Sequence[Fraction], rules: Rules) -> str:
        """Return why the kernel does not take such puzzles, nothing if it does."""
        module, why = find_kernel()
        if module is None:
            return f"the engine {self.name!r} cannot answer ({why}): turn it on, or take another engine"
        large = Lack("take numbers beyond 64 bits", "give smaller ones", lambda rules: not _small(values, rules))
        most = module.MOST_NUMBERS
        many = Lack(f"take {len(values)} numbers", f"give at most {most}", lambda rules: len(values) > most)
        return refusal(self.name, rules, (*LACKS, many, large))


def _small(values: Sequence[Fraction], rules: Rules) -> bool:
    return abs(rules.domain.least or 0) <= _LARGEST_BOUND and all(map(fits, map(to_pair, values)))


def fits(pair: Pair) -> bool:
    """Does the kernel hold this rational?"""
    over, under = pair
    return abs(over) <= _LARGEST and under <= _LARGEST


def kernel_table_size(count: int, order: Order) -> int:
    """Return the size up to which tables pay in machine code, as measured; any size gives the same results."""
    in_python = default_table_size(count, order)
    return in_python if order is Order.FIXED else min(in_python, max(2, count - 2, (count - 1) // 2), _TABLES_PAY)


_TABLES_PAY: Final = 4
"""With tables of four numbers ten numbers and fewer were fastest."""

_MOST_AT_ONCE: Final = 1000
"""Of solutions taken one by one."""


class LeftTheKernel(Exception):
    """A value does not fit into 64 bits: the search in Python must answer."""


Question: TypeAlias = Callable[[Kernel], Any]


class KernelSearch:
    """A hand under some rules, opened by the kernel."""

    def __init__(self, module: Any, values: Sequence[Fraction], rules: Rules, budget: Budget) -> None:
        self.module, self.rules, self.budget = module, rules, budget
        self._values = values

    @cached_property
    def search(self) -> Search:
        """The same in Python, which answers the rest."""
        return Search(self._values, self.rules, self.budget)

    def stream(self, target: Pair, level: int) -> Iterator[Tree]:
        """Yield the trees of the distinct solutions, simplest first. Raises as :meth:`ask` does."""
        stream = self.ask(lambda kernel: self.module.Stream(kernel, target, level))
        for power in count():
            trees = self.ask(partial(_take, stream, min(2**power, _MOST_AT_ONCE)))
            if not trees:
                return
            yield from trees

    def listing(self, target: Pair, level: int) -> Any:
        """Return what is to hold the trees of all distinct solutions, simplest first; each is written when looked at.

        Put its ``run`` as a question to find them; those found until then are there if a limit stops it.
        """
        return self.ask(lambda kernel: self.module.Listed(kernel, target, level))

    def ask(self, question: Question) -> Any:
        """Put a question to the kernel.

        Raises:
            LeftTheKernel: a value does not fit into 64 bits.
            SearchStopped: a limit was reached.
        """
        self.budget.check()
        try:
            return question(self._kernel)
        except self.module.Overflow as overflow:
            raise LeftTheKernel from overflow
        except MemoryError as full:
            raise SearchStopped("memory") from full

    @cached_property
    def _kernel(self) -> Kernel:
        module, even = self.module, is_even(self.rules)
        values = self._values if even else self.search.arrangement.values
        kernel: Kernel = module.Kernel(
            values=list(map(to_pair, values)),
            rules=rules_of(module, self.rules),
            leaves=None if even else self._leaves(),
            table_size=kernel_table_size(len(values), self.rules.order),
            limits=limits_of(module, self.budget),
        )
        return kernel

    def _leaves(self) -> Any:
        numbers = list(_numbers(self.search.numbers))
        return self.module.Leaves(atoms=list(self._atoms()), numbers=numbers, joins=self.rules.join)

    def _atoms(self) -> Iterator[tuple[int, Pair, int]]:
        """Yield (state, value, rank) for whatever a state is before any operator."""
        search = self.search
        for state in search.arrangement.atomic_states():
            for value in search.atoms(state):
                rank, pair = search.rank(state, value), search.arithmetic.pair(value)
                if not fits(pair):
                    raise LeftTheKernel
                assert rank is not None
                yield state, pair, rank


class KernelNearest:
    """The kernel's search for the values nearest to ``target``; ``values`` holds the best when ``run`` ends."""

    def __init__(self, opened: KernelSearch, target: Pair) -> None:
        self.values: list[Fraction] = []
        self._opened, self._target = opened, target

    def run(self) -> None:
        """Look at all that can be made. Raises as :meth:`KernelSearch.ask` does."""
        search = self._opened.ask(lambda kernel: self._opened.module.Nearest(kernel, self._target))
        try:
            self._opened.ask(lambda _: search.run())
        finally:
            distances = {from_pair(pair): abs(from_pair(pair) - from_pair(self._target)) for pair in search.beside()}
            self.values = sorted(value for value in distances if distances[value] == min(distances.values()))


def _take(stream: Any, most: int, kernel: Kernel) -> Sequence[Tree]:
    trees: Sequence[Tree] = stream.take(most)
    return trees


_NONE: Final = -1


def _place(rules: Rules, operator: AnyOperator) -> int:
    return rules.operators.index(operator) if operator in rules.operators else _NONE


def rules_of(module: Any, rules: Rules) -> Any:
    """Return the rules as the compiled module takes them; what leaves may be is apart."""
    return module.Rules(
        fixed=rules.order is Order.FIXED,
        some=rules.use is Use.SOME,
        whole=rules.domain.whole,
        least=rules.domain.least,
        places=[_place(rules, operator) for operator in BASIC],
        operators=len(rules.operators),
        power=_place(rules, POWER),
        sign=_place(rules, NEGATE) if rules.unary_depth else _NONE,
    )


def limits_of(module: Any, budget: Budget) -> Any:
    """Return the limits as the compiled module takes them."""
    return module.Limits(memory=budget.bytes_left, check=budget.check)


def _numbers(numbers: Sequence[Number]) -> Iterator[tuple[Pair, int, bool]]:
    """Yield, by rank, a number's value, the lowest rank with that value, and whether it has a decimal point."""
    lowest: dict[Fraction, int] = {}
    for rank, number in enumerate(numbers):
        yield to_pair(number.value), lowest.setdefault(number.value, rank), "." in number.spelling
