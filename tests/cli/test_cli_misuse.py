"""Misuse gets one clear line on stderr that names the thing and the remedy, and the exit code 2."""

from __future__ import annotations

from typing import Any

import pytest
from program import puzzle, rows

from puzzle_solver.cli.app import main


@pytest.mark.parametrize("row", rows("cli_misuse.jsonl"), ids=lambda row: " ".join(row["args"]))
def test_misuse_is_refused_in_one_line(row: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    code = main(row["args"])
    seen = capsys.readouterr()
    assert (code, seen.out) == (2, "")
    assert seen.err.startswith("error: ")
    assert seen.err.count("\n") == 1, seen.err
    assert [words for words in row["says"] if words not in seen.err] == [], seen.err


@pytest.mark.parametrize(
    "arguments", [("solve", "3", "three"), ("solve", "3", "4", "--traget", "10"), ("solve",), ("slove",)]
)
def test_misuse_ends_the_process_with_two_and_no_traceback(arguments: tuple[str, ...]) -> None:
    seen = puzzle(*arguments)
    assert (seen.code, seen.out, seen.err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("text", ["8/(3-8/3", "8 3", "8/*3", "eight", "", "8/(3-8/3))", "1" * 2000])
def test_what_cannot_be_read_is_shown_with_a_caret_under_the_fault(text: str) -> None:
    seen = puzzle("same", "8/(3-8/3)", text)
    assert (seen.code, seen.out) == (2, "")
    reason, shown, caret = seen.err.splitlines()
    assert reason.startswith("error: ")
    assert caret.strip() == "^"
    assert len(caret) <= len(shown) + 1
