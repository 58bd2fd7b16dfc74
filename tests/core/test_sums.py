"""Sorted tables and their sums: by hand, and to 1e-9 at ten million rows where plain prefix sums lose digits."""

import math

import numpy as np
import pytest

from brierwidgets import Forecast
from brierwidgets.core.class_tables import ClassTable, compensated_cumsum
from brierwidgets.core.sums import BLOCK, WEIGHTED_BLOCK, Moments, StretchSums
from brierwidgets.costs import Beta, LogOddsUniform, NetBenefitUniform, Uniform


class TestClassTable:
    def test_rows_are_sorted_and_ties_pooled(self):
        table = ClassTable.from_rows(np.array([0.7, 0.2, 0.7, 0.5]))
        assert table.scores.tolist() == [0.2, 0.5, 0.7]
        assert table.cumulative.tolist() == [0.0, 1.0, 2.0, 4.0]
        assert table.cumulative_squares is table.cumulative
        assert table.weights.tolist() == [1.0, 1.0, 2.0]

    def test_weights_are_pooled_with_ties(self):
        weights = np.array([1.0, 2.0, 3.0])
        table = ClassTable.from_rows(np.array([0.7, 0.2, 0.7]), weights, weights**2)
        assert table.cumulative.tolist() == [0.0, 2.0, 6.0]
        assert table.cumulative_squares.tolist() == [0.0, 4.0, 14.0]  # 4, then 1 + 9 and not (1 + 3)^2
        assert (table.total, table.total_squares) == (6.0, 14.0)

    def test_below_is_strict(self):
        table = ClassTable.from_rows(np.array([0.2, 0.5, 0.5]))
        assert table.below(np.array([0.1, 0.2, 0.3, 0.5, 0.6])).tolist() == [0.0, 0.0, 1.0, 1.0, 3.0]

    def test_empty(self):
        table = ClassTable.from_rows(np.array([]))
        assert table.total == 0.0
        assert table.below(np.array([0.5])).tolist() == [0.0]

    def test_nothing_can_be_changed(self):
        table = ClassTable.from_rows(np.array([0.2, 0.5]))
        with pytest.raises(ValueError, match="read-only"):
            table.scores[0] = 0.3
        with pytest.raises(AttributeError, match="never changes"):
            table.scores = np.array([0.3])


class TestCompensatedSum:
    def test_it_keeps_what_a_plain_sum_drops(self):
        values = np.array([1e16, 1.0, 1.0, -1e16])
        high, low = compensated_cumsum(values)
        assert np.cumsum(values)[-1] == 0.0
        assert high[-1] + low[-1] == 2.0

    def test_it_is_fsum(self):
        values = np.random.default_rng(0).lognormal(sigma=8, size=2_000)
        high, low = compensated_cumsum(values)
        for k in (1, 100, 2_000):
            assert high[k] + low[k] == pytest.approx(math.fsum(values[:k]), rel=1e-16)
        assert (high[0], low[0]) == (0.0, 0.0)


