"""The search: subsets of the hand, their value tables, and the packed forest of solutions."""
