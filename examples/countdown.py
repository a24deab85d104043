"""The numbers round of Countdown: each number at most once, and only positive integers on the way."""

from puzzle_solver import COUNTDOWN, Puzzle, solve

for solution in solve(Puzzle([25, 50, 75, 100, 3, 6], target=952, rules=COUNTDOWN), limit=None).solutions:
    print(solution)
    print("   ", ", ".join(solution.steps))

print("\nWhere the target cannot be made, ask for what comes nearest:")
result = solve(Puzzle([1, 3, 7, 10, 25, 50], target=831, rules=COUNTDOWN), nearest=True)
print(result.words)
for near in result.nearest or ():
    print(near)
