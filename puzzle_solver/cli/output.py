"""Files that commands write: the format that a name asks for, rows one by one, documents as a whole.

Every command writes through this module, so all of them treat names, links, devices and full disks alike.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple, TextIO, TypeAlias

from puzzle_solver.errors import InvalidPuzzle

Endings: TypeAlias = Mapping[str, str]
"""For each known ending, such as ``.csv``, in lower case: the name of its format."""

STDOUT: Final = "-"
"""The name that stands for stdout."""

_DESCRIPTORS: Final = "/dev/fd"
_MOST_LINKS: Final = 40
"""As many as Linux follows."""

_NOT_REPLACED: Final = frozenset({errno.EACCES, errno.EPERM, errno.EBUSY, errno.EROFS})
"""What stands against a new file in a directory, though a file in it may be written: rights, a mount."""


def unshielded(name: str) -> str:
    """Return the name of a file without the space that shields a name like ``-3`` from being taken for an option."""
    return name.removeprefix(" ")


def choose_form(name: str | None, endings: Endings, *, given: str | None, default: str) -> str:
    """Return the format to write: the one ``given``, else the one that the ending of ``name`` asks for.

    Without a name, and for stdout, devices, pipes and names without an ending, that is ``default``.

    >>> choose_form("rows.CSV", {".csv": "csv", ".txt": "text"}, given=None, default="text")
    'csv'

    Raises:
        InvalidPuzzle: the ending is not in ``endings``.
    """
    ending = "" if name is None or name == STDOUT else ending_of(unshielded(name))
    if given is not None or not ending:
        return given or default
    if ending in endings:
        return endings[ending]
    if _is_special(Path(unshielded(name or ""))):
        return default
    raise InvalidPuzzle(
        f"{unshielded(name or '')!r} ends with {ending}, which is no known format: "
        f"use {', '.join(endings)}, or give --format"
    )


def ending_of(name: str) -> str:
    """Return the ending of a file's name in lower case, ``.csv``; empty if it has none.

    >>> ending_of("here/Rows.jsonl.GZ"), ending_of(".profile"), ending_of("rows")
    ('.gz', '', '')
    """
    stem, _, ending = Path(name).name.lstrip(".").rpartition(".")
    return f".{ending.lower()}" if stem and ending else ""


class Rows:
    """Rows on a stream, each handed over at once: whole, or not at all where a regular file has no more room.

    ``name`` is the file that an error names; None stands for stdout. A ``stream`` that is None, as stdout is where it
    was closed before the start, takes rows and does nothing.
    """

    def __init__(self, stream: TextIO | None, name: str | None = None) -> None:
        self._stream, self._name = stream, name

    def put(self, text: str) -> None:
        """Write ``text``, one or more lines without the end of the last.

        Raises:
            OSError: it could not be written. A regular file is then as it was before.
        """
        if self._stream is not None:
            with _named(self._name):
                _put_text(f"{text}\n", self._stream)


@contextmanager
def open_rows(name: str | None) -> Iterator[Rows]:
    """Open a file for rows, emptied before; stdout if ``name`` is None or ``-``.

    Raises:
        OSError: the file cannot be opened.
    """
    if name is None or name == STDOUT:
        yield Rows(sys.stdout)
        return
    name = unshielded(name)
    with _named(name):
        place = find_place(name)
        source = place.path if place.descriptor is None else os.dup(place.descriptor)
        stream = open(source, "w", encoding="utf-8", newline="\n")  # noqa: PTH123, SIM115 (a descriptor is no path; the block below closes it)
    with stream:
        yield Rows(stream, name)


def try_document(name: str) -> None:
    """Refuse a file that cannot be written, before the work for it begins, and leave all as it was.

    A pipe is not tried: its reader would take the end of the trial for the end of the document.

    Raises:
        OSError: the file cannot be written.
    """
    if name == STDOUT:
        return
    with _named(unshielded(name)):
        place = find_place(unshielded(name))
        if place.descriptor is not None or place.path.is_fifo():
            return
        if place.path.exists():
            os.close(os.open(place.path, os.O_WRONLY))
            return
        path, number = _new_beside(place.path)
        os.close(number)
        path.unlink()


def write_document(name: str, data: bytes) -> None:
    """Write a document, whole or not at all: a regular file is written beside and renamed, and keeps its mode.

    Links are followed, also to a file that does not exist yet. Stdout (``-``), devices and pipes are written directly.

    Raises:
        OSError: the file cannot be written. A regular file is then as it was, and nothing is left beside it.
    """
    if name == STDOUT:
        if sys.stdout is not None:
            sys.stdout.flush()
            _put_bytes(data, sys.stdout)
        return
    with _named(unshielded(name)):
        place = find_place(unshielded(name))
        if place.descriptor is not None:
            _write_whole(place.descriptor, data)
        elif _is_special(place.path):
            with place.path.open("wb", buffering=0) as device:
                _write_whole(device.fileno(), data)
        else:
            _replace(place.path, data)


@contextmanager
def _named(name: str | None) -> Iterator[None]:
    """Let an error name the file as the user does; that of a write names none, that of a new file beside another."""
    try:
        yield
    except OSError as error:
        error.filename = name
        raise


def _put_text(text: str, stream: TextIO) -> None:
    stream.flush()
    if _number_of(stream) is None:
        stream.write(text)
    else:
        _put_bytes(text.encode(stream.encoding, stream.errors or "strict"), stream)


def _put_bytes(data: bytes, stream: TextIO) -> None:
    number = _number_of(stream)
    if number is None:  # a stream within the program
        stream.buffer.write(data)
    else:
        _write_whole(number, data)


def goes_to_file(stream: TextIO | None) -> bool:
    """Does a stream end in a regular file?"""
    number = None if stream is None else _number_of(stream)
    return number is not None and stat.S_ISREG(os.fstat(number).st_mode)


def _number_of(stream: TextIO) -> int | None:
    try:
        return stream.fileno()
    except (OSError, ValueError, AttributeError):
        return None


def _write_whole(number: int, data: bytes) -> None:
    """Write to a descriptor; what a regular file has no room for is taken off it again."""
    rest, written = memoryview(data), 0
    try:
        while written < len(data):  # the system may take a part at a time
            written += os.write(number, rest[written:])
    except BaseException:
        _take_off(number, written)
        raise


def _take_off(number: int, written: int) -> None:
    """Cut the last bytes off a regular file, unless somebody has written after them."""
    status = os.fstat(number)
    if written and stat.S_ISREG(status.st_mode) and os.lseek(number, 0, os.SEEK_CUR) == status.st_size:
        os.ftruncate(number, status.st_size - written)
        os.lseek(number, -written, os.SEEK_CUR)


class Place(NamedTuple):
    """Where a name leads, links followed: a ``path``, or a ``descriptor`` of this process, as ``/dev/stdout`` is."""

    path: Path
    descriptor: int | None = None


def find_place(name: str) -> Place:
    """Return where a name leads; the last of its links may lead to a file that does not exist yet.

    Raises:
        OSError: the links go round in a circle.
    """
    path = Path(name)
    for _ in range(_MOST_LINKS):
        path = Path(os.path.realpath(path.parent)) / path.name
        if str(path.parent) in {_DESCRIPTORS, os.path.realpath(_DESCRIPTORS)} and path.name.isdecimal():
            return Place(path, int(path.name))
        if not path.is_symlink():
            return Place(path)
        path = path.parent / path.readlink()
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), name)


def _is_special(path: Path) -> bool:
    """Is it there, and no regular file?"""
    return path.exists() and not path.is_file()


def _replace(path: Path, data: bytes) -> None:
    """Let a regular file hold ``data``, and be as it was if that fails."""
    before = path.stat() if path.exists() else None
    if before is not None:
        os.close(os.open(path, os.O_WRONLY))  # a file that may not be written is not replaced either
    try:
        if before is None or before.st_nlink == 1:
            _write_beside(path, data, before)
            return
    except OSError as error:
        if before is None or error.errno not in _NOT_REPLACED:
            raise
    _overwrite(path, data)


def _write_beside(path: Path, data: bytes, before: os.stat_result | None) -> None:
    beside, number = _new_beside(path)
    try:
        try:
            _write_whole(number, data)
        finally:
            os.close(number)
        if before is not None:
            _take_after(beside, before)
        beside.replace(path)
    except BaseException:
        beside.unlink()
        raise


def _new_beside(path: Path) -> tuple[Path, int]:
    """Create a file in the directory of another, with the mode of a new one."""
    beside = path.with_name(f".puzzle-{os.urandom(8).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return beside, os.open(beside, flags, 0o666)


def _take_after(path: Path, before: os.stat_result) -> None:
    """Give a file the mode of another, and its owner and group where that is allowed."""
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(path, before.st_uid, before.st_gid)
    path.chmod(stat.S_IMODE(before.st_mode))


def _overwrite(path: Path, data: bytes) -> None:
    """Write into a file that cannot be replaced, or has other names; what was in it has its room still, and returns."""
    kept = path.read_bytes()
    with path.open("r+b", buffering=0) as file:
        try:
            _write_whole(file.fileno(), data)
            file.truncate()
        except BaseException:
            file.seek(0)
            file.write(kept)
            file.truncate()
            raise
