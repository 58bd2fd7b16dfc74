"""The best model on every interval at once."""

from __future__ import annotations

import html
from dataclasses import replace
from typing import Any

import bqplot
import ipywidgets as widgets
import numpy as np
import traitlets
from ipyevents import Event

from brierwidgets.analysis_words import interval_words, sensitivity_words
from brierwidgets.controls._legend import ModelLegend
from brierwidgets.core.curves import CURVES, Curve
from brierwidgets.core.intervals import Interval
from brierwidgets.formatting import nice_cost, parse_in_unit, percent
from brierwidgets.sensitivity import BestOverIntervals
from brierwidgets.state import as_state
from brierwidgets.traits import check_choice, refuse_unknown
from brierwidgets.views._base import View, close_all, guarded
from brierwidgets.views._map_picture import key_table, letter_places, paints, pixels
from brierwidgets.views._parts import make_figure, spoken, typed
from brierwidgets.views._picture import HasPicture
from brierwidgets.views._png import png
from brierwidgets.views._ticks import cost_ticks

__all__ = ["SensitivityMap"]

_AXES = {"probability": CURVES["regret"], "log-odds": CURVES["log-odds"]}
_MARGIN = {"top": 14, "bottom": 50, "left": 70, "right": 18}
_CELLS = 140
#: Averages over log-odds need ends inside (0, 1).
_INNER = Interval(0.001, 0.999)


