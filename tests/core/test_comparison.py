"""Comparisons: scores and differences by hand, ways to build one, names and ranks."""

import copy
import pickle

import numpy as np
import pandas as pd
import pytest

from brierwidgets import Comparison, Forecast, metrics

Y = [0, 0, 1, 1]
KEEN, SHY = [0.4, 0.6, 0.7, 0.9], [0.1, 0.2, 0.3, 0.6]
BOTH = Comparison(Y, {"keen": KEEN, "shy": SHY})
COLUMNS = ["mean_regret", "brier", "log_loss", "net_benefit", "skill", "auc", "rank", "brier_full", "log_loss_full"]


class TestScores:
    def test_by_hand(self):
        found = BOTH.scores((0.2, 0.4))
        assert found.columns.tolist() == COLUMNS
        assert found.index.tolist() == ["keen", "shy"]
        assert found.index.name == "model"
        # keen treats both negatives throughout: c x 2/4, on average 0.15. shy treats none, and misses the
        # positive scored 0.3 from there on: (1 - c)/4 over [0.3, 0.4] is 0.65/4 x 0.1, over a width of 0.2.
        assert found["mean_regret"].tolist() == pytest.approx([0.15, 0.65 / 8], rel=1e-13)
        assert found["brier"].tolist() == pytest.approx([0.06, 0.0325], rel=1e-13)
        assert found["rank"].tolist() == [2, 1]
        assert found["auc"].tolist() == [1.0, 1.0]
        assert found["brier_full"].tolist() == pytest.approx([0.155, 0.175], rel=1e-13)
        assert found["rank"].dtype.kind == "i"

    def test_a_rank_reversal_shows(self):
        found = BOTH.scores((0.2, 0.4))
        assert found.loc["keen", "brier_full"] < found.loc["shy", "brier_full"]
        assert found.loc["keen", "rank"] > found.loc["shy", "rank"]

    @pytest.mark.parametrize("weights", [None, [1.0, 2.0, 0.5, 3.0]])
    @pytest.mark.parametrize("spacing", ["cost", "log-odds"])
    def test_every_column_is_its_metric(self, weights, spacing):
        interval = ("10%", 0.45)
        found = Comparison(Y, {"keen": KEEN, "shy": SHY}, sample_weight=weights).scores(interval, spacing=spacing)
        for name, scores in (("keen", KEEN), ("shy", SHY)):
            options = {"sample_weight": weights}
            skill = metrics.brier_skill_score if spacing == "cost" else metrics.log_loss_skill_score
            expected = [
                metrics.mean_regret(Y, scores, interval=interval, spacing=spacing, **options),
                metrics.brier_score(Y, scores, interval=interval, **options),
                metrics.log_loss(Y, scores, interval=interval, **options),
                metrics.mean_net_benefit(Y, scores, interval=interval, **options),
                skill(Y, scores, interval=interval, **options),
                metrics.roc_auc(Y, scores, **options),
                metrics.brier_score(Y, scores, **options),
                metrics.log_loss(Y, scores, **options),
            ]
            assert found.loc[name].drop("rank").tolist() == pytest.approx(expected, rel=1e-12)

    def test_standard_errors_stand_beside(self):
        found = BOTH.scores((0.2, 0.4), standard_errors=True)
        assert [c for c in found.columns if c.endswith("_se")] == [f"{c}_se" for c in COLUMNS[:5]]
        for column, rule in (("brier", "brier"), ("net_benefit", "net-benefit"), ("skill", "brier-skill")):
            assert found.loc["shy", f"{column}_se"] == BOTH["shy"].estimate(rule, (0.2, 0.4)).standard_error

    def test_ties_share_the_better_rank(self):
        found = Comparison(Y, {"a": KEEN, "b": SHY, "c": SHY}).scores((0.2, 0.4))
        assert found["rank"].tolist() == [3, 1, 1]

    def test_the_default_is_the_whole_range(self):
        found = BOTH.scores()
        assert found["brier"].tolist() == pytest.approx(found["brier_full"].tolist(), rel=1e-14)
        assert found["mean_regret"].tolist() == pytest.approx((found["brier"] / 2).tolist(), rel=1e-14)

    def test_infinite_log_loss_is_shown(self):
        found = Comparison(Y, {"sure": [0.0, 0.2, 0.0, 1.0]}).scores((0.1, 0.5))
        assert found.loc["sure", "log_loss_full"] == np.inf
        assert np.isfinite(found.loc["sure", "log_loss"])

    def test_asking_twice_gives_a_new_table(self):
        first = BOTH.scores((0.2, 0.4))
        first.loc[:, "brier"] = 9.0
        assert BOTH.scores((0.2, 0.4))["brier"].max() < 1.0


