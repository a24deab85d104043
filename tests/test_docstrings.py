"""Every example in a docstring runs and shows what it says, and every public function has one."""

from __future__ import annotations

import doctest
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType

import pytest

import puzzle_solver

MODULES = sorted(
    row.name
    for row in pkgutil.walk_packages(puzzle_solver.__path__, f"{puzzle_solver.__name__}.")
    if not row.name.endswith("__main__")  # the program, which runs when it is imported
)
PACKAGES = [puzzle_solver.__name__, *(name for name in MODULES if hasattr(import_module(name), "__all__"))]


def public_functions() -> Iterator[Callable[..., object]]:
    """Yield the functions that the package, or one of its packages, exports by name."""
    for package in map(import_module, PACKAGES):
        exported = (getattr(package, name) for name in package.__all__)
        yield from filter(inspect.isfunction, exported)


def full_name(function: Callable[..., object]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


PUBLIC = {full_name(function): function for function in public_functions()}


def examples_of(module: ModuleType) -> list[doctest.DocTest]:
    """Return the examples of a module. Those of public functions start from nothing: whoever copies one can run it."""
    tests = [test for test in doctest.DocTestFinder().find(module) if test.examples]
    for test in tests:
        test.globs = {} if test.name in PUBLIC else test.globs
    return tests


WITH_EXAMPLES = [name for name in MODULES if examples_of(import_module(name))]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_every_example_shows_what_it_says(name: str) -> None:
    runner = doctest.DocTestRunner(verbose=False)
    seen: list[str] = []
    failed = sum(runner.run(test, out=seen.append).failed for test in examples_of(import_module(name)))
    assert failed == 0, "".join(seen)


def test_every_public_function_has_an_example() -> None:
    assert [name for name, function in PUBLIC.items() if ">>> " not in (function.__doc__ or "")] == []


def test_the_examples_of_public_functions_are_found() -> None:
    """Guards the two tests above: there are public functions, and doctest finds the example of each."""
    found = {test.name for name in WITH_EXAMPLES for test in examples_of(import_module(name))}
    assert {"puzzle_solver.solver.api.solve", "puzzle_solver.checker.answer.check"} <= PUBLIC.keys() <= found
