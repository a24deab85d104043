"""Is the compiled kernel that of the C++ beside it? A checkout has both, and an editable install keeps the old one.

CMake puts a hash of the sources into the module. It is compared only where a source is newer than the module, for to
load what hashes takes ten milliseconds; what changes while the module compiles is not noticed.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import ModuleType


def is_stale(module: ModuleType, folder: Path) -> bool:
    """Was ``module`` compiled from other sources than those in ``folder``?"""
    sources = [folder / "CMakeLists.txt", folder / "module.cpp", *folder.rglob("*.hpp")]
    # The time of a change of the file's name or rights too, so that an old file put in place of another is new.
    times = [time for stat in map(Path.stat, sources) for time in (stat.st_mtime_ns, stat.st_ctime_ns)]
    if max(times) <= Path(str(module.__file__)).stat().st_mtime_ns:
        return False
    return hash_of(folder, sources) != getattr(module, "SOURCES", "")


def hash_of(folder: Path, sources: Iterable[Path]) -> str:
    """Return what CMake calls ``SOURCES``: the hash of a line for each source, its path in the folder and its hash."""
    from hashlib import sha256  # ten milliseconds at start-up

    named = sorted((source.relative_to(folder).as_posix(), source) for source in sources)
    lines = (f"{name} {sha256(source.read_bytes()).hexdigest()}\n" for name, source in named)
    return sha256("".join(lines).encode()).hexdigest()
