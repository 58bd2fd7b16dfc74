"""The named scores: values by hand, what is infinite, skill, and differences."""

import math

import numpy as np
import pytest

from brierwidgets import Forecast
from brierwidgets.core import check_interval
from brierwidgets.core.differences import paired_difference
from brierwidgets.core.scores import Estimate, constant_forecast_loss
from brierwidgets.core.scoring_rules import RULES, check_rule
from brierwidgets.costs import LogOddsUniform, Uniform

Y, S = [0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]
FORECAST = Forecast(Y, S)
INTERVAL = check_interval((0.2, 0.5))


class TestByHand:
    def test_brier(self):
        # (0.01 + 0.36 + 0.36 + 0.04) / 4
        assert FORECAST.brier_score() == pytest.approx(0.1925, rel=1e-14)
        # On [0.2, 0.5] scores clip to 0.2, 0.5, 0.4, 0.5; perfect ones to 0.2, 0.2, 0.5, 0.5.
        raw = (0.04 + 0.25 + 0.36 + 0.25) / 4 - (0.04 + 0.04 + 0.25 + 0.25) / 4
        assert FORECAST.brier_score((0.2, 0.5)) == pytest.approx(raw, rel=1e-13)
        assert FORECAST.brier_score((0.2, 0.5), normalize=True) == pytest.approx(raw / 0.3, rel=1e-13)
        assert FORECAST.mean_regret((0.2, 0.5)) == pytest.approx(raw / 0.6, rel=1e-13)

    def test_log_loss(self):
        assert FORECAST.log_loss() == pytest.approx(-math.log(0.9 * 0.4 * 0.4 * 0.8) / 4, rel=1e-14)
        raw = -math.log(0.8 * 0.5 * 0.4 * 0.5) / 4 + math.log(0.8 * 0.8 * 0.5 * 0.5) / 4
        width = math.log(4)  # logit 0.5 - logit 0.2
        assert FORECAST.log_loss((0.2, 0.5)) == pytest.approx(raw, rel=1e-13)
        assert FORECAST.log_loss((0.2, 0.5), normalize=True) == pytest.approx(raw / width, rel=1e-13)
        assert FORECAST.mean_regret((0.2, 0.5), spacing="log-odds") == pytest.approx(raw / width, rel=1e-13)

    def test_net_benefit(self):
        # On [0.2, 0.4] both positives are treated, and one negative: 1/2 - 1/4 x mean odds.
        mean_odds = (math.log(0.8 / 0.6) - 0.2) / 0.2
        assert FORECAST.mean_net_benefit((0.2, 0.4)) == pytest.approx(0.5 - mean_odds / 4, rel=1e-13)

    def test_shifted_brier(self):
        assert FORECAST.shifted_brier_score(0.5) == pytest.approx(0.1925, rel=1e-14)
        assert FORECAST.shifted_brier_score("50%") == FORECAST.shifted_brier_score(0.5)
        # One negative scored 1 costs E[c]; with m = 0.2 that is 4/9 (ln 4 - 3/4), see test_costs.
        assert Forecast([0], [1.0]).shifted_brier_score(0.2) == pytest.approx(8 / 9 * (math.log(4) - 0.75), rel=1e-13)

    def test_skill(self):
        assert FORECAST.brier_skill_score() == pytest.approx(1 - 0.1925 / 0.25, rel=1e-14)
        assert FORECAST.log_loss_skill_score() == pytest.approx(1 - FORECAST.log_loss() / math.log(2), rel=1e-14)
        # On [0.2, 0.4] the prevalence clips to 0.4: all treated, so its Brier score is 2 x (0.3 x 0.2) x 1/2 = 0.06.
        assert FORECAST.brier_skill_score((0.2, 0.4)) == pytest.approx(1 - 0.03 / 0.06, rel=1e-13)

    def test_standard_errors(self):
        losses = [0.01, 0.36, 0.36, 0.04]
        assert FORECAST.estimate("brier")[:2] == pytest.approx((0.1925, np.std(losses) / 2), rel=1e-13)
        losses = -np.log([0.9, 0.4, 0.4, 0.8])
        assert FORECAST.estimate("log-loss")[:2] == pytest.approx((losses.mean(), losses.std() / 2), rel=1e-13)
        # Importance weights: SE^2 = sum w^2 (l - mean)^2 / (sum w)^2.
        weighted = Forecast(Y, S, sample_weight=[1, 2, 3, 4]).estimate("brier")
        losses, weights = np.array([0.01, 0.36, 0.36, 0.04]), np.array([1, 2, 3, 4])
        mean = losses @ weights / 10
        assert weighted[:2] == pytest.approx((mean, np.sqrt(weights**2 @ (losses - mean) ** 2) / 10), rel=1e-13)

    def test_summary_is_the_scores_one_by_one(self):
        for spacing, skill in (("cost", "brier-skill"), ("log-odds", "log-loss-skill")):
            rule = {"cost": "mean-regret", "log-odds": "mean-regret-log-odds"}[spacing]
            summary = FORECAST.summary((0.2, 0.5), spacing=spacing)
            names = (rule, "brier", "log-loss", "net-benefit", skill)
            assert summary == tuple(FORECAST.estimate(name, (0.2, 0.5)) for name in names)


