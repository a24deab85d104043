"""Documents of worked puzzles. :data:`DOCUMENTS` is the table of the formats that one can be written in.

A format's module is imported at its first use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, NamedTuple

from puzzle_solver.documents.blocks import Page
from puzzle_solver.documents.composition import compose_examples, compose_worksheet
from puzzle_solver.documents.worked_example import Worked
from puzzle_solver.errors import InvalidPuzzle, UnknownName
from puzzle_solver.given import check_type, each_of, shown
from puzzle_solver.lazy import load

_COMPOSERS: Final = MappingProxyType({False: compose_examples, True: compose_worksheet})


class DocumentFormat(NamedTuple):
    """A format: ``function``, a path for :func:`~puzzle_solver.lazy.load`, writes it; its files end with ``suffix``."""

    name: str
    suffix: str
    meaning: str
    function: str

    def write(self, title: str, pages: tuple[Page, ...]) -> str:
        """Return the whole text of a document."""
        text: str = load(self.function)(title, pages)
        return text


_ROWS: Final = (
    DocumentFormat(
        "markdown",
        ".md",
        "text with marks, to be read as it is or shown by many programs",
        "documents.markdown:write_markdown",
    ),
    DocumentFormat(
        "html",
        ".html",
        "one page for a browser and for A4; it needs nothing besides",
        "documents.html:write_html",
    ),
    DocumentFormat(
        "latex",
        ".tex",
        "a text for LaTeX, with the packages that every distribution has",
        "documents.latex:write_latex",
    ),
)

DOCUMENTS: Final[Mapping[str, DocumentFormat]] = MappingProxyType({row.name: row for row in _ROWS})


def find_document(name: str) -> DocumentFormat:
    """Return the format of documents called ``name``: ``markdown``, ``html`` or ``latex``.

    >>> from puzzle_solver.documents import find_document
    >>> find_document("html").suffix
    '.html'

    Raises:
        UnknownName: there is none.
    """
    if name not in tuple(DOCUMENTS):
        raise UnknownName(f"no document is called {shown(name)}: choose from {', '.join(DOCUMENTS)}")
    return DOCUMENTS[name]


@dataclass(frozen=True, slots=True)
class Document:
    """Worked puzzles with a title. ``worksheet``: puzzles on one page, with room to write, and answers on the next.

    ``others``: at most how many other solutions each puzzle shows. If None, examples show those that were worked out,
    and worksheets none.

    Raises:
        InvalidPuzzle: there is no puzzle, or ``others`` is negative.
    """

    puzzles: tuple[Worked, ...]
    title: str = ""
    worksheet: bool = False
    others: int | None = None

    def __post_init__(self) -> None:
        """Refuse a document about nothing."""
        object.__setattr__(self, "puzzles", tuple(each_of(self.puzzles, *_PUZZLES)))
        for each in self.puzzles:
            check_type(each, Worked, "puzzle of a document", "what worked() returns")
        check_type(self.title, str, "title of a document", "a text")
        check_type(self.worksheet, bool, "option worksheet", "True or False")
        if not self.puzzles:
            raise InvalidPuzzle("the document has no puzzle: give at least one")
        if self.others is not None and self.others < 0:
            raise InvalidPuzzle(f"the number of other solutions to show is {self.others}: give an integer from 0")

    @property
    def pages(self) -> tuple[Page, ...]:
        """What the document says, before it is written in a format."""
        return _COMPOSERS[self.worksheet](tuple(map(self._shown, self.puzzles)))

    def write(self, name: str) -> str:
        """Return the document in the format called ``name``, one of :data:`DOCUMENTS`.

        Raises:
            UnknownName: there is no such format.
        """
        return find_document(name).write(clean(self.title) or self._kind, self.pages)

    def _shown(self, told: Worked) -> Worked:
        # On a worksheet the answers are for checking one's own, not for reading.
        most = 0 if self.others is None and self.worksheet else self.others
        return told if most is None else replace(told, solutions=told.solutions[: most + 1])

    @property
    def _kind(self) -> str:
        if self.worksheet:
            return "Worksheet"
        return "Worked example" if len(self.puzzles) == 1 else "Worked examples"


_PUZZLES: Final = ("list of puzzles in a document", "a list, as in [worked(Puzzle([3, 3, 8, 8]))]")


def clean(text: str) -> str:
    r"""Return ``text`` as one line, without characters that no document may have.

    >>> clean("Week 1:\n  fractions")
    'Week 1: fractions'
    """
    return " ".join("".join(map(_replaced, text)).split())


def _replaced(character: str) -> str:
    code = ord(character)
    # The controls of ASCII and of Latin-1, the end of a line among them.
    if code < 0x20 or 0x7F <= code < 0xA0:
        return " "
    # Surrogates cannot be encoded, and the last two code points of each plane are no characters (Unicode,
    # noncharacters).
    return "\N{REPLACEMENT CHARACTER}" if 0xD800 <= code < 0xE000 or code & 0xFFFE == 0xFFFE else character
