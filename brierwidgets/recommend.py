"""Which metric when: the published table of metrics by kind of decision, as data."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["COUPLINGS", "RECOMMENDATIONS", "THRESHOLDS", "Recommendation", "recommend"]

#: How decisions hang together, with the question a chooser asks.
COUPLINGS = {
    "independent": "each case is decided on its own",
    "top-k": "only K cases can be chosen, so they compete",
}
#: What is known of the threshold, or of K.
THRESHOLDS = {
    "fixed": "known",
    "range": "known to lie in a range",
    "unknown": "not known",
}


@dataclass(frozen=True)
class Recommendation:
    """The metrics for one kind of decision.

    Attributes
    ----------
    coupling, threshold
        The decision: a key of `COUPLINGS` and one of `THRESHOLDS`.
    metrics
        The metrics by their usual names, first choice first.
    functions
        The functions of `brierwidgets.metrics` to call.
    example
        How the first of them is called.
    reason
        Why these.
    caution
        What they will not tell you.

    Examples
    --------
    >>> advice = RECOMMENDATIONS[0]
    >>> advice.coupling, advice.threshold, advice.functions
    ('independent', 'fixed', ('net_benefit', 'regret'))
    """

    coupling: str
    threshold: str
    metrics: tuple[str, ...]
    functions: tuple[str, ...]
    example: str
    reason: str
    caution: str


#: Every cell of the table.
RECOMMENDATIONS = (
    Recommendation(
        coupling="independent",
        threshold="fixed",
        metrics=("net benefit", "regret"),
        functions=("net_benefit", "regret"),
        example="net_benefit(y_true, y_prob, threshold=0.1)",
        reason=(
            "The threshold states what a false positive costs against a missed case. Net benefit weighs the two "
            "errors by it; regret is the same ranking of models, counted from the perfect one."
        ),
        caution=(
            "Accuracy is the special case of a threshold of 1/2, where both errors cost the same: seldom so in "
            "practice. A model best at this threshold may not be at another."
        ),
    ),
    Recommendation(
        coupling="independent",
        threshold="range",
        metrics=("bounded Brier score", "bounded log loss", "mean regret"),
        functions=("brier_score", "log_loss", "mean_regret"),
        example='brier_score(y_true, y_prob, interval=("5%", "20%"))',
        reason=(
            "They average regret over the cost ratios in the range and leave out the rest: the Brier score evenly over "
            "cost ratios, log loss evenly over their log-odds."
        ),
        caution=(
            "Scores outside the range do not matter beyond the side they are on, so these do not say how well "
            "calibrated a model is there. See whether the best model changes when the range does."
        ),
    ),
    Recommendation(
        coupling="independent",
        threshold="unknown",
        metrics=("Brier score", "log loss"),
        functions=("brier_score", "log_loss"),
        example="brier_score(y_true, y_prob)",
        reason=(
            "They average regret over every cost ratio from 0 to 1: the Brier score evenly over cost ratios, log loss "
            "evenly over their log-odds, so with more weight on rare and on common events."
        ),
        caution=(
            "Much of that average comes from cost ratios that nobody holds. Almost always some range can be agreed on: "
            "even a wide one is better."
        ),
    ),
    Recommendation(
        coupling="top-k",
        threshold="fixed",
        metrics=("precision@K", "recall@K", "net benefit@K"),
        functions=("precision_at_k", "recall_at_k", "net_benefit_at_k"),
        example="precision_at_k(y_true, y_prob, k=100)",
        reason=(
            "With K places, all that a model can change is how many of them go to positive cases. Precision, recall "
            "and net benefit at K count that and rank models alike."
        ),
        caution="They say nothing about other values of K, nor whether scores are right as probabilities.",
    ),
    Recommendation(
        coupling="top-k",
        threshold="range",
        metrics=("AUC-ROC", "AUC-PR", "precision@K at each end of the range"),
        functions=("roc_auc", "average_precision", "precision_at_k"),
        example="roc_auc(y_true, y_prob)",
        reason="They judge the ranking alone, averaged over every number of cases that might be chosen.",
        caution=(
            "The two areas average over every K, also those outside your range: check that precision at both ends of "
            "the range agrees with them."
        ),
    ),
    Recommendation(
        coupling="top-k",
        threshold="unknown",
        metrics=("AUC-ROC", "AUC-PR"),
        functions=("roc_auc", "average_precision"),
        example="roc_auc(y_true, y_prob)",
        reason="They judge the ranking alone, averaged over every number of cases that might be chosen.",
        caution=(
            "They are for cases that compete for places. Where each case is decided on its own they reward rankings "
            "that no decision uses, and ignore calibration, which every decision needs."
        ),
    ),
)


def recommend(coupling: str, threshold: str) -> Recommendation:
    """Return the metrics for a kind of decision, why, and the functions to call.

    Parameters
    ----------
    coupling
        ``"independent"`` when each case is decided on its own; ``"top-k"`` when only K cases can be chosen.
    threshold
        Whether the threshold (for top-k decisions, K) is ``"fixed"``, known to lie in a ``"range"``, or ``"unknown"``.

    References
    ----------
    Flores, Schiff, Smith, Fukuyama and Wilson, A Consequentialist Critique of Binary Classification Evaluation:
    Theory, Practice, and Tools, Table 1. The table has one row for a K that is not fixed; for a range of K this adds
    precision at its ends.
    doi:10.48550/arXiv.2504.04528

    Examples
    --------
    >>> advice = recommend("independent", "range")
    >>> advice.metrics
    ('bounded Brier score', 'bounded log loss', 'mean regret')
    >>> advice.example
    'brier_score(y_true, y_prob, interval=("5%", "20%"))'
    """
    for name, value, known in (("coupling", coupling, COUPLINGS), ("threshold", threshold, THRESHOLDS)):
        if value not in known:
            raise ValueError(f"{name} must be one of {', '.join(map(repr, known))}, not {value!r}.")
    return next(advice for advice in RECOMMENDATIONS if (advice.coupling, advice.threshold) == (coupling, threshold))
