"""Texts that were made to break a checker, of any size, and puzzles to check them against."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import cycle, islice
from types import MappingProxyType
from typing import Final, TypeAlias

from puzzle_solver.operators import OPERATORS, Limits
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rules import COUNTDOWN, FOUR_FOURS, GAME_24, IN_ORDER, NATURAL, TANEJA, Order, Rules, Use

Make: TypeAlias = Callable[[int], str]
"""Makes a text of about so many characters."""


def repeated(start: str, middle: str = "1", end: str = "") -> Make:
    """Return what repeats ``start`` before, and ``end`` behind, ``middle``."""

    def make(size: int) -> str:
        times = (size - len(middle)) // (len(start) + len(end))
        return start * times + middle + end * times

    return make


def primes() -> Iterator[int]:
    sieve = list(range(20_000))
    for number in sieve[2:]:
        if sieve[number]:
            yield number
            sieve[number::number] = [0] * len(sieve[number::number])


def listed(between: str, part: str, numbers: Callable[[], Iterator[int]]) -> Make:
    """Return what puts each number into ``part``, with ``between`` between them."""

    def make(size: int) -> str:
        parts: list[str] = []
        for number in cycle(numbers()):
            parts.append(part.format(number))
            size -= len(parts[-1]) + len(between)
            if size < len(parts[-1]) + len(between):
                return between.join(parts)
        raise AssertionError

    return make


def digits(long: int, between: str) -> Make:
    """Return what chains numbers of many digits."""
    numbers = [str(7 * 10 ** (long - 1) + number) for number in range(9)]
    return lambda size: between.join(islice(cycle(numbers), size // (long + len(between))))


def steps(line: str) -> Make:
    return repeated(f"{line}\n", line)


def chained(size: int) -> str:
    """Steps each of which uses what the one before gives."""
    lines = [f"{n}+1={n + 1}" for n in range(1, size // 14 + 1)]
    return "\n".join(lines)


HOSTILE: Final[Mapping[str, Make]] = MappingProxyType({
    "brackets": repeated("(", "1", ")"),
    "brackets that stay open": repeated("("),
    "brackets that close": repeated(")"),
    "square, curly and round brackets": repeated("[{(", "1", ")}]"),
    "brackets that mismatch": repeated("([", "1", ")]"),
    "terms": repeated("1+"),
    "factors": repeated("3*"),
    "a product that grows": repeated("97*"),
    "a product of long numbers": digits(900, "*"),
    "a sum of long numbers": digits(900, "+"),
    "quotients": repeated("3/", "5"),
    "nested quotients": repeated("1/(1+", "1", ")"),
    "fractions of primes": listed("+", "1/{}", primes),
    "products of fractions of primes": listed("*", "(1+1/{})", primes),
    "recurring decimals": listed("+", ".({})", primes),
    "nested differences": repeated("1-(", "1", ")"),
    "signs": repeated("-"),
    "signs and brackets": repeated("-(", "1", ")"),
    "powers": repeated("2^", "2"),
    "powers of one": repeated("1^", "1"),
    "powers of powers": repeated("(", "2", ")^2"),
    "powers of bases": repeated("(2^", "2", ")"),
    "negative powers": repeated("2^-", "2"),
    "large powers": repeated("9^999+", "1"),
    "roots as powers": repeated("999999999999^(1/7)+", "1"),
    "factorials": repeated("(", "3", "!)"),
    "large factorials": repeated("170!+", "1"),
    "too large factorials": repeated("(9!)!+", "1"),
    "exclamation marks": repeated("1!", "", "!"),
    "roots": repeated("sqrt(", "1", ")"),
    "root signs": repeated("√"),
    "fracs": repeated(r"\frac{"),
    "fracs that close": repeated(r"\frac{1}{", "1", "}"),
    "fracs of fracs": repeated(r"\frac{", "1", "}{1}"),
    "digits of fracs": repeated(r"\frac12+", "1"),
    "lefts": repeated(r"\left(", "1", r"\right)"),
    "lefts without a bracket": repeated(r"\left"),
    "boxes": repeated(r"\boxed{", "1", "}"),
    "boxes that stay open": repeated(r"\boxed{"),
    "dollars": repeated("$"),
    "stars": repeated("*"),
    "backquotes": repeated("`"),
    "backslashes": repeated("\\"),
    "bold": repeated("**", "1", "**"),
    "commas": repeated(","),
    "equals signs": repeated("="),
    "claims": repeated("1=", "1"),
    "a long claim": lambda size: "1=" + "1+" * (size // 2 - 3) + "1",
    "a claim of many digits": lambda size: "1=" + "9" * (size - 2),
    "digits": repeated("9"),
    "zeros": repeated("0"),
    "digits after the point": lambda size: "0." + "0" * (size - 3) + "1",
    "points": repeated("."),
    "recurring digits": lambda size: ".(" + "1" * (size - 3) + ")",
    "recurring digits that stay open": repeated(".(1"),
    "spaces": lambda size: "1" + " " * (size - 2) + "+",
    "spaces between": repeated("1  +  "),
    "line ends": repeated("\n"),
    "letters": repeated("x"),
    "one long word": lambda size: "1+" + "a" * (size - 2),
    "full-width digits": repeated("９", "１"),
    "full-width terms": repeated("１＋", "１"),
    "letters for times": repeated("3 x ", "8"),
    "letters that stand apart": repeated("x "),
    "letters after zeros": repeated("0 x ", "1"),
    "hexadecimal digits": repeated("1+0x", "1"),
    "colons": repeated("3:", "8"),
    "labels of steps": repeated("1: 3*8=24\n", "1=1"),
    "skipped characters": repeated("3\u200b*\ufeff", "8"),
    "skipped characters in a row": lambda size: "3*8" + "\u200b" * (size - 3),
    "skipped characters in a number": lambda size: "3" + "\u200b" * (size - 2) + "8",
    "direction marks": lambda size: "3*8" + "\u202e" * (size - 3),
    "combining marks": lambda size: "3*8" + "\u0301" * (size - 3),
    "wide characters": lambda size: "3*" + "漢" * (size - 2),
    "fonts": repeated(r"\text{", "3", "}"),
    "fonts that stay open": repeated(r"\mathrm{"),
    "fonts of numbers": repeated(r"\text{3}*", "8"),
    "boxes of boxes": repeated(r"\boxed{\text{", "3*8=24", "}}"),
    "thin spaces": repeated("3\\,*", "8"),
    "sizes without a bracket": repeated(r"\bigl"),
    "quotients of quotients": repeated("9*4/3/", "5"),
    "null characters": repeated("\0"),
    "surrogates": repeated("\ud800"),
    "steps": steps("1=1"),
    "steps of two numbers": steps("3*8=24"),
    "steps without a claim": steps("1+1"),
    "chained steps": chained,
    "false steps": steps("1+1=3"),
    "steps in dollars": steps("$3*8=24$"),
    "lefts of steps": repeated("(left:"),
    "lists of what is left": steps("3*8=24 (left: 24)"),
    "a long list of what is left": lambda size: "3*8=24 (left: " + "3 " * ((size - 20) // 2) + ")",
    "long lists of what is left": steps("3*8=24 (left: " + "24 " * 30 + ")"),
    "numbers of the hand": repeated("3*8*"),
    "fractions of the hand": repeated("1/3+", "1"),
    "negatives of the hand": repeated("-3*-8*", "1"),
    "joined digits": repeated("38+", "3"),
    "all digits joined": repeated("4"),
    "points in digits": repeated("4.4+", "4"),
    "a bit of everything": repeated(r"\frac{1}{3}\times(-.5)^2!-√４+", "1"),
})  # fmt: skip

AMBIGUOUS: Final = tuple(
    between.join([text] * times)
    for times in (6, 12, 25, 39, 99)
    for between, text in (
        ("\n", "1*1=1"), ("\n", "-(1)=-1"), ("\n", "-1*-1=1"), ("\n", "1/2=1/2"), ("\n", "1/2-1/2=0"), ("\n", "1--1=2"),
        ("\n", "1=1 (left: 1 1 1)"),
        ("\n", "1/2=1/2\n1/1/2=2"), ("\n", "1*1/2=1/2"), ("\n", "2*1/2*1/2=1/2 (left: 1)"),
        ("+", "-1"), ("*", "-1"), ("+", "1/2"), ("+", "-1/2"), ("+", "--1/2"), ("+", "11"),
        ("+", "1.1"), ("+", "111.11(11)"), ("", "1"),
    )
)  # fmt: skip
"""Short texts whose numerals can be read in very many ways over hands of equal numbers."""

_WRITTEN: Final = Rules("written", join=True, decimals=True)
_ANYTHING: Final = replace(_WRITTEN, operators=OPERATORS, use=Use.SOME, recurring=True)
_STRICT: Final = Rules("strict", OPERATORS, domain=NATURAL, limits=Limits(64, 9), unary_depth=0)
PUZZLES: Final[Mapping[str, Puzzle]] = MappingProxyType({
    "24": Puzzle([3, 3, 8, 8], 24, GAME_24),
    "negatives and fractions": Puzzle([-3, -8, "1/3", "-1/2", "0.5"], 24, GAME_24),
    "countdown": Puzzle([25, 50, 75, 100, 3, 6], 952, COUNTDOWN),
    "in order": Puzzle([1, 3, 4, 5, 6, 7, 8, 9], 1000, IN_ORDER),
    "four fours": Puzzle([4, 4, 4, 4], 10, FOUR_FOURS),
    "taneja": Puzzle([1, 2, 3, 4, 5, 6, 7, 8, 9], 100, TANEJA),
    "anything": Puzzle([1, 1, 2, 3, 4, 4, 8, 11, 24, "1/3", -3], 24, _ANYTHING),
    "anything in order": Puzzle([4, 4, 4, 4, 4, 4, 44], 24, replace(_ANYTHING, order=Order.FIXED, use=Use.ALL)),
    "many ones": Puzzle([1] * 40, 24, _WRITTEN),
    "ones with and without a sign": Puzzle([-1, 1] * 20, 24, GAME_24),
    "ones, signs and an order": Puzzle([1] * 20 + [-1] * 20, 24, replace(TANEJA, join=False, use=Use.SOME)),
    "halves": Puzzle(["1/2", 1, 2, "-1/2"] * 6, 24, IN_ORDER),
    "without brackets": Puzzle([1, 2, 3, 4, 5], 24, replace(_WRITTEN, brackets=False, decimals=False)),
    "strict": Puzzle([-1, 2, 3, 8], 24, _STRICT),
})  # fmt: skip
