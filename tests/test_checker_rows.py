"""Answers on which graders were found wrong, and ours: each row of tests/data/answers.jsonl and steps.jsonl.

A row tells the puzzle (``rules``, ``ops`` and ``change`` for the rules, ``24`` where none is named), the answer, and
what is right: ``correct``, ``reasons`` (all of them; or ``reasons_any``), ``value`` (None where there is none); or
that it is ``unreadable``, at a ``position``, and what the message ``says``. A long answer is told in ``parts``.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from groups import in_groups
from puzzle_solver.checker import Code, Verdict, check, check_many
from puzzle_solver.errors import InvalidPuzzle, UnreadableExpression
from puzzle_solver.expression import evaluate
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import write_rational
from puzzle_solver.rulebook import change_rules
from puzzle_solver.rules import find_rules
from tables import json_rows

FILES = ("answers.jsonl", "steps.jsonl")
FIELD = "public bug reports of graders and solvers"
KINDS = (
    "exactness", "numbers", "value", "operators", "joining", "reading", "unary", "bounds", "hostile", "domain", "order",
    "division",
)  # fmt: skip
RANKS = {code.value: rank for rank, code in enumerate(Code)}


NAMED = {
    f"{name.partition('.')[0]}-{line}-{row['kind']}": row
    for name in FILES
    for line, row in enumerate(json_rows(name), 1)
}
ROWS = list(NAMED.values())

each_row = in_groups("name", NAMED)


def answer_of(row: dict[str, Any]) -> str:
    answer = row["answer"]
    return answer if isinstance(answer, str) else "".join(text * times for text, times in answer["parts"])


def puzzle_of(row: dict[str, Any]) -> Puzzle:
    change = row.get("change", {}) | ({"operators": row["ops"]} if "ops" in row else {})
    return Puzzle(row["hand"], row["target"], change_rules(find_rules(row.get("rules", "24")), change))


def test_every_kind_has_rows_of_the_field_and_five_of_our_own() -> None:
    counts = {source: Counter(row["kind"] for row in ROWS if row["source"] == source) for source in (FIELD, "own")}
    assert set(counts[FIELD]) == set(KINDS)
    assert all(row["source"] in counts for row in ROWS)
    assert {kind: count for kind, count in counts["own"].items() if count < 5} == {}
    assert set(KINDS) <= set(counts["own"])


def test_no_row_comes_twice() -> None:
    keys = [
        json.dumps([row.get(key) for key in ("hand", "target", "rules", "ops", "change", "answer")]) for row in ROWS
    ]
    assert [key for key, count in Counter(keys).items() if count > 1] == []


def test_every_code_is_told_somewhere() -> None:
    told = {reason for row in ROWS for reason in row.get("reasons", [])}
    assert told == set(RANKS) - {Code.UNREADABLE}


@each_row
def test_the_verdict(name: str) -> None:
    row = NAMED[name]
    answer, puzzle = answer_of(row), puzzle_of(row)
    if row.get("unreadable"):
        refused(row, answer, puzzle)
        return
    verdict = check(answer, puzzle)
    judged(row, verdict)
    assert list(check_many([(answer, puzzle)])) == [verdict]
    told = json.loads(json.dumps(verdict.to_object()))
    assert (told["answer"], told["correct"], told["reasons"]) == (answer, row["correct"], list(verdict.codes))
    assert told["value"] == (None if verdict.value is None else write_rational(verdict.value))
    assert told["messages"] == list(map(str, verdict.reasons))


def judged(row: dict[str, Any], verdict: Verdict) -> None:
    assert (verdict.correct, bool(verdict)) == (row["correct"], row["correct"])
    if "reasons_any" in row:
        assert set(verdict.codes) & set(row["reasons_any"])
    else:
        assert sorted(verdict.codes) == sorted(row.get("reasons", []))
    assert list(verdict.codes) == sorted(set(verdict.codes), key=RANKS.__getitem__)
    if "value" in row:
        assert (None if verdict.value is None else write_rational(verdict.value)) == row["value"]
    if row["correct"]:
        assert verdict.value == verdict.puzzle.target


def refused(row: dict[str, Any], answer: str, puzzle: Puzzle) -> None:
    with pytest.raises(UnreadableExpression) as caught:
        check(answer, puzzle)
    fault = caught.value
    assert fault.text == answer
    assert fault.position == row.get("position", fault.position)
    assert row.get("says", "") in fault.reason
    [verdict] = check_many([(answer, puzzle)])
    assert (verdict.correct, verdict.codes, verdict.value) == (False, ("unreadable",), None)
    assert json.loads(json.dumps(verdict.to_object()))["messages"] == [str(fault)]


def test_many_at_once_are_judged_as_one_by_one() -> None:
    asked = [(answer_of(row), puzzle_of(row)) for row in ROWS]
    alone = list(check_many(asked))
    assert [(verdict.answer, verdict.puzzle) for verdict in alone] == asked
    assert list(check_many(asked, workers=2)) == alone
    assert [verdict.to_object() for verdict in alone] == [verdict.to_object() for verdict in check_many(asked)]


@each_row
def test_what_is_worked_out_when_asked_for(name: str) -> None:
    row = NAMED[name]
    answer, puzzle = answer_of(row), puzzle_of(row)
    [verdict] = check_many([(answer, puzzle)])
    if row.get("unreadable"):
        with pytest.raises(UnreadableExpression):
            _ = verdict.expression
        assert verdict.steps == ()
        return
    if verdict.value is None:
        assert verdict.steps == ()
        with pytest.raises(InvalidPuzzle):
            verdict.canonical()
        return
    assert evaluate(verdict.expression) == verdict.value
    if row["correct"] and verdict.steps:
        assert check("\n".join(verdict.steps), puzzle).correct
