"""The options that change rules, files of rules, operators of one's own, ranges of targets."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from program import Seen, puzzle

from puzzle_solver.rulebook import read_rules
from puzzle_solver.rules import COUNTDOWN, PRESETS, TANEJA

MODULE = """
from fractions import Fraction
from puzzle_solver.operators import Operator, UnaryOperator

MEAN = Operator("mean", "~", lambda left, right: (left + right) / Fraction(2), commutative=True)
TWICE = UnaryOperator("double", "twice", lambda value: value * 2)
OPS = [MEAN, TWICE]
NONE = []
PLUS = Operator("plus", "+", lambda left, right: left + right)
FLOAT = Operator("float", "?", lambda left, right: left / 3.0)
DIVIDE = Operator("quotient", "?", lambda left, right: left / right)
"""
DIGIT = "from puzzle_solver.operators import Operator\nDIGIT = Operator('digit', '5', lambda left, right: left)"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "myops.py").write_text(MODULE, "utf-8")
    (tmp_path / "digit.py").write_text(DIGIT, "utf-8")
    (tmp_path / "broken.py").write_text("1 / 0", "utf-8")
    (tmp_path / "unread.py").write_text("x = = 1", "utf-8")
    (tmp_path / "quits.py").write_text("raise SystemExit(7)", "utf-8")
    # The program must be found although it is not in the current directory.
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join((str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")))
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("2 1 2 3 --keep-order --join --ops +-* -t 246", "2 * 123"),
        ("1 2 --join --ops + -t 12", "12"),
        ("2 1 --join --ops + -t 12", "12"),
        ("2 5 --decimals --ops * -t 1", ".2 * 5"),
        ("1 5 --join --decimals --ops + -t 1.5", "1.5"),
        ("3 6 --decimals --recurring --ops + -t 1", ".(3) + .(6)"),
        ("1 2 3 --keep-order --no-brackets -t 7", "1 + 2 * 3"),
        ("7 7 7 9 --ops +-*/!", "9! / (7! + 7! + 7!)"),
        ("8 3 --ops root -t 2", "root(8, 3)"),
        ("17 5 --ops mod -t 2", "17 % 5"),
        ("2 9 --ops ^ --max-bits 10 -t 512", "2^9"),
        ("3 3 8 8 -r in-order --any-order -t 24", "8 / (3 - 8 / 3)"),
        ("4 4 4 4 -r four-fours --no-join --no-decimals -t 100", "(4! + 4 / 4) * 4"),
        ("1 1 5 8 -r make10", "8 / (1 - 1 / 5)"),
    ],
)
def test_an_option_that_changes_a_rule(words: str, line: str) -> None:
    assert puzzle("solve", *words.split()) == (0, line + "\n", "")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("2 --ops √ -t 1", "impossible: 2 cannot make 1 (sqrt, in any order"),
        (
            "2 9 --ops ^ --max-exponent 8 -t 512",
            "without exponents above 8 (",
        ),
        ("2 9 --ops ^ --max-bits 9 -t 512", "not found: 2 9 cannot make 512 without values of more than 9 bits ("),
        ("16 --ops √ --unary-depth 1 -t 2", "without more than 1 unary operator on one another"),
        ("1 2 --join --decimals --no-brackets -t 99", "(+ - * /, numbers joined, decimal points, no brackets, in any"),
        ("3 -r krypto -t 1/2", "integers from 0 on the way"),
    ],
)
def test_what_was_not_found_is_said_with_the_rules(words: str, says: str) -> None:
    code, out, err = puzzle("solve", *words.split())
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert says in err


# Files


def test_a_file_of_rules_is_written_kept_and_used(here: Path) -> None:
    written = puzzle("rules", "countdown", "-f", "toml").out
    assert read_rules(written) == COUNTDOWN
    (here / "club.toml").write_text(written.replace('"countdown"', '"our club"').replace('"some"', '"all"'), "utf-8")
    result = puzzle("solve", "-r", "club.toml", "-t", "24", "2", "3", "4", "-f", "json").object
    assert result["rules"] | {"name": "our club", "use": "all", "domain": "natural"} == result["rules"]
    assert puzzle("solve", "-r", "club.toml", "-t", "24", "2", "3", "4", "--ops", "*").out == "2 * 3 * 4\n"
    assert puzzle("rules", "club.toml").out.startswith("our club ")
    assert puzzle("reach", "-r", "club.toml", "2", "3", "--to", "0").code == 1


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("form", ["toml", "json", "jsonl"])
def test_every_rule_set_can_be_written(name: str, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    from puzzle_solver.cli.app import main

    assert main(["rules", name, "-f", form]) == 0
    assert read_rules(capsys.readouterr().out) == PRESETS[name]


def test_the_rules_of_a_result_are_rules_of_a_batch() -> None:
    result = puzzle("solve", "1", "2", "-r", "taneja", "-t", "12", "-f", "jsonl").object
    line = json.dumps({"hand": [1, 2], "target": 12, "rules": result["rules"]})
    again = puzzle("solve", "--batch", "-", stdin=line).object
    assert again == result
    assert again["rules"]["operators"] == ["+", "-", "*", "/", "^", "negate"]
    assert again["rules"]["name"] == TANEJA.name


def test_a_faulty_file_is_one_line(here: Path) -> None:
    (here / "bad.toml").write_text("joined = true", "utf-8")
    code, out, err = puzzle("solve", "-r", "bad.toml", "3", "4")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("error: 'bad.toml': 'joined' is no part of rules: choose from name, ")
    (here / "folder.json").mkdir()
    assert puzzle("rules", "folder.json").err == "error: cannot use 'folder.json': Is a directory\n"


def test_a_rule_set_is_told_in_words() -> None:
    told = dict(line.split(None, 1) for line in puzzle("rules", "four-fours").lines)
    assert told["target"] == "must be given"
    assert told["numbers"] == "in any order, every number used"
    assert "1 2 -> 12" in told["digits"]
    assert "decimal points" in told["digits"]
    assert told["!"] == "factorials of integers from 0"
    assert told["depth"] == "at most 2 unary operators on one another"
    assert "1024 bits" in told["size"]
    assert "depth" not in puzzle("rules", "24").out


SIGNS = [
    ("2 5 -t 32 --ops", "+-*/**", "2^5"),
    ("2 5 -t 32 --ops", "**", "2^5"),
    ("2 5 -t 10 --ops", "+·", "2 * 5"),
    ("2 5 -t 10 --ops", "⋅", "2 * 5"),
    ("2 5 -t 10 --ops", "∗÷", "2 * 5"),
    ("2 6 -t 3 --ops", "×∕", "6 / 2"),
    ("2 5 -t 3 --ops", "–", "5 - 2"),
    ("2 5 -t 3 --ops", "−", "5 - 2"),
    ("2 5 -t 7 --ops", "＋", "2 + 5"),
    ("2 5 -t 10 --ops", "＊，－", "2 * 5"),
    ("4 -t 2 --ops", "√", "sqrt(4)"),
]
"""Of each a hand and a target, how the operators are written, and the solution."""


@pytest.mark.parametrize(("words", "ops", "line"), SIGNS)
def test_options_rows_and_files_read_the_signs_that_answers_have(
    words: str, ops: str, line: str, tmp_path: Path
) -> None:
    hand, target = words.removesuffix(" --ops").split(" -t ")
    assert puzzle("solve", *words.split(), ops) == (0, line + "\n", "")
    row = {"hand": hand.split(), "target": target}
    rows = [row | {"ops": ops}, row | {"ops": [ops]}, row | {"rules": {"operators": ops}}]
    seen = puzzle("solve", "--batch", "-", stdin="".join(json.dumps(each) + "\n" for each in rows))
    assert [json.loads(each)["solutions"][0]["text"] for each in seen.lines] == [line] * 3
    for name, text in (("a.toml", f"operators = {json.dumps(ops)}\n"), ("a.json", json.dumps({"operators": [ops]}))):
        (tmp_path / name).write_text(text, "utf-8")
        assert puzzle("solve", *hand.split(), "-t", target, "--rules", str(tmp_path / name)).out == line + "\n"


# Operators of one's own


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("8 40 --operators myops:MEAN", "8 ~ 40"),
        ("8 40 --operators myops:OPS --ops ~", "8 ~ 40"),
        ("8 40 --operators myops:OPS --ops mean", "8 ~ 40"),
        ("8 4 --operators myops:OPS --ops add,double", "twice(4 + 8)"),
        ("3 4 --operators myops:PLUS --ops + -t 7", "3 + 4"),
    ],
)
def test_operators_from_a_module(words: str, line: str) -> None:
    assert puzzle("solve", *words.split()) == (0, line + "\n", "")


@pytest.mark.usefixtures("here")
def test_own_operators_go_with_batches_reach_and_json() -> None:
    lines = '8 40\n{"hand": [8, 40], "ops": "mean"}\n'
    seen = puzzle("solve", "--batch", "-", "--operators", "myops:OPS", stdin=lines)
    assert [json.loads(line)["rules"]["operators"] for line in seen.lines] == [
        ["+", "-", "*", "/", "~", "twice"],
        ["~"],
    ]
    assert puzzle("reach", "8", "40", "--operators", "myops:MEAN", "-t", "24").out == "24\t8 ~ 40\n"


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("myops", "'myops' names no operators: give MODULE:NAME"),
        ("nowhere:OPS", "there is no module 'nowhere' here"),
        ("broken:OPS", "the module 'broken' cannot be run: ZeroDivisionError: division by zero"),
        ("unread:OPS", "the module 'unread' cannot be run: SyntaxError"),
        ("quits:OPS", "the module 'quits' cannot be run: SystemExit: 7"),
        ("myops:OTHER", "the module 'myops' has no 'OTHER'"),
        ("myops:NONE", "'myops:NONE' is no Operator or UnaryOperator"),
        ("myops:MODULE", "has no 'MODULE'"),
        ("myops:PLUS", "two operators are written '+'"),
        ("myops:FLOAT", "gives 0.0 for 0 and 0: let it give a Fraction, UNDEFINED or BEYOND_LIMIT"),
        ("myops:DIVIDE", "fails on 0 and 0: ZeroDivisionError"),
        ("digit:DIGIT", "the operator 'digit' has symbol='5': give a word, or signs"),
    ],
)
def test_what_is_no_operator_is_said_in_one_line(name: str, says: str) -> None:
    code, out, err = puzzle("solve", "3", "4", "--operators", name)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("error: ")
    assert says in err


# Ranges of targets


def ranged(*options: str) -> Seen:
    return puzzle("solve", "4", "4", "4", "4", *options)


def test_a_range_has_each_target_on_a_line() -> None:
    code, out, err = ranged("-t", "7..11")
    assert (code, out) == (0, "4 - 4 / 4 + 4 = 7\n4 - 4 + 4 + 4 = 8\n4 / 4 + 4 + 4 = 9\n")
    assert err == "impossible: 4 4 4 4 cannot make 10\nimpossible: 4 4 4 4 cannot make 11\n"
    assert [line.rpartition(" = ")[2] for line in ranged("-t", "-2..1").lines] == ["-2", "-1", "0", "1"]
    assert ranged("-t", "10..11").code == 1


@pytest.mark.parametrize("options", [(), ("--all",), ("-n", "2"), ("--all", "--same", "trees"), ("--nearest",)])
def test_a_range_gives_what_each_target_gives_alone(options: tuple[str, ...]) -> None:
    together = [json.loads(line) for line in ranged("-t", "8..10", "-f", "jsonl", *options).lines]
    alone = [ranged("-t", target, "-f", "jsonl", *options).object for target in ("8", "9", "10")]
    assert [solutions(each) for each in together] == [solutions(each) for each in alone]
    assert ranged("-t", "8..10", "-f", "json", *options).object == together


def solutions(result: dict[str, Any]) -> dict[str, Any]:
    return {key: result[key] for key in ("target", "outcome", "count", "solutions", "nearest", "limit")}


def test_counts_of_a_range() -> None:
    code, out, _ = ranged("-t", "8..10", "--count")
    assert (code, out) == (0, "8\t2\n9\t1\n10\t0\n")


def test_a_range_may_show_steps() -> None:
    assert puzzle("solve", "1", "2", "-t", "2..3", "--steps").out == "1 * 2 = 2\n1 + 2 = 3\n"


def test_a_stopped_range_ends_at_the_limit() -> None:
    primes = ("2", "3", "5", "7", "11", "13", "17", "19", "23", "29", "31")
    code, out, err = puzzle("solve", *primes, "-t", "1000000007..1000000009", "--time-limit", "0.05")
    assert (code, out) == (3, "")
    assert err.splitlines()[-1] == "stopped (time): targets after 1000000007 were not searched for"
    assert len(err.splitlines()) == 2
