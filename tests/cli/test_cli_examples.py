"""``puzzle examples``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from program import COMMAND, environment, puzzle

from deadline import DEADLINE, read_line, running, until_at_work
from puzzle_solver import COUNTDOWN, Document, InvalidPuzzle, Puzzle, Specification, generate, worked
from puzzle_solver.cli.app import main
from puzzle_solver.documents import DOCUMENTS

PRIMES = ("2", "3", "5", "7", "11", "13", "17", "19", "23", "29", "31", "-t", "1000000007")
THREE = '3 3 8 8\n\n25 50 75 100 3 6 -> 952\n{"hand": [1, 1, 5, 8], "rules": "make10"}\n'


@pytest.mark.parametrize("name", DOCUMENTS)
def test_one_puzzle_is_what_three_lines_of_python_write(name: str) -> None:
    seen = puzzle("examples", "3", "3", "8", "8", "--format", name, "--title", "A & B")
    assert seen == (0, Document((worked(Puzzle([3, 3, 8, 8])),), "A & B").write(name), "")


def test_without_a_format_it_is_markdown_in_utf_8_whatever_the_encoding() -> None:
    done = subprocess.run(
        [*COMMAND, "examples", "3", "3", "8", "8"],
        env=environment(PYTHONIOENCODING="ascii"),
        capture_output=True,
        timeout=DEADLINE,
        check=True,
    )
    assert "8 ÷ (3 − 8 ÷ 3) = 24" in done.stdout.decode("utf-8")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ("1 1 1 1", 1, "The nearest value is 4."),
        ("-1/2 -3 4 2", 0, "**−1/2  −3  4  2** → **24**"),
        ("--digits 1158 --rules make10", 0, "`8 ÷ (1 − 1 ÷ 5) = 10`"),
        ("A 5 5 5", 0, "`(5 − 1 ÷ 5) × 5 = 24`"),
        ("-r in-order -t 1000 1 3 4 5 6 7 8 9 --others 0", 0, "There are 12 distinct solutions."),
        ("2 1000 3 -t 3000 --ops ^+*", 1, "without values of more than 1024 bits"),
        ("1 2 3 4 --same trees", 0, "There are 242 distinct solutions."),
    ],
)
def test_one_puzzle(arguments: str, code: int, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["examples", *arguments.split()]) == code
    assert says in capsys.readouterr().out


def test_a_list_from_stdin() -> None:
    code, out, err = puzzle("examples", "--batch", "-", stdin=THREE)
    assert (code, err) == (0, "")
    headings = [line for line in out.splitlines() if line.startswith("## ")]
    assert headings == [
        "## 1. Make 24 from 3, 3, 8 and 8",
        "## 2. Make 952 from 25, 50, 75, 100, 3 and 6",
        "## 3. Make 10 from 1, 1, 5 and 8",
    ]


def test_a_list_from_a_file_into_a_file(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(THREE, "utf-8")
    page = tmp_path / "page.html"
    options = ("--worksheet", "--title", "Monday", "--output", str(page))
    assert puzzle("examples", "--batch", str(tmp_path / "list.txt"), *options) == (0, "", "")
    text = page.read_text("utf-8")
    assert text.index("Monday") < text.index("Answers") < text.index("8 ÷ (1 − 1 ÷ 5) = 10")


@pytest.mark.parametrize(
    ("file", "form"), [("a.md", "markdown"), ("a.html", "html"), ("a.tex", "latex"), ("a", "markdown")]
)
def test_a_file_has_the_format_that_its_name_says_unless_told(file: str, form: str, tmp_path: Path) -> None:
    assert puzzle("examples", "3", "8", "--output", str(tmp_path / file)).code == 0
    told = Document((worked(Puzzle([3, 8])),))
    assert (tmp_path / file).read_text("utf-8") == told.write(form)
    assert puzzle("examples", "3", "8", "--output", str(tmp_path / file), "-f", "html").code == 0
    assert (tmp_path / file).read_text("utf-8") == told.write("html")


def test_a_bad_line_is_told_and_the_rest_are_written() -> None:
    code, out, err = puzzle("examples", "--batch", "-", stdin=f"3 3 x 8\n{THREE}oops\n")
    assert (code, out.count("\n## ")) == (2, 3)
    assert [line.partition(" is ")[0] for line in err.splitlines()] == ["error: line 1: 'x'", "error: line 6: 'oops'"]


def test_a_game() -> None:
    told = puzzle("examples", "--rules", "countdown", "--count", "3", "--seed", "1", "--worksheet")
    made = generate(Specification(COUNTDOWN), 1, count=3)
    assert told == (0, Document(tuple(worked(each.puzzle) for each in made), worksheet=True).write("markdown"), "")


def test_what_puzzle_generate_prints_is_a_list() -> None:
    made = puzzle("generate", "--count", "3", "--guarantee", "unique", "--format", "jsonl")
    code, out, err = puzzle("examples", "--batch", "-", stdin=made.out)
    assert (code, err, out.count("There is 1 distinct solution.")) == (0, "", 3)
    assert all(f"from {', '.join(json.loads(line)['hand'][:3])}" in out for line in made.lines)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("", ["no number", "puzzle examples 3 3 8 8"]),
        ("3 8 -t 0..9", ["one target"]),
        ("3 8 --format pdf", ["'pdf'", "markdown, html, latex"]),
        ("3 8 --others -1", ["--others"]),
        ("3 8 --batch -", ["--batch", "NUMBERS"]),
        ("--digits 38 --count 3", ["--count", "--digits"]),
        ("--batch - --count 3", ["--batch", "--count"]),
        ("3 8 --seed 3", ["--seed", "--count"]),
        ("--count 0", ["--count"]),
        ("--count 3 -r in-order", ["in-order"]),
        ("--batch - -r nothing", ["'nothing'"]),
        ("--batch nowhere.txt", ["'nowhere.txt'", "No such file"]),
        ("3 8 --output nowhere/page.html", ["'nowhere/page.html'", "No such file"]),
        ("3 8 --engine diesel", ["'diesel'"]),
        ("3 8 --time-limit 0", ["time limit is 0"]),
    ],
)
def test_misuse_is_refused_in_one_line(arguments: str, says: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["examples", *arguments.split()]) == 2
    seen = capsys.readouterr()
    assert (seen.out, seen.err.count("\n"), seen.err[:7]) == ("", 1, "error: ")
    assert [words for words in says if words not in seen.err] == [], seen.err


def test_a_list_of_nothing_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    error = "error: the document has no puzzle: give at least one\n"
    assert puzzle("examples", "--batch", "-", "--output", str(page), stdin="\n") == (2, "", error)
    assert not page.exists()


@pytest.mark.parametrize("form", DOCUMENTS)
@pytest.mark.parametrize(
    ("words", "others"),
    [("", 0), ("--others 0", 0), ("--others 1", 1), ("--others 5", 2), ("--same trees --others 5", 5)],
)
def test_a_worksheet_shows_other_solutions_where_they_are_asked_for(words: str, others: int, form: str) -> None:
    told = worked(Puzzle([1, 2, 3, 4]), others=others, same="trees" if "trees" in words else "essence")
    seen = puzzle("examples", "1", "2", "3", "4", "--worksheet", "--format", form, *words.split())
    assert seen == (0, Document((told,), worksheet=True, others=others).write(form), "")
    _, room, answers = seen.out.partition("Answers")
    assert room
    assert len(told.others) == others
    assert Document((told,), worksheet=True).write(form).count("=") < seen.out.count("=") or not others
    if form == "markdown":
        assert [answers.count(solution.text("unicode")) for solution in told.others] == [1] * others


def test_others_are_cut_to_what_a_document_shows() -> None:
    told = worked(Puzzle([1, 2, 3, 4]))
    assert Document((told,), others=0).write("markdown") == Document((worked(told.puzzle, others=0),)).write("markdown")
    assert "others" not in Document((told,), worksheet=True).write("markdown")
    with pytest.raises(InvalidPuzzle, match="other solutions to show is -1"):
        Document((told,), others=-1)


def test_a_dash_is_stdout() -> None:
    assert puzzle("examples", "3", "8", "-o", "-") == puzzle("examples", "3", "8")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
def test_a_file_that_cannot_be_written_to_the_end_is_named() -> None:
    seen = puzzle("examples", "3", "8", "--output", "/dev/full")
    assert seen == (2, "", "error: cannot use '/dev/full': No space left on device\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_with_a_name_has_the_whole_document(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = [*COMMAND, "examples", "3", "3", "8", "8", "--output", str(pipe)]
    with running(command, env=environment()) as process:
        read = subprocess.run(["/bin/cat", pipe], capture_output=True, encoding="utf-8", timeout=DEADLINE, check=True)
        assert process.wait(timeout=DEADLINE) == 0
    assert read.stdout == Document((worked(Puzzle([3, 3, 8, 8])),)).write("markdown")


@pytest.mark.skipif(os.name == "nt", reason="a shell of Unix is asked to close stdout")
def test_without_stdout_there_is_no_traceback() -> None:
    shell = ["sh", "-c", f"{COMMAND[0]} -m puzzle_solver examples 3 3 8 8 >&-"]
    assert subprocess.run(shell, env=environment(), capture_output=True, timeout=DEADLINE, check=True).stderr == b""


def test_a_limit_that_leaves_all_open_is_named_with_its_remedy() -> None:
    code, out, err = puzzle("examples", *PRIMES, "--time-limit", "0.05")
    assert code == 3
    assert "is not known." in out
    assert err.startswith("The search was stopped (time): whether 2, 3, ")
    assert err.endswith("is not known; raise --time-limit\n")


@pytest.mark.parametrize("before", ["before", None])
def test_ctrl_c_ends_it_and_nothing_is_written(before: str | None, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    if before is not None:
        page.write_text(before, "utf-8")
    with running(
        [*COMMAND, "examples", *PRIMES, "-v", "--output", str(page)], env=environment(), stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert read_line(process.stderr).startswith("engine ")
        until_at_work(process)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=DEADLINE)
    assert (process.returncode, out) == (130, "")
    assert (page.read_text("utf-8") if page.exists() else None) == before


def test_solving_loads_nothing_of_it() -> None:
    program = (
        "import sys; from puzzle_solver.cli.app import main; main(['solve', '1', '1', '1', '1']);"
        "print([name for name in sys.modules if 'documents' in name or 'generator' in name or 'hints' in name])"
    )
    done = subprocess.run(
        [COMMAND[0], "-c", program], env=environment(), capture_output=True, text=True, timeout=DEADLINE, check=True
    )
    assert done.stdout == "[]\n"
