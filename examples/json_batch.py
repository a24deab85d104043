"""Many puzzles in, one line of JSON a puzzle out, every number an exact string.

On the command line the same is: puzzle solve --batch puzzles.jsonl
"""

import json

from puzzle_solver import COUNTDOWN, GAME_24, Puzzle, PuzzleError, solve

LINES = """
{"hand": [3, 3, 8, 8]}
{"hand": ["0.5", "1/3", 4, 4], "target": "8/3"}
{"hand": [1, 1, 1, 1]}
{"hand": [25, 50, 75, 100, 3, 6], "target": 952, "rules": "countdown"}
{"hand": [1, 2, "three"]}
""".strip()
RULES = {"24": GAME_24, "countdown": COUNTDOWN}

for line in LINES.splitlines():
    row = json.loads(line)
    try:
        puzzle = Puzzle(row["hand"], row.get("target"), RULES[row.get("rules", "24")])
    except PuzzleError as error:
        print(json.dumps({"error": str(error)}))
        continue
    answer = solve(puzzle).to_object()
    print(json.dumps({key: answer[key] for key in ("hand", "target", "outcome", "solutions")}))
