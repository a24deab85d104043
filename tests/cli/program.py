"""The program as its users meet it: a process of its own, with arguments, pipes and an exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
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


def puzzle(*arguments: str, stdin: str = "", timeout: float = 60, **changes: str) -> Seen:
    done = subprocess.run(
        [*COMMAND, *arguments], input=stdin.encode(), capture_output=True, timeout=timeout, check=False,
        env=environment(**changes),
    )  # fmt: skip
    encoding = changes.get("PYTHONIOENCODING", "utf-8")
    return Seen(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))


def rows(name: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines() if line.strip()]
    assert found, name
    return found
