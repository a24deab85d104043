"""Every numeric option of every command, as commands declare them, with numbers that break things."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer

from puzzle_solver.cli.app import COMMANDS, build, main

VALUES = ["0", "-1", "1e308", "inf", "nan", "1" + 30 * "0"]

CODES = {0, 1, 2, 3, 130}

TINY = """numbers = 2\ndeck = "1..2"\ntarget = 3\noperators = "+"\n"""
"""Rules of which there is one puzzle."""


class Numeric(NamedTuple):
    """An option that takes a number."""

    command: str
    name: str
    kind: str

    def __str__(self) -> str:
        return f"{self.command} {self.name}"


def numeric_options() -> Iterator[Numeric]:
    group: Any = typer.main.get_command(build())
    for name, command in group.commands.items():
        for option in command.params:
            kind = option.type.name.split(" ")[0]  # "int range", say
            if kind in ("int", "integer", "float"):
                yield Numeric(name, option.opts[0], kind)


OPTIONS = list(numeric_options())
LIMITS = [option for option in OPTIONS if option.name in ("--time-limit", "--memory-limit")]

PLAIN: dict[str, list[str]] = {
    "solve": ["3", "8"],
    "reach": ["3", "8", "--from", "11", "--to", "11"],
    "hint": ["3", "8"],
    "check": ["3*8", "--numbers", "3 8"],
    "examples": ["3", "8"],
    "compare": ["3", "8", "--engine", "target", "--engine", "five_trees"],
    "generate": ["--count", "1", "--rules", "{tiny}"],
}
"""What each command is asked besides; what an option replaces is left out."""

INSTEAD = {
    "reach --to": ["3", "8"],
    "reach --from": ["3", "8"],
    "generate --count": ["--rules", "{tiny}"],
    "examples --count": ["--rules", "{tiny}"],
    "examples --seed": ["--rules", "{tiny}", "--count", "1"],
    "generate --large": ["--count", "1", "--rules", "countdown"],
    "check --workers": ["--batch", "{empty}"],
}


def arguments(option: Numeric, value: str | None, folder: Path) -> list[str]:
    tiny, empty = folder / "tiny.toml", folder / "empty.jsonl"
    tiny.write_text(TINY)
    empty.write_text("")
    words = INSTEAD.get(str(option), PLAIN.get(option.command, []))
    asked = [word.format(tiny=tiny, empty=empty) for word in words]
    timed = any(other.name == "--time-limit" for other in OPTIONS if other.command == option.command)
    if timed and option.name != "--time-limit":
        asked += ["--time-limit", "0.5"]
    return [option.command, *asked, *([] if value is None else [f"{option.name}={value}"])]


def test_there_are_options_of_every_kind() -> None:
    assert {option.command for option in OPTIONS} == set(PLAIN) <= set(COMMANDS)
    assert {"--time-limit", "--memory-limit", "--limit", "--workers", "--max-bits"} < {one.name for one in OPTIONS}
    assert len(OPTIONS) > 40


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("option", OPTIONS, ids=str)
def test_a_number_is_taken_or_refused_in_one_line(
    option: Numeric, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(arguments(option, value, tmp_path))
    seen = capsys.readouterr()
    assert code in CODES
    assert "Traceback" not in seen.err
    if code == 2:
        assert seen.out == ""
        assert seen.err.startswith("error: ")
        assert seen.err.count("\n") == 1, seen.err
    if option.kind != "float" and value in ("1e308", "inf", "nan"):
        assert code == 2


@pytest.mark.parametrize("option", LIMITS, ids=str)
def test_what_a_limit_may_be(option: Numeric, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """None, if it is infinite; of time also if it is longer than anyone waits. Of megabytes there are not so many."""

    def ask(value: str | None) -> tuple[int, str]:
        code = main(arguments(option, value, tmp_path))
        return code, capsys.readouterr().err

    plain = ask(None)
    assert plain[0] == 0
    assert ask("inf") == plain
    for value in ("0", "-1", "nan"):
        code, words = ask(value)
        assert (code, "give a positive number" in words) == (2, True)
    for value in ("1e308", VALUES[-1]):
        code, words = ask(value)
        assert (code, "were bytes meant?" in words) == ((0, False) if option.name == "--time-limit" else (2, True))


@pytest.mark.parametrize("words", [["generate", "--count", "1", "--limit", "1" + 20 * "0"],
                                   ["solve", "3", "8", "--limit", "1" + 30 * "0"]])  # fmt: skip
def test_more_solutions_than_there_are_may_be_asked_for(words: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    assert capsys.readouterr().out
