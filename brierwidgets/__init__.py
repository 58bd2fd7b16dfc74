"""Judge binary classifiers when the decision threshold is uncertain."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

#: Public names and the module each lives in; loaded when first asked for, so that importing
#: the package, its core or its metrics never loads a widget library.
_LAZY = {
    "CalibrationCurve": "brierwidgets.views",
    "Comparison": "brierwidgets.comparison",
    "CostChart": "brierwidgets.views",
    "DecisionCurve": "brierwidgets.views",
    "DecompositionChart": "brierwidgets.views",
    "Explorer": "brierwidgets.explorer",
    "ExplorerState": "brierwidgets.state",
    "Forecast": "brierwidgets.frames",
    "GroupView": "brierwidgets.views",
    "IntervalSlider": "brierwidgets.controls",
    "LogOddsCurve": "brierwidgets.views",
    "MetricChooser": "brierwidgets.views",
    "PrecisionRecallCurve": "brierwidgets.views",
    "RegretCurve": "brierwidgets.views",
    "RocCurve": "brierwidgets.views",
    "ScoreTable": "brierwidgets.views",
    "SensitivityMap": "brierwidgets.views",
    "SurveyChart": "brierwidgets.views",
    "ThreePanels": "brierwidgets.views",
    "ThresholdExplorer": "brierwidgets.views",
    "VerdictText": "brierwidgets.views",
}
_MODULES = ("costs", "datasets", "export", "lessons", "metrics")

__all__ = [
    "CalibrationCurve",
    "Comparison",
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
    "RegretCurve",
    "RocCurve",
    "ScoreTable",
    "SensitivityMap",
    "SurveyChart",
    "ThreePanels",
    "ThresholdExplorer",
    "VerdictText",
    "costs",
    "datasets",
    "export",
    "lessons",
    "metrics",
]

if TYPE_CHECKING:
    from brierwidgets import costs, datasets, export, lessons, metrics
    from brierwidgets.comparison import Comparison
    from brierwidgets.controls import IntervalSlider
    from brierwidgets.core import Forecast
    from brierwidgets.explorer import Explorer
    from brierwidgets.state import ExplorerState
    from brierwidgets.views import (
        CalibrationCurve,
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
