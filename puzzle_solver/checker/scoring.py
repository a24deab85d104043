"""Answers as numbers: a score for a completion, in the shape that programs that train models expect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from puzzle_solver.checker.checking import check_many
from puzzle_solver.checker.reasons import Code
from puzzle_solver.checker.verdict import Verdict
from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import Exact
from puzzle_solver.reading import BOUNDS, Bounds
from puzzle_solver.rules import GAME_24, Rules, find_rules

TAG: Final = "answer"

Completion: TypeAlias = str | Sequence[Mapping[str, str]]
"""A text, or messages of which the last one has its text under ``content``."""

Reward: TypeAlias = Callable[..., list[float]]

_PARTLY: Final = frozenset({Code.WRONG_VALUE, Code.FALSE_CLAIM})


def score(
    completion: str,
    puzzle: Puzzle,
    *,
    tag: str | None = TAG,
    partial: float = 0.0,
    bounds: Bounds = BOUNDS,
) -> float:
    """Return 1.0 if the answer in ``completion`` is right, else 0.0 or ``partial``.

    The answer is what stands between the last ``<answer>`` and the ``</answer>`` after it; without a ``tag`` it is
    the whole completion. ``partial`` is for answers that obey every rule and use the right numbers, but have another
    value: how near it comes plays no part. Nothing that is wrong with a completion raises.

    Raises:
        InvalidPuzzle: ``partial`` is not from 0 up to, and without, 1.
    """
    if not 0 <= partial < 1:
        raise InvalidPuzzle(f"partial={partial!r}: give a number from 0, below the 1 of a right answer")
    answer = extract(completion, tag)
    if answer is None:
        return 0.0
    (verdict,) = check_many([(answer, puzzle)], bounds=bounds)
    return _score(verdict, partial)


def extract(completion: str, tag: str | None = TAG) -> str | None:
    """Return the answer in a completion, None if there is none: no tag, or the last one is not closed."""
    if tag is None:
        return completion
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
    """Return a function that scores a batch of completions, as :func:`score` does each of them.

    It is called as ``reward(completions=..., hand=..., target=..., rules=...)`` with a list of each, and returns a list
    of floats; other keywords are ignored. Completions are texts or lists of messages. ``target`` and ``rules`` may be
    left out for the 24 game; rules are :class:`Rules` or names.

    Raises (when called):
        PuzzleError: the columns are not of one length, or a row is no puzzle.
    """

    def reward(
        completions: Sequence[Completion],
        hand: Sequence[Iterable[Exact]],
        target: Sequence[Exact | None] | None = None,
        rules: Sequence[Rules | str | None] | None = None,
        **others: object,
    ) -> list[float]:
        count = len(completions)
        columns = {"hand": hand, "target": target or [None] * count, "rules": rules or [None] * count}
        for name, column in columns.items():
            if len(column) != count:
                raise InvalidPuzzle(f"{name!r} has {len(column)} rows for {count} completions: give one for each")
        puzzles = map(_puzzle, *columns.values())
        return [
            score(_text(completion), puzzle, tag=tag, partial=partial, bounds=bounds)
            for completion, puzzle in zip(completions, puzzles, strict=True)
        ]

    return reward


def _text(completion: Completion) -> str:
    return completion if isinstance(completion, str) else completion[-1]["content"]


def _puzzle(hand: Iterable[Exact], target: Exact | None, rules: Rules | str | None) -> Puzzle:
    return Puzzle(hand, target, find_rules(rules) if isinstance(rules, str) else rules or GAME_24)
