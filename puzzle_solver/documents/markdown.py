"""A document in Markdown, as GitHub and most others show it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from puzzle_solver.documents.blocks import (
    Block,
    Formula,
    Formulas,
    Heading,
    Page,
    Points,
    Room,
    Section,
    Statement,
    Steps,
    Text,
    Tree,
)
from puzzle_solver.documents.idea import STYLE
from puzzle_solver.render.tree import to_tree

# With ``$``, since GitHub reads what is between two of them as mathematics.
_MARKS: Final = re.compile(r"([\\`*_{}\[\]<>#|~$&])")
_BREAK: Final = "---"


def write_markdown(title: str, pages: tuple[Page, ...]) -> str:
    """Return the document. Pages are parted by a line, for Markdown has none."""
    parts = [f"# {escape(title)}"]
    for place, page in enumerate(pages):
        parts += [_BREAK] if place else []
        parts += _page(page)
    return "\n\n".join(parts) + "\n"


def escape(text: str) -> str:
    r"""Return ``text`` with its marks of Markdown kept from being taken for marks.

    >>> print(escape("2 * 3 * 4"))
    2 \* 3 \* 4
    """
    return _MARKS.sub(r"\\\1", text)


def _page(page: Page) -> Iterator[str]:
    if page.heading:
        yield f"## {escape(page.heading)}"
    yield from map(_block, page.intro)
    for section in page.sections:
        yield from _section(section, "###" if page.heading else "##")


def _section(section: Section, mark: str) -> Iterator[str]:
    yield f"{mark} {escape(section.heading)}"
    yield from map(_block, section.blocks)


def _block(block: Block) -> str:
    match block:
        case Statement(numbers, target):
            return f"**{escape('  '.join(numbers))}** → **{escape(target)}**"
        case Heading(text):
            return f"### {escape(text)}"
        case Text(text):
            return escape(text)
        case Points(items):
            return "\n".join(f"- {escape(item)}" for item in items)
        case Steps(items):
            return "\n".join(f"{number}. {code(item)}" for number, item in enumerate(items, 1))
        case Formula(text, latex, main):
            return f"**{code(text)}**\n\n{_fenced(latex, 'math')}" if main else code(text)
        case Formulas(items):
            return "\n".join(f"- {code(item.text)}" for item in items)
        case Tree(expression):
            return _fenced(to_tree(expression, STYLE), "text")
        case Room():
            return "Answer: " + "." * 40


def code(text: str) -> str:
    """Return ``text`` in code marks, more of them than it has in a row.

    >>> code("3 * 8"), code("3 ` 8")
    ('`3 * 8`', '``3 ` 8``')
    """
    # CommonMark: a code span ends at the first run of as many backticks as it began with.
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}{text}{fence}"


def _fenced(text: str, language: str) -> str:
    # CommonMark: a fenced block ends at a fence that is at least as long as the first.
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}{language}\n{text}\n{fence}"
