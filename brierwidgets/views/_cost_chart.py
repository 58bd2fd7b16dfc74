"""Which cost ratios each metric cares about, and which model it chooses."""

from __future__ import annotations

from typing import Any, Unpack

import bqplot
import ipywidgets as widgets
import numpy as np
import traitlets

from brierwidgets.core.costs import Point
from brierwidgets.core.curves import COST_AXES
from brierwidgets.core.intervals import Interval, parse_cost
from brierwidgets.core.metric_weights import (
    MetricWeight,
    axis_density,
    best_models,
    finite_part,
    metric_weights,
    score_density,
    weight_inside,
)
from brierwidgets.core.mixtures import MixedCosts
from brierwidgets.core.move import Move, make_move
from brierwidgets.core.peaked_costs import Beta, Shifted
from brierwidgets.state.arguments import check_choice, refused_by_trait
from brierwidgets.state.traits import CostRatio, ModelName, check_model
from brierwidgets.ui.choices import axis_buttons, model_list
from brierwidgets.ui.cost_axis import CostAxis, axis_for
from brierwidgets.ui.figure import TEXT, css_pixels, make_figure, margins, tick_count
from brierwidgets.ui.frame import on_change
from brierwidgets.ui.layout import row
from brierwidgets.ui.marks import area_mark, band_mark
from brierwidgets.ui.palette import look, looks_for_page, looks_of
from brierwidgets.ui.typed import TypedBoxes, end_texts, type_end
from brierwidgets.ui.view import View, ViewOptions
from brierwidgets.views._cost_columns import metric_column, score_columns, script_number
from brierwidgets.views._density import density_outline, density_outlines
from brierwidgets.words.html import Markup, spoken, tag
from brierwidgets.words.metric_weights import describe_metrics
from brierwidgets.words.numbers import exact_text, parse_in_unit

__all__ = ["CostChart"]

_ROW, _LOW_ROW = 36, 34  # pixels, as in the style sheet
_MOST = 8  # rows that leave the chart in sight at 36 pixels each
_MARGIN = {"top": 40, "bottom": 42, "left": 14, "right": 18}
_COLOUR = "#0072B2"
_POINTS = 240
_LINE = 1.5
_TICKS = 8
#: The metric that a parameter changes; the others keep their scores.
_RESCORED = {"p": "beta", "q": "beta", "center": "shifted"}
_BARS = 60
_BOXES = {
    "center": ("shifted to", "Median of the shifted distribution: 10%, 0.1 or 1:9"),
    "low": ("interval from", "Lower end of the interval: 5%, 0.05 or 1:19"),
    "high": ("to", "Upper end of the interval: 20%, 0.2 or 1:4"),
}


