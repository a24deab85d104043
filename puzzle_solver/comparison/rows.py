"""One engine, over hands of different sizes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from puzzle_solver.comparison.measurement import Ending, Measure


class Growth(NamedTuple):
    """How many times as much one number more takes, where both are known."""

    candidates: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One engine: what it took for the puzzle, ``numbers`` in its hand, and for hands of other sizes, ascending."""

    engine: str
    numbers: int
    measures: tuple[Measure, ...]

    @property
    def here(self) -> Measure:
        """What it took for the puzzle itself."""
        return next(measure for measure in self.measures if measure.numbers == self.numbers)

    @property
    def more(self) -> Measure | None:
        """What it took with one number more; None if that was not asked for, or would have been in vain."""
        return next((measure for measure in self.measures if measure.numbers == self.numbers + 1), None)

    @property
    def growth(self) -> Growth:
        """How many times as much it took with one number more."""
        here, more = self.here, self.more
        if more is None or more.ending is not Ending.FINISHED:
            return Growth()
        return Growth(_ratio(more.candidates, here.candidates), _ratio(more.seconds, here.seconds))

    def to_object(self) -> dict[str, object]:
        """Return an object for JSON."""
        measures = [measure.to_object() for measure in self.measures]
        return {"engine": self.engine, "measures": measures, "growth": self.growth._asdict()}


def _ratio(more: float | None, less: float | None) -> float | None:
    # Of 0 seconds, which the clock of the processor may show, there is no ratio.
    return more / less if more is not None and less else None
