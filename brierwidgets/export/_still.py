"""A live chart as a small SVG picture, in milliseconds and without matplotlib: what a saved notebook keeps of it."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import bqplot
import numpy as np

from brierwidgets.export._marks import Key, Picture, cycle, ends, height, names_along, places, tick_labels, unknown_mark
from brierwidgets.words.html import Markup, tag
from brierwidgets.words.text import one_line

__all__ = ["still_svg"]

_WIDTH, _LEGEND_ROW, _CHARACTER = 720, 20, 6.6
_TEXT, _QUIET = "#1f1f1f", "#c4c4c4"
_DASHES = {"solid": None, "dashed": "8 5", "dotted": "2 4", "dash_dotted": "8 4 2 4"}
_OUTLINES = {  # of markers that are no circles, on a square from -1 to 1
    "square": "-1,-1 1,-1 1,1 -1,1",
    "triangle-up": "0,-1.2 1.1,0.9 -1.1,0.9",
    "triangle-down": "0,1.2 1.1,-0.9 -1.1,-0.9",
    "diamond": "0,-1.3 1,0 0,1.3 -1,0",
    "cross": "-0.4,-1 0.4,-1 0.4,-0.4 1,-0.4 1,0.4 0.4,0.4 0.4,1 -0.4,1 -0.4,0.4 -1,0.4 -1,-0.4 -0.4,-0.4",
}


class _Frame(NamedTuple):
    """Where a figure's marks go: its corners in pixels, and what its scales show."""

    left: float
    top: float
    right: float
    bottom: float
    shown: dict[str, tuple[float, float]]

    def x(self, scale: bqplot.Scale, values: Any) -> np.ndarray:
        low, high = self.shown[scale.model_id]
        return self.left + (np.asarray(values, dtype=float) - low) / (high - low) * (self.right - self.left)

    def y(self, scale: bqplot.Scale, values: Any) -> np.ndarray:
        low, high = self.shown[scale.model_id]
        return self.bottom - (np.asarray(values, dtype=float) - low) / (high - low) * (self.bottom - self.top)

    def holds(self, x: float, y: float) -> bool:
        return bool(self.left - 1 <= x <= self.right + 1 and self.top - 1 <= y <= self.bottom + 1)


def still_svg(drawn: Picture) -> str:
    """Return figures and the key to their lines as SVG: the same charts give the same text, on any machine.

    Examples
    --------
    >>> from brierwidgets import RegretCurve
    >>> curve = RegretCurve([0, 0, 1, 1], {"a < b": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.4))
    >>> picture = still_svg(curve.picture())
    >>> picture[:4], "a &lt; b" in picture
    ('<svg', True)
    >>> curve.close()
    """
    top, parts = _legend(drawn.keys)
    for number, part in enumerate(drawn.figures):
        bottom = top + height(part)
        parts += _figure(part, top, bottom, f"f{number}")
        top = bottom
    paper = tag("rect", width=_WIDTH, height=f"{top:g}", fill="white")
    return tag(
        *("svg", paper, *parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDTH} {top:g}",
        width=_WIDTH,
        height=f"{top:g}",
        font_family="sans-serif",
        font_size=11,
        fill=_TEXT,
    )


def _legend(keys: Sequence[Key]) -> tuple[float, list[Markup]]:
    """Return the height of the legend and its lines, as many beside each other as fit."""
    parts, x, y = [], 12.0, 14.0
    for name, colour, style, width in keys:
        text = one_line(name)
        wide = 46 + _CHARACTER * len(text)
        if x > 12 and x + wide > _WIDTH:
            x, y = 12.0, y + _LEGEND_ROW
        parts.append(_line([(x, y), (x + 28, y)], colour, style, width))
        parts.append(_text(x + 34, y + 4, text))
        x += wide
    return (y + 8 if keys else 0.0), parts


def _figure(part: bqplot.Figure, top: float, bottom: float, name: str) -> Iterator[Markup]:
    for mark in part.marks:
        if type(mark) not in _DRAWERS:
            raise unknown_mark(mark, list(_DRAWERS))
        for scale in (mark.scales["x"], mark.scales["y"]):
            if not isinstance(scale, bqplot.LinearScale | bqplot.OrdinalScale) or scale.reverse:
                raise TypeError("A still picture can be drawn of even scales only, from left to right and upwards.")
    margin = part.fig_margin
    frame = _Frame(
        *(margin["left"], top + margin["top"], _WIDTH - margin["right"], bottom - margin["bottom"]), _shown(part)
    )
    yield tag("clipPath", tag("rect", **_box(*frame[:4])), id=name)
    for axis in part.axes:
        if axis.visible:
            yield from _axis(axis, part.marks, frame)
    for mark in part.marks:
        if mark.visible:
            clipped = None if isinstance(mark, _WHOLE) else f"url(#{name})"
            yield tag("g", *_DRAWERS[type(mark)](mark, frame), clip_path=clipped)


