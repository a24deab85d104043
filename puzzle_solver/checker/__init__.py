"""Checking somebody's answer: exact, strict, bounded; no solver is asked."""

from puzzle_solver.checker.answer import check, check_many
from puzzle_solver.checker.reasons import Code, Reason
from puzzle_solver.checker.rewards import reward_function, score
from puzzle_solver.checker.stated import expression_of
from puzzle_solver.checker.verdict import Verdict

__all__ = ["Code", "Reason", "Verdict", "check", "check_many", "expression_of", "reward_function", "score"]
