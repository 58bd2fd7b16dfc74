"""The scales of a lesson say the same in the page as in Python."""

from brierwidgets.page import script
from brierwidgets.words.scales import SCALES_WORDS, describe_scales
from tests.page.test_lesson_answers import LOAD

COSTS = [0.001, 0.0166, 0.02, 0.05, 0.1, 1 / 3, 0.4999, 0.5, 0.5001, 0.6, 0.75, 0.95, 0.999]


def test_what_a_threshold_weighs_is_said_alike(scripts):
    scripts._page.evaluate(LOAD, script("cost_scales"))
    describe = "([words, costs]) => costs.map((cost) => window.lesson.describe_scales(words, cost))"
    assert scripts.evaluate(describe, [SCALES_WORDS, COSTS]) == [describe_scales(cost) for cost in COSTS]
