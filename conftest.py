"""What all tests share: the README as a test, and the profile of hypothesis.

The README's Python blocks are executed, and its ``$ `` lines are run and compared with what stands after them.
"""

from __future__ import annotations

import gc
import os
import re
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

from deadline import DEADLINE, Clock
from puzzle_solver.hints import finder as finding
from puzzle_solver.search import budget
from puzzle_solver.search.kernel import find_kernel

# How long an example takes, or is looked for, depends on how busy the machine is.
NO_CLOCK: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("default", **NO_CLOCK)
settings.register_profile("ci", derandomize=True, **NO_CLOCK)
settings.load_profile("ci" if os.environ.get("CI") else "default")

SLOW = 3600
"""Seconds for a slow test, in place of the ``timeout`` of pyproject.toml."""

COMMAND = re.compile(r"^\$ (?P<command>.*)\n(?P<printed>(?:(?!\$ ).*\n?)*)", re.MULTILINE)
SHELL = f'puzzle() {{ "{sys.executable}" -m puzzle_solver "$@"; }}; '


class ConsoleBlockParser(CodeBlockParser):
    """A ``console`` block: each line that begins with ``$`` is run, the lines after it are what a person then sees."""

    language = "console"

    def evaluate(self, example: Example) -> str | None:
        for match in COMMAND.finditer(example.parsed):
            seen = run(match["command"])
            if seen.rstrip() != match["printed"].rstrip():
                return f"$ {match['command']}\nexpected:\n{match['printed']}\nseen:\n{seen}"
        return None


def run(command: str) -> str:
    environment = {**os.environ, "COLUMNS": "120", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(  # noqa: S603 (the README's own commands)
        ["/bin/sh", "-c", SHELL + command],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        env=environment, encoding="utf-8", timeout=DEADLINE, check=False,
    )  # fmt: skip
    return done.stdout


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(SLOW))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Take what was collected out of the collection of garbage, which would go through thousands of tests each time."""
    gc.freeze()
    gc.set_threshold(20_000)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return the clock that all limits on time now go by.

    The kernel looks at most fifty times a second, Python a thousand times: in a second's looks a solution is found.
    """
    clock = Clock(step=0.05 if find_kernel().module else 0.002)
    for module in (budget, finding):
        monkeypatch.setattr(module, "time", clock)
    return clock


pytest_collect_file = Sybil(
    parsers=[SkipParser(), PythonCodeBlockParser(), ConsoleBlockParser()], patterns=["README.md", "docs/*.md"]
).pytest()
