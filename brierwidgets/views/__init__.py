"""What a person looks at: one chart, table or sentence a file."""

from brierwidgets.views._base import View
from brierwidgets.views._decision_curve import DecisionCurve
from brierwidgets.views._group_view import GroupView
from brierwidgets.views._log_odds_curve import LogOddsCurve
from brierwidgets.views._regret_curve import RegretCurve
from brierwidgets.views._score_table import ScoreTable
from brierwidgets.views._threshold_explorer import ThresholdExplorer
from brierwidgets.views._verdict import VerdictText

__all__ = [
    "DecisionCurve",
    "GroupView",
    "LogOddsCurve",
    "RegretCurve",
    "ScoreTable",
    "ThresholdExplorer",
    "VerdictText",
    "View",
]
