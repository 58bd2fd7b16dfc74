"""Static figures for papers, drawn from the very charts that are shown live."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from brierwidgets.data.comparison import Comparison
from brierwidgets.export import draw_picture
from brierwidgets.state import as_state
from brierwidgets.state.arguments import check_choice
from brierwidgets.ui.view import View
from brierwidgets.views._calibration_curve import CalibrationCurve
from brierwidgets.views._decision_curve import DecisionCurve
from brierwidgets.views._decomposition_chart import DecompositionChart
from brierwidgets.views._log_odds_curve import LogOddsCurve
from brierwidgets.views._precision_recall_curve import PrecisionRecallCurve
from brierwidgets.views._regret_curve import RegretCurve
from brierwidgets.views._roc_curve import RocCurve
from brierwidgets.views._sensitivity_map import SensitivityMap

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["PLOTS", "plot_comparison"]

#: The charts that make a figure.
PLOTS: dict[str, type[View]] = {
    "regret": RegretCurve,
    "log-odds": LogOddsCurve,
    "decision": DecisionCurve,
    "calibration": CalibrationCurve,
    "decomposition": DecompositionChart,
    "sensitivity": SensitivityMap,
    "roc": RocCurve,
    "precision-recall": PrecisionRecallCurve,
}


def plot_comparison(
    comparison: Comparison, kind: str, *, size: tuple[float, float], title: str | None, **values: Any
) -> Figure:
    """Return a chart of a comparison as a figure; `values` are what `ExplorerState` takes. See `Comparison.plot`.

    Examples
    --------
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> plot_comparison(both, "roc", size=(4, 3), title=None).axes[0].get_xlabel()
    'False positive rate'
    """
    check_choice("kind", kind, list(PLOTS))
    with closing(as_state(comparison, **values)) as state, closing(PLOTS[kind](state)) as view:
        return draw_picture(view, size=size, title=title)
