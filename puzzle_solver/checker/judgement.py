"""From an answer that was read to all that is wrong with it. Nothing here asks whether the puzzle has a solution."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from puzzle_solver.checker.cutting import Tries, cut
from puzzle_solver.checker.numerals import (
    BEST,
    Ambiguous,
    Hand,
    Made,
    Match,
    Result,
    State,
    Taken,
    anywhere,
    is_signed,
    match,
    unary_depth,
)
from puzzle_solver.checker.reasons import LISTED, Code, Operation, Reason, Thing, write
from puzzle_solver.checker.steps import Built, Part, build, is_ordered, split
from puzzle_solver.errors import UnsupportedPuzzle
from puzzle_solver.expression import Item, Number, assemble
from puzzle_solver.operators import NEGATE, UNDEFINED, AnyOperator, Family, Limits, Missing, Operator
from puzzle_solver.operators import carry_out as apply_one
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import Pair, from_pair, to_pair
from puzzle_solver.reading import Equation, Quotients
from puzzle_solver.render.text import to_text
from puzzle_solver.rules import RATIONAL, Order, Rules, Use

Value: TypeAlias = int | Fraction | Missing
Operands: TypeAlias = tuple[Value, ...]


class Judged(NamedTuple):
    """What came of an answer: its expression over the hand's numbers, its value, and what is wrong."""

    items: list[Item]
    value: Fraction | Missing
    reasons: tuple[Reason, ...]


class Blame:
    """What was found wrong so far: for each code what it is about, what would be right, and how often it was found."""

    def __init__(self) -> None:
        self._found: dict[Code, list[Thing]] = {}
        self._wanted: dict[Code, tuple[Thing, ...]] = {}
        self._count: dict[Code, int] = {}

    def add(self, code: Code, found: Thing, *wanted: Thing) -> None:
        """Blame a thing."""
        count = self._count[code] = self._count.get(code, 0) + 1
        if count == 1:
            self._found[code], self._wanted[code] = [found], wanted
        # The first reason of each code says what would be right; further ones only add what was found.
        elif count <= LISTED:
            self._found[code].append(found)

    def reasons(self) -> tuple[Reason, ...]:
        """Return a reason for each code, in their order."""
        if not self._count:
            return ()
        return tuple([self._reason(code) for code in sorted(self._count, key=_RANKS.__getitem__)])

    def _reason(self, code: Code) -> Reason:
        found = tuple(self._found[code])
        return Reason(code, found, self._wanted[code], self._count[code] - len(found))


_RANKS: Final = MappingProxyType({code: rank for rank, code in enumerate(Code)})


def judge(equations: list[Equation], puzzle: Puzzle, *, among_steps: bool = False) -> Judged:
    """Judge an answer; or, ``among_steps``, an expression over what others have left.

    Raises:
        UnreadableExpression: a quotient in a step may be one number or two, and the values differ.
        UnsupportedPuzzle: there are too many ways to read its numerals.
    """
    blame = Blame()
    items, claim, left, _ = equations[0]
    in_steps = len(equations) > 1 or left is not None
    # Of an answer that uses the hand as it stands nothing has to be matched: no numeral can be two things.
    if in_steps or not _uses_hand(items, puzzle):
        quotients = _quotients(equations) if in_steps or among_steps else {}
        items, unused = _over_the_hand(equations, puzzle, blame, quotients, in_steps=in_steps)
        for part in unused:
            carry_out(part, puzzle.rules, blame)
    value = carry_out(items, puzzle.rules, blame)
    if len(items) == 1:
        _refuse_number(value, puzzle.rules, blame)
    # The claims of steps are compared where the steps are, each with its own value.
    if claim is not None and not in_steps:
        _compare(claim, value, blame)
    if not isinstance(value, Missing) and value != puzzle.target:
        blame.add(Code.WRONG_VALUE, value, puzzle.target)
    if not puzzle.rules.brackets and _needs_brackets(items):
        blame.add(Code.BRACKETS_NOT_ALLOWED, to_text(assemble(items)))
    return Judged(items, value, blame.reasons())