def _shown(part: bqplot.Figure) -> dict[str, tuple[float, float]]:
    """Return what each scale of a figure shows: its own ends, or as far as the marks on it reach."""
    shown = {}
    for side in "xy":
        scales = {mark.scales[side].model_id: mark.scales[side] for mark in part.marks}
        for model_id, scale in scales.items():
            known = ends(scale)
            if known is None:
                on_it = [mark for mark in part.marks if mark.scales[side] is scale]
                values = np.concatenate([_values(mark, side) for mark in on_it])
                values = values[np.isfinite(values)]
                low, high = (float(values.min()), float(values.max())) if values.size else (0.0, 1.0)
                low = low if getattr(scale, "min", None) is None else scale.min
                high = high if getattr(scale, "max", None) is None else scale.max
                known = low, high
            shown[model_id] = known if known[1] > known[0] else (known[0] - 0.5, known[0] + 0.5)
    return shown


def _values(mark: bqplot.Mark, side: str) -> np.ndarray:
    if names := names_along(mark, side):
        return np.array([-0.5, len(names) - 0.5])
    values = places(mark, side).ravel()
    return np.append(values, 0.0) if isinstance(mark, bqplot.Bars) and side == "y" else values


def _axis(axis: bqplot.Axis, marks: Sequence[bqplot.Mark], frame: _Frame) -> Iterator[Markup]:
    values, texts = tick_labels(axis, marks)
    label = one_line(axis.label or "")
    if axis.side == "left":
        yield _line([(frame.left, frame.top), (frame.left, frame.bottom)], _QUIET)
        for y, text in zip(frame.y(axis.scale, values), texts, strict=True):
            yield _text(frame.left - 6, y + 4, text, "end")
        middle = (frame.top + frame.bottom) / 2
        yield _text(14, middle, label, "middle", transform=f"rotate(-90 14 {_tenths(middle)})")
        return
    under = axis.side == "bottom"
    y = frame.bottom if under else frame.top
    yield _line([(frame.left, y), (frame.right, y)], _QUIET)
    for x, text in zip(frame.x(axis.scale, values), texts, strict=True):
        yield _text(x, y + (15 if under else -6), text, "middle")
    yield _text((frame.left + frame.right) / 2, y + (31 if under else -20), label, "middle")


def _pixels(mark: bqplot.Mark, frame: _Frame) -> tuple[np.ndarray, np.ndarray]:
    return frame.x(mark.scales["x"], places(mark, "x")), frame.y(mark.scales["y"], places(mark, "y"))


def _lines(mark: bqplot.Lines, frame: _Frame) -> Iterator[Markup]:
    x, y = _pixels(mark, frame)
    y = np.atleast_2d(y)
    x = np.broadcast_to(x, y.shape)
    opacities = mark.opacities or [1.0]
    if mark.fill in ("between", "bottom"):
        floor = np.full_like(y[0], float(frame.y(mark.scales["y"], 0.0)))
        for row in range(1 if mark.fill == "between" else len(y)):
            below = y[1] if mark.fill == "between" else floor
            outline = [*_thinned(x[row], y[row]), *reversed(_thinned(x[row], below))]
            colour = cycle(mark.fill_colors or mark.colors, len(y))[row]
            yield tag("polygon", points=_points(outline), fill=colour, opacity=mark.fill_opacities[0])
    for row, (colour, opacity) in enumerate(zip(cycle(mark.colors, len(y)), cycle(opacities, len(y)), strict=True)):
        if opacity > 0.0:
            for stretch in _stretches(x[row], y[row]):
                yield _line(_thinned(*stretch), colour, mark.line_style, mark.stroke_width, opacity)


def _scatter(mark: bqplot.Scatter, frame: _Frame) -> Iterator[Markup]:
    x, y = _pixels(mark, frame)
    share = np.ones(x.size)
    if mark.size is not None and np.size(mark.size):
        share = np.asarray(mark.size, dtype=float) / mark.scales["size"].max
    radii = np.sqrt(mark.default_size * share / np.pi)
    for place, radius, colour in zip(zip(x, y, strict=True), radii, cycle(mark.colors, x.size), strict=True):
        if frame.holds(*place) and np.isfinite(radius):
            line = mark.stroke or (None if mark.fill else colour)
            look = {"fill": colour if mark.fill else "none", "stroke": line, "opacity": (mark.opacities or [1.0])[0]}
            if mark.marker in _OUTLINES:
                where = f"translate({_tenths(place[0])} {_tenths(place[1])}) scale({radius:.2f})"
                yield tag("polygon", points=_OUTLINES[mark.marker], transform=where, **look)
            else:
                yield tag("circle", cx=_tenths(place[0]), cy=_tenths(place[1]), r=f"{radius:.2f}", **look)


