"""Why two expressions are one, or why not: what is said, and that it holds."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from bridge import to_expression
from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.expression import Binary, Expression, Number
from puzzle_solver.operators import ADD
from puzzle_solver.reading import read_expression
from puzzle_solver.render.brackets import TREE
from puzzle_solver.render.text import to_text
from puzzle_solver.sameness import Sameness, same, why
from puzzle_solver.sameness.laws import LAWS, Partial, laws_between
from puzzle_solver.sameness.levels import form_of
from puzzle_solver.sameness.padding import WAYS
from puzzle_solver.sameness.reasons import LONGEST, MOST_EXPLAINED
from tables import json_rows
from test_sameness import trees, turn
from test_sameness_text import DEEP, far_down, in_a_small_thread

ROWS = json_rows("why.jsonl")
SAID = " ".join(reason for row in ROWS for reason in row["why"])

as_typed = partial(to_text, brackets=TREE)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['first']} and {row['second']}")
def test_what_is_said(row: dict[str, Any]) -> None:
    first, second = read_expression(row["first"]), read_expression(row["second"])
    level, reasons = why(first, second, as_typed)
    assert (level and level.value, list(reasons)) == (row["level"], row["why"])
    assert why(second, first).level == level


def test_every_law_and_every_way_is_said_somewhere() -> None:
    assert [law.words for law in LAWS if law.words not in SAID and (law.alone or law.words) not in SAID] == []
    assert [way.words for way in WAYS if any(words not in SAID for words in way.words.split("{}"))] == []


@given(trees(), trees())
def test_there_is_always_a_reason(one: naive.Tree, other: naive.Tree) -> None:
    explain(to_expression(one), to_expression(other))


@given(tree=trees(6), data=st.data())
def test_there_is_always_a_reason_for_what_is_one(tree: naive.Tree, data: st.DataObject) -> None:
    explain(to_expression(tree), to_expression(turn(tree, data)))


def explain(first: Expression, second: Expression) -> None:
    level, reasons = why(first, second)
    assert level == next((level for level in Sameness if same(first, second, level)), None)
    assert reasons
    assert all(reason[0] not in ":; " for reason in reasons)


# Laws


@given(trees(), trees())
def test_all_laws_together_are_the_level_algebra(one: naive.Tree, other: naive.Tree) -> None:
    first, second = to_expression(one), to_expression(other)
    assert agree(first, second, LAWS) == same(first, second, "algebra")


@given(tree=trees(6), data=st.data())
def test_the_laws_that_are_named_suffice_and_none_is_superfluous(tree: naive.Tree, data: st.DataObject) -> None:
    first, second = to_expression(tree), to_expression(turn(tree, data))
    if same(first, second, "trees") or not same(first, second, "algebra"):
        return
    laws = laws_between(first, second)
    assert agree(first, second, laws)
    assert not any(agree(first, second, [law for law in laws if law is not each]) for each in laws)


def agree(first: Expression, second: Expression, laws: Any) -> bool:
    """Do two expressions agree, where brackets at the start of a sum or product may count or not?"""
    pools = [Partial(laws, chains=chains) for chains in (True, False)]
    return any(form_of(first, forms) == form_of(second, forms) for forms in pools)


def letters(text: str) -> Expression:
    return read_expression(text.translate(str.maketrans("abcd", "2357")))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.letters)
def test_the_letters_of_a_law_show_it(law: Any) -> None:
    first, second = map(letters, law.letters.split(" = "))
    assert law in laws_between(first, second)


def test_every_law_is_documented() -> None:
    page = (Path(__file__).parents[1] / "docs" / "sameness.md").read_text("utf-8")
    assert [law for law in LAWS if f"| {law.words} | `{law.letters}` |" not in page] == []


def test_two_formulas_are_joined_by_no_laws() -> None:
    assert laws_between(read_expression("2*3"), read_expression("2+3")) == LAWS


# Bounds


def test_what_cannot_be_compared_has_no_reasons() -> None:
    with pytest.raises(InvalidPuzzle, match="divide of 1 and 0"):
        why(read_expression("1/(2-2)"), read_expression("1"))
    with pytest.raises(InvalidPuzzle, match="more than 2000 numbers"):
        why(read_expression("+".join("1" * 2001)), read_expression("1"))


OTHERS = ("{}", "1*({})", "({})/1", "2-({})+3")


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_depth_does_not_matter(text: str) -> None:
    expressions = [read_expression(other.format(text)) for other in OTHERS]
    for pair in pairwise(expressions):
        expected = why(*pair)
        assert far_down(500, partial(why, *pair)) == expected
        assert in_a_small_thread(partial(why, *pair)) == expected


def test_what_is_long_is_cut() -> None:
    ones = "*".join(f"({number}-{number - 1})" for number in range(2, 500))
    level, reasons = why(read_expression(f"5*{ones}"), read_expression(f"{ones}/1"))
    assert level is None
    assert max(map(len, reasons)) < 3 * LONGEST
    nested = "-(".join(map(str, range(1, MOST_EXPLAINED + 3))) + ")" * (MOST_EXPLAINED + 1)
    flat = "".join(f"{'+-'[place % 2]}{place + 1}" for place in range(MOST_EXPLAINED + 2))[1:]
    said = "only the order of operands, brackets and signs differ"
    assert why(read_expression(nested), read_expression(flat)).reasons == (said,)
    shorter = read_expression(nested.removeprefix("1-(2-(")[:-2])
    assert why(shorter, read_expression(flat.removeprefix("1-2+"))).reasons[0].endswith(": a - (b - c) = a - b + c")


def test_operators_of_one_meaning() -> None:
    plus = ADD._replace(name="plus", symbol="plus")
    operands = (Number(Fraction(2)), Number(Fraction(3)))
    assert why(Binary(ADD, *operands), Binary(plus, *operands), lambda expression: "five").reasons == (
        "operators of one meaning are written differently: five = five",
    )


def test_solving_a_puzzle_imports_no_reasons() -> None:
    program = "import sys; from puzzle_solver.cli.app import main; main(['solve', '3', '3', '8', '8'])"
    done = subprocess.run(
        [sys.executable, "-c", f"import atexit, sys; atexit.register(lambda: print(*sys.modules)); {program}"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    loaded = {name for name in done.stdout.split() if name.startswith("puzzle_solver.sameness.")}
    needed = ("levels", "algebra", "essence", "groups", "ones", "order")
    assert loaded == {f"puzzle_solver.sameness.{name}" for name in needed}
