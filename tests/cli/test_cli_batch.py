"""``puzzle solve --batch``: one line of JSON for each line, in order, and bad lines spoil nothing."""

from __future__ import annotations

import json
import signal
import subprocess
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

from program import COMMAND, Seen, environment, puzzle, rows

from deadline import DEADLINE, answer_to, read_line, running

ROWS = rows("cli_batch.jsonl")


def batch(lines: list[str], *options: str) -> Seen:
    return puzzle("solve", "--batch", "-", *options, stdin="".join(line + "\n" for line in lines))


def objects(seen: Seen) -> list[Any]:
    return [json.loads(line) for line in seen.lines]


def test_every_kind_of_line_gets_its_answer_in_order() -> None:
    seen = batch([row["line"] for row in ROWS])
    answers = objects(seen)
    assert (seen.code, seen.err, len(answers)) == (2, "", len(ROWS))
    for number, (row, answer) in enumerate(zip(ROWS, answers, strict=True), 1):
        if "error" in row:
            assert answer.keys() == {"error", "line"}
            assert answer["line"] == number
            assert row["error"] in answer["error"]
            assert "\n" not in answer["error"]
        else:
            assert answer["outcome"] == row["outcome"], row
            assert "text" not in row or row["text"] == answer["solutions"][0]["text"]


def test_without_a_bad_line_the_exit_code_is_zero() -> None:
    seen = batch(["3 3 8 8", "1 1 1 1"])
    assert (seen.code, [answer["outcome"] for answer in objects(seen)]) == (0, ["solved", "impossible"])


def test_an_empty_batch_is_answered_by_nothing() -> None:
    assert batch([]) == (0, "", "")


def test_blank_lines_are_skipped_but_counted() -> None:
    answers = objects(batch(["", "3 8", "  \t ", "x"]))
    assert answers[1:] == [{"error": answers[1]["error"], "line": 4}]
    assert len(answers) == 2


def test_a_line_overrides_the_options() -> None:
    lines = ["1 2", '{"hand": [1, 2], "order": "free"}', "1 2 -> 3", '{"hand": [4, 2], "target": 2, "ops": "/"}']
    answers = objects(batch(lines, "-t", "1", "--keep-order", "--same", "trees", "--all"))
    assert [answer["outcome"] for answer in answers] == ["impossible", "solved", "solved", "solved"]
    assert [answer["rules"]["order"] for answer in answers] == ["fixed", "free", "fixed", "fixed"]
    assert {answer["same"] for answer in answers} == {"trees"}
    assert answers[3]["rules"]["operators"] == ["/"]


def test_counts_and_nearest_go_with_a_batch() -> None:
    assert [answer["count"] for answer in objects(batch(["2 4 8 10", "1 1 1 1"], "--count"))] == [11, 0]
    [answer] = objects(batch(["1 1 -> 5"], "--nearest"))
    assert [near["value"] for near in answer["nearest"]] == ["2"]


def test_a_file_may_have_a_mark_at_its_start_and_bytes_that_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_bytes(b"\xef\xbb\xbf3 3 8 8\r\n3 \xff 8\n3 8")
    seen = puzzle("solve", "--batch", str(file))
    answers = objects(seen)
    assert (seen.code, answers[1]["line"]) == (2, 2)
    assert [answer.get("outcome") for answer in answers] == ["solved", None, "solved"]


def test_deep_json_is_one_bad_line() -> None:
    seen = batch(['{"hand": ' + "[" * 100_000, "3 8"])
    assert (seen.code, len(seen.lines)) == (2, 2)


def test_an_answer_comes_before_the_next_line_is_asked_for() -> None:
    with running(
        [*COMMAND, "solve", "--batch", "-"], env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        for hand in ("3 3 8 8", "1 1 1 1"):
            assert json.loads(answer_to(process, hand))["hand"] == hand.split()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=DEADLINE) == 130
        assert read_line(process.stdout) == ""


def test_every_hand_of_four_cards() -> None:
    hands = [" ".join(map(str, hand)) for hand in combinations_with_replacement(range(1, 14), 4)]
    answers = objects(batch(hands, "--all"))
    assert [" ".join(answer["hand"]) for answer in answers] == hands
    assert sum(answer["outcome"] == "solved" for answer in answers) == 1362
    assert sum(answer["count"] for answer in answers) == 3017
