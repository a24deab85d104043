"""The program ``puzzle``: its commands, and what becomes of an error."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Annotated, Any, Final, cast

import typer

from puzzle_solver.cli import console
from puzzle_solver.cli.command import INTERRUPTED, MISUSE, STOPPED, Command, Program, ReaderGone, examples, spread
from puzzle_solver.errors import PuzzleError

COMMANDS: Final = (
    "solve",
    "reach",
    "check",
    "hint",
    "same",
    "rules",
    "engines",
    "compare",
    "generate",
    "examples",
)
"""Each command is the function of its name in the module of its name, beside the EXAMPLES of its help."""

EXAMPLES: Final = examples("puzzle solve 3 3 8 8", "puzzle solve --help")

_SETTINGS: Final = {"help_option_names": ["-h", "--help"]}

_UsageError: Any = typer.BadParameter.__base__  # wherever this release of typer keeps its parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code."""
    console.prepare()
    try:
        code = run(sys.argv[1:] if arguments is None else list(arguments))
        console.flush()
    except (BrokenPipeError, ReaderGone):
        console.hang_up()
        return 0
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except _UsageError as error:
        return _refuse(_with_remedy(error))
    except PuzzleError as error:
        return _refuse(str(error))
    except OSError as error:
        if error.filename is None:
            console.hang_up()  # what is still held back could not be written at the end either
        return _refuse(
            f"cannot use {'stdin or stdout' if error.filename is None else repr(error.filename)}: {error.strerror}"
        )
    except MemoryError:
        console.say("stopped (memory): there is no more; set --memory-limit to see what can be found within it")
        return STOPPED
    return code


def run(words: list[str]) -> int:
    """Run one command; errors are the caller's."""
    command = typer.main.get_command(build(_names(words)))
    return cast("int", command.main(words, prog_name="puzzle", standalone_mode=False) or 0)


def load(words: Sequence[str]) -> None:
    """Import what the command in ``words`` needs."""
    for name in _names(words):
        _module(name)


def _names(words: Sequence[str]) -> Sequence[str]:
    # Building a command costs about a millisecond, so where the first word names one the others are not built.
    return [word for word in words[:1] if word in COMMANDS] or COMMANDS


def _module(name: str) -> ModuleType:
    return import_module(f"puzzle_solver.cli.{name}")


def build(names: Sequence[str] = COMMANDS) -> typer.Typer:
    """Return the program with the commands of these names."""
    app = typer.Typer(cls=Program, rich_markup_mode=None, pretty_exceptions_enable=False, context_settings=_SETTINGS)
    app.callback(invoke_without_command=True, epilog=EXAMPLES)(puzzle)
    for name in names:
        module = _module(name)
        app.command(name, cls=Command, epilog=module.EXAMPLES)(spread(getattr(module, name)))
    return app


def puzzle(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Show the version and leave.")] = False,
) -> None:
    """Solve arithmetic puzzles exactly: the 24 game, Countdown, make 10, numbers in order."""
    if version:
        console.put(f"puzzle {_version()}")
    elif context.invoked_subcommand is None:
        console.put(context.get_help())
    else:
        return
    raise typer.Exit


def _refuse(reason: str) -> int:
    """Say what is wrong, and return the exit code of misuse."""
    console.say(f"error: {reason}")
    return MISUSE


def _with_remedy(error: Any) -> str:
    reason, likely = error.format_message(), getattr(error, "possibilities", None)
    if likely:  # some releases of the parser offer all that is likely, in the order of the alphabet
        reason = f"{error.message.partition(' Did you mean')[0].rstrip('.')}, did you mean {likely[0]}?"
    return f"{reason.rstrip('.')}; see {error.ctx.command_path if error.ctx else 'puzzle'} --help"


def _version() -> str:
    from importlib import metadata  # 10 ms, and needed for nothing else

    try:
        return metadata.version("puzzle_solver")
    except metadata.PackageNotFoundError:
        return "(not installed)"
