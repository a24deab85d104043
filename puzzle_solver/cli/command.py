"""How a command is declared: groups of options shared between commands, and negative numbers as arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import Parameter, Signature, signature
from typing import Any, Final, TypeAlias, get_type_hints

from typer.core import TyperCommand, TyperGroup

Run: TypeAlias = "Callable[..., int]"
"""A command's function: its exit code is what it returns."""


FOUND, NONE, MISUSE, STOPPED, INTERRUPTED = 0, 1, 2, 3, 130
"""The exit codes."""

_EXPRESSION_LIKE: Final = re.compile(r"-+(?:[\s0-9.(\[{√\\$]|[a-z_]+\()")


class ReaderGone(Exception):
    """Whoever read our stdout has closed it. Typer would make an exit code 1 of the plain BrokenPipeError."""


class Command(TyperCommand):
    """A command that takes ``-3``, ``-1/2``, ``-.5``, ``-(3*-8)`` and ``-sqrt(4)`` as arguments.

    A leading space shields such a word from being taken for an option. Nothing needs to take it off again,
    for all that reads numbers or expressions strips its text. No option starts like a number or a call, so a
    mistyped option is never shielded.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments, with the numbers and expressions among them shielded."""
        shielded = [f" {word}" if _EXPRESSION_LIKE.match(word) else word for word in args]
        return super().parse_args(ctx, shielded)


class Program(TyperGroup):
    """All commands. A reader who leaves ends any of them quietly, its help included."""

    def make_context(self, *words: Any, **others: Any) -> Any:
        """Read the arguments; the program's own help is printed meanwhile."""
        with _told_who_leaves():
            return super().make_context(*words, **others)

    def invoke(self, ctx: Any) -> Any:
        """Run the command, or print its help."""
        with _told_who_leaves():
            return super().invoke(ctx)


@contextmanager
def _told_who_leaves() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGone from error


def examples(*lines: str) -> str:
    """The end of a help page. The mark in front keeps the lines as they are."""
    return "\n".join(("\b", "Examples:", *(f"  {line}" for line in lines)))


def spread(function: Run) -> Run:
    """Return ``function`` with each parameter that is a group of options spread into the group's fields.

    A group is a NamedTuple whose fields are annotated as the parameters of a command are. So commands share
    options without repeating them.
    """
    hints = get_type_hints(function, include_extras=True)
    groups = {name: hint for name, hint in hints.items() if hasattr(hint, "_fields")}

    def run(**values: Any) -> int:
        whole = {name: group(*map(values.pop, group._fields)) for name, group in groups.items()}
        return function(**whole, **values)

    parameters = list(_spread_parameters(signature(function), hints))
    run.__doc__ = function.__doc__
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]  # inspect looks for it, typing does not know it
    return run


def _spread_parameters(declared: Signature, hints: dict[str, Any]) -> Iterator[Parameter]:
    for parameter in declared.parameters.values():
        hint = hints[parameter.name]
        if hasattr(hint, "_fields"):
            for name, annotation in get_type_hints(hint, include_extras=True).items():
                default = hint._field_defaults[name]
                yield Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        else:
            yield parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=hint)
