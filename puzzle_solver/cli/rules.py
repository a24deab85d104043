"""``puzzle rules``: the rule sets that there are."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from typer import Argument, Option

from puzzle_solver.cli import console
from puzzle_solver.cli.command import FOUND, examples
from puzzle_solver.cli.options import presets
from puzzle_solver.cli.show import JSON
from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.render.words import describe_in_full, describe_rules, describe_target
from puzzle_solver.rulebook import find_or_load, rules_table, write_rules
from puzzle_solver.rules import PRESETS, Rules

EXAMPLES: Final = examples("puzzle rules", "puzzle rules countdown", "puzzle rules four-fours --format toml")


RuleForm: TypeAlias = Annotated[
    Literal["text", "json", "jsonl", "toml"], Option("--format", "-f", help="How to print; toml is for a single set.")
]


def rules(
    name: Annotated[
        str | None,
        Argument(
            metavar="NAME|FILE",
            autocompletion=presets,
            help="Tell of this one only, and all.",
        ),
    ] = None,
    form: RuleForm = "text",
) -> int:
    """List the rule sets.

    Of a single one everything is told. As toml or json it is what a file of your own may hold: --rules reads it.
    """
    if name is not None:
        _print_one(find_or_load(name), form)
    elif form == "text":
        console.put_table((rules.name, _line(rules)) for rules in PRESETS.values())
    elif form in JSON:
        console.put_json([rules_table(rules) for rules in PRESETS.values()], form)
    else:
        raise InvalidPuzzle(f"--format {form} is for one rule set: name it, as in puzzle rules 24 -f {form}")
    return FOUND


def _print_one(rules: Rules, form: str) -> None:
    if form == "text":
        console.put_table(describe_in_full(rules))
    elif form in JSON:
        console.put_json(rules_table(rules), form)
    else:
        console.put(write_rules(rules, form).rstrip("\n"))


def _line(rules: Rules) -> str:
    return f"{describe_rules(rules)}; {describe_target(rules)}"
