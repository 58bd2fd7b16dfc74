"""The best model on every interval at once."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Unpack

import bqplot
import ipywidgets as widgets
import numpy as np
import traitlets

from brierwidgets.core.curves import COST_AXES, Curve
from brierwidgets.core.intervals import Interval
from brierwidgets.core.move import Move
from brierwidgets.data.best_over_intervals import BestOverIntervals
from brierwidgets.state.arguments import check_choice
from brierwidgets.ui.choices import axis_buttons, switch_button
from brierwidgets.ui.cost_axis import CostAxis
from brierwidgets.ui.figure import css_pixels, make_figure, margins, tick_count
from brierwidgets.ui.frame import close_inside, on_change
from brierwidgets.ui.layout import live_text, row
from brierwidgets.ui.legend import ModelLegend
from brierwidgets.ui.marks import points_mark
from brierwidgets.ui.palette import BASELINE
from brierwidgets.ui.typed import TypedBoxes, end_texts, type_end
from brierwidgets.ui.view import View, ViewOptions
from brierwidgets.views._map_picture import key_table, letter_places, paints, pixels, png
from brierwidgets.words.html import spoken, tag
from brierwidgets.words.sensitivity import describe_interval, describe_sensitivity

__all__ = ["SensitivityMap"]

_TICKS = 11
_MARGIN = {"top": 14, "bottom": 50, "left": 70, "right": 18}
_CELLS = 140
#: Averages over log-odds need ends inside (0, 1).
_INNER = Interval(0.001, 0.999)
_BOXES = {"low": ("from", "such as 1.66% or 1:59"), "high": ("to", "such as 3% or 1:32")}
_ABOUT = (
    "Faint: the lead could be chance. Striped: treating all or none beats every model. "
    "Ring: the present interval; click to set another."
)


class SensitivityMap(View):
    """The triangle of all intervals, each in the colour of its best model; a click sets the interval.

    A place is the interval from the cost ratio on the x axis to the one on the y axis. It is faint where the best model
    leads the next by no more than chance would do, and striped where treating all or none beats every model. The ring
    is the present interval.

    Parameters
    ----------
    data, models, interval, spacing, shown, zoom, bands, groups, group
        As in `brierwidgets.ui.View`; `zoom` shows intervals around the present one instead of all.
    axis
        How cost ratios are laid out: ``"log-odds"`` or ``"probability"``.
    ends
        Show boxes in which the interval can be typed.
    height
        Height of the map, in CSS.

    Examples
    --------
    >>> chart = SensitivityMap([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> chart.interval = (0.2, 0.4)
    >>> chart.text[:57]
    'From 20% to 40%: shy, 68.8 per 1,000 people ahead of keen'
    >>> chart.close()
    """

    axis = traitlets.Enum(list(COST_AXES), "log-odds", help="How cost ratios are laid out.")

    def __init__(
        self,
        data: Any,
        models: Any = None,
        *,
        axis: str = "log-odds",
        ends: bool = True,
        height: str = "480px",
        **options: Unpack[ViewOptions],
    ) -> None:
        check_choice("axis", axis, list(COST_AXES))
        super().__init__(data, models, **options)
        self.axis = axis
        self._found: BestOverIntervals | None = None
        self._painted: tuple[Any, ...] = ()
        self._framed: tuple[Any, ...] = ()
        self._paints = paints(self.state.comparison.names)
        self._build_figure(height)
        top, side = self._build_controls(ends=ends)
        self.watch("zoom", self.rested)
        self.show(top, row(self._figure, side, css_classes=("bw-middle",)))

    # --- building ---------------------------------------------------------------------------

    def _build_figure(self, height: str) -> None:
        # Without padding for the ring, so that a pixel is a pair of cost ratios.
        self._x, self._y = (bqplot.LinearScale(allow_padding=False) for _ in range(2))
        size = self.state.size
        most = tick_count(_TICKS, size)
        self._low_axis = CostAxis(
            "From: lower end of the interval", offset=css_pixels(36, size), most=most, scale=self._x
        )
        self._high_axis = CostAxis(
            "To: upper end of the interval", side="left", offset=css_pixels(54, size), most=most, scale=self._y
        )
        scales = {"x": self._x, "y": self._y}
        corner = np.zeros(1)
        # bqplot shows a new picture only when it is given another widget, so two take turns.
        self._pictures = [widgets.Image(value=png(np.zeros((1, 1, 4))), format="png") for _ in range(2)]
        for picture in self._pictures:  # one of them is on no chart
            self.at_close(picture.close)
            self.at_close(partial(close_inside, picture))
        self._image = bqplot.Image(image=self._pictures[0], scales=scales)
        self._letters = bqplot.Label(x=corner, y=corner, text=[""], scales=scales, default_size=20, align="middle")
        self._rings = [
            points_mark(scales, 170, colors=[colour], fill=False, stroke=colour, stroke_width=width)
            for colour, width in (("white", 5), ("black", 2.5))
        ]
        self._figure = make_figure(
            [self._image, self._letters, *self._rings],
            [self._low_axis.axis, self._high_axis.axis],
            margins(_MARGIN, size),
            height=height,
            width="auto",
            min_width="300px",
            flex="1 1 480px",
        ).add_class("bw-map")

    def _build_controls(self, *, ends: bool) -> tuple[widgets.Widget, widgets.Widget]:
        """Return what is above the map, and what is beside it."""
        self._axes, self._zoom = axis_buttons(self), switch_button(self, "zoom", "Zoom to interval")
        self._legend = ModelLegend(self)
        top = row(row(self._zoom, self._axes), self._legend, css_classes=("bw-top",))
        state = self.state
        self._boxes = TypedBoxes(self, _BOXES, partial(end_texts, state), partial(type_end, state))
        boxes = row(*self._boxes.boxes.values(), shown=ends)
        self._words, self._map_words, self._key = live_text(), widgets.HTML(), widgets.HTML()
        self._hover = widgets.HTML(tag("div", class_="bw-words bw-hover"))  # what the page says under the pointer
        note = self.state.comparison.note if ends else ""  # in an Explorer the verdict says it
        about = widgets.HTML(tag("div", f"{_ABOUT} {note}".strip(), class_="bw-words"))
        side = widgets.VBox([boxes, self._words, self._map_words, self._key, about, self._hover])
        return top, side.add_class("bw-side")

    def page_spec(self) -> dict[str, Any] | None:
        """Return the ring, and what the pointer over the map and a page on its own change."""
        return {
            "kind": "map",
            "legend": self._legend.boxes,
            "switches": [{"name": "zoom", "widget": self._zoom}],
            "figure": self._figure,
            "ticks": tick_count(_TICKS, self.state.size),
            "axis_choice": self._axes,
            "axis_names": list(COST_AXES),
            "scales": {"x": self._x, "y": self._y},
            "axes": [self._low_axis.axis, self._high_axis.axis],
            "image": self._image,
            "letters": self._letters,
            "rings": self._rings,
            "boxes": self._boxes.boxes,
            "notice": self.notice,
            "texts": {"words": self._words, "whole": self._map_words, "key": self._key, "hover": self._hover},
            "paints": {name: paint._asdict() for name, paint in self._paints.items()},
            "grey": BASELINE,
        }

    # --- drawing ----------------------------------------------------------------------------

    @property
    def curve(self) -> Curve:
        """How cost ratios are laid out."""
        return COST_AXES[self.axis]

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
        if self._found is None or not self.state.shown:
            return ["No model is shown. Switch one on by its name."]
        return [self._interval_sentence(), *self._map_sentences()]

    def _interval_sentence(self) -> str:
        """Say who is best on the present interval."""
        state, lead = self.state, self.state.lead
        paired = lead is not None and lead.rival == state.move.runner_up  # else a rule, which is on no map
        here = self._search(np.array(state.interval), standard_errors=not paired)
        if lead is not None and paired:
            error, low, high = (np.full((2, 2), value) for value in (lead.standard_error, lead.low, lead.high))
            here = replace(here, standard_error=error, low=low, high=high)
        return describe_interval(here, 0, 1, self.state.unit)

    def _map_sentences(self) -> list[str]:
        """Say what does not change with the present interval."""
        if self._found is None:
            return []
        sentences = [describe_sensitivity(self._found)]
        if self.state.comparison.rows is None:
            sentences.append("How sure this is cannot be told from counts alone.")
        return sentences

    def draw(self, move: Move) -> None:
        """Follow a move: the ring and the boxes. The map and the words wait until the hand rests."""
        low, high = self._low_axis.places(np.array(move.interval))
        for ring in self._rings:
            with ring.hold_sync():
                ring.x, ring.y = np.array([low]), np.array([high])
        self._boxes.write()

    def rested(self) -> None:
        """Move the window if it does not fit any more, paint the map if it is another, and write the words."""
        if not self._window_fits():
            self._fit_window()
            self.draw(self.state.move)
        self._paint()
        self._words.value = spoken(self.sentences[:1])
        self._map_words.value = spoken(self._map_sentences())

    def refit(self) -> None:
        """Choose the window and paint the map of other cases."""
        self._fit_window()
        self._paint()

    def _window_key(self) -> tuple[Any, ...]:
        return self.state.zoom, self.state.spacing, self.state.unit, self.axis

    def _window_fits(self) -> bool:
        """Whether the window is what was asked for, and the present interval can be seen in it."""
        if self._framed != self._window_key():
            return False
        if not self.state.zoom:
            return True
        window, interval = self._low_axis.visible, self.state.interval
        low, high, first, last = self._low_axis.places(np.array((*interval, *window)))
        inside = window.low <= interval.low and interval.high <= window.high
        return inside and bool(high - low > 0.06 * (last - first))

    def _fit_window(self) -> None:
        """Choose the cost ratios to show, and fit the axes to them."""
        state, curve = self.state, self.curve
        self._framed = self._window_key()
        window = _INNER if state.spacing == "log-odds" else curve.limits
        if state.zoom:
            low, high, first, last = curve.to_axis(np.clip((*state.interval, *window), *window))
            reach = max(2 * (high - low), 0.05 * (last - first))
            window = Interval(
                float(curve.from_axis(max(first, low - reach))), float(curve.from_axis(min(last, high + reach)))
            )
        first, last = (float(curve.to_axis(end)) for end in window)
        half = (last - first) / (_CELLS - 1) / 2
        for axis in (self._low_axis, self._high_axis):
            axis.fit(curve, window, padding=half, unit=state.unit)
        with self._image.hold_sync():
            self._image.x = self._image.y = np.array([first - half, last + half])

    def _paint(self) -> None:
        """Find the best models and colour the map, unless it shows just that already."""
        state, window = self.state, self._low_axis.visible
        wanted = (state.comparison, tuple(state.shown), state.spacing, self.axis, window)
        if wanted == self._painted:
            return
        self._painted, self._found = wanted, None
        picture = np.zeros((1, 1, 4))
        if state.shown:
            grid = np.clip(self.curve.from_axis(self._cell_places()), *window)
            self._found = self._search(grid, standard_errors=True)
            picture = pixels(self._found, self._paints)
        idle = self._pictures[self._image.image is self._pictures[0]]
        idle.value = png(picture)
        self._image.image = idle
        self._place_letters()
        self._key.value = key_table(self._found, self._paints)

    def _cell_places(self) -> np.ndarray:
        """Return where the cost ratios of the map's cells lie, along either axis."""
        first, last = self._low_axis.places(np.array(self._low_axis.visible))
        return np.linspace(first, last, _CELLS)

    def _search(self, grid: np.ndarray, *, standard_errors: bool) -> BestOverIntervals:
        """Return the best model on every interval between two of these cost ratios."""
        state = self.state
        return state.comparison.best_over_intervals(
            grid,
            spacing=state.averaging,
            names=state.shown,
            standard_errors=standard_errors and state.comparison.rows is not None,
        )

    def _place_letters(self) -> None:
        places = {} if self._found is None else letter_places(self._found)
        with self._letters.hold_sync():
            if places:
                self._letters.x, self._letters.y = self._cell_places()[np.array(list(places.values()))].T
                self._letters.text = [self._paints[name].letter for name in places]
            self._letters.visible = bool(places)

    # --- from the hand ----------------------------------------------------------------------

    @on_change("axis")
    def _on_axis(self, _change: Any) -> None:
        self.rested()
