"""The oracle is checked against numbers that others have published, and against definitions it does not share."""

from __future__ import annotations

import ast
import math
from collections import defaultdict
from fractions import Fraction

import pytest

import naive
import naive_sameness
from tables import csv_rows


@pytest.mark.parametrize("length", range(1, 6))
def test_it_makes_every_tree_over_different_numbers(length: int) -> None:
    catalan = math.comb(2 * length - 2, length - 1) // length
    trees = naive.expressions([10**n for n in range(length)], "+", "free").trees
    assert len(trees) == len(set(trees)) == math.factorial(length) * catalan


def test_four_numbers_have_7680_expressions() -> None:
    """The count of the naive method, 4! orders x 5 trees x 4^3 operators; with 2 3 7 11 no divisor is ever zero."""
    assert len(naive.expressions([2, 3, 7, 11]).trees) == 7680


@pytest.mark.parametrize(
    ("left", "symbol", "right", "value"),
    [
        ("0", "^", "0", None),
        ("0", "^", "-1", None),
        ("0", "^", "1/2", "0"),
        ("-8", "^", "1/3", None),
        ("-8", "^", "3", "-512"),
        ("-1", "^", "-1000001", "-1"),
        ("2", "^", "1/2", None),
        ("4/9", "^", "-3/2", "27/8"),
        ("1", "^", "1/7", "1"),
        ("1", "/", "0", None),
        ("0", "/", "5", "0"),
    ],
)
def test_its_operators(left: str, symbol: str, right: str, value: str | None) -> None:
    if value is None:
        with pytest.raises(naive.NoValueError):
            naive.OPERATORS[symbol](Fraction(left), Fraction(right))
    else:
        assert naive.OPERATORS[symbol](Fraction(left), Fraction(right)) == Fraction(value)


@pytest.mark.parametrize(("base", "exponent", "fits"), [(2, 1023, True), (2, 1024, False), (2, -1024, False)])
def test_its_limit(base: int, exponent: int, fits: bool) -> None:
    if fits:
        assert naive.power(Fraction(base), Fraction(exponent)) == 2**exponent
    else:
        with pytest.raises(naive.TooLargeError):
            naive.power(Fraction(base), Fraction(exponent))


def test_it_uses_some_numbers_in_order_from_anywhere() -> None:
    made = naive.values(naive.expressions([1, 20, 300], "-", "fixed", "some").trees)
    assert made == {1, 20, 300, 1 - 20, 1 - 300, 20 - 300, 1 - 20 - 300, 1 - (20 - 300)}


@pytest.mark.parametrize(
    ("domain", "values"),
    [("rational", {3, -1, 1, 2, Fraction(1, 2)}), ("integer", {3, -1, 1, 2}), ("natural", {3, 1, 2})],
)
def test_its_domains(domain: str, values: set[Fraction]) -> None:
    assert naive.values(naive.expressions([1, 2], domain=domain).trees) == values


def different(length: int) -> list[Fraction]:
    return [Fraction(10**9 + 7 * n * n) for n in range(1, length + 1)]


@pytest.mark.parametrize(("length", "count"), [(1, 1), (2, 6), (3, 68), (4, 1170)])
def test_formulas_of_different_symbols_in_free_order(length: int, count: int) -> None:
    """OEIS A140606."""
    assert len(naive_sameness.formulas(tree for tree, _ in naive.expressions(different(length)).trees)) == count


@pytest.mark.parametrize(("length", "count"), [(1, 1), (2, 4), (3, 24), (4, 176), (5, 1440)])
def test_formulas_of_different_symbols_in_fixed_order(length: int, count: int) -> None:
    """OEIS A156017."""
    trees = naive.expressions(different(length), order="fixed").trees
    assert len(naive_sameness.formulas(tree for tree, _ in trees)) == count


EVERY_TENTH = csv_rows("solutions_24.csv")[::10]


@pytest.mark.parametrize("row", EVERY_TENTH, ids=lambda row: row["hand"])
def test_ideas_of_hands_of_four(row: dict[str, str]) -> None:
    found = naive.solutions(map(int, row["hand"].split()), 24)
    assert len(naive_sameness.ideas(found)) == int(row["solutions"])


SAMENESS = [
    # one tree, another, one formula, one idea (at any target)
    ("1+2*1", "1*2+1", True, True),
    ("3+(4-4)*5", "3-(4-4)*5", True, True),
    ("2*2", "2+2", False, False),
    ("3*1", "3/1", False, True),
    ("3*1*1", "3+1-1", False, True),
    ("(5*3)/5", "5+3-5", False, True),
    ("5-(2-3)", "5-2+3", True, True),
    ("6/(2/3)", "6/2*3", True, True),
    ("(3-5)*(2-7)", "(5-3)*(7-2)", True, True),
    ("3-5", "5-3", False, False),
    ("(2^3)^4", "2^(3*4)", True, True),
    ("(3-5)^2", "(5-3)^2", False, False),
    ("1*(3/3)", "3/3/1", False, True),
    ("5*5-5/5", "5*5-1", False, False),
]


