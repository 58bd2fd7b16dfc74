import io

import numpy as np
import pytest
from matplotlib.image import imread
from scipy.special import expit, logit

import brierwidgets as bw
from brierwidgets.ui.palette import BASELINE, look
from brierwidgets.views._map_picture import key_table, letter_places, paints, pixels, png
from brierwidgets.words.numbers import per_thousand
from tests.widgets.conftest import say


def unpack(file):
    """Read a PNG with somebody else's reader."""
    return np.rint(255 * imread(io.BytesIO(file))).astype(int)


def rgb(colour):
    return list(bytes.fromhex(colour[1:]))


def test_a_picture_comes_back_as_it_went_in():
    picture = np.random.default_rng(0).integers(0, 256, (3, 5, 4)).astype(np.uint8)
    assert np.array_equal(unpack(png(picture)), picture)


class TestPicture:
    both = bw.Comparison([0, 0, 1, 1] * 50, {"keen": [0.4, 0.6, 0.7, 0.9] * 50, "shy": [0.1, 0.2, 0.3, 0.6] * 50})
    found = both.best_over_intervals([0.2, 0.4, 0.6, 0.8], standard_errors=True)
    picture = pixels(found, paints(both.names))

    def at(self, low, high):
        return self.picture[3 - high, low].tolist()

    def test_the_colour_is_that_of_the_best_model(self):
        assert self.at(0, 1)[:3] == rgb(look(1).colour)  # from 20% to 40%, shy
        assert self.at(2, 3)[:3] == rgb(look(0).colour)  # from 60% to 80%, keen
        assert self.at(1, 2)[:3] == rgb(BASELINE)  # from 40% to 60% they are equal

    def test_opacity_says_how_sure_and_where_there_is_an_interval(self):
        clear, faint = self.picture[..., 3].max(), np.unique(self.picture[..., 3])[1]
        assert faint < clear / 2
        for low in range(4):
            for high in range(4):
                expected = 0 if high <= low else clear if self.found.clear[low, high] else faint
                assert self.at(low, high)[3] == expected
        assert self.found.clear[0, 1]
        assert not self.found.clear[1, 2]

    def test_without_standard_errors_nothing_but_ties_is_faint(self):
        picture = pixels(self.both.best_over_intervals([0.2, 0.4, 0.6, 0.8]), paints(self.both.names))
        assert picture[3 - 1, 0, 3] > 200
        assert picture[3 - 2, 1, 3] < 100

    def test_stripes_lie_where_a_rule_beats_every_model(self):
        """Two models that know nothing: with few positives treating none is better at all but the lowest costs."""
        rng = np.random.default_rng(0)
        sick, scores = rng.random(2000) < 0.02, rng.random((2, 2000))
        models = bw.Comparison(sick, dict(zip("ab", scores, strict=True)))
        found = models.best_over_intervals(np.linspace(0.0, 1.0, 21))
        beaten = found.better_rule >= 0
        for low, high in ((0, 1), (4, 9), (0, 20)):
            regret = models.scores(found.grid[[low, high]], rules=True)["mean_regret"]
            names = [*models.names, "treat all", "treat none"]
            np.testing.assert_allclose(found.rules[:, low, high], regret[names[2:]], rtol=1e-9)
            assert beaten[low, high] == (regret.idxmin() in names[2:])
            assert not beaten[low, high] or names[2 + found.better_rule[low, high]] == regret.idxmin()
        picture = pixels(found, paints(models.names))
        grey = (picture[..., :3] == rgb(BASELINE)).all(axis=2)[::-1].T
        assert 0.3 < np.count_nonzero(grey & beaten) / np.count_nonzero(beaten) < 0.7  # stripes, and colour between
        assert not (grey & ~beaten & ~found.tied).any()
        assert np.count_nonzero(beaten) == 209  # of 210: not all
        key = key_table(found, paints(models.names))
        assert "<b>/</b> treating all or none beats every model</th><td>&gt;99%</td><td>–</td>" in key

    def test_colours_stay_with_their_model_when_others_are_hidden(self):
        found = self.both.best_over_intervals([0.2, 0.4], names=["shy"], standard_errors=True)
        assert pixels(found, paints(self.both.names))[0, 0, :3].tolist() == rgb(look(1).colour)

    def test_letters_lie_in_their_area(self):
        found = self.both.best_over_intervals(np.linspace(0.1, 0.9, 60), standard_errors=True)
        places = letter_places(found)
        assert set(places) == {"keen", "shy"}
        for name, (low, high) in places.items():
            assert found.names[found.best[low, high]] == name

    def test_the_key_has_letter_name_and_shares(self):
        key = key_table(self.found, paints(self.both.names))
        assert "<b>A</b> keen</th><td>50%</td>" in key
        assert "<b>=</b> models are equal</th><td>17%</td><td>–</td>" in key


