"""Charts side by side about one state: the three panels of the paper, and the two ranking curves."""

from __future__ import annotations

from typing import Any, Unpack

import ipywidgets as widgets

from brierwidgets.ui.figure import css_pixels
from brierwidgets.ui.frame import on_change
from brierwidgets.ui.layout import live_text, row
from brierwidgets.ui.legend import ModelLegend
from brierwidgets.ui.view import View, ViewOptions
from brierwidgets.views._below_slider import BelowSlider
from brierwidgets.views._decomposition_chart import DecompositionChart
from brierwidgets.views._log_odds_curve import LogOddsCurve
from brierwidgets.views._precision_recall_curve import PrecisionRecallCurve
from brierwidgets.views._roc_curve import RocCurve
from brierwidgets.words.html import spoken, tag

__all__ = ["RankingPanels", "ThreePanels"]


class _NarrowLogOddsCurve(LogOddsCurve):
    """The curve with fewer ticks, for a third of the page."""

    ticks = 7


class _Panels(BelowSlider):
    """Views side by side under one legend, with their sentences below.

    Attributes
    ----------
    panels
        The views by title, from left to right.
    """

    def __init__(self, data: Any, models: Any = None, **options: Unpack[ViewOptions]) -> None:
        super().__init__(data, models, **options)
        with self.building_parts():
            self.panels = self.make_panels()
        self.adopt(*self.panels.values())
        boxes = []
        for title, panel in self.panels.items():
            heading = widgets.HTML(tag("div", title, class_="bw-panel-title"))
            boxes.append(widgets.VBox([heading, panel]).add_class("bw-panel"))
        self._words = live_text()
        self._legend = ModelLegend(self)
        self.show(self._legend, row(*boxes, css_classes=("bw-panels",)), self._words)

    def page_spec(self) -> dict[str, Any] | None:
        """Return the text below the panels, the legend, and the figures of the panels."""
        figures = [spec["figure"] for panel in self.panels.values() for spec in panel.page_specs()]
        return {"kind": "panels", "legend": self._legend.boxes, "words": self._words, "figures": figures}

    def page_specs(self) -> list[dict[str, Any]]:
        """Return what the page moves in every panel, and their words."""
        return [spec for panel in self.panels.values() for spec in panel.page_specs()] + super().page_specs()

    def make_panels(self) -> dict[str, View]:
        """Return new views of this one's state, by title."""
        raise NotImplementedError

    @property
    def text(self) -> str:
        """The words as plain text."""
        sentences = [sentence for panel in self.panels.values() for sentence in getattr(panel, "sentences", ())]
        return " ".join(dict.fromkeys(sentences))  # what two panels say is said once

    def rested(self) -> None:
        """Write what the panels say."""
        self._words.value = spoken([self.text])

    @on_change("active")
    def _on_seen(self, change: Any) -> None:
        for panel in self.panels.values():
            panel.active = change.new
        if change.new:
            self.rested()  # again: the panels have caught up only now


class ThreePanels(_Panels):
    """The paper's figure, live: how models rank, what that costs, and why the two disagree.

    The ROC curve, regret over log-odds, and miscalibration against discrimination of the bounded log loss.

    Takes what every `brierwidgets.ui.View` takes.

    Examples
    --------
    >>> panels = ThreePanels([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.7))
    >>> list(panels.panels)
    ['ROC curve', 'Regret over log-odds', 'Miscalibration and discrimination']
    >>> panels.close()
    """

    baselines = (("chance, treat all", "dashed"), ("treat none", "dotted"))

    def make_panels(self) -> dict[str, View]:
        """Return the three panels of the paper."""
        bare: dict[str, Any] = {"legend": False, "height": css_pixels(322, self.state.size)}
        return {
            "ROC curve": RocCurve(self.state, details=False, **bare),
            "Regret over log-odds": _NarrowLogOddsCurve(self.state, **bare),
            "Miscalibration and discrimination": DecompositionChart(self.state, rule="log-loss", show="plane", **bare),
        }


class RankingPanels(_Panels):
    """The ROC curve and the precision-recall curve side by side.

    Takes what every `brierwidgets.ui.View` takes.

    Examples
    --------
    >>> panels = RankingPanels([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.7))
    >>> list(panels.panels)
    ['ROC curve', 'Precision and recall']
    >>> panels.close()
    """

    baselines = (("knows nothing", "dashed"),)

    def make_panels(self) -> dict[str, View]:
        """Return the two ranking curves."""
        bare: dict[str, Any] = {"legend": False, "height": css_pixels(300, self.state.size)}
        return {
            "ROC curve": RocCurve(self.state, **bare),
            "Precision and recall": PrecisionRecallCurve(self.state, **bare),
        }
