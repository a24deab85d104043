"""``puzzle solve``: what stands on stdout, what on stderr, and the exit code."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from program import Seen, puzzle, rows

from puzzle_solver.cli.app import main
from puzzle_solver.expression import evaluate, numbers
from puzzle_solver.reading import read_expression
from puzzle_solver.search.registry import choose_engine

FLAGSHIP = ("solve", "--target", "1000", "--keep-order", "1", "3", "4", "5", "6", "7", "8", "9")


def test_one_solution_and_nothing_else() -> None:
    assert puzzle("solve", "3", "3", "8", "8") == (0, "8 / (3 - 8 / 3)\n", "")


def test_the_flagship_at_every_level() -> None:
    ideas = puzzle(*FLAGSHIP, "--all").lines
    formulas = puzzle(*FLAGSHIP, "--all", "--same", "algebra").lines
    assert (len(ideas), len(set(formulas))) == (12, 13)
    for line in ideas + formulas:
        assert evaluate(read_expression(line)) == 1000
        assert [number.text for number in numbers(read_expression(line))] == list("13456789")
    assert puzzle(*FLAGSHIP, "--same", "trees", "--count") == (0, "117\n", "")
    assert puzzle(*FLAGSHIP, "-n", "5").lines == ideas[:5]


@pytest.mark.parametrize("row", rows("cli_numbers.jsonl"), ids=lambda row: " ".join(row["args"]))
def test_numbers_are_read_as_typed(row: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["solve", "-f", "json", *row["args"]])
    seen = capsys.readouterr()
    assert code in {0, 1}, seen.err
    result = Seen(code, seen.out, seen.err).object
    assert list(map(Fraction, result["hand"])) == list(map(Fraction, row["hand"]))
    assert Fraction(result["target"]) == Fraction(row["target"])


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("-3", "4", "-t", "-12"), "(-3) * 4"),
        (("-1/2", "48", "-t", "-24"), "(-1/2) * 48"),
        (("0.1", "240"), "0.1 * 240"),
        (("24",), "24"),
        (("K", "Q", "-t", "1"), "13 - 12"),
        (("2", "3", "10", "10", "--ops", "^-"), "2^10 - 10^3"),
        (("2", "3", "10", "10", "--ops", "power,subtract"), "2^10 - 10^3"),
        (("3", "3", "8", "8", "--style", "unicode"), "8 ÷ (3 − 8 ÷ 3)"),
        (("3", "3", "8", "8", "--steps"), "8 / 3 = 8/3, 3 - 8/3 = 1/3, 8 / (1/3) = 24"),
        (("24", "--steps"), "24"),
        (("3", "8", "-n", "1" + "0" * 30), "3 * 8"),
        (("3", "3", "8", "8", "-f", "latex"), r"\frac{8}{3 - \frac{8}{3}}"),
        (("3", "3", "8", "8", "-f", "markdown"), "- `8 / (3 - 8 / 3)`"),
        (("3", "3", "8", "8", "-f", "rpn"), "8 3 8 3 / - /"),
        (("3", "3", "8", "8", "-f", "sympy"), "Integer(8)/(Integer(3) - Integer(8)/Integer(3))"),
        (("3", "3", "8", "8", "-r", "24", "--engine", "tables"), "8 / (3 - 8 / 3)"),
    ],
)  # fmt: skip
def test_a_line(arguments: tuple[str, ...], line: str) -> None:
    assert puzzle("solve", *arguments) == (0, line + "\n", "")


def test_the_idea_stands_after_a_tab() -> None:
    text, idea = puzzle("solve", "3", "3", "8", "8", "--idea").out.strip().split("\t")
    assert text == "8 / (3 - 8 / 3)"
    assert idea.startswith("a/(b - a/b) = a*b/(b**2 - a)")


@pytest.mark.parametrize(("form", "first"), [("pretty", "    8"), ("tree", "  /"), ("svg", "<svg ")])
def test_a_drawing_takes_several_lines(form: str, first: str) -> None:
    seen = puzzle("solve", "3", "3", "8", "8", "-f", form)
    assert (seen.code, seen.err) == (0, "")
    assert seen.out.startswith(first)
    assert len(seen.lines) > 3


def test_drawings_have_a_blank_line_between_them() -> None:
    assert puzzle("solve", "2", "2", "3", "3", "--all", "-f", "tree").out.count("\n\n") == 2


def test_impossible_is_said_with_what_was_searched() -> None:
    code, out, err = puzzle("solve", "1", "1", "1", "1")
    assert (code, out) == (1, "")
    assert err == (
        "impossible: 1 1 1 1 cannot make 24 "
        "(+ - * /, in any order, every number used, any exact fraction on the way)\n"
    )  # fmt: skip


def test_nearest_values_each_have_a_solution() -> None:
    code, out, err = puzzle("solve", "-r", "countdown", "-t", "831", "1", "3", "7", "10", "25", "50", "--nearest")
    assert (code, err.count("\n")) == (1, 1)
    assert err.endswith("; nearest: 830 and 832\n")
    assert [line.rpartition(" = ")[2] for line in out.splitlines()] == ["830", "832"]
    for line in out.splitlines():
        text, _, value = line.rpartition(" = ")
        assert evaluate(read_expression(text)) == int(value)


def test_nearest_is_not_asked_where_there_is_a_solution() -> None:
    assert puzzle("solve", "3", "3", "8", "8", "--nearest") == (0, "8 / (3 - 8 / 3)\n", "")


def test_a_limit_that_left_something_out_is_said() -> None:
    code, out, err = puzzle("solve", "2", "3", "10", "10", "--ops", "^-", "--all")
    assert (code, out) == (0, "2^10 - 10^3\n")
    assert err == "there may be more solutions with values of more than 1024 bits\n"


def test_not_found_is_not_impossible() -> None:
    code, out, err = puzzle("solve", "9", "9", "9", "9", "--ops", "^", "-t", "10")
    assert (code, out) == (1, "")
    assert err.startswith("not found: ")


@pytest.mark.parametrize("options", [(), ("--count",)])
def test_a_stopped_search_names_its_limit_and_the_remedy(options: tuple[str, ...]) -> None:
    primes = ("2", "3", "5", "7", "11", "13", "17", "19", "23", "29", "31")
    code, out, err = puzzle("solve", *primes, "-t", "1000000007", "--time-limit", "0.05", *options)
    assert (code, out) == (3, "")
    assert err.startswith("stopped (time): ")
    assert err.endswith("; raise --time-limit\n")


def test_the_engine_and_why_are_said_when_asked() -> None:
    code, out, err = puzzle("solve", "3", "3", "8", "8", "-v")
    assert (code, out) == (0, "8 / (3 - 8 / 3)\n")
    assert err.startswith(f"engine {choose_engine()[0].name}: ")


def test_json_is_one_object_that_says_all() -> None:
    seen = puzzle("solve", "3", "3", "8", "8", "--all", "-f", "json")
    assert (seen.code, seen.err) == (0, "")
    assert len(seen.lines) > 10
    assert seen.object == {
        "hand": ["3", "3", "8", "8"],
        "target": "24",
        "rules": {
            "name": "24", "operators": ["+", "-", "*", "/"], "order": "free", "use": "all", "domain": "rational",
            "join": False, "decimals": False, "recurring": False, "brackets": True, "unary_depth": 2,
            "max_bits": 1024, "max_exponent": None,
        },
        "outcome": "solved",
        "complete": True,
        "same": "essence",
        "count": 1,
        "solutions": [{
            "text": "8 / (3 - 8 / 3)",
            "value": "24",
            "latex": r"\frac{8}{3 - \frac{8}{3}}",
            "rpn": ["8", "3", "8", "3", "/", "-", "/"],
            "steps": ["8 / 3 = 8/3", "3 - 8/3 = 1/3", "8 / (1/3) = 24"],
        }],
        "nearest": None,
        "limit": None,
        "engine": choose_engine()[0].name,
    }  # fmt: skip
    line = puzzle("solve", "3", "3", "8", "8", "--all", "-f", "jsonl")
    assert len(line.lines) == 1
    assert line.object == seen.object


def test_json_of_a_count_has_no_solutions() -> None:
    found = puzzle("solve", "2", "4", "8", "10", "--count", "-f", "jsonl").object
    assert (found["count"], found["solutions"], found["complete"]) == (11, [], True)


def test_a_count_of_nothing() -> None:
    code, out, err = puzzle("solve", "1", "1", "1", "1", "--count")
    assert (code, out) == (1, "0\n")
    assert err.startswith("impossible: ")


def test_options_override_the_preset_and_the_result_shows_the_rules_as_resolved() -> None:
    own = puzzle(
        "solve", "1", "2", "7", "4", "-r", "countdown", "-t", "24", "--use", "all", "--keep-order",
        "--domain", "integer", "--ops", "+*-", "-f", "json",
    ).object  # fmt: skip
    assert own["rules"] == {
        "name": "own", "operators": ["+", "*", "-"], "order": "fixed", "use": "all", "domain": "integer", "join": False,
        "decimals": False, "recurring": False, "brackets": True, "unary_depth": 2, "max_bits": 1024,
        "max_exponent": None,
    }  # fmt: skip
    assert own["solutions"][0]["text"] == "(1 - 2 + 7) * 4"
    same = puzzle("solve", "3", "3", "8", "8", "--use", "all", "-f", "json").object
    assert same["rules"]["name"] == "24"


def test_data_is_never_wrapped() -> None:
    thirty = [str(number) for number in range(1, 31)]
    seen = puzzle("solve", "--keep-order", "--ops", "+", "-t", "465", *thirty, COLUMNS="20")
    assert seen == (0, " + ".join(thirty) + "\n", "")
