"""Does one work in a process of its own, and prints what it took as JSON: seconds, peak megabytes, what it found."""

from __future__ import annotations

import json
import resource
import sys

from benchmarks.works import WORKS

ENOUGH = 0.5
"""Short works are repeated for so many seconds: the first times are those of cold caches and first imports."""


def main(number: int) -> None:
    work = WORKS[number]
    seconds: list[float] = []
    found: object = None
    while len(seconds) < work.repeats or sum(seconds) < ENOUGH:
        start = work.clock()
        found = work.run()
        seconds.append(work.clock() - start)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1_000_000
    print(json.dumps({"seconds": seconds, "megabytes": peak, "found": str(found)}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
