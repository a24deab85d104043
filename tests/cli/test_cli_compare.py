"""``puzzle compare``: the table, the options, the exit codes, Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest
from program import COMMAND, environment, puzzle

from deadline import DEADLINE, children, running, until, until_at_work
from puzzle_solver.cli.app import main
from puzzle_solver.search.registry import ENGINES

PRIMES = ("2", "3", "5", "7", "11", "13", "-t", "1000000007")


def test_all_engines_are_compared_unless_some_are_named() -> None:
    code, out, err = puzzle("compare", "2", "3")
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == ["engine", *(engine.name for engine in ENGINES)]
    few = puzzle("compare", "2", "3", "4", "--engine", "five_trees", "--engine", "target").lines
    assert few[0].split() == [
        "engine", "candidates", "written", "distinct", "time", "memory", "candidates", "+1", "time", "+1",
    ]  # fmt: skip
    assert few[1].split()[:4] == ["five_trees", "192", "12", "1"]
    assert few[2].split()[:4] == ["target", "-", "-", "1"]
    assert "x 40.0" in few[1]


def test_the_options_of_a_puzzle_and_the_level() -> None:
    row = ("compare", "-r", "in-order", "--digits", "1234", "-t", "10", "--engine", "pick_two", "--same")
    assert puzzle(*row, "trees").lines[1].split()[:4] == ["pick_two", "384", "9", "8"]
    assert puzzle(*row, "essence").lines[1].split()[3] == "2"


def test_json() -> None:
    seen = puzzle("compare", "2", "3", "4", "--engine", "five_trees", "-f", "json")
    assert (seen.code, seen.object["hand"], seen.object["differences"]) == (0, ["2", "3", "4"], [])
    [engine] = seen.object["engines"]
    assert [measure["candidates"] for measure in engine["measures"]] == [192, 7680]
    assert len(puzzle("compare", "2", "3", "--engine", "target", "-f", "jsonl").lines) == 1


def test_those_that_refuse_give_their_reason() -> None:
    code, out, err = puzzle("compare", "1", "2", "-r", "countdown", "-t", "3", "--engine", "pick_two")
    assert (code, err) == (2, "")
    assert "pick_two        refuses: the engine 'pick_two' cannot leave numbers out: let it use all" in out
    code, out, _ = puzzle("compare", "1", "2", "-r", "countdown", "-t", "3")
    assert code == 0
    assert out.count("refuses") == 1


def test_all_stopped() -> None:
    code, out, _ = puzzle("compare", *PRIMES, "--time-limit", "0.00001")
    assert code == 3
    assert out.count("stopped") == len(ENGINES)
    assert puzzle("compare", *PRIMES, "--memory-limit", "1", "--engine", "target").code == 3


def test_a_lie_makes_exit_code_1_and_is_told(tmp_path: Path) -> None:
    lie = "from puzzle_solver.search.reference.five_trees import FiveTrees\n"
    (tmp_path / "sitecustomize.py").write_text(f"{lie}FiveTrees.trees = lambda self, target: iter(())\n")
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    words = ("compare", "2", "3", "4", "--engine", "five_trees", "--engine", "target")
    code, out, _ = puzzle(*words, PYTHONPATH=paths)
    assert code == 1
    assert "2 3 4: 2 * 3 * 4 = 24 is found by target, missed by five_trees" in out.splitlines()
    seen = puzzle(*words, "-f", "json", PYTHONPATH=paths)
    assert seen.code == 1
    expected = {"hand": ["2", "3", "4"], "solution": "2 * 3 * 4", "found": ["target"], "missed": ["five_trees"]}
    assert expected in seen.object["differences"]


def test_a_plot(tmp_path: Path) -> None:
    file = tmp_path / "cost.svg"
    words = ("compare", "2", "3", "4", "--engine", "five_trees", "--engine", "target")
    code, out, err = puzzle(*words, "--plot", str(file))
    assert (code, err) == (0, "")
    assert out.splitlines()[0].startswith("engine")
    drawn = file.read_text("utf-8")
    assert ">five_trees<" in drawn
    assert ">2 3 4 → 24" in drawn or "2 3 4 → 24" in drawn


def test_a_plot_that_cannot_be_drawn_is_refused_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["compare", "2", "3", "4", "--plot", str(tmp_path / "no" / "cost.svg")]) == 2
    monkeypatch.setattr("puzzle_solver.render.plot.find_spec", lambda name: None)
    assert main(["compare", "2", "3", "4", "--plot", "cost.svg"]) == 2
    seen = capsys.readouterr()
    assert seen.out == ""
    assert "pip install 'puzzle_solver[plot]'" in seen.err
    assert seen.err.count("\n") == 2


def test_ctrl_c_ends_all_processes() -> None:
    with running(
        [*COMMAND, "compare", *PRIMES, "--engine", "five_trees", "--time-limit", "1000"], env=environment(),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        until(lambda: children(process))
        until_at_work(process)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=DEADLINE)  # which waits for all that can still write
    assert (process.returncode, err) == (130, "")
    assert len(out.splitlines()) <= 1
