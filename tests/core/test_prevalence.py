"""The same forecast at another prevalence: scores by the direct formula, errors by simulation, refusals."""

import copy
import math
import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import expit, logit

from brierwidgets import Comparison, Forecast
from brierwidgets.core.binning import BinnedTable
from brierwidgets.core.bootstrap import bootstrap_parts
from brierwidgets.core.calibration import decompose
from brierwidgets.core.costs import Point
from brierwidgets.core.intervals import Interval
from brierwidgets.core.peaked_costs import Beta
from brierwidgets.core.prevalence import ScaledTable, move_scores
from brierwidgets.core.ranking import average_precision, precision_recall_curve, roc_auc
from brierwidgets.core.scoring_rules import RULES
from tests.core.strategies import forecasts

HAND = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])


def sample(n=2_000, rate=0.4, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < rate
    return y, expit(rng.normal(size=n) + 1.2 * y - 0.6)


def weights_to(y, rate):
    return np.where(y, rate / y.mean(), (1 - rate) / (1 - y.mean()))


# --- by hand ----------------------------------------------------------------------------------


def test_by_hand():
    rare = HAND.at_prevalence("10%")
    assert rare.prevalence == pytest.approx(0.1)
    assert rare.total == pytest.approx(4)
    assert rare.regret(0.5) == pytest.approx(0.5 * 0.9 / 2 + 0.5 * 0.1 / 2)
    assert rare.brier_score() == pytest.approx(0.9 * (0.01 + 0.36) / 2 + 0.1 * (0.36 + 0.04) / 2)
    assert rare.prevalence_given
    assert rare.sampled_prevalence == HAND.at_prevalence(0.1, move_scores=True).sampled_prevalence == 0.5
    assert not HAND.prevalence_given


def test_sensitivity_and_specificity_stay():
    y, s = sample()
    plain, rare = Forecast(y, s), Forecast(y, s).at_prevalence(0.03)
    for threshold in (0.1, 0.4, 0.7):
        before, after = plain.counts(threshold), rare.counts(threshold)
        assert after.tp / rare.positives.total == pytest.approx(before.tp / plain.positives.total, rel=1e-14)
        assert after.tn / rare.negatives.total == pytest.approx(before.tn / plain.negatives.total, rel=1e-14)
    assert roc_auc(rare) == pytest.approx(roc_auc(plain), rel=1e-12)


@pytest.mark.parametrize("moved", [False, True])
def test_every_score_is_that_of_weighted_rows(moved):
    y, s = sample()
    there = Forecast(y, s).at_prevalence("2%", move_scores=moved)
    scores = expit(logit(s) + logit(0.02) - logit(y.mean())) if moved else s
    rows = Forecast(y, scores, sample_weight=weights_to(y, 0.02))
    for interval in ((0, 1), (0.01, 0.05), (0.3, 0.31)):
        for rule in ("brier", "log-loss", "net-benefit"):
            end = 0.99 if rule == "net-benefit" and interval == (0, 1) else interval[1]
            found, expected = (f.estimate(rule, (interval[0], end)).value for f in (there, rows))
            assert found == pytest.approx(expected, rel=1e-11, abs=1e-15)
        assert there.brier_score(interval) == pytest.approx(rows.brier_score(interval), rel=1e-11)
    assert there.expected_regret(Beta(2, 30)) == pytest.approx(rows.expected_regret(Beta(2, 30)), rel=1e-11)
    assert there.expected_regret(Point(0.05)) == pytest.approx(rows.expected_regret(Point(0.05)), rel=1e-11)
    assert average_precision(there) == pytest.approx(average_precision(rows), rel=1e-11)
    assert decompose(there) == pytest.approx(decompose(rows), rel=1e-9)
    for found, expected in zip(*map(precision_recall_curve, (there, rows)), strict=True):
        assert found == pytest.approx(expected, rel=1e-9)


def test_log_loss_by_the_direct_formula():
    y, s = sample()
    a, b, rate = 0.01, 0.1, 0.02
    w = weights_to(y, rate)
    clipped, ideal = np.clip(s, a, b), np.where(y, b, a)
    direct = np.average(-np.log(np.where(y, clipped, 1 - clipped)) + np.log(np.where(y, ideal, 1 - ideal)), weights=w)
    assert abs(Forecast(y, s).at_prevalence(rate).log_loss((a, b)) - direct) <= 1e-12


def test_moving_scores_is_a_shift_of_log_odds():
    s = np.array([1e-9, 0.2, 0.5, 0.999])
    assert logit(move_scores(s, 0.3, 0.05)) - logit(s) == pytest.approx(np.full(4, logit(0.05) - logit(0.3)))
    assert move_scores(np.array([0.0, 1.0]), 0.3, 0.05).tolist() == [0.0, 1.0]


def test_scores_that_rounding_makes_equal_are_pooled():
    close = 1 - np.array([3e-16, 2e-16, 1e-16])
    moved = Forecast([0, 0, 0, 1], [*close, 0.5]).at_prevalence(0.9999, move_scores=True)
    assert np.all(np.diff(moved.negatives.scores) > 0)
    assert moved.negatives.total == pytest.approx(4 * 0.0001)


@given(forecast=forecasts(both_classes=True), rates=st.tuples(*[st.floats(0.01, 0.99)] * 2))
@settings(max_examples=50)
def test_going_there_by_way_of_another_place_is_the_same(forecast, rates):
    first, last = rates
    for moved in (False, True):
        direct = forecast.at_prevalence(last, move_scores=moved)
        around = forecast.at_prevalence(first, move_scores=moved).at_prevalence(last, move_scores=moved)
        assert around.brier_score() == pytest.approx(direct.brier_score(), rel=1e-9, abs=1e-12)
        assert around.prevalence == pytest.approx(last)
    back = forecast.at_prevalence(first).at_prevalence(forecast.prevalence)
    assert back.brier_score() == pytest.approx(forecast.brier_score(), rel=1e-12, abs=1e-15)


def test_construction_for_case_control_is_the_same_thing():
    y, s = sample()
    assert Forecast(y, s, prevalence="2%").brier_score() == Forecast(y, s).at_prevalence(0.02).brier_score()
    built = Comparison(y, {"a": s}, prevalence="1:49")
    assert built.scores((0.01, 0.1)).equals(Comparison(y, {"a": s}).at_prevalence(0.02).scores((0.01, 0.1)))
    weighted = Forecast(y, s, sample_weight=np.ones(y.size), prevalence=0.02)
    assert weighted.brier_score() == pytest.approx(built["a"].brier_score(), rel=1e-12)


# --- nothing sorted, nothing multiplied until asked -------------------------------------------


def test_an_interval_reads_the_sums_of_the_cases_as_sampled():
    y, s = sample()
    plain = Forecast(y, s)
    rare = plain.at_prevalence(0.02)
    rare.summary((0.01, 0.1))
    assert not rare._sums
    assert plain._sums
    assert rare.negatives.scores is plain.negatives.scores
    with pytest.raises(AttributeError):
        object.__getattribute__(rare.negatives, "cumulative")  # the slot is still empty
    assert rare.negatives.cumulative[-1] == pytest.approx(rare.negatives.total)


def test_tables_never_change_and_survive_copies():
    rare = HAND.at_prevalence(0.1)
    for made in (pickle.loads(pickle.dumps(rare)), copy.deepcopy(rare)):
        assert isinstance(made.negatives, ScaledTable)
        assert made.brier_score() == rare.brier_score()
        assert made.at_prevalence(0.5).prevalence == pytest.approx(0.5)
    with pytest.raises(AttributeError, match="never changes"):
        rare.negatives.cumulative = np.zeros(3)
    with pytest.raises(ValueError, match="read-only"):
        rare.negatives.cumulative[0] = 1.0
    with pytest.raises(AttributeError, match="no attribute 'sums'"):
        _ = rare.negatives.sums


def test_bins_stay_bins():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"y": rng.integers(0, 2, 500), "s": rng.random(500)})
    plain = Forecast.from_frame(frame, label="y", score="s", bins=20)
    rare = plain.at_prevalence(0.05)
    assert isinstance(rare.negatives, BinnedTable)
    exact = Forecast(frame["y"], frame["s"]).at_prevalence(0.05)
    assert (
        0 < abs(rare.brier_score((0.2, 0.3)) - exact.brier_score((0.2, 0.3))) <= rare.binning_error("brier", (0.2, 0.3))
    )
    with pytest.raises(ValueError, match=r"counted in bins.*bins=None"):
        plain.at_prevalence(0.05, move_scores=True)


