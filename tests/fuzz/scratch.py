"""A directory with every kind of file that a command line may name, and its two pipes kept going.

``python tests/fuzz/scratch.py DIRECTORY`` makes one.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import stat
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeAlias

Snapshot: TypeAlias = Mapping[str, tuple[int, bytes | str]]

_GOOD_LINES: Final = b'3 3 8 8\n1 1 1 7\n25 3 6 -> 81\n{"hand": [1, 2, 3], "target": 7, "order": "fixed"}\n'
_ANSWERS: Final = b'{"hand": [3, 3, 8, 8], "answer": "8/(3-8/3)"}\n{"hand": [3, 8], "answer": "3*8", "target": 24}\n'
_CLUB: Final = b'name = "club"\noperators = ["+", "-", "*"]\ntarget = 12\norder = "fixed"\n'
_OWN: Final = b"""
from fractions import Fraction
from puzzle_solver import Operator, UnaryOperator
from puzzle_solver.operators import Fixity

def join(left, right):
    return Fraction(2 * left + right)

def half(value):
    return value / 2

OPS = (Operator("twice", "@", join, 2), UnaryOperator("half", "half", half, fixity=Fixity.CALL))
ONE = OPS[0]
NONE = ()
LIES = Operator("lies", "~", lambda left, right: 0.5, 2)
FAILS = Operator("fails", "~", lambda left, right: 1 / 0, 2)
"""

FILES: Final[Mapping[str, bytes]] = {
    "hands.txt": _GOOD_LINES,
    "answers.jsonl": _ANSWERS,
    "table.csv": b"id,hand,target\n1,3 3 8 8,24\n2,1 2 3,7\n",
    "columns.csv": b"a,b,c,d,answer\n3,3,8,8,8/(3-8/3)\n1,2,3,4,1*2*3*4\n",
    "headless.csv": b"id,name\n1,x\n",
    "empty.txt": b"",
    "blank.txt": b"\n \n\t\n\r\n",
    "binary.txt": bytes(range(256)) * 20,
    "utf16.txt": _GOOD_LINES.decode().encode("utf-16"),
    "latin.txt": "3 3 8 8 → 24\n3 8 é\n".encode("cp1252", "replace"),
    "long.txt": b"1 " * 100_000 + b"\n3 8\n",
    "unreadable.txt": _GOOD_LINES,
    "-3": _GOOD_LINES,
    "club.toml": _CLUB,
    "club.json": b'{"operators": "+-*/^", "use": "some", "target": 10}',
    "game.json": b'{"deck": "1..6", "numbers": 3, "targets": "1..20"}',
    "empty.toml": b"",
    "empty.json": b"",
    "wrong.toml": b"order = 1\n",
    "unknown.toml": b"ordr = 'free'\n",
    "binary.toml": bytes(range(256)),
    "marked.toml": b"\xef\xbb\xbf" + _CLUB,
    "deep.json": b'{"name": ' + b"[" * 100_000,
    "deep.toml": b"name = " + b"[" * 100_000,
    "twice.json": b'{"target": 1, "target": 2}',
    "array.json": b"[1, 2]",
    "number.json": b"1",
    "null.json": b"null",
    "text.json": b'"countdown"',
    "inf.json": b'{"target": Infinity, "max_bits": 1e400}',
    "own.py": _OWN,
    "broken.py": b"OPS = 1 / 0\n",
    "unfinished.py": b"OPS = (\n",
    "quits.py": b"raise SystemExit(7)\n",
}  # fmt: skip

_LINKS: Final = {
    "link.txt": "hands.txt", "dangling.md": "nowhere.md", "loop.toml": "loop.toml", "endless.toml": "/dev/zero",
}  # fmt: skip
_DIRECTORIES: Final = ("directory", "directory.toml", "directory.md", "directory.jsonl")
FED, DRAINED, LONELY = "fed.fifo", "drained.fifo", "fifo.toml"
"""Pipes: lines come out of the first, the second takes what is written, and the third is at nobody's other end."""

_FED_EVERY = 0.3


def make(directory: Path) -> None:
    """Fill an empty directory."""
    for name, content in FILES.items():
        (directory / name).write_bytes(content)
    (directory / "unreadable.txt").chmod(0)
    for name in _DIRECTORIES:
        (directory / name).mkdir()
    for name, target in _LINKS.items():
        (directory / name).symlink_to(target)
    for name in (FED, DRAINED, LONELY):
        os.mkfifo(directory / name)


def snapshot(directory: Path) -> Snapshot:
    """Return what tells whether a file was made, changed or taken away."""
    return {entry.name: _told(Path(entry.path), entry.stat(follow_symlinks=False)) for entry in os.scandir(directory)}


def _told(path: Path, status: os.stat_result) -> tuple[int, bytes | str]:
    if stat.S_ISLNK(status.st_mode):
        return status.st_mode, str(path.readlink())
    return status.st_mode, path.read_bytes() if stat.S_ISREG(status.st_mode) else b""


def restore(directory: Path, before: Snapshot) -> bool:
    """Take away what a run has left behind, make anew what it spoiled, and return whether there was any of it."""
    after = snapshot(directory)
    if after == before:
        return False
    for name in after:
        path = directory / name
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    make(directory)
    return True


def keep_going(directory: Path) -> None:
    """Feed one pipe and drain another, until the process that wants it ends."""
    parent, due = os.getppid(), 0.0
    drain = -1
    while os.getppid() == parent:
        drain = _drained(directory / DRAINED, drain)
        if time.monotonic() > due and _fed(directory / FED):
            due = time.monotonic() + _FED_EVERY
        time.sleep(0.005)


def _fed(path: Path) -> bool:
    try:
        pipe = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
    except OSError:  # nobody reads, or the pipe is just being made anew
        return False
    with suppress(BrokenPipeError):
        os.write(pipe, _GOOD_LINES)
    os.close(pipe)
    return True


def _drained(path: Path, pipe: int) -> int:
    """Read what there is, and return the pipe, opened again where it is another file now."""
    try:
        if pipe >= 0 and os.fstat(pipe).st_ino != path.stat().st_ino:
            os.close(pipe)
            pipe = -1
        pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK) if pipe < 0 else pipe
        while os.read(pipe, 1 << 16):
            pass
    except OSError as error:
        if error.errno not in {errno.EAGAIN, errno.ENOENT}:
            raise
    return pipe


if __name__ == "__main__":
    if sys.argv[2:] == ["keep-going"]:
        keep_going(Path(sys.argv[1]))
    else:
        make(Path(sys.argv[1]))
        print(json.dumps(sorted(snapshot(Path(sys.argv[1])))))
