"""Cost ratios and intervals: numbers, percentages and odds."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brierwidgets.core import Interval, check_interval, parse_cost
from brierwidgets.core.intervals import check_costs


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (0.05, 0.05),
        (0, 0.0),
        (1, 1.0),
        ("0.05", 0.05),
        (" 5% ", 0.05),
        ("1.66%", 0.0166),
        ("29%", 0.29),
        ("100 %", 1.0),
        ("1:19", 0.05),
        ("1 : 3", 0.25),
        ("0:1", 0.0),
        ("1:0", 1.0),
        ("2.5:7.5", 0.25),
        (".5", 0.5),
        ("5e-2", 0.05),
        (np.float32(0.25), 0.25),
        (np.int64(1), 1.0),
        (np.array(0.3), 0.3),
        (Fraction(1, 8), 0.125),
        (np.str_("50%"), 0.5),
    ],
)
def test_a_cost_may_be_written_so(written, meant):
    cost = parse_cost(written)
    assert cost == meant
    assert type(cost) is float


def test_odds_of_the_case_study():
    """1.66 per 100 read as odds, as the paper does."""
    assert parse_cost("1.66:100") == pytest.approx(1.66 / 101.66, rel=1e-15)
    assert check_interval(("1.66:100", "3:100")) == pytest.approx((1.66 / 101.66, 3 / 103), rel=1e-15)


@pytest.mark.parametrize(
    "written",
    [
        (0.1, 0.3),
        [0.1, 0.3],
        np.array([0.1, 0.3]),
        pd.Series([0.1, 0.3]),
        ("10%", "3:7"),
        Interval(0.1, 0.3),
        iter((0.1, 0.3)),
    ],
    ids=lambda given: given if isinstance(given, str) else type(given).__name__,
)
def test_an_interval_may_be_written_so(written):
    interval = check_interval(written)
    assert interval == (0.1, 0.3)
    assert isinstance(interval, Interval)
    assert [type(end) for end in interval] == [float, float]


def test_whole_numbers_become_floats():
    assert repr(check_interval((0, 1))) == "Interval(low=0.0, high=1.0)"


@given(low=st.floats(0, 1), high=st.floats(0, 1))
def test_an_interval_is_returned_as_it_was_or_refused(low, high):
    if high - low >= 1e-60:
        assert check_interval((low, high)) == (low, high)
    else:
        with pytest.raises(ValueError, match=r"reversed|empty|too narrow"):
            check_interval((low, high))


def test_an_unchecked_interval_is_checked():
    with pytest.raises(ValueError, match="reversed"):
        check_interval(Interval(0.5, 0.1))
    with pytest.raises(ValueError, match="upper end"):
        check_interval(Interval(0.5, 1.1))


class TestManyCosts:
    def test_shapes_are_kept(self):
        assert check_costs(0.3).shape == ()
        assert check_costs([0.1, 0.2]).tolist() == [0.1, 0.2]
        assert check_costs([[0.1], [0.2]]).shape == (2, 1)
        assert check_costs([]).shape == (0,)

    def test_they_may_be_mixed(self):
        assert check_costs(["10%", "1:3", 0.5, "0.6"]).tolist() == [0.1, 0.25, 0.5, 0.6]
        assert check_costs(pd.Series(["10%", "20%"])).tolist() == [0.1, 0.2]
        assert check_costs([["1%"], ["2%"]]).tolist() == [[0.01], [0.02]]

    def test_whole_numbers(self):
        assert check_costs([0, 1]).dtype == float
