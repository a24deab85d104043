"""Canonical texts: equal exactly where two expressions are one, and the same wherever they are computed."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import naive_sameness
from bridge import to_expression, to_tree
from deadline import DEADLINE, in_threads
from puzzle_solver.errors import InvalidPuzzle, UnknownName
from puzzle_solver.expression import Binary, Expression, Number, Unary
from puzzle_solver.operators import NEGATE, Operator
from puzzle_solver.reading import read_expression
from puzzle_solver.sameness import Sameness, canonical, canonical_text, same
from puzzle_solver.sameness.algebra import Forms
from test_sameness import HANDS, ORACLE, PAIRS, classes, each_level, read, trees, turn

T = TypeVar("T")


@pytest.mark.parametrize(("hand", "operators"), HANDS)
def test_the_classes_are_the_oracles(hand: str, operators: Sequence[str]) -> None:
    every = [tree for tree, _ in naive.expressions(map(Fraction, hand.split()), operators, depth=1).trees]
    some = random.Random(hand).sample(every, min(len(every), 500))
    expressions = list(map(to_expression, some))
    for level, form in ORACLE.items():
        ours = classes(canonical_text(expression, level) for expression in expressions)
        assert ours == classes(map(form, some)), level


@each_level
@pytest.mark.parametrize(("first", "second", "levels"), PAIRS)
def test_pairs(first: str, second: str, levels: str, level: Sameness) -> None:
    equal = canonical_text(read(first), level) == canonical_text(read(second), level.value)
    assert equal == (level.value in levels.split())


@given(trees(), trees())
def test_texts_are_equal_where_expressions_are_one(one: naive.Tree, other: naive.Tree) -> None:
    agree(to_expression(one), to_expression(other))


@given(tree=trees(6), data=st.data())
def test_texts_of_commuted_and_regrouped_expressions(tree: naive.Tree, data: st.DataObject) -> None:
    turned = turn(tree, data)
    agree(to_expression(tree), to_expression(turned))


def agree(one: Expression, other: Expression) -> None:
    for level in Sameness:
        assert (canonical_text(one, level) == canonical_text(other, level)) == same(one, other, level), level


TEXTS = [
    # text, at each level
    ("8/(3-8/3)", "8/(3-8/3)", "8/(3-8/3)", "8/(3-8/3)"),
    ("(2-8)*(3-7)", "(2-8)*(3-7)", "(8-2)*(7-3)", "(8-2)*(7-3)"),
    ("5*5*1", "5*5*1", "1*5*5", "5*5 | 1"),
    ("3+1-1", "3+1-1", "1+3-1", "3 | 1, 1"),
    ("10+9-2-11", "10+9-2-11", "9+10-2-11", "9+10-2-11"),
    ("1/(2*3)", "1/(2*3)", "1/2/3", "1/2/3 | 1"),
    ("3-5", "3-5", "3-5", "3-5"),
    ("1+2-3", "1+2-3", "1+2-3", "3-1-2"),
    ("(1+2-3)*5", "(1+2-3)*5", "-5*(3-1-2)", "[0]*2*3*5 | 1"),
    ("0*(1+2)*5", "0*(1+2)*5", "0*5*(1+2)", "0*2*5 | 1"),
    ("3-(4-4)*5", "3-(4-4)*5", "3+5*(4-4)", "3 | 4, 4, 5"),
    ("5/5", "5/5", "5/5", "[1] | 5, 5"),
    ("3-3", "3-3", "3-3", "[0] | 3, 3"),
    ("0", "0", "0", "0"),
    ("-(3)", "negate(3)", "-3", "-3"),
    ("-3", "[-3]", "[-3]", "-3"),
    ("-3^2", "negate(3^2)", "-3^2", "-3^2"),
    ("(-3)^2", "[-3]^2", "[-3]^2", "(-3)^2"),
    ("(-(3))^2", "negate(3)^2", "(-3)^2", "(-3)^2"),
    ("(3-5)^3*2", "(3-5)^3*2", "2*(3-5)^3", "2*(3-5)^3"),
    ("9^(1/2)", "9^(1/2)", "9^(1/2)", "9^(1/2) | 1"),
    ("9^0.5", "9^[1/2]", "9^[1/2]", "9^[1/2]"),
    ("(2^3)^4", "(2^3)^4", "2^(3*4)", "2^(3*4)"),
    ("2^(3^2)", "2^(3^2)", "2^(3^2)", "2^(3^2)"),
    ("8-(4-2)-1", "8-(4-2)-1", "2+8-1-4", "2+8-1-4"),
    ("max(3,2-5)", "max(3,2-5)", "max(3,2-5)", "max(3,2-5)"),
    ("max(3,2)%2", "mod(max(3,2),2)", "mod(max(2,3),2)", "mod(max(2,3),2)"),
    ("3!-sqrt(4)", "factorial(3)-sqrt(4)", "factorial(3)-sqrt(4)", "factorial(3)-sqrt(4)"),
]


@pytest.mark.parametrize(("text", "as_tree", "algebra", "essence"), TEXTS)
def test_texts(text: str, as_tree: str, algebra: str, essence: str) -> None:
    seen = [canonical_text(read_expression(text), level) for level in Sameness]
    assert seen == [as_tree, algebra, essence]


def test_an_operator_called_by_signs_is_told_from_the_signs_around_it() -> None:
    operands = Number(Fraction(3)), Number(Fraction(4))
    plus, both = (Operator("+" * times, "+" * times, lambda left, right: left) for times in (1, 2))
    assert canonical_text(Unary(NEGATE, Binary(plus, *operands)), "algebra") == "-[+](3,4)"
    assert canonical_text(Binary(both, *operands), "algebra") == "[++](3,4)"


def test_what_has_no_text() -> None:
    with pytest.raises(InvalidPuzzle, match="cannot be compared: divide of 1 and 0"):
        canonical_text(read("1/(2-2)"))
    with pytest.raises(InvalidPuzzle, match="more than 2000 numbers"):
        canonical_text(read_expression("+".join("1" * 2001)))
    with pytest.raises(UnknownName, match="no sameness is called 'shape'"):
        canonical_text(read("1"), "shape")


def test_every_hash_seed_gives_the_same_texts() -> None:
    program = (
        "from puzzle_solver.reading import read_expression\n"
        "from puzzle_solver.sameness import Sameness, canonical_text\n"
        f"for text in {[text for text, *_ in TEXTS]}:\n"
        "    print(*(canonical_text(read_expression(text), level) for level in Sameness), sep='; ')\n"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=DEADLINE,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("0", "1", "42")
    ]  # fmt: skip
    assert runs == [runs[0]] * 3
    assert runs[0].splitlines() == ["; ".join(row[1:]) for row in TEXTS]


# The order of parts

LOW = "max(3-1-2,1)"
HIGH = "max(1+2-3,1)"
ONE = "min(1,2*3*4*5)"


@pytest.mark.parametrize("before", ["1", "1+2+3", "3+2+1", "1+2-3", "3-1-2", "0"])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (f"{LOW}+{HIGH}-{ONE}", f"{HIGH}^({LOW}*{ONE})"),
        (f"{HIGH}+{LOW}-{ONE}", f"{HIGH}^({LOW}*{ONE})"),
        (f"{HIGH}+{LOW}-{ONE}", f"{LOW}^({HIGH}*{ONE})"),
        (f"{LOW}+{HIGH}-{ONE}", f"{LOW}^({HIGH}*{ONE})"),
        (f"3%2+max(1,1)-{ONE}", f"max(1,1)^((3%2)*{ONE})"),
        (f"3%2+max(1,1)-{ONE}", f"(3%2)^(max(1,1)*{ONE})"),
    ],
)
def test_the_lowest_part_does_not_depend_on_what_was_read_before(before: str, first: str, second: str) -> None:
    forms = Forms()
    texts = before, first, second
    _, one, other = (canonical(read_expression(text), "essence", forms) for text in texts)
    expected = len({naive_sameness.essence(to_tree(read_expression(text))) for text in texts[1:]}) == 1
    assert (one == other) == expected
    agree(read_expression(first), read_expression(second))


# Depth


def nested(operators: str, numbers: int = 100) -> str:
    text = "7"
    for place in range(1, numbers):
        text = f"{place % 3 + 1}{operators[place % len(operators)]}({text})"
    return text


ROOTS = "√" * 1100  # more than Python lets functions call one another
DEEP = {
    "differences of quotients": nested("-/"),
    "sums of products": nested("+*"),
    "differences": nested("-"),
    "quotients": nested("/"),
    "powers": "1^(" * 99 + "1" + ")" * 99,
    "calls": "max(" * 99 + "2" + ",1)" * 99,
    "three of a value": f"{ROOTS}(2-1)-{ROOTS}(3-2)+{ROOTS}(4-3)",
    "factors of value 1": f"{ROOTS}(2-1)*{ROOTS}(3-2)/{ROOTS}(4-3)",
    "equal values, far down": "-".join(f"(({nested('-/', 33)})*({place}-{place}))^2" for place in (1, 2, 3)),
    "nothing left": "(" * 49 + "5/5" + "+5/5)*1" * 32 + "+5-5)" * 17,
    "signs": "-(" * 900 + "1-2" + ")" * 900,
}


def far_down(frames: int, ask: Callable[[], T]) -> T:
    return far_down(frames - 1, ask) if frames else ask()


def in_a_small_thread(ask: Callable[[], T]) -> T:
    [answer] = in_threads(ask, stack=256 * 1024)
    return answer


@each_level
@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_the_depth_of_an_expression_does_not_matter(text: str, level: Sameness) -> None:
    expression = read_expression(text)
    expected = canonical_text(expression, level)
    assert in_a_small_thread(lambda: far_down(500, lambda: canonical_text(expression, level))) == expected
    assert in_a_small_thread(lambda: far_down(500, lambda: same(expression, expression, level)))
