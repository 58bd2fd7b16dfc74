import gc
import itertools
import math
import pickle
import weakref

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from sklearn.isotonic import IsotonicRegression

from brierwidgets import Forecast
from brierwidgets.core import calibration
from brierwidgets.core.calibration import Decomposition, calibration_curve, decompose, recalibrated
from brierwidgets.core.class_tables import merge_classes
from tests.core.strategies import forecasts, intervals

LOSSES = ["brier", "log-loss"]


def simulated(n, seed=0, shift=0.0):
    rng = np.random.default_rng(seed)
    z = rng.normal(size=n)
    y = rng.random(n) < 1 / (1 + np.exp(-z))
    return y, 1 / (1 + np.exp(-z - shift))


# --- by hand ----------------------------------------------------------------------------------


def test_steps_by_hand():
    # 0.2 holds 1 of 3, 0.4 holds 0 of 1 (a violator: pooled 1 of 4), 0.7 holds 2 of 2.
    y = [1, 0, 0, 0, 1, 1]
    s = [0.2, 0.2, 0.2, 0.4, 0.7, 0.7]
    curve = calibration_curve(Forecast(y, s))
    assert curve.left.tolist() == [0.2, 0.7]
    assert curve.right.tolist() == [0.4, 0.7]
    assert curve.value.tolist() == [0.25, 1.0]
    assert curve.positives.tolist() == [1, 2]
    assert curve.cases.tolist() == [4, 2]


def test_parts_by_hand():
    # r = 0, 1/2, 1/2, 1: Brier 1/8 after recalibration; prevalence 1/2: 1/4 for no model.
    parts = decompose(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]))
    assert parts == pytest.approx((0.1925, 0.0675, 0.125, 0.25), abs=1e-15)
    # Log loss: -[ln .9 + ln .4 + ln .4 + ln .8]/4, (2 ln 2)/4 and ln 2.
    parts = decompose(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), rule="log-loss")
    score = -(math.log(0.9) + 2 * math.log(0.4) + math.log(0.8)) / 4
    assert parts == pytest.approx((score, score - math.log(2) / 2, math.log(2) / 2, math.log(2)), abs=1e-15)


def test_steps_of_equal_share_are_one_step():
    # 1 of 2 and 2 of 4 are the same share, so PAV has nothing to order.
    curve = calibration_curve(Forecast.from_counts([0.3, 0.6], positives=[1, 2], negatives=[1, 2]))
    assert curve.value.tolist() == [0.5]
    assert (curve.left[0], curve.right[0], curve.cases[0]) == (0.3, 0.6, 6)


def test_weights_count_in_the_steps():
    curve = calibration_curve(Forecast([0, 1, 0], [0.2, 0.2, 0.4], sample_weight=[1.0, 3.0, 4.0]))
    assert curve.value.tolist() == [3 / 8]
    assert curve.cases.tolist() == [8.0]


def test_repetitions_and_importance_weights_keep_their_kind():
    counted = recalibrated(Forecast.from_counts([0.2, 0.4], positives=[3, 1], negatives=[5, 5]))
    weighted = recalibrated(Forecast([1, 0, 1, 0], [0.2, 0.2, 0.4, 0.4], sample_weight=[3, 5, 1, 5]))
    assert counted.brier_score() == weighted.brier_score()
    # One step of 4 in 14; each weight's own square: 9 + 1 for the positives, 25 + 25 for the negatives.
    error = math.sqrt(10 * (100 / 196 - 0.2040816326530612) ** 2 + 50 * (16 / 196 - 0.2040816326530612) ** 2) / 14
    assert weighted.estimate("brier").standard_error == pytest.approx(error, rel=1e-12)
    assert counted.estimate("brier").standard_error != weighted.estimate("brier").standard_error


