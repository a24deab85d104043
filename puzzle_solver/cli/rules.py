"""``puzzle rules``: the rule sets that there are."""

from __future__ import annotations

from typing import Annotated, Any, Final

from typer import Argument

from puzzle_solver.cli import console
from puzzle_solver.cli.command import FOUND, examples
from puzzle_solver.cli.parameters import Print, presets
from puzzle_solver.cli.words import describe_rules, describe_target
from puzzle_solver.rational import write_rational
from puzzle_solver.render.objects import rules_object
from puzzle_solver.rules import PRESETS, Rules, find_rules

EXAMPLES: Final = examples("puzzle rules", "puzzle rules countdown")


def rules(
    name: Annotated[str | None, Argument(metavar="NAME", autocompletion=presets, help="Tell of this one only.")] = None,
    form: Print = "text",
) -> int:
    """List the rule sets.

    Of a single one it is told, too, what it is made for.
    """
    if name is not None:
        _print_one(find_rules(name), form)
    elif form == "text":
        console.put_table((rules.name, _line(rules)) for rules in PRESETS.values())
    else:
        console.put_json([_object(rules) for rules in PRESETS.values()], form)
    return FOUND


def _print_one(rules: Rules, form: str) -> None:
    if form == "text":
        console.put_table(((rules.name, rules.source), ("", _line(rules))))
    else:
        console.put_json(_object(rules), form)


def _line(rules: Rules) -> str:
    return f"{describe_rules(rules)}; {describe_target(rules)}"


def _object(rules: Rules) -> dict[str, Any]:
    target = None if rules.target is None else write_rational(rules.target)
    return {**rules_object(rules), "target": target, "source": rules.source}
