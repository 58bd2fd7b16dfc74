import math
from pathlib import Path

import dcurves
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brierwidgets import Forecast
from brierwidgets.core.decision_curve import decision_curve
from tests.core.strategies import forecasts

HAND = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
GRID = np.arange(100) / 100


def bundled(name):
    return pd.read_csv(Path(dcurves.data) / f"{name}.csv")


# --- by hand ----------------------------------------------------------------------------------


def test_by_hand():
    curve = decision_curve(HAND, [0.0, 0.2, 0.5, 0.9])
    assert curve.net_benefit == pytest.approx([0.5, 0.5 - 0.25 / 4, 0.25 - 0.25, 0.0])
    assert curve.treat_all == pytest.approx([0.5, 0.5 - 0.5 / 4, 0.0, 0.5 - 0.5 * 9])
    assert curve.treat_none.tolist() == [0, 0, 0, 0]
    assert curve.prevalence == 0.5


def test_thresholds_default_to_percents_and_may_be_written_as_text():
    assert decision_curve(HAND).threshold.tolist() == GRID.tolist()
    assert decision_curve(HAND, ["5%", "1:4"]).threshold.tolist() == [0.05, 0.2]
    assert decision_curve(HAND, 0.2).net_benefit.tolist() == [HAND.net_benefit(0.2)]


def test_the_ends_are_undefined_not_infinite():
    curve = decision_curve(HAND, [0.0, 1.0])
    for values in (curve.net_benefit, curve.treat_all, curve.standard_error):
        assert np.isfinite(values).tolist() == [True, False]
        assert math.isnan(values[1])
    assert np.isnan(curve.interventions_avoided).all()


def test_standardized_by_hand():
    curve = decision_curve(HAND, [0.2]).standardized()
    assert curve.net_benefit == pytest.approx([0.875])
    assert curve.treat_all == pytest.approx([0.75])
    assert curve.standard_error == pytest.approx(decision_curve(HAND, [0.2]).standard_error * 2)


def test_harm_lowers_the_model_alone():
    plain, harmed = decision_curve(HAND, GRID), decision_curve(HAND, GRID, harm=0.01)
    assert harmed.net_benefit == pytest.approx(plain.net_benefit - 0.01)
    assert harmed.treat_all.tolist() == plain.treat_all.tolist()


def test_prevalence_by_hand():
    # At 0.5 one of two positives and one of two negatives is treated: 0.1 / 2 - 0.9 / 2.
    curve = decision_curve(HAND, [0.5], prevalence=0.1)
    assert curve.net_benefit == pytest.approx([-0.4])
    assert curve.treat_all == pytest.approx([0.1 - 0.9])
    assert curve.prevalence == pytest.approx(0.1)


# --- standard errors --------------------------------------------------------------------------


def test_standard_error_is_that_of_a_mean():
    y, s = np.array([0, 0, 1, 1, 0]), np.array([0.1, 0.6, 0.4, 0.8, 0.3])
    worth = np.where(s >= 0.3, np.where(y == 1, 1.0, -0.3 / 0.7), 0.0)
    curve = decision_curve(Forecast(y, s), [0.3])
    assert curve.net_benefit[0] == pytest.approx(worth.mean())
    assert curve.standard_error[0] == pytest.approx(worth.std() / math.sqrt(5))


def test_standard_error_at_a_known_prevalence_is_that_of_two_binomials():
    forecast = Forecast.from_counts([0.2, 0.7], positives=[10, 30], negatives=[80, 20])
    tpr, fpr, rate, odds = 0.75, 0.2, 0.05, 0.5 / 0.5
    variance = rate**2 * tpr * (1 - tpr) / 40 + ((1 - rate) * odds) ** 2 * fpr * (1 - fpr) / 100
    assert decision_curve(forecast, [0.5], prevalence=rate).standard_error[0] == pytest.approx(math.sqrt(variance))


@pytest.mark.parametrize("case_control", [False, True])
def test_standard_errors_match_the_spread_over_samples(case_control):
    rng = np.random.default_rng(0)
    n, threshold, rate = 400, 0.3, 0.3
    values, errors = [], []
    for _ in range(1_500):
        y = np.arange(n) < n // 2 if case_control else rng.random(n) < rate
        s = 1 / (1 + np.exp(-(rng.normal(size=n) + y - 1)))
        curve = decision_curve(Forecast(y, s), [threshold], prevalence=rate if case_control else None)
        values.append(curve.net_benefit[0])
        errors.append(curve.standard_error[0])
    assert np.mean(errors) == pytest.approx(np.std(values), rel=0.06)  # three of its own standard errors


# --- identities -------------------------------------------------------------------------------


@given(forecast=forecasts(both_classes=True), rate=st.floats(0.01, 0.99), cost=st.floats(0, 0.99))
@settings(max_examples=100)
def test_weighting_the_classes_is_rate_times_rates(forecast, rate, cost):
    counts = forecast.counts(cost)
    tpr, fpr = counts.tp / forecast.positives.total, counts.fp / forecast.negatives.total
    expected = rate * tpr - (1 - rate) * fpr * cost / (1 - cost)
    assert decision_curve(forecast, [cost], prevalence=rate).net_benefit[0] == pytest.approx(expected, abs=1e-10)
    assert forecast.at_prevalence(rate).total == pytest.approx(forecast.total)


