import pytest
import traitlets
from scipy.special import logit

import brierwidgets as bw
from brierwidgets.formatting import nice_cost
from tests.widgets.conftest import live, say


@pytest.fixture
def slider(opened):
    return opened(bw.IntervalSlider((0.0166, 0.03), presets={"Tamoxifen debate": ("1.66%", "3%"), "wide": (0.1, 0.9)}))


def texts(slider):
    return [box.value for box in slider._boxes]


def test_value_and_interval_are_one(slider):
    slider.interval = ("1:19", "50%")
    assert slider.value == (0.05, 0.5)
    slider.value = (0.2, 0.3)
    assert slider.interval == (0.2, 0.3)


def test_a_moved_handle_snaps_to_a_round_number(slider):
    say(slider._track, value=[logit(0.02137), logit(0.03)])
    assert slider.value == (0.0214, 0.03)
    assert texts(slider) == ["2.14%", "3%"]


def test_a_handle_that_did_not_move_keeps_the_exact_number_typed(slider):
    slider.value = (0.016612345, 0.03)
    say(slider._track, value=[logit(0.016612345), logit(0.05)])
    assert slider.value == (0.016612345, 0.05)


def test_each_arrow_key_step_changes_the_value(slider):
    # The browser moves a handle by one step of the track; the round numbers must not swallow it.
    seen = set()
    place = float(logit(0.005))
    while place < logit(0.02):
        say(slider._track, value=[place, logit(0.9)])
        seen.add(slider.value.low)
        place += slider._track.step
    steps = int((logit(0.02) - logit(0.005)) / slider._track.step)
    assert len(seen) >= steps


def test_small_costs_get_as_much_room_as_large_ones(slider):
    low, high = slider._track.min, slider._track.max
    share = {
        ends: (logit(ends[1]) - logit(ends[0])) / (high - low) for ends in [(0.01, 0.03), (0.3, 0.56), (0.97, 0.99)]
    }
    assert max(share.values()) / min(share.values()) < 1.1


@pytest.mark.parametrize(
    ("unit", "typed", "expected"),
    [
        ("probability", "2%", 0.02),
        ("probability", "0.02", 0.02),
        ("probability", "1:49", 0.02),
        ("odds", "49", 0.02),
        ("odds", "1 : 49", 0.02),
        ("odds", "2%", 0.02),
        ("log-odds", "-4", 0.017986209962091555),
        ("log-odds", "−4", 0.017986209962091555),
        ("log-odds", "2%", 0.02),
    ],
)
def test_ends_can_be_typed_in_any_unit(slider, unit, typed, expected):
    slider.unit = unit
    say(slider._boxes[0], value=typed)
    assert slider.value.low == pytest.approx(expected, rel=1e-12)
    assert slider.notice.value == ""


@pytest.mark.parametrize("typed", ["five", "120%", "4%", "", "-1", "nan", "1:"])
def test_a_bad_end_says_why_and_changes_nothing(slider, typed):
    before = slider.value
    say(slider._boxes[0], value=typed)
    assert slider.value == before
    assert texts(slider) == ["1.66%", "3%"]
    assert 'role="alert"' in slider.notice.value
    say(slider._boxes[0], value="2%")
    assert slider.notice.value == ""


def test_crossing_handles_are_ignored(slider):
    before = slider.value
    say(slider._track, value=[logit(0.03), logit(0.03)])
    assert slider.value == before


def test_presets(slider):
    options = dict(slider._presets.options)
    slider._presets.value = options["wide"]
    assert slider.value == (0.1, 0.9)
    slider.value = (0.3, 0.4)
    slider._presets.value = options["wide"]  # a preset can be chosen twice
    assert slider.value == (0.1, 0.9)


def test_units_are_shown_on_boxes_and_scale(slider):
    slider.unit = "odds"
    assert texts(slider) == ["1 : 59.24", "1 : 32.33"]
    assert "1 : 999" in slider._scale.value
    slider._units.value = "log-odds"
    assert slider.unit == "log-odds"
    assert texts(slider)[0] == "−4.082"


def test_ends_of_0_and_1_stay_exact_while_the_other_handle_moves(slider):
    slider.value = (0, 0.5)
    say(slider._track, value=[slider._track.min, logit(0.7)])
    assert slider.value == (0.0, 0.7)


@pytest.mark.parametrize("bad", [(0.3, 0.1), (0.2, 0.2), (-0.1, 0.2), "0.1", (0.1,), (0.1, "lots")])
def test_a_bad_interval_is_refused(slider, bad):
    before = slider.value
    with pytest.raises(traitlets.TraitError):
        slider.interval = bad
    assert slider.value == slider.interval == before


def test_an_unknown_argument_names_the_nearest():
    with pytest.raises(TypeError, match=r"no argument 'preset'\. Did you mean 'presets'"):
        bw.IntervalSlider((0.1, 0.2), preset={})


def test_close_frees_everything():
    before = live()
    slider = bw.IntervalSlider((0.1, 0.2))
    assert live() > before
    slider.close()
    assert live() == before


def test_nice_costs_are_round():
    for cost in (0.00123456, 0.0166123, 0.123456, 0.5, 0.87654, 0.99876):
        snapped = nice_cost(cost)
        assert abs(logit(snapped) - logit(cost)) <= 0.011
        assert len(f"{min(snapped, 1 - snapped):.12g}".split(".")[-1].lstrip("0")) <= 4
