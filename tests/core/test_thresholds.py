"""The tie rule, and what a user who types 0.29 means: every spelling of a threshold decides alike."""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brierwidgets import Forecast
from brierwidgets.core.thresholds import SLACK, lowest_reaching, reaches, slack_of

SPELLINGS = {
    "arange": np.arange(0, 1, 0.01),
    "division": np.array([i / 100 for i in range(100)]),
    "typed": np.array([float(f"0.{i:02d}") for i in range(100)]),
    "decimal": np.array([float(Decimal(i) / 100) for i in range(100)]),
    "multiplied": np.array([i * 0.01 for i in range(100)]),
    "linspace": np.linspace(0, 1, 101)[:-1],
    "added up": np.cumsum(np.full(100, 0.01)) - 0.01,
    "percent": [f"{i}%" for i in range(100)],
}


def test_the_trap_is_real():
    """np.arange and i / 100 differ in the last bit, and the bare comparison flips scores at some thresholds."""
    scores = SPELLINGS["division"]
    flipped = [i for i in range(100) if (scores >= SPELLINGS["arange"][i]).sum() != (scores >= scores[i]).sum()]
    assert len(flipped) >= 6
    assert 35 in flipped
    assert not 0.35 >= 35 * 0.01


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
@pytest.mark.parametrize("of_scores", ["division", "arange", "multiplied"])
def test_every_spelling_decides_alike(spelling, dtype, of_scores):
    """At all 100 thresholds, for scores of two decimals however they were stored."""
    scores = SPELLINGS[of_scores].astype(dtype)
    forecast = Forecast(np.arange(100) % 2, scores)
    # Integers know no rounding: score i reaches threshold j if and only if i >= j.
    reached = np.arange(100)[:, None] >= np.arange(100)
    odd = np.arange(100) % 2 == 1
    counts = forecast.counts(SPELLINGS[spelling])
    assert counts.tp.tolist() == reached[odd].sum(axis=0).tolist()
    assert counts.fp.tolist() == reached[~odd].sum(axis=0).tolist()
    one_by_one = [forecast.counts(threshold).tp for threshold in SPELLINGS[spelling]]
    assert one_by_one == counts.tp.tolist()


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_regret_and_net_benefit_do_not_jump(spelling):
    forecast = Forecast(np.arange(100) % 3 == 0, SPELLINGS["division"])
    typed = SPELLINGS["typed"]
    np.testing.assert_allclose(forecast.regret(SPELLINGS[spelling]), forecast.regret(typed), rtol=1e-12)
    np.testing.assert_allclose(
        forecast.net_benefit(SPELLINGS[spelling]), forecast.net_benefit(typed), rtol=1e-12, atol=1e-15
    )
    assert forecast.accuracy(SPELLINGS[spelling]).tolist() == forecast.accuracy(typed).tolist()


class TestTheRule:
    def test_equal_scores_are_positive(self):
        assert reaches([0.2, 0.3, 0.4], 0.3).tolist() == [False, True, True]
        assert Forecast([0, 1], [0.3, 0.3]).counts(0.3) == (1.0, 1.0, 0.0, 0.0)

    def test_rounding_alone_does_not_part_a_score_from_its_threshold(self):
        assert reaches(0.3, np.nextafter(0.3, 1))
        assert reaches(1 - 0.9, 0.1)
        assert reaches(0.1 * 3, 0.3)
        assert reaches(0.3, 0.1 * 3)

    def test_a_real_difference_does(self):
        assert not reaches(0.3, 0.3 + 1e-9)
        assert not reaches(0.3 - 1e-9, 0.3)
        assert not reaches(1e-9, 1.1e-9)

    def test_the_slack_is_relative(self):
        assert lowest_reaching(1e-6) == pytest.approx(1e-6 * (1 - SLACK), rel=1e-16)
        assert not reaches(0.0, 1e-300)

    def test_short_floats_have_more(self):
        assert slack_of(np.dtype(np.float64)) == SLACK
        assert slack_of(np.dtype(np.float32)) == np.finfo(np.float32).eps
        assert slack_of(np.dtype(int)) == SLACK
        assert reaches(np.float32(0.35), 0.35, slack_of(np.dtype(np.float32)))
        assert not reaches(np.float32(0.35), 0.35)

    @given(score=st.floats(0, 1), threshold=st.floats(0, 1))
    def test_everything_reaches_0_and_a_higher_score_never_fails_where_a_lower_one_passes(self, score, threshold):
        assert reaches(score, 0.0)
        assert reaches(max(score, threshold), threshold)
        if reaches(score, threshold):
            assert reaches(min(1.0, score * 1.5), threshold)


class TestEnds:
    forecast = Forecast([0, 0, 1, 1, 0, 1], [0.0, 0.4, 0.0, 0.6, 1.0, 1.0])

    def test_everyone_is_positive_at_0(self):
        assert self.forecast.counts(0) == (3.0, 3.0, 0.0, 0.0)
        assert self.forecast.net_benefit(0) == 0.5  # the prevalence: false positives cost nothing
        assert self.forecast.regret(0) == 0.0

    def test_only_a_score_of_1_is_positive_at_1(self):
        assert self.forecast.counts(1) == (1.0, 1.0, 2.0, 2.0)
        assert self.forecast.regret(1) == pytest.approx(1 / 6, rel=1e-15)
        assert np.isfinite(self.forecast.regret_standard_error(1))

    def test_net_benefit_is_undefined_at_1_and_never_infinite(self):
        assert np.isnan(self.forecast.net_benefit(1))
        assert np.isnan(self.forecast.net_benefit_standard_error(1.0))
        found = self.forecast.net_benefit([0.5, 1.0])
        assert np.isfinite(found[0])
        assert np.isnan(found[1])
        # No false positive at all changes nothing: the weight of one is what is undefined.
        assert np.isnan(Forecast([0, 1], [0.2, 0.3]).net_benefit(1.0))

    def test_interventions_avoided_are_undefined_at_0(self):
        assert np.isnan(self.forecast.interventions_avoided(0))
        # At 1 nothing but negatives spared counts: two of six.
        assert self.forecast.interventions_avoided(1) == pytest.approx(2 / 6, rel=1e-15)
        assert np.isnan(self.forecast.interventions_avoided([0.0, 0.5])).tolist() == [True, False]
