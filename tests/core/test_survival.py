"""Outcomes in time: identities to 1e-12, parity with scikit-survival, lifelines and dcurves, refusals."""

import math
from pathlib import Path

import dcurves
import lifelines
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sksurv.datasets import load_bmt, load_gbsg2
from sksurv.metrics import brier_score as graf
from sksurv.nonparametric import CensoringDistributionEstimator, cumulative_incidence_competing_risks

from brierwidgets import Forecast, metrics
from brierwidgets.core.calibration import decompose
from brierwidgets.core.stratified import stratified_decision_curve
from brierwidgets.core.survival import Endings, incidence, pool_follow_ups
from brierwidgets.core.survival_bootstrap import bootstrap_survival
from brierwidgets.data import SurvivalComparison

DATA = pd.read_csv(Path(dcurves.data) / "df_surv.csv")
COMPETING = DATA["cancer_cr"].map({"censor": 0, "diagnosed with cancer": 1, "dead other causes": 2}).to_numpy()
HORIZON = 1.5
GRID = np.arange(1, 100) / 100
RISKS = [0.8, 0.5, 0.6, 0.2]


def published(event=None, **options):
    kinds = DATA["cancer"] if event is None else event
    return Forecast.from_survival(DATA["ttcancer"], kinds, DATA["cancerpredmarker"], horizon=HORIZON, **options)


@st.composite
def endings(draw, kinds=3):
    """Few distinct times, so that events and censorings tie."""
    n = draw(st.integers(2, 40))
    time = draw(st.lists(st.integers(0, 8), min_size=n, max_size=n))
    event = draw(st.lists(st.integers(0, kinds - 1), min_size=n, max_size=n))
    time, event = [*time, 9], [*event, 0]  # someone is followed past every horizon drawn
    return np.array(time, dtype=float), np.array(event), draw(st.sampled_from([0.5, 1, 3, 5.5, 8]))


# --- by hand ----------------------------------------------------------------------------------


def test_by_hand():
    # Half of the three cases after time 2 stand in for the one lost there: 1 / (2/3).
    labels, weights, follow_up = Endings([1, 2, 3, 4], [1, 0, 1, 0]).at(3.5)
    assert labels.tolist() == [True, False, True, False]
    assert weights == pytest.approx([1, 0, 1.5, 1.5])
    assert (follow_up.cases, follow_up.events, follow_up.competing, follow_up.censored) == (4, 2, 0, 1)
    assert follow_up.prevalence == pytest.approx(0.625)


def test_at_a_tie_events_come_before_censorings():
    # At time 2 the event does not wait for the censoring: of the two left after it, one is lost.
    _, weights, _ = Endings([2, 2, 3], [1, 0, 1]).at(3)
    assert weights == pytest.approx([1, 0, 2])


def test_an_end_at_the_horizon_counts_as_by_it():
    labels, weights, _ = Endings([1, 2, 2, 5], [1, 1, 0, 1]).at(2)
    assert labels.tolist() == [True, True, False, False]
    assert weights == pytest.approx([1, 1, 0, 2])


def test_without_censoring_every_case_weighs_one():
    labels, weights, follow_up = Endings([1, 2, 3], [True, True, True]).at(2)
    assert weights.tolist() == [1, 1, 1]
    assert labels.tolist() == [True, True, False]
    assert follow_up.prevalence == pytest.approx(2 / 3)


# --- identities -------------------------------------------------------------------------------


@given(case=endings())
@settings(max_examples=200)
def test_weights_add_up_and_the_prevalence_is_aalen_johansen(case):
    time, event, horizon = case
    _, weights, follow_up = Endings(time, event).at(horizon)
    assert abs(weights.sum() - time.size) <= 1e-12 * time.size
    assert abs(follow_up.prevalence - incidence(time, event, horizon).value) <= 1e-12
    assert follow_up.estimator == ("Aalen-Johansen" if ((event > 1) & (time <= horizon)).any() else "Kaplan-Meier")


