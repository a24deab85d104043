"""Hostile texts get an answer or a clean refusal, wherever in a program they are checked, and run no code."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NoReturn, TypeVar

import pytest
from hostile import AMBIGUOUS, HOSTILE, PUZZLES, Make
from mutation import ROWS, checked, looked_into

from deadline import in_threads
from puzzle_solver.checker import check, check_many
from puzzle_solver.errors import InvalidPuzzle, PuzzleError, UnreadableExpression
from puzzle_solver.expression import to_items
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.reading import BOUNDS, Bounds
from puzzle_solver.rules import GAME_24

T = TypeVar("T")
GAME = PUZZLES["24"]
LARGE = 100_000
WIDE = Bounds(characters=LARGE, depth=LARGE, digits=LARGE, steps=LARGE)

each_make = pytest.mark.parametrize("make", HOSTILE.values(), ids=list(HOSTILE))


@each_make
def test_as_large_as_the_bounds_allow_it_is_answered_or_refused(make: Make) -> None:
    text = make(BOUNDS.characters)
    assert BOUNDS.characters * 0.5 < len(text) <= BOUNDS.characters
    kinds = list(PUZZLES)
    assert checked(text, PUZZLES[kinds[list(HOSTILE.values()).index(make) % len(kinds)]]).said


@pytest.mark.parametrize("text", AMBIGUOUS[::2], ids=lambda text: f"{text[:12]!a}-{len(text)}")
def test_what_can_be_read_in_many_ways_is_answered_or_refused(text: str) -> None:
    for kind in ("many ones", "ones with and without a sign", "ones, signs and an order", "halves"):
        checked(text, PUZZLES[kind])


@each_make
def test_what_is_larger_is_refused_at_once(make: Make) -> None:
    with pytest.raises(UnreadableExpression, match="at most") as caught:
        check(make(LARGE), GAME)
    assert len(str(caught.value)) < 300
    [verdict] = check_many([(make(LARGE), GAME)])
    assert verdict.codes == ("unreadable",)
    with pytest.raises(UnreadableExpression, match="at most"):
        _ = verdict.expression


ANSWERED = (
    "brackets", "square, curly and round brackets", "terms", "nested differences", "signs", "signs and brackets",
    "fracs that close", "fracs of fracs", "digits of fracs", "lefts", "boxes", "bold", "roots", "root signs",
    "spaces between", "steps", "chained steps", "digits", "digits after the point", "recurring digits",
)  # fmt: skip
"""What bounds wide enough let through."""


@pytest.mark.parametrize("name", ANSWERED)
def test_within_wide_bounds_depth_and_length_do_not_matter(name: str) -> None:
    verdict = check(HOSTILE[name](LARGE), GAME, bounds=WIDE)
    assert verdict.codes
    assert verdict.value is not None


REFUSED = (
    "brackets that stay open", "brackets that close", "brackets that mismatch", "fracs", "boxes that stay open",
    "dollars", "stars", "backquotes", "backslashes", "commas", "equals signs", "claims", "points", "letters",
    "null characters", "surrogates", "lefts without a bracket", "lefts of steps", "recurring digits that stay open",
)  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_within_wide_bounds_what_is_hopeless_is_refused(name: str) -> None:
    with pytest.raises(UnreadableExpression) as caught:
        check(HOSTILE[name](LARGE), GAME, bounds=WIDE)
    assert len(str(caught.value)) < 300


# Wherever it is called from

DEEP = (
    "brackets", "terms", "factors", "nested differences", "signs", "signs and brackets", "powers of one", "roots",
    "fracs that close", "fracs of fracs", "lefts", "boxes", "root signs", "chained steps", "nested quotients",
)  # fmt: skip


def all_of(text: str, puzzle: Puzzle) -> list[object]:
    """Return the verdict with all that is worked out when it is asked for."""
    verdict = check(text, puzzle)
    asked: list[Callable[[], object]] = [
        verdict.to_object, lambda: to_items(verdict.expression), lambda: verdict.steps,
        *(partial(verdict.canonical, level) for level in ("trees", "algebra", "essence")),
    ]  # fmt: skip
    return list(map(ended, asked))


def ended(ask: Callable[[], object]) -> object:
    try:
        return ask()
    except PuzzleError as error:
        return str(error)


def far_down(frames: int, ask: Callable[[], T]) -> T:
    return far_down(frames - 1, ask) if frames else ask()


def in_a_small_thread(ask: Callable[[], T]) -> T:
    [answer] = in_threads(ask, stack=64 * 1024)
    return answer


@pytest.mark.parametrize("name", DEEP)
def test_the_verdict_is_the_same_wherever_it_is_asked_for(name: str) -> None:
    text, puzzle = HOSTILE[name](600), PUZZLES["anything"]
    expected = all_of(text, puzzle)
    assert in_a_small_thread(lambda: far_down(500, lambda: all_of(text, puzzle))) == expected


def test_threads_do_not_meet() -> None:
    some = ROWS[::7]
    expected = [verdict.to_object() for verdict in check_many(some)]
    asks = [lambda: [verdict.to_object() for verdict in check_many(some)]] * 6
    assert in_threads(*asks) == [expected] * 6


# Nothing is run


@contextmanager
def nothing_runs() -> Iterator[None]:
    """Fail where anything is compiled, run, opened or imported, but for modules of the package."""
    original = builtins.__import__

    def refuse(*some: object, **others: object) -> NoReturn:
        raise AssertionError(some)

    def only_ours(name: str, *some: Any) -> Any:
        return original(name, *some) if name.startswith("puzzle_solver") else refuse(name)

    with pytest.MonkeyPatch.context() as patch:
        for name in ("eval", "exec", "compile", "open", "input", "breakpoint"):
            patch.setattr(builtins, name, refuse)
        patch.setattr(builtins, "__import__", only_ours)
        yield


CODE = [
    "__import__('os').system('id')", "().__class__.__bases__[0].__subclasses__()", "eval('24')", "exec('1')",
    "open('x')", "lambda: 24", "[24 for _ in '1']", "{24}", "f'{24}'", "1 if 1 else 2", "24 # 3*8", "24;import os",
    "os.system", "`id`", "$(id)", "${7*7}", "{{7*7}}", "<%= 7*7 %>", "\\input{/etc/passwd}", "\\write18{id}",
    "!!python/object:os.system", "9**9**9",
]  # fmt: skip


@pytest.mark.parametrize("text", CODE)
def test_no_code_is_run(text: str) -> None:
    wrapped = [text, f"3*8 = {text}", f"{text} = 24", f"3*8=24\n{text}=24", f"3*8=24 (left: {text})", f"${text}$"]
    with nothing_runs():
        for puzzle in (GAME, Puzzle([7, 7], 49), PUZZLES["anything"]):
            for some in wrapped:
                checked(some, puzzle)


def test_no_code_is_run_for_any_row() -> None:
    for answer, puzzle in ROWS[::20]:  # what is imported at its first use is so before
        looked_into(answer, puzzle)
    with nothing_runs():
        for answer, puzzle in ROWS:
            checked(answer, puzzle)


# What is no text


@pytest.mark.parametrize("answer", [None, b"3*8", 24, 3.0, ["3*8"], ("3*8",), str])
def test_what_is_no_text_is_refused(answer: Any) -> None:
    with pytest.raises(InvalidPuzzle, match="is no text"):
        check(answer, Puzzle([3, 8], 24, GAME_24))


def test_a_text_that_is_a_subclass_is_one() -> None:
    class Text(str):
        __slots__ = ()

    assert check(Text("3*8"), Puzzle([3, 8])).correct
