"""Outcomes in time: weights by hand, identities to 1e-12, what a forecast keeps, refusals."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brierwidgets import Forecast
from brierwidgets.core.survival import Endings, incidence, pool_follow_ups
from tests.core.followed import DATA, published

RISKS = [0.8, 0.5, 0.6, 0.2]


@st.composite
def endings(draw, kinds=3):
    """Few distinct times, so that events and censorings tie."""
    n = draw(st.integers(2, 40))
    time = draw(st.lists(st.integers(0, 8), min_size=n, max_size=n))
    event = draw(st.lists(st.integers(0, kinds - 1), min_size=n, max_size=n))
    time, event = [*time, 9], [*event, 0]  # someone is followed past every horizon drawn
    return np.array(time, dtype=float), np.array(event), draw(st.sampled_from([0.5, 1, 3, 5.5, 8]))


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
        (
            {"time": np.array([(True, 1.0)] * 4, dtype=[("died", bool), ("days", float)])},
            TypeError,
            "structured array.* with the fields 'died', 'days'. Pass the field of the times as time",
        ),
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


def test_weights_that_add_up_to_the_cases_are_written_as_cases():
    rng = np.random.default_rng(0)
    rng.random(600)
    time = rng.exponential(5, 300)
    for seed in range(40):  # sums such as 299.999999999999
        event = np.random.default_rng(seed).integers(0, 2, 300)
        assert repr(Forecast.from_survival(time, event, np.full(300, 0.2), horizon=3)).startswith("Forecast(300 cases")
