"""The gallery: one live page a view, from one table of examples."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import ipywidgets as widgets
from learn import as_html, run_cell

#: One a view, for its card; pictures.py takes them.
PICTURES = Path(__file__).parents[1] / "_static" / "gallery"


class Example(NamedTuple):
    """A view: what it shows, when to use it, and the lines that make it."""

    name: str
    shows: str
    use: str
    code: str
    theme: str


_WOMEN = """\
import brierwidgets as bw

women = bw.datasets.load_breast_cancer()
"""
_TESTS = """\
import brierwidgets as bw

patients = bw.datasets.load_vickers17(n=2_000, seed=1)
"""
_LINK = "from traitlets import link\n\n"
_FEW = 'shown=["Underestimating", "Well calibrated", "Overestimating"]'


def _beside_slider(data: str, interval: tuple[str, str], view: str) -> str:
    """Return the lines that show a view without a band below a slider that moves it."""
    low, high = interval
    return f"""\
{_LINK}{data}slider = bw.IntervalSlider(("{low}", "{high}"))
view = {view}
link((slider, "interval"), (view, "interval"))
display(slider, view)"""


EXAMPLES = [
    Example(
        "Explorer",
        "Everything at once: slider, verdict, curves, ranking, and the rest in tabs.",
        "Start here. Drag the handles, or drag the band in the chart, and read the sentence.",
        _WOMEN + 'bw.Explorer(women, interval=("1.66%", "3%"))',
        "Overview",
    ),
    Example(
        "RegretCurve",
        "What wrong decisions cost at every cost ratio; the thick lines are averages over the interval.",
        "To see where two models cross, and that the Brier score is the average height of this curve.",
        _WOMEN + 'bw.RegretCurve(women, interval=("1.66%", "3%"))',
        "Curves",
    ),
    Example(
        "LogOddsCurve",
        "The same curve with rare costs given as much room as common ones.",
        "When thresholds of interest are tiny, and to see what log loss averages.",
        _WOMEN + 'bw.LogOddsCurve(women, interval=("1%", "5%"), spacing="log-odds")',
        "Curves",
    ),
    Example(
        "DecisionCurve",
        "Net benefit against the threshold, with treat all and treat none.",
        "For readers who know decision curve analysis: the same numbers in their units.",
        _TESTS + 'bw.DecisionCurve(patients, interval=("5%", "20%"))',
        "Curves",
    ),
    Example(
        "VerdictText",
        "The answer in words: who has the lowest mean regret, by how much, and how sure that is.",
        "Under a chart of your own, or read aloud.",
        _beside_slider(_WOMEN, ("1.66%", "3%"), "bw.VerdictText(women)"),
        "Answers",
    ),
    Example(
        "ScoreTable",
        "Every model's scores on the interval, its rank, and the ordinary scores beside them.",
        "For exact numbers, and to see a rank reversal.",
        _beside_slider(_TESTS, ("5%", "20%"), "bw.ScoreTable(patients)"),
        "Answers",
    ),
    Example(
        "IntervalSlider",
        "The control: drag, type, use the arrow keys, or choose a named interval.",
        "To drive several views of your own, linked by their trait `interval`.",
        _LINK
        + _TESTS
        + """\
slider = bw.IntervalSlider(("5%", "20%"), presets={"Biopsy": (0.05, 0.2), "Even costs": (0.4, 0.6)})
curve = bw.RegretCurve(patients)
link((slider, "interval"), (curve, "interval"))
display(slider, curve)""",
        "Answers",
    ),
    Example(
        "PrevalenceSlider",
        "How common positive cases are where the models will be used.",
        "To weigh views of your own to another base rate, linked by their trait `prevalence`.",
        _LINK
        + _TESTS
        + """\
rate = bw.PrevalenceSlider(patients.prevalence)
curve = bw.RegretCurve(patients, interval=("5%", "20%"))
link((rate, "prevalence"), (curve, "prevalence"))
display(rate, curve)""",
        "Answers",
    ),
    Example(
        "ThreePanels",
        "Ranking, calibration and regret side by side.",
        "To find out why a model loses: wrong order, or wrong numbers?",
        _TESTS + 'bw.ThreePanels(patients, interval=("5%", "20%"))',
        "Why",
    ),
    Example(
        "RocCurve",
        "The ROC curve, with the part that the interval's thresholds use.",
        "To show which part of the AUC speaks about your decision.",
        _beside_slider(_TESTS, ("5%", "20%"), "bw.RocCurve(patients)"),
        "Why",
    ),
    Example(
        "PrecisionRecallCurve",
        "Precision against recall, with the part that the interval's thresholds use.",
        "When cases are rare and readers ask for it.",
        _beside_slider(_TESTS, ("5%", "20%"), "bw.PrecisionRecallCurve(patients)"),
        "Why",
    ),
    Example(
        "CalibrationCurve",
        "What happened against what was predicted, by isotonic regression.",
        "To see over- and underestimation inside the interval.",
        _TESTS + f'bw.CalibrationCurve(patients, interval=("5%", "20%"), {_FEW})',
        "Why",
    ),
    Example(
        "DecompositionChart",
        "A score split into miscalibration, discrimination and uncertainty.",
        "To know what recalibration could win before you try it.",
        _beside_slider(_TESTS, ("5%", "20%"), "bw.DecompositionChart(patients)"),
        "Why",
    ),
    Example(
        "SensitivityMap",
        "The best model for every interval there is: one point an interval.",
        "To see how far the answer depends on the interval that you chose.",
        _WOMEN + 'bw.SensitivityMap(women, interval=("1.66%", "3%"))',
        "How far",
    ),
    Example(
        "GroupView",
        "The same comparison in each group of people.",
        "To check that the best model for all is the best for each.",
        """\
