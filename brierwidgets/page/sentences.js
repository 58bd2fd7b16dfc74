/**
 * The sentences of the other views: `words/decomposition.py`, `calibration.py`, `ranking.py`, `one_threshold.py` and
 * `sensitivity.py` in JavaScript, from the same templates. Each returns plain text, as `verdict.js` does.
 */
import { costText, differentTexts, general, grouped, number, percent, perThousand, wholeText } from "../words/numbers.js";
import { better_rule } from "./best_models.js";
import { decompose } from "./decomposition.js";
import { excludes_zero } from "./guarded.js";
import { whole_people } from "./people.js";
import { cases_inside, counts_at } from "./readings.js";
import { TREAT_ALL, TREAT_NONE } from "./rules.js";
import { is_close } from "./ties.js";
import { cost_in_words, cost_range, costs_from, fill, list_names } from "./verdict.js";

/** A sum of weights no further from a whole number, as a share of itself, is one but for rounding. */
const WHOLE_BUT_FOR_ROUNDING = 1e-9;

/** Discriminations closer than this share of the larger one count as about equal. */
const ALIKE = 0.02;
/** What is smaller than this share of the score is rounding. */
const NOISE = 1e-12;
/** Mean regrets closer than this share are equal on the map of intervals. */
const EQUAL_ON_MAP = 1e-10;

/** The unit of a second axis: odds, or probabilities beside odds. */
function other_unit(unit) {
  return unit === "odds" ? "probability" : "odds";
}

/** What the band and the thick lines of a curve chart are. */
export function describe_band(words, interval, unit, spacing, axis) {
  let kind = "shaded";
  if (typeof spacing === "object") kind = "shaded_opinions";
  else if (axis && axis !== spacing) kind = axis === "cost" ? "shaded_scores_over_log_odds" : "shaded_scores_over_costs";
  return fill(words, kind, { costs: costs_from(words, interval, unit) });
}

/** At which cost ratio a chart is read, in the unit that was chosen and in another. */
export function read_heading(words, at, where, unit) {
  return fill(words, "read_at", { cost: costText(at, unit), other: costText(at, other_unit(unit)), where });
}

/** Who has the best score, and whether that is calibration or telling cases apart. @returns {string[]} */
export function describe_decomposition(words, tables, names, rule, interval, unit) {
  const costs = costs_from(words, interval, unit);
  if (names.length === 0) return [fill(words, "nothing_shown", { where: fill(words, "for_costs", { costs }) })];
  const parts = new Map(names.map((name) => [name, decompose(tables, name, rule, interval)]));
  const finite = new Map();
  for (const [name, part] of parts) if (Number.isFinite(part.score)) finite.set(name, without_noise(part));
  const said = [];
  if (finite.size > 0) {
    const lowest = Math.min(...[...finite.values()].map((part) => part.score));
    const tied = [...finite.keys()].filter((name) => is_close(finite.get(name).score, lowest, 1e-9));
    const first = finite.get(tied[0]);
    const several = tied.length === parts.size ? "parts_all_tied" : "parts_tied";
    const kind = parts.size === 1 ? "parts_one" : tied.length === 1 ? "parts_best" : several;
    said.push(fill(words, kind, { costs, tied: list_names(tied), label: first.label, score: number(first.score) }));
    const others = [...finite].filter(([name]) => name !== tied[0]);
    const who = tied.length === 1 ? fill(words, "the_best") : tied[0];
    said.push(others.length > 0 ? against_sharpest(words, who, first, others) : alone(words, first));
  }
  for (const [name, part] of parts) if (!finite.has(name)) said.push(infinite(words, name, part));
  return said;
}

function without_noise(part) {
  const noise = NOISE * Math.max(Math.abs(part.score), part.uncertainty);
  const clean = (value) => (Math.abs(value) <= noise ? 0 : value);
  return {
    label: part.label,
    score: clean(part.score),
    miscalibration: clean(part.miscalibration),
    discrimination: clean(part.discrimination),
    uncertainty: clean(part.uncertainty),
  };
}

function against_sharpest(words, who, first, others) {
  const highest = Math.max(...others.map(([, part]) => part.discrimination));
  const [other, second] = others.find(([, part]) => is_close(part.discrimination, highest, 1e-9));
  const gap = first.discrimination - second.discrimination;
  const alike = Math.abs(gap) <= ALIKE * Math.max(first.discrimination, second.discrimination);
  const apart = fill(words, alike ? "apart_alike" : gap > 0 ? "apart_better" : "apart_worse", {
    who,
    other,
    own: number(first.discrimination),
    others: number(second.discrimination),
  });
  const fields = { apart, own: number(first.miscalibration), others: number(second.miscalibration) };
  if (is_close(first.miscalibration, second.miscalibration, ALIKE)) return fill(words, "fit_alike", fields);
  const better = first.miscalibration < second.miscalibration;
  const link = fill(words, gap > 0 === better ? "link_and" : "link_but");
  return fill(words, better ? "fit_better" : "fit_worse", { ...fields, link });
}

