# Every public name, a line each: brierwidgets/__init__.py loads what is asked for, type checkers read it here.
from . import costs as costs
from . import datasets as datasets
from . import export as export
from . import lessons as lessons
from . import metrics as metrics
from .controls import IntervalSlider as IntervalSlider
from .controls import PrevalenceSlider as PrevalenceSlider
from .data import Comparison as Comparison
from .data import Forecast as Forecast
from .data import SurvivalComparison as SurvivalComparison
from .data import one_vs_rest as one_vs_rest
from .data import recalibrate as recalibrate
from .explorer import Explorer as Explorer
from .state import ExplorerState as ExplorerState
from .ui.notebook_cells import close_all as close_all
from .views._calibration_curve import CalibrationCurve as CalibrationCurve
from .views._cost_board import CostBoard as CostBoard
from .views._cost_chart import CostChart as CostChart
from .views._decision_curve import DecisionCurve as DecisionCurve
from .views._decomposition_chart import DecompositionChart as DecompositionChart
from .views._group_view import GroupView as GroupView
from .views._log_odds_curve import LogOddsCurve as LogOddsCurve
from .views._metric_chooser import MetricChooser as MetricChooser
from .views._panels import ThreePanels as ThreePanels
from .views._precision_recall_curve import PrecisionRecallCurve as PrecisionRecallCurve
from .views._regret_curve import RegretCurve as RegretCurve
from .views._roc_curve import RocCurve as RocCurve
from .views._score_table import ScoreTable as ScoreTable
from .views._sensitivity_map import SensitivityMap as SensitivityMap
from .views._survey_chart import SurveyChart as SurveyChart
from .views._threshold_explorer import ThresholdExplorer as ThresholdExplorer
from .views._verdict import VerdictText as VerdictText

__version__: str
