"""Rules: what a solution may do. A value, never a branch on a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from puzzle_solver.errors import InvalidPuzzle, UnknownName
from puzzle_solver.operators import BASIC, Operator


class Order(Enum):
    """May the numbers be rearranged?"""

    FREE = "free"
    FIXED = "fixed"


class Use(Enum):
    """Must every number be used?"""

    ALL = "all"
    SOME = "some"


class Domain(NamedTuple):
    """The values that operators may give on the way. The hand's own numbers are exempt.

    ``whole``: integers only. ``least``: the smallest value allowed, None for any.
    """

    name: str
    meaning: str
    whole: bool = False
    least: int | None = None

    def admits(self, numerator: int, denominator: int) -> bool:
        """May an operator give this rational, in lowest terms?"""
        return (not self.whole or denominator == 1) and (self.least is None or numerator >= self.least * denominator)


RATIONAL: Final = Domain("rational", "any exact fraction")
INTEGER: Final = Domain("integer", "integers", whole=True)
NATURAL: Final = Domain("natural", "positive integers", whole=True, least=1)
DOMAINS: Final = (RATIONAL, INTEGER, NATURAL)


@dataclass(frozen=True, slots=True)
class Rules:
    """What a solution may do, and ``target``, what it must make unless the puzzle says otherwise."""

    name: str = "own"
    operators: tuple[Operator, ...] = BASIC
    order: Order = Order.FREE
    use: Use = Use.ALL
    domain: Domain = RATIONAL
    target: Fraction | None = None
    source: str = ""

    def __post_init__(self) -> None:
        """Refuse what is of another type: a name, say, in place of what it names."""
        for field, kind in (("order", Order), ("use", Use), ("domain", Domain)):
            if not isinstance(getattr(self, field), kind):
                raise InvalidPuzzle(f"{field}={getattr(self, field)!r} is not of the type {kind.__name__}")
        object.__setattr__(self, "operators", tuple(self.operators))
        for operator in self.operators:
            if not isinstance(operator, Operator):
                raise InvalidPuzzle(f"{operator!r} is no Operator: find_operators('+-') gives some")
        if not self.operators or len(set(self.operators)) < len(self.operators):
            raise InvalidPuzzle("the rules need operators, each once")


GAME_24: Final = Rules("24", target=Fraction(24), source="the 24 game: four cards, every card once, make 24")
IN_ORDER: Final = Rules("in-order", order=Order.FIXED, source="every number once, in the order given")
MAKE_10: Final = Rules(
    "make10", target=Fraction(10), source="make 10 from the digits of a number, every digit once, in any order"
)
COUNTDOWN: Final = Rules(
    "countdown", use=Use.SOME, domain=NATURAL,
    source="the numbers round of Countdown: each number at most once, positive integers on the way",
)  # fmt: skip

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {rules.name: rules for rules in (GAME_24, IN_ORDER, MAKE_10, COUNTDOWN)}
)


def find_rules(name: str) -> Rules:
    """Return the preset called ``name``.

    Raises:
        UnknownName: there is none.
    """
    if name not in PRESETS:
        raise UnknownName(f"no rules are called {name!r}: choose from {', '.join(PRESETS)}")
    return PRESETS[name]


def find_domain(name: str) -> Domain:
    """Return the domain called ``name``.

    Raises:
        UnknownName: there is none.
    """
    for domain in DOMAINS:
        if domain.name == name:
            return domain
    raise UnknownName(f"no domain is called {name!r}: choose from {', '.join(domain.name for domain in DOMAINS)}")
