"""Rules in words."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from puzzle_solver.operators import AnyOperator, UnaryOperator
from puzzle_solver.rational import write_rational
from puzzle_solver.render.style import find_style
from puzzle_solver.rulebook import spell_operators
from puzzle_solver.rules import Deal, Order, Rules, Use

_CHOICES: Final = (
    ("join", True, "numbers joined"),
    ("decimals", True, "decimal points"),
    ("recurring", True, "recurring digits"),
    ("brackets", False, "no brackets"),
)
"""What is said of rules for a choice that is not the usual one."""
_ORDERS: Final = MappingProxyType({Order.FREE: "in any order", Order.FIXED: "in the order given"})
_USES: Final = MappingProxyType({Use.ALL: "every number used", Use.SOME: "each number used at most once"})
_JOINED: Final = MappingProxyType(
    {
        Order.FREE: "may be joined in any order, 1 2 -> 12 or 21",
        Order.FIXED: "neighbours may be joined, 1 2 -> 12",
    }
)


def describe_rules(rules: Rules, style: str = "ascii") -> str:
    """Return what ``rules`` allow in one line.

    >>> from puzzle_solver import GAME_24
    >>> describe_rules(GAME_24)
    '+ - * /, in any order, every number used, any exact fraction on the way'
    """
    operators = " ".join(sign for sign, _ in signs(rules, style)) or "no operators"
    choices = [words for field, value, words in _CHOICES if getattr(rules, field) is value]
    way = f"{rules.domain.meaning} on the way"
    return ", ".join((operators, *choices, _ORDERS[rules.order], _USES[rules.use], way))


def signs(rules: Rules, style: str = "ascii") -> Iterator[tuple[str, AnyOperator]]:
    """Yield each operator with its sign, or its name where the sign is that of another."""
    symbol = find_style(style)
    for word, operator in zip(spell_operators(rules.operators), rules.operators, strict=True):
        # A name that stands for a sign which another operator has is kept in every style.
        yield symbol(operator) if operator.unicode and word == operator.symbol else word, operator


def describe_in_full(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield everything that the rules say, a topic at a time."""
    yield rules.name, rules.source or "rules of your own"
    yield "target", "must be given" if rules.target is None else write_rational(rules.target)
    if rules.deal.deck:
        yield "dealt", _deal(rules.deal)
    yield "numbers", f"{_ORDERS[rules.order]}, {_USES[rules.use]}"
    yield "digits", _digits(rules)
    yield "operators", f"{'' if rules.operators else 'none; '}{rules.domain.meaning} on the way"
    for sign, operator in signs(rules):
        yield f"  {sign}", operator.meaning or operator.name
    yield "brackets", "where they are needed" if rules.brackets else "none: what would need them is not allowed"
    if any(isinstance(operator, UnaryOperator) for operator in rules.operators):
        yield "depth", f"at most {rules.unary_depth} unary operators on one another"
    if any(operator.sized for operator in rules.operators):
        yield "size", _sizes(rules)


def _deal(deal: Deal) -> str:
    numbers = "numbers" if deal.numbers is None else f"{deal.numbers} numbers"
    return f"{numbers} of the deck {deal.deck}{f', target {deal.targets}' if deal.targets else ''}"


def _digits(rules: Rules) -> str:
    joined = _JOINED[rules.order] if rules.join else "not joined"
    points = "decimal points as in .5" + (" or 1.5" if rules.join else "") if rules.decimals else "no decimal points"
    return ", ".join((joined, points, *(("recurring digits as in .(3) = 1/3",) if rules.recurring else ())))


def _sizes(rules: Rules) -> str:
    bits, exponent = rules.limits
    exponents = "" if exponent is None else f", exponents up to {exponent}"
    return f"powers and factorials of at most {bits} bits{exponents}"


def describe_target(rules: Rules) -> str:
    """Return what the rules say of the target.

    >>> from puzzle_solver import COUNTDOWN, GAME_24
    >>> describe_target(GAME_24), describe_target(COUNTDOWN)
    ('target 24', 'a target must be given')
    """
    return "a target must be given" if rules.target is None else f"target {write_rational(rules.target)}"
