"""Forecasts: values by hand, ways to build one, and that it never changes."""

import copy
import pickle

import numpy as np
import pandas as pd
import pytest

from brierwidgets import Forecast
from brierwidgets.costs import Beta, LogOddsUniform, Point, Uniform

# Two negatives scored 0.1 and 0.6, two positives scored 0.4 and 0.8.
Y, S = [0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]
FORECAST = Forecast(Y, S)


class TestByHand:
    def test_counts(self):
        assert FORECAST.counts(0.5) == (1.0, 1.0, 1.0, 1.0)
        assert FORECAST.counts(0.05) == (2.0, 2.0, 0.0, 0.0)
        assert FORECAST.counts(0.4)._asdict() == {"tp": 2.0, "fp": 1.0, "fn": 0.0, "tn": 1.0}
        assert FORECAST.counts([0.05, 0.9]).tp.tolist() == [2.0, 0.0]

    def test_regret(self):
        # At 0.5: one false positive at 0.5 and one miss at 0.5, of four cases.
        assert FORECAST.regret(0.5) == 0.25
        # At 0.2: one false positive (0.6) at 0.2.
        assert FORECAST.regret(0.2) == pytest.approx(0.05, rel=1e-15)
        # At 0.7: no false positive, one miss (0.4) at 0.3.
        assert FORECAST.regret(0.7) == pytest.approx(0.075, rel=1e-15)
        # Costs of 0.2 decided at 0.5: 0.2/4 + 0.8/4.
        assert FORECAST.regret(0.2, 0.5) == pytest.approx(0.25, rel=1e-15)
        assert FORECAST.regret([0.2, 0.7]).tolist() == pytest.approx([0.05, 0.075], rel=1e-15)
        assert FORECAST.regret([0.2, 0.7], 0.5).tolist() == pytest.approx([0.25, 0.25], rel=1e-15)
        assert FORECAST.regret(0.5, [0.05, 0.5, 0.9]).tolist() == [0.25, 0.25, 0.25]
        assert FORECAST.regret([[0.2], [0.7]], [0.5, 0.9]).shape == (2, 2)

    def test_regret_standard_error(self):
        # Losses at 0.2 are 0, 0.2, 0, 0: mean 0.05, mean square 0.01, variance 0.0075.
        assert FORECAST.regret_standard_error(0.2) == pytest.approx(np.sqrt(0.0075 / 4), rel=1e-14)

    def test_net_benefit(self):
        assert FORECAST.net_benefit(0.2) == pytest.approx(2 / 4 - 1 / 4 * 0.25, rel=1e-15)
        assert FORECAST.net_benefit([0.2, 0.7]).tolist() == pytest.approx([0.4375, 0.25], rel=1e-15)
        # Each case is worth 0, -0.25, 1, 1.
        assert FORECAST.net_benefit_standard_error(0.2) == pytest.approx(np.std([0, -0.25, 1, 1]) / 2, rel=1e-14)

    def test_interventions_avoided(self):
        # At 0.2 one negative of four is spared and no case missed; at 0.5 one spared against one missed.
        assert FORECAST.interventions_avoided(0.2) == 0.25
        assert FORECAST.interventions_avoided(0.5) == 0.0

    def test_accuracy(self):
        assert FORECAST.accuracy() == 0.5
        assert FORECAST.accuracy(0.4) == 0.75
        assert FORECAST.accuracy([0.4, 0.5]).tolist() == [0.75, 0.5]

    def test_expected_regret(self):
        # Uniform on [0.2, 0.4]: R* = c/4 throughout, on average 0.3/4.
        assert FORECAST.expected_regret(Uniform(0.2, 0.4)) == pytest.approx(0.075, rel=1e-14)
        assert FORECAST.integrated_regret(Uniform(0.2, 0.4)) == pytest.approx(0.015, rel=1e-14)
        # R*(c)/(c(1-c)) = 1/(4(1-c)) on [0.2, 0.4]: ln(0.8/0.6)/4.
        assert FORECAST.integrated_regret(LogOddsUniform(0.2, 0.4)) == pytest.approx(np.log(4 / 3) / 4, rel=1e-14)
        assert FORECAST.expected_regret(Point(0.2)) == FORECAST.regret(0.2)

    def test_expected_regret_standard_error(self):
        # Uniform on [0.2, 0.4]: losses 0, 0.3, 0, 0.
        found = FORECAST.expected_regret_standard_error(Uniform(0.2, 0.4))
        assert found == pytest.approx(np.std([0, 0.3, 0, 0]) / 2, rel=1e-14)

    def test_prevalence_and_totals(self):
        weighted = Forecast(Y, S, sample_weight=[1, 1, 3, 1])
        assert (weighted.total, weighted.prevalence) == (6.0, 4 / 6)
        assert weighted.counts(0.5) == (1.0, 1.0, 3.0, 1.0)
        assert weighted.distinct_scores.tolist() == sorted(S)


