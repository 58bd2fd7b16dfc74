"""Models of an outcome that takes time, at one horizon and at several."""

import math

import numpy as np
import pandas as pd
import pytest

from brierwidgets import Comparison, Forecast
from brierwidgets.data import SurvivalComparison
from brierwidgets.data.groups import Groups

TIME, EVENT = [1.0, 2.0, 3.0, 4.0, 6.0], [1, 0, 1, 2, 0]
RATES = np.array([0.9, 0.3, 0.5, 0.2, 0.1])
COLUMNS = pd.DataFrame({end: 1 - np.exp(-RATES * end) for end in (1.5, 3.5)})


def risk(horizon):
    return 1 - np.exp(-RATES * horizon)


def test_a_comparison_weights_all_models_alike():
    both = Comparison.from_survival(TIME, EVENT, {"a": risk(3.5), "b": RATES}, horizon=3.5)
    assert both.prevalence == pytest.approx(both.follow_up.prevalence)
    assert both.total == pytest.approx(5)
    gap = both.differences((0.2, 0.6), reference="a")["estimate"]["b"]
    scores = both.scores((0.2, 0.6))["mean_regret"]
    assert gap == pytest.approx(scores["b"] - scores["a"], rel=1e-12)
    assert Comparison([0, 1], {"a": [0.2, 0.4]}).follow_up is None


def test_a_model_may_be_a_function_of_the_horizon():
    asked = Comparison.from_survival(TIME, EVENT, {"a": risk}, horizon=3.5)
    given = Comparison.from_survival(TIME, EVENT, {"a": risk(3.5)}, horizon=3.5)
    assert asked.scores((0.2, 0.6)).equals(given.scores((0.2, 0.6)))


def test_it_can_be_taken_to_another_prevalence_and_cut_into_groups():
    both = Comparison.from_survival(TIME, EVENT, {"a": risk}, horizon=3.5)
    assert both.at_prevalence(0.1).follow_up == both.follow_up
    groups = Groups(both, ["x", "x", "x", "y", "y"])
    assert groups.size("x").cases == 2  # the case censored before the horizon does not count


def test_every_horizon_is_a_comparison():
    models = SurvivalComparison(TIME, EVENT, {"columns": COLUMNS, "function": risk}, horizons=[1.5, 3.5])
    assert models.names == ["columns", "function"]
    assert models.horizons == [1.5, 3.5]
    assert repr(models) == "SurvivalComparison(columns, function: 5 cases, horizons 1.5, 3.5)"
    at = models.at(3.5)
    assert at is models.at(3.5)  # kept
    alone = Comparison.from_survival(TIME, EVENT, {"function": risk(3.5)}, horizon=3.5)
    assert at["columns"].brier_score() == alone["function"].brier_score() == at["function"].brier_score()
    assert at.follow_up.horizon == 3.5


def test_a_function_answers_between_horizons():
    models = SurvivalComparison(TIME, EVENT, {"function": risk}, horizons=[1.5, 3.5])
    assert models.at(2.5).follow_up.horizon == 2.5
    assert models.at(5).follow_up.horizon == 5.0


@pytest.mark.parametrize(
    ("models", "horizons", "error", "message"),
    [
        ({"a": 1 - COLUMNS}, [1.5, 3.5], ValueError, "row 0 a risk of .* by 1.5 but .* by 3.5.*1 - survival"),
        ({"a": lambda end: risk(1 / end)}, [1.5, 3.5], ValueError, "cannot fall with time"),
        ({"a": COLUMNS}, [1.5, 2.5, 3.5], ValueError, "shape .5, 2.*each of the 3 horizons"),
        ({"a": RATES}, [1.5], ValueError, "one row a case and one column"),
        ({"a": COLUMNS[:4]}, [1.5, 3.5], ValueError, "time has 5 cases but model 'a' has 4"),
        ({"a": COLUMNS + 1}, [1.5, 3.5], ValueError, "model 'a' by 1.5 holds"),
        ({"a": lambda _: [0.2]}, [1.5], ValueError, "returned 1 risks by 1.5, but there are 5 cases"),
        ({}, [1.5], ValueError, "no models"),
        (COLUMNS, [1.5, 3.5], TypeError, "dict .*not DataFrame"),
        ({"a": risk}, [3.5, 1.5], ValueError, "must increase, but 1.5 comes after 3.5"),
        ({"a": risk}, [], TypeError, "a list of times"),
        ({"a": risk}, 3.5, TypeError, "a list of times"),
        ({"a": risk}, [1.5, 30], ValueError, "Nobody was followed to the horizon 30"),
        ({"a": risk}, [1.5, math.inf], ValueError, "finite and above 0"),
    ],
)
def test_what_is_wrong_is_explained(models, horizons, error, message):
    with pytest.raises(error, match=message):
        SurvivalComparison(TIME, EVENT, models, horizons=horizons)


def test_columns_know_their_own_horizons_only():
    models = SurvivalComparison(TIME, EVENT, {"a": COLUMNS}, horizons=[1.5, 3.5])
    with pytest.raises(ValueError, match=r"by 1.5, 3.5 but not by 2.*function of the horizon"):
        models.at(2)


def test_a_function_that_dips_between_horizons_is_found():
    def dips(horizon):
        return risk(horizon) * (0.2 if horizon == 2.5 else 1)

    models = SurvivalComparison(TIME, EVENT, {"a": dips}, horizons=[1.5, 3.5])
    with pytest.raises(ValueError, match=r"by 1.5 but .* by 2.5"):
        models.at(2.5)


def test_forecasts_of_different_horizons_are_not_compared():
    same = Forecast.from_survival([1, 2, 9], [1, 1, 1], [0.2, 0.3, 0.4], horizon=3)
    later = Forecast.from_survival([1, 2, 9], [1, 1, 1], [0.2, 0.3, 0.4], horizon=4)
    assert Comparison.from_forecasts({"a": same, "b": same}).follow_up.horizon == 3
    with pytest.raises(ValueError, match="horizons are 3, 4"):
        Comparison.from_forecasts({"a": same, "b": later})