@given(forecast=forecasts(both_classes=True), cost=st.floats(0.01, 0.99))
@settings(max_examples=50)
def test_the_sample_prevalence_changes_nothing_but_the_error(forecast, cost):
    plain, same = (decision_curve(forecast, [cost], prevalence=p) for p in (None, forecast.prevalence))
    assert same.net_benefit == pytest.approx(plain.net_benefit, abs=1e-10)
    assert same.interventions_avoided == pytest.approx(forecast.interventions_avoided([cost]), rel=1e-9, abs=1e-9)


def test_every_score_can_be_taken_at_another_prevalence():
    rng = np.random.default_rng(1)
    y = rng.random(500) < 0.5
    s = rng.beta(1 + y, 2 - y)
    weights = np.where(y, 0.1 / y.mean(), 0.9 / (1 - y.mean()))
    forecast = Forecast(y, s).at_prevalence(0.1)
    assert forecast.log_loss((0.05, 0.2)) == pytest.approx(Forecast(y, s, sample_weight=weights).log_loss((0.05, 0.2)))


# --- parity with dcurves on its own data ------------------------------------------------------


@pytest.mark.parametrize("harm", [None, {"cancerpredmarker": 0.02, "famhistory": 0.005}])
@pytest.mark.parametrize("model", ["cancerpredmarker", "famhistory"])
def test_dcurves_binary_and_harm(model, harm):
    data = bundled("df_binary")
    theirs = dcurves.dca(data=data, outcome="cancer", modelnames=[model], thresholds=GRID, harm=harm)
    ours = decision_curve(Forecast(data["cancer"], data[model]), GRID, harm=(harm or {}).get(model, 0.0))
    curves = {name: rows.reset_index() for name, rows in theirs.groupby("model")}
    inner = slice(1, None)  # at threshold 0 the two differ on purpose: see below
    assert ours.net_benefit[inner] == pytest.approx(curves[model]["net_benefit"][inner], abs=1e-12)
    assert ours.treat_all == pytest.approx(curves["all"]["net_benefit"], abs=1e-12)
    assert ours.treat_none == pytest.approx(curves["none"]["net_benefit"], abs=1e-12)
    avoided = curves[model]["net_intervention_avoided"]
    assert ours.interventions_avoided[inner] == pytest.approx(avoided[inner], abs=1e-12)


@pytest.mark.parametrize("model", ["cancerpredmarker", "famhistory"])
def test_dcurves_case_control(model):
    data = bundled("df_case_control")
    theirs = dcurves.dca(data=data, outcome="casecontrol", modelnames=[model], thresholds=GRID, prevalence=0.2)
    ours = decision_curve(Forecast(data["casecontrol"], data[model]), GRID, prevalence=0.2)
    expected = {name: rows["net_benefit"].to_numpy() for name, rows in theirs.groupby("model")}
    assert ours.net_benefit[1:] == pytest.approx(expected[model][1:], abs=1e-12)
    assert ours.treat_all == pytest.approx(expected["all"], abs=1e-12)


def test_dcurves_does_not_treat_a_score_of_0_at_threshold_0():
    # It moves scores of 0 to -2e-16; by the rule s >= t everyone is treated at threshold 0.
    data = bundled("df_binary")
    theirs = dcurves.dca(data=data, outcome="cancer", modelnames=["famhistory"], thresholds=[0.0])
    value = theirs.loc[theirs["model"] == "famhistory", "net_benefit"].item()
    ours = decision_curve(Forecast(data["cancer"], data["famhistory"]), [0.0])
    assert ours.net_benefit[0] == data["cancer"].mean()
    assert value == (data["cancer"] & (data["famhistory"] == 1)).mean()


def test_two_spellings_of_a_threshold_agree_here_and_not_in_dcurves():
    data = pd.DataFrame({"y": [0, 1, 1], "s": [0.1, 0.35, 0.8]})
    spellings = [0.35, 35 * 0.01]
    theirs = dcurves.dca(data=data, outcome="y", modelnames=["s"], thresholds=spellings)
    values = theirs.loc[theirs["model"] == "s", "net_benefit"].tolist()
    ours = decision_curve(Forecast(data["y"], data["s"]), spellings).net_benefit
    assert values == pytest.approx([2 / 3, 1 / 3])
    assert ours == pytest.approx([2 / 3, 2 / 3])


# --- errors -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"prevalence": 0.0}, ValueError, "strictly between 0 and 1"),
        ({"prevalence": 20}, ValueError, "For 20 percent write '20%'"),
        ({"harm": -0.1}, ValueError, "at least 0"),
        ({"harm": math.nan}, ValueError, "finite"),
        ({"harm": {"model": 0.1}}, TypeError, "one number for this model"),
        ({"thresholds": [0.2, 1.2]}, ValueError, "number 1"),
    ],
)
def test_bad_options_are_explained(options, error, message):
    with pytest.raises(error, match=message):
        decision_curve(HAND, **options)


def test_one_class_has_a_curve_but_no_other_prevalence():
    none = Forecast([0, 0], [0.2, 0.4])
    assert decision_curve(none, [0.3]).net_benefit == pytest.approx([-0.5 * 0.3 / 0.7])
    with pytest.raises(ValueError, match="every case is negative"):
        decision_curve(none, [0.3], prevalence=0.1)
    with pytest.raises(ValueError, match="the prevalence is 0"):
        decision_curve(none, [0.3]).standardized()
