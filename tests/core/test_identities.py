"""What must hold for any cases: exact integration, the identities of the theory, and exact standard errors."""

import math
import operator
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from brierwidgets import Comparison, Forecast
from brierwidgets.core import check_interval
from brierwidgets.core.scoring_rules import RULES
from brierwidgets.costs import Beta, LogOddsUniform, NetBenefitUniform, Point, Shifted, Uniform
from tests.core import reference
from tests.core.strategies import INNER_SCORES, cases, intervals

EXAMPLES = settings(max_examples=60, deadline=None)
FEW = settings(max_examples=25, deadline=None)

DISTRIBUTIONS = {
    "uniform": (Uniform(), reference.UNIFORM),
    "log-odds": (LogOddsUniform(), reference.LOG_ODDS),
    "net benefit": (NetBenefitUniform(), reference.NET_BENEFIT),
    "Beta(2, 8)": (Beta(2, 8), reference.beta(2, 8)),
    "Beta(30, 2)": (Beta(30, 2), reference.beta(30, 2)),
    "Shifted(0.02)": (Shifted(0.02), reference.shifted(0.02)),
    "Shifted(near 1/2)": (Shifted(0.5 - 1e-7), reference.shifted(0.5 - 1e-7)),
}
REFERENCE_OF = {
    Uniform: reference.UNIFORM,
    LogOddsUniform: reference.LOG_ODDS,
    NetBenefitUniform: reference.NET_BENEFIT,
}


def near(value, rel=1e-11, abs=1e-50):  # noqa: A002
    """Approximately, down to where 60-digit reference values end."""
    return pytest.approx(value, rel=rel, abs=abs)


@pytest.mark.parametrize("name", DISTRIBUTIONS)
@FEW
@given(sample=cases(), interval=intervals())
def test_integrated_regret_is_the_exact_integral(name, sample, interval):
    costs, antiderivatives = DISTRIBUTIONS[name]
    expected = reference.integrated_regret(sample, antiderivatives, *interval)
    # A difference of incomplete beta functions is good to the last digit of the larger one, not of the difference.
    slack = 1e-15 if isinstance(costs, Beta) else 1e-50
    # A weight is read off the running sum, so it is good to the last digit of their total.
    if sample.w is not None:
        largest = max(reference.pointwise([0, 1], [1.0, 0.0], antiderivatives, *interval))
        slack = max(slack, 1e-15 * min(largest, 1.0))
    assert sample.forecast.integrated_regret(costs.truncated(*interval)) == near(expected, abs=slack)


@FEW
@given(sample=cases(), interval=intervals(1e-3, 1 - 1e-3))
def test_expected_regret_divides_by_the_mass(sample, interval):
    for costs, antiderivatives in DISTRIBUTIONS.values():
        if not isinstance(costs, Beta):
            expected = reference.integrated_regret(sample, antiderivatives, *interval)
            expected /= reference.mass(antiderivatives, *interval)
            assert sample.forecast.expected_regret(costs.truncated(*interval)) == near(expected)


@EXAMPLES
@given(sample=cases(), cost=st.floats(0, 1))
def test_a_point_is_the_regret_there(sample, cost):
    assert sample.forecast.expected_regret(Point(cost)) == sample.forecast.regret(cost)


@EXAMPLES
@given(sample=cases(), ends=st.lists(st.floats(0, 1), min_size=3, max_size=3, unique=True))
def test_raw_scores_add_up_over_adjacent_intervals(sample, ends):
    low, middle, high = sorted(ends)
    assume(min(middle - low, high - middle) >= 1e-60)  # narrower intervals are refused
    forecast = sample.forecast
    for score in (forecast.brier_score, forecast.log_loss):
        assert score((low, middle)) + score((middle, high)) == near(score((low, high)), abs=1e-16)


@EXAMPLES
@given(sample=cases())
def test_on_the_whole_range_they_are_the_ordinary_scores(sample):
    y, s = np.array(sample.y), np.array(sample.s)
    assert sample.forecast.brier_score() == near(np.average((y - s) ** 2, weights=sample.w))
    assert sample.forecast.brier_score(normalize=True) == sample.forecast.brier_score()
    with np.errstate(divide="ignore"):
        losses = np.where(y == 1, -np.log(s), -np.log1p(-s))
    kept = np.ones(y.size, bool) if sample.w is None else np.array(sample.w) > 0
    expected = np.average(losses[kept], weights=None if sample.w is None else np.array(sample.w)[kept])
    assert sample.forecast.log_loss() == near(expected)