class TestStretchSums:
    def test_by_hand(self):
        # Squares as losses, anchored at 0.2: 0.25 - 0.04 = 0.21 and 0.49 - 0.04 = 0.45, twice.
        table = ClassTable.from_rows(np.array([0.1, 0.5, 0.7, 0.7, 0.9]))
        sums = StretchSums(table, lambda u, low=0.0: (u - low) * (u + low), rising=True)
        inside = sums.between(1, 3, 0.2)
        assert inside == pytest.approx((1.11, 1.11, 0.21**2 + 2 * 0.45**2), rel=1e-14)
        # On [0.2, 0.8] the score 0.1 costs nothing and 0.9 costs 0.64 - 0.04 = 0.6.
        assert sums.moments(0.2, 0.8) == pytest.approx((1.71, 1.71, 0.21**2 + 2 * 0.45**2 + 0.36), rel=1e-14)

    def test_falling_losses_are_constant_below(self):
        table = ClassTable.from_rows(np.array([0.1, 0.5, 0.9]))
        sums = StretchSums(table, lambda u, high=1.0: high - u, rising=False)
        assert sums.moments(0.2, 0.8).total == pytest.approx(0.6 + 0.3, rel=1e-14)

    @pytest.mark.parametrize(("blocks", "more"), [(0, 1), (1, -1), (1, 0), (1, 1), (3, 0), (3, 7)])
    @pytest.mark.parametrize("weighted", [False, True])
    def test_every_stretch_around_block_edges(self, blocks, more, weighted):
        block = WEIGHTED_BLOCK if weighted else BLOCK
        size = blocks * block + more
        rng = np.random.default_rng(size)
        scores = np.sort(rng.random(size))
        weights = rng.random(size) + 0.1 if weighted else None
        table = ClassTable.from_rows(scores, weights, weights**2 if weighted else None)
        sums = StretchSums(table, LogOddsUniform().negative_loss, rising=True)
        w = np.ones(size) if weights is None else weights
        edges = sorted({e for e in (0, 1, 5, block - 1, block, block + 1, 2 * block, size - 1, size) if 0 <= e <= size})
        for start in edges:
            for stop in edges:
                if start < stop:
                    anchor = scores[start] * 0.999
                    losses = LogOddsUniform().negative_loss(scores[start:stop], anchor)
                    expected = [math.fsum(term * losses) for term in (w[start:stop], w[start:stop] ** 2)]
                    expected.append(math.fsum(w[start:stop] ** 2 * losses**2))
                    assert sums.between(start, stop, anchor) == pytest.approx(expected, rel=1e-11)
        found = sums.between_each(np.array([0, 0]), np.array([size, 0]), np.array([0.0, 0.0]))
        assert found.total == pytest.approx([sums.between(0, size, 0.0).total, 0.0], rel=1e-12)

    def test_moments_about_their_mean(self):
        # Losses 1 and 3, weights 1 and 1: mean 2, spread 2.
        assert Moments(4.0, 4.0, 10.0).center(2.0) == (2.0, 2.0)
        # Equal losses have no spread, whatever rounding says.
        assert Moments(0.3, 0.3, 0.1 * 0.3 + 1e-17).center(3.0)[1] == 0.0


def clip_formula(rule, y, s, low, high):
    """Each case's score by the O(n) formulas, as they are written in books."""
    clipped, best = np.clip(s, low, high), np.where(y, high, low)
    if rule == "brier":
        return (y - clipped) ** 2 - (y - best) ** 2
    if rule == "log-loss":
        return np.log(1 - np.abs(y - best)) - np.log(1 - np.abs(y - clipped))
    lost = np.where(y, best - clipped, best - clipped + np.log1p(-best) - np.log1p(-clipped))
    return y - lost / (high - low)


def agrees(forecast, y, s, interval, *, rules=("brier", "log-loss", "net-benefit"), weights=None):
    for rule in rules:
        values = clip_formula(rule, y, s, *interval)
        mean = np.average(values, weights=weights)
        if weights is None:
            error = values.std() / math.sqrt(values.size)
        else:
            error = math.sqrt(np.sum((weights * (values - mean)) ** 2)) / weights.sum()
        found = forecast.estimate(rule, interval)
        assert found.value == pytest.approx(mean, rel=1e-9)
        assert found.standard_error == pytest.approx(error, rel=1e-9)
    assert forecast.brier_score(interval) == pytest.approx(forecast.estimate("brier", interval).value, rel=1e-11)
    assert forecast.log_loss(interval) == pytest.approx(forecast.estimate("log-loss", interval).value, rel=1e-11)


