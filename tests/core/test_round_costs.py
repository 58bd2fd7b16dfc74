"""The round cost ratios to which a hand snaps."""

import numpy as np

from brierwidgets.core.intervals import expit, logit
from brierwidgets.core.round_costs import TRACK, nice_cost, round_costs


def test_they_are_just_what_a_hand_can_reach():
    places = np.random.default_rng(0).uniform(*logit(np.array(TRACK)), 50_000)
    steps = np.concatenate([round_costs()[:-1], (round_costs()[:-1] + round_costs()[1:]) / 2])
    reached = {nice_cost(float(np.clip(cost, *TRACK))) for cost in (*expit(places), *steps, *TRACK)}
    assert reached <= set(round_costs().tolist())
    assert len(reached) > 0.98 * round_costs().size
    assert (np.diff(logit(round_costs())) < 0.0211).all()
