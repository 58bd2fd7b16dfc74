"""Deciding without a model: rules by hand, as constant forecasts, and as rivals of every model."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

import brierwidgets as bw
from brierwidgets.core.intervals import Interval, check_interval
from brierwidgets.core.move import lead, make_move, rank
from brierwidgets.core.rules import (
    RULE_NAMES,
    rule_forecast,
    rule_mean_regret,
    rule_regret,
)

Y = [0, 0, 0, 0, 0, 0, 1, 1]
GOOD = [0.1, 0.2, 0.1, 0.3, 0.2, 0.4, 0.6, 0.7]
POOR = [0.9, 0.2, 0.8, 0.3, 0.7, 0.4, 0.1, 0.2]


@pytest.mark.parametrize("spacing", ["cost", "log-odds"])
@given(rate=st.floats(0, 1), ends=st.tuples(st.floats(0.01, 0.98), st.floats(0.001, 1)))
def test_means_over_an_interval(spacing, rate, ends):
    low = ends[0]
    here = check_interval((low, low + ends[1] * (0.99 - low)))
    weight = (lambda _: 1.0) if spacing == "cost" else (lambda c: 1 / (c * (1 - c)))
    points = [min(max(rate, here.low), here.high)]
    mass = quad(weight, *here)[0]

    def mean(height):
        return quad(lambda c: height(c) * weight(c), *here, points=points)[0] / mass

    for rule in RULE_NAMES:
        expected = mean(lambda c, rule=rule: rule_regret(rule, rate, c))
        assert rule_mean_regret(rule, rate, here, spacing) == pytest.approx(expected, rel=1e-7, abs=1e-10)


@pytest.mark.parametrize("weights", [None, [1, 2, 1, 3, 1, 1, 2, 0.5]])
def test_a_rule_is_a_constant_forecast(weights):
    cases = bw.Forecast(Y, GOOD, sample_weight=weights)
    here = (0.1, 0.4)
    for rule, constant in (("treat all", 1.0), ("treat none", 0.0)):
        expected = bw.Forecast(Y, np.full(8, constant), sample_weight=weights).summary(here)
        for found, wanted in zip(rule_forecast(cases, rule).summary(here), expected, strict=True):
            # Intervals differ: a model that has been constant so far may say something else next.
            assert found[:2] == pytest.approx(wanted[:2], rel=1e-12)
        found = rule_mean_regret(rule, cases.prevalence, Interval(*here))
        assert found == pytest.approx(expected.mean_regret.value, rel=1e-12)


class TestScores:
    models = bw.Comparison(Y, {"good": GOOD, "poor": POOR})

    def test_rules_are_rows_and_are_ranked(self):
        table = self.models.scores((0.1, 0.4), rules=True)
        assert table.index.tolist() == ["good", "poor", "treat all", "treat none"]
        constant = bw.Comparison(Y, {"one": np.ones(8), "zero": np.zeros(8)}).scores((0.1, 0.4))
        for rule, name in (("treat all", "one"), ("treat none", "zero")):
            assert table.loc[rule].drop("rank").tolist() == constant.loc[name].drop("rank").tolist()
        assert table["rank"].sort_values().index.tolist() == table["mean_regret"].sort_values().index.tolist()
        assert table.loc["poor", "rank"] == 4
        assert self.models.scores((0.1, 0.4))["rank"].tolist() == [1, 2]

    def test_intervals_are_columns(self):
        table = self.models.scores((0.1, 0.4), rules=True, intervals=True, standard_errors=True)
        for column in ("mean_regret", "brier", "log_loss", "net_benefit", "skill"):
            spread = table.drop("treat none") if column == "net_benefit" else table
            assert (spread[f"{column}_low"] < spread[f"{column}_high"]).all()
            assert f"{column}_se" in table
        found = self.models["good"].estimate("brier", (0.1, 0.4))
        assert table.loc["good", ["brier_low", "brier_high"]].tolist() == [found.low, found.high]

    @pytest.mark.parametrize("outcomes", [[0, 0, 1, 1], [0, 0, 0, 0], [1, 1, 1, 1]])
    @pytest.mark.parametrize("weights", [None, [1, 2, 3, 4]])
    def test_what_a_rule_loses_on_a_case_is_known(self, outcomes, weights):
        cases = bw.Comparison(outcomes, {"a": [0.1, 0.2, 0.3, 0.4]}, sample_weight=weights)
        table = cases.scores((0.1, 0.4), rules=True, intervals=True)
        assert table.loc["treat none", ["net_benefit_low", "net_benefit_high"]].tolist() == pytest.approx(
            [0, 0], abs=1e-15
        )
        # By hand: treating none loses 0.75 on each positive, of which two more cases have one.
        if weights is None:
            rate = (sum(outcomes) + 1) / 6
            half = 1.959963984540054 * np.sqrt(rate * (1 - rate) / 6)
            ends = table.loc["treat none", ["mean_regret_low", "mean_regret_high"]].tolist()
            assert ends == pytest.approx([0.75 * (rate - half), 0.75 * (rate + half)])

    def test_one_class_only(self):
        table = bw.Comparison([0, 0], {"a": [0.1, 0.2]}).scores((0.1, 0.4), rules=True)
        assert table.loc["treat none", "mean_regret"] == 0.0
        assert table["auc"].isna().all()


class TestDifferences:
    models = TestScores.models

    @pytest.mark.parametrize("rule", ["mean-regret", "mean-regret-log-odds", "brier", "log-loss", "net-benefit"])
    def test_a_rule_may_be_the_reference(self, rule):
        constant = bw.Comparison(Y, {"good": GOOD, "poor": POOR, "none": np.zeros(8), "all": np.ones(8)})
        for name in ("all", "none"):
            found = self.models.differences((0.1, 0.4), reference=f"treat {name}", rule=rule)
            expected = constant.differences((0.1, 0.4), reference=name, rule=rule).loc[["good", "poor"]]
            assert found.index.tolist() == ["good", "poor"]
            for column in ("estimate", "standard_error"):
                assert found[column].tolist() == pytest.approx(expected[column].tolist(), rel=1e-12)

    def test_counts_are_enough(self):
        counted = bw.Comparison.from_forecasts(dict(self.models.items()))
        found = counted.differences((0.1, 0.4), reference="treat all")
        assert found.equals(self.models.differences((0.1, 0.4), reference="treat all"))
        with pytest.raises(ValueError, match="reference='treat all' or 'treat none'"):
            counted.differences((0.1, 0.4))

    def test_an_unknown_reference_is_told_of_both(self):
        with pytest.raises(ValueError, match="Choose one of good, poor, or a rule without a model: 'treat all'"):
            self.models.differences((0.1, 0.4), reference="treat some")

    def test_an_infinite_score_has_no_interval(self):
        found = self.models.differences((0, 1), reference="treat none", rule="log-loss")
        assert found["estimate"].tolist() == [-math.inf, -math.inf]
        assert found[["standard_error", "low", "high"]].isna().all(axis=None)


@pytest.mark.parametrize("name", RULE_NAMES)
def test_a_model_with_the_name_of_a_rule_is_refused(name):
    with pytest.raises(ValueError, match=f"A model is called '{name}', which is the name of the rule.*'my {name}'"):
        bw.Comparison(Y, {"good": GOOD, name: POOR})
    with pytest.raises(ValueError, match="Give the model another name"):
        bw.Comparison.from_forecasts({name: bw.Forecast(Y, GOOD)})


class TestMove:
    models = TestScores.models

    def test_the_best_rival_may_be_a_rule(self):
        move = make_move(self.models, (0.1, 0.45), "cost", self.models.names)
        assert (move.best, move.runner_up, move.rival, move.best_rule) == ("good", "poor", "treat none", "treat none")
        assert move.rivals == 3
        found = lead(self.models, move)
        expected = self.models.differences((0.1, 0.45), reference="treat none").loc["good"]
        assert found.rival == "treat none"
        assert (found.estimate, found.low, found.high) == (-expected["estimate"], -expected["high"], -expected["low"])

    def test_the_best_rival_may_be_a_model(self):
        keen = [0.2, 0.3, 0.2, 0.3, 0.2, 0.4, 0.6, 0.7]
        models = bw.Comparison(Y, {"keen": keen, "good": GOOD})
        move = make_move(models, (0.1, 0.4), "log-odds", models.names)
        assert (move.best, move.rival) == ("good", "keen")
        found = lead(models, move)
        expected = models.differences((0.1, 0.4), reference="good", rule="mean-regret-log-odds").loc["keen"]
        assert tuple(found)[1:5] == tuple(expected)
        counted = bw.Comparison.from_forecasts(dict(models.items()))
        assert lead(counted, move) is None, "two models cannot be paired by counts"

    def test_counts_can_be_paired_with_a_rule(self):
        counted = bw.Comparison.from_forecasts(dict(self.models.items()))
        move = make_move(counted, (0.1, 0.4), "cost", counted.names)
        assert lead(counted, move) == lead(self.models, move)

    def test_all_that_are_tied(self):
        almost = [s + 1e-15 for s in GOOD]
        models = bw.Comparison(Y, {"poor": POOR, "a": GOOD, "b": almost, "c": GOOD})
        move = make_move(models, (0.1, 0.45), "cost", models.names)
        assert set(move.tied) == {"a", "b", "c"}
        assert move.tied[0] == move.best
        assert move.rival == "treat none"

    def test_no_model(self):
        move = make_move(self.models, (0.1, 0.4), "cost", [])
        assert (move.best, move.rival, move.tied) == (None, None, [])
        assert lead(self.models, move) is None

    def test_one_class_is_never_clear(self):
        rng = np.random.default_rng(0)
        models = bw.Comparison(np.zeros(5_000, int), {"low": rng.random(5_000) / 50, "high": rng.random(5_000)})
        found = lead(models, make_move(models, (0.1, 0.4), "cost", ["high"]))
        assert found.rival == "treat none"
        assert found.high < 0.0
        assert not found.clear

    def test_clear_allows_for_the_rivals(self):
        """The more rivals, the wider the interval that must exclude 0."""
        rng = np.random.default_rng(5)
        y = rng.random(400) < 0.3
        scores = {f"m{i}": np.clip(0.3 + 0.12 * y + 0.2 * rng.normal(size=400), 0.01, 0.99) for i in range(8)}
        models = bw.Comparison(y, scores)
        seen = set()
        for end in np.linspace(0.15, 0.6, 40):
            alone, together = (make_move(models, (0.1, end), "cost", names) for names in (["m0"], models.names))
            one, all_of_them = lead(models, alone), lead(models, together)
            seen.add((one.low > 0.0, one.clear))
            assert not (one.clear and one.low <= 0.0)
            assert not (all_of_them.clear and all_of_them.low <= 0.0)
        assert (True, False) in seen, "two rules are two rivals: 95% alone is not enough"


def test_infinite_scores_rank_last_and_together():
    assert rank({"a": math.inf, "b": 0.2, "c": math.inf, "d": 0.1}) == {"a": 4, "b": 2, "c": 4, "d": 1}
    assert rank({"a": -math.inf, "b": 0.2}, highest_first=True) == {"a": 2, "b": 1}
    assert rank({"a": math.inf, "b": math.inf}) == {"a": 2, "b": 2}
    assert rank({"a": math.nan, "b": 0.2, "c": 0.1}) == {"a": 3, "b": 2, "c": 1}
