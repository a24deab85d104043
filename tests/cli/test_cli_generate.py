"""``puzzle generate``: what it prints reads back, and is whole however it ends."""

from __future__ import annotations

import csv
import io
import json
import os
import resource
import signal
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from program import COMMAND, environment, puzzle

from deadline import DEADLINE, Clock, Terminal, children, read_line, running, until
from puzzle_solver.cli import console

LONG = ("generate", "--rules", "countdown", "--count", "1000000")


def objects(out: str) -> list[Any]:
    return [json.loads(line) for line in out.splitlines()]


def test_a_line_is_what_a_batch_takes() -> None:
    seen = puzzle("generate", "--count", "5", "--limit", "0")
    assert (seen.code, seen.err, len(seen.lines)) == (0, "", 5)
    solved = objects(puzzle("solve", "--batch", "-", stdin=seen.out).out)
    assert [f"{' '.join(row['hand'])} -> {row['target']}" for row in solved] == seen.lines
    assert all(row["outcome"] == "solved" for row in solved)
    with_solutions = puzzle("generate", "--count", "5", "--all").lines
    assert [line.split("\t")[0] for line in with_solutions] == seen.lines


def test_every_format_tells_the_same_puzzles() -> None:
    words = ("generate", "--rules", "krypto", "--count", "4", "--seed", "3", "--limit", "2")
    rows = objects(puzzle(*words, "-f", "jsonl").out)
    assert puzzle(*words, "-f", "json").object == rows
    table = list(csv.DictReader(io.StringIO(puzzle(*words, "-f", "csv").out)))
    drawn = puzzle(*words, "-f", "markdown").lines[2:]
    lines = puzzle(*words).lines
    for row, cells, line, text in zip(rows, table, drawn, lines, strict=True):
        solutions = [solution["text"] for solution in row["solutions"]]
        hand, target = " ".join(row["hand"]), row["target"]
        assert text.split("\t") == [f"{hand} -> {target}", *solutions]
        assert line == f"| {row['index'] + 1} | {hand} | {target} | {'<br>'.join(f'`{each}`' for each in solutions)} |"
        assert (cells["hand"], cells["target"], cells["rules"]) == (hand, target, "krypto")
        assert cells["solutions"] == "; ".join(solutions)
        assert cells["steps"] == "; ".join(", ".join(solution["steps"]) for solution in row["solutions"])
        assert [cells[key] for key in ("count", "seed", "index", "split")] == [
            str(row["count"]),
            "3",
            str(row["index"]),
            "",
        ]


ROUND_TRIPS = [
    ("--rules", "countdown"),
    ("--ops", "+-*^", "--numbers", "3", "--guarantee", "needs=^"),
    ("--rules", "four-fours", "--numbers", "2"),
    ("--rules", "taneja", "--deck", "1..9", "--numbers", "4", "--target", "1..99"),
    ("--deck", "1/2,1/3,2", "--numbers", "3", "--target", "1..9", "--keep-order"),
    ("--deck=-5..5", "--target=-9..-1", "--guarantee", "needs=negative"),
    ("--guarantee", "unsolvable"),
]


@pytest.mark.parametrize("words", ROUND_TRIPS, ids=" ".join)
def test_a_row_goes_round(words: tuple[str, ...]) -> None:
    out = puzzle("generate", "--count", "4", *words, "-f", "jsonl", "--all").out
    rows = objects(out)
    assert rows
    solved = objects(puzzle("solve", "--batch", "-", "--all", stdin=out).out)
    for row, again in zip(rows, solved, strict=True):
        assert {key: row[key] for key in row.keys() & again.keys()} == {
            key: again[key] for key in row.keys() & again.keys()
        }
    answers = [{**row, "answer": solution["text"]} for row in rows for solution in row["solutions"][:3]]
    checked = puzzle("check", "--batch", "-", stdin="".join(json.dumps(answer) + "\n" for answer in answers))
    assert all(verdict["correct"] for verdict in objects(checked.out))


def test_the_same_bytes_with_and_without_the_kernel_and_with_workers() -> None:
    words = (
        "generate",
        "-r",
        "countdown",
        "-g",
        "solutions=2..6",
        "-g",
        "nontrivial",
        "-c",
        "6",
        "-f",
        "jsonl",
        "--all",
    )
    assert len({puzzle(*words), puzzle(*words, PUZZLE_SOLVER_KERNEL="0"), puzzle(*words, "--workers", "2")}) == 1


