"""Hypothesis strategies: cases with ties, weights and scores of exactly 0 and 1, and intervals down to tiny ones."""

from typing import NamedTuple

from hypothesis import strategies as st

from brierwidgets import Forecast

#: Scores that tie often, that are exactly 0 or 1, that crowd around 0.1, and any others.
SCORES = st.one_of(
    st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.75, 1.0]),
    st.integers(0, 20).map(lambda i: 0.1 + i * 1e-7),
    st.floats(0, 1, allow_subnormal=False),
)
INNER_SCORES = st.floats(1e-6, 1 - 1e-6)
WEIGHTS = st.one_of(st.sampled_from([0.0, 0.5, 1.0, 3.0]), st.floats(1e-3, 1e3))


class Cases(NamedTuple):
    """Outcomes, scores and weights (None for equal)."""

    y: list[int]
    s: list[float]
    w: list[float] | None

    @property
    def forecast(self):
        return Forecast(self.y, self.s, sample_weight=self.w)

    def take(self, order):
        """The same cases in another order, or some of them."""
        return Cases(*(None if column is None else [column[i] for i in order] for column in self))


@st.composite
def cases(draw, *, scores=SCORES, both_classes=False, weighted=None, max_size=25):
    """Cases, with weights half the time unless `weighted` says."""
    size = draw(st.integers(2 if both_classes else 1, max_size))
    y = draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    s = draw(st.lists(scores, min_size=size, max_size=size))
    w = None
    if draw(st.booleans()) if weighted is None else weighted:
        w = draw(st.lists(WEIGHTS, min_size=size, max_size=size))
        w[0] = w[0] or 1.0
    if both_classes:
        y[:2] = [0, 1]
        if w is not None:
            w[1] = w[1] or 1.0
    return Cases(y, s, w)


def forecasts(**options):
    """Forecasts of such cases."""
    return cases(**options).map(lambda drawn: drawn.forecast)


@st.composite
def intervals(draw, low=0.0, high=1.0):
    """Intervals from [0, 1] itself down to a width of 1e-9, ends at scores or at 0 and 1 among them."""
    start = draw(st.one_of(st.sampled_from([low, 0.1, 0.25, 0.5]), st.floats(low, high - 1e-9)))
    width = draw(st.one_of(st.sampled_from([1e-9, 1e-6, 1e-4, 0.15, 1.0]), st.floats(1e-9, 1)))
    return start, min(start + width, high)
