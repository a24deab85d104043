"""What must hold of every run of the program, whatever it was given."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias
from xml.etree import ElementTree as ET

from command_lines import Line, codes, parsed, program
from running import Ran, run_here

from puzzle_solver.checker import Code, check
from puzzle_solver.cli.modules import load_operators
from puzzle_solver.operators import OPERATORS
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import write_rational
from puzzle_solver.rulebook import change_rules
from puzzle_solver.rules import Rules

Params: TypeAlias = Mapping[str, Any]

ERROR: Final = "error: "
_MISUSE: Final = 2
_MOST: Final = 4
"""Solutions of a result that are checked."""
_TIME: Final = re.compile(r"stopped|\btime\b|\bmemory\b")
_ENGINE: Final = re.compile(r'"engine": "\w+"|^engine .*\n', re.MULTILINE)
_FALSE_ALONE: Final = {Code.WRONG_VALUE.value}


def keeps(line: Line, ran: Ran, *, touched: bool) -> None:
    """Assert all that is promised of a run; ``touched``: files were made or changed."""
    asked = parsed(line)
    assert not ran.raised, ran.raised
    assert "Traceback" not in ran.err, ran.err
    assert "Exception ignored" not in ran.err, ran.err
    name = line.words[0] if line.words else ""
    assert ran.code in codes(line), f"the exit code {ran.code} is not documented: {sorted(codes(line))}: {ran.err}"
    refused_in_words(ran, name, asked)
    if ran.code == _MISUSE and not ran.out and not _has_rows_in_a_file(asked):
        assert not touched or "No space" in ran.err, f"files were touched by misuse: {ran.err}"
    if asked is None or ran.code == _MISUSE:
        assert asked is not None or ran.code in {0, 2} or name.startswith("-"), f"the words are refused with {ran.code}"
        return
    told_in_form(ran, name, asked)
    if name in PROMISES and ran.out:
        PROMISES[name](line, ran, asked)


def refused_in_words(ran: Ran, name: str, asked: Params | None) -> None:
    """Misuse is one line on stderr; what is no misuse has none."""
    lines = talk(ran.err)
    errors = [text for text in lines if text.startswith(ERROR)]
    if ran.code != _MISUSE:
        assert not errors, f"an error and the exit code {ran.code}: {errors}"
        return
    if (ran.out and asked and (_has_bad_rows(ran) or name == "compare")) or _has_rows_in_a_file(asked):
        return
    assert errors, f"misuse without a word: {ran.err!r}"
    if asked and asked.get("batch") is not None and name == "examples":
        return
    assert len(errors) == 1, errors
    assert ran.out or lines == errors, lines
    assert not errors[0].removesuffix("...").endswith("."), errors


def talk(err: str) -> list[str]:
    """Return the lines of stderr; which engine searched, and the line and caret under a reason, are left out."""
    lines = [text for text in err.splitlines() if not text.startswith("engine ")]
    return lines[:-2] if len(lines) > 2 and lines[-1].strip() == "^" else lines


def _has_rows_in_a_file(asked: Params | None) -> bool:
    """May misuse be that some rows are bad, and the others written to a file?"""
    return asked is not None and asked.get("batch") is not None and asked.get("output", "-") not in {None, "-"}


def _has_bad_rows(ran: Ran) -> bool:
    return any("error" in text for text in ran.out.splitlines())


def told_in_form(ran: Ran, name: str, asked: Params) -> None:
    """What is said to be JSON, or another form that can be read, is."""
    lines = (asked.get("batch") is not None and name != "examples") or asked.get("split")
    form = asked.get("form") or ("jsonl" if lines else "text")
    if ran.out and asked.get("output", "-") in {None, "-"} and form in READERS:
        try:
            READERS[form](ran.out)
        except (ValueError, csv.Error, ET.ParseError) as error:
            raise AssertionError(f"no {form}: {error}: {ran.out[:500]!r}") from error


def agree(one: Ran, other: Ran) -> None:
    """Assert that two runs of a line came to the same, if no limit stopped one of them."""
    if _TIME.search(one.out + one.err) or _TIME.search(other.out + other.err):
        return
    assert one.code == other.code, f"exit codes {one.code} and {other.code}: {one.err!r} and {other.err!r}"
    assert _ENGINE.sub("", one.out) == _ENGINE.sub("", other.out), _first_difference(one.out, other.out)
    assert _ENGINE.sub("", one.err) == _ENGINE.sub("", other.err), _first_difference(one.err, other.err)


def _first_difference(one: str, other: str) -> str:
    lines = ([*_ENGINE.sub("", text).splitlines(), ""] for text in (one, other))
    return next(
        (f"{left[:300]!r} and {right[:300]!r}" for left, right in zip(*lines, strict=False) if left != right), ""
    )


# Promises of a command


def puzzles_in(value: object) -> Iterator[dict[str, Any]]:
    """Yield the objects with a puzzle and its solutions, wherever they stand."""
    if isinstance(value, dict):
        if value.keys() >= {"hand", "target", "rules", "solutions"}:
            yield value
        for each in value.values():
            yield from puzzles_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from puzzles_in(each)


def objects(text: str) -> list[Any]:
    """Return what stands there in JSON: one value, or, of a batch, one a line."""
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines()]


READERS: Final[Mapping[str, Callable[[str], object]]] = MappingProxyType({
    "json": objects,
    "jsonl": lambda text: list(map(json.loads, text.splitlines())),
    "svg": ET.fromstring,
    "csv": lambda text: list(csv.reader(io.StringIO(text), strict=True)),
})  # fmt: skip


def solved_rightly(line: Line, ran: Ran, asked: Params) -> None:
    """Each solution that is told obeys its rules, and makes its target."""
    batch = asked.get("batch") is not None and line.words[0] == "solve"
    if asked.get("form") in {"json", "jsonl"} or (batch and asked.get("form") is None):
        known = (*(load_operators(asked["operators"]) if asked.get("operators") else ()), *OPERATORS)
        for result in puzzles_in(objects(ran.out)):
            right_result(result, known)
    elif (
        asked.get("form") in {None, "text", "latex"}
        and not batch
        and not asked.get("only_count")
        and not asked.get("idea")
    ):
        for text in ran.out.splitlines()[:_MOST]:
            right_line(line.words[0], text, ran, asked)


def right_result(result: Mapping[str, Any], known: Any) -> None:
    puzzle = Puzzle(result["hand"], result["target"], change_rules(Rules(), result["rules"], known))
    for solution in result["solutions"][:_MOST]:
        verdict = check(solution["text"], puzzle)
        assert verdict.correct, f"{solution['text']}: {verdict}"
        assert solution["value"] == result["target"], solution
    for nearest in result.get("nearest") or ():
        for solution in nearest["solutions"][:_MOST]:
            verdict = check(solution["text"], puzzle)
            assert set(verdict.codes) == _FALSE_ALONE, f"{solution['text']}: {verdict}"
            assert verdict.value is not None
            assert write_rational(verdict.value) == nearest["value"] == solution["value"], nearest
    told = bool(result["solutions"] or result["count"])
    assert result["outcome"] == "solved" or not told, result
    assert result["outcome"] != "solved" or told or result["limit"] or "seed" in result, result


def right_line(name: str, text: str, ran: Ran, asked: Params) -> None:
    """A line of text is asked of ``puzzle check``, with the options of the puzzle."""
    target, answer = asked.get("target"), text
    several = target is not None and ".." in target
    if name == "reach":
        target, *_, answer = text.split("\t")
        if answer in {"impossible", "not found"}:
            return
    elif several:
        target = "0"
    wanted = {**asked, "target": target}
    hand = ["--numbers", " ".join(asked["numbers"])] if asked.get("numbers") else []
    seen = run_here(Line(("check", *_again(wanted), *hand, "--format", "json", "--", answer)))
    assert seen.code in {0, 1}, f"{answer}: {seen}"
    reasons = set(json.loads(seen.out)["reasons"])
    wrong = _FALSE_ALONE if several or (ran.code == 1 and asked.get("nearest")) else set()
    assert reasons <= wrong, f"{answer}: {seen.out}"


def _again(asked: Params) -> Iterator[str]:
    """Yield the words of the options that ``puzzle check`` has, too, and that say what the puzzle is."""
    own = {parameter.name: parameter for parameter in program().commands["check"].params}
    for name in own.keys() - {"form", "steps", "canonical", "batch", "workers", "answer", "numbers", "help"}:
        value = asked.get(name)
        if value is None or value == ():
            continue
        if own[name].is_flag:
            yield (own[name].opts if value else own[name].secondary_opts)[0]
        else:
            yield f"{own[name].opts[0]}={getattr(value, 'value', value)}"


def judged_rightly(line: Line, ran: Ran, asked: Params) -> None:
    """The exit code is the verdict."""
    if asked.get("batch") is not None:
        return
    form = asked.get("form") or "text"
    correct = ran.out.startswith("correct") if form == "text" else json.loads(ran.out)["correct"]
    assert (ran.code == 0) == correct, ran


def compared_rightly(line: Line, ran: Ran, asked: Params) -> None:
    level = str(getattr(asked["level"], "value", asked["level"]))
    if asked["form"] == "text":
        told = f"{level} yes" in {" ".join(text.split()) for text in ran.out.splitlines()}
    else:
        told = bool(json.loads(ran.out)[level])
    assert (ran.code == 0) == told, ran


def generated_rightly(line: Line, ran: Ran, asked: Params) -> None:
    if asked.get("output", "-") in {None, "-"} and asked.get("form") in {"json", "jsonl"}:
        solved_rightly(line, ran, asked)


PROMISES: Final[Mapping[str, Callable[[Line, Ran, Params], None]]] = MappingProxyType({
    "solve": solved_rightly, "reach": solved_rightly, "check": judged_rightly, "same": compared_rightly,
    "generate": generated_rightly,
})  # fmt: skip
