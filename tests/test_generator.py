"""Generated puzzles: every guarantee is kept, says the oracle, and of a small deck none that keeps it is lost."""

from __future__ import annotations

import itertools
import json
import pickle
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bridge
import naive
import naive_sameness
from puzzle_solver import COUNTDOWN, FOUR_FOURS, GAME_24, IN_ORDER, KRYPTO, PRESETS, TICKET, Puzzle, check
from puzzle_solver.errors import InvalidPuzzle, PuzzleError, SearchStopped, UnknownName, UnmetSpecification
from puzzle_solver.generator import (
    DECKS,
    GUARANTEES,
    RESTRICTIONS,
    Deck,
    Generated,
    Pile,
    Specification,
    find_deck,
    find_guarantee,
    generate,
    read_splits,
)
from puzzle_solver.generator.candidates import candidates
from puzzle_solver.generator.decks import below, chance, shuffle
from puzzle_solver.generator.splits import Splits
from puzzle_solver.rules import Order, Rules
from tables import json_rows

# Guarantees


class Case(NamedTuple):
    """Every candidate of a small deck, under rules in the oracle's words."""

    words: tuple[tuple[str, Any], ...]
    values: tuple[int, ...]
    targets: range
    numbers: int = 3

    @property
    def ordered(self) -> bool:
        return dict(self.words).get("order") == "fixed"

    def specification(self, *guarantees: str) -> Specification:
        return Specification(
            bridge.rules(**dict(self.words)), numbers=self.numbers, deck=",".join(map(str, self.values)),
            target=self.targets, guarantees=guarantees,
        )  # fmt: skip

    def hands(self) -> list[tuple[int, ...]]:
        if self.ordered:
            return list(itertools.product(sorted(self.values), repeat=self.numbers))
        return list(itertools.combinations_with_replacement(sorted(self.values), self.numbers))


CASES = {
    "24": Case((), (1, 2, 4), range(6)),
    "countdown": Case((("use", "some"), ("domain", "natural")), (1, 2, 5), range(1, 7)),
    "in order": Case((("operators", "+-*/^"), ("order", "fixed"), ("domain", "integer")), (0, 2, 3), range(3, 6)),
    "joined": Case((("operators", "+-*!"), ("join", True), ("depth", 1)), (0, 1, 3), range(4, 13), 2),
}


class Seen(NamedTuple):
    """What the oracle sees of a candidate: the puzzle, its solutions, and what parts of the hand make."""

    hand: tuple[int, ...]
    target: int
    solutions: list[naive.Tree]
    by_part: bool
    complete: bool


@cache
def grown(words: tuple[tuple[str, Any], ...], hand: tuple[int, ...]) -> naive.Grown:
    return naive.expressions(hand, **dict(words))


def look(case: Case, hand: tuple[int, ...], target: int) -> Seen:
    some = tuple({**dict(case.words), "use": "some"}.items())
    parts = {hand[:place] + hand[place + 1 :] for place in range(len(hand))}
    by_part = any(value == target for part in parts if part for _, value in grown(some, part).trees)
    made = grown(case.words, hand)
    solutions = [tree for tree, value in made.trees if value == target]
    return Seen(hand, target, solutions, by_part, not (made.limited or made.deep))


def signs(tree: naive.Tree) -> set[str]:
    return {node[0] for node in naive.operations(tree)}


def results(tree: naive.Tree) -> list[Fraction]:
    return [naive.evaluate(node) for node in naive.operations(tree)]


def bare(tree: naive.Tree) -> bool:
    nodes = list(naive.operations(tree))
    return all(len(node) == 3 and naive.needs_no_brackets(node) for node in nodes)


def simplest(seen: Seen) -> list[naive.Tree]:
    """Return the simplest solutions, more than one where only the order of operators or numbers tells them apart."""
    return [tree for tree in seen.solutions if naive.cost(tree) == min(map(naive.cost, seen.solutions))]


