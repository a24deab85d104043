from __future__ import annotations

import pickle
from fractions import Fraction

import pytest

from bridge import to_expression, to_tree
from puzzle_solver.expression import Binary, Expression, Number, Unary, evaluate, fold, numbers, steps
from puzzle_solver.operators import ADD, BEYOND_LIMIT, DIVIDE, MULTIPLY, NEGATE, POWER, SUBTRACT, UNDEFINED


def number(value: int | str) -> Number:
    return Number(Fraction(value))


def classic() -> Binary:
    """8 / (3 - 8 / 3)"""
    return Binary(DIVIDE, number(8), Binary(SUBTRACT, number(3), Binary(DIVIDE, number(8), number(3))))


def test_it_has_a_value_numbers_and_operations() -> None:
    assert evaluate(classic()) == 24
    assert [leaf.value for leaf in numbers(classic())] == [8, 3, 8, 3]
    assert carried_out(classic()) == [
        (DIVIDE, "8", "3", "8/3"),
        (SUBTRACT, "3", "8/3", "1/3"),
        (DIVIDE, "8", "1/3", "24"),
    ]


def carried_out(expression: Expression) -> list[tuple[object, ...]]:
    """Return the operator, the values of the operands and the result of each step."""
    return [
        (step.operator, *(str(operand.value) for operand in step.operands), str(step.value))
        for step in steps(expression)
    ]


def test_an_operand_is_a_number_or_an_earlier_step() -> None:
    first, second, third = steps(classic())
    assert first.operands == (number(8), number(3))
    assert second.operands == (number(3), first)
    assert third.operands == (number(8), second)
    assert steps(number(8)) == []


def test_a_tree_is_a_value() -> None:
    assert classic() == classic()
    assert len({classic(), classic()}) == 1
    assert pickle.loads(pickle.dumps(classic())) == classic()  # noqa: S301 (our own bytes)
    with pytest.raises(AttributeError):
        classic().left = number(1)  # type: ignore[misc]


def test_a_spelling_is_shown_and_ignored() -> None:
    typed = Number(Fraction(1, 10), "0.1")
    assert typed.text == "0.1"
    assert number("1/10").text == "1/10"
    assert typed == number("1/10")
    assert hash(typed) == hash(number("1/10"))


ZERO = Binary(SUBTRACT, number(4), number(4))
WITHOUT_VALUE = [
    (Binary(DIVIDE, number(1), ZERO), UNDEFINED),
    (Binary(ADD, Binary(DIVIDE, number(1), ZERO), number(2)), UNDEFINED),
    (Binary(POWER, number(9), Binary(POWER, number(9), number(9))), BEYOND_LIMIT),
    (Binary(MULTIPLY, ZERO, Binary(POWER, number(9), number(10**6))), BEYOND_LIMIT),
]


@pytest.mark.parametrize(("expression", "missing"), WITHOUT_VALUE)
def test_why_there_is_no_value(expression: Expression, missing: object) -> None:
    assert evaluate(expression) is missing
    with pytest.raises(ValueError, match=r"undefined|beyond limit"):
        steps(expression)


def test_a_leading_minus_is_a_node() -> None:
    expression = Binary(MULTIPLY, Unary(NEGATE, number(3)), number(-8))
    assert evaluate(expression) == 24
    assert [leaf.value for leaf in numbers(expression)] == [3, -8]
    assert carried_out(expression) == [(NEGATE, "3", "-3"), (MULTIPLY, "-3", "-8", "24")]
    with pytest.raises(TypeError, match="negate"):
        fold(expression, lambda leaf: 1, lambda operator, left, right: left + right)


def test_depth_never_meets_the_recursion_limit() -> None:
    deep: Expression = number(1)
    for _ in range(50_000):
        deep = Binary(ADD, deep, number(1))
    assert evaluate(deep) == 50_001
    assert len(numbers(deep)) == 50_001
    assert len(steps(deep)) == 50_000


def test_left_comes_before_right_and_children_before_parents() -> None:
    seen: list[str] = []
    fold(classic(), lambda leaf: seen.append(leaf.text), lambda operator, left, right: seen.append(operator.symbol))
    assert seen == ["8", "3", "8", "3", "/", "-", "/"]


def test_the_bridge_of_the_tests_leads_both_ways() -> None:
    assert to_expression(to_tree(classic())) == classic()
