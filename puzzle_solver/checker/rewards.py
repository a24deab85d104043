"""Answers as numbers: a score for a completion, in the shape that programs that train models expect."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from numbers import Number, Rational, Real
from typing import Any, Final, TypeAlias

from puzzle_solver.checker.answer import check_many
from puzzle_solver.checker.reasons import Code
from puzzle_solver.checker.verdict import Verdict
from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.given import check_type, each_of, shown
from puzzle_solver.puzzle import Puzzle, check_puzzle
from puzzle_solver.rational import Exact
from puzzle_solver.reading import BOUNDS, Bounds, check_bounds
from puzzle_solver.rulebook import change_rules
from puzzle_solver.rules import GAME_24, Rules, find_rules

TAG: Final = "answer"

Completion: TypeAlias = str | Sequence[Mapping[str, Any]] | Mapping[str, Any] | None
"""A text; parts, ``{"type": "text", "text": ...}``; or messages, of which the last has either under ``content``."""

RulesCell: TypeAlias = Rules | str | Mapping[str, Any] | None
"""Rules, their name, or an object as the rows of ``puzzle generate`` have it."""

Reward: TypeAlias = Callable[..., list[float]]

_PARTLY: Final = frozenset({Code.WRONG_VALUE, Code.FALSE_CLAIM})


def score(
    completion: Completion,
    puzzle: Puzzle,
    *,
    tag: str | None = TAG,
    partial: float = 0.0,
    bounds: Bounds = BOUNDS,
) -> float:
    """Return 1.0 if the answer in ``completion`` is right, else 0.0 or ``partial``.

    The answer is the text between the last ``<answer>`` and the ``</answer>`` after it; with ``tag=None`` it is the
    whole completion. ``partial`` is for answers that obey every rule and use the right numbers, but have another value:
    how near it comes plays no part. Nothing that is wrong with a completion raises; one without a text gets 0.0.

    >>> from puzzle_solver import Puzzle, score
    >>> puzzle = Puzzle([3, 3, 8, 8])
    >>> score("Divide. <answer>8 / (3 - 8/3)</answer>", puzzle)
    1.0
    >>> score("3 + 3 + 8 + 8", puzzle, tag=None, partial=0.1)
    0.1

    Raises:
        InvalidPuzzle: ``partial`` is not from 0 up to, and without, 1, or something else is not what it must be.
    """
    check_puzzle(puzzle)
    _check_options(tag, partial)
    answer = extract(text_of(completion), tag)
    if answer is None:
        return 0.0
    # Not ``check``, which raises for what cannot be read: a batch of rewards must not end over one completion.
    (verdict,) = check_many([(answer, puzzle)], bounds=bounds)
    return _score(verdict, float(partial))


def _check_options(tag: object, partial: float) -> None:
    if tag is not None and not (isinstance(tag, str) and tag):
        raise InvalidPuzzle(f"tag={shown(tag)}: give a word, as in 'answer', or None for the whole completion")
    check_type(partial, Real, "score for an answer that is partly right", "a number")
    # NaN is refused, too: no comparison with it holds.
    if isinstance(partial, bool) or not 0 <= partial < 1:
        raise InvalidPuzzle(f"partial={shown(partial)}: give a number from 0, below the 1 of a right answer")


def text_of(completion: object) -> str:
    """Return the text of a completion, or of the last of its messages; nothing where there is none.

    >>> text_of([{"role": "user", "content": "24?"}, {"role": "assistant", "content": "4 * 6"}])
    '4 * 6'
    """
    items = _items(completion)
    last = items[-1] if items else None
    content = last["content"] if isinstance(last, Mapping) and "content" in last else items
    return "".join(map(_part_text, _items(content)))


def _items(value: object) -> list[Any]:
    """Return what a list, a tuple or an array consists of; anything else is one item."""
    if isinstance(value, (str, bytes, Mapping)):
        return [value]
    try:
        return list(iter(value))  # type: ignore[call-overload]  # what it is, it says itself
    except TypeError:
        return [value]


_TEXTS: Final = ("text", "output_text")
"""The types of parts that are text: others are pictures, calls, thoughts."""


def _part_text(part: object) -> str:
    if isinstance(part, Mapping):
        part = part.get("text") if (part.get("type") or "text") in _TEXTS else None
    return part if isinstance(part, str) else ""


def extract(completion: str, tag: str | None = TAG) -> str | None:
    """Return the answer in a completion, None if there is none: no tag, or the last one is not closed.

    >>> extract("So: <answer>4 * 6</answer>"), extract("So: <answer>4 * 6")
    ('4 * 6', None)
    """
    if tag is None:
        return completion
    # The last one: a completion may name the tag while it reasons, or correct itself.
    _, opening, rest = completion.rpartition(f"<{tag}>")
    answer, closing, _ = rest.partition(f"</{tag}>")
    return answer if opening and closing else None


def _score(verdict: Verdict, partial: float) -> float:
    if verdict.correct:
        return 1.0
    return (
        partial if verdict.value is not None and _PARTLY.issuperset(reason.code for reason in verdict.reasons) else 0.0
    )


def reward_function(*, tag: str | None = TAG, partial: float = 0.0, bounds: Bounds = BOUNDS) -> Reward:
    """Return a function that scores a batch of completions, each as :func:`score` does.

    Call it as ``reward(completions=..., hand=..., target=..., rules=...)`` with a list or an array of each. It returns
    a list of floats, and ignores other keywords. Completions are texts, parts or messages. ``target`` and ``rules`` may
    be left out for the 24 game, or be one for all rows; rules are :class:`Rules`, names, or objects as ``puzzle
    generate`` writes them. None and not-a-number count as missing. A whole number that a table has made a float is read
    as an integer.

    >>> from puzzle_solver import reward_function
    >>> reward = reward_function(tag=None)
    >>> reward(completions=["4 * 6", "4 + 6"], hand=[[4, 6], [4, 6]], target=24)
    [1.0, 0.0]

    Raises (the first also when called):
        InvalidPuzzle: the columns are not of one length, or an option or a row is not what it must be.
        PuzzleError: a row is no puzzle.
    """
    _check_options(tag, partial)
    check_bounds(bounds)

    def reward(
        completions: Sequence[Completion],
        hand: Sequence[Iterable[Exact]],
        target: Sequence[Exact | None] | Exact | None = None,
        rules: Sequence[RulesCell] | RulesCell = None,
        **others: object,
    ) -> list[float]:
        texts = [text_of(each) for each in each_of(completions, "list of completions", "one for each row")]
        columns = [
            _column(name, given, len(texts)) for name, given in (("hand", hand), ("target", target), ("rules", rules))
        ]
        puzzles = map(_puzzle, *columns)
        return [
            score(text, puzzle, tag=tag, partial=partial, bounds=bounds)
            for text, puzzle in zip(texts, puzzles, strict=True)
        ]

    return reward


_FOR_ALL: Final = (str, Number, Rules, Mapping)
"""What is no column, but one value for all rows."""


def _column(name: str, given: Any, count: int) -> list[Any]:
    one = isinstance(given, _FOR_ALL) or _is_missing(given)
    column = [given] * count if one else list(each_of(given, f"column {name!r}", "a list"))
    if len(column) != count:
        raise InvalidPuzzle(f"{name!r} has {len(column)} rows for {count} completions: give one for each")
    return [None if _is_missing(value) else value for value in column]


def _is_missing(value: object) -> bool:
    """Is it what a table has where there is nothing: None, not a number, or the mark of pandas?"""
    # pandas is not imported for this: whoever has a table of it has it loaded.
    marks = (None, getattr(sys.modules.get("pandas"), "NA", None))
    return any(value is mark for mark in marks) or _is_nan(value)


def _is_nan(value: object) -> bool:
    if isinstance(value, Decimal):
        return value.is_nan()
    return isinstance(value, Real) and not isinstance(value, Rational) and math.isnan(value)


_EXACT_FLOATS: Final = 2**53
"""Below it every integer is a float, and no other integer has become the same one."""


def _whole(target: Any) -> Any:
    """Return a target; as an int, if a table has made it a float, as all its numbers where one is missing."""
    whole = isinstance(target, float) and target.is_integer() and abs(target) < _EXACT_FLOATS
    return int(target) if whole else target


def _puzzle(hand: Iterable[Exact], target: Exact | None, rules: RulesCell) -> Puzzle:
    return Puzzle(hand, _whole(target), _rules(rules))


def _rules(rules: RulesCell) -> Rules:
    if isinstance(rules, Mapping):
        return change_rules(Rules(), rules)
    check_type(rules, (str, Rules, type(None)), "cell of 'rules'", "Rules, a name, or an object with rules")
    return find_rules(rules) if isinstance(rules, str) else rules or GAME_24