def largest(tree: naive.Tree) -> Fraction:
    return max((abs(value) for value in results(tree)[:-1]), default=Fraction(0))


MERE = ({"+", "-"}, {"*", "/"}, {"^"}, {"!"})
FREE_OF: dict[str, Callable[[naive.Tree], bool]] = {
    "fraction": lambda tree: all(value.denominator == 1 for value in results(tree)),
    "negative": lambda tree: all(value >= 0 for value in results(tree)),
    "brackets": bare,
    "powers": lambda tree: "^" not in signs(tree),
    "*": lambda tree: "*" not in signs(tree),
    "subtract": lambda tree: "-" not in signs(tree),
}
HOLDS: dict[str, Callable[[Seen], set[bool]]] = {
    "solvable": lambda seen: {bool(seen.solutions)},
    "unsolvable": lambda seen: {not seen.solutions, not seen.solutions and seen.complete},
    "unique": lambda seen: {len(naive_sameness.ideas(seen.solutions)) == 1},
    "solutions=0..2": lambda seen: {len(naive_sameness.ideas(seen.solutions)) <= 2},
    "solutions=2..": lambda seen: {len(naive_sameness.ideas(seen.solutions)) >= 2},
    "nontrivial": lambda seen: {
        bool(seen.solutions) and not any(signs(tree) <= mere for tree in seen.solutions for mere in MERE)
    },
    "every-number": lambda seen: {bool(seen.solutions) and not seen.by_part},
    "operators=2": lambda seen: {len(results(tree)) == 2 for tree in simplest(seen)},
    "largest=3..5": lambda seen: {3 <= largest(tree) <= 5 for tree in simplest(seen)},
    **{
        f"without={what}": lambda seen, free=free: {any(map(free, seen.solutions))}  # type: ignore[misc]
        for what, free in FREE_OF.items()
    },
    **{
        f"needs={what}": lambda seen, free=free: {bool(seen.solutions) and not any(map(free, seen.solutions))}  # type: ignore[misc]
        for what, free in FREE_OF.items()
    },
}
"""What the oracle says of a candidate; both where it cannot tell which solution is the simplest, or what is proved."""


def test_every_guarantee_and_restriction_has_its_oracle() -> None:
    assert {text.partition("=")[0] for text in HOLDS} == set(GUARANTEES)
    assert set(RESTRICTIONS) <= set(FREE_OF)


@pytest.mark.parametrize("guarantee", HOLDS)
@pytest.mark.parametrize("name", CASES)
def test_a_guarantee_holds_for_all_that_are_found_and_for_no_others(name: str, guarantee: str) -> None:
    case = CASES[name]
    try:
        asked = case.specification(guarantee)
    except InvalidPuzzle as error:
        assert "allow" in str(error) or "operators" in str(error)  # noqa: PT017 (not every guarantee goes with all rules)
        return
    found = [(tuple(map(int, each.puzzle.values)), int(each.puzzle.target)) for each in generate(asked)]
    assert len(set(found)) == len(found)
    for hand, target in itertools.product(case.hands(), case.targets):
        says = HOLDS[guarantee](look(case, hand, target))
        assert len(says) == 2 or ((hand, target) in found) == (says == {True}), (hand, target)


@pytest.mark.parametrize("name", CASES)
def test_several_guarantees_hold_together(name: str) -> None:
    case = CASES[name]
    together = ("solutions=1..3", "every-number", "without=negative")
    found = list(generate(case.specification(*together)))
    assert found
    for each in found:
        seen = look(case, tuple(map(int, each.puzzle.values)), int(each.puzzle.target))
        assert keeps_them(seen)
        assert each.result.count == len(naive_sameness.ideas(seen.solutions))


def keeps_them(seen: Seen) -> bool:
    few = 1 <= len(naive_sameness.ideas(seen.solutions)) <= 3
    return few and not seen.by_part and any(map(FREE_OF["negative"], seen.solutions))


