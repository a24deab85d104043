"""A document in LaTeX, with the class and the packages that every distribution has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from puzzle_solver.documents.blocks import (
    Block,
    Formula,
    Formulas,
    Heading,
    Layout,
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
from puzzle_solver.expression import Expression
from puzzle_solver.render.picture import to_picture
from puzzle_solver.render.prose import break_digits, to_prose

_PREAMBLE: Final = Path(__file__).with_name("preamble.tex")

_WIDEST, _HIGHEST = 165, 200
"""Of a drawing, in millimetres: what is larger is made smaller."""

_MOST_STORIES: Final = 3
"""Of a fraction: the next one would be set as small as the third, and the ones after it higher and higher."""

_BRACES: Final = re.compile(r"(?P<frac>(?:(?<=\\frac)|(?<=\}))\{)|(?P<close>(?<!\\)\})|(?<!\\)\{")

_LONGEST: Final = 12
"""Of a number in a box, in characters: a box cannot be broken at the end of a line."""


def write_latex(title: str, pages: tuple[Page, ...]) -> str:
    """Return the document. It is in ASCII."""
    lines = (
        # ASCII only, so that no engine has to be told an encoding.
        _PREAMBLE.read_text("ascii").rstrip(),
        r"\begin{document}",
        rf"{{\LARGE\bfseries {to_prose(title)}\par}}",
        *(line for place, page in enumerate(pages) for line in _page(page, first=not place)),
        r"\end{document}",
    )
    return "\n".join(lines) + "\n"


def _page(page: Page, *, first: bool) -> Iterator[str]:
    # LaTeX begins the first page by itself.
    if not first:
        yield r"\newpage"
    if page.heading:
        yield rf"\section*{{{to_prose(page.heading)}}}"
    yield from (_block(block) + r"\par" for block in page.intro)
    yield from _LAYOUTS[page.layout](page.sections)


def _full(sections: Sequence[Section]) -> Iterator[str]:
    """A section that does not fit on the rest of a page begins a new one."""
    for section in sections:
        yield rf"\section*{{{to_prose(section.heading)}}}"
        yield from (_block(block) for block in section.blocks)
        yield r"\sectionend"


def _beside(sections: Sequence[Section]) -> Iterator[str]:
    yield r"\bigskip"
    for number, section in enumerate(sections):
        yield r"\begin{minipage}[t]{0.46\textwidth}\raggedright\setlength{\parskip}{0.8ex}"
        yield rf"\textbf{{{to_prose(section.heading)}}} "
        yield from map(_block, section.blocks)
        yield rf"\end{{minipage}}{_BETWEEN[number % 2]}"


_BETWEEN: Final = (r"\hfill", r"\par\vspace{8mm}")


def _listed(sections: Sequence[Section]) -> Iterator[str]:
    # The list of answers: LaTeX's own, of which no package is needed.
    yield r"\begin{list}{}{\setlength{\leftmargin}{3em}\setlength{\labelwidth}{2.5em}}"
    for section in sections:
        yield rf"\item[\textbf{{{to_prose(section.heading)}}}]"
        yield from (_block(block) + r"\par" for block in section.blocks)
    yield r"\end{list}"


_LAYOUTS: Final[Mapping[Layout, Callable[[Sequence[Section]], Iterator[str]]]] = MappingProxyType(
    {Layout.FULL: _full, Layout.BESIDE: _beside, Layout.LISTED: _listed}
)


def _block(block: Block) -> str:
    match block:
        case Statement(numbers, target):
            cards = r"\hspace{0.5em}".join(_card(number) for number in numbers)
            return rf"{{\large\lineskip=1ex\lineskiplimit=1ex {cards} $\to$ {_card(target)}\par}}\medskip"
        case Heading(text):
            return rf"\subsection*{{{to_prose(text)}}}"
        case Text(text):
            return to_prose(text) + "\n"
        case Points(items):
            return _items("itemize", map(to_prose, items))
        case Steps(items):
            return _items("enumerate", map(to_prose, items))
        case Formula(main=main):
            return rf"{{\large {_formula(block)}\par}}" if main else rf"{_formula(block)}\par"
        case Formulas(items):
            return _items("itemize", map(_formula, items))
        case Tree(expression):
            return _tree(expression)
        case Room():
            return r"\room"


def _formula(formula: Formula) -> str:
    """Within a line, where a long formula may be broken; as text where its fractions would be too small to read."""
    # The same formula, as people type it: nothing is lost but the stacked form.
    if _stories(formula.latex) > _MOST_STORIES:
        return to_prose(formula.text)
    return rf"$\displaystyle {break_digits(formula.latex)}$"


def _stories(latex: str) -> int:
    """Return how many fractions stand within one another at most."""
    # A stack of open braces: only those of ``\frac`` make its parts smaller.
    within: list[bool] = []
    most = 0
    for brace in _BRACES.finditer(latex):
        if brace["close"]:
            within.pop()
        else:
            within.append(bool(brace["frac"]))
            most = max(most, sum(within))
    return most


def _card(number: str) -> str:
    # A long number is set as text, in which it may be broken.
    return rf"\card{{{to_prose(number)}}}" if len(number) <= _LONGEST else to_prose(number)


def _items(kind: str, items: Iterable[str]) -> str:
    return "\n".join((rf"\begin{{{kind}}}\tight", *(rf"\item {item}" for item in items), rf"\end{{{kind}}}"))


def _tree(expression: Expression) -> str:
    latex, width, height = to_picture(expression, STYLE)
    # width / _WIDEST >= height / _HIGHEST, without a division: made to fit the tighter of the two, it fits the other.
    if width > _WIDEST and width * _HIGHEST >= height * _WIDEST:
        latex = rf"\resizebox{{{_WIDEST}mm}}{{!}}{{{latex}}}"
    elif height > _HIGHEST:
        latex = rf"\resizebox{{!}}{{{_HIGHEST}mm}}{{{latex}}}"
    return f"\\medskip\n{latex}\n"
