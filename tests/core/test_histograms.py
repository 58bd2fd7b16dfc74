import numpy as np
import pytest

from brierwidgets.core import Forecast
from brierwidgets.core.histograms import score_histogram, score_range

RNG = np.random.default_rng(5)
SCORES = RNG.beta(2, 5, 1000)
Y = RNG.random(1000) < SCORES


def test_bars_are_those_of_numpy():
    edges = np.linspace(0, 1, 21)
    histogram = score_histogram(Forecast(Y, SCORES), edges)
    assert histogram.positives.tolist() == np.histogram(SCORES[Y], edges)[0].tolist()
    assert histogram.negatives.tolist() == np.histogram(SCORES[~Y], edges)[0].tolist()
    assert histogram.below == histogram.above == 0.0


def test_scores_beyond_the_edges_stand_in_the_end_bars_and_are_told():
    histogram = score_histogram(Forecast(Y, SCORES), [0.2, 0.3, 0.4])
    assert histogram.positives.sum() + histogram.negatives.sum() == 1000
    assert histogram.below == np.sum(SCORES < 0.2)
    assert histogram.above == np.sum(SCORES > 0.4)


def test_a_score_on_an_edge_belongs_to_the_bar_above_it():
    histogram = score_histogram(Forecast([0, 0, 1, 1], [0.0, 0.35, 0.35, 1.0]), [0.0, 35 * 0.01, 1.0])
    assert histogram.negatives.tolist() == [1.0, 1.0]
    assert histogram.positives.tolist() == [0.0, 2.0]
    assert histogram.above == 0.0


def test_weights_count():
    histogram = score_histogram(Forecast([0, 1], [0.2, 0.7], sample_weight=[2.5, 0.5]), [0.0, 0.5, 1.0])
    assert histogram.negatives.tolist() == [2.5, 0.0]
    assert histogram.positives.tolist() == [0.0, 0.5]


@pytest.mark.parametrize("edges", [[0.5], [0.5, 0.5], [0.6, 0.5], [[0.1, 0.5]]])
def test_edges_must_increase(edges):
    with pytest.raises(ValueError, match="increasing"):
        score_histogram(Forecast(Y, SCORES), edges)


def test_the_range_leaves_out_the_tails_of_each_class():
    scores = np.linspace(0, 1, 1001)
    y = np.arange(1001) % 2 == 0
    assert score_range(Forecast(y, scores), tail=0.0) == (0.0, 1.0)
    low, high = score_range(Forecast(y, scores), tail=0.1)
    assert low == pytest.approx(0.1, abs=0.002)
    assert high == pytest.approx(0.9, abs=0.002)


def test_the_range_of_one_class_and_of_one_score():
    assert score_range(Forecast([0, 0, 0], [0.1, 0.2, 0.4])) == (0.1, 0.4)
    assert score_range(Forecast([0, 1], [0.3, 0.3])) == (0.3, 0.3)
