"""The hints as values: each states something exact, and says it in words for a pupil."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar, Final, NamedTuple, TypeAlias

from puzzle_solver.operators import (
    ABSOLUTE,
    ADD,
    CEILING,
    DIVIDE,
    DOUBLE_FACTORIAL,
    FACTORIAL,
    FLOOR,
    FLOOR_DIVIDE,
    MAXIMUM,
    MINIMUM,
    MODULO,
    MULTIPLY,
    NEGATE,
    POWER,
    ROOT,
    SQUARE_ROOT,
    SUBTRACT,
    AnyOperator,
)
from puzzle_solver.rational import write_rational
from puzzle_solver.result import Outcome

Texts: TypeAlias = tuple[str, ...]

LISTED: Final = 4
"""The most hands that one hint names."""


class Stage(IntEnum):
    """How much a hint gives away."""

    POSSIBLE = 1
    NEEDS = 2
    LAST = 3
    FIRST = 4
    ALL_BUT_ONE = 5


_POSSIBLE: Final[Mapping[Outcome, str]] = MappingProxyType(
    {
        Outcome.SOLVED: "{who} can make {target}",
        Outcome.IMPOSSIBLE: "{who} cannot make {target}",
        Outcome.NOT_FOUND: "{who} cannot make {target} without {limit}",
        Outcome.STOPPED: "stopped ({limit}): whether {hands} can make {target} is not known",
    }
)


class Before(NamedTuple):
    """Of a position that leads nowhere: how many ``steps`` lead on, what was ``left`` then, and what is known of it.

    ``outcome`` is SOLVED if that could make the target; else there was no step yet, and it is IMPOSSIBLE if the whole
    puzzle is.
    """

    steps: int
    left: Texts
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Possible:
    """Can the target be made? ``left`` is what is left after ``steps``: one hand, or several that they may mean.

    ``limit`` is what kept the search from being sure, as in a :class:`Result`. ``done``: a step has made the target.
    ``before``: only after steps that lead nowhere.
    """

    stage: ClassVar = Stage.POSSIBLE
    target: Fraction
    steps: Texts
    left: tuple[Texts, ...]
    outcome: Outcome
    limit: str | None = None
    done: bool = False
    before: Before | None = None

    def __str__(self) -> str:
        hands, target = _listing(self.left), write_rational(self.target)
        if self.done:
            return f"done: that is {target}"
        who = f"left: {hands}, which" if self.steps else hands
        said = _POSSIBLE[self.outcome].format(who=who, hands=hands, target=target, limit=self.limit)
        return f"{said}; {self._back(self.before)}" if self.before else said

    def _back(self, before: Before) -> str:
        hands = " ".join(before.left)
        if before.outcome is Outcome.IMPOSSIBLE:
            return f"nor can {hands}"
        if before.outcome is not Outcome.SOLVED:
            return f"whether {hands} can is not known"
        gone = self.steps[before.steps :]
        return f"take back {' and '.join(gone)}: before that, {hands} can"

    def to_object(self) -> dict[str, object]:
        """Return what it states as an object for JSON."""
        back = None if self.before is None or self.before.outcome is not Outcome.SOLVED else self.before.steps
        return {"outcome": self.outcome.value, "limit": self.limit, "done": self.done, "good_steps": back}


def _listing(hands: tuple[Texts, ...]) -> str:
    more = [f"{len(hands) - LISTED} more"] if len(hands) > LISTED else []
    return " or ".join([*map(" ".join, hands[:LISTED]), *more])


class Need(Enum):
    """Is something needed on the way to the target? What these hints lead to may have it all the same."""

    NEEDED = "needed"  # no solution goes without it
    NOT_NEEDED = "not needed"
    AVOIDABLE = "avoidable"  # not needed, but the solution of these hints has it
    UNKNOWN = "unknown"  # the solution of these hints has it, and a limit left open whether another has not


_NEEDS: Final[Mapping[Need, str]] = MappingProxyType(
    {
        Need.NEEDED: "a {thing} is needed on the way",
        Need.NOT_NEEDED: "no {thing} is needed",
        Need.AVOIDABLE: "no {thing} is needed, but {user} one",
        Need.UNKNOWN: "{user} a {thing}; whether one is needed is not known",
    }
)


@dataclass(frozen=True, slots=True)
class Needs:
    """Must any result be a fraction, must any be below 0? The target is a result, numbers of the hand are none."""

    stage: ClassVar = Stage.NEEDS
    target: Fraction
    fraction: Need
    negative: Need

    def __str__(self) -> str:
        return "; ".join(self.say("these hints use"))

    def say(self, user: str) -> tuple[str, str]:
        """Return what is said of fractions and of negative numbers; ``user``, with its verb, may use them."""
        return (
            _say_need(self.fraction, "fraction", user, target_is_one=self.target.denominator > 1),
            _say_need(self.negative, "negative number", user, target_is_one=self.target < 0),
        )

    def to_object(self) -> dict[str, object]:
        """Return what it states as an object for JSON."""
        return {"fraction": self.fraction.value, "negative": self.negative.value}


def _say_need(need: Need, thing: str, user: str, *, target_is_one: bool) -> str:
    # A target of 1/2 needs a fraction however it is made: to say no more would sound like a hint.
    if need is Need.NEEDED and target_is_one:
        return f"a {thing} is needed: the target is one"
    return _NEEDS[need].format(thing=thing, user=user)


_NOUNS: Final[Mapping[AnyOperator, str]] = MappingProxyType(
    {
        ADD: "an addition",
        SUBTRACT: "a subtraction",
        MULTIPLY: "a multiplication",
        DIVIDE: "a division",
        POWER: "a power",
        ROOT: "a root",
        MODULO: "a remainder",
        FLOOR_DIVIDE: "a division rounded down",
        MAXIMUM: "a maximum",
        MINIMUM: "a minimum",
        NEGATE: "a change of sign",
        SQUARE_ROOT: "a square root",
        FACTORIAL: "a factorial",
        DOUBLE_FACTORIAL: "a double factorial",
        ABSOLUTE: "an absolute value",
        FLOOR: "rounding down",
        CEILING: "rounding up",
    }
)


def noun(operator: AnyOperator) -> str:
    """Return what carrying out ``operator`` is called.

    >>> noun(DIVIDE)
    'a division'
    """
    # An operator of one's own has no noun: it is called by its name.
    return _NOUNS.get(operator, f"the operator {operator.name}")


@dataclass(frozen=True, slots=True)
class Last:
    """The operator of the last step; ``only``: there is no other step."""

    stage: ClassVar = Stage.LAST
    operator: AnyOperator
    only: bool

    def __str__(self) -> str:
        return f"the {'only' if self.only else 'last'} step is {noun(self.operator)}"

    def to_object(self) -> dict[str, object]:
        """Return what it states as an object for JSON."""
        return {"operator": self.operator.name, "only": self.only}


@dataclass(frozen=True, slots=True)
class First:
    """The first step, without what it gives."""

    stage: ClassVar = Stage.FIRST
    step: str

    def __str__(self) -> str:
        return f"start with {self.step}"

    def to_object(self) -> dict[str, object]:
        """Return what it states as an object for JSON."""
        return {"step": self.step}


@dataclass(frozen=True, slots=True)
class AllButOne:
    """All steps but the last, as equations."""

    stage: ClassVar = Stage.ALL_BUT_ONE
    steps: Texts

    def __str__(self) -> str:
        return f"{', '.join(self.steps)}; then one step is left"

    def to_object(self) -> dict[str, object]:
        """Return what it states as an object for JSON."""
        return {"steps": list(self.steps)}


Hint: TypeAlias = Possible | Needs | Last | First | AllButOne
