"""What commands write into files: by the endings of their names, by whole rows, by whole documents."""

from __future__ import annotations

import errno
import json
import os
import resource
import stat
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from program import COMMAND, Seen, environment, puzzle

from deadline import in_threads
from puzzle_solver.cli.output import choose_form, ending_of, open_rows, write_document
from puzzle_solver.errors import InvalidPuzzle

ENDINGS = {".md": "markdown", ".html": "html"}

MOST = 2000
"""What a file may hold where there is no more room."""


def limited(*words: str, out: Path | None = None, stdin: str = "", most: int = MOST) -> Seen:
    """Run the program where no file can grow beyond so many bytes."""
    with Path(os.devnull if out is None else out).open("a") as stdout:
        done = subprocess.run(
            [*COMMAND, *words], input=stdin, stdout=stdout, stderr=subprocess.PIPE, text=True, env=environment(),
            check=False, timeout=60, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        )  # fmt: skip
    return Seen(done.returncode, "", done.stderr)


# The ending of a name


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("a.md", ".md"), ("A.MD", ".md"), ("a.b.Html", ".html"), ("dir.d/a", ""), ("a", ""), (".md", ""), ("a.", ""),
        ("..a.gz", ".gz"), ("a.jsonl.gz", ".gz"), ("-", ""), ("", ""), ("..", ""),
    ],
)  # fmt: skip
def test_the_ending_of_a_name(name: str, ending: str) -> None:
    assert ending_of(name) == ending


@pytest.mark.parametrize(
    ("name", "form"),
    [("a.HTML", "html"), ("a", "markdown"), ("-", "markdown"), (None, "markdown"), (" -1.html", "html"),
     ("/dev/null", "markdown"), ("/dev/stdout", "markdown")],
)  # fmt: skip
def test_the_format_that_a_name_asks_for(name: str | None, form: str) -> None:
    assert choose_form(name, ENDINGS, given=None, default="markdown") == form
    assert choose_form(name, ENDINGS, given="latex", default="markdown") == "latex"


@pytest.mark.parametrize("name", ["sheet.pdf", "sheet.md.gz", "Sheet.XLSX", "here.md/sheet.doc", " -1.pdf"])
def test_an_ending_that_is_not_known_is_refused_unless_the_format_is_given(name: str) -> None:
    with pytest.raises(InvalidPuzzle, match=r"\.md, \.html, or give --format$"):
        choose_form(name, ENDINGS, given=None, default="markdown")
    assert choose_form(name, ENDINGS, given="html", default="markdown") == "html"


