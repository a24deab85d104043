r"""Text to expression, exactly and without recursion.

The grammar, with operators grouped by the precedence of their rows, and told apart by where they stand::

    expression = operand (between operand)*
    operand    = before* primary after*
    primary    = number | bracketed | call "(" expression ["," expression] ")" | command argument+
    bracketed  = "(" expression ")", or with [ ], { }, \{ \}, or the delimiters of an operator, \lfloor \rfloor
               | font number "}", where the font is \text{, \mathrm{ or the like
    argument   = "{" expression "}" | digit
    number     = digits | digits "." [digits] | "." digits | [digits] "." [digits] "(" digits ")"

Spaces may stand anywhere but inside a number or an operator, and so may characters without width; ``\left`` before a
bracket that opens and ``\right`` before one that closes say nothing; full-width digits and signs are read as their
plain ones. The letter x between two operands is times. A minus binds looser than ``^`` and takes in all that binds
tighter: ``-3^2`` is ``-(3^2)``, ``-3!`` is ``-(3!)``. Directly before a number that nothing tighter claims it
is part of that number. Digits in brackets directly after a decimal point recur: ``1.(6)`` is 5/3. Refused: leading
zeros, two numbers side by side, multiplication without its sign, and whatever an operator after its operand might apply
to in two ways: ``3!!`` (say ``(3!)!`` or ``double_factorial(3)``), ``√9!``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from puzzle_solver.expression import Expression, assemble
from puzzle_solver.given import check_type, each_of
from puzzle_solver.operators import DIVIDE, OPERATORS, AnyOperator
from puzzle_solver.reading.shunting_yard import Grammar, ShuntingYard, Source, Take
from puzzle_solver.reading.text import BOUNDS, Bounds, check_bounds
from puzzle_solver.reading.vocabulary import BRACKETS, SIGNS, WRAPPERS, words_of


def read_expression(text: str, operators: Iterable[AnyOperator] = OPERATORS, bounds: Bounds = BOUNDS) -> Expression:
    """Return the expression that ``text`` writes. ``operators``: those that may stand in it.

    Every number keeps its spelling. Nothing is evaluated: ``1/0`` is read. ``bounds``: how large the text may be.

    >>> from puzzle_solver import evaluate, read_expression
    >>> evaluate(read_expression("8 ÷ (3 − 8/3)"))
    Fraction(24, 1)

    Raises:
        UnreadableExpression: the text is no expression, or past one of the ``bounds``.
        InvalidPuzzle: it is no text, or there are no such operators or bounds.
    """
    check_type(text, str, "expression to read", "a text, as in read_expression('8*3')")
    check_bounds(bounds)
    known = tuple(each_of(operators, "list of operators", "a list, as find_operators('+-') gives it"))
    for operator in known:
        check_type(operator, AnyOperator, "operator to read", "a row, as find_operators('+-') gives it")
    source = Source(text, grammar_of(known), bounds)
    return assemble(source.read(0, len(text))[0])


@lru_cache(maxsize=64)
def grammar_of(operators: tuple[AnyOperator, ...], named: tuple[AnyOperator, ...] | None = None) -> Grammar:
    """Return the grammar of expressions in which ``operators`` may stand; messages name those that are ``named``."""
    words = words_of(operators, operators if named is None else named)
    closing = {close: close for close in (*BRACKETS.values(), *(close for close, _ in words.pairs.values()))}
    first = _taking(
        (ShuntingYard.before, words.before),
        (ShuntingYard.call, words.calls),
        (ShuntingYard.command, words.commands),
        (ShuntingYard.pair, words.pairs),
        (ShuntingYard.open, BRACKETS),
        (ShuntingYard.wrap, dict.fromkeys(WRAPPERS)),
    )
    then = _taking(
        (ShuntingYard.comma, {",": None}),
        (ShuntingYard.close, closing),
        (ShuntingYard.after, words.after),
        (ShuntingYard.between, words.between),
        (ShuntingYard.divide, {word: operator for word, operator in words.between.items() if operator == DIVIDE}),
    )
    unread = _taking((ShuntingYard.unread, words.unread))
    signs = _taking((ShuntingYard.unknown, dict.fromkeys(SIGNS)))
    letters = _taking((ShuntingYard.unknown, dict.fromkeys(words.letters)))
    # Of two rows for one word the later one holds: what can begin an operand is never refused for what else it may be.
    operand = _taking((ShuntingYard.missing, then)) | letters | unread | first
    operator = _taking((ShuntingYard.implicit, first)) | signs | unread | then
    argument = _taking((ShuntingYard.argument, {bracket: bracket for bracket in BRACKETS}))
    return Grammar(words, operand, operator, argument)


def _taking(*rows: tuple[Take, Mapping[str, Any]]) -> dict[str, tuple[Take, Any]]:
    return {word: (take, meaning) for take, meanings in rows for word, meaning in meanings.items()}
