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
from puzzle_solver.solver import solve


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
    words = r"&\text{solved: 3 3 8 8 can make 24; distinct solutions: 1}"
    equation = r"\frac{8}{3 - \frac{8}{3}} &= 24"
    assert SOLVED._repr_latex_() == f"$\\begin{{aligned}}\n{words} \\\\\n{equation}\n\\end{{aligned}}$"


OTHER = solution("3 8 3 8 - - *")
MANY = replace(SOLVED, solutions=(CLASSIC, OTHER), count=2)
AGED = replace(SOLVED, complete=False, count=None)
VIEWS = [
    (SOLVED, ["solved: 3 3 8 8 can make 24; distinct solutions: 1", "8 ÷ (3 − 8 ÷ 3) = 24"], True),
    (MANY, ["distinct solutions: 2", "8 ÷ (3 − 8 ÷ 3) = 24", "3 × (8 − (3 − 8)) = 24"], False),
    (replace(MANY, solutions=(CLASSIC,)), ["distinct solutions: 2", "8 ÷ (3 − 8 ÷ 3) = 24", "and 1 more"], False),
    (replace(SOLVED, solutions=(CLASSIC,) * (SHOWN + 7), count=SHOWN + 7), ["and 7 more"], False),
    (AGED, ["can make 24", "8 ÷ (3 − 8 ÷ 3) = 24", "there may be more solutions: limit=None finds all"], False),
    (replace(AGED, limit="time"), ["stopped (time): there may be more or simpler solutions"], False),
    (replace(SOLVED, complete=False, limit="big <values>"), ["there may be more solutions with big <values>"], False),
    (replace(SOLVED, solutions=(), count=5), ["distinct solutions: 5"], False),
    (replace(NONE, nearest=NEAREST), ["impossible: -1 0.5 cannot make 7", "the nearest:", "(−1) × 0.5 = -1/2"], False),
    (
        replace(NONE, nearest=NEAREST, complete=False, limit="time"),
        ["stopped (time): there may be nearer values"],
        False,
    ),
    (replace(NONE, outcome=Outcome.STOPPED, limit="time"), ["stopped (time): whether -1 0.5 can make 7"], False),
    (replace(NONE, outcome=Outcome.NOT_FOUND, limit="roots"), ["cannot make 7 without roots"], False),
]


@pytest.mark.parametrize(("result", "told", "drawn"), VIEWS)
def test_notebooks_tell_the_outcome_and_the_rest_and_draw_the_only_tree(
    result: Result, told: list[str], drawn: bool
) -> None:
    shown = ET.fromstring(result._repr_html_())  # noqa: S314 (our own text)
    lines = list(shown.itertext())
    places = [next(place for place, line in enumerate(lines) if part in line) for part in told]
    assert places == sorted(places)
    assert (shown.find("{http://www.w3.org/2000/svg}svg") is not None) is drawn
    assert (result._repr_svg_() is not None) is drawn
    assert len(shown.findall("ul/li")) == result._repr_latex_().count("&=") <= SHOWN
    assert lines.count(result.words) == 1
    assert rf"\text{{{result.words}}}" in result._repr_latex_()


def test_notebooks_show_what_is_found() -> None:
    everything = solve(Puzzle([1, 2, 3, 4, 5]), limit=None)
    assert everything.count is not None
    assert everything.count > 1
    assert everything._repr_html_().count("<li>") == min(everything.count, SHOWN)
    assert everything._repr_svg_() is None
    assert solve(Puzzle([3, 3, 8, 8]), limit=None)._repr_svg_() is not None
    assert "there may be more" in solve(Puzzle([2, 2, 3, 3]))._repr_html_()


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
