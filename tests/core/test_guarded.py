"""The guarded interval: by hand, against the formula of its source, and where it must not differ from the plain one."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brierwidgets import Comparison, Forecast
from brierwidgets.core.differences import paired_difference
from brierwidgets.core.guarded import (
    ClassSums,
    array_sums,
    excludes_zero,
    guarded_interval,
    guarded_mean,
    plain_mean,
    z_value,
)
from brierwidgets.core.intervals import Interval
from brierwidgets.core.rules import difference_to_rule
from brierwidgets.core.scoring_rules import RULES
from brierwidgets.page import script

VALUES = st.lists(st.floats(0, 1), max_size=30)


def by_formula(negatives, positives, bounds, share=0.5):
    """The formula of the source, class by class: N, mu, v, p, centre, s. So much of a case is added at each bound."""
    parts = []
    for values, ends in zip((negatives, positives), bounds, strict=True):
        size = len(values) + 2 * share
        mean = (sum(values) + share * sum(ends)) / size
        parts.append((size, mean, (sum(x * x for x in values) + share * sum(x * x for x in ends)) / size - mean**2))
    (n0, m0, v0), (n1, m1, v1) = parts
    p = n1 / (n0 + n1)
    variance = p**2 * v1 / n1 + (1 - p) ** 2 * v0 / n0 + p * (1 - p) / (n0 + n1) * (m1 - m0) ** 2
    return p * m1 + (1 - p) * m0, math.sqrt(variance)


def test_page_and_python_have_one_z():
    assert f"const Z_95 = {z_value()};" in script("guarded")


@given(negatives=VALUES, positives=VALUES.filter(len))
def test_it_is_the_formula_of_the_source(negatives, positives):
    bounds = ((0.0, 1.0), (-1.0, 1.0))
    sums = [
        array_sums(np.array(losses), None, *ends) for losses, ends in zip((negatives, positives), bounds, strict=True)
    ]
    assert guarded_mean(*sums) == pytest.approx(by_formula(negatives, positives, bounds), rel=1e-9, abs=1e-12)


@given(negatives=VALUES.filter(len), positives=VALUES.filter(len))
def test_it_is_the_plain_interval_of_the_sample_with_four_half_cases_more(negatives, positives):
    weights = [np.array([1.0] * len(losses) + [0.5, 0.5]) for losses in (negatives, positives)]
    values = [np.array([*losses, 0.0, 1.0]) for losses in (negatives, positives)]
    both, counts = np.concatenate(values), np.concatenate(weights)
    mean = np.average(both, weights=counts)
    error = math.sqrt(np.average((both - mean) ** 2, weights=counts) / counts.sum())
    sums = [array_sums(np.array(losses), None, 0.0, 1.0) for losses in (negatives, positives)]
    assert guarded_mean(*sums) == pytest.approx((mean, error), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("rule", RULES)
def test_estimates_and_differences_are_guarded_from_their_pointwise_losses(rule):
    rng = np.random.default_rng(0)
    y, one, two = rng.random(60) < 0.3, rng.random(60), rng.random(60)
    here, score = Interval(0.1, 0.4), RULES[rule]
    largest = score.largest_losses(here)
    points = score.pointwise(y, one, here)
    shift = score.per_positive
    ends = [(0.0, largest[0]), (0.0, largest[1])] if not shift else [(-largest[0], 0.0), (shift - largest[1], shift)]
    mean, error = by_formula(points[~y], points[y], ends)
    found = Forecast(y, one).estimate(rule, here)
    assert (found.low, found.high) == pytest.approx((mean - 1.959964 * error, mean + 1.959964 * error), rel=1e-5)
    gaps = points - score.pointwise(y, two, here)
    mean, error = by_formula(gaps[~y], gaps[y], [(-end, end) for end in largest])
    found = Comparison(y, {"one": one, "two": two}).differences(here, reference="two", rule=rule).loc["one"]
    expected = (mean - 1.959964 * error, mean + 1.959964 * error)
    assert (found["low"], found["high"]) == pytest.approx(expected, rel=1e-5)


def test_largest_losses_are_those_of_the_source():
    a, b = 0.1, 0.4
    assert RULES["mean-regret"].largest_losses(Interval(a, b)) == pytest.approx((0.25, 0.75))
    width = math.log(b / (1 - b)) - math.log(a / (1 - a))
    expected = (math.log((1 - a) / (1 - b)) / width, math.log(b / a) / width)
    assert RULES["mean-regret-log-odds"].largest_losses(Interval(a, b)) == pytest.approx(expected)
    assert RULES["brier"].largest_losses(Interval(0.0, 1.0)) == (1.0, 1.0)
    assert RULES["log-loss"].largest_losses(Interval(0.0, 0.5))[1] == math.inf
    assert RULES["net-benefit"].largest_losses(Interval(0.5, 1.0))[0] == math.inf


def test_a_loss_without_bound_has_the_plain_interval():
    forecast = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
    for rule, here in (("log-loss", (0, 1)), ("net-benefit", (0.5, 1))):
        value, error, low, high = forecast.estimate(rule, here)
        assert (low, high) == pytest.approx((value - z_value() * error, value + z_value() * error), rel=1e-12)
    assert all(map(math.isnan, forecast.estimate("log-loss-skill", (0, 1))[2:]))


def test_many_cases_need_no_guard():
    rng = np.random.default_rng(1)
    y = rng.random(200_000) < 0.3
    value, error, low, high = Forecast(y, rng.random(y.size)).estimate("mean-regret", (0.1, 0.4))
    assert (low, high) == pytest.approx((value - z_value() * error, value + z_value() * error), rel=1e-3)


@pytest.mark.parametrize("factor", [1.0, 250.0])
def test_weights_count_as_their_effective_number(factor):
    rng = np.random.default_rng(2)
    y, s = rng.random(80) < 0.4, rng.random(80)
    equal = Forecast(y, s, sample_weight=np.full(80, factor)).estimate("mean-regret", (0.1, 0.4))
    assert equal == pytest.approx(Forecast(y, s).estimate("mean-regret", (0.1, 0.4)), rel=1e-12)
    # Negatives that stand for ten each make positives rare: the interval is about the weighted prevalence.
    rare = Forecast(y, s, sample_weight=np.where(y, 1.0, 10.0)).estimate("mean-regret", (0.1, 0.4))
    assert rare.low < rare.value < rare.high
    assert (rare.low + rare.high) / 2 == pytest.approx(rare.value, abs=0.02)


def test_an_added_case_may_be_a_heavy_one():
    # Weights of 1 and 5 among the negatives: sum w^3 / sum w^2 = (2 + 125) / (2 + 25). So in both classes.
    negatives = array_sums(np.zeros(3), np.array([1.0, 1.0, 5.0]), 0.0, 0.5)
    positives = array_sums(np.zeros(2), np.array([1.0, 1.0]), 0.0, 0.5)
    heavy = 127 / 27
    added = 2 * 1.25 * heavy
    assert guarded_mean(negatives, positives).center == pytest.approx(added * 0.25 / (9 + added))
    # Where all of a class weigh the same, as in a case-control study, each keeps its own.
    negatives = array_sums(np.zeros(3), np.full(3, 5.0), 0.0, 0.5)
    assert guarded_mean(negatives, positives).center == pytest.approx((5 * 0.25 + 0.25) / (15 + 5 + 2 + 1))
    # Two samples with a known prevalence are weighted each for itself.
    negatives = array_sums(np.zeros(3), np.array([1.0, 1.0, 5.0]), 0.0, 0.5)
    own = 0.25 * 7 / 9 * heavy / (7 + heavy) + 0.25 * 2 / 9 / 3
    assert guarded_mean(negatives, positives, prevalence_known=True).center == pytest.approx(own)


def test_a_class_without_cases_is_guarded_too():
    sums = ClassSums(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.9), array_sums(np.zeros(8), np.full(8, 3.0), 0.0, 0.1)
    mean, error = by_formula([0.0] * 8, [], [(0.0, 0.1), (0.0, 0.9)])
    assert guarded_mean(sums[1], sums[0]) == pytest.approx((mean, error), rel=1e-12)
    assert plain_mean(*sums).error == 0.0
    low, high = guarded_interval(sums[1], sums[0])
    assert low < 0.0 < high


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("weighted", [False, True])
def test_a_rule_is_paired_like_the_model_it_is(rule, weighted):
    """From a model's own sums comes what pairing with a constant forecast gives, case by case."""
    rng = np.random.default_rng(3)
    y, s = rng.random(50) < 0.3, rng.random(50)
    weights = rng.random(50) if weighted else None
    here, score = Interval(0.2, 0.5), RULES[rule]
    forecast = Forecast(y, s, sample_weight=weights)
    for name, constant in (("treat all", np.ones(50)), ("treat none", np.zeros(50))):
        found = difference_to_rule(forecast, name, rule, here)
        points = [score.pointwise(y, scores, here) for scores in (s, constant)]
        expected = paired_difference(*points, y, score.largest_losses(here), weights)
        assert found[:2] == pytest.approx(expected[:2], rel=1e-12)


