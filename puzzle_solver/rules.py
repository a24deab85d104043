"""Rules: what a solution may do. A value, never a branch on a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from puzzle_solver.errors import InvalidPuzzle, UnknownName
from puzzle_solver.given import check_type, each_of, shown, to_integer
from puzzle_solver.operators import (
    BASIC,
    FACTORIAL,
    NEGATE,
    POWER,
    SQUARE_ROOT,
    AnyOperator,
    Fixity,
    Limits,
    Operator,
    UnaryOperator,
)
from puzzle_solver.rational import to_fraction


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
        # Denominators are positive, so the comparison with ``least`` may be multiplied by one.
        return (not self.whole or denominator == 1) and (self.least is None or numerator >= self.least * denominator)


RATIONAL: Final = Domain("rational", "any exact fraction")
INTEGER: Final = Domain("integer", "integers", whole=True)
WHOLE: Final = Domain("whole", "integers from 0", whole=True, least=0)
NATURAL: Final = Domain("natural", "positive integers", whole=True, least=1)
NON_NEGATIVE: Final = Domain("non-negative", "fractions from 0", least=0)
DOMAINS: Final = (RATIONAL, NON_NEGATIVE, INTEGER, WHOLE, NATURAL)


SEARCH_LIMITS: Final = Limits(1024)


class Deal(NamedTuple):
    """What a game deals: so many ``numbers`` of a ``deck``, and one of the ``targets`` where the rules name none.

    The deck is a name or numbers, as ``puzzle_solver.generator`` reads them; the targets are a range, ``101..999``, or
    ``deck`` for one more number of the deck. What is None or empty the game leaves open.
    """

    numbers: int | None = None
    deck: str = ""
    targets: str = ""


NO_DEAL: Final = Deal()


@dataclass(frozen=True, slots=True)
class Rules:
    """What a solution may do, and ``target``, what it must make unless the puzzle says otherwise.

    ``join``: non-negative integers of the hand may be joined, ``1, 2 -> 12``: neighbours where the order is fixed, in
    any order where it is free. No joined number starts with 0, and no result is joined. ``decimals``: a number, joined
    or not, may have a decimal point, before its first digit or where numbers were joined: ``.5``, ``1.5``;
    ``recurring``: with digits that recur, ``.(3) = 1/3``. ``brackets``: expressions may need brackets to be written;
    without them operators stand between two operands.
    At most ``unary_depth`` unary operators stand on one another. ``limits`` bound powers and factorials.
    ``deal`` is no rule: it says what puzzles the game gives its players.
    """

    name: str = "own"
    operators: tuple[AnyOperator, ...] = BASIC
    order: Order = Order.FREE
    use: Use = Use.ALL
    domain: Domain = RATIONAL
    join: bool = False
    decimals: bool = False
    recurring: bool = False
    brackets: bool = True
    unary_depth: int = 2
    limits: Limits = SEARCH_LIMITS
    target: Fraction | None = None
    deal: Deal = NO_DEAL
    source: str = ""

    def __post_init__(self) -> None:
        """Refuse what is of another type: a name, say, in place of what it names."""
        # The types first: what follows looks into the fields.
        for field, (kind, remedy) in _TYPES.items():
            check_type(getattr(self, field), kind, f"{field} of rules", remedy)
        for field, value in {
            "operators": _operators(self.operators),
            "unary_depth": to_integer(self.unary_depth, "unary_depth of rules", 0),
            "limits": _limits(self.limits),
            "target": None if self.target is None else to_fraction(self.target),
        }.items():
            object.__setattr__(self, field, value)
        _check_domain(self.domain)
        _check_deal(self.deal)
        for operator in self.operators:
            if not isinstance(operator, (Operator, UnaryOperator)):
                raise InvalidPuzzle(f"{shown(operator)} is no Operator: find_operators('+-') gives some")
        _refuse_contradictions(self)


_TYPES: Final[Mapping[str, tuple[type, str]]] = MappingProxyType(
    {
        "name": (str, "a text"),
        "order": (Order, "Order.FREE or Order.FIXED"),
        "use": (Use, "Use.ALL or Use.SOME"),
        "domain": (Domain, "a Domain, such as NATURAL"),
        **dict.fromkeys(("join", "decimals", "recurring", "brackets"), (bool, "True or False")),
        "limits": (Limits, "Limits(1024), say"),
        "deal": (Deal, "a Deal, or leave it out"),
        "source": (str, "a text"),
    }
)


def _operators(operators: Iterable[AnyOperator]) -> tuple[AnyOperator, ...]:
    # An operator is a NamedTuple: a single one in place of a list would be taken for a list of its fields.
    remedy = "a list, as find_operators('+-') gives it"
    return tuple(each_of(operators, "operators of rules", remedy, but=(Operator, UnaryOperator)))


def _limits(limits: Limits) -> Limits:
    exponent = None if limits.exponent is None else to_integer(limits.exponent, "largest exponent of rules", 0)
    return Limits(to_integer(limits.bits, "most bits of rules", 1), exponent)


def _check_domain(domain: Domain) -> None:
    check_type(domain.name, str, "name of a domain", "a text")
    check_type(domain.meaning, str, "meaning of a domain", "a text")
    check_type(domain.whole, bool, "field whole of a domain", "True or False")
    if domain.least is not None:
        to_integer(domain.least, "least value of a domain")


def _check_deal(deal: Deal) -> None:
    if deal.numbers is not None:
        to_integer(deal.numbers, "number of numbers that rules deal", 1)
    check_type(deal.deck, str, "deck of rules", "a text")
    check_type(deal.targets, str, "targets of rules", "a text")


def check_rules(rules: object) -> None:
    """Refuse what are no :class:`Rules`.

    Raises:
        InvalidPuzzle: they are none.
    """
    if not isinstance(rules, Rules):
        raise InvalidPuzzle(f"rules={shown(rules)} are no Rules: find_rules('countdown') gives some")


def _refuse_contradictions(rules: Rules) -> None:
    if rules.recurring and not rules.decimals:
        raise InvalidPuzzle("digits recur only after a decimal point: allow decimals, or leave out recurring")
    written: set[tuple[type, str]] = set()
    for operator in rules.operators:
        between = isinstance(operator, Operator) and operator.fixity is Fixity.BETWEEN
        # What does not stand between two operands may need brackets round one: ``sqrt(4)``, ``(1+2)!``.
        if not (between or rules.brackets):
            raise InvalidPuzzle(f"{operator.symbol!r} may be written with brackets: allow brackets, or leave it out")
        if isinstance(operator, Operator) and operator.fixity not in (Fixity.BETWEEN, Fixity.CALL):
            raise InvalidPuzzle(f"{operator.symbol!r} has two operands: write it between them, or as a call")
        # A sign and an operator of two operands may look alike, as ``-`` does: where it stands tells which it is.
        if (type(operator), operator.symbol) in written:
            raise InvalidPuzzle(f"two operators are written {operator.symbol!r}: leave out one of them")
        written.add((type(operator), operator.symbol))


GAME_24: Final = Rules(
    "24", target=Fraction(24), deal=Deal(4, "cards"), source="the 24 game: four cards, every card once, make 24"
)
MAKE_10: Final = Rules(
    "make10",
    target=Fraction(10),
    deal=Deal(4, "digits"),
    source="make 10 from the digits of a number, every digit once, in any order",
)
IN_ORDER: Final = Rules("in-order", order=Order.FIXED, source="every number once, in the order given")
COUNTDOWN: Final = Rules(
    "countdown",
    use=Use.SOME,
    domain=NATURAL,
    deal=Deal(6, "countdown", "101..999"),
    source="the numbers round of Countdown: each number at most once, positive integers on the way",
)
LE_COMPTE_EST_BON: Final = Rules(
    "le-compte-est-bon",
    use=Use.SOME,
    domain=NATURAL,
    deal=Deal(6, "plates", "101..999"),
    source="Le compte est bon, of Des chiffres et des lettres: six number plates, positive integers on the way",
)
KRYPTO: Final = Rules(
    "krypto",
    domain=WHOLE,
    deal=Deal(5, "krypto", "deck"),
    source="Krypto (Daniel Yovich, 1963), international rules: five cards, every card once, no fractions or negatives",
)
DIGITS: Final = Rules(
    "digits",
    use=Use.SOME,
    domain=NATURAL,
    source="Digits (The New York Times, 2023): six numbers, each at most once, no fractions or negatives",
)
FOUR_FOURS: Final = Rules(
    "four-fours",
    (*BASIC, POWER, SQUARE_ROOT, FACTORIAL),
    join=True,
    decimals=True,
    deal=Deal(4, "4", "0..100"),
    source="the four fours (Knowledge, 1881), with the operators of Norvig's Countdown notebook but its sign",
)
TICKET: Final = Rules(
    "ticket",
    order=Order.FIXED,
    target=Fraction(10),
    deal=Deal(4, "digits"),
    source="make 10 from the digits on a ticket or a train carriage, every digit once, in their order",
)
TANEJA: Final = Rules(
    "taneja",
    (*BASIC, POWER, NEGATE),
    Order.FIXED,
    join=True,
    unary_depth=1,
    deal=Deal(9, "1-to-9", "0..11111"),
    source="Taneja, Crazy sequential representation (arXiv 1302.1479): 1 to 9 in order, up or down",
)
MATHADOR: Final = Rules(
    "mathador",
    use=Use.SOME,
    domain=WHOLE,
    deal=Deal(5, "dice", "0..99"),
    source="Mathador (Eric Trouillot, 1999): five dice and a target from 0 to 99, no fractions or negatives",
)

_PRESETS: Final = (
    GAME_24,
    MAKE_10,
    IN_ORDER,
    COUNTDOWN,
    LE_COMPTE_EST_BON,
    KRYPTO,
    DIGITS,
    FOUR_FOURS,
    TICKET,
    TANEJA,
    MATHADOR,
)

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType({row.name: row for row in _PRESETS})


def find_rules(name: str) -> Rules:
    """Return the preset called ``name``: ``24``, ``countdown``, ``four-fours`` ...

    >>> from puzzle_solver import find_rules
    >>> find_rules("countdown").domain.meaning
    'positive integers'

    Raises:
        UnknownName: there is none.
    """
    if name not in tuple(PRESETS):  # which may be asked for what has no hash
        raise UnknownName(f"no rules are called {shown(name)}: choose from {', '.join(PRESETS)}")
    return PRESETS[name]


def find_domain(name: str) -> Domain:
    """Return the domain called ``name``.

    Raises:
        UnknownName: there is none.
    """
    for domain in DOMAINS:
        if domain.name == name:
            return domain
    raise UnknownName(f"no domain is called {shown(name)}: choose from {', '.join(domain.name for domain in DOMAINS)}")
