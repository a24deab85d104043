"""Processes that share work: they end with their parent, and are sent little; without them all works as well."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from deadline import DEADLINE, running, until
from puzzle_solver import COUNTDOWN, Puzzle, check_many
from puzzle_solver.checker.sharing import pack, unpack

ROOT = Path(__file__).parents[1]
KINDS = (signal.SIGTERM, signal.SIGKILL)
METHODS = ("fork", "spawn", "forkserver")

COMPARE = "compare 2 3 5 7 11 13 17 -t 1000003 --engine five_trees --time-limit 60"

BUSY = {
    "check": ["check", "--batch", "-", "--workers", "2"],
    "generate": ["generate", "-r", "countdown", "-g", "unique", "--count", "1000000", "--workers", "2"],
    "in the search": ["generate", "--numbers", "8", "--deck", "1..30", "--target", "1000003", "--workers", "2"],
    "compare": COMPARE.split(),
}


def start(words: list[str], method: str) -> AbstractContextManager[subprocess.Popen[str]]:
    """Start the program with a start method; who writes to its stderr holds the pipe that is returned."""
    program = (
        "import multiprocessing, sys; from puzzle_solver.cli.app import main\n"
        f"multiprocessing.set_start_method({method!r}); sys.exit(main({words!r}))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    return running([sys.executable, "-c", program], env=environment, stdin=pipe, stdout=pipe, stderr=pipe)


def children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def descendants(process: int) -> set[int]:
    found: set[int] = set()
    for child in children(process):
        found |= {child} | descendants(child)
    return found


def is_running(process: int) -> bool:
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("by", KINDS, ids=lambda by: by.name)
@pytest.mark.parametrize("name", BUSY)
@pytest.mark.parametrize("method", METHODS)
def test_workers_end_with_their_parent_and_let_go_of_its_pipes(name: str, method: str, by: signal.Signals) -> None:
    if name == "compare" and method != "fork":
        pytest.skip("its processes are no workers of a pool")
    enough = (
        {"fork": 2, "spawn": 3, "forkserver": 4}[method] if name != "compare" else 1
    )  # and what tracks or forks them
    with start(BUSY[name], method) as process:
        assert process.stdin is not None
        if name == "check":
            process.stdin.write('{"hand": "3 8", "answer": "3*8"}\n' * 2000)
            process.stdin.flush()
        until(lambda: len(descendants(process.pid)) >= enough)
        workers = descendants(process.pid)
        process.send_signal(by)
        try:
            process.communicate(timeout=DEADLINE)  # which waits for all that can still write
        finally:
            process.kill()
        until(lambda: not any(map(is_running, workers)))


def test_rows_come_back_as_they_were_packed() -> None:
    puzzles = [
        Puzzle(["0.5", "1/3", -3]),
        Puzzle([1, 2], 3, COUNTDOWN),
        Puzzle([1, 2], 4, COUNTDOWN),
        Puzzle([1, 2], 3),
    ]
    rows = [(f"{number}", puzzle) for number, puzzle in enumerate(puzzles * 2)]
    back = list(unpack(pickle.loads(pickle.dumps(pack(rows)))))  # noqa: S301 (our own bytes)
    assert back == rows
    spelled = [[number.spelling for number in puzzle.hand] for _, puzzle in back]
    assert spelled == [[number.spelling for number in puzzle.hand] for _, puzzle in rows]


def test_a_portion_has_each_puzzle_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    submit = ProcessPoolExecutor.submit

    def counted(pool: ProcessPoolExecutor, work: Any, /, *portion: Any) -> Future[Any]:
        sent.append(len(pickle.dumps(portion)))
        return submit(pool, work, *portion)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", counted)
    rows = [("8/(3-8/3)", Puzzle([3, 3, 8, 8])) for _ in range(2000)]
    assert all(check_many(rows, workers=2))
    answer = len("8/(3-8/3)")
    assert sum(sent) < len(rows) * (answer + 8)
    assert sum(sent) * 5 < len(pickle.dumps(rows))


# Without processes

MISSING = """
import sys
for name in ("_multiprocessing", "multiprocessing.synchronize", "concurrent.futures.process", "multiprocessing.queues"):
    sys.modules[name] = None
import importlib, pkgutil
import puzzle_solver
"""


def without(code: str) -> subprocess.CompletedProcess[str]:
    """Run Python that lacks what WebAssembly lacks."""
    return subprocess.run(
        [sys.executable, "-c", MISSING + code], env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True,
        text=True, check=False, timeout=DEADLINE,
    )  # fmt: skip


def test_every_module_can_be_imported_without_processes() -> None:
    code = """
for module in pkgutil.walk_packages(puzzle_solver.__path__, "puzzle_solver."):
    if not module.name.endswith((".__main__", "_kernel.module")):
        importlib.import_module(module.name)
for name in puzzle_solver.__all__:
    getattr(puzzle_solver, name)
"""
    done = without(code)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "words",
    [
        "check 8*3 --numbers 3,8",
        "check --batch -",
        "hint 3 3 8 8",
        "generate --count 2",
        "solve 3 3 8 8",
        "examples 3 3 8 8",
    ],
)
def test_one_worker_needs_no_processes(words: str) -> None:
    done = without(f"from puzzle_solver.cli.app import main; sys.exit(main({words.split()!r}))")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", ["check --batch {file} --workers 2", "generate --count 2 --workers 2"])
def test_more_workers_are_refused_in_one_line(words: str, tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text(json.dumps({"hand": "3 8", "answer": "3*8"}) + "\n")
    many = "import os; os.cpu_count = lambda: 2\n"
    done = without(f"{many}from puzzle_solver.cli.app import main; sys.exit(main({words.format(file=file).split()!r}))")
    error = "error: this Python cannot share work between processes: use one worker\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", error)


def test_more_workers_are_refused_by_the_library() -> None:
    code = """
try:
    list(puzzle_solver.check_many([("3*8", puzzle_solver.Puzzle([3, 8]))], workers=2))
except puzzle_solver.PuzzleError as error:
    print(error)
"""
    done = without(code)
    assert (done.stdout, done.stderr) == ("this Python cannot share work between processes: use one worker\n", "")
