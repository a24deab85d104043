"""The stupid oracle: every expression over a hand, one at a time, with nothing but the standard library.

It shares no code with the package, and knows no bitmask, no table, no inverse and no pruning. A tree is a number (of
the hand, joined, or with a decimal point), ``(symbol, operand)`` or ``(symbol, left, right)``. What it is for is to be
obviously right, so it is as slow as it looks. When two trees are one is defined in naive_sameness.py.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

Tree: TypeAlias = "Fraction | tuple[str, Tree] | tuple[str, Tree, Tree]"
Trees: TypeAlias = "dict[Tree, Fraction]"


class Pointed(Fraction):
    """A number with a decimal point put into it: equal to any other of that value, but less simple."""


class Limits(NamedTuple):
    """The most bits of a power or a factorial, and the largest numerator of an exponent."""

    bits: int = 1024
    exponent: int | None = None


class Rules(NamedTuple):
    """``operators``: symbols one after the other, or a tuple of symbols."""

    operators: Sequence[str] = "+-*/"
    order: str = "free"
    use: str = "all"
    domain: str = "rational"
    join: bool = False
    decimals: bool = False
    recurring: bool = False
    brackets: bool = True
    depth: int = 2
    limits: Limits = Limits()


# Operators


class NoValueError(Exception):
    """There is no value: a division by zero, or a root that is not rational."""


class TooLargeError(Exception):
    """A size limit is exceeded."""


def divide(left: Fraction, right: Fraction) -> Fraction:
    if right == 0:
        raise NoValueError
    return left / right


def power(base: Fraction, exponent: Fraction, limits: Limits = Limits()) -> Fraction:  # noqa: B008 (it is a constant)
    if base == 0 and exponent <= 0:
        raise NoValueError
    if base < 0 and exponent.denominator > 1:
        raise NoValueError
    if base == 0:
        return Fraction(0)
    over = exact_root(abs(base.numerator), exponent.denominator)
    root = Fraction(over if base > 0 else -over, exact_root(base.denominator, exponent.denominator))
    times = exponent.numerator
    if abs(root) == 1:
        return root if times % 2 else Fraction(1)
    if abs(times) > (limits.bits if limits.exponent is None else min(limits.bits, limits.exponent)):
        raise TooLargeError
    return small(root**times, limits)


def small(value: Fraction, limits: Limits) -> Fraction:
    if max(abs(value.numerator), value.denominator) >= 2**limits.bits:
        raise TooLargeError
    return value


def exact_root(number: int, degree: int) -> int:
    """Return the positive integer whose ``degree``-th power is ``number``."""
    if number == 1 or degree == 1:
        return number
    if degree > number.bit_length():
        raise NoValueError
    below, above = 1, 2 ** (number.bit_length() // degree + 1)
    while above - below > 1:
        middle = (below + above) // 2
        if middle**degree <= number:
            below = middle
        else:
            above = middle
    if below**degree != number:
        raise NoValueError
    return below


def root(value: Fraction, degree: Fraction, limits: Limits = Limits()) -> Fraction:  # noqa: B008
    """Return the number whose ``degree``-th power is ``value``."""
    return power(value, divide(Fraction(1), degree), limits)


def square_root(value: Fraction) -> Fraction:
    if value < 0:
        raise NoValueError
    return value if value == 0 else Fraction(exact_root(value.numerator, 2), exact_root(value.denominator, 2))


def factorial(value: Fraction, limits: Limits = Limits(), step: int = 1) -> Fraction:  # noqa: B008
    if value.denominator > 1 or value < 0:
        raise NoValueError
    product = Fraction(1)
    for factor in range(int(value), 0, -step):
        product = small(product * factor, limits)
    return product


def floor_divide(left: Fraction, right: Fraction) -> Fraction:
    if left.denominator > 1 or right.denominator > 1:
        raise NoValueError
    return Fraction(math.floor(divide(left, right)))


def modulo(left: Fraction, right: Fraction) -> Fraction:
    return left - right * floor_divide(left, right)


BINARY: dict[str, Callable[..., Fraction]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": divide,
    "^": power,
    "root": root,
    "%": modulo,
    "//": floor_divide,
    "max": max,
    "min": min,
    "mean": lambda left, right: (left + right) / 2,
    "dot": lambda left, right: left * right - 1,
}
UNARY: dict[str, Callable[..., Fraction]] = {
    "negate": lambda value: -value,
    "sqrt": square_root,
    "!": factorial,
    "!!": lambda value, limits: factorial(value, limits, 2),
    "abs": abs,
    "floor": lambda value: Fraction(math.floor(value)),
    "ceil": lambda value: Fraction(math.ceil(value)),
    "half": lambda value: value / 2,
    "next": lambda value: value + 1,
}
OPERATORS = BINARY | UNARY
SIZED = {"^", "root", "!", "!!"}
COMMUTATIVE = {"+", "*", "max", "min", "mean"}

PRECEDENCE = {"+": 1, "-": 1, "^": 3}
"""Of binary operators; all others have 2. A power groups to the right, all others to the left."""

DOMAINS: dict[str, Callable[[Fraction], bool]] = {
    "rational": lambda value: True,
    "non-negative": lambda value: value >= 0,
    "integer": lambda value: value.denominator == 1,
    "whole": lambda value: value.denominator == 1 and value >= 0,
    "natural": lambda value: value.denominator == 1 and value > 0,
}


def apply(symbol: str, *operands: Fraction, limits: Limits = Limits()) -> Fraction:  # noqa: B008
    return OPERATORS[symbol](*operands, *([limits] if symbol in SIZED else []))


def evaluate(tree: Tree) -> Fraction:
    if isinstance(tree, Fraction):
        return tree
    symbol, *operands = tree
    return apply(symbol, *map(evaluate, operands))


# Numbers before any operator


def spelled(numbers: Sequence[Fraction], rules: Rules) -> set[Fraction]:
    """Return what neighbours can be without an operator: one number, several joined, or either with a point in it.

    Only integers from 0 are joined or get a point, and but for a single 0 nothing begins with 0 before the point. The
    point stands before the first number or between two, and the digits that recur are those of some last numbers.
    """
    if len(numbers) > 1 and not rules.join:
        return set()
    found = set(numbers) if len(numbers) == 1 else set()
    if any(number.denominator > 1 or number < 0 for number in numbers):
        return found
    words = [str(number) for number in numbers]
    if len(words) > 1 and words[0] != "0":
        found.add(Fraction("".join(words)))
    for point, recur in itertools.combinations_with_replacement(range(len(words) + 1), 2):
        whole = "".join(words[:point])
        fits = rules.recurring if recur < len(words) else rules.decimals
        if point < len(words) and fits and (whole in ("", "0") or whole[0] != "0"):
            value = with_point(whole or "0", "".join(words[point:recur]), "".join(words[recur:]))
            found.add(Pointed(value))
    return found


def with_point(whole: str, digits: str, recurring: str) -> Fraction:
    """Return the number; ``10**p x - x`` has no recurring digits left, where p of them recur."""
    shift = 10 ** len(digits)
    if not recurring:
        return Fraction(int(whole + digits), shift)
    return Fraction(int(whole + digits + recurring) - int(whole + digits), (10 ** len(recurring) - 1) * shift)


# Enumeration


class Grown(NamedTuple):
    """Trees with their values.

    ``limited``: a size limit kept one out; ``deep``: one more unary operator would have given yet another value.
    """

    trees: list[tuple[Tree, Fraction]]
    limited: bool
    deep: bool


Item: TypeAlias = tuple[Fraction, bool]
"""A number, and whether it stands right after the one before it, so that the two may be joined."""


def sequences(hand: Sequence[Fraction], order: str, use: str) -> set[tuple[Item, ...]]:
    """Return every order in which the numbers can stand in an expression, from left to right."""
    lengths = range(1 if use == "some" else len(hand), len(hand) + 1)
    if order == "free":
        orders = {chosen for length in lengths for chosen in itertools.permutations(hand, length)}
        return {tuple((number, True) for number in chosen) for chosen in orders}
    kept = (places for length in lengths for places in itertools.combinations(range(len(hand)), length))
    return {tuple((hand[place], place - 1 in places) for place in places) for places in kept}


class Growing:
    """Makes trees. ``thin``: of trees with the same last operator and value one is enough, so not all are made."""

    def __init__(self, rules: Rules, thin: bool = False) -> None:
        self.rules, self.thin = rules, thin
        self.limited = self.deep = False
        self._known: dict[tuple[Item, ...], Trees] = {}

    def trees(self, items: tuple[Item, ...]) -> Trees:
        """Return every tree whose numbers, from left to right, are these."""
        items = ((items[0][0], False), *items[1:])
        if items not in self._known:
            self._known[items] = self._grow(items)
        return self._known[items]

    def _grow(self, items: tuple[Item, ...]) -> Trees:
        together = all(follows for _, follows in items[1:])
        atoms = spelled([number for number, _ in items], self.rules) if together else set()
        numbers: Trees = {atom: atom for atom in atoms}
        joined = self._thinned(plainest(self._joined(items)))
        # Without brackets a unary operator can only stand over a number, or over a unary operator.
        return self._raised(numbers | joined) if self.rules.brackets else self._raised(numbers) | joined

    def _joined(self, items: tuple[Item, ...]) -> Iterator[tuple[Tree, Fraction]]:
        symbols = [symbol for symbol in self.rules.operators if symbol in BINARY]
        for cut in range(1, len(items)):
            lefts, rights = self.trees(items[:cut]), self.trees(items[cut:])
            for (left, a), (right, b), symbol in itertools.product(lefts.items(), rights.items(), symbols):
                tree = symbol, left, right
                value = self._result(symbol, a, b)
                if value is not None and (self.rules.brackets or needs_no_brackets(tree)):
                    yield tree, value

    def _raised(self, trees: Trees) -> Trees:
        symbols = [symbol for symbol in self.rules.operators if symbol in UNARY]
        found, top = trees, trees
        for depth in range(self.rules.depth + 1):
            above: Trees = {}
            for (operand, a), symbol in itertools.product(top.items(), symbols):
                value = self._result(symbol, a)
                if value is not None and value != a:
                    above[symbol, operand] = value
            top = self._thinned(above)
            if depth == self.rules.depth:
                self.deep = self.deep or not set(top.values()) <= set(found.values())
            else:
                found = found | top
        return found

    def _result(self, symbol: str, *operands: Fraction) -> Fraction | None:
        try:
            value = apply(symbol, *operands, limits=self.rules.limits)
        except NoValueError:
            return None
        except TooLargeError:
            self.limited = True
            return None
        return value if DOMAINS[self.rules.domain](value) else None

    def _thinned(self, trees: Trees) -> Trees:
        if not self.thin:
            return trees
        return {tree: value for (_, value), tree in {(tree[0], value): tree for tree, value in trees.items()}.items()}  # type: ignore[index]


def needs_no_brackets(tree: tuple[str, Tree, Tree]) -> bool:
    """Does neither operand of the last operator need brackets?"""
    symbol, left, right = tree
    own, to_the_right = PRECEDENCE.get(symbol, 2), symbol == "^"
    return binds(left, own, not to_the_right) and binds(right, own, to_the_right)


def binds(operand: Tree, than: int, or_as: bool) -> bool:
    """Does the operand bind more tightly?"""
    if isinstance(operand, Fraction) or len(operand) == 2:
        return True
    own = PRECEDENCE.get(operand[0], 2)
    return own > than or (or_as and own == than)


def expressions(hand: Iterable[int | Fraction], *some: Any, thin: bool = False, **others: Any) -> Grown:
    """Return every expression that the rules, given as for :class:`Rules`, allow.

    Equal numbers are interchangeable, so no tree comes twice.
    """
    rules = Rules(*some, **others)
    growing = Growing(rules, thin)
    numbers = [Fraction(number) for number in hand]
    parts = [growing.trees(items) for items in sequences(numbers, rules.order, rules.use)]
    admits = DOMAINS[rules.domain]  # a number of the hand is exempt from it on the way, and not as the target
    trees = plainest(pair for part in parts for pair in part.items() if admits(pair[1]))
    return Grown(list(trees.items()), growing.limited, growing.deep)


def plainest(pairs: Iterable[tuple[Tree, Fraction]]) -> Trees:
    """Keep of trees that are equal the one with the fewest points."""
    best: dict[Tree, tuple[Tree, Fraction]] = {}
    for tree, value in pairs:
        if tree not in best or points(tree) < points(best[tree][0]):
            best[tree] = tree, value
    return dict(best.values())


def points(tree: Tree) -> int:
    return sum(isinstance(leaf, Pointed) for leaf in leaves(tree))


def solutions(hand: Iterable[int | Fraction], target: int | Fraction, **rules: Any) -> list[Tree]:
    return [tree for tree, value in expressions(hand, **rules).trees if value == target]


def nearest(made: Iterable[Fraction], target: int | Fraction) -> set[Fraction]:
    """Return the values nearest to ``target``, all ties."""
    distances = {value: abs(value - target) for value in made}
    return {value for value, distance in distances.items() if distance == min(distances.values())}


def values(found: Iterable[tuple[Tree, Fraction]]) -> set[Fraction]:
    return {value for _, value in found}


def leaves(tree: Tree) -> list[Fraction]:
    return [tree] if isinstance(tree, Fraction) else [number for part in tree[1:] for number in leaves(part)]


# Simplicity


def cost(tree: Tree) -> tuple[int, ...]:
    """Return what makes a tree less simple than another, the most important first.

    Operators, results that are not integers and points put into numbers, negative results, divisions, subtractions,
    and the sum of the results' numerators, without their signs, and denominators.
    """
    nodes = list(operations(tree))
    results = [evaluate(node) for node in nodes]
    return (
        len(nodes),
        sum(result.denominator > 1 for result in results) + points(tree),
        sum(result < 0 for result in results),
        sum(node[0] == "/" for node in nodes),
        sum(node[0] == "-" for node in nodes),
        sum(abs(result.numerator) + result.denominator for result in results),
    )


def operations(tree: Tree) -> Iterator[tuple[Any, ...]]:
    if not isinstance(tree, Fraction):
        for part in tree[1:]:
            yield from operations(part)
        yield tree
