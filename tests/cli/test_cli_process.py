"""The program among others: pipes, encodings, Ctrl-C, hash seeds, start-up."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import time
from pathlib import Path

import pytest
from program import COMMAND, environment, puzzle

LONG = ("solve", "2", "3", "5", "7", "11", "13", "17", "19", "23", "29", "31", "-t", "1000000007", "-v")


@pytest.mark.parametrize("words", ["solve 2 4 8 10 --all", "reach 4 4 4 4", "solve --batch {file}", "rules"])
def test_a_closed_pipe_ends_quietly(words: str, tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text("3 3 8 8\n" * 1000)
    reader, writer = os.pipe()
    os.close(reader)
    command = [*COMMAND, *words.format(file=file).split()]
    try:
        done = subprocess.run(
            command, env=environment(), stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    finally:
        os.close(writer)
    assert done.stderr in {"", "the smallest positive integer that cannot be made: 10\n"}
    assert done.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only some systems have a disk that is always full")
def test_a_full_disk_is_said_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "solve", "3", "3", "8", "8"], env=environment(), stdout=full, stderr=subprocess.PIPE, text=True,
            timeout=60, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, "error: cannot use stdin or stdout: No space left on device\n")


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1252", "latin-1"])
def test_an_encoding_without_the_signs_falls_back_to_ascii(encoding: str) -> None:
    for form in ("text", "pretty", "tree", "markdown", "svg"):
        arguments = ("solve", "3", "3", "8", "8", "-f", form)
        unicode = puzzle(*arguments, "--style", "unicode", PYTHONIOENCODING=encoding)
        assert unicode == puzzle(*arguments, "--style", "ascii")
        assert unicode.code == 0


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1252"])
def test_an_error_can_be_said_in_any_encoding(encoding: str) -> None:
    seen = puzzle("solve", "3", "√4 ☃", PYTHONIOENCODING=encoding)
    assert (seen.code, seen.out, seen.err.count("\n")) == (2, "", 1)


def test_a_utf8_terminal_has_the_signs() -> None:
    assert puzzle("solve", "3", "3", "8", "8", "--style", "unicode").out == "8 ÷ (3 − 8 ÷ 3)\n"


def test_progress_is_shown_on_a_terminal_after_a_second_and_taken_off_again() -> None:
    terminal, side = pytest.importorskip("pty").openpty()
    with subprocess.Popen(
        [*COMMAND, "solve", "--batch", "-"],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=side,
    ) as process:
        assert process.stdin is not None
        for pause in (0, 1.5):
            time.sleep(pause)
            process.stdin.write(b"3 3 8 8\n")
            process.stdin.flush()
        process.stdin.close()
        assert process.wait(timeout=30) == 0
        seen = os.read(terminal, 100)
    os.close(side)
    os.close(terminal)
    assert seen == b"\r2 done\r\x1b[K"


def interrupt(*arguments: str) -> tuple[int, str, str]:
    with subprocess.Popen(
        [*COMMAND, *arguments], env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        assert process.stderr.readline().startswith("engine ")
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    return process.returncode, out, err


def test_ctrl_c_ends_a_search_with_what_is_known() -> None:
    code, out, err = interrupt(*LONG)
    assert (code, out) == (130, "")
    assert err.startswith("stopped (interrupt): ")
    assert err.count("\n") == 1
    code, out, err = interrupt(*LONG, "-f", "json")
    result = json.loads(out)
    assert (code, err) == (130, "")
    assert (result["outcome"], result["complete"], result["limit"]) == ("stopped", False, "interrupt")


def test_ctrl_c_prints_the_solutions_found_so_far() -> None:
    code, out, err = interrupt("solve", "1", "2", "3", "4", "5", "6", "7", "8", "--all", "-v")
    assert code == 130
    assert len(out.splitlines()) >= 1
    assert err.startswith("stopped (interrupt): there may be more")


def test_ctrl_c_ends_a_reach() -> None:
    code, _, err = interrupt("reach", "1", "2", "3", "4", "5", "6", "7", "8", "-v")
    assert code == 130
    assert err.startswith("stopped (interrupt): ")


def test_ctrl_c_ends_a_batch(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text("3 3 8 8\n2 3 5 7 11 13 17 19 23 29 31 -> 1000000007\n3 3 8 8\n")
    code, out, err = interrupt("solve", "--batch", str(file), "-v")
    assert (code, err) == (130, "")
    assert [json.loads(line)["outcome"] for line in out.splitlines()] == ["solved", "stopped"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "1", "2", "3", "4", "5", "--all", "-f", "json"),
        ("reach", "1", "2", "3", "4"),
        ("solve", "1", "3", "7", "10", "25", "50", "-r", "countdown", "-t", "831", "--nearest"),
        ("solve", "--help"),
        ("rules",),
    ],
)
def test_every_hash_seed_prints_the_same_bytes(arguments: tuple[str, ...]) -> None:
    assert len({puzzle(*arguments, PYTHONHASHSEED=seed) for seed in ("0", "1", "4711")}) == 1


def test_the_start_loads_only_what_text_needs() -> None:
    program = (
        "import sys; from puzzle_solver.cli.app import main; main(['solve', '3', '3', '8', '8']);"
        "print([name for name in ('json', 'rich', 'sympy', 'puzzle_solver.cli.reach', 'puzzle_solver.cli.batch') "
        "if name in sys.modules])"
    )
    done = subprocess.run([COMMAND[0], "-c", program], env=environment(), capture_output=True, text=True, check=True)
    assert done.stdout == "8 / (3 - 8 / 3)\n[]\n"


def test_a_long_search_says_how_to_see_what_it_has_on_a_terminal_only() -> None:
    words = [*COMMAND, "solve", *map(str, range(1, 13)), "--time-limit", "5"]
    shown, terminal = pty.openpty()
    process = subprocess.Popen(
        words, env=environment(), stdout=subprocess.PIPE, stderr=terminal, stdin=subprocess.DEVNULL
    )
    os.close(terminal)
    out, _ = process.communicate(timeout=60)
    talk = os.read(shown, 10_000).decode()
    os.close(shown)
    assert out.strip()
    assert talk.startswith("still searching; Ctrl-C")
    quiet = subprocess.run(
        words, env=environment(), capture_output=True, stdin=subprocess.DEVNULL, check=True, text=True
    )
    assert quiet.stderr.startswith("stopped (time)")
