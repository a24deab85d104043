"""Is the compiled kernel that of the C++ beside it? A checkout has both, and an editable install keeps the old one.

CMake puts a hash of the sources into the module. It is compared only where a source is newer than the module, for to
load what hashes takes ten milliseconds; what changes while the module compiles is not noticed.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType


def is_stale(module: ModuleType, folder: Path) -> bool:
    """Was ``module`` compiled from other sources than those in ``folder``?"""
    main = (folder / "CMakeLists.txt", folder / "module.cpp")
    sources = sorted((*main, *folder.glob("*.hpp")), key=lambda source: source.name)
    # The time of a change of the file's name or rights too, so that an old file put in place of another is new.
    times = [time for stat in map(Path.stat, sources) for time in (stat.st_mtime_ns, stat.st_ctime_ns)]
    if max(times) <= Path(str(module.__file__)).stat().st_mtime_ns:
        return False
    return hash_of(sources) != getattr(module, "SOURCES", "")


def hash_of(sources: list[Path]) -> str:
    """Return what CMake calls ``SOURCES``: the hash of a line for each source, with its name and its hash."""
    from hashlib import sha256  # ten milliseconds at start-up

    lines = (f"{source.name} {sha256(source.read_bytes()).hexdigest()}\n" for source in sources)
    return sha256("".join(lines).encode()).hexdigest()
