"""``python -m puzzle_solver`` is ``puzzle``."""

import sys

from puzzle_solver.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
