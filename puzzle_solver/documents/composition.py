"""From worked puzzles to what a document says of them: as examples, or as a worksheet with answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

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
from puzzle_solver.documents.idea import STYLE, write_value
from puzzle_solver.documents.worked_example import Worked
from puzzle_solver.rational import write_rational
from puzzle_solver.render.latex import write_value as write_latex
from puzzle_solver.result import Outcome, Solution

Compose: TypeAlias = Callable[[Sequence[Worked]], tuple[Page, ...]]


def compose_examples(puzzles: Sequence[Worked]) -> tuple[Page, ...]:
    """Return one page with all about each puzzle."""
    names = _names(puzzles)
    sections = (Section(name, tuple(_example(told))) for name, told in zip(names, puzzles, strict=True))
    return (Page("", (), tuple(sections), Layout.FULL),)


def compose_worksheet(puzzles: Sequence[Worked]) -> tuple[Page, ...]:
    """Return a page of puzzles with room for answers, and a page of answers."""
    rules = dict.fromkeys(told.rules for told in puzzles)
    # Rules that all puzzles share stand once, at the top.
    shared = len(rules) == 1
    intro = (*(map(_rules, rules) if shared else ()), *_warning(puzzles))
    tasks = (tuple(_task(told, shared=shared)) for told in puzzles)
    answers = (tuple(_answer(told)) for told in puzzles)
    return (
        Page("", intro, _numbered(tasks), Layout.BESIDE),
        Page("Answers", (), _numbered(answers), Layout.LISTED),
    )


def _warning(puzzles: Sequence[Worked]) -> Iterator[Text]:
    impossible = [told for told in puzzles if told.outcome is Outcome.IMPOSSIBLE]
    # At the top and of all puzzles together: to say it beside the one that it is true of would give the answer away.
    if len(impossible) == len(puzzles) > 1:
        yield Text("None of the puzzles can be done: find out why.")
    elif len(puzzles) > 1 and impossible:
        yield Text("Not every puzzle can be done: of one that cannot, write that it is impossible.")


def _names(puzzles: Sequence[Worked]) -> list[str]:
    names = [told.statement for told in puzzles]
    return names if len(names) == 1 else [f"{number}. {name}" for number, name in enumerate(names, 1)]


def _numbered(sections: Iterable[tuple[Block, ...]]) -> tuple[Section, ...]:
    return tuple(Section(f"{number}.", blocks) for number, blocks in enumerate(sections, 1))


def _rules(rules: str) -> Text:
    return Text(f"Rules: {rules}")


def _example(told: Worked) -> Iterator[Block]:
    yield from (Statement(told.hand, told.target), _rules(told.rules))
    if told.simplest is None:
        yield from _failure(told)
        return
    yield from (Heading("The idea"), Points(tuple(map(str, told.idea))))
    if told.steps:
        yield from (Heading("The steps"), Steps(told.steps))
    yield from (Heading("The solution"), _formula(told.simplest, main=True))
    if told.steps:
        yield Tree(told.simplest.expression)
    yield Heading("Other solutions" if told.others else "How many solutions")
    yield from map(Text, told.remarks)
    yield from _others(told)


def _others(told: Worked) -> Iterator[Block]:
    if told.others:
        yield from (Text(_introduce(told)), Formulas(tuple(map(_formula, told.others))))


def _introduce(told: Worked) -> str:
    # Only where all are there may "the others" be said.
    if told.count == len(told.solutions):
        return "The others, the simplest first:" if len(told.others) > 1 else "The other one:"
    return "The simplest of the others:"


def _failure(told: Worked) -> Iterator[Block]:
    yield Heading("The answer")
    yield from map(Text, told.remarks)
    # One solution of each nearest value: the point is how near it comes.
    if told.nearest:
        yield Formulas(tuple(_formula(near.solutions[0]) for near in told.nearest))


def _task(told: Worked, *, shared: bool) -> Iterator[Block]:
    yield Statement(told.hand, told.target)
    if not shared:
        yield _rules(told.rules)
    yield Room()


def _answer(told: Worked) -> Iterator[Block]:
    if told.simplest is None:
        yield from map(Text, told.remarks)
        return
    yield _formula(told.simplest)
    if len(told.steps) > 1:
        yield Text(", ".join(told.steps))
    # Where the shown solution is the only one, its count says nothing new.
    if told.count != 1:
        yield from map(Text, told.remarks)
    yield from _others(told)


def _formula(solution: Solution, *, main: bool = False) -> Formula:
    latex = f"{solution.latex} = {write_latex(write_rational(solution.value))}"
    return Formula(f"{solution.text(STYLE)} = {write_value(solution.value)}", latex, main)
