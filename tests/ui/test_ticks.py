import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brierwidgets.core.curves import CURVES
from brierwidgets.core.intervals import Interval
from brierwidgets.ui.ticks import cost_ticks, round_steps, round_up
from brierwidgets.words.numbers import UNITS, tick_cost


@pytest.mark.parametrize(
    ("name", "visible", "expected"),
    [
        ("regret", (0.0, 1.0), [0, 0.2, 0.4, 0.6, 0.8, 1]),
        ("log-odds", (0.001, 0.999), [0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999]),
        ("log-odds", (0.005, 0.09), [0.005, 0.007, 0.01, 0.015, 0.02, 0.03, 0.05, 0.07]),
        ("log-odds", (0.3, 0.6), [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6]),
        ("quadratic", (0.0, 0.99), [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.9]),
    ],
)
def test_ticks_are_round(name, visible, expected):
    assert cost_ticks(CURVES[name], Interval(*visible)).tolist() == pytest.approx(expected)


@pytest.mark.parametrize(
    ("name", "visible", "unit", "expected"),
    [
        ("regret", (0, 1), "odds", "0 : 1, 1 : 10, 1 : 3, 1 : 1, 3 : 1, 10 : 1, 1 : 0"),
        ("regret", (0.0166, 0.03), "odds", "1 : 55, 1 : 50, 1 : 45, 1 : 40, 1 : 35"),
        ("log-odds", (0.001, 0.999), "odds", "1 : 500, 1 : 100, 1 : 10, 1 : 1, 10 : 1, 100 : 1, 500 : 1"),
        ("log-odds", (0.98, 0.999), "odds", "50 : 1, 100 : 1, 150 : 1, 200 : 1, 300 : 1, 500 : 1, 800 : 1"),
        ("log-odds", (0.001, 0.999), "log-odds", "−6, −4, −2, 0, 2, 4, 6"),
        ("log-odds", (0.01, 0.05), "log-odds", "−4.5, −4, −3.5, −3"),
        ("regret", (0, 1), "log-odds", "−4, −2, −1, −0.5, 0, 0.5, 1, 2, 4"),
        ("regret", (0, 0.02), "log-odds", "−6, −5, −4.5, −4"),
    ],
)
def test_ticks_are_round_in_the_unit_that_is_written(name, visible, unit, expected):
    ticks = cost_ticks(CURVES[name], Interval(*visible), unit=unit)
    assert ", ".join(tick_cost(float(tick), unit) for tick in ticks) == expected


@settings(max_examples=60)
@given(st.sampled_from(list(CURVES)), st.sampled_from(UNITS), st.floats(-6, 6), st.floats(0.3, 12), st.integers(5, 11))
def test_ticks_can_be_seen_and_read(name, unit, middle, width, most):
    curve = CURVES[name]
    low, high = (float(1 / (1 + np.exp(-x))) for x in (middle - width / 2, middle + width / 2))
    visible = Interval(max(low, curve.limits.low), min(high, curve.limits.high))
    if visible.high - visible.low < 1e-3:
        return
    ticks = cost_ticks(curve, visible, most, unit)
    assert len(ticks) >= 2
    assert ticks.min() >= visible.low - 1e-12
    assert ticks.max() <= visible.high + 1e-12
    places = np.array([float(curve.to_axis(cost)) for cost in ticks])
    if not curve.straight or unit != "probability":
        first, last = (float(curve.to_axis(cost)) for cost in visible)
        assert np.diff(places).min() >= (last - first) / most * (1 - 1e-9)


@pytest.mark.parametrize(
    ("value", "above"), [(0, 1), (0.011, 0.015), (0.02, 0.02), (0.00417, 0.005), (95, 100), (1.1, 1.5)]
)
def test_rounding_up(value, above):
    assert round_up(value) == above


def test_steps_lie_inside():
    assert round_steps(Interval(0.013, 0.052), 4).tolist() == [0.02, 0.03, 0.04, 0.05]
