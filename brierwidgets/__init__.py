"""Judge binary classifiers when the decision threshold is uncertain."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

#: Public names and the module each lives in; loaded when first asked for, so that importing
#: the package, its core or its metrics never loads a widget library.
_LAZY = {
    "CalibrationCurve": "brierwidgets.views",
    "Comparison": "brierwidgets.data",
    "CostBoard": "brierwidgets.views",
    "CostChart": "brierwidgets.views",
    "DecisionCurve": "brierwidgets.views",
    "DecompositionChart": "brierwidgets.views",
    "Explorer": "brierwidgets.explorer",
    "ExplorerState": "brierwidgets.state",
    "Forecast": "brierwidgets.data",
    "GroupView": "brierwidgets.views",
    "IntervalSlider": "brierwidgets.controls",
    "PrevalenceSlider": "brierwidgets.controls",
    "LogOddsCurve": "brierwidgets.views",
    "MetricChooser": "brierwidgets.views",
    "PrecisionRecallCurve": "brierwidgets.views",
    "RegretCurve": "brierwidgets.views",
    "RocCurve": "brierwidgets.views",
    "ScoreTable": "brierwidgets.views",
    "SensitivityMap": "brierwidgets.views",
    "SurveyChart": "brierwidgets.views",
    "SurvivalComparison": "brierwidgets.data",
    "ThreePanels": "brierwidgets.views",
    "ThresholdExplorer": "brierwidgets.views",
    "VerdictText": "brierwidgets.views",
    "close_all": "brierwidgets.ui.cells",
    "one_vs_rest": "brierwidgets.data",
    "plot_comparison": "brierwidgets.views",
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
    if name in _LAZY:
        value = getattr(import_module(_LAZY[name]), name)
    elif name in _MODULES:
        value = import_module(f"brierwidgets.{name}")
    else:
        raise AttributeError(f"module 'brierwidgets' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY, *_MODULES})
