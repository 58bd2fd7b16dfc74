"""Cost distributions: values by hand, then closed forms against 60-digit arithmetic and quadrature."""

import math
from decimal import localcontext
from fractions import Fraction

import numpy as np
import pytest
from scipy.integrate import quad

from brierwidgets.costs import Beta, LogOddsUniform, NetBenefitUniform, Point, Shifted, Uniform
from tests.core import reference

EXACT = {
    "uniform": (Uniform(), reference.UNIFORM),
    "log-odds": (LogOddsUniform(), reference.LOG_ODDS),
    "net benefit": (NetBenefitUniform(), reference.NET_BENEFIT),
    "Beta(1, 1)": (Beta(1, 1), reference.beta(1, 1)),
    "Beta(2, 2)": (Beta(2, 2), reference.beta(2, 2)),
    "Beta(2, 8)": (Beta(2, 8), reference.beta(2, 8)),
    "Beta(40, 3)": (Beta(40, 3), reference.beta(40, 3)),
    **{
        f"Shifted({center!r})": (Shifted(center), reference.shifted(center))
        for center in (0.001, 0.02, 0.3, 0.45, 0.4999, 0.5 - 1e-9, 0.5, 0.5 + 1e-12, 0.52, 0.7, 0.999)
    },
}
# Wide and narrow, at either end, in the tails and across the middle.
STRETCHES = [
    (0.0, 0.3),
    (0.0, 1e-7),
    (0.0, 1e-3),
    (0.0166, 0.03),
    (0.1, 0.1001),
    (0.1, 0.1 + 1e-6),
    (0.2, 0.9),
    (0.4999, 0.5001),
    (0.5, 0.5000001),
    (0.97, 0.9999),
    (0.3, 1 - 1e-12),
    (1e-12, 0.6),
]


