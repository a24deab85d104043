"""Values for the options and arguments of a command: valid, at the border, and wrong, by how they are declared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import scratch
from scene import Scene, edited

from puzzle_solver.operators import OPERATORS

HUGE: Final = "1" + "0" * 30
NUMBERS: Final = ("0", "-1", "1e308", "inf", "nan", HUGE)
"""What every option that takes a number is given."""

_NO_NUMBERS: Final = (
    "",
    " ",
    "x",
    "-inf",
    "1e-300",
    "１",
    "٣",
    "1_000",
    "0x10",
    "3.5",
    "+1",
    "1,5",
    "--1",
    "1e999",
    "None",
)
_TEXTS: Final = (
    "", " ", "\t", "\n", "a\nb", "For Monday", "ÄÖ", "24 的谜题", "\u200b", "\u202e", "\udcff", "😀", "<script>",
    "%s{0}{x}",
    "\\", "'", '"', "$x_1&#", "-", "--", "---x", "x" * 3000, "\x1b[31m", "…", "=", "a=b", "-1", "-(", "..", "None",
)  # fmt: skip
_SIGNS: Final = (
    "-",
    "+",
    "*",
    "/",
    "^",
    "(",
    ")",
    "[",
    "{",
    "=",
    " ",
    ",",
    ".",
    "0",
    "9",
    "!",
    "√",
    "×",
    "x",
    "\\",
    "é",
    "\u200b",
)


class Pool(NamedTuple):
    """Values of a kind of parameter. They may speak of the scene: ``{hand}``, ``{answer}``, ``{value}``, ``{step}``."""

    valid: Sequence[str]
    border: Sequence[str] = ()
    wrong: Sequence[str] = _TEXTS


_OPERATORS: Final = tuple(operator.symbol for operator in OPERATORS)
_ENDLESS: Final = ("/dev/zero", "endless.toml")
_INPUTS: Final = Pool(
    ("hands.txt", "answers.jsonl", "-", "-", "random.txt", "random.txt", "-3", "link.txt", scratch.FED),
    ("empty.txt", "blank.txt", "/dev/null", "long.txt", "latin.txt", "utf16.txt", "table.csv", "columns.csv",
     "headless.csv", "binary.txt", "club.toml"),
    ("missing.txt", "directory", "unreadable.txt", "", ".", "/", "loop.toml", "x" * 300, "a/b", "hands.txt/", "own.py",
     "/dev/full", "/dev/zero", *_TEXTS),
)  # fmt: skip
_OUTPUTS: Final = Pool(
    ("-", "new.md", "new.html", "new.tex", "new.txt", "new.jsonl", "new.json", "new.csv", "new", "/dev/null",
     "{split}.jsonl", "new.svg", "new.png", scratch.DRAINED, "hands.txt", "link.txt"),
    ("NEW.CSV", "new.Md", "dangling.md", "answers.jsonl", "-3", "./new.md", ".md", "new.", "new.md.txt", "table.csv"),
    ("new.pdf", "new.docx", "new.xlsx", "new.parquet", "new.tsv", "new.jsonl.gz", "new.tar", "directory",
    "directory.md",
     "directory.jsonl", "nowhere/new.md", "", ".", "/", "/dev/full", "loop.toml", "x" * 300, "x" * 300 + ".md",
     "hands.txt/new.md", "{split}", "{split}/{split}.csv", *_TEXTS),
)  # fmt: skip
_EXPRESSIONS: Final = Pool(
    ("{answer}", "{answer}", "{answer}", "{answer}", "{answer} = {value}", "${answer}$", "**{answer}**", "3*8",
     "8/(3-8/3)", r"\frac{8}{3-\frac{8}{3}}", "8/3 = 8/3, 3-8/3 = 1/3, 8/(1/3) = 24"),
    ("-(3*-8)", "-sqrt(4)", "1", "0", "1/0", "0^0", "2^9^9", "9!!", "(" * 1000 + "1" + ")" * 1000, "1" * 1000, "５＋３",
    "3 x 8", "2:1",
     "3*8\u200b", "-.5", HUGE, "٣"),
    ("8/(3-8/3", "8 3", "8/*3", "eight", ")", "1e5", "1" * 2000, "{answer})", "({answer}", "2(3)", "=",
    "__import__('os')",
     "\\text{", *_TEXTS),
)  # fmt: skip
_HAND: Final = Pool(
    ("{hand}", "{hand}", "{hand}", "{hand}", "3,3,8,8", "3 3 8 8", "A K Q J", "-1/2 .5"),
    ("0", "1", HUGE, "9223372036854775807 1", "-9223372036854775808", "1/1000000000000000000", "1 " * 5, "2 2 2 1e20",
     "9" * 999, "0 0 0", ".1 .2 .3", "K,K", "−3 4"),
    ("three", "1/0", "1e1000000000", "9" * 5000, "0158", "1 2 x", "inf", "nan", "3;4", "3 -> 4", "1 " * 200, "０ １",
    *_TEXTS),
)  # fmt: skip

POOLS: Final[Mapping[str, Pool]] = MappingProxyType({
    "NUMBERS...": _HAND,
    "NUMBERS": _HAND,
    "DIGITS": Pool(("3388", "158", "1234", "44", "7", "0158", "1 2 3"), ("0", "00000", "1" * 5), (*_NO_NUMBERS,
    "1" * 2000, "３")),
    "T": Pool(
        ("24", "{value}", "{value}", "{value}", "10", "7", "-3", "1/2", "0..5", "{value}", "deck", "0..20"),
        (*NUMBERS, "0..0", "-5..5", "0..100000000", "9223372036854775800..9223372036854775807", "-0", "1/3", ".5", HUGE,
         "999999999999999990..999999999999999999", "-9223372036854775808", "9" * 1000),
        (*_NO_NUMBERS, "5..0", "0..", "..", "1..x", "0..1e3", "1...2", "0..1..2", "1/0", "K", "9" * 1001,
        "0..9" + "9" * 18),
    ),
    "NAME|FILE": Pool(
        ("club.toml", "club.json", "marked.toml", "game.json"),
        ("empty.toml", "empty.json", "inf.json", " 24", "24 ", "COUNTDOWN"),
        ("missing.toml", "directory.toml", "wrong.toml", "unknown.toml", "binary.toml", "deep.json", "deep.toml",
         "twice.json", "array.json", "number.json", "null.json", "text.json", "hands.txt", "loop.toml", "endless.toml",
         scratch.LONELY, "x" * 300 + ".toml", "chess", "countdwon", *_TEXTS),
    ),
    "OPERATORS": Pool(
        ("+-*/", "+-*/^", "+-", "*", "+-*/^√!", "add,power,sqrt,negate", "+-*/%", "max,min,+", "+-*//", "+-*/!!",
         *(f"+{symbol}" for symbol in _OPERATORS), *(operator.name for operator in OPERATORS)),
        ("++", "+,-", "+-*/**", "+−×÷", ",+", "+ -", "".join(_OPERATORS), ",".join(_OPERATORS)),
        ("?", "plus", "addd", "+-*/?", "ADD", "x", *_TEXTS),
    ),
    "MODULE:NAME": Pool(
        ("own:OPS", "own:ONE"), ("own:NONE", " own:OPS "),
        ("own:", ":OPS", "own", "missing:OPS", "own:missing", "broken:OPS", "unfinished:OPS", "quits:OPS", "own:LIES",
         "own:FAILS", "json:loads", "sys:path", "own:Fraction", "own.py:OPS", ".own:OPS", "own:OPS:x", "a b:c",
         *_TEXTS),
    ),
    "STEP": Pool(
        ("{step}", "{step}", "{step}", "{answer}", "3*8 = 24"), ("1*1", "1/0", "3*8=25", "3"),
        ("3*", "3*8*1*1", "x", "9-8, 1+1", *_TEXTS),
    ),
    "ANSWER": _EXPRESSIONS, "A": _EXPRESSIONS, "B": _EXPRESSIONS,
    "DECK": Pool(("1..20", "1..10,25,50", "1..4", "1,1,1"), ("0", "-3..3", "1/2", "1..1", "0.5,1"),
                 ("1..", "20..1", "1..1000000000000", "x", "cards,digits", *_TEXTS)),
    "WHAT": Pool(
        ("solvable", "unsolvable", "unique", "needs=fraction", "needs=*", "count=1..3", "any"),
        ("count=0", "count=0..", "needs=negative", "unique=", "count=5..1", "count=" + HUGE),
        ("needs=", "needs=x", "uniqe", "count=x", "=", *_TEXTS),
    ),
    "NAME=N,...": Pool(("train=3,test=1", "a=1", "a=2,b=0"), ("a=0", "a=" + HUGE, "a=1,"), ("a", "a=-1", "a=1,a=2",
    "a=x", "../a=1", *_TEXTS)),
    "TEXT": Pool(("For Monday", "", "24 的谜题", "Ä & <b> $x_1 # %"), tuple(_TEXTS), ()),
    "FILE": _INPUTS,
})  # fmt: skip
"""By what stands for the value in the help. A name that is new here gets texts of every kind."""

_WRITTEN: Final = frozenset({"output", "plot"})
"""Parameters that name what is written."""

_FEW: Final = Pool(("1", "2", "3"), ("0", "-1", "1e308", "inf", "nan"), _NO_NUMBERS)
_OWN: Final[Mapping[tuple[str, str], Pool]] = MappingProxyType({
    ("", "workers"): Pool(("1", "2", "2", "3"), (), (*NUMBERS, "1001", *_NO_NUMBERS)),
    ("", "time_limit"): Pool(("1", "0.5", "0.2", "1e0"), (*NUMBERS, "1e-300"), _NO_NUMBERS),
    ("examples", "many"): _FEW,
})  # fmt: skip
"""For a command, or all, and a parameter: where what is allowed would take a thousand processes, or for ever."""

_NUMERIC: Final = frozenset({"int", "integer", "float"})
"""How the types of numbers are called, in one release of typer and another."""


def pool_of(parameter: Any, command: str, names: Mapping[tuple[str, str], Sequence[str]]) -> Pool:
    """Return values for a parameter of a command as the parser declares it; ``names``: what a shell is offered."""
    for key in ((command, parameter.name), ("", parameter.name)):
        if key in _OWN:
            return _OWN[key]
    if parameter.type.name.partition(" ")[0] in _NUMERIC:
        return _numbers(parameter.type)
    option = parameter.opts[0]
    offered = tuple(names.get((command, option)) or names.get(("", option), ()))
    pool = _OUTPUTS if parameter.name in _WRITTEN else POOLS.get(parameter.metavar or "", Pool(offered or _TEXTS))
    return pool._replace(valid=(*pool.valid, *offered, *offered[:4])) if offered and pool.valid is not offered else pool


def _numbers(kind: Any) -> Pool:
    ends = [end for end in (getattr(kind, "min", None), getattr(kind, "max", None)) if end is not None]
    low, high = getattr(kind, "min", None) or 0, getattr(kind, "max", None)
    some = [low + step for step in (0, 1, 1, 2, 3, 4) if high is None or low + step <= high]
    valid = ["1", "0.5", "2", "1e3"] if kind.name.startswith("float") else [str(number or 1) for number in some]
    border = [*NUMBERS, *(str(end + step) for end in ends for step in (-1, 0, 1))]
    return Pool(valid, border, (*NUMBERS, *_NO_NUMBERS))


def value_of(pool: Pool, kind: str, scene: Scene, random: Random) -> str:
    """Return a value of a kind: valid, border or wrong; what is wrong is now and then a valid one with a slip."""
    if kind == "wrong" and random.random() < 0.3:
        return edited(scene.fill(random.choice(pool.valid)), random, _SIGNS)
    return scene.fill(random.choice(getattr(pool, kind) or pool.valid))


def names_offered(commands: Mapping[str, Any]) -> dict[tuple[str, str], list[str]]:
    """Return for each command and option the names that a shell is offered; under no command, what any offers."""
    offered: dict[tuple[str, str], list[str]] = {}
    for name, command in commands.items():
        context = command.context_class(command)
        for parameter in command.params:
            names = [] if parameter.name == "help" else [item.value for item in parameter.shell_complete(context, "")]
            for key in ((name, parameter.opts[0]), ("", parameter.opts[0])):
                offered.setdefault(key, []).extend(names)
    return {key: list(dict.fromkeys(names)) for key, names in offered.items() if names}
