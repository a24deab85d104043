"""Whatever the program is given, in options, files and lines, it answers or says in one line what is wrong.

The runs are in processes of their own, so that one which crashes, or hangs, ends nothing but itself,
and is known by name.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest
from command_lines import make_line, parsed, program

HERE = Path(__file__).parent
SECONDS = 3600
"""Far more than a portion takes; each run in it has a deadline of its own."""


def portion(script: str, *words: object) -> dict[str, int]:
    """Return how often each command ended in which code. What breaks a promise is told with its seed."""
    done = subprocess.run(
        [sys.executable, str(HERE / script), *map(str, words)], capture_output=True, text=True, timeout=SECONDS,
        stdin=subprocess.DEVNULL, errors="replace", check=False,
    )  # fmt: skip
    assert done.returncode in {0, 1}, f"ended with {done.returncode} in the last of\n{done.stderr[-3000:]}"
    assert done.returncode == 0, done.stdout
    ended: dict[str, int] = json.loads(done.stdout.splitlines()[-1])
    return ended


def codes_of(ended: dict[str, int]) -> set[str]:
    return {each.split()[-1] for each in ended}


def test_every_option_of_every_command_is_given_what_its_parser_takes() -> None:
    taken = defaultdict[str, set[str]](set)
    for number in range(6_000):
        line = make_line(Random(f"options {number}"))
        given = parsed(line)
        words = " ".join(line.words)
        for parameter in program().commands[line.words[0]].params if given else ():
            if any(name in words for name in (*parameter.opts, *parameter.secondary_opts)) or parameter.nargs == -1:
                taken[line.words[0]].add(parameter.name)
            taken[line.words[0]] |= {parameter.name} if parameter.param_type_name == "argument" else set()
    for name, command in program().commands.items():
        assert {parameter.name for parameter in command.params} - {"help"} <= taken[name], name


def test_some_command_lines() -> None:
    ended = portion("fuzz_commands.py", 1, 150)
    assert sum(ended.values()) == 150
    assert {"0", "1", "2"} <= codes_of(ended)


def test_some_batches() -> None:
    ended = portion("fuzz_batches.py", 1, 100)
    assert sum(ended.values()) == 100
    assert codes_of(ended) == {"0", "2"}


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 10_000, 500))
def test_ten_thousand_command_lines(first: int) -> None:
    ended = portion("fuzz_commands.py", 11, 500, first)
    assert sum(ended.values()) == 500
    assert {"0", "1", "2", "3"} <= codes_of(ended)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 300, 30))
def test_three_hundred_processes(first: int) -> None:
    assert sum(portion("fuzz_commands.py", 12, 30, first, "apart").values()) == 30


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 10_000, 500))
def test_ten_thousand_batches(first: int) -> None:
    ended = portion("fuzz_batches.py", 13, 500, first)
    assert sum(ended.values()) == 500
    assert codes_of(ended) == {"0", "2"}
