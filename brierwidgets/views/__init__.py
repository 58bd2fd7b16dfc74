"""What a person looks at: one chart, table or sentence a file."""

from brierwidgets.views._calibration_curve import CalibrationCurve
from brierwidgets.views._cost_board import CostBoard
from brierwidgets.views._cost_chart import CostChart
from brierwidgets.views._decision_curve import DecisionCurve
from brierwidgets.views._decomposition_chart import DecompositionChart
from brierwidgets.views._group_view import GroupView
from brierwidgets.views._log_odds_curve import LogOddsCurve
from brierwidgets.views._mending_note import MendingNote
from brierwidgets.views._metric_chooser import MetricChooser
from brierwidgets.views._opinion_note import OpinionNote
from brierwidgets.views._panels import RankingPanels, ThreePanels
from brierwidgets.views._plot import plot_comparison
from brierwidgets.views._precision_recall_curve import PrecisionRecallCurve
from brierwidgets.views._regret_curve import RegretCurve
from brierwidgets.views._roc_curve import RocCurve
from brierwidgets.views._score_table import ScoreTable
from brierwidgets.views._sensitivity_map import SensitivityMap
from brierwidgets.views._survey_chart import SurveyChart
from brierwidgets.views._threshold_explorer import ThresholdExplorer
from brierwidgets.views._verdict import VerdictText

__all__ = [
    "CalibrationCurve",
    "CostBoard",
    "CostChart",
    "DecisionCurve",
    "DecompositionChart",
    "GroupView",
    "LogOddsCurve",
    "MendingNote",
    "MetricChooser",
    "OpinionNote",
    "PrecisionRecallCurve",
    "RankingPanels",
    "RegretCurve",
    "RocCurve",
    "ScoreTable",
    "SensitivityMap",
    "SurveyChart",
    "ThreePanels",
    "ThresholdExplorer",
    "VerdictText",
    "plot_comparison",
]
