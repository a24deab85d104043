"""The program as its users meet it: a process of its own, with arguments, pipes and an exit code."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from deadline import DEADLINE, Server

DATA = Path(__file__).parent.parent / "data"
COMMAND = (sys.executable, "-m", "puzzle_solver")
AFTER_THE_START = {"PYTHONIOENCODING", "PUZZLE_SOLVER_KERNEL"}
"""Variables that a fork can still obey."""


class Seen(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def object(self) -> Any:
        return json.loads(self.out)


def environment(**changes: str) -> dict[str, str]:
    return {**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "80", **changes}


def puzzle(*arguments: str, stdin: str = "", timeout: int = int(DEADLINE), **changes: str) -> Seen:
    """Run the program; where nothing changes the start of the interpreter, in a fork, which starts in a tenth."""
    if hasattr(os, "fork") and changes.keys() <= AFTER_THE_START:
        return _forked(arguments, stdin, timeout, changes)
    done = subprocess.run(
        [*COMMAND, *arguments], input=stdin.encode(), capture_output=True, timeout=timeout, check=False,
        env=environment(**changes),
    )  # fmt: skip
    encoding = changes.get("PYTHONIOENCODING", "utf-8")
    return Seen(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))


def _forked(arguments: Sequence[str], stdin: str, timeout: int, changes: Mapping[str, str]) -> Seen:
    with TemporaryDirectory() as directory:
        files = [Path(directory, name) for name in ("in", "out", "err")]
        for file, text in zip(files, (stdin, "", ""), strict=True):
            file.write_bytes(text.encode())
        order = {
            "arguments": arguments, "files": list(map(str, files)), "seconds": timeout, "directory": str(Path.cwd()),
            "environment": environment(**changes),
        }  # fmt: skip
        code = int(_forks().answer(json.dumps(order)))
        if code == -signal.SIGALRM:
            raise subprocess.TimeoutExpired(list(arguments), timeout)
        encoding = changes.get("PYTHONIOENCODING", "utf-8")
        return Seen(code, *(file.read_bytes().decode(encoding) for file in files[1:]))


@cache
def _forks() -> Server:
    """Return what answers an order with the exit code that came of it."""
    return Server([sys.executable, str(Path(__file__).with_name("forks.py"))], env=environment())


def rows(name: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines() if line.strip()]
    assert found, name
    return found
