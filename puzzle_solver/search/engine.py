"""The protocols of engines, and how one refuses.

An engine opens a hand under some rules. What it returns is its own affair: the fast engines return a search, whose
solutions share their parts; those of the literature return a :class:`Lister`, which makes expressions one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, Protocol, TypeVar

from puzzle_solver.errors import UnsupportedPuzzle
from puzzle_solver.expression import Expression
from puzzle_solver.operators import UnaryOperator
from puzzle_solver.rules import Order, Rules, Use
from puzzle_solver.search.budget import Budget

Opened_co = TypeVar("Opened_co", covariant=True)


class Engine(Protocol[Opened_co]):
    """A way to search."""

    @property
    def name(self) -> str:
        """By which it is asked for."""
        ...

    @property
    def meaning(self) -> str:
        """What it does, in words."""
        ...

    def open(self, values: Sequence[Fraction], rules: Rules, budget: Budget) -> Opened_co:
        """Return a search over a hand, which answers any number of targets.

        Raises:
            UnsupportedPuzzle: the engine cannot answer such puzzles completely.
        """
        ...


class Allowance(Protocol):
    """What a search may spend."""

    def check(self) -> None:
        """Raise :class:`puzzle_solver.errors.SearchStopped` if a limit has been reached."""
        ...


class Lister(Protocol):
    """A hand under some rules, all of whose expressions are made one by one."""

    candidates: int
    """How many candidates it has tried so far, as the algorithm's cost formula counts them."""

    beyond_limit: bool
    """Has a size limit of the rules kept a value out so far?"""

    def trees(self, target: Fraction) -> Iterator[Expression]:
        """Yield every expression that makes ``target`` as it is met, which may be more than once."""
        ...

    def values(self) -> Iterator[Fraction]:
        """Yield every value that can be made, which may be more than once."""
        ...


class Lack(NamedTuple):
    """Something that rules may ask for and an engine may lack; ``remedy``: what to ask for instead."""

    what: str
    remedy: str
    asked: Callable[[Rules], bool]


LEAVING_OUT: Final = Lack("leave numbers out", "let it use all", lambda rules: rules.use is Use.SOME)
KEEPING_ORDER: Final = Lack("keep the order", "let the order be free", lambda rules: rules.order is Order.FIXED)
WRITING_DIGITS: Final = Lack(
    "join digits or put decimal points", "do without them", lambda rules: rules.join or rules.decimals
)
UNARY: Final = Lack(
    "use operators of one operand", "take only operators of two",
    lambda rules: any(isinstance(operator, UnaryOperator) for operator in rules.operators),
)  # fmt: skip
NO_BRACKETS: Final = Lack("do without brackets", "allow them", lambda rules: not rules.brackets)


def refusal(engine: str, rules: Rules, lacks: Iterable[Lack]) -> str:
    """Say what rules ask for that the engine lacks; nothing if there is no such thing."""
    for lack in lacks:
        if lack.asked(rules):
            return f"the engine {engine!r} cannot {lack.what}: {lack.remedy}, or take another engine"
    return ""


def refuse(engine: str, rules: Rules, lacks: Iterable[Lack]) -> None:
    """Refuse rules that ask for something the engine lacks.

    Raises:
        UnsupportedPuzzle: they do.
    """
    words = refusal(engine, rules, lacks)
    if words:
        raise UnsupportedPuzzle(words)
