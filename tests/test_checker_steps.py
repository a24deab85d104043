"""Answers in steps with fractions and negative numbers, written with and without brackets, against the oracle."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

import bridge
import naive
import naive_checking
from puzzle_solver.checker import check
from puzzle_solver.errors import UnreadableExpression
from puzzle_solver.puzzle import Puzzle


class Written(NamedTuple):
    """Steps over a hand, and what the last one gives."""

    text: str
    hand: list[int]
    target: Fraction


@st.composite
def words(draw: st.DrawFn, number: Fraction) -> str:
    plain = number >= 0 and number.denominator == 1
    return str(number) if plain else draw(st.sampled_from(["{}", "{}", "{}", "({})"])).format(number)


@st.composite
def answers(draw: st.DrawFn) -> Written:
    """Draw steps that are true in the reading that is meant, or nearly so.

    The first gives a fraction. Its numerator and its denominator may be in the hand, too.
    """
    over, under = draw(st.sampled_from([(4, 3), (3, 2), (2, 3), (1, 2), (5, 3), (-4, 3)]))
    times, others = draw(st.integers(2, 3)), draw(st.lists(st.sampled_from([1, 2, 4, 6, 8, 9]), min_size=1, max_size=2))
    beside = [abs(over), under] if draw(st.booleans()) else []
    hand = [over * times, under * times, *beside, *others]
    value = Fraction(over, under)
    left = [*map(Fraction, [*beside, *others]), value]
    lines, lists, told = [f"{over * times}/{under * times} = {value}"], [left], draw(st.booleans())
    while len(left) > 1 and draw(st.integers(0, 9)):
        one, two, *rest = draw(st.permutations(left))
        sign = draw(st.sampled_from("+-***///" if two else "+-***"))
        text, value = f"{draw(words(one))} {sign} {draw(words(two))}", naive.apply(sign, one, two)
        if sign in "*/" and rest and draw(st.integers(0, 4)) == 0:
            text, value = f"{draw(words(rest[0]))} * {text}", naive.apply(sign, rest.pop(0) * one, two)
        value += draw(st.sampled_from([0] * 15 + [1]))
        left = [*rest, value]
        lines.append(f"{text} = {value}")
        lists.append(left)
    if told:
        cut = draw(st.sampled_from([0] * 9 + [1]))
        lines = [f"{line} (left: {' '.join(map(str, there[cut:]))})" for line, there in zip(lines, lists, strict=True)]
    return Written("\n".join(lines), hand, value)


@settings(max_examples=300)
@given(answers(), st.booleans())
def test_fractions_that_are_left_are_read_as_by_the_oracle(written: Written, every: bool) -> None:
    text, hand, target = written
    use = "all" if every else "some"
    wanted = naive_checking.judged_in_steps(text, list(map(str, hand)), target, naive.Rules(use=use))
    assert judged(text, Puzzle(hand, target, bridge.rules(use=use))) == wanted, text


def judged(text: str, puzzle: Puzzle) -> str:
    try:
        return "right" if check(text, puzzle).correct else "wrong"
    except UnreadableExpression as refused:
        return "ambiguous" if "may be one number or two" in refused.reason else refused.reason
