import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brierwidgets import Forecast
from brierwidgets.core import Counts
from brierwidgets.core.intervals import Interval
from brierwidgets.core.one_threshold import decide, useful_costs
from brierwidgets.words.one_threshold import describe_decision, describe_useful

FOUR = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
SMALL = st.lists(st.tuples(st.booleans(), st.integers(0, 12)), min_size=2, max_size=12)


def test_by_hand():
    decision = decide(FOUR, 0.5, 0.2)
    assert decision.counts == (0.25, 0.25, 0.25, 0.25)
    assert decision.regret == pytest.approx(0.2 * 0.25 + 0.8 * 0.25)
    assert decision.treat_all == pytest.approx(0.1)
    assert decision.treat_none == pytest.approx(0.4)
    assert decision.risk_if_acted_on == decision.risk_if_let_go == 0.5


@given(SMALL, st.floats(0, 1), st.floats(0.01, 0.99))
def test_worth_acting_on_is_who_is_at_more_risk_than_the_cost(rows, threshold, cost):
    y, tenths = zip(*rows, strict=True)
    decision = decide(Forecast(list(y), np.array(tenths) / 12), threshold, cost)
    for regret, risk, sign in (
        (decision.treat_none, decision.risk_if_acted_on, 1),
        (decision.treat_all, decision.risk_if_let_go, -1),
    ):
        if math.isnan(risk):
            assert decision.regret == pytest.approx(regret)
        elif abs(risk - cost) > 1e-9:
            assert (decision.regret < regret) == (sign * (risk - cost) > 0)


@settings(max_examples=60)
@given(SMALL)
def test_useful_costs_are_those_where_the_regret_is_lower(rows):
    y, tenths = zip(*rows, strict=True)
    forecast = Forecast(list(y), np.array(tenths) / 12)
    stretches = useful_costs(forecast)
    rate = forecast.prevalence
    for cost in np.linspace(0.0011, 0.9989, 301):
        best_rival = min(cost * (1 - rate), (1 - cost) * rate)
        inside = any(low < cost <= high for low, high in stretches)
        corners = [*forecast.distinct_scores, *(end for stretch in stretches for end in stretch)]
        if min(abs(cost - corner) for corner in corners) > 1e-9:
            assert inside == (forecast.regret(cost) < best_rival - 1e-12)
    assert all(one.high < two.low for one, two in itertools.pairwise(stretches))


@pytest.mark.parametrize(
    ("threshold", "cost", "words"),
    [
        (0.3, 0.2, "beats treating all and treating none: 66.7% of those acted on need it, more than 20%"),
        (0.5, 0.6, "treating none would be better: only 50% of those acted on need it, fewer than 60%"),
        (0.5, 0.2, "treating all would be better: 50% of those let go need it, more than 20%"),
        (0.9, 0.6, "Nobody is acted on, so this is treating none. At a cost ratio of 60% that is no worse"),
        (0.9, 0.3, "Nobody is acted on, so this is treating none. At a cost ratio of 30% that is worse"),
        (0.1, 0.3, "Everyone is acted on, so this is treating all. At a cost ratio of 30% that is no worse"),
        (0.1, 0.6, "Everyone is acted on, so this is treating all. At a cost ratio of 60% that is worse"),
        (0.5, 0.5, "exactly as good as treating"),
        (0.5, 0.50001, "only 50% of those acted on need it, fewer than 50.001%"),
    ],
)
def test_words_say_whether_it_is_worth_it(threshold, cost, words):
    first, second = describe_decision("four", decide(FOUR, threshold, cost))
    assert words in second
    assert first.startswith(f"Acting on four at {threshold:.0%}, of 1,000 people ")


@pytest.mark.parametrize(
    ("counts", "people", "words"),
    [
        ((0, 1, 3, 96), 100, "of 100 people 1 is acted on, needlessly, and 3 of the 3 who need it are missed."),
        ((1, 0, 0, 99), 100, "of 100 people 1 is acted on, rightly, and the 1 who needs it is not missed."),
        ((2, 3, 1, 94), 100, "5 are acted on, 3 of them needlessly, and 1 of the 3 who need it is missed."),
        ((0, 0, 1, 99), 100, "of 100 people nobody is acted on, and the 1 who needs it is missed."),
        ((0, 2, 0, 8), 10, "of 10 people 2 are acted on, 2 of them needlessly, and nobody needs it."),
    ],
)
def test_one_is_singular_and_people_are_as_many_as_are_drawn(counts, people, words):
    decision = decide(FOUR, 0.3, 0.2)._replace(counts=Counts(*(count / people for count in counts)))
    assert words in describe_decision("four", decision, people)[0]


def test_words_count_people():
    first, _ = describe_decision("four", decide(FOUR, 0.5, 0.2))
    assert "500 are acted on, 250 of them needlessly, and 250 of the 500 who need it are missed" in first


@pytest.mark.parametrize(
    ("stretches", "words"),
    [
        ([], "At no cost ratio does four beat both"),
        ([(0.1, 0.4)], "four beats both from 10% to 40%."),
        ([(0.1, 0.4), (0.4001, 0.5)], "four beats both from 10% to 50%."),
        ([(0.1, 0.12), (0.2, 0.4), (0.5, 0.9)], "from 20% to 40% and from 50% to 90%, and on 1 shorter stretch."),
        ([(0.1, 0.12), (0.2, 0.4), (0.5, 0.9), (0.93, 0.94)], "from 50% to 90%, and on 2 shorter stretches."),
        ([(0.0, 0.00001), (0.2, 0.4)], "four beats both from 20% to 40%."),
        ([(0.0, 0.00001)], "At hardly any cost ratio does four beat both"),
        ([(0.0, 0.4), (0.5, 1.0)], "from 0% to 40% and from 50% to 100%."),
    ],
)
def test_words_on_where_a_model_is_useful(stretches, words):
    assert words in describe_useful("four", [Interval(*stretch) for stretch in stretches])


def test_a_model_that_knows_nothing_is_never_useful():
    assert useful_costs(Forecast([0, 1, 0, 1], [0.3, 0.3, 0.3, 0.3])) == []
    assert useful_costs(Forecast([0, 1], [0.3, 0.2])) == []