@pytest.fixture
def chart(comparison, opened):
    return opened(bw.SensitivityMap(comparison, interval=(0.05, 0.2), axis="probability"))


def shown_picture(chart):
    return unpack(chart._image.image.value)


def test_the_map_shows_the_best_model_on_each_interval(chart, comparison):
    found = chart.found
    expected = comparison.best_over_intervals(found.grid, standard_errors=True)
    assert np.array_equal(found.best, expected.best)
    assert found.grid[[0, -1]].tolist() == [0, 1]
    picture = shown_picture(chart)
    low, high = 20, 90
    best = comparison.names.index(found.names[found.best[low, high]])
    assert picture[-1 - high, low, :3].tolist() == rgb(look(best).colour)


def test_the_ring_follows(chart):
    for interval in ((0.1, 0.3), (0.2, 0.9)):
        chart.interval = interval
        for ring in chart._rings:
            assert (ring.x[0], ring.y[0]) == interval


def test_the_interval_can_be_typed(chart):
    say(chart._boxes["high"], value="1:1")
    assert chart.interval == (0.05, 0.5)
    assert [box.value for box in chart._boxes.boxes.values()] == ["5%", "50%"]
    say(chart._boxes["low"], value="60%")
    assert "The lower end 60% would not be on its side of the upper end 50%" in chart.notice.value
    assert chart.interval == (0.05, 0.5)
    assert chart._boxes["low"].value == "60%"  # to be mended, not to be typed again
    say(chart._boxes["low"], value="10%")
    assert chart.interval == (0.1, 0.5)
    assert chart.notice.value == ""


def test_axes_can_be_switched(chart):
    say(chart._axes, index=1)
    assert chart.axis == "log-odds"
    np.testing.assert_allclose(np.diff(logit(chart.found.grid)), np.diff(logit(chart.found.grid))[0])
    assert (chart._rings[0].x[0], chart._rings[0].y[0]) == pytest.approx((logit(0.05), logit(0.2)))
    assert "1%" in chart._low_axis.axis.tick_labels.values()
    assert chart._low_axis.axis.tick_labels == chart._high_axis.axis.tick_labels
    with pytest.raises(ValueError, match="axis must be one of"):
        bw.SensitivityMap([0, 1], {"a": [0.2, 0.7]}, axis="odds")


def test_a_map_is_painted_only_when_it_changes(chart):
    picture, found = chart._image.image, chart.found
    chart.interval = (0.3, 0.4)
    assert chart._image.image is picture
    assert chart.found is found
    chart.state.shown = ["good", "flat"]
    assert chart._image.image is not picture
    assert chart.found.names == ("good", "flat")
    chart.state.shown = ["good", "bold", "flat"]
    assert chart._image.image is picture  # two take turns


def test_averages_over_log_odds_need_an_inner_map(chart):
    chart.state.spacing = "log-odds"
    assert chart.found.spacing == "log-odds"
    assert chart.found.grid[[0, -1]] == pytest.approx([0.001, 0.999])
    assert chart.notice.value == ""