class TestByHand:
    def test_uniform(self):
        assert Uniform().negative_loss(0.6) == pytest.approx(0.18, rel=1e-15)  # 0.6^2 / 2
        assert Uniform().positive_loss(0.4) == pytest.approx(0.18, rel=1e-15)  # 0.6^2 / 2
        assert Uniform().negative_loss(0.6, 0.2) == pytest.approx(0.16, rel=1e-15)  # 0.18 - 0.02
        assert Uniform(0.2, 0.6).mass == pytest.approx(0.4, rel=1e-15)
        assert Uniform(0.2, 0.6).density([0.1, 0.2, 0.6, 0.7]).tolist() == [0.0, 2.5, 2.5, 0.0]

    def test_log_odds(self):
        assert LogOddsUniform().negative_loss(0.75) == pytest.approx(math.log(4), rel=1e-15)
        assert LogOddsUniform().positive_loss(0.25) == pytest.approx(math.log(4), rel=1e-15)
        assert LogOddsUniform(0.2, 0.8).mass == pytest.approx(math.log(16), rel=1e-15)
        assert LogOddsUniform(0.2, 0.8).density(0.5) == pytest.approx(4 / math.log(16), rel=1e-15)

    def test_net_benefit(self):
        assert NetBenefitUniform().negative_loss(0.5) == pytest.approx(math.log(2) - 0.5, rel=1e-15)
        assert NetBenefitUniform().positive_loss(0.25) == 0.75
        assert NetBenefitUniform(0, 0.5).mass == pytest.approx(math.log(2), rel=1e-15)

    def test_beta(self):
        # I_1/2(3, 2) is the chance of 3 or 4 heads in 4 throws, 5/16; p / (p + q) = 1/2.
        assert Beta(2, 2).negative_loss(0.5) == pytest.approx(5 / 32, rel=1e-14)
        assert Beta(2, 2).positive_loss(0.5) == pytest.approx(5 / 32, rel=1e-14)
        assert Beta(2, 2).density(0.5) == pytest.approx(1.5, rel=1e-14)
        assert Beta(2, 2, 0, 0.5).mass == pytest.approx(0.5, rel=1e-14)

    @pytest.mark.parametrize(("low", "high"), [(1e-12, 1e-9), (1e-5, 1e-4), (9e-4, 2e-3), (0.1, 0.1001)])
    def test_beta_whose_upper_tail_starts_at_tiny_costs(self, low, high):
        # I_u(p, 1) = u^p, here above 1/2 from 1e-15 on.
        expected = low**0.02 * math.expm1(0.02 * math.log(high / low))
        assert Beta(0.02, 1).truncated(low, high).mass == pytest.approx(expected, rel=1e-11)

    def test_shifted(self):
        # m = 0.2, k = 0.6: m (1 - m) / k^2 = 4/9; D goes from 0.2 to 0.8.
        assert Shifted(0.2).negative_loss(1.0) == pytest.approx(4 / 9 * (math.log(4) + 0.25 - 1), rel=1e-14)
        # Mirrored: m = 0.8, k = -0.6, D goes from 0.8 to 0.2.
        assert Shifted(0.2).positive_loss(0.0) == pytest.approx(4 / 9 * (math.log(0.25) + 4 - 1), rel=1e-14)
        assert Shifted(0.2, 0, 0.2).mass == pytest.approx(0.5, rel=1e-14), "the center is the median"
        assert Shifted(0.2).density(0.0) == pytest.approx(0.16 / 0.04, rel=1e-14)

    def test_point(self):
        point = Point(0.3)
        assert point.negative_loss([0.2, 0.3, 0.4]).tolist() == [0.0, 0.3, 0.3]
        assert point.positive_loss([0.2, 0.3, 0.4]).tolist() == [0.7, 0.0, 0.0]
        assert point.mass == 1.0
        assert point.density([0.2, 0.3]).tolist() == [0.0, math.inf]
        assert point.truncated(0.3, 0.4).cost == 0.3


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize(("low", "high"), STRETCHES)
def test_partial_moments_match_60_digits(name, low, high):
    """Both as differences between two costs, where subtracting closed forms would cancel."""
    costs, exact = EXACT[name]
    # A difference of incomplete beta functions is good to the last digit of the larger one, not of the difference.
    slack = 4e-16 if isinstance(costs, Beta) else 0.0
    with localcontext() as context:
        context.prec = reference.DIGITS
        negative = reference._gap(exact.negative, Fraction(low), Fraction(high))
        assert float(costs.negative_loss(high, low)) == pytest.approx(float(negative), rel=4e-14, abs=slack)
        if (low, name) != (0.0, "log-odds"):
            positive = reference._gap(exact.positive, Fraction(low), Fraction(high))
            assert float(costs.positive_loss(low, high)) == pytest.approx(float(positive), rel=4e-14, abs=slack)
            if low > 0.0:
                assert costs.truncated(low, high).mass == pytest.approx(
                    reference.mass(exact, low, high), rel=4e-14, abs=slack
                )


@pytest.mark.parametrize("name", EXACT)
def test_arrays_give_what_scalars_give(name):
    costs, _ = EXACT[name]
    scores = np.array([1e-9, 1e-4, 0.1, 0.1 + 1e-9, 0.5, 0.9, 1 - 1e-9])
    for low in (0.0, 1e-9):
        one_by_one = [float(costs.negative_loss(float(score), low)) for score in scores]
        np.testing.assert_allclose(costs.negative_loss(scores, low), one_by_one, rtol=1e-14)
    for high in (1 - 1e-9, 1.0):
        one_by_one = [float(costs.positive_loss(float(score), high)) for score in scores]
        np.testing.assert_allclose(costs.positive_loss(scores, high), one_by_one, rtol=1e-14)


