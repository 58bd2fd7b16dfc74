"""Scores, leads and verdicts under opinions about costs: the page against Python, from the shipped script."""

import numpy as np
import pytest

from brierwidgets import costs
from brierwidgets.core.chips import chip_costs
from brierwidgets.core.curves import CURVES
from brierwidgets.core.intervals import logit
from brierwidgets.core.move import lead, make_move
from brierwidgets.core.opinions import written_parts
from brierwidgets.core.round_costs import TRACK
from brierwidgets.core.tables import build_tables
from brierwidgets.page import script, sentences
from brierwidgets.words.verdict import verdict
from tests.page.conftest import on_wire
from tests.page.data_sets import large, small
from tests.page.test_agreement import check_lead, check_move, close
from tests.page.test_prevalence import reached_by_hand

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
            "tables": on_wire(build_tables(dict(data.comparison.items()), data.comparison.rows)),
            "intervals": data.intervals,
            "names": data.comparison.names,
            "parts": written_parts(ASKED[data.seed % len(ASKED)]),
        }
        for data in sets
    ]
    return scripts.evaluate(ASK, {"words": sentences(), "sets": given})


def test_the_page_weighs_costs_as_python_does(scripts):
    sets = [small(seed) for seed in range(96)]
    weighed = 0
    for data, answers in zip(sets, ask(scripts, sets), strict=True):
        models, opinion = data.comparison, ASKED[data.seed % len(ASKED)]
        for interval, found in zip(data.intervals, answers, strict=True):
            where = (data.seed, interval)
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


#: Opinions that begin, end or lie at cost ratios where no hand can put the interval.
ODD = [
    chip_costs([1, 2, 3, 1, 2, 3, 1, 2, 1, 2, 1, 1]),
    costs.from_intervals([(0.0123456, 0.0345678), (1 / 9, 1 / 3)]),
    costs.Mixture([(0.5, costs.Point(1 / 7)), (0.5, costs.Uniform(0.11111, 0.11211))]),
    costs.Point(1 / 7),
]


@pytest.mark.slow
@pytest.mark.parametrize("weighted", [False, True])
def test_tables_of_many_scores_are_weighed_too(scripts, weighted):
    """As Python does to 1e-6 wherever a hand can put the interval, whatever the opinion, and to 1e-5 elsewhere."""
    sets = [large(seed, 60_000, weighted=weighted) for seed in range(4)]
    given = []
    for data in sets:
        opinions = [ASKED[data.seed], ODD[data.seed]]
        parts = [written_parts(opinion) for opinion in opinions]
        ends = [end for written in parts for part in written for end in part[2:4]]
        tables = on_wire(build_tables(dict(data.comparison.items()), data.comparison.rows, ends))
        by_hand = reached_by_hand([*data.intervals, TRACK])
        given.append((data.comparison, opinions, parts, tables, by_hand, data.intervals))
    answers = scripts.evaluate(
        """(sets) => sets.map(({tables, names, parts, intervals}) => {
          const read = open_tables(tables);
          const regrets = (made) => [...made.summaries].map(([name, {mean_regret}]) => [name, mean_regret.value]);
          return parts.map((opinion) => {
            const spacing = page.opinion_rule(opinion);
            return intervals.map((interval) => regrets(page.move(read, interval, spacing, names)));
          });
        })""",
        [
            {"tables": tables, "names": cases.names, "parts": parts, "intervals": [*by_hand, *typed]}
            for cases, _, parts, tables, by_hand, typed in given
        ],
    )
    asked = 0
    for (cases, opinions, _, _, by_hand, typed), answer in zip(given, answers, strict=True):
        floor = 0.1 * cases.prevalence * (1 - cases.prevalence)
        for opinion, by_interval in zip(opinions, answer, strict=True):
            for number, (interval, found) in enumerate(zip([*by_hand, *typed], by_interval, strict=True)):
                wanted = make_move(cases, interval, opinion, cases.names)
                narrow = np.diff(logit(np.clip(interval, *TRACK)))[0] < 0.05
                if wanted.best is None or (number >= len(by_hand) and narrow):
                    continue
                asked += 1
                digits = 1e-6 if number < len(by_hand) else 1e-5
                for name, regret in found:
                    assert close(regret, wanted.regret(name), digits, floor), (opinion, interval, name)
    assert asked > 100


def test_a_whole_score_counts_what_is_kept_beside_the_cells(scripts):
    """Scores of very many cases are kept apart, and they have a Beta's or an opinion's loss like all others."""
    cases = large(0, 60_000).comparison
    opinion = costs.Mixture([(0.5, costs.Beta(2, 20)), (0.5, costs.Uniform(0.2, 0.4))])
    found = scripts._page.evaluate(
        """async ([source, tables, parts]) => {
          const url = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
          const {at_prevalence, beta_weights, odds_ratio, opinion_weights, whole_score} = await import(url);
          const read = open_tables(tables);
          const there = at_prevalence(read, odds_ratio(read.models.get("spiked").prevalence, 0.3), false);
          return [read, there].map((tables) => [
            whole_score("beta", beta_weights(2, 8), tables, "spiked"),
            whole_score("opinion", opinion_weights(parts), tables, "spiked"),
          ]);
        }""",
        [script("live_page"), on_wire(build_tables(dict(cases.items()))), written_parts(opinion)],
    )
    for forecast, scores in zip((cases["spiked"], cases["spiked"].at_prevalence(0.3)), found, strict=True):
        wanted = [forecast.expected_regret(prior) for prior in (costs.Beta(2, 8), opinion)]
        np.testing.assert_allclose(scores, wanted, rtol=1e-6)
