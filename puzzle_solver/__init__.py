"""Exact arithmetic puzzles: which expressions over these numbers, under these rules, make this target?"""

from typing import TYPE_CHECKING

from puzzle_solver.errors import (
    InvalidNumber,
    InvalidPuzzle,
    MissingLibrary,
    PuzzleError,
    SearchStopped,
    UnknownName,
    UnreadableExpression,
    UnsupportedPuzzle,
)
from puzzle_solver.expression import Binary, Expression, Number, Unary, evaluate
from puzzle_solver.operators import (
    ABSOLUTE,
    ADD,
    BASIC,
    CEILING,
    DIVIDE,
    DOUBLE_FACTORIAL,
    FACTORIAL,
    FLOOR,
    FLOOR_DIVIDE,
    MAXIMUM,
    MINIMUM,
    MODULO,
    MULTIPLY,
    NEGATE,
    OPERATORS,
    POWER,
    ROOT,
    SQUARE_ROOT,
    SUBTRACT,
    Limits,
    Operator,
    UnaryOperator,
    find_operators,
)
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Nearest, Outcome, Result, Solution
from puzzle_solver.rulebook import change_rules, load_rules, read_rules, write_rules
from puzzle_solver.rules import (
    COUNTDOWN,
    DIGITS,
    FOUR_FOURS,
    GAME_24,
    IN_ORDER,
    INTEGER,
    KRYPTO,
    LE_COMPTE_EST_BON,
    MAKE_10,
    MATHADOR,
    NATURAL,
    NON_NEGATIVE,
    PRESETS,
    RATIONAL,
    TANEJA,
    TICKET,
    WHOLE,
    Domain,
    Order,
    Rules,
    Use,
    find_rules,
)
from puzzle_solver.sameness import Sameness, same
from puzzle_solver.solver import (
    Gap,
    Reached,
    count,
    first_gap,
    iter_solutions,
    reach,
    reachable,
    solvable,
    solve,
    solve_each,
)

if TYPE_CHECKING:
    from puzzle_solver.checker import Verdict, check, check_many, reward_function, score
    from puzzle_solver.comparing import Comparison, compare
    from puzzle_solver.hints import Hints, hint
    from puzzle_solver.reading import Bounds, read_expression
    from puzzle_solver.sameness import canonical_text, why

__all__ = [
    "ABSOLUTE",
    "ADD",
    "BASIC",
    "CEILING",
    "COUNTDOWN",
    "DIGITS",
    "DIVIDE",
    "DOUBLE_FACTORIAL",
    "FACTORIAL",
    "FLOOR",
    "FLOOR_DIVIDE",
    "FOUR_FOURS",
    "GAME_24",
    "INTEGER",
    "IN_ORDER",
    "KRYPTO",
    "LE_COMPTE_EST_BON",
    "MAKE_10",
    "MATHADOR",
    "MAXIMUM",
    "MINIMUM",
    "MODULO",
    "MULTIPLY",
    "NATURAL",
    "NEGATE",
    "NON_NEGATIVE",
    "OPERATORS",
    "POWER",
    "PRESETS",
    "RATIONAL",
    "ROOT",
    "SQUARE_ROOT",
    "SUBTRACT",
    "TANEJA",
    "TICKET",
    "WHOLE",
    "Binary",
    "Bounds",
    "Comparison",
    "Domain",
    "Expression",
    "Gap",
    "Hints",
    "InvalidNumber",
    "InvalidPuzzle",
    "Limits",
    "MissingLibrary",
    "Nearest",
    "Number",
    "Operator",
    "Order",
    "Outcome",
    "Puzzle",
    "PuzzleError",
    "Reached",
    "Result",
    "Rules",
    "Sameness",
    "SearchStopped",
    "Solution",
    "Unary",
    "UnaryOperator",
    "UnknownName",
    "UnreadableExpression",
    "UnsupportedPuzzle",
    "Use",
    "Verdict",
    "canonical_text",
    "change_rules",
    "check",
    "check_many",
    "compare",
    "count",
    "evaluate",
    "find_operators",
    "find_rules",
    "first_gap",
    "hint",
    "iter_solutions",
    "load_rules",
    "reach",
    "reachable",
    "read_expression",
    "read_rules",
    "reward_function",
    "same",
    "score",
    "solvable",
    "solve",
    "solve_each",
    "why",
    "write_rules",
]


_LATER = {
    "Bounds": "reading",
    "Comparison": "comparing",
    "Hints": "hints",
    "Verdict": "checker",
    "canonical_text": "sameness",
    "check": "checker",
    "check_many": "checker",
    "compare": "comparing",
    "hint": "hints",
    "read_expression": "reading",
    "reward_function": "checker",
    "score": "checker",
    "why": "sameness",
}
"""What is imported when it is first asked for: milliseconds that solving a puzzle does not need."""


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    return found
