"""What the project promises about itself: the README, the start of the program, the shape of the code."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from itertools import islice
from pathlib import Path

import pytest

import puzzle_solver
from puzzle_solver.cli.app import COMMANDS
from puzzle_solver.operators import OPERATORS
from puzzle_solver.render import FORMATS
from puzzle_solver.rules import DOMAINS, PRESETS
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.registry import ENGINES, FAST

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
MODULES = sorted((ROOT / "puzzle_solver").rglob("*.py"))
MODULE = pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())

# The README


def test_the_readme_opens_with_two_commands_for_a_fresh_machine() -> None:
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    (one, run), (other, test) = islice(blocks, 2)
    assert one == other == "sh"
    assert run.startswith("python3 -m venv ")
    assert run.endswith("puzzle solve --target 1000 --keep-order 1 3 4 5 6 7 8 9\n")
    assert test.startswith("python3 -m venv ")
    assert test.endswith("-m pytest\n")
    assert re.findall(r"^python3 .*\n", README, re.MULTILINE) == [run, test]


def test_ci_takes_its_commands_out_of_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert "grep '^python3 -m venv ' README.md" in script
    assert "-m pytest" not in script
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_everything_there_is_to_choose_from_is_documented() -> None:
    formats = list(FORMATS)
    chosen = [*PRESETS, *(level.value for level in Sameness), *(engine.name for engine in FAST), *formats]
    chosen += [domain.name for domain in DOMAINS]
    chosen += [f"puzzle {command}" for command in COMMANDS]
    assert [name for name in chosen if f"`{name}" not in README] == []


def test_every_engine_is_documented() -> None:
    page = (ROOT / "docs" / "engines.md").read_text("utf-8")
    assert [engine.name for engine in ENGINES if f"| `{engine.name}` |" not in page] == []


def test_every_dependency_has_its_reason() -> None:
    extras = PROJECT["project"]["optional-dependencies"].values()
    wanted = [name for names in (PROJECT["project"]["dependencies"], *extras) for name in names]
    reasons = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for dependency in wanted:
        name = re.split(r"[<>=\[]", dependency)[0]
        assert f"| {name} |" in reasons or name == PROJECT["project"]["name"]


def test_typer_stays_below_the_release_that_imports_pydantic() -> None:
    assert "typer>=0.20,<0.29" in PROJECT["project"]["dependencies"]


def test_a_changelog_entry_for_what_is_there() -> None:
    assert "## Unreleased" in (ROOT / "CHANGELOG.md").read_text("utf-8")


# The package


def test_what_it_exports() -> None:
    assert {"IN_ORDER", "Puzzle", "PuzzleError", "Rules", "count", "reach", "solve"} <= set(puzzle_solver.__all__)
    assert list(puzzle_solver._HOMES) == puzzle_solver.__all__  # noqa: SLF001 (the table behind what is exported)
    assert all(hasattr(puzzle_solver, name) for name in puzzle_solver.__all__)
    assert (ROOT / "puzzle_solver" / "py.typed").exists()


def run(command: str, then: str = "", **environment: str) -> str:
    """Return what ``puzzle`` and then a line of Python print."""
    program = f"""
import sys
from puzzle_solver.__main__ import main
sys.argv = ["puzzle", *{command.split()!r}]
try:
    main()
except SystemExit:
    pass
{then}
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    ).stdout


HEAVY = [
    "sympy",
    "rich",
    "numpy",
    "pydantic",
    "mpmath",
    "matplotlib",
    "puzzle_solver.comparing",
    "puzzle_solver.search.reference",
    "puzzle_solver.solver.listed",
]


@pytest.mark.parametrize("command", ["solve 3 3 8 8", "solve 2 4 8 10 --all", "solve 3 3 8 8 --count", "solve 1 1 1 1"])
def test_the_start_is_light(command: str) -> None:
    seen = run(command, f"print('loaded:', [name for name in {HEAVY} if name in sys.modules])")
    assert seen.splitlines()[-1] == "loaded: []"


@pytest.mark.parametrize(
    "command",
    [
        "solve 2 4 8 10 --all -f json",
        "solve 0 0 1 1 2 --use some -t 2 --all --same algebra",
        "solve 1 3 7 10 25 50 -r countdown -t 831 --nearest -f json",
        "solve 2 2 3 --ops +-*/^ -t 4 --all --same trees",
    ],
)
def test_no_hash_order_reaches_the_output(command: str) -> None:
    seen = {run(command, PYTHONHASHSEED=seed) for seed in ("0", "1", "12345")}
    assert len(seen) == 1
    assert seen != {""}


# The code


def functions(module: Path) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(ast.parse(module.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)]


def body_lines(function: ast.FunctionDef) -> int:
    first, *rest = function.body
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    start = rest[0] if documented and rest else first
    return (function.body[-1].end_lineno or 0) - start.lineno + 1


@MODULE
def test_a_module_is_short(module: Path) -> None:
    assert len(module.read_text("utf-8").splitlines()) <= 400
    assert all(body_lines(function) <= 40 for function in functions(module))


def test_functions_are_short() -> None:
    lengths = sorted(body_lines(function) for module in MODULES for function in functions(module))
    assert lengths[len(lengths) // 2] <= 8
    assert lengths[len(lengths) * 9 // 10] < 30


def may_use_floats(module: Path) -> bool:
    """Drawings, progress, time and rewards have their fractions; nothing that decides about numbers has one."""
    return module.parent.name in {"render", "cli"} or module.stem in {"budget", "parallel", "scoring"}


@MODULE
def test_no_eval_and_no_float(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"eval", "exec", "compile"}
            assert node.func.id != "float" or may_use_floats(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            assert may_use_floats(module)


@MODULE
def test_nobody_compares_symbols(module: Path) -> None:
    symbols = {operator.symbol for operator in OPERATORS}
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Compare) and any(isinstance(part, ast.Attribute) for part in ast.walk(node.left)):
            compared = {part.value for part in node.comparators if isinstance(part, ast.Constant)}
            assert not compared & symbols
