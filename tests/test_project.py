"""What the project promises about itself: the README, the start of the program, the shape of the code."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import puzzle_solver
from deadline import DEADLINE
from groups import in_groups
from puzzle_solver.cli.app import COMMANDS
from puzzle_solver.lazy import load
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
    assert all(hasattr(puzzle_solver, name) for name in puzzle_solver.__all__)
    assert (ROOT / "puzzle_solver" / "py.typed").exists()


def run(*commands: str, then: str = "", **environment: str) -> str:
    """Return what ``puzzle``, called so again and again, and then a line of Python print."""
    program = f"""
import sys
from puzzle_solver.__main__ import main
for command in {commands!r}:
    sys.argv = ["puzzle", *command.split()]
    try:
        main()
    except SystemExit:
        pass
{then}
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=DEADLINE, check=True
    ).stdout


HEAVY = [
    "sympy",
    "rich",
    "numpy",
    "pydantic",
    "mpmath",
    "matplotlib",
    "puzzle_solver.comparison",
    "puzzle_solver.search.reference",
    "puzzle_solver.solver.listed",
]


@pytest.mark.parametrize("command", ["solve 3 3 8 8", "solve 2 4 8 10 --all", "solve 3 3 8 8 --count", "solve 1 1 1 1"])
def test_the_start_is_light(command: str) -> None:
    seen = run(command, then=f"print('loaded:', [name for name in {HEAVY} if name in sys.modules])")
    assert seen.splitlines()[-1] == "loaded: []"


MANY = (
    "solve 2 4 8 10 --all -f json",
    "solve 0 0 1 1 2 --use some -t 2 --all --same algebra",
    "solve 1 3 7 10 25 50 -r countdown -t 831 --nearest -f json",
    "solve 2 2 3 --ops +-*/^ -t 4 --all --same trees",
)


def test_no_hash_order_reaches_the_output() -> None:
    first, *others = [run(*MANY, PYTHONHASHSEED=seed) for seed in ("0", "1", "12345")]
    assert len(first.splitlines()) > 100
    assert others == [first, first]


# The tests

TESTS = sorted((ROOT / "tests").rglob("*.py"))
MAY_WAIT = {"deadline.py": "it keeps the limit", "forks.py": "what it waits for has an alarm"}
LIMITED = {"call", "check_call", "check_output", "communicate", "result", "run", "wait"}
"""What waits for ever unless it is given a ``timeout``."""
EMPTY = {"accept", "acquire", "get", "join", "poll", "recv", "select"}
"""What waits for ever if it is given nothing."""
UNLIMITED = {
    "Popen", "ProcessPoolExecutor", "Thread", "ThreadPoolExecutor", "getoutput", "openpty", "pause", "popen", "sleep",
    "os.read", "os.system", "os.wait", "os.waitpid", "pty.spawn",
}  # fmt: skip
"""What cannot be given a limit: tests/deadline.py has each with one."""
CLOCKS = {"monotonic", "perf_counter", "process_time", "thread_time"}


