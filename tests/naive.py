"""The stupid oracle: every expression over a hand, one at a time, with nothing but the standard library.

It shares no code with the package, and knows no bitmask, no table, no inverse and no pruning. A tree is a number or
``(symbol, left, right)``. What it is for is to be obviously right, so it is as slow as it looks.

It also defines, independently, when two trees are one: ``algebra`` by evaluating at a random point of a large prime
field under every permutation of equal numbers, ``essence`` by a literal transcription of the rules in docs/sameness.md.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

Tree: TypeAlias = "Fraction | tuple[str, Tree, Tree]"
Sequences: TypeAlias = "Iterable[tuple[Fraction, ...]]"

BIT_LIMIT = 1024


# Operators


class NoValueError(Exception):
    """There is no value: a division by zero, or a root that is not rational."""


class TooLargeError(Exception):
    """A number of the result would have more than 1024 bits."""


def divide(left: Fraction, right: Fraction) -> Fraction:
    if right == 0:
        raise NoValueError
    return left / right


def power(base: Fraction, exponent: Fraction) -> Fraction:
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
    if abs(times) > BIT_LIMIT:
        raise TooLargeError
    result = root**times
    if max(abs(result.numerator), result.denominator) >= 2**BIT_LIMIT:
        raise TooLargeError
    return result


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


OPERATORS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": divide,
    "^": power,
}

DOMAINS: dict[str, Callable[[Fraction], bool]] = {
    "rational": lambda value: True,
    "integer": lambda value: value.denominator == 1,
    "natural": lambda value: value.denominator == 1 and value > 0,
}


def evaluate(tree: Tree) -> Fraction:
    if isinstance(tree, Fraction):
        return tree
    symbol, left, right = tree
    return OPERATORS[symbol](evaluate(left), evaluate(right))


# Enumeration


class Grown(NamedTuple):
    """Trees with their values, and whether the size limit kept one out."""

    trees: list[tuple[Tree, Fraction]]
    limited: bool


def sequences(hand: Sequence[Fraction], order: str, use: str) -> set[tuple[Fraction, ...]]:
    """Return every order in which the numbers can stand in an expression, from left to right."""
    lengths = range(1 if use == "some" else len(hand), len(hand) + 1)
    arrange = itertools.permutations if order == "free" else itertools.combinations
    return {sequence for length in lengths for sequence in arrange(hand, length)}


def grow(sequence: tuple[Fraction, ...], operators: str, domain: str, known: dict[Sequence[Fraction], Grown]) -> Grown:
    """Return every tree whose leaves, from left to right, are ``sequence``."""
    if sequence in known:
        return known[sequence]
    trees: list[tuple[Tree, Fraction]] = [(sequence[0], sequence[0])] if len(sequence) == 1 else []
    limited = False
    for cut in range(1, len(sequence)):
        lefts = grow(sequence[:cut], operators, domain, known)
        rights = grow(sequence[cut:], operators, domain, known)
        limited = limited or lefts.limited or rights.limited
        for (left, a), (right, b), symbol in itertools.product(lefts.trees, rights.trees, operators):
            try:
                value = OPERATORS[symbol](a, b)
            except NoValueError:
                continue
            except TooLargeError:
                limited = True
                continue
            if DOMAINS[domain](value):
                trees.append(((symbol, left, right), value))
    known[sequence] = Grown(trees, limited)
    return known[sequence]


def expressions(
    hand: Iterable[int | Fraction], operators: str = "+-*/", order: str = "free", use: str = "all",
    domain: str = "rational",
) -> Grown:  # fmt: skip
    """Return every expression that the rules allow; equal numbers are interchangeable, so no tree comes twice."""
    known: dict[Sequence[Fraction], Grown] = {}
    numbers = [Fraction(number) for number in hand]
    grown = [grow(sequence, operators, domain, known) for sequence in sequences(numbers, order, use)]
    return Grown([pair for part in grown for pair in part.trees], any(part.limited for part in grown))


def solutions(hand: Iterable[int | Fraction], target: int | Fraction, **rules: str) -> list[Tree]:
    return [tree for tree, value in expressions(hand, **rules).trees if value == target]


def nearest(made: Iterable[Fraction], target: int | Fraction) -> set[Fraction]:
    """Return the values nearest to ``target``, all ties."""
    distances = {value: abs(value - target) for value in made}
    return {value for value, distance in distances.items() if distance == min(distances.values())}


def leaves(tree: Tree) -> list[Fraction]:
    return [tree] if isinstance(tree, Fraction) else leaves(tree[1]) + leaves(tree[2])


# Algebra: equal as rational functions of the numbers used, under some permutation of equal numbers

PRIME = 2**127 - 1


def algebra(tree: Tree) -> int:
    """Return the same number for two trees exactly if they are one formula.

    Every leaf is its own unknown, and gets a random value in the field. Two rational functions that differ have the
    same value at a random point with a probability of about 2**-120. The least value over all permutations of the
    unknowns of equal numbers stands for the class.
    """
    used = Counter(leaves(tree))
    orders = (itertools.permutations(range(times)) for times in used.values())
    choices = (dict(zip(used, choice, strict=True)) for choice in itertools.product(*orders))
    return min(in_field(tree, {number: [*copies] for number, copies in choice.items()}).value for choice in choices)


class InField(NamedTuple):
    """A value of the field; for a power also its base and exponent; and the value in truth."""

    value: int
    truth: Fraction
    base: InField | None = None
    exponent: InField | None = None


def in_field(tree: Tree, copies: dict[Fraction, list[int]]) -> InField:
    if isinstance(tree, Fraction):
        return InField(unknown(tree, copies[tree].pop()), tree)
    symbol, left, right = tree
    return FIELD_OPERATORS[symbol](in_field(left, copies), in_field(right, copies))


def unknown(number: Fraction, copy: int) -> int:
    return random.Random(f"{number} {copy}").randrange(PRIME)


def opaque(left: int, right: int) -> int:
    """Return a value that depends on nothing but the two, and on each of them."""
    return int.from_bytes(hashlib.sha256(f"{left} {right}".encode()).digest(), "big") % PRIME


def power_in_field(base: InField, exponent: InField) -> InField:
    if base.base and base.exponent and base.exponent.truth.denominator == exponent.truth.denominator == 1:
        return power_in_field(base.base, FIELD_OPERATORS["*"](base.exponent, exponent))
    return InField(opaque(base.value, exponent.value), power(base.truth, exponent.truth), base, exponent)


FIELD_OPERATORS: dict[str, Callable[[InField, InField], InField]] = {
    "+": lambda a, b: InField((a.value + b.value) % PRIME, a.truth + b.truth),
    "-": lambda a, b: InField((a.value - b.value) % PRIME, a.truth - b.truth),
    "*": lambda a, b: InField(a.value * b.value % PRIME, a.truth * b.truth),
    "/": lambda a, b: InField(a.value * pow(b.value, -1, PRIME) % PRIME, a.truth / b.truth),
    "^": power_in_field,
}


# Essence: rules 1 to 7, as written

LEAF, SUM, PRODUCT, POWER = range(4)


class Form(NamedTuple):
    """A part, with a value that is not negative.

    Compared as a tuple it gives the order of parts: fewer numbers first; then leaf, sum, product, power; then part by
    part; signs (of terms; of base and exponent) and exponents (of factors) last.
    """

    size: int
    kind: int
    parts: tuple[Any, ...]
    marks: tuple[int, ...]
    value: Fraction


Marked: TypeAlias = "list[tuple[int, Any]]"


class Reduced(NamedTuple):
    sign: int
    form: Form
    padding: list[Form]


def essence(tree: Tree) -> tuple[int, Form, tuple[Form, ...]]:
    """Return the sign, what remains, and the padding. Two solutions are one exactly if they agree in all three."""
    sign, form, padding = reduce(flatten(tree))
    if form.value == 0:
        sign, form = 0, unsigned(form)
    return sign, form, tuple(sorted(map(unsigned, padding)))


def flatten(tree: Tree) -> tuple[int, Any]:
    """Return ``(LEAF, number)``, ``(POWER, (base, exponent))``, or a sum or product with its marked parts."""
    if isinstance(tree, Fraction):
        return LEAF, tree
    symbol, left, right = tree
    a, b = flatten(left), flatten(right)
    if symbol == "^":
        return POWER, joined_powers(a, b)
    kind = SUM if symbol in "+-" else PRODUCT
    mark = 1 if symbol in "+*" else -1
    return kind, parts_of(a, kind) + [(mark * m, part) for m, part in parts_of(b, kind)]


def parts_of(node: tuple[int, Any], kind: int) -> Marked:
    return list(node[1]) if node[0] == kind else [(1, node)]


def joined_powers(base: tuple[int, Any], exponent: tuple[int, Any]) -> tuple[Any, Any]:
    if base[0] == POWER:
        inner, outer = base[1]
        if value_of(outer).denominator == value_of(exponent).denominator == 1:
            return inner, (PRODUCT, parts_of(outer, PRODUCT) + parts_of(exponent, PRODUCT))
    return base, exponent


def value_of(node: tuple[int, Any]) -> Fraction:
    kind, content = node
    if kind == LEAF:
        return Fraction(content)
    if kind == POWER:
        return power(value_of(content[0]), value_of(content[1]))
    if kind == SUM:
        return sum((mark * value_of(part) for mark, part in content), Fraction(0))
    return math.prod((value_of(part) ** mark for mark, part in content), start=Fraction(1))


def numbers_of(node: tuple[int, Any]) -> list[Fraction]:
    kind, content = node
    if kind == LEAF:
        return [content]
    parts = content if kind == POWER else [part for _, part in content]
    return [number for part in parts for number in numbers_of(part)]


def leaf(number: Fraction) -> Form:
    return Form(1, LEAF, (abs(number),), (), abs(number))


def reduce(node: tuple[int, Any]) -> Reduced:
    kind, content = node
    if kind == LEAF:
        return Reduced(-1 if content < 0 else 1, leaf(content), [])
    if kind == POWER:
        return reduce_power(reduce(content[0]), reduce(content[1]))
    if kind == PRODUCT and value_of(node) == 0:  # rule 4
        return Reduced(1, zero_product(numbers_of(node)), [])
    parts = [(mark, reduce(part)) for mark, part in content]
    set_aside = [form for _, part in parts for form in part.padding]
    reduced = (reduce_sum if kind == SUM else reduce_product)(parts)
    return reduced._replace(padding=set_aside + reduced.padding)


def zero_product(numbers: list[Fraction]) -> Form:
    return Form(len(numbers), PRODUCT, tuple(sorted(map(leaf, numbers))), (0,) * len(numbers), Fraction(0))


def reduce_sum(parts: list[tuple[int, Reduced]]) -> Reduced:
    terms = spliced(SUM, [(mark * part.sign, part.form) for mark, part in parts])
    total = sum((mark * form.value for mark, form in terms), Fraction(0))
    sign = -1 if total < 0 else 1
    terms = [(mark * sign, form) for mark, form in terms]
    nothing = [form for _, form in terms if form.value == 0]
    rest, pairs = without_pairs([(mark, form) for mark, form in terms if form.value != 0])
    return Reduced(sign, combined(SUM, rest, abs(total)), listed(nothing + pairs))


def reduce_product(parts: list[tuple[int, Reduced]]) -> Reduced:
    sign = math.prod(part.sign for _, part in parts)
    factors = spliced(PRODUCT, [(mark, part.form) for mark, part in parts])
    total = math.prod((form.value**mark for mark, form in factors), start=Fraction(1))
    ones = sorted(form for _, form in factors if form.value == 1)
    rest, pairs = without_pairs([(mark, form) for mark, form in factors if form.value != 1])
    if not rest and ones:  # rule 3
        return Reduced(sign, ones[0], listed(ones[1:] + pairs))
    return Reduced(sign, combined(PRODUCT, rest, total), listed(ones + pairs))


def reduce_power(base: Reduced, exponent: Reduced) -> Reduced:
    set_aside = base.padding + exponent.padding
    a, b = base.sign * base.form.value, exponent.sign * exponent.form.value
    if 1 in (a, b):  # rule 5
        return Reduced(base.sign, base.form, set_aside + listed([exponent.form]))
    value = power(a, b)
    size = base.form.size + exponent.form.size
    form = Form(size, POWER, (base.form, exponent.form), (base.sign, exponent.sign), abs(value))
    return Reduced(-1 if value < 0 else 1, form, set_aside)


def spliced(kind: int, parts: Marked) -> Marked:
    """Rule 6: a sum inside a sum, or a product inside a product."""
    inside = ((mark, zip(form.marks, form.parts, strict=True)) for mark, form in parts if form.kind == kind)
    others = [(mark, form) for mark, form in parts if form.kind != kind]
    return others + [(mark * inner, part) for mark, content in inside for inner, part in content]


def without_pairs(parts: Marked) -> tuple[Marked, list[Form]]:
    """Set aside two parts of equal value and opposite marks, the lowest pair first, as long as there are any."""
    rest = sorted(parts, key=lambda part: (part[1], -part[0]))
    for first, second in itertools.combinations(rest, 2):
        if first[1].value == second[1].value and first[0] == -second[0]:
            rest.remove(first)
            rest.remove(second)
            kept, pairs = without_pairs(rest)
            return kept, [first[1], second[1], *pairs]
    return rest, []


def combined(kind: int, parts: Marked, value: Fraction) -> Form:
    """Rules 3 and 6: nothing is the empty sum or product, and one part is that part."""
    if len(parts) == 1 and parts[0][0] == 1:
        only: Form = parts[0][1]
        return only
    ordered = sorted(parts, key=lambda part: (part[1], -part[0]))
    size = sum(form.size for _, form in parts)
    return Form(size, kind, tuple(form for _, form in ordered), tuple(mark for mark, _ in ordered), value)


def listed(padding: list[Form]) -> list[Form]:
    """Empty parts are never listed, and a zero-product is listed as its single numbers."""
    content = (form.parts if form.kind == PRODUCT and form.value == 0 else (form,) for form in padding if form.size)
    return [form for forms in content for form in forms]


def unsigned(form: Form) -> Form:
    """Of a sum of value 0 and its negative, return the lower; whatever has another value has no negative form."""
    if form.kind != SUM or form.value != 0:
        return form
    turned = [(-mark, part) for mark, part in zip(form.marks, form.parts, strict=True)]
    return min(form, combined(SUM, turned, form.value))


# Simplicity and counting


def formulas(trees: Iterable[Tree]) -> set[int]:
    return {algebra(tree) for tree in trees}


def ideas(trees: Iterable[Tree]) -> set[tuple[int, Form, tuple[Form, ...]]]:
    """Return the essences; one falls where another has the same remainder and a proper part of its padding."""
    found = {essence(tree) for tree in trees}
    by_remainder: dict[tuple[int, Form], list[Counter[Form]]] = {}
    for sign, form, padding in found:
        by_remainder.setdefault((sign, form), []).append(Counter(padding))
    return {idea for idea in found if not any(less < Counter(idea[2]) for less in by_remainder[idea[:2]])}


def cost(tree: Tree) -> tuple[int, ...]:
    """Return what makes a tree less simple than another, the most important first.

    Operators, results that are not integers, negative results, divisions, subtractions, and the sum of the results'
    numerators, without their signs, and denominators.
    """
    nodes = list(operations(tree))
    results = [evaluate(node) for node in nodes]
    return (
        len(nodes),
        sum(result.denominator > 1 for result in results),
        sum(result < 0 for result in results),
        sum(symbol == "/" for symbol, _, _ in nodes),
        sum(symbol == "-" for symbol, _, _ in nodes),
        sum(abs(result.numerator) + result.denominator for result in results),
    )


def operations(tree: Tree) -> Iterator[tuple[str, Tree, Tree]]:
    if not isinstance(tree, Fraction):
        yield from operations(tree[1])
        yield from operations(tree[2])
        yield tree


def values(found: Iterable[tuple[Tree, Fraction]]) -> set[Fraction]:
    return {value for _, value in found}
