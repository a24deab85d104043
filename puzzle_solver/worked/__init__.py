"""Worked examples: a puzzle with its idea, steps, solutions and tree, and documents of them."""

from puzzle_solver.worked.documents import DOCUMENTS, Document, find_document
from puzzle_solver.worked.extent import Extent
from puzzle_solver.worked.making import MOST_COUNTED, OTHERS, worked
from puzzle_solver.worked.value import Worked

__all__ = ["DOCUMENTS", "MOST_COUNTED", "OTHERS", "Document", "Extent", "Worked", "find_document", "worked"]