function alone(words, { miscalibration, discrimination, uncertainty }) {
  return fill(words, "parts_alone", {
    miscalibration: number(miscalibration),
    discrimination: number(discrimination),
    uncertainty: number(uncertainty),
  });
}

function infinite(words, name, { label, discrimination, uncertainty, sure }) {
  const cases = [
    [sure.positives_at_0, "positive", "0"],
    [sure.negatives_at_1, "negative", "1"],
  ];
  const reasons = cases
    .filter(([weight]) => weight > 0)
    .map(([weight, outcome, score]) =>
      fill(words, weight === 1 ? "sure_one" : "sure_many", { number: grouped(weight, 12), outcome, score }),
    );
  return fill(words, "parts_infinite", {
    name,
    label,
    reason: reasons.join(" and "),
    best: general(uncertainty - discrimination, 4),
    discrimination: general(discrimination, 4),
    uncertainty: general(uncertainty, 4),
  });
}

const is_whole = (weight) => Math.abs(weight - Math.round(weight)) <= WHOLE_BUT_FOR_ROUNDING * weight;

/** A number of cases in full; a weight that is no number of cases with three digits. */
export const weight_text = (cases) => grouped(cases, is_whole(cases) ? 6 : 3);

/** How many cases score inside the interval, and how many of them are positive. @returns {string[]} */
export function describe_calibration(words, tables, names, interval, unit) {
  const said = [fill(words, "thick_scores", { range: cost_range(words, interval, unit) })];
  const silent = [];
  for (const name of names) {
    const { cases, positives } = cases_inside(tables, name, interval);
    if (cases) {
      const text = weight_text(cases);
      const fields = { name, cases: text, share: percent(positives / cases) };
      const counted = text === "1" ? "score_inside" : "scores_inside";
      said.push(fill(words, is_whole(cases) ? counted : "weight_inside", fields));
    } else silent.push(name);
  }
  if (silent.length > 0) {
    said.push(fill(words, silent.length === 1 ? "one_gives_nobody" : "many_give_nobody", { names: list_names(silent) }));
  }
  return said;
}

/**
 * Who ranks best over all thresholds, and who decides nobody positive on the interval.
 * @param {Map<string, number>} areas the area under the curve of each model shown: Python's numbers
 * @param {string} label what that area is called
 * @returns {string[]}
 */
export function describe_ranking(words, tables, areas, label, interval, unit) {
  const said = [fill(words, "thick_thresholds", { range: cost_range(words, interval, unit) })];
  const names = [...areas.keys()];
  if (areas.size > 1) {
    const highest = number(Math.max(...areas.values()));
    const equal = names.filter((name) => number(areas.get(name)) === highest);
    const fields = { names: list_names(equal), label, area: highest };
    said.push(fill(words, equal.length === 1 ? "ranks_best" : "rank_alike", fields));
  }
  const silent = names.filter((name) => {
    const { tp, fp } = counts_at(tables, name, interval[0]);
    return tp + fp === 0;
  });
  if (silent.length > 0) {
    const fields = { names: list_names(silent), low: cost_in_words(interval[0], unit) };
    said.push(fill(words, silent.length === 1 ? "one_silent" : "many_silent", fields));
  }
  return said;
}

/**
 * What acting at one threshold does, and whether it is worth it.
 * @param {object} decision what `decide` returned
 * @returns {string[]}
 */
export function describe_decision(words, name, decision, people = 1000, unit = "probability") {
  const { tp, fp, fn } = whole_people(decision.counts, people);
  const first = fill(words, "decided", {
    name,
    threshold: cost_in_words(decision.threshold, unit),
    people: wholeText(people),
    acted_on: say_acted_on(words, tp, fp),
    missed: say_missed(words, fn, tp + fn),
  });
  return [first, say_worth(words, decision, unit)];
}

