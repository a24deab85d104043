"""The idea of a solution, told from its end: each sentence states something exact, and says it for a pupil."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from puzzle_solver.expression import Expression, Number, Step, steps
from puzzle_solver.hints import Last, Need, Needs
from puzzle_solver.operators import Algebra, AnyOperator, Family
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.render.steps import to_steps
from puzzle_solver.render.style import spell
from puzzle_solver.rules import Domain

STYLE: Final = "unicode"
"""How everything is written that people are to read."""

_MOST_PARTS: Final = 4
"""How far back from the end the idea goes; the steps tell the rest."""

_MOST_LISTED: Final = 12
"""Numbers that a sentence lists one by one."""

_DIVIDES: Final = Algebra(Family.PRODUCT, -1)
_MULTIPLIES: Final = Algebra(Family.PRODUCT)


def write_value(value: Fraction) -> str:
    """Return a value as people read it.

    >>> write_value(Fraction(-8, 3))
    '−8/3'
    """
    return spell(Number(value), STYLE)


def join_words(words: Sequence[str]) -> str:
    """Return words as a list in a sentence.

    >>> join_words(["3", "8", "3"])
    '3, 8 and 3'
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


class Made(NamedTuple):
    """A part of a solution: its value, its numbers and, unless it is a number, the step that makes it of its parts."""

    value: Fraction
    numbers: tuple[Number, ...]
    step: str = ""
    operator: AnyOperator | None = None
    parts: tuple[Made, ...] = ()

    @property
    def text(self) -> str:
        """The value as people read it."""
        return write_value(self.value) if self.parts else spell(self.numbers[0], STYLE)


def take_apart(expression: Expression) -> list[Made]:
    """Return every part that a step makes, in the order of the steps, and the whole last."""
    if isinstance(expression, Number):
        return [Made(expression.value, (expression,))]
    # Steps are compared by identity, so that two equal operations stay two parts.
    made: dict[Step, Made] = {}

    def part(operand: Number | Step) -> Made:
        return made[operand] if isinstance(operand, Step) else Made(operand.value, (operand,))

    for step, text in zip(steps(expression), to_steps(expression, STYLE), strict=True):
        parts = tuple(map(part, step.operands))
        numbers = tuple(number for each in parts for number in each.numbers)
        made[step] = Made(step.value, numbers, text, step.operator, parts)
    return list(made.values())


class LastStep(NamedTuple):
    """What the last step is."""

    last: Last
    step: str

    def __str__(self) -> str:
        start = "" if self.last.only else "Start at the end: "
        said = f"{start}{self.last}, {self.step}."
        # Not ``capitalize``, which would make all other letters small.
        return said[0].upper() + said[1:]


class NoStep(NamedTuple):
    """The target is a number of the hand, or written with its digits."""

    part: Made
    hand: tuple[Number, ...]

    def __str__(self) -> str:
        return f"No step is needed: {_origin(self.part, self.hand)}."


class Part(NamedTuple):
    """What has to be made, and how; ``beside``: the number that stands beside it."""

    part: Made
    beside: Made | None
    hand: tuple[Number, ...]

    def __str__(self) -> str:
        part, beside = self.part, self.beside
        given = f"{_origin(beside, self.hand)}, and " if beside else ""
        made = f"another {part.text}" if beside and beside.text == part.text else part.text
        return f"{given}{made} comes from {_listing(part)}: {part.step}."


class KeyPair(NamedTuple):
    """Two parts that have both to be made."""

    left: Made
    right: Made

    def __str__(self) -> str:
        left, right = self.left, self.right
        one, other = (left.text, right.text) if left.text != right.text else ("one", "the other")
        comes = f"{one} comes from {_listing(left)}, and {other} from {_listing(right)}"
        if (left.text, _listing(left)) == (right.text, _listing(right)):
            comes = f"each of them comes from {_listing(left)}"
        return f"The key is the pair {left.text} and {right.text}: {comes}."


class Written(NamedTuple):
    """Numbers of the solution that are not given as they stand, and that no sentence has told of."""

    numbers: tuple[Number, ...]
    hand: tuple[Number, ...]

    def __str__(self) -> str:
        ways: dict[str, list[str]] = {}
        for number in self.numbers:
            one = "one " if number in self.hand else ""
            ways.setdefault(_writing(number), []).append(one + spell(number, STYLE))
        said = (f"{join_words(them)} {'is' if len(them) == 1 else 'are'} {way}." for way, them in ways.items())
        return " ".join(sentence[0].upper() + sentence[1:] for sentence in said)


class Fractions(NamedTuple):
    """With which step a fraction first comes in, and after which the last one is gone, if any."""

    comes: Made
    goes: Made | None

    def __str__(self) -> str:
        if self.goes is None:
            return f"A fraction comes in with {self.comes.step}."
        why = _cancels(self.goes)
        return f"A fraction comes in with {self.comes.step}, and goes again with {self.goes.step}{why}."


