"""What papers report, as grouped bars."""

from __future__ import annotations

import html
import math
from typing import Any

import ipywidgets as widgets
import traitlets

from brierwidgets.datasets._shares import Share, check_shares, describe_shares
from brierwidgets.formatting import percent
from brierwidgets.palette import look
from brierwidgets.traits import CostInterval, check_choice, refuse_unknown
from brierwidgets.views._base import Notice, close_all, guarded, stylesheet

__all__ = ["SurveyChart"]

_ORDERS = {"given": "as given", "largest": "largest first"}
_KINDS = {"metric": "Metrics", "visualization": "Charts"}
_TICKS = (0, 25, 50, 75, 100)
_PATTERNS = ("plain", "hatched", "dotted", "barred")


class SurveyChart(widgets.VBox):
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

    def __init__(self, shares: Any = None, *, order: str = "given", **unknown: Any) -> None:
        refuse_unknown(type(self), unknown)
        check_choice("order", order, list(_ORDERS))
        rows = check_shares(shares)
        super().__init__()
        for name in ("brierwidgets", "bw-survey"):
            self.add_class(name)
        self.notice, self._rows = Notice(), rows
        self.order = order
        venues = list(dict.fromkeys(row.venue for row in rows))
        self._styles = {
            venue: (look(index).colour, _PATTERNS[index % len(_PATTERNS)]) for index, venue in enumerate(venues)
        }
        self._orders = widgets.ToggleButtons(options=[(text, key) for key, text in _ORDERS.items()])
        self._link = traitlets.link((self, "order"), (self._orders, "value"))
        self._bars = widgets.HTML()
        words = f'<div class="bw-words" role="status">{html.escape(describe_shares(rows))}</div>'
        top = widgets.HBox([widgets.HTML(self._keys()), self._orders])
        for name in ("bw-ends", "bw-top"):
            top.add_class(name)
        self.children = [stylesheet(), top, self._bars, widgets.HTML(words), self.notice]
        self._draw()

    @property
    def metrics(self) -> list[str]:
        """The metrics in the order they are shown."""
        return list(dict.fromkeys(row.metric for row in self._ordered()))

    def _ordered(self) -> list[Share]:
        if self.order == "given":
            return self._rows
        largest: dict[str, float] = {}
        for row in self._rows:
            known = row.share if not math.isnan(row.share) else -1.0
            largest[row.metric] = max(largest.get(row.metric, -1.0), known)
        return sorted(self._rows, key=lambda row: -largest[row.metric])

    def _keys(self) -> str:
        keys = "".join(
            f'<span class="bw-key"><i class="bw-bar-{pattern}" style="--bar:{colour}"></i>{html.escape(venue)}</span>'
            for venue, (colour, pattern) in self._styles.items()
        )
        return f'<div class="bw-icon-keys bw-survey-keys">{keys}</div>'

    def _draw(self) -> None:
        rows = self._ordered()
        kinds = list(dict.fromkeys(row.kind for row in rows))
        parts = []
        for kind in kinds:
            title = f"<h4>{html.escape(_KINDS.get(kind, kind))}</h4>" if len(kinds) > 1 else ""
            of_kind = [row for row in rows if row.kind == kind]
            metrics = dict.fromkeys(row.metric for row in of_kind)
            groups = "".join(
                self._group(metric, [row for row in of_kind if row.metric == metric]) for metric in metrics
            )
            parts.append(f"{title}<div role='table' aria-label='Share of papers'>{groups}</div>")
        ticks = "".join(f'<span style="left:{tick}%">{tick}%</span>' for tick in _TICKS)
        scale = (
            f'<div class="bw-survey-row" aria-hidden="true"><span></span><span class="bw-survey-scale">{ticks}</span>'
        )
        self._bars.value = f'<div class="bw-survey-bars">{"".join(parts)}{scale}</div></div>'

    def _group(self, metric: str, rows: list[Share]) -> str:
        bars = "".join(self._bar(row) for row in rows)
        return (
            f'<div class="bw-survey-row" role="row"><span role="rowheader">{html.escape(metric)}</span>'
            f'<span class="bw-survey-group" role="cell">{bars}</span></div>'
        )

    def _bar(self, row: Share) -> str:
        colour, pattern = self._styles[row.venue]
        venue = f'<em class="bw-unseen">{html.escape(row.venue)}: </em>'
        if math.isnan(row.share):
            if math.isnan(row.upper_bound):
                return f'<span class="bw-survey-bar">{venue}<small>not printed</small></span>'
            end = 100 * row.upper_bound
            bar = f'<i class="bw-bar-bound" style="--bar:{colour};width:{end:.2f}%"></i>'
            return (
                f'<span class="bw-survey-bar">{venue}{bar}'
                f'<small style="left:{end:.2f}%">fewer than {percent(row.upper_bound)}</small></span>'
            )
        told, place = percent(row.share), row.share
        whisker = ""
        if not math.isnan(row.low):
            whisker = f'<u style="left:{100 * row.low:.2f}%;width:{100 * (row.high - row.low):.2f}%"></u>'
            place = max(row.share, row.high)
        if not math.isnan(row.total):
            told += f" ({row.count:,.0f} of {row.total:,.0f})"
        return (
            f'<span class="bw-survey-bar">{venue}<i class="bw-bar-{pattern}" style="--bar:{colour};'
            f'width:{100 * row.share:.2f}%"></i>{whisker}<small style="left:{100 * place:.2f}%">{told}</small></span>'
        )

    @traitlets.observe("order")
    @guarded
    def _on_order(self, _change: Any) -> None:
        if self.children:
            self._draw()

    def close(self) -> None:
        """Free the chart and everything in it."""
        link = self.__dict__.pop("_link", None)
        if link is not None:  # Python calls close() again when it forgets the widget
            link.unlink()
            close_all(self)
        super().close()
