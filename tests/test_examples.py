"""Every example runs, and prints what is stored beside it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from deadline import DEADLINE

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
FAMILIES = {"game_24", "in_order_to_1000", "countdown", "make_10", "custom_operators", "json_batch", "counting"}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example(example: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, str(example)], cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8",
        timeout=DEADLINE, check=True,
    )  # fmt: skip
    assert done.stdout == (example.parent / "expected" / f"{example.stem}.txt").read_text("utf-8")
    assert not done.stderr


def test_there_is_an_example_of_every_family_and_nothing_else() -> None:
    assert {path.stem for path in EXAMPLES} == FAMILIES
    assert {path.stem for path in (ROOT / "examples" / "expected").iterdir()} == FAMILIES