class TestPrecision:
    """1e-9 relative, where the sums run over up to ten million rows."""

    @pytest.mark.slow
    def test_ten_million_rows(self):
        rng = np.random.default_rng(1)
        s = rng.random(10_000_000) ** 2
        y = rng.random(s.size) < s
        forecast = Forecast(y, s)
        agrees(forecast, y, s, (0.02, 0.6), rules=["log-loss"])
        agrees(forecast, y, s, (0.1, 0.1001), rules=["brier"])
        assert forecast.brier_score() == pytest.approx(np.mean((y - s) ** 2), rel=1e-9)

        # Almost separated: positives lie above 0.10005, negatives below, so nothing but the inside of the
        # interval contributes and the score is a sum of tiny losses after millions of large prefix sums.
        y = s > 0.10005
        flipped = rng.choice(np.flatnonzero((s > 0.1) & (s < 0.1001)), 1_000, replace=False)
        y[flipped] = ~y[flipped]
        near = (s >= 0.0999) & (s <= 0.1002)
        forecast = Forecast(y, s)
        share = near.mean()
        for interval in ((0.1, 0.1001), (0.1, 0.10006)):
            for rule, found in (("brier", forecast.brier_score), ("log-loss", forecast.log_loss)):
                expected = math.fsum(clip_formula(rule, y[near], s[near], *interval)) / s.size
                assert 0.0 < expected < 1e-3 * share
                assert found(interval) == pytest.approx(expected, rel=1e-9)

    @pytest.mark.parametrize("interval", [(0.1, 0.1001), (0.1, 0.3), (0.09999, 0.10001), (1e-6, 1 - 1e-6)])
    def test_weighted_rows(self, interval):
        rng = np.random.default_rng(2)
        s = np.concatenate((rng.random(200_000), 0.1 + 1e-5 * rng.random(20_000)))
        y = rng.random(s.size) < s
        weights = rng.lognormal(sigma=1.5, size=s.size)
        agrees(Forecast(y, s, sample_weight=weights), y, s, interval, weights=weights)

    def test_scores_crowded_at_the_end_of_the_interval(self):
        """Losses a billionth of what they are a difference of: sums that cancel are added up directly."""
        rng = np.random.default_rng(3)
        s = 0.3 + 1e-9 * rng.random(5_000)
        y = np.zeros(s.size, bool)
        for costs in (Uniform(), LogOddsUniform(), NetBenefitUniform(), Beta(2, 2)):
            exact = math.fsum(s - 0.3) * float(costs._weight(np.array(0.3))) * 0.3 / s.size
            found = Forecast(y, s).integrated_regret(costs.truncated(0.3, 0.9))
            assert found == pytest.approx(exact, rel=1e-6)  # the loss is linear over the crowd, to a few 1e-9
            assert Forecast(~y, s).integrated_regret(costs.truncated(0.1, 0.3)) == 0.0

    def test_a_case_that_weighs_next_to_nothing(self):
        forecast = Forecast([0, 0, 0], [0.2, 0.6, 0.7], sample_weight=[1e6, 1e-6, 1e6])
        assert forecast.regret(0.65) == pytest.approx(0.65 * 1e6 / (2e6 + 1e-6), rel=1e-12)


class TestMemory:
    def test_at_most_64_bytes_a_distinct_score(self):
        rng = np.random.default_rng(4)
        s = rng.random(100_000)
        y = rng.random(s.size) < s
        for weights in (None, rng.random(s.size) + 0.5):
            forecast = Forecast(y, s, sample_weight=weights)
            for ask in (forecast.summary, forecast.brier_score, forecast.log_loss, forecast.mean_net_benefit):
                ask((0.1, 0.2))
            forecast.shifted_brier_score(0.1)
            assert forecast.nbytes <= 64 * forecast.distinct_scores.size

    def test_ties_cost_nothing(self):
        rng = np.random.default_rng(5)
        s = np.round(rng.random(100_000), 2)
        forecast = Forecast(rng.random(s.size) < s, s)
        forecast.summary((0.1, 0.2))
        forecast.brier_score((0.1, 0.2))
        assert forecast.nbytes < 30_000