class SensitivityMap(HasPicture, View):
    """The triangle of all intervals, each in the colour of its best model; a click sets the interval.

    A place is the interval from the cost ratio on the x axis to the one on the y axis. It is faint where the best model
    leads the next by no more than the standard error of the difference. The ring is the present interval.

    Parameters
    ----------
    data
        An `ExplorerState` to share, a `Comparison`, or outcomes (then `models` holds the scores).
    models
        Scores by model, when `data` are outcomes.
    interval
        The cost ratios that matter.
    axis
        How cost ratios are laid out: ``"log-odds"`` or ``"probability"``.
    zoom
        Show intervals around the present one instead of all.
    ends
        Show boxes in which the interval can be typed.
    height
        Height of the map, in CSS.

    Examples
    --------
    >>> chart = SensitivityMap([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> chart.interval = (0.2, 0.4)
    >>> chart.text[:93]
    'From 20% to 40%: shy, 68.8 ± 129 per 1,000 people ahead of keen, a lead within its standard e'
    >>> chart.close()
    """

    axis = traitlets.Enum(list(_AXES), "log-odds", help="How cost ratios are laid out.")

    def __init__(
        self,
        data: Any,
        models: Any = None,
        *,
        interval: Any = None,
        axis: str = "log-odds",
        zoom: bool | None = None,
        ends: bool = True,
        height: str = "480px",
        **unknown: Any,
    ) -> None:
        refuse_unknown(type(self), unknown)
        check_choice("axis", axis, list(_AXES))
        state = as_state(data, models, interval=interval, zoom=zoom)
        super().__init__(state, owns_state=state is not data)
        self.axis = axis
        self._found: BestOverIntervals | None = None
        self._asked: tuple[Any, ...] = ()
        self._aimed: tuple[Any, ...] = ()
        self._window = _INNER
        self._paints = paints(state.comparison.names)
        self._make_figure(height)
        self._make_controls(ends=ends)
        state.observe(self._on_zoom, "zoom")
        self._refit()
        self._show([self._top, self._middle])
        self._rested()

    # --- building ---------------------------------------------------------------------------

    def _make_figure(self, height: str) -> None:
        # Without padding for the ring, so that a pixel is a pair of cost ratios.
        self._x, self._y = (bqplot.LinearScale(allow_padding=False) for _ in range(2))
        scales = {"x": self._x, "y": self._y}
        corner = np.zeros(1)
        # bqplot shows a new picture only when it is given another widget, so two take turns.
        self._pictures = [widgets.Image(value=png(np.zeros((1, 1, 4))), format="png") for _ in range(2)]
        self._image = bqplot.Image(image=self._pictures[0], scales=scales)
        self._letters = bqplot.Label(x=corner, y=corner, text=[""], scales=scales, default_size=20, align="middle")
        self._rings = [
            bqplot.Scatter(
                x=corner,
                y=corner,
                scales=scales,
                colors=[colour],
                fill=False,
                stroke=colour,
                stroke_width=width,
                default_size=size,
            )
            for colour, width, size in (("white", 5, 170), ("black", 2.5, 170))
        ]
        self._x_axis, self._y_axis = (
            bqplot.Axis(scale=scale, side=side, label=label, label_offset=offset, grid_lines="none")
            for scale, side, label, offset in (
                (self._x, "bottom", "From: lower end of the interval", "36px"),
                (self._y, "left", "To: upper end of the interval", "54px"),
            )
        )
        self._figure = make_figure(
            [self._image, self._letters, *self._rings],
            [self._x_axis, self._y_axis],
            _MARGIN,
            height=height,
            width="auto",
            min_width="300px",
            flex="1 1 480px",
        )
        self._figure.add_class("bw-map")
        self._pointer = Event(
            source=self._figure,
            watched_events=["click", "mousemove", "mouseleave"],
            throttle_or_debounce="throttle",
            wait=50,
        )
        self._pointer.on_dom_event(self._on_pointer)

    def _make_controls(self, *, ends: bool) -> None:
        state = self._state
        self._legend = ModelLegend(state)
        self._axes = widgets.ToggleButtons(options=list(_AXES), value=self.axis)
        self._zoom = widgets.ToggleButton(
            value=state.zoom, description="Zoom to interval", icon="search-plus", layout={"width": "auto"}
        )
        self._links = [
            traitlets.link((self, "axis"), (self._axes, "value")),
            traitlets.link((state, "zoom"), (self._zoom, "value")),
        ]
        switches = widgets.HBox([self._zoom, self._axes])
        switches.add_class("bw-ends")
        self._top = widgets.HBox([self._legend, switches])
        self._top.add_class("bw-top")
        self._boxes = [typed("from", "1.66%"), typed("to", "3%")]
        for number, box in enumerate(self._boxes):
            box.observe(lambda change, number=number: self._on_box(number, change.new), "value")
        boxes = widgets.HBox(self._boxes, layout={"display": "" if ends else "none"})
        boxes.add_class("bw-ends")
        self._key, self._hover, self._words = widgets.HTML(), widgets.HTML(), widgets.HTML()
        about = widgets.HTML(
            '<div class="bw-words">Faint: the lead is within its standard error. Ring: the present interval; click to '
            "set another.</div>"
        )
        side = widgets.VBox([boxes, self._words, self._key, about, self._hover])
        side.add_class("bw-side")
        self._middle = widgets.HBox([self._figure, side])
        self._middle.add_class("bw-middle")
        self._tell_hover("")

    # --- drawing ----------------------------------------------------------------------------

    @property
    def curve(self) -> Curve:
        """How cost ratios are laid out."""
        return _AXES[self.axis]

    @property
    def found(self) -> BestOverIntervals | None:
        """The best model on each interval of the map; None when no model is shown."""
        return self._found

    @property
    def text(self) -> str:
        """The words as plain text."""
        return " ".join(self.sentences)

    @property
    def sentences(self) -> list[str]:
        """What the map shows, in words."""
        state = self._state
        if self._found is None:
            return ["No model is shown. Tick one in the legend."]
        here = self._search(state.interval, standard_errors=False)
        if state.lead is not None:
            here = replace(here, standard_error=np.full((2, 2), state.lead.standard_error))
        told = [interval_words(here, 0, 1), sensitivity_words(self._found)]
        if state.comparison.rows is None:
            told.append("How sure this is cannot be told from counts alone.")
        return told

    def _draw(self) -> None:
        """Follow a move: the ring. The map and the words wait until the hand rests."""
        low, high = self._place(self._state.interval)
        for ring in self._rings:
            with ring.hold_sync():
                ring.x, ring.y = np.array([low]), np.array([high])
        for box, end in zip(self._boxes, self._state.interval, strict=True):
            box.value = percent(end, digits=6)

    def _rested(self) -> None:
        if not self._fits():
            self._aim()
            self._draw()
        self._fill()
        self._words.value = spoken(self.sentences)

    def _refit(self) -> None:
        self._aim()
        self._fill()

    def _place(self, interval: Interval) -> np.ndarray:
        return np.asarray(self.curve.to_axis(np.clip(np.array(interval), *self._window)), dtype=float)

    def _fits(self) -> bool:
        """Whether the window is what was asked for, and the present interval can be seen in it."""
        if self._aimed != (self._state.zoom, self._state.spacing, self.axis):
            return False
        if not self._state.zoom:
            return True
        (low, high), (first, last) = self._place(self._state.interval), self._place(self._window)
        inside = self._window.low <= self._state.interval.low and self._state.interval.high <= self._window.high
        return inside and (high - low) > 0.06 * (last - first)

    def _aim(self) -> None:
        """Choose the cost ratios to show, and fit the axes to them."""
        state, curve = self._state, self.curve
        self._aimed = (state.zoom, state.spacing, self.axis)
        self._window = curve.limits if state.spacing == "cost" else _INNER
        if state.zoom:
            low, high = self._place(state.interval)
            first, last = self._place(self._window)
            reach = max(2 * (high - low), 0.05 * (last - first))
            self._window = Interval(
                float(curve.from_axis(max(first, low - reach))), float(curve.from_axis(min(last, high + reach)))
            )
        first, last = self._place(self._window)
        half = (last - first) / (_CELLS - 1) / 2
        span = np.array([first - half, last + half])
        for scale in (self._x, self._y):
            with scale.hold_sync():
                scale.min, scale.max = span
        with self._image.hold_sync():
            self._image.x = self._image.y = span
        ticks = cost_ticks(curve, self._window)
        places = np.round(np.asarray(curve.to_axis(ticks), dtype=float), 9)
        for axis in (self._x_axis, self._y_axis):
            # Labels first, in a message of their own: bqplot writes new ticks with the labels it had before.
            axis.tick_labels = {f"{p:.12g}": percent(float(c)) for p, c in zip(places, ticks, strict=True)}
            axis.tick_values = places

    def _fill(self) -> None:
        """Find the best models and colour the map, unless it shows just that already."""
        state = self._state
        asked = (state.comparison, tuple(state.shown), state.spacing, self.axis, self._window)
        if asked == self._asked:
            return
        self._asked, self._found = asked, None
        picture = np.zeros((1, 1, 4))
        if state.shown:
            grid = np.clip(self.curve.from_axis(self._grid_places()), *self._window)
            self._found = self._search(grid, standard_errors=True)
            picture = pixels(self._found, self._paints)
        idle = self._pictures[self._image.image is self._pictures[0]]
        idle.value = png(picture)
        self._image.image = idle
        self._put_letters()
        self._key.value = key_table(self._found, self._paints)

    def _grid_places(self) -> np.ndarray:
        first, last = self._place(self._window)
        return np.linspace(first, last, _CELLS)

    def _search(self, grid: Any, *, standard_errors: bool) -> BestOverIntervals:
        state = self._state
        sure = standard_errors and state.comparison.rows is not None
        return state.comparison.best_over_intervals(
            grid, spacing=state.spacing, names=state.shown, standard_errors=sure
        )

    def _put_letters(self) -> None:
        places = {} if self._found is None else letter_places(self._found)
        with self._letters.hold_sync():
            if places:
                self._letters.x, self._letters.y = self._grid_places()[np.array(list(places.values()))].T
                self._letters.text = [self._paints[name].letter for name in places]
            self._letters.visible = bool(places)

    def _tell_hover(self, words: str) -> None:
        self._hover.value = f'<div class="bw-words bw-hover">{html.escape(words)}</div>'

    # --- from the hand ----------------------------------------------------------------------

    @guarded
    def _on_pointer(self, event: dict[str, Any]) -> None:
        pair = None if event["type"] == "mouseleave" else self._under(event)
        if pair is None or pair.low >= pair.high:
            if event["type"] != "click":
                self._tell_hover("")
        elif event["type"] == "click":
            self._state.interval = Interval(*map(nice_cost, pair))
        elif self._found is not None:
            grid = self.curve.to_axis(self._found.grid)
            low, high = (int(np.abs(grid - self.curve.to_axis(end)).argmin()) for end in pair)
            self._tell_hover(interval_words(self._found, low, high) if low < high else "")

    def _under(self, event: dict[str, Any]) -> Interval | None:
        """Return the two cost ratios at the pointer, or None beside the map."""
        across = event.get("boundingRectWidth", 0) - _MARGIN["left"] - _MARGIN["right"]
        upwards = event.get("boundingRectHeight", 0) - _MARGIN["top"] - _MARGIN["bottom"]
        if across <= 0 or upwards <= 0:
            return None
        shares = (event["relativeX"] - _MARGIN["left"]) / across, 1 - (event["relativeY"] - _MARGIN["top"]) / upwards
        if not all(0 <= share <= 1 for share in shares):
            return None
        span = self._x.max - self._x.min
        ends = self.curve.from_axis(self._x.min + np.array(shares) * span)
        return Interval(*(float(end) for end in np.clip(ends, *self._window)))

    @guarded
    def _on_box(self, number: int, text: str) -> None:
        ends = list(self._state.interval)
        if text == percent(ends[number], digits=6):
            return
        try:
            ends[number] = parse_in_unit(text, "probability")
            self._state.interval = Interval(*ends)
        finally:
            for box, end in zip(self._boxes, self._state.interval, strict=True):
                box.value = percent(end, digits=6)

    @traitlets.observe("axis")
    @guarded
    def _on_axis(self, _change: Any) -> None:
        if self.children:
            self._rested()

    @guarded
    def _on_zoom(self, _change: Any) -> None:
        if self.active:
            self._rested()
        else:
            self._stale = True

    def _detach(self) -> None:
        self._state.unobserve(self._on_zoom, "zoom")
        for link in self._links:
            link.unlink()
        self._legend.detach()
        self._pointer.close()
        for picture in self._pictures:  # one of them is on no chart
            close_all(picture)
            picture.close()
