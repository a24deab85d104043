"""The 24 game: four cards, each used once, any order, + - * /.

Some hands need a fraction on the way, and floating point misses them: 8 / (3 - 8 / 3) is not 24.0 in doubles.
"""

from puzzle_solver import Puzzle, solve

result = solve(Puzzle([3, 3, 8, 8]))
[solution] = result.solutions
print(solution)
print(*solution.steps, sep="\n")

print("\n2 4 8 10 has the most ideas of all hands of four cards:")
print(solve(Puzzle([2, 4, 8, 10]), limit=None))

print("\nHow many solutions there are depends on when two count as one:")
for same in ("trees", "algebra", "essence"):
    print(f"{same:8}", solve(Puzzle([2, 4, 8, 10]), limit=None, same=same).count)

print("\nWithout a solution the outcome says whether that is proved:")
print(solve(Puzzle([1, 1, 1, 7])))