@given(case=endings(), seed=st.integers(0, 99))
@settings(max_examples=100)
def test_whole_weights_are_repetitions(case, seed):
    time, event, horizon = case
    times = np.random.default_rng(seed).integers(0, 4, time.size)
    times[-1] = 2
    weighted = Endings(time, event, sample_weight=times).at(horizon)
    repeated = Endings(np.repeat(time, times), np.repeat(event, times)).at(horizon)
    assert weighted.weights.sum() == pytest.approx(times.sum(), rel=1e-12)
    assert weighted.follow_up.prevalence == pytest.approx(repeated.follow_up.prevalence, abs=1e-12)


def test_a_million_cases_keep_the_identities():
    rng = np.random.default_rng(0)
    n = 1_000_000
    onset, lost = rng.exponential(5, n), rng.exponential(7, n)
    time, event = np.minimum(onset, lost), (onset <= lost).astype(int)
    _, weights, follow_up = Endings(time, event).at(3.0)
    assert weights.sum() == pytest.approx(n, rel=1e-12)
    assert follow_up.prevalence == pytest.approx(incidence(time, event, 3.0).value, abs=1e-12)
    assert follow_up.prevalence == pytest.approx(1 - math.exp(-3 / 5), abs=0.003)


# --- published data, reference numbers --------------------------------------------------------


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


# --- real patients: the German breast cancer study, and bone marrow transplants ----------------


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


# --- stratified decision curves ---------------------------------------------------------------


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


# --- standard errors --------------------------------------------------------------------------


def test_errors_with_the_weights_held_fixed_are_a_little_too_large():
    rng = np.random.default_rng(1)
    values, errors = [], []
    for _ in range(600):
        risk = rng.beta(1, 3, 300)
        onset, lost = rng.exponential(1 / (2 * risk)), rng.exponential(2, 300)
        forecast = Forecast.from_survival(np.minimum(onset, lost), onset <= lost, 1 - np.exp(-2 * risk), horizon=1.0)
        estimate = forecast.estimate("brier")
        values.append(estimate.value)
        errors.append(estimate.standard_error)
    assert 0.97 < np.mean(errors) / np.std(values) < 1.2


def test_resampling_cases_with_their_weights():
    rng = np.random.default_rng(1)
    risk = rng.beta(1, 3, 300)
    onset, lost = rng.exponential(1 / (2 * risk)), rng.exponential(2, 300)
    time, event, s = np.minimum(onset, lost), onset <= lost, 1 - np.exp(-2 * risk)
    fixed = Forecast.from_survival(time, event, s, horizon=1.0).estimate("brier", (0.1, 0.6))
    models = SurvivalComparison(time, event, {"a": s[:, None], "b": s[:, None] ** 2}, horizons=[1.0])
    asked = {"horizon": 1.0, "interval": (0.1, 0.6)}
    found = models.bootstrap("a", **asked, replicates=500)
    assert found.estimate == pytest.approx(fixed.value, rel=1e-12)
    assert 0.75 < found.standard_error / fixed.standard_error < 1.1
    assert found.low < found.estimate < found.high
    gap = models.bootstrap("a", "b", **asked, replicates=200)
    other = Forecast.from_survival(time, event, s**2, horizon=1.0).brier_score((0.1, 0.6))
    assert gap.estimate == pytest.approx(fixed.value - other, rel=1e-9)
    assert models.bootstrap("a", "b", **asked, replicates=200) == gap
    with pytest.raises(KeyError, match=r"no model 'c'. The models are 'a', 'b'"):
        models.bootstrap("a", "c", **asked)
    with pytest.raises(ValueError, match="at least 2 replicates"):
        models.bootstrap("a", **asked, replicates=1)


def test_without_censoring_resampling_agrees_with_the_formula():
    rng = np.random.default_rng(2)
    time, s = rng.exponential(1, 500), rng.random(500)
    fixed = Forecast(time <= 1, s).estimate("brier")
    found = bootstrap_survival(Endings(time, np.ones(500)), s, horizon=1.0)
    assert found.standard_error == pytest.approx(fixed.standard_error, rel=0.07)  # three of its own errors


def test_what_cannot_be_resampled_is_explained():
    endings = Endings([1, 2, 3, 4], [1, 0, 1, 0])
    with pytest.raises(ValueError, match=r"infinite.*certain and wrong"):
        bootstrap_survival(endings, np.array([0.0, 0.5, 0.6, 0.2]), rule="log-loss", horizon=3.5)
    late = Endings([1.0] * 3000 + [2.0], [0] * 3000 + [1])
    assert late.at(1.5).weights.sum() == pytest.approx(3001)


