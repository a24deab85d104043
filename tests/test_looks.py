"""Whatever a user can make long has a look at its limits: the clock goes a step at each look, and none is waited for.

What is counted is how often the limits are looked at, and what comes after the look that ends it; never a time.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from puzzle_solver import COUNTDOWN, IN_ORDER, Domain, Puzzle, Rules, SearchStopped, Use, find_operators
from puzzle_solver.result import Outcome
from puzzle_solver.rules import NATURAL
from puzzle_solver.search.kernel import find_kernel
from puzzle_solver.solver import (
    count,
    first_gap,
    reach,
    reach_hands,
    reachable,
    reachable_values,
    solvable,
    solve,
    solve_each,
)

BILLION = 10**9
BEYOND = 10**20
"""More than 64 bits hold."""

ENGINES = ["auto", "target", "tables", "five_trees", "pick_two", "subset_lists", "multiset_split"]
each_engine = pytest.mark.parametrize("engine", ENGINES)


class Looks:
    """Says stop at one look and ever after, and counts the looks."""

    def __init__(self, at: int) -> None:
        self.at, self.count = at, 0

    def __call__(self) -> bool:
        self.count += 1
        return self.count >= self.at


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each look at the clock take a millisecond."""
    ticks = itertools.count()
    monkeypatch.setattr("puzzle_solver.search.budget.time.monotonic", lambda: next(ticks) / 1000)


# Ranges of targets


@pytest.mark.usefixtures("clock")
@each_engine
@pytest.mark.parametrize("hand", [[3], [3, 8]], ids=str)
@pytest.mark.parametrize("first", [0, BEYOND])
def test_a_range_of_targets_ends_when_its_time_is_up(engine: str, hand: list[int], first: int) -> None:
    """A second is a thousand looks: at least one is had for each target."""
    found = list(reach(hand, first=first, last=first + BILLION, time_limit=1, engine=engine))
    assert 1 < len(found) <= 1001
    assert [one.target for one in found] == list(range(first, first + len(found)))
    assert [one.result.stopped for one in found] == [False] * (len(found) - 1) + [True]
    assert found[-1].result.outcome is Outcome.STOPPED


@pytest.mark.usefixtures("clock")
@each_engine
@pytest.mark.parametrize("only_count", [False, True])
def test_so_do_results_for_many_targets(engine: str, only_count: bool) -> None:
    results = list(solve_each([3, 8], range(BILLION), time_limit=1, engine=engine, only_count=only_count))
    assert 1 < len(results) <= 1001
    assert [result.stopped for result in results] == [False] * (len(results) - 1) + [True]


@each_engine
@pytest.mark.parametrize("at", [1, 2, 50])
def test_nothing_comes_after_an_interrupt(engine: str, at: int) -> None:
    looks = Looks(at)
    found = list(reach([3, 8], last=BILLION, interrupted=looks, engine=engine))
    assert len(found) <= at
    assert found[-1].result.limit == "interrupt"


@each_engine
def test_more_targets_than_a_hand_can_make_are_answered_at_once(engine: str) -> None:
    """What the hand makes is gone through, not the targets."""
    looks = Looks(10**6)
    last = 10**30
    assert reachable([3, 8], first=-last, last=last, interrupted=looks, engine=engine) == (-5, 5, 11, 24)
    assert reachable([3, 8], COUNTDOWN if engine != "pick_two" else Rules(domain=NATURAL), last=last, engine=engine)
    assert looks.count < looks.at


@pytest.mark.parametrize("hand", [[3, 8, 7], [2, 2, 3, 5], [0, 1, 1], [Fraction(1, 2), 3, 4]], ids=str)
@pytest.mark.parametrize("rules", [Rules(), IN_ORDER, COUNTDOWN, Rules(use=Use.SOME)], ids=lambda rules: rules.name)
@pytest.mark.parametrize("engine", ["auto", "target", "tables"])
def test_many_targets_are_answered_as_few_are(hand: list[Fraction], rules: Rules, engine: str) -> None:
    few = [made for first in range(-200, 300, 50) for made in reachable(hand, rules, first=first, last=first + 49)]
    many = reachable(hand, rules, first=-(10**12), last=10**12, engine=engine)
    assert [made for made in many if -200 <= made < 300] == few
    assert list(many) == sorted(many)


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("engine", ["auto", "target", "tables"])
def test_targets_that_are_gone_through_in_portions_end_when_the_time_is_up(engine: str) -> None:
    """Where digits are joined it is not told how much there is to make."""
    with pytest.raises(SearchStopped, match="time"):
        reachable([3, 8], Rules(join=True), first=BEYOND, last=BEYOND * 1000, time_limit=0.02, engine=engine)


