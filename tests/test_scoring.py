"""Scores: one number for a completion, which nothing but a right answer raises to 1."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle_solver import COUNTDOWN, InvalidPuzzle, Puzzle, check, reward_function, score
from puzzle_solver.checker.rewards import extract
from puzzle_solver.errors import InvalidNumber, UnknownName

HAND = Puzzle([3, 3, 8, 8])
RIGHT = "<think>8/3 first</think> <answer>8/(3-8/3)</answer>"


@pytest.mark.parametrize(
    ("completion", "tag", "answer"),
    [
        (RIGHT, "answer", "8/(3-8/3)"),
        ("<answer>1</answer> no, <answer> 2 </answer> so", "answer", " 2 "),
        ("<answer>1</answer> <answer>2", "answer", None),
        ("<answer>1", "answer", None),
        ("1</answer>", "answer", None),
        ("</answer>1<answer>", "answer", None),
        ("8/(3-8/3)", "answer", None),
        ("8/(3-8/3)", None, "8/(3-8/3)"),
        ("<final>1</final>", "final", "1"),
        ("<answer>a</answer></answer>", "answer", "a"),
        ("<answer><answer>a</answer>", "answer", "a"),
        ("", "answer", None),
    ],
)
def test_the_last_answer_that_is_closed_counts(completion: str, tag: str | None, answer: str | None) -> None:
    assert extract(completion, tag) == answer


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        ("8/(3-8/3)", 1.0),
        (r"\boxed{\frac{8}{3-\frac{8}{3}} = 24}", 1.0),
        ("8/3 = 8/3\n3 - 8/3 = 1/3\n8/(1/3) = 24", 1.0),
        ("3+3+8+8", 0.25),
        ("3+3+8+8 = 24", 0.25),
        ("8/(3-8/3) = 25", 0.25),
        ("3*8", 0.0),
        ("3*8*(8-7)", 0.0),
        ("33-8-8", 0.0),
        ("3*8+(3-3)*8", 0.0),
        ("-3+3+8+8", 0.0),
        ("3**3-8+8", 0.0),
        ("8/(3-3)+8", 0.0),
        ("23.9999999999", 0.0),
        ("24", 0.0),
        ("__import__('os').system('id')", 0.0),
        ("", 0.0),
        ("(" * 100_000, 0.0),
    ],
)
def test_only_what_obeys_every_rule_gets_anything(answer: str, points: float) -> None:
    assert score(f"<answer>{answer}</answer>", HAND, partial=0.25) == points
    assert score(f"<answer>{answer}</answer>", HAND) == (points == 1.0)
    assert score(answer, HAND) == 0.0
    assert score(answer, HAND, tag=None, partial=0.25) == points


def test_nearness_plays_no_part() -> None:
    near = Puzzle([1, 24, 500, 501])
    assert score("<answer>24+1/(500*501)</answer>", near, partial=0.5) == 0.5
    assert score("<answer>1+24+500+501</answer>", near, partial=0.5) == 0.5


@pytest.mark.parametrize("partial", [-0.1, 1.0, 2.0, float("nan")])
def test_partial_credit_is_less_than_a_right_answer(partial: float) -> None:
    with pytest.raises(InvalidPuzzle, match="partial"):
        score(RIGHT, HAND, partial=partial)


def test_a_batch_of_texts_and_of_messages() -> None:
    reward = reward_function(partial=0.1)
    completions = [
        RIGHT,
        [{"role": "user", "content": RIGHT}, {"role": "assistant", "content": "<answer>3+3+8+8</answer>"}],
        "<answer>(75*3*(100+6)-50)/25</answer>",
    ]
    points = reward(
        prompts=["?"] * 3,
        completions=completions,
        hand=[[3, 3, 8, 8], ["3", "3", "8", "8"], [25, 50, 75, 100, 3, 6]],
        target=[24, None, "952"],
        rules=[None, "24", COUNTDOWN],
    )
    assert points == [1.0, 0.1, 1.0]
    assert all(type(each) is float for each in points)
    assert reward_function(tag=None)(completions=["3*8"], hand=[[3, 8]]) == [1.0]


NO_TEXT: list[Any] = [
    None, "", [], {}, [None], [{}], [[]], 3, float("nan"), b"<answer>8/(3-8/3)</answer>", np.array(3),
    {"role": "assistant"}, [{"role": "assistant", "content": None}], [{"role": "assistant", "content": []}],
    [{"role": "user", "content": RIGHT}, {"role": "assistant", "content": None}],
    [{"content": [{"type": "image", "text": RIGHT}]}], [{"content": [{"type": "text", "text": None}]}],
    [{"content": [{"type": "text"}]}], [{"content": [{"type": ["text"], "text": RIGHT}]}], [{"content": 3}],
]  # fmt: skip


@pytest.mark.parametrize("completion", NO_TEXT, ids=repr)
@pytest.mark.parametrize("tag", ["answer", None])
def test_a_completion_without_a_text_is_no_answer(completion: Any, tag: str | None) -> None:
    assert score(completion, HAND, tag=tag, partial=0.5) == 0.0
    reward = reward_function(tag=tag, partial=0.5)
    right = RIGHT if tag else "8/(3-8/3)"
    assert reward([completion, right, completion], hand=[[3, 3, 8, 8]] * 3) == [0.0, 1.0, 0.0]


PARTS = [
    {"type": "image", "url": "x"},
    {"type": "text", "text": "<answer>8/(3-"},
    {"type": "text", "text": "8/3)</answer>"},
]
TEXTS: list[Any] = [
    RIGHT, [RIGHT], PARTS, tuple(PARTS), {"content": RIGHT}, {"content": PARTS}, {"type": "text", "text": RIGHT},
    [{"role": "assistant", "content": RIGHT}],
    [{"role": "user", "content": "?"}, {"role": "assistant", "content": PARTS}],
    [{"content": None}, {"content": {"type": "text", "text": RIGHT}}], [{"content": [RIGHT]}],
    [{"content": [{"text": RIGHT}]}], [{"content": [{"type": None, "text": RIGHT}]}],
    np.array([{"role": "assistant", "content": np.array(PARTS)}]),
]  # fmt: skip


@pytest.mark.parametrize("completion", TEXTS, ids=repr)
def test_the_text_of_a_completion_is_found_in_parts_and_messages(completion: Any) -> None:
    assert score(completion, HAND) == 1.0
    assert reward_function()([completion], hand=[HAND.values]) == [1.0]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | st.just(RIGHT),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["content", "text", "type", "role"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(JSON)
def test_nothing_that_is_wrong_with_a_completion_raises(completion: Any) -> None:
    assert score(completion, HAND) in (0.0, 1.0)
    assert reward_function(tag=None)([completion], hand=[[3, 3, 8, 8]]) == [score(completion, HAND, tag=None)]


def _generated(*words: str) -> list[dict[str, Any]]:
    command = (sys.executable, "-m", "puzzle_solver", "generate", "--format", "jsonl", *words)
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    "words", ["--count 3", "--rules countdown --count 2", "--ops +-*/^ --numbers 3 --deck 1..5 --count 2 --join"]
)
@pytest.mark.parametrize("kept", [list, tuple, lambda column: np.array([*column, None], dtype=object)[:-1]])
def test_rows_that_were_generated_are_scored_as_they_are(words: str, kept: Callable[[list[Any]], Any]) -> None:
    rows = _generated(*words.split())
    columns = {name: kept([row[name] for row in rows]) for name in rows[0]}
    answers = [f"<answer>{row['solutions'][0]['text']}</answer>" for row in rows]
    assert reward_function()(completions=answers, **columns) == [1.0] * len(rows)
    wrong = reward_function()(completions=["<answer>1</answer>"] * len(rows), **columns)
    assert wrong == [0.0] * len(rows)


def test_rules_are_names_objects_or_one_for_all() -> None:
    answers, hand = ["<answer>3*8</answer>"] * 3, [[3, 8, 1]] * 3
    reward = reward_function()
    some: dict[str, Any] = {"name": "own", "use": "some", "operators": np.array(["*", "+"]), "max_exponent": None}
    assert reward(answers, hand=hand, rules=["24", some, COUNTDOWN], target=24) == [0.0, 1.0, 1.0]
    for rules in ("countdown", COUNTDOWN, some, [some] * 3, np.array(["countdown"] * 3)):
        assert reward(answers, hand=hand, rules=rules, target="24") == [1.0] * 3
    with pytest.raises(InvalidPuzzle, match="'use' is 3: write all, some"):
        reward(answers, hand=hand, rules={"use": 3})


class _Missing:
    """As pandas marks what is missing: neither true nor false, and equal to nothing."""

    def __bool__(self) -> bool:
        raise TypeError

    def __eq__(self, other: object) -> Any:
        return self

    __hash__ = object.__hash__


def test_what_a_table_lacks_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    library: Any = ModuleType("pandas")
    library.NA = _Missing()
    monkeypatch.setitem(sys.modules, "pandas", library)
    answers, hand = ["<answer>3*8</answer>", "<answer>2*5</answer>"], [[3, 8], [2, 5]]
    reward = reward_function()
    for missing in (None, float("nan"), np.float64("nan"), np.float32("nan"), Decimal("nan"), library.NA):
        rules = np.array([missing, "make10"], dtype=object)
        assert reward(answers, hand=hand, target=[24, missing], rules=rules) == [1.0, 1.0]
        assert reward(answers, hand=hand, target=missing, rules=rules) == [1.0, 1.0]
    # A table that lacks a number has made floats of the others.
    assert reward(answers, hand=hand, target=np.array([24, np.nan]), rules=[None, "make10"]) == [1.0, 1.0]
    for target in (24.5, float(2**53), float("inf")):
        with pytest.raises(InvalidNumber, match="is a float, which is not exact"):
            reward(answers, hand=hand, target=[24, target])


def test_rows_with_numbers_of_numpy_are_scored() -> None:
    hand, target = np.array([3, 3, 8, 8]), np.int64(24)
    assert score(RIGHT, Puzzle(hand, target)) == 1.0  # type: ignore[arg-type]  # no integers to a type checker
    assert reward_function()([RIGHT], hand=np.array([hand]), target=np.array([target])) == [1.0]


def test_a_data_set_that_is_wrong_is_told_at_once() -> None:
    reward = reward_function()
    with pytest.raises(InvalidPuzzle, match="'hand' has 1 rows for 2 completions"):
        reward(completions=[RIGHT, RIGHT], hand=[[3, 3, 8, 8]])
    with pytest.raises(InvalidNumber):
        reward(completions=[RIGHT], hand=[[3.5, 3, 8, 8]])
    with pytest.raises(UnknownName):
        reward(completions=[RIGHT], hand=[[3, 3, 8, 8]], rules=["chess"])


@given(st.text(alphabet="<answer/>38()+-*= \n", max_size=60))
def test_a_score_is_1_only_for_what_the_checker_calls_correct(text: str) -> None:
    points = score(text, Puzzle([3, 8]), partial=0.5)
    assert points in (0.0, 0.5, 1.0)
    if points == 1.0:
        assert check(extract(text) or "", Puzzle([3, 8])).correct


def test_verdicts_pickle() -> None:
    verdict = check("3*8 = 25", Puzzle([3, 8]))
    assert pickle.loads(pickle.dumps(verdict)) == verdict  # noqa: S301 (our own bytes)
