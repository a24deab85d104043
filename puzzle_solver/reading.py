"""Text to expression, exactly and without recursion.

The grammar, with operators grouped by the precedence of their rows, and told apart by where they stand::

    expression = operand (between operand)*
    operand    = before* primary after*
    primary    = number | "(" expression ")" | call "(" expression ["," expression] ")"
    number     = digits | digits "." [digits] | "." digits | [digits] "." [digits] "(" digits ")"

Spaces may stand anywhere but inside a number or an operator. A minus binds looser than ``^``
and takes in all that binds tighter: ``-3^2`` is ``-(3^2)``, ``-3!`` is ``-(3!)``. Directly before a
number that nothing tighter claims it is part of that number. Digits in brackets directly after a
decimal point recur: ``1.(6)`` is 5/3. Refused: leading zeros, two numbers side by side, multiplication
without its sign, and whatever an operator after its operand might apply to in two ways: ``3!!`` (say
``(3!)!`` or ``double_factorial(3)``), ``√9!``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple, NoReturn, TypeAlias, TypeVar

from puzzle_solver.errors import UnreadableExpression
from puzzle_solver.expression import Binary, Expression, Number, Unary
from puzzle_solver.operators import (
    DIVIDE,
    MULTIPLY,
    NEGATE,
    OPERATORS,
    POWER,
    SUBTRACT,
    AnyOperator,
    Fixity,
    Operator,
    UnaryOperator,
    placed,
    spellings,
    written,
)
from puzzle_solver.rational import DIGIT_LIMIT, shorten

T = TypeVar("T", Operator, UnaryOperator)

TEXT_LIMIT: Final = 100_000
"""The most characters that are read. A number in them has at most ``DIGIT_LIMIT`` digits."""

_ALIASES: Final[Mapping[str, Operator]] = {
    "**": POWER, "·": MULTIPLY, "⋅": MULTIPLY, "∗": MULTIPLY, "∕": DIVIDE, "–": SUBTRACT,
}  # fmt: skip
_SIGNS: Final[Mapping[str, UnaryOperator]] = dict.fromkeys((*spellings(NEGATE), "–"), NEGATE)


class _Token(NamedTuple):
    kind: str
    text: str
    position: int


class _Vocabulary(NamedTuple):
    """What each spelling means where it stands; ``unwritten`` are symbols that a call is not written by."""

    between: Mapping[str, Operator]
    before: Mapping[str, UnaryOperator]
    after: Mapping[str, UnaryOperator]
    calls: Mapping[str, AnyOperator]
    unwritten: Mapping[str, AnyOperator]
    listing: str
    pattern: re.Pattern[str]


class _Open(NamedTuple):
    """A bracket that waits to be closed; where it is a call's, ``commas`` of it have been read."""

    position: int
    call: AnyOperator | None = None
    commas: int = 0


_Waiting: TypeAlias = Operator | UnaryOperator | _Open


def read_expression(text: str, operators: Iterable[AnyOperator] = OPERATORS) -> Expression:
    """Read ``text``, in which ``operators`` may stand, as an expression.

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
def _vocabulary(operators: tuple[AnyOperator, ...]) -> _Vocabulary:
    between = {alias: operator for alias, operator in _ALIASES.items() if operator in operators}
    between |= _spelled(operators, Operator, Fixity.BETWEEN)
    before = {**_SIGNS, **_spelled(operators, UnaryOperator, Fixity.BEFORE)}
    after = _spelled(operators, UnaryOperator, Fixity.AFTER)
    calls = _spelled(operators, Operator, Fixity.CALL) | _spelled(operators, UnaryOperator, Fixity.CALL)
    unwritten = {operator.symbol: operator for operator in operators if operator.symbol not in written(operator)}
    pattern = (
        r"(?P<number>[0-9]*\.[0-9]*\([0-9]+\)|[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
        rf"|(?P<call>(?:{_any(calls)})\s*\()|(?P<word>{_any([*between, *before, *after, *unwritten])})"
        r"|(?P<open>\()|(?P<close>\))|(?P<comma>,)|(?P<other>[^\W\d_]+|\S)"
    )
    listing = " ".join(dict.fromkeys(map(_listed, operators)))
    return _Vocabulary(between, before, after, calls, unwritten, listing, re.compile(pattern))


def _spelled(operators: tuple[AnyOperator, ...], kind: type[T], fixity: Fixity) -> dict[str, T]:
    """Return the operators of one kind that stand in one place, by how they are written."""
    known = [operator for operator in operators if isinstance(operator, kind)]
    return {word: row for row in known for word in written(row) if placed(row, word) is fixity}


def _any(words: Iterable[str]) -> str:
    """Return a pattern for any of ``words``, the longest first; without words, one that nothing matches."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or "(?!)"


def _listed(operator: AnyOperator) -> str:
    return written(operator)[0] + ("()" if operator.fixity is Fixity.CALL else "")


def _value(digits: str) -> Fraction:
    """Read a decimal: x.f(p) with m digits in f and n in p is xf / 10**m + p / (10**n - 1) / 10**m."""
    start, _, period = digits.rstrip(")").partition("(")
    if not period:
        return Fraction(start)
    whole, _, fixed = start.partition(".")
    recurring = Fraction(int(period), 10 ** len(period) - 1)
    return (int(whole + fixed or "0") + recurring) / Fraction(10) ** len(fixed)


