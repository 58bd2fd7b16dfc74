"""Hypothesis strategies: forecasts with ties, scores of 0 and 1, and weights; intervals of costs."""

from hypothesis import strategies as st

from brierwidgets import Forecast

SCORES = st.one_of(st.integers(0, 8).map(lambda i: i / 8), st.floats(0, 1, allow_subnormal=False))
WEIGHTS = st.one_of(st.sampled_from([0.5, 1.0, 3.0]), st.floats(0.01, 10))


@st.composite
def rows(draw, min_size=1, max_size=30, *, both_classes=False, scores=SCORES):
    """Outcomes and scores as two lists of the same length."""
    size = draw(st.integers(max(min_size, 2 if both_classes else 1), max_size))
    y = draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    if both_classes and len(set(y)) == 1:
        y[draw(st.integers(0, size - 1))] ^= 1
    return y, draw(st.lists(scores, min_size=size, max_size=size))


@st.composite
def forecasts(draw, *, both_classes=False, scores=SCORES, weighted=None):
    """Forecasts, with importance weights half the time unless `weighted` says."""
    y, s = draw(rows(both_classes=both_classes, scores=scores))
    weigh = draw(st.booleans()) if weighted is None else weighted
    weights = draw(st.lists(WEIGHTS, min_size=len(y), max_size=len(y))) if weigh else None
    return Forecast(y, s, sample_weight=weights)


@st.composite
def intervals(draw, low=0.0, high=1.0):
    """Intervals of cost ratios, wide and narrow, their ends sometimes at the ends."""
    ends = st.one_of(st.just(low), st.just(high), st.floats(low, high, allow_subnormal=False))
    pair = draw(st.tuples(ends, ends).filter(lambda p: abs(p[0] - p[1]) > 1e-6))
    return min(pair), max(pair)
