"""Command lines at random, made of what the commands declare: a new option or command is covered by itself."""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

import typer
from batch_lines import make_batch
from scene import Scene, edited, make_scene
from values import names_offered, pool_of, value_of

from puzzle_solver.cli.app import build
from puzzle_solver.cli.options import Asked

MOODS: Final = (*["valid"] * 13, *["border"] * 4, *["wrong"] * 3)
_RARE: Final = {"compare": 1, "rules": 3, "engines": 1, "same": 6}
"""Commands that are asked less often than ten times: each process of a comparison takes a while."""
_SUBJECT: Final = frozenset({"NUMBERS...", "NUMBERS", "ANSWER", "A", "B"})
_LIMITED: Final = ("--time-limit", "1")
_EACH: Final = ("--time-limit", "0.1")
"""Of a batch, where it is that of each of some fifty lines."""
_FEW: Final = ("--time-limit", "0.2", "--engine", "target", "--engine", "kernel")
"""Of a comparison, most often: all engines are some thirty processes."""
RANDOM: Final = "random.txt"
"""A file that each run has a new content for."""
OF_A_PUZZLE: Final = frozenset(Asked._fields)
_CODES: Final = re.compile(r"\b(?:0|1|2|3|130)\b")
_USUAL: Final = frozenset({0, 2})
"""The exit codes of a command whose help tells of none."""
_NO_SHELL: Final = 1
"""The exit code where shell completion is asked for, and the shell is not known; it is that of typer."""


class Line(NamedTuple):
    """A command line, without the program's name, and what stands in its standard input and in ``random.txt``."""

    words: tuple[str, ...]
    stdin: bytes = b""
    file: bytes = b""

    def __str__(self) -> str:
        return " ".join(map(_quoted, ("puzzle", *self.words)))


def _quoted(word: str) -> str:
    if word.isprintable() and word.isascii():
        return shlex.quote(word)
    return "$'" + "".join(map(_escaped, word.encode("utf-8", "surrogateescape"))) + "'"


def _escaped(byte: int) -> str:
    return chr(byte) if 32 <= byte < 127 and byte not in b"'\\" else f"\\x{byte:02x}"


@cache
def program() -> Any:
    """Return the program as its parser sees it."""
    return typer.main.get_command(build())


@cache
def _names() -> Mapping[tuple[str, str], Sequence[str]]:
    return names_offered(program().commands)


def codes(line: Line) -> frozenset[int]:
    """Return the exit codes that the help of the command tells of."""
    name = line.words[0] if line.words else ""
    if name not in program().commands:
        return _USUAL | ({_NO_SHELL} if any("-completion" in word for word in line.words) else set())
    parts = (program().commands[name].help or "").split("\n\n")
    told = {int(code) for part in parts if "exit code" in part.lower() for code in _CODES.findall(part)}
    return frozenset(told) | _USUAL


def parsed(line: Line) -> dict[str, Any] | None:
    """Return what the parser makes of the words of a command; None if it refuses them, or asks for something else."""
    if not line.words or line.words[0] not in program().commands:
        return None
    command = program().commands[line.words[0]]
    try:
        with redirect_stdout(io.StringIO()), command.make_context(line.words[0], list(line.words[1:])) as context:
            return dict(context.params)
    except (typer.Exit, typer.Abort, typer.BadParameter.__base__):  # type: ignore[misc]
        return None


def make_line(random: Random) -> Line:
    """Return a command line, most often one that a person could mean."""
    if random.random() < 0.03:
        return Line(tuple(_of_the_program(random)))
    scene, mood = make_scene(random), random.choice(MOODS)
    commands = program().commands
    name = random.choices(list(commands), [_RARE.get(each, 10) for each in commands])[0]
    chosen = _chosen(commands[name].params, mood, random)
    if mood == "border" and chosen[0].name == "time_limit":
        return Line((name, *_words(chosen[0], name, mood, scene, random), *_easy(commands[name].params)))
    groups = [_words(each, name, mood if each is chosen[0] else "valid", scene, random) for each in chosen]
    random.shuffle(groups)
    words = [word for group in groups for word in group]
    if not any(each.name == "time_limit" for each in chosen):
        words += _limited(name, chosen, commands[name].params, random)
    if mood == "wrong" and random.random() < 0.3:
        words = _slipped(words, random)
    return Line((name, *words), _content("-", words, random), _content(RANDOM, words, random))


