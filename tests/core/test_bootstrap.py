import math

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.special import expit, logit
from scipy.stats import binom

from brierwidgets import Forecast
from brierwidgets.core.bootstrap import bootstrap_calibration, bootstrap_parts
from brierwidgets.core.calibration import calibration_curve, decompose
from brierwidgets.core.intervals import Interval
from brierwidgets.core.scores import constant_forecast_loss
from brierwidgets.core.scoring_rules import RULES
from tests.core.strategies import forecasts, intervals

COUNTS = Forecast.from_counts([0.2, 0.7], positives=[100, 600], negatives=[900, 400])


def simulated(n, seed, true=lambda s: s):
    rng = np.random.default_rng(seed)
    s = rng.random(n)
    return Forecast(rng.random(n) < true(s), s)


# --- against standard errors that need no resampling ------------------------------------------


@pytest.mark.parametrize("rule", ["brier", "log-loss"])
def test_the_score_has_the_interval_of_a_mean(rule):
    forecast = simulated(2_000, seed=0)
    parts = bootstrap_parts(forecast, rule=rule, interval=(0.05, 0.6), replicates=600)
    value, error = forecast.estimate(rule, (0.05, 0.6))[:2]
    assert parts.score.estimate == value
    assert (parts.score.low, parts.score.high) == pytest.approx((value - 1.96 * error, value + 1.96 * error), rel=0.02)


