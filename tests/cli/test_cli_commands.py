"""``puzzle reach``, ``rules``, ``engines``, and the program itself."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from program import puzzle

from puzzle_solver.cli.app import COMMANDS
from puzzle_solver.expression import evaluate
from puzzle_solver.reading import read_expression
from puzzle_solver.rules import PRESETS
from puzzle_solver.search.registry import ENGINES

ROOT = Path(__file__).parents[2]


def test_reach_has_a_target_a_line() -> None:
    code, out, err = puzzle("reach", "4", "4", "4", "4", "--to", "12", "--count")
    assert (code, err) == (0, "the smallest positive integer that cannot be made: 10\n")
    table = [line.split("\t") for line in out.splitlines()]
    assert [int(target) for target, _, _ in table] == list(range(13))
    for target, count, simplest in table:
        if simplest == "impossible":
            assert (count, target) in {("0", "10"), ("0", "11")}
        else:
            assert int(count) > 0
            assert evaluate(read_expression(simplest)) == int(target)


def test_reach_takes_the_options_of_a_puzzle() -> None:
    code, out, _ = puzzle("reach", "-r", "in-order", "--ops", "+-", "1", "2", "3", "--from", "-4", "--to", "-4")
    assert (code, out) == (0, "-4\t1 - (2 + 3)\n")
    assert puzzle("reach", "--digits", "123", "-t", "6", "--count").out == "6\t2\t1 * 2 * 3\n"
    assert puzzle("reach", "1", "2", "-t", "2..3").out == "2\t1 * 2\n3\t1 + 2\n"


def test_reach_of_four_fours() -> None:
    code, out, err = puzzle("reach", "4", "4", "4", "4", "-r", "four-fours", "--from", "0", "--to", "100")
    table = dict(line.split("\t") for line in out.splitlines())
    assert (code, list(table)) == (0, [str(target) for target in range(101)])
    assert [target for target in table if table[target] == "not found"] == ["73", "77", "87", "93", "99"]
    assert err == (
        "the smallest positive integer that was not found without values of more than 1024 bits "
        "or more than 2 unary operators on one another: 73\n"
    )


def test_an_early_gap_is_looked_for_where_the_range_has_none() -> None:
    assert puzzle("reach", "1", "2", "--from", "5", "--to", "5").err.endswith("cannot be made: 4\n")
    assert puzzle("reach", "1", "2", "--to", "0").err.endswith("cannot be made: 4\n")


def test_reach_of_nothing() -> None:
    code, out, _ = puzzle("reach", "1", "1", "--from", "3", "--to", "4")
    assert (code, out) == (1, "3\timpossible\n4\timpossible\n")


def test_reach_in_json() -> None:
    found = puzzle("reach", "1", "2", "--to", "4", "--count", "-f", "json")
    assert (found.code, found.err) == (0, "")
    assert (found.object["first_gap"], found.object["limit"]) == ("4", None)
    assert [result["target"] for result in found.object["targets"]] == ["0", "1", "2", "3", "4"]
    assert [result["count"] for result in found.object["targets"]] == [0, 1, 1, 1, 0]
    lines = puzzle("reach", "1", "2", "--to", "4", "-f", "jsonl")
    assert len(lines.lines) == 5
    assert lines.err == "the smallest positive integer that cannot be made: 4\n"


def test_a_stopped_reach_names_its_limit() -> None:
    primes = ("2", "3", "5", "7", "11", "13", "17", "19", "23", "29", "31")
    code, out, err = puzzle("reach", *primes, "--time-limit", "1e-9")
    assert (code, out) == (3, "")
    assert err == "stopped (time): target 0 and what follows are not known; raise --time-limit\n"


def test_rules_are_listed_in_words_and_as_objects() -> None:
    seen = puzzle("rules")
    assert (seen.code, seen.err) == (0, "")
    assert [line.split()[0] for line in seen.lines] == list(PRESETS)
    assert [rules["name"] for rules in puzzle("rules", "-f", "json").object] == list(PRESETS)
    assert len(puzzle("rules", "-f", "jsonl").lines) == len(PRESETS)
    assert "positive integers" in puzzle("rules", "countdown").out
    assert puzzle("rules", "in-order", "-f", "json").object["target"] is None


def test_engines_are_listed() -> None:
    assert [line.split()[0] for line in puzzle("engines").lines] == [engine.name for engine in ENGINES]
    assert [engine["name"] for engine in puzzle("engines", "-f", "json").object] == [engine.name for engine in ENGINES]


def examples_of(help_text: str) -> list[str]:
    _, _, examples = help_text.partition("Examples:\n")
    return [line.strip() for line in examples.splitlines() if line.strip()]


@pytest.mark.parametrize("words", [[], *([name] for name in COMMANDS)], ids=" ".join)
def test_help_has_two_real_examples(words: list[str]) -> None:
    seen = puzzle(*words, "--help")
    assert (seen.code, seen.err) == (0, "")
    examples = examples_of(seen.out)
    assert len(examples) >= 2
    for example in examples:
        program, *arguments = shlex.split(example)
        assert program == "puzzle"
        assert puzzle(*arguments).code == 0, example


def test_the_help_lists_every_command_and_is_what_a_bare_call_shows() -> None:
    seen = puzzle()
    assert seen == puzzle("--help")
    assert re.findall(r"^  (\w+) {2,}[A-Z]", seen.out, re.MULTILINE) == list(COMMANDS)


def test_every_option_is_documented() -> None:
    documents = [path.read_text("utf-8") for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))]
    shown = {option for name in COMMANDS for option in re.findall(r"(?<= )--[a-z-]+", puzzle(name, "--help").out)}
    assert len(shown) > 20
    assert sorted(option for option in shown - {"--help"} if not any(f"`{option}" in text for text in documents)) == []


def test_version() -> None:
    code, out, err = puzzle("--version")
    assert (code, err) == (0, "")
    assert out.startswith("puzzle ")


@pytest.mark.parametrize(
    ("words", "offered"),
    [("puzzle re", ["reach"]), ("puzzle solve --rules ", list(PRESETS)), ("puzzle solve -f js", ["json", "jsonl"])],
)
def test_the_shell_can_complete(words: str, offered: list[str]) -> None:
    position = len(words.split(" ")) - 1
    seen = puzzle(_PUZZLE_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=str(position))
    assert (seen.code, seen.lines) == (0, offered)
