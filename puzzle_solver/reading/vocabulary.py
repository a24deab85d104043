r"""What each word of an expression means where it stands, worked out from the rows of operators.

Words are told apart by where they stand (:class:`Words`), so that ``-`` may be a sign and a subtraction. Besides its
own symbols an operator is written as its LaTeX says: by a sign (``\times``), a command with its operands in brackets
(``\frac{8}{3}``, ``\sqrt[3]{8}``), a pair of delimiters (``\lfloor 7 \rfloor``), or a sign after its operand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar

from puzzle_solver.characters import MINUS_SIGNS
from puzzle_solver.operators import (
    DIVIDE,
    FACTORIAL,
    MULTIPLY,
    NEGATE,
    POWER,
    AnyOperator,
    Fixity,
    Operator,
    UnaryOperator,
    placed,
    spellings,
    written,
)
from puzzle_solver.operators.signs import OTHER_SIGNS
from puzzle_solver.operators.typeset import is_template, latex_sign
from puzzle_solver.reading.numerals import quoted

T = TypeVar("T")

BRACKETS: Final[Mapping[str, str]] = MappingProxyType({"(": ")", "[": "]", "{": "}", r"\{": r"\}"})
"""Each kind of bracket that groups, with what closes it."""

_ALIASES: Final[Mapping[str, Operator]] = MappingProxyType({**OTHER_SIGNS, r"\cdot": MULTIPLY, r"\div": DIVIDE})
_COMMAND_ALIASES: Final = MappingProxyType({r"\dfrac": r"\frac", r"\tfrac": r"\frac"})
SIGNS: Final = tuple(dict.fromkeys((*spellings(NEGATE), *MINUS_SIGNS)))
"""How the sign is written."""

_FONTS: Final = (
    "text textrm textbf textit textsf texttt textnormal mathrm mathbf mathit mathsf mathtt mathnormal boldsymbol bm "
    "mbox hbox emph ensuremath"
)
WRAPPERS: Final = tuple(rf"\{font}{{" for font in _FONTS.split())
"""What LaTeX sets a text in another font by: it says nothing."""

_SIZE: Final = r"[bB]igg?"
_COMMAND: Final = re.compile(r"(\\[A-Za-z]+)((?:\[\{{3}\w+\}{3}\]|\{{3}\w+\}{3})+)")
_ARGUMENT: Final = re.compile(r"([\[{])\{{2,3}(\w+)\}{2,3}[\]}]?")
_DELIMITED: Final = re.compile(r"\\left(\S+) \{operand\} \\right(\S+)")
_TRAILING: Final = re.compile(r"\{operand\}(.+)")
_FIRST: Final = ("left", "operand")

_NUMBER: Final = (
    r"[0-9]*\.[0-9]*(?:\([0-9]+\)|\\overline\{[0-9]+\})"  # digits that recur
    r"|[0-9]+(?:\.[0-9]*)?|\.[0-9]+"
)


class Form(NamedTuple):
    """One way to write a command: the opening brackets of its operands, and whether the second comes first."""

    operator: AnyOperator
    brackets: tuple[str, ...]
    swapped: bool = False


class Words(NamedTuple):
    """What each word means, by where it stands.

    Where an operand is due: ``before``, ``calls`` (before a bracket), ``commands``, and ``pairs``, delimiters that
    apply an operator to what is between them. After one: ``between`` and ``after``. ``letters``, of those between, have
    no other meaning. ``unread`` are words refused with a remedy of their own. ``pattern`` finds words one by one in its
    only group; ``listing`` is what may stand.
    """

    before: Mapping[str, UnaryOperator]
    calls: Mapping[str, AnyOperator]
    commands: Mapping[str, tuple[Form, ...]]
    pairs: Mapping[str, tuple[str, UnaryOperator]]
    between: Mapping[str, Operator]
    letters: tuple[str, ...]
    after: Mapping[str, UnaryOperator]
    unread: Mapping[str, str]
    pattern: re.Pattern[str]
    listing: str

    def meaningless(self, word: str) -> str:
        """Return why a word is refused that nothing is known of."""
        return f"{quoted(word)} has no meaning here: write numbers, brackets and {self.listing}"


@lru_cache(maxsize=64)
def words_of(operators: tuple[AnyOperator, ...], named: tuple[AnyOperator, ...]) -> Words:
    """Return the words for expressions in which ``operators`` may stand. A minus may always be a sign.

    Messages name only the operators that are ``named``.
    """
    listing = " ".join(dict.fromkeys(map(_listed, named)))
    places = [place for operator in operators for place in _places(operator)]
    binary = [(word, fixity, row) for word, fixity, row in places if isinstance(row, Operator)]
    unary = [(word, fixity, row) for word, fixity, row in places if isinstance(row, UnaryOperator)]
    before = dict.fromkeys(SIGNS, NEGATE) | _standing(Fixity.BEFORE, unary)
    after = _standing(Fixity.AFTER, unary)
    aliases = {alias: operator for alias, operator in _ALIASES.items() if operator in operators}
    between = aliases | _standing(Fixity.BETWEEN, binary)
    calls = _standing(Fixity.CALL, places)
    commands, pairs = _commands(operators), _pairs(operators)
    unread = _unread(named, {*before, *after, *between}, f"write numbers, brackets and {listing}")
    opening, closing = [*BRACKETS, *pairs], [*BRACKETS.values(), *(close for close, _ in pairs.values())]
    # x is times between operands only if no operator of one's own is called x.
    letters = tuple(word for word in aliases if word.isalpha() and between[word] is aliases[word])
    plain = [*{*between}.difference(letters), *before, *after, *unread, *commands, *opening, *closing, *WRAPPERS]
    call = rf"(?:{_any(calls)})(?=\s*(?:\\(?:left|{_SIZE}l?)\s*)?\()"
    # Alternatives are tried from left to right: a number, a call, then every other word, the longest first. A letter is
    # a sign only before what is no letter, or a call. The last alternative takes any character, to be named in a
    # message.
    pattern = (
        rf"(?:\\(?:left|{_SIZE}l?)\s*(?={_any(opening)})|\\(?:right|{_SIZE}r?)\s*(?={_any(closing)}))?"
        rf"({_NUMBER}|{call}|{_any(plain)}|(?:{_any(letters)})(?={call}|[\W\d_]|$)|\\[A-Za-z]+|[^\W\d_]+|\S)"
    )
    return Words(before, calls, commands, pairs, between, letters, after, unread, re.compile(pattern), listing)


def _standing(fixity: Fixity, places: Iterable[tuple[str, Fixity, T]]) -> dict[str, T]:
    return {word: operator for word, place, operator in places if place is fixity}


def _places(operator: AnyOperator) -> Iterator[tuple[str, Fixity, AnyOperator]]:
    for word in written(operator):
        yield word, placed(operator, word), operator
    if not is_template(operator):
        yield latex_sign(operator), operator.fixity, operator
    elif trailing := _TRAILING.fullmatch(operator.latex):
        yield trailing[1].format(), Fixity.AFTER, operator


def _commands(operators: Iterable[AnyOperator]) -> dict[str, tuple[Form, ...]]:
    forms: dict[str, tuple[Form, ...]] = {}
    for operator in operators:
        if command := _COMMAND.fullmatch(operator.latex):
            operands = _ARGUMENT.findall(command[2])
            form = Form(operator, tuple(bracket for bracket, _ in operands), operands[0][1] not in _FIRST)
            forms[command[1]] = (*forms.get(command[1], ()), form)
    return forms | {alias: forms[name] for alias, name in _COMMAND_ALIASES.items() if name in forms}


def _pairs(operators: Iterable[AnyOperator]) -> dict[str, tuple[str, UnaryOperator]]:
    rows = [row for row in operators if isinstance(row, UnaryOperator)]
    return {pair[1]: (pair[2], row) for row in rows if (pair := _DELIMITED.fullmatch(row.latex))}


def _unread(operators: Iterable[AnyOperator], known: set[str], otherwise: str) -> dict[str, str]:
    """Return what is refused with a remedy: what might be taken for two things, or is not ours to read."""
    named = tuple(operators)
    unread = {"//": "write / for a division" if DIVIDE in named else otherwise}
    if "!" in known:
        unread["!!"] = "write (3!)!" if FACTORIAL in named else otherwise
    for operator in named:
        if operator.symbol not in written(operator):
            again = f"{unread[operator.symbol]} or " if FACTORIAL in named and operator.symbol in unread else "write "
            unread[operator.symbol] = f"{again}{written(operator)[0]}(3)"
    # 3² might be meant as a power or be a footnote: the remedy is named, nothing is guessed.
    unread |= dict.fromkeys("⁰¹²³⁴⁵⁶⁷⁸⁹", "write a power with ^, as in 3^2" if POWER in named else otherwise)
    return {word: remedy for word, remedy in unread.items() if word not in known}


def _any(words: Iterable[str]) -> str:
    """Return a pattern for any of ``words``, the longest first; without words, one that nothing matches."""
    return "|".join(map(re.escape, sorted(set(words), key=lambda word: (-len(word), word)))) or "(?!)"


def _listed(operator: AnyOperator) -> str:
    return written(operator)[0] + ("()" if operator.fixity is Fixity.CALL else "")
