"""Printing to a file in place of stdout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from io import BytesIO, TextIOWrapper
from types import MappingProxyType
from typing import Final

from puzzle_solver.cli.output import STDOUT, try_document, write_document

ROW_ENDINGS: Final[Mapping[str, str]] = MappingProxyType({".jsonl": "jsonl", ".json": "json", ".csv": "csv"})
"""The formats of rows, by the endings of the names of files."""


@contextmanager
def printed_to(name: str | None) -> Iterator[None]:
    """Let what is printed within go to a file, whole or not at all; to stdout if ``name`` is None or ``-``.

    Raises:
        OSError: the file cannot be written.
    """
    if name is None or name == STDOUT:
        yield
        return
    try_document(name)
    page = BytesIO()
    with TextIOWrapper(page, "utf-8", "backslashreplace", newline="\n") as stream:
        with redirect_stdout(stream):
            yield
        stream.flush()
        write_document(name, page.getvalue())
