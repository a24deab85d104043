r"""Somebody's answer to a puzzle: an expression, dressed up as people write one, or steps.

Around the whole, around either side of ``=`` and around a step may stand Markdown marks for bold and code, ``$...$``,
``\(...\)``, ``\[...\]`` and ``\boxed{...}``. An answer may claim a value, ``8/(3-8/3) = 24`` or ``24 = 4*6``: of both
sides the plainer number is the claim, the right one if they are alike.

Where there are more claims than one, each is a step, on a line of its own or parted by commas or semicolons. A step
may tell what is left: ``8/3 = 8/3 (left: 3 8 8/3)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from puzzle_solver.errors import InvalidNumber
from puzzle_solver.expression import Item, Number, assemble, evaluate
from puzzle_solver.operators import (
    BASIC,
    DIVIDE,
    FACTORIAL,
    NEGATE,
    POWER,
    SQUARE_ROOT,
    AnyOperator,
    Missing,
)
from puzzle_solver.rational import read_rational
from puzzle_solver.reading.expressions import grammar_of
from puzzle_solver.reading.numerals import quoted
from puzzle_solver.reading.shunting_yard import Grammar, Postfix, Quotients, Source
from puzzle_solver.reading.text import BOUNDS, Bounds
from puzzle_solver.reading.vocabulary import WRAPPERS

Span: TypeAlias = tuple[int, int]

ALWAYS_READ: Final[tuple[AnyOperator, ...]] = (*BASIC, POWER, NEGATE, SQUARE_ROOT, FACTORIAL)
"""What is read in an answer whether or not the rules allow it, so that the judgement can say which was not allowed."""

# Of two marks that begin alike the longer one stands first: ``**`` is tried before what it begins with.
_MARKS: Final = (
    ("**", "**"),
    ("__", "__"),
    ("```", "```"),
    ("`", "`"),
    ("$$", "$$"),
    ("$", "$"),
    (r"\(", r"\)"),
    (r"\[", r"\]"),
    (r"\boxed{", "}"),
    *((font, "}") for font in WRAPPERS),
)
_FIRST: Final = frozenset(opening[0] for opening, _ in _MARKS)

_LEFT: Final = re.compile(r"\(\s*left\s*:(?P<numbers>[^()]*)\)\s*")
_INTEGER: Final = re.compile("0|[1-9][0-9]{0,17}")
_WORD: Final = re.compile(r"[^\s,;]+")
_LABEL: Final = re.compile(r"[0-9０-９]+[:：]\s")
"""A number and a colon, as ``1: 3*8 = 24`` begins, where ``1 : 3`` and ``1:3`` are divisions."""
_PARTING: Final = re.compile(r"(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>\n)|[,;]")


class Equation(NamedTuple):
    """An expression, in postfix order, with what it is claimed to be, and the numbers said to be left after it.

    ``quotients``: what may be a fraction in it, if there is one left.
    """

    items: list[Item]
    claim: Fraction | None = None
    left: tuple[Fraction, ...] | None = None
    quotients: Quotients | None = None


def read_answer(text: str, operators: tuple[AnyOperator, ...], bounds: Bounds = BOUNDS) -> list[Equation]:
    """Return the equations of an answer, one for each step. ``operators`` are those of the rules.

    An expression without ``=`` is one equation without a claim. ``bounds``: how large the text may be.

    >>> from puzzle_solver.operators import BASIC
    >>> from puzzle_solver.reading import read_answer
    >>> [str(equation.claim) for equation in read_answer("8/3 = 8/3; 3 - 8/3 = 1/3", BASIC)]
    ['8/3', '1/3']

    Raises:
        UnreadableExpression: the text is no answer, or past one of the ``bounds``.
    """
    source = Source(text, _grammar(operators), bounds)
    whole = (0, len(text))
    # Most answers are one expression, with one claim or none: nothing in them has to be parted.
    if source.plain.count("=") < 2 and not ("left" in source.plain and _LEFT.search(source.plain)):
        return [_equation(source, whole)]
    # One step more than allowed, and no further: a text of a thousand steps is refused as fast as one of a hundred and
    # one.
    spans = list(islice(_pieces(source, *_peel(source, *whole)), bounds.steps + 1))
    if len(spans) > bounds.steps:
        source.refuse(f"the answer has more than {bounds.steps} steps: give fewer", spans[-1][0])
    return [_step(source, span) for span in spans]


_GRAMMARS: Final[dict[int, tuple[tuple[AnyOperator, ...], Grammar]]] = {}
"""The grammars that were asked for last, by the identity of the operators: hashing those takes longer than a word."""


def _grammar(operators: tuple[AnyOperator, ...]) -> Grammar:
    known = _GRAMMARS.get(id(operators))
    # An entry keeps its tuple alive: as long as it is there, no other tuple has the same id.
    if known is None or known[0] is not operators:
        if len(_GRAMMARS) > 64:
            _GRAMMARS.clear()
        every = tuple(dict.fromkeys((*ALWAYS_READ, *operators)))
        known = _GRAMMARS[id(operators)] = operators, grammar_of(every, operators)
    return known[1]


def _peel(source: Source, start: int, end: int) -> Span:
    """Take spaces and marks off both ends, as often as there are any."""
    plain = source.plain
    while True:
        while start < end and plain[start].isspace():
            start += 1
        while start < end and plain[end - 1].isspace():
            end -= 1
        if start == end or plain[start] not in _FIRST:
            return start, end
        for opening, closing in _MARKS:
            inner = start + len(opening)
            if plain.startswith(opening, start) and plain.endswith(closing, inner, end):
                if _in_parts(source, inner, end, opening, closing):
                    return start, end
                start, end = inner, end - len(closing)
                break
        else:
            return start, end


def _in_parts(source: Source, start: int, end: int, opening: str, closing: str) -> bool:
    """Are several parts marked one by one, sides of an equation or steps among them, and not the whole?"""
    if opening.endswith("{"):
        return source.braces.get(start - 1) != end - 1
    inner = source.plain[start : end - len(closing)]
    if "=" not in inner or opening not in inner:
        return False
    left, _, right = inner.partition("=")
    return "=" in right or (left.rstrip().endswith(closing) and right.lstrip().startswith(opening))


def _equation(source: Source, span: Span) -> Equation:
    start, end = _peel(source, *span)
    if label := _LABEL.match(source.text, start, end):
        source.refuse(f"{quoted(label[0].strip())} may number a step or divide: leave it out, or write /", start)
    sign = source.plain.find("=", start, end)
    if sign < 0:
        items, quotients = source.read(start, end)
        return Equation(items, quotients=quotients)
    another = source.plain.find("=", sign + 1, end)
    if another >= 0:
        source.refuse("a second '=' in one equation: write each step on a line of its own", another)
    left, right = _peel(source, start, sign), _peel(source, sign + 1, end)
    claim = source.plain[slice(*right)]
    if _INTEGER.fullmatch(claim) and len(claim) <= source.bounds.digits:  # the other side cannot be plainer
        items, quotients = source.read(*left)
        return Equation(items, Fraction(int(claim)), None, quotients)
    return _told_apart(source, [source.read(*left), source.read(*right)], sign)


def _told_apart(source: Source, sides: list[Postfix], sign: int) -> Equation:
    left, right = sides
    plainness = [_plainness(items) for items, _ in sides]
    if min(plainness) == _NO_NUMBER:
        source.refuse("neither side of '=' is a number: write what the expression is equal to", sign)
    (expression, quotients), (claim, _) = (right, left) if plainness[0] < plainness[1] else (left, right)
    if isinstance(claim[0], Number) and len(claim) == 1:
        return Equation(expression, claim[0].value, None, quotients)
    value = evaluate(assemble(claim))
    if isinstance(value, Missing):
        source.refuse("what stands beside '=' has no value: write a number", sign)
    return Equation(expression, value, None, quotients)


_NO_NUMBER: Final = 2


def _plainness(items: list[Item]) -> int:
    """Return 0 for a numeral, 1 for a quotient of two or for its negative, else 2."""
    if len(items) == 1:
        return 0
    kinds = [item if item in (DIVIDE, NEGATE) else type(item) for item in items]
    quotients = ([Number, Number, DIVIDE], [Number, Number, DIVIDE, NEGATE], [Number, NEGATE])
    return 1 if kinds in quotients else _NO_NUMBER


def _pieces(source: Source, start: int, end: int) -> Iterator[Span]:
    """Yield where steps may stand: between ends of lines, and between commas and semicolons outside brackets."""
    depth = 0
    for match in _PARTING.finditer(source.plain, start, end):
        if match["open"]:
            depth += 1
        elif match["close"]:
            depth -= 1
        # The end of a line ends a step even in an open bracket, and the depth begins anew: a fault stays in its line.
        elif match["end"] or depth == 0:
            yield from _filled(source, start, match.start())
            start, depth = match.end(), 0
    yield from _filled(source, start, end)


def _filled(source: Source, start: int, end: int) -> Iterator[Span]:
    start, end = _peel(source, start, end)
    if start < end:
        yield start, end


def _step(source: Source, span: Span) -> Equation:
    start, end = span
    # At the very end only: elsewhere "left" is no list of what is left.
    told = next((match for match in _LEFT.finditer(source.plain, start, end) if match.end() == end), None)
    equation = _equation(source, (start, told.start() if told else end))
    if equation.claim is None:
        source.refuse("a step says what it is equal to: write it after '='", start)
    return equation._replace(left=tuple(_left(source, told))) if told else equation


def _left(source: Source, told: re.Match[str]) -> Iterator[Fraction]:
    for word in _WORD.finditer(source.plain, *told.span("numbers")):
        try:
            yield read_rational(word[0])
        except InvalidNumber as error:
            source.refuse(str(error), word.start())
