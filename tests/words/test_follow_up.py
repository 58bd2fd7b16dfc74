from brierwidgets import Comparison
from brierwidgets.words.follow_up import describe_follow_up


def test_the_sentence_says_horizon_censoring_and_estimator():
    both = Comparison.from_survival([1, 2, 3, 4], [1, 0, 2, 0], {"a": [0.8, 0.5, 0.6, 0.2]}, horizon=3.5)
    description = describe_follow_up(both.follow_up)
    assert "came by 3.5. Of 4 cases 1 had it by then, 1 had a competing event" in description
    assert "1 was censored before" in description
    assert description.endswith("(Aalen-Johansen).")
