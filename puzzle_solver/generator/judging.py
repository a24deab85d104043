"""Judging candidates: does one keep every guarantee, and what are its solutions?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from puzzle_solver import solver
from puzzle_solver.generator.drawing import Candidate
from puzzle_solver.generator.facts import Facts, Stop
from puzzle_solver.generator.guarantees import SOLVABLE
from puzzle_solver.generator.specification import Specification
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Result


class Judged(NamedTuple):
    """What becomes of a candidate: its result, or the guarantee that it does not keep."""

    result: Result | None
    failed: str = ""


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges candidates. It pickles, to be sent to other processes.

    ``solutions``: how many each is told with, None for all; ``counted``: and how many there are. ``stop`` is polled.
    """

    asked: Specification
    solutions: int | None
    counted: bool
    stop: Stop

    def __call__(self, portion: list[Candidate]) -> list[Judged]:
        """Judge some candidates.

        Raises:
            SearchStopped: ``stop`` returned true.
        """
        return list(map(self.judge, portion))

    def judge(self, candidate: Candidate) -> Judged:
        """Judge one candidate."""
        target = self._chosen(candidate) if self.asked.choose else candidate.target
        if target is None:
            return Judged(None, SOLVABLE.text)
        puzzle = Puzzle(candidate.hand, target, self.asked.rules)
        facts = Facts(puzzle, self.asked.same, self.stop, to_count=self._only_counts)
        for guarantee in self.asked.guarantees:
            if not guarantee.holds(facts):
                return Judged(None, guarantee.text)
        return Judged(facts.solved(self.solutions, counted=self.counted))

    @property
    def _only_counts(self) -> bool:
        """Is there nothing to find out before the solutions are counted?"""
        return self.counted and self.asked.guarantees == (SOLVABLE,)

    def _chosen(self, candidate: Candidate) -> int | None:
        """Return the target that the candidate's ticket picks of those that its hand can make, if it can make any."""
        targets = self.asked.targets
        assert isinstance(targets, range)  # the specification has checked it
        made = solver.reachable(
            candidate.hand, self.asked.rules, first=targets[0], last=targets[-1], interrupted=self.stop
        )
        return made[candidate.pick(len(made))] if made else None