def test_csv_has_rules_that_a_batch_line_may_have() -> None:
    [row] = csv.DictReader(io.StringIO(puzzle("generate", "--count", "1", "--domain", "integer", "-f", "csv").out))
    again = puzzle("solve", "--batch", "-", stdin=json.dumps({**row, "rules": json.loads(row["rules"])}))
    assert again.object["rules"]["domain"] == "integer"
    assert again.object["outcome"] == "solved"


def test_parts_of_a_data_set_are_told_in_the_row() -> None:
    rows = objects(puzzle("generate", "--split", "train=9,test=3").out)
    assert Counter(row["split"] for row in rows) == {"train": 9, "test": 3}
    assert len({(*sorted(row["hand"]), row["target"]) for row in rows}) == 12


@pytest.mark.parametrize("suffix", ["jsonl", "json", "csv", "md", "txt"])
def test_parts_have_files_of_their_own(suffix: str, tmp_path: Path) -> None:
    seen = puzzle("generate", "--split", "train=3,test=2", "--output", str(tmp_path / f"{{split}}.{suffix}"))
    assert seen == (0, "", "")
    heads = {"csv": 1, "md": 2, "json": 2}
    for name, size in (("train", 3), ("test", 2)):
        text = (tmp_path / f"{name}.{suffix}").read_text("utf-8")
        assert text.count("\n") == size + heads.get(suffix, 0)
        if suffix == "json":
            assert {row["split"] for row in json.loads(text)} == {name}


def test_a_file_is_written(tmp_path: Path) -> None:
    seen = puzzle("generate", "--count", "3", "--output", str(tmp_path / "all.csv"))
    assert seen == (0, "", "")
    assert (tmp_path / "all.csv").read_text("utf-8") == puzzle("generate", "--count", "3", "-f", "csv").out
    assert "No such file" in puzzle("generate", "--output", str(tmp_path / "none" / "all.csv")).err
    assert puzzle("generate", "--count", "3", "--output", str(tmp_path / "ALL.CSV")) == seen
    assert (tmp_path / "ALL.CSV").read_text("utf-8") == (tmp_path / "all.csv").read_text("utf-8")
    assert puzzle("generate", "--count", "3", "--output", "-") == puzzle("generate", "--count", "3")


def test_what_cannot_be_met_is_said() -> None:
    seen = puzzle("generate", "-g", "unique", "-g", "needs=fraction", "-c", "16", "-f", "json")
    assert seen.code == 1
    assert len(seen.object) == 15
    assert (
        seen.err
        == "found 15 of 16: 1820 candidates tried, 1305 failed unique, 500 failed needs=fraction; there are no more\n"
    )
    gave_up = puzzle("generate", "--target", "1000003", "--tries", "20")
    assert gave_up == (
        1,
        "",
        "found 0 of 10: 20 candidates tried, 20 failed solvable; gave up; ask for less, or raise --tries\n",
    )


