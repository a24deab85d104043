"""What a batch reads: tables, arrays, lines of JSON and hands, in any encoding; and what it writes of them."""

from __future__ import annotations

import csv
import io
import json
import os
import pickle
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from program import Seen, puzzle, rows

from puzzle_solver import Puzzle, PuzzleError, check, solve
from puzzle_solver.cli.app import main
from puzzle_solver.cli.array import split_array
from puzzle_solver.cli.keys import ANSWER_KEYS, OWN, PUZZLE_KEYS, refuse_near_misses
from puzzle_solver.cli.lines import Line
from puzzle_solver.cli.question import read_hand
from puzzle_solver.cli.rows import open_source
from puzzle_solver.generator import Specification, generate

ROWS = rows("cli_tables.jsonl")
HANDS = "hand,target,id\n3 3 8 8,24,ä\n1 2,3,\n"


def objects(seen: Seen) -> list[Any]:
    return [json.loads(line) for line in seen.lines]


def table(seen: Seen) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(seen.out, newline="")))


@contextmanager
def directory(path: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(path)
    try:
        yield
    finally:
        os.chdir(before)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['kind']}: {row['stdin'][:30]!r}")
def test_a_file_is_read_as_it_is_meant(row: dict[str, Any], tmp_path: Path) -> None:
    if "make" in row:
        (tmp_path / row["make"]).mkdir()
    with directory(tmp_path):
        seen = puzzle(row["command"], "--batch", "-", *row.get("options", ()), stdin=row["stdin"])
    if "says" in row:
        assert (seen.code, seen.out, seen.err.count("\n"), seen.err[:7]) == (2, "", 1, "error: ")
        assert [words for words in row["says"] if words not in seen.err] == [], seen.err
        return
    told = objects(seen)
    assert (len(told), seen.err) == (len(row["rows"]), ""), seen
    assert seen.code == (2 if any("error" in expected for expected in row["rows"]) else 0)
    for each, expected in zip(told, row["rows"], strict=True):
        assert ("error" in each) == ("error" in expected), each
        assert expected.get("error", "") in each.get("error", ""), each
        assert "\n" not in each.get("error", "")
        assert {**each, **expected, "error": ""} == {**each, "error": ""}


# Encodings

ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-32"]
MARKED = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff", "utf-32-be": b"\x00\x00\xfe\xff"}


