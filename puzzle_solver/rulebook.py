"""Rules as a flat table of plain values: what a file, a line of a batch and the options of a command have in common.

:data:`ENTRIES` has a row for each key: how its value is read, where in the rules it goes, how it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from numbers import Rational
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from puzzle_solver.errors import InvalidPuzzle, PuzzleError, UnknownName
from puzzle_solver.given import check_type, shown
from puzzle_solver.operators import MOST, OPERATORS, AnyOperator, find_operators
from puzzle_solver.rational import shorten, to_fraction, write_rational
from puzzle_solver.rules import DOMAINS, PRESETS, Order, Rules, Use, check_rules, find_domain

Known: TypeAlias = Iterable[AnyOperator]
Read: TypeAlias = "Callable[[object, Known], Any]"

EXTENSIONS: Final = (".toml", ".json")
"""What the name of a file of rules ends with."""

MOST_BYTES: Final = 100_000
"""The size of the largest file of rules that is read."""


class _WrongValue(Exception):
    """A value is not what its key demands."""


class Entry(NamedTuple):
    """One key: what ``demand`` tells of its values, and the ways into the rules and out of them.

    A value of None is that of ``Rules()``; ``read`` never sees it.
    """

    demand: str
    read: Read
    put: Callable[[Rules, Any], Rules]
    get: Callable[[Rules], Any]


def _text(value: object, known: Known) -> str:
    if not isinstance(value, str):
        raise _WrongValue
    return value


def _flag(value: object, known: Known) -> bool:
    if not isinstance(value, bool):
        raise _WrongValue
    return value


def _number(value: object, known: Known) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, (Rational, str)):
        raise _WrongValue
    return to_fraction(value)


def _operators(value: object, known: Known) -> tuple[AnyOperator, ...]:
    if isinstance(value, str):
        return find_operators(value, known)
    if (
        isinstance(value, Mapping)
        or not isinstance(value, Iterable)
        or not all(isinstance(word, str) for word in value)
    ):
        raise _WrongValue
    # By its symbol and by its name an operator may be named twice: it is there once.
    return tuple(dict.fromkeys(operator for word in value for operator in find_operators(word, known)))


def _integer(least: int, most: int | None = None) -> Read:
    def read(value: object, known: Known) -> int:
        try:
            number = _number(value, known)
        except ValueError:
            raise _WrongValue from None
        if number.denominator != 1 or number < least or (most is not None and number > most):
            raise _WrongValue
        return number.numerator

    return read


def _member(members: type[Enum]) -> Read:
    def read(value: object, known: Known) -> Enum:
        return find_member(members, _text(value, known))

    return read


def find_member(members: type[Enum], name: str) -> Enum:
    """Return the member of an Enum whose value is ``name``.

    Raises:
        UnknownName: there is none.
    """
    for member in members:
        if member.value == name:
            return member
    raise UnknownName(f"{shorten(name)!r} is no {members.__name__.lower()}: choose from {_values(members)}")


def _values(members: type[Enum]) -> str:
    return ", ".join(member.value for member in members)


def _field(name: str, demand: str, read: Read, write: Callable[[Any], object] = lambda value: value) -> Entry:
    return Entry(
        demand, read, lambda rules, value: replace(rules, **{name: value}), lambda rules: write(getattr(rules, name))
    )


def _limit(name: str, demand: str, read: Read) -> Entry:
    return Entry(
        demand,
        read,
        lambda rules, value: replace(rules, limits=rules.limits._replace(**{name: value})),
        lambda rules: getattr(rules.limits, name),
    )


def _deal(name: str, demand: str, read: Read) -> Entry:
    return Entry(
        demand,
        read,
        lambda rules, value: replace(rules, deal=rules.deal._replace(**{name: value})),
        lambda rules: getattr(rules.deal, name),
    )


def _value(member: Enum) -> object:
    return member.value


def spell_operators(operators: Iterable[AnyOperator]) -> list[str]:
    """Return for each operator its symbol, or its name where the symbol is that of another.

    >>> spell_operators(find_operators("+,-,negate"))
    ['+', '-', 'negate']
    """
    # An own operator is found before those of the table.
    given = tuple(operators)
    known = tuple(dict.fromkeys((*(operator for operator in given if operator not in OPERATORS), *OPERATORS)))
    first = {operator.symbol: operator for operator in reversed(known)}
    return [operator.symbol if first[operator.symbol] == operator else operator.name for operator in given]


_YES_OR_NO: Final = "true or false"

ENTRIES: Final[Mapping[str, Entry]] = MappingProxyType(
    {
        "name": _field("name", "a text", _text),
        "operators": _field("operators", "symbols and names of operators", _operators, spell_operators),
        "order": _field("order", _values(Order), _member(Order), _value),
        "use": _field("use", _values(Use), _member(Use), _value),
        "domain": _field(
            "domain",
            ", ".join(domain.name for domain in DOMAINS),
            lambda value, known: find_domain(_text(value, known)),
            lambda domain: domain.name,
        ),
        "join": _field("join", _YES_OR_NO, _flag),
        "decimals": _field("decimals", _YES_OR_NO, _flag),
        "recurring": _field("recurring", _YES_OR_NO, _flag),
        "brackets": _field("brackets", _YES_OR_NO, _flag),
        "unary_depth": _field("unary_depth", "an integer from 0 to 100", _integer(0, 100)),
        "max_bits": _limit("bits", f"an integer from 1 to {MOST.bits}", _integer(1, MOST.bits)),
        "max_exponent": _limit("exponent", "an integer from 1", _integer(1)),
        "target": _field(
            "target", "a number", _number, lambda target: None if target is None else write_rational(target)
        ),
        "numbers": _deal("numbers", "an integer from 1 to 100", _integer(1, 100)),
        "deck": _deal("deck", "a text", _text),
        "targets": _deal("targets", "a text", _text),
        "source": _field("source", "a text", _text),
    }
)


def change_rules(rules: Rules, table: Mapping[str, object], known: Known = OPERATORS) -> Rules:
    """Return ``rules`` with what ``table`` says instead. ``known``: the operators that it may name.

    The keys are those of a file of rules; a value of None stands for the default.

    >>> from puzzle_solver import GAME_24, change_rules
    >>> changed = change_rules(GAME_24, {"operators": "+-", "domain": "natural"})
    >>> changed.operators, changed.domain.name
    ((Operator('add', '+'), Operator('subtract', '-')), 'natural')

    Raises:
        InvalidPuzzle: a value is not what its key demands, or the rules contradict themselves.
        UnknownName: there is no such key, or a value is the name of nothing.
    """
    check_rules(rules)
    check_type(table, Mapping, "table of rules", "a mapping, as in {'domain': 'natural'}")
    for key, value in table.items():
        if key not in tuple(ENTRIES):
            raise UnknownName(f"{shown(key)} is no part of rules: choose from {', '.join(ENTRIES)}")
        entry = ENTRIES[key]
        try:
            rules = entry.put(rules, entry.get(Rules()) if value is None else entry.read(value, known))
        except _WrongValue:
            raise InvalidPuzzle(f"{key!r} is {shorten(repr(value))}: write {entry.demand}") from None
    return rules


def once_each(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    """Return the keys and values of a JSON object.

    Raises:
        ValueError: a key is given twice, of which one value would be lost.
    """
    table: dict[str, object] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"{key!r} is given twice")
        table[key] = value
    return table


def rules_table(rules: Rules) -> dict[str, object]:
    """Return ``rules`` as the table that :func:`change_rules` makes them of."""
    return {key: entry.get(rules) for key, entry in ENTRIES.items()}


# Files


def find_or_load(name: str, known: Known = OPERATORS) -> Rules:
    """Return the preset called ``name``, or the rules in the file of that name.

    Raises:
        UnknownName: there is neither.
        PuzzleError: the file has no rules.
        OSError: the file cannot be read.
    """
    path = Path(name)
    if name in PRESETS:
        return PRESETS[name]
    if path.suffix in EXTENSIONS and path.exists():
        return load_rules(path, known)
    raise UnknownName(
        f"no rules are called {shorten(name)!r}: choose from {', '.join(PRESETS)}, or give a file of rules "
        f"whose name ends with {' or '.join(EXTENSIONS)}"
    )


def load_rules(path: str | Path, known: Known = OPERATORS) -> Rules:
    """Return the rules in a TOML or JSON file. Without a name of their own they have the file's.

    ``known``: the operators that the file may name.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from puzzle_solver import load_rules
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "sums.toml")
    ...     size = path.write_text('operators = ["+"]', "utf-8")
    ...     rules = load_rules(path)
    >>> rules.name, rules.operators
    ('sums', (Operator('add', '+'),))

    Raises:
        PuzzleError: the file has no rules.
        OSError: the file cannot be read.
    """
    check_type(path, (str, Path), "file of rules", "its name or a Path")
    path = Path(path)
    try:
        # Editors on Windows may begin a file with the mark of byte order, which utf-8-sig takes away.
        table = {"name": path.stem, **_read_table(_read_file(path).decode("utf-8-sig"))}
        return change_rules(Rules(), table, known)
    except UnicodeDecodeError as error:
        raise InvalidPuzzle(f"{str(path)!r} is no text in UTF-8: save it as one") from error
    except PuzzleError as error:
        # The same class of error, so that callers can still tell what is wrong; each of them takes one text.
        raise type(error)(f"{str(path)!r}: {error}") from error


def _read_file(path: Path) -> bytes:
    """Read a file that has an end. A pipe may have none, and what waits for a writer may wait for ever."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise InvalidPuzzle("no regular file: write the rules into one")
    with path.open("rb") as file:
        # One byte more than allowed tells that a file is too large, however large it is.
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise InvalidPuzzle(f"more than {MOST_BYTES} bytes: rules take some hundred")
    return data


