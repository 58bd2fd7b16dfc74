"""Which cost ratios each metric cares about, and which model it chooses."""

from __future__ import annotations

import html
from typing import Any

import bqplot
import ipywidgets as widgets
import numpy as np
import traitlets

from brierwidgets.core.costs import Beta, Point, Shifted
from brierwidgets.core.curves import CURVES
from brierwidgets.core.intervals import Interval, parse_cost
from brierwidgets.formatting import parse_in_unit, percent
from brierwidgets.metric_weights import (
    MetricWeight,
    axis_density,
    best_models,
    describe_choices,
    finite_part,
    metric_weights,
    score_density,
    weight_inside,
)
from brierwidgets.palette import BASELINE, look
from brierwidgets.state import as_state
from brierwidgets.traits import CostRatio, check_choice, refuse_unknown
from brierwidgets.views._base import View, guarded
from brierwidgets.views._cost_columns import name_column, score_columns
from brierwidgets.views._parts import make_figure
from brierwidgets.views._ticks import cost_ticks

__all__ = ["CostChart"]

_AXES = {"probability": CURVES["regret"], "log-odds": CURVES["log-odds"]}
_ROW = 58  # pixels, as in the style sheet
_MARGIN = {"top": 44, "bottom": 44, "left": 14, "right": 18}
_COLOUR = "#0072B2"
_NARROW = 0.05
_POINTS = 240
#: The metric that a parameter changes; the others keep their scores.
_RESCORED = {"p": "beta", "q": "beta", "center": "shifted"}
_BARS = 60