class Needed(NamedTuple):
    """Whether fractions and negative numbers are needed, those of them that the rules allow."""

    needs: Needs
    domain: Domain
    numbers: tuple[Number, ...]

    def __str__(self) -> str:
        return " ".join(f"{said[0].upper()}{said[1:]}." for said in self._said())

    def _said(self) -> Iterator[str]:
        told = list(self._told())
        # Two sentences that say "no" are one that says "neither".
        if (self.needs.fraction, self.needs.negative, len(told)) == (Need.NOT_NEEDED, Need.NOT_NEEDED, 2):
            told = ["neither a fraction nor a negative number is needed"]
        yield from told

    def _told(self) -> Iterator[str]:
        fraction, negative = self.needs.say("this solution uses")
        target, values = self.needs.target, [number.value for number in self.numbers]
        if not self.domain.whole and _is_plain(self.needs.fraction, any(value.denominator > 1 for value in values)):
            whole = self.needs.fraction is Need.NEEDED and target.denominator == 1
            yield fraction + (": if every result has to be a whole number, there is no solution" if whole else "")
        if self.domain.least is None and _is_plain(self.needs.negative, any(value < 0 for value in values)):
            positive = self.needs.negative is Need.NEEDED and target >= 0
            yield negative + (": if no result may be below 0, there is no solution" if positive else "")


def _is_plain(need: Need, given: bool) -> bool:
    """Would a pupil agree? Where some are ``given``, it sounds odd that none is needed."""
    return need is Need.NEEDED or not given


Sentence: TypeAlias = LastStep | NoStep | Part | KeyPair | Written | Fractions | Needed


def explain(expression: Expression, puzzle: Puzzle, needs: Needs) -> tuple[Sentence, ...]:
    """Return the idea of a solution: from the end back to the pair that has to be made, or to numbers of the hand."""
    parts = take_apart(expression)
    whole = parts[-1]
    if whole.operator is None:
        return (NoStep(whole, puzzle.hand),)
    last = LastStep(Last(whole.operator, only=len(parts) == 1), whole.step)
    needed = Needed(needs, puzzle.rules.domain, whole.numbers)
    backwards = tuple(_backwards(whole, puzzle.hand))
    return (
        *(last, *backwards, *_written(whole, backwards, puzzle.hand), *_fractions(parts)),
        *((needed,) if str(needed) else ()),
    )


def _backwards(whole: Made, hand: tuple[Number, ...]) -> Iterator[Part | KeyPair]:
    # A loop, bounded: a hand of many numbers would be told step by step from its end.
    for _ in range(_MOST_PARTS):
        open_parts = [part for part in whole.parts if part.parts]
        # Both have to be made and neither comes first: here the way back from the end forks, and the idea ends.
        if len(open_parts) > 1:
            yield KeyPair(*open_parts)
        if len(open_parts) != 1:
            return
        given = next((part for part in whole.parts if not part.parts), None)
        whole = open_parts[0]
        yield Part(whole, given, hand)


def _written(whole: Made, backwards: Sequence[Part | KeyPair], hand: tuple[Number, ...]) -> Iterator[Written]:
    beside = {said.beside.numbers[0] for said in backwards if isinstance(said, Part) and said.beside}
    # What the hand does not have as it stands: joined, or with a decimal point.
    untold = Counter(whole.numbers) - Counter(hand)
    for number in beside.difference(hand):
        del untold[number]
    if untold:
        yield Written(tuple(untold), hand)


def _fractions(parts: Sequence[Made]) -> Iterator[Fractions]:
    """Of a whole target every fraction that came in has gone in the end; the last step to take one in makes it go."""
    comes = next((part for part in parts if _is_fraction(part) and not any(map(_is_fraction, part.parts))), None)
    # The last step with a fraction among its operands has a whole result, if the target is whole.
    takes = [part for part in parts if any(map(_is_fraction, part.parts))]
    if comes:
        yield Fractions(comes, None if _is_fraction(parts[-1]) else takes[-1])


def _is_fraction(part: Made) -> bool:
    return part.value.denominator > 1


def _cancels(step: Made) -> str:
    """Say why no fraction is left, where it is plain."""
    assert step.operator is not None
    if step.operator.algebra == _DIVIDES and _is_fraction(step.parts[1]):
        divisor = step.parts[1]
        return f": dividing by {divisor.text} is the same as multiplying by {write_value(1 / divisor.value)}"
    if step.operator.algebra == _MULTIPLIES:
        # False sorts before True: the whole number, if there is one, comes first.
        whole, fraction = sorted(step.parts, key=_is_fraction)
        below = fraction.value.denominator
        if abs(whole.value) == below:
            return f": multiplying by {whole.text} cancels the {below} below the line"
        if not _is_fraction(whole):
            return f": {whole.text} can be divided by the {below} below the line"
    return ""


_WAYS: Final = (
    ("(", "written with recurring digits"),
    (".", "written with a decimal point"),
    ("", "joined from given numbers"),
)


def _origin(part: Made, hand: tuple[Number, ...]) -> str:
    """Say where a number comes from."""
    (number,) = part.numbers
    if number in hand:
        return f"{part.text} is given"
    return f"{part.text} is {_writing(number)}"


def _writing(number: Number) -> str:
    return next(words for mark, words in _WAYS if mark in number.spelling)


def _listing(part: Made) -> str:
    if len(part.numbers) > _MOST_LISTED:
        return f"{len(part.numbers)} of the numbers"
    return join_words([spell(number, STYLE) for number in part.numbers])
