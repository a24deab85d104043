"""Text to expression, exactly and without recursion.

The grammar, with operators grouped by the precedence of their rows::

    expression = operand (operator operand)*
    operand    = number | "(" expression ")" | "-" operand
    number     = digits | digits "." [digits] | "." digits

Spaces may stand anywhere but inside a number or an operator. A minus binds looser than ``^``
and takes in all that binds tighter: ``-3^2`` is ``-(3^2)``. Directly before a number that
nothing tighter claims it is part of that number. Refused: leading zeros, two numbers side by
side, multiplication without its sign.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple, NoReturn, TypeAlias

from puzzle_solver.errors import UnreadableExpression
from puzzle_solver.expression import Binary, Expression, Number, Unary
from puzzle_solver.operators import (
    DIVIDE,
    MULTIPLY,
    NEGATE,
    OPERATORS,
    POWER,
    SUBTRACT,
    Operator,
    UnaryOperator,
    spellings,
)
from puzzle_solver.rational import DIGIT_LIMIT, shorten

TEXT_LIMIT: Final = 100_000
"""The most characters that are read. A number in them has at most ``DIGIT_LIMIT`` digits."""

_ALIASES: Final[Mapping[str, Operator]] = {
    "**": POWER, "·": MULTIPLY, "⋅": MULTIPLY, "∗": MULTIPLY, "∕": DIVIDE, "–": SUBTRACT,
}  # fmt: skip
_PREFIX: Final[Mapping[str, UnaryOperator]] = dict.fromkeys((*spellings(NEGATE), "–"), NEGATE)


class _Token(NamedTuple):
    kind: str
    text: str
    position: int


class _Vocabulary(NamedTuple):
    infix: Mapping[str, Operator]
    symbols: str
    pattern: re.Pattern[str]


class _Open(NamedTuple):
    """A bracket that waits to be closed."""

    position: int


_Waiting: TypeAlias = Operator | UnaryOperator | _Open


def read_expression(text: str, operators: Iterable[Operator] = OPERATORS) -> Expression:
    """Read ``text``, in which the symbols of ``operators`` may stand, as an expression.

    Every number keeps its spelling. Nothing is evaluated: ``1/0`` reads.

    Raises:
        UnreadableExpression: the text is no expression, or longer than ``TEXT_LIMIT``.
    """
    if len(text) > TEXT_LIMIT:
        reason = f"the text has {len(text)} characters: write at most {TEXT_LIMIT}"
        raise UnreadableExpression(reason, text, TEXT_LIMIT)
    reader = _Reader(text, _vocabulary(tuple(operators)))
    for token in reader.tokens():
        _TAKE[reader.due, token.kind](reader, token)
    return reader.finish()


@lru_cache(maxsize=32)
def _vocabulary(operators: tuple[Operator, ...]) -> _Vocabulary:
    own = {spelling: operator for operator in operators for spelling in spellings(operator)}
    infix = {alias: operator for alias, operator in _ALIASES.items() if operator in operators} | own
    words = sorted({*infix, *_PREFIX}, key=len, reverse=True)
    pattern = (
        r"(?P<number>[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
        rf"|(?P<word>{'|'.join(map(re.escape, words))})"
        r"|(?P<open>\()|(?P<close>\))|(?P<other>[^\W\d_]+|\S)"
    )
    return _Vocabulary(infix, " ".join(operator.symbol for operator in operators), re.compile(pattern))


class _Reader:
    """A shunting yard: finished parts on one stack, what waits for its right operand on the other.

    ``due``: an operand is due, not an operator. ``bare``: the last part is a number without brackets or sign.
    """

    def __init__(self, text: str, vocabulary: _Vocabulary) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self.parts: list[Expression] = []
        self.waiting: list[_Waiting] = []
        self.due = True
        self.bare = False

    def tokens(self) -> Iterator[_Token]:
        for match in self.vocabulary.pattern.finditer(self.text):
            kind = match.lastgroup or ""
            yield _Token(kind, match[kind], match.start(kind))

    def finish(self) -> Expression:
        end = len(self.text.rstrip())
        if self.due:
            self.fail("a number is missing at the end" if end else "there is nothing to read: write an expression", end)
        self.reduce()
        match self.waiting:
            case [*_, _Open(position)]:
                self.fail("this bracket is never closed", position)
        return self.parts.pop()

    def number(self, token: _Token) -> None:
        digits = token.text
        if len(digits) > 1 and digits[0] == "0" and digits[1] != ".":
            self.fail(f"{shorten(digits, 20)!r} has a leading zero: write it without", token.position)
        if len(digits.replace(".", "")) > DIGIT_LIMIT:
            self.fail(f"a number has more than {DIGIT_LIMIT} digits: write a shorter one", token.position)
        self.parts.append(Number(Fraction(digits), digits))
        self.due, self.bare = False, True

    def prefix(self, token: _Token) -> None:
        if token.text not in _PREFIX:
            self.missing(token)
        self.waiting.append(_PREFIX[token.text])

    def infix(self, token: _Token) -> None:
        operator = self.vocabulary.infix.get(token.text)
        if operator is None:
            self.unknown(token)
        self.reduce(operator)
        self.waiting.append(operator)
        self.due = True

    def open(self, token: _Token) -> None:
        self.waiting.append(_Open(token.position))

    def close(self, token: _Token) -> None:
        self.reduce()
        if not self.waiting:
            self.fail("this bracket was never opened", token.position)
        self.waiting.pop()
        self.bare = False

    def reduce(self, coming: Operator | None = None) -> None:
        """Finish all, back to the last open bracket, that binds its right operand before ``coming`` does."""
        while self.waiting and not isinstance(top := self.waiting[-1], _Open):
            if coming and (top.precedence, not coming.right_grouping) <= (coming.precedence, False):
                break
            self.waiting.pop()
            self.parts.append(self.build(top, self.parts.pop()))

    def build(self, operator: Operator | UnaryOperator, operand: Expression) -> Expression:
        if isinstance(operator, Operator):
            return Binary(operator, self.parts.pop(), operand)
        if not (self.bare and isinstance(operand, Number)):
            return Unary(operator, operand)
        self.bare = False
        return Number(-operand.value, NEGATE.symbol + operand.spelling)

    def missing(self, token: _Token) -> NoReturn:
        self.fail(f"a number is missing before {token.text!r}", token.position)

    def adjacent(self, token: _Token) -> NoReturn:
        if self.bare:
            self.fail("two numbers stand side by side: write an operator between them", token.position)
        self.implicit(token)

    def implicit(self, token: _Token) -> NoReturn:
        found = shorten(token.text, 20)
        self.fail(f"an operator is missing before {found!r}: write it, multiplication too", token.position)

    def unknown(self, token: _Token) -> NoReturn:
        found, symbols = shorten(token.text, 20), self.vocabulary.symbols
        self.fail(f"{found!r} has no meaning here: write numbers, round brackets and {symbols}", token.position)

    def fail(self, reason: str, position: int) -> NoReturn:
        raise UnreadableExpression(reason, self.text, position)


_TAKE: Final[Mapping[tuple[bool, str], Callable[[_Reader, _Token], None]]] = {
    (True, "number"): _Reader.number,
    (True, "word"): _Reader.prefix,
    (True, "open"): _Reader.open,
    (True, "close"): _Reader.missing,
    (True, "other"): _Reader.unknown,
    (False, "number"): _Reader.adjacent,
    (False, "word"): _Reader.infix,
    (False, "open"): _Reader.implicit,
    (False, "close"): _Reader.close,
    (False, "other"): _Reader.unknown,
}
