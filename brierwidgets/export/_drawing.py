"""Draw a live chart with matplotlib, from the very marks that it shows: no browser needed.

Only `brierwidgets.export._pictures` imports this module, when a picture is wanted: matplotlib is an extra.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import bqplot
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.image import imread
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke
from matplotlib.style import context
from matplotlib.transforms import Affine2D, blended_transform_factory

from brierwidgets.export._marks import Key, Picture, cycle, ends, height, places, tick_labels, unknown_mark
from brierwidgets.words.text import one_line

__all__ = ["draw", "render"]

#: Of a pixel on the screen, at 96 an inch, in points.
_POINT = 0.75
_STYLES: dict[str, Any] = {
    "solid": "-",
    "dashed": (0, (4, 2.5)),
    "dotted": (0, (1, 2)),
    "dash_dotted": (0, (4, 2, 1, 2)),
}
_MARKERS = {
    "circle": "o",
    "square": "s",
    "triangle-up": "^",
    "diamond": "D",
    "triangle-down": "v",
    "cross": "P",
}
_TEXT = "#1f1f1f"
_SETTINGS: dict[str, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": 9,
    "text.color": _TEXT,
    "axes.labelcolor": _TEXT,
    "axes.edgecolor": "#c4c4c4",
    "xtick.color": "#c4c4c4",
    "ytick.color": "#c4c4c4",
    "xtick.labelcolor": _TEXT,
    "ytick.labelcolor": _TEXT,
    "svg.hashsalt": "brierwidgets",  # the same chart is the same file
}
_UNDATED: dict[str, dict[str, Any]] = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}


def render(drawn: Picture, kind: str, *, size: tuple[float, float], dpi: float, title: str | None) -> bytes:
    """Return figures as a picture of a kind, the same on every machine and every day."""
    picture = io.BytesIO()
    with context(["default", _SETTINGS]):
        _draw(drawn, size, title).savefig(picture, format=kind, dpi=dpi, metadata=_UNDATED[kind])
    return picture.getvalue()


def draw(drawn: Picture, *, size: tuple[float, float], title: str | None) -> Figure:
    """Return figures as one of matplotlib's, to change, show and save."""
    with context(["default", _SETTINGS]):
        return _draw(drawn, size, title)


class _Figure(Figure):
    """A figure that a notebook shows, also when it belongs to no window of pyplot's."""

    def _repr_png_(self) -> bytes:
        picture = io.BytesIO()
        self.savefig(picture, format="png", dpi=120)
        return picture.getvalue()


def _draw(drawn: Picture, size: tuple[float, float], title: str | None) -> Figure:
    """Return a figure that belongs to no window and to no list of figures."""
    picture = _Figure(figsize=size)
    picture.set_layout_engine("constrained", w_pad=0.12, h_pad=0.1)
    heights = [height(part) for part in drawn.figures]
    rows = picture.subplots(len(heights), 1, squeeze=False, height_ratios=heights)[:, 0]
    for part, axes in zip(drawn.figures, rows, strict=True):
        _draw_figure(part, axes)
    _draw_legend(drawn.keys, picture, title)
    return picture


def _draw_figure(part: bqplot.Figure, axes: Axes) -> None:
    drawn = [axis for axis in part.axes if axis.visible]
    scales = part.marks[0].scales | {"y" if axis.side == "left" else "x": axis.scale for axis in drawn}
    sides = {axis.side for axis in drawn}
    for side, spine in axes.spines.items():
        spine.set_visible(side in sides)
    axes.tick_params(bottom="bottom" in sides, labelbottom="bottom" in sides, left="left" in sides)
    for axis in drawn:
        _draw_axis(axis, part.marks, axes)
    for order, mark in enumerate(part.marks, start=1):
        if mark.visible:
            if type(mark) not in _DRAWERS:
                raise unknown_mark(mark, list(_DRAWERS))
            _DRAWERS[type(mark)](mark, axes, zorder=order, **_placed(mark, scales, axes))
    # Last: ticks and marks may have stretched them. Of a scale with one end the other follows from the marks.
    axes.set(**{f"{side}lim": [getattr(scales[side], end, None) for end in ("min", "max")] for side in "xy"})


def _placed(mark: bqplot.Mark, scales: Mapping[str, bqplot.Scale], axes: Axes) -> dict[str, Any]:
    """Return how a mark lies that has scales of its own: from one end of the chart to the other, as those have ends."""
    along: dict[str, Any] = {}
    for side in "xy":
        own = ends(mark.scales[side])
        if mark.scales[side] is not scales[side] and own is not None:
            along[side] = Affine2D().translate(-own[0], -own[0]).scale(1 / (own[1] - own[0])) + axes.transAxes
    if not along:
        return {}
    return {"transform": blended_transform_factory(*(along.get(side, axes.transData) for side in "xy"))}


def _draw_axis(axis: bqplot.Axis, marks: Sequence[bqplot.Mark], axes: Axes) -> None:
    values, labels = tick_labels(axis, marks)
    if not values:
        (axes.set_ylabel if axis.side == "left" else axes.set_xlabel)(axis.label)
        return
    if axis.side == "left":
        axes.set_yticks(values, labels, parse_math=False)
        axes.set_ylabel(one_line(axis.label))
    else:
        ticked = axes.secondary_xaxis("top") if axis.side == "top" else axes
        ticked.set_xticks(values, labels, parse_math=False)
        ticked.set_xlabel(one_line(axis.label))