class TestConstantForecasts:
    def test_no_skill_and_no_error_in_it(self):
        """Forecasting the sampled prevalence has skill 0 by definition, in every sample."""
        forecast = Forecast([0, 0, 0, 1], [0.25] * 4)
        for rule in ("brier-skill", "log-loss-skill"):
            for interval in ((0, 1), (0.1, 0.5), (0.3, 0.6)):
                assert forecast.estimate(rule, interval).value == pytest.approx(0.0, abs=1e-14)

    def test_baselines(self):
        loss, slope = constant_forecast_loss(0.3, Uniform(), (0.0, 1.0))
        assert 2 * loss == pytest.approx(0.21, rel=1e-14)
        assert 2 * slope == pytest.approx(1 - 2 * 0.3, rel=1e-14)  # d/dp p (1 - p)
        loss, slope = constant_forecast_loss(0.3, LogOddsUniform(), (0.0, 1.0))
        assert loss == pytest.approx(-0.3 * math.log(0.3) - 0.7 * math.log(0.7), rel=1e-14)
        assert slope == pytest.approx(math.log(0.7 / 0.3), rel=1e-14)

    def test_perfect_and_worst(self):
        perfect, worst = Forecast([0, 1], [0.0, 1.0]), Forecast([0, 1], [1.0, 0.0])
        assert perfect.brier_skill_score() == 1.0
        assert perfect.log_loss() == 0.0
        assert perfect.log_loss_skill_score((0.1, 0.9)) == 1.0
        assert worst.brier_skill_score() == -3.0
        assert worst.log_loss_skill_score((0.1, 0.9)) < 0.0


class TestInfinite:
    surely_wrong = Forecast([0, 1, 1], [0.2, 0.0, 0.5])

    def test_log_loss(self):
        assert self.surely_wrong.log_loss() == math.inf
        assert self.surely_wrong.log_loss((0, 0.3)) == math.inf
        assert math.isfinite(self.surely_wrong.log_loss((0.01, 1)))
        found = self.surely_wrong.estimate("log-loss")
        assert found.value == math.inf
        assert math.isnan(found.standard_error)
        found = self.surely_wrong.estimate("log-loss-skill")
        assert found.value == -math.inf
        assert math.isnan(found.standard_error)
        assert Forecast([0, 1], [1.0, 0.5]).log_loss((0.4, 1)) == math.inf
        assert math.isfinite(Forecast([0, 1], [1.0, 0.5]).log_loss((0, 0.9)))

    def test_sure_and_right_costs_nothing(self):
        assert Forecast([0, 1], [0.0, 1.0]).log_loss() == 0.0
        assert Forecast([0, 0, 1, 1], [0.0, 0.5, 1.0, 0.5]).log_loss() == pytest.approx(math.log(2) / 2, rel=1e-14)

    def test_net_benefit_up_to_1(self):
        assert Forecast([0, 1], [1.0, 0.5]).mean_net_benefit((0.5, 1)) == -math.inf
        assert math.isfinite(Forecast([0, 1], [0.999, 0.5]).mean_net_benefit((0.5, 1)))

    def test_extreme_but_not_sure(self):
        assert Forecast([1], [5e-324]).log_loss() == pytest.approx(-math.log(5e-324), rel=1e-14)
        assert Forecast([0], [1 - 2**-53]).log_loss() == pytest.approx(53 * math.log(2), rel=1e-14)
        assert Forecast([0], [1e-20]).log_loss() == pytest.approx(1e-20, rel=1e-14)
        assert Forecast([0], [1e-20]).mean_net_benefit((0, 0.5)) == pytest.approx(-1e-40, rel=1e-13)

    def test_brier_is_never_infinite(self):
        assert Forecast([0, 1], [1.0, 0.0]).brier_score() == 1.0


