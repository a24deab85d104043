"""A level of sameness is a row: a fourth one, in a copy of the package, against the oracle's own grouping."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import puzzle_solver
from deadline import DEADLINE
from puzzle_solver.sameness import LEVELS, Sameness
from puzzle_solver.search.kernel import find_kernel

TESTS = Path(__file__).parent

MEMBER = '    ESSENCE = "essence"\n'
NEW_MEMBER = MEMBER + '    NUMBERS = "numbers"\n'

END = "}\n\n\ndef _checked"
NEW_ROW = """    Sameness.NUMBERS: LevelRow(
        key=lambda tree, form, essences: numbers_in(form, essences.forms),
        built=Built.BY_FORMULA,
        kept=Kept.KEYS,
        text="sameness.used:text_of_numbers",
        why="sameness.used:why_numbers",
    ),
"""

FILE = '''
"""Solutions are one if they use the same numbers."""

from puzzle_solver.sameness.algebra import LEAF


def numbers_in(form, forms):
    """Return the numbers of a form, in order."""
    if forms.kinds[abs(form)] is LEAF:
        return (forms.values[abs(form)],)
    return tuple(sorted(number for part in forms.parts[abs(form)] for number in numbers_in(part, forms)))


def text_of_numbers(expression, form, forms):
    """Return the numbers used."""
    return " ".join(str(over) for over, under in numbers_in(form, forms))


def why_numbers(words, first, second):
    """Say why two are one."""
    return ["both use the same numbers"]
'''


def a_copy(folder: Path) -> Path:
    """Copy the package, and the kernel if there is one, and return the module of the levels."""
    copied = folder / "puzzle_solver"
    shutil.copytree(Path(str(puzzle_solver.__file__)).parent, copied, ignore=shutil.ignore_patterns("__pycache__"))
    module = find_kernel().module
    if module is not None:
        shutil.copy2(module.__file__, copied / "_kernel")
    return copied / "sameness" / "levels.py"


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, with what else is installed: ``-S`` leaves out the package as it is installed."""
    paths = folder, TESTS, sysconfig.get_path("purelib")
    return subprocess.run(
        [sys.executable, "-S", *words], cwd=folder, env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths))},
        capture_output=True, text=True, check=False, timeout=DEADLINE,
    )  # fmt: skip


def replaced(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with one member, one row and one file more."""
    folder = tmp_path_factory.mktemp("extended")
    levels = a_copy(folder)
    replaced(levels, MEMBER, NEW_MEMBER)
    replaced(levels, END, NEW_ROW + END)
    replaced(levels, "\nMOST_NUMBERS", "\nfrom puzzle_solver.sameness.used import numbers_in\n\nMOST_NUMBERS")
    (levels.parent / "used.py").write_text(FILE, "utf-8")
    return folder


def test_every_engine_answers_a_fourth_level_or_refuses(extended: Path) -> None:
    ran = run(extended, str(TESTS / "fourth_level.py"), str(extended))
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stderr
    answered = ran.stdout.split()
    assert {"target", "tables", "five_trees", "many", "text"} <= set(answered), ran.stdout
    assert find_kernel().module is None or "kernel" in answered


def test_the_command_line_knows_a_fourth_level(extended: Path) -> None:
    ran = run(extended, "-m", "puzzle_solver", "same", "2*4+6", "(6-2)*4", "--same", "numbers")
    assert ran.returncode == 0, ran.stderr
    assert "both use the same numbers" in ran.stdout


@pytest.mark.parametrize("level", Sameness, ids=lambda level: level.value)
def test_without_its_row_a_level_fails_at_import(level: Sameness, tmp_path: Path) -> None:
    levels = a_copy(tmp_path)
    text = levels.read_text("utf-8")
    without, rows = re.subn(rf"    Sameness\.{level.name}: LevelRow\(\n.*?\n    \),\n", "", text, flags=re.DOTALL)
    assert rows == 1
    levels.write_text(without, "utf-8")
    ran = run(tmp_path, "-c", "import puzzle_solver.sameness")
    assert ran.returncode == 1
    assert ran.stderr.endswith(f"TypeError: a level of sameness has no row: add one for {level.name}\n")


def test_the_rows_are_in_the_order_of_the_levels() -> None:
    assert list(LEVELS) == list(Sameness)
    assert [level.value for level in Sameness] == ["trees", "algebra", "essence"]
    numbers = [row.kernel for row in LEVELS.values() if row.kernel is not None]
    assert len(set(numbers)) == len(numbers)
