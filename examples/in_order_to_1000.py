"""1 3 4 5 6 7 8 9, in that order, make 1000: every idea, simplest first."""

from puzzle_solver import IN_ORDER, Puzzle, count, solve

puzzle = Puzzle([1, 3, 4, 5, 6, 7, 8, 9], target=1000, rules=IN_ORDER)
for solution in solve(puzzle, limit=None).solutions:
    print(solution)

print(
    count(puzzle, same="trees").count, "ways to bracket and evaluate,", count(puzzle, same="algebra").count, "formulas"
)
