"""A document as one page of HTML: its style and its drawings are in it, and it asks for nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
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
from puzzle_solver.render.svg import to_svg

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""What a browser lets the page ask for: nothing."""

_STYLE: Final = Path(__file__).with_name("page.css")


def write_html(title: str, pages: tuple[Page, ...]) -> str:
    """Return the document."""
    lines = (
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        # Without an icon of its own a page makes browsers ask the server for one.
        '<link rel="icon" href="data:,">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{_STYLE.read_text('utf-8')}</style>",
        "</head>",
        "<body>",
        # A title may be in a script that runs from right to left.
        f'<h1 dir="auto">{escape(title)}</h1>',
        "<main>",
        *(line for page in pages for line in _page(page)),
        "</main>",
        "</body>",
        "</html>",
    )
    return "\n".join(lines) + "\n"


def _page(page: Page) -> Iterator[str]:
    yield '<div class="page">'
    if page.heading:
        yield f"<h2>{escape(page.heading)}</h2>"
    yield from map(_block, page.intro)
    yield f'<div class="{page.layout.value}">'
    for section in page.sections:
        yield from _section(section, "h3" if page.heading else "h2")
    yield "</div>\n</div>"


def _section(section: Section, heading: str) -> Iterator[str]:
    yield f"<section>\n<{heading}>{escape(section.heading)}</{heading}>"
    yield from map(_block, section.blocks)
    yield "</section>"


def _block(block: Block) -> str:
    match block:
        case Statement(numbers, target):
            cards = " ".join(f"<b>{escape(number)}</b>" for number in numbers)
            return f'<p class="hand">{cards} <span>→ <b>{escape(target)}</b></span></p>'
        case Heading(text):
            return f"<h3>{escape(text)}</h3>"
        case Text(text):
            return f"<p>{escape(text)}</p>"
        case Points(items):
            return _listed("ul", items)
        case Steps(items):
            return _listed("ol", items)
        case Formula(text, latex, main):
            # The page asks for nothing, so no script may set the formula: its source is given to be copied.
            source = f'\n<p class="source">LaTeX: <code>{escape(latex)}</code></p>' if main else ""
            return f'<p class="formula">{escape(text)}</p>{source}'
        case Formulas(items):
            return _listed("ul", tuple(item.text for item in items))
        case Tree(expression):
            return f"<figure>\n{to_svg(expression, STYLE)}\n</figure>"
        case Room():
            return '<div class="room"></div>'


def _listed(kind: str, items: tuple[str, ...]) -> str:
    return "\n".join((f"<{kind}>", *(f"<li>{escape(item)}</li>" for item in items), f"</{kind}>"))