class CostChart(View):
    """One row a metric: the cost ratios it averages regret over, and the score it gives each model.

    Every shape has the same area; heights are scaled row by row, so that each can be seen.

    Takes what every `brierwidgets.ui.View` takes, and what follows.

    Parameters
    ----------
    axis
        ``"probability"`` or ``"log-odds"``, on which log loss is flat and a narrow interval can be seen.
    p, q
        Parameters of the Beta distribution.
    center
        Median of the shifted distribution.
    model
        The model whose scores are AUC's cost ratios; the first unless given.
    ends
        Whether to show boxes to type the interval into.

    Notes
    -----
    An opinion about costs (`costs`) has a row of its own beside the metrics.

    Examples
    --------
    >>> chart = CostChart([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8], "b": [0.2, 0.2, 0.9, 0.3]}, interval=(0.2, 0.4))
    >>> chart.choices["brier"], chart.choices["auc"]
    (['b'], ['b'])
    >>> chart.close()
    """

    axis = traitlets.Enum(list(COST_AXES), "probability", help="How costs are laid out.")
    p = traitlets.Float(2.0, help="First parameter of the Beta distribution.")
    q = traitlets.Float(8.0, help="Second parameter of the Beta distribution.")
    center = CostRatio(0.1, help="Median of the shifted distribution.")
    model = ModelName(help="The model whose scores are AUC's cost ratios.")
    whole_scores: Any = traitlets.Dict(help="Scores that do not depend on the interval, as text, and of which cases.")
    is_one_chart = False

    def __init__(
        self,
        data: Any,
        models: Any = None,
        *,
        axis: str | None = None,
        p: float = 2.0,
        q: float = 8.0,
        center: Any = 0.1,
        model: str | None = None,
        ends: bool = True,
        **options: Unpack[ViewOptions],
    ) -> None:
        check_choice("axis", axis or "probability", list(COST_AXES))
        Beta(p, q), Shifted(center)  # they say what is wrong with their parameters
        super().__init__(data, models, **options)
        self.axis = axis or axis_for(self.interval)
        self.p, self.q, self.center = p, q, parse_cost(center)
        self.model = check_model(self.state.comparison, model)
        self._metrics = self._make_metrics()
        self._scores: dict[str, dict[str, float]] = {}
        self._names, self._table, self._words = widgets.HTML(), widgets.HTML(), widgets.HTML()
        top = self._make_controls(ends=ends)
        chart = widgets.HBox([self._names, self._make_figure()])
        frame = widgets.VBox([row(chart, self._table, css_classes=["bw-cost-rows"])]).add_class("bw-cost-frame")
        self.show(top, frame, self._words)

    # --- building ---------------------------------------------------------------------------

    @property
    def _even(self) -> str:
        """What the row of the interval spreads its weight over evenly: ``"cost"`` or ``"log-odds"``.

        An opinion about costs has a row of its own.
        """
        spacing: str = self.state.spacing
        return "cost" if spacing == "opinion" else spacing

    def _make_metrics(self) -> dict[str, MetricWeight]:
        state = self.state
        made = metric_weights(
            state.interval, p=self.p, q=self.q, center=self.center, spacing=self._even, opinion=state.costs
        )
        return {metric.key: metric for metric in made}

    def _make_figure(self) -> bqplot.Figure:
        count = len(self._metrics)
        high = count * (_ROW if count <= _MOST else _LOW_ROW)
        size = self.state.size
        self._x = CostAxis("Cost ratio c", offset=css_pixels(30, size), most=tick_count(_TICKS, size))
        scales = {"x": self._x.scale, "y": bqplot.LinearScale(min=0.0, max=float(count))}
        self._shapes = {
            key: area_mark(scales, "inside", [_COLOUR], 0.55, width=_LINE * TEXT[size]) for key in self._metrics
        }
        self._band = band_mark(self._x.scale)
        self._figure = make_figure(
            [self._band, *self._shapes.values()],
            [self._x.axis],
            margins(_MARGIN, size),
            height=css_pixels(_MARGIN["top"] + _MARGIN["bottom"] + high, size),
            width="auto",
            min_width="200px",
            flex="1 1 240px",
        )
        return self._figure

    def _make_controls(self, *, ends: bool) -> widgets.Widget:
        self._controls = {
            "axis": axis_buttons(self),
            "p": widgets.BoundedFloatText(description="Beta p", min=0.1, max=200, step=0.5),
            "q": widgets.BoundedFloatText(description="q", min=0.1, max=200, step=0.5),
            "model": model_list(self, "AUC of"),
        }
        for name in ("p", "q"):
            self.link((self, name), (self._controls[name], "value"))
        self._boxes = TypedBoxes(self, _BOXES, self._texts, self._accept)
        boxes = self._boxes.boxes
        typed = row(boxes["low"], boxes["high"], shown=ends)  # which stay together where the line wraps
        css_classes = ["bw-top", "bw-ends", "bw-cost-controls"]
        return row(*self._controls.values(), boxes["center"], typed, css_classes=css_classes)

    def page_spec(self) -> dict[str, Any] | None:
        """Return the row of the interval, the band, the tables and the words, which follow the hand."""
        names = self.state.comparison.names
        return {
            "kind": "costs",
            "view": self,
            "mirrors": ["axis", "p", "q", "center", "model", "whole_scores"],
            "models": names,
            "metrics": [
                {"key": metric.key, "label": metric.label, "note": metric.note, "higher": metric.higher_is_better}
                # the page writes the parameters itself
                for metric in metric_weights(Interval(0.0, 1.0), opinion=self.state.costs)
            ],
            "looks": looks_for_page(looks_of(names)),
            "figure": self._figure,
            "pad": _LINE / 2,
            "scale": self._x.scale,
            "axis": self._x.axis,
            "ticks": tick_count(_TICKS, self.state.size),
            "band": self._band,
            "shapes": self._shapes,
            "opinion": density_outlines(self.state.costs, COST_AXES),
            "texts": {"names": self._names, "table": self._table, "words": self._words},
            "controls": self._controls,
            "boxes": self._boxes.boxes,
            "notice": self.notice,
        }

    # --- drawing ----------------------------------------------------------------------------

    @property
    def choices(self) -> dict[str, list[str]]:
        """The best of the models shown by each metric; several when they tie."""
        return {
            key: best_models(self._scores[key], self.state.shown, higher_is_better=metric.higher_is_better)
            for key, metric in self._metrics.items()
        }

    def draw(self, move: Move) -> None:
        """Follow the interval: its row, its scores and the shade over all rows."""
        self._metrics["bounded"] = self._make_metrics()["bounded"]
        state, even = self.state, move
        if self._even != state.spacing:
            even = make_move(state.comparison, state.interval, self._even, state.shown)
        self._scores["bounded"] |= {name: summary.mean_regret.value for name, summary in even.summaries.items()}
        self._draw_shape("bounded")
        self._band.x = self._x.places(np.array(move.interval))
        self._boxes.write()
        self._write_scores()

    def refit(self) -> None:
        """Score the models by every metric, and draw every row."""
        self._score(*self._metrics)
        self._draw_rows()

    def _score(self, *keys: str) -> None:
        """Score the models by some metrics."""
        for key in keys:
            score = self._metrics[key].score
            self._scores[key] = {name: score(forecast) for name, forecast in self.state.comparison.items()}
        written = {
            key: {name: script_number(score) for name, score in scores.items()}
            for key, scores in self._scores.items()
            if key != "bounded"
        }
        self.whole_scores = {"cases": list(self.state.cases_key), "scores": written}

    def _draw_rows(self) -> None:
        """Draw the axis, the names and every shape."""
        curve = COST_AXES[self.axis]
        self._x.fit(curve, curve.limits, unit=self.state.unit)
        for key in self._metrics:
            self._draw_shape(key)
        self._names.value = metric_column(self._metrics, self.model)

    def _draw_shape(self, key: str) -> None:
        """Draw the outline of one row, as tall as the row."""
        mark = self._shapes[key]
        base = len(self._metrics) - 1 - list(self._metrics).index(key) + 0.08
        places, heights = self._outline(self._metrics[key])
        if self._metrics[key].costs is None:
            colour = look(self.state.comparison.names.index(self.model)).colour
            mark.colors, mark.fill_colors = [colour], [colour]
        # A density may be infinite at an end; there the shape touches the top of its row.
        tallest = float(heights[np.isfinite(heights)].max(initial=0.0)) or 1.0
        heights = base + 0.8 * np.minimum(heights / tallest, 1.0)
        with mark.hold_sync():
            mark.x = np.concatenate([places[:1], places, places[-1:]])
            mark.y = np.concatenate([[base], heights, [base]])

    def _outline(self, metric: MetricWeight) -> tuple[np.ndarray, np.ndarray]:
        """Return the places along the axis and the height of a metric's weight at each, in any unit."""
        curve = COST_AXES[self.axis]
        if metric.costs is None:
            edges = np.linspace(self._x.scale.min, self._x.scale.max, _BARS + 1)
            costs = np.clip(np.asarray(curve.from_axis(edges), dtype=float), *curve.limits)
            bars = score_density(self.state.comparison[self.model], costs, curve)
            return np.repeat(edges, 2)[1:-1], np.repeat(bars, 2)
        if isinstance(metric.costs, Point):
            return self._x.places(np.full(1, metric.costs.cost)), np.ones(1)
        if isinstance(metric.costs, MixedCosts):
            return density_outline(metric.costs, curve)
        support = finite_part(metric.costs).interval
        first, last = self._x.places(np.array(support))
        places = np.linspace(first, last, _POINTS)
        costs = np.clip(np.asarray(curve.from_axis(places), dtype=float), *support)
        return places, axis_density(metric.costs, costs, curve)

    def still(self) -> list[Markup]:
        """Return which model each metric chooses, in words and as a table."""
        self.state.settle()
        words, scores = self._answer()
        return [tag("p", words), scores]

    def _write_scores(self) -> None:
        words, self._table.value = self._answer()
        self._words.value = spoken([words])

    def _answer(self) -> tuple[str, Markup]:
        state, choices = self.state, self.choices
        forecast = state.comparison[self.model]
        inside = {key: weight_inside(metric, state.interval, forecast) for key, metric in self._metrics.items()}
        looks = {name: look(index) for index, name in enumerate(state.comparison.names) if name in state.shown}
        words = describe_metrics(self._metrics, choices, state.interval, state.unit)
        return words, score_columns(self._metrics, self._scores, choices, inside, looks)

    # --- from the hand ----------------------------------------------------------------------

    def _texts(self) -> dict[str, str]:
        return {"center": exact_text(self.center, self.state.unit), **end_texts(self.state)}

    def _accept(self, name: str, text: str) -> None:
        if name == "center":
            self.center = parse_in_unit(text, self.state.unit)
        else:
            type_end(self.state, name, text)

    @on_change("axis", "p", "q", "center", "model")
    def _on_choice(self, change: Any) -> None:
        self._metrics = self._make_metrics()
        if change.name in _RESCORED:
            self._score(_RESCORED[change.name])
        self._draw_rows()
        self.draw(self.state.move)

    @traitlets.validate("p", "q", "center")
    def _check_parameter(self, proposal: Any) -> float:
        wanted = {"p": self.p, "q": self.q, "center": self.center, proposal.trait.name: proposal.value}
        with refused_by_trait():
            Beta(wanted["p"], wanted["q"])
            Shifted(wanted["center"])
        return float(proposal.value)