def _draw_lines(mark: bqplot.Lines, axes: Axes, **placed: Any) -> None:
    y = np.atleast_2d(places(mark, "y"))
    x = np.broadcast_to(places(mark, "x"), y.shape)
    if mark.fill == "between":
        colour, opacity = mark.fill_colors[0], mark.fill_opacities[0]
        axes.fill_between(x[0], y[0], y[1], color=colour, alpha=opacity, linewidth=0, **placed)
    elif mark.fill == "bottom":
        for row, colour in zip(range(len(y)), cycle(mark.colors, len(y)), strict=True):
            axes.fill_between(x[row], y[row], 0.0, color=colour, alpha=mark.fill_opacities[0], linewidth=0, **placed)
    looks = zip(cycle(mark.colors, len(y)), cycle(mark.opacities or [1.0], len(y)), strict=True)
    for row, (colour, opacity) in enumerate(looks):
        if opacity > 0.0:
            axes.plot(
                *(x[row], y[row]),
                color=colour,
                alpha=opacity,
                linewidth=_POINT * mark.stroke_width,
                linestyle=_STYLES[mark.line_style],
                solid_capstyle="butt",
                **placed,
            )


def _draw_scatter(mark: bqplot.Scatter, axes: Axes, **placed: Any) -> None:
    x = places(mark, "x")
    share = np.ones(x.size)
    if mark.size is not None and np.size(mark.size):
        share = np.asarray(mark.size, dtype=float) / mark.scales["size"].max
    colours = cycle(mark.colors, x.size)
    axes.scatter(
        *(x, places(mark, "y")),
        s=_POINT**2 * mark.default_size * share,
        marker=_MARKERS[mark.marker],
        facecolors=colours if mark.fill else "none",
        edgecolors=[mark.stroke] * x.size if mark.stroke else "none" if mark.fill else colours,
        linewidths=_POINT * mark.stroke_width if mark.stroke else 0.0,
        alpha=(mark.opacities or [1.0])[0],
        **placed,
    )


def _draw_label(mark: bqplot.Label, axes: Axes, **placed: Any) -> None:
    where = {"start": "left", "middle": "center", "end": "right"}[mark.align]
    colour = mark.colors[0] if len(mark.colors) == 1 else _TEXT  # many are bqplot's own, which the page overrules
    for x, y, text in zip(places(mark, "x"), places(mark, "y"), mark.text, strict=True):
        axes.text(
            *(x, y, one_line(str(text))),
            color=colour,
            ha=where,
            va="center",
            fontsize=_POINT * mark.default_size,
            fontweight=mark.font_weight,
            parse_math=False,
            path_effects=[withStroke(linewidth=3, foreground="white")],
            **placed,
        )


def _draw_image(mark: bqplot.Image, axes: Axes, **placed: Any) -> None:
    pixels = imread(io.BytesIO(mark.image.value), format="png")
    axes.imshow(pixels, extent=(*mark.x, *mark.y), aspect="auto", interpolation="nearest", **placed)


def _draw_bars(mark: bqplot.Bars, axes: Axes, **placed: Any) -> None:
    y = np.atleast_2d(np.asarray(mark.y, dtype=float))
    x = places(mark, "x")
    width = 0.8 * (float(np.diff(x).min()) if x.size > 1 else 1.0)
    by_bar = len(y) == 1
    colours = cycle(mark.colors, y.shape[1] if by_bar else len(y))
    base = np.zeros(y.shape[1])
    for row, heights in enumerate(y):
        axes.bar(x, heights, width, bottom=base, color=colours if by_bar else colours[row], **placed)
        base = base + heights


_DRAWERS = {
    bqplot.Bars: _draw_bars,
    bqplot.Lines: _draw_lines,
    bqplot.Scatter: _draw_scatter,
    bqplot.Label: _draw_label,
    bqplot.Image: _draw_image,
}


def _draw_legend(entries: list[Key], picture: Figure, title: str | None) -> None:
    keys = [
        Line2D([], [], color=colour, linestyle=_STYLES[style], linewidth=_POINT * width)
        for _, colour, style, width in entries
    ]
    canvas: Any = FigureCanvasAgg(picture)  # matplotlib gives its methods no types
    renderer = canvas.get_renderer()
    for columns in range(len(entries), 0, -1):  # as many as fit beside each other
        legend = picture.legend(
            *(keys, ["model"] * len(keys)), loc="outside upper left", ncols=columns, frameon=False, handlelength=3.2
        )
        for text, (name, *_) in zip(legend.get_texts(), entries, strict=True):
            text.set(text=one_line(name), parse_math=False)  # afterwards: a name that begins with _ would be left out
        if columns == 1 or legend.get_window_extent(renderer).width < 0.98 * picture.bbox.width:
            break
        legend.remove()
    if title:
        legend.set_title(one_line(title), prop=FontProperties(size=12, weight="bold"))
        legend.set_alignment("left")
        legend.get_title().set_parse_math(False)