@pytest.mark.parametrize("words", [(), ("-f", "json"), ("-f", "csv", "--workers", "2")], ids=" ".join)
@pytest.mark.parametrize("to", ["stdout", "a file"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_where_there_is_no_more_room_rows_are_whole(
    words: tuple[str, ...], to: str, unbuffered: str, tmp_path: Path
) -> None:
    file, most = tmp_path / "rows", 3001
    with file.open("w") as out:
        done = subprocess.run(
            [*COMMAND, *LONG, *words, *(("-o", str(file)) if to == "a file" else ())], stdout=out,
            stderr=subprocess.PIPE, text=True, env=environment(PYTHONUNBUFFERED=unbuffered), check=False,
            timeout=DEADLINE,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        )  # fmt: skip
    text = file.read_text("utf-8")
    assert most - 1000 < len(text) < most
    assert text.endswith("\n")
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: cannot use {repr(str(file)) if to == 'a file' else 'stdin or stdout'}: ")
    assert done.stderr.count("\n") == 1
    if "json" in words:
        assert all(row["outcome"] == "solved" for row in json.loads(text))


def test_a_closed_stdout_is_no_fault() -> None:
    done = subprocess.run(
        [*COMMAND, "generate", "--count", "2"], stderr=subprocess.PIPE, env=environment(), check=False,
        timeout=DEADLINE, preexec_fn=lambda: os.close(1),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")


def until_rows(file: Path) -> None:
    until(lambda: file.exists() and file.stat().st_size >= 10_000)


def test_a_worker_that_is_killed_is_told_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "rows.json"
    with running(
        [*COMMAND, *LONG, "--workers", "2", "--output", str(file)], env=environment(), stderr=subprocess.PIPE
    ) as process:
        until_rows(file)
        os.kill(children(process)[-1], signal.SIGKILL)
        _, err = process.communicate(timeout=DEADLINE)
    assert (process.returncode, err.count("\n")) == (2, 1)
    assert err.startswith("error: a worker process was ended from outside")
    assert json.loads(file.read_text("utf-8"))


def test_operators_that_cannot_be_sent_to_workers_are_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from puzzle_solver.operators import Operator\n"
        "OWN = Operator('dot', 'dot', lambda left, right, limits=None: left * right - 1)\n"
    )
    words = ("generate", "--operators", "mine:OWN", "--ops", "+,dot", "--target", "1..99", "--numbers", "2")
    assert puzzle(*words, PYTHONPATH=str(tmp_path)).code == 0
    seen = puzzle(*words, "--workers", "2", PYTHONPATH=str(tmp_path))
    assert (seen.code, seen.out, seen.err.count("\n")) == (2, "", 1)
    assert "define it with def" in seen.err


def test_nothing_at_all() -> None:
    assert puzzle("generate", "--count", "0") == (0, "", "")
    assert puzzle("generate", "--count", "0", "-f", "json").object == []


def test_the_time_limit_stops_it() -> None:
    seen = puzzle(*LONG, "--time-limit", "0.5", "-f", "json")
    assert seen.code == 3
    assert seen.err == f"stopped (time): found {len(seen.object)}; raise --time-limit\n"


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM], ids=lambda by: by.name)
@pytest.mark.parametrize("words", [("-f", "jsonl"), ("-f", "json"), ("-f", "jsonl", "--workers", "2")], ids=" ".join)
def test_an_interrupted_run_leaves_whole_rows(words: tuple[str, ...], by: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "rows"
    with running(
        [*COMMAND, *LONG, *words, "--output", str(file)], env=environment(), stderr=subprocess.PIPE
    ) as process:
        until_rows(file)
        os.killpg(process.pid, by)  # as a terminal does
        _, err = process.communicate(timeout=DEADLINE)
    text = file.read_text("utf-8")
    rows = json.loads(text) if "json" in words else objects(text)
    assert text.endswith("\n")
    assert (process.returncode, err) == (130, f"stopped (interrupt): found {len(rows)}\n")
    assert [row["index"] for row in rows] == list(range(len(rows)))


def test_a_reader_that_leaves_ends_it_quietly() -> None:
    with running([*COMMAND, *LONG], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert " -> " in read_line(process.stdout)
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=DEADLINE) == 0


def test_a_bar_is_shown_on_a_terminal_and_taken_off_again(tmp_path: Path) -> None:
    seen = shown_until_ctrl_c(*LONG, "--output", str(tmp_path / "rows.txt"))
    assert b"of 1000000\r\x1b[Kstopped (interrupt)" in seen


def test_rows_and_a_bar_share_a_terminal() -> None:
    assert b"0 of 10\r\x1b[Kstopped (interrupt)" in shown_until_ctrl_c("generate", "-r", "taneja")


def shown_until_ctrl_c(*words: str) -> bytes:
    """Return what is shown on a terminal if Ctrl-C is pressed there when there is a bar."""
    with (
        Terminal() as terminal,
        running(
            [*COMMAND, *words], env=environment(), stdin=subprocess.DEVNULL, stdout=terminal.side, stderr=terminal.side
        ) as process,
    ):
        terminal.until(b"\r[")
        process.send_signal(signal.SIGINT)
        seen = terminal.whole()
        assert process.wait(timeout=DEADLINE) == 130
    assert seen.startswith(b"\r[")
    return seen


def test_while_nothing_is_found_for_long_the_bar_says_what_may_be_quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", terminal)
    clock = Clock()
    monkeypatch.setattr(console, "time", clock)
    progress = console.Progress(10, apart=True, remark="; patience")
    for clock.now, done, ends in [(2, 0, "0 of 10"), (20, 0, "0 of 10; patience"), (30, 1, "1 of 10")]:
        progress.show(done)
        assert terminal.getvalue().endswith(ends)
    progress.clear()
    progress.clear()
    assert terminal.getvalue().endswith("1 of 10\r\033[K")