class TestBuilding:
    def test_scalars_give_plain_floats(self):
        for ask in (FORECAST.regret, FORECAST.net_benefit, FORECAST.accuracy, FORECAST.regret_standard_error):
            assert type(ask(0.3)) is float
            assert type(ask("30%")) is float
        assert type(FORECAST.counts(0.3).tp) is float
        assert type(FORECAST.expected_regret(Beta(2, 2))) is float
        assert type(FORECAST.brier_score()) is float

    def test_counts_in_any_order_with_ties(self):
        forecast = Forecast.from_counts([0.7, 0.2, 0.7], positives=[2, 1, 1], negatives=[1, 8, 1])
        rows = Forecast([1] * 4 + [0] * 10, [0.7, 0.7, 0.7, 0.2] + [0.7] * 2 + [0.2] * 8)
        assert repr(forecast) == repr(rows) == "Forecast(14 cases, prevalence 0.286, 2 distinct scores)"
        assert forecast.summary((0.1, 0.5)) == rows.summary((0.1, 0.5))

    def test_counts_of_zero_leave_no_trace(self):
        forecast = Forecast.from_counts([0.1, 0.5, 0.9], positives=[0, 1, 0], negatives=[0, 2, 1])
        assert forecast.distinct_scores.tolist() == [0.5, 0.9]
        one_class = Forecast.from_counts([0.1, 0.5], positives=[0, 0], negatives=[1, 2])
        assert one_class.prevalence == 0.0

    def test_one_case(self):
        forecast = Forecast([1], [0.3])
        assert forecast.brier_score() == pytest.approx(0.49, rel=1e-15)
        assert forecast.estimate("brier").standard_error == 0.0

    def test_short_floats_are_computed_in_double(self):
        short = np.array(S, np.float32)
        assert Forecast(Y, short).brier_score() == Forecast(Y, short.astype(float)).brier_score()

    def test_minus_zero_is_zero(self):
        assert Forecast([0, 1], [-0.0, 0.0]).distinct_scores.tolist() == [0.0]
        assert np.signbit(Forecast([0, 1], [-0.0, 0.5]).distinct_scores).sum() == 0

    def test_strings_and_series(self):
        labels = pd.Series(["no", "no", "yes", "yes"], index=list("abcd"))
        forecast = Forecast(labels, pd.Series(S, index=list("abcd")), pos_label="yes")
        assert forecast.summary((0.1, 0.5)) == FORECAST.summary((0.1, 0.5))

    def test_what_it_says_of_itself(self):
        assert repr(FORECAST) == "Forecast(4 cases, prevalence 0.5, 4 distinct scores)"
        many = Forecast.from_counts([0.5], positives=[1_000_000], negatives=[234_567])
        assert repr(many) == "Forecast(1,234,567 cases, prevalence 0.81, 1 distinct scores)"


class TestItNeverChanges:
    def test_inputs_are_copied(self):
        y, s, w = np.array(Y), np.array(S), np.ones(4)
        forecast = Forecast(y, s, sample_weight=w)
        before = forecast.summary((0.1, 0.5))
        y[:], s[:], w[:] = 1, 0.5, 9.0
        assert forecast.summary((0.1, 0.5)) == before
        assert s.flags.writeable

    def test_no_attribute_can_be_set(self):
        for name in ("total", "negatives", "prevalence", "anything"):
            with pytest.raises(AttributeError, match="never changes"):
                setattr(FORECAST, name, None)
        with pytest.raises(AttributeError, match="never changes"):
            FORECAST.positives.scores = np.array([0.1])
        with pytest.raises(ValueError, match="read-only"):
            FORECAST.negatives.cumulative[0] = 1.0

    @pytest.mark.parametrize("weights", [None, [1.0, 2.0, 0.5, 3.0]])
    @pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda f: pickle.loads(pickle.dumps(f))])
    def test_copies_answer_alike_and_do_not_change_either(self, duplicate, weights):
        forecast = Forecast(Y, S, sample_weight=weights)
        expected = forecast.summary((0.1, 0.5))  # sums are built before the copy is made
        other = duplicate(forecast)
        assert other.summary((0.1, 0.5)) == expected
        assert other.regret(0.3) == forecast.regret(0.3)
        assert repr(other) == repr(forecast)
        for table in (other.negatives, other.positives):
            assert (table.cumulative is table.cumulative_squares) == (weights is None)
            assert not table.scores.flags.writeable
            assert not table.cumulative_squares.flags.writeable

    def test_asking_does_not_change_the_answers(self):
        forecast = Forecast(Y, S)
        first = forecast.summary((0.1, 0.5))
        for center in (0.1, 0.2, 0.3, 0.4):
            forecast.shifted_brier_score(center)
        assert forecast.summary((0.1, 0.5)) == first

    def test_sums_are_shared_between_intervals(self):
        forecast = Forecast(Y, S)
        forecast.brier_score()
        held = forecast.nbytes
        for low in np.linspace(0, 0.9, 50):
            forecast.brier_score((float(low), 1.0))
            forecast.mean_regret((float(low), 1.0))
        assert forecast.nbytes == held