def _uses_hand(items: list[Item], puzzle: Puzzle) -> bool:
    """Do the numerals use the hand as the rules say, where each can only be a number of the hand as it is?"""
    left: list[int] = []
    for number in puzzle.hand:
        if number.value.denominator > 1 or number.value.numerator < 0:
            return False
        left.append(number.value.numerator)
    # ``left`` shrinks from its front where the order is fixed: the next numeral has to be its first number.
    in_order = puzzle.rules.order is Order.FIXED
    for item in items:
        if isinstance(item, Number):
            value = item.value.numerator
            if value not in left or item.value.denominator > 1 or (in_order and value != left[0]):
                return False
            if not value and is_signed(item):
                return False
            left.remove(value)
    return not left or puzzle.rules.use is Use.SOME


def carry_out(items: list[Item], rules: Rules, blame: Blame) -> Fraction | Missing:
    """Return the value of an expression in postfix order, and blame the operators that break the rules."""
    values: list[Value] = []
    operators, everything = rules.operators, rules.domain is RATIONAL
    depth = 0
    for item in items:
        if isinstance(item, Number):
            # Integers as ints, which ``_on_integers`` computes with; where it cannot, they become Fractions.
            values.append(item.value.numerator if item.value.denominator == 1 else item.value)
            depth = 0
            continue
        last = values.pop()
        operands: Operands = (values.pop(), last) if isinstance(item, Operator) else (last,)
        # In postfix order unary operators that stand on one another are neighbours.
        depth = 0 if isinstance(item, Operator) else depth + 1
        if item not in operators:
            _blame_operator(item, operands, rules, blame)
        elif depth > rules.unary_depth:
            blame.add(Code.UNARY_DEPTH, _operation(item, operands), str(rules.unary_depth))
        value = _apply(item, operands, rules.limits)
        values.append(value)
        if isinstance(value, Missing):
            _blame_missing(item, operands, value, rules, blame)
        elif not everything and not rules.domain.admits(value.numerator, value.denominator):
            blame.add(Code.INTERMEDIATE_NOT_ALLOWED, _operation(item, operands, value), rules.domain.meaning)
    result = values.pop()
    return Fraction(result) if isinstance(result, int) else result


def _refuse_number(value: Fraction | Missing, rules: Rules, blame: Blame) -> None:
    """Blame an answer that is one number where the domain does not admit it: it binds the target, too."""
    if isinstance(value, Fraction) and not rules.domain.admits(value.numerator, value.denominator):
        blame.add(Code.INTERMEDIATE_NOT_ALLOWED, value, rules.domain.meaning)


def _apply(operator: AnyOperator, operands: Operands, limits: Limits) -> Value:
    value = _on_integers(operator, *operands) if len(operands) > 1 else None
    if value is not None:
        return value
    exact: list[Fraction] = []
    for operand in operands:
        # What went wrong is blamed where it did: here it only goes up.
        if isinstance(operand, Missing):
            return operand
        exact.append(Fraction(operand))
    return apply_one(operator, limits, *exact)


def _on_integers(operator: AnyOperator, left: Value, right: Value) -> int | None:
    """Return what an operator gives by its algebra where that is an integer: ten times as fast as with fractions."""
    if not (isinstance(left, int) and isinstance(right, int)):
        return None
    family, sign = operator.algebra
    if family is Family.SUM:
        return left + right if sign > 0 else left - right
    if family is Family.PRODUCT and sign > 0:
        return left * right
    # Only where nothing is lost: every other quotient is computed as a Fraction.
    return left // right if family is Family.PRODUCT and right and not left % right else None


def _blame_operator(operator: AnyOperator, operands: Operands, rules: Rules, blame: Blame) -> None:
    if operator == NEGATE:
        blame.add(Code.UNARY_MINUS, *map(_thing, operands))
    else:
        blame.add(Code.OPERATOR_NOT_ALLOWED, operator.symbol, *(row.symbol for row in rules.operators))


