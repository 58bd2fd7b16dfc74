"""Outcomes in time of published patients, as scikit-survival, lifelines and dcurves have them."""

import math

import dcurves
import lifelines
import numpy as np
import pandas as pd
import pytest
from sksurv.datasets import load_bmt, load_gbsg2
from sksurv.metrics import brier_score as graf
from sksurv.nonparametric import CensoringDistributionEstimator, cumulative_incidence_competing_risks

from brierwidgets import Forecast
from brierwidgets.core.calibration import decompose
from brierwidgets.core.stratified import stratified_decision_curve
from brierwidgets.core.survival import Endings, incidence
from tests.core.followed import COMPETING, DATA, GRID, HORIZON, published


def test_reference_numbers():
    forecast = published()
    assert forecast.prevalence == pytest.approx(0.2201128, abs=5e-8)
    expected = [0.188495, 0.163452, 0.136858, 0.101935, 0.056212]
    assert forecast.net_benefit([0.05, 0.1, 0.2, 0.3, 0.5]) == pytest.approx(expected, abs=5e-7)
    assert forecast.brier_score() == pytest.approx(0.1135694, abs=5e-8)
    assert forecast.brier_score((0.05, 0.2)) == pytest.approx(0.0162235, abs=5e-8)
    assert forecast.log_loss((0.05, 0.2)) == pytest.approx(0.0781858, abs=5e-8)


def test_reference_numbers_with_a_competing_event():
    forecast = published(COMPETING)
    assert forecast.prevalence == pytest.approx(0.2059572, abs=5e-8)
    assert forecast.brier_score() == pytest.approx(0.1069389, abs=5e-8)
    assert forecast.net_benefit(0.1) == pytest.approx(0.1489058, abs=5e-8)
    assert forecast.follow_up.estimator == "Aalen-Johansen"


def test_every_score_is_that_of_the_weighted_formula():
    labels, weights, _ = Endings(DATA["ttcancer"], DATA["cancer"]).at(HORIZON)
    s, forecast = DATA["cancerpredmarker"].to_numpy(), published()
    a, b = 0.05, 0.2
    clip, ideal = np.clip(s, a, b), np.where(labels, b, a)
    brier = np.average((labels - clip) ** 2 - (labels - ideal) ** 2, weights=weights)
    assert abs(forecast.brier_score((a, b)) - brier) <= 1e-12
    regret = np.average(np.where(labels, 0.8 * (s < 0.2), 0.2 * (s >= 0.2)), weights=weights)
    assert abs(forecast.regret(0.2) - regret) <= 1e-12
    parts = decompose(forecast)
    assert parts.miscalibration - parts.discrimination + parts.uncertainty == pytest.approx(forecast.brier_score())


def test_graf_brier_score_of_scikit_survival():
    surv = np.array(list(zip(DATA["cancer"], DATA["ttcancer"], strict=True)), dtype=[("event", bool), ("time", float)])
    for horizon in (0.5, 1.0, HORIZON, 2.5):
        _, theirs = graf(surv, surv, 1 - DATA["cancerpredmarker"].to_numpy()[:, None], horizon)
        ours = Forecast.from_survival(
            DATA["ttcancer"], DATA["cancer"], DATA["cancerpredmarker"], horizon=horizon
        ).brier_score()
        assert ours == pytest.approx(theirs[0], abs=1e-8)


def test_weights_of_scikit_survival():
    surv = np.array(list(zip(DATA["cancer"], DATA["ttcancer"], strict=True)), dtype=[("event", bool), ("time", float)])
    theirs = CensoringDistributionEstimator().fit(surv).predict_ipcw(surv)
    _, weights, _ = Endings(DATA["ttcancer"], DATA["cancer"]).at(HORIZON)
    early = (DATA["cancer"] & (DATA["ttcancer"] <= HORIZON)).to_numpy()
    assert weights[early] == pytest.approx(theirs[early], rel=1e-12)