@EXAMPLES
@given(sample=cases(), interval=intervals())
def test_they_are_the_clip_formulas(sample, interval):
    """With 50 digits, as in doubles the formulas themselves cancel where the interval is narrow."""
    with localcontext(prec=50):
        low, high = map(Decimal, interval)
        weights = [Decimal(weight) for weight in sample.w or [1] * len(sample.y)]
        y = [Decimal(label) for label in sample.y]
        clipped = [min(max(Decimal(score), low), high) for score in sample.s]
        best = [min(max(label, low), high) for label in y]

        def mean(losses):
            return sum(map(operator.mul, weights, losses)) / sum(weights)

        def near_mean(losses):  # a weight is known to the digits of their sum
            return near(float(mean(losses)), abs=1e-14 * float(max(losses)) + 1e-45)

        brier = [(label - u) ** 2 - (label - v) ** 2 for label, u, v in zip(y, clipped, best, strict=True)]
        assert sample.forecast.brier_score(interval) == near_mean(brier)
        if low > 0 and high < 1:
            of_truth = [[u if label else 1 - u for label, u in zip(y, ends, strict=True)] for ends in (clipped, best)]
            assert sample.forecast.log_loss(interval) == near_mean(
                [(v / u).ln() for u, v in zip(*of_truth, strict=True)]
            )
        if high < 1:
            loss = [
                mean([1 - u - (0 if label else (1 - u).ln()) for label, u in zip(y, ends, strict=True)])
                for ends in (clipped, best)
            ]
            net_benefit = mean(y) - (loss[0] - loss[1]) / (high - low)
            assert sample.forecast.mean_net_benefit(interval) == near(float(net_benefit), abs=1e-15 / float(high))


@EXAMPLES
@given(interval=intervals(0.0, 1 - 1e-6), data=st.data())
def test_propriety(interval, data):
    """Where a share q of the cases scored alike is positive, no score beats s = q; outside the interval all tie."""
    rate = data.draw(st.integers(0, 20)) / 20
    other = data.draw(st.floats(0, 1))
    low, high = interval
    for rule in ("brier", "log-loss", "mean-regret", "net-benefit"):
        honest, bent, clipped = (
            Forecast.from_counts([score], [round(20 * rate)], [20 - round(20 * rate)]).estimate(rule, interval).value
            for score in (rate, other, min(max(other, low), high))
        )
        if rule == "net-benefit":
            assert honest >= bent - 1e-9
        else:
            assert honest <= bent * (1 + 1e-12)
        assert bent == near(clipped, abs=1e-12)


@EXAMPLES
@given(sample=cases(), interval=intervals(), data=st.data())
def test_order_does_not_matter(sample, interval, data):
    order = data.draw(st.permutations(range(len(sample.y))))
    one, other = sample.forecast, sample.take(order).forecast
    assert other.brier_score(interval) == near(one.brier_score(interval))
    assert other.log_loss(interval) == near(one.log_loss(interval))
    assert other.estimate("brier", interval).standard_error == near(
        one.estimate("brier", interval).standard_error, abs=1e-9
    )