class TestDifferences:
    def test_by_hand(self):
        found = BOTH.differences((0.2, 0.4), reference="shy")
        # Losses of keen: 0.3, 0.3, 0, 0 (mean regret); of shy: 0, 0, 0.65/2, 0.
        gaps = np.array([0.3, 0.3, -0.325, 0.0])
        assert found.columns.tolist() == ["estimate", "standard_error", "low", "high"]
        assert found.loc["keen", "estimate"] == pytest.approx(gaps.mean(), rel=1e-13)
        assert found.loc["keen", "standard_error"] == pytest.approx(gaps.std() / 2, rel=1e-13)
        assert found.loc["shy"].tolist() == [0.0] * 4

    def test_the_reference_is_the_best_unless_given(self):
        assert BOTH.differences((0.2, 0.4)).loc["shy"].tolist() == [0.0] * 4
        assert BOTH.differences((0.7, 0.9)).loc["keen"].tolist() == [0.0] * 4
        # The best net benefit is the highest.
        found = BOTH.differences((0.2, 0.4), rule="net-benefit")
        assert found.loc["shy"].tolist() == [0.0] * 4
        assert found.loc["keen", "estimate"] < 0.0

    @pytest.mark.parametrize("rule", ["mean-regret", "mean-regret-log-odds", "brier", "log-loss", "net-benefit"])
    def test_they_are_score_differences(self, rule):
        weights = [1.0, 2.0, 0.5, 3.0]
        both = Comparison(Y, {"keen": KEEN, "shy": SHY}, sample_weight=weights)
        expected = metrics.score_difference(Y, KEEN, SHY, rule=rule, interval=(0.2, 0.5), sample_weight=weights)
        found = both.differences((0.2, 0.5), reference="shy", rule=rule)
        assert tuple(found.loc["keen"]) == expected

    def test_pairing_helps(self):
        """Two models that err on the same cases differ by less than their own errors suggest."""
        rng = np.random.default_rng(0)
        y = rng.random(2_000) < 0.3
        s = np.clip(0.3 + 0.3 * y + 0.2 * rng.normal(size=2_000), 0.01, 0.99)
        pair = Comparison(y, {"a": s, "b": np.clip(s + 0.01, 0.01, 0.99)})
        paired = pair.differences((0.1, 0.6), reference="a").loc["b", "standard_error"]
        alone = pair["a"].estimate("mean-regret", (0.1, 0.6)).standard_error
        assert paired < alone / 4


