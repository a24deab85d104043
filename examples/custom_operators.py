"""Operators are data: add a row, and everything else follows.

Here the remainder joins + - * /. Its row says how to apply it and how tightly it binds. It has no inverse, so the
search from the target down tries every value of its operands.
"""

from fractions import Fraction

from puzzle_solver import Puzzle, Rules, solve
from puzzle_solver.operators import BASIC, UNDEFINED, Missing, Operator, find_operators


def remainder(left: Fraction, right: Fraction) -> Fraction | Missing:
    """Return what is left of an integer after dividing by a positive one; of anything else, nothing."""
    if left.denominator != 1 or right.denominator != 1 or right <= 0:
        return UNDEFINED
    return left % right


REMAINDER = Operator("remainder", "%", remainder, precedence=2, meaning="what an integer division leaves")
rules = Rules("with remainder", operators=(*BASIC, REMAINDER), source="made up for this example")

print(solve(Puzzle([4, 7, 7, 12], target=24)))
print(solve(Puzzle([4, 7, 7, 12], target=24, rules=rules), limit=None))

print("\nPowers are in the table already:")
powers = Rules("with powers", operators=find_operators("+-*/^"))
print(solve(Puzzle([2, 3, 10, 10], target=24, rules=powers), limit=None))
