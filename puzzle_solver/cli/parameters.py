"""The options that commands share, in groups."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from typer import Argument, Option

from puzzle_solver.cli import console
from puzzle_solver.cli.hand import read_digits, read_hand
from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.expression import Number
from puzzle_solver.rules import DOMAINS, PRESETS, Order, Use
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.registry import ENGINES, choose_engine


def presets() -> list[str]:
    """Return the names of the rule sets, for a shell to complete."""
    return list(PRESETS)


def _domains() -> list[str]:
    return [domain.name for domain in DOMAINS]


def _engines() -> list[str]:
    return ["auto", *(engine.name for engine in ENGINES)]


Level: TypeAlias = Annotated[Sameness, Option("--same", help="When two solutions count as one.")]
Print: TypeAlias = Annotated[Literal["text", "json", "jsonl"], Option("--format", "-f", help="How to print.")]


class Asked(NamedTuple):
    """The puzzle: what every command that takes one takes."""

    numbers: Annotated[list[str] | None, Argument(
        metavar="NUMBERS...", show_default=False,
        help="The hand: integers, decimals, fractions such as -1/2, cards A T J Q K; spaces or commas between.",
    )] = None  # fmt: skip
    digits: Annotated[str | None, Option(metavar="DIGITS", help="The hand as digits run together: 0158.")] = None
    target: Annotated[str | None, Option(
        "--target", "-t", metavar="T", help="The number to make; by default the rules' own.",
    )] = None  # fmt: skip
    rules: Annotated[str | None, Option(
        "--rules", "-r", metavar="NAME", autocompletion=presets,
        help=f"A rule set: {', '.join(PRESETS)}. The options below override it.  [default: 24]",
    )] = None  # fmt: skip
    keep_order: Annotated[bool, Option("--keep-order", help="Keep the numbers in the order given.")] = False
    use: Annotated[Use | None, Option(help="Must every number be used?")] = None
    ops: Annotated[str | None, Option(metavar="OPERATORS", help="Signs, as in '+-*/^', or names: add,power.")] = None
    domain: Annotated[str | None, Option(
        metavar="NAME", autocompletion=_domains,
        help=f"What operators may give on the way: {', '.join(_domains())}.",
    )] = None  # fmt: skip


class How(NamedTuple):
    """The search: what every command that searches takes."""

    same: Level = Sameness.ESSENCE
    engine: Annotated[str, Option(metavar="NAME", autocompletion=_engines, help="Which engine searches.")] = "auto"
    time_limit: Annotated[float | None, Option(metavar="S", help="Stop after S seconds.")] = None
    memory_limit: Annotated[float | None, Option(metavar="MB", help="Stop when the program holds MB megabytes.")] = None
    verbose: Annotated[bool, Option("--verbose", "-v", help="Say on stderr which engine searched, and why.")] = False


def hand_of(asked: Asked) -> tuple[Number, ...]:
    """Return the hand that was given, one way or the other.

    Raises:
        InvalidPuzzle: it was given in no way, or in both.
    """
    numbers = read_hand(" ".join(asked.numbers or ()))
    if numbers and asked.digits is not None:
        raise InvalidPuzzle("--digits does not go with NUMBERS: give the hand in one of the two ways")
    hand = numbers if asked.digits is None else read_digits(asked.digits)
    if not hand:
        raise InvalidPuzzle("the hand has no number: give at least one, as in puzzle solve 3 3 8 8")
    return hand


def settings_of(asked: Asked) -> dict[str, str]:
    """Return what was asked for besides the hand, by the keys that batch lines have too."""
    settings = {
        "target": asked.target,
        "rules": asked.rules,
        "order": Order.FIXED.value if asked.keep_order else None,
        "use": asked.use and asked.use.value,
        "ops": asked.ops,
        "domain": asked.domain,
    }
    return {key: value for key, value in settings.items() if value is not None}


def limits_of(how: How, interrupted: console.Interrupted) -> dict[str, Any]:
    """Return the options by which the library's functions know them; the sameness apart."""
    return {
        "engine": how.engine,
        "time_limit": how.time_limit,
        "memory_limit": how.memory_limit,
        "interrupted": interrupted,
    }


def introduce_engine(how: How) -> None:
    """Say which engine searches, if that was asked for."""
    if how.verbose:
        engine, why = choose_engine(how.engine)
        console.say(f"engine {engine.name}: {why}")
