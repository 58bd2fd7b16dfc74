"""Decision curves of outcomes in time: weighted, and stratified as dcurves draws them."""

import math

import dcurves
import numpy as np
import pytest

from brierwidgets import metrics
from brierwidgets.core.stratified import stratified_decision_curve
from tests.core.followed import COMPETING, DATA, GRID, HORIZON, published


def test_stratified_reference_numbers():
    curve = metrics.decision_curve(
        None,
        DATA["cancerpredmarker"],
        [0.05, 0.1, 0.2, 0.3, 0.5],
        time=DATA["ttcancer"],
        event=DATA["cancer"],
        horizon=HORIZON,
        method="stratified",
    )
    assert curve.net_benefit == pytest.approx([0.187686, 0.161054, 0.123606, 0.094044, 0.057832], abs=5e-7)
    assert curve.prevalence == pytest.approx(0.2201128, abs=5e-8)


@pytest.mark.slow
@pytest.mark.parametrize("model", ["cancerpredmarker", "famhistory"])
def test_stratified_is_dcurves(model):
    theirs = dcurves.dca(
        data=DATA, outcome="cancer", modelnames=[model], thresholds=GRID, time=HORIZON, time_to_outcome_col="ttcancer"
    )
    ours = stratified_decision_curve(DATA["ttcancer"], DATA["cancer"], DATA[model].astype(float), GRID, horizon=HORIZON)
    expected = theirs.loc[theirs["model"] == model, "net_benefit"].to_numpy()
    # dcurves says NaN wherever none of those treated was followed past the horizon; here that is known if all of
    # them had the event before.
    unknown = np.isnan(expected)
    assert np.isnan(ours.net_benefit[~unknown]).sum() == 0
    assert (~unknown).sum() > 50
    assert ours.net_benefit[~unknown] == pytest.approx(expected[~unknown], abs=1e-12)
    every = theirs.loc[theirs["model"] == "all", "net_benefit"].to_numpy()
    assert ours.treat_all == pytest.approx(every, abs=1e-12)


def test_ipcw_decision_curve_is_that_of_the_forecast():
    followed = {"time": DATA["ttcancer"], "event": COMPETING, "horizon": HORIZON}
    curve = metrics.decision_curve(None, DATA["cancerpredmarker"], GRID, **followed, harm=0.01)
    assert curve.net_benefit == pytest.approx(published(COMPETING).net_benefit(GRID) - 0.01)
    rare = metrics.decision_curve(None, DATA["cancerpredmarker"], GRID, **followed, prevalence="5%")
    assert rare.prevalence == pytest.approx(0.05)


def test_without_censoring_all_methods_agree():
    rng = np.random.default_rng(0)
    time, s = rng.exponential(1, 300), rng.random(300)
    event = rng.integers(1, 3, 300)
    y = (time <= 1) & (event == 1)
    plain = metrics.decision_curve(y, s, GRID)
    for method in ("ipcw", "stratified"):
        curve = metrics.decision_curve(None, s, GRID, time=time, event=event, horizon=1.0, method=method)
        assert curve.net_benefit == pytest.approx(plain.net_benefit, abs=1e-12)
        assert curve.standard_error == pytest.approx(plain.standard_error, rel=1e-6, abs=1e-9)


def test_stratified_errors_match_the_spread_over_samples():
    rng = np.random.default_rng(0)
    values, errors = [], []
    for _ in range(600):
        risk = rng.beta(1, 3, 300)
        onset, lost = rng.exponential(1 / (2 * risk)), rng.exponential(2, 300)
        time, event = np.minimum(onset, lost), np.where(onset <= lost, 1 + (rng.random(300) < 0.2), 0)
        curve = stratified_decision_curve(time, event, 1 - np.exp(-2 * risk), [0.3], horizon=1.0)
        values.append(curve.net_benefit[0])
        errors.append(curve.standard_error[0])
    assert np.mean(errors) == pytest.approx(np.std(values), rel=0.09)  # three of its own standard errors


def test_nobody_treated_and_nobody_known():
    curve = stratified_decision_curve([1, 2, 3, 4], [1, 0, 1, 0], [0.8, 0.95, 0.6, 0.2], [0.9, 0.99, 1.0], horizon=3.5)
    assert math.isnan(curve.net_benefit[0])  # the one treated was lost at 2
    assert curve.net_benefit[1] == 0.0
    assert math.isnan(curve.net_benefit[2])


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"time": [1, 2], "event": [1, 0]}, TypeError, "together: pass horizon"),
        ({"horizon": 1}, TypeError, "pass time and event"),
        ({"method": "stratified"}, TypeError, "pass time, event and horizon"),
        ({"method": "km"}, ValueError, "'ipcw' or 'stratified', not 'km'"),
    ],
)
def test_a_decision_curve_says_what_is_missing(options, error, message):
    with pytest.raises(error, match=message):
        metrics.decision_curve([0, 1], [0.2, 0.7], **options)


def test_a_decision_curve_takes_outcomes_once():
    followed = {"time": [1, 2, 3], "event": [1, 0, 1], "horizon": 2.5}
    with pytest.raises(TypeError, match="Pass None for y_true"):
        metrics.decision_curve([0, 1, 0], [0.2, 0.7, 0.1], **followed)
    with pytest.raises(TypeError, match="neither sample_weight nor prevalence"):
        metrics.decision_curve(None, [0.2, 0.7, 0.1], **followed, method="stratified", prevalence=0.1)
