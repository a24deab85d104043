"""``puzzle same``: are two expressions one, and why?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain, repeat
from typing import Annotated, Final

from typer import Argument

from puzzle_solver.checker import expression_of
from puzzle_solver.cli import console
from puzzle_solver.cli.command import FOUND, NONE, examples
from puzzle_solver.cli.options import Level, Print
from puzzle_solver.render.brackets import TREE
from puzzle_solver.render.text import to_text
from puzzle_solver.sameness import Sameness, why
from puzzle_solver.sameness import same as are_same

EXAMPLES: Final = examples("puzzle same '(8-2)*(7-3)' '(2-8)*(3-7)'", "puzzle same '5*5*1' '5*5/1' --same essence")


def same(
    first: Annotated[str, Argument(metavar="A", help="An expression, such as '8/(3-8/3)'; also in LaTeX or in steps.")],
    second: Annotated[str, Argument(metavar="B", help="The other one.")],
    level: Level = Sameness.ESSENCE,
    form: Print = "text",
) -> int:
    """Tell at each level of sameness whether two expressions are one, and why.

    The exit code is 0 if they are at the level of --same, 1 if not, 2 if one of them cannot be read.
    """
    expressions = expression_of(first.strip()), expression_of(second.strip())
    answers = {each.value: are_same(*expressions, each) for each in Sameness}
    reasons = why(*expressions, partial(to_text, brackets=TREE)).reasons
    if form == "text":
        console.put_table(_rows(answers, reasons))
    else:
        console.put_json({"first": first.strip(), "second": second.strip(), **answers, "why": [*reasons]}, form)
    return FOUND if answers[level.value] else NONE


def _rows(answers: dict[str, bool], reasons: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    yield from ((name, "yes" if answer else "no") for name, answer in answers.items())
    yield from zip(chain(["why"], repeat("")), reasons, strict=False)
