"""The four classic algorithms: against the oracle tree by tree, what each costs, and what was asked of it."""

from __future__ import annotations

import ast
import itertools
import math
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bridge
import naive
import puzzle_solver.search.reference
from classics import DOMAINS, ENGINES, POOLS, each_classic, each_name, opened, supports
from groups import in_groups
from puzzle_solver.expression import evaluate
from puzzle_solver.operators import ADD, BASIC, MULTIPLY
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Outcome
from puzzle_solver.rules import GAME_24, IN_ORDER, Order, Rules
from puzzle_solver.search.registry import CLASSIC, Classic
from puzzle_solver.solver import count, solve, tally

FLAGSHIP = [1, 3, 4, 5, 6, 7, 8, 9]

# Tree by tree

OPERATORS = [
    *("+-*/", "+-*/", "+-*/", "+-*", "+*", "-/", "*/", "-", "+-*/^", "*^", "-^"), ("+", "root"), ("%", "max", "-"),
]  # fmt: skip


class Drawn:
    """A random hand and rules, with all that the oracle knows of them, and targets that can be made or not."""

    def __init__(self, random: Random, numbers: int, operators: str | tuple[str, ...] | None = None) -> None:
        self.hand = [Fraction(random.choice(random.choice(POOLS).split())) for _ in range(numbers)]
        self.words: dict[str, Any] = {
            "operators": operators or random.choice(OPERATORS), "domain": random.choice(DOMAINS),
            "order": random.choice(["free", "free", "fixed"]), "use": random.choice(["all", "all", "some"]),
            "limits": naive.Limits(random.choice([4, 1024]), random.choice([None, 2])),
        }  # fmt: skip
        self.grown = naive.expressions(self.hand, **self.words)
        self.made = naive.values(self.grown.trees)
        some = random.sample(sorted(self.made), min(2, len(self.made)))
        self.targets = [*some, Fraction(random.randint(-9, 99), random.choice([1, 2]))]
        self.rules = bridge.rules(**self.words)

    def trees(self, target: Fraction) -> list[naive.Tree]:
        return [tree for tree, value in self.grown.trees if value == target]


def ways_to_deal(leaves: tuple[Fraction, ...], hand: tuple[Fraction, ...], order: Order) -> int:
    """Return in how many ways the places of a hand give these numbers, equal ones told apart."""
    chosen = (itertools.permutations if order is Order.FREE else itertools.combinations)(hand, len(leaves))
    return sum(numbers == leaves for numbers in chosen)


def orders_of_play(tree: naive.Tree) -> int:
    """Return in how many orders the operations of a tree can be carried out: the hook length formula."""
    sizes = [len(naive.leaves(node)) - 1 for node in naive.operations(tree)]
    return math.factorial(len(sizes)) // math.prod(sizes)


def repeats(engine: str, tree: naive.Tree, drawn: Drawn) -> int:
    """Return how often an algorithm meets a tree."""
    deals = ways_to_deal(tuple(naive.leaves(tree)), tuple(drawn.hand), drawn.rules.order)
    return {
        "five_trees": deals,
        "pick_two": deals * orders_of_play(tree),
        "subset_lists": deals,
        "multiset_split": 1,
    }[engine]


def check_trees(drawn: Drawn) -> list[str]:
    """Compare every algorithm with the oracle; return the names of those that answered."""
    answered = []
    for engine in CLASSIC:
        if not supports(engine, Puzzle(drawn.hand, 0, drawn.rules)):
            continue
        answered.append(engine.name)
        lister = opened(engine, Puzzle(drawn.hand, 0, drawn.rules))
        for target in drawn.targets:
            met = Counter(map(bridge.to_tree, lister.trees(target)))
            assert met == {tree: repeats(engine.name, tree, drawn) for tree in drawn.trees(target)}
        # Whether the domain admits a number of the hand as the target is asked elsewhere.
        assert set(filter(naive.DOMAINS[drawn.words["domain"]], lister.values())) == drawn.made
        assert lister.beyond_limit == drawn.grown.limited
    return answered


