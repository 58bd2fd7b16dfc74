"""Two questions, and the metric that answers them."""

from __future__ import annotations

import html
from typing import Any

import ipywidgets as widgets
import traitlets

from brierwidgets.advice import Setting, Worth, calls, evaluate, practice
from brierwidgets.comparison import Comparison
from brierwidgets.core.intervals import Interval, parse_cost
from brierwidgets.formatting import number, parse_in_unit, percent
from brierwidgets.metric_weights import best_models
from brierwidgets.palette import look
from brierwidgets.recommend import COUPLINGS, RECOMMENDATIONS, THRESHOLDS, Recommendation, recommend
from brierwidgets.state import as_state
from brierwidgets.traits import CostRatio, check_choice, refuse_unknown
from brierwidgets.views._base import View, guarded

__all__ = ["MetricChooser"]

_QUESTIONS = {
    "coupling": "Are decisions coupled by a budget?",
    "independent": "Is the threshold known?",
    "top-k": "Is the number of places K known?",
}
_BUDGETS = {"independent": "no, each case is decided on its own", "top-k": "yes, only K cases can be chosen"}
_KNOWN = {"fixed": "yes, exactly", "range": "within a range", "unknown": "no"}
_BOXES = {
    "k": ("K", "How many cases can be chosen"),
    "k_low": ("K from", "The fewest cases that may be chosen"),
    "k_high": ("K to", "The most cases that may be chosen"),
    "cost": ("cost ratio", "The threshold that it asks for: 10%, 0.1 or 1:9"),
    "low": ("from", "Lower end of the range: 5%, 0.05 or 1:19"),
    "high": ("to", "Upper end of the range: 20%, 0.2 or 1:4"),
}
#: The boxes that matter in each cell.
_ASKED = {
    ("independent", "fixed"): ("cost",),
    ("independent", "range"): ("low", "high"),
    ("top-k", "fixed"): ("k", "cost"),
    ("top-k", "range"): ("k_low", "k_high"),
}


