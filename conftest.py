"""What all tests share: the README as a test, and the profile of hypothesis.

The README's Python blocks are executed, and its ``$ `` lines are run and compared with what stands after them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

from hypothesis import settings
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

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
        env=environment, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip
    return done.stdout


pytest_collect_file = Sybil(
    parsers=[SkipParser(), PythonCodeBlockParser(), ConsoleBlockParser()], patterns=["README.md", "docs/*.md"]
).pytest()