def read(text: str) -> naive.Tree:
    """Let Python's own grammar read an expression, with ``^`` for its ``**``."""
    symbols = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^"}

    def tree(node: ast.expr) -> naive.Tree:
        if isinstance(node, ast.BinOp):
            return symbols[type(node.op)], tree(node.left), tree(node.right)
        assert isinstance(node, ast.Constant)
        return Fraction(str(node.value))

    return tree(ast.parse(text.replace("^", "**"), mode="eval").body)


@pytest.mark.parametrize(("first", "second", "one_formula", "one_idea"), SAMENESS)
def test_sameness(first: str, second: str, one_formula: bool, one_idea: bool) -> None:
    one, other = read(first), read(second)
    assert (naive_sameness.algebra(one) == naive_sameness.algebra(other)) == one_formula
    assert (naive_sameness.essence(one) == naive_sameness.essence(other)) == one_idea


HANDS = [[1, 1, 2, 3], [0, 1, 1, 2], [4, 4, 5, 5], [0, 0, 3, 3], [-2, 2, 3, 3], [1, 1, 1, 1], [2, 3, 4, 6]]


@pytest.mark.parametrize("hand", HANDS, ids=str)
def test_an_idea_never_splits_a_formula(hand: list[int]) -> None:
    essences = defaultdict(set)
    for tree, _ in naive.expressions(hand).trees:
        essences[naive_sameness.algebra(tree)].add(naive_sameness.essence(tree))
    assert all(len(ideas) == 1 for ideas in essences.values())


@pytest.mark.parametrize("hand", [[2, 2, 3], [0, 2, 3], [-2, 2, 1]], ids=str)
def test_an_idea_never_splits_a_formula_with_powers(hand: list[int]) -> None:
    essences = defaultdict(set)
    for tree, _ in naive.expressions(hand, "+-*/^").trees:
        essences[naive_sameness.algebra(tree)].add(naive_sameness.essence(tree))
    assert all(len(ideas) == 1 for ideas in essences.values())


def test_nearest_gives_all_ties() -> None:
    assert naive.nearest(map(Fraction, (1, 4, 8, 8)), 6) == {4, 8}


SPELLED = [
    # numbers, what else may be done, what they can be
    ("7", {}, "7"),
    ("1 2", {}, ""),
    ("1 2", {"join": True}, "12"),
    ("0 2", {"join": True}, ""),
    ("10 2", {"join": True}, "102"),
    ("-1 2", {"join": True}, ""),
    ("1/2 2", {"join": True}, ""),
    ("5", {"decimals": True}, "5 1/2"),
    ("0", {"decimals": True}, "0"),
    ("12", {"decimals": True}, "12 3/25"),
    ("1 5", {"join": True, "decimals": True}, "15 3/2 3/20"),
    ("0 5", {"join": True, "decimals": True}, "1/2 1/20"),
    ("0 0 5", {"join": True, "decimals": True}, "1/20 1/200"),
    ("3", {"decimals": True, "recurring": True}, "3 3/10 1/3"),
    ("1 6", {"join": True, "decimals": True, "recurring": True}, "16 8/5 4/25 5/3 1/6 16/99"),
]


@pytest.mark.parametrize(("numbers", "words", "expected"), SPELLED)
def test_what_it_joins(numbers: str, words: dict[str, bool], expected: str) -> None:
    rules = naive.Rules(**words)  # type: ignore[arg-type]
    assert naive.spelled([*map(Fraction, numbers.split())], rules) == set(map(Fraction, expected.split()))


def test_it_joins_neighbours_only() -> None:
    made = naive.values(naive.expressions([1, 2, 3], "+", "fixed", "some", join=True).trees)
    assert made == {1, 2, 3, 4, 5, 6, 12, 15, 23, 24, 123}
    assert 31 in naive.values(naive.expressions([1, 2, 3], "+", "free", "some", join=True).trees)


@pytest.mark.parametrize(("depth", "made"), [(0, {16}), (1, {16, 4}), (2, {16, 4, 2}), (3, {16, 4, 2})])
def test_its_unary_operators(depth: int, made: set[int]) -> None:
    grown = naive.expressions([16], ["sqrt"], depth=depth)
    assert naive.values(grown.trees) == made
    assert grown.deep == (depth < 2)


def test_its_expressions_without_brackets() -> None:
    """One tree for each way to choose the two operators, and for a power that is followed by another."""
    assert len(naive.expressions([2, 3, 5], "+-*/", "fixed", brackets=False).trees) == 16
    [tree] = naive.expressions([2, 3, 2], "^", "fixed", brackets=False).trees
    assert tree == (("^", Fraction(2), ("^", Fraction(3), Fraction(2))), Fraction(512))


def test_thinned_it_makes_the_same_values() -> None:
    for words in ({"operators": "+-*/"}, {"operators": ["-", "!", "sqrt"]}, {"operators": "+*^", "brackets": False}):
        all_of, some = (naive.expressions([2, 3, 4], thin=thin, **words) for thin in (False, True))
        assert naive.values(all_of.trees) == naive.values(some.trees)
