import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brierwidgets import Forecast
from brierwidgets.core.topk import net_benefit_at_k, precision_at_k, recall_at_k, true_positives_at_k
from tests.core.strategies import SCORES, cases

HAND = Forecast([0, 1, 1, 0, 1], [0.1, 0.4, 0.6, 0.8, 0.9])


@pytest.mark.parametrize(("k", "found"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 3)])
def test_by_hand(k, found):
    assert true_positives_at_k(HAND, k) == found
    assert precision_at_k(HAND, k) == found / k
    assert recall_at_k(HAND, k) == found / 3


def test_net_benefit_by_hand():
    # 2 of the top 3 are positive: 2/5 - 1/5 x (0.2/0.8).
    assert net_benefit_at_k(HAND, 3, cost=0.2) == pytest.approx(0.35)
    assert net_benefit_at_k(HAND, 3, cost="1:4") == pytest.approx(0.35)
    assert math.isnan(net_benefit_at_k(HAND, 3, cost=1))


def test_a_tie_at_place_k_counts_what_is_expected():
    # After 0.9 two of the three cases at 0.5 are taken, each positive with chance 1/3.
    forecast = Forecast([1, 1, 0, 0, 0], [0.9, 0.5, 0.5, 0.5, 0.2])
    assert true_positives_at_k(forecast, 3) == pytest.approx(1 + 2 / 3)


@given(drawn=cases(weighted=False, max_size=6, scores=st.sampled_from([0.2, 0.5, 0.7])), data=st.data())
@settings(max_examples=60)
def test_expected_over_every_way_to_break_the_ties(drawn, data):
    y, s = np.array(drawn.y), np.array(drawn.s)
    k = data.draw(st.integers(1, y.size))
    orders = [p for p in map(list, itertools.permutations(range(y.size))) if np.all(np.diff(s[p]) <= 0)]
    expected = np.mean([y[p][:k].sum() for p in orders])
    assert true_positives_at_k(Forecast(y, s), k) == pytest.approx(expected, abs=1e-12)


@given(drawn=cases(both_classes=True, weighted=False), cost=st.floats(0.01, 0.99), data=st.data())
@settings(max_examples=100)
def test_the_three_rank_models_alike(drawn, cost, data):
    y, first, _ = drawn
    second = data.draw(st.lists(SCORES, min_size=len(y), max_size=len(y)))
    k = data.draw(st.integers(1, len(y)))
    a, b = Forecast(y, first), Forecast(y, second)
    found = true_positives_at_k(a, k) - true_positives_at_k(b, k)
    for score in (precision_at_k, recall_at_k, lambda f, k: net_benefit_at_k(f, k, cost=cost)):
        gap = score(a, k) - score(b, k)
        assert gap == pytest.approx(0.0, abs=1e-12) if abs(found) < 1e-12 else gap * found > 0


@given(drawn=cases(both_classes=True, weighted=False), cost=st.floats(0.0, 0.99), data=st.data())
@settings(max_examples=60)
def test_net_benefit_is_prevalence_less_the_cost_of_the_decisions(drawn, cost, data):
    forecast = drawn.forecast
    k = data.draw(st.integers(1, len(drawn.y)))
    found = true_positives_at_k(forecast, k)
    price = cost * (k - found) + (1 - cost) * (forecast.positives.total - found)
    expected = forecast.prevalence - price / (1 - cost) / forecast.total
    assert net_benefit_at_k(forecast, k, cost=cost) == pytest.approx(expected, abs=1e-9)


def test_k_that_cuts_between_scores_agrees_with_the_threshold_there():
    counts = HAND.counts(0.6)
    assert true_positives_at_k(HAND, 3) == counts.tp
    assert net_benefit_at_k(HAND, 3, cost=0.6) == pytest.approx(HAND.net_benefit(0.6))


def test_counts_are_cases():
    counted = Forecast.from_counts([0.2, 0.7], positives=[1, 3], negatives=[8, 2])
    assert true_positives_at_k(counted, 4) == pytest.approx(4 * 3 / 5)
    assert true_positives_at_k(counted, 6) == pytest.approx(3 + 1 / 9)


def test_importance_weights_are_refused_but_leaving_cases_out_is_not():
    y, s = [0, 1, 1], [0.2, 0.4, 0.6]
    with pytest.raises(ValueError, match=r"importance weights have no meaning here.*from_counts"):
        precision_at_k(Forecast(y, s, sample_weight=[1.0, 2.0, 1.0]), 1)
    assert recall_at_k(Forecast(y, s, sample_weight=[1, 1, 0]), 1) == 1.0


@pytest.mark.parametrize(
    ("k", "error", "message"),
    [
        (0, ValueError, "between 1 and the number of cases, 5, but it is 0"),
        (6, ValueError, "between 1 and the number of cases, 5, but it is 6"),
        (-1, ValueError, "but it is -1"),
        (0.4, TypeError, r"whole number of cases, not 0\.4\. For the top 40% of them pass k=2"),
        (2.0, TypeError, r"whole number of cases, not 2\.0"),
        ("2", TypeError, "whole number of cases, not '2'"),
        (None, TypeError, "whole number of cases, not None"),
        (True, TypeError, "whole number of cases, not True"),
    ],
)
def test_a_bad_k_is_explained(k, error, message):
    with pytest.raises(error, match=message):
        precision_at_k(HAND, k)


def test_numpy_integers_are_whole_numbers():
    assert precision_at_k(HAND, np.int64(3)) == 2 / 3


def test_recall_needs_a_positive_but_precision_does_not():
    none = Forecast([0, 0], [0.2, 0.4])
    assert precision_at_k(none, 1) == 0.0
    with pytest.raises(ValueError, match="every case is negative"):
        recall_at_k(none, 1)