def _easy(parameters: Sequence[Any]) -> Sequence[str]:
    """Return a hand for a command that may take as long as it likes."""
    return ("3", "8") if any(each.metavar == "NUMBERS..." for each in parameters) else ()


def _content(name: str, words: Sequence[str], random: Random) -> bytes:
    """Return what stands in a file, if it may be asked for."""
    return make_batch(random).data if any(word.endswith(name) for word in words) else b""


def _of_the_program(random: Random) -> Iterator[str]:
    """Yield words that name no command, or ask for help."""
    names = list(program().commands)
    own = [name for parameter in program().params for name in parameter.opts]
    for _ in range(random.choice([0, 1, 1, 1, 2])):
        slip = edited(random.choice(names), random, "-x")
        yield random.choice([*own, *own, "--help", "-h", "--", "", slip, slip, random.choice(names), "bash", "-x", "3"])


def _chosen(parameters: Sequence[Any], mood: str, random: Random) -> list[Any]:
    """Return which parameters are given: the first is the one that the mood is about."""
    options = [each for each in parameters if each.name != "help"]
    subject = [each for each in options if each.metavar in _SUBJECT and random.random() < 0.95]
    rest = [each for each in options if each.metavar not in _SUBJECT]
    some = random.sample(rest, min(len(rest), random.choice([0, 1, 1, 2, 2, 3, 4, 6])))
    target = [each for each in rest if each.name == "target" and each not in some and random.random() < 0.5]
    if any(each.metavar == "FILE" and each.name == "batch" for each in some) and random.random() < 0.9:
        subject, target = [], []
    if any(each.metavar == "DIGITS" for each in some) and random.random() < 0.9:
        subject = [each for each in subject if not (each.metavar or "").startswith("NUMBERS")]
    chosen = [*some, *subject, *target] if mood == "valid" or random.random() < 0.6 else [*subject, *target, *some]
    if random.random() < 0.03:
        chosen += random.sample(options, 1)
    return chosen or rest[:1]


def _words(parameter: Any, command: str, kind: str, scene: Scene, random: Random) -> list[str]:
    if getattr(parameter, "is_flag", False):
        return [random.choice([*parameter.opts, *parameter.secondary_opts])]
    value = value_of(pool_of(parameter, command, _names()), kind, scene, random)
    if parameter.param_type_name == "argument":
        return _arguments(parameter, value, random)
    name = random.choice(parameter.opts)
    long = name.startswith("--")
    if random.random() < 0.3 and (value or long):
        return [f"{name}={value}" if long else name + value]
    return [name, value]


def _arguments(parameter: Any, value: str, random: Random) -> list[str]:
    if parameter.nargs == -1 and random.random() < 0.7:
        return value.split()
    return [value]


def _limited(command: str, chosen: Sequence[Any], parameters: Sequence[Any], random: Random) -> Sequence[str]:
    if not any(each.name == "time_limit" for each in parameters):
        return ()
    if any(each.name == "batch" for each in chosen):
        return _EACH
    return _FEW if command == "compare" and random.random() < 0.8 else _LIMITED


def _slipped(words: list[str], random: Random) -> list[str]:
    """Return the words with one mistyped, left out, doubled or out of its place."""
    place = random.randrange(len(words)) if words else 0
    before, here, after = words[:place], words[place : place + 1], words[place + 1 :]
    return random.choice([
        [*before, *(edited(word, random, "-=x") for word in here), *after], [*before, *after], [*before, *here, *here,
        *after],
        [*after, *before, *here], [*before, "--", *here, *after], [*before, *here, *after, "--help"], [*words,
        "--no-such"],
    ])  # fmt: skip


def options_at_random(command: str, random: Random) -> tuple[str, ...]:
    """Return valid options for a command, one or two, of those that say what a puzzle is."""
    scene = make_scene(random)
    options = [each for each in program().commands[command].params if each.name in OF_A_PUZZLE]
    groups = [
        _words(each, command, "valid", scene, random) for each in random.sample(options, random.choice([1, 1, 2]))
    ]
    return tuple(word for group in groups for word in group)
