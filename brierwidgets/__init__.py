"""Judge binary classifiers when the decision threshold is uncertain."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

#: Where public names live that are not in `brierwidgets.views`. All are loaded when first asked for, so that importing
#: the package, its core or its metrics never loads a widget library.
_ELSEWHERE = {
    "Comparison": "brierwidgets.data",
    "Explorer": "brierwidgets.explorer",
    "ExplorerState": "brierwidgets.state",
    "Forecast": "brierwidgets.data",
    "IntervalSlider": "brierwidgets.controls",
    "PrevalenceSlider": "brierwidgets.controls",
    "SurvivalComparison": "brierwidgets.data",
    "close_all": "brierwidgets.ui.cells",
    "one_vs_rest": "brierwidgets.data",
    "plot_comparison": "brierwidgets.views",  # for `Comparison.plot`
    "recalibrate": "brierwidgets.data",
}
_MODULES = ("costs", "datasets", "export", "lessons", "metrics")

__all__ = [
    "CalibrationCurve",
    "Comparison",
    "CostBoard",
    "CostChart",
    "DecisionCurve",
    "DecompositionChart",
    "Explorer",
    "ExplorerState",
    "Forecast",
    "GroupView",
    "IntervalSlider",
    "LogOddsCurve",
    "MetricChooser",
    "PrecisionRecallCurve",
    "PrevalenceSlider",
    "RegretCurve",
    "RocCurve",
    "ScoreTable",
    "SensitivityMap",
    "SurveyChart",
    "SurvivalComparison",
    "ThreePanels",
    "ThresholdExplorer",
    "VerdictText",
    "close_all",
    "costs",
    "datasets",
    "export",
    "lessons",
    "metrics",
    "one_vs_rest",
    "recalibrate",
]

if TYPE_CHECKING:
    from brierwidgets import costs, datasets, export, lessons, metrics
    from brierwidgets.controls import IntervalSlider, PrevalenceSlider
    from brierwidgets.data import Comparison, Forecast, SurvivalComparison, one_vs_rest, recalibrate
    from brierwidgets.explorer import Explorer
    from brierwidgets.state import ExplorerState
    from brierwidgets.ui.cells import close_all
    from brierwidgets.views import (
        CalibrationCurve,
        CostBoard,
        CostChart,
        DecisionCurve,
        DecompositionChart,
        GroupView,
        LogOddsCurve,
        MetricChooser,
        PrecisionRecallCurve,
        RegretCurve,
        RocCurve,
        ScoreTable,
        SensitivityMap,
        SurveyChart,
        ThreePanels,
        ThresholdExplorer,
        VerdictText,
    )


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        value = import_module(f"brierwidgets.{name}")
    elif name in __all__ or name in _ELSEWHERE:
        value = getattr(import_module(_ELSEWHERE.get(name, "brierwidgets.views")), name)
    else:
        raise AttributeError(f"module 'brierwidgets' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
