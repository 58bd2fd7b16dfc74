import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brierwidgets import Forecast
from brierwidgets.core.calibration import calibration_curve
from brierwidgets.core.intervals import Interval, logit
from brierwidgets.core.outlines import (
    calibration_part,
    calibration_points,
    cases_inside,
    path_part,
    pooled,
    precision_recall_points,
    roc_points,
    score_shares,
    thin,
    thresholds_to_draw,
)
from brierwidgets.core.ranking import precision_recall_curve, roc_curve
from tests.core.strategies import forecasts, intervals

#: Thresholds count scores that differ by rounding alone as equal, the full curve as two: leave those out.
PERCENTAGES = st.integers(0, 100).map(lambda percent: percent / 100)
SMALL = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])


def large(rows=100_000, seed=0):
    rng = np.random.default_rng(seed)
    scores = rng.random(rows)
    return Forecast(rng.random(rows) < scores**2, scores)


def test_few_scores_are_all_drawn():
    thresholds = thresholds_to_draw(SMALL)
    assert thresholds.tolist() == [0.8, 0.6, 0.4, 0.1]
    roc = roc_points(SMALL, thresholds)
    assert roc.x.tolist() == [0, 0.5, 0.5, 1]
    assert roc.y.tolist() == [0.5, 0.5, 1, 1]
    found = precision_recall_points(SMALL, thresholds)
    assert found.x.tolist() == [0.5, 0.5, 1, 1]
    np.testing.assert_allclose(found.y, [1, 1 / 2, 2 / 3, 1 / 2])


@settings(max_examples=50)
@given(forecasts(both_classes=True, scores=PERCENTAGES))
def test_what_is_drawn_is_the_full_curve_when_it_is_short(forecast):
    thresholds = thresholds_to_draw(forecast)
    full = roc_curve(forecast)
    roc = roc_points(forecast, np.append(np.inf, thresholds))
    np.testing.assert_allclose(roc.x, full.false_positive_rate)
    np.testing.assert_allclose(roc.y, full.true_positive_rate)
    full = precision_recall_curve(forecast)
    drawn = precision_recall_points(forecast, thresholds)
    np.testing.assert_allclose(drawn.x, full.recall)
    np.testing.assert_allclose(drawn.y, full.precision)


def test_a_hundred_thousand_cases_take_500_points_that_are_close_to_all_of_them():
    forecast = large()
    thresholds = thresholds_to_draw(forecast)
    assert 300 < thresholds.size <= 500
    drawn = roc_points(forecast, np.append(np.inf, thresholds))
    assert (drawn.x[-1], drawn.y[-1]) == (1, 1)
    # The curve only rises, so all of it lies in the boxes between neighbours.
    assert np.diff(drawn.x).max() < 0.006
    assert np.diff(drawn.y).max() < 0.006
    full, drawn = precision_recall_curve(forecast), precision_recall_points(forecast, thresholds)
    gaps = np.interp(full.recall, drawn.x, drawn.y) - full.precision
    assert np.abs(gaps[full.recall > 0.01]).max() < 0.01


class TestPart:
    def test_ends_are_decisions_at_the_ends_of_the_interval(self):
        part = path_part(roc_points, SMALL, thresholds_to_draw(SMALL), Interval(0.5, 0.7))
        assert part.threshold.tolist() == [0.7, 0.6, 0.5]
        assert part.x.tolist() == [0, 0.5, 0.5]
        assert part.y.tolist() == [0.5, 0.5, 0.5]

    def test_an_end_that_is_a_score_is_not_there_twice(self):
        part = path_part(roc_points, SMALL, thresholds_to_draw(SMALL), Interval(0.4, 0.6))
        assert part.threshold.tolist() == [0.6, 0.4]

    def test_an_interval_without_scores_is_one_point(self):
        part = path_part(roc_points, SMALL, thresholds_to_draw(SMALL), Interval(0.85, 0.9))
        assert (part.x.tolist(), part.y.tolist()) == ([0, 0], [0, 0])
        part = path_part(precision_recall_points, SMALL, thresholds_to_draw(SMALL), Interval(0.85, 0.9))
        assert np.isnan(part.y).all()

    @settings(max_examples=50)
    @given(forecasts(both_classes=True), intervals())
    def test_every_point_is_what_the_counts_say(self, forecast, interval):
        part = path_part(roc_points, forecast, thresholds_to_draw(forecast), Interval(*interval))
        counts = forecast.counts(part.threshold)
        np.testing.assert_allclose(part.y, counts.tp / forecast.positives.total)
        np.testing.assert_allclose(part.x, counts.fp / forecast.negatives.total)
        assert part.threshold[0] == interval[1]
        assert part.threshold[-1] == interval[0]
        assert (np.diff(part.threshold) < 0).all()

    def test_it_is_short_whatever_the_number_of_cases(self):
        forecast = large()
        for path in (roc_points, precision_recall_points):
            part = path_part(path, forecast, thresholds_to_draw(forecast), Interval(0.0, 1.0))
            assert 32 < part.x.size <= 64
            assert part.threshold[[0, -1]].tolist() == [1.0, 0.0]


def test_one_class_alone_is_refused():
    negatives = Forecast([0, 0], [0.1, 0.2])
    with pytest.raises(ValueError, match="every case is negative"):
        roc_points(negatives, np.array([0.1]))
    with pytest.raises(ValueError, match="every case is negative"):
        precision_recall_points(negatives, np.array([0.1]))