def test_an_own_operator_may_be_needed() -> None:
    rules = Rules(operators=(*GAME_24.operators, bridge.DOT), target=Fraction(11))
    asked = Specification(rules, numbers=2, deck="1..9", guarantees=["needs=dot"])
    assert sorted(map(write, generate(asked))) == ["2 6 -> 11", "3 4 -> 11"]


@pytest.mark.parametrize("operators", ["+", "+-"])
def test_nothing_is_nontrivial_with_one_family_of_operators(operators: str) -> None:
    with pytest.raises(InvalidPuzzle, match="operators of two kinds"):
        Specification(bridge.rules(operators=operators), deck="1..9", numbers=4, target=9, guarantees=["nontrivial"])


def test_how_many_operators_there_may_be_depends_on_the_unary_ones() -> None:
    rules = replace(bridge.rules(operators="+-!", depth=1), target=Fraction(9), deal=GAME_24.deal)
    with pytest.raises(InvalidPuzzle, match="with 4 numbers go 3 to 10 operators"):
        Specification(rules, guarantees=["operators=11"])
    with pytest.raises(InvalidPuzzle, match="but not operators=2"):
        Specification(rules, guarantees=["operators=2"])
    assert next(generate(Specification(rules, guarantees=["operators=4.."]))).result


def test_where_a_limit_bit_nothing_is_said_to_be_unsolvable() -> None:
    rules = bridge.rules(operators="^", limits=(8, None))
    asked = Specification(rules, numbers=2, deck="9", target=9**9, guarantees=["unsolvable"])
    assert list(generate(asked)) == []
    [either] = generate(Specification(rules, numbers=2, deck="9", target=9**9, guarantees=["solutions=0"]))
    assert (either.result.count, either.result.limit) == (0, "values of more than 8 bits")


# The same everywhere


@pytest.mark.parametrize("row", json_rows("generated.jsonl"), ids=lambda row: row["id"])
def test_a_seed_gives_the_same_puzzles_for_ever(row: dict[str, Any]) -> None:
    asked = Specification(PRESETS[row["rules"]], **row["asked"])
    written = [write(each) for each in generate(asked, row["seed"], count=len(row["puzzles"]), counted=False)]
    assert written == row["puzzles"]


def write(each: Generated) -> str:
    return f"{' '.join(number.text for number in each.puzzle.hand)} -> {each.puzzle.target}"


def test_any_number_of_workers_gives_the_same() -> None:
    asked = Specification(COUNTDOWN, guarantees=["needs=/"], choose=True, target="101..300")
    alone = [each.to_object() for each in generate(asked, 5, count=30)]
    assert [each.to_object() for each in generate(asked, 5, count=30, workers=3)] == alone


def test_more_are_a_continuation_of_fewer() -> None:
    asked = Specification(guarantees=["unique"])
    many = [each.to_object() for each in generate(asked, 1, count=40)]
    assert [each.to_object() for each in generate(asked, 1, count=7)] == many[:7]
    assert [row["index"] for row in many] == list(range(40))


def test_seeds_differ_and_any_integer_is_one() -> None:
    asked = Specification(COUNTDOWN)
    seeds = (0, 1, -1, 2, -2, 10**40, -(10**40))
    assert len({write(next(generate(asked, seed))) for seed in seeds}) == len(seeds)


@given(seed=st.integers(), most=st.integers(1, 10**20))
def test_chance_stays_below(seed: int, most: int) -> None:
    assert 0 <= below(chance(seed), most) < most


def test_chance_is_fair() -> None:
    random = chance(3)
    seen = Counter(below(random, 5) for _ in range(5000))
    assert sorted(seen) == list(range(5))
    assert all(900 < many < 1100 for many in seen.values())
    items = list(range(10))
    shuffle(random, items)
    assert items != sorted(items) == list(range(10))