def test_zooming_shows_intervals_around_the_present_one(comparison, opened):
    chart = opened(bw.SensitivityMap(comparison, interval=("1.66%", "3%"), zoom=True))
    width = logit(0.03) - logit(0.0166)
    assert chart.found.grid[0] == pytest.approx(expit(logit(0.0166) - 2 * width))
    assert chart.found.grid[-1] == pytest.approx(expit(logit(0.03) + 2 * width))
    window = chart.found.grid
    chart.interval = (0.02, 0.04)
    assert chart.found.grid is window  # the map does not move under the hand
    chart.interval = (0.3, 0.5)
    assert chart.found.grid[0] < 0.3
    assert chart.found.grid[-1] > 0.5
    say(chart._zoom, value=False)
    assert chart.found.grid[[0, -1]] == pytest.approx([0.001, 0.999])
    chart.interval = (0, 0.0005)
    say(chart._zoom, value=True)
    assert chart.found.grid.size == window.size
    assert chart.notice.value == ""


def test_words_are_exact_for_the_present_interval(chart, comparison):
    chart.interval = (0.0512, 0.2034)
    scores = comparison.scores((0.0512, 0.2034))["mean_regret"].sort_values()
    lead = comparison.differences((0.0512, 0.2034)).loc[scores.index[1]]
    expected = f"{scores.index[0]}, {per_thousand(lead['estimate'])} per 1,000"
    assert chart.text.startswith(f"From 5.12% to 20.3%: {expected} people ahead of {scores.index[1]}")


def test_the_error_is_that_of_the_lead_over_the_next_model_even_where_a_rule_comes_closer(opened):
    models = {"good": [0.1, 0.2, 0.6, 0.9] * 25, "awful": [0.9, 0.3, 0.8, 0.1] * 25}
    cases = bw.Comparison([0, 0, 0, 1] * 25, models)
    chart = opened(bw.SensitivityMap(cases, interval=(0.2, 0.5)))
    assert chart.state.lead.rival in ("treat all", "treat none")
    found = cases.best_over_intervals([0.2, 0.5], standard_errors=True)
    low, high = (per_thousand(float(end[0, 1])) for end in (found.low, found.high))
    assert f"(95% interval: {low} to {high})" in chart.text


def test_without_models_and_with_one(chart):
    chart.state.shown = []
    assert chart.found is None
    assert chart.text == "No model is shown. Switch one on by its name."
    assert not shown_picture(chart).any()
    chart.state.shown = ["flat"]
    assert chart.text == (
        "From 5% to 20%: flat, the only model shown. flat is best on 100% of these intervals; treating all or none "
        "beats it on 2%."
    )
    assert chart.notice.value == ""


def test_counts_alone_cannot_say_how_sure(opened):
    one = bw.Forecast.from_counts([0.2, 0.7], positives=[10, 60], negatives=[90, 40])
    two = bw.Forecast.from_counts([0.1, 0.5], positives=[30, 40], negatives=[80, 50])
    chart = opened(bw.SensitivityMap(bw.Comparison.from_forecasts({"one": one, "two": two}), interval=(0.1, 0.4)))
    assert "cannot be told from counts alone" in chart.text
    assert "±" not in chart.text
    assert chart.notice.value == ""


def test_a_map_of_synthetic_cases_says_so(opened):
    comparison = bw.datasets.load_vickers17(300)
    alone = opened(bw.SensitivityMap(comparison, interval=(0.05, 0.2)))
    assert any(comparison.note in str(getattr(part, "value", "")) for part in all_parts(alone))
    explorer = opened(bw.Explorer(comparison, tab="sensitivity", interval=(0.05, 0.2)))
    said = [part for part in all_parts(explorer) if comparison.note in str(getattr(part, "value", ""))]
    assert len(said) == 1, "the verdict says it"


def all_parts(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from all_parts(child)
