"""What else stands for an operator than its own symbols, wherever signs are read."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from puzzle_solver.characters import MINUS_SIGNS, SLASHES
from puzzle_solver.operators.basic import DIVIDE, MULTIPLY, SUBTRACT
from puzzle_solver.operators.kinds import Operator
from puzzle_solver.operators.powers import POWER

OTHER_SIGNS: Final[Mapping[str, Operator]] = MappingProxyType(
    dict.fromkeys(MINUS_SIGNS[1:], SUBTRACT)
    | dict.fromkeys(SLASHES[1:], DIVIDE)
    | dict.fromkeys("·⋅∗✕⨯xX", MULTIPLY)
    | dict.fromkeys(":∶", DIVIDE)
    | {"**": POWER}
)
"""Signs that people type in place of an operator's own. An operator of one's own takes its symbols from here."""
