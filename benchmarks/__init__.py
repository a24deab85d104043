"""How long the work of the package takes, and how much memory: measured against targets, not tested.

Run with ``python -m benchmarks`` from a checkout in which the package is installed; ``--slow`` adds the minutes.
"""
