"""One threshold, seen from every side: scores, people, tables, costs and regret."""

from __future__ import annotations

import contextlib
import math
import uuid
from typing import Any, Unpack

import bqplot
import ipywidgets as widgets
import numpy as np
import traitlets

from brierwidgets.controls import PrevalenceSlider
from brierwidgets.core.curves import COST_AXES
from brierwidgets.core.digits import general
from brierwidgets.core.intervals import Interval, expit, logit, parse_cost
from brierwidgets.core.move import Move
from brierwidgets.core.one_threshold import Decision, decide, useful_costs
from brierwidgets.core.people import whole_people
from brierwidgets.core.written import exact
from brierwidgets.state.arguments import check_choice, refused_by_trait
from brierwidgets.state.traits import CostRatio, ModelName, check_model
from brierwidgets.ui.choices import axis_buttons, choice_buttons, model_list
from brierwidgets.ui.cost_axis import axis_for
from brierwidgets.ui.figure import tick_count
from brierwidgets.ui.frame import on_change
from brierwidgets.ui.layout import row
from brierwidgets.ui.notice import guarded
from brierwidgets.ui.palette import RULE_LOOKS, looks_for_page, looks_of
from brierwidgets.ui.still import said_html
from brierwidgets.ui.typed import TypedBoxes
from brierwidgets.ui.view import View, ViewOptions
from brierwidgets.views._decision_tables import chart_keys, confusion_table, cost_table
from brierwidgets.views._icon_array import OUTCOMES, icon_array, icon_legend
from brierwidgets.views._threshold_panels import PAD, TICKS, RegretPanel, ScorePanel, fit_range
from brierwidgets.words.html import Markup, chart_words, join, spoken, tag
from brierwidgets.words.numbers import exact_text, nice_cost, odds, parse_in_unit, percent
from brierwidgets.words.one_threshold import describe_charts, describe_decision, describe_useful

__all__ = ["ThresholdExplorer"]

_PEOPLE = (100, 1000)
_STEPS = 400
_SLACK = 1e-9  # for ends that went to the axis and back
_BOXES = {
    "threshold": ("act at or above", "Act on scores at or above: 10%, 0.1 or 1:9"),
    "C": ("C", "What acting on one person costs"),
    "L": ("L", "What one missed case costs"),
    "cost": ("c = C/L", "Cost ratio: 10% or 0.1"),
    "odds": ("odds", "The same as odds: 1:9"),
}


