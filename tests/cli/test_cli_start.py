"""How the program begins and ends: where modules are found, Ctrl-C from the first line, closed streams."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from program import COMMAND, environment

import puzzle_solver
from puzzle_solver.cli.app import COMMANDS

SCRIPT = Path(sys.executable).with_name("puzzle")
SOLVED = "8 / (3 - 8 / 3)\n"

PROGRAMS = [
    pytest.param(COMMAND, id="python -m"),
    pytest.param(
        (str(SCRIPT),), id="puzzle", marks=pytest.mark.skipif(not SCRIPT.exists(), reason="no program is installed")
    ),
]


def ran(*words: str, cwd: Path | None = None, **changes: str) -> tuple[int, str, str]:
    done = subprocess.run(
        words, env=environment(**changes), cwd=cwd, capture_output=True, text=True, check=False, timeout=60,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


# The current directory


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A directory of modules that end the program, for all but what Python has imported before the program begins."""
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").touch()
    (tmp_path / "package" / "__main__.py").write_text("import sys; print(*sys.modules)")
    before = set(ran(sys.executable, "-m", "package", cwd=tmp_path)[1].split())
    for name in {*sys.stdlib_module_names, "typer", "click", "rich", "sympy", "matplotlib", "nanobind"} - before:
        (tmp_path / f"{name}.py").write_text(f"import os; os.write(2, b'hostile {name}'); os._exit(77)")
    return tmp_path


@pytest.mark.parametrize(
    "words", ["solve 3 3 8 8", "solve 3 3 8 8 --format json --all", "hint 3 3 8 8", "examples 3 3 8 8", "--help",
              "generate --count 1", "compare 2 3 --engine target", "solve 3 3 8 8 --idea", "solve --batch -"],
)  # fmt: skip
def test_nothing_is_imported_from_the_current_directory(words: str, hostile: Path) -> None:
    code, out, err = ran(*COMMAND, *words.split(), cwd=hostile)
    assert (code, err) == (0, "")
    assert out or "--batch" in words


def test_operators_are_found_in_the_current_directory_even_where_python_is_told_not_to(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from puzzle_solver import Operator\n\ndef mean(a, b):\n    import beside\n    return (a + b) / 2\n\n"
        "OPS = Operator('mean', '~', mean)\n"
    )
    (tmp_path / "beside.py").touch()
    words = ("solve", "8", "40", "--operators", "mine:OPS", "--ops", "~")
    for start in (COMMAND, (COMMAND[0], "-P", *COMMAND[1:])):
        assert ran(*start, *words, cwd=tmp_path) == (0, "8 ~ 40\n", "")


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_workers_find_the_operators_too(method: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import multiprocessing\nfrom puzzle_solver import Operator\n\n"
        "if multiprocessing.parent_process() is None:\n"
        f"    multiprocessing.set_start_method({method!r})\n\n"
        "def mean(a, b):\n    return (a + b) / 2\n\nOPS = Operator('mean', '~', mean)\n"
    )
    words = ("check", "--batch", "answers", "--workers", "2", "--operators", "mine:OPS", "--ops", "~")
    (tmp_path / "answers").write_text('{"hand": "8 40", "answer": "8~40"}\n' * 3)
    code, out, err = ran(*COMMAND, *words, cwd=tmp_path)
    assert (code, err) == (0, "")
    assert [json.loads(line)["correct"] for line in out.splitlines()] == [True] * 3


