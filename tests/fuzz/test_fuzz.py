"""Whatever the text, there is a verdict or the documented error, and what is said agrees with itself."""

from __future__ import annotations

from random import Random

import pytest
from hostile import PUZZLES
from hypothesis import given, settings
from hypothesis import strategies as st
from mutation import ROWS, TOKEN, WORDS, checked, looked_into, mutated, run

each_puzzle = st.sampled_from(list(PUZZLES.values()))


@st.composite
def edited(draw: st.DrawFn) -> str:
    """Draw an answer of the data files with some of its words deleted, doubled or moved, and others put in."""
    tokens = TOKEN.findall(draw(st.sampled_from(ROWS)).answer)
    for _ in range(draw(st.integers(0, 4))):
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(tokens))] * 2)))
        other = [draw(st.sampled_from(WORDS))]
        tokens[start:end] = draw(st.sampled_from([[], other, tokens[start:end] * 2, tokens[start:end][::-1] + other]))
    return "".join(tokens)


@settings(max_examples=400)
@given(edited(), each_puzzle)
def test_an_edited_answer(text: str, puzzle: object) -> None:
    checked(text, puzzle)  # type: ignore[arg-type]


@settings(max_examples=200)
@given(st.lists(st.sampled_from(WORDS), max_size=12).map("".join) | st.text(max_size=30), each_puzzle)
def test_any_text(text: str, puzzle: object) -> None:
    checked(text, puzzle)  # type: ignore[arg-type]


@settings(max_examples=200)
@given(st.integers(0, 2**64))
def test_what_is_worked_out_when_it_is_asked_for(seed: int) -> None:
    looked_into(*mutated(Random(seed)))


def test_some_texts() -> None:
    said, _ = run(4_000, seed=1)
    assert said["correct"] > 100
    assert said["unreadable"] > 1_000
    assert len(said) > 14


@pytest.mark.slow
def test_a_million_texts(capsys: pytest.CaptureFixture[str]) -> None:
    """2 minutes."""
    said, slowest = run(1_000_000, seed=4)
    with capsys.disabled():
        print(*said.most_common(), *[(spent, ascii(text[:80])) for spent, (text, _) in slowest[:3]], sep="\n")