@pytest.mark.parametrize("rule", RULES)
def test_against_a_rule_a_whole_case_is_added_at_each_end_that_a_difference_can_have(rule):
    rng = np.random.default_rng(5)
    y, s = rng.random(40) < 0.3, rng.random(40)
    here, score = Interval(0.2, 0.5), RULES[rule]
    for name, constant, other in (("treat all", 1.0, 0.0), ("treat none", 0.0, 1.0)):
        points, same, opposite = (score.pointwise(y, np.full(40, scores), here) for scores in (s, constant, other))
        gaps, widest = points - same, opposite - same
        mean, error = by_formula(gaps[~y], gaps[y], [(0.0, widest[~y][0]), (0.0, widest[y][0])], share=1)
        plain, own = gaps.mean(), gaps.std() / math.sqrt(40)
        ends = [[center - 1.959964 * each, center + 1.959964 * each] for center, each in ((mean, error), (plain, own))]
        found = difference_to_rule(Forecast(y, s), name, rule, here)
        held = min(ends[0][0], ends[1][0]), max(ends[0][1], ends[1][1])
        assert (found.low, found.high) == pytest.approx(held, rel=1e-5), "what the plain interval holds is held, too"


def test_a_known_prevalence_makes_two_samples():
    """Each class has its own guarded mean and error; the shares are given."""
    rng = np.random.default_rng(4)
    y, s, here = rng.random(70) < 0.4, rng.random(70), Interval(0.1, 0.4)
    score, rate = RULES["mean-regret"], 0.05
    points, largest = score.pointwise(y, s, here), score.largest_losses(here)
    center = variance = plain = 0.0
    for of_class, bound, share in ((~y, largest[0], 1 - rate), (y, largest[1], rate)):
        values, size = points[of_class], of_class.sum() + 1
        mean = (values.sum() + bound / 2) / size
        center += share * mean
        variance += share**2 * ((np.square(values).sum() + bound**2 / 2) / size - mean**2) / size
        plain += share**2 * values.var() / values.size
    found = Forecast(y, s).at_prevalence(rate).estimate("mean-regret", here)
    expected = center - 1.959964 * math.sqrt(variance), center + 1.959964 * math.sqrt(variance)
    assert (found.low, found.high) == pytest.approx(expected, rel=1e-6)
    assert found.standard_error == pytest.approx(math.sqrt(plain), rel=1e-9)
    # Paired with a rule from its own sums, or case by case: the same error.
    there = Comparison(y, {"a": s, "none": np.zeros(70)}).at_prevalence(rate)
    own = there.differences(here, reference="treat none").loc["a", "standard_error"]
    assert own == pytest.approx(there.differences(here, reference="none").loc["a", "standard_error"], rel=1e-9)


def test_rivals_widen_what_must_exclude_zero():
    assert excludes_zero(0.1, 2.0)
    assert excludes_zero(-2.0, -0.1)
    assert not excludes_zero(-0.1, 2.0)
    assert not excludes_zero(0.0, 0.0)
    assert not excludes_zero(0.1, 2.0, rivals=4)
    assert not excludes_zero(math.nan, math.nan)
    assert z_value(4) == pytest.approx(2.4977, abs=1e-4)