class TestEstimates:
    def test_they_are_named_pairs(self):
        found = FORECAST.estimate("mean-regret", (0.1, 0.3))
        assert isinstance(found, Estimate)
        assert found.value == FORECAST.mean_regret((0.1, 0.3))
        assert type(found.standard_error) is float

    def test_every_rule_has_one(self):
        for rule in (*RULES, "brier-skill", "log-loss-skill"):
            value, error, low, high = FORECAST.estimate(rule, (0.1, 0.3))
            assert math.isfinite(value)
            assert error > 0.0
            assert low < value < high

    def test_simulation(self):
        """The spread of scores over samples is the standard error, for skill too."""
        rng = np.random.default_rng(0)
        rules = ("brier", "net-benefit", "brier-skill", "log-loss-skill")
        samples = []
        for _ in range(400):
            y = rng.random(300) < 0.3
            s = 1 / (1 + np.exp(-(rng.normal(size=300) + y - 1)))
            samples.append([Forecast(y, s).estimate(rule, (0.1, 0.6)) for rule in rules])
        values, errors, _, _ = np.moveaxis(np.array(samples), 2, 0)
        # The sd of 400 values is itself good to about 3.5%.
        np.testing.assert_allclose(errors.mean(axis=0), values.std(axis=0), rtol=0.12)


class TestDifferences:
    def test_by_hand(self):
        a, b, y = np.array([0.1, 0.5, 0.3]), np.array([0.2, 0.2, 0.3]), np.array([False, True, True])
        found = paired_difference(a, b, y, (math.inf, math.inf))  # gaps -0.1, 0.3, 0
        assert found.estimate == pytest.approx(0.2 / 3, rel=1e-14)
        assert found.standard_error == pytest.approx(np.std([-0.1, 0.3, 0.0]) / math.sqrt(3), rel=1e-14)
        assert found.high - found.estimate == pytest.approx(1.959963984540054 * found.standard_error, rel=1e-12)
        assert found.estimate - found.low == pytest.approx(found.high - found.estimate, rel=1e-12)

    def test_weights(self):
        a, b, w = np.array([0.1, 0.5, 0.3]), np.array([0.2, 0.2, 0.3]), np.array([1.0, 2.0, 1.0])
        found = paired_difference(a, b, np.array([False, True, True]), (1.0, 1.0), w)
        assert found.estimate == pytest.approx(0.5 / 4, rel=1e-14)
        expected = math.sqrt(0.225**2 + (2 * 0.175) ** 2 + 0.125**2) / 4
        assert found.standard_error == pytest.approx(expected, rel=1e-14)

    @pytest.mark.parametrize("known", [False, True])
    @pytest.mark.parametrize("weighted", [False, True])
    def test_factors_of_the_classes_are_weights(self, weighted, known):
        rng = np.random.default_rng(3)
        a, b, y = rng.random(60), rng.random(60), rng.random(60) < 0.3
        own = rng.random(60) if weighted else None
        weights = np.where(y, 3.0, 0.5) * (1.0 if own is None else own)
        found = paired_difference(a, b, y, (1.0, 1.0), own, factors=(0.5, 3.0), prevalence_known=known)
        expected = paired_difference(a, b, y, (1.0, 1.0), weights, prevalence_known=known)
        assert found == pytest.approx(expected, rel=1e-12)

    def test_one_infinite_loss(self):
        a, b, y, endless = (
            np.array([math.inf, 0.5]),
            np.array([0.2, 0.2]),
            np.array([False, True]),
            (math.inf, math.inf),
        )
        assert paired_difference(a, b, y, endless).estimate == math.inf
        assert paired_difference(b, a, y, endless).estimate == -math.inf
        assert math.isnan(paired_difference(a, b, y, endless).standard_error)
        assert math.isnan(paired_difference(a, a, y, endless).estimate)
        # A case of weight 0 is left out, infinite or not.
        assert paired_difference(a, b, y, endless, np.array([0.0, 1.0])).estimate == pytest.approx(0.3, rel=1e-14)


class TestRules:
    def test_pointwise_means_are_the_scores(self):
        y, s = np.array(Y, bool), np.array(S)
        for name, rule in RULES.items():
            values = rule.pointwise(y, s, INTERVAL)
            assert values.mean() == pytest.approx(FORECAST.estimate(name, INTERVAL).value, rel=1e-13)

    def test_short_floats_are_computed_in_double(self):
        y, s = np.array(Y, bool), np.array(S, np.float32)
        found = RULES["brier"].pointwise(y, s, INTERVAL)
        assert found.dtype == float
        assert found[0] == 0.0, "a score below the interval costs nothing, exactly"
        assert found.tolist() == RULES["brier"].pointwise(y, s.astype(float), INTERVAL).tolist()

    def test_costs_of_a_rule(self):
        assert check_rule("mean-regret").costs(INTERVAL) == Uniform(0.2, 0.5)
        assert check_rule("net-benefit").higher_is_better