# What is drawn


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_a_hand_is_one_that_the_deck_has(deck: Any) -> None:
    numbers = len(deck.piles) if deck.one_each else 4
    random = chance(0)
    for _ in range(200):
        hand = deck.draw(numbers, random)
        assert len(hand) == numbers
        if not any(pile.again for pile in deck.piles):
            assert not Counter(hand) - Counter(itertools.chain.from_iterable(pile.values for pile in deck.piles))


@pytest.mark.parametrize(
    ("rules", "asked", "size"),
    [
        (GAME_24, {}, 1820),
        (COUNTDOWN, {"target": 100}, 13243),
        (COUNTDOWN, {"target": 100, "large": 2}, 6 * 615),
        (KRYPTO, {"numbers": 2}, None),
        (TICKET, {"numbers": 2}, 100),
        (GAME_24, {"numbers": 2, "deck": "1..9", "target": "1..5"}, 45 * 5),
        (IN_ORDER, {"numbers": 2, "deck": "cards", "target": 1}, 169),
    ],
)
def test_every_candidate_is_drawn_once(rules: Rules, asked: dict[str, Any], size: int | None) -> None:
    drawn = list(candidates(Specification(rules, **asked), 0))
    assert len(set(drawn)) == len(drawn)
    if size is None:  # of every two cards and one of those that are left
        cards = DECKS["krypto"].piles[0].values
        size = len({(tuple(sorted(three[:2])), three[2]) for three in itertools.permutations(cards, 3)})
    assert len(drawn) == size


def test_large_numbers_are_as_many_as_asked_for() -> None:
    for large in range(5):
        for each in generate(Specification(COUNTDOWN, large=large), count=10):
            assert sum(value > 10 for value in each.puzzle.values) == large


def test_a_target_is_chosen_of_those_that_the_hand_can_make() -> None:
    asked = Specification(numbers=3, deck="1..9", target="50..99", choose=True, guarantees=["solvable"])
    found = list(generate(asked))
    assert all(each.result for each in found)
    assert len({each.puzzle.values for each in found}) == len(found)
    assert len({each.puzzle.target for each in found}) > 20


@pytest.mark.parametrize("targets", [range(50, 100, 7), range(99, 49, -7)])
def test_a_target_is_chosen_of_a_range_with_steps(targets: range) -> None:
    found = list(generate(Specification(numbers=3, deck="1..9", target=targets, choose=True)))
    assert {int(each.puzzle.target) for each in found} <= set(targets)
    assert len({each.puzzle.target for each in found}) > 5


def test_of_a_deck_that_deals_much_no_more_is_kept_than_is_asked_for() -> None:
    for ordered in (False, True):
        deck = Deck("much", "", (Pile(tuple(range(10**4)), again=True),))
        assert next(deck.hands(20, ordered=ordered)) == (0,) * 20
    assert sum(1 for _ in Pile(tuple(range(3000))).hands(1, ordered=False)) == 3000


@given(values=st.lists(st.integers(1, 5), max_size=6), many=st.integers(0, 6))
def test_a_pile_has_every_hand_once_in_order(values: list[int], many: int) -> None:
    dealt = {tuple(sorted(hand)) for hand in itertools.combinations(values, many)}
    assert list(Pile(tuple(values)).hands(many, ordered=False)) == sorted(dealt)


def test_a_deck_may_be_written_out() -> None:
    assert find_deck("1..3, 10 1/2").piles[0].values == (1, 2, 3, 10, Fraction(1, 2))
    asked = Specification(numbers=2, deck="1/2,1/3", target="1/6")
    assert [write(each) for each in generate(asked)] == ["1/3 1/2 -> 1/6"]


@pytest.mark.parametrize("rules", [each for each in PRESETS.values() if each.deal.deck], ids=lambda rules: rules.name)
def test_every_game_that_deals_is_dealt(rules: Rules) -> None:
    drawn = next(candidates(Specification(rules, guarantees=["solutions=0.."]), 0))
    assert len(drawn.hand) == rules.deal.numbers
    assert drawn.target is not None