def test_many_hands_are_asked_for_targets_beyond_64_bits() -> None:
    [mask] = reach_hands([[3, 8]], first=-5, last=10**7)
    assert [place - 5 for place in range(mask.bit_length()) if mask >> place & 1] == [-5, 5, 11, 24]
    assert reach_hands([[2**40, 2**40]], first=2**80 - 1, last=2**80 + 1) == [2]


@pytest.mark.skipif(find_kernel().module is None, reason=find_kernel().why)
@pytest.mark.parametrize("hand", [[2**62, 2**62 - 1, 1], [2**63 - 1, 1], [3, 8]], ids=str)
@pytest.mark.parametrize("end", [2**63 - 1, -(2**63) + 1, 2**63, -(2**63)])
@pytest.mark.parametrize("many", [1, 2, 60])
def test_the_ends_of_what_the_kernel_holds(hand: list[int], end: int, many: int) -> None:
    for first in (end - many + 1, end):
        last = first + many - 1
        asked = [reachable(hand, first=first, last=last, engine=engine) for engine in ("kernel", "target")]
        assert asked[0] == asked[1]


# Other loops


class Watched:
    """A hand, and what makes its search long where there is hardly anything to find."""

    def __init__(self, *numbers: Any, engine: str = "target", **rules: Any) -> None:
        self.numbers, self.engine = numbers, engine
        self.rules = Rules(**{"operators": find_operators("+-*/")} | rules)


VAST = Domain("vast", "integers from 10**30", whole=True, least=10**30)

LONG = {
    "orders of digits, none of which can be joined": Watched(-1, *range(1, 16), join=True),
    "orders of digits that begin with 0": Watched(0, *range(1, 16), join=True),
    "equal subsequences": Watched(*[1] * 40, order=IN_ORDER.order, use=Use.SOME),
    "subsets": Watched(*range(1, 30), use=Use.SOME),
    "shapes without an operator": Watched(*range(1, 15), operators=(), engine="five_trees"),
    "splits that make nothing": Watched(*range(1, 20), domain=VAST, engine="multiset_split"),
    "subsets that make nothing": Watched(*[1] * 20, operators=(), engine="subset_lists"),
}  # fmt: skip


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("ask", [solve, count, solvable], ids=lambda ask: ask.__name__)
def test_a_long_search_for_little_looks_at_its_limits(name: str, ask: Callable[..., Any]) -> None:
    case = LONG[name]
    looks = Looks(2000)
    result = ask(Puzzle(case.numbers, 10**31 + 7, case.rules), engine=case.engine, interrupted=looks)
    assert looks.count >= looks.at
    assert (result.outcome, result.limit) == (Outcome.STOPPED, "interrupt")


@pytest.mark.parametrize("nearest", [False, True])
def test_every_question_looks_before_it_begins(nearest: bool) -> None:
    for engine in ENGINES:
        result = solve(Puzzle([3, 8]), nearest=nearest, engine=engine, interrupted=lambda: True)
        assert (result.outcome, result.limit) == (Outcome.STOPPED, "interrupt")
        assert count(Puzzle([3, 8]), engine=engine, interrupted=lambda: True).limit == "interrupt"
        assert solvable(Puzzle([3, 8]), engine=engine, interrupted=lambda: True).limit == "interrupt"
        assert first_gap([3, 8], engine=engine, interrupted=lambda: True) is None
        with pytest.raises(SearchStopped):
            reachable_values([3, 8], engine=engine, interrupted=lambda: True)
