"""The table of operators, and finding them by symbol or name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from puzzle_solver.characters import to_plain
from puzzle_solver.errors import UnknownName
from puzzle_solver.given import check_type, each_of
from puzzle_solver.operators.basic import ADD, DIVIDE, MULTIPLY, NEGATE, SUBTRACT
from puzzle_solver.operators.kinds import AnyOperator, Fixity, UnaryOperator
from puzzle_solver.operators.powers import POWER, ROOT, SQUARE_ROOT
from puzzle_solver.operators.signs import OTHER_SIGNS
from puzzle_solver.operators.whole import (
    ABSOLUTE,
    CEILING,
    DOUBLE_FACTORIAL,
    FACTORIAL,
    FLOOR,
    FLOOR_DIVIDE,
    MAXIMUM,
    MINIMUM,
    MODULO,
)

BASIC: Final = (ADD, SUBTRACT, MULTIPLY, DIVIDE)

BINARY: Final = (*BASIC, POWER, ROOT, MODULO, FLOOR_DIVIDE, MAXIMUM, MINIMUM)
UNARY: Final = (NEGATE, SQUARE_ROOT, FACTORIAL, DOUBLE_FACTORIAL, ABSOLUTE, FLOOR, CEILING)

OPERATORS: Final[tuple[AnyOperator, ...]] = (*BINARY, *UNARY)
"""Every operator known by symbol or name, in the order in which ties between solutions are settled.

By its symbol ``-`` is the subtraction; the sign is known by its name, ``negate``.
"""


def find_operators(text: str, known: Iterable[AnyOperator] = OPERATORS) -> tuple[AnyOperator, ...]:
    """Return the operators that a text names: symbols run together, ``+-*/^``, or names between commas, ``add,power``.

    Of symbols the longest match counts. A symbol may be any that is read between two operands: ``**``, ``×``, ``–``,
    full-width ones. ``known``: the operators that the text may name.

    >>> from puzzle_solver import find_operators
    >>> find_operators("+**")
    (Operator('add', '+'), Operator('power', '^'))
    >>> find_operators("negate,sqrt")
    (UnaryOperator('negate', '-'), UnaryOperator('sqrt', 'sqrt'))

    Raises:
        UnknownName: something in the text is no operator of ``known``.
        InvalidPuzzle: it is no text.
    """
    check_type(text, str, "list of operators", "a text, as in find_operators('+-*/')")
    table = list(each_of(known, "list of known operators", "a list of rows, such as OPERATORS"))
    for row in table:
        check_type(row, AnyOperator, "known operator", "an Operator or UnaryOperator")
    found: list[AnyOperator] = []
    for word in to_plain(text).replace(",", " ").split():
        named = [operator for operator in table if operator.name == word]
        # A word that is a name as a whole is meant as the name.
        found += named or _symbols(word, table)
    if not found:
        raise UnknownName(f"there is no operator in {text!r}: {_listing(table)}")
    return tuple(dict.fromkeys(found))


def _symbols(word: str, table: list[AnyOperator]) -> list[AnyOperator]:
    found: list[AnyOperator] = []
    rows = [(spelling, operator) for operator in table for spelling in spellings(operator)]
    # The longest first, so that ``**`` is a power and not two products. The sort is stable: of equal signs that of an
    # operator comes before the one that only stands for another.
    rows = sorted((*rows, *OTHER_SIGNS.items()), key=lambda row: -len(row[0]))
    while word:
        match = next((row for row in rows if word.startswith(row[0])), None)
        if match is None or match[1] not in table:
            raise UnknownName(f"{word[:20]!r} is no operator: {_listing(table)}")
        found.append(match[1])
        word = word[len(match[0]) :]
    return found


def spellings(operator: AnyOperator) -> tuple[str, ...]:
    """Return the symbols that stand for ``operator``, ascii first.

    >>> from puzzle_solver.operators import ADD, MULTIPLY, spellings
    >>> spellings(MULTIPLY), spellings(ADD)
    (('*', '×'), ('+',))
    """
    return (operator.symbol, operator.unicode) if operator.unicode else (operator.symbol,)


def written(operator: AnyOperator) -> tuple[str, ...]:
    """Return how ``operator`` is written in an expression, ascii first.

    A call is made by a word: where its symbol is none, by its name. ``3!!`` could be ``(3!)!`` or the double
    factorial, ``double_factorial(3)`` is one thing.

    >>> from puzzle_solver.operators import DOUBLE_FACTORIAL, SQUARE_ROOT, written
    >>> written(SQUARE_ROOT), written(DOUBLE_FACTORIAL)
    (('sqrt', '√'), ('double_factorial',))
    """
    by_name = operator.fixity is Fixity.CALL and not operator.symbol.isidentifier() and operator.name.isidentifier()
    return (operator.name if by_name else operator.symbol, *spellings(operator)[1:])


def placed(operator: AnyOperator, spelling: str) -> Fixity:
    """Return where ``operator`` stands when it is written so: a unary call by a sign before its operand, ``√4``.

    >>> from puzzle_solver.operators import SQUARE_ROOT, placed
    >>> placed(SQUARE_ROOT, "sqrt"), placed(SQUARE_ROOT, "√")
    (<Fixity.CALL: 'call'>, <Fixity.BEFORE: 'before'>)
    """
    called = operator.fixity is Fixity.CALL and isinstance(operator, UnaryOperator)
    return Fixity.BEFORE if called and not spelling.isidentifier() else operator.fixity


def _listing(table: list[AnyOperator]) -> str:
    rows = ", ".join(f"{operator.symbol} ({operator.name})" for operator in table)
    return f"choose from {rows}, signs run together or names between commas"