class MetricChooser(View):
    """Answer two questions and get the metric, the reason, the call, and its value for each model.

    Parameters
    ----------
    data, models, interval
        An `ExplorerState`, a `Comparison`, or outcomes and scores by model; the cost ratios that matter.
    coupling
        ``"independent"`` when each case is decided on its own; ``"top-k"`` when only K cases can be chosen.
    threshold
        Whether the threshold (or K) is ``"fixed"``, known to lie in a ``"range"``, or ``"unknown"``.
    cost
        The threshold, where it is fixed; the lower end of the interval unless given.
    k
        How many cases can be chosen; a tenth of them unless given.

    Examples
    --------
    >>> chooser = MetricChooser([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.4))
    >>> chooser.advice.metrics
    ('bounded Brier score', 'bounded log loss', 'mean regret')
    >>> chooser.threshold = "unknown"
    >>> chooser.worths[0].call.code
    'brier_score(y_true, y_prob)'
    >>> chooser.close()
    """

    coupling = traitlets.Enum(list(COUPLINGS), "independent", help="How decisions hang together.")
    threshold = traitlets.Enum(list(THRESHOLDS), "range", help="What is known of the threshold, or of K.")
    cost = CostRatio(help="The threshold, where it is fixed.")
    k = traitlets.Int(1, help="How many cases can be chosen.")
    k_range = traitlets.Tuple(traitlets.Int(), traitlets.Int(), help="The fewest and the most that may be chosen.")

    def __init__(
        self,
        data: Any,
        models: Any = None,
        *,
        interval: Any = None,
        coupling: str = "independent",
        threshold: str = "range",
        cost: Any = None,
        k: int | None = None,
        **unknown: Any,
    ) -> None:
        refuse_unknown(type(self), unknown)
        check_choice("coupling", coupling, list(COUPLINGS))
        check_choice("threshold", threshold, list(THRESHOLDS))
        cost = None if cost is None else parse_cost(cost, "cost")
        state = as_state(data, models, interval=interval)
        total = _cases(state.comparison)
        k = max(1, int(float(f"{total / 10:.1g}"))) if k is None else k
        _check_places(k, total)
        super().__init__(state, owns_state=state is not data)
        self.coupling, self.threshold, self.k = coupling, threshold, k
        self.cost = state.interval.low if cost is None else cost
        self.k_range = max(1, k // 2), min(total, 2 * k)
        self._known: tuple[Any, list[Worth]] = (None, [])
        self._show(self._lay_out())

    def _lay_out(self) -> list[widgets.Widget]:
        self._answers = {
            "coupling": widgets.ToggleButtons(options=[(text, key) for key, text in _BUDGETS.items()]),
            "threshold": widgets.ToggleButtons(options=[(text, key) for key, text in _KNOWN.items()]),
        }
        self._links = [traitlets.link((self, name), (each, "value")) for name, each in self._answers.items()]
        self._second = widgets.Label()
        self._boxes = {
            key: widgets.Text(description=label, tooltip=hint, continuous_update=False, layout={"width": "auto"})
            for key, (label, hint) in _BOXES.items()
        }
        for key, box in self._boxes.items():
            box.observe(lambda change, key=key: self._on_box(key, change.new), "value")
        self._cells = {}
        for advice in RECOMMENDATIONS:
            cell = widgets.Button(description=", ".join(advice.metrics), tooltip="Choose this kind of decision")
            cell.on_click(lambda _button, advice=advice: self._on_cell(advice))
            self._cells[advice.coupling, advice.threshold] = cell
        self._result = widgets.HTML()
        questions = [
            _row(widgets.Label(_QUESTIONS["coupling"]), self._answers["coupling"]),
            _row(self._second, self._answers["threshold"], *self._boxes.values()),
        ]
        for question in questions:
            question.add_class("bw-asked")
        return [*questions, self._table(), self._result]

    def _table(self) -> widgets.Box:
        """Lay the six cells out as the published table: one row a kind of budget, one column a state of knowledge."""
        heads = [widgets.HTML(f"<b>{text}</b>") for text in ("", "threshold or K known", "in a range", "not known")]
        cells: list[widgets.Widget] = heads
        for coupling, text in (("independent", "Independent decisions"), ("top-k", "Top-K decisions")):
            cells.append(widgets.HTML(f"<b>{text}</b>"))
            cells += [self._cells[coupling, threshold] for threshold in THRESHOLDS]
        grid = widgets.Box(cells)
        grid.add_class("bw-cells")
        return grid

    # --- drawing ----------------------------------------------------------------------------

    @property
    def advice(self) -> Recommendation:
        """The lit cell of the table."""
        return recommend(self.coupling, self.threshold)

    @property
    def worths(self) -> list[Worth]:
        """Each call of the advice with its value for every model."""
        comparison, advice = self._state.comparison, self.advice
        asked = calls(advice, Setting(self.cost, self._state.interval, self.k, self.k_range))
        # Rankings take a pass over the cases, so they are not made again while a slider moves.
        question = (comparison, *(call.code for call in asked))
        if self._known[0] != question:
            self._known = question, [evaluate(call, comparison) for call in asked]
        return self._known[1]

    def _draw(self) -> None:
        asked = _ASKED.get((self.coupling, self.threshold), ())
        self._second.value = _QUESTIONS[self.coupling]
        for key, box in self._boxes.items():
            box.layout.display = "" if key in asked else "none"
        for (coupling, threshold), cell in self._cells.items():
            lit = (coupling, threshold) == (self.coupling, self.threshold)
            cell.button_style = "primary" if lit else ""
            cell.icon = "check" if lit else ""
        self._write_boxes()
        self._write_result()

    def _write_result(self) -> None:
        advice, worths = self.advice, self.worths
        shown = {name: look(i) for i, name in enumerate(self._state.comparison.names) if name in self._state.shown}
        heads = "".join(f'<th scope="col">{line.swatch}{html.escape(name)}</th>' for name, line in shown.items())
        rows = []
        for call, values, reason in worths:
            best = best_models(values, shown, higher_is_better=call.higher_is_better)
            cells = "".join(
                f"<td class=bw-best>{number(values[name])} ★</td>"
                if name in best
                else f"<td>{number(values[name])}</td>"
                for name in shown
            )
            better = "higher is better" if call.higher_is_better else "lower is better"
            why = f"<small>{html.escape(reason)}</small>" if reason else f"<small>{better}</small>"
            rows.append(f"<tr><th scope=row><code>{html.escape(call.code)}</code>{why}</th>{cells}</tr>")
        said = html.escape(f"Use {', '.join(advice.metrics)}.")
        self._result.value = (
            f'<div class="bw-advice"><div class="bw-verdict" role="status" aria-live="polite"><strong>{said}</strong> '
            f"{html.escape(advice.reason)} <em>{html.escape(advice.caution)}</em></div>"
            f'<div class="bw-values"><table class="bw-calls"><tr><th><code>from brierwidgets.metrics import '
            f"{', '.join(advice.functions)}</code></th>{heads}</tr>{''.join(rows)}</table></div>"
            f'<div class="bw-words"><b>What papers do.</b> {html.escape(" ".join(practice(advice)))}</div></div>'
        )

    # --- from the hand ----------------------------------------------------------------------

    def _texts(self) -> dict[str, str]:
        low, high = self._state.interval
        fewest, most = self.k_range
        return {
            "cost": percent(self.cost, 6),
            "low": percent(low, 6),
            "high": percent(high, 6),
            "k": f"{self.k}",
            "k_low": f"{fewest}",
            "k_high": f"{most}",
        }

    def _write_boxes(self) -> None:
        for key, text in self._texts().items():
            self._boxes[key].value = text

    @guarded
    def _on_box(self, key: str, text: str) -> None:
        if text == self._texts()[key]:
            return
        try:
            self._take(key, text)
        finally:
            self._write_boxes()

    def _take(self, key: str, text: str) -> None:
        if key == "cost":
            self.cost = parse_in_unit(text, "probability")
        elif key in ("low", "high"):
            self._state.interval = Interval(
                **{**self._state.interval._asdict(), key: parse_in_unit(text, "probability")}
            )
        else:
            places = _whole(text)
            fewest, most = self.k_range
            if key == "k":
                self.k = places
            else:
                self.k_range = (places, most) if key == "k_low" else (fewest, places)

    @guarded
    def _on_cell(self, advice: Recommendation) -> None:
        with self.hold_trait_notifications():
            self.coupling, self.threshold = advice.coupling, advice.threshold

    @traitlets.observe("coupling", "threshold", "cost", "k", "k_range")
    @guarded
    def _on_answer(self, _change: Any) -> None:
        if self.children:
            self._draw()

    @traitlets.validate("k", "k_range")
    def _check_k(self, proposal: Any) -> Any:
        places = proposal.value if isinstance(proposal.value, tuple) else (proposal.value,)
        try:
            for each in places:
                _check_places(each, _cases(self._state.comparison))
        except ValueError as error:
            raise traitlets.TraitError(str(error)) from error
        if places[0] > places[-1]:
            raise traitlets.TraitError(f"The range of K from {places[0]} to {places[1]} is reversed.")
        return proposal.value

    def _detach(self) -> None:
        for link in self._links:
            link.unlink()


def _row(*children: widgets.Widget) -> widgets.HBox:
    row = widgets.HBox(children)
    row.add_class("bw-ends")
    return row


def _cases(comparison: Comparison) -> int:
    """Return how many cases there are; places are for cases, whatever they weigh."""
    return int(comparison.total) if comparison.rows is None else comparison.rows.labels.size


def _check_places(k: Any, total: int) -> None:
    if isinstance(k, bool) or not isinstance(k, int) or not 1 <= k <= total:
        raise ValueError(f"K must be a whole number from 1 to the number of cases, {total:,}, not {k!r}.")


def _whole(text: str) -> int:
    try:
        return int(text.replace(",", ""))
    except ValueError:
        raise ValueError(f"K must be a whole number such as 100, not {text!r}.") from None
