"""Random comparisons for the page's arithmetic: the same ones for the same seed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from brierwidgets import Comparison, Forecast

#: How many rows a data set has; most are small, where ties and empty classes are common.
SIZES = [(2, 12), (2, 12), (10, 60), (10, 60), (50, 400), (300, 2_000), (1_500, 2_048)]


class DataSet(NamedTuple):
    """A comparison and intervals to ask about."""

    seed: int
    comparison: Comparison
    intervals: list[tuple[float, float]]


def expit(odds):
    return 1 / (1 + np.exp(-odds))


def make_scores(rng, labels, kind):
    size = labels.size
    odds = rng.normal(labels * rng.uniform(0, 2) + rng.uniform(-4, 1), rng.uniform(0.3, 2))
    scores = expit(odds)
    makers = {
        "continuous": lambda: scores,
        "extreme": lambda: expit(odds * 8),
        "rounded": lambda: np.round(scores, int(rng.integers(1, 4))),
        "sure": lambda: np.where(rng.random(size) < 0.2, rng.integers(0, 2, size).astype(float), scores),
        "test": lambda: (odds > 0).astype(float),
        "constant": lambda: np.full(size, rng.choice([0.0, 1.0, labels.mean(), 0.3])),
        "crowded": lambda: 0.1 + rng.integers(0, 20, size) * 1e-7,
        "float32": lambda: scores.astype(np.float32),
    }
    return makers[kind]()


KINDS = ["continuous", "continuous", "extreme", "rounded", "rounded", "sure", "test", "constant", "crowded", "float32"]


def make_weights(rng, size):
    kind = rng.integers(0, 6)
    if kind == 0:
        return rng.exponential(size=size) + 1e-3
    if kind == 1:
        weights = rng.choice([0.0, 0.5, 1.0, 3.0], size)
        weights[0] = 1.0
        return weights
    return None


def make_intervals(rng, scores, number):
    """Intervals of every kind: on the slider, to the ends, tiny, and from score to score."""
    made = [(0.0, 1.0)] if rng.random() < 0.3 else []
    inner = np.unique(scores[(scores > 0) & (scores < 1)])
    while len(made) < number:
        kind = rng.integers(0, 7)
        low, high = np.sort(expit(rng.uniform(-6.9, 6.9, 2)))
        if kind == 0:
            low = 0.0
        elif kind == 1:
            high = 1.0
        elif kind == 2:
            high = min(low + 10.0 ** rng.uniform(-9, -3), 1.0)
        elif kind == 3 and inner.size:
            low = float(rng.choice(inner))
        elif kind == 4 and inner.size:
            high = float(rng.choice(inner))
        elif kind == 5 and inner.size > 1:
            low, high = np.sort(rng.choice(inner, 2, replace=False))
        if low < high:
            made.append((float(low), float(high)))
    return made


def small(seed):
    """A data set of at most 2,048 rows, now and then of counts only."""
    rng = np.random.default_rng(seed)
    size = int(rng.integers(*SIZES[seed % len(SIZES)]))
    labels = rng.random(size) < rng.choice([0.0, 0.02, 0.2, 0.5, 1.0], p=[0.04, 0.2, 0.4, 0.32, 0.04])
    names = ["a", "<b>", "c & d", "__proto__"][: int(rng.integers(1, 5))]
    models = {name: make_scores(rng, labels, rng.choice(KINDS)) for name in names}
    if len(names) > 2 and rng.random() < 0.3:
        models[names[2]] = models[names[0]].copy()
    if rng.random() < 0.1:
        counted = {}
        for name, scores in models.items():
            values = np.unique(scores)
            cases = [[int(((scores == value) & (labels == label)).sum()) for value in values] for label in (1, 0)]
            counted[name] = Forecast.from_counts(values, *cases)
        comparison = Comparison.from_forecasts(counted)
    else:
        comparison = Comparison(labels, models, sample_weight=make_weights(rng, size))
    if seed % 9 == 4 and 0.0 < comparison.prevalence < 1.0:
        comparison = comparison.at_prevalence(0.1)
    everything = np.concatenate([scores.astype(float) for scores in models.values()])
    return DataSet(seed, comparison, make_intervals(rng, everything, 3))


def large(seed, size, *, weighted=False):
    """A data set with more distinct scores than the tables keep."""
    rng = np.random.default_rng(seed)
    labels = rng.random(size) < rng.choice([0.03, 0.2, 0.5])
    odds = rng.normal(labels * 1.0, 1.0, size) - 1.5
    models = {
        "plain": expit(odds),
        "noisy": expit(odds + rng.normal(0.2, 0.7, size)),
        "spiked": np.where(rng.random(size) < 0.1, rng.choice([0.0, 0.1, 1.0], size), expit(1.5 * odds)),
    }
    weights = rng.exponential(size=size) + 0.1 if weighted else None
    comparison = Comparison(labels, models, sample_weight=weights)
    intervals = make_intervals(rng, models["plain"], 4)
    ends = np.sort(expit(rng.uniform(-6.9, 6.9, (6, 2))), axis=1)
    return DataSet(seed, comparison, [*intervals, *map(tuple, ends.tolist())])