class _Reader:
    """A shunting yard: finished parts on one stack, what waits for its right operand on the other.

    ``due``: an operand is due, not an operator. ``bare``: the last part is a number without brackets or sign.
    ``tail``: the operator after its operand that the last part ends with.
    """

    def __init__(self, text: str, vocabulary: _Vocabulary) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self.parts: list[Expression] = []
        self.waiting: list[_Waiting] = []
        self.due = True
        self.bare = False
        self.tail: UnaryOperator | None = None

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
        if len(digits) - 3 > DIGIT_LIMIT or sum(map(str.isdecimal, digits)) > DIGIT_LIMIT:
            self.fail(f"a number has more than {DIGIT_LIMIT} digits: write a shorter one", token.position)
        self.parts.append(Number(_value(digits), digits))
        self.due, self.bare, self.tail = False, True, None

    def before(self, token: _Token) -> None:
        if token.text not in self.vocabulary.before:
            self.missing(token)
        self.waiting.append(self.vocabulary.before[token.text])

    def behind(self, token: _Token) -> None:
        """Take an operator where none is due before an operand: between two, or after one."""
        if operator := self.vocabulary.between.get(token.text):
            self.reduce(operator)
            self.waiting.append(operator)
            self.due = True
        elif sign := self.vocabulary.after.get(token.text):
            self.after(sign, token)
        elif token.text in self.vocabulary.unwritten:
            self.unwritten(token)
        elif token.text in _SIGNS:
            self.unknown(token)
        else:
            self.implicit(token)

    def after(self, sign: UnaryOperator, token: _Token) -> None:
        """Apply ``sign`` to the last part, with all before it that binds tighter."""
        if self.tail and self.tail.precedence <= sign.precedence:
            remedy = f"write brackets, as in (3{self.tail.symbol}){sign.symbol}"
            self.fail(f"{token.text!r} directly after {self.tail.symbol!r} is not clear: {remedy}", token.position)
        while self.waiting and not isinstance(top := self.waiting[-1], _Open) and top.precedence >= sign.precedence:
            if top.precedence == sign.precedence:
                reason = f"{token.text!r} could apply before or after {top.symbol!r}: write brackets"
                self.fail(reason, token.position)
            self.finish_top(top)
        self.parts.append(Unary(sign, self.parts.pop()))
        self.bare, self.tail = False, sign

    def call(self, token: _Token) -> None:
        operator = self.vocabulary.calls[token.text[:-1].rstrip()]
        self.waiting.append(_Open(token.position + len(token.text) - 1, operator))

    def open(self, token: _Token) -> None:
        self.waiting.append(_Open(token.position))

    def comma(self, token: _Token) -> None:
        self.reduce()
        match self.waiting:
            case [*_, _Open(position, Operator() as operator, 0)]:
                self.waiting[-1] = _Open(position, operator, 1)
                self.due = True
            case _:
                self.unknown(token)

    def close(self, token: _Token) -> None:
        self.reduce()
        if not self.waiting:
            self.fail("this bracket was never opened", token.position)
        match self.waiting.pop():
            case _Open(_, Operator() as operator, 0):
                reason = f"{written(operator)[0]}() is missing its second number: write it after a comma"
                self.fail(reason, token.position)
            case _Open(_, (Operator() | UnaryOperator()) as operator):
                self.parts.append(self.build(operator, self.parts.pop()))
        self.bare, self.tail = False, None

    def reduce(self, coming: Operator | None = None) -> None:
        """Finish all, back to the last open bracket, that binds its right operand before ``coming`` does."""
        while self.waiting and not isinstance(top := self.waiting[-1], _Open):
            if coming and (top.precedence, not coming.right_grouping) <= (coming.precedence, False):
                break
            self.finish_top(top)

    def finish_top(self, top: AnyOperator) -> None:
        self.waiting.pop()
        self.parts.append(self.build(top, self.parts.pop()))

    def build(self, operator: AnyOperator, operand: Expression) -> Expression:
        if isinstance(operator, Operator):
            return Binary(operator, self.parts.pop(), operand)
        if operator != NEGATE or not (self.bare and isinstance(operand, Number)):
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

    def unwritten(self, token: _Token) -> NoReturn:
        """Refuse ``3!!``, which could be ``(3!)!``."""
        call = f"{written(self.vocabulary.unwritten[token.text])[0]}(3)"
        once = token.text[0]
        again = f"(3{once}){once} or " if once in self.vocabulary.after else ""
        self.fail(f"{token.text!r} is not read, lest it be mistaken: write {again}{call}", token.position)

    def unknown(self, token: _Token) -> NoReturn:
        found, listing = shorten(token.text, 20), self.vocabulary.listing
        self.fail(f"{found!r} has no meaning here: write numbers, round brackets and {listing}", token.position)

    def fail(self, reason: str, position: int) -> NoReturn:
        raise UnreadableExpression(reason, self.text, position)


_TAKE: Final[Mapping[tuple[bool, str], Callable[[_Reader, _Token], None]]] = {
    (True, "number"): _Reader.number,
    (True, "call"): _Reader.call,
    (True, "word"): _Reader.before,
    (True, "open"): _Reader.open,
    (True, "close"): _Reader.missing,
    (True, "comma"): _Reader.missing,
    (True, "other"): _Reader.unknown,
    (False, "number"): _Reader.adjacent,
    (False, "call"): _Reader.implicit,
    (False, "word"): _Reader.behind,
    (False, "open"): _Reader.implicit,
    (False, "close"): _Reader.close,
    (False, "comma"): _Reader.comma,
    (False, "other"): _Reader.unknown,
}
