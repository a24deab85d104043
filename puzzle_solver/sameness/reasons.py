"""Why two expressions are one, or why not, in words that a pupil understands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from puzzle_solver.expression import Expression, numbers
from puzzle_solver.rational import from_pair, shorten, write_rational
from puzzle_solver.sameness.algebra import LEAF, Form, Parts
from puzzle_solver.sameness.laws import laws_between
from puzzle_solver.sameness.levels import Sameness, check_length
from puzzle_solver.sameness.padding import SIGN
from puzzle_solver.sameness.parts import Part, Pool
from puzzle_solver.sameness.text import Writer, tree_text

Write: TypeAlias = Callable[[Expression], str]

MOST_EXPLAINED: Final = 60
"""Between parts of more numbers the laws are not told apart: it would take a second."""

MOST_PLACES: Final = 20
"""Two expressions may differ in a thousand places. Those behind are of the kinds of those before."""

LONGEST: Final = 100
"""What is written longer than this is cut, or shown in letters."""


class Why(NamedTuple):
    """``level``: the first at which two expressions are one, None if they are two at each. ``reasons``: in words."""

    level: Sameness | None
    reasons: tuple[str, ...]


def why(first: Expression, second: Expression, write: Write = tree_text) -> Why:
    """Return the first level at which two expressions are one and what makes them so, or what keeps them apart.

    ``write``: how an expression is written in the reasons.

    >>> from puzzle_solver import read_expression, why
    >>> why(read_expression("2*3"), read_expression("3*2"))
    Why(level=<Sameness.ALGEBRA: 'algebra'>, reasons=('only the order of operands differs: 2*3 = 3*2',))

    Raises:
        InvalidPuzzle: one of them has no value, such as ``1/0``, or is too long to compare.
    """
    for expression in (first, second):
        check_length(expression)
    pool = Pool()
    one, other = pool.read(first), pool.read(second)
    level = next((level for level in Sameness if pool.one(one, other, level)), None)
    words = _Words(pool, write)
    return Why(level, tuple(words.what_parts(one, other) if level is None else words.what_joins(one, other, level)))


_ROUND: Final = str.maketrans("[]", "()")


def _plain(text: str) -> str:
    return _cut(text.replace("[0]", "0").replace("[1]", "1").translate(_ROUND))


def _spelled(text: str) -> str:
    """Write the empty sum and product as groups that cancel: ``5*5-(x/x)``."""
    return _cut(text.replace("[0]", "(x-x)").replace("[1]", "(x/x)").translate(_ROUND))


def _cut(text: str) -> str:
    return shorten(text, LONGEST)


class _Words:
    """Puts into words what joins or parts two expressions of a pool."""

    def __init__(self, pool: Pool, write: Write) -> None:
        self._pool = pool
        self._write = write
        self._writer = Writer(pool.forms)

    def what_joins(self, first: Part, second: Part, level: Sameness) -> Iterable[str]:
        if level is Sameness.TREES:
            return ["both are written alike: the same signs between the same numbers"]
        found: dict[str, str] = {}
        for one, other in islice(self._pool.apart(first, second, level), MOST_PLACES):
            algebra = self._pool.one(one, other, Sameness.ALGEBRA)
            reason, shown = (self._laws if algebra else self._ways)(one, other)
            found.setdefault(reason, f"{reason}: {shown}" if shown else reason)
        remains = [f"what remains of both is {self._remains(first)}"] if level is Sameness.ESSENCE else []
        return [*found.values(), *remains]

    def _laws(self, one: Part, other: Part) -> tuple[str, str]:
        """Return the laws that turn one part into another, and the two, or letters in their place."""
        if len(numbers(one.expression)) > MOST_EXPLAINED:
            return "only the order of operands, brackets and signs differ", ""
        laws = laws_between(one.expression, other.expression)
        words = [law.words for law in laws] or ["operators of one meaning are written differently"]
        letters = ", ".join(law.letters for law in laws)
        reason = laws[0].alone if len(laws) == 1 else ""
        return reason or "; ".join(words), self._equation(one, other) or letters

    def _ways(self, one: Part, other: Part) -> tuple[str, str]:
        """Return how what is set aside in two parts changed nothing, and the two."""
        ways = self._pool.essences.ways(one.form, other.form)
        if len(ways) > 1 and not self.numbers(one, other):
            ways.pop(SIGN, None)
        reasons = [way.words.format(self._listed(parts)) for way, parts in ways.items()]
        (left, _), (right, _) = (self._pool.essences.reduce(part.form) for part in (one, other))
        if left != right:
            reasons.append("0 is its own negative")
        return "; ".join(reasons), self._equation(one, other)

    def what_parts(self, first: Part, second: Part) -> Iterable[str]:
        found = (difference(self, first, second) for difference in _DIFFERENCES)
        return filter(None, found)

    def values(self, first: Part, second: Part) -> str:
        """Say that the values differ."""
        if first.value == second.value:
            return ""
        return f"different values: {_short(first.value)} and {_short(second.value)}"

    def numbers(self, first: Part, second: Part) -> str:
        """Say which numbers only one of the two has."""
        ours, theirs = (Counter(number.value for number in numbers(part.expression)) for part in (first, second))
        sides = (("first", _more(ours, theirs)), ("second", _more(theirs, ours)))
        found = ", ".join(f"only the {side} has {more}" for side, more in sides if more)
        return f"different numbers: {found}" if found else ""

    def turned(self, first: Part, second: Part) -> str:
        """Say that one is the negative of the other."""
        forms, essences = self._pool.forms, self._pool.essences
        negative = essences.key(forms.negative(second.form)) == essences.key(first.form)
        return "each is the negative of the other, and the sign counts" if negative else ""

    def remainders(self, first: Part, second: Part) -> str:
        """Say that the two differ in padding only."""
        (one, ours), (other, theirs) = (self._pool.essences.key(part.form) for part in (first, second))
        if one != other:
            return ""
        sides = (self._padding(part) or "nothing" for part in (ours, theirs))
        return (
            f"what remains of both is {self._remains(first)}, but what is set aside differs: {' against '.join(sides)}"
        )

    def leftovers(self, first: Part, second: Part) -> str:
        """Say what remains of each, where both have padding: the laws of padding may join them by other choices."""
        if first.value != second.value or self.numbers(first, second) or self.remainders(first, second):
            return ""
        paddings = [self._pool.essences.key(part.form)[1] for part in (first, second)]
        if not all(paddings):
            return ""
        one, other = (
            f"{self._remains(part, _spelled)} with {self._padding(padding)} set aside"
            for part, padding in zip((first, second), paddings, strict=True)
        )
        return f"both are {_short(first.value)}, but what remains of them differs: {one}, against {other}"

    def chance(self, first: Part, second: Part) -> str:
        """Say that nothing but their values joins the two: no law of padding can, where one of them has none."""
        if first.value != second.value or any(
            difference(first, second) for difference in (self.numbers, self.remainders, self.leftovers)
        ):
            return ""
        return (
            f"both are {_short(first.value)}, but no law of arithmetic turns one into the other: "
            "they only meet because of these numbers"
        )

    def _equation(self, one: Part, other: Part) -> str:
        text = f"{self._write(one.expression)} = {self._write(other.expression)}"
        return text if len(text) <= LONGEST else ""

    def _listed(self, parts: Iterable[Form]) -> str:
        """Write the values of parts, before each what has it and is more than a number: ``1 and 2*3 = 6``."""
        groups: dict[Fraction, list[str]] = {}
        for part in self._writer.in_order({abs(part) for part in parts}):
            group = groups.setdefault(from_pair(self._pool.forms.values[part]), [])
            group += () if self._pool.forms.kinds[part] is LEAF else [self._name(part)]
        return _cut(" and ".join(" = ".join([*texts, _short(value)]) for value, texts in groups.items()))

    def _remains(self, part: Part, write: Callable[[str], str] = _plain) -> str:
        remainder, _ = self._pool.essences.reduce(part.form)
        writer = self._writer
        return write(writer.signed(remainder) if part.value else writer.unsigned(remainder))

    def _padding(self, padding: Parts) -> str:
        return _cut(", ".join(map(self._name, self._writer.in_order(padding))))

    def _name(self, form: Form) -> str:
        return _plain(self._writer.unsigned(form))


_DIFFERENCES: Final = (_Words.values, _Words.numbers, _Words.turned, _Words.remainders, _Words.leftovers, _Words.chance)


def _short(value: Fraction) -> str:
    return shorten(write_rational(value))


def _more(ours: Counter[Fraction], theirs: Counter[Fraction]) -> str:
    """Say what ``ours`` has more of: ``3 and a second 8``."""
    more = [_copies(number, theirs[number], times) for number, times in sorted((ours - theirs).items())]
    return _cut(" and ".join(filter(None, (", ".join(more[:-1]), *more[-1:]))))


def _copies(number: Fraction, known: int, more: int) -> str:
    if more > 1:
        return f"{_short(number)} ({more} times{' more' if known else ''})"
    return ("", "a second ", "one more ")[min(known, 2)] + _short(number)
