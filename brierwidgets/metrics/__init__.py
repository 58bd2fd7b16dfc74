"""Scikit-learn-style functions: ``metric(y_true, y_prob, ...)`` returns a number.

Each checks its input, builds a `Forecast` and asks it one question. To ask many questions of the same
scores, build the `Forecast` once and use its methods and the functions of ``brierwidgets.core``. Every
function takes ``sample_weight`` (importance of each case) and ``pos_label`` (the label that counts as
positive, when labels are not 0 and 1). Intervals and cost ratios may be written as numbers, percentages
(``"1.66%"``) or odds (``"1:59"``).
"""

from brierwidgets.metrics import scorers
from brierwidgets.metrics._calibration import decompose, decomposition_intervals, h_measure
from brierwidgets.metrics._curves import calibration_curve, decision_curve, precision_recall_curve, roc_curve
from brierwidgets.metrics._decisions import accuracy, interventions_avoided, net_benefit, regret
from brierwidgets.metrics._ranking import (
    auc_skill_score,
    average_precision,
    bounded_auc_regret,
    concordant_partial_auc,
    net_benefit_at_k,
    partial_auc,
    precision_at_k,
    recall_at_k,
    roc_auc,
)
from brierwidgets.metrics._scores import (
    brier_score,
    brier_skill_score,
    expected_regret,
    log_loss,
    log_loss_skill_score,
    mean_net_benefit,
    mean_regret,
    score_difference,
    shifted_brier_score,
)

__all__ = [
    "accuracy",
    "auc_skill_score",
    "average_precision",
    "bounded_auc_regret",
    "brier_score",
    "brier_skill_score",
    "calibration_curve",
    "concordant_partial_auc",
    "decision_curve",
    "decompose",
    "decomposition_intervals",
    "expected_regret",
    "h_measure",
    "interventions_avoided",
    "log_loss",
    "log_loss_skill_score",
    "mean_net_benefit",
    "mean_regret",
    "net_benefit",
    "net_benefit_at_k",
    "partial_auc",
    "precision_at_k",
    "precision_recall_curve",
    "recall_at_k",
    "regret",
    "roc_auc",
    "roc_curve",
    "score_difference",
    "scorers",
    "shifted_brier_score",
]
