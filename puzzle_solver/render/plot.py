"""Curves over integers on a logarithmic scale, drawn as SVG or PNG by matplotlib, which nothing else needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from io import BytesIO
from itertools import cycle
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from puzzle_solver.errors import InvalidPuzzle, MissingLibrary

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Point(NamedTuple):
    """A point of a curve; ``stopped``: the true one lies higher."""

    x: int
    y: float
    stopped: bool = False


Curves: TypeAlias = Mapping[str, Sequence[Point]]
Look: TypeAlias = Mapping[str, Any]

_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Those of Okabe and Ito, which the colour-blind can tell apart."""
_LOOKS: Final[tuple[Look, ...]] = tuple(
    {"color": colour, "marker": marker} for colour, marker in zip(_COLOURS, "osD^vP", strict=True)
)
_HOLLOW: Final[Look] = MappingProxyType({"linestyle": "", "markerfacecolor": "white"})
_SETTINGS: Final[dict[Any, Any]] = {"svg.fonttype": "none", "svg.hashsalt": "plot", "font.size": 9}
_METADATA: Final[Mapping[str, dict[str, Any]]] = MappingProxyType({".svg": {"Date": None}, ".png": {}})
"""By the ending of the file. Without a date, and with a salt, the same plot is the same file."""


def check_plot(path: str) -> str:
    """Return the ending of a file that a plot is to be drawn in, ``.svg`` or ``.png``, if one can be.

    Raises:
        InvalidPuzzle: the name of the file ends neither in .svg nor in .png, in upper or lower case.
        MissingLibrary: matplotlib is not installed.
    """
    ending = Path(path).suffix.lower()
    if ending not in _METADATA:
        raise InvalidPuzzle(f"{path!r} is no name for a plot: let it end in {' or '.join(_METADATA)}")
    if find_spec("matplotlib") is None:
        raise MissingLibrary("matplotlib draws plots, and is not installed: pip install 'puzzle_solver[plot]'")
    return ending


def draw(ending: str, title: str, across: str, panels: Mapping[str, Curves]) -> bytes:
    """Draw a panel for each amount, side by side, its curves over what ``across`` says.

    ``ending``: that of the file that the bytes are for, as :func:`check_plot` returns it.
    """
    # Not pyplot, which looks for a display and keeps every figure.
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    names = dict.fromkeys(name for curves in panels.values() for name in curves)
    # The same look in every panel; with more than six curves colours come again.
    looks = dict(zip(names, cycle(_LOOKS), strict=False))
    with rc_context(_SETTINGS):
        figure = Figure(figsize=(9, 4), layout="constrained")
        figure.suptitle(title)
        for place, (amount, curves) in enumerate(panels.items(), 1):
            axes = figure.add_subplot(1, len(panels), place, title=amount, xlabel=across, yscale="log")
            _draw_curves(axes, curves, looks)
        known = [Line2D([], [], label=name, **look) for name, look in looks.items()]
        stopped = Line2D([], [], label="stopped", color="gray", marker="o", **_HOLLOW)
        figure.legend(handles=[*known, stopped], loc="outside right center", frameon=False)
        drawn = BytesIO()
        figure.savefig(drawn, dpi=160, format=ending.removeprefix("."), metadata=_METADATA[ending])
        return drawn.getvalue()


def _draw_curves(axes: Axes, curves: Curves, looks: Mapping[str, Look]) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    for name, points in curves.items():
        axes.plot(*_places(points), **looks[name])
        # Drawn over the curve: a hollow point is where an engine was stopped, and the true one lies higher.
        axes.plot(*_places(point for point in points if point.stopped), **looks[name], **_HOLLOW)


def _places(points: Iterable[Point]) -> tuple[list[int], list[float]]:
    places = [(point.x, point.y) for point in points]
    return [x for x, _ in places], [y for _, y in places]
