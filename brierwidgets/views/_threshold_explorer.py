"""One threshold, seen from every side: scores, people, tables, costs and regret."""

from __future__ import annotations

import html
import math
import uuid
from typing import Any

import bqplot
import ipywidgets as widgets
import numpy as np
import traitlets

from brierwidgets.core.intervals import Interval, expit, logit, parse_cost
from brierwidgets.core.people import whole_people
from brierwidgets.decisions import Decision, decide, describe, describe_useful, useful_costs
from brierwidgets.formatting import nice_cost, odds, parse_in_unit, percent
from brierwidgets.state import as_state
from brierwidgets.traits import CostRatio, check_choice, refuse_unknown
from brierwidgets.views._base import View, guarded
from brierwidgets.views._decision_tables import chart_keys, confusion_table, cost_table
from brierwidgets.views._icon_array import icon_array, icon_legend
from brierwidgets.views._threshold_panels import AXES, RegretPanel, ScorePanel, fit_range

__all__ = ["ThresholdExplorer"]

_PEOPLE = (100, 1000)
_STEPS = 400
_NARROW = 0.05


class ThresholdExplorer(View):
    """Drag a threshold and see who is found, missed, alarmed for nothing or rightly let go, and what it costs.

    Parameters
    ----------
    data, models, interval
        An `ExplorerState`, a `Comparison`, or outcomes and scores by model; the cost ratios that matter.
    model
        The model to look at; the first unless given.
    cost
        The cost ratio c = C/L; the middle of the interval unless given.
    threshold
        Where decisions are taken; at the cost ratio, where they belong, unless given.
    people
        How many people to draw: 100 or 1,000.
    rates
        Show shares of each class instead of people.
    axis
        How scores are laid out: ``"probability"`` or ``"log-odds"``, which shows a narrow interval better.
    loss
        What a missed case costs, L; acting costs C = c L.

    Examples
    --------
    >>> explorer = ThresholdExplorer([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, cost="20%")
    >>> explorer.threshold = "50%"
    >>> explorer.cost, explorer.decision.regret
    (0.5, 0.25)
    >>> explorer.close()
    """

    model = traitlets.Unicode(help="The model looked at.")
    cost = CostRatio(help="The cost ratio c = C/L.")
    threshold = CostRatio(help="Where decisions are taken.")
    together = traitlets.Bool(True, help="Whether decisions are taken at the cost ratio.")
    people = traitlets.Enum(_PEOPLE, 100, help="How many people are drawn.")
    rates = traitlets.Bool(False, help="Whether shares of each class are shown instead of people.")
    axis = traitlets.Enum(list(AXES), "probability", help="How scores are laid out.")
    loss = traitlets.Float(100.0, help="What a missed case costs, L.")

    def __init__(
        self,
        data: Any,
        models: Any = None,
        *,
        interval: Any = None,
        model: str | None = None,
        cost: Any = None,
        threshold: Any = None,
        people: int = 100,
        rates: bool = False,
        axis: str | None = None,
        loss: float = 100.0,
        **unknown: Any,
    ) -> None:
        refuse_unknown(type(self), unknown)
        check_choice("people", people, _PEOPLE)
        check_choice("axis", axis or "probability", list(AXES))
        loss = _check_loss(loss)
        cost = None if cost is None else parse_cost(cost, "cost")
        threshold = None if threshold is None else parse_cost(threshold, "threshold")
        state = as_state(data, models, interval=interval)
        check_choice("model", state.comparison.names[0] if model is None else model, state.comparison.names)
        super().__init__(state, owns_state=state is not data)
        self.model = state.comparison.names[0] if model is None else model
        self.cost = _middle(state.interval) if cost is None else cost
        self.threshold = self.cost if threshold is None else threshold
        self.together = self.threshold == self.cost
        narrow = state.interval.high - state.interval.low < _NARROW
        self.axis = axis or ("log-odds" if narrow else "probability")
        self.people, self.rates, self.loss = people, rates, loss
        self._fitting = False
        self._icon_name = f"bw-{uuid.uuid4().hex[:8]}"
        self._scale = bqplot.LinearScale()
        self._scores = ScorePanel(self._scale, self._on_drag_threshold)
        self._regret = RegretPanel(self._scale, self._on_drag_cost)
        parts = self._lay_out()
        self._refit()
        self._show(parts)

    # --- building ---------------------------------------------------------------------------

    def _lay_out(self) -> list[widgets.Widget]:
        names = self._state.comparison.names
        self._models = widgets.Dropdown(
            description="model", options=names, layout={"display": "" if len(names) > 1 else "none"}
        )
        count_options = [("100 people", 100), ("1,000 people", 1000)]
        self._choices = {
            "model": self._models,
            "people": widgets.ToggleButtons(options=count_options),
            "rates": widgets.ToggleButtons(options=[("counts", False), ("rates", True)]),
            "axis": widgets.ToggleButtons(options=list(AXES)),
            "together": widgets.Checkbox(description="decide at the cost ratio", indent=False),
        }
        self._links = [traitlets.link((self, name), (each, "value")) for name, each in self._choices.items()]
        self._slider = widgets.FloatSlider(readout=False, description="threshold", step=0.001)
        self._slider.add_class("bw-threshold")
        self._slider.observe(self._on_slider, "value")
        self._boxes = {
            key: widgets.Text(description=label, tooltip=hint, continuous_update=False, layout={"width": "auto"})
            for key, label, hint in (
                ("threshold", "act at or above", "Act on scores at or above: 10%, 0.1 or 1:9"),
                ("C", "C", "What acting on one person costs"),
                ("L", "L", "What one missed case costs"),
                ("cost", "c = C/L", "Cost ratio: 10% or 0.1"),
                ("odds", "odds", "The same as odds: 1:9"),
            )
        }
        for key, box in self._boxes.items():
            box.observe(lambda change, key=key: self._on_box(key, change.new), "value")
        self._icons, self._confusion, self._costs, self._words, self._keys = (widgets.HTML() for _ in range(5))
        top = _row(self._models, self._choices["people"], self._choices["rates"], self._choices["axis"])
        at = _row(self._boxes["threshold"], self._choices["together"])
        money = _row(*(self._boxes[key] for key in ("C", "L", "cost", "odds")))
        charts = widgets.VBox([at, self._scores.figure, self._slider, self._regret.figure, self._keys])
        charts.add_class("bw-threshold-charts")
        icons = widgets.VBox([widgets.HTML(icon_legend()), self._icons])
        tables = widgets.HBox([icons, self._confusion])
        tables.add_class("bw-threshold-tables")
        middle = widgets.HBox([charts, tables])
        middle.add_class("bw-middle")
        costs = widgets.HBox([money, self._costs])
        costs.add_class("bw-threshold-costs")
        return [top, self._words, middle, costs]

    # --- drawing ----------------------------------------------------------------------------

    @property
    def decision(self) -> Decision:
        """What acting on the model at the present threshold and cost ratio does."""
        return decide(self._state.comparison[self.model], self.threshold, self.cost)

    def _draw(self) -> None:
        self._regret.put_band(self._state.interval)

    def _rested(self) -> None:
        if not self._on_chart(*self._state.interval):
            self._refit()

    def _on_chart(self, *costs: float) -> bool:
        low, high = self._scores.visible
        low, high = (
            (-1.0 if low <= AXES[self.axis].limits.low else low),
            (2.0 if high >= AXES[self.axis].limits.high else high),
        )
        return all(low <= cost <= high for cost in costs)

    def _refit(self) -> None:
        """Draw the model anew: its bars, its curve and where it is useful."""
        comparison, curve = self._state.comparison, AXES[self.axis]
        forecast = comparison[self.model]
        visible = fit_range(curve, forecast, *self._state.interval, self.threshold, self.cost)
        with self._scale.hold_sync():
            self._scale.min, self._scale.max = (float(curve.to_axis(end)) for end in visible)
        index = comparison.names.index(self.model)
        beyond = self._scores.refit(forecast, curve, visible, people=self.people, rates=self.rates)
        self._regret.refit(forecast, index, curve, visible)
        self._keys.value = chart_keys(self.model, index, beyond, visible)
        self._useful = describe_useful(self.model, useful_costs(forecast))
        self._draw()
        self._put()

    def _put(self) -> None:
        """Follow the threshold and the cost ratio."""
        decision = self.decision
        people = whole_people(decision.counts, self.people)
        self._scores.put_threshold(self.threshold)
        self._regret.put_point(self.cost, decision.regret)
        self._icons.value = icon_array(people, self._icon_name)
        self._confusion.value = confusion_table(decision, people, rates=self.rates)
        self._costs.value = cost_table(decision, self.model, self.loss)
        self._write_boxes()
        self._put_slider()
        first, *rest = map(html.escape, [*describe(self.model, decision), self._useful])
        self._words.value = (
            f'<div class="bw-verdict" role="status" aria-live="polite"><strong>{first}</strong> {" ".join(rest)}</div>'
        )

    def _texts(self) -> dict[str, str]:
        """Return what the boxes to type in should show."""
        return {
            "threshold": percent(self.threshold, 6),
            "C": f"{self.cost * self.loss:.6g}",
            "L": f"{self.loss:.6g}",
            "cost": percent(self.cost, 6),
            "odds": odds(self.cost, 4),
        }

    def _write_boxes(self) -> None:
        for key, text in self._texts().items():
            self._boxes[key].value = text

    def _put_slider(self) -> None:
        low, high = self._scale.min, self._scale.max
        self._fitting = True
        try:
            with self._slider.hold_sync():
                if low > self._slider.max:
                    self._slider.max = high
                self._slider.min, self._slider.max, self._slider.step = low, high, (high - low) / _STEPS
                self._slider.value = float(self._scores.place_of(self.threshold))
        finally:
            self._fitting = False

    # --- from the hand ----------------------------------------------------------------------

    @guarded
    def _on_drag_threshold(self, cost: float) -> None:
        self.threshold = cost

    @guarded
    def _on_drag_cost(self, cost: float) -> None:
        self.cost = cost

    @guarded
    def _on_slider(self, change: Any) -> None:
        if not self._fitting:
            self.threshold = self._scores.cost_at(change.new)

    @guarded
    def _on_box(self, key: str, text: str) -> None:
        if text == self._texts()[key]:
            return
        try:
            self._take(key, text)
        finally:
            self._write_boxes()

    def _take(self, key: str, text: str) -> None:
        if key == "threshold":
            self.threshold = parse_in_unit(text, "probability")
        elif key in ("cost", "odds"):
            self.cost = parse_in_unit(text, "odds" if key == "odds" else "probability")
        else:
            amount = _amount(text, key)
            acting, loss = (amount, self.loss) if key == "C" else (self.cost * self.loss, amount)
            if not 0 < acting < loss:
                raise ValueError(
                    f"Acting costs C = {acting:g} and a missed case L = {loss:g}, but C must be above 0 and below L: "
                    "otherwise nobody, or everybody, should be acted on."
                )
            with self.hold_trait_notifications():
                self.loss, self.cost = loss, acting / loss

    @traitlets.observe("cost", "threshold", "together")
    @guarded
    def _on_point(self, change: Any) -> None:
        if not self.children:
            return
        if self.together and self.cost != self.threshold:
            if change.name == "threshold":
                self.cost = self.threshold
            else:
                self.threshold = self.cost
        elif self._on_chart(self.threshold, self.cost):
            self._put()
        else:
            self._refit()

    @traitlets.observe("model", "people", "rates", "axis", "loss")
    @guarded
    def _on_choice(self, change: Any) -> None:
        if not self.children:
            return
        if change.name == "loss":
            self._put()
        else:
            self._refit()

    @traitlets.validate("model")
    def _check_model(self, proposal: Any) -> str:
        names = self._state.comparison.names
        if proposal.value not in names:
            raise traitlets.TraitError(
                f"There is no model {proposal.value!r}. The models are {', '.join(map(repr, names))}."
            )
        return proposal.value

    @traitlets.validate("loss")
    def _check_loss_trait(self, proposal: Any) -> float:
        try:
            return _check_loss(proposal.value)
        except (TypeError, ValueError) as error:
            raise traitlets.TraitError(str(error)) from error

    def _detach(self) -> None:
        for link in self._links:
            link.unlink()
        for panel in (self._scores, self._regret):
            panel.pointer.close()


def _row(*children: widgets.Widget) -> widgets.HBox:
    row = widgets.HBox(children)
    row.add_class("bw-ends")
    return row


def _middle(interval: Interval) -> float:
    """Return a round cost ratio about halfway along the interval, in log-odds."""
    low, high = np.clip(np.array(interval), 0.001, 0.999)
    middle = float(expit((logit(low) + logit(high)) / 2))
    round_one = float(f"{middle:.1g}")
    return round_one if low < round_one < high else nice_cost(middle)


def _check_loss(loss: Any) -> float:
    if isinstance(loss, bool) or not isinstance(loss, int | float | np.number) or not 0 < loss < math.inf:
        raise ValueError(f"A missed case must cost something: L must be a number above 0, not {loss!r}.")
    return float(loss)


def _amount(text: str, what: str) -> float:
    try:
        return float(text.replace(",", ""))
    except ValueError:
        raise ValueError(f"{what} must be an amount such as 10, not {text!r}.") from None