@pytest.mark.parametrize("encoding", [*ENCODINGS, *MARKED])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_byte_order_mark_says_how_a_file_is_encoded(encoding: str, end: str, tmp_path: Path) -> None:
    file = tmp_path / "hands.csv"
    file.write_bytes(MARKED.get(encoding, b"") + HANDS.replace("\n", end).encode(encoding))
    seen = puzzle("solve", "--batch", str(file))
    assert [(row["hand"], row["target"], row["given"]) for row in objects(seen)] == [
        (["3", "3", "8", "8"], "24", {"id": "ä"}),
        (["1", "2"], "3", {"id": ""}),
    ]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_named(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "hands.csv"
    file.write_bytes(HANDS.encode(encoding))
    code, out, err = puzzle("solve", "--batch", str(file))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "UTF-16" in err
    assert "save it as UTF-8" in err


def test_bytes_that_are_no_text_spoil_their_line_and_are_never_passed_on(tmp_path: Path) -> None:
    file = tmp_path / "hands"
    for text in (
        HANDS,
        '{"hand": [3, 8], "id": "ä"}\n{"hand": [3, 8]}\n',
        '[{"hand": [3, 8], "id": "ä"},\n{"hand": [3, 8]}]',
    ):
        file.write_bytes(text.encode("latin-1"))
        one, other = objects(puzzle("solve", "--batch", str(file)))
        assert "no text in UTF-8" in one["error"]
        assert other["outcome"] == "solved"
    file.write_bytes(b"hand,\xe4\n3 8,x\n")
    seen = puzzle("solve", "--batch", str(file))
    assert (seen.code, seen.out, seen.err[-21:]) == (2, "", "save the file as UTF-8\n"[-21:])
    file.write_bytes("\ufeff3 8\n3 8\n".encode("utf-16-le") + b"3")
    assert ["error" in row for row in objects(puzzle("solve", "--batch", str(file)))] == [False, False, True]


# What nothing may end


class Unforeseen(Exception):
    pass


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (Unforeseen("what\nis this?"), "Unforeseen: what is this?"),
        (RecursionError(), "RecursionError"),
        (MemoryError(), "memory"),
    ],
)
def test_any_exception_is_the_error_of_its_row(
    error: Exception, says: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def read(text: str) -> Any:
        if text == "6 6":
            raise error
        return read_hand(text)

    monkeypatch.setattr("puzzle_solver.cli.batch.read_hand", read)
    file = tmp_path / "table.csv"
    file.write_text("hand,answer,id\n3 8,3*8,a\n6 6,6*6,b\n4 6,4*6,c\n", "utf-8")
    for command in ("solve", "check", "examples"):
        assert main([command, "--batch", str(file)]) == 2
        seen = capsys.readouterr()
        if command == "examples":
            assert (seen.out.count("\n## "), seen.err.startswith("error: line 3: ")) == (2, True)
            continue
        _, bad, last = map(json.loads, seen.out.splitlines())
        assert says in bad["error"]
        assert (bad["line"], bad["given"]["id"], last["given"]["id"]) == (3, "b", "c")
        assert "\n" not in bad["error"]


def test_rows_are_read_as_they_are_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "file"
    row = '{"hand": [3, 8]}'
    for text in ("3 8\n", f"{row}\n", "hand,id\n" + "3 8,1\n", f"[\n{row}\n"):
        more = f", {row}\n" if text[0] == "[" else text.splitlines()[-1] + "\n"
        file.write_text(text + more * 100_000, "utf-8")
        with open_source(str(file), PUZZLE_KEYS) as source:
            first = [source.read(next(source.entries).raw).asked["hand"] for _ in range(3)]
            assert len(first) == 3
            assert file.stat().st_size > 400_000
            assert pickle.dumps(source.read)  # it goes to workers


def test_a_long_field_and_a_deep_object_are_rows_like_others(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(f"id,hand\n{'x' * 300_000},3 8\n1,3 8\n", "utf-8")
    assert [len(row["given"]["id"]) for row in objects(puzzle("solve", "--batch", str(file)))] == [300_000, 1]
    deep = "[" * 100_000 + "]" * 100_000
    file.write_text(
        f'{{"hand": [3, 8], "answer": "3*8", "deep": {deep}}}\n{{"hand": [3, 8], "answer": "3*8"}}\n', "utf-8"
    )
    for workers in ("1", "2"):
        one, other = objects(puzzle("check", "--batch", str(file), "--workers", workers))
        assert (one["line"], other["correct"]) == (1, True)


def test_a_quoted_field_that_never_ends_is_read_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text('hand,id\n3 8,"1\n' + "3 8,2\n" * 5000, "utf-8")
    first, *rest = objects(puzzle("solve", "--batch", str(file)))
    assert (first["line"], len(rest), {row["outcome"] for row in rest}) == (2, 5000, {"solved"})


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_rules_come_from_a_regular_file_of_some_size(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "device.json").symlink_to("/dev/zero")
    (tmp_path / "large.toml").write_text("#" * 100_001, "utf-8")
    (tmp_path / "club.toml").write_text("operators = '*'\ntarget = 24\n", "utf-8")
    for name in ("pipe.toml", "device.json", "large.toml"):
        code, out, err = puzzle("solve", "--rules", str(tmp_path / name), "3", "8", timeout=20)
        assert (code, out, err.count("\n")) == (2, "", 1)
        lines = "".join(
            json.dumps({"hand": [3, 8], "rules": str(tmp_path / each)}) + "\n" for each in (name, "club.toml")
        )
        seen = puzzle("solve", "--batch", "-", stdin=lines, timeout=20)
        assert ["--rules FILE" in row["error"] for row in objects(seen)] == [True, True]
    assert puzzle("solve", "--batch", "-", "--rules", str(tmp_path / "club.toml"), stdin="3 8\n3 7\n").code == 0


# What is written

MADE = ("generate", "--count", "6", "--seed", "4", "--all")


@pytest.mark.parametrize("form", ["text", "jsonl", "json", "csv"])
@pytest.mark.parametrize(
    ("asked", "drawn"),
    [
        (("-r", "countdown"), ()),
        (("--ops", "+-*^"), ("--numbers", "3", "-g", "needs=^")),
        ((), ("--deck", "1/2,1/3,2,3", "--numbers", "3", "--target", "1..9")),
    ],
    ids=" ".join,
)
def test_what_generate_prints_is_read_back(form: str, asked: tuple[str, ...], drawn: tuple[str, ...]) -> None:
    """The rules of ``asked`` are given again, for the lines of a text do not tell them."""
    made = puzzle(*MADE, *asked, *drawn, "-f", form).out
    rows = objects(puzzle(*MADE, *asked, *drawn, "-f", "jsonl"))
    assert len(rows) > 2
    solved = puzzle("solve", "--batch", "-", "--all", *asked, stdin=made)
    assert (solved.code, solved.err) == (0, "")
    for row, again in zip(rows, objects(solved), strict=True):
        assert [again[key] for key in ("hand", "target", "solutions", "count")] == [
            row[key] for key in ("hand", "target", "solutions", "count")
        ]
    checked = puzzle("check", "--batch", "-", *asked, stdin=made)
    texts = [(row["hand"], solution["text"]) for row in rows for solution in row["solutions"]]
    assert [(verdict["hand"], verdict["answer"]) for verdict in objects(checked)] == texts
    assert all(verdict["correct"] for verdict in objects(checked))
    assert checked.code == 0
    assert puzzle("check", "--batch", "-", *asked, "--workers", "2", stdin=made) == checked


@pytest.mark.parametrize("form", ["jsonl", "json", "csv"])
def test_what_solve_prints_is_read_back(form: str) -> None:
    solved = puzzle("solve", "--batch", "-", "--all", "-f", form, stdin="1 2 3 4\n3 3 8 8\n1 2 -> 3\n")
    assert solved.code == 0
    checked = objects(puzzle("check", "--batch", "-", stdin=solved.out))
    assert [row["correct"] for row in checked] == [True] * 5
    again = objects(puzzle("solve", "--batch", "-", "--all", stdin=solved.out))
    assert [row["count"] for row in again] == [3, 1, 1]


def test_json_is_one_array_that_is_closed_after_a_bad_line() -> None:
    seen = puzzle("solve", "--batch", "-", "-f", "json", stdin="3 8\nx\n4 6\n")
    assert [row.get("outcome") for row in seen.object] == ["solved", None, "solved"]
    assert seen.code == 2
    assert puzzle("check", "--batch", "-", "-f", "json", stdin="").object == []


def test_columns_are_passed_through_and_none_takes_the_place_of_ours() -> None:
    stdin = 'hand,id,count,error,given.count,answer\n3 8,ä,2,,"a\nb",8-3\n3 x,7,,,,1\n'
    seen = puzzle("solve", "--batch", "-", "--format", "csv", stdin=stdin)
    one, other = table(seen)
    assert (one["hand"], one["solutions"], one["count"], one["error"]) == ("3 8", "3 * 8", "", "")
    assert (one["id"], one["given.count"], one["given.error"], one["given.given.count"], one["answer"]) == (
        "ä",
        "2",
        "",
        "a\nb",
        "8-3",
    )
    assert (other["id"], other["line"], "'x'" in other["error"]) == ("7", "4", True)
    verdicts = table(puzzle("check", "--batch", "-", "--format", "csv", stdin=stdin))
    assert [(row["answer"], row["correct"], row["reasons"], row["count"]) for row in verdicts] == [
        ("8-3", "false", "wrong_value", "2"),
        ("", "", "", ""),
    ]


def test_a_table_of_objects_that_pass_on_has_one_column_for_it() -> None:
    seen = puzzle(
        "solve",
        "--batch",
        "-",
        "--format",
        "csv",
        stdin='{"hand": [3, 8], "id": 1.50}\n3 8\n{"hand": [3, 8], "x": "y"}\n',
    )
    assert [row["given"] for row in table(seen)] == ['{"id": 1.50}', "", '{"x": "y"}']


def test_one_puzzle_or_a_range_is_a_table_too() -> None:
    [row] = table(puzzle("solve", "2", "2", "3", "3", "--all", "-f", "csv"))
    assert (row["hand"], row["count"], row["solutions"].count("; ")) == ("2 2 3 3", "3", 2)
    rows = table(puzzle("solve", "4", "4", "4", "4", "-t", "7..10", "-f", "csv"))
    assert [(row["target"], row["outcome"]) for row in rows] == [
        ("7", "solved"),
        ("8", "solved"),
        ("9", "solved"),
        ("10", "impossible"),
    ]
    [row] = table(puzzle("solve", "1", "1", "-t", "5", "--nearest", "-f", "csv"))
    assert row["nearest"] == "1 + 1 = 2"
    [row] = table(puzzle("check", "8/(3-8/3)", "--numbers", "3 3 8 8", "-f", "csv", "--steps"))
    assert (row["correct"], row["value"], row["steps"]) == ("true", "24", "8 / 3 = 8/3, 3 - 8/3 = 1/3, 8 / (1/3) = 24")


# Files


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.JSON", "rows.csv", "rows", "-"])
def test_rows_go_to_a_file_in_the_format_of_its_name(name: str, tmp_path: Path) -> None:
    stdin = "hand,id,answer\n3 8,ä,3*8\nx,ö,1\n"
    form = {".jsonl": "jsonl", ".JSON": "json", ".csv": "csv"}.get(Path(name).suffix, "jsonl")
    for command in ("solve", "check"):
        printed = puzzle(command, "--batch", "-", "--format", form, stdin=stdin)
        file = name if name == "-" else str(tmp_path / name)
        seen = puzzle(command, "--batch", "-", "-o", file, stdin=stdin)
        told = seen.out.encode() if name == "-" else (tmp_path / name).read_bytes()
        assert (seen.code, told, seen.err) == (2, printed.out.encode(), "")
        assert name == "-" or not seen.out


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.json", "a.jsonl", "a.md", "a.tex", "a.svg", "a"])
def test_one_puzzle_goes_to_a_file_in_the_format_of_its_name(name: str, tmp_path: Path) -> None:
    form = {"a.txt": "text", "a.md": "markdown", "a.tex": "latex", "a": "text"}.get(name, name[2:])
    printed = puzzle("solve", "3", "3", "8", "8", "--format", form)
    assert puzzle("solve", "3", "3", "8", "8", "--output", str(tmp_path / name)) == (0, "", "")
    assert (tmp_path / name).read_text("utf-8") == printed.out


def test_what_one_verdict_or_a_range_prints_goes_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "verdict.json"
    assert puzzle("check", "8-3", "--numbers", "3 8", "-o", str(file)) == (1, "", "")
    assert json.loads(file.read_text("utf-8"))["correct"] is False
    file = tmp_path / "range.csv"
    assert puzzle("solve", "4", "4", "4", "4", "-t", "7..9", "-o", str(file)).code == 0
    assert file.read_text("utf-8") == puzzle("solve", "4", "4", "4", "4", "-t", "7..9", "-f", "csv").out
    file = tmp_path / "tree"
    words = ("solve", "3", "3", "8", "8", "--format", "tree", "--style", "unicode")
    assert puzzle(*words, "--output", str(file), PYTHONIOENCODING="ascii").code == 0
    assert file.read_text("utf-8") == puzzle(*words).out


MISUSE: list[tuple[tuple[str, ...], list[str]]] = [
    (("solve", "--batch", "-", "-o", "rows.txt"), ["'rows.txt'", ".jsonl, .json, .csv"]),
    (("solve", "--batch", "-", "-o", "rows.pdf"), ["'rows.pdf'", ".jsonl, .json, .csv"]),
    (("check", "--batch", "-", "-o", "rows.md"), ["'rows.md'", ".jsonl, .json, .csv"]),
    (("solve", "3", "8", "-o", "rows.xlsx"), ["'rows.xlsx'", ".svg"]),
    (("check", "3*8", "--numbers", "3 8", "-o", "rows.tsv"), ["'rows.tsv'", ".csv"]),
    (("solve", "--batch", "-", "-f", "latex"), ["--batch", "latex"]),
    (("check", "--batch", "-", "-f", "latex"), ["'latex'", "csv"]),
    (("solve", "3", "8", "-o", "nowhere/a.txt"), ["nowhere/a.txt", "No such file"]),
    (("solve", "--batch", "-", "-o", "nowhere/a.csv"), ["nowhere/a.csv", "No such file"]),
    (("solve", "--batch", "hands.csv", "-o", "./hands.csv"), ["--batch", "another name"]),
    (("check", "--batch", "hands.csv", "-o", "link.csv"), ["--batch", "another name"]),
    (("solve", "--batch", "bad.csv", "-o", "kept.csv"), ["no hand"]),
    (("check", "3*", "--numbers", "3 8", "-o", "kept.csv"), ["a number is missing"]),
    (("solve", "3", "8", "--engine", "diesel", "-o", "kept.csv"), ["'diesel'"]),
]


@pytest.mark.parametrize(("words", "says"), MISUSE, ids=" ".join)
def test_misuse_writes_no_file_and_keeps_what_is_there(words: tuple[str, ...], says: list[str], tmp_path: Path) -> None:
    files = {"hands.csv": "hand,answer\n3 8,3*8\n", "bad.csv": "x,y\n1,2\n", "kept.csv": "kept\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "link.csv").symlink_to(tmp_path / "hands.csv")
    with directory(tmp_path):
        seen = puzzle(*words, stdin="3 8\n" if words[0] == "solve" else "3 8 -> 24\t3*8\n")
    assert (seen.code, seen.out, seen.err[:7]) == (2, "", "error: ")
    assert [words for words in says if words not in seen.err] == [], seen.err
    assert {path.name for path in tmp_path.iterdir()} == {*files, "link.csv"}
    assert {name: (tmp_path / name).read_text("utf-8") for name in files} == files


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
@pytest.mark.parametrize("command", ["solve", "check"])
def test_a_full_disk_is_one_line(command: str) -> None:
    seen = puzzle(command, "--batch", "-", "--output", "/dev/full", stdin="3 8 -> 24\t3*8\n")
    assert (seen.code, seen.out, seen.err) == (2, "", "error: cannot use '/dev/full': No space left on device\n")


# Laws

OBJECTS = st.lists(
    st.dictionaries(
        st.text(max_size=4),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=6),
            lambda more: st.lists(more, max_size=3) | st.dictionaries(st.text(max_size=3), more, max_size=3),
            max_leaves=6,
        ),
        max_size=3,
    ),
    max_size=5,
)


@given(OBJECTS, st.sampled_from([None, 0, 2]), st.booleans())
def test_an_array_is_its_elements_however_it_is_laid_out(
    found: list[Any], indent: int | None, ascii_only: bool
) -> None:
    text = json.dumps(found, indent=indent, ensure_ascii=ascii_only)
    lines = (Line(number, line + "\n") for number, line in enumerate(text.split("\n"), 1))
    elements = list(split_array(lines))
    assert [json.loads(element.text) for element in elements] == found
    for element in elements:
        assert text.split("\n")[element.number - 1].strip(" ,[")[:1] == "{"


@given(
    st.lists(
        st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), min_size=2, max_size=2), max_size=5
    ),
    st.sampled_from([",", "\t", ";"]),
)
def test_cells_are_passed_on_as_they_are(cells: list[list[str]], delimiter: str) -> None:
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=delimiter).writerows([["hand", "one", "other"], *(["3 8", *each] for each in cells)])
    data = file.getvalue().encode()
    with read_data(data) as path, open_source(path, PUZZLE_KEYS) as source:
        assert [dict(source.read(entry.raw).given) for entry in source.entries] == [
            {"one": one, "other": other} for one, other in cells
        ]


