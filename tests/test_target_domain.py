"""The domain binds the target: a number of the hand is exempt from it on the way, and not as the whole solution."""

from __future__ import annotations

import pytest

from puzzle_solver import COUNTDOWN, Puzzle, Rules, UnsupportedPuzzle, Use, check, find_rules, hint, worked
from puzzle_solver.cli.app import main
from puzzle_solver.generator import Specification, generate
from puzzle_solver.result import Outcome
from puzzle_solver.rules import INTEGER, NATURAL, WHOLE, Order
from puzzle_solver.search.registry import ENGINES
from puzzle_solver.solver import (
    count,
    count_hands,
    iter_solutions,
    reach,
    reach_hands,
    reachable,
    reachable_values,
    solvable,
    solve,
    solve_hands,
)

BARRED = [
    Puzzle([-3, 5], -3, COUNTDOWN),
    Puzzle([0, 5], 0, COUNTDOWN),
    Puzzle(["1/2", 2], "1/2", Rules(domain=INTEGER, use=Use.SOME)),
    Puzzle([-3, 5], -3, Rules(domain=WHOLE, use=Use.SOME, order=Order.FIXED)),
    Puzzle([-3], -3, Rules(domain=WHOLE)),
    Puzzle([5], ".5", Rules(domain=INTEGER, decimals=True)),
    Puzzle([-3, 5, 6], -3, find_rules("mathador")),
]
"""A number alone would be the target."""

each_puzzle = pytest.mark.parametrize("puzzle", BARRED, ids=lambda puzzle: f"{puzzle.values} {puzzle.target}")


@each_puzzle
@pytest.mark.parametrize("engine", ["auto", *(engine.name for engine in ENGINES)])
def test_it_is_impossible(puzzle: Puzzle, engine: str) -> None:
    try:
        result = solve(puzzle, engine=engine)
    except UnsupportedPuzzle:
        return
    assert (result.outcome, result.complete, result.count) == (Outcome.IMPOSSIBLE, True, 0)
    for same in ("trees", "algebra", "essence"):
        assert solve(puzzle, limit=None, same=same, engine=engine).solutions == ()
        assert count(puzzle, same=same, engine=engine).count == 0
    assert solvable(puzzle, engine=engine).outcome is Outcome.IMPOSSIBLE
    assert list(iter_solutions(puzzle, engine=engine)) == []
    assert puzzle.target not in reachable_values(puzzle.hand, puzzle.rules, engine=engine)
    near = solve(puzzle, nearest=True, engine=engine).nearest or ()
    admits = puzzle.rules.domain.admits
    assert all(admits(one.value.numerator, one.value.denominator) and one.solutions for one in near)


@each_puzzle
def test_hints_and_worked_examples_say_so(puzzle: Puzzle) -> None:
    assert hint(puzzle).possible.outcome is Outcome.IMPOSSIBLE
    assert worked(puzzle).outcome is Outcome.IMPOSSIBLE


@each_puzzle
def test_an_answer_that_is_one_number_is_not_allowed(puzzle: Puzzle) -> None:
    text = ".5" if puzzle.rules.decimals else str(puzzle.target)
    verdict = check(text, puzzle)
    assert "intermediate_not_allowed" in [reason.code for reason in verdict.reasons]
    assert any(str(reason).startswith("not allowed on the way: ") for reason in verdict.reasons)


def test_where_it_is_in_the_domain_all_is_as_it_was() -> None:
    puzzle = Puzzle([3, 5], 3, COUNTDOWN)
    assert [str(solution) for solution in solve(puzzle).solutions] == ["3"]
    assert check("3", puzzle).correct
    assert [str(solution) for solution in solve(Puzzle([-3, 5], 2, COUNTDOWN)).solutions] == ["(-3) + 5"]


@pytest.mark.parametrize("engine", ["auto", "target", "tables"])
def test_ranges_of_targets(engine: str) -> None:
    hand, rules = [-3, 0, 2], Rules(domain=NATURAL, use=Use.SOME)
    assert reachable(hand, rules, first=-5, last=5, engine=engine) == (1, 2, 3, 5)
    assert reachable(hand, rules, first=-(10**9), last=10**9, engine=engine) == (1, 2, 3, 5, 6)
    made = [one.target for one in reach(hand, rules, first=-5, last=5, count=False, engine=engine) if one.result]
    assert made == [1, 2, 3, 5]


@pytest.mark.parametrize("engine", ["auto", "target"])
def test_many_hands(engine: str) -> None:
    hands = [[-3, 5], [-3, 4]]
    assert count_hands(hands, -3, COUNTDOWN, engine=engine) == [0, 0]
    assert [result.outcome for result in solve_hands(hands, -3, COUNTDOWN, engine=engine)] == [Outcome.IMPOSSIBLE] * 2
    assert reach_hands(hands, COUNTDOWN, first=-3, last=2, engine=engine) == [1 << 5, 1 << 4]


def test_no_such_puzzle_is_generated() -> None:
    asked = Specification(COUNTDOWN, numbers=2, deck="-3,0,5", target=range(-3, 9), choose=True)
    targets = [each.puzzle.target for each in generate(asked)]
    assert targets
    assert min(targets) > 0


def test_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--rules", "countdown", "--target=-3"]
    assert main(["solve", *asked, "--", "-3", "5"]) == 1
    assert capsys.readouterr().err.startswith("impossible: -3 5 cannot make -3 (")
    assert main(["check", *asked, "--numbers", "-3 5", "--", "-3"]) == 1
    assert capsys.readouterr().out == "wrong: not allowed on the way: -3; only positive integers\n"
