"""Reading gives the tree that the grammar says, or an error with a caret under the fault; never anything else."""

from __future__ import annotations

import pickle
import re
import sys
import threading
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle_solver.errors import UnreadableExpression
from puzzle_solver.expression import Expression, Number, fold, numbers
from puzzle_solver.operators import (
    ADD,
    BASIC,
    DOUBLE_FACTORIAL,
    FACTORIAL,
    OPERATORS,
    POWER,
    Fixity,
    Operator,
    UnaryOperator,
    find_operators,
    written,
)
from puzzle_solver.rational import DIGIT_LIMIT
from puzzle_solver.reading import BOUNDS, Bounds, read_answer, read_expression
from tables import DATA, json_rows

ROWS = [row for path in sorted(DATA.glob("reading*.jsonl")) for row in json_rows(path.name)]
READABLE = [(row["text"], row["rpn"]) for row in ROWS if "rpn" in row]
UNREADABLE = [row for row in ROWS if "position" in row]


def _mean(left: Fraction, right: Fraction) -> Fraction:
    return (left + right) / 2


KNOWN = (
    *OPERATORS,
    Operator("average", "avg", _mean),
    Operator("remainder", "%", _mean, unicode="mod"),
    Operator("last", "@", _mean, right_grouping=True),
)


def rpn(expression: Expression) -> str:
    """Write the tree down, with spellings: this is what the rows compare."""

    def number(leaf: Number) -> str:
        return leaf.spelling

    def binary(operator: Operator, left: str, right: str) -> str:
        return f"{left} {right} {operator.symbol}"

    def unary(operator: UnaryOperator, operand: str) -> str:
        return f"{operand} {operator.name}"

    return fold(expression, number, binary, unary)


def test_there_are_rows_of_both_kinds() -> None:
    assert READABLE
    assert UNREADABLE
    assert len(READABLE) + len(UNREADABLE) == len(ROWS)


@pytest.mark.parametrize(("text", "tree"), READABLE)
def test_it_reads_as_this_tree(text: str, tree: str) -> None:
    assert rpn(read_expression(text, KNOWN)) == tree


@pytest.mark.parametrize("row", UNREADABLE, ids=lambda row: ascii(row["text"]))
def test_it_is_refused_with_a_caret_under_the_fault(row: dict[str, Any]) -> None:
    text, position = row["text"], row["position"]
    with pytest.raises(UnreadableExpression) as caught:
        read_expression(text)
    fault = caught.value
    assert (fault.text, fault.position) == (text, position)
    assert row["says"] in fault.reason
    column, line = row.get("column", position), row.get("shown", text)
    assert str(fault).split("\n") == [fault.reason, f"  {line}", f"  {' ' * column}^"]


HIDDEN = "\u200b\u200c\u200d\u2060\ufeff\u200e\u202e\u2066\u00ad\u0301\u3164\0\t\n \u3000\ud800"


@given(st.text(alphabet=f"0189.+*/()x:？６漢{HIDDEN}", min_size=1, max_size=120))
def test_a_caret_points_at_something_that_shows_or_at_the_end(text: str) -> None:
    answer = read_or_refuse(text)
    if isinstance(answer, UnreadableExpression):
        _, shown, caret = str(answer).split("\n")
        columns = "".join(
            character * (2 if character in "？６漢" else 1) for character in shown if character != "\u0301"
        )
        assert caret == f"{' ' * (len(caret) - 1)}^"
        assert columns[len(caret) - 1 :].strip() == "" or columns[len(caret) - 1] != " "
        assert columns[len(caret) - 1 :].strip() or answer.position >= len(text.rstrip(f"{HIDDEN}"))