def _blame_missing(operator: AnyOperator, operands: Operands, value: Missing, rules: Rules, blame: Blame) -> None:
    """Blame the operation that has no value; not those that it is an operand of."""
    if any(isinstance(operand, Missing) for operand in operands):
        return
    # Beyond a limit is not undefined: there is a value, and it is not computed.
    if value is not UNDEFINED:
        blame.add(Code.TOO_LARGE, _operation(operator, operands), f"{rules.limits.bits} bits")
        return
    # A division is what no left operand makes defined where the right one is 0.
    divides = isinstance(operator, Operator) and operands[-1] == 0 and operator.apply(_ONE, _ZERO) is UNDEFINED
    blame.add(Code.DIVISION_BY_ZERO if divides else Code.UNDEFINED, _operation(operator, operands))


_ZERO, _ONE = Fraction(0), Fraction(1)


def _operation(operator: AnyOperator, operands: Operands, result: int | Fraction | None = None) -> Operation:
    exact = tuple([operand if isinstance(operand, Missing) else Fraction(operand) for operand in operands])
    return Operation(operator, exact, None if result is None else Fraction(result))


def _thing(value: Value) -> Thing:
    return value.value if isinstance(value, Missing) else Fraction(value)


def _compare(claim: Fraction, value: Fraction | Missing, blame: Blame) -> None:
    """Blame a claim that is known to be false: not one about what is too large to be computed."""
    if value is UNDEFINED:
        blame.add(Code.FALSE_CLAIM, claim, "without a value")
    elif not isinstance(value, Missing) and value != claim:
        blame.add(Code.FALSE_CLAIM, claim, value)


def _quotients(equations: list[Equation]) -> dict[int, tuple[Quotients, int]]:
    """Return where in the program of all steps a quotient may be a number, with where it is in its equation."""
    found: dict[int, tuple[Quotients, int]] = {}
    start = 0
    for equation in equations:
        if equation.quotients:
            found |= {start + place: (equation.quotients, place) for place in equation.quotients.places}
        start += len(equation.items) + 1  # what the step gives
    return found


def _over_the_hand(
    equations: list[Equation],
    puzzle: Puzzle,
    blame: Blame,
    quotients: Mapping[int, tuple[Quotients, int]],
    *,
    in_steps: bool,
) -> tuple[list[Item], list[list[Item]]]:
    """Return the expression over the numbers of the hand, with those of steps that lead nowhere; blame the numerals."""
    hand: State = tuple([to_pair(number.value) for number in puzzle.hand])
    program: list[Item | Made] = []
    for equation in equations:
        program += equation.items
        if in_steps and equation.claim is not None:
            program.append(Made(equation.claim))
    given = Hand(puzzle.hand, hand, puzzle.rules, frozenset(quotients))
    obeys = partial(_obeys, puzzle.rules, hand)

    def built(found: Match) -> Built:
        return build(found, hand, obeys, given.tries) if in_steps else Built(split(found)[0], [])

    def grade(found: Match) -> int:
        return obeys(built(found)) and BEST - any(_told_wrong(equations, found, hand))

    try:
        found = match(program, given, grade, lambda found: _step_values(found, puzzle.rules))
    except Ambiguous as ambiguous:
        where, place = quotients[ambiguous.place]
        where.refuse(place)
    _blame_numbers(found, hand, puzzle, blame)
    if in_steps:
        _check_steps(equations, found, hand, puzzle.rules, blame)
    whole, unused = built(found)
    if puzzle.rules.order is Order.FIXED and not is_ordered(whole, hand):
        taken = [item.number.text for item in whole if isinstance(item, Taken)]
        blame.add(Code.ORDER_CHANGED, " ".join(taken), *puzzle.hand)
    return _plain(whole), list(map(_plain, unused))


def _obeys(rules: Rules, hand: State, built: Built) -> bool:
    """Is what hangs on which of equal numbers are meant as the rules have it?"""
    ordered = rules.order is Order.FREE or is_ordered(built.whole, hand)
    written = rules.brackets or not _needs_brackets(_plain(built.whole))
    return ordered and written and all(unary_depth(part) <= rules.unary_depth for part in (built.whole, *built.unused))


def _plain(part: Part) -> list[Item]:
    return [item.number if isinstance(item, Taken) else item for item in part]


