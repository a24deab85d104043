"""Worked examples: a puzzle with its idea, steps, solutions and tree, and documents of them."""

from puzzle_solver.documents.extent import Extent
from puzzle_solver.documents.formats import DOCUMENTS, Document, find_document
from puzzle_solver.documents.worked_example import MOST_COUNTED, OTHERS, Worked, worked

__all__ = ["DOCUMENTS", "MOST_COUNTED", "OTHERS", "Document", "Extent", "Worked", "find_document", "worked"]
