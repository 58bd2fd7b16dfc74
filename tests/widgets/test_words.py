import pytest

import brierwidgets as bw
from brierwidgets.formatting import cost_text, number, odds, parse_in_unit, percent
from brierwidgets.moves import lead, make_move
from brierwidgets.words import verdict
from tests.widgets.conftest import HOSTILE, make_comparison


def say_verdict(comparison, interval, names=None):
    move = make_move(comparison, interval, "cost", names or comparison.names)
    return verdict(comparison, move, lead(comparison, move))


def test_best_by_how_much_how_sure_and_what_brier_says(comparison):
    words = say_verdict(comparison, (0.05, 0.2))
    table = comparison.scores((0.05, 0.2)).sort_values("mean_regret")
    best, second = table.index[:2]
    gap = 1000 * (table["mean_regret"].iloc[1] - table["mean_regret"].iloc[0])
    assert words.best == best
    assert f"{best} has the lowest mean regret: {number(1000 * table['mean_regret'].iloc[0])} per 1,000" in str(words)
    assert f"{number(gap)} less than {second}" in str(words)
    difference = comparison.differences((0.05, 0.2), reference=best).loc[second]
    assert ("That is clear" in str(words)) == (difference["low"] > 0)
    assert f"{number(1000 * difference['low'])} to {number(1000 * difference['high'])}" in str(words)


def test_a_reversal_is_told():
    y = [0] * 80 + [1] * 20
    models = {"a": [0.1] * 80 + [0.1] * 10 + [0.9] * 10, "b": [0.02] * 80 + [0.3] * 20}
    words = say_verdict(bw.Comparison(y, models), (0.15, 0.25))
    assert words.best == "b"
    assert "The ordinary Brier score would have chosen a." in words.sentences
    assert "chooses the same model" in str(say_verdict(bw.Comparison(y, models), (0.4, 0.6)))


def test_chance_is_called_chance():
    comparison = bw.Comparison([0, 1, 0, 1], {"a": [0.1, 0.6, 0.3, 0.7], "b": [0.2, 0.7, 0.1, 0.6]})
    assert "could be chance" in str(say_verdict(comparison, (0.05, 0.9)))


def test_equal_models_one_model_no_model(comparison):
    twins = bw.Comparison([0, 1], {"a": [0.2, 0.7], "b": [0.2, 0.7]})
    assert "a and b have the same mean regret" in str(say_verdict(twins, (0.1, 0.9)))
    assert str(say_verdict(comparison, (0.1, 0.3), ["good"])).startswith("For costs from 10% to 30%, good has a mean")
    move = make_move(comparison, (0.1, 0.3), "cost", [])
    assert "no model is shown" in str(verdict(comparison, move, None))


def test_counts_say_that_sureness_needs_rows():
    one = bw.Forecast.from_counts([0.1, 0.5], [1, 4], [9, 6])
    two = bw.Forecast.from_counts([0.2, 0.3], [3, 2], [5, 10])
    both = bw.Comparison.from_forecasts({"one": one, "two": two})
    assert "cannot be told from counts" in str(say_verdict(both, (0.1, 0.4)))


def test_the_view_announces_and_escapes(opened):
    view = opened(bw.VerdictText(make_comparison(good=HOSTILE), interval=(0.05, 0.2)))
    assert 'aria-live="polite"' in view._html.value
    assert HOSTILE in view.text
    assert HOSTILE not in view._html.value


@pytest.mark.parametrize(
    ("cost", "unit", "text"),
    [
        (0.0166, "probability", "1.66%"),
        (0.000123, "probability", "0.0123%"),
        (0.99991, "probability", "99.991%"),
        (0.0, "probability", "0%"),
        (1.0, "probability", "100%"),
        (0.05, "odds", "1 : 19"),
        (0.8, "odds", "4 : 1"),
        (0.0, "odds", "0 : 1"),
        (1.0, "odds", "1 : 0"),
        (0.5, "log-odds", "0"),
        (0.0, "log-odds", "−∞"),
    ],
)
def test_costs_are_written_as_people_write_them(cost, unit, text):
    assert cost_text(cost, unit) == text


@pytest.mark.parametrize("unit", ["probability", "odds", "log-odds"])
def test_what_is_written_can_be_read_back(unit):
    for cost in (0.001, 0.0166, 0.05, 0.3, 0.5, 0.8, 0.98):
        assert parse_in_unit(cost_text(cost, unit, digits=8), unit) == pytest.approx(cost, rel=1e-5)


def test_numbers():
    assert number(1234.5) == "1234"
    assert number(-0.0012345) == "−0.00123"
    assert number(float("nan")) == "–"
    assert number(1.5e-12) == "1.50e−12"
    assert number(-2.3e-17) == "0"
    assert percent(0.5) == "50%"
    assert odds(0.5) == "1 : 1"
