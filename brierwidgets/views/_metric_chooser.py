"""Two questions, and the metric that answers them."""

from __future__ import annotations

from typing import Any, Unpack

import ipywidgets as widgets
import traitlets

from brierwidgets.core.intervals import parse_cost
from brierwidgets.core.metric_weights import best_models
from brierwidgets.core.move import Move
from brierwidgets.data.comparison import Comparison
from brierwidgets.recommend import COUPLINGS, RECOMMENDATIONS, THRESHOLDS, Recommendation, recommend
from brierwidgets.state.arguments import check_choice, refused_by_trait
from brierwidgets.state.traits import CostRatio
from brierwidgets.ui.choices import choice_buttons
from brierwidgets.ui.frame import on_change
from brierwidgets.ui.layout import labelled_row, row
from brierwidgets.ui.notice import guarded
from brierwidgets.ui.palette import look, looks_for_page, looks_of
from brierwidgets.ui.still import said_html
from brierwidgets.ui.typed import TypedBoxes, end_texts, type_end
from brierwidgets.ui.view import View, ViewOptions
from brierwidgets.views._cost_columns import better_is, model_heads, score_cells, script_number
from brierwidgets.words.html import Markup, spoken, tag
from brierwidgets.words.metric_advice import Call, Setting, Worth, calls, evaluate, practice
from brierwidgets.words.numbers import exact_text, parse_in_unit

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

    Takes what every `brierwidgets.ui.View` takes, and what follows.

    Parameters
    ----------
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
    answered: Any = traitlets.Dict(help="The calls of the cells asked so far, with their values, and of which cases.")
    k_range = traitlets.Tuple(traitlets.Int(), traitlets.Int(), help="The fewest and the most that may be chosen.")

    def __init__(
        self,
        data: Any,
        models: Any = None,
        *,
        coupling: str = "independent",
        threshold: str = "range",
        cost: Any = None,
        k: int | None = None,
        **options: Unpack[ViewOptions],
    ) -> None:
        check_choice("coupling", coupling, list(COUPLINGS))
        check_choice("threshold", threshold, list(THRESHOLDS))
        cost = None if cost is None else parse_cost(cost, "cost")
        super().__init__(data, models, **options)
        total = _cases(self.state.comparison)
        k = max(1, int(float(f"{total / 10:.1g}"))) if k is None else k
        _check_places(k, total)
        self.coupling, self.threshold, self.k = coupling, threshold, k
        self.cost = self.interval.low if cost is None else cost
        self.k_range = max(1, k // 2), min(total, 2 * k)
        self._evaluated: tuple[Any, list[Worth]] = (None, [])
        self._result = widgets.HTML()
        self.show(*self._make_questions(), self._make_cells(), self._result)

    # --- building ---------------------------------------------------------------------------

    def _make_questions(self) -> list[widgets.Widget]:
        self._answers = {"coupling": choice_buttons(_BUDGETS), "threshold": choice_buttons(_KNOWN)}
        for name, buttons in self._answers.items():
            self.link((self, name), (buttons, "value"))
        self._second = widgets.Label()
        self._boxes = TypedBoxes(self, _BOXES, self._texts, self._accept)
        questions = [
            labelled_row(_QUESTIONS["coupling"], self._answers["coupling"]),
            row(self._second, self._answers["threshold"], *self._boxes.boxes.values()),
        ]
        for question in questions:
            question.add_class("bw-asked")
        return questions

    def _make_cells(self) -> widgets.Box:
        """Lay the six cells out as the published table: one row a kind of budget, one column a state of knowledge."""
        self._cells = {}
        for advice in RECOMMENDATIONS:
            cell = widgets.Button(description=", ".join(advice.metrics), tooltip="Choose this kind of decision")
            cell.add_class(f"bw-button-{cell.model_id}")  # by which the page knows it
            cell.on_click(lambda _button, advice=advice: self._on_cell(advice))
            self._cells[advice.coupling, advice.threshold] = cell
        cells = [widgets.HTML(tag("b", text)) for text in ("", "threshold or K known", "in a range", "not known")]
        for coupling, text in (("independent", "Independent decisions"), ("top-k", "Top-K decisions")):
            cells.append(widgets.HTML(tag("b", text)))
            cells += [self._cells[coupling, threshold] for threshold in THRESHOLDS]
        return widgets.Box(cells).add_class("bw-cells")

    def page_spec(self) -> dict[str, Any] | None:
        """Return the questions, the table of advice and the result, with the answers of every cell."""
        for advice in RECOMMENDATIONS:
            self._send_answers(advice, self._evaluate(advice))
        return {
            "kind": "chooser",
            "view": self,
            "mirrors": ["coupling", "threshold", "cost", "answered"],
            "questions": _QUESTIONS,
            "asked": {" ".join(cell): list(names) for cell, names in _ASKED.items()},
            "choices": {"coupling": list(_BUDGETS), "threshold": list(_KNOWN)},
            "advice": {
                f"{advice.coupling} {advice.threshold}": {
                    "metrics": advice.metrics,
                    "functions": advice.functions,
                    "reason": advice.reason,
                    "caution": advice.caution,
                    "practice": practice(advice),
                }
                for advice in RECOMMENDATIONS
            },
            "looks": looks_for_page(looks_of(self.state.comparison.names)),
            "answers": self._answers,
            "second": self._second,
            "boxes": self._boxes.boxes,
            "cells": {" ".join(cell): button for cell, button in self._cells.items()},
            "result": self._result,
            "notice": self.notice,
        }

    def _send_answers(self, advice: Recommendation, worths: list[Worth]) -> None:
        """Send the page the calls of a cell and their values, so that it can show them without Python."""
        cases = list(self.state.cases_key)
        cells = self.answered["cells"] if self.answered.get("cases") == cases else {}
        written = [
            {
                "function": call.code.split("(")[0],
                "code": call.code,
                "values": {name: script_number(value) for name, value in values.items()},
                "higher": call.higher_is_better,
                "reason": reason,
            }
            for call, values, reason in worths
        ]
        self.answered = {"cases": cases, "cells": {**cells, f"{advice.coupling} {advice.threshold}": written}}

    # --- drawing ----------------------------------------------------------------------------

    @property
    def advice(self) -> Recommendation:
        """The lit cell of the table."""
        return recommend(self.coupling, self.threshold)

    @property
    def worths(self) -> list[Worth]:
        """Each call of the advice with its value for every model."""
        comparison, asked = self.state.comparison, self._calls(self.advice)
        # Rankings take a pass over the cases, so they are not made again while a slider moves.
        question = (comparison, *(call.code for call in asked))
        if self._evaluated[0] != question:
            self._evaluated = question, [evaluate(call, comparison) for call in asked]
            self._send_answers(self.advice, self._evaluated[1])
        return self._evaluated[1]

    def _calls(self, advice: Recommendation) -> list[Call]:
        return calls(advice, Setting(self.cost, self.state.interval, self.k, self.k_range))

    def _evaluate(self, advice: Recommendation) -> list[Worth]:
        return [evaluate(call, self.state.comparison) for call in self._calls(advice)]

    def draw(self, move: Move) -> None:  # noqa: ARG002
        """Light the cell, show the boxes that matter, and write the advice."""
        asked = _ASKED.get((self.coupling, self.threshold), ())
        self._second.value = _QUESTIONS[self.coupling]
        for name, box in self._boxes.boxes.items():
            box.layout.display = "" if name in asked else "none"
        for (coupling, threshold), cell in self._cells.items():
            lit = (coupling, threshold) == (self.coupling, self.threshold)
            cell.button_style = "primary" if lit else ""
            cell.icon = "check" if lit else ""
        self._boxes.write()
        self._write_result()

    def still(self) -> list[Markup]:
        """Return the advice, and what the metrics are for each model."""
        self.state.settle()
        return [said_html(self._sentences()), self._values_table()]

    def _sentences(self) -> list[object]:
        advice = self.advice
        return [f"Use {', '.join(advice.metrics)}.", advice.reason, tag("em", advice.caution)]

    def _write_result(self) -> None:
        advice, (first, *others) = self.advice, self._sentences()
        self._result.value = tag(
            "div",
            spoken([tag("strong", first), *others], class_="bw-verdict"),
            tag("div", self._values_table(), class_="bw-values"),
            tag("div", tag("b", "What papers do."), " ", " ".join(practice(advice)), class_="bw-words"),
            class_="bw-advice",
        )

    def _values_table(self) -> Markup:
        state = self.state
        looks = {name: look(index) for index, name in enumerate(state.comparison.names) if name in state.shown}
        code = f"from brierwidgets.metrics import {', '.join(self.advice.functions)}"
        rows = []
        for call, values, reason in self.worths:
            best = best_models(values, looks, higher_is_better=call.higher_is_better)
            note = tag("small", reason or better_is(higher=call.higher_is_better))
            cells = score_cells(looks, values, best)
            rows.append(tag("tr", tag("th", tag("code", call.code), note, scope="row"), *cells))
        return tag("table", tag("tr", tag("th", tag("code", code)), *model_heads(looks)), *rows, class_="bw-calls")

    # --- from the hand ----------------------------------------------------------------------

    def _texts(self) -> dict[str, str]:
        fewest, most = self.k_range
        return {
            "cost": exact_text(self.cost, self.state.unit),
            **end_texts(self.state),
            "k": f"{self.k}",
            "k_low": f"{fewest}",
            "k_high": f"{most}",
        }

    def _accept(self, name: str, text: str) -> None:
        fewest, most = self.k_range
        if name == "cost":
            self.cost = parse_in_unit(text, self.state.unit)
        elif name in ("low", "high"):
            type_end(self.state, name, text)
        elif name == "k":
            self.k = _whole(text)
        else:
            self.k_range = (_whole(text), most) if name == "k_low" else (fewest, _whole(text))

    @guarded
    def _on_cell(self, advice: Recommendation) -> None:
        with self.hold_trait_notifications():
            self.coupling, self.threshold = advice.coupling, advice.threshold

    @on_change("coupling", "threshold", "cost", "k", "k_range")
    def _on_answer(self, _change: Any) -> None:
        self.draw(self.state.move)

    @traitlets.validate("k", "k_range")
    def _check_k(self, proposal: Any) -> Any:
        places = proposal.value if isinstance(proposal.value, tuple) else (proposal.value,)
        with refused_by_trait():
            for place in places:
                _check_places(place, _cases(self.state.comparison))
        if places[0] > places[-1]:
            raise traitlets.TraitError(f"The range of K from {places[0]} to {places[1]} is reversed.")
        return proposal.value


def _cases(comparison: Comparison) -> int:
    """Return the number of cases, whatever they weigh: a place holds one case."""
    return int(comparison.total) if comparison.rows is None else comparison.rows.labels.size


def _check_places(k: Any, total: int) -> None:
    if isinstance(k, bool) or not isinstance(k, int) or not 1 <= k <= total:
        raise ValueError(f"K must be a whole number from 1 to the number of cases, {total:,}, not {k!r}.")


def _whole(text: str) -> int:
    try:
        return int(text.replace(",", ""))
    except ValueError:
        raise ValueError(f"K must be a whole number such as 100, not {text!r}.") from None
