"""What articles on the 24 game count: candidates, expressions in five models of brackets, and draws that make 24."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import floor

from puzzle_solver import GAME_24, Puzzle, solvable
from puzzle_solver.search.reference.five_trees import shapes
from puzzle_solver.solver import tally

SIGNS = "+-*/"
MODELS = {
    "{} {} {} {} {} {} {}": (),
    "({} {} {}) {} {} {} {}": (0,),
    "({} {} {} {} {}) {} {}": (),
    "({} {} {}) {} ({} {} {})": (0, 2),
    "(({} {} {}) {} {}) {} {}": (0,),
}
"""An article's five ways to put brackets, numbers and operators in turn; and which operators stand alone in a pair of
brackets with two numbers, where it takes none but + and -: elsewhere such brackets would not be needed."""


def written(model: str, numbers: tuple[int | str, ...], signs: tuple[str, ...]) -> str:
    first, *others = numbers
    return model.format(first, *(part for pair in zip(signs, others, strict=True) for part in pair))


def expressions(model: str, hand: tuple[int, ...]) -> Iterator[str]:
    """Every expression over a hand in one of the models."""
    for numbers, signs in product(permutations(hand), product(SIGNS, repeat=3)):
        if all(signs[place] in "+-" for place in MODELS[model]):
            yield written(model, numbers, signs)


@cache
def makes_24(*hand: int) -> bool:
    return bool(solvable(Puzzle(hand)))


def count_candidates() -> None:
    """Every order of four numbers, every tree, every choice of operators."""
    orders, trees = len(list(permutations(range(4)))), len(list(shapes(4)))
    choices = len(list(product(GAME_24.operators, repeat=3)))
    tried = tally(Puzzle([2, 3, 7, 11]), engine="five_trees").candidates
    print(f"{tried} candidates: {orders} orders, {trees} trees, {choices} choices of operators")


def count_models() -> None:
    found = {model: set(expressions(model, (2, 3, 7, 11))) for model in MODELS}
    for model, texts in found.items():
        print(f"{len(texts):4} in the model", written(model, ("a", "b", "c", "d"), ("o",) * 3))
    print(f"{len(set().union(*found.values()))} expressions in five models of brackets")


def count_draws() -> None:
    draws = list(product(range(1, 14), repeat=4))
    good = sum(makes_24(*sorted(draw)) for draw in draws)
    share = Fraction(1000 * good, len(draws))
    print(f"{good} of {len(draws)} draws make 24: {round(share) / 10} %")
    print(f"cut off where it should be rounded, as in an article: {floor(share) / 10} %")


if __name__ == "__main__":
    count_candidates()
    count_models()
    count_draws()