def test_steps_stay_whatever_the_base_rate():
    """Two with the same share are one, also where the weights of the classes round it."""
    forecast = Forecast([1, 1, 0, 1, 1, 1, 1, 0, 0, 1], [0.2, 0.25, 0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.9])
    assert calibration_curve(forecast).left.tolist() == [0.2, 0.9]
    for rate in np.linspace(0.01, 0.99, 99):
        assert calibration_curve(forecast.at_prevalence(rate)).left.tolist() == [0.2, 0.9]


# --- a constant forecast, one class -----------------------------------------------------------


@pytest.mark.parametrize("rule", LOSSES)
@given(
    y=st.lists(st.integers(0, 1), min_size=1, max_size=30),
    score=st.floats(0.01, 0.99),
    interval=intervals(),
    seed=st.integers(0, 9),
)
@settings(max_examples=50)
def test_constant_forecast_has_no_discrimination_at_all(rule, y, score, interval, seed):
    y = np.random.default_rng(seed).permutation(y)
    parts = decompose(Forecast(y, np.full(y.size, score)), rule=rule, interval=interval)
    assert parts.discrimination == 0.0


@pytest.mark.parametrize("order", [[0, 0, 0, 1, 1], [1, 1, 0, 0, 0], [0, 1, 0, 1, 0]])
def test_row_order_within_ties_does_not_matter(order):
    assert decompose(Forecast(order, [0.3] * 5)) == pytest.approx((0.25, 0.01, 0.0, 0.24), abs=1e-15)


def test_a_backward_ranking_is_pooled_into_the_prevalence():
    backward = Forecast([1, 1, 0, 0], [0.1, 0.2, 0.7, 0.9])
    assert recalibrated(backward).distinct_scores.tolist() == [0.5]
    assert decompose(backward).discrimination == 0.0


@pytest.mark.parametrize("label", [0, 1])
@pytest.mark.parametrize("rule", LOSSES)
def test_one_class_is_all_miscalibration(rule, label):
    parts = decompose(Forecast([label, label], [0.3, 0.6]), rule=rule)
    assert parts.uncertainty == parts.discrimination == 0.0
    assert parts.miscalibration == parts.score > 0.0


# --- identities -------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", LOSSES)
@given(forecast=forecasts(), interval=intervals())
@settings(max_examples=150)
def test_parts_add_up_and_are_not_negative(rule, forecast, interval):
    parts = decompose(forecast, rule=rule, interval=interval)
    assert parts.discrimination >= -1e-14
    assert parts.uncertainty >= 0.0
    assert parts.miscalibration >= -1e-14
    if math.isfinite(parts.score):
        total = parts.miscalibration - parts.discrimination + parts.uncertainty
        assert total == pytest.approx(parts.score, rel=1e-12, abs=1e-14)
    assert parts.score == forecast.estimate(rule, interval).value


@given(forecast=forecasts(), cost=st.floats(0, 1))
@settings(max_examples=150)
def test_recalibrated_regret_is_the_lowest_any_threshold_reaches(forecast, cost):
    assume(np.all(np.diff(forecast.distinct_scores) > 2e-12))  # no threshold parts scores that are closer
    thresholds = [0.0, *forecast.distinct_scores]
    lowest = min(*forecast.regret(cost, thresholds), (1 - cost) * forecast.prevalence)
    assert recalibrated(forecast).regret(cost) == pytest.approx(lowest, rel=1e-9, abs=1e-12)


@given(forecast=forecasts())
@settings(max_examples=100)
def test_recalibration_keeps_the_cases_and_is_calibrated(forecast):
    new = recalibrated(forecast)
    assert (new.total, new.prevalence) == (forecast.total, forecast.prevalence)
    assert new.negatives.total_squares == forecast.negatives.total_squares
    curve = calibration_curve(new)
    assert curve.left == pytest.approx(curve.value, abs=1e-12)
    assert decompose(new).miscalibration == pytest.approx(0.0, abs=1e-14)
    assert np.all(np.diff(calibration_curve(forecast).value) > 0)