def _blame_numbers(found: Match, hand: State, puzzle: Puzzle, blame: Blame) -> None:
    """Blame the numerals that are no numbers of the hand, and the numbers that are not used."""
    claims = [to_pair(item.value) for item in found.program if isinstance(item, Made)]
    left = list(found.left)
    # What the last step gives is the answer, and is not a number that was left over.
    if claims and claims[-1] in left:
        left.remove(claims[-1])
    known = set(hand)
    for place, item in enumerate(found.program):
        if isinstance(item, Made):
            known.add(to_pair(item.value))
        if not isinstance(item, Taken) or item.numbers:
            continue
        number = to_pair(item.number.value)
        joined = item._replace(numbers=() if puzzle.rules.join else _joined(item.number.text, left))
        if joined.numbers:
            left = list(anywhere(tuple(left), joined) or ())
            found.program[place] = joined
            blame.add(Code.JOINED_DIGITS, item.number)
        elif number in known:
            blame.add(Code.NUMBER_REUSED, item.number, *puzzle.hand)
        else:
            blame.add(Code.NUMBER_NOT_IN_HAND, item.number, *puzzle.hand)
    for number in left if puzzle.rules.use is Use.ALL else ():
        blame.add(Code.NUMBER_UNUSED, from_pair(number))


def _joined(text: str, left: list[Pair]) -> tuple[Pair, ...]:
    """Return the numbers of the hand that a numeral is joined from, if they are all left."""
    if len(text) < 2 or not text.isdecimal():
        return ()
    numbers = (number for number in left if not isinstance(number, Result))
    digits = [str(n) for n, d in numbers if d == 1 and n >= 0]
    try:
        # A count of its own: this only chooses the words for what is wrong, and may fail.
        ways = (way for way in cut(text, digits, Tries()) if len(way) > 1)
        return tuple((int(piece), 1) for piece in next(ways, ()))
    except UnsupportedPuzzle:
        return ()


def _check_steps(equations: list[Equation], found: Match, hand: State, rules: Rules, blame: Blame) -> None:
    """Blame each equation that is not exact as it is written, and each list of what is left that is not so."""
    wrong = _told_wrong(equations, found, hand)
    for equation, value in zip(equations, _step_values(found, rules), strict=True):
        assert equation.claim is not None  # the reader wants one of each step
        _compare(equation.claim, value, blame)
        after = next(wrong)
        if after is not None:
            told = " ".join(map(write, equation.left or ()))
            blame.add(Code.FALSE_CLAIM, f"left: {told}", *map(from_pair, after))


def _step_values(found: Match, rules: Rules) -> list[Fraction | Missing]:
    """Return what each step gives."""
    return [carry_out(_plain(part), rules, Blame()) for part in split(found)]


def _told_wrong(equations: list[Equation], found: Match, hand: State) -> Iterator[State | None]:
    """Yield what is left after each step where it is told, and otherwise than it is."""
    for equation, after in zip(equations, _left_after(found, hand), strict=False):
        told = None if equation.left is None else sorted(map(to_pair, equation.left))
        yield None if told is None or told == sorted(after) else after


def _left_after(found: Match, hand: State) -> Iterator[State]:
    """Yield what is left after each step."""
    left = hand
    for item in found.program:
        if isinstance(item, Taken) and item.numbers:
            left = anywhere(left, item) or ()
        elif isinstance(item, Made):
            left = (*left, Result(*to_pair(item.value)))
            yield left


def _needs_brackets(items: list[Item]) -> bool:
    # We write more round a sign than it needs: 2 * (-(3)). It needs some round a sum only.
    # In postfix order the item before a sign is the last of its operand: an operator there means that the sign is of
    # more than a number.
    signed = [before for before, item in zip([None, *items], items, strict=False) if item == NEGATE]
    signed_sum = any(isinstance(item, Operator) and item.precedence < NEGATE.precedence for item in signed)
    unsigned = to_text(assemble([item for item in items if item != NEGATE]))
    return signed_sum or "(" in _NUMBER.sub("", unsigned)


_NUMBER: Final = re.compile(r"\(-?[0-9./]+\)")
"""A negative number or a fraction of the hand, which is never written without brackets."""
