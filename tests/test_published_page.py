"""docs/published.md against tests/data/facts.jsonl, and its commands against what it says that they print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest
from program import puzzle

from tables import json_rows
from test_published import COVERED

ROOT = Path(__file__).parents[1]
FACTS = {row["id"]: row for row in json_rows("facts.jsonl")}


class Told(NamedTuple):
    name: str
    claim: str
    source: str
    value: str
    command: str
    remark: str


def told(line: str) -> Told:
    name, claim, source, value, repeat = (cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1])
    command, _, remark = repeat.removeprefix("`").partition("`")
    return Told(name.strip("`"), plain(claim), source, plain(value.strip("`")), command, remark.strip())


def plain(text: str) -> str:
    return text.replace("\\", "")


LINES = (ROOT / "docs" / "published.md").read_text("utf-8").splitlines()
TABLE = [told(line) for line in LINES if line.startswith("| `")]
QUICK = [row for row in TABLE if row.command.startswith("puzzle ") and not row.remark]


def test_every_row_of_the_facts_is_told_with_its_claim_and_source() -> None:
    first = {row.name: row for row in reversed(TABLE)}
    assert first.keys() == FACTS.keys()
    for name, row in first.items():
        assert (row.claim, row.source) == (FACTS[name]["claim"], FACTS[name]["source"])


@pytest.mark.parametrize("name", sorted(COVERED))
def test_the_values_are_those_of_the_facts(name: str) -> None:
    ours = [int(number) for row in TABLE if row.name == name for number in re.findall(r"\d+", row.value)]
    for key, value in FACTS[name].items():
        if key == "sequence":
            assert ours == value[: len(ours)]
        elif key == "values" or isinstance(value, int):
            assert set(value if isinstance(value, list) else [value]) <= set(ours)


@pytest.mark.parametrize("row", QUICK, ids=lambda row: f"{row.name} {row.value}")
def test_a_command_prints_the_value(row: Told) -> None:
    assert " ".join(puzzle(*shlex.split(row.command)[1:]).out.split()) == row.value


@pytest.mark.parametrize("row", [row for row in TABLE if row.command.startswith("pytest")], ids=lambda row: row.name)
def test_a_test_is_named(row: Told) -> None:
    name = row.command.rpartition(" ")[2]
    assert name in COVERED or f"def test_{name}_" in (ROOT / "tests" / "test_published.py").read_text("utf-8")
    slow, cost = "-m slow" in row.command, FACTS[row.name]["cost"]
    assert slow == (cost == "slow") or cost == "needs the kernel"
