"""Does one work in a process of its own, and prints what it took as JSON: seconds, peak megabytes, what it found."""

from __future__ import annotations

import json
import resource
import sys

from benchmarks.works import WORKS


def main(number: int) -> None:
    work = WORKS[number]
    seconds, found = [], None
    for _ in range(work.repeats):
        start = work.clock()
        found = work.run()
        seconds.append(work.clock() - start)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1_000_000
    print(json.dumps({"seconds": seconds, "megabytes": peak, "found": str(found)}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
