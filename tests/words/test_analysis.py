import numpy as np
import pytest

from brierwidgets import Comparison, Forecast
from brierwidgets.core.calibration import Decomposition, decompose
from brierwidgets.core.intervals import Interval
from brierwidgets.words.calibration import describe_calibration
from brierwidgets.words.decomposition import describe_decomposition
from brierwidgets.words.lists import list_names
from brierwidgets.words.ranking import describe_ranking
from brierwidgets.words.sensitivity import describe_interval, describe_sensitivity

HERE = Interval(0.1, 0.3)


def split(miscalibration, discrimination):
    return Decomposition(
        0.25 + miscalibration - discrimination, miscalibration, discrimination, 0.25, label="bounded Brier score"
    )


def test_lists():
    assert list_names([]) == ""
    assert list_names(["a", "b", "c"]) == "a, b and c"


class TestRanking:
    def test_the_best_area_is_named_and_ties_share_it(self):
        assert "b ranks best (AUC 0.800)" in " ".join(describe_ranking({"a": 0.7, "b": 0.8}, "AUC", HERE, []))
        assert "a and c rank alike (AUC 0.800)" in " ".join(
            describe_ranking({"a": 0.8, "b": 0.7, "c": 0.8}, "AUC", HERE, [])
        )

    def test_nobody_is_best_by_digits_that_are_not_shown(self):
        said = " ".join(describe_ranking({"a": 0.8204, "b": 0.8196, "c": 0.8194}, "AUC", HERE, []))
        assert "a and b rank alike (AUC 0.820)" in said

    def test_one_model_is_not_best_of_anything(self):
        assert describe_ranking({"a": 0.7}, "AUC", HERE, []) == ["Thick: decisions with thresholds from 10% to 30%."]

    def test_models_that_reach_no_threshold_are_named(self):
        description = describe_ranking({"a": 0.7, "b": 0.8}, "AUC", HERE, ["a", "b"])
        assert description[-1] == "No score of a and b reaches 10%: they decide nobody positive there."


class TestDecomposition:
    @pytest.mark.parametrize(
        ("best", "other", "words"),
        [
            ((0.01, 0.11), (0.08, 0.13), "less well than other (discrimination 0.110 against 0.130), but is better"),
            ((0.01, 0.15), (0.08, 0.13), "better than other (discrimination 0.150 against 0.130), and is better"),
            ((0.09, 0.20), (0.08, 0.13), "better than other (discrimination 0.200 against 0.130), but is less well"),
            ((0.01, 0.131), (0.08, 0.13), "about as well as other (discrimination 0.131 against 0.130), and is better"),
            ((0.08, 0.20), (0.08, 0.13), "and is calibrated about as well"),
        ],
    )
    def test_why_the_best_is_best(self, best, other, words):
        description = " ".join(describe_decomposition({"best": split(*best), "other": split(*other)}, HERE))
        assert description.startswith("For costs from 10% to 30%, best has the lowest bounded Brier score: ")
        assert words in description

    def test_ties(self):
        description = describe_decomposition({"a": split(0.1, 0.1), "b": split(0.1, 0.1)}, HERE)
        assert description[0] == "For costs from 10% to 30%, a and b have the same bounded Brier score: 0.250."
        description = describe_decomposition({"a": split(0.1, 0.1), "b": split(0.1, 0.1), "c": split(0.2, 0.1)}, HERE)
        assert description[1].startswith("a tells cases apart about as well as b ")
        assert description[0].startswith("For costs from 10% to 30%, a and b have the lowest")

    def test_none_and_one(self):
        assert "no model is shown" in describe_decomposition({}, HERE)[0]
        description = " ".join(describe_decomposition({"only": split(0.05, 0.1)}, HERE))
        assert "only has a bounded Brier score of 0.200." in description
        assert "Miscalibration adds 0.0500" in description

    def test_an_infinite_score_says_why(self):
        sure = decompose(Forecast([0, 1, 1], [0.2, 0.0, 0.9]), rule="log-loss")
        calm = decompose(Forecast([0, 1, 1], [0.2, 0.3, 0.9]), rule="log-loss")
        description = " ".join(describe_decomposition({"sure": sure, "calm": calm}, Interval(0.0, 1.0)))
        assert "calm has the lowest" in description
        assert "sure: The bounded log loss is infinite" in description
        assert "1 positive scored 0" in description
        alone = " ".join(describe_decomposition({"sure": sure}, Interval(0.0, 1.0)))
        assert alone.startswith("sure: The bounded log loss is infinite")


def test_calibration():
    description = describe_calibration({"a": (1200.0, 30.0), "b": (0.0, 0.0), "c": (0.0, 0.0)}, HERE)
    assert description[1] == "a gives such scores to 1,200 cases, of whom 2.5% are positive."
    assert description[2] == "b and c give them to nobody."
    # Many are written out, and what weights add up to is no number of cases.
    description = describe_calibration({"a": (1_234_567.0, 12.0), "b": (0.379582, 0.1)}, HERE)
    assert description[1] == "a gives such scores to 1,234,567 cases, of whom 0.000972% are positive."
    assert description[2] == "b gives such scores to cases that weigh 0.38 together, of whom 26.3% are positive."


class TestSensitivity:
    both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    grid = (0.2, 0.4, 0.6, 0.8)

    def test_an_interval(self):
        sure = self.both.best_over_intervals(self.grid, standard_errors=True)
        assert describe_interval(sure, 0, 1) == (
            "From 20% to 40%: shy, 68.8 per 1,000 people ahead of keen (95% interval: −256 to 348), "
            "which could be chance."
        )
        assert describe_interval(sure, 1, 2) == "From 40% to 60%: keen and shy are equal."
        counts = self.both.best_over_intervals(self.grid)
        assert describe_interval(counts, 0, 1) == "From 20% to 40%: shy, 68.8 per 1,000 people ahead of keen."
        alone = self.both.best_over_intervals(self.grid, names=["shy"])
        assert describe_interval(alone, 0, 1) == "From 20% to 40%: shy, the only model shown."

    def test_shares(self):
        assert describe_sensitivity(self.both.best_over_intervals(self.grid)) == (
            "keen is best on 50% of these intervals; shy on 33%; models are equal on 17%."
        )
        alone = self.both.best_over_intervals(self.grid, names=["shy"], standard_errors=True)
        assert describe_sensitivity(alone) == "shy is best on 100% of these intervals."

    def test_models_that_never_lead_and_twins(self):
        y = [0, 1] * 20
        three = Comparison(y, {"good": [0.1, 0.9] * 20, "bad": [0.9, 0.1] * 20})
        description = describe_sensitivity(three.best_over_intervals(np.linspace(0.2, 0.8, 5), standard_errors=True))
        assert description.endswith("(clearly on 100%); bad on hardly any or none.")
        twins = Comparison([0, 1], {"a": [0.2, 0.6], "b": [0.2, 0.6]})
        description = describe_sensitivity(twins.best_over_intervals([0.1, 0.5, 0.9], standard_errors=True))
        assert description == "Models are equal on 100% of these intervals."


def test_what_is_in_log_odds_says_so():
    ranking = describe_ranking({"a": 0.7}, "AUC", Interval(0.1, 0.5), ["a"], "log-odds")
    assert ranking == [
        "Thick: decisions with thresholds from −2.20 to 0 in log-odds.",
        "No score of a reaches −2.20 in log-odds (10%): it decides nobody positive there.",
    ]
    inside = describe_calibration({"a": (0.0, 0.0)}, Interval(0.1, 0.5), "log-odds")
    assert inside[0] == "Thick: scores from −2.20 to 0 in log-odds."
