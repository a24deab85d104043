"""The program as its users meet it: a process of its own, with arguments, pipes and an exit code."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

DATA = Path(__file__).parent.parent / "data"
COMMAND = (sys.executable, "-m", "puzzle_solver")


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


def puzzle(*arguments: str, stdin: str = "", timeout: int = 60, **changes: str) -> Seen:
    """Run the program; where nothing changes the start of the interpreter, in a fork, which starts in a tenth."""
    if hasattr(os, "fork") and not changes:
        return _forked(arguments, stdin, timeout)
    done = subprocess.run(
        [*COMMAND, *arguments], input=stdin.encode(), capture_output=True, timeout=timeout, check=False,
        env=environment(**changes),
    )  # fmt: skip
    encoding = changes.get("PYTHONIOENCODING", "utf-8")
    return Seen(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))


def _forked(arguments: Sequence[str], stdin: str, timeout: int) -> Seen:
    with TemporaryDirectory() as directory:
        files = [Path(directory, name) for name in ("in", "out", "err")]
        for file, text in zip(files, (stdin, "", ""), strict=True):
            file.write_bytes(text.encode())
        order = {
            "arguments": arguments, "files": list(map(str, files)), "seconds": timeout, "directory": str(Path.cwd()),
            "environment": environment(),
        }  # fmt: skip
        code = int(_forks()(json.dumps(order)))
        return Seen(code, *(file.read_bytes().decode() for file in files[1:]))


@cache
def _forks() -> Callable[[str], str]:
    """Return what takes an order, and returns the exit code that came of it."""
    command = [sys.executable, str(Path(__file__).with_name("forks.py"))]
    server = subprocess.Popen(command, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    orders, codes = server.stdin, server.stdout
    assert orders
    assert codes

    def run(order: str) -> str:
        orders.write(f"{order}\n")
        orders.flush()
        return codes.readline()

    def end() -> None:
        orders.close()
        codes.close()
        server.wait()

    atexit.register(end)
    return run


def rows(name: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines() if line.strip()]
    assert found, name
    return found