def _label(mark: bqplot.Label, frame: _Frame) -> Iterator[Markup]:
    colour = mark.colors[0] if len(mark.colors) == 1 else _TEXT
    for x, y, text in zip(*_pixels(mark, frame), mark.text, strict=True):
        if frame.holds(x, y):
            yield _text(x, y + 4, one_line(str(text)), mark.align, fill=colour, font_weight=mark.font_weight)


def _image(mark: bqplot.Image, frame: _Frame) -> Iterator[Markup]:
    x, y = _pixels(mark, frame)
    address = f"data:image/png;base64,{base64.b64encode(mark.image.value).decode()}"
    box = _box(x[0], y[1], x[1], y[0])
    yield tag("image", href=address, **box, preserveAspectRatio="none", style="image-rendering:pixelated")


def _bars(mark: bqplot.Bars, frame: _Frame) -> Iterator[Markup]:
    y = np.atleast_2d(np.asarray(mark.y, dtype=float))
    middles = frame.x(mark.scales["x"], places(mark, "x"))
    wide = 0.8 * (float(np.diff(middles).min()) if middles.size > 1 else frame.right - frame.left)
    by_bar = len(y) == 1
    colours = cycle(mark.colors, y.shape[1] if by_bar else len(y))
    base = np.zeros(y.shape[1])
    for row, heights in enumerate(y):
        tops, floors = frame.y(mark.scales["y"], base + heights), frame.y(mark.scales["y"], base)
        for bar, (place, top, floor) in enumerate(zip(middles, tops, floors, strict=True)):
            if np.isfinite([place, top, floor]).all():
                box = _box(place - wide / 2, min(top, floor), place + wide / 2, max(top, floor))
                yield tag("rect", **box, fill=colours[bar if by_bar else row])
        base = base + heights


_DRAWERS: dict[type, Any] = {
    bqplot.Bars: _bars,
    bqplot.Lines: _lines,
    bqplot.Scatter: _scatter,
    bqplot.Label: _label,
    bqplot.Image: _image,
}
#: Marks that are shown whole or not at all: half a dot at the rim would be taken for another one.
_WHOLE = (bqplot.Scatter, bqplot.Label)


def _line(
    points: Sequence[tuple[float, float]], colour: str, style: str = "solid", width: float = 1.0, opacity: float = 1.0
) -> Markup:
    return tag(
        "polyline",
        points=_points(points),
        fill="none",
        stroke=colour,
        stroke_width=f"{width:g}",
        stroke_dasharray=_DASHES[style],
        opacity=None if opacity == 1.0 else f"{opacity:g}",
    )


def _text(x: float, y: float, text: str, anchor: str = "start", **attributes: Any) -> Markup:
    return tag(
        "text", text, x=_tenths(x), y=_tenths(y), text_anchor=None if anchor == "start" else anchor, **attributes
    )


def _box(left: float, top: float, right: float, bottom: float) -> dict[str, str]:
    return {"x": _tenths(left), "y": _tenths(top), "width": _tenths(right - left), "height": _tenths(bottom - top)}


def _tenths(value: float) -> str:
    """Write a place in tenths of a pixel."""
    return f"{value:.1f}".removesuffix(".0")


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{_tenths(x)},{_tenths(y)}" for x, y in points)


def _stretches(x: np.ndarray, y: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Cut a line where it has no place, as where a number is NaN."""
    known = np.isfinite(x) & np.isfinite(y)
    for stretch in np.split(np.arange(x.size), np.flatnonzero(np.diff(known)) + 1):
        if stretch.size > 1 and known[stretch[0]]:
            yield x[stretch], y[stretch]


def _thinned(x: np.ndarray, y: np.ndarray, tolerance: float = 0.25) -> list[tuple[float, float]]:
    """Leave points out that lie on the line between others, but for a quarter of a pixel (Douglas and Peucker)."""
    known = np.isfinite(x) & np.isfinite(y)
    x, y = x[known], np.clip(y[known], -1e4, 1e4)
    keep = np.zeros(x.size, dtype=bool)
    keep[:1] = keep[-1:] = True
    waiting = [(0, x.size - 1)] if x.size > 2 else []
    while waiting:
        first, last = waiting.pop()
        dx, dy = x[last] - x[first], y[last] - y[first]
        inner = slice(first + 1, last)
        away = np.abs(dx * (y[inner] - y[first]) - dy * (x[inner] - x[first])) / max(np.hypot(dx, dy), 1e-9)
        if away.size and away.max() > tolerance:
            middle = first + 1 + int(away.argmax())
            keep[middle] = True
            waiting += [(first, middle), (middle, last)]
    return [(float(a), float(b)) for a, b in zip(x[keep], y[keep], strict=True)]
