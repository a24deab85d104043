"""What a document is made of, before it is written in any format."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias

from puzzle_solver.expression import Expression


class Statement(NamedTuple):
    """The numbers of a hand, and what to make of them."""

    numbers: tuple[str, ...]
    target: str


class Heading(NamedTuple):
    """The heading of what follows."""

    text: str


class Text(NamedTuple):
    """A paragraph."""

    text: str


class Points(NamedTuple):
    """Sentences, one a line."""

    items: tuple[str, ...]


class Steps(NamedTuple):
    """Equations, one after the other."""

    items: tuple[str, ...]


class Formula(NamedTuple):
    """A solution with what it makes, as text and as LaTeX for math mode; ``main``: the one that is worked out."""

    text: str
    latex: str
    main: bool = False


class Formulas(NamedTuple):
    """Several solutions."""

    items: tuple[Formula, ...]


class Tree(NamedTuple):
    """A solution, to be drawn."""

    expression: Expression


class Room(NamedTuple):
    """Room to write an answer in."""


Block: TypeAlias = Statement | Heading | Text | Points | Steps | Formula | Formulas | Tree | Room


class Section(NamedTuple):
    """All about one puzzle; it is kept on one page where it fits."""

    heading: str
    blocks: tuple[Block, ...]


class Layout(Enum):
    """How the sections of a page stand: one below the other, side by side, or as the items of a list."""

    FULL = "full"
    BESIDE = "beside"
    LISTED = "listed"


class Page(NamedTuple):
    """What begins on a page of its own."""

    heading: str
    intro: tuple[Block, ...]
    sections: tuple[Section, ...]
    layout: Layout
