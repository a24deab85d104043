"""The options that commands share, in groups, and which options do not go together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from typer import Argument, Option

from puzzle_solver.cli import console
from puzzle_solver.cli.question import OVERRIDES, OWN_OPERATORS, read_digits, read_hand
from puzzle_solver.cli.show import DATA, FORMS
from puzzle_solver.errors import InvalidPuzzle, UnknownName
from puzzle_solver.expression import Number
from puzzle_solver.operators import MOST, OPERATORS, AnyOperator
from puzzle_solver.rulebook import find_or_load
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


Digits: TypeAlias = Annotated[str | None, Option(metavar="DIGITS", help="The hand as digits run together: 0158.")]


class Hand(NamedTuple):
    """The hand, as the arguments of a command."""

    numbers: Annotated[
        list[str] | None,
        Argument(
            metavar="NUMBERS...",
            show_default=False,
            help="The hand: integers, decimals, fractions such as -1/2, cards A T J Q K; spaces or commas between.",
        ),
    ] = None
    digits: Digits = None


class Asked(NamedTuple):
    """The rest of the puzzle: what every command that takes one takes."""

    target: Annotated[
        str | None,
        Option(
            "--target",
            "-t",
            metavar="T",
            help="The number to make, or a range of integers, 0..100; by default the rules' own.",
        ),
    ] = None
    rules: Annotated[
        str | None,
        Option(
            "--rules",
            "-r",
            metavar="NAME|FILE",
            autocompletion=presets,
            help=f"A rule set, {', '.join(PRESETS)}, or a .toml or .json file. The options below override it.  "
            "[default: 24]",
        ),
    ] = None
    keep_order: Annotated[
        bool | None,
        Option(
            "--keep-order/--any-order",
            help="Keep the numbers in the order given?",
        ),
    ] = None
    use: Annotated[Use | None, Option(help="Must every number be used?")] = None
    ops: Annotated[
        str | None,
        Option(
            metavar="OPERATORS",
            help="Signs, as in '+-*/^√!', or names: add,power,sqrt,negate.",
        ),
    ] = None
    operators: Annotated[
        str | None,
        Option(
            metavar="MODULE:NAME",
            help="Operators of your own, from a Python module; --ops may name them.",
        ),
    ] = None
    domain: Annotated[
        str | None,
        Option(
            metavar="NAME",
            autocompletion=_domains,
            help=f"What operators may give on the way: {', '.join(_domains())}.",
        ),
    ] = None
    join: Annotated[bool | None, Option("--join/--no-join", help="May digits be joined, 1 2 -> 12?")] = None
    decimals: Annotated[bool | None, Option("--decimals/--no-decimals", help="Decimal points, .5 and 1.5?")] = None
    recurring: Annotated[
        bool | None,
        Option(
            "--recurring/--no-recurring",
            help="With decimals: digits that recur, .(3) = 1/3?",
        ),
    ] = None
    brackets: Annotated[bool | None, Option("--brackets/--no-brackets", help="May brackets be needed?")] = None
    unary_depth: Annotated[
        int | None,
        Option(
            min=0,
            max=100,
            metavar="N",
            help="The most unary operators on one another.",
        ),
    ] = None
    max_bits: Annotated[
        int | None,
        Option(
            min=1,
            max=MOST.bits,
            metavar="N",
            help="The most bits of what a power or a factorial gives.",
        ),
    ] = None
    max_exponent: Annotated[int | None, Option(min=1, metavar="N", help="The largest exponent.")] = None


class How(NamedTuple):
    """The search: what every command that searches takes."""

    same: Level = Sameness.ESSENCE
    engine: Annotated[str, Option(metavar="NAME", autocompletion=_engines, help="Which engine searches.")] = "auto"
    time_limit: Annotated[float | None, Option(metavar="S", help="Stop after S seconds.")] = None
    memory_limit: Annotated[float | None, Option(metavar="MB", help="Stop when the program holds MB megabytes.")] = None
    verbose: Annotated[bool, Option("--verbose", "-v", help="Say on stderr which engine searched, and why.")] = False


def hand_of(given: Hand, example: str = "puzzle solve 3 3 8 8") -> tuple[Number, ...]:
    """Return the hand that was given, one way or the other; ``example`` shows how.

    Raises:
        InvalidPuzzle: it was given in no way, or in both.
    """
    numbers = read_hand(" ".join(given.numbers or ()))
    if numbers and given.digits is not None:
        raise InvalidPuzzle("--digits does not go with NUMBERS: give the hand in one of the two ways")
    hand = numbers if given.digits is None else read_digits(given.digits)
    if not hand:
        raise InvalidPuzzle(f"the hand has no number: give at least one, as in {example}")
    return hand


def settings_of(asked: Asked) -> dict[str, Any]:
    """Return what was asked for besides the hand, by the keys that batch lines have too.

    Raises:
        PuzzleError: ``--operators`` names none.
        OSError: a file of rules cannot be read.
    """
    own = _own_operators(asked)
    settings = {
        "target": asked.target,
        "rules": asked.rules and find_or_load(asked.rules, (*own, *OPERATORS)),
        "order": asked.keep_order if asked.keep_order is None else _ORDERS[asked.keep_order].value,
        "use": asked.use and asked.use.value,
        OWN_OPERATORS: own,
    }
    settings |= {key: getattr(asked, key) for key in OVERRIDES if key not in settings}
    return {key: value for key, value in settings.items() if value is not None}


def _own_operators(asked: Asked) -> tuple[AnyOperator, ...]:
    if asked.operators is None:
        return ()
    from puzzle_solver.cli.modules import load_operators  # few need it

    return load_operators(asked.operators)


_ORDERS: Final = MappingProxyType({True: Order.FIXED, False: Order.FREE})


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


RANGE: Final = "a range of targets"

PAIRS: Final = (
    ("--all", "--limit"),
    *(("--count", other) for other in ("--limit", "--all", "--nearest", "--steps", "--idea", "--style")),
    *(("--batch", other) for other in ("NUMBERS", "--digits", "--steps", "--idea", "--style", RANGE)),
)

_TEXT_AND_DATA: Final = ("text", *DATA)
_SEVERAL: Final = tuple(form for form in FORMS if form != "svg")

FORMATS_OF: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "--batch": DATA,
        "--count": _TEXT_AND_DATA,
        "--steps": _TEXT_AND_DATA,
        RANGE: _TEXT_AND_DATA,
        "--idea": ("text",),
        "--style": ("text", "markdown", "pretty", "tree", "svg"),
        "--limit above 1": _SEVERAL,
        "--all": _SEVERAL,
        "--nearest": _SEVERAL,
    }
)
"""The formats that an option goes with, where it does not go with all."""


def refuse_clashes(options: Mapping[str, object], form: str) -> None:
    """Refuse options that do not go together.

    Raises:
        UnknownName: there is no such format.
        InvalidPuzzle: two options contradict each other, or one does not go with the format.
    """
    refuse_pairs(options, PAIRS)
    given = [option for option, value in options.items() if value]
    if form not in FORMS:
        raise UnknownName(f"no format is called {form!r}: choose from {', '.join(FORMS)}")
    for option in given:
        if form not in FORMATS_OF.get(option, FORMS):
            raise InvalidPuzzle(f"{option} does not go with --format {form}: leave out one of them")


def refuse_pairs(options: Mapping[str, object], pairs: Iterable[tuple[str, str]]) -> None:
    """Refuse any of ``pairs`` of options.

    Raises:
        InvalidPuzzle: both of a pair are given.
    """
    for one, other in pairs:
        if options[one] and options[other]:
            raise InvalidPuzzle(f"{one} does not go with {other}: leave out one of them")
