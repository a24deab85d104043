"""When two trees of the oracle are one, defined without anything of the package.

``algebra`` by evaluating at a random point of a large prime field under every permutation of equal numbers, ``essence``
by a literal transcription of the rules in docs/sameness.md.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from naive import COMMUTATIVE, OPERATORS, Tree, apply, leaves

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
    symbol, *operands = tree
    return field_operator(symbol, *(in_field(operand, copies) for operand in operands))


@cache
def unknown(number: Fraction, copy: int) -> int:
    return random.Random(f"{number} {copy}").randrange(PRIME)


def opaque(*parts: int | str) -> int:
    """Return a value that depends on nothing but these, and on each of them."""
    return int.from_bytes(hashlib.sha256(" ".join(map(str, parts)).encode()).digest(), "big") % PRIME


def field_operator(symbol: str, *operands: InField) -> InField:
    truth = apply(symbol, *(operand.truth for operand in operands))
    if symbol in FIELD_OPERATORS:
        return InField(FIELD_OPERATORS[symbol](*(operand.value for operand in operands)) % PRIME, truth)
    if symbol == "^":
        return power_in_field(operands[0], operands[1], truth)
    values = [operand.value for operand in operands]
    return InField(opaque(symbol, *(sorted(values) if symbol in COMMUTATIVE else values)), truth)


def power_in_field(base: InField, exponent: InField, truth: Fraction) -> InField:
    if base.base and base.exponent and base.exponent.truth.denominator == exponent.truth.denominator == 1:
        return power_in_field(base.base, field_operator("*", base.exponent, exponent), truth)
    return InField(opaque("^", base.value, exponent.value), truth, base, exponent)


FIELD_OPERATORS: dict[str, Callable[..., int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a * pow(b, -1, PRIME),
    "negate": lambda a: -a,
}


# Essence: the rules, as written

LEAF, SUM, PRODUCT, POWER = range(4)
OTHER = {symbol: POWER + 1 + place for place, symbol in enumerate(OPERATORS)}
"""The kinds of operators that no rule names, in the order of the table."""


class Form(NamedTuple):
    """A part, with a value that is not negative.

    Compared as a tuple it gives the order of parts: fewer numbers first; then leaf, sum, product, power, others; then
    part by part; signs (of terms; of operands) and exponents (of factors) last.
    """

    size: int
    kind: int
    parts: tuple[Any, ...]
    marks: tuple[int, ...]
    value: Fraction


Marked: TypeAlias = "list[tuple[int, Any]]"


class Node(NamedTuple):
    """A flattened tree: its sign, its kind, and its number, or parts with signs and exponents, or operands."""

    sign: int
    kind: int
    content: Any
    value: Fraction


class Reduced(NamedTuple):
    sign: int
    form: Form
    padding: list[Form]


def essence(tree: Tree) -> tuple[int, Form, tuple[Form, ...]]:
    """Return the sign, what remains, and the padding. Two solutions are one exactly if they agree in all three."""
    node = without_ones(flatten(tree))
    sign, form, padding = reduce(node)
    padding += [leaf(Fraction(1))] * (len(leaves(tree)) - len(numbers_of(node)))
    if form.value == 0:
        sign, form = 0, unsigned(form)
    return sign, form, tuple(sorted(map(unsigned, padding)))


def flatten(tree: Tree) -> Node:
    """Return the tree with its sums and products flattened and signs pulled out."""
    if isinstance(tree, Fraction):
        return Node(1, LEAF, tree, tree)
    symbol, *operands = tree
    nodes = [flatten(operand) for operand in operands]
    value = apply(symbol, *(node.value for node in nodes))
    mark = -1 if symbol in {"-", "/"} else 1
    if symbol == "negate":
        return nodes[0]._replace(sign=-nodes[0].sign, value=value)
    if symbol in {"+", "-"}:
        return Node(1, SUM, terms(nodes[0], 1) + terms(nodes[1], mark), value)
    if symbol in {"*", "/"}:
        sign = nodes[0].sign * nodes[1].sign
        return Node(sign, PRODUCT, factors(nodes[0], 1) + factors(nodes[1], mark), value)
    return Node(1, POWER, joined_powers(*nodes), value) if symbol == "^" else Node(1, OTHER[symbol], nodes, value)


def terms(node: Node, mark: int) -> Marked:
    if node.kind != SUM:
        return [(mark * node.sign, bare(node))]
    return [(mark * node.sign * inner, part) for inner, part in node.content]


def factors(node: Node, mark: int) -> Marked:
    return [(mark * inner, part) for inner, part in node.content] if node.kind == PRODUCT else [(mark, bare(node))]


def bare(node: Node) -> Node:
    return node._replace(sign=1, value=node.sign * node.value)


def joined_powers(base: Node, exponent: Node) -> list[Node]:
    if base.kind == POWER and base.sign == 1:
        inner, outer = base.content
        if outer.value.denominator == exponent.value.denominator == 1:
            sign, value = outer.sign * exponent.sign, outer.value * exponent.value
            return [inner, Node(sign, PRODUCT, factors(outer, 1) + factors(exponent, 1), value)]
    return [base, exponent]


def without_ones(node: Node) -> Node:
    """Take out the numbers 1, and -1, that are factors or exponents, from the leaves to the root."""
    if node.kind == LEAF:
        return node
    if node.kind in (SUM, PRODUCT):
        parts = [(mark, without_ones(part)) for mark, part in node.content]
        return sum_without_ones(node, parts) if node.kind == SUM else product_without_ones(node, parts)
    operands = [without_ones(operand) for operand in node.content]
    if node.kind != POWER:
        return node._replace(content=operands)
    if operands[1] == Node(1, LEAF, Fraction(1), Fraction(1)):
        return operands[0]._replace(sign=node.sign * operands[0].sign, value=node.value)
    return node._replace(content=joined_powers(*operands))


def sum_without_ones(node: Node, parts: Marked) -> Node:
    return node._replace(content=[term for mark, part in parts for term in terms(part, mark)])


def product_without_ones(node: Node, parts: Marked) -> Node:
    sign = node.sign * math.prod(part.sign for _, part in parts)
    every = [factor for mark, part in parts for factor in factors(part, mark)]
    ones = [part.content for _, part in every if is_one(part)]
    left = [factor for factor in every if not is_one(factor[1])]
    sign *= math.prod(-1 if one < 0 else 1 for one in ones)
    if all(mark < 0 for mark, _ in left):
        left.append((1, Node(1, LEAF, Fraction(1), Fraction(1))))
    if len(left) > 1:
        return Node(sign, PRODUCT, left, node.value)
    only: Node = left[0][1]
    return only._replace(sign=sign * only.sign, value=node.value)


def is_one(node: Node) -> bool:
    return node.kind == LEAF and abs(node.content) == 1


def numbers_of(node: Node) -> list[Fraction]:
    if node.kind == LEAF:
        return [node.content]
    parts = [part for _, part in node.content] if node.kind in (SUM, PRODUCT) else node.content
    return [number for part in parts for number in numbers_of(part)]


def leaf(number: Fraction) -> Form:
    return Form(1, LEAF, (abs(number),), (), abs(number))


def reduce(node: Node) -> Reduced:
    reduced = reduce_bare(node)
    return reduced._replace(sign=node.sign * reduced.sign)


def reduce_bare(node: Node) -> Reduced:
    if node.kind == LEAF:
        return Reduced(-1 if node.content < 0 else 1, leaf(node.content), [])
    if node.kind == PRODUCT and node.value == 0:  # rule 4
        return reduce_zero_product([leaf(number) for number in numbers_of(node)])
    if node.kind == POWER:
        return reduce_power(reduce(node.content[0]), reduce(node.content[1]), node.sign * node.value)
    if node.kind > POWER:
        return reduce_other(node.kind, [reduce(operand) for operand in node.content], node.sign * node.value)
    parts = [(mark, reduce(part)) for mark, part in node.content]
    set_aside = [form for _, part in parts for form in part.padding]
    reduced = (reduce_sum if node.kind == SUM else reduce_product)(parts)
    return reduced._replace(padding=set_aside + reduced.padding)


def reduce_zero_product(numbers: list[Form]) -> Reduced:
    ones = [number for number in numbers if number.value == 1]
    rest = sorted(number for number in numbers if number.value != 1)
    if rest == [leaf(Fraction(0))]:
        return Reduced(1, rest[0], ones)
    kind = PRODUCT if rest else SUM
    return Reduced(1, Form(len(rest), kind, tuple(rest), (0,) * len(rest), Fraction(0)), ones)


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


def reduce_power(base: Reduced, exponent: Reduced, value: Fraction) -> Reduced:
    if 1 in (base.sign * base.form.value, exponent.sign * exponent.form.value):  # rule 5
        return Reduced(base.sign, base.form, base.padding + exponent.padding + listed([exponent.form]))
    return reduce_other(POWER, [base, exponent], value)


def reduce_other(kind: int, operands: list[Reduced], value: Fraction) -> Reduced:
    commute = any(OTHER[symbol] == kind for symbol in COMMUTATIVE)
    ordered = sorted(operands, key=lambda operand: (operand.form, operand.sign)) if commute else operands
    forms, signs = tuple(operand.form for operand in ordered), tuple(operand.sign for operand in ordered)
    form = Form(sum(form.size for form in forms), kind, forms, signs, abs(value))
    return Reduced(-1 if value < 0 else 1, form, [part for operand in operands for part in operand.padding])


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


# Counting


def formulas(trees: Iterable[Tree]) -> set[int]:
    return {algebra(tree) for tree in trees}


Idea: TypeAlias = "tuple[int, Form, tuple[Form, ...]]"


def ideas(trees: Iterable[Tree]) -> set[Idea]:
    """Return the essences; one falls where it contains another, as it can where not all numbers must be used."""
    found = {essence(tree) for tree in trees}
    by_remainder: dict[tuple[int, Form], list[Counter[Form]]] = {}
    for sign, form, padding in found:
        by_remainder.setdefault((sign, form), []).append(Counter(padding))
    return {idea for idea in found if not contains_another(idea, by_remainder)}


def contains_another(idea: Idea, by_remainder: dict[tuple[int, Form], list[Counter[Form]]]) -> bool:
    sign, form, padding = idea
    if any(less < Counter(padding) for less in by_remainder[sign, form]):
        return True
    return any(
        less <= Counter(padding + uncovered)
        for core, uncovered in contained(form)
        for less in by_remainder.get((sign, core), [])
    )


def contained(form: Form) -> set[tuple[Form, tuple[Form, ...]]]:
    """Return what can remain without groups of terms worth 0 or factors worth 1, and what else that sets aside."""
    found: set[tuple[Form, tuple[Form, ...]]] = set()
    pending: list[tuple[Form, tuple[Form, ...]]] = [(form, ())]
    while pending:
        whole, uncovered = pending.pop()
        for node in without_a_group(whole):
            _, core, padding = reduce(node)
            one = unsigned(core), tuple(sorted(uncovered + tuple(map(unsigned, padding))))
            if one not in found:
                found.add(one)
                pending.append(one)
    return found


def without_a_group(form: Form) -> Iterator[Node]:
    if form.kind == LEAF:
        return
    parts = list(zip(form.marks, form.parts, strict=True))
    if form.kind == SUM or (form.kind == PRODUCT and form.value):
        some = itertools.chain.from_iterable(itertools.combinations(parts, size) for size in range(1, len(parts)))
        for kept in some:
            if worth(form.kind, kept) == form.value:
                yield node_of(form, [(mark, whole(part)) for mark, part in kept])
    for place, (mark, part) in enumerate(parts):
        others = [(mark, whole(part)) for mark, part in parts]
        for less in without_a_group(part):
            yield node_of(form, [*others[:place], (mark, less), *others[place + 1 :]])


def worth(kind: int, parts: Iterable[tuple[int, Form]]) -> Fraction:
    if kind == SUM:
        return sum((mark * part.value for mark, part in parts), Fraction(0))
    return math.prod((part.value**mark for mark, part in parts), start=Fraction(1))


def whole(form: Form) -> Node:
    if form.kind == LEAF:
        return Node(1, LEAF, form.value, form.value)
    return node_of(form, [(mark, whole(part)) for mark, part in zip(form.marks, form.parts, strict=True)])


def node_of(form: Form, parts: Marked) -> Node:
    if form.kind in (SUM, PRODUCT):
        return Node(1, form.kind, parts, form.value)
    return Node(1, form.kind, [part._replace(sign=mark, value=mark * part.value) for mark, part in parts], form.value)