class TestWeights:
    @EXAMPLES
    @given(sample=cases(weighted=False), interval=intervals(1e-6, 1 - 1e-6), data=st.data())
    def test_whole_weights_are_repetitions(self, sample, interval, data):
        size = len(sample.y)
        times = data.draw(st.lists(st.integers(0, 4), min_size=size, max_size=size).filter(any))
        repeated = sample.take(np.repeat(np.arange(size), times)).forecast
        weighted = Forecast(sample.y, sample.s, sample_weight=times)
        y, times = np.array(sample.y), np.array(times)
        counted = Forecast.from_counts(sample.s, positives=times * y, negatives=times * (1 - y))
        for rule in RULES:
            expected = repeated.estimate(rule, interval)
            assert weighted.estimate(rule, interval).value == near(expected.value, abs=1e-15)
            # Counts are repetitions, to the bit: the tables they build are the same.
            assert counted.estimate(rule, interval) == expected
        for cost in (0.1, 0.25, 0.5):
            assert weighted.regret(cost) == near(repeated.regret(cost), abs=1e-16)
            assert counted.regret_standard_error(cost) == repeated.regret_standard_error(cost)

    @EXAMPLES
    @given(
        sample=cases(weighted=True), interval=intervals(1e-6, 1 - 1e-6), factor=st.sampled_from([1e-6, 0.5, 7.0, 1e6])
    )
    def test_their_scale_does_not_matter(self, sample, interval, factor):
        scaled = sample._replace(w=[w * factor for w in sample.w])
        for rule in RULES:
            one, other = sample.forecast.estimate(rule, interval), scaled.forecast.estimate(rule, interval)
            assert other.value == near(one.value, abs=1e-15)
            # The spread about the mean is a difference of sums: a case that hardly weighs keeps half its digits.
            slack = 1e-7 * (abs(one.value) + RULES[rule].per_positive) + 1e-15
            assert other.standard_error == near(one.standard_error, rel=1e-6, abs=slack)

    @EXAMPLES
    @given(sample=cases(weighted=True), interval=intervals())
    def test_a_weight_of_zero_leaves_a_case_out(self, sample, interval):
        kept = [i for i, w in enumerate(sample.w) if w > 0]
        one, other = sample.forecast, sample.take(kept).forecast
        assert one.estimate("brier", interval) == other.estimate("brier", interval)
        assert one.total == other.total


@FEW
@given(sample=cases(), interval=intervals(1e-4, 1 - 1e-4))
def test_mean_regret_is_the_average_height_of_the_curve(sample, interval):
    """Heights read off the curve itself, at the middle of each straight piece."""
    forecast = sample.forecast
    low, high = interval
    knots = np.unique(np.clip([low, *sample.s, high], low, high))
    assume(np.diff(knots).min(initial=1) > 1e-9)  # the middle of a piece narrower than the tie slack is not inside it
    middles, widths = (knots[1:] + knots[:-1]) / 2, np.diff(knots)
    average = np.sum(forecast.regret(middles) * widths) / (high - low)
    assert forecast.mean_regret(interval) == near(average, rel=1e-9, abs=1e-15)
    # Over log-odds each straight piece is curved: Gauss-Legendre integrates it.
    nodes, weights = np.polynomial.legendre.leggauss(40)
    ends = np.log(knots / (1 - knots))
    odds = ends[:-1, None] + np.diff(ends)[:, None] * (nodes + 1) / 2
    heights = forecast.regret(np.clip(1 / (1 + np.exp(-odds)), low, high))
    average = np.sum(heights @ weights / 2 * np.diff(ends)) / (ends[-1] - ends[0])
    assert forecast.mean_regret(interval, spacing="log-odds") == near(average, rel=1e-6, abs=1e-12)


@EXAMPLES
@given(sample=cases(), threshold=st.floats(0, 1))
def test_accuracy_and_counts(sample, threshold):
    y, s = np.array(sample.y), np.array(sample.s)
    w = np.ones(y.size) if sample.w is None else np.array(sample.w)
    decided = s >= threshold * (1 - 1e-12)
    forecast = sample.forecast
    counts = [w[decided == d][y[decided == d] == label].sum() for d, label in ((1, 1), (1, 0), (0, 1), (0, 0))]
    assert list(forecast.counts(threshold)) == near(counts, abs=1e-12 * w.sum())
    assert forecast.accuracy(threshold) == near(np.average(decided == y, weights=w), abs=1e-15)
    assert forecast.accuracy(threshold) == 1 - 2 * forecast.regret(0.5, threshold)


@EXAMPLES
@given(sample=cases(), cost=st.floats(0, 1 - 1e-6))
def test_net_benefit_is_prevalence_less_regret(sample, cost):
    forecast = sample.forecast
    assert forecast.net_benefit(cost) == near(forecast.prevalence - forecast.regret(cost) / (1 - cost), abs=1e-9)
    if cost > 1e-6:
        treat_all = forecast.prevalence - (1 - forecast.prevalence) * cost / (1 - cost)
        avoided = (forecast.net_benefit(cost) - treat_all) * (1 - cost) / cost
        assert forecast.interventions_avoided(cost) == near(avoided, rel=1e-9, abs=1e-9)


