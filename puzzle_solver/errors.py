"""Every deliberate exception of the package, with :class:`PuzzleError` at the root.

A message names the offending thing and the remedy, in one line.
"""

from __future__ import annotations

from functools import partial

from puzzle_solver.characters import shown, width


class PuzzleError(Exception):
    """The root of every error that this package raises on purpose."""


class InvalidNumber(PuzzleError, ValueError):
    """A text or value that is no exact number of this package."""


class InvalidPuzzle(PuzzleError, ValueError):
    """A hand, target and rules that do not make a puzzle."""


class UnknownName(PuzzleError, LookupError):
    """A name that is in no table: an operator, a rule set, an engine, a format."""


class UnknownOption(PuzzleError, TypeError):
    """A keyword that a function does not take."""


class UnreadableExpression(PuzzleError, ValueError):
    """A text that is no expression.

    ``text`` is what was read, ``position`` the index of the fault in it.
    """

    def __init__(self, reason: str, text: str, position: int) -> None:
        # An exception is pickled by what its base class was given: all that it takes to make it again.
        super().__init__(reason, text, position)
        self.reason = reason
        self.text = text
        self.position = position

    def __str__(self) -> str:
        line, position = _window(self.text, self.position)
        return f"{self.reason}\n  {line}\n  {' ' * position}^"


def _window(text: str, position: int, most: int = 80) -> tuple[str, int]:
    """Return what one line can show of ``text`` round ``position``, and the column of the position in it."""
    start = max(position - most, 0)
    near = text[start : position + most]
    cells = [shown(character, pointed_at=at == position) for at, character in enumerate(near, start)]
    widths = [sum(map(width, cell)) for cell in cells]
    first, last, here = 0, len(cells), position - start
    columns = sum(widths)
    room = most if len(near) == len(text) and columns <= most else most - len("......")
    while columns > room:  # leave out a character at the end that is farther from the position
        columns -= widths[first if here - first > last - here else last - 1]
        first, last = (first + 1, last) if here - first > last - here else (first, last - 1)
    before, after = "..." * (start + first > 0), "..." * (start + last < len(text))
    return before + "".join(cells[first:last]) + after, len(before) + sum(widths[first:here])


class MissingLibrary(PuzzleError, ImportError):
    """A library that only some of the package needs, and that is not installed."""


class UnsupportedPuzzle(PuzzleError):
    """An engine's refusal of a puzzle that it cannot answer completely."""


class MissingKernel(PuzzleError):
    """The environment demands the native kernel, which is not there, or asks for it in a way that says nothing."""


class SearchStopped(PuzzleError):
    """A time or memory limit ended the search; ``limit`` names which."""

    def __init__(self, limit: str) -> None:
        super().__init__(f"the search was stopped by its {limit} limit")
        self.limit = limit

    def __reduce__(self) -> tuple[type[SearchStopped], tuple[str]]:
        # The base class was given a sentence, of which no ``limit`` can be made again.
        return type(self), (self.limit,)


class WorkNotShared(PuzzleError):
    """Work that other processes cannot be given, or that one of them was ended over, as when memory runs short."""


class UnmetSpecification(PuzzleError):
    """No more puzzles to a specification were found: ``found`` of ``asked`` were (None: all were asked for).

    ``tried`` candidates were drawn, ``exhausted`` if there are no more, else that was the limit; ``failed`` says how
    many of them each guarantee let down, the most first.
    """

    def __init__(self, found: int, asked: int | None, tried: int, failed: dict[str, int], *, exhausted: bool) -> None:
        self.found, self.asked, self.tried, self.failed, self.exhausted = found, asked, tried, failed, exhausted
        super().__init__(self._words())

    def _words(self) -> str:
        number = self.found if self.asked is None else f"{self.found} of {self.asked}"
        tried = f"{self.tried} candidate{'' if self.tried == 1 else 's'} tried"
        failed = [f"{many} failed {name}" for name, many in self.failed.items()]
        end = "there are no more" if self.exhausted else "gave up; ask for less, or raise --tries"
        return f"found {number}: {', '.join((tried, *failed))}; {end}"

    def __reduce__(self) -> tuple[object, ...]:
        # Pickle passes arguments by place only, and ``exhausted`` has to be named.
        arguments = self.found, self.asked, self.tried, self.failed
        return partial(type(self), exhausted=self.exhausted), arguments