@given(st.integers(2, 300), st.integers(2, 100))
@settings(max_examples=50)
def test_thinning_keeps_the_ends_and_leaves_no_long_gap(size, most):
    x = np.sort(np.random.default_rng(size).random(size))
    y = x**2
    kept = thin(x, y, most)
    assert len(kept) <= max(most, 2)
    assert (kept[0], kept[-1]) == (0, size - 1)
    steps = np.diff(x) + np.diff(y)
    longest = (np.diff(x[kept]) + np.diff(y[kept])).max()
    assert longest <= steps.sum() / (most - 1) + steps.max() + 1e-12


class TestCalibrationPoints:
    def test_a_line_through_the_ends_of_the_steps(self):
        scores, values = calibration_points(SMALL, np.asarray, Interval(0.0, 1.0))
        assert scores.tolist() == [0.1, 0.4, 0.6, 0.8]
        assert values.tolist() == [0, 0.5, 0.5, 1]

    def test_long_curves_are_thinned_within_a_screen_s_precision(self):
        rng = np.random.default_rng(0)
        scores = np.linspace(0.001, 0.999, 40_000)
        sure = Forecast.from_counts(scores, positives=np.round(1e6 * scores**1.5), negatives=np.full(40_000, 1e6))
        assert calibration_curve(sure).left.size > 10_000
        seen = Interval(0.001, 0.999)
        x, y = calibration_points(sure, logit, seen)
        assert x.size <= 500
        at = rng.random(200)
        exact = np.interp(at, calibration_curve(sure).left, calibration_curve(sure).value)
        np.testing.assert_allclose(np.interp(at, x, y), exact, atol=0.002)


class TestCalibrationPart:
    scores, values = np.array([0.1, 0.3, 0.5]), np.array([0.0, 0.4, 0.4])

    def test_ends_lie_on_the_line(self):
        x, y = calibration_part(self.scores, self.values, Interval(0.2, 0.9))
        np.testing.assert_allclose(x, [0.2, 0.3, 0.5])
        np.testing.assert_allclose(y, [0.2, 0.4, 0.4])

    def test_nothing_outside(self):
        for interval in (Interval(0.6, 0.7), Interval(0.01, 0.09)):
            assert calibration_part(self.scores, self.values, interval)[0].size == 0

    def test_it_is_short(self):
        x = np.linspace(0, 1, 500)
        places, heights = calibration_part(x, x**2, Interval(0.1, 0.9), most=20)
        assert places.size <= 20
        assert places[[0, -1]].tolist() == [0.1, 0.9]
        np.testing.assert_allclose(heights, places**2, atol=1e-5)


class TestCasesInside:
    def test_ends_count(self):
        assert cases_inside(SMALL, Interval(0.4, 0.6)) == (2, 1)
        assert cases_inside(SMALL, Interval(0.41, 0.59)) == (0, 0)
        assert cases_inside(SMALL, Interval(0.0, 1.0)) == (4, 2)

    def test_rounding_alone_shuts_nobody_out(self):
        assert cases_inside(Forecast([0, 1], [0.35, 0.7]), Interval(35 * 0.01, 0.7 * (1 - 1e-15))) == (2, 1)

    @settings(max_examples=50)
    @given(forecasts(weighted=False), intervals())
    def test_it_is_a_count(self, forecast, interval):
        low, high = interval
        both = [
            float(t.weights[(t.scores >= low * (1 - 1e-12)) & (t.scores <= high * (1 + 1e-12))].sum())
            for t in (forecast.negatives, forecast.positives)
        ]
        assert cases_inside(forecast, Interval(*interval)) == (sum(both), both[1])


class TestScoreShares:
    def test_a_score_on_an_edge_belongs_to_the_bin_above_and_the_last_edge_to_the_last_bin(self):
        shares = score_shares(Forecast([0, 1, 0, 1], [0.0, 0.5, 0.2, 1.0]), np.array([0.0, 0.2, 0.5, 1.0]))
        assert shares.tolist() == [0.25, 0.25, 0.5]

    def test_weights_count(self):
        forecast = Forecast([0, 1], [0.1, 0.9], sample_weight=[3, 1])
        assert score_shares(forecast, np.array([0.0, 0.5, 1.0])).tolist() == [0.75, 0.25]

    @settings(max_examples=50)
    @given(forecasts())
    def test_nobody_is_lost_or_counted_twice(self, forecast):
        assert score_shares(forecast, np.linspace(0, 1, 8)).sum() == pytest.approx(1)


class TestPooled:
    def test_small_forecasts_stay_as_they_are(self):
        assert pooled(SMALL, 4) is SMALL

    @settings(max_examples=50)
    @given(forecasts(), st.integers(1, 6))
    def test_cases_classes_and_mean_score_stay(self, forecast, levels):
        coarse = pooled(forecast, levels)
        assert coarse.distinct_scores.size <= max(levels, 1)
        for one, other in ((coarse.negatives, forecast.negatives), (coarse.positives, forecast.positives)):
            assert one.total == pytest.approx(other.total)
            assert one.total_squares == pytest.approx(other.total_squares)

        def mean(f):
            return sum(float(t.weights @ t.scores) for t in (f.negatives, f.positives)) / f.total

        assert mean(coarse) == pytest.approx(mean(forecast))

    def test_levels_hold_about_as_many_cases_each(self):
        coarse = pooled(large(), 200)
        sizes = score_shares(coarse, np.append(coarse.distinct_scores, 1.0)) * 100_000
        assert 190 <= coarse.distinct_scores.size <= 200
        assert sizes.max() < 550
