"""What papers report, as grouped bars."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import traitlets

from brierwidgets.datasets._shares import Share, check_shares
from brierwidgets.export import PageParts, save_html
from brierwidgets.state.arguments import check_choice
from brierwidgets.state.traits import CostInterval
from brierwidgets.ui.choices import choice_buttons
from brierwidgets.ui.frame import Frame, on_change
from brierwidgets.ui.layout import row
from brierwidgets.ui.palette import look
from brierwidgets.words.html import Markup, table, tag
from brierwidgets.words.numbers import percent
from brierwidgets.words.shares import describe_shares

__all__ = ["SurveyChart"]

_ORDERS = {"given": "as given", "largest": "largest first"}
_KINDS = {"metric": "Metrics", "visualization": "Charts"}
_TICKS = (0, 25, 50, 75, 100)
_PATTERNS = ("plain", "hatched", "dotted", "barred")


class SurveyChart(Frame):
    """The share of papers that report each metric, one bar a venue, with 95% intervals where counts are known.

    Parameters
    ----------
    shares
        A result of ``datasets.load_survey()`` or ``datasets.tally_reviews(...)``; the published survey unless given.
    order
        Metrics as ``"given"``, or those reported most (``"largest"``) first.

    Examples
    --------
    >>> chart = SurveyChart(order="largest")
    >>> chart.metrics
    ['AUC-ROC', 'accuracy', 'AUC-PR', 'every other metric']
    >>> chart.close()
    """

    order = traitlets.Enum(list(_ORDERS), "given", help="In which order metrics come.")
    interval = CostInterval(help="Every view has one to link; a survey of papers looks the same on all of them.")

    def __init__(self, shares: Any = None, *, order: str = "given") -> None:
        check_choice("order", order, list(_ORDERS))
        checked = check_shares(shares)
        super().__init__("bw-survey")
        self._shares, self.order = checked, order
        venues = dict.fromkeys(share.venue for share in checked)
        self._styles = {
            venue: (look(index).colour, _PATTERNS[index % len(_PATTERNS)]) for index, venue in enumerate(venues)
        }
        self._orders = choice_buttons(_ORDERS, "order")
        self.at_close(traitlets.link((self, "order"), (self._orders, "value")).unlink)
        top = row(widgets.HTML(self._keys()), self._orders, css_classes=["bw-ends", "bw-top"])
        drawn = [widgets.HTML(self._drawn(key), layout={"width": "100%"}) for key in _ORDERS]
        self._bars = widgets.Stack(drawn)
        self._turn = widgets.jsdlink((self._orders, "index"), (self._bars, "selected_index"))  # without Python, too
        self.at_close(self._turn.close)
        words = widgets.HTML(tag("div", describe_shares(checked), class_="bw-words", role="status"))
        self.show(top, self._bars, words)
        self._on_order(None)

    @property
    def metrics(self) -> list[str]:
        """The metrics in the order they are shown."""
        return list(dict.fromkeys(share.metric for share in self._ordered(self.order)))

    def still(self) -> list[Markup]:
        """Return the words and the shares as a table, for readers that show no widgets."""
        rows = [[share.metric, share.venue, _written(share)] for share in self._ordered(self.order)]
        return [tag("p", describe_shares(self._shares)), table(["metric", "venue", "share of papers"], rows)]

    def save_html(self, path: str | os.PathLike[str], *, title: str | None = None) -> Path:
        """Write the chart as one page that opens offline, without Python; return its path."""
        return save_html(self, path, title=title)

    def page_parts(self) -> PageParts:
        """Return what a saved page shows."""
        words = describe_shares(self._shares)
        return PageParts(self, [], self._turn, "Which metrics do papers report?", words, words)

    def _ordered(self, order: str) -> list[Share]:
        if order == "given":
            return self._shares
        largest: dict[str, float] = {}
        for share in self._shares:
            known = share.share if not math.isnan(share.share) else -1.0
            largest[share.metric] = max(largest.get(share.metric, -1.0), known)
        return sorted(self._shares, key=lambda share: -largest[share.metric])

    def _keys(self) -> Markup:
        keys = (
            tag("span", tag("i", class_=f"bw-bar-{pattern}", style=f"--bar:{colour}"), venue, class_="bw-key")
            for venue, (colour, pattern) in self._styles.items()
        )
        return tag("div", *keys, class_="bw-icon-keys bw-survey-keys")

    def _drawn(self, order: str) -> Markup:
        shares = self._ordered(order)
        kinds = list(dict.fromkeys(share.kind for share in shares))
        parts = []
        for kind in kinds:
            if len(kinds) > 1:
                parts.append(tag("h4", _KINDS.get(kind, kind)))
            of_kind = [share for share in shares if share.kind == kind]
            metrics = dict.fromkeys(share.metric for share in of_kind)
            groups = (self._group(metric, [share for share in of_kind if share.metric == metric]) for metric in metrics)
            parts.append(tag("div", *groups, role="table", aria_label="Share of papers"))
        ticks = (tag("span", f"{tick}%", style=f"left:{tick}%") for tick in _TICKS)
        scale = tag("span", *ticks, class_="bw-survey-scale")
        parts.append(tag("div", tag("span"), scale, class_="bw-survey-row", aria_hidden="true"))
        return tag("div", *parts, class_="bw-survey-bars")

    def _group(self, metric: str, shares: list[Share]) -> Markup:
        head = tag("span", metric, role="rowheader")
        bars = tag("span", *map(self._bar, shares), class_="bw-survey-group", role="cell")
        return tag("div", head, bars, class_="bw-survey-row", role="row")

    def _bar(self, share: Share) -> Markup:
        colour, pattern = self._styles[share.venue]
        end, parts = None, []
        if not math.isnan(share.share):
            end = share.share
            parts.append(tag("i", class_=f"bw-bar-{pattern}", style=f"--bar:{colour};width:{100 * share.share:.2f}%"))
            if not math.isnan(share.low):
                place = f"left:{100 * share.low:.2f}%;width:{100 * (share.high - share.low):.2f}%"
                parts.append(tag("u", style=place))
                end = max(share.share, share.high)
        elif not math.isnan(share.upper_bound):
            end = share.upper_bound
            parts.append(tag("i", class_="bw-bar-bound", style=f"--bar:{colour};width:{100 * end:.2f}%"))
        parts.append(tag("small", _written(share), style=None if end is None else f"left:{100 * end:.2f}%"))
        return tag("span", tag("em", f"{share.venue}: ", class_="bw-unseen"), *parts, class_="bw-survey-bar")

    @on_change("order")
    def _on_order(self, _change: Any) -> None:
        self._bars.selected_index = list(_ORDERS).index(self.order)


def _written(share: Share) -> str:
    if not math.isnan(share.share):
        counts = "" if math.isnan(share.total) else f" ({share.count:,.0f} of {share.total:,.0f})"
        return f"{percent(share.share)}{counts}"
    return "not printed" if math.isnan(share.upper_bound) else f"fewer than {percent(share.upper_bound)}"