@FEW
@given(sample=cases(), interval=intervals(1e-3, 1 - 1e-3))
def test_areas_of_the_rescaled_decision_curve(sample, interval):
    """Between the prevalence and the curve: over x = -(1-c)^2/2 half the Brier score, over x = ln c the log loss.

    On each piece NB is flat in TP and FP, so the area under it over x is integrated in closed form.
    """
    forecast = sample.forecast
    low, high = interval
    knots = np.unique(np.clip([low, *sample.s, high], low, high))
    assume(np.diff(knots).min(initial=1) > 1e-9)
    middles = (knots[1:] + knots[:-1]) / 2
    tp, fp = (np.asarray(count) / forecast.total for count in forecast.counts(middles)[:2])

    def area(x, odds):
        """Integral of pi - tp + fp c/(1-c) over x; `odds` is the antiderivative of c/(1-c) dx."""
        return np.sum((forecast.prevalence - tp) * np.diff(x) + fp * np.diff(odds))

    # dx = (1-c) dc, so c/(1-c) dx = c dc.
    assert area(-((1 - knots) ** 2) / 2, knots**2 / 2) == near(forecast.brier_score(interval) / 2, rel=1e-9, abs=1e-15)
    # dx = dc/c, so c/(1-c) dx = dc/(1-c).
    assert area(np.log(knots), -np.log1p(-knots)) == near(forecast.log_loss(interval), rel=1e-9, abs=1e-14)


