"""``puzzle same``: the levels, the reasons, the exit codes."""

from __future__ import annotations

import json

import pytest
from program import puzzle, rows

ROWS = rows("why.jsonl")
LEVELS = ("trees", "algebra", "essence")


@pytest.mark.parametrize("row", ROWS[::6], ids=lambda row: f"{row['first']} and {row['second']}")
def test_the_reasons_stand_below_the_levels(row: dict[str, object]) -> None:
    seen = puzzle("same", str(row["first"]), str(row["second"]))
    assert (seen.code, seen.err) == (0 if row["level"] else 1, "")
    table = [line[:7].strip() for line in seen.lines]
    reasons = [line[9:] for line in seen.lines[3:]]
    assert (table, reasons) == ([*LEVELS, "why", *[""] * (len(reasons) - 1)], row["why"])


@pytest.mark.parametrize(
    ("arguments", "answers", "code"),
    [
        (("8/(3-8/3)", "8/(3-8/3)"), "yes yes yes", 0),
        (("(8-2)*(7-3)", "(2-8)*(3-7)"), "no yes yes", 0),
        (("5*5*1", "5*5/1"), "no no yes", 0),
        (("5*5*1", "5*5/1", "--same", "algebra"), "no no yes", 1),
        (("2*2", "2+2"), "no no no", 1),
        (("-(3*-8)", "-(3*-8)"), "yes yes yes", 0),
        (("-3*-8", "(-8)*(-3)"), "no yes yes", 0),
        (("--", "-3*-8", "(-8)*(-3)"), "no yes yes", 0),
        (("**3 x 8**", "$3 \\times 8$ = 24"), "yes yes yes", 0),
        (
            ("\\boxed{\\frac{8}{3-\\frac83}}", "8/3 = 8/3 (left: 3 8 8/3), 3 - 8/3 = 1/3, 8/(1/3) = 24"),
            "yes yes yes",
            0,
        ),
        (("8/6 = 4/3\n9 * 4/3 = 12", "9*(8/6)"), "yes yes yes", 0),
        (("5-8 = -3; 2 - -3 = 5", "2-(5-8)"), "yes yes yes", 0),
        (("8:3\u200b", "\uff18／３"), "yes yes yes", 0),
    ],
)
def test_same_says_yes_or_no_at_each_level(arguments: tuple[str, ...], answers: str, code: int) -> None:
    seen = puzzle("same", *arguments)
    assert (seen.code, seen.err) == (code, "")
    assert [line.split() for line in seen.lines[:3]] == [[*pair] for pair in zip(LEVELS, answers.split(), strict=True)]


@pytest.mark.parametrize("row", ROWS[1::9], ids=lambda row: f"{row['first']} and {row['second']}")
def test_same_in_json(row: dict[str, object]) -> None:
    seen = puzzle("same", str(row["first"]), str(row["second"]), "-f", "jsonl")
    answers = {level: row["level"] in LEVELS[: place + 1] for place, level in enumerate(LEVELS)}
    expected = {"first": row["first"], "second": row["second"], **answers, "why": row["why"]}
    assert (seen.code, seen.err, json.loads(seen.out)) == (0 if row["level"] else 1, "", expected)


@pytest.mark.parametrize("text", ["3+", "1/(2-2)"])
def test_what_cannot_be_read_or_compared(text: str) -> None:
    seen = puzzle("same", "3*8", text)
    assert (seen.code, seen.out) == (2, "")
    assert seen.err
