"""Files of many puzzles or answers, a line each: valid, mutated and hostile."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from mutation import WORDS
from scene import Scene, edited, make_scene

Make: TypeAlias = Callable[[Random], bytes]

KEYS: Final = (
    "hand", "target", "rules", "answer", "ops", "order", "use", "domain", "join", "decimals", "recurring", "brackets",
    "unary_depth", "max_bits", "max_exponent", "same",
)  # fmt: skip
_LENGTHS: Final = (1, 1, 1, 2, 2, 3, 5, 8, 13, 50)
_LIMITED: Final = ("24", "make10", "countdown", "in-order", "krypto", "ticket")
_FILES: Final = (
    "club.toml",
    "club.json",
    "directory.toml",
    "number.json",
    "loop.toml",
    "missing.toml",
    "binary.toml",
    "fifo.toml",
)
_CHANGES: Final[dict[str, Sequence[object]]] = {
    "rules": (*_LIMITED, {"operators": "+-", "target": 5}, {"target": "3", "order": "fixed"}),
    "ops": ("+-*/", "+-", "*", ["+", "divide"], "add,power"),
    "order": ("fixed", "free"), "use": ("all", "some"), "domain": ("integer", "natural", "rational"),
    "join": (True, False), "brackets": (True, False), "same": ("trees", "algebra", "essence"),
    "unary_depth": (0, 1), "max_bits": (64, "9"), "max_exponent": (9, 2),
}  # fmt: skip
_VALUES: Final[tuple[object, ...]] = (
    None, True, False, 0, -1, 1e308, float("inf"), float("nan"), 10**30, 1.5, "", " ", "x", [], {}, [[]], [None],
    ["3", 8], {"a": 1},
    "inf", "1/0", "9" * 1001, "0..5", "\0", "\ud800", "\u200b3", "٣", "3 8", "24 ", *_FILES, "/dev/zero",
    "a" * 300 + ".toml",
    "\0.toml", {"rules": {}}, {"name": "\n"}, {"operators": []}, {"target": {}}, [1] * 101, "1 " * 101, {"": ""}, "-",
    "../club.toml",
)  # fmt: skip
_ALONE: Final = (
    b"[1]", b"1", b"null", b'"x"', b"true", b"[]", b"{}", b"[[[]]]", b"NaN", b"-Infinity", b"1e400", b"-", b"{", b"}",
    b'{"hand"',
    b'{"hand": [3, 8], "hand": [1]}', b'{"hand": [3, 8]} x', b"'3 8'", b"3 3 8 8 ->", b"-> 24", b"3 -> 4 -> 5", b"->",
    b"3,3,8,8,24",
    b"3 3 8 8,24", b"id,a,b", b"hand,target", b"three", b"3;8", b"3\t8", b"1/0", b"0158", b"1e1000000000",
    b"\xff\xfe", b"3 \xff 8",
    b"\0", b"3 8\0", b"\xef\xbb\xbf3 8", "３ ８".encode(), "3 8 → 24".encode(), b"\x1a", b"\x1b[31m3 8", b"# 3 8",
    b"//", b"--help", b"-1 -2",
    b'"3 8', b'"3,8",24', b",", b",,,", b"=1+1", b"\x0b3 8\x0c", "3\x858".encode(), "3\u20288".encode(), b"- -",
    b"K Q J",
)  # fmt: skip
_BLANK: Final = (b"", b" ", b"\t", b" \r")
_ENDS: Final = (b"\n", b"\n", b"\n", b"\n", b"\r\n", b"\r")


_MARK: Final = b"\xef\xbb\xbf"


class Told(NamedTuple):
    """A line; ``hand``: the numbers that its row must tell, None where it may be refused; ``right``: it can be made."""

    data: bytes
    hand: tuple[str, ...] | None = None
    right: bool = False

    @property
    def is_object(self) -> bool:
        return self.data.startswith(b"{")


class Batch(NamedTuple):
    """A file. ``table``: its first line is a header, so it is no row."""

    lines: tuple[Told, ...]
    data: bytes
    table: bool = False

    @property
    def told(self) -> list[Told]:
        """The lines, if each is one of the text; else nothing is known of any."""
        some = [line for line in self.lines if line.data.strip()]
        return some if len(some) == len(self.numbered) else [Told(b"")] * len(self.numbered)

    @property
    def is_of_lines(self) -> bool:
        """Is it certain that each line is a row, and the file neither a table nor an array, nor in another encoding?"""
        first, start = self.told[:1], self.data.removeprefix(_MARK).lstrip()
        plain = bool(first and first[0].hand) and not re.match(rb"[^\r\n]*[A-Za-z]", start)
        return bool(first) and b"\0" not in self.data and (plain or start.startswith(b"{"))

    @property
    def numbered(self) -> list[tuple[int, str]]:
        """The lines that have something in them, with their numbers, as a text file is read."""
        text = self.data.decode("utf-8-sig", "replace")
        lines = enumerate(io.StringIO(text, newline=None), 1)
        return [(number, line) for number, line in lines if not line.isspace()]


def make_batch(random: Random, *, answers: bool = False) -> Batch:
    """Return a file of 1 to 50 lines; ``answers``: of answers to be checked, which only objects have."""
    many = random.choice(_LENGTHS)
    if random.random() < 0.15:
        return joined(_table(many, random), random, table=True)
    hostile = random.choice([0.0, 0.1, 0.5])
    return joined([_line(random, hostile, answers=answers) for _ in range(many)], random)


def joined(lines: Sequence[Told], random: Random, *, table: bool = False) -> Batch:
    """Return a file of these lines, with line ends of some kind, and perhaps a mark at its start."""
    end = random.choice(_ENDS)
    mark = _MARK if random.random() < 0.05 else b""
    return Batch(
        tuple(lines), mark + end.join(line.data for line in lines) + end * random.choice([0, 1, 1, 1, 2]), table
    )


def plainly_joined(lines: Sequence[Told], *, table: bool) -> Batch:
    return Batch(tuple(lines), b"".join(line.data + b"\n" for line in lines), table)


def _line(random: Random, hostile: float = 0, *, answers: bool = False) -> Told:
    if random.random() < hostile:
        return Told(random.choice(HOSTILE)(random))
    scene = make_scene(random)
    if answers and random.random() < 0.95:
        return _object(scene, random)
    return random.choice([_numbers, _numbers, _arrow, _object, _object, _object])(scene, random)


def _numbers(scene: Scene, random: Random) -> Told:
    between = random.choice([" ", " ", "  ", ",", ", "])
    return Told(between.join(scene.hand).encode(), None if "," in between else scene.numbers)


def _arrow(scene: Scene, random: Random) -> Told:
    return Told(
        f"{' '.join(scene.hand)} {random.choice(['->', '-> '])}{scene.value}".encode(), scene.numbers, right=True
    )


def _object(scene: Scene, random: Random) -> Told:
    given = _given(scene, random)
    for key in random.sample(list(_CHANGES), random.choice([0, 0, 1, 2])):
        given[key] = random.choice(_CHANGES[key])
    given |= {"id": 7} if random.random() < 0.1 else {}
    plain = given.keys() <= {"hand", "target", "answer", "id"}
    right = plain and given["answer"].removesuffix(f" = {scene.value}") == scene.answer
    return Told(_json(given, random), scene.numbers if plain else None, right)


def _given(scene: Scene, random: Random) -> dict[str, Any]:
    hand = random.choice([list(scene.hand), " ".join(scene.hand), ",".join(scene.hand)])
    return {
        "hand": hand,
        "target": scene.value,
        "answer": random.choice([scene.answer, "3*8", "1+", f"{scene.answer} = {scene.value}"]),
    }


def _json(given: object, random: Random) -> bytes:
    return json.dumps(given, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")


# Hostile lines


def _alone(random: Random) -> bytes:
    return random.choice(_ALONE)


def _blank(random: Random) -> bytes:
    return random.choice(_BLANK)


def _odd_value(random: Random) -> bytes:
    """Return an object one or two of whose values are of another kind."""
    given = _given(make_scene(random), random)
    for key in random.sample(KEYS, random.choice([1, 1, 2])):
        given[key] = random.choice(_VALUES)
    return _json(given, random)


def _odd_rules(random: Random) -> bytes:
    keys = (
        "name",
        "operators",
        "order",
        "target",
        "deck",
        "numbers",
        "targets",
        "source",
        "max_bits",
        "unary_depth",
        "x",
    )
    rules = {key: random.choice(_VALUES) for key in random.sample(keys, random.choice([1, 1, 2]))}
    return _json(_given(make_scene(random), random) | {"rules": rules}, random)


def _near_key(random: Random) -> bytes:
    """Return an object one of whose keys has a slip."""
    given = _given(make_scene(random), random) | {"ops": "+-*/", "order": "free"}
    key = random.choice(list(given))
    given[edited(key, random, "_xs")] = given.pop(key)
    return _json(given, random)


def _mutated(random: Random) -> bytes:
    """Return a valid line with some slips of the hand."""
    text = _line(random).data.decode()
    for _ in range(random.choice([1, 1, 2, 3, 9])):
        text = edited(text, random, WORDS)
    return text.encode("utf-8", "surrogatepass")


def _bytes(random: Random) -> bytes:
    """Return a valid line with some bytes that are none of its own."""
    data = bytearray(_line(random).data)
    for _ in range(random.choice([1, 2, 5])):
        data[random.randrange(len(data))] = random.randrange(256)
    return bytes(data)


def _long(random: Random) -> bytes:
    size = random.choice([1_000, 10_000, 10_000, 100_000])
    return random.choice([
        b"1 " * size, b"1" * size, b"[" * size, b'{"hand": ' + b"[" * size, b'{"a":' * size, b"(" * size,
        b" " * size + b"3 8", b'"' * size,
        b'{"hand": [3, 8], "answer": "' + b"(" * size + b'"}', b'{"hand": "3 8", "x": "' + b"y" * size + b'"}',
        b"," * size,
        b'{"hand": [3, 8], "answer": "3*8", "rules": {"name": "' + b"z" * size + b'"}}', b"-" * size,
        b"3 8 -> " + b"9" * size,
    ])  # fmt: skip


def _table(many: int, random: Random) -> list[Told]:
    """Return a table: its header, and rows of which some have too few fields, or too many, or wrong ones."""
    scene = make_scene(random)
    letters = random.random() < 0.5
    columns = [*"abcdefgh"[: len(scene.hand)]] if letters else ["hand"]
    others = random.sample(["id", "target", "answer", "name", "rules", "note"], random.choice([0, 1, 2, 3]))
    header = [*columns, *others]
    random.shuffle(header)
    comma = random.choice([",", ",", ",", "\t"])
    header = header if len(header) > 1 or header == ["hand"] else [*header, "id"]
    return [Told(comma.join(header).encode()), *(_record(header, len(scene.hand), comma, random) for _ in range(many))]


def _record(header: Sequence[str], many: int, comma: str, random: Random) -> Told:
    scene = make_scene(random)
    fields = {
        "hand": " ".join(scene.hand),
        "target": scene.value,
        "answer": scene.answer,
        "id": "7",
        "name": "x",
        "rules": "24",
        "note": "a b",
    }
    fields |= {letter: random.choice(["1", "3", "8", "12"]) for letter in "abcdefgh"[:many]}
    row = [fields[column] for column in header]
    if random.random() < 0.1:
        row = random.choice([row[:-1], [*row, "9"], ["", *row[1:]], ["x" for _ in row], ["é", *row[1:]]])
    return Told(comma.join(row).encode())


HOSTILE: Final[tuple[Make, ...]] = (
    _alone,
    _alone,
    _blank,
    _odd_value,
    _odd_value,
    _odd_rules,
    _near_key,
    _mutated,
    _mutated,
    _bytes,
    _long,
)