def calls(text: str) -> Iterator[tuple[str, ast.Call]]:
    """Yield each call in a module with its name: ``subprocess.run``, ``process.wait``."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


def waits_for_ever(name: str, call: ast.Call) -> bool:
    thing, _, method = name.rpartition(".")
    given = {keyword.arg for keyword in call.keywords}
    if method in LIMITED and (thing == "subprocess" or (thing and method != "run")):
        return "timeout" not in given
    return {name, method} & UNLIMITED != set() or bool(thing and method in EMPTY and not call.args and not given)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((text, True) for text in (
            "subprocess.run(command)", "process.wait()", "process.communicate(text)", "thread.join()", "queue.get()",
            "os.read(terminal, 9)", "future.result()", "time.sleep(1)", "subprocess.Popen(command)", "lock.acquire()",
        )),
        *((text, False) for text in (
            "subprocess.run(command, timeout=9)", "process.wait(timeout=9)", "','.join(words)", "row.get('key')",
        )),
    ],
)  # fmt: skip
def test_what_waits_for_ever_is_known(text: str, expected: bool) -> None:
    assert [waits_for_ever(*call) for call in calls(text)] == [expected]


def test_no_test_waits_without_a_limit() -> None:
    found = [
        f"{module.name}:{call.lineno} {name}"
        for module in [*TESTS, ROOT / "conftest.py"]
        if module.name not in MAY_WAIT
        for name, call in calls(module.read_text("utf-8"))
        if waits_for_ever(name, call)
    ]
    assert found == [], "give a timeout, or let tests/deadline.py wait"


def test_every_test_has_a_limit(request: pytest.FixtureRequest) -> None:
    assert 0 < int(request.config.getini("timeout")) <= 600
    assert request.config.getini("timeout_method") == "thread", "a signal does not reach the kernel"


def test_no_test_looks_at_the_clock() -> None:
    """How long a thing takes depends on how busy the machine is."""
    found = [
        f"{module.name}:{call.lineno} {name}"
        for module in TESTS
        if module.name.startswith("test_")
        for name, call in calls(module.read_text("utf-8"))
        if name.startswith("time.") or name.removesuffix("_ns") in CLOCKS
    ]
    assert found == [], "count what is done, or set a Clock of tests/deadline.py"


HANGS = """
from puzzle_solver import Puzzle, solve

def test_hangs():
    solve(Puzzle([2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31], 10**9 + 7))
"""


def test_a_test_that_hangs_in_the_kernel_is_ended_and_named(tmp_path: Path) -> None:
    """With the settings of pyproject.toml, but for the number of seconds."""
    (tmp_path / "test_module.py").write_text(HANGS)
    settings = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *settings, "-o", "timeout=2", str(tmp_path)], capture_output=True, text=True,
        timeout=DEADLINE, check=False,
    )  # fmt: skip
    seen = done.stdout + done.stderr
    assert done.returncode == 1
    assert "Timeout" in seen
    assert "in test_hangs" in seen


def test_a_failure_in_a_group_names_its_case() -> None:
    @in_groups("one, other", [(1, 2), (3, 4)])
    def small(one: int, other: int) -> None:
        assert other < 4

    with pytest.raises(AssertionError) as caught:
        small(group=[(1, 2), (3, 4)])
    assert caught.value.__notes__ == ["the case is {'one': 3, 'other': 4}"]


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
    return module.parent.name in {"render", "cli"} or module.stem in {"budget", "parallel", "rewards"}


@MODULE
def test_no_eval_and_no_float(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"eval", "exec", "compile"}
            assert node.func.id != "float" or may_use_floats(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            assert may_use_floats(module)


LAYERS: list[str] = PROJECT["tool"]["importlinter"]["contracts"][0]["layers"]
PATH = re.compile(r"[a-z_]+(\.[a-z_]+)*:[A-Za-z_]+")


def layer(module: str) -> int:
    (found,) = [place for place, names in enumerate(LAYERS) if module.partition(".")[0] in names.split(" | ")]
    return found


@MODULE
def test_what_a_row_names_for_its_first_use_is_there_and_not_above(module: Path) -> None:
    """Such a path is an import that no import linter sees."""
    own = ".".join(module.relative_to(ROOT / "puzzle_solver").with_suffix("").parts)
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and PATH.fullmatch(node.value):
            assert callable(load(node.value))
            assert layer(own) <= layer(node.value.partition(":")[0])


@MODULE
def test_nobody_compares_symbols(module: Path) -> None:
    symbols = {operator.symbol for operator in OPERATORS}
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Compare) and any(isinstance(part, ast.Attribute) for part in ast.walk(node.left)):
            compared = {part.value for part in node.comparators if isinstance(part, ast.Constant)}
            assert not compared & symbols
