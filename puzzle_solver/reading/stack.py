"""What waits on the stack of a shunting yard until its right operand, or its end, has been read."""

from __future__ import annotations

from typing import Final, TypeAlias

from puzzle_solver.operators import AnyOperator, Operator, UnaryOperator
from puzzle_solver.reading.vocabulary import Form

LOWEST: Final = -(1 << 30)
"""Lower than any operator's precedence, and higher than that of what waits to be closed."""


# Both brackets and commands have a precedence below every ``least`` that is asked for, so that reducing stops at them.
class OpenBracket:
    """An open bracket, closed by ``close``. Where it applies ``operator``, ``commas`` of it have been read."""

    __slots__ = ("close", "commas", "index", "operator")
    precedence = LOWEST - 1

    def __init__(self, close: str, index: int, operator: AnyOperator | None = None) -> None:
        self.close, self.index, self.operator, self.commas = close, index, operator, 0


class OpenCommand:
    """A command that waits for its operands, in one of ``forms``. ``starts``: where those that were read start."""

    __slots__ = ("forms", "starts")
    precedence = LOWEST - 1

    def __init__(self, forms: tuple[Form, ...]) -> None:
        self.forms = forms
        self.starts: list[int] = []


Waiting: TypeAlias = Operator | UnaryOperator | OpenBracket | OpenCommand
