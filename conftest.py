"""The README is executed as a test: its Python blocks, and its ``$ `` lines with what they print."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

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
    parsers=[SkipParser(), PythonCodeBlockParser(), ConsoleBlockParser()], patterns=["README.md"]
).pytest()