def test_a_directory_that_is_gone_is_no_fault(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    shell = f'cd {gone} && rmdir {gone} && "$@"'
    assert ran("/bin/sh", "-c", shell, "sh", *COMMAND, "solve", "3", "3", "8", "8") == (0, SOLVED, "")


def test_names_are_imported_when_they_are_asked_for() -> None:
    code = "import sys, puzzle_solver; print([name for name in sys.modules if name.startswith('puzzle_solver.')])"
    assert ran(sys.executable, "-c", code)[1] == "[]\n"
    code = "import puzzle_solver; print(puzzle_solver.rules.GAME_24.name, puzzle_solver.solve.__name__)"
    assert ran(sys.executable, "-c", code)[1] == "24 solve\n"
    code = "from puzzle_solver import *; print(solve(Puzzle([3, 3, 8, 8])))"
    assert ran(sys.executable, "-c", code)[1] == SOLVED
    assert set(puzzle_solver.__all__) <= set(dir(puzzle_solver))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = puzzle_solver.nothing


# Ctrl-C


INTERRUPTING = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["INTERRUPT_AT"]:
            os.kill(os.getpid(), signal.SIGINT)
        return None

sys.meta_path.insert(0, Interrupting())
"""


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(
    "module", ["puzzle_solver.cli", "puzzle_solver.cli.app", "typer", "fractions", "puzzle_solver.errors",
               "puzzle_solver.cli.solve", "puzzle_solver.search.registry", "puzzle_solver.solver"],
)  # fmt: skip
def test_ctrl_c_while_modules_are_imported(module: str, program: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTING)
    changes = {"PYTHONPATH": str(tmp_path), "INTERRUPT_AT": module}
    assert ran(*program, "solve", "3", "3", "8", "8", cwd=tmp_path, **changes) == (130, "", "")


def test_a_program_that_is_told_to_ignore_ctrl_c_does(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)" + INTERRUPTING
    )
    changes = {"PYTHONPATH": str(tmp_path), "INTERRUPT_AT": "typer"}
    assert ran(*COMMAND, "solve", "3", "3", "8", "8", cwd=tmp_path, **changes) == (0, SOLVED, "")


# Closed streams


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", ["--help", "--version", "", *(f"{command} --help" for command in COMMANDS)])
def test_help_for_a_reader_who_has_left_ends_quietly(words: str, unbuffered: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [*COMMAND, *words.split()], env=environment(PYTHONUNBUFFERED=unbuffered), stdout=writer,
            stderr=subprocess.PIPE, text=True, timeout=60, check=False,
        )  # fmt: skip
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "code", "out"),
    [
        ("solve 1 1 1 1", 1, ""),
        ("solve one", 2, ""),
        ("solve --nothing", 2, ""),
        ("solve 3 3 8 8 -v", 0, SOLVED),
        ("reach 1 2 --to 3", 0, "0\t"),
        ("generate --target 1000003 --tries 5", 1, ""),
        ("examples --batch nowhere", 2, ""),
        ("check 8*3 --numbers 3,8", 0, "correct"),
    ],
)
def test_without_stderr_messages_go_nowhere(words: str, code: int, out: str) -> None:
    shell = '"$@" 2>&-'
    quiet = ran("/bin/sh", "-c", shell, "sh", *COMMAND, *words.split())
    loud = ran(*COMMAND, *words.split())
    assert quiet == (code, loud[1], "")
    assert quiet[1].startswith(out)
    assert loud[2] or code == 0


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_file_does_not_get_what_others_write_to_a_closed_stderr(program: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "noisy.py").write_text(
        "import os\nfrom puzzle_solver import Operator\n\n"
        "def mean(a, b):\n    os.write(2, b'noise')\n    return (a + b) / 2\n\nOPS = Operator('mean', '~', mean)\n"
    )
    shell = '"$@" 2>&-'
    words = ("generate", "--operators", "noisy:OPS", "--count", "3", "--output", "rows.jsonl")
    assert ran("/bin/sh", "-c", shell, "sh", *program, *words, cwd=tmp_path) == (0, "", "")
    rows = (tmp_path / "rows.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(row)["index"] for row in rows] == [0, 1, 2]


@pytest.mark.parametrize("closed", ["<&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_with_several_streams_closed_a_file_has_its_rows(closed: str, tmp_path: Path) -> None:
    shell = f'"$@" {closed}'
    for words in (("generate", "--count", "2"), ("examples", "3", "8")):
        seen = ran("/bin/sh", "-c", shell, "sh", *COMMAND, *words, "--output", "file.md", cwd=tmp_path)
        assert seen == (0, "", "")
        assert (tmp_path / "file.md").read_text("utf-8").strip()


def test_a_closed_stdin_is_told() -> None:
    code, out, err = ran("/bin/sh", "-c", '"$@" <&-', "sh", *COMMAND, "solve", "--batch", "-")
    assert (code, out, err) == (2, "", "error: cannot use stdin or stdout: Bad file descriptor\n")