def read_rules(text: str, known: Known = OPERATORS) -> Rules:
    """Return the rules that a text in TOML, or in JSON if it begins with a brace, describes.

    Anything the text leaves out is as in ``Rules()``. ``known``: the operators that it may name.

    >>> from puzzle_solver import read_rules
    >>> read_rules('order = "fixed"').order
    <Order.FIXED: 'fixed'>
    >>> read_rules('{"target": "1/3"}').target
    Fraction(1, 3)

    Raises:
        PuzzleError: it is neither, or describes no rules.
    """
    check_type(text, str, "text of rules", "a text in TOML or JSON")
    return change_rules(Rules(), _read_table(text), known)


def _read_table(text: str) -> dict[str, object]:
    # Numbers that are no integers are taken as they are written, so that none is rounded.
    try:
        # No text in TOML begins with a brace: its first line is a key, a heading or a comment.
        if text.lstrip().startswith("{"):
            import json  # what does not read rules needs neither

            # JSON lets a key come twice, and keeps the last one. TOML refuses it by itself.
            table: dict[str, object] = json.loads(
                text, parse_float=str, parse_constant=str, object_pairs_hook=once_each
            )
        else:
            import tomllib

            table = tomllib.loads(text, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise InvalidPuzzle(f"no rules in TOML or JSON: {error}") from error
    return table


def write_rules(rules: Rules, form: str = "toml") -> str:
    """Return ``rules`` as a text, in TOML or JSON, that :func:`read_rules` reads back to the same rules.

    ``form``: ``toml`` or ``json``.

    >>> from puzzle_solver import COUNTDOWN, read_rules, write_rules
    >>> read_rules(write_rules(COUNTDOWN)) == COUNTDOWN
    True

    Raises:
        InvalidPuzzle: an operator is not of the table: a file can only name operators.
        UnknownName: there is no such form.
    """
    check_rules(rules)
    own = [operator for operator in rules.operators if operator not in OPERATORS]
    if own:
        raise InvalidPuzzle(f"{own[0].symbol!r} ({own[0].name}) is an operator of your own: a file cannot hold it")
    if form not in tuple(_FORMS):
        raise UnknownName(f"no form of rules is called {shown(form)}: choose from {', '.join(_FORMS)}")
    return _FORMS[form](rules_table(rules))


def _to_json(table: Mapping[str, object]) -> str:
    import json

    return json.dumps(table, indent=2) + "\n"


def _to_toml(table: Mapping[str, object]) -> str:
    # What is None can only be left out: the key stands there for whoever wants to fill it in.
    lines = [(f"{key} = {_toml(value)}" if value is not None else f"# {key} =", key) for key, value in table.items()]
    width = 30
    return "".join(f"{line:{width}}  # {ENTRIES[key].demand}\n" for line, key in lines)


def _toml(value: object) -> str:
    import json

    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    # A basic string of TOML is one of JSON, but for the one control character that JSON does not escape.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


_FORMS: Final[Mapping[str, Callable[[Mapping[str, object]], str]]] = MappingProxyType(
    {"toml": _to_toml, "json": _to_json}
)
