"""Texts mutated from real answers with all the words of the grammar, and what must be true of each verdict.

``python tests/fuzz/mutation.py 1000000 7`` checks so many, with that seed, and prints how long the slowest took.
"""

from __future__ import annotations

import itertools
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeAlias

from hostile import PUZZLES

from puzzle_solver.checker import Code, Verdict, check, check_many
from puzzle_solver.errors import InvalidPuzzle, UnreadableExpression, UnsupportedPuzzle
from puzzle_solver.expression import evaluate, numbers
from puzzle_solver.operators import OPERATORS, spellings, written
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rulebook import change_rules
from puzzle_solver.rules import find_rules

DATA: Final = Path(__file__).parents[1] / "data"
TOKEN: Final = re.compile(r"\\[A-Za-z]+|[0-9.]+|[A-Za-z]+|\*\*|\$\$|```|//|!!|\s+|.", re.DOTALL)


class Asked(NamedTuple):
    answer: str
    puzzle: Puzzle


def asked() -> Iterator[Asked]:
    """Yield the answers of the data files with their puzzles."""
    for name in ("answers.jsonl", "steps.jsonl"):
        for line in (DATA / name).read_text("utf-8").splitlines():
            row = json.loads(line)
            change = row.get("change", {}) | ({"operators": row["ops"]} if "ops" in row else {})
            rules = change_rules(find_rules(row.get("rules", "24")), change)
            if isinstance(row["answer"], str):
                yield Asked(row["answer"], Puzzle(row["hand"], row["target"], rules))


ROWS: Final = tuple(asked())
NUMBERS: Final = ("0", "1", "2", "3", "4", "8", "24", "12", "0.5", ".5", "4.", ".(3)", "1.(6)", "08", "-3", "9" * 40)
SIGNS: Final = ("+", "-", "*", "/", "^", "**", "×", "÷", "−", "=", " = ", "!", " - ", r"\times", r"\div")
TEXT: Final = r"""
    8/3 1/3 -1/2 1e3 ٣ · ⋅ ∗ ∕ – √ ² ⁻ ½ ( ) [ ] { } \{ \} \left \right \left( \right) \left[ \right]
    \lfloor \rfloor \lceil \rceil \lvert \rvert \frac \dfrac \tfrac \frac{1}{3} \frac12 \cdot \sqrt \sqrt[ \bmod \max
    \overline{3} \boxed{ \text{ $ $$ \( \) \[ \] ` ``` __ == , ; : (left: (left left: \\ \ # & | < > \' \" ~ @ _ ?
    ０ １ ＋ － ＊ ／ （ ） ＝ ！ ９ ， ；
    x e NaN inf None True eval exec __import__ lambda import os.system id
"""
WORDS: Final = (
    *NUMBERS, *SIGNS, *TEXT.split(),
    *(spelling for operator in OPERATORS for spelling in (*written(operator), *spellings(operator))),
    " ", "  ", "\n", "\r\n", "\t", "\0", "\u00a0", "\u200b", "\u2028", "\ud800", "\U0001f600", "",
)  # fmt: skip


def mutated(random: Random) -> Asked:
    """Return an answer with some of its words deleted, doubled, moved, replaced, or with others put in."""
    answer, puzzle = random.choice(ROWS)
    tokens = TOKEN.findall(answer)
    for _ in range(random.choice([0, 1, 1, 1, 2, 2, 3, 5, 9])):
        random.choice(CHANGES)(tokens, random.randrange(len(tokens) + 1), random)
    return Asked("".join(tokens), puzzle if random.random() < 0.7 else random.choice(list(PUZZLES.values())))


Change: TypeAlias = Callable[[list[str], int, Random], None]


def delete(tokens: list[str], place: int, random: Random) -> None:
    del tokens[place : place + random.randint(1, 3)]


def double(tokens: list[str], place: int, random: Random) -> None:
    tokens[place:place] = tokens[place : place + random.randint(1, 6)] * random.choice([1, 1, 2, 9, 40])


def swap(tokens: list[str], place: int, random: Random) -> None:
    some = range(place, len(tokens), random.randint(1, 3))[:2]
    for one, other in itertools.pairwise(some):
        tokens[one], tokens[other] = tokens[other], tokens[one]