# --- comparisons ------------------------------------------------------------------------------


@pytest.mark.parametrize("moved", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
def test_rows_and_forecasts_agree(moved, weighted):
    y, s = sample(500)
    rng = np.random.default_rng(1)
    w = rng.random(500) if weighted else None
    there = Comparison(y, {"a": s, "b": s**2}, sample_weight=w).at_prevalence(0.05, move_scores=moved)
    rows = there.rows
    rebuilt = Comparison(rows.labels, rows.scores, sample_weight=rows.weights)
    assert rebuilt.prevalence == pytest.approx(0.05)
    columns = ["mean_regret", "brier", "log_loss", "net_benefit", "skill"]
    assert there.scores((0.02, 0.2))[columns].to_numpy() == pytest.approx(
        rebuilt.scores((0.02, 0.2))[columns].to_numpy(), rel=1e-9
    )
    gap = there.differences((0.02, 0.2), reference="a")["estimate"]["b"]
    scores = there.scores((0.02, 0.2))["mean_regret"]
    assert gap == pytest.approx(scores["b"] - scores["a"], rel=1e-9)


def test_counts_alone_can_be_reweighted():
    counts = Forecast.from_counts([0.2, 0.7], positives=[1, 3], negatives=[8, 2])
    there = Comparison.from_forecasts({"one": counts}).at_prevalence(0.5)
    assert there.rows is None
    assert there["one"].regret(0.5) == pytest.approx(0.5 * 0.5 * 0.2 + 0.5 * 0.5 * 0.25)


def test_a_subset_keeps_the_weights_and_estimates_its_own_prevalence():
    y, s = sample(300)
    there = Comparison(y, {"a": s}).at_prevalence(0.1)
    part = there.subset(s > 0.5)
    assert part.prevalence == pytest.approx(np.average(y[s > 0.5], weights=weights_to(y, 0.1)[s > 0.5]))
    assert not part["a"].prevalence_given


# --- standard errors --------------------------------------------------------------------------


def stratified_error(values, y, rate):
    """Two samples of known sizes, mixed at a known rate."""
    return math.sqrt(rate**2 * values[y].var() / y.sum() + (1 - rate) ** 2 * values[~y].var() / (~y).sum())


def test_errors_at_one_cost_are_those_of_two_samples():
    y, s = sample(400)
    rate, cost = 0.05, 0.2
    losses = np.where(y, (1 - cost) * (s < cost), cost * (s >= cost))
    found = Forecast(y, s).at_prevalence(rate).regret_standard_error(cost)
    assert found == pytest.approx(stratified_error(losses, y, rate), rel=1e-12)


@pytest.mark.parametrize("rule", ["brier", "log-loss", "mean-regret", "net-benefit"])
def test_errors_on_an_interval_are_those_of_two_samples(rule):
    y, s = sample(400)
    rate, interval = 0.05, (0.02, 0.3)
    values = RULES[rule].pointwise(y, s, Interval(*interval))
    there = Comparison(y, {"a": s, "b": s**2}).at_prevalence(rate)
    found = there["a"].estimate(rule, interval)
    assert found.value == pytest.approx(rate * values[y].mean() + (1 - rate) * values[~y].mean(), rel=1e-11)
    assert found.standard_error == pytest.approx(stratified_error(values, y, rate), rel=1e-9)
    gaps = RULES[rule].pointwise(y, s**2, Interval(*interval)) - values
    gap = there.differences(interval, reference="a", rule=rule).loc["b"]
    assert gap["standard_error"] == pytest.approx(stratified_error(gaps, y, rate), rel=1e-9)


def test_errors_of_margins_are_those_of_two_samples():
    y, s = sample(400)
    there = Comparison(y, {"a": s, "b": s**2}).at_prevalence(0.05)
    found = there.best_over_intervals([0.02, 0.1, 0.3], standard_errors=True)
    expected = there.differences((0.02, 0.3), reference="a").loc["b", "standard_error"]
    assert found.standard_error[0, 2] == pytest.approx(expected, rel=1e-9)


def test_errors_match_the_spread_over_case_control_samples():
    rng = np.random.default_rng(0)
    values, errors = [], []
    for _ in range(600):
        y = np.arange(300) < 100
        s = expit(rng.normal(size=300) + 1.2 * y - 2)
        found = Forecast(y, s, prevalence=0.05).estimate("mean-regret", (0.02, 0.3))
        values.append(found.value)
        errors.append(found.standard_error)
    assert np.mean(errors) == pytest.approx(np.std(values), rel=0.09)  # three of its own standard errors


def test_bootstrap_holds_the_prevalence():
    y, s = sample(400)
    parts = bootstrap_parts(Forecast(y, s).at_prevalence(0.1), replicates=50)
    assert parts.uncertainty.low == pytest.approx(parts.uncertainty.high, rel=1e-9)
    assert parts.score.low < parts.score.estimate < parts.score.high


def test_the_smallest_prevalence_has_errors_and_intervals():
    rare = Comparison([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}).at_prevalence(1e-60)
    table = rare.scores((0.1, 0.3), rules=True, standard_errors=True, intervals=True)
    assert np.isfinite(table.filter(like="mean_regret").to_numpy()).all()


# --- refusals ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prevalence", "error", "message"),
    [
        (0, ValueError, "strictly between 0 and 1.*such as '2%'"),
        (1.0, ValueError, "one class only there is nothing to decide"),
        ("0%", ValueError, "strictly between 0 and 1, but it is '0%'"),
        (1e-300, ValueError, "1e-300 is too small to weigh cases by.*such as '2%'"),
        (20, ValueError, "For 20 percent write '20%'"),
        (-0.1, ValueError, "must lie between 0 and 1"),
        (math.nan, ValueError, "prevalence is NaN"),
        ("often", ValueError, "prevalence 'often' cannot be read"),
        (None, TypeError, "prevalence must be a number"),
        (True, TypeError, "prevalence must be a number"),
        ([0.1], TypeError, "prevalence must be a number"),
    ],
)
def test_bad_prevalences_are_explained(prevalence, error, message):
    for there in (HAND, Comparison([0, 1], {"a": [0.2, 0.7]})):
        with pytest.raises(error, match=message):
            there.at_prevalence(prevalence)


def test_one_class_cannot_be_weighted_to_two():
    for labels, only in (([0, 0], "negative"), ([1, 1], "positive")):
        with pytest.raises(ValueError, match=f"every case is {only}.*both classes"):
            Forecast(labels, [0.2, 0.4]).at_prevalence(0.1)
        with pytest.raises(ValueError, match=f"every case is {only}"):
            Comparison(labels, {"a": [0.2, 0.4]}, prevalence=0.1)


def test_merge_before_weighting():
    with pytest.raises(ValueError, match="Merge them as they were sampled"):
        HAND.merge(HAND.at_prevalence(0.1))
