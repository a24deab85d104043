"""``puzzle``, and ``python -m puzzle_solver``: where the program begins.

Nothing is imported here before the current directory is dropped, in which any file may lie, and before Ctrl-C is
answered.
"""

import os
import sys

INTERRUPTED = 130


def main() -> int:
    """Run the program and return its exit code."""
    try:
        _drop_current_directory()
        _occupy_closed_descriptors()
        return _run()
    except KeyboardInterrupt:
        return INTERRUPTED


def _run() -> int:
    import signal

    # What is being imported may swallow a KeyboardInterrupt; at the end of the interpreter it would be a traceback.
    is_answered = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_answered:
        signal.signal(signal.SIGINT, _leave)
    from puzzle_solver.cli import app

    app.load(sys.argv[1:])
    if is_answered:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return app.main()
    finally:
        if is_answered:
            signal.signal(signal.SIGINT, _leave)


def _leave(number: int, frame: object) -> None:
    os._exit(INTERRUPTED)


def _drop_current_directory() -> None:
    """Let nothing be imported from the current directory, which Python puts first with ``-m`` unless told ``-P``.

    A copy of the package that is not installed keeps it, at the end: other processes have to find the copy there.
    """
    if sys.flags.safe_path or not sys.path or sys.path[0] not in {"", _current_directory()}:
        return
    here = sys.path.pop(0)
    if here == os.path.dirname(os.path.dirname(os.path.abspath(__file__))):  # noqa: PTH100, PTH120 (pathlib would be imported)
        sys.path.append(here)


def _current_directory() -> str:
    try:
        return os.getcwd()  # noqa: PTH109 (pathlib would be imported)
    except OSError:  # it is gone
        return ""


def _occupy_closed_descriptors() -> None:
    """Let the descriptors 0 to 2 lead nowhere where they were closed before the start.

    A file that is opened later would get one of them, and with it what is written to stderr. Reading still fails.
    """
    number = os.open(os.devnull, os.O_WRONLY)
    while number <= 2:
        os.set_inheritable(number, True)
        number = os.open(os.devnull, os.O_WRONLY)
    os.close(number)


if __name__ == "__main__":
    sys.exit(main())
