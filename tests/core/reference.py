"""Slow, independent answers: the regret curve integrated piece by piece, in exact or 60-digit arithmetic.

Between two neighbouring scores the shares of false positives and of missed cases are constant, so

    integral of R*(c) w(c) dc = FP x integral of c w(c) dc + FN x integral of (1 - c) w(c) dc

on each piece, and both integrals have elementary antiderivatives. Nothing here clips a score, keeps a prefix sum or
uses the package: shares are fractions, antiderivatives are fractions or decimals.
"""

import math
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise

DIGITS = 60


@dataclass(frozen=True)
class Antiderivatives:
    """Antiderivatives of c w(c), of (1 - c) w(c) and of w(c) itself, as functions of a Fraction."""

    negative: callable
    positive: callable
    mass: callable


def _decimal(value):
    value = Fraction(value)
    return Decimal(value.numerator) / Decimal(value.denominator)


def _ln(value):
    return _decimal(value).ln()


UNIFORM = Antiderivatives(lambda c: c**2 / 2, lambda c: c - c**2 / 2, lambda c: c)
LOG_ODDS = Antiderivatives(lambda c: -_ln(1 - c), _ln, lambda c: _ln(c) - _ln(1 - c))
NET_BENEFIT = Antiderivatives(lambda c: -_decimal(c) - _ln(1 - c), lambda c: c, lambda c: -_ln(1 - c))


def beta(p, q):
    """Beta(p, q) for whole p and q: polynomials, exactly."""
    constant = Fraction(math.factorial(p + q - 1), math.factorial(p - 1) * math.factorial(q - 1))

    def antiderivative(a, b):
        """Integral of c^a (1 - c)^b, by the binomial theorem."""
        terms = [Fraction((-1) ** k * math.comb(b, k), a + k + 1) for k in range(b + 1)]
        return lambda c: constant * sum(term * c ** (a + k + 1) for k, term in enumerate(terms))

    return Antiderivatives(antiderivative(p, q - 1), antiderivative(p - 1, q), antiderivative(p - 1, q - 1))


def shifted(center):
    """The shifted distribution, w(c) = m (1 - m) / (m + (1 - 2m) c)^2."""
    m = Fraction(center)
    k = 1 - 2 * m
    if k == 0:
        return UNIFORM

    def d(c):
        return m + k * c

    scale = _decimal(m * (1 - m) / k**2)
    return Antiderivatives(
        lambda c: scale * (_ln(d(c)) + _decimal(m / d(c))),
        lambda c: -scale * (_ln(d(c)) + _decimal((1 - m) / d(c))),
        lambda c: -m * (1 - m) / k / d(c),
    )


def _gap(antiderivative, low, high):
    return _decimal_of(antiderivative(high)) - _decimal_of(antiderivative(low))


def _decimal_of(value):
    return value if isinstance(value, Decimal) else _decimal(value)


def _weights(y, weights):
    return [Fraction(1)] * len(y) if weights is None else [Fraction(w) for w in weights]


def integrated_regret(cases, antiderivatives, low, high):
    """Integral of R*(c) w(c) over [low, high] as a float; infinite where it diverges.

    `cases` are outcomes, scores and weights (None for equal).
    """
    low, high = Fraction(low), Fraction(high)
    y, s, weights = cases
    cases = [(bool(label), Fraction(score), w) for label, score, w in zip(y, s, _weights(y, weights), strict=True)]
    knots = sorted({low, high, *(score for _, score, _ in cases if low < score < high)})
    total = sum(w for _, _, w in cases)
    with localcontext() as context:
        context.prec = DIGITS
        integral = Decimal(0)
        for start, stop in pairwise(knots):
            # On start < c <= stop a case is positive if its score is at least stop.
            false_positives = sum((w for label, score, w in cases if not label and score >= stop), Fraction(0))
            missed = sum((w for label, score, w in cases if label and score < stop), Fraction(0))
            for share, antiderivative, end in (
                (false_positives / total, antiderivatives.negative, stop),
                (missed / total, antiderivatives.positive, start),
            ):
                if share:
                    if _diverges(antiderivatives, antiderivative, end):
                        return math.inf
                    integral += _decimal(share) * _gap(antiderivative, start, stop)
        return float(integral)


def _diverges(antiderivatives, antiderivative, end):
    at_one = antiderivatives in (LOG_ODDS, NET_BENEFIT) and antiderivative is antiderivatives.negative and end == 1
    return at_one or (antiderivatives is LOG_ODDS and antiderivative is antiderivatives.positive and end == 0)


def mass(antiderivatives, low, high):
    """Integral of w over [low, high] as a float."""
    with localcontext() as context:
        context.prec = DIGITS
        return float(_gap(antiderivatives.mass, Fraction(low), Fraction(high)))


def pointwise(y, s, antiderivatives, low, high):
    """Each case's own part of the integral, as floats: what it costs over the cost ratios that treat it wrongly."""
    return [integrated_regret(([a], [b], None), antiderivatives, low, high) for a, b in zip(y, s, strict=True)]


def mean_and_error(values, weights=None):
    """Weighted mean and its standard error, SE^2 = sum w^2 (v - mean)^2 / (sum w)^2, in exact arithmetic."""
    shares = _weights(values, weights)
    values = [Fraction(value) for value in values]
    total = sum(shares)
    mean = sum(w * v for w, v in zip(shares, values, strict=True)) / total
    variance = sum((w * (v - mean)) ** 2 for w, v in zip(shares, values, strict=True)) / total**2
    return float(mean), math.sqrt(variance)