@given(st.text(alphabet="0123456789.+-*/^()!√,% avgxmsqrt×÷−", max_size=40) | st.text(max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    answer = read_or_refuse(text)
    if isinstance(answer, UnreadableExpression):
        assert 0 <= answer.position <= len(text)
        assert len(str(answer).split("\n")) == 3
    else:
        assert numbers(answer)


def read_or_refuse(text: str) -> Expression | UnreadableExpression:
    try:
        return read_expression(text)
    except UnreadableExpression as fault:
        return fault


def test_the_message_names_the_operators_that_may_stand() -> None:
    with pytest.raises(UnreadableExpression, match=r"numbers, brackets and \+ \^\n"):
        read_expression("5-3", [ADD, POWER])
    with pytest.raises(UnreadableExpression, match="'mod' has no meaning"):
        read_expression("5 mod 3")


FAULTS = [
    "3²",
    "7//2",
    "3!!",
    "3!!2",
    "8?",
    "x3",
    "sqrt",
    "max",
    r"\sqrt",
    r"\frac{1}",
    "2(3)",
    "3 3",
    "3*",
    "(3",
    "1=2=3",
    "3!4",
    "",
]


@pytest.mark.parametrize("signs", ["+-*/", "+", "-*", "+-*/^", "+-*/!", "*/ max"])
@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_of_an_answer_names_no_other_operators_than_those_of_the_rules(text: str, signs: str) -> None:
    with pytest.raises(UnreadableExpression) as caught:
        read_answer(text, find_operators(signs))
    named = caught.value.reason.replace(f"'{text}'", "")
    others = {operator.symbol for operator in OPERATORS if operator.symbol.isalpha() or operator.symbol in "^!"}
    quotes = set(re.findall("'([^']*)'", named))
    words = set(re.findall(r"[a-z_]+(?=\()|[\^!/]", re.sub("'[^']*'", "", named)))
    allowed = {written(operator)[0] for operator in find_operators(signs)}
    assert quotes <= {text[start:stop] for start in range(len(text)) for stop in range(start + 1, len(text) + 1)}
    assert words & (others | {"/", "double_factorial"}) <= allowed


def test_a_minus_is_a_sign_even_where_subtraction_is_not_allowed() -> None:
    assert rpn(read_expression("-3+4", [ADD])) == "-3 4 +"


def test_an_operator_of_ones_own_may_take_the_place_of_another_spelling() -> None:
    twice = Operator("twice", "**", _mean)
    assert rpn(read_expression("2**3^4", [twice, POWER])) == "2 3 4 ^ **"


def test_an_operator_is_read_only_where_it_is_given() -> None:
    with pytest.raises(UnreadableExpression, match="'!' has no meaning"):
        read_expression("3!", BASIC)
    with pytest.raises(UnreadableExpression, match="'sqrt' has no meaning"):
        read_expression("sqrt(4)", BASIC)
    assert rpn(read_expression("3!", [FACTORIAL])) == "3 factorial"
    with pytest.raises(UnreadableExpression, match=r"write \(3!\)!\n") as caught:
        read_expression("3!!", [FACTORIAL])
    assert caught.value.position == 1
    with pytest.raises(UnreadableExpression, match=r"write double_factorial\(3\)"):
        read_expression("3!!", [DOUBLE_FACTORIAL])


def _same(value: Fraction) -> Fraction:
    return value


@pytest.mark.parametrize(
    ("precedence", "text", "tree"),
    [
        (2, "2+3'", "2 3 next +"),
        (2, "2^3'", "2 3 ^ next"),
        (2, "2^3'^4", "2 3 ^ next 4 ^"),
        (4, "2^3'", "2 3 next ^"),
        (1, "2*3'", "2 3 * next"),
        (1, "-3'", "-3 next"),
        (4, "-3'", "3 next negate"),
    ],
)
def test_an_operator_after_its_operand_takes_in_what_binds_tighter(precedence: int, text: str, tree: str) -> None:
    after = UnaryOperator("next", "'", _same, precedence, fixity=Fixity.AFTER)
    assert rpn(read_expression(text, [*OPERATORS, after])) == tree


@pytest.mark.parametrize("text", ["2*3'", "2/3'", "-3'", "3''", "3!' '"])
def test_at_the_same_precedence_it_must_be_said_what_it_applies_to(text: str) -> None:
    after = UnaryOperator("next", "'", _same, fixity=Fixity.AFTER)
    with pytest.raises(UnreadableExpression, match="write brackets") as caught:
        read_expression(text, [*OPERATORS, after])
    assert caught.value.position == len(text) - 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (".(3)", "1/3"), ("0.(3)", "1/3"), ("1.(6)", "5/3"), (".1(6)", "1/6"), ("12.0(09)", "1321/110"),
        (".(9)", "1"), (".(0)", "0"),
    ],
)  # fmt: skip
def test_digits_that_recur_are_exact(text: str, value: str) -> None:
    assert read_expression(text) == Number(Fraction(value))


@pytest.mark.parametrize("fault_at", [0, 20, 79, 80, 500, 999])
def test_a_long_text_is_shown_round_the_fault(fault_at: int) -> None:
    text = ("1+" * 500)[:fault_at] + "?" + ("1+" * 500)[fault_at:]
    with pytest.raises(UnreadableExpression) as caught:
        read_expression(text)
    _, shown, caret = str(caught.value).split("\n")
    assert shown[len(caret) - 1] == "?"
    assert len(shown) <= 82
    assert "..." in shown


def test_a_text_of_several_lines_is_shown_as_one() -> None:
    with pytest.raises(UnreadableExpression) as caught:
        read_expression("1 +\n2 +\t?")
    assert str(caught.value).split("\n")[1:] == ["  1 + 2 + ?", "          ^"]


def test_the_error_pickles() -> None:
    fault = UnreadableExpression("no", "1?", 1)
    again = pickle.loads(pickle.dumps(fault))  # noqa: S301 (our own bytes)
    assert (again.reason, again.text, again.position) == ("no", "1?", 1)


