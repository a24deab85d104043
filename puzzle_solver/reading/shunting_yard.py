"""Words to postfix order: a shunting yard (Dijkstra, 1961), with a table for each thing that may come next.

It keeps its own stack, so that brackets within brackets never meet the recursion limit of the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

from puzzle_solver.characters import SKIPPED
from puzzle_solver.expression import Item, Number
from puzzle_solver.operators import DIVIDE, NEGATE, AnyOperator, Operator, UnaryOperator, written
from puzzle_solver.reading.numerals import NumeralRefused, quoted, read_numeral
from puzzle_solver.reading.stack import LOWEST, OpenBracket, OpenCommand, Waiting
from puzzle_solver.reading.text import Bounds, PlainText
from puzzle_solver.reading.vocabulary import BRACKETS, Form, Words

_DIGITS: Final = frozenset("0123456789.")
_NOTHING: Final = "there is nothing to read: write an expression"


class Source(PlainText):
    """A text to be read, whole or in spans, by a grammar.

    Raises:
        UnreadableExpression: the text is too long, or something in it does not show, but matters.
    """

    def __init__(self, text: str, grammar: Grammar, bounds: Bounds) -> None:
        super().__init__(text, bounds)
        self.grammar = grammar
        at = self.hexadecimal()
        if at is not None:
            self.refuse(grammar.words.meaningless(text[at]), at)

    def read(self, start: int, end: int) -> Postfix:
        """Read the expression between two places."""
        reader = ShuntingYard(self, start, end)
        items = reader.read()
        return items, Quotients(reader) if reader.divided else None


class Quotients:
    """Where in postfix order ``4`` stands in ``9 * 4/3``, which is ``(9*4)/3`` unless there is a number ``4/3``.

    ``places``: of each first number, after which come what takes it, ``*``, the second number and the division.
    """

    __slots__ = ("_reader", "places")

    def __init__(self, reader: ShuntingYard) -> None:
        self._reader = reader
        self.places = tuple(reader.quotients())

    def refuse(self, place: int) -> NoReturn:
        """Raise the error for a quotient at one of the places that could be one number or two."""
        index = next(index for index, at in self._reader.divided if at == place)
        quotient = f"{self._reader.words[index]}/{self._reader.words[index + 2]}"
        reason = f"'{quotient}' may be one number or two, and the values differ: write ({quotient}) if it is one"
        self._reader.fail(reason, index)


Postfix: TypeAlias = tuple[list[Item], Quotients | None]
"""An expression in postfix order, with the quotients in it that may be numbers."""


class ShuntingYard:
    """A shunting yard: finished parts in postfix order, and on a stack what waits for its right operand.

    ``index`` is that of the word that is read, ``table`` says what a word does now. ``divided``: the indices of
    numerals that stand directly before a division sign, with their places among the parts.
    """

    __slots__ = ("depth", "divided", "end", "grammar", "index", "parts", "source", "start", "table", "waiting", "words")

    def __init__(self, source: Source, start: int, end: int) -> None:
        self.source, self.start, self.end = source, start, end
        self.grammar = source.grammar
        # The pattern takes any character that is no space, so no part of the text is passed over.
        self.words: list[str] = source.grammar.words.pattern.findall(source.plain, start, end)
        self.table = self.grammar.operand
        self.parts: list[Item] = []
        self.waiting: list[Waiting] = [OpenBracket("", 0)]
        self.index = self.depth = 0
        self.divided: list[tuple[int, int]] = []

    @property
    def word(self) -> str:
        return self.words[self.index]

    def read(self) -> list[Item]:
        for word in self.words:
            take, meaning = self.table.get(word, _OTHER)
            take(self, meaning)
            self.index += 1
        return self.finish()

    def finish(self) -> list[Item]:
        if self.table is _CALLED:
            self.uncalled()
        if self.table is not self.grammar.operator:
            self.dangling()
            self.source.refuse("a number is missing at the end" if self.words else _NOTHING, self.after_all())
        self.reduce(LOWEST)
        top = self.waiting[-1]
        if isinstance(top, OpenBracket) and len(self.waiting) > 1:
            self.fail("this bracket is never closed", top.index)
        return self.parts

    def after_all(self) -> int:
        """Return the place after the last word, at which something is to be seen, or nothing comes any more."""
        end = self.start + len(self.source.plain[self.start : self.end].rstrip())
        return next((at for at in range(end, self.end) if self.source.text[at] not in SKIPPED), self.end)

    def other(self, _: None) -> None:
        """Take a word that no table names: a number, or a fault."""
        word = self.words[self.index]
        if word[0] not in _DIGITS or word == "." or self.table is _CALLED:
            self.unknown()
        elif self.table is self.grammar.argument:
            self.digits()
        elif self.table is not self.grammar.operand:
            self.adjacent()
        else:
            try:
                self.parts.append(read_numeral(word, self.source.bounds.digits))
            except NumeralRefused as refused:
                self.fail(str(refused))
            self.table = self.grammar.operator

    def before(self, operator: UnaryOperator) -> None:
        self.waiting.append(operator)

    def between(self, operator: Operator) -> None:
        # One that groups to the left first finishes those of its own precedence: a - b - c is (a - b) - c.
        self.reduce(operator.precedence + operator.right_grouping)
        self.waiting.append(operator)
        self.table = self.grammar.operand

    def divide(self, operator: Operator) -> None:
        # 9 * 4/3 may have the number 4/3 of the hand in it. Only the checker knows the hand, so the places are noted.
        if self.words[self.index - 1][0] in _DIGITS and isinstance(self.parts[-1], Number):
            self.divided.append((self.index - 1, len(self.parts) - 1))
        self.between(operator)

    def quotients(self) -> Iterator[int]:
        """Yield the places of numbers that are divided by another, but only after an operator before has taken them."""
        for index, place in self.divided:
            before, *_, after = self.parts[place + 1 : place + 4]
            bare = self.words[index + 2][0] in _DIGITS
            if bare and isinstance(before, Operator) and before.precedence == DIVIDE.precedence and after == DIVIDE:
                yield place

    def after(self, sign: UnaryOperator) -> None:
        """Apply ``sign`` to the last part, with all before it that binds tighter."""
        before = self.grammar.words.after.get(self.words[self.index - 1])
        # 3!! could be (3!)! or the double factorial, and √9! could be √(9!) or (√9)!: neither is guessed.
        if before and before.precedence <= sign.precedence:
            remedy = f"write brackets, as in (3{before.symbol}){sign.symbol}"
            self.fail(f"{quoted(self.word)} directly after {quoted(before.symbol)} is not clear: {remedy}")
        self.reduce(sign.precedence + 1)
        top = self.waiting[-1]
        if top.precedence == sign.precedence and isinstance(top, (Operator, UnaryOperator)):
            self.fail(f"{quoted(self.word)} could apply before or after {quoted(top.symbol)}: write brackets")
        self.parts.append(sign)

    def call(self, operator: AnyOperator) -> None:
        self.push(OpenBracket(")", self.index + 1, operator))
        self.table = _CALLED

    def called(self, _: None) -> None:
        self.table = self.grammar.operand

    def open(self, close: str) -> None:
        self.push(OpenBracket(close, self.index))
        self.table = self.grammar.operand

    def pair(self, pair: tuple[str, UnaryOperator]) -> None:
        """Open the delimiters of an operator."""
        close, operator = pair
        self.push(OpenBracket(close, self.index, operator))

    def wrap(self, _: object) -> None:
        """Take a number in another font: a sum in it would have to be bracketed, which it is not."""
        if self.words[self.index + 2 : self.index + 3] != ["}"] or self.words[self.index + 1][0] not in _DIGITS:
            self.fail(f"{quoted(self.word + '}')} may stand round a number or round the whole: leave it out")
        self.open("}")

    # Every bracket is counted here, so that no text builds more than the bound allows.
    def push(self, group: OpenBracket) -> None:
        if self.depth == self.source.bounds.depth:
            self.fail(f"more than {self.depth} brackets stand within one another: write fewer")
        self.depth += 1
        self.waiting.append(group)

    def comma(self, _: None) -> None:
        self.reduce(LOWEST)
        match self.waiting[-1]:
            case OpenBracket(operator=Operator(), commas=0) as group:
                group.commas = 1
                self.table = self.grammar.operand
            case _:
                self.unknown()

    def close(self, close: str) -> None:
        self.reduce(LOWEST)
        group = self.waiting.pop()
        assert isinstance(group, OpenBracket)  # a command that waits for an operand takes no other word
        if group.close != close:
            self.unmatched(group)
        if isinstance(group.operator, Operator) and not group.commas:
            name = written(group.operator)[0]
            self.fail(f"{name}() is missing its second number: write it after a comma")
        if group.operator:
            self.parts.append(group.operator)
        self.depth -= 1
        if isinstance(command := self.waiting[-1], OpenCommand):
            self.argued(command)

    def command(self, forms: tuple[Form, ...]) -> None:
        self.waiting.append(OpenCommand(forms))
        self.table = self.grammar.argument

    def argument(self, bracket: str) -> None:
        """Open the bracket of a command's operand."""
        command = self.narrowed(bracket)
        command.starts.append(len(self.parts))
        self.open(BRACKETS[bracket])

    def narrowed(self, bracket: str) -> OpenCommand:
        """Return the waiting command, its forms those whose next operand stands in such a bracket."""
        command = self.waiting[-1]
        assert isinstance(command, OpenCommand)  # it is what the table for arguments stands for
        place = len(command.starts)
        command.forms = tuple(form for form in command.forms if form.brackets[place] == bracket)
        if not command.forms:
            self.unbraced()
        return command

    def digits(self) -> None:
        r"""Take the operands of a command written as single digits: ``\frac12``."""
        command = self.narrowed("{")
        if not self.word.isdecimal() or len(self.word) > len(command.forms[0].brackets) - len(command.starts):
            self.unbraced()
        for digit in self.word:
            command.starts.append(len(self.parts))
            self.parts.append(read_numeral(digit, 1))
        self.argued(command)

    def argued(self, command: OpenCommand) -> None:
        """Go on after an operand of a command: to the next one, or having applied it to all."""
        (operator, brackets, swapped), starts = command.forms[0], command.starts
        if len(starts) < len(brackets):
            self.table = self.grammar.argument
            return
        self.waiting.pop()
        # Operands are finished in the order in which they are written, and ``\sqrt[3]{8}`` has its degree first.
        if swapped:
            self.parts[starts[0] :] = self.parts[starts[1] :] + self.parts[starts[0] : starts[1]]
        self.parts.append(operator)
        self.table = self.grammar.operator

    def reduce(self, least: int) -> None:
        """Finish all, back to the last open bracket, that binds at least as tightly as ``least``."""
        while (top := self.waiting[-1]).precedence >= least:
            self.waiting.pop()
            if top is not NEGATE or not self.take_sign():
                self.parts.append(top)  # type: ignore[arg-type]  # a bracket's precedence is below any ``least``

    def is_bare(self) -> bool:
        """Is the last part a number, and the last word its digits, without brackets or sign?"""
        # (4) leaves the same part behind as 4, but another last word.
        last = self.parts[-1]
        return isinstance(last, Number) and self.words[self.index - 1][0] in _DIGITS and last.spelling[0] in _DIGITS

    def take_sign(self) -> bool:
        """Make a minus part of the number that it stands directly before, if it does."""
        number = self.parts[-1]
        if not (isinstance(number, Number) and self.is_bare()):
            return False
        # So -3 is the number -3 of a hand, and only where there is none, a sign and a 3: the checker tells which.
        self.parts[-1] = Number(-number.value, NEGATE.symbol + number.spelling)
        return True

    def missing(self, _: object) -> NoReturn:
        self.dangling()
        self.fail(f"a number is missing before {quoted(self.word)}")

    def dangling(self) -> None:
        """Refuse the word before if it is a letter: without an operand after it, it is no sign."""
        if self.index and self.words[self.index - 1] in self.grammar.words.letters:
            self.index -= 1
            self.unknown()

    def adjacent(self) -> NoReturn:
        if self.is_bare():
            self.fail("two numbers stand side by side: write an operator between them")
        self.implicit(None)

    def implicit(self, _: object) -> NoReturn:
        self.fail(f"an operator is missing before {quoted(self.word)}: write it, multiplication too")

    def unmatched(self, group: OpenBracket) -> NoReturn:
        if not self.waiting:
            self.fail("this bracket was never opened")
        self.fail(f"{quoted(self.word)} does not close the bracket that is open: write {quoted(group.close)} first")

    def unbraced(self) -> NoReturn:
        self.fail("an operand of the command before is missing here: write it in braces, as in {3}")

    def uncalled(self) -> NoReturn:
        group = self.waiting[-1]
        assert isinstance(group, OpenBracket)  # what a call has opened
        remedy = f"write numbers, brackets and {self.grammar.words.listing}"
        self.fail(f"a call without its bracket has no meaning here: {remedy}", group.index - 1)

    def unread(self, remedy: str) -> NoReturn:
        self.fail(f"{quoted(self.word)} is not read, lest it be mistaken: {remedy}")

    def unknown(self, _: object = None) -> NoReturn:
        if self.table is self.grammar.argument:
            self.unbraced()
        if self.table is _CALLED:
            self.uncalled()
        self.fail(self.grammar.words.meaningless(self.word))

    def fail(self, reason: str, index: int | None = None) -> NoReturn:
        """Refuse the word at ``index``, by default this one."""
        self.source.refuse(reason, self.place(self.index if index is None else index))

    def place(self, index: int) -> int:
        """Return where the word at ``index`` stands in the text."""
        # Where words stand only messages tell: it is looked up for them, and costs reading nothing.
        words = self.grammar.words.pattern.finditer(self.source.plain, self.start, self.end)
        return next(islice(words, index, None)).start(1)


Take: TypeAlias = Callable[[ShuntingYard, Any], None]
Table: TypeAlias = Mapping[str, tuple[Take, Any]]

_OTHER: Final[tuple[Take, None]] = (ShuntingYard.other, None)
_CALLED: Final[Table] = {"(": (ShuntingYard.called, None)}


class Grammar(NamedTuple):
    """The words, and what each does where an operand is due, an operator, or an operand of a command."""

    words: Words
    operand: Table
    operator: Table
    argument: Table
