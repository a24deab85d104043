"""Solutions and results show themselves: as text, as JSON objects, in notebooks."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest
from trees import from_rpn

from deadline import DEADLINE
from puzzle_solver.errors import UnknownName
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.render import FORMATS
from puzzle_solver.render.objects import solution_object
from puzzle_solver.result import SHOWN, Nearest, Outcome, Result, Solution
from puzzle_solver.sameness import Sameness


def solution(rpn: str, value: str = "24", same: Sameness = Sameness.ESSENCE) -> Solution:
    return Solution(from_rpn(rpn), Fraction(value), same)


CLASSIC = solution("8 3 8 3 / - /")
SOLVED = Result(
    puzzle=Puzzle([3, 3, 8, 8]), outcome=Outcome.SOLVED, complete=True, same=Sameness.ESSENCE, count=1,
    solutions=(CLASSIC,), nearest=None, limit=None, engine="target",
)  # fmt: skip
NONE = replace(SOLVED, puzzle=Puzzle(["-1", "0.5"], 7), outcome=Outcome.IMPOSSIBLE, count=0, solutions=())
NEAREST = (Nearest(Fraction(-1, 2), (solution("-1 0.5 *", "-1/2"), solution("-1 0.5 +", "-1/2"))),)


def test_a_solution_is_its_text() -> None:
    assert str(CLASSIC) == "8 / (3 - 8 / 3)"
    assert CLASSIC.text("unicode") == "8 ÷ (3 − 8 ÷ 3)"
    assert CLASSIC.rpn == ["8", "3", "8", "3", "/", "-", "/"]
    assert CLASSIC.latex == r"\frac{8}{3 - \frac{8}{3}}"
    assert CLASSIC.steps == ["8 / 3 = 8/3", "3 - 8/3 = 1/3", "8 / (1/3) = 24"]


def test_only_at_sameness_trees_every_bracket_of_the_tree_is_kept() -> None:
    chain = "12 10 2 + +"
    assert str(solution(chain)) == str(solution(chain, same=Sameness.ALGEBRA)) == "12 + 10 + 2"
    tree = solution(chain, same=Sameness.TREES)
    assert str(tree) == tree.to_object()["text"] == "12 + (10 + 2)"
    assert tree.latex == tree.to_object()["latex"] == r"12 + \left(10 + 2\right)"


@pytest.mark.parametrize("name", FORMATS)
def test_a_solution_is_written_in_any_format(name: str) -> None:
    assert CLASSIC.write(name) == FORMATS[name].write(CLASSIC.expression, "ascii", "minimal")


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(UnknownName, match="choose from text"):
        CLASSIC.write("braille")


def test_a_result_is_its_solutions_one_a_line() -> None:
    assert str(SOLVED) == "8 / (3 - 8 / 3)"
    assert str(replace(SOLVED, solutions=(CLASSIC, CLASSIC))) == "8 / (3 - 8 / 3)\n8 / (3 - 8 / 3)"


def test_a_result_without_solutions_is_said_in_words() -> None:
    assert str(NONE) == "impossible: -1 0.5 cannot make 7"
    assert str(replace(NONE, nearest=NEAREST)) == (
        "impossible: -1 0.5 cannot make 7\n(-1) * 0.5 = -1/2\n(-1) + 0.5 = -1/2"
    )
    assert str(replace(NONE, outcome=Outcome.NOT_FOUND, limit="powers of more than 1024 bits")) == (
        "not found: -1 0.5 cannot make 7 without powers of more than 1024 bits"
    )
    assert str(replace(NONE, outcome=Outcome.STOPPED, limit="time")) == (
        "stopped (time): whether -1 0.5 can make 7 is not known"
    )
    assert str(replace(SOLVED, solutions=(), count=5)) == "solved: 3 3 8 8 can make 24; distinct solutions: 5"


def test_every_outcome_has_words() -> None:
    assert all(replace(NONE, outcome=outcome).words for outcome in Outcome)


def test_a_result_is_an_object_for_json() -> None:
    assert json.loads(json.dumps(SOLVED.to_object())) == {
        "hand": ["3", "3", "8", "8"],
        "target": "24",
        "rules": {
            "name": "24", "operators": ["+", "-", "*", "/"], "order": "free", "use": "all",
            "domain": "rational", "join": False, "decimals": False, "recurring": False, "brackets": True,
            "unary_depth": 2, "max_bits": 1024, "max_exponent": None,
        },
        "outcome": "solved",
        "complete": True,
        "same": "essence",
        "count": 1,
        "solutions": [
            {
                "text": "8 / (3 - 8 / 3)",
                "value": "24",
                "latex": r"\frac{8}{3 - \frac{8}{3}}",
                "rpn": ["8", "3", "8", "3", "/", "-", "/"],
                "steps": ["8 / 3 = 8/3", "3 - 8/3 = 1/3", "8 / (1/3) = 24"],
            }
        ],
        "nearest": None,
        "limit": None,
        "engine": "target",
    }  # fmt: skip


def test_what_is_nearest_is_a_list_of_values_with_solutions() -> None:
    found = replace(NONE, nearest=NEAREST).to_object()
    assert found["hand"] == ["-1", "0.5"]
    assert found["nearest"] == [
        {"value": "-1/2", "solutions": [one.to_object() for one in NEAREST[0].solutions]},
    ]
    assert NEAREST[0].solutions[0].to_object()["value"] == "-1/2"
    assert replace(NONE, nearest=()).to_object()["nearest"] == []


def test_an_expression_without_a_value_is_no_solution() -> None:
    with pytest.raises(ValueError, match="1 / 0 is undefined"):
        solution_object(from_rpn("1 0 /"))


def test_notebooks_show_latex_and_a_drawing() -> None:
    assert CLASSIC._repr_latex_() == r"$\displaystyle \frac{8}{3 - \frac{8}{3}} = 24$"
    ET.fromstring(CLASSIC._repr_svg_())  # noqa: S314 (our own text)
    assert SOLVED._repr_svg_() == CLASSIC._repr_svg_()
    assert NONE._repr_svg_() is None
    assert SOLVED._repr_latex_() == "$\\begin{aligned}\n\\frac{8}{3 - \\frac{8}{3}} &= 24\n\\end{aligned}$"


def test_notebooks_say_what_they_leave_out() -> None:
    latex = replace(SOLVED, solutions=(CLASSIC,) * (SHOWN + 7))._repr_latex_()
    assert latex.count("&=") == SHOWN
    assert r"\text{and 7 more}" in latex
    latex = replace(NONE, nearest=NEAREST)._repr_latex_()
    assert r"&\text{impossible: -1 0.5 cannot make 7}" in latex
    assert latex.count(r"&= -\frac{1}{2}") == 2


def test_a_result_pickles() -> None:
    result = replace(NONE, nearest=NEAREST)
    assert pickle.loads(pickle.dumps(result)) == result  # noqa: S301 (our own bytes)


def test_text_and_objects_do_not_import_sympy() -> None:
    program = """
import sys
from puzzle_solver.reading import read_expression
from puzzle_solver.result import Solution
solution = Solution(read_expression("8/(3-8/3)"), 24)
solution.to_object()
for name in ("text", "latex", "markdown", "sympy", "pretty", "rpn", "tree", "svg"):
    solution.write(name)
assert "sympy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=DEADLINE)
