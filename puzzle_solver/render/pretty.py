"""An expression in two dimensions, with stacked fractions and raised exponents, for a terminal."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, NamedTuple

from puzzle_solver.expression import Expression, Number
from puzzle_solver.operators import DIVIDE, NEGATE, POWER, AnyOperator, Fixity, Operator, UnaryOperator, placed
from puzzle_solver.render.brackets import ATOM, EDGES, MINIMAL, SIGNED, Edges, Notation, Part, arrange, write
from puzzle_solver.render.style import find_style, spell
from puzzle_solver.render.text import spaced


class _Block(NamedTuple):
    """Lines of one width; operators stand on the line ``base``."""

    lines: tuple[str, ...]
    base: int = 0

    @property
    def width(self) -> int:
        return len(self.lines[0])


class _Bracket(NamedTuple):
    """A bracket of one line, and the top, middle and bottom of a taller one."""

    alone: str
    top: str
    middle: str
    bottom: str


class _Signs(NamedTuple):
    bar: str
    opening: _Bracket
    closing: _Bracket


_SIGNS: Final = MappingProxyType(
    {
        "ascii": _Signs("-", _Bracket("(", "/", "|", "\\"), _Bracket(")", "\\", "|", "/")),
        "unicode": _Signs("─", _Bracket("(", "⎛", "⎜", "⎝"), _Bracket(")", "⎞", "⎟", "⎠")),
    }
)
# A bar encloses what is over and under it. A raised exponent is set apart by its height; the base lies open.
_EDGES: Final = MappingProxyType({DIVIDE.algebra: Edges(), POWER.algebra: Edges(left=True)})


def to_pretty(expression: Expression, style: str = "ascii", brackets: str = MINIMAL) -> str:
    """Write ``expression`` over several lines, operands in its own order.

    Raises:
        UnknownName: there is no such style.
    """
    return "\n".join(line.rstrip() for line in write(expression, _notation(style), brackets).lines)


def _notation(style: str) -> Notation[_Block]:
    symbol, signs = find_style(style), _SIGNS[style]
    shapes = {DIVIDE.algebra: lambda over, under: _stack(over, under, signs.bar), POWER.algebra: _raise}

    def fixity(operator: AnyOperator) -> Fixity:
        return placed(operator, symbol(operator))

    def edges(operator: AnyOperator) -> Edges:
        return _EDGES.get(operator.algebra, EDGES[fixity(operator)])

    def number(leaf: Number) -> Part[_Block]:
        text = spell(leaf, style)
        minus, size = ("", text) if text[0] != symbol(NEGATE) else (text[0], text[1:])
        over, slash, under = size.partition("/")
        block = _stack(_line(over), _line(under), signs.bar) if slash else _line(size)
        # A minus before a stacked fraction belongs to all of it.
        if minus:
            return Part(_beside(_line(minus), block), SIGNED)
        return Part(block, DIVIDE.precedence if slash else ATOM, closed=True)

    def binary(operator: Operator, left: _Block, right: _Block) -> _Block:
        shape = shapes.get(operator.algebra)
        return shape(left, right) if shape else joined(operator, left, right)

    def unary(operator: UnaryOperator, operand: _Block) -> _Block:
        return joined(operator, operand)

    def joined(operator: AnyOperator, *operands: _Block) -> _Block:
        sign = _line(spaced(operator, symbol(operator)))
        return _beside(*arrange(fixity(operator), sign, bracket, *operands))

    def bracket(first: _Block, *others: _Block) -> _Block:
        inner = _beside(first, *(piece for block in others for piece in (_line(", "), block)))
        return _beside(_tall(signs.opening, inner), inner, _tall(signs.closing, inner))

    return Notation(number, binary, unary, bracket, edges)


def _line(text: str) -> _Block:
    return _Block((text,))


def _beside(*blocks: _Block) -> _Block:
    # Blocks are aligned at the lines on which operators stand.
    above = max(block.base for block in blocks)
    below = max(len(block.lines) - block.base for block in blocks)
    columns = [_pad(block, above - block.base, below + block.base - len(block.lines)) for block in blocks]
    return _Block(tuple(map("".join, zip(*columns, strict=True))), above)


def _pad(block: _Block, above: int, below: int) -> tuple[str, ...]:
    blank = (" " * block.width,)
    return blank * above + block.lines + blank * below


def _stack(over: _Block, under: _Block, bar: str) -> _Block:
    # A bar is longer than all that it holds: the outer of two is seen to be so, and none is taken for a minus.
    width = max(over.width, under.width) + 2
    lines = (line.center(width) for line in (*over.lines, bar * width, *under.lines))
    return _Block(tuple(lines), len(over.lines))


def _raise(base: _Block, exponent: _Block) -> _Block:
    height = len(exponent.lines)
    return _Block(
        tuple(" " * base.width + line for line in exponent.lines)
        + tuple(line + " " * exponent.width for line in base.lines),
        height + base.base,
    )


def _tall(bracket: _Bracket, inner: _Block) -> _Block:
    height = len(inner.lines)
    # The brackets in pieces, ⎛ ⎜ ⎝, are made for three lines or more; two are top and bottom.
    if height == 1:
        return _line(bracket.alone)
    return _Block((bracket.top, *[bracket.middle] * (height - 2), bracket.bottom), inner.base)