def test_beta_keeps_its_digits_in_the_far_tails():
    for p, q, low, high in ((2, 60, 0.8, 0.9), (2, 60, 0.9, 1.0), (60, 2, 1e-3, 0.05), (5, 200, 0.4, 0.401)):
        exact, costs = reference.beta(p, q), Beta(p, q)
        with localcontext() as context:
            context.prec = 200
            negative = float(reference._gap(exact.negative, Fraction(low), Fraction(high)))
            positive = float(reference._gap(exact.positive, Fraction(low), Fraction(high)))
        assert 0.0 < negative < 1e-20
        assert float(costs.negative_loss(high, low)) == pytest.approx(negative, rel=1e-12)
        assert float(costs.positive_loss(low, high)) == pytest.approx(positive, rel=1e-12)


FINITE = [
    Uniform(),
    Uniform(0.2, 0.4),
    LogOddsUniform(0.01, 0.9),
    NetBenefitUniform(0.1, 0.99),
    Beta(2, 2),
    Beta(0.7, 3.2),
    Beta(1.5, 20.5).truncated(0.02, 0.3),
    Beta(0.5, 0.5).truncated(0.01, 0.7),
    Shifted(0.02),
    Shifted(0.9).truncated(0.5, 0.6),
    Shifted(0.5),
]


@pytest.mark.parametrize("costs", FINITE, ids=str)
class TestAgainstQuadrature:
    def integral(self, costs, function, low=None, high=None):
        ends = costs.low if low is None else low, costs.high if high is None else high
        value, _ = quad(lambda c: function(c) * float(costs.density(c)), *ends, epsabs=0, epsrel=1e-11, limit=500)
        return value

    def test_density_has_mass_one(self, costs):
        assert self.integral(costs, lambda _: 1.0) == pytest.approx(1.0, rel=1e-9)

    def test_moments_are_those_of_the_density(self, costs):
        low, high = costs.interval
        middle = low + 0.37 * (high - low)
        negative = float(costs.negative_loss(middle, low)) / costs.mass
        positive = float(costs.positive_loss(middle, high)) / costs.mass
        assert negative == pytest.approx(self.integral(costs, lambda c: c, high=middle), rel=1e-9)
        assert positive == pytest.approx(self.integral(costs, lambda c: 1 - c, low=middle), rel=1e-9)

    def test_no_density_outside(self, costs):
        assert costs.density(costs.low - 1e-9) == 0.0
        assert costs.density(costs.high + 1e-9) == 0.0


class TestTruncation:
    def test_it_is_an_intersection(self):
        assert Beta(2, 8, 0.1, 0.5).truncated(0.3, 0.9) == Beta(2, 8, 0.3, 0.5)
        assert Uniform(0.1, 0.5).truncated(0, 1) == Uniform(0.1, 0.5)
        assert Shifted(0.2).truncated("1:99", "20%") == Shifted(0.2, 0.01, 0.2)

    def test_whole_undoes_it(self):
        assert Beta(2, 8).truncated(0.3, 0.9).whole == Beta(2, 8)
        whole = Shifted(0.2)
        assert whole.whole is whole

    def test_masses_add_up(self):
        for costs in (Uniform(), Beta(2, 8), Shifted(0.1), Beta(0.5, 0.5)):
            parts = [costs.truncated(low, high).mass for low, high in ((0, 0.2), (0.2, 0.21), (0.21, 1))]
            assert sum(parts) == pytest.approx(1.0, rel=1e-14)

    def test_infinite_mass(self):
        assert LogOddsUniform(0, 0.5).mass == math.inf
        assert LogOddsUniform(0.5, 1).mass == math.inf
        assert NetBenefitUniform(0.5, 1).mass == math.inf
        assert NetBenefitUniform(0, 0.5).mass < math.inf


class TestObjects:
    def test_they_never_change(self):
        for costs in (*FINITE, Point(0.2)):
            with pytest.raises(AttributeError):
                costs.low = 0.3

    def test_equal_ones_are_one_key(self):
        assert {Uniform(0.1, "20%"): "a"}[Uniform("1:9", 0.2)] == "a"
        assert Uniform() != LogOddsUniform()
        assert Shifted("5%") == Shifted(0.05)
        assert Beta(2, 8) == Beta(np.int64(2), np.float32(8))
