"""The data files under tests/data, row by row. A file without rows is an error: a test over it would test nothing."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


def json_rows(name: str) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines() if line.strip()]
    assert rows, name
    return rows


def csv_rows(name: str) -> list[dict[str, str]]:
    """Read a table with a header; lines that begin with ``#`` say where it comes from."""
    lines = [line for line in (DATA / name).read_text("utf-8").splitlines() if not line.startswith("#")]
    rows = list(csv.DictReader(lines))
    assert rows, name
    return rows