class TestBuilding:
    def test_dict_frame_and_array_are_the_same(self):
        frame = pd.DataFrame({"keen": KEEN, "shy": SHY})
        array = Comparison(Y, np.column_stack((KEEN, SHY)), names=["keen", "shy"])
        for other in (Comparison(Y, frame), array, Comparison(pd.Series(Y), frame)):
            pd.testing.assert_frame_equal(other.scores((0.2, 0.4)), BOTH.scores((0.2, 0.4)))
            pd.testing.assert_frame_equal(other.differences((0.2, 0.4)), BOTH.differences((0.2, 0.4)))

    def test_equal_indexes_are_welcome(self):
        index = list("wxyz")
        models = {"keen": pd.Series(KEEN, index=index), "shy": SHY}
        found = Comparison(pd.Series(Y, index=index), models, sample_weight=pd.Series([1.0] * 4, index=index))
        assert found.scores((0.2, 0.4))["brier"].tolist() == pytest.approx(BOTH.scores((0.2, 0.4))["brier"].tolist())

    def test_names_become_text(self):
        assert Comparison(Y, {1: KEEN, ("a", 2): SHY}).names == ["1", "('a', 2)"]

    def test_labels_and_weights(self):
        words = ["well", "well", "ill", "ill"]
        found = Comparison(words, {"keen": KEEN}, pos_label="ill", sample_weight=[1, 1, 1, 3])
        assert found.prevalence == 4 / 6
        assert found.total == 6.0

    def test_from_forecasts(self):
        forecasts = {"keen": Forecast(Y, KEEN), "shy": Forecast(Y, SHY)}
        found = Comparison.from_forecasts(forecasts)
        pd.testing.assert_frame_equal(found.scores((0.2, 0.4)), BOTH.scores((0.2, 0.4)))
        assert found["keen"] is forecasts["keen"]
        assert found.rows is None

    def test_it_reads_like_a_mapping(self):
        assert list(BOTH) == BOTH.names == ["keen", "shy"]
        assert len(BOTH) == 2
        assert [name for name, _ in BOTH.items()] == ["keen", "shy"]
        assert BOTH["shy"].brier_score() == metrics.brier_score(Y, SHY)
        assert repr(BOTH) == "Comparison(keen, shy: 4 cases, prevalence 0.5)"

    def test_inputs_are_copied(self):
        scores = np.array(KEEN)
        both = Comparison(Y, {"keen": scores, "shy": SHY})
        before = both.differences((0.2, 0.4))
        scores[:] = 0.5
        pd.testing.assert_frame_equal(both.differences((0.2, 0.4)), before)
        with pytest.raises(ValueError, match="read-only"):
            both.rows.scores["keen"][0] = 0.5

    @pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda c: pickle.loads(pickle.dumps(c))])
    def test_the_rows_of_a_duplicate_cannot_be_changed_either(self, duplicate):
        rows = duplicate(Comparison(Y, {"keen": KEEN}, sample_weight=[1, 2, 3, 4])).rows
        for array in (rows.labels, rows.scores["keen"], rows.weights):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1
        with pytest.raises(TypeError):
            rows.scores["keen"] = rows.labels

    @pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda c: pickle.loads(pickle.dumps(c))])
    def test_nor_can_those_of_a_duplicate_of_the_rows(self, duplicate):
        given = Comparison(Y, {"keen": KEEN}).at_prevalence(0.3).rows
        rows = duplicate(given)
        assert rows.factors == given.factors
        assert rows.scores["keen"].tolist() == KEEN
        with pytest.raises(ValueError, match="read-only"):
            rows.scores["keen"][0] = 1
        with pytest.raises(TypeError):
            rows.scores["keen"] = rows.labels

    @pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda c: pickle.loads(pickle.dumps(c))])
    def test_copies_answer_alike(self, duplicate):
        BOTH.scores((0.2, 0.4))
        other = duplicate(BOTH)
        pd.testing.assert_frame_equal(other.scores((0.2, 0.4)), BOTH.scores((0.2, 0.4)))
        pd.testing.assert_frame_equal(other.differences((0.2, 0.4)), BOTH.differences((0.2, 0.4)))


class TestNote:
    def test_it_goes_where_the_cases_go(self):
        models = Comparison(Y, {"keen": KEEN}, note="  These cases are invented. ")
        assert models.note == "These cases are invented."
        assert BOTH.note == ""
        assert models.subset([True, False, True, True]).note == models.note
        assert models.merge(models).note == models.note
        real = Comparison(Y, {"keen": KEEN})
        assert real.merge(models).note == models.note, "cases of which some are invented say so"
        assert Comparison.from_forecasts(dict(models.items()), note="counted").note == "counted"

    def test_it_is_a_text(self):
        with pytest.raises(TypeError, match="note must be a text"):
            Comparison(Y, {"keen": KEEN}, note=3)