# Rows


def test_a_row_tells_the_truth() -> None:
    rows = [each.to_object() for each in generate(Specification(COUNTDOWN), count=5, solutions=3)]
    for row in map(json.loads, map(json.dumps, rows)):
        assert len(row["solutions"]) == min(3, row["count"])
        puzzle = Puzzle(row["hand"], row["target"], COUNTDOWN)
        assert all(check(solution["text"], puzzle).correct for solution in row["solutions"])
    every = list(generate(Specification(COUNTDOWN), count=5, solutions=None))
    assert [len(each.result.solutions) for each in every] == [row["count"] for row in rows]


@pytest.mark.parametrize(("solutions", "counted"), list(itertools.product([0, 1, None], [True, False])))
def test_solutions_and_their_number_may_be_left_out(solutions: int | None, counted: bool) -> None:
    [each] = generate(Specification(guarantees=["solutions=2.."]), 3, count=1, solutions=solutions, counted=counted)
    assert (each.result.count is not None) == (counted or solutions is None)
    assert len(each.result.solutions) == (each.result.count if solutions is None else solutions)
    assert pickle.loads(pickle.dumps(each)) == each  # noqa: S301


# Splits


@pytest.mark.parametrize("order", Order)
def test_parts_have_their_sizes_and_share_no_puzzle(order: Order) -> None:
    sizes = {"train": 60, "dev": 10, "test": 20}
    rules = Rules(order=order)
    asked = Specification(rules, numbers=3, deck="1..6", target="1..9")
    found = list(generate(asked, 4, splits=sizes))
    assert Counter(each.split for each in found) == sizes
    parts: dict[object, set[str | None]] = {}
    for each in found:
        parts.setdefault((*sorted(each.puzzle.values), each.puzzle.target), set()).add(each.split)
    assert all(len(names) == 1 for names in parts.values())
    assert (len(parts) < len(found)) == (order is Order.FIXED)
    assert [each.to_object() for each in generate(asked, 4, splits=sizes, workers=2)] == [
        each.to_object() for each in found
    ]


@pytest.mark.parametrize("guarantee", ["unsolvable", "solutions=0..1"])
def test_what_has_no_solution_is_in_a_part_too(guarantee: str) -> None:
    asked = Specification(numbers=3, guarantees=[guarantee])
    assert Counter(each.split for each in generate(asked, splits={"a": 5, "b": 3})) == {"a": 5, "b": 3}


def test_a_full_part_takes_no_more() -> None:
    splits = Splits({"a": 1, "b": 2}, 0)
    puzzles = [Puzzle(hand, 6) for hand in itertools.permutations((1, 2, 3))]
    first = splits.part(puzzles[0])
    assert {splits.part(puzzle) for puzzle in puzzles[1:]} <= {first, None}
    assert splits.part(puzzles[-1]) is None


@pytest.mark.parametrize("text", ["", "a", "a=", "a=-1", "a=0", "=3", "a=1,a=2", "a b=1", "../a=1", "..=1", "a=1;b=2"])
def test_bad_splits_are_refused(text: str) -> None:
    with pytest.raises(InvalidPuzzle):
        read_splits(text)


# Limits


def test_there_are_no_more_than_there_are() -> None:
    with pytest.raises(UnmetSpecification) as unmet:
        list(generate(Specification(guarantees=["unique"]), count=516))
    assert (unmet.value.found, unmet.value.tried, unmet.value.exhausted) == (515, 1820, True)
    assert unmet.value.failed == {"unique": 1820 - 515}
    assert str(pickle.loads(pickle.dumps(unmet.value))) == str(unmet.value)  # noqa: S301
    assert len(list(generate(Specification(guarantees=["unique"])))) == 515