def test_parts_of_two_well_separated_scores_have_the_delta_method_interval():
    # Nothing is ever pooled, so miscalibration is the mean of (s - r)^2 with r binomial: its slope is -2 (s - r).
    n = 100_000
    forecast = Forecast.from_counts([0.2, 0.7], positives=[n // 10, 6 * n // 10], negatives=[9 * n // 10, 4 * n // 10])
    part = bootstrap_parts(forecast, replicates=2_000).miscalibration
    variance = sum((2 * (s - r)) ** 2 * r * (1 - r) / n for s, r in [(0.2, 0.1), (0.7, 0.6)]) / 4
    assert part.estimate == pytest.approx(0.01)
    assert part.estimate - part.low == pytest.approx(1.96 * math.sqrt(variance), rel=0.1)
    assert part.high - part.estimate == pytest.approx(1.96 * math.sqrt(variance), rel=0.1)


# --- coverage ---------------------------------------------------------------------------------


def covered(part, true, rule, truth):
    found = [
        getattr(bootstrap_parts(simulated(500, seed, true), rule=rule, replicates=100), part) for seed in range(40)
    ]
    return np.mean([interval.low <= truth <= interval.high for interval in found])


@pytest.mark.parametrize("rule", ["brier", "log-loss"])
def test_a_calibrated_model_is_not_called_miscalibrated(rule):
    assert covered("miscalibration", lambda s: s, rule, 0.0) >= 0.9


def test_a_useless_model_is_not_called_discriminating():
    assert covered("discrimination", lambda s: np.full_like(s, 0.3), "brier", 0.0) >= 0.9


def test_true_parts_are_covered():
    # Uniform scores, truth expit(logit(s) - 1): the parts by a fine grid.
    def true(s):
        return expit(logit(s) - 1)

    s = (np.arange(20_000) + 0.5) / 20_000
    rate = true(s).mean()
    assert covered("miscalibration", true, "brier", np.mean((s - true(s)) ** 2)) >= 0.9
    assert covered("discrimination", true, "brier", np.mean((true(s) - rate) ** 2)) >= 0.9


@pytest.mark.slow
@pytest.mark.parametrize("slope", [1.0, 2.0])
def test_every_part_is_covered_on_a_narrow_interval(slope):
    """200 cases, costs of 5% to 20%: few cases decide. Intervals around the estimate alone covered about 80%."""
    interval, samples = Interval(0.05, 0.2), 60

    def draw(rows, rng):
        log_odds = 1.2 * rng.normal(size=rows) - 1.5
        return expit(log_odds), expit(slope * log_odds)

    risk, score = draw(400_000, np.random.default_rng(0))
    best, base, found = (
        float(np.mean((1 - risk) * rule.pointwise(~outcome, s, interval) + risk * rule.pointwise(outcome, s, interval)))
        for rule, outcome in [(RULES["brier"], np.ones(risk.size, bool))]
        for s in (risk, np.full(risk.size, risk.mean()), score)
    )
    truth = (found, found - best, base - best, base)
    hits = np.zeros(4)
    for seed in range(samples):
        rng = np.random.default_rng([7, seed])
        risk, score = draw(200, rng)
        forecast = Forecast(rng.random(200) < risk, score)
        parts = bootstrap_parts(forecast, interval=interval, replicates=150, seed=seed)
        hits += [part.low <= true <= part.high for part, true in zip(parts, truth, strict=True)]
    assert (hits / samples >= 0.9).all(), hits / samples


def test_uncertainty_is_covered_where_it_is_largest():
    """On [1.66%, 3%] it is largest near a prevalence of 2%: resampling alone covered 85% there."""
    interval, rate = Interval(0.0166, 0.03), 0.02
    true = constant_forecast_loss(rate, RULES["brier"].weights, interval)[0] * RULES["brier"].scale(interval)
    covered = 0.0
    for positives in range(60):  # more never happen
        forecast = Forecast.from_counts([0.02], positives=[positives], negatives=[1_000 - positives])
        part = bootstrap_parts(forecast, interval=interval, replicates=2).uncertainty
        covered += binom.pmf(positives, 1_000, rate) * (part.low <= true <= part.high)
    assert covered == pytest.approx(0.947, abs=0.001)


def test_a_given_prevalence_leaves_uncertainty_certain():
    part = bootstrap_parts(COUNTS.at_prevalence(0.1), replicates=5).uncertainty
    assert part == pytest.approx((0.09, 0.09, 0.09))


def test_gross_miscalibration_is_seen():
    forecast = simulated(500, seed=1, true=lambda s: 0.5 * s)
    assert bootstrap_parts(forecast, replicates=200).miscalibration.low > 0.03


def test_the_band_covers_a_rising_truth():
    grid = np.linspace(0.1, 0.9, 9)
    inside = []
    for seed in range(30):
        band = bootstrap_calibration(simulated(800, seed), grid, replicates=100)
        inside.append((band.low <= grid) & (grid <= band.high))
    assert np.mean(inside) >= 0.9


# --- identities -------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_intervals():
    first, second, other = (bootstrap_parts(COUNTS, replicates=50, seed=seed) for seed in (3, 3, 4))
    assert first == second != other
    assert bootstrap_parts(COUNTS, replicates=50, seed=np.random.default_rng(3)) == first


def test_rows_counts_and_equal_weights_are_drawn_alike():
    scores = np.repeat([0.2, 0.7], 100)
    y = np.concatenate([np.arange(100) < 10, np.arange(100) < 60])
    counted = Forecast.from_counts([0.2, 0.7], positives=[10, 60], negatives=[90, 40])
    order = np.random.default_rng(0).permutation(200)
    expected = bootstrap_parts(counted, replicates=50)
    assert bootstrap_parts(Forecast(y[order], scores[order]), replicates=50) == expected
    weighted = bootstrap_parts(Forecast(y, scores, sample_weight=np.full(200, 2.5)), replicates=50)
    assert np.array(weighted) == pytest.approx(np.array(expected), abs=1e-12)


def test_a_few_heavy_cases_are_as_uncertain_as_a_few_cases():
    rng = np.random.default_rng(0)
    y, s = rng.random(400) < 0.3, np.full(400, 0.25)
    weights = np.where(np.arange(400) < 40, 1.0, 1e-6)
    heavy = bootstrap_parts(Forecast(y, s, sample_weight=weights), replicates=400).score
    forty = bootstrap_parts(Forecast(y[:40], s[:40]), replicates=400).score
    assert heavy.high - heavy.low == pytest.approx(forty.high - forty.low, rel=0.15)


@given(forecast=forecasts(), interval=intervals())
@settings(max_examples=60)
def test_any_forecast_has_ordered_intervals(forecast, interval):
    for rule in ("brier", "log-loss"):
        parts = bootstrap_parts(forecast, rule=rule, interval=interval, replicates=5)
        estimates = decompose(forecast, rule=rule, interval=interval)
        for part, estimate in zip(parts, estimates, strict=True):
            assert part.estimate == estimate
            if math.isfinite(estimate):
                assert 0.0 <= part.low <= part.high < math.inf
            else:
                assert math.isnan(part.low)
                assert math.isnan(part.high)


def test_certain_scores_that_were_right_stay_right():
    # PAV pools 0 with 0.1, but no positive is drawn at score 0, where it would cost infinitely much.
    forecast = Forecast.from_counts([0.0, 0.1, 0.9], positives=[0, 1, 9], negatives=[3, 20, 1])
    parts = bootstrap_parts(forecast, rule="log-loss", replicates=200)
    assert np.isfinite(parts).all()


def test_the_band_holds_the_curve():
    band = bootstrap_calibration(COUNTS, replicates=200)
    assert band.score.size == 101
    assert (band.score[0], band.score[-1]) == (0.2, 0.7)
    assert band.value == pytest.approx(np.interp(band.score, [0.2, 0.7], [0.1, 0.6]))
    assert np.all(band.low <= band.value)
    assert np.all(band.value <= band.high)
    assert np.all(np.diff(band.low) >= 0)


def test_steps_are_flat_and_joined_by_straight_lines():
    forecast = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
    band = bootstrap_calibration(forecast, [0.0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0], replicates=2)
    assert band.value == pytest.approx([0, 0, 0.25, 0.5, 0.5, 0.5, 0.75, 1, 1])
    assert calibration_curve(forecast).value.tolist() == [0, 0.5, 1]


# --- progress, errors -------------------------------------------------------------------------


def test_progress_is_told_of_every_replicate():
    progress_seen = []
    bootstrap_parts(COUNTS, replicates=5, progress=lambda done, total: progress_seen.append((done, total)))
    assert progress_seen == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]
    progress_seen.clear()
    bootstrap_calibration(COUNTS, replicates=3, progress=lambda done, total: progress_seen.append((done, total)))
    assert progress_seen == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"replicates": 1}, ValueError, "at least 2 replicates"),
        ({"replicates": 10.5}, TypeError, "whole number, not 10.5"),
        ({"level": 1.0}, ValueError, "strictly between 0 and 1"),
        ({"level": 95}, ValueError, "For 95 percent write '95%'"),
        ({"rule": "net-benefit", "interval": (0.1, 0.2)}, ValueError, "is a gain"),
        ({"interval": (0.3, 0.2)}, ValueError, "reversed"),
    ],
)
def test_bad_options_are_explained(options, error, message):
    with pytest.raises(error, match=message):
        bootstrap_parts(COUNTS, **options)
