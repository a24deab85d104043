"""What every puzzle of a specification is: each guarantee is one row of :data:`GUARANTEES`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from puzzle_solver.errors import InvalidPuzzle, UnknownName
from puzzle_solver.generator.facts import Facts
from puzzle_solver.generator.restrictions import (
    Restriction,
    find_restriction,
    one_family_each,
    restricted,
)
from puzzle_solver.generator.targets import Bounds, read_bounds
from puzzle_solver.given import check_type
from puzzle_solver.operators import OPERATORS, AnyOperator, UnaryOperator
from puzzle_solver.rational import shorten
from puzzle_solver.rules import Rules, Use

Known: TypeAlias = Iterable[AnyOperator]
"""The operators that a guarantee may name."""

Parameter: TypeAlias = Any
"""What a guarantee is given: Bounds, a Restriction, or None."""

SOME: Final = Bounds(1)
NONE: Final = Bounds(0, 0)
ANY: Final = Bounds()


class Kind(NamedTuple):
    """A guarantee as it is to be had.

    ``parameter``: how it is written after a ``=``; empty for none. ``holds`` is asked of a candidate, ``refuse`` of a
    specification: why no puzzle can be so, or nothing. ``solutions``: how many a puzzle then has; ``operators``: how
    many its simplest solution has.
    """

    name: str
    meaning: str
    holds: Callable[[Facts, Parameter], bool]
    parameter: str = ""
    read: Callable[[str, Known], Parameter] = lambda text, known: read_bounds(text)
    solutions: Callable[[Parameter], Bounds] = lambda parameter: SOME
    operators: Callable[[Parameter, Rules, int], Bounds] = lambda parameter, rules, numbers: ANY
    refuse: Callable[[Parameter, Rules], str] = lambda parameter, rules: ""


class Guarantee(NamedTuple):
    """A guarantee as it was asked for; ``text`` reads back to it."""

    name: str
    parameter: Parameter = None
    text: str = ""

    @property
    def kind(self) -> Kind:
        """Its row of the table."""
        return GUARANTEES[self.name]

    def holds(self, facts: Facts) -> bool:
        """Does a candidate keep it?"""
        return self.kind.holds(facts, self.parameter)


def _needs(facts: Facts, what: Restriction) -> bool:
    return facts.solvable and not facts.within(restricted(facts.puzzle.rules, what))


def _nontrivial(facts: Facts, parameter: None) -> bool:
    return facts.solvable and not any(map(facts.within, one_family_each(facts.puzzle.rules)))


def _refuse_needs(what: Restriction, rules: Rules) -> str:
    # Rules that do not have a thing are returned as they are: then no puzzle can need it.
    if restricted(rules, what) != rules:
        return ""
    return f"needs={what.text} asks for what the rules do not allow: leave it out, or allow it"


def _refuse_nontrivial(parameter: None, rules: Rules) -> str:
    if rules not in one_family_each(rules):
        return ""
    return "nontrivial asks for operators of two kinds, as + and *: allow more of them, or leave it out"


def _of_all_numbers(parameter: None, rules: Rules, numbers: int) -> Bounds:
    """How many operators it takes to use every number."""
    # Joined, all numbers may be one, and that needs no operator.
    return Bounds(0 if rules.join else numbers - 1)


def _of_any_expression(rules: Rules, numbers: int) -> Bounds:
    """How many operators an expression has: each of its at most ``2 * numbers - 1`` nodes may bear unary ones."""
    least = 0 if rules.use is Use.SOME else _of_all_numbers(None, rules, numbers).least
    unary = any(isinstance(operator, UnaryOperator) for operator in rules.operators)
    return Bounds(least, numbers - 1 + unary * rules.unary_depth * (2 * numbers - 1))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _refuse_size(guarantee: Guarantee, rules: Rules, numbers: int) -> str:
    taken = _of_any_expression(rules, numbers)
    if not guarantee.kind.operators(guarantee.parameter, rules, numbers).narrowed(taken).empty:
        return ""
    assert taken.most is not None
    bound = {0: "at most ", taken.most: ""}.get(taken.least, f"{taken.least} to ")
    return (
        f"with {_counted(numbers, 'number')} go {bound}{_counted(taken.most, 'operator')}, but not {guarantee.text}: "
        "leave it out"
    )


_ROWS: Final = (
    Kind("solvable", "there is a solution", lambda facts, _: facts.solvable),
    Kind(
        "unsolvable",
        "it is proved that there is none",
        lambda facts, _: facts.impossible,
        solutions=lambda _: NONE,
    ),
    Kind(
        "unique",
        "exactly one distinct solution",
        lambda facts, _: facts.count == 1,
        solutions=lambda _: Bounds(1, 1),
    ),
    Kind(
        "solutions",
        "so many distinct solutions",
        lambda facts, bounds: facts.count in bounds,
        "A..B",
        solutions=lambda bounds: bounds,
    ),
    Kind(
        "without",
        "there is a solution without it",
        lambda facts, what: facts.within(restricted(facts.puzzle.rules, what)),
        "WHAT",
        find_restriction,
    ),
    Kind("needs", "no solution is without it", _needs, "WHAT", find_restriction, refuse=_refuse_needs),
    Kind(
        "nontrivial",
        "no solution is a mere sum or a mere product",
        _nontrivial,
        operators=lambda *_: Bounds(2),
        refuse=_refuse_nontrivial,
    ),
    Kind(
        "every-number",
        "no solution is without one of the numbers, even where the rules allow it",
        lambda facts, _: facts.solvable and not facts.by_part,
        operators=_of_all_numbers,
    ),
    Kind(
        "operators",
        "the simplest solution has so many operators",
        lambda facts, bounds: facts.solvable and len(facts.results) in bounds,
        "A..B",
        operators=lambda bounds, *_: bounds,
    ),
    Kind(
        "largest",
        "the largest result on the way of the simplest solution, its sign aside, is within this",
        lambda facts, bounds: facts.solvable and max(map(abs, facts.results[:-1]), default=0) in bounds,
        "A..B",
    ),
)

GUARANTEES: Final[Mapping[str, Kind]] = MappingProxyType({row.name: row for row in _ROWS})
"""In the order in which a candidate is asked, the quicker questions first."""

SOLVABLE: Final = Guarantee("solvable", text="solvable")


def written(kind: Kind) -> str:
    """Return how a guarantee is written.

    >>> written(GUARANTEES["needs"]), written(GUARANTEES["unique"])
    ('needs=WHAT', 'unique')
    """
    return f"{kind.name}={kind.parameter}" if kind.parameter else kind.name


def find_guarantee(text: str, known: Known = OPERATORS) -> Guarantee:
    """Return the guarantee that a text writes: ``unique``, ``solutions=2..5``, ``needs=fraction`` or ``needs=*``.

    ``known``: the operators that it may name.

    >>> from puzzle_solver.generator import find_guarantee
    >>> find_guarantee("solutions=2..5").parameter
    Bounds(least=2, most=5)

    Raises:
        UnknownName: there is no such guarantee, or nothing of that name that may be needed.
        InvalidPuzzle: what it is given is missing, not what it takes, or too much.
    """
    check_type(text, str, "guarantee", "a text, as in 'needs=fraction'")
    name, given, parameter = (part.strip() for part in text.partition("="))
    if name not in GUARANTEES:
        raise UnknownName(
            f"no guarantee is called {shorten(text)!r}: choose from {', '.join(map(written, GUARANTEES.values()))}"
        )
    kind = GUARANTEES[name]
    if bool(given) != bool(kind.parameter):
        raise InvalidPuzzle(f"the guarantee {shorten(text)!r} is written {written(kind)}")
    return Guarantee(name, kind.read(parameter, known), f"{name}={parameter}") if given else Guarantee(name, text=name)


def find_guarantees(asked: Iterable[str | Guarantee], known: Known = OPERATORS) -> tuple[Guarantee, ...]:
    """Return all that were asked for, once each, in the order of the table; ``solvable`` where the number of solutions
    is not asked for.
    """
    found = {each if isinstance(each, Guarantee) else find_guarantee(each, known) for each in _listed(asked)}
    if all(guarantee.kind.solutions(guarantee.parameter) is SOME for guarantee in found):
        # Whoever asks for puzzles means such as can be solved, unless it is said how many solutions they have.
        found.add(SOLVABLE)
    # In the order of the table, whatever order they were asked for in: the same specification judges the same way.
    places = list(GUARANTEES)
    return tuple(sorted(found, key=lambda guarantee: (places.index(guarantee.name), guarantee.text)))


def _listed(asked: Any) -> list[str | Guarantee]:
    several = isinstance(asked, Iterable) and not isinstance(asked, (str, Guarantee))
    return [_checked(each) for each in (asked if several else [asked])]


def _checked(asked: object) -> str | Guarantee:
    if not isinstance(asked, (str, Guarantee)):
        raise InvalidPuzzle(f"{asked!r} is no guarantee: give a text, as in ['unique', 'needs=fraction']")
    return asked


def refusal(guarantees: Iterable[Guarantee], rules: Rules, numbers: int, *, choose: bool = False) -> str:
    """Return why no puzzle can be so, or nothing."""
    given = list(guarantees)
    chosen = [SOLVABLE._replace(text="a target that the hand can make")] if choose else []
    for one, other in combinations([*chosen, *given], 2):
        if _contradict(one, other, rules, numbers):
            return f"{one.text} does not go with {other.text}: leave out one of them"
    reasons = (each.kind.refuse(each.parameter, rules) or _refuse_size(each, rules, numbers) for each in given)
    return next(filter(None, reasons), "")


def _contradict(one: Guarantee, other: Guarantee, rules: Rules, numbers: int) -> bool:
    solutions = (each.kind.solutions(each.parameter) for each in (one, other))
    operators = (each.kind.operators(each.parameter, rules, numbers) for each in (one, other))
    # Each guarantee says how many solutions and operators it leaves: two that leave nothing in common exclude each
    # other.
    if any(first.narrowed(second).empty for first, second in (solutions, operators)):
        return True
    if one.name == other.name and isinstance(one.parameter, Bounds):
        return bool(one.parameter.narrowed(other.parameter).empty)
    if (one.name, other.name) != ("without", "needs"):  # as the table orders them
        return False
    kept = restricted(rules, one.parameter)
    return restricted(kept, other.parameter) == kept