def test_it_gives_up_after_so_many_tries() -> None:
    asked = Specification(numbers=4, deck="1..9", target=10**6)
    with pytest.raises(UnmetSpecification, match="found 0 of 1: 50 candidates tried, 50 failed solvable; gave up"):
        list(generate(asked, count=1, tries=50))
    with pytest.raises(UnmetSpecification, match="found 0: 50 candidates"):
        list(generate(asked, tries=50))


def test_the_guarantee_that_failed_most_comes_first() -> None:
    asked = Specification(guarantees=["unique", "needs=fraction", "needs=negative"])
    with pytest.raises(UnmetSpecification) as unmet:
        list(generate(asked, count=1))
    assert list(unmet.value.failed) == ["unique", "needs=fraction", "needs=negative"]
    assert sum(unmet.value.failed.values()) == 1820


def test_nothing_is_asked_for() -> None:
    assert list(generate(Specification(), count=0)) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_time_and_interrupts_stop_it(workers: int) -> None:
    asked = Specification(Rules(target=Fraction(10**9 + 7)), numbers=11, deck="2..40")
    for limits, name in (({"time_limit": 0.2}, "time"), ({"interrupted": lambda: True}, "interrupt")):
        with pytest.raises(SearchStopped, match=name):
            list(generate(asked, count=1, workers=workers, **limits))


def test_puzzles_come_one_by_one() -> None:
    found = generate(Specification(FOUR_FOURS), counted=False)
    assert next(found).index == 0
    found.close()


# Misuse


@pytest.mark.parametrize("row", json_rows("specifications.jsonl"), ids=lambda row: json.dumps(row["asked"]))
def test_a_bad_specification_is_refused_in_one_line(row: dict[str, Any]) -> None:
    with pytest.raises(PuzzleError) as refused:
        Specification(PRESETS[row.get("rules", "24")], **row["asked"])
    assert "\n" not in str(refused.value)
    assert row["says"] in str(refused.value)


@pytest.mark.parametrize(
    "wrong",
    [
        {"count": -1},
        {"solutions": -1},
        {"tries": 0},
        {"tries": None},
        {"workers": 0},
        {"workers": None},
        {"seed": None},
        {"count": 1, "splits": {"a": 1}},
        {"splits": {}},
        {"splits": [("a", 1)]},
        {"splits": {"a": "1"}},
        {"splits": {"a": 1.5}},
    ],
)
def test_bad_numbers_are_refused_at_once(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidPuzzle):
        generate(Specification(), **wrong)
    with pytest.raises(InvalidPuzzle):
        generate(Specification(), "0")  # type: ignore[arg-type]
    with pytest.raises(InvalidPuzzle):
        Specification("24")  # type: ignore[arg-type]
    with pytest.raises(InvalidPuzzle, match="no Specification"):
        generate(GAME_24)  # type: ignore[arg-type]
    with pytest.raises(InvalidPuzzle, match="18 digits"):
        Specification(target=range(10**30))


def test_a_pile_without_numbers_deals_none() -> None:
    with pytest.raises(InvalidPuzzle, match="does not deal 2 numbers"):
        Specification(numbers=2, deck=Deck("empty", "", (Pile((), again=True),)))
    with pytest.raises(InvalidPuzzle, match="does not deal 2 numbers"):
        Specification(numbers=2, deck=Deck("three", "", (Pile((1, 2)),) * 3))
    with pytest.raises(InvalidPuzzle, match="'4'"):
        Specification(numbers="4")  # type: ignore[arg-type]


def test_one_guarantee_needs_no_list() -> None:
    assert Specification(guarantees="unique") == Specification(guarantees=["unique"])


def test_a_guarantee_reads_back() -> None:
    for text in HOLDS:
        assert find_guarantee(find_guarantee(text).text) == find_guarantee(text)
    with pytest.raises(UnknownName):
        find_guarantee("easy")