class TestStandardErrors:
    @pytest.mark.parametrize("rule", RULES)
    @FEW
    @given(sample=cases(max_size=12), interval=intervals(1e-4, 1 - 1e-4))
    def test_they_are_those_of_a_mean_of_pointwise_losses(self, rule, sample, interval):
        chosen = RULES[rule]
        antiderivatives = REFERENCE_OF[type(chosen.weights)]
        losses = reference.pointwise(sample.y, sample.s, antiderivatives, *interval)
        scale = chosen.scale(check_interval(interval))
        values = [scale * loss + chosen.per_positive * y for loss, y in zip(losses, sample.y, strict=True)]
        mean, error = reference.mean_and_error(values, sample.w)
        found = sample.forecast.estimate(rule, interval)
        size = max(map(abs, values)) + chosen.per_positive
        assert found.value == near(mean, rel=1e-11, abs=1e-14 * size)
        # The spread about the mean is a difference of sums: below half the digits of the losses it is rounding.
        assert found.standard_error == near(error, rel=1e-9, abs=1e-7 * size)

    @EXAMPLES
    @given(sample=cases(), cost=st.floats(0, 1 - 1e-6), threshold=st.floats(0, 1))
    def test_at_one_cost(self, sample, cost, threshold):
        y, s, w = sample
        forecast = sample.forecast
        weights = np.ones(len(y)) if w is None else np.array(w)
        # Weights are good to the last digits of their total, so variances are to those of its square.
        rounding = 1e-15 * float(weights @ weights) / float(weights.sum()) ** 2
        for t in (cost, threshold):
            decided = [score >= t * (1 - 1e-12) for score in s]
            losses = [
                cost * d * (1 - label) + (1 - cost) * label * (1 - d) for d, label in zip(decided, y, strict=True)
            ]
            mean, error = reference.mean_and_error(losses, w)
            assert forecast.regret(cost, t) == near(mean, abs=1e-15)
            assert forecast.regret_standard_error(cost, t) ** 2 == near(error**2, rel=2e-9, abs=rounding)
        decided = [score >= cost * (1 - 1e-12) for score in s]
        worth = [d * (label - (1 - label) * cost / (1 - cost)) for d, label in zip(decided, y, strict=True)]
        mean, error = reference.mean_and_error(worth, w)
        size = 1 / (1 - cost)
        assert forecast.net_benefit(cost) == near(mean, abs=1e-14 * size)
        assert forecast.net_benefit_standard_error(cost) ** 2 == near(error**2, rel=2e-9, abs=rounding * size**2)

    @EXAMPLES
    @given(sample=cases(weighted=False), cost=st.floats(0, 1))
    def test_at_one_cost_by_the_formula(self, sample, cost):
        """Var R*(c) = [c^2 FP + (1-c)^2 FN - R*^2] / n with FP, FN as fractions."""
        forecast = sample.forecast
        _, fp, fn, _ = (count / forecast.total for count in forecast.counts(cost))
        variance = (cost**2 * fp + (1 - cost) ** 2 * fn - forecast.regret(cost) ** 2) / forecast.total
        assert forecast.regret_standard_error(cost) ** 2 == near(variance, rel=1e-9, abs=1e-16)

    @FEW
    @given(sample=cases(max_size=12), interval=intervals(0.01, 0.9))
    def test_of_any_distribution(self, sample, interval):
        for costs, antiderivatives in (DISTRIBUTIONS["Beta(2, 8)"], DISTRIBUTIONS["Shifted(0.02)"]):
            assume(interval[1] - interval[0] > 1e-3)
            mass = reference.mass(antiderivatives, *interval)
            losses = [x / mass for x in reference.pointwise(sample.y, sample.s, antiderivatives, *interval)]
            _, error = reference.mean_and_error(losses, sample.w)
            found = sample.forecast.expected_regret_standard_error(costs.truncated(*interval))
            assert found == near(error, rel=1e-8, abs=1e-7 * max(losses))
        assert sample.forecast.expected_regret_standard_error(Point(0.3)) == sample.forecast.regret_standard_error(0.3)

    @EXAMPLES
    @given(sample=cases(scores=INNER_SCORES, both_classes=True, max_size=8), interval=intervals(0.0, 1.0))
    def test_of_skill_by_the_infinitesimal_jackknife(self, sample, interval):
        """The delta method is the derivative of the score in each case's weight: take it numerically."""
        y, s, w = sample
        weights = np.ones(len(y)) if w is None else np.array(w)
        assume(interval[1] - interval[0] > 1e-3)
        assume(0.01 < sample.forecast.prevalence < 0.99)  # else rounding swamps the numerical derivative
        assume(all(abs(sample.forecast.prevalence - end) > 1e-5 for end in interval))  # where the derivative has a bend
        for rule in ("brier", "log-loss"):

            def skill(weights, rule=rule):
                return Forecast(y, s, sample_weight=weights).estimate(f"{rule}-skill", interval).value

            # d skill / d ln w for each case.
            slopes = []
            for i in range(len(y)):
                up, down = weights.copy(), weights.copy()
                up[i] *= 1 + 1e-6
                down[i] *= 1 - 1e-6
                slopes.append((skill(up) - skill(down)) / 2e-6)
            expected = math.hypot(*slopes)
            found = sample.forecast.estimate(f"{rule}-skill", interval)
            assert found.value == skill(weights)
            size = 1 + abs(found.value)
            assert found.standard_error == near(expected, rel=1e-5, abs=1e-5 * size)


class TestDifferences:
    @FEW
    @given(sample=cases(), interval=intervals(1e-4, 1 - 1e-4), data=st.data())
    def test_they_pair_the_cases(self, sample, interval, data):
        size = len(sample.y)
        other = data.draw(st.lists(st.floats(0, 1), min_size=size, max_size=size))
        both = Comparison(sample.y, {"a": sample.s, "b": other}, sample_weight=sample.w)
        for rule, chosen in RULES.items():
            antiderivatives = REFERENCE_OF[type(chosen.weights)]
            losses = [reference.pointwise(sample.y, s, antiderivatives, *interval) for s in (sample.s, other)]
            scale = chosen.scale(check_interval(interval))
            gaps = [scale * (b - a) for a, b in zip(*losses, strict=True)]
            mean, error = reference.mean_and_error(gaps, sample.w)
            found = both.differences(interval, reference="a", rule=rule)
            size = scale * max(map(max, losses))
            assert found.loc["b", "estimate"] == near(mean, rel=1e-9, abs=1e-13 * abs(size))
            assert found.loc["b", "standard_error"] == near(error, rel=1e-9, abs=1e-13 * abs(size))
            assert found.loc["a"].tolist() == [0.0] * 4
            # A difference of means is the mean of differences.
            values = [both[name].estimate(rule, interval).value for name in "ab"]
            assert found.loc["b", "estimate"] == near(values[1] - values[0], rel=1e-9, abs=1e-12 * abs(size))
