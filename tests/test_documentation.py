"""Whatever there is to choose from has its line in the docs, and what the docs name is there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import puzzle_solver
from puzzle_solver import Puzzle, solve
from puzzle_solver.checker import Code
from puzzle_solver.cli import command
from puzzle_solver.cli.app import COMMANDS
from puzzle_solver.documents.formats import DOCUMENTS
from puzzle_solver.generator import DECKS, GUARANTEES, RESTRICTIONS
from puzzle_solver.generator.guarantees import written
from puzzle_solver.hints.stages import Stage
from puzzle_solver.operators import OPERATORS
from puzzle_solver.render import FORMATS
from puzzle_solver.rules import DOMAINS, PRESETS
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.registry import ENGINES, FAST

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
EXIT_CODES = [value for name, value in vars(command).items() if name.isupper() and isinstance(value, int)]

# What a table of the docs must have: the page, the heading of the table's first column, and the names. A name stands in
# one of the first two columns, and the last column says something of it.
TABLES = [
    ("README.md", "`--rules`", PRESETS),
    ("README.md", "`--same`", [level.value for level in Sameness]),
    ("README.md", "code", map(str, EXIT_CODES)),
    ("docs/rules.md", "`--rules`", PRESETS),
    ("docs/generating.md", "`--rules`", PRESETS),
    ("docs/generating.md", "`--deck`", DECKS),
    ("docs/generating.md", "`--guarantee`", map(written, GUARANTEES.values())),
    ("docs/generating.md", "`WHAT`", RESTRICTIONS),
    ("docs/checking.md", "code", Code),
    ("docs/hints.md", "stage", [str(stage.value) for stage in Stage]),
    ("docs/engines.md", "engine", [engine.name for engine in ENGINES]),
    ("docs/examples.md", "`--format`", DOCUMENTS),
    ("docs/operators.md", "operator", [operator.name for operator in OPERATORS]),
    ("docs/json.md", "key", solve(Puzzle([1, 2], 3)).to_object()),
    ("docs/library.md", "name", puzzle_solver.__all__),
]


def rows(page: str, heading: str) -> list[list[str]]:
    """Return the rows of all tables of a page whose first column has this heading."""
    tables = re.findall(r"^\|.*\n\|[-|]+\n(?:\|.*\n?)*", page, re.MULTILINE)
    split = [[[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()] for table in tables]
    return [row for first, _, *others in split if first[0] == heading for row in others]


def undocumented(page: str, heading: str, names: Iterable[str]) -> list[str]:
    told = [
        word
        for *_, first, last in (([*row[:2]], row[-1]) for row in rows(page, heading))
        if last
        for cell in first
        for word in (*re.findall(r"`([^`]+)`", cell), cell)
    ]
    return [name for name in names if name not in told]


@pytest.mark.parametrize(
    ("page", "heading", "names"), TABLES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_each_has_its_row(page: str, heading: str, names: Iterable[str]) -> None:
    names = list(names)
    assert names
    text = (ROOT / page).read_text("utf-8")
    assert undocumented(text, heading, names) == []
    assert undocumented(text, heading, ["no_such_name"]) == ["no_such_name"]


def test_a_row_that_says_nothing_is_no_documentation() -> None:
    page = "| code | meaning |\n|---|---|\n| `one` | 1 |\n| `two` | |\n\n| other | |\n|---|---|\n| `three` | 3 |\n"
    assert undocumented(page, "code", ["one", "two", "three"]) == ["two", "three"]


@pytest.mark.parametrize(
    "names",
    [
        [engine.name for engine in FAST],
        FORMATS,
        [domain.name for domain in DOMAINS],
        [f"puzzle {name}" for name in COMMANDS],
    ],
    ids=["engines", "formats", "domains", "commands"],
)
def test_the_readme_names_each(names: Iterable[str]) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [name for name in names if f"`{name}" not in readme] == []


@pytest.mark.parametrize("name", PRESETS)
def test_a_rule_set_has_its_source(name: str) -> None:
    assert re.search(rf"^- `{re.escape(name)}`: \w", (ROOT / "docs" / "rules.md").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("level", Sameness)
def test_a_level_has_its_section(level: Sameness) -> None:
    assert f"\n## `{level.value}`: " in (ROOT / "docs" / "sameness.md").read_text("utf-8")


def test_the_page_of_the_library_has_no_name_that_is_gone() -> None:
    page = (ROOT / "docs" / "library.md").read_text("utf-8")
    assert sorted(row[0].strip("`") for row in rows(page, "name")) == sorted(puzzle_solver.__all__)


# What the docs name


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_what_a_page_imports_is_there(page: Path) -> None:
    for line in re.findall(
        r"^(?:>>> )?((?:from puzzle_solver|import puzzle_solver).*)$", page.read_text("utf-8"), re.MULTILINE
    ):
        exec(line, {})  # noqa: S102 (the line of a page of ours)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_the_files_that_a_page_names_are_there(page: Path) -> None:
    named = re.findall(r"`((?:[a-z_]|\.ci)[\w.-]*/[\w./-]*)`", page.read_text("utf-8"))
    folders = (ROOT, ROOT / "puzzle_solver")
    assert [path for path in named if not any((folder / path).exists() for folder in folders)] == []


def test_the_layers_are_told_as_they_are_kept() -> None:
    settings = (ROOT / "pyproject.toml").read_text("utf-8")
    layers = re.findall(r'"([^"]+)"', settings.partition("layers = [")[2].partition("]")[0])
    assert f"    {' > '.join(layers)}\n" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_the_changelog_names_the_imports_that_moved() -> None:
    """Both sides of each row ``old`` -> ``new``: the new one is there, and the old one is gone."""
    moved = rows((ROOT / "CHANGELOG.md").read_text("utf-8").replace("\n  |", "\n|"), "was")
    assert len(moved) > 30
    for old, new in moved:
        for path, there in ((old, False), (new, True)):
            file = ROOT / "puzzle_solver" / path.strip("`").replace(".", "/")
            assert (file.with_suffix(".py").exists() or (file / "__init__.py").exists()) == there, path
