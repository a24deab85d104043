"""Every verdict on a plain answer against the oracle: the same codes, the same value."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

import bridge
import naive
import naive_checking
from puzzle_solver.checker import check
from puzzle_solver.puzzle import Puzzle


class Asked(NamedTuple):
    """An answer, and the puzzle as the oracle knows it."""

    answer: str
    hand: list[str]
    target: Fraction
    words: dict[str, Any]

    @property
    def puzzle(self) -> Puzzle:
        return Puzzle(self.hand, self.target, bridge.rules(**self.words))

    @property
    def verdicts(self) -> set[naive_checking.Verdict]:
        return naive_checking.verdicts(self.answer, self.hand, self.target, naive.Rules(**self.words))


POOLS = [
    "1 2 3 4 5 6 7 8 9",
    "1 1 2 2 3",
    "0 1 2 12 21",
    "-3 -2 -1 1 2 3",
    "1/2 1/3 -1/2 2 3 1",
    "0.5 .25 2 4",
    "2/4 3/1",
]
HANDS = st.one_of(*(st.lists(st.sampled_from(pool.split()), min_size=1, max_size=4) for pool in POOLS))
OPERATORS = [
    "+-*/",
    "+-*/",
    "+-*",
    "+-",
    "*/",
    "+-*/^",
    (*"+-*/", "negate"),
    (*"+-*/^!", "sqrt"),
    (*"+-", "negate", "!"),
]
WORDS = st.fixed_dictionaries({
    "operators": st.sampled_from(OPERATORS),
    "order": st.sampled_from(["free", "fixed"]),
    "use": st.sampled_from(["all", "some"]),
    "domain": st.sampled_from(list(naive.DOMAINS)),
    "join": st.booleans(),
    "decimals": st.booleans(),
    "depth": st.integers(0, 2),
})  # fmt: skip


@st.composite
def numerals(draw: st.DrawFn, hand: Sequence[str]) -> list[str]:
    """Draw the numerals of an answer: those of the hand, or not quite those."""
    found = list(hand) if draw(st.booleans()) else draw(st.permutations(hand))
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 1, 2]))):
        place = draw(st.integers(0, len(found) - 1))
        before, one, after = found[:place], found[place], found[place + 1 :]
        changes = [
            [],
            [one, one],
            [one, draw(st.sampled_from(hand))],
            [draw(st.integers(0, 12).map(str))],
            [one.lstrip("-")],
        ]
        if after and one.isdecimal() and after[0].isdecimal() and one != "0":
            changes += [[one + after.pop(0)]] * 4
        if one.isdecimal():
            changes += [[f".{one}"], [f"0.{one}"], [f".({one})"]]
        found = [*before, *draw(st.sampled_from(changes)), *after] or [one]
    return found[:5]


WRAPPED = ["{}", "{}", "{}", "{}", "{}", "({})", "-{}", "-({})", "sqrt({})", "({})!"]
CLAIMS = ["{0}"] * 4 + ["{0} = 24", "24={0}", "{0}=8/3", "-3 = {0}", "{0} = {1}", "{1}={0}"]


@st.composite
def texts(draw: st.DrawFn, hand: Sequence[str], operators: Sequence[str]) -> str:
    parts = [draw(st.sampled_from(["{}", "({})"])).format(text) for text in draw(numerals(hand))]
    signs = [sign for sign in operators if sign in "+-*/^"] * 3 + ["+", "-", "*", "/", "**", " - ", "^"]
    while len(parts) > 1:
        place = draw(st.integers(0, len(parts) - 2))
        wrapped = draw(st.sampled_from(["({}{}{})", "{}{}{}"]))
        joined = wrapped.format(parts[place], draw(st.sampled_from(signs)), parts[place + 1])
        parts[place : place + 2] = [draw(st.sampled_from(WRAPPED)).format(joined)]
    return parts[0]


@st.composite
def asked(draw: st.DrawFn) -> Asked:
    hand, words = draw(HANDS), draw(WORDS)
    text = draw(texts(hand, words["operators"]))
    value, _ = naive_checking.carried_out(naive_checking.read(text), naive.Rules(**words))
    exact = value if isinstance(value, Fraction) else Fraction(24)
    claim = draw(st.sampled_from(CLAIMS))
    target = exact if draw(st.integers(0, 3)) else Fraction(24)
    return Asked(claim.format(text, exact), hand, target, words)


@settings(max_examples=300)
@given(asked())
def test_the_verdict_is_that_of_the_oracle(case: Asked) -> None:
    verdict = check(case.answer, case.puzzle)
    assert naive_checking.Verdict(frozenset(verdict.codes), verdict.value) in case.verdicts
    assert len(set(verdict.codes)) == len(verdict.codes)