def replace_by(words: Sequence[str]) -> Change:
    """Return what puts one of ``words`` in the place of a token, if it can of one of them."""

    def change(tokens: list[str], place: int, random: Random) -> None:
        alike = [index for index, token in enumerate(tokens) if token in words]
        if alike or place < len(tokens):
            tokens[random.choice(alike or [place])] = random.choice(words)

    return change


def insert(tokens: list[str], place: int, random: Random) -> None:
    tokens.insert(place, random.choice(WORDS))


def splice(tokens: list[str], place: int, random: Random) -> None:
    tokens[place:place] = TOKEN.findall(random.choice(ROWS).answer)


CHANGES: Final[tuple[Change, ...]] = (
    delete, double, swap, insert, splice, replace_by(WORDS), replace_by(NUMBERS), replace_by(SIGNS)
)  # fmt: skip


class Checked(NamedTuple):
    """What was said of a text, and the milliseconds of the processor that it took."""

    said: tuple[str, ...]
    spent: float


def checked(text: str, puzzle: Puzzle) -> Checked:
    """Check a text. Only what is documented may be raised, and what is said must agree with itself."""
    start = time.process_time_ns()
    try:
        verdict = check(text, puzzle)
    except UnreadableExpression as error:
        look_at(error, text)
        said: tuple[str, ...] = (Code.UNREADABLE.value,)
    except UnsupportedPuzzle:
        said = ("unsupported",)
    else:
        said = verdict.codes
        assert verdict.correct == (not said) == str(verdict).startswith("correct")
        assert said or verdict.value == puzzle.target
    return Checked(said, (time.process_time_ns() - start) / 1e6)


def look_at(error: UnreadableExpression, text: str) -> None:
    assert error.text == text
    assert 0 <= error.position <= len(text)
    assert len(str(error).splitlines()) == 3, str(error)


def looked_into(text: str, puzzle: Puzzle) -> None:
    """Ask for all that is worked out when it is asked for."""
    [verdict] = check_many([(text, puzzle)])
    json.dumps(verdict.to_object())
    if Code.UNREADABLE.value in verdict.codes:
        return
    assert verdict == check(text, puzzle)
    numbers_used = len(numbers(verdict.expression))
    if verdict.value is None:
        assert verdict.steps == ()
        assert not has_form(verdict)
        return
    assert evaluate(verdict.expression) == verdict.value
    assert verdict.steps or numbers_used == 1
    assert has_form(verdict) or numbers_used > 1000


def has_form(verdict: Verdict) -> bool:
    try:
        return bool(verdict.canonical())
    except InvalidPuzzle:
        return False


def run(count: int, seed: int) -> tuple[Counter[str], list[tuple[float, Asked]]]:
    """Check so many texts; return what was said how often, and the slowest with their milliseconds."""
    random, said = Random(seed), Counter[str]()
    slowest: list[tuple[float, Asked]] = []
    for number in range(count):
        text, puzzle = mutated(random)
        try:
            result = checked(text, puzzle)
            if number % 20 == 0:
                looked_into(text, puzzle)
        except Exception as error:
            error.add_note(f"{text!a} over {puzzle}")
            raise
        said.update(result.said or ["correct"])
        if len(slowest) < 10 or result.spent > slowest[-1][0]:
            slowest.append((result.spent, Asked(text, puzzle)))
            slowest = sorted(slowest, key=lambda row: -row[0])[:10]
    return said, slowest


def main() -> None:
    count, seed = int(sys.argv[1]), int(sys.argv[2] if sys.argv[2:] else 0)
    start = time.monotonic()
    said, slowest = run(count, seed)
    print(f"{count} texts in {time.monotonic() - start:.0f} s")
    for code, times in said.most_common():
        print(f"{times:9} {code}")
    for spent, (text, puzzle) in slowest:
        hand = " ".join(number.text for number in puzzle.hand)
        print(f"{spent:8.2f} ms  {puzzle.rules.name}, {hand[:30]}, {len(text)} characters: {text[:80]!a}")


if __name__ == "__main__":
    main()
