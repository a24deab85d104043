"""The program among others: pipes, encodings, Ctrl-C, hash seeds, start-up."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest
from program import COMMAND, environment, puzzle

from deadline import DEADLINE, Clock, Terminal, answer_to, read_line, running, until, until_at_work
from puzzle_solver.cli import console

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
            command, env=environment(), stdout=writer, stderr=subprocess.PIPE, text=True, timeout=DEADLINE, check=False
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
            timeout=DEADLINE, check=False,
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


class OnTerminal(io.StringIO):
    """Stderr, where it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_shown_after_a_second_ten_times_a_second_and_taken_off_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, terminal = Clock(), OnTerminal()
    monkeypatch.setattr(console, "time", clock)
    monkeypatch.setattr("sys.stderr", terminal)
    progress = console.Progress()
    for done, clock.now in enumerate((0.99, 1, 1.09, 1.1, 1.5)):
        progress.show(done)
    assert terminal.getvalue() == "\r1 done\r3 done\r4 done"
    progress.clear()
    progress.clear()
    assert terminal.getvalue().endswith("\r4 done\r\033[K")


def test_progress_is_shown_on_a_terminal_and_taken_off_again() -> None:
    with (
        Terminal() as terminal,
        running(
            [*COMMAND, "solve", "--batch", "-"], env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=terminal.side,
        ) as process,
    ):  # fmt: skip

        def shown_after_one_more() -> bool:
            answer_to(process, "3 3 8 8")
            return terminal.shows(b" done")

        until(shown_after_one_more)
        process.communicate(timeout=DEADLINE)
        assert process.returncode == 0
        seen = terminal.whole()
    assert re.fullmatch(rb"(\r\d+ done)+\r\x1b\[K", seen)


def interrupt(*arguments: str) -> tuple[int, str, str]:
    with running(
        [*COMMAND, *arguments], env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert read_line(process.stderr).startswith("engine ")
        until_at_work(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=DEADLINE)
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


COMMANDS = """
solve 1 2 3 4 5 --all -f json
reach 1 2 3 4
solve 1 3 7 10 25 50 -r countdown -t 831 --nearest
solve --help
rules
""".strip().splitlines()


def test_every_hash_seed_prints_the_same_bytes() -> None:
    program = "import sys; from puzzle_solver.cli.app import main; [main(line.split()) for line in sys.argv[1:]]"
    first, *others = [
        subprocess.run(
            [COMMAND[0], "-c", program, *COMMANDS], env=environment(PYTHONHASHSEED=seed), capture_output=True,
            text=True, timeout=DEADLINE, check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    ]  # fmt: skip
    assert len(first.splitlines()) > 100
    assert others == [first, first]


def test_the_start_loads_only_what_text_needs() -> None:
    program = (
        "import sys; from puzzle_solver.cli.app import main; main(['solve', '3', '3', '8', '8']);"
        "print([name for name in ('json', 'rich', 'sympy', 'puzzle_solver.cli.reach', 'puzzle_solver.cli.batch') "
        "if name in sys.modules])"
    )
    done = subprocess.run(
        [COMMAND[0], "-c", program], env=environment(), capture_output=True, text=True, timeout=DEADLINE, check=True
    )
    assert done.stdout == "8 / (3 - 8 / 3)\n[]\n"


def test_a_long_search_says_how_to_see_what_it_has_on_a_terminal() -> None:
    with (
        Terminal() as terminal,
        running(
            [*COMMAND, "solve", *map(str, range(1, 13))], env=environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=terminal.side,
        ) as process,
    ):  # fmt: skip
        terminal.until(b"\n")
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=DEADLINE)
        assert terminal.whole().startswith(b"still searching; Ctrl-C")
    assert (process.returncode, out.count("\n")) == (130, 1)


@pytest.mark.parametrize(
    ("stream", "said"),
    [(OnTerminal(), ["", "", "hint\n", "hint\n"]), (io.StringIO(), [""] * 4)],
    ids=["terminal", "file"],
)
def test_the_hint_is_said_once_after_three_seconds_on_a_terminal_only(
    stream: io.StringIO, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr(console, "time", clock)
    monkeypatch.setattr("sys.stderr", stream)
    seen = []
    with console.interruption("hint") as interrupted:
        for clock.now in (0, 3, 3.1, 9):
            assert not interrupted()
            seen.append(stream.getvalue())
    assert seen == said
