"""Worked examples: a puzzle with its idea, steps, solutions and tree, and documents of them."""

from puzzle_solver.working.documents import DOCUMENTS, Document, find_document
from puzzle_solver.working.extent import Extent
from puzzle_solver.working.making import MOST_COUNTED, OTHERS, worked
from puzzle_solver.working.value import Worked

__all__ = ["DOCUMENTS", "MOST_COUNTED", "OTHERS", "Document", "Extent", "Worked", "find_document", "worked"]