TEXT_LIMIT = 100_000
GENEROUS = Bounds(characters=TEXT_LIMIT, depth=TEXT_LIMIT)
HALF = TEXT_LIMIT // 2 - 1
LONG: list[tuple[str, Callable[[], str]]] = [
    ("brackets", lambda: "(" * HALF + "1" + ")" * HALF),
    ("terms", lambda: "1+" * HALF + "1"),
    ("powers", lambda: "2^" * HALF + "1"),
    ("signs", lambda: "-" * (2 * HALF) + "1"),
    ("spaces", lambda: "1" + " " * (2 * HALF)),
    ("nested", lambda: "(1-" * (HALF // 2) + "1" + ")" * (HALF // 2)),
    ("roots", lambda: "√" * (2 * HALF) + "1"),
    ("factorials", lambda: "(" * (HALF // 2) + "1" + "!)" * (HALF // 2)),
    ("calls", lambda: "sqrt(" * (HALF // 4) + "1" + ")" * (HALF // 4)),
    ("calls of two", lambda: "max(1," * (HALF // 4) + "1" + ")" * (HALF // 4)),
    ("recurring", lambda: "+".join([".(3)"] * (HALF // 3))),
]
HOPELESS: list[tuple[str, Callable[[], str]]] = [
    ("open", lambda: "(" * TEXT_LIMIT),
    ("closed", lambda: "1" + ")" * HALF),
    ("digits", lambda: "1" * TEXT_LIMIT),
    ("letters", lambda: "x" * TEXT_LIMIT),
    ("exclamation", lambda: "1" + "!" * (TEXT_LIMIT - 1)),
    ("commas", lambda: "max(" * (TEXT_LIMIT // 5) + "," * (TEXT_LIMIT // 5)),
    ("half calls", lambda: "max" + " " * (TEXT_LIMIT - 3)),
    ("unclosed", lambda: "1" + ".(1" * (TEXT_LIMIT // 3 - 1)),
    ("recurring digits", lambda: ".(" + "1" * (TEXT_LIMIT - 3) + ")"),
    ("unclosed digits", lambda: ".(" + "1" * (TEXT_LIMIT - 2)),
    ("too long", lambda: "1+" * TEXT_LIMIT + "1"),
    ("too many brackets", lambda: "(" * TEXT_LIMIT + "1" + ")" * TEXT_LIMIT),
]


@pytest.mark.parametrize("text", [make for _, make in LONG], ids=[name for name, _ in LONG])
def test_any_length_up_to_the_limit_is_read(text: Callable[[], str]) -> None:
    assert numbers(read_expression(text(), bounds=GENEROUS))


@pytest.mark.parametrize("text", [make for _, make in HOPELESS], ids=[name for name, _ in HOPELESS])
def test_what_is_hopeless_is_refused(text: Callable[[], str]) -> None:
    with pytest.raises(UnreadableExpression) as caught:
        read_expression(text(), bounds=GENEROUS)
    assert len(str(caught.value)) < 300
    with pytest.raises(UnreadableExpression, match="characters"):
        read_expression(text())


def test_the_stack_it_is_called_from_is_no_limit() -> None:
    seen: list[Any] = []

    def descend(levels: int) -> None:
        if levels:
            descend(levels - 1)
        else:
            seen.append(len(numbers(read_expression("(1-" * 20_000 + "1" + ")" * 20_000, bounds=GENEROUS))))

    descend(sys.getrecursionlimit() - 300)
    assert seen == [20_001]


def test_digits_have_a_limit_and_are_exact_up_to_it() -> None:
    longest = "9" * DIGIT_LIMIT
    assert numbers(read_expression(longest))[0].value == 10**DIGIT_LIMIT - 1
    assert numbers(read_expression(f"0.{'0' * 900}1"))[0].value == Fraction(1, 10**901)
    with pytest.raises(UnreadableExpression, match="digits"):
        read_expression(f"1+{longest}9")


def test_the_bounds_hold_where_they_are_set() -> None:
    assert numbers(read_expression("(" * BOUNDS.depth + "1" + ")" * BOUNDS.depth))
    with pytest.raises(UnreadableExpression, match="more than 1000 brackets") as caught:
        read_expression("(" * 1001 + "1" + ")" * 1001)
    assert caught.value.position == 1000
    narrow = Bounds(characters=9, depth=2, digits=3)
    assert numbers(read_expression("((123))", bounds=narrow))
    for text, says in [("1+2+3+4+5+", "at most 9"), ("(((1)))", "than 2 brackets"), ("1234", "than 3 digits")]:
        with pytest.raises(UnreadableExpression, match=says):
            read_expression(text, bounds=narrow)


def test_threads_do_not_meet() -> None:
    seen: list[str] = []
    threads = [
        threading.Thread(target=lambda n=n: seen.append(rpn(read_expression(f"{n}-({n}-1)", KNOWN)))) for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen) == [f"{n} {n} 1 - -" for n in range(8)]
