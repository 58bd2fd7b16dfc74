"""Small things to move in a lesson before there is a chart: scales for a threshold, a table that papers print."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from brierwidgets.core.intervals import parse_cost
from brierwidgets.core.written import exact
from brierwidgets.data.comparison import Comparison
from brierwidgets.page import script
from brierwidgets.ui.frame import Frame
from brierwidgets.words.html import Markup, table, tag
from brierwidgets.words.numbers import number
from brierwidgets.words.scales import SCALES_WORDS, describe_scales

__all__ = ["CostScales", "PrintedScores"]

_LIMITS = (0.001, 0.999)  # what the scales can weigh
#: Columns of `Comparison.whole_range`, their titles, and whether more is better.
_PRINTED = {"auc": ("AUC", True), "brier_full": ("Brier score", False), "log_loss_full": ("log loss", False)}


class _ScalesScript(anywidget.AnyWidget):
    """Carries a threshold into the page, where it is weighed."""

    _esm = script("cost_scales")
    threshold = traitlets.Float(0.1, help="Act from this risk upwards.").tag(sync=True)
    _words = traitlets.Dict(SCALES_WORDS).tag(sync=True)


class CostScales(Frame):
    """Drag a threshold and see how many false alarms it weighs against one miss.

    Parameters
    ----------
    threshold
        Where it starts: a number, a percentage or odds.

    Attributes
    ----------
    threshold
        Where it is now; observe it, set it.

    Examples
    --------
    >>> scales = CostScales("5%")
    >>> scales.sentences[0]
    'Acting from 5% upwards says: one miss is as bad as 19 false alarms.'
    >>> scales.close()
    """

    threshold = traitlets.Any(help="Act from this risk upwards.")

    def __init__(self, threshold: Any = "10%") -> None:
        super().__init__("bw-scales")
        self.threshold = threshold
        self._script = _ScalesScript(threshold=self.threshold)
        both = traitlets.link((self, "threshold"), (self._script, "threshold"))
        self.at_close(both.unlink)
        self.show(self._script)

    @traitlets.validate("threshold")
    def _check_threshold(self, proposal: Any) -> float:
        cost = parse_cost(proposal.value, "threshold")
        if not _LIMITS[0] <= cost <= _LIMITS[1]:
            raise ValueError(f"threshold is {exact(cost)}. Choose one from 0.1% to 99.9%.")
        return cost

    @property
    def sentences(self) -> list[str]:
        """What the threshold says."""
        return describe_scales(self.threshold)

    def still(self) -> list[Markup]:
        """Return what is said."""
        return [tag("p", sentence) for sentence in self.sentences]


class _PrintedScript(anywidget.AnyWidget):
    """Carries a table into the page, where it is sorted."""

    _esm = script("printed_scores")
    table: Any = traitlets.Dict(help="Columns, rows, and the order of the rows by each column.").tag(sync=True)
    sort_by = traitlets.Int(0, help="The column sorted by.").tag(sync=True)


class PrintedScores(Frame):
    """The scores that papers print, AUC, Brier score and log loss; click a heading to put its best model first.

    Parameters
    ----------
    comparison
        The models.

    Examples
    --------
    >>> scores = PrintedScores(Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]}))
    >>> scores.best
    {'AUC': 'keen', 'Brier score': 'keen', 'log loss': 'keen'}
    >>> scores.close()
    """

    def __init__(self, comparison: Comparison) -> None:
        super().__init__("bw-printed-scores")
        frame = comparison.whole_range[list(_PRINTED)]
        self._names = comparison.names
        self._cells = [[number(value, 4) for value in row] for row in frame.itertuples(index=False)]
        self._orders = [
            [self._names.index(name) for name in frame[key].sort_values(ascending=not highest, kind="stable").index]
            for key, (_, highest) in _PRINTED.items()
        ]
        columns = [
            {"title": title, "hint": f"{'More' if highest else 'Less'} is better. Click to put the best first."}
            for title, highest in _PRINTED.values()
        ]
        rows = [{"name": name, "cells": cells} for name, cells in zip(self._names, self._cells, strict=True)]
        self._script = _PrintedScript(table={"columns": columns, "rows": rows, "orders": self._orders})
        self.show(self._script)

    @property
    def best(self) -> dict[str, str]:
        """The model that each score puts first."""
        first = [self._names[order[0]] for order in self._orders]
        return dict(zip([title for title, _ in _PRINTED.values()], first, strict=True))

    def still(self) -> list[Markup]:
        """Return the table."""
        heads = ["", *(title for title, _ in _PRINTED.values())]
        return [table(heads, [[name, *cells] for name, cells in zip(self._names, self._cells, strict=True)])]
