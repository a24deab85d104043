"""``puzzle hint``."""

from __future__ import annotations

import json
import signal
import subprocess
from typing import Any

import pytest
from program import COMMAND, environment, puzzle, rows

from deadline import DEADLINE, Clock, read_line, running, until_at_work
from puzzle_solver.cli.app import main

PRIMES = ("2", "3", "5", "7", "11", "13", "17", "19", "23", "29", "31", "-t", "1000000007")
NINE = tuple(map(str, range(1, 10)))


@pytest.mark.parametrize("row", rows("cli_hints.jsonl"), ids=lambda row: " ".join(row["args"]))
def test_hints_are_printed_one_a_line(row: dict[str, Any]) -> None:
    seen = puzzle("hint", *row["args"])
    assert (seen.lines, seen.code, seen.err) == (row["out"], row["code"], "")


@pytest.mark.parametrize("row", rows("cli_hints.jsonl"), ids=lambda row: " ".join(row["args"]))
def test_the_json_says_the_same(row: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    for form in ("json", "jsonl"):
        assert main(["hint", *row["args"], "--format", form]) == row["code"]
        said = json.loads(capsys.readouterr().out)
        assert [each["text"] for each in said["hints"]] == row["out"]
        assert (said["outcome"] == "solved") == (row["code"] == 0)
        assert list(said) == ["hand", "target", "rules", "after", "left", "outcome", "limit", "hints"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("", ["no number", "puzzle hint 3 3 8 8"]),
        ("3 8 --stage 0", ["--stage", "1<=x<=5"]),
        ("3 8 --stage 6", ["--stage", "1<=x<=5"]),
        ("3 8 --all --stage 2", ["--all", "--stage"]),
        ("3 8 -t 0..9", ["one target"]),
        ("3 8 --count", ["--count"]),
        ("3 8 --same trees", ["--same"]),
        ("3 8 --engine diesel", ["'diesel'"]),
        ("3 8 --time-limit 0", ["time limit is 0"]),
        ("3 8 1 1 --after 9*8", ["9 * 8 is no step here", "not in the hand: 9", "3 8 1 1"]),
        ("3 8 1 1 --after 3*8 --after 3*1", ["3 * 1 is no step here", "24 1 1"]),
        ("3 8 1 1 --after 3*8=25", ["not true: 25; it is 24"]),
        ("3 8 1 1 --after 3*9^2/0", ["not in the hand: 9, 2, 0", "not allowed: ^", "division by zero"]),
        ("3 8 1 1 --after 3", ["no step", "3*8"]),
        ("-r in-order -t 6 1 2 3 --after 1+3", ["another order: 1 3", "keep 1 2 3"]),
        ("1 2 3 4 5 6 7 8 --join -t 1000000007 --after 1+2", ["more than 1000 ways to join"]),
    ],
)
def test_misuse_is_refused_in_one_line(arguments: str, says: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", *arguments.split()]) == 2
    seen = capsys.readouterr()
    assert (seen.out, seen.err.count("\n"), seen.err[:7]) == ("", 1, "error: ")
    assert [words for words in says if words not in seen.err] == [], seen.err


def test_a_step_that_cannot_be_read_is_shown_with_a_caret() -> None:
    assert puzzle("hint", "-3", "8", "--after", "-3*") == (
        2,
        "",
        "error: a number is missing at the end\n  -3*\n     ^\n",
    )


def test_a_limit_that_leaves_all_open_is_named_with_its_remedy() -> None:
    code, out, err = puzzle("hint", *PRIMES, "--time-limit", "0.05", "--all")
    assert (code, out) == (3, "")
    numbers = "2 3 5 7 11 13 17 19 23 29 31"
    assert err == f"stopped (time): whether {numbers} can make 1000000007 is not known; raise --time-limit\n"
    said = puzzle("hint", *PRIMES, "--time-limit", "0.05", "-f", "json")
    assert (said.code, said.object["outcome"], said.object["limit"]) == (3, "stopped", "time")


def test_a_limit_that_leaves_only_the_simplest_open_is_named_too(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["hint", *NINE, "10", "11", "-t", "1001", "--time-limit", "1", "--all"])
    out, err = capsys.readouterr()
    assert (code, len(out.splitlines())) == (0, 5)
    assert err == "stopped (time): there may be a simpler solution; raise --time-limit\n"


def test_ctrl_c_ends_the_search() -> None:
    command = [*COMMAND, "hint", *PRIMES, "-v"]
    with running(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert read_line(process.stderr).startswith("engine ")
        until_at_work(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=DEADLINE)
    assert (process.returncode, out) == (130, "")
    assert err.startswith("stopped (interrupt): whether ")


def test_the_engines_agree() -> None:
    for arguments in (("3", "3", "8", "8"), ("3", "8", "1", "1", "--after", "3*8"), ("1", "1", "1", "7")):
        assert puzzle("hint", *arguments, "--all", "--engine", "tables") == puzzle("hint", *arguments, "--all")


def test_solving_loads_nothing_of_it() -> None:
    program = (
        "import sys; from puzzle_solver.cli.app import main; main(['solve', '3', '3', '8', '8']);"
        "print([name for name in sys.modules if 'hint' in name or 'checker' in name])"
    )
    done = subprocess.run(
        [COMMAND[0], "-c", program], env=environment(), capture_output=True, text=True, timeout=DEADLINE, check=True
    )
    assert done.stdout == "8 / (3 - 8 / 3)\n[]\n"