@in_groups("seed", range(50), size=5)
def test_every_tree_is_met_as_often_as_the_algorithm_says(seed: int) -> None:
    random = Random(f"trees {seed}")
    answered = Counter(name for _ in range(50) for name in check_trees(Drawn(random, random.choice([1, 2, 2, 3, 3]))))
    assert min(answered[name] for name in ENGINES) > 10


@in_groups("seed", range(40), size=5)
def test_every_tree_of_four_numbers(seed: int) -> None:
    random = Random(f"four {seed}")
    check_trees(Drawn(random, 4, random.choice(["+-", "*/", "-/", "+*", "-*", "+-*/" if seed % 4 == 0 else "+/"])))


# What they cost


def kept(engine: str, n: int, k: int, values: dict[int, int]) -> int:
    """Return the candidates that a cost formula names; ``values``: how many m numbers can make."""
    expressions = {m: math.factorial(m) * math.comb(2 * m - 2, m - 1) // m * k ** (m - 1) for m in range(1, n + 1)}
    formulas: dict[str, int] = {
        "five_trees": expressions[n],
        "pick_two": math.factorial(n) * math.factorial(n - 1) * k ** (n - 1),
        "subset_lists": sum(math.comb(n, m) * expressions[m] for m in range(1, n + 1)),
        "multiset_split": k
        * sum(
            math.comb(n, m) * math.comb(m, i) * values[i] * values[m - i] for m in range(2, n + 1) for i in range(1, m)
        ),
    }
    return formulas[engine]


def spent(engine: Classic, hand: list[int], rules: Rules) -> int:
    lister = opened(engine, Puzzle(hand, 0, rules))
    assert not list(lister.trees(Fraction(-1, 10**9)))
    return lister.candidates


A140606 = {1: 1, 2: 6, 3: 68, 4: 1170}
UNRELATED = [1009, 10_007, 1_000_003, 1_000_000_007]
"""Numbers of which no two formulas are equal, so that nothing is divided by zero either."""


@each_classic
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_cost_formulas(engine: Classic, n: int) -> None:
    assert spent(engine, UNRELATED[:n], GAME_24) == kept(engine.name, n, 4, A140606)


@each_classic
def test_the_costs_that_the_documentation_names(engine: Classic) -> None:
    module = Path(puzzle_solver.search.reference.__file__).with_name(f"{engine.name}.py")
    page = " ".join((ast.get_docstring(ast.parse(module.read_text("utf-8"))) or "").split())
    values = A140606 | {5: 27142}
    assert ", ".join(str(kept(engine.name, n, 4, values)) for n in range(1, 7)) in page


@each_classic
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_cost_formulas_with_two_operators(engine: Classic, n: int) -> None:
    hand = [3, 10, 101, 1013, 20011][:n]
    rules = Rules(operators=(ADD, MULTIPLY))
    values = {m: len(naive.values(naive.expressions(hand[:m], operators="+*").trees)) for m in range(1, n)}
    assert spent(engine, hand, rules) == kept(engine.name, n, 2, values)


@pytest.mark.parametrize(("name", "candidates"), [("five_trees", 5 * 64), ("pick_two", 6 * 64)])
def test_the_cost_formulas_in_order(name: str, candidates: int) -> None:
    assert spent(ENGINES[name], UNRELATED, IN_ORDER) == candidates


@pytest.mark.parametrize("hand", [[3, 3, 8, 8], [1, 1, 1, 1], [0, 0, 0, 0]], ids=str)
def test_four_numbers_have_7680_candidates(hand: list[int]) -> None:
    """4! orders, 5 trees, 4^3 operators: as many whatever the numbers are."""
    assert tally(Puzzle(hand), engine="five_trees").candidates == 7680


# Exactness


@each_name
@pytest.mark.parametrize(
    ("hand", "target", "solution"),
    [
        ([1, 5, 12, 13], 60, "5 / (13 / 12 - 1)"),
        ([1, 7, 10, 11], 70, "7 / (11 / 10 - 1)"),
        ([1, 4, 6, 7], 24, "4 / (7 / 6 - 1)"),
        ([3, 3, 8, 8], 24, "8 / (3 - 8 / 3)"),
    ],
)
def test_what_doubles_miss(hand: list[int], target: int, solution: str, engine: str) -> None:
    """In doubles 5 / (13 / 12 - 1) is 60.00000000000005."""
    result = solve(Puzzle(hand, target), limit=None, engine=engine)
    assert solution in [one.text() for one in result.solutions]


@each_name
def test_what_a_tolerance_lets_through(engine: str) -> None:
    """24 + 1 / 1000000000 is not 24."""
    result = solve(Puzzle([24, 1, 10**9], 24, Rules(operators=(BASIC[0], BASIC[3]))), engine=engine)
    assert result.outcome is Outcome.IMPOSSIBLE


@each_name
def test_no_solution_is_listed_twice(engine: str) -> None:
    for hand in ([4, 4, 4, 4], [3, 3, 8, 8], [2, 2, 6, 6]):
        found = solve(Puzzle(hand), limit=None, same="trees", engine=engine).solutions
        assert len({solution.text() for solution in found}) == len(found) == count(Puzzle(hand), same="trees").count


# What was asked of each


def test_six_numbers_by_splitting() -> None:
    """Its original of 2004 gave up after an hour. Measured: 2.6 s for all trees of 1..6, on one core."""
    puzzle = Puzzle(range(1, 7), 24)
    lister = opened(ENGINES["multiset_split"], puzzle)
    assert sum(1 for _ in lister.trees(Fraction(24))) == count(puzzle, same="trees").count == 199_902


def test_six_numbers_that_make_nothing() -> None:
    result = solve(Puzzle(range(1, 7), 1_000_003), engine="multiset_split")
    assert (result.outcome, result.count) == (Outcome.IMPOSSIBLE, 0)


def test_1000_in_order_by_picking_neighbours() -> None:
    lister = opened(ENGINES["pick_two"], Puzzle(FLAGSHIP, 1000, IN_ORDER))
    tree = next(lister.trees(Fraction(1000)))
    assert naive.leaves(bridge.to_tree(tree)) == FLAGSHIP
    assert evaluate(tree) == 1000


IN_ORDER_ENGINES = pytest.mark.parametrize("engine", ["five_trees", "pick_two"])


@IN_ORDER_ENGINES
def test_six_numbers_in_order(engine: str) -> None:
    puzzle = Puzzle(FLAGSHIP[:6], 100, IN_ORDER)
    assert solve(puzzle, limit=None, engine=engine).solutions == solve(puzzle, limit=None).solutions


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "numbers", "target"), [("five_trees", 8, 1000), ("pick_two", 7, 500)])
def test_more_numbers_in_order(engine: str, numbers: int, target: int) -> None:
    """Measured: 141 s and 18 s. Picking neighbours, 1000 of all eight has 82,575,360 candidates: 8 minutes."""
    puzzle = Puzzle(FLAGSHIP[:numbers], target, IN_ORDER)
    expected = solve(puzzle, same="trees", limit=None)
    result, _, written = tally(puzzle, same="trees", engine=engine)
    assert result.solutions == expected.solutions
    assert written is not None
    assert expected.count
    assert written == expected.count if engine == "five_trees" else written > expected.count


# Their independence

MAY_IMPORT = {"errors", "expression", "operators", "puzzle", "rational", "rules", "search.engine"}
MODULES = sorted(Path(puzzle_solver.search.reference.__file__).parent.glob("[!_]*.py"))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_they_import_nothing_of_the_fast_engines_or_of_one_another(module: Path) -> None:
    names = {
        node.module
        for node in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("puzzle_solver")
    }
    assert names <= {f"puzzle_solver.{name}" for name in MAY_IMPORT}
    assert module.stem in ENGINES
    assert len(module.read_text("utf-8").splitlines()) < 150


def test_every_classic_has_its_page() -> None:
    assert [module.stem for module in MODULES] == sorted(ENGINES)
