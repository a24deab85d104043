"""Scores: one number for a completion, which nothing but a right answer raises to 1."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle_solver import COUNTDOWN, InvalidPuzzle, Puzzle, check, reward_function, score
from puzzle_solver.checker.scoring import extract
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