/** What the chart of scores and the chart of regret show of a decision. @returns {[string, string]} */
export function describe_charts(words, name, decision, people = 1000, unit = "probability") {
  const { tp, fp, fn, tn } = whole_people(decision.counts, people);
  const scores = fill(words, "scores_chart", {
    name,
    people: wholeText(people),
    threshold: cost_in_words(decision.threshold, unit),
    found: wholeText(tp),
    positives: wholeText(tp + fn),
    alarms: wholeText(fp),
    negatives: wholeText(fp + tn),
  });
  const regret = fill(words, "regret_chart", {
    name,
    cost: cost_in_words(decision.cost, unit),
    regret: perThousand(decision.regret),
    treat_all: perThousand(decision.treat_all),
    treat_none: perThousand(decision.treat_none),
  });
  return [scores, regret];
}

function say_acted_on(words, rightly, needlessly) {
  const everyone = rightly + needlessly;
  if (everyone === 0) return fill(words, "acted_on_nobody");
  if (everyone === 1) return fill(words, needlessly ? "acted_on_one_needlessly" : "acted_on_one_rightly");
  return fill(words, "acted_on_many", { everyone: wholeText(everyone), needlessly: wholeText(needlessly) });
}

function say_missed(words, missed, positives) {
  if (positives === 0) return fill(words, "nobody_needs_it");
  if (positives === 1) return fill(words, missed ? "one_missed" : "one_not_missed");
  const fields = { missed: wholeText(missed), positives: wholeText(positives) };
  return fill(words, missed === 1 ? "missed_one" : "missed_many", fields);
}

function say_worth(words, decision, unit) {
  const { treat_all, treat_none, risk_if_acted_on, risk_if_let_go, regret } = decision;
  const none_is_better = treat_none < treat_all;
  const cost = cost_in_words(decision.cost, unit);
  if (Number.isNaN(risk_if_acted_on)) return fill(words, none_is_better ? "none_no_worse" : "none_worse", { cost });
  if (Number.isNaN(risk_if_let_go)) return fill(words, none_is_better ? "all_worse" : "all_no_worse", { cost });
  const gap = regret - Math.min(treat_all, treat_none);
  if (Math.abs(gap) <= 1e-12) {
    return fill(words, "as_good", { cost, better: words.rules[none_is_better ? TREAT_NONE : TREAT_ALL] });
  }
  const kind = gap < 0 ? "beats_both" : none_is_better ? "none_better" : "all_better";
  const [share, acted_on, let_go] = differentTexts([decision.cost, risk_if_acted_on, risk_if_let_go], percent);
  return fill(words, kind, { cost, share, acted_on, let_go });
}

/**
 * Who is best on the present interval, by how much and how surely: the sentence of the sensitivity map.
 * @param {object} move what `move` returned
 * @param {object | null} lead the lead to tell of: the move's own, or the kernel's
 */
export function describe_interval(words, { interval, summaries, rivals, rules }, lead, unit) {
  const models = describe_models(words, { interval, summaries, rivals }, lead, unit);
  const lowest = Math.min(...[...summaries.values()].map(({ mean_regret }) => mean_regret.value));
  const rule = summaries.size ? better_rule(rules, lowest) : null;
  if (rule === null) return models;
  return models + fill(words, "rule_beats_all", { rule: words.rules[rule], gap: perThousand(lowest - rules.get(rule)) });
}

function describe_models(words, { interval, summaries, rivals }, lead, unit) {
  const range = cost_range(words, interval, unit);
  const where = range[0].toUpperCase() + range.slice(1).toLowerCase();
  const regrets = [...summaries].map(([name, summary]) => [name, summary.mean_regret.value]);
  if (regrets.length === 0) return "";
  if (regrets.length === 1) return fill(words, "only_shown", { where, best: regrets[0][0] });
  const lowest = Math.min(...regrets.map(([, regret]) => regret));
  const level = regrets.filter(([, regret]) => regret <= lowest * (1 + EQUAL_ON_MAP));
  if (level.length > 1) {
    const names = regrets.filter(([, regret]) => Math.abs(regret - level[0][1]) <= 1e-9 * level[0][1]);
    return fill(words, "equal_here", { where, names: list_names(names.map(([name]) => name)) });
  }
  const [best] = level[0];
  const others = regrets.filter(([name]) => name !== best);
  const [second, regret] = others.reduce((least, other) => (other[1] < least[1] ? other : least));
  const fields = { where, best, second, margin: perThousand(regret - lowest) };
  if (!lead || lead.rival !== second || Number.isNaN(lead.low)) return fill(words, "ahead", fields);
  const { low, high } = lead;
  const kind = low + high > 0 && excludes_zero(low, high, rivals) ? "ahead_clearly" : "ahead_by_chance";
  return fill(words, kind, { ...fields, low: perThousand(low), high: perThousand(high) });
}
