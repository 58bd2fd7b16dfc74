"""Bad intervals and cost ratios raise the right type with a message that says what, where and what to do."""

import numpy as np
import pytest

from brierwidgets import Comparison, metrics
from brierwidgets.core import check_interval, parse_cost
from tests.core.refusals import FORECAST, S, Y, refuses

INTERVALS = {
    "next to nothing": ((0.0, 1e-78), ValueError, ["(0, 1e-78)", "too narrow", "single cost ratio 0"]),
    "almost next to nothing": ((1e-200, 2e-200), ValueError, ["too narrow", "Pass a wider one"]),
    "reversed": ((0.4, 0.2), ValueError, ["(0.4, 0.2) is reversed", "Pass (0.2, 0.4)"]),
    "reversed by little": ((1, 0.999999999999), ValueError, ["(1, 0.999999999999) is", "Pass (0.999999999999, 1)"]),
    "empty": ((0.4, 0.4), ValueError, ["(0.4, 0.4) is empty", "two different", "single cost ratio 0.4"]),
    "below 0": ((-0.1, 0.4), ValueError, ["lower end", "between 0 and 1", "-0.1"]),
    "above 1": ((0.1, 1.4), ValueError, ["upper end", "between 0 and 1", "'1.4%'"]),
    "percent": ((1, 40), ValueError, ["upper end", "it is 40", "write '40%'"]),
    "infinite": ((0.1, np.inf), ValueError, ["upper end", "between 0 and 1", "inf"]),
    "nan": ((np.nan, 0.4), ValueError, ["lower end", "NaN", "a number between 0 and 1"]),
    "text": ("0.1-0.2", TypeError, ["pair (low, high)", "such as (0.1, 0.3)", "'0.1-0.2'"]),
    "none": (None, TypeError, ["pair (low, high)", "not None"]),
    "number": (0.3, TypeError, ["pair (low, high)", "not 0.3"]),
    "set": ({0.1, 0.2}, TypeError, ["pair (low, high)", "such as (0.1, 0.3)"]),
    "dict": ({"low": 0.1, "high": 0.2}, TypeError, ["pair (low, high)"]),
    "three": ((0.1, 0.2, 0.3), ValueError, ["pair (low, high)", "length is 3"]),
    "one": ([0.1], ValueError, ["pair (low, high)", "length is 1"]),
    "words": (("low", "high"), ValueError, ["lower end", "'low' cannot be read", "'1.66%'", "'1:59'"]),
    "booleans": ((False, True), TypeError, ["lower end", "not False (bool)"]),
    "none inside": ((None, 0.2), TypeError, ["lower end", "not None", "a number between 0 and 1"]),
    "nested": (([0.1], [0.2]), TypeError, ["lower end", "not [0.1] (list)"]),
    "nothing to nothing": (("0:0", 0.5), ValueError, ["'0:0'", "odds", "one > 0"]),
    "negative odds": ((0.1, "-1:3"), ValueError, ["'-1:3'", "odds", ">= 0"]),
}
COSTS = {
    "above 1": (1.2, ValueError, ["cost ratio", "between 0 and 1", "1.2"]),
    "percent": (5, ValueError, ["cost ratio", "write '5%'"]),
    "none": (None, TypeError, ["cost ratio", "not None", "'1:59'"]),
    "word": ("cheap", ValueError, ["'cheap' cannot be read", "'1.66%'"]),
    "one of many": ([0.1, 1.2, 30], ValueError, ["number 1", "is 1.2", "2 of 3 are outside", "divide by 100"]),
    "nan": ([0.1, np.nan], ValueError, ["number 1", "nan"]),
    "none inside": ([0.1, None], TypeError, ["number 1", "not None"]),
    "booleans": ([True, False], TypeError, ["number 0", "not True (bool)"]),
    "ragged": ([[0.1], [0.1, 0.2]], ValueError, ["different lengths", "an array of them"]),
    "set": ({0.1, 0.2}, TypeError, ["cost ratio", "(set)"]),
}


@pytest.mark.parametrize("case", INTERVALS)
@pytest.mark.parametrize(
    "ask",
    [check_interval, FORECAST.brier_score, FORECAST.summary, Comparison(Y, {"a": S}).scores],
    ids=["check_interval", "brier_score", "summary", "scores"],
)
def test_intervals(case, ask):
    values, kind, phrases = INTERVALS[case]
    refuses(lambda: ask(values), kind, phrases)


@pytest.mark.parametrize("case", COSTS)
def test_costs(case):
    values, kind, phrases = COSTS[case]
    refuses(lambda: metrics.regret(Y, S, values), kind, phrases)


def test_parse_cost_names_what_it_reads():
    refuses(lambda: parse_cost("x", "price"), ValueError, ["The price 'x' cannot be read"])