class ThresholdExplorer(View):
    """Drag a threshold and see who is found, missed, alarmed for nothing or rightly let go, and what it costs.

    Takes what every `brierwidgets.ui.View` takes, and what follows.

    Parameters
    ----------
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

    model = ModelName(help="The model looked at.")
    cost = CostRatio(help="The cost ratio c = C/L.")
    threshold = CostRatio(help="Where decisions are taken.")
    together = traitlets.Bool(True, help="Whether decisions are taken at the cost ratio.")
    people = traitlets.Enum(_PEOPLE, 100, help="How many people are drawn.")
    rates = traitlets.Bool(False, help="Whether shares of each class are shown instead of people.")
    axis = traitlets.Enum(list(COST_AXES), "probability", help="How scores are laid out.")
    loss = traitlets.Float(100.0, help="What a missed case costs, L.")
    useful: Any = traitlets.Dict(help="Where the models looked at so far beat both rules, by group.")
    is_one_chart = False

    def __init__(
        self,
        data: Any,
        models: Any = None,
        *,
        model: str | None = None,
        cost: Any = None,
        threshold: Any = None,
        people: int = 100,
        rates: bool = False,
        axis: str | None = None,
        loss: float = 100.0,
        **options: Unpack[ViewOptions],
    ) -> None:
        check_choice("people", people, _PEOPLE)
        check_choice("axis", axis or "probability", list(COST_AXES))
        loss = _check_loss(loss)
        cost = None if cost is None else parse_cost(cost, "cost")
        threshold = None if threshold is None else parse_cost(threshold, "threshold")
        super().__init__(data, models, **options)
        self.model = check_model(self.state.comparison, model)
        self.cost = _middle(self.interval) if cost is None else cost
        self.threshold = self.cost if threshold is None else threshold
        self.together = self.threshold == self.cost
        self.axis = axis or axis_for(self.interval)
        self.people, self.rates, self.loss = people, rates, loss
        self._moving_slider = False
        self._useful_of: Any = None
        self._icon_name = f"bw-{uuid.uuid4().hex[:8]}"
        self._scale = bqplot.LinearScale()
        size = self.state.size
        self._scores, self._regret = ScorePanel(self._scale, size), RegretPanel(self._scale, size)
        self._make_controls()
        self._base_rate = None if self._adopted else PrevalenceSlider.of(self)
        self._icons, self._confusion, self._costs, self._words, self._keys = (widgets.HTML() for _ in range(5))
        self.show(*self._rows())

    # --- building ---------------------------------------------------------------------------

    def _make_controls(self) -> None:
        self._choices = {
            "model": model_list(self),
            "people": choice_buttons({count: f"{count:,} people" for count in _PEOPLE}, "of how many"),
            "rates": choice_buttons({False: "counts", True: "rates"}, "what the tables show"),
            "axis": axis_buttons(self),
            "together": widgets.Checkbox(description="decide at the cost ratio", indent=False),
        }
        for name in ("people", "rates", "together"):
            self.link((self, name), (self._choices[name], "value"))
        self._slider = widgets.FloatSlider(readout=False, description="threshold", step=0.001).add_class("bw-threshold")
        self._slider.observe(self._on_slider, "value")
        self._boxes = TypedBoxes(self, _BOXES, self._texts, self._accept)

    def _rows(self) -> list[widgets.Widget]:
        chosen = [self._choices[name] for name in ("model", "people", "rates", "axis")]
        base_rate = [] if self._base_rate is None else [self._base_rate]
        at = [self._boxes["threshold"], self._choices["together"]]
        top = row(*chosen, *at, *base_rate, css_classes=["bw-ends", "bw-threshold-choices"])
        money = row(*(self._boxes[name] for name in ("C", "L", "cost", "odds")))
        charts = widgets.VBox([self._scores.figure, self._slider, self._regret.figure, self._keys])
        charts.add_class("bw-threshold-charts")
        icons = widgets.VBox([widgets.HTML(icon_legend()), self._icons])
        tables = row(icons, self._confusion, css_classes=["bw-threshold-tables"])
        costs = row(money, self._costs, css_classes=["bw-threshold-costs"])
        return [
            top,
            row(self._words, charts, tables, costs, css_classes=["bw-threshold-body"]),
        ]

    def page_spec(self) -> dict[str, Any] | None:
        """Return the charts, tables and words that follow the hand."""
        names = self.state.comparison.names
        return {
            "kind": "threshold",
            "view": self,
            "hears": ["threshold", "cost"],
            "mirrors": ["model", "together", "people", "rates", "axis", "loss", "useful"],
            "models": names,
            "people": _PEOPLE,
            "scores": self._scores.page_parts(),
            "regret": self._regret.page_parts(),
            "scale": self._scale,
            "ticks": tick_count(TICKS, self.state.size),
            "pad": PAD,
            "slider": self._slider,
            "choices": self._choices,
            "boxes": self._boxes.boxes,
            "notice": self.notice,
            "texts": {
                "icons": self._icons,
                "confusion": self._confusion,
                "costs": self._costs,
                "words": self._words,
                "keys": self._keys,
            },
            "icon_name": self._icon_name,
            "outcomes": {kind: outcome._asdict() for kind, outcome in OUTCOMES._asdict().items()},
            "looks": looks_for_page(looks_of(names) | RULE_LOOKS),
        }

    def page_specs(self) -> list[dict[str, Any]]:
        """Return what the page moves, the base rate included where this view has a control of its own."""
        control = [] if self._base_rate is None else [{"kind": "base_rate", "model": self._base_rate}]
        return [*control, *super().page_specs()]

    # --- drawing ----------------------------------------------------------------------------

    def still(self) -> list[Markup]:
        """Return what acting on the model does, in words and counted."""
        self.state.settle()
        decision = self.decision
        people = whole_people(decision.counts, self.people)
        words = describe_decision(self.model, decision, self.people, self.state.unit)
        return [said_html(words), confusion_table(decision, people, rates=self.rates)]

    @property
    def decision(self) -> Decision:
        """What acting on the model at the present threshold and cost ratio does."""
        return decide(self._state.comparison[self.model], self.threshold, self.cost)

    def draw(self, move: Move) -> None:
        """Shade the interval."""
        self._regret.move_band(move.interval)

    def refit(self) -> None:
        """Draw the model anew: its bars, its curve and where it is useful."""
        comparison, curve = self.state.comparison, COST_AXES[self.axis]
        forecast = comparison[self.model]
        visible = fit_range(curve, forecast, *self.state.interval, self.threshold, self.cost)
        index = comparison.names.index(self.model)
        for panel in (self._scores, self._regret):
            panel.axis.fit(curve, visible, unit=self.state.unit)
        beyond = self._scores.refit(forecast, curve, visible, people=self.people, rates=self.rates)
        self._regret.refit(forecast, index, curve, visible)
        self._keys.value = chart_keys(self.model, index, beyond, visible, self.state.unit)
        group = self._useful_key
        of_group = self.useful.get(group, {})
        if self._useful_of is not comparison or self.model not in of_group:
            of_group = of_group if self._useful_of is comparison else {}
            stretches = [list(stretch) for stretch in useful_costs(forecast)]
            self.useful = {**self.useful, group: {**of_group, self.model: stretches}}
            self._useful_of = comparison
        self._show_decision()

    @property
    def _useful_key(self) -> str:
        """The group, or a key of its own for cases that are weighted to a base rate, which the page weighs itself."""
        return self.state.group or "" if self.state.prevalence is None else f"{self.state.group or ''}\0weighted"

    def rested(self) -> None:
        """Make room for an interval that has left the chart."""
        if not self._on_chart(*self.state.interval):
            self.refit()
            self.draw(self.state.move)

    def _on_chart(self, *costs: float) -> bool:
        low, high = self._scores.axis.visible
        nearest = np.clip(costs, *COST_AXES[self.axis].limits)  # what is beyond the axis stands at its end
        return bool(np.all((low - _SLACK <= nearest) & (nearest <= high + _SLACK)))

    def _show_decision(self) -> None:
        """Follow the threshold and the cost ratio."""
        decision = self.decision
        people = whole_people(decision.counts, self.people)
        self._scores.cut_at(self.threshold)
        self._regret.move_point(self.cost, decision.regret)
        self._icons.value = icon_array(people, self._icon_name)
        self._confusion.value = confusion_table(decision, people, rates=self.rates)
        self._costs.value = cost_table(decision, self.model, self.loss)
        self._boxes.write()
        self._move_slider()
        unit = self.state.unit
        useful = describe_useful(self.model, self.useful[self._useful_key][self.model], unit)
        first, *others = [*describe_decision(self.model, decision, self.people, unit), useful]
        of_scores, of_regret = describe_charts(self.model, decision, self.people, unit)
        self._words.value = join(
            [
                spoken([tag("strong", first), *others], class_="bw-verdict"),
                chart_words("scores", of_scores),
                chart_words("regret", f"{of_regret} {useful}"),
            ]
        )

    def _move_slider(self) -> None:
        low, high = self._scale.min, self._scale.max
        self._moving_slider = True
        try:
            with self._slider.hold_sync():
                if low > self._slider.max:
                    self._slider.max = high
                self._slider.min, self._slider.max, self._slider.step = low, high, (high - low) / _STEPS
                self._slider.value = float(self._scores.axis.places(self.threshold))
        finally:
            self._moving_slider = False

    # --- from the hand ----------------------------------------------------------------------

    @guarded
    def _on_slider(self, change: Any) -> None:
        rounded = abs(change.new - change.old) < 0.51 * self._slider.step  # by the page, which knows steps alone
        if not self._moving_slider and not self.page_answers and not rounded:
            self.threshold = self._scores.axis.cost_at(change.new)

    def _texts(self) -> dict[str, str]:
        """Return what the boxes to type in should show."""
        return {
            "threshold": exact_text(self.threshold, self.state.unit),
            "C": general(self.cost * self.loss, 6),
            "L": general(self.loss, 6),
            "cost": percent(self.cost, 6),
            "odds": odds(self.cost, 4),
        }

    def _accept(self, name: str, text: str) -> None:
        """Set what was typed into a box."""
        if name == "threshold":
            self.threshold = parse_in_unit(text, self.state.unit)
        elif name in ("cost", "odds"):
            self.cost = parse_in_unit(text, "odds" if name == "odds" else "probability")
        else:
            amount = _amount(text, name)
            acting, loss = (amount, self.loss) if name == "C" else (self.cost * self.loss, amount)
            if not 0 < acting < loss:
                raise ValueError(
                    f"Acting costs C = {exact(acting)} and a missed case L = {exact(loss)}, but C must be above 0 "
                    "and below L: otherwise nobody, or everybody, should be acted on."
                )
            with self.hold_trait_notifications():
                self.loss, self.cost = loss, acting / loss

    @on_change("cost", "threshold", "together")
    def _on_point(self, change: Any) -> None:
        if self.together and self.cost != self.threshold:
            if change.name == "threshold":
                self.cost = self.threshold
            else:
                self.threshold = self.cost
        elif self._on_chart(self.threshold, self.cost):
            self._show_decision()
        else:
            self.redraw()

    @on_change("loss")
    def _on_loss(self, _change: Any) -> None:
        self._show_decision()

    @on_change("model", "people", "rates", "axis")
    def _on_choice(self, _change: Any) -> None:
        self.redraw()

    @traitlets.validate("loss")
    def _check_loss_trait(self, proposal: Any) -> float:
        with refused_by_trait():
            return _check_loss(proposal.value)


def _middle(interval: Interval) -> float:
    """Return a round cost ratio about halfway along the interval, in log-odds."""
    low = max(interval.low, min(0.001, interval.high / 10))
    high = min(interval.high, max(0.999, 1 - (1 - interval.low) / 10))
    middle = float(expit((logit(low) + logit(high)) / 2))
    round_one = float(f"{middle:.1g}")
    return round_one if low < round_one < high else nice_cost(middle)


def _check_loss(loss: Any) -> float:
    if isinstance(loss, bool) or not isinstance(loss, int | float | np.number) or not 0 < loss < math.inf:
        raise ValueError(f"A missed case must cost something: L must be a number above 0, not {loss!r}.")
    return float(loss)


def _amount(text: str, what: str) -> float:
    with contextlib.suppress(ValueError):
        if math.isfinite(amount := float(text.replace(",", ""))):
            return amount
    raise ValueError(f"{what} must be an amount such as 10, not {text!r}.")
