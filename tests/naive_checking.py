"""The stupid oracle of the checker: Python reads, Fraction counts, and every way to take a number is tried.

Like naive.py, whose operators and rules it uses, it shares no code with the package. A text is made into Python, ``^``
into ``**`` and ``3!`` into ``3 .fact``, and read by ``ast``: precedence and grouping are Python's own. Numbers of a
hand are given as they were typed.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import naive
from naive import NoValueError, TooLargeError


@dataclass(frozen=True)
class Leaf:
    """A numeral, as typed; of what is read as one number of the hand, a sign or a quotient, there is no ``text``."""

    value: Fraction
    text: str = ""


Tree: TypeAlias = "Leaf | tuple[str, Tree] | tuple[str, Tree, Tree]"


class Unbracketed(tuple):  # type: ignore[type-arg]  # a tree, and equal to it
    """``9 * 4/3`` as Python reads it, ``(9 * 4) / 3``, but written without those brackets."""

    __slots__ = ()


# Reading

NAMES = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^", ast.Mod: "%", ast.FloorDiv: "//",
    "fact": "!", "double_factorial": "!!",
}  # fmt: skip
RECURRING = re.compile(r"\d*\.\d*\(\d+\)")


def read(text: str) -> Tree:
    """Read an expression in ASCII."""
    quoted = RECURRING.sub(lambda match: f'R("{match[0]}")', text.strip())
    python = quoted.replace("^", "**").replace("!", " .fact")
    return read_node(ast.parse(python, mode="eval").body, python)


def read_node(node: ast.expr, python: str) -> Tree:
    match node:
        case ast.Constant():
            return numeral(ast.get_source_segment(python, node) or "")
        case ast.Call(ast.Name("R"), [ast.Constant(str(text))], []):
            return numeral(text)
        case ast.UnaryOp(ast.USub(), operand):
            return "negate", read_node(operand, python)
        case ast.Attribute(operand, name) | ast.Call(ast.Name(name), [operand], []):
            return NAMES.get(name, name), read_node(operand, python)
        case ast.Call(ast.Name(name), [left, right], []):
            return name, read_node(left, python), read_node(right, python)
        case ast.BinOp(ast.BinOp() as left, ast.Div(), right) if is_unbracketed(node, left, right):
            return Unbracketed(("/", read_node(left, python), read_node(right, python)))
        case ast.BinOp(left, operator, right):
            return NAMES[type(operator)], read_node(left, python), read_node(right, python)
    raise SyntaxError(ast.dump(node))


def is_unbracketed(whole: ast.expr, left: ast.BinOp, right: ast.expr) -> bool:
    """Does no bracket stand round the left operand, nor round the numerals beside the division?"""
    flat = isinstance(left.op, (ast.Mult, ast.Div, ast.Mod, ast.FloorDiv))
    starts = whole.col_offset == left.col_offset
    return (
        flat
        and starts
        and left.end_col_offset == left.right.end_col_offset
        and isinstance(right, ast.Constant)
        and (whole.end_col_offset == right.end_col_offset)
    )


def numeral(text: str) -> Leaf:
    whole, _, digits = text.rstrip(")").partition(".")
    if len(whole) > 1 and whole[0] == "0":
        raise SyntaxError(text)
    fixed, _, recurring = digits.partition("(")
    return Leaf(naive.with_point(whole or "0", fixed, recurring), text)


def leaves(tree: Tree) -> list[Leaf]:
    return [tree] if isinstance(tree, Leaf) else [leaf for part in tree[1:] for leaf in leaves(part)]


def readings(tree: Tree, hand: Sequence[str], *, in_steps: bool = False) -> Iterator[Tree]:
    """Yield the tree with any of its signed numerals, and quotients of two numerals, as one number of the hand.

    ``in_steps`` ``4/3`` may be one number in ``9 * 4/3``, too.
    """
    yield from wholes(tree, hand, in_steps=in_steps)
    if isinstance(tree, Leaf):
        yield tree
        return
    if in_steps and isinstance(tree, Unbracketed):
        _, (symbol, first, over), under = tree
        for whole in readings(("/", over, under), hand, in_steps=True):
            if isinstance(whole, Leaf) or whole[0] == "negate":
                yield from ((symbol, one, whole) for one in readings(first, hand, in_steps=True))
    match tree:
        case ("/", ("negate", Leaf() as over), Leaf() as under):  # the sign of the quotient
            yield from (("negate", whole) for whole in wholes(("/", over, under), hand, in_steps=in_steps))
    symbol, *parts = tree
    for read_parts in itertools.product(*(list(readings(part, hand, in_steps=in_steps)) for part in parts)):
        yield (symbol, *read_parts)  # type: ignore[misc]  # as many parts as before


def wholes(tree: Tree, hand: Sequence[str], *, in_steps: bool) -> Iterator[Leaf]:
    """Yield the number of the hand that a numeral with its sign, or a quotient of two, may be."""
    value = signed(tree) or quotient(tree, hand, in_steps=in_steps)
    match tree:
        case ("negate", ("/", Leaf(), _) as part):
            value = -quotient(part, hand, in_steps=in_steps)
    if value and value in map(Fraction, hand):
        yield Leaf(value)


def signed(tree: Tree) -> Fraction:
    """Return the negative of a numeral; 0 if there is none."""
    match tree:
        case ("negate", Leaf() as size):
            return -size.value
    return Fraction(0)


def quotient(tree: Tree, hand: Sequence[str], *, in_steps: bool) -> Fraction:
    """Return the value of a quotient in lowest terms, or as it was typed; 0 if it is neither.

    ``in_steps`` other terms will do, too, unless both numbers are there.
    """
    match tree:
        case ("/", (Leaf() | ("negate", Leaf())) as over, Leaf() as under) if under.value:
            size = leaves(over)[0]
            value = size.value / under.value
            lowest = under.value > 1 and (value.numerator, value.denominator) == (int(size.value), int(under.value))
            typed = f"{size.text}/{under.text}" if isinstance(over, Leaf) else f"-{size.text}/{under.text}"
            there = {size.value, under.value} <= set(map(Fraction, hand))
            given = in_steps and value.denominator > 1 and not there and {value, -value} & set(map(Fraction, hand))
            if (lowest and size.value.denominator == under.value.denominator == 1) or typed in hand or given:
                return value if isinstance(over, Leaf) else -value
    return Fraction(0)


# Numbers

Places: TypeAlias = tuple[int, ...]
"""Where in the hand the numbers are that a numeral uses, in the order in which it uses them."""


def ways(leaf: Leaf, hand: Sequence[str], rules: naive.Rules) -> list[Places]:
    """Return the places of the numbers that a leaf can be: one of its value, or those of its digits."""
    same = [(place,) for place, number in enumerate(hand) if Fraction(number) == leaf.value]
    return same + [places for places, words in groups(leaf, hand) if leaf.text in texts(words, rules)]


def groups(leaf: Leaf, hand: Sequence[str]) -> Iterator[tuple[Places, list[str]]]:
    """Yield integers of the hand, in any order, no more of them than the leaf has digits."""
    numbers = list(map(Fraction, hand))
    whole = [place for place, number in enumerate(numbers) if number.denominator == 1 and number >= 0]
    for length in range(1, sum(map(str.isdecimal, leaf.text)) + 1):
        for places in itertools.permutations(whole, length):
            yield places, [str(numbers[place]) for place in places]


def texts(words: list[str], rules: naive.Rules) -> set[str]:
    """Return how numbers are written that are joined, or get a decimal point."""
    found: set[str] = set()
    if len(words) > 1 and not rules.join:
        return found
    if len(words) > 1 and words[0] != "0":
        found.add("".join(words))
    for point, recur in itertools.combinations_with_replacement(range(len(words) + 1), 2):
        whole, fixed, recurring = "".join(words[:point]), "".join(words[point:recur]), "".join(words[recur:])
        allowed = rules.recurring if recurring else rules.decimals
        if allowed and point < len(words) and (whole in ("", "0") or whole[0] != "0"):
            digits = f".{fixed}({recurring})" if recurring else f".{fixed}"
            found |= {whole + digits} if whole else {digits, f"0{digits}"}
    return found


def assignments(choices: Sequence[list[Places]], taken: frozenset[int] = frozenset()) -> Iterator[list[Places]]:
    """Yield each way to choose places, none twice, for so many leaves; () stands for none, where none is left."""
    for chosen in apart(choices, taken):
        used = taken.union(*chosen)
        missed = (places for some, own in zip(choices, chosen, strict=True) if not own for places in some)
        if not any(used.isdisjoint(places) for places in missed):
            yield chosen


def apart(choices: Sequence[list[Places]], taken: frozenset[int]) -> Iterator[list[Places]]:
    if not choices:
        yield []
        return
    for places in (*choices[0], ()):
        if taken.isdisjoint(places):
            yield from ([places, *others] for others in apart(choices[1:], taken.union(places)))


def in_order(assigned: list[Places], rules: naive.Rules) -> bool:
    """Do the numbers stand as they do in the hand, those that are joined side by side?"""
    flat = [place for places in assigned for place in places]
    neighbours = all(after == before + 1 for places in assigned for before, after in itertools.pairwise(places))
    return rules.order == "free" or (flat == sorted(flat) and neighbours)


# Judging


class Verdict(NamedTuple):
    codes: frozenset[str]
    value: Fraction | None


def verdicts(text: str, hand: Sequence[str], target: Fraction, rules: naive.Rules) -> set[Verdict]:
    """Return what may be said of an answer.

    Of its readings those count whose numbers are the hand's, and if there are any, the ones with the least to be said
    of them. If the numbers are not the hand's, any reading will do.
    """
    expression, claim = told_apart(text)
    found = [best for tree in readings(expression, hand) for best in judged(tree, claim, hand, target, rules)]
    fitting = [(weight, verdict) for weight, verdict in found if not weight[0]]
    least = min((weight for weight, _ in fitting), default=None)
    return {verdict for weight, verdict in fitting or found if least in (weight, None)}


Weighed: TypeAlias = "tuple[list[int], Verdict]"


def judged(
    tree: Tree, claim: Tree | None, hand: Sequence[str], target: Fraction, rules: naive.Rules
) -> Iterator[Weighed]:
    """Yield the verdicts on one reading, each with its weight."""
    value, codes = carried_out(tree, rules)
    codes |= claim_codes(claim, value)
    codes |= {"wrong_value"} if isinstance(value, Fraction) and value != target else set()
    codes |= {"unary_depth"} if too_deep(tree, rules) else set()
    codes |= {"brackets_not_allowed"} if needs_brackets(tree) and not rules.brackets else set()
    alone = isinstance(tree, Leaf) and not naive.DOMAINS[rules.domain](tree.value)
    for numbers in number_codes(leaves(tree), hand, rules):
        barred = {"intermediate_not_allowed"} if alone and "number_not_in_hand" not in numbers else set()
        verdict = Verdict(frozenset(codes.union(numbers, barred)), value if isinstance(value, Fraction) else None)
        yield [*weigh(numbers), len(verdict.codes)], verdict


def weigh(numbers: list[str]) -> list[int]:
    """Return how much is wrong with the numbers, the gravest first."""
    lost = numbers.count("number_not_in_hand") + numbers.count("number_reused")
    joined, unused, moved = (numbers.count(code) for code in ("joined_digits", "number_unused", "order_changed"))
    return [lost, joined, min(unused, 1), moved]


def number_codes(found: list[Leaf], hand: Sequence[str], rules: naive.Rules) -> Iterator[list[str]]:
    """Yield for each way to give the leaves places in the hand a code for each thing that is then wrong."""
    for assigned in assignments([ways(leaf, hand, rules) for leaf in found]):
        lost = [index for index, places in enumerate(assigned) if not places]
        joinings = [[] if rules.join else joined_from(found[index], hand) for index in lost]
        for joined in assignments(joinings, frozenset().union(*assigned)):
            where = list(assigned)
            for index, places in zip(lost, joined, strict=True):
                where[index] = places
            unused = len(hand) - sum(map(len, where)) if rules.use == "all" else 0
            codes = ["joined_digits" for places in joined if places] + ["number_unused"] * unused
            codes += [lost_code(leaf, hand) for leaf, places in zip(found, where, strict=True) if not places]
            yield codes if in_order(where, rules) else [*codes, "order_changed"]


def joined_from(leaf: Leaf, hand: Sequence[str]) -> list[Places]:
    return [places for places, words in groups(leaf, hand) if len(words) > 1 and "".join(words) == leaf.text]


def lost_code(leaf: Leaf, hand: Sequence[str]) -> str:
    return "number_reused" if leaf.value in map(Fraction, hand) else "number_not_in_hand"


def carried_out(tree: Tree, rules: naive.Rules) -> tuple[Fraction | str, set[str]]:
    """Return the value, or why there is none, and the codes of what breaks the rules on the way."""
    if isinstance(tree, Leaf):
        return tree.value, set()
    symbol, *parts = tree
    done = [carried_out(part, rules) for part in parts]
    codes = set().union(*(wrong for _, wrong in done))
    if symbol not in rules.operators:
        codes.add("unary_minus" if symbol == "negate" else "operator_not_allowed")
    value, code = applied(symbol, [operand for operand, _ in done], rules)
    return value, codes | {code} - {""}


def applied(symbol: str, operands: list[Fraction | str], rules: naive.Rules) -> tuple[Fraction | str, str]:
    """Return the value of an operation, or why there is none, and the code of what is wrong with it."""
    numbers = [operand for operand in operands if isinstance(operand, Fraction)]
    for operand in operands:
        if isinstance(operand, str):
            return operand, ""
    try:
        value = naive.apply(symbol, *numbers, limits=rules.limits)
    except NoValueError:
        divides = symbol in ("/", "%", "//", "root") and numbers[1] == 0
        return "undefined", "division_by_zero" if divides else "undefined"
    except TooLargeError:
        return "too large", "too_large"
    return value, "" if naive.DOMAINS[rules.domain](value) else "intermediate_not_allowed"


def too_deep(tree: Tree, rules: naive.Rules) -> bool:
    """Does an operator of the rules stand on more unary ones than they allow?"""
    if isinstance(tree, Leaf):
        return False
    return any(too_deep(part, rules) for part in tree[1:]) or (tree[0] in rules.operators and tower(tree) > rules.depth)


def tower(tree: Tree) -> int:
    """Return how many unary operators stand on one another at the top."""
    return 0 if isinstance(tree, Leaf) or len(tree) == 3 else 1 + tower(tree[1])


FLAT = {("+", "+"), ("+", "-"), ("*", "*"), ("*", "/"), ("^", "^")}
"""An operator and one in its right operand that need no brackets, being as they are without."""


def needs_brackets(tree: Tree) -> bool:
    """Can an expression over operators between two operands, and signs, not be written without brackets?"""
    if isinstance(tree, Leaf):
        return False
    sides = ("right",) if len(tree) == 2 else ("left", "right")
    return any(needs_brackets(part) or loose(part, tree[0], side) for part, side in zip(tree[1:], sides, strict=True))


def loose(operand: Tree, symbol: str, side: str) -> bool:
    """Would the operand, without brackets, fall apart?"""
    if isinstance(operand, Leaf):
        return False
    if len(operand) == 2:  # a sign takes in all that binds tighter, and may stand after any operator; (-3) is a number
        return side == "left" and symbol == "^" and not isinstance(operand[1], Leaf)
    own, other = naive.PRECEDENCE.get(symbol, 2), naive.PRECEDENCE.get(operand[0], 2)
    as_it_is = (symbol, operand[0]) in FLAT if side == "right" else symbol != "^"
    return other < own or (other == own and not as_it_is)


# Claims


def told_apart(text: str) -> tuple[Tree, Tree | None]:
    """Return the expression and what it is claimed to be: the plainer side, or the right one if they are alike."""
    sides = [(read(side), side) for side in text.split("=")]
    if len(sides) == 1:
        return sides[0][0], None
    (left, right), (plain, other) = (tree for tree, _ in sides), (plainness(*side) for side in sides)
    tree, claim = (right, left) if plain < other else (left, right)
    if min(plain, other) == 2 or isinstance(carried_out(claim, naive.Rules())[0], str):
        raise SyntaxError(text)
    return tree, claim


def plainness(side: Tree, text: str = "") -> int:
    """Return 0 for a numeral, 1 for a quotient of two or a negative of either, else 2. Python forgets brackets."""
    match side:
        case Leaf():
            return 0
        case ("negate", Leaf()):
            return 1 if re.match(r"\s*-\s*\(", text) else 0
        case ("negate", ("negate", Leaf())):
            return 1
        case ("/", over, under) | ("negate", ("/", over, under)) if plainness(over) == plainness(under) == 0:
            return 1
    return 2


def claim_codes(claim: Tree | None, value: Fraction | str) -> set[str]:
    """A claim is false if it is known to be so: not where the value is too large to be computed."""
    said = claim and carried_out(claim, naive.Rules())[0]
    return {"false_claim"} if claim and value not in (said, "too large") else set()


# Steps


class Pool(NamedTuple):
    """What is left after some steps: places of the hand, and results with what each is made of."""

    places: frozenset[int]
    results: tuple[tuple[Fraction, Tree, tuple[Places, ...]], ...] = ()


def right_in_steps(text: str, hand: Sequence[str], target: Fraction, rules: naive.Rules) -> bool:
    """Is an answer in steps, one a line, correct in some way of telling results from equal numbers of the hand?"""
    equations = [told_apart(line) for line in text.splitlines()]
    if any(claim is None or claim_codes(claim, carried_out(tree, rules)[0]) for tree, claim in equations):
        return False
    pools = [Pool(frozenset(range(len(hand))))]
    for tree, _ in equations:
        pools = [after for pool in pools for after in carried_on(pool, tree, hand, rules)]
    return any(is_right(pool, hand, target, rules) for pool in pools)


def carried_on(pool: Pool, tree: Tree, hand: Sequence[str], rules: naive.Rules) -> Iterator[Pool]:
    """Yield what may be left after one more step."""
    for reading in readings(tree, [*hand, *(str(value) for value, _, _ in pool.results)]):
        for whole, places, left in filled(reading, pool, hand, rules):
            value, _ = carried_out(whole, rules)
            if isinstance(value, Fraction):
                yield left._replace(results=(*left.results, (value, whole, places)))


def filled(
    tree: Tree, pool: Pool, hand: Sequence[str], rules: naive.Rules
) -> Iterator[tuple[Tree, tuple[Places, ...], Pool]]:
    """Yield the tree with results in place of some leaves, the places that are used, and what is left."""
    if isinstance(tree, Leaf):
        for index, (value, made, places) in enumerate(pool.results):
            if value == tree.value:
                yield made, places, pool._replace(results=pool.results[:index] + pool.results[index + 1 :])
        for used in ways(tree, hand, rules):
            if pool.places.issuperset(used):
                yield tree, (used,), pool._replace(places=pool.places.difference(used))
        return
    for first, places, left in filled(tree[1], pool, hand, rules):
        if len(tree) == 2:
            yield (tree[0], first), places, left
            continue
        for second, more, rest in filled(tree[2], left, hand, rules):
            yield (tree[0], first, second), places + more, rest


class Told(NamedTuple):
    """What is left after some steps in one reading of them: with the value of each, and whether all was true."""

    pool: Pool
    values: tuple[Fraction | str, ...] = ()
    claims: bool = True
    lists: bool = True


def judged_in_steps(text: str, hand: Sequence[str], target: Fraction, rules: naive.Rules) -> str:
    """Return ``right``, ``wrong`` or ``ambiguous``: several readings use the right numbers, but have other values.

    A list of what is left tells them apart, where it is true in some; so do the order and other such rules.
    """
    found = [Told(Pool(frozenset(range(len(hand)))))]
    for line in text.splitlines():
        equation, _, left = line.partition(" (left: ")
        tree, claim = told_apart(equation)
        said = sorted(map(Fraction, left.rstrip(")").split())) if left else None
        found = [after for told in found for after in told_on(told, tree, claim, said, hand, rules)]
    found = [told for told in found if uses_all(told.pool)] or found if rules.use == "all" else found
    best = [told for told in found if told.lists] or found
    if len({told.values for told in best}) > 1:
        return "ambiguous"
    right = any(told.claims and told.lists and is_right(told.pool, hand, target, rules) for told in best)
    return "right" if right else "wrong"


def told_on(
    told: Told, tree: Tree, claim: Tree | None, left: list[Fraction] | None, hand: Sequence[str], rules: naive.Rules
) -> Iterator[Told]:
    assert claim
    said = carried_out(claim, naive.Rules())[0]
    there = [hand[place] for place in told.pool.places] + [str(value) for value, _, _ in told.pool.results]
    for reading in readings(tree, there, in_steps=True):
        value, _ = carried_out(reading, rules)
        for whole, places, rest in filled(reading, told.pool, hand, rules):
            assert isinstance(said, Fraction)
            pool = rest._replace(results=(*rest.results, (said, whole, places)))
            after = sorted([Fraction(hand[place]) for place in pool.places] + [made for made, _, _ in pool.results])
            lists = told.lists and left in (None, after)
            yield Told(pool, (*told.values, value), told.claims and said == value, lists)


def uses_all(pool: Pool) -> bool:
    return len(pool.results) == 1 and not pool.places


def is_right(pool: Pool, hand: Sequence[str], target: Fraction, rules: naive.Rules) -> bool:
    value, whole, places = pool.results[-1]
    used = rules.use == "some" or (len(pool.results) == 1 and not pool.places)
    legal = not any(carried_out(made, rules)[1] or too_deep(made, rules) for _, made, _ in pool.results)
    return (
        used
        and legal
        and value == target
        and in_order(list(places), rules)
        and (rules.brackets or not needs_brackets(whole))
    )
