"""What holds of every format: read back, or carried out, it is the expression it was written from."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import (
    AVERAGE,
    BINARIES,
    CLOSEST,
    CUSTOM,
    HALF,
    KNOWN,
    LAST,
    ONE_PLACE,
    SUCCESSOR,
    TIMES,
    TWICE,
    UNARIES,
    formula,
    fraction,
    from_rpn,
    leaf,
    negative,
    plain,
    trees,
    values,
    whole,
)

from puzzle_solver.errors import UnknownName
from puzzle_solver.expression import Binary, Expression, Number, Unary, evaluate, fold, numbers, steps
from puzzle_solver.operators import (
    BASIC,
    BEYOND_LIMIT,
    BINARY,
    DIVIDE,
    FACTORIAL,
    FLOOR,
    OPERATORS,
    POWER,
    SQUARE_ROOT,
    UNARY,
    AnyOperator,
    Limits,
    Missing,
    Operator,
    UnaryOperator,
)
from puzzle_solver.operators.kinds import Signs
from puzzle_solver.rational import read_rational, write_rational
from puzzle_solver.reading import read_expression
from puzzle_solver.render import FORMATS, find_format
from puzzle_solver.render.brackets import MINIMAL, TREE
from puzzle_solver.render.idea import to_idea
from puzzle_solver.render.latex import to_latex
from puzzle_solver.render.pretty import to_pretty
from puzzle_solver.render.rpn import to_rpn
from puzzle_solver.render.steps import to_steps
from puzzle_solver.render.style import STYLES
from puzzle_solver.render.sympy import to_sympy, to_sympy_text
from puzzle_solver.render.text import to_markdown, to_text, to_usage

styles = st.sampled_from(sorted(STYLES))
anything = st.one_of(plain, negative, fraction)
decimal = plain.filter(lambda text: "(" not in text)
FLAT = tuple(operator for operator in BINARIES if operator not in {DIVIDE, POWER})
CLASSIC = from_rpn("8 3 8 3 / - /")


@given(trees(anything, BINARIES, UNARIES))
def test_rpn_builds_the_same_tree(expression: Expression) -> None:
    assert from_rpn(" ".join(to_rpn(expression))) == expression


@given(trees(decimal, (*BASIC, POWER), (FACTORIAL, SQUARE_ROOT, FLOOR)), st.sampled_from([MINIMAL, TREE]))
def test_latex_reads_back_to_the_same_formula(expression: Expression, brackets: str) -> None:
    again = read_expression(plainly(to_latex(expression, brackets)))
    assert values(again) == values(expression)
    assert formula(again) == formula(expression)


TYPESET = (*BINARY, AVERAGE, LAST, CLOSEST), (*UNARY, TWICE, SUCCESSOR, HALF)


@given(trees(st.one_of(plain, negative), *TYPESET), st.sampled_from([MINIMAL, TREE]))
def test_latex_of_every_operator_is_read(expression: Expression, brackets: str) -> None:
    again = read_expression(to_latex(expression, brackets), (*TYPESET[0], *TYPESET[1]))
    assert evaluate(again) == evaluate(expression)
    # In LaTeX a sign before a number looks like one of its own.
    assert [abs(leaf.value) for leaf in numbers(again)] == [abs(leaf.value) for leaf in numbers(expression)]


def plainly(latex: str) -> str:
    """Turn fractions, exponents and roots into divisions, powers and calls, brackets into plain ones."""
    text = latex.replace(r"\left(", "(").replace(r"\right)", ")").replace(r"\times", "*")
    text = text.replace(r"\left\lfloor ", "floor(").replace(r" \right\rfloor", ")")
    written, closing = "", [""]
    for piece in re.findall(r"\\frac\{|\\sqrt\{|\^\{|\}\{|\}|.", text):
        match piece:
            case r"\frac{":
                closing.append("/")
                written += "(("
            case r"\sqrt{":
                closing.append("sqrt")
                written += "sqrt("
            case "^{":
                closing.append("^")
                written += "^("
            case "}{":
                written += ")/("
            case "}":
                written += "))" if closing.pop() == "/" else ")"
            case _:
                written += piece
    assert closing == [""]
    return written


@given(trees(anything, BINARIES, UNARIES))
def test_latex_is_balanced(expression: Expression) -> None:
    latex = to_latex(expression)
    assert latex.count("{") == latex.count("}")
    assert latex.count(r"\left(") == latex.count(r"\right)") == latex.count("(") == latex.count(")")


@given(trees(anything, BINARY, UNARY), styles)
def test_steps_are_true_and_end_at_the_value(expression: Expression, style: str) -> None:
    value = evaluate(expression)
    if isinstance(value, Missing):
        with pytest.raises(ValueError, match=value.value):
            to_steps(expression, style)
        return
    if isinstance(value_of(expression), Missing):
        return  # numbers of more digits than are read
    steps = [step.split(" = ") for step in to_steps(expression, style)]
    assert all(evaluate(read_expression(left)) == read_rational(right) for left, right in steps)
    assert not steps or read_rational(steps[-1][1]) == value


@given(trees(anything))
def test_there_are_as_many_steps_as_operations(expression: Expression) -> None:
    if not isinstance(evaluate(expression), Missing):
        results = [step.split(" = ")[1] for step in to_steps(expression)]
        assert results == [write_rational(step.value) for step in steps(expression)]


def random_expression(numbers: int, chance: random.Random) -> Expression:
    if numbers == 1:
        return Number(read_rational(f"{chance.randint(-9, 30)}/{chance.choice((1, 1, 1, 2, 3))}"))
    left = chance.randint(1, numbers - 1)
    parts = random_expression(left, chance), random_expression(numbers - left, chance)
    return Binary(chance.choice(BASIC), *parts)


def test_sympy_finds_the_same_values() -> None:
    chance, seen = random.Random(24), 0
    while seen < 2000:
        expression = random_expression(chance.randint(1, 8), chance)
        value = evaluate(expression)
        if not isinstance(value, Missing):
            assert to_sympy(expression, evaluate=True) == sympy.Rational(*value.as_integer_ratio())
            seen += 1


small = st.integers(0, 6).map(str) | st.just(".(4)")


def value_of(expression: Expression) -> Fraction | Missing:
    """Return the value, where nothing on the way to it is too large for a test."""

    def apply(operator: AnyOperator, *operands: Fraction | Missing) -> Fraction | Missing:
        missing = next((operand for operand in operands if isinstance(operand, Missing)), None)
        value = missing or operator.apply(*operands, *[Limits(64)] * operator.sized)
        return BEYOND_LIMIT if isinstance(value, Fraction) and value.numerator.bit_length() > 64 else value

    return fold(expression, lambda leaf: leaf.value, apply, apply)


@given(trees(small, BINARY, UNARY, leaves=5))
@settings(max_examples=200)
def test_sympy_evaluates_the_text_to_the_same_value(expression: Expression) -> None:
    value = value_of(expression)
    if not isinstance(value, Missing):
        again = sympy.Rational(*value.as_integer_ratio())
        assert sympy.sympify(to_sympy_text(expression)) == to_sympy(expression, evaluate=True) == again


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda operator: operator.name)
def test_sympy_knows_every_operator(operator: AnyOperator) -> None:
    expression = applied(operator, leaf("4"), leaf("2"))
    value = evaluate(expression)
    assert isinstance(value, Fraction)
    assert sympy.sympify(to_sympy_text(expression)) == to_sympy(expression, evaluate=True) == value
    assert to_sympy(expression).doit() == value
    assert to_idea(expression).letters


@given(trees(anything, BINARIES, UNARIES))
def test_sympy_text_keeps_the_order_of_the_numbers(expression: Expression) -> None:
    found = re.findall(r"(?:Integer|Rational)\((-?\d+)(?:, (\d+))?\)", to_sympy_text(expression))
    assert [read_rational(f"{over}/{under or 1}") for over, under in found] == values(expression)


@pytest.mark.parametrize(
    ("signs", "written", "built"),
    [
        ((("sympy", "cbrt"),), "cbrt(Integer(8))", "2"),
        ((("sympy", "mine"),), "mine(Integer(8))", "mine(8)"),
        ((("lisp", "cbrt"),), "Function('third')(Integer(8))", "third(8)"),
        ((), "Function('third')(Integer(8))", "third(8)"),
    ],
)
def test_sympy_takes_an_operators_sign_from_its_row(signs: Signs, written: str, built: str) -> None:
    third = Unary(UnaryOperator("third", "third", lambda value: value, signs=signs), leaf("8"))
    assert to_sympy_text(third) == written
    assert str(to_sympy(third, evaluate=True)) == built


def test_unevaluated_sympy_keeps_the_shape() -> None:
    shaped = to_sympy(from_rpn("6 4 * 5 5 - -"))
    assert shaped.count(sympy.Integer(6)) == shaped.count(sympy.Integer(4)) == 1
    assert shaped.doit() == 24


def test_an_operator_of_another_precedence_is_bracketed_as_python_does() -> None:
    expression = from_rpn("2 3 x 2 ^", (*KNOWN, TIMES))
    assert to_text(expression) == "2 x 3^2"
    assert to_sympy_text(expression) == "(Integer(2)*Integer(3))**Integer(2)"
    assert to_sympy(expression, evaluate=True) == 36


@given(trees(whole, leaves=6))
@settings(max_examples=40)
def test_an_idea_with_its_numbers_has_the_value(expression: Expression) -> None:
    value = evaluate(expression)
    if isinstance(value, Missing):
        return
    idea = to_idea(expression)
    numbers = {letter: sympy.Rational(*number.value.as_integer_ratio()) for letter, number in idea.letters.items()}
    put_in = sympy.sympify(idea.simplified, locals={letter: sympy.Symbol(letter) for letter in numbers}).subs(numbers)
    assert put_in in {sympy.Rational(*value.as_integer_ratio()), sympy.nan}  # nan: it cancels a part that is 0 here


def test_equal_numbers_share_a_letter_and_there_are_letters_for_all() -> None:
    idea = to_idea(CLASSIC)
    assert {letter: number.value for letter, number in idea.letters.items()} == {"a": 8, "b": 3}
    assert str(idea) == "a/(b - a/b) = a*b/(b**2 - a) where a = 8, b = 3"
    many = from_rpn(" ".join([*map(str, range(1, 31)), *"+" * 29]))
    assert list(to_idea(many).letters)[25:] == ["z", "a1", "b1", "c1", "d1"]


@given(trees(anything, BINARY, UNARY), styles)
def test_pretty_has_a_bar_for_every_fraction(expression: Expression, style: str) -> None:
    bars = [number for number in leaves(expression) if number.value.denominator > 1 and "/" in number.spelling]
    divisions = to_rpn(expression).count("/")
    assert len(re.findall("─+", to_pretty(expression, "unicode"))) == len(bars) + divisions
    assert to_pretty(expression, style).splitlines()[0].strip()


def leaves(expression: Expression) -> list[Number]:
    found: list[Number] = []
    fold(expression, found.append, lambda *parts: None, lambda *parts: None)
    return found


@given(trees(plain, FLAT, ONE_PLACE), styles)
def test_pretty_without_fractions_and_powers_is_the_text(expression: Expression, style: str) -> None:
    assert to_pretty(expression, style) == to_text(expression, style)


def test_markdown_marks_text_that_holds_a_code_mark() -> None:
    quote = Operator("quote", "`", max)
    assert to_markdown(from_rpn("1 2 `", [quote])) == "- ``1 ` 2``"


def applied(operator: AnyOperator, first: Expression, second: Expression) -> Expression:
    return Binary(operator, first, second) if isinstance(operator, Operator) else Unary(operator, first)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("operator", CUSTOM, ids=lambda operator: operator.name)
def test_every_format_writes_an_operator_of_ones_own(name: str, operator: AnyOperator) -> None:
    expression = applied(operator, applied(operator, leaf("7"), leaf("2")), applied(operator, leaf("-3"), leaf("1/2")))
    for style in STYLES:
        for brackets in (MINIMAL, TREE):
            written = find_format(name).write(expression, style, brackets)
            assert written
            assert FORMATS[name].block or "\n" not in written


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_named_and_explained(name: str) -> None:
    row = find_format(name)
    assert (row.name, bool(row.meaning)) == (name, True)
    assert row.block == ("\n" in row.write(CLASSIC, "ascii", MINIMAL))


def test_an_unknown_format_names_those_known() -> None:
    with pytest.raises(UnknownName, match="text, latex, markdown"):
        find_format("braille")


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda operator: operator.name)
def test_an_operator_with_letters_reads_back_with_numbers_for_them(operator: AnyOperator) -> None:
    read = read_expression(re.sub(r"\b[ab]\b", "(7)", to_usage(operator)))
    assert isinstance(read, Unary | Binary)
    assert (read.operator, len(numbers(read))) == (operator, 1 if isinstance(read, Unary) else 2)
