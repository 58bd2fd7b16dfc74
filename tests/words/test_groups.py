import math

import numpy as np
import pytest

import brierwidgets as bw
from brierwidgets.core.intervals import Interval
from brierwidgets.core.scores import Estimate, Summary
from brierwidgets.data.groups import Groups, GroupScore, GroupSize, score_groups
from brierwidgets.words.groups import describe_groups, describe_size

INTERVAL = Interval(0.05, 0.2)


def score(regret, error, *, positives=50, rate=0.1):
    nothing = Estimate(math.nan, math.nan)
    return GroupScore(
        GroupSize(positives, 450),
        rate,
        Summary(Estimate(regret, error, regret - 2 * error, regret + 2 * error), nothing, nothing, nothing, nothing),
    )


def test_scores_are_those_of_the_group_alone():
    rng = np.random.default_rng(0)
    scores = rng.random(400)
    y, labels = rng.random(400) < scores, rng.choice(["a", "b"], 400)
    groups = Groups(bw.Comparison(y, {"m": scores}), labels)
    for spacing in ("cost", "log-odds"):
        scored = score_groups(groups, "m", INTERVAL, spacing)
        for name in ("a", "b"):
            here = labels == name
            alone = bw.Forecast(y[here], scores[here])
            assert scored[name].summary == alone.summary(INTERVAL, spacing=spacing)
            assert scored[name].prevalence == alone.prevalence
            assert scored[name].size == (np.sum(y & here), np.sum(~y & here))


def test_words_name_the_extremes_and_weigh_the_gap():
    scores = {"north": score(0.0405, 0.003), "south": score(0.029, 0.004, rate=0.2)}
    words = describe_groups("m", INTERVAL, scores)
    assert "lowest in south (29.0, 95% interval 21.0 to 37.0 per 1,000 people)" in words
    assert "highest in north (40.5, 95% interval 34.5 to 46.5)" in words
    # Half-widths of 6 and 8 make one of 10.
    assert "a gap of 11.5 (95% interval: 1.50 to 21.5), more than chance would do" in words
    assert "here 10% to 20%" in words
    alike = {name: found._replace(prevalence=0.1) for name, found in scores.items()}
    assert "how common positives are, here 10%; skill" in describe_groups("m", INTERVAL, alike)
    assert "1.50 to 21.5), which could be chance" in describe_groups(
        "m", INTERVAL, scores | {"east": score(0.035, 0.001)}
    )
    scores["north"] = score(0.0375, 0.003)
    assert "a gap of 8.50 (95% interval: −1.50 to 18.5), which could be chance" in describe_groups(
        "m", INTERVAL, scores
    )


def test_small_groups_are_named_and_left_out():
    scores = {"north": score(0.04, 0.003), "south": score(0.03, 0.004), "tiny": score(0.9, 0.3, positives=9)}
    words = describe_groups("m", INTERVAL, scores)
    assert "highest in north" in words
    assert "Too small to judge: tiny (fewer than 10 of a class)." in words
    del scores["south"]
    assert "fewer than two groups are large enough" in describe_groups("m", INTERVAL, scores)


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (GroupSize(10, 990), "it has 1,000 cases, 10 of them positive."),
        (GroupSize(1, 0), "it has 1 case, a positive one: too few"),
        (GroupSize(9, 1), "it has 10 cases, 9 of them positive: too few to judge a model on."),
    ],
)
def test_the_size_of_a_group_in_words(size, words):
    assert describe_size("it", size).startswith(words)
