"""Engines side by side: what each took, and that a lie comes out."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from deadline import DEADLINE
from puzzle_solver.comparison import Comparison, Ending, Measure, Row, compare
from puzzle_solver.comparison.api import of_size
from puzzle_solver.comparison.child import GRACE
from puzzle_solver.comparison.cost_plot import draw_costs
from puzzle_solver.comparison.measurement import TOO_LATE
from puzzle_solver.errors import InvalidPuzzle, MissingLibrary, UnknownName
from puzzle_solver.operators import Operator
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.render import plot
from puzzle_solver.rules import COUNTDOWN, IN_ORDER, Rules
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.registry import CLASSIC, ENGINES, FAST, KERNEL, choose_engine
from puzzle_solver.solver import count

HARD = Puzzle([2, 3, 5, 7, 11, 13], 10**9 + 7)
ROOT = Path(__file__).parents[1]


def names(comparison: Comparison) -> list[str]:
    return [row.engine for row in comparison.rows]


def by_name(comparison: Comparison) -> dict[str, Row]:
    return {row.engine: row for row in comparison.rows}


# What is measured


@pytest.fixture(scope="module")
def classic() -> Comparison:
    return compare(Puzzle([1, 2, 3]), same="trees", sizes=[2, 3, 4])


def test_all_engines_are_compared_and_agree(classic: Comparison) -> None:
    assert names(classic) == [engine.name for engine in ENGINES]
    assert classic.differences == ()
    for row in classic.rows:
        assert [measure.numbers for measure in row.measures] == [2, 3, 4]
        expected = [count(of_size(classic.puzzle, size), same="trees").count for size in (2, 3, 4)]
        assert [measure.distinct for measure in row.measures] == expected
        assert all(measure.ending is Ending.FINISHED for measure in row.measures)
        assert all(measure.seconds and measure.seconds > 0 for measure in row.measures)


def test_candidates_are_those_of_the_cost_formulas(classic: Comparison) -> None:
    rows = by_name(classic)
    assert [measure.candidates for measure in rows["five_trees"].measures] == [8, 192, 7680]
    assert rows["five_trees"].growth.candidates == 40
    for engine in FAST:
        assert (rows[engine.name].here.candidates, rows[engine.name].here.written) == (None, None)
        assert rows[engine.name].growth.candidates is None
        assert rows[engine.name].growth.seconds
    for slow in CLASSIC:
        written = rows[slow.name].measures[-1].written
        assert written is not None
        assert written >= 242


def test_equal_numbers_are_written_more_often_than_there_are_trees() -> None:
    rows = by_name(compare(Puzzle([4, 4, 4], 20), ["five_trees", "multiset_split"], same="trees", sizes=[]))
    assert (rows["five_trees"].here.written, rows["five_trees"].here.distinct) == (12, 2)
    assert (rows["multiset_split"].here.written, rows["multiset_split"].here.distinct) == (2, 2)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only some systems tell the peak memory")
def test_the_memory_is_that_of_the_engine_alone() -> None:
    ballast = bytearray(os.urandom(1)) * 200_000_000
    [row] = compare(Puzzle([1, 2, 3]), ["target"], sizes=[]).rows
    assert row.here.megabytes
    assert 5 < row.here.megabytes < 100 < len(ballast) / 1_000_000


def test_one_number_more_is_the_next_integer() -> None:
    assert of_size(Puzzle([1, 9, 4]), 5) == Puzzle([1, 9, 4, 10, 11])
    assert of_size(Puzzle(["15/2", -1], 3, IN_ORDER), 3) == Puzzle(["15/2", -1, 8], 3, IN_ORDER)
    assert of_size(Puzzle([1, 9, 4]), 2) == Puzzle([1, 9])
    with pytest.raises(InvalidPuzzle, match="from 1"):
        of_size(Puzzle([1]), 0)


def test_engines_are_chosen_by_name_once_each() -> None:
    asked = ["tables", "auto", choose_engine()[0].name, "tables"]
    assert names(compare(Puzzle([1, 2], 3), asked, sizes=[])) == asked[::2]
    with pytest.raises(UnknownName, match="fastest"):
        compare(Puzzle([1, 2], 3), ["fastest"])
    with pytest.raises(UnknownName, match="sameness"):
        compare(Puzzle([1, 2], 3), same="looks")
    with pytest.raises(InvalidPuzzle, match="time limit"):
        compare(Puzzle([1, 2], 3), time_limit=0)


# Stopped, refused, broken


@pytest.mark.parametrize(("limits", "reason"), [({"time_limit": 0.00001}, "time"), ({"memory_limit": 1}, "memory")])
def test_a_limit_stops_every_engine_and_nothing_larger_is_tried(limits: dict[str, Any], reason: str) -> None:
    comparison = compare(HARD, **limits)
    assert comparison.differences == ()
    for row in comparison.rows:
        assert (row.here.ending, row.here.reason, row.here.distinct) == (Ending.STOPPED, reason, None)
        assert row.more is None
        assert row.growth == (None, None)


def test_what_was_done_before_a_stop_is_told() -> None:
    [row] = compare(Puzzle(range(1, 7)), ["five_trees"], time_limit=1).rows
    assert row.here.ending is Ending.STOPPED
    assert row.here.candidates
    assert 0 < row.here.candidates < 30_965_760
    assert str(row.here.to_object()["reason"]) == "time"


def test_after_what_is_too_much_only_the_puzzle_itself_is_tried() -> None:
    sizes = (2, 3, 6, 8)  # 3 numbers take a thousandth of the time, 6 numbers a hundred times it
    [row] = compare(Puzzle([2, 3, 5, 7, 11, 13, 17]), ["five_trees"], time_limit=1, sizes=sizes).rows
    assert [measure.numbers for measure in row.measures] == [2, 3, 6, 7]
    assert [measure.ending for measure in row.measures[-2:]] == [Ending.STOPPED] * 2


def test_one_number_more_may_be_too_much() -> None:
    [row] = compare(Puzzle([2, 3, 5]), ["pick_two"], time_limit=1, sizes=[6]).rows
    assert [measure.ending for measure in row.measures] == [Ending.FINISHED, Ending.STOPPED]


def test_a_refusal_has_its_reason() -> None:
    rows = by_name(compare(Puzzle([1, 2, 3], 7, COUNTDOWN), sizes=[]))
    assert rows["pick_two"].here.ending is Ending.REFUSED
    assert "cannot leave numbers out" in rows["pick_two"].here.reason
    assert rows["five_trees"].here.ending is Ending.FINISHED


def patched(folder: Path, code: str) -> None:
    """Let every process that finds modules in ``folder`` begin with some code."""
    header = "from puzzle_solver.search.reference.five_trees import FiveTrees\n"
    (folder / "sitecustomize.py").write_text(header + textwrap.dedent(code))


LIE = "FiveTrees.trees = lambda self, target: iter(())"


def test_a_lie_comes_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    patched(tmp_path, LIE)
    monkeypatch.syspath_prepend(str(tmp_path))
    comparison = compare(Puzzle([2, 3, 4]), ["target", "five_trees", "pick_two"], sizes=[])
    [difference] = comparison.differences
    assert difference.found == ("target", "pick_two")
    assert difference.missed == ("five_trees",)
    told = "2 3 4: 2 * 3 * 4 = 24 is found by target, pick_two, missed by five_trees"
    assert str(difference) == str(comparison).splitlines()[-1] == told


def test_a_crash_is_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    patched(tmp_path, "import os\nFiveTrees.trees = lambda self, target: os._exit(9)")
    monkeypatch.syspath_prepend(str(tmp_path))
    rows = by_name(compare(Puzzle([2, 3, 4]), ["target", "five_trees"], sizes=[]))
    assert (rows["five_trees"].here.ending, rows["five_trees"].here.reason) == (Ending.STOPPED, "exit code 9")
    assert rows["target"].here.distinct == 1


def test_an_engine_that_does_not_stop_is_ended() -> None:
    program = "import time; from puzzle_solver.comparison import child; child.GRACE = 0\n"
    program += "with child.ended_at(0.1): time.sleep(1000)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert (
        subprocess.run([sys.executable, "-c", program], env=environment, check=False, timeout=DEADLINE).returncode
        == TOO_LATE
    )
    assert GRACE > 1


# Operators of one's own


def test_operators_of_a_module_are_found_by_the_other_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = """
    from puzzle_solver import Operator
    def mean(a, b):
        return (a + b) / 2
    MEAN = Operator("mean", "~", mean, commutative=True)
    """
    (tmp_path / "means.py").write_text(textwrap.dedent(code))
    monkeypatch.syspath_prepend(str(tmp_path))
    import means  # type: ignore[import-not-found]

    comparison = compare(Puzzle([8, 40], 24, Rules(operators=(means.MEAN,))), sizes=[])
    found = {row.engine: row.here.distinct for row in comparison.rows}
    assert found == {engine.name: None if engine is KERNEL else 1 for engine in ENGINES}


def test_operators_of_nowhere_are_refused() -> None:
    mean = Operator("mean", "~", lambda a, b: (a + b) / 2)
    with pytest.raises(InvalidPuzzle, match="define them in a module"):
        compare(Puzzle([8, 40], 24, Rules(operators=(mean,))))


# As text, as JSON, as a drawing


def measure(numbers: int, ending: Ending = Ending.FINISHED, **others: Any) -> Measure:
    return Measure(of_size(Puzzle([1, 2, 3, 4]), numbers), ending, **others)


SEEN = measure(4, candidates=7680, written=242, seconds=0.0834, megabytes=18.4, solutions=("1 * 2 * 3 * 4",))
MORE = replace(SEEN, puzzle=of_size(SEEN.puzzle, 5), candidates=430_080, seconds=5.31)
STOPPED = Measure(SEEN.puzzle, Ending.STOPPED, "time", 1_839_319, 12, 10.2, 533.1)
TABLE = Comparison(
    SEEN.puzzle,
    Sameness.ESSENCE,
    (
        Row("target", 4, (replace(SEEN, candidates=None, written=None),)),
        Row("five_trees", 4, (SEEN, MORE)),
        Row("pick_two", 4, (SEEN, replace(MORE, ending=Ending.STOPPED, solutions=None))),
        Row("subset_lists", 4, (STOPPED,)),
        Row("multiset_split", 4, (measure(4, Ending.REFUSED, reason="it cannot"),)),
    ),
)


def test_as_text() -> None:
    assert str(TABLE).splitlines() == [
        "engine             candidates    written  distinct        time     memory  candidates +1   time +1",
        "target                      -          -         1     0.083 s      18 MB              -         -",
        "five_trees              7,680        242         1     0.083 s      18 MB         x 56.0    x 63.7",
        "pick_two                7,680        242         1     0.083 s      18 MB        stopped   stopped",
        "subset_lists       >1,839,319        >12   stopped   >10.200 s    >533 MB              -         -",
        "multiset_split  refuses: it cannot",
    ]


def test_as_an_object() -> None:
    told = TABLE.to_object()
    engines = {engine["engine"]: engine for engine in told.pop("engines")}  # type: ignore[attr-defined]
    assert (told["hand"], told["target"], told["same"], told["differences"]) == (list("1234"), "24", "essence", [])
    assert engines["five_trees"]["growth"] == {"candidates": 56.0, "seconds": 5.31 / 0.0834}
    assert [seen["hand"] for seen in engines["five_trees"]["measures"]] == [list("1234"), list("12345")]
    assert engines["subset_lists"]["measures"][0] == {
        "hand": list("1234"), "ending": "stopped", "reason": "time", "candidates": 1_839_319, "written": 12,
        "distinct": None, "seconds": 10.2, "megabytes": 533.1,
    }  # fmt: skip


@pytest.mark.parametrize(("name", "begins"), [("cost.svg", b"<?xml"), ("cost.png", b"\x89PNG")])
def test_as_a_drawing(name: str, begins: bytes, tmp_path: Path) -> None:
    drawn = []
    for _ in range(2):
        draw_costs(TABLE, str(tmp_path / name))
        drawn.append((tmp_path / name).read_bytes())
    assert drawn[0] == drawn[1]
    assert drawn[0].startswith(begins)
    if name.endswith("svg"):
        words = (tmp_path / name).read_text("utf-8")
        assert [engine.name for engine in ENGINES if f">{engine.name}<" in words] == [*names(TABLE)][:4]


def test_no_other_file_is_drawn() -> None:
    for name in ("cost.pdf", "cost", ".svg"):
        with pytest.raises(InvalidPuzzle, match=r"let it end in .svg or .png"):
            plot.check_plot(name)


def test_without_matplotlib_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plot, "find_spec", lambda name: None)
    with pytest.raises(MissingLibrary, match=r"pip install 'puzzle_solver\[plot\]'"):
        plot.check_plot("cost.svg")
