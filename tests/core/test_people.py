import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brierwidgets.core import Counts
from brierwidgets.core.people import apportion, whole_people

AMOUNTS = st.lists(st.floats(0, 1e6), min_size=1, max_size=6).filter(any)


@pytest.mark.parametrize(
    ("amounts", "seats", "parts"),
    [
        ([1, 1, 1], 100, [34, 33, 33]),  # a tie goes to the first
        ([0.2646, 9.7354], 100, [3, 97]),
        ([47, 16, 15.8, 12, 6.1, 3.1], 10, [5, 2, 1, 1, 1, 0]),  # the textbook example of largest remainder
        ([0.29, 0.71], 100, [29, 71]),  # 100 * 0.29 is 28.999999999999996
        ([0, 5], 7, [0, 7]),
        ([3], 0, [0]),
    ],
)
def test_by_hand(amounts, seats, parts):
    assert apportion(amounts, seats).tolist() == parts


@given(AMOUNTS, st.integers(0, 5000))
def test_parts_add_up_and_are_near_their_share(amounts, seats):
    parts = apportion(amounts, seats)
    exact = seats * np.array(amounts) / np.sum(amounts)
    assert parts.sum() == seats
    assert (np.abs(parts - exact) < 1 + 1e-6).all()


@pytest.mark.parametrize("amounts", [[], [0, 0], [-1, 2], [np.nan, 1], [[1, 2]]])
def test_nonsense_is_refused(amounts):
    with pytest.raises(ValueError, match="Cannot split 10 people"):
        apportion(amounts, 10)


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 300), st.integers(0, 300))
def test_nobody_changes_outcome_when_the_threshold_moves(tp, fp, fn, tn):
    if tp + fp + fn + tn == 0:
        return
    people = whole_people(Counts(tp, fp, fn, tn), 100)
    strictest = whole_people(Counts(0, 0, tp + fn, fp + tn), 100)
    assert sum(people) == 100
    assert people.tp + people.fn == strictest.fn
    assert people.fp + people.tn == strictest.tn


def test_one_class_only():
    assert whole_people(Counts(0.0, 1.0, 0.0, 3.0), 100) == (0, 25, 0, 75)
    assert whole_people(Counts(1.0, 0.0, 1.0, 0.0), 1000) == (500, 0, 500, 0)