@pytest.mark.parametrize("horizon", [0.5, 1.0, HORIZON, 3.0])
def test_prevalences_of_lifelines(horizon):
    fitted = lifelines.KaplanMeierFitter().fit(DATA["ttcancer"], DATA["cancer"])
    at = Endings(DATA["ttcancer"], DATA["cancer"]).at(horizon).follow_up.prevalence
    assert at == pytest.approx(1 - fitted.predict(horizon), abs=1e-12)
    # Greenwood's formula.
    table = fitted.event_table
    table = table[(table.index <= horizon) & (table["observed"] > 0)]
    greenwood = (table["observed"] / (table["at_risk"] * (table["at_risk"] - table["observed"]))).sum()
    found = incidence(DATA["ttcancer"].to_numpy(), DATA["cancer"].to_numpy(), horizon)
    assert found.standard_error == pytest.approx((1 - at) * math.sqrt(greenwood), rel=1e-9)


def test_aalen_johansen_of_lifelines():
    fitter = lifelines.AalenJohansenFitter(calculate_variance=True)
    fitted = fitter.fit(DATA["ttcancer"], COMPETING, event_of_interest=1)
    found = incidence(DATA["ttcancer"].to_numpy(), COMPETING, HORIZON)
    table = fitted.cumulative_density_
    assert found.value == pytest.approx(table[table.index <= HORIZON].iloc[-1, 0], abs=1e-12)
    variance = fitted.variance_[fitted.variance_.index <= HORIZON].iloc[-1].item()
    assert found.standard_error == pytest.approx(math.sqrt(variance), rel=0.01)  # theirs is another approximation


@pytest.fixture(scope="module")
def trial():
    """686 women: days to relapse, death or the last visit, with ties, and a risk that falls with time in no case."""
    women, ends = load_gbsg2()
    frame = pd.DataFrame({"days": ends["time"], "event": ends["cens"], "nodes": women["pnodes"]})
    frame["risk"] = 1 - np.exp(-0.15 - 0.08 * np.minimum(frame["nodes"], 20))
    # scikit-survival lets those who leave on the day of an event leave before it. Here they leave a moment later, as
    # Kaplan and Meier have it; the weights add up to the number of cases only then.
    later = ends["time"] + 1e-6 * ~ends["cens"]
    return frame, np.array(list(zip(ends["cens"], later, strict=True)), dtype=[("event", bool), ("time", float)])


@pytest.mark.slow
@pytest.mark.parametrize("horizon", [365.5, 1095.5, 1825.5])
def test_a_real_trial_as_scikit_survival_lifelines_and_dcurves_have_it(trial, horizon):
    frame, surv = trial
    assert frame["days"].duplicated().sum() > 100
    ours = Forecast.from_survival(frame["days"], frame["event"], frame["risk"], horizon=horizon)
    _, theirs = graf(surv, surv, 1 - frame["risk"].to_numpy()[:, None], horizon)
    assert ours.brier_score() == pytest.approx(theirs[0], abs=1e-8)
    fitted = lifelines.KaplanMeierFitter().fit(frame["days"], frame["event"])
    assert ours.prevalence == pytest.approx(1 - fitted.predict(horizon), abs=1e-12)
    curve = stratified_decision_curve(frame["days"], frame["event"], frame["risk"], GRID, horizon=horizon)
    found = dcurves.dca(
        data=frame, outcome="event", modelnames=["risk"], thresholds=GRID, time=horizon, time_to_outcome_col="days"
    )
    expected = found.loc[found["model"] == "risk", "net_benefit"].to_numpy()
    known = ~np.isnan(expected)
    assert known.sum() > 50
    assert curve.net_benefit[known] == pytest.approx(expected[known], abs=1e-12)


@pytest.mark.parametrize("horizon", [6.0, 12.0, 60.0])
def test_real_competing_events_as_scikit_survival_has_them(horizon):
    _, ends = load_bmt()
    found = Endings(ends["ftime"], ends["status"]).at(horizon).follow_up
    times, (_, relapse, _) = cumulative_incidence_competing_risks(ends["status"], ends["ftime"])
    assert found.prevalence == pytest.approx(relapse[times <= horizon][-1], abs=1e-12)
    assert (found.estimator, found.cases) == ("Aalen-Johansen", 35)
