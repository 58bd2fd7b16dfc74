import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn import metrics as sk

from brierwidgets import Forecast
from brierwidgets.core.calibration import recalibrated
from brierwidgets.core.ranking import (
    auc_skill_score,
    average_precision,
    bounded_auc_regret,
    concordant_partial_auc,
    partial_auc,
    precision_recall_curve,
    roc_auc,
    roc_curve,
)
from tests.core.strategies import cases, forecasts, intervals

HAND = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
TIED = Forecast([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8])


def simulated(n=2_000, seed=0, *, weighted=False):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.3
    s = np.round(rng.beta(1 + y, 2 - y), 2)
    return y, s, rng.exponential(size=n) if weighted else None


def weight_inside(forecast, interval):
    """Weight of the negatives and of the positives that score inside, no score being nearly at an end."""
    low, high = interval
    gaps = np.abs(np.subtract.outer(forecast.distinct_scores, interval))
    assume(not np.any((gaps > 0) & (gaps < 1e-9)))
    tables = forecast.negatives, forecast.positives
    return [float(t.weights[(t.scores >= low) & (t.scores <= high)].sum()) for t in tables]


# --- by hand ----------------------------------------------------------------------------------


def test_auc_by_hand():
    assert roc_auc(HAND) == 0.75  # 3 of 4 pairs in order
    assert roc_auc(TIED) == 0.875  # and a tie counts half
    assert auc_skill_score(HAND) == 0.5
    assert roc_auc(Forecast([0, 1], [0.5, 0.5])) == 0.5


def test_roc_by_hand():
    curve = roc_curve(TIED)
    assert curve.threshold.tolist() == [math.inf, 0.8, 0.4, 0.1]
    assert curve.false_positive_rate.tolist() == [0, 0, 0.5, 1]
    assert curve.true_positive_rate.tolist() == [0, 0.5, 1, 1]


def test_precision_recall_by_hand():
    curve = precision_recall_curve(TIED)
    assert curve.threshold.tolist() == [0.8, 0.4, 0.1]
    assert curve.precision.tolist() == [1, 2 / 3, 0.5]
    assert curve.recall.tolist() == [0.5, 1, 1]
    assert average_precision(TIED) == pytest.approx(0.5 * 1 + 0.5 * 2 / 3)


def test_partial_auc_by_hand():
    # Only 0.4 (positive) and 0.6 (negative) lie inside: 1 of 2 positives beats the negative, and so on.
    assert partial_auc(HAND, (0.3, 0.7)) == (0.25, 0.25)
    assert concordant_partial_auc(HAND, (0.3, 0.7)) == 0.5
    # The tie at 0.4: the negative is beaten by 0.8 and half by 0.4, the positive beats 0.1 and half of 0.4.
    assert partial_auc(TIED, (0.3, 0.7)) == (0.375, 0.375)
    assert partial_auc(HAND, (0.2, 0.3)) == (0.0, 0.0)


def test_bounded_auc_regret_by_hand():
    # R*(0.4) = (0.4 x 1 FP + 0.6 x 0 FN)/4 and R*(0.6) = (0.6 x 1 + 0.4 x 1)/4.
    assert bounded_auc_regret(HAND, (0.3, 0.7)) == pytest.approx((0.1 + 0.25) / 2)


def test_scores_at_the_ends_belong_however_the_end_was_spelt():
    forecast = Forecast([0, 1], [0.35, 0.35])
    for interval in [(0.35, 0.9), (35 * 0.01, 0.9), (0.1, 0.35), (0.1, 0.34999999999999997)]:
        assert partial_auc(forecast, interval) == (0.5, 0.5), interval
    narrow = Forecast([0, 1], np.array([0.35, 0.35], dtype=np.float32))
    assert partial_auc(narrow, (0.35, 0.9)) == (0.5, 0.5)
    assert partial_auc(narrow, (0.1, 0.35)) == (0.5, 0.5)


# --- identities -------------------------------------------------------------------------------


@given(forecast=forecasts(both_classes=True))
@settings(max_examples=150)
def test_hands_identity(forecast):
    r = recalibrated(forecast)
    spread = 2 * r.prevalence * (1 - r.prevalence)
    assert bounded_auc_regret(r) == pytest.approx(spread * (1 - roc_auc(r)), abs=1e-12)


@given(forecast=forecasts(both_classes=True), interval=intervals())
@settings(max_examples=150)
def test_bounded_auc_theorem(forecast, interval):
    r = recalibrated(forecast)
    negatives, positives = weight_inside(r, interval)
    inside = negatives + positives
    assume(inside > 0)
    rate = r.prevalence
    left = rate * (1 - rate) / (inside / r.total) * sum(partial_auc(r, interval))
    right = rate + (1 - 2 * rate) * positives / inside - bounded_auc_regret(r, interval)
    assert left == pytest.approx(right, abs=1e-9)


