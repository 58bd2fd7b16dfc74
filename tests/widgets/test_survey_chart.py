import re

import pytest
import traitlets

import brierwidgets as bw
from brierwidgets.datasets import load_survey, tally_reviews
from brierwidgets.export._page import _offline_state
from tests.widgets.conftest import HOSTILE, live, say

PAPER = {"venue": "CHIL", "has_classifier": True, "classifier_type": "binary", "has_experiments": True}


def papers(metric="AUC", venue="CHIL"):
    return [
        {
            **PAPER,
            "venue": venue,
            "metrics": {metric: {"present": present}},
            "visualizations": {"ROC": {"present": True}},
        }
        for present in (True, False, False, False)
    ]


@pytest.fixture
def chart(opened):
    return opened(bw.SurveyChart())


def bars(chart):
    """Return what is seen of the bars."""
    return chart._bars.children[chart._bars.selected_index].value


def test_every_share_is_a_bar_of_its_length(chart):
    widths = re.findall(r"width:([\d.]+)%\"></i><small", bars(chart))
    published = [row.share for row in load_survey().itertuples() if row.share == row.share]
    assert sorted(map(float, widths)) == pytest.approx(sorted([*(100 * share for share in published), 25, 25, 25]))


def test_what_was_not_printed_is_no_bar(chart):
    assert bars(chart).count("not printed") == 2
    assert bars(chart).count("fewer than 25%") == 3
    assert "<u " not in bars(chart)


def test_venues_differ_in_colour_and_in_pattern(chart):
    assert len(set(chart._styles.values())) == 3
    colours, patterns = zip(*chart._styles.values(), strict=True)
    assert len(set(colours)) == len(set(patterns)) == 3


def test_counts_bring_intervals_and_charts_a_heading_of_their_own(opened):
    tally = tally_reviews(papers())
    chart = opened(bw.SurveyChart(tally))
    low, high = tally.loc[0, ["low", "high"]]
    assert f'<u style="left:{100 * low:.2f}%;width:{100 * (high - low):.2f}%">' in bars(chart)
    assert "25% (1 of 4)" in bars(chart)
    assert "Metrics" in bars(chart)
    assert "Charts" in bars(chart)


def test_the_order_can_be_changed(chart):
    assert chart.metrics == ["accuracy", "AUC-ROC", "AUC-PR", "every other metric"]
    say(chart._orders, index=1)
    assert chart.order == "largest"
    assert chart.metrics == ["AUC-ROC", "accuracy", "AUC-PR", "every other metric"]
    assert bars(chart).index("AUC-ROC") < bars(chart).index("accuracy")


def test_a_saved_page_holds_both_orders_and_turns_without_python(chart, tmp_path):
    assert "Which metrics do papers report?" in chart.save_html(tmp_path / "survey.html").read_text(encoding="utf-8")
    state = _offline_state(chart.page_parts())["state"]
    (link,) = (entry["state"] for entry in state.values() if entry["model_name"] == "DirectionalLinkModel")
    assert (link["source"][1], link["target"][1]) == ("index", "selected_index")
    (stack,) = (entry["state"] for entry in state.values() if entry["model_name"] == "StackModel")
    assert len(stack["children"]) == 2


def test_hostile_names_stay_text(opened):
    chart = opened(bw.SurveyChart(tally_reviews(papers(metric=HOSTILE, venue=HOSTILE))))
    for part in (*chart.children[1].children[:1], *chart._bars.children, chart.children[3]):
        assert "<img" not in part.value
        assert "&lt;img" in part.value


def test_closing_leaves_nothing():
    before = live()
    chart = bw.SurveyChart()
    chart.close()
    chart.close()
    assert live() == before


@pytest.mark.parametrize(
    ("arguments", "error", "advice"),
    [
        ({"ordr": "given"}, TypeError, "Did you mean 'order'"),
        ({"order": "smallest"}, ValueError, "order must be one of"),
        ({"shares": "load_survey"}, TypeError, "DataFrame"),
    ],
)
def test_a_bad_argument_is_refused_and_leaves_nothing(arguments, error, advice):
    before = live()
    with pytest.raises(error, match=advice):
        bw.SurveyChart(**arguments)
    assert live() == before


def test_it_can_be_linked_like_every_view():
    chart, slider = bw.SurveyChart(), bw.IntervalSlider((0.1, 0.4))
    before = bars(chart)
    traitlets.link((slider, "value"), (chart, "interval"))
    slider.value = (0.2, 0.3)
    assert chart.interval == (0.2, 0.3)
    assert bars(chart) == before
    for widget in (chart, slider):
        widget.close()