# --- what a forecast keeps --------------------------------------------------------------------


def test_follow_up_goes_along():
    forecast = published()
    assert forecast.at_prevalence(0.05).follow_up == forecast.follow_up
    assert Forecast([0, 1], [0.2, 0.8]).follow_up is None
    both = forecast.merge(published())
    assert both.follow_up.cases == 1500
    assert both.follow_up.prevalence == pytest.approx(forecast.prevalence)


def test_only_like_outcomes_are_merged():
    early = Forecast.from_survival(DATA["ttcancer"], DATA["cancer"], DATA["cancerpredmarker"], horizon=1.0)
    with pytest.raises(ValueError, match=r"horizons are 1.5, 1\..*one horizon"):
        published().merge(early)
    with pytest.raises(ValueError, match=r"horizons are 1.5, none"):
        pool_follow_ups([early.follow_up and published().follow_up, None], 0.2)


# --- refusals ---------------------------------------------------------------------------------

GOOD = {"time": [1, 2, 3, 4], "event": [1, 0, 1, 0], "y_prob": RISKS, "horizon": 3.5}


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"horizon": 5}, ValueError, "Nobody was followed to the horizon 5.*last case ended at 4.*earlier"),
        ({"horizon": 4}, ValueError, "Nobody was followed to the horizon 4.*censored at 4.*before 4"),
        ({"horizon": 0}, ValueError, "horizon must be finite and above 0"),
        ({"horizon": math.nan}, ValueError, "finite and above 0"),
        ({"horizon": "5 years"}, TypeError, "horizon must be one number.*'5 years'"),
        ({"horizon": [1, 2]}, TypeError, "horizon must be one number"),
        ({"time": [1, -2, 3, 4]}, ValueError, "time holds -2 at row 1.*its own start|each case from its own start"),
        ({"time": [1, math.nan, 3, 4]}, ValueError, "time holds nan at row 1.*last seen"),
        ({"time": [1, math.inf, 3, 4]}, ValueError, "time holds inf at row 1"),
        ({"time": []}, ValueError, "time is empty"),
        ({"time": pd.to_timedelta([1, 2, 3, 4], "D")}, TypeError, "durations.*dt.days"),
        ({"time": pd.to_datetime(["2020-01-01"] * 4)}, TypeError, "dates.*dt.days"),
        ({"time": ["1", "2", "3", "4"]}, TypeError, "time holds '1' at row 0"),
        ({"event": ["dead", "alive", "dead", "alive"]}, TypeError, "event holds text.*'alive'.*0 .censored"),
        ({"event": [1, 0, 0.5, 0]}, ValueError, "event holds 0.5 at row 2.*codes"),
        ({"event": [1, 0, -1, 0]}, ValueError, "event holds -1 at row 2"),
        ({"event": [1, 0, math.nan, 0]}, ValueError, "event holds nan at row 2"),
        ({"event": [1, 0, 1]}, ValueError, "time has 4 cases but event has 3"),
        ({"y_prob": RISKS[:3]}, ValueError, "time has 4 cases but y_prob has 3"),
        ({"y_prob": [-1.0, 0.2, 3.0, 0.4]}, ValueError, "logits"),
        ({"sample_weight": [1, 1, 1]}, ValueError, "sample_weight has length 3"),
        ({"sample_weight": [0, 0, 0, 0]}, ValueError, "zero for every case"),
        ({"event": pd.Series([1, 0, 1, 0], index=[3, 2, 1, 0]), "time": pd.Series([1, 2, 3, 4])}, ValueError, "index"),
    ],
)
def test_bad_input_is_explained(change, error, message):
    options = GOOD | change
    with pytest.raises(error, match=message):
        Forecast.from_survival(options.pop("time"), options.pop("event"), options.pop("y_prob"), **options)


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


def test_weights_that_add_up_to_the_cases_are_written_as_cases():
    rng = np.random.default_rng(0)
    rng.random(600)
    time = rng.exponential(5, 300)
    for seed in range(40):  # sums such as 299.999999999999
        event = np.random.default_rng(seed).integers(0, 2, 300)
        assert repr(Forecast.from_survival(time, event, np.full(300, 0.2), horizon=3)).startswith("Forecast(300 cases")
