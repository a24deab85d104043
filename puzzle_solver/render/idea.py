"""What makes a solution work: its formula in letters, and what sympy simplifies that to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Final

from puzzle_solver.expression import Expression, Number, numbers
from puzzle_solver.render.style import spell
from puzzle_solver.render.sympy import to_sympy, write_python


@dataclass(frozen=True, slots=True)
class Idea:
    """``formula`` is the expression with ``letters`` for its numbers, ``simplified`` sympy's shortest form of it."""

    letters: Mapping[str, Number]
    formula: str
    simplified: str

    def __str__(self) -> str:
        meaning = ", ".join(f"{letter} = {spell(number)}" for letter, number in self.letters.items())
        return f"{self.formula} = {self.simplified} where {meaning}"


def to_idea(expression: Expression) -> Idea:
    """Replace the numbers by letters, in order of appearance, equal numbers by one letter, and simplify.

    ``8 / (3 - 8 / 3)`` is ``a/(b - a/b)``, which is ``a*b/(b**2 - a)``.
    """
    found = dict.fromkeys(numbers(expression))
    letters = {number: _letter(index) for index, number in enumerate(found)}
    formula = write_python(expression, letters.__getitem__)
    return Idea({letter: number for number, letter in letters.items()}, formula, _simplify(expression, letters))


def _letter(index: int) -> str:
    again, place = divmod(index, len(ascii_lowercase))
    return ascii_lowercase[place] + (str(again) if again else "")


_ORDERS: Final = ("lex", "grevlex")


def _simplify(expression: Expression, letters: Mapping[Number, str]) -> str:
    """Return the shortest of sympy's ways to write the simplified formula."""
    from sympy import factorial, simplify, sstr, together

    formula = to_sympy(expression, evaluate=True, symbols=letters)
    # ``simplify`` may turn factorials into gamma functions, which no pupil knows; ``rewrite`` turns them back.
    forms = (simplify(formula).rewrite(factorial), together(formula))
    # Of equally short ones the first: the order of the candidates is fixed, so is the answer.
    return str(min((sstr(form, order=order) for form in forms for order in _ORDERS), key=len))