@given(forecast=forecasts())
@settings(max_examples=50)
def test_constant_is_the_prevalence_and_its_score_the_closed_form(forecast):
    rate = forecast.prevalence
    assert calibration._fit(forecast).constant.distinct_scores.tolist() == [rate]
    assert decompose(forecast).uncertainty == pytest.approx(rate * (1 - rate), abs=1e-14)


@pytest.mark.parametrize(("rule", "weight"), [("brier", lambda _: 2.0), ("log-loss", lambda c: 1 / (c * (1 - c)))])
def test_miscalibration_is_the_area_between_the_two_regret_curves(rule, weight):
    forecast = Forecast(*simulated(40, seed=1, shift=1.0))
    new = recalibrated(forecast)
    low, high = 0.2, 0.6
    knots = np.unique([low, high, *forecast.distinct_scores, *new.distinct_scores])
    knots = knots[(knots >= low) & (knots <= high)]
    area = sum(
        quad(lambda c: weight(c) * (forecast.regret(c) - new.regret(c)), a, b, epsabs=1e-14)[0]
        for a, b in itertools.pairwise(knots)
    )
    assert decompose(forecast, rule=rule, interval=(low, high)).miscalibration == pytest.approx(area, abs=1e-10)


def test_parts_add_over_adjacent_intervals():
    forecast = Forecast(*simulated(2_000, shift=0.7))
    whole = decompose(forecast, interval=(0.1, 0.6))
    pieces = [decompose(forecast, interval=piece) for piece in [(0.1, 0.25), (0.25, 0.6)]]
    assert np.sum(pieces, axis=0) == pytest.approx(whole, abs=1e-14)


def test_mean_regret_splits_like_the_score_it_scales():
    forecast = Forecast(*simulated(500))
    brier = decompose(forecast, interval=(0.1, 0.3))
    assert decompose(forecast, rule="mean-regret", interval=(0.1, 0.3)) == pytest.approx(np.divide(brier, 2 * 0.2))


# --- parity -----------------------------------------------------------------------------------


def test_steps_are_found_among_few_of_many_cases(monkeypatch):
    rng = np.random.default_rng(8)
    for trial in range(150):
        size, rate = int(rng.integers(2, 4_000)), rng.choice([0.0, 0.02, 0.3, 0.8, 1.0], p=[0.05, 0.3, 0.3, 0.3, 0.05])
        labels = rng.random(size) < rate
        scores = 1 / (1 + np.exp(-rng.normal(labels * rng.uniform(0, 3), 1)))
        scores = np.round(scores, int(rng.integers(1, 4))) if trial % 3 == 0 else scores
        weights = rng.exponential(size=size) if trial % 4 == 1 else None
        forecast = Forecast(labels, scores, sample_weight=weights)
        merged = merge_classes(forecast.negatives, forecast.positives)
        wanted = calibration.pool_adjacent_violators(merged)
        monkeypatch.setattr(calibration, "_POINTS", int(rng.integers(2, 40)))
        found = calibration.pool_adjacent_violators(calibration._possible_steps(forecast))
        np.testing.assert_array_equal(found.left, wanted.left)
        np.testing.assert_allclose(found.value, wanted.value, rtol=1e-12)
        np.testing.assert_allclose(found.cases, wanted.cases, rtol=1e-12)
    forecast = Forecast(*simulated(100_000))
    monkeypatch.setattr(calibration, "_POINTS", 4_000)
    rows = calibration._near_steps(forecast)
    assert rows.size < 0.1 * forecast.positives.scores.size