import numpy as np
import brierwidgets as bw

rng = np.random.default_rng(0)
site = rng.choice(["north", "south", "west"], 1500)
risk = rng.beta(1, 4, 1500)
ill = rng.random(1500) < risk
models = {"honest": risk, "hasty": np.where(site == "west", risk**0.4, risk**1.1)}
bw.GroupView(ill, models, groups=site, interval=("10%", "30%"))""",
        "How far",
    ),
    Example(
        "ThresholdExplorer",
        "One threshold, a hundred people: who is treated, who is missed.",
        "To teach what a cost ratio means, before any curve.",
        _WOMEN + 'bw.ThresholdExplorer(women, model="xgboost (2%)", cost="2%", people=1000)',
        "Teaching",
    ),
    Example(
        "CostChart",
        "How much weight each metric gives to each cost ratio.",
        "To show that every metric is an opinion about costs.",
        _TESTS + f'bw.CostChart(patients, interval=("5%", "20%"), {_FEW})',
        "Teaching",
    ),
    Example(
        "CostBoard",
        "Twenty chips on a grid of odds, and the models that they choose.",
        "To find out what a person, or a class, thinks about costs.",
        _WOMEN + "bw.CostBoard(women, chips=[0, 0, 1, 4, 7, 5, 2, 1, 0, 0, 0, 0])",
        "Teaching",
    ),
    Example(
        "MetricChooser",
        "Two questions that choose a metric.",
        "When somebody asks which metric to report.",
        _TESTS + f'bw.MetricChooser(patients, interval=("5%", "20%"), {_FEW})',
        "Teaching",
    ),
    Example(
        "SurveyChart",
        "Which metrics 2,610 papers report.",
        "To open a talk. It has no interval: change the order instead.",
        'import brierwidgets as bw\n\nbw.SurveyChart(order="largest")',
        "Teaching",
    ),
]


def write_example(example: Example) -> str:
    """Write an example as a live page, and return the element that shows it."""
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = run_cell(example.code, names)
    made = as_html(shown, example.name, f"{example.name}: {example.shows}")
    widgets.Widget.close_all()
    return made


def make_gallery(target: Path, say: Callable[[str], None]) -> None:
    """Write a page for every example, and the page that lists them."""
    for example in EXAMPLES:
        say(f"gallery {example.name}")
        made = write_example(example)
        text = (
            f"# {example.name}\n\n{example.shows}\n\n**When to use it.** {example.use}\n\n"
            f"```{{raw}} html\n{made}\n```\n\n```python\n{example.code}\n```\n\n"
            f"Reference: {{class}}`brierwidgets.{example.name}`.\n"
        )
        (target / f"{example.name}.md").write_text(text, encoding="utf-8")
    themes = dict.fromkeys(example.theme for example in EXAMPLES)
    opening = (
        "---\nhtml_theme.sidebar_secondary.remove: true\n---\n\n# Gallery\n\n"
        "Every view, live: drag a handle, or the band in a chart. No Python runs behind these pages; "
        "`view.save_html` writes such pages.\n"
    )
    parts = [opening]
    for theme in themes:
        cards = "".join(
            f":::{{grid-item-card}} {example.name}\n"
            f":img-top: ../_static/gallery/{example.name}.png\n:class-img-top: still\n"
            f":img-alt: a picture of {example.name}\n:link: {example.name}\n:link-type: doc\n{example.shows}\n:::\n"
            for example in EXAMPLES
            if example.theme == theme
        )
        parts.append(f"## {theme}\n\n::::{{grid}} 1 2 2 3\n:gutter: 3\n{cards}::::\n")
    listed = "\n".join(example.name for example in EXAMPLES)
    parts.append(f"```{{toctree}}\n:hidden:\n{listed}\n```\n")
    (target / "index.md").write_text("\n".join(parts), encoding="utf-8")
