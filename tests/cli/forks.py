"""Runs the program again and again, each time in a fork of this process, which has imported it: an order is a line."""

from __future__ import annotations

import json
import os
import runpy
import signal
import sys
import traceback
from importlib import import_module
from typing import Any, NoReturn

from puzzle_solver.cli.app import COMMANDS


def run(order: dict[str, Any]) -> NoReturn:
    """Become ``python -m puzzle_solver``, for so many seconds at most."""
    signal.alarm(order["seconds"])
    os.environ.clear()
    os.environ.update(order["environment"])
    os.chdir(order["directory"])
    for number, (file, flags) in enumerate(zip(order["files"], (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY), strict=True)):
        os.dup2(os.open(file, flags), number)
    encoding = os.environ["PYTHONIOENCODING"]
    sys.stdin, sys.stdout = os.fdopen(0, encoding=encoding), os.fdopen(1, "w", encoding=encoding)
    sys.stderr = os.fdopen(2, "w", encoding=encoding, errors="backslashreplace", buffering=1)
    sys.argv = ["puzzle", *order["arguments"]]
    code: object = 1
    try:
        runpy.run_module("puzzle_solver", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        code = end.code
    except Exception:  # noqa: BLE001 (what the program lets through is told, as the interpreter does)
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code if isinstance(code, int) else 1)


def serve() -> None:
    for name in COMMANDS:
        import_module(f"puzzle_solver.cli.{name}")
    for line in sys.stdin:
        child = os.fork()
        if not child:
            run(json.loads(line))
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve()