class CostChart(View):
    """One row a metric: the cost ratios it averages regret over, and the score it gives each model.

    Every shape has the same area; heights are scaled row by row, so that each can be seen.

    Parameters
    ----------
    data, models, interval
        An `ExplorerState`, a `Comparison`, or outcomes and scores by model; the cost ratios that matter.
    axis
        ``"probability"`` or ``"log-odds"``, on which log loss is flat and a narrow interval can be seen.
    p, q
        Parameters of the Beta distribution.
    center
        Median of the shifted distribution.
    model
        The model whose scores are AUC's cost ratios; the first unless given.

    Examples
    --------
    >>> chart = CostChart([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8], "b": [0.2, 0.2, 0.9, 0.3]}, interval=(0.2, 0.4))
    >>> chart.choices["brier"], chart.choices["auc"]
    (['b'], ['b'])
    >>> chart.close()
    """

    axis = traitlets.Enum(list(_AXES), "probability", help="How costs are laid out.")
    p = traitlets.Float(2.0, help="First parameter of the Beta distribution.")
    q = traitlets.Float(8.0, help="Second parameter of the Beta distribution.")
    center = CostRatio(0.1, help="Median of the shifted distribution.")
    model = traitlets.Unicode(help="The model whose scores are AUC's cost ratios.")

    def __init__(
        self,
        data: Any,
        models: Any = None,
        *,
        interval: Any = None,
        axis: str | None = None,
        p: float = 2.0,
        q: float = 8.0,
        center: Any = 0.1,
        model: str | None = None,
        **unknown: Any,
    ) -> None:
        refuse_unknown(type(self), unknown)
        check_choice("axis", axis or "probability", list(_AXES))
        Beta(p, q), Shifted(center)  # they say what is wrong with their parameters
        state = as_state(data, models, interval=interval)
        names = state.comparison.names
        check_choice("model", names[0] if model is None else model, names)
        super().__init__(state, owns_state=state is not data)
        narrow = state.interval.high - state.interval.low < _NARROW
        self.axis = axis or ("log-odds" if narrow else "probability")
        self.p, self.q, self.center = p, q, parse_cost(center)
        self.model = names[0] if model is None else model
        self._metrics = self._make_metrics()
        self._scores: dict[str, dict[str, float]] = {}
        parts = self._lay_out(names)
        self._refit()
        self._show(parts)

    # --- building ---------------------------------------------------------------------------

    def _make_metrics(self) -> dict[str, MetricWeight]:
        made = metric_weights(self._state.interval, p=self.p, q=self.q, center=self.center, spacing=self._state.spacing)
        return {metric.key: metric for metric in made}

    def _lay_out(self, names: list[str]) -> list[widgets.Widget]:
        count = len(self._metrics)
        self._x = bqplot.LinearScale()
        scales = {"x": self._x, "y": bqplot.LinearScale(min=0.0, max=float(count))}
        two = np.zeros(2)
        self._shapes = {
            key: bqplot.Lines(
                x=two,
                y=two,
                scales=scales,
                colors=[_COLOUR],
                stroke_width=1.5,
                fill="inside",
                fill_colors=[_COLOUR],
                fill_opacities=[0.55],
            )
            for key in self._metrics
        }
        self._band = bqplot.Lines(
            x=two,
            y=np.array([[0.0, 0.0], [float(count), float(count)]]),
            scales=scales,
            opacities=[0.0, 0.0],
            fill="between",
            fill_colors=[BASELINE, BASELINE],
            fill_opacities=[0.18, 0.18],
        )
        self._ticks = bqplot.Axis(scale=self._x, label="Cost ratio c", grid_lines="none", label_offset="32px")
        height = _MARGIN["top"] + _MARGIN["bottom"] + count * _ROW
        marks = [self._band, *self._shapes.values()]
        layout = {"height": f"{height}px", "width": "auto", "min_width": "200px", "flex": "1 1 240px"}
        figure = make_figure(marks, [self._ticks], _MARGIN, **layout)
        self._names, self._table, self._words = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self._controls = {
            "axis": widgets.ToggleButtons(options=list(_AXES)),
            "p": widgets.BoundedFloatText(description="Beta p", min=0.1, max=200, step=0.5),
            "q": widgets.BoundedFloatText(description="q", min=0.1, max=200, step=0.5),
            "model": widgets.Dropdown(
                description="AUC of", options=names, layout={"display": "" if len(names) > 1 else "none"}
            ),
        }
        self._links = [traitlets.link((self, name), (each, "value")) for name, each in self._controls.items()]
        self._boxes = {
            key: widgets.Text(description=label, tooltip=hint, continuous_update=False, layout={"width": "auto"})
            for key, label, hint in (
                ("center", "shifted to", "Median of the shifted distribution: 10%, 0.1 or 1:9"),
                ("low", "interval from", "Lower end of the interval: 5%, 0.05 or 1:19"),
                ("high", "to", "Upper end of the interval: 20%, 0.2 or 1:4"),
            )
        }
        for key, box in self._boxes.items():
            box.observe(lambda change, key=key: self._on_box(key, change.new), "value")
        top = widgets.HBox([*self._controls.values(), *self._boxes.values()])
        for name in ("bw-ends", "bw-cost-controls"):
            top.add_class(name)
        rows = widgets.HBox([widgets.HBox([self._names, figure]), self._table])
        rows.add_class("bw-cost-rows")
        frame = widgets.VBox([rows])
        frame.add_class("bw-cost-frame")
        return [top, self._words, frame]

    # --- drawing ----------------------------------------------------------------------------

    @property
    def choices(self) -> dict[str, list[str]]:
        """The best of the models shown by each metric; several when they tie."""
        return {
            key: best_models(self._scores[key], self._state.shown, higher_is_better=metric.higher_is_better)
            for key, metric in self._metrics.items()
        }

    def _refit(self) -> None:
        self._score(*self._metrics)
        self._fit()

    def _score(self, *keys: str) -> None:
        """Score the models by some metrics."""
        for key in keys:
            score = self._metrics[key].score
            self._scores[key] = {name: score(forecast) for name, forecast in self._state.comparison.items()}

    def _fit(self) -> None:
        """Draw the axis and every shape."""
        curve = _AXES[self.axis]
        with self._x.hold_sync():
            self._x.min, self._x.max = (float(curve.to_axis(end)) for end in curve.limits)
        ticks = cost_ticks(curve, curve.limits, most=8)
        places = np.round(np.asarray(curve.to_axis(ticks), dtype=float), 9)
        # Labels first, in a message of their own: bqplot writes new ticks with the labels it had before.
        self._ticks.tick_labels = {f"{p:.12g}": percent(float(c)) for p, c in zip(places, ticks, strict=True)}
        self._ticks.tick_values = places
        for key in self._metrics:
            self._shape(key)
        self._names.value = name_column(self._metrics, self.model)

    def _shape(self, key: str) -> None:
        """Draw the outline of one row, as tall as the row."""
        curve, metric, mark = _AXES[self.axis], self._metrics[key], self._shapes[key]
        base = len(self._metrics) - 1 - list(self._metrics).index(key) + 0.08
        first, last = self._x.min, self._x.max
        if metric.costs is None:
            forecast = self._state.comparison[self.model]
            edges = np.clip(np.asarray(curve.from_axis(np.linspace(first, last, _BARS + 1)), float), *curve.limits)
            heights = np.repeat(score_density(forecast, edges, curve), 2)
            places = np.repeat(np.linspace(first, last, _BARS + 1), 2)[1:-1]
            colour = look(self._state.comparison.names.index(self.model)).colour
            mark.colors, mark.fill_colors = [colour], [colour]
        elif isinstance(metric.costs, Point):
            places, heights = np.full(1, float(curve.to_axis(metric.costs.cost))), np.ones(1)
        else:
            support = finite_part(metric.costs).interval
            low, high = (float(curve.to_axis(np.clip(end, *curve.limits))) for end in support)
            places = np.linspace(low, high, _POINTS)
            costs = np.clip(np.asarray(curve.from_axis(places), float), *support)
            heights = axis_density(metric.costs, costs, curve)
        # A density may be infinite at an end; there the shape touches the top of its row.
        tallest = float(heights[np.isfinite(heights)].max(initial=0.0)) or 1.0
        heights = base + 0.8 * np.minimum(heights / tallest, 1.0)
        with mark.hold_sync():
            mark.x = np.concatenate([places[:1], places, places[-1:]])
            mark.y = np.concatenate([[base], heights, [base]])

    def _draw(self) -> None:
        state, curve = self._state, _AXES[self.axis]
        self._metrics["bounded"] = self._make_metrics()["bounded"]
        self._scores["bounded"].update({name: each.mean_regret.value for name, each in state.move.summaries.items()})
        self._shape("bounded")
        self._band.x = np.asarray(curve.to_axis(np.clip(np.array(state.interval), *curve.limits)), dtype=float)
        self._write_boxes()
        self._write_scores()

    def _write_scores(self) -> None:
        state, choices = self._state, self.choices
        forecast = state.comparison[self.model]
        inside = {key: weight_inside(each, state.interval, forecast) for key, each in self._metrics.items()}
        looks = {name: look(index) for index, name in enumerate(state.comparison.names) if name in state.shown}
        self._table.value = score_columns(self._metrics, self._scores, choices, inside, looks)
        told = html.escape(describe_choices(self._metrics, choices, state.interval))
        self._words.value = f'<div class="bw-verdict" role="status" aria-live="polite">{told}</div>'

    # --- from the hand ----------------------------------------------------------------------

    def _texts(self) -> dict[str, str]:
        low, high = self._state.interval
        return {"center": percent(self.center, 6), "low": percent(low, 6), "high": percent(high, 6)}

    def _write_boxes(self) -> None:
        for key, text in self._texts().items():
            self._boxes[key].value = text

    @guarded
    def _on_box(self, key: str, text: str) -> None:
        if text == self._texts()[key]:
            return
        try:
            value = parse_in_unit(text, "probability")
            if key == "center":
                self.center = value
            else:
                self._state.interval = Interval(**{**self._state.interval._asdict(), key: value})
        finally:
            self._write_boxes()

    @traitlets.observe("axis", "p", "q", "center", "model")
    @guarded
    def _on_choice(self, change: Any) -> None:
        if not self.children:
            return
        self._metrics = self._make_metrics()
        if change.name in _RESCORED:
            self._score(_RESCORED[change.name])
        self._fit()
        self._draw()

    @traitlets.validate("p", "q", "center")
    def _check_parameter(self, proposal: Any) -> float:
        wanted = {"p": self.p, "q": self.q, "center": self.center, proposal.trait.name: proposal.value}
        try:
            Beta(wanted["p"], wanted["q"])
            Shifted(wanted["center"])
        except (TypeError, ValueError) as error:
            raise traitlets.TraitError(str(error)) from error
        return proposal.value

    @traitlets.validate("model")
    def _check_model(self, proposal: Any) -> str:
        names = self._state.comparison.names
        if proposal.value not in names:
            raise traitlets.TraitError(
                f"There is no model {proposal.value!r}. The models are {', '.join(map(repr, names))}."
            )
        return proposal.value

    def _detach(self) -> None:
        for link in self._links:
            link.unlink()