def test_a_pipe_keeps_the_default_whatever_its_ending(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    assert choose_form(str(tmp_path / "pipe.pdf"), ENDINGS, given=None, default="markdown") == "markdown"


UNKNOWN = ("pdf", "docx", "xlsx", "parquet", "tsv", "jsonl.gz", "PDF", "json5", "svg")
WRITERS = (("examples", "1", "2", "3", "4"), ("generate", "--count", "1"), ("generate", "--split", "a=1"))


@pytest.mark.parametrize("words", WRITERS, ids=" ".join)
def test_no_command_writes_under_a_name_that_promises_something_else(words: tuple[str, ...], tmp_path: Path) -> None:
    for ending in UNKNOWN:
        file = tmp_path / f"sheet.{ending}"
        seen = puzzle(*words, "--output", str(file))
        assert (seen.code, seen.out, seen.err.count("\n")) == (2, "", 1)
        assert seen.err.startswith(f"error: {str(file)!r} ends with .{ending.rpartition('.')[2].lower()}, ")
        assert seen.err.endswith(", or give --format\n")
        assert "use ." in seen.err
        assert not file.exists()
    form = "html" if words[0] == "examples" else "jsonl"
    assert puzzle(*words, "--output", str(tmp_path / "sheet.pdf"), "--format", form).code == 0
    assert (tmp_path / "sheet.pdf").stat().st_size


def test_a_plot_says_what_there_is_and_ignores_case(tmp_path: Path) -> None:
    words = ("compare", "2", "3", "--engine", "target", "--plot")
    for name in ("cost.pdf", "cost.svg.gz", "cost"):
        seen = puzzle(*words, str(tmp_path / name))
        assert (seen.code, seen.out, seen.err.count("\n")) == (2, "", 1)
        assert ".svg or .png" in seen.err
    assert list(tmp_path.iterdir()) == []
    assert puzzle(*words, str(tmp_path / "COST.SVG")).code == 0
    assert "<svg" in (tmp_path / "COST.SVG").read_text("utf-8")


# Rows


HANDS = "".join(f"3 3 8 8 -> {number}\n" for number in range(24, 44))
ANSWERS = "".join(json.dumps({"hand": "3 3 8 8", "answer": f"8/(3-8/3)+{number}"}) + "\n" for number in range(99))


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        (("solve", "--batch", "-"), HANDS),
        (("check", "--batch", "-"), ANSWERS),
        (("check", "--batch", "-", "--workers", "2"), ANSWERS),
        (("solve", "2", "4", "8", "10", "--all", "--same", "trees"), ""),
        (("solve", "2", "4", "8", "10", "--all", "--same", "trees", "--format", "jsonl"), ""),
        (("reach", "1", "2", "3", "4", "5"), ""),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_file_behind_stdout_never_ends_with_half_a_row(
    words: tuple[str, ...], stdin: str, unbuffered: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    file = tmp_path / "rows"
    file.write_text("what was there before\n")
    seen = limited(*words, out=file, stdin=stdin, most=MOST // 2)
    text = file.read_text("utf-8")
    whole = puzzle(*words, stdin=stdin).out
    assert seen.code == 2
    assert seen.err.splitlines()[-1].startswith("error: cannot use stdin or stdout: ")
    assert text.startswith("what was there before\n")
    rows = text.removeprefix("what was there before\n")
    assert whole.startswith(rows)
    assert rows == "" or rows.endswith("\n")
    assert len(text) + len(whole[len(rows) :].partition("\n")[0]) >= MOST // 2


def test_a_writer_that_fails_part_way_leaves_whole_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, write, left = tmp_path / "rows", os.write, [25]

    def short(number: int, data: bytes) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        taken = min(left[0], 7, len(data))
        left[0] -= taken
        return write(number, bytes(data[:taken]))

    monkeypatch.setattr(os, "write", short)
    with open_rows(str(file)) as rows:
        rows.put("ten bytes")
        rows.put("ten bytes")
        with pytest.raises(OSError, match="No space left") as full:
            rows.put("ten bytes")
    assert full.value.filename == str(file)
    assert file.read_text() == "ten bytes\n" * 2


def test_what_somebody_else_has_added_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, write = tmp_path / "rows", os.write

    def short(number: int, data: bytes) -> int:
        if data == b"f":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = write(number, bytes(data[:-1])[: len(data)])
        with file.open("a") as other:
            other.write("another's\n")
        return written

    monkeypatch.setattr(os, "write", lambda number, data: short(number, bytes(data).replace(b"\n", b"f")))
    with open_rows(str(file)) as rows, pytest.raises(OSError, match="No space left"):
        rows.put("mine")
    assert file.read_text().endswith("another's\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only some systems have a disk that is always full")
@pytest.mark.parametrize("words", [("generate", "-c", "2"), ("examples", "3", "8")], ids=" ".join)
def test_a_device_that_is_full_is_named(words: tuple[str, ...]) -> None:
    assert puzzle(*words, "-o", "/dev/full") == (2, "", "error: cannot use '/dev/full': No space left on device\n")


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
@pytest.mark.parametrize("words", [("generate", "-c", "2"), ("examples", "3", "8")], ids=" ".join)
def test_stdout_by_its_name_is_stdout_also_where_that_is_a_file(
    words: tuple[str, ...], name: str, tmp_path: Path
) -> None:
    if not Path(name).parent.exists():
        pytest.skip(f"there is no {name} here")
    file = tmp_path / "out"
    shell = f'(echo before; "$@" -o {name}; echo after) > out'
    subprocess.run(
        ["/bin/sh", "-c", shell, "sh", *COMMAND, *words], env=environment(), cwd=tmp_path, check=True, timeout=60
    )
    assert file.read_text("utf-8") == f"before\n{puzzle(*words).out}after\n"


# Documents


def written(name: Path, text: str = "new\n") -> None:
    write_document(str(name), text.encode())


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every disk full after three bytes."""
    write, left = os.write, [3]

    def short(number: int, data: bytes) -> int:
        taken = min(left[0], len(data))
        left[0] -= taken
        if not taken:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(number, bytes(data[:taken]))

    monkeypatch.setattr(os, "write", short)


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o664, 0o755])
def test_a_document_keeps_the_mode_of_the_file(mode: int, tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_text("old\n")
    file.chmod(mode)
    written(file)
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == ("new\n", mode)
    assert list(tmp_path.iterdir()) == [file]


def test_a_new_document_has_the_mode_of_every_new_file(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    written(tmp_path / "page.md")
    assert (tmp_path / "page.md").stat().st_mode == (tmp_path / "other").stat().st_mode


@contextmanager
def _linked(tmp_path: Path, *, there: bool) -> Iterator[tuple[Path, Path]]:
    (tmp_path / "far").mkdir()
    (tmp_path / "near").mkdir()
    target, link = tmp_path / "far" / "page.md", tmp_path / "near" / "link.md"
    (tmp_path / "far" / "between").symlink_to("page.md")
    link.symlink_to(Path("..", "far", "between"))
    if there:
        target.write_text("old\n")
    yield link, target
    assert link.is_symlink()
    assert [file.name for file in (tmp_path / "near").iterdir()] == ["link.md"]


@pytest.mark.parametrize("there", [True, False])
def test_links_are_followed_also_to_what_is_not_there_yet(there: bool, tmp_path: Path) -> None:
    with _linked(tmp_path, there=there) as (link, target):
        assert puzzle("examples", "3", "8", "-o", str(link)).code == 0
        assert target.read_text("utf-8") == puzzle("examples", "3", "8").out
        assert {file.name for file in target.parent.iterdir()} == {"page.md", "between"}


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.usefixtures("full")
def test_where_there_is_no_room_all_is_as_it_was(there: bool, tmp_path: Path) -> None:
    with _linked(tmp_path, there=there) as (link, target):
        before = {file.name for file in target.parent.iterdir()}
        with pytest.raises(OSError, match="No space left") as error:
            written(link)
        assert error.value.filename == str(link)
        assert {file.name for file in target.parent.iterdir()} == before
        assert not there or target.read_text() == "old\n"


@pytest.mark.parametrize("before", ["old\n" * 1000, None])
def test_a_document_that_does_not_fit_leaves_the_old_one(before: str | None, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    if before is not None:
        file.write_text(before)
    seen = limited("examples", "3", "3", "8", "8", "-o", str(file))
    assert (seen.code, seen.err.count("\n")) == (2, 1)
    assert seen.err.startswith(f"error: cannot use {str(file)!r}: ")
    assert [each.read_text() for each in tmp_path.iterdir()] == ([] if before is None else [before])


def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.md").symlink_to("b.md")
    (tmp_path / "b.md").symlink_to("a.md")
    for words in (("examples", "3", "8"), ("generate", "--count", "1", "--format", "text")):
        seen = puzzle(*words, "-o", str(tmp_path / "a.md"))
        assert (seen.code, seen.err.count("\n")) == (2, 1)
        assert f"cannot use {str(tmp_path / 'a.md')!r}: " in seen.err


def test_a_file_with_two_names_keeps_both(tmp_path: Path) -> None:
    file, other = tmp_path / "page.md", tmp_path / "other.md"
    file.write_text("old and longer\n")
    other.hardlink_to(file)
    written(file)
    assert (other.read_text(), len(list(tmp_path.iterdir()))) == ("new\n", 2)


@pytest.mark.usefixtures("full")
def test_a_file_with_two_names_is_as_it_was_where_there_is_no_room(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_text("old\n")
    (tmp_path / "other.md").hardlink_to(file)
    with pytest.raises(OSError, match="No space left"):
        written(file, "new and longer\n")
    assert file.read_text() == "old\n"


def test_a_file_in_a_directory_that_takes_no_other_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "page.md"
    file.write_text("old and longer\n")

    def refuse(self: Path, target: Path) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), str(self))

    monkeypatch.setattr(Path, "replace", refuse)
    written(file)
    assert (file.read_text(), list(tmp_path.iterdir())) == ("new\n", [file])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write every file")
def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_text("old\n")
    file.chmod(0o444)
    with pytest.raises(PermissionError):
        written(file)
    assert file.read_text() == "old\n"


def test_a_named_pipe_is_written_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.md"
    os.mkfifo(pipe)

    def write() -> str:
        written(pipe)
        return ""

    seen, _ = in_threads(pipe.read_text, write)
    assert (seen, pipe.is_fifo()) == ("new\n", True)


@pytest.mark.parametrize("write", [written, lambda name: written(name, "x" * 10_000)])
def test_an_interrupt_leaves_nothing_beside(
    write: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(number: int, data: bytes) -> int:
        raise KeyboardInterrupt

    file = tmp_path / "page.md"
    file.write_text("old\n")
    monkeypatch.setattr(os, "write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(file)
    assert [each.read_text() for each in tmp_path.iterdir()] == ["old\n"]
