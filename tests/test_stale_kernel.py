"""A kernel that was compiled before its C++ changed is noticed, and it is said how to renew it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import puzzle_solver
from puzzle_solver.search.kernel import MAIN_SOURCE, VARIABLE, find_kernel
from puzzle_solver.search.sources import hash_of, is_stale

NAMES = ("CMakeLists.txt", "module.cpp", "rules.hpp", "search/tables.hpp")
LATER = 5_000_000_000
"""Some seconds, in nanoseconds."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "sources"
    (folder / "search").mkdir(parents=True)
    for name in NAMES:
        (folder / name).write_text(name, "utf-8")
    return folder


@pytest.fixture
def built(tmp_path: Path, folder: Path) -> ModuleType:
    """A module compiled after all that."""
    module = ModuleType("native")
    module.__file__ = str(tmp_path / "native.so")
    Path(module.__file__).touch()
    module.SOURCES = hash_of(folder, [folder / name for name in NAMES])  # type: ignore[attr-defined]
    _age(module, -LATER)
    return module


def _age(module: ModuleType, by: int) -> None:
    """Let the module be older by so many nanoseconds than it was."""
    path = Path(str(module.__file__))
    time = path.stat().st_mtime_ns - by
    os.utime(path, ns=(time, time))


def _change(folder: Path) -> None:
    (folder / "rules.hpp").write_text("changed", "utf-8")


def _change_in_a_folder(folder: Path) -> None:
    (folder / "search" / "tables.hpp").write_text("changed", "utf-8")


def _add(folder: Path) -> None:
    (folder / "search" / "new.hpp").write_text("", "utf-8")


def _move(folder: Path) -> None:
    (folder / "rules.hpp").replace(folder / "search" / "rules.hpp")


def _replace_by_an_old_file(folder: Path) -> None:
    old = folder.parent / "old.hpp"
    old.write_text("old", "utf-8")
    os.utime(old, (1, 1))
    old.replace(folder / "rules.hpp")


CHANGES = [_change, _change_in_a_folder, _add, _move, _replace_by_an_old_file]


@pytest.mark.parametrize("change", CHANGES)
def test_a_module_older_than_a_change_is_stale(change: Callable[[Path], None], folder: Path, built: ModuleType) -> None:
    _age(built, 2 * LATER)
    assert not is_stale(built, folder)
    change(folder)
    assert is_stale(built, folder)


def test_a_source_that_is_only_newer_is_not_stale(folder: Path, built: ModuleType) -> None:
    _age(built, 2 * LATER)
    (folder / "search" / "tables.hpp").touch()
    assert not is_stale(built, folder)


def test_a_module_that_knows_no_sources_is_stale_once_they_change(folder: Path, built: ModuleType) -> None:
    del built.SOURCES
    assert not is_stale(built, folder)
    _age(built, 2 * LATER)
    assert is_stale(built, folder)


def test_nothing_is_hashed_while_no_source_is_newer(
    folder: Path, built: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzle_solver.search.sources.hash_of", lambda *sources: pytest.fail("it was hashed"))
    assert not is_stale(built, folder)


def test_the_module_that_is_there_is_of_the_sources_that_are_there() -> None:
    if os.environ.get(VARIABLE) == "0" or not MAIN_SOURCE.exists() or find_kernel().module is None:
        pytest.skip("no kernel beside its sources")
    folder = MAIN_SOURCE.parent
    headers = (Path(path) / name for path, _, names in os.walk(folder) for name in names if name.endswith(".hpp"))
    sources = [folder / "CMakeLists.txt", folder / "module.cpp", *headers]
    assert hash_of(folder, sources) == find_kernel().module.SOURCES


def test_a_stale_kernel_is_told_on_stderr_and_still_answers(tmp_path: Path) -> None:
    try:
        native = Path(str(import_module("puzzle_solver._kernel.native").__file__))
    except ImportError:
        pytest.skip("no kernel was built")
    if not MAIN_SOURCE.exists():
        pytest.skip("no sources to change")
    package = tmp_path / "puzzle_solver"
    shutil.copytree(Path(str(puzzle_solver.__file__)).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy2(native, package / "_kernel")
    with (package / "_kernel" / "search" / "tables.hpp").open("a", encoding="utf-8") as source:
        source.write("// changed\n")

    def run(wanted: str) -> subprocess.CompletedProcess[str]:
        # Without the site, whose hook for editable installs finds the checkout first.
        path = os.pathsep.join([str(tmp_path), sysconfig.get_path("platlib"), sysconfig.get_path("purelib")])
        command = [sys.executable, "-S", "-m", "puzzle_solver", "solve", "3", "3", "8", "8"]
        changes = {"PYTHONPATH": path, VARIABLE: wanted}
        return subprocess.run(
            command, env={**os.environ, **changes}, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
        )

    for wanted in ("", "1"):
        done = run(wanted)
        assert done.stdout == "8 / (3 - 8 / 3)\n"
        assert "the compiled kernel is out of date" in done.stderr
        assert "pip install --editable ." in done.stderr
    assert run("0").stderr == ""
    (package / "_kernel" / "module.cpp").unlink()  # as in a wheel, which has no sources
    assert run("1").stderr == ""