@pytest.mark.parametrize("weighted", [False, True])
def test_isotonic_regression_of_scikit_learn(weighted):
    y, s = simulated(3_000, seed=3, shift=0.5)
    s = np.round(s, 2)
    weights = np.random.default_rng(4).exponential(size=y.size) if weighted else None
    fitted = IsotonicRegression().fit(s, y, sample_weight=weights).predict(s)
    curve = calibration_curve(Forecast(y, s, sample_weight=weights))
    ours = curve.value[np.searchsorted(curve.right, s)]
    assert ours == pytest.approx(fitted, abs=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("rule", LOSSES)
def test_decomposition_of_model_diagnostics(rule, weighted):
    from model_diagnostics.scoring import LogLoss, SquaredError
    from model_diagnostics.scoring import decompose as theirs

    y, s = simulated(3_000, seed=5, shift=-0.8)
    weights = np.random.default_rng(4).exponential(size=y.size) if weighted else None
    scoring = SquaredError() if rule == "brier" else LogLoss()
    expected = theirs(y.astype(float), s, weights, scoring_function=scoring)
    parts = decompose(Forecast(y, s, sample_weight=weights), rule=rule)._asdict()
    for name, value in parts.items():
        assert value == pytest.approx(expected[name].item(), abs=1e-12), name


# --- infinite log loss, words, errors ---------------------------------------------------------


def test_infinite_log_loss_is_infinite_miscalibration_and_says_why():
    parts = decompose(Forecast([0, 1, 1], [0.2, 0.0, 0.9]), rule="log-loss")
    # PAV: 0 and 0.2 pool to 1/2, 0.9 is 1: log loss 2/3 ln 2; no model has H(2/3).
    entropy = -(2 * math.log(2 / 3) + math.log(1 / 3)) / 3
    assert parts.score == parts.miscalibration == math.inf
    assert parts.uncertainty == pytest.approx(entropy)
    assert parts.discrimination == pytest.approx(entropy - 2 / 3 * math.log(2))
    assert "infinite" in parts.in_words()
    assert "1 positive scored 0" in parts.in_words()


def test_words_name_every_cause():
    parts = decompose(Forecast([0, 0, 1, 1], [1.0, 1.0, 0.0, 0.5]), rule="log-loss")
    assert parts.reason == "1 positive scored 0 and 2 negatives scored 1"
    only_high = decompose(Forecast([0, 0, 1, 1], [1.0, 1.0, 0.0, 0.5]), rule="log-loss", interval=(0.1, 1))
    assert only_high.reason == "2 negatives scored 1"


def test_an_inner_interval_keeps_log_loss_finite():
    parts = decompose(Forecast([0, 0, 1, 1], [1.0, 0.1, 0.0, 0.5]), rule="log-loss", interval=(0.01, 0.99))
    assert np.isfinite(parts).all()
    assert parts.reason == ""
    assert "miscalibration" in parts.in_words()


def test_decomposition_is_a_plain_tuple_of_four():
    parts = decompose(Forecast([0, 1], [0.2, 0.9]))
    score, miscalibration, discrimination, uncertainty = parts
    assert parts == Decomposition(score, miscalibration, discrimination, uncertainty)
    assert repr(parts).startswith("Decomposition(score=")
    assert pickle.loads(pickle.dumps(parts)).in_words() == parts.in_words()


def test_bad_rules_say_what_to_choose():
    forecast = Forecast([0, 1], [0.2, 0.9])
    with pytest.raises(ValueError, match="is a gain"):
        decompose(forecast, rule="net-benefit", interval=(0.1, 0.2))
    with pytest.raises(ValueError, match="There is no rule 'brior'"):
        decompose(forecast, rule="brior")
    with pytest.raises(ValueError, match="infinitely wide"):
        decompose(forecast, rule="mean-regret-log-odds")


# --- recalibrated once ------------------------------------------------------------------------


def test_a_forecast_is_recalibrated_once_and_forgotten_with_it(monkeypatch):
    calls = []
    fit = calibration.pool_adjacent_violators
    monkeypatch.setattr(calibration, "pool_adjacent_violators", lambda merged: calls.append(1) or fit(merged))
    forecast = Forecast(*simulated(200))
    for high in (0.2, 0.3, 0.4):
        decompose(forecast, interval=(0.1, high))
    assert recalibrated(forecast) is recalibrated(forecast)
    assert len(calls) == 1
    kept = weakref.ref(recalibrated(forecast))
    del forecast
    gc.collect()
    assert kept() is None
