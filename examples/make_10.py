"""Make 10 from the four digits of a ticket: which cannot, and how do the hardest go?"""

from itertools import combinations_with_replacement

from puzzle_solver import MAKE_10, Puzzle, solve

puzzles = [Puzzle(digits, rules=MAKE_10) for digits in combinations_with_replacement(range(10), 4)]
results = [solve(puzzle, limit=None) for puzzle in puzzles]
print(sum(bool(result.solutions) for result in results), "of", len(results), "hands of four digits make 10")

print("\nOne idea only, and that needs a fraction on the way:")
for result in results:
    if result.count == 1 and any("/" in step.partition("=")[2] for step in result.solutions[0].steps):
        print(*result.puzzle.values, ":", result.solutions[0])
