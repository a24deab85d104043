"""Expressions as text that says exactly what counts at a level: equal texts, and only they, are one.

A number that is negative or a fraction stands in square brackets: ``2^[1/2]`` has an exponent of one number,
``2^(1/2)`` one of two. The empty sum is ``[0]``, the empty product ``[1]``; a product that is 0 though none of its
numbers is has ``[0]`` before them. Operators that no law covers are called by name: ``max(3,4)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from puzzle_solver.expression import Expression, Number, fold
from puzzle_solver.operators import BASIC, POWER, AnyOperator, Operator, UnaryOperator
from puzzle_solver.rational import write_rational
from puzzle_solver.sameness import algebra as kinds
from puzzle_solver.sameness.algebra import Form, Forms
from puzzle_solver.sameness.essence import Essences
from puzzle_solver.sameness.levels import Sameness, check_length, find_sameness, form_of
from puzzle_solver.sameness.order import Order


def canonical_text(expression: Expression, level: Sameness | str = Sameness.ESSENCE) -> str:
    """Return a text that two expressions share exactly if they are one at ``level``, whoever computes it.

    ``trees``: as written. ``algebra``: the formula with its parts in order, ``(7-3)*(8-2)``. ``essence``: what
    remains, then what is set aside, ``5*5 | 1``.

    >>> from puzzle_solver import canonical_text, read_expression
    >>> canonical_text(read_expression("5 * 1 * 5"))
    '5*5 | 1'
    >>> canonical_text(read_expression("5 * 1 * 5"), "algebra")
    '1*5*5'

    Raises:
        InvalidPuzzle: the expression has no value, such as ``1/0``, or too many numbers.
        UnknownName: there is no such level.
    """
    check_length(expression)
    forms = Forms()
    return _TEXTS[find_sameness(level)](expression, form_of(expression, forms), forms)


def tree_text(expression: Expression) -> str:
    """Write a tree so that no other tree is written the same: ``8/(3-8/3)``."""
    return fold(expression, _leaf, _binary, _unary).text


class _Written(NamedTuple):
    text: str
    precedence: int


_ATOM: Final = 100
_INFIX: Final = (*BASIC, POWER)


def _leaf(number: Number) -> _Written:
    return _Written(number_text(number.value), _ATOM)


def _binary(operator: Operator, left: _Written, right: _Written) -> _Written:
    if operator not in _INFIX:
        return _Written(f"{_name(operator)}({left.text},{right.text})", _ATOM)
    sides = (left, operator.precedence + operator.right_grouping), (right, operator.precedence + 1)
    first, second = (side.text if side.precedence >= least else f"({side.text})" for side, least in sides)
    return _Written(f"{first}{operator.symbol}{second}", operator.precedence)


def _unary(operator: UnaryOperator, operand: _Written) -> _Written:
    return _Written(f"{_name(operator)}({operand.text})", _ATOM)


def _name(operator: AnyOperator) -> str:
    return operator.name if operator.name.isidentifier() else f"[{operator.name}]"


def number_text(value: Fraction) -> str:
    """Write a number, one that is negative or a fraction in square brackets."""
    text = write_rational(value)
    return text if text.isdecimal() else f"[{text}]"


Piece: TypeAlias = "str | tuple[Form, Callable[[Form], bool]]"
"""A text, or a form with what decides whether it stands there without brackets."""


class Writer:
    """Writes the forms of a pool."""

    def __init__(self, forms: Forms) -> None:
        self._forms = forms
        self._order = Order(forms)
        self._bodies: dict[int, Callable[[Form], Iterator[Piece]]] = {
            kinds.LEAF: self._leaf,
            kinds.SUM: self._sum,
            kinds.PRODUCT: self._product,
            kinds.POWER: self._power,
            kinds.OTHER: self._call,
        }

    def in_order(self, forms: Iterable[Form]) -> list[Form]:
        """Sort forms, their signs apart."""
        return sorted(forms, key=self._order.rank)

    def unsigned(self, form: Form) -> str:
        """Write a form without its sign."""
        return self.signed(self._bare(form))

    def signed(self, form: Form) -> str:
        """Write a form."""
        written: list[str] = []
        pending: list[Piece] = [(form, self._anything)]
        while pending:
            piece = pending.pop()
            if isinstance(piece, str):
                written.append(piece)
            else:
                pending += reversed(list(self._pieces(*piece)))
        return "".join(written)

    def _pieces(self, form: Form, bare: Callable[[Form], bool]) -> Iterator[Piece]:
        if not bare(form):
            yield from ("(", (form, self._anything), ")")
            return
        kind = self._forms.kinds[abs(form)]
        if kind is not kinds.SUM and self._sign(form) < 0:
            yield "-"
        yield from self._bodies[kind](form)

    def _sign(self, form: Form) -> int:
        product = self._forms.kinds[abs(form)] is kinds.PRODUCT
        turned = sum(
            abs(part) in self._forms.opposites for part in (self._forms.parts[abs(form)] if product else (form,))
        )
        return -self._order.sign(form) if turned % 2 else self._order.sign(form)

    def _bare(self, form: Form) -> Form:
        return form if self._sign(form) >= 0 else -form

    def _anything(self, form: Form) -> bool:
        return True

    def _is_factor(self, form: Form) -> bool:
        return self._forms.kinds[abs(form)] not in (kinds.SUM, kinds.PRODUCT) or self._empty(form)

    def _is_atom(self, form: Form) -> bool:
        unsigned = self._sign(form) >= 0 and self._forms.kinds[abs(form)] in (kinds.LEAF, kinds.OTHER)
        return unsigned or self._empty(form)

    def _empty(self, form: Form) -> bool:
        """Is it the empty sum or product, and positive?"""
        return (
            self._sign(form) >= 0
            and self._forms.kinds[abs(form)] is not kinds.LEAF
            and not self._forms.parts[abs(form)]
        )

    def _leaf(self, form: Form) -> Iterator[Piece]:
        yield number_text(Fraction(*self._forms.values[abs(form)]))

    def _sum(self, form: Form) -> Iterator[Piece]:
        terms = self._order.arranged(form)
        terms.sort(key=lambda term: self._sign(term) < 0)
        if not terms:
            yield "[0]"
        for place, term in enumerate(terms):
            yield "-" if self._sign(term) < 0 else "+" if place else ""
            yield self._bare(term), self._is_term

    def _is_term(self, form: Form) -> bool:
        return self._forms.kinds[abs(form)] is not kinds.SUM

    def _product(self, form: Form) -> Iterator[Piece]:
        factors = self._order.arranged(form)
        over = [factor for factor in factors if factor > 0]
        if not over:
            yield "1" if factors else "[1]"
        if self._vanishes(form):
            yield "[0]*"
        for place, factor in enumerate(over):
            yield "*" if place else ""
            yield self._bare(factor), self._is_factor
        for factor in factors:
            if factor < 0:
                yield from ("/", (self._bare(abs(factor)), self._is_factor))

    def _vanishes(self, form: Form) -> bool:
        """Is it 0 for what its numbers once were part of?"""
        values = self._forms.values
        return not values[abs(form)][0] and all(values[abs(part)][0] for part in self._forms.parts[abs(form)])

    def _power(self, form: Form) -> Iterator[Piece]:
        base, exponent = self._forms.parts[abs(form)]
        yield from ((base, self._is_atom), "^", (exponent, self._is_atom))

    def _call(self, form: Form) -> Iterator[Piece]:
        operator = self._forms.operators[abs(form)]
        assert operator
        yield _name(operator) + "("
        for place, operand in enumerate(self._order.arranged(form)):
            yield "," if place else ""
            yield operand, self._anything
        yield ")"


def _essence_text(expression: Expression, form: Form, forms: Forms) -> str:
    remainder, padding = Essences(forms).key(form)
    writer = Writer(forms)
    remains = writer.signed(remainder) if forms.value(form)[0] else writer.unsigned(remainder)
    return " | ".join([remains, ", ".join(map(writer.unsigned, writer.in_order(padding)))] if padding else [remains])


_TEXTS: Final[dict[Sameness, Callable[[Expression, Form, Forms], str]]] = {
    Sameness.TREES: lambda expression, form, forms: tree_text(expression),
    Sameness.ALGEBRA: lambda expression, form, forms: Writer(forms).signed(form),
    Sameness.ESSENCE: _essence_text,
}
