"""Trees drawn in a terminal and as SVG: every node once, in its row, and nothing on top of anything else."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import BINARIES, UNARIES, fraction, from_rpn, negative, plain, trees

from puzzle_solver.expression import Binary, Expression, Unary
from puzzle_solver.render.layout import place
from puzzle_solver.render.picture import to_picture
from puzzle_solver.render.prose import to_prose
from puzzle_solver.render.style import STYLES
from puzzle_solver.render.svg import to_svg
from puzzle_solver.render.text import to_text
from puzzle_solver.render.tree import to_tree

styles = st.sampled_from(sorted(STYLES))
drawn = trees(st.one_of(plain, negative, fraction), BINARIES, UNARIES)
SVG = "{http://www.w3.org/2000/svg}"
LINES = {"ascii": set(".-'| "), "unicode": set("┌─┴┐│ ")}


def labels_by_depth(expression: Expression, style: str) -> list[list[str]]:
    rows, level = [], [expression]
    while level:
        rows.append([label(part, style) for part in level])
        level = [child for part in level for child in children(part)]
    return rows


def children(expression: Expression) -> list[Expression]:
    match expression:
        case Binary(_, left, right):
            return [left, right]
        case Unary(_, operand):
            return [operand]
        case _:
            return []


def label(expression: Expression, style: str) -> str:
    if isinstance(expression, (Binary, Unary)):
        return STYLES[style](expression.operator)
    return to_text(expression, style)


@given(drawn, styles)
def test_every_other_line_of_a_drawing_is_a_row_of_the_tree(expression: Expression, style: str) -> None:
    lines = to_tree(expression, style).split("\n")
    assert [line.split() for line in lines[::2]] == labels_by_depth(expression, style)
    assert all(set(line) <= LINES[style] for line in lines[1::2])
    assert all(line == line.rstrip() for line in lines)


@given(drawn)
def test_branches_end_over_the_operands(expression: Expression) -> None:
    lines = to_tree(expression, "unicode").split("\n")
    for upper, branches, lower in zip(lines[::2], lines[1::2], lines[2::2], strict=False):
        assert all(touches(upper, place) for place, sign in enumerate(branches) if sign in "┴│")
        assert all(touches(lower, place) for place, sign in enumerate(branches) if sign in "┌┐│")


def touches(line: str, place: int) -> bool:
    return place < len(line) and line[place] != " "


@given(drawn)
def test_no_two_nodes_of_a_row_share_a_column(expression: Expression) -> None:
    nodes = place(expression)
    places = Counter((node.row, node.column) for node in nodes)
    assert set(places.values()) == {1}
    assert {node.column for node in nodes} == set(range(nodes[0].spans))


@given(drawn, styles)
def test_svg_has_a_box_for_every_node_and_a_line_for_every_branch(expression: Expression, style: str) -> None:
    picture = ET.fromstring(to_svg(expression, style))  # noqa: S314 (our own text)
    nodes = place(expression, style)
    assert picture.findtext(f"{SVG}title") == to_text(expression, style)
    assert Counter(text.text for text in picture.iter(f"{SVG}text")) == Counter(node.label for node in nodes)
    assert len(list(picture.iter(f"{SVG}rect"))) == len(nodes)
    assert len(list(picture.iter(f"{SVG}line"))) == len(nodes) - 1


@given(drawn)
def test_svg_boxes_lie_in_the_picture_and_apart(expression: Expression) -> None:
    picture = ET.fromstring(to_svg(expression))  # noqa: S314 (our own text)
    width, height = int(picture.get("width", "")), int(picture.get("height", ""))
    assert picture.get("viewBox") == f"0 0 {width} {height}"
    boxes = sorted(
        tuple(int(box.get(side, "")) for side in ("y", "x", "width", "height")) for box in picture.iter(f"{SVG}rect")
    )
    assert all(x >= 0 and y >= 0 and x + wide <= width and y + high <= height for y, x, wide, high in boxes)
    assert all(y != other or x + wide <= start for (y, x, wide, _), (other, start, _, _) in pairwise(boxes))


def test_svg_escapes_what_it_shows() -> None:
    picture = to_svg(from_rpn("2 3 <&>"))
    assert "&lt;&amp;&gt;" in picture
    assert "<&>" not in picture


@pytest.mark.parametrize("side", ["left", "right"])
def test_depth_is_no_limit(side: str) -> None:
    rpn = "1 " + "2 + " * 1500 if side == "left" else "1 " * 1500 + "1 " + "+ " * 1500
    assert to_svg(from_rpn(rpn)).count("<rect") == 3001
    assert to_tree(from_rpn(rpn)).count("\n") == 3000


@given(drawn)
def test_a_latex_picture_has_every_node_once_within_its_frame(expression: Expression) -> None:
    latex, width, height = to_picture(expression)
    nodes = place(expression, "unicode")
    labels = re.findall(r"\\put\((\d+),(\d+)\)\{\\makebox\(0,0\)\{(.*)\}\}", latex)
    assert Counter(label for _, _, label in labels) == Counter(to_prose(node.label) for node in nodes)
    assert len({(x, y) for x, y, _ in labels}) == len(nodes)
    assert rf"\begin{{picture}}({width},{height})" in latex
    assert all(0 < int(x) < width and 0 < int(y) < height for x, y, _ in labels)
    assert latex.count(r"\line(0,-1)") == len(nodes) - 1 + sum(not node.is_number for node in nodes)
