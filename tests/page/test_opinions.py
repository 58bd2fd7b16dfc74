"""Scores, leads and verdicts under opinions about costs: the page against Python, from the shipped script."""

import numpy as np
import pytest

from brierwidgets import costs
from brierwidgets.core.curves import CURVES
from brierwidgets.core.move import lead, make_move
from brierwidgets.core.opinions import written_parts
from brierwidgets.core.tables import build_tables
from brierwidgets.page import sentences
from brierwidgets.words.verdict import verdict
from tests.page.conftest import on_wire
from tests.page.data_sets import large, small
from tests.page.test_agreement import check_lead, check_move, close

ASKED = [
    costs.from_intervals([("1%", "3%"), ("2%", "10%"), ("20%", "60%")]),
    costs.Histogram(["1:99", "1:19", "1:9", "1:1"], [0.25, 0.5, 0.25], spacing="log-odds"),
    costs.Mixture([(0.5, costs.Beta(2, 20)), (0.3, costs.Shifted(0.1)), (0.2, costs.NetBenefitUniform(0.1, 0.4))]),
    costs.Mixture([(0.7, costs.Beta(0.5, 3)), (0.3, costs.Uniform(0.2, 0.3))]).truncated("1%", "50%"),
]

ASK = """({words, sets}) => sets.map(({tables, intervals, names, parts}) => {
  const read = open_tables(tables);
  const spacing = page.opinion_rule(parts);
  return intervals.map((interval) => {
    const made = page.move(read, interval, spacing, names);
    const lists = {summaries: [...made.summaries], ranks: [...made.ranks], rules: [...made.rules]};
    return {
      move: {...made, ...lists, spacing: null},
      heights: ["regret", "log-odds", "plain", "quadratic"].map((curve) => [...page.mean_heights(made, curve)]),
      verdict: page.verdict(words, read, made).sentences,
    };
  });
})"""


def ask(scripts, sets):
    given = [
        {
            "tables": on_wire(build_tables(dict(each.comparison.items()), each.comparison.rows)),
            "intervals": each.intervals,
            "names": each.comparison.names,
            "parts": written_parts(ASKED[each.seed % len(ASKED)]),
        }
        for each in sets
    ]
    return scripts.evaluate(ASK, {"words": sentences(), "sets": given})


def test_the_page_weighs_costs_as_python_does(scripts):
    sets = [small(seed) for seed in range(96)]
    weighed = 0
    for each, answers in zip(sets, ask(scripts, sets), strict=True):
        models, opinion = each.comparison, ASKED[each.seed % len(ASKED)]
        for interval, found in zip(each.intervals, answers, strict=True):
            where = (each.seed, interval)
            wanted = make_move(models, interval, opinion, models.names)
            ahead = lead(models, wanted)
            narrow = interval[1] - interval[0] < 1e-4
            if wanted.best is not None:
                weighed += 1
                # Over a hair's breadth of costs the share of a Beta has few digits, in either language.
                digits = 1e-4 if narrow else 1e-9
                floor_of = {"net_benefit": 1.0, "skill": 1.0}.get
                check_move(found["move"], wanted, digits, where, floor_of=floor_of, rules_to=digits)
                if not narrow:
                    check_lead(found["move"]["lead"], ahead, 1e-9, where)
            assert found["verdict"] == verdict(models, wanted, ahead).sentences or narrow, where
            check_heights(found["heights"], wanted, where)
    assert weighed > 150


def check_heights(found, move, where):
    for curve, heights in zip(("regret", "log-odds", "plain", "quadratic"), found, strict=True):
        for name, height in heights:
            wanted = CURVES[curve].mean_height(move.summaries[name], move.interval, move.prevalence, move.spacing)
            assert close(height, wanted, 1e-4, 1.0), (where, curve, name)


@pytest.mark.slow
def test_tables_of_many_scores_are_weighed_too(scripts):
    sets = [large(seed, 60_000) for seed in range(4)]
    for each, answers in zip(sets, ask(scripts, sets), strict=True):
        models = each.comparison
        for interval, found in zip(each.intervals, answers, strict=True):
            wanted = make_move(models, interval, ASKED[each.seed % len(ASKED)], models.names)
            if wanted.best is None or np.diff(np.log(np.clip(interval, 1e-3, 0.999)))[0] < 0.05:
                continue
            for name, summary in found["move"]["summaries"]:
                regret = wanted.summaries[name].mean_regret.value
                assert close(summary["mean_regret"]["value"], regret, 1e-5, 0.01), (each.seed, interval, name)