@contextmanager
def read_data(data: bytes) -> Iterator[str]:
    read, write = os.pipe()
    with os.fdopen(write, "wb") as end:
        end.write(data)
    try:
        yield f"/dev/fd/{read}"
    finally:
        os.close(read)


@given(st.sampled_from(sorted({*PUZZLE_KEYS, *ANSWER_KEYS})), st.data())
def test_an_edit_or_a_swap_is_seen_and_our_own_keys_never_are(key: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(key)))
    letter = data.draw(st.sampled_from("aeiostx_"))
    edits = {
        key[:at] + letter + key[at:],
        key[:at] + key[at + 1 :],
        key[:at] + letter + key[at + 1 :],
        key[:at] + key[at + 1 : at + 2] + key[at : at + 1] + key[at + 2 :],
        key.upper(),
    }
    for edit in edits - {*PUZZLE_KEYS, *ANSWER_KEYS} - OWN:
        with pytest.raises(PuzzleError, match="did you mean"):
            refuse_near_misses([edit], [key])
    refuse_near_misses(OWN, [key])


def test_every_key_of_our_rows_is_known() -> None:
    puzzles = generate(Specification(), count=1)
    ours = {*solve(Puzzle([3, 8])).to_object(), *check("3*8", Puzzle([3, 8])).to_object(), *next(puzzles).to_object()}
    assert ours - OWN == set()


@pytest.mark.slow
def test_no_file_gives_a_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(7)
    seeds = [row["stdin"].encode() for row in ROWS if len(row["stdin"]) < 500]
    file = tmp_path / "file"
    for number in range(10_000):
        data = bytearray(chance.choice(seeds) + chance.choice(seeds) * chance.randrange(2))
        for _ in range(chance.randrange(4)):
            at = chance.randrange(len(data) + 1)
            data[at : at + chance.randrange(3)] = chance.choice(
                [b"", b'"', b"[", b"}", b"\xff", b"\0", b",", b"\n", b"->", b"\t", b"9"]
            )
        file.write_bytes(data)
        command = chance.choice([["solve", "--time-limit", "5"], ["check"]])
        code = main([*command, "--batch", str(file), "--format", chance.choice(["jsonl", "csv", "json"])])
        seen = capsys.readouterr()
        assert code in {0, 2}, (number, bytes(data))
        assert "Traceback" not in seen.err
        assert code == 2 or not seen.err, (bytes(data), seen.err)
