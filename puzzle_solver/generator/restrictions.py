"""What a puzzle may need, or be solvable without: each is one row of :data:`RESTRICTIONS`, or an operator.

To need something is to have no solution under the rules that leave it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

from puzzle_solver.errors import InvalidPuzzle, UnknownName
from puzzle_solver.operators import OPERATORS, AnyOperator, Family, Fixity, Operator, find_operators
from puzzle_solver.rational import shorten
from puzzle_solver.rules import Domain, Rules


class Row(NamedTuple):
    """``without(rules)`` are the rules that leave it out."""

    name: str
    meaning: str
    without: Callable[[Rules], Rules]


class Restriction(NamedTuple):
    """What is left out: a row of the table, or an operator; ``text`` is how it was written."""

    text: str
    operator: AnyOperator | None = None


def _within(rules: Rules, *, whole: bool, least: int | None) -> Rules:
    domain = rules.domain
    # The same rules, name of the domain and all: callers tell by equality that nothing was left out.
    if (domain.whole, domain.least) == (whole, least):
        return rules
    return replace(rules, domain=Domain(f"part of {domain.name}", domain.meaning, whole, least))


def _without_fractions(rules: Rules) -> Rules:
    return _within(rules, whole=True, least=rules.domain.least)


def _without_negatives(rules: Rules) -> Rules:
    least = 0 if rules.domain.least is None else max(0, rules.domain.least)
    return _within(rules, whole=rules.domain.whole, least=least)


def _without_brackets(rules: Rules) -> Rules:
    # Calls and signs are written with brackets, or may need them: rules without brackets refuse them.
    return replace(rules, operators=tuple(filter(_between, rules.operators)), brackets=False)


def _between(operator: AnyOperator) -> bool:
    return isinstance(operator, Operator) and operator.fixity is Fixity.BETWEEN


def _without_powers(rules: Rules) -> Rules:
    kept = tuple(operator for operator in rules.operators if operator.algebra.family is not Family.POWER)
    return replace(rules, operators=kept)


_ROWS: Final = (
    Row("fraction", "a fraction on the way", _without_fractions),
    Row("negative", "a number below 0 on the way", _without_negatives),
    Row("brackets", "brackets", _without_brackets),
    Row("powers", "powers and roots", _without_powers),
)

RESTRICTIONS: Final[Mapping[str, Row]] = MappingProxyType({row.name: row for row in _ROWS})


def find_restriction(text: str, known: Iterable[AnyOperator] = OPERATORS) -> Restriction:
    """Read a name of the table, or one operator of ``known`` by its symbol or name.

    Raises:
        UnknownName: it is neither.
        InvalidPuzzle: there are several operators.
    """
    if text in RESTRICTIONS:
        return Restriction(text)
    try:
        operators = find_operators(text, known)
    except UnknownName:
        raise UnknownName(
            f"{shorten(text)!r} is nothing to do without: choose from {', '.join(RESTRICTIONS)}, or give an operator"
        ) from None
    if len(operators) > 1:
        raise InvalidPuzzle(f"{shorten(text)!r} are {len(operators)} operators: give the guarantee once for each")
    return Restriction(text, operators[0])


def restricted(rules: Rules, what: Restriction) -> Rules:
    """Return the rules without it; where they do not have it, the same rules.

    >>> from puzzle_solver import GAME_24
    >>> [operator.symbol for operator in restricted(GAME_24, find_restriction("*")).operators]
    ['+', '-', '/']
    """
    if what.operator is None:
        return RESTRICTIONS[what.text].without(rules)
    return replace(rules, operators=tuple(each for each in rules.operators if each != what.operator))


def one_family_each(rules: Rules) -> Iterator[Rules]:
    """Yield the rules with the operators of one family only, for each: sums, products, powers.

    What belongs to no family of its own stands alone.
    """
    groups: dict[object, list[AnyOperator]] = {}
    for operator in rules.operators:
        family = operator.algebra.family
        groups.setdefault(operator if family is Family.OPAQUE else family, []).append(operator)
    # A target that is a number of the hand needs no operator of any family.
    yield replace(rules, operators=())
    for operators in groups.values():
        yield replace(rules, operators=tuple(operators))
