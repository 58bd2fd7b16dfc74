"""Charts side by side about one state: the three panels of the paper, and the two ranking curves."""

from __future__ import annotations

import html
from typing import Any

import ipywidgets as widgets
import traitlets

from brierwidgets.controls._legend import ModelLegend
from brierwidgets.state import ExplorerState, as_state
from brierwidgets.traits import refuse_unknown
from brierwidgets.views._base import View, guarded
from brierwidgets.views._decomposition_chart import DecompositionChart
from brierwidgets.views._log_odds_curve import LogOddsCurve
from brierwidgets.views._parts import spoken
from brierwidgets.views._precision_recall_curve import PrecisionRecallCurve
from brierwidgets.views._roc_curve import RocCurve

__all__ = ["RankingPanels", "ThreePanels"]


class _NarrowLogOddsCurve(LogOddsCurve):
    ticks = 7

    def _make_figure(self, height: str) -> None:
        super()._make_figure(height)
        self._odds_axis.visible = False
        self._figure.fig_margin = self._figure.fig_margin | {"top": 14}


class _Panels(View):
    """Views side by side under one legend, with their sentences below."""

    baselines: tuple[tuple[str, str], ...] = ()

    def __init__(self, data: Any, models: Any = None, *, interval: Any = None, **unknown: Any) -> None:
        refuse_unknown(type(self), unknown)
        state = as_state(data, models, interval=interval)
        super().__init__(state, owns_state=state is not data)
        self.panels = self._make_panels(state)
        self._legend = ModelLegend(state, self.baselines)
        boxes = []
        for title, panel in self.panels.items():
            heading = widgets.HTML(f'<div class="bw-panel-title">{html.escape(title)}</div>')
            box = widgets.VBox([heading, panel])
            box.add_class("bw-panel")
            boxes.append(box)
        row = widgets.HBox(boxes)
        row.add_class("bw-panels")
        self._words = widgets.HTML()
        self._show([self._legend, row, self._words])
        self._rested()

    def _make_panels(self, state: ExplorerState) -> dict[str, View]:
        raise NotImplementedError

    @property
    def text(self) -> str:
        """The words as plain text."""
        told = [sentence for panel in self.panels.values() for sentence in getattr(panel, "sentences", ())]
        return " ".join(dict.fromkeys(told))  # what two panels say is said once

    def _rested(self) -> None:
        self._words.value = spoken([self.text])

    @traitlets.observe("active")
    @guarded
    def _on_panels_active(self, change: Any) -> None:
        for panel in self.__dict__.get("panels", {}).values():
            panel.active = change.new

    def _detach(self) -> None:
        self._legend.detach()
        for panel in self.panels.values():
            panel.close()


class ThreePanels(_Panels):
    """The paper's figure, live: how models rank, what that costs, and why the two disagree.

    The ROC curve, regret over log-odds, and miscalibration against discrimination of the bounded log loss.

    Parameters
    ----------
    data, models, interval
        An `ExplorerState`, a `Comparison`, or outcomes and scores by model; the cost ratios that matter.

    Examples
    --------
    >>> panels = ThreePanels([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.7))
    >>> list(panels.panels)
    ['ROC curve', 'Regret over log-odds', 'Miscalibration and discrimination']
    >>> panels.close()
    """

    baselines = (("chance, treat all", "dashed"), ("treat none", "dotted"))

    def _make_panels(self, state: ExplorerState) -> dict[str, View]:
        bare: dict[str, Any] = {"legend": False, "height": "330px"}
        return {
            "ROC curve": RocCurve(state, details=False, **bare),
            "Regret over log-odds": _NarrowLogOddsCurve(state, **bare),
            "Miscalibration and discrimination": DecompositionChart(state, rule="log-loss", show="plane", **bare),
        }


class RankingPanels(_Panels):
    """The ROC curve and the precision-recall curve side by side.

    Parameters
    ----------
    data, models, interval
        An `ExplorerState`, a `Comparison`, or outcomes and scores by model; the cost ratios that matter.

    Examples
    --------
    >>> panels = RankingPanels([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.7))
    >>> list(panels.panels)
    ['ROC curve', 'Precision and recall']
    >>> panels.close()
    """

    baselines = (("knows nothing", "dashed"),)

    def _make_panels(self, state: ExplorerState) -> dict[str, View]:
        return {
            "ROC curve": RocCurve(state, legend=False),
            "Precision and recall": PrecisionRecallCurve(state, legend=False),
        }
