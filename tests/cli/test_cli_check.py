"""``puzzle check``: a verdict on the terminal, and a line of JSON for each answer of a batch."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from program import COMMAND, Seen, environment, puzzle

from deadline import DEADLINE, answer_to, read_line, running

COUNTDOWN = ("--numbers", "25 50 75 100 3 6", "--rules", "countdown", "--target", "952")


@pytest.mark.parametrize(
    ("arguments", "out", "code"),
    [
        (("8/(3-8/3)", "--numbers", "3 3 8 8"), "correct: it makes 24\n", 0),
        (("8÷(3−8÷3)=24", "--digits", "3388"), "correct: it makes 24\n", 0),
        (("-6+6*6-6", "--numbers", "6 6 6 6"), "wrong: a minus before 6 is not allowed: subtract from something\n", 1),
        (("-(3*-8)", "--numbers=3,-8"), "wrong: a minus before -24 is not allowed: subtract from something\n", 1),
        (("-3*-8", "--numbers", "-3 -8"), "correct: it makes 24\n", 0),
        (("- 3 * -8", "--numbers", "-3 -8"), "correct: it makes 24\n", 0),
        (("-sqrt(9)", "--numbers", "9", "--ops", "√,negate", "-t", "-3"), "correct: it makes -3\n", 0),
        (("-√9", "--numbers", "9", "--ops", "√,negate", "-t", "-3"), "correct: it makes -3\n", 0),
        ((r"-\frac{1}{3}*-72", "--numbers", "-1/3 -72"), "correct: it makes 24\n", 0),
        (("--", "-3*-8", "--numbers", "-3 -8"), None, 2),
        (("--numbers", "-3 -8", "--", "-3*-8"), "correct: it makes 24\n", 0),
        (("[sqrt(16)]*6", "--numbers", "16 6"), "wrong: not allowed: sqrt; use + - * /\n", 1),
        (("(75*3*(100+6)-50)/25", *COUNTDOWN), "correct: it makes 952\n", 0),
        (("(50-(100+25)/75)*6", "--numbers", "50 75 100 25 8 6", "-r", "countdown", "-t", "290"),
         "wrong: not allowed on the way: 125 / 75 = 5/3, 50 - 5/3 = 145/3; only positive integers\n", 1),
        (("6*4+5-5", "--numbers", "1 2 3 4"),
         "wrong: not in the hand: 6, 5, 5; use 1 2 3 4\nwrong: not used: 1, 2, 3; every number must be\n", 1),
    ],
)  # fmt: skip
def test_a_verdict_is_a_line_for_each_reason(arguments: tuple[str, ...], out: str | None, code: int) -> None:
    seen = puzzle("check", *arguments)
    assert seen.code == code
    assert out is None or (seen.out, seen.err) == (out, "")


def test_what_cannot_be_read_is_shown_as_typed_with_a_caret() -> None:
    seen = puzzle("check", "[4*5], 4*6", "--numbers", "4 6")
    assert (seen.code, seen.out) == (2, "")
    assert seen.err.splitlines()[1:] == ["  [4*5], 4*6", "       ^"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--numbers", "3 8"), "there is no answer"),
        (("3*8",), "the hand has no number: give at least one, as in puzzle check"),
        (("3*8", "--numbers", "3 8", "--digits", "38"), "--digits does not go with NUMBERS"),
        (("3*8", "--numbers", "3 8", "-t", "0..9"), "'0..9' is not a number"),
        (("3*8", "--numbers", "3 8", "-r", "countdown"), "no target of their own"),
        (("3*8", "--numbers", "3 8", "-f", "latex"), "no format is called 'latex'"),
        (("3*8", "--batch", "-"), "--batch does not go with ANSWER"),
        (("--batch", "-", "--numbers", "3 8"), "--batch does not go with --numbers"),
        (("--batch", "-", "-f", "text"), "--batch does not go with --format text"),
        (("--batch", "no such file"), "cannot use 'no such file'"),
        (("--batch", "-", "--workers", "0"), "workers"),
        (("3*8", "--numbres", "3 8"), "did you mean --numbers"),
    ],
)
def test_misuse_is_one_line(arguments: tuple[str, ...], says: str) -> None:
    seen = puzzle("check", *arguments)
    assert (seen.code, seen.out) == (2, "")
    assert says in seen.err
    assert seen.err.count("\n") == 1


def test_steps_and_what_equal_answers_share() -> None:
    seen = puzzle("check", "8/(3-8/3)", "--numbers", "3 3 8 8", "--steps", "--canonical")
    assert seen.lines == [
        "correct: it makes 24", "8 / 3 = 8/3", "3 - 8/3 = 1/3", "8 / (1/3) = 24",
        "trees    8/(3-8/3)", "algebra  8/(3-8/3)", "essence  8/(3-8/3)",
    ]  # fmt: skip
    [one, other] = [puzzle("check", answer, "--numbers", "1 1 3 8", "--canonical", "-f", "jsonl").object
                    for answer in ("3*8*1*1", "(8+1-1)*3")]  # fmt: skip
    assert one["canonical"]["essence"] == other["canonical"]["essence"]
    assert one["canonical"]["algebra"] != other["canonical"]["algebra"]


def test_json_has_all_there_is_to_say() -> None:
    seen = puzzle("check", "(6 + 3) * 4 / 2 = 24", "--numbers", "2 3 4 6", "-f", "json", "--steps")
    assert seen.object == {
        "hand": ["2", "3", "4", "6"], "target": "24", "answer": "(6 + 3) * 4 / 2 = 24", "correct": False, "value": "18",
        "reasons": ["wrong_value", "false_claim"], "messages": ["the value is 18, not 24", "not true: 24; it is 18"],
        "steps": ["6 + 3 = 9", "9 * 4 = 36", "36 / 2 = 18"],
    }  # fmt: skip
    nothing = puzzle("check", "5*8/(4-4)", "--digits", "4458", "-f", "json", "--steps", "--canonical").object
    assert (nothing["value"], nothing["steps"], nothing["canonical"]) == (None, [], None)


LINES = [
    '{"hand": [3, 3, 8, 8], "answer": "8/(3-8/3)"}',
    '{"hand": "25 50 75 100 3 6", "target": 952, "rules": "countdown", "answer": "(100*(3+6))+50+2"}',
    "",
    '{"hand": [2, 3, 3], "ops": "+-*/^", "answer": "2^3*3", "id": 7}',
    '{"hand": [8, 16], "answer": "08+16"}',
    '{"hand": [8, 16]}',
    '{"hand": [8, 16], "answer": [24]}',
    '{"hand": [8, "x"], "answer": "8*x"}',
    "8*16",
    '{"hand": [0.1, 240], "answer": "0.1*240"}',
    '{"hand": [3, 8], "rules": {"operators": ["*"], "target": 24}, "answer": "3*8"}',
]
ANSWERS: list[dict[str, Any]] = [
    {"correct": True},
    {"correct": False, "reasons": ["number_not_in_hand"]},
    {"correct": True},
    {"correct": False, "reasons": ["unreadable"], "value": None},
    {"line": 6, "error": "no 'answer'"},
    {"line": 7, "error": "'answer' has [\"24\"]"},
    {"line": 8, "error": "'x' is not a number"},
    {"line": 9, "error": "no JSON object"},
    {"correct": True},
    {"correct": True},
]


def check_lines(*options: str) -> Seen:
    return puzzle("check", "--batch", "-", *options, stdin="\n".join(LINES))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_batch_has_a_verdict_for_each_line_in_order(workers: str) -> None:
    seen = check_lines("--workers", workers)
    assert (seen.code, seen.err) == (2, "")
    for line, expected in zip(seen.lines, ANSWERS, strict=True):
        told = json.loads(line)
        assert told.keys() == {"error", "line"} if "line" in expected else "error" not in told
        assert expected.get("error", "") in told.get("error", "")
        assert {**told, **expected, "error": ""} == {**told, "error": ""}


def test_options_hold_for_every_line_that_says_nothing_else() -> None:
    lines = '{"hand": [1, 2], "answer": "2-1"}\n{"hand": [1, 2], "answer": "2-1", "order": "fixed"}\n'
    seen = puzzle("check", "--batch", "-", "-t", "1", "--steps", stdin=lines)
    told = [json.loads(line) for line in seen.lines]
    assert [each["reasons"] for each in told] == [[], ["order_changed"]]
    assert [each["steps"] for each in told] == [["2 - 1 = 1"]] * 2
    assert seen.code == 0


def test_a_verdict_comes_before_the_next_line_is_asked_for() -> None:
    with running(
        [*COMMAND, "check", "--batch", "-"], env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        for line in LINES[:2]:
            assert json.loads(answer_to(process, line))["answer"] == json.loads(line)["answer"]
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=DEADLINE) == 130
        assert read_line(process.stdout) == ""


def test_a_closed_pipe_ends_workers_quietly(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text((LINES[0] + "\n") * 20_000)
    command = " ".join([*COMMAND, "check", "--batch", str(file), "--workers", "2"])
    done = subprocess.run(
        ["/bin/sh", "-c", f"{command} | head -n 1"],
        capture_output=True,
        env=environment(),
        timeout=DEADLINE,
        check=True,
    )
    assert done.stderr == b""
    assert done.stdout.count(b"\n") == 1