@given(drawn=cases(both_classes=True, weighted=False), interval=intervals())
@settings(max_examples=150)
def test_concordant_partial_auc_when_classes_are_equally_common(drawn, interval):
    y, s = np.array(drawn.y), drawn.s
    balanced = np.where(y == 1, 1 / y.sum(), 1 / (1 - y).sum())
    r = recalibrated(Forecast(y, s, sample_weight=balanced))
    assume(sum(weight_inside(r, interval)) > 0)
    assert concordant_partial_auc(r, interval) == pytest.approx(1 - 2 * bounded_auc_regret(r, interval), abs=1e-9)


def test_hands_identity_needs_calibrated_scores():
    y, s, _ = simulated()
    forecast = Forecast(y, s)
    spread = 2 * forecast.prevalence * (1 - forecast.prevalence)
    assert abs(roc_auc(forecast) - (1 - bounded_auc_regret(forecast) / spread)) > 0.01


@given(forecast=forecasts(both_classes=True))
@settings(max_examples=100)
def test_the_whole_range_is_auc(forecast):
    auc = roc_auc(forecast)
    assert partial_auc(forecast, (0, 1)) == pytest.approx((auc, auc), abs=1e-12)
    assert concordant_partial_auc(forecast, (0, 1)) == pytest.approx(auc, abs=1e-12)
    curve = roc_curve(forecast)
    assert sk.auc(curve.false_positive_rate, curve.true_positive_rate) == pytest.approx(auc, abs=1e-12)


@given(forecast=forecasts(both_classes=True), power=st.sampled_from([0.5, 2.0]))
@settings(max_examples=50)
def test_ranking_ignores_increasing_transformations(forecast, power):
    moved = [t.scores**power for t in (forecast.negatives, forecast.positives)]
    assume(np.unique(np.concatenate(moved)).size == forecast.distinct_scores.size)
    y = np.repeat([0, 1], [moved[0].size, moved[1].size])
    weights = np.concatenate([forecast.negatives.weights, forecast.positives.weights])
    other = Forecast(y, np.concatenate(moved), sample_weight=weights)
    for score in (roc_auc, average_precision):
        assert score(other) == pytest.approx(score(forecast), abs=1e-12)


@given(forecast=forecasts(both_classes=True), cut=st.floats(0.01, 0.99))
@settings(max_examples=50)
def test_partial_areas_add_up(forecast, cut):
    assume(np.all(np.abs(forecast.distinct_scores - cut) > 1e-9))
    parts = np.add(partial_auc(forecast, (0, cut)), partial_auc(forecast, (cut, 1)))
    assert parts == pytest.approx(partial_auc(forecast, (0, 1)), abs=1e-12)


def test_recalibration_takes_the_convex_hull_so_auc_does_not_fall():
    y, s, _ = simulated(seed=2)
    assert roc_auc(recalibrated(Forecast(y, s))) >= roc_auc(Forecast(y, s))


# --- parity with scikit-learn -----------------------------------------------------------------


@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_agrees(weighted):
    y, s, weights = simulated(weighted=weighted)
    forecast = Forecast(y, s, sample_weight=weights)
    assert roc_auc(forecast) == pytest.approx(sk.roc_auc_score(y, s, sample_weight=weights), abs=1e-12)
    expected = sk.average_precision_score(y, s, sample_weight=weights)
    assert average_precision(forecast) == pytest.approx(expected, abs=1e-12)

    fpr, tpr, thresholds = sk.roc_curve(y, s, sample_weight=weights, drop_intermediate=False)
    curve = roc_curve(forecast)
    assert curve.threshold.tolist() == thresholds.tolist()
    assert curve.false_positive_rate == pytest.approx(fpr, abs=1e-12)
    assert curve.true_positive_rate == pytest.approx(tpr, abs=1e-12)

    precision, recall, thresholds = sk.precision_recall_curve(y, s, sample_weight=weights)
    ours = precision_recall_curve(forecast)
    assert ours.threshold[::-1].tolist() == thresholds.tolist()
    assert ours.precision[::-1] == pytest.approx(precision[:-1], abs=1e-12)
    assert ours.recall[::-1] == pytest.approx(recall[:-1], abs=1e-12)


# --- what cannot be judged --------------------------------------------------------------------


@pytest.mark.parametrize("score", [roc_auc, auc_skill_score, roc_curve, lambda f: partial_auc(f, (0, 1))])
@pytest.mark.parametrize(("label", "word"), [(0, "negative"), (1, "positive")])
def test_one_class_cannot_be_ranked(score, label, word):
    with pytest.raises(ValueError, match=f"every case is {word}"):
        score(Forecast([label, label], [0.2, 0.4]))


def test_without_positives_there_is_no_recall():
    with pytest.raises(ValueError, match="every case is negative"):
        average_precision(Forecast([0, 0], [0.2, 0.4]))
    assert average_precision(Forecast([1, 1], [0.2, 0.4])) == 1.0


@pytest.mark.parametrize("score", [concordant_partial_auc, bounded_auc_regret])
def test_an_interval_without_scores_says_where_they_are(score):
    with pytest.raises(ValueError, match=r"No case scores between 0\.85 and 0\.9.*from 0\.1 to 0\.8"):
        score(HAND, (0.85, 0.9))
