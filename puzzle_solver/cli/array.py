"""A JSON array cut into its elements while it is read, on one line or many."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from puzzle_solver.cli.lines import Line

CUT_OFF: Final = "["
"""Stands as the last element of an array that is not closed."""

_BEGINNING: Final = re.compile(r"\s*\[\s*(?:[{\]]|$)")

_TOKEN: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[][{}:,]')
"""A string, which never goes on over the end of a line, or what gives JSON its structure."""

_PARTNERS: Final[Mapping[str, str]] = MappingProxyType({"}": "{", "]": "["})


def begins_array(text: str) -> bool:
    """Is ``text`` the first line of an array of objects?"""
    return _BEGINNING.match(text) is not None


def split_array(lines: Iterator[Line]) -> Iterator[Line]:
    """Yield the elements of an array, each with the line it begins on, and after its end the lines that follow.

    Brackets that do not match end an element, so that a broken one spoils no other: it goes as far as the line that
    shows it, or up to that line, if it began before.
    """
    first = next(lines)
    elements = _Elements()
    yield from elements.add(Line(first.number, first.text.lstrip().removeprefix("[")))
    while not elements.closed and (line := next(lines, None)) is not None:
        yield from elements.add(line)
    yield from elements.rest()
    if not elements.closed:
        yield Line(first.number, CUT_OFF)
    yield from (line for line in lines if line.text.strip())


class _Elements:
    """The element that is being read: its text so far, the line it began on, and its brackets that are open."""

    def __init__(self) -> None:
        self.closed = False
        self._begin()

    def _begin(self) -> None:
        self._parts: list[str] = []
        self._number = 0
        self._open: list[str] = []
        self._before = ""

    def add(self, line: Line) -> Iterator[Line]:
        """Read a line, and yield the elements that end on it."""
        start = 0
        for token in _TOKEN.finditer(line.text):
            sign = token[0][0]
            if sign in ",]" and not self._open:
                self._take(line.number, line.text[start : token.start()])
                yield from self.rest()
                start = token.end()
                if sign == "]":
                    self.closed = True
                    break
            elif not self._fits(sign):
                yield from self._break_off(line, start)
                return
            self._before = sign
        self._take(line.number, line.text[start:])

    def _fits(self, sign: str) -> bool:
        """Note a sign; can it stand here?"""
        if sign in _PARTNERS:
            return bool(self._open) and self._open.pop() == _PARTNERS[sign]
        if sign in _PARTNERS.values():
            inside = self._open[-1] if self._open else ""
            self._open.append(sign)
            return inside != "{" or self._before == ":"
        return True

    def _break_off(self, line: Line, start: int) -> Iterator[Line]:
        earlier = list(self.rest())
        yield from earlier
        if earlier:
            yield from self.add(line)
        else:
            yield Line(line.number, line.text[start:])

    def _take(self, number: int, text: str) -> None:
        if text.strip():
            self._number = self._number or number
        if self._number:
            self._parts.append(text)

    def rest(self) -> Iterator[Line]:
        """Yield what is held of an element, if there is any, and begin anew."""
        if self._parts:
            yield Line(self._number, "".join(self._parts))
        self._begin()
