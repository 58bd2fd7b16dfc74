/**
 * What a move of the interval computes, in the page: `core/move.py` over tables instead of forecasts.
 *
 * Everything a page needs is exported from here; `brierwidgets.page.script("move")` is all of it as one ES module.
 * An interval is a pair [low, high] with 0 <= low < high <= 1. `name` is the name of a model, `names` a list of them.
 * What goes by model name is a `Map`, in the order shown, because names are anybody's text. Nothing here touches
 * the page, and nothing throws for an interval that a slider can give: only an unknown name, an unknown spacing, or
 * "log-odds" with an end at 0 or 1 (the average over that interval does not exist) is a RangeError.
 *
 *   parse_tables(header, bytes) -> tables            once; `bytes` is a DataView, Uint8Array or ArrayBuffer.
 *       tables.names, tables.models (Map of {prevalence, total, auc, brier_full, log_loss_full, exact, drawn, ...}),
 *       tables.cases ({number, complete, ...} or null), tables.error (0 where all is exact)
 *   move(tables, interval, spacing, names) -> Move   every move; spacing is "cost", "log-odds" or an `opinion_rule`
 *       {interval, spacing, summaries: Map of {mean_regret, brier, log_loss, net_benefit, skill}, each
 *        {value, standard_error, low, high}; ranks: Map; order: names from best to worst; best, runner_up (null if
 *        none); tied: models with the lowest mean regret but for rounding; rules: Map of "treat all" and "treat none"
 *        to mean regret; best_rule; rival: who comes next to the best, a model or a rule (null without a model);
 *        rivals: how many the best is compared with; prevalence; lead}
 *       lead is null where only counts are known, else {rival, estimate, standard_error, low, high, clear, sampled}:
 *       mean regret of the rival minus that of the best; `sampled` says that its error is estimated from 4,000 cases,
 *       so that the kernel's own answer is better.
 *   rule_in_doubt(tables, move) -> the same of a rule that the best is not clearly ahead of, the better first, or null
 *   opinion_rule(parts) -> a spacing; parts are `written_parts` of a distribution of costs in Python
 *   counts_at(tables, name, threshold) -> {tp, fp, fn, tn}, numbers of cases (or weight)
 *   regret_at(tables, name, cost, threshold = cost), net_benefit_at(tables, name, threshold) -> number
 *   rule_regret("treat all" | "treat none", prevalence, cost) -> number
 *   read_at(tables, cost, names) -> [{name, counts, regret, net_benefit}], models, then "treat all", "treat none"
 *   decide(tables, name, threshold, cost) -> {threshold, cost, counts, regret, treat_all, treat_none, acted_on,
 *       risk_if_acted_on, risk_if_let_go}; counts are shares of all cases
 *   cases_inside(tables, name, interval) -> {cases, positives}
 *   decompose(tables, name, rule, interval) -> {score, miscalibration, discrimination, uncertainty, label, sure};
 *       rule is "brier", "log-loss", "mean-regret" or "mean-regret-log-odds"
 *   path_points(tables, name, kind, thresholds), path_part(tables, name, kind, interval, most = 64)
 *       -> {threshold, x, y}; kind is "roc" or "precision-recall"; the part runs from the high end to the low end
 *   calibration_points(tables, name, axis, visible, most = 500) -> {scores, values}; axis "probability" | "log-odds"
 *   calibration_part(scores, values, interval, most = 64) -> {scores, values}
 *   mean_heights(move, curve) -> Map of a curve's mean height on the interval: what the thick lines of a chart show;
 *       curve is "regret", "log-odds", "plain", "quadratic" or "logarithmic", as in `core/curves.py`
 *
 * Sentences, plain text in which names stand as they are; `words` is `brierwidgets.page.sentences()` as JSON:
 *   verdict(words, tables, move, {unit, note, lead, resting}) -> {best, sentences}; unit is "probability", "odds" or
 *       "log-odds", note is `comparison.note`, lead the kernel's where it is known (null: not told)
 *   describe_decomposition(words, tables, names, rule, interval), describe_calibration(words, tables, names, interval),
 *   describe_ranking(words, tables, areas, label, interval), describe_decision(words, name, decision, people = 1000)
 *       -> list of sentences; areas is a Map by model shown (AUC or average precision, from Python), label its name
 *   describe_interval(words, move, lead) -> the sensitivity map's sentence about the present interval
 *   list_names(names), cost_range(words, interval, unit), costs_from(words, interval, unit), fill(words, name, fields)
 *   whole_people(counts, people) -> {tp, fp, fn, tn}: whole numbers that add up
 *   tag(name, attributes, ...content), join(parts, separator), table(heads, rows, attributes), spoken(sentences) -> HTML: all
 *       that is not `Markup` made by these is escaped; `String(markup)` is what an HTML widget takes
 *
 *   number, percent, odds, costText(cost, unit), perThousand, general, grouped -> text; niceCost(cost), logit, expit
 *       -> number: see `words/numbers.js`
 *
 * @typedef {import("./tables.js").Tables} Tables
 * @typedef {[number, number]} Interval
 */
import { logit } from "../words/numbers.js";
import { find_lead } from "./leads.js";
import { model_of } from "./readings.js";
import { rule_regrets } from "./rules.js";
import { equal_scores } from "./ties.js";
import { largest_losses, regret_rule, summarize } from "./scores.js";

export { parse_tables } from "./tables.js";
export { at_prevalence, odds_ratio } from "./prevalence.js";
export {
  cases_inside, counts_at, decide, net_benefit_at, net_benefit_interval, read_at, read_together, regret_at, regret_interval,
} from "./readings.js";
export { rule_regret } from "./rules.js";
export { rule_in_doubt } from "./leads.js";
export { opinion_rule } from "./opinions.js";
export { decompose } from "./decomposition.js";
export { join, spoken, swatch, table, tag } from "./markup.js";
export { describe_calibration, describe_decision, describe_decomposition } from "./sentences.js";
export { describe_interval, describe_ranking } from "./sentences.js";
export { cost_range, costs_from, fill, list_names, verdict } from "./verdict.js";
export { whole_people } from "./people.js";
export { calibration_part, calibration_points, path_part, path_points, step_counts } from "./outlines.js";

/**
 * The scores of the models shown on an interval, their order there, and the rules without a model.
 * @param {Tables} tables
 * @param {Interval} interval
 * @param {"cost" | "log-odds" | object} spacing what mean regret averages over
 * @param {string[]} names models shown
 */
export function move(tables, interval, spacing, names) {
  const summaries = new Map(names.map((name) => [name, summarize(model_of(tables, name), interval, spacing)]));
  const regrets = new Map([...summaries].map(([name, summary]) => [name, summary.mean_regret.value]));
  const ranks = rank(regrets);
  const order = [...names].sort((one, other) => ranks.get(one) - ranks.get(other));
  const { prevalence } = model_of(tables, tables.names[0]);
  const rules = rule_regrets(prevalence, regret_rule(spacing), interval);
  const tied = order.filter((name) => equal_scores(regrets.get(name), regrets.get(order[0])));
  const lowest = (of, all) =>
    of.find((name) => equal_scores(all.get(name), Math.min(...of.map((other) => all.get(other))))) ?? of[0];
  const weighed = order.length > 0 && !Number.isNaN(regrets.get(order[0])); // else there is nothing to average over
  const best_rule = lowest([...rules.keys()], rules);
  const others = [...order.slice(tied.length, tied.length + 1), best_rule];
  const found = {
    interval,
    spacing,
    summaries,
    ranks,
    order,
    best: weighed ? order[0] : null,
    runner_up: weighed ? (order[1] ?? null) : null,
    tied,
    rules,
    best_rule,
    rival: weighed ? lowest(others, new Map([...regrets, ...rules])) : null,
    rivals: order.length - 1 + rules.size,
    prevalence,
  };
  return { ...found, lead: find_lead(tables, found) };
}

/** Ranks from 1; equal values share the better rank, and what is infinite or NaN the last one. */
export function rank(values) {
  const ordered = [...values.values()].filter(Number.isFinite).sort((one, other) => one - other);
  const place = (value) => ordered.findIndex((other) => equal_scores(other, value)) + 1;
  return new Map([...values].map(([name, value]) => [name, Number.isFinite(value) ? place(value) : values.size]));
}

const MEAN_HEIGHTS = {
  regret: ({ brier }, [low, high]) => brier.value / 2 / (high - low),
  "log-odds": ({ log_loss }, [low, high]) => (low > 0 && high < 1 ? log_loss.value / (logit(high) - logit(low)) : NaN),
  plain: ({ net_benefit }) => net_benefit.value,
  quadratic: ({ brier }, [low, high], prevalence) =>
    prevalence - brier.value / 2 / (((1 - low) ** 2 - (1 - high) ** 2) / 2),
  logarithmic: ({ log_loss }, [low, high], prevalence) =>
    low > 0 ? prevalence - log_loss.value / Math.log(high / low) : NaN,
};

/** An opinion weighs regret, and net benefit times 1 - c, which is regret's own scale. */
function weighed_height(rule, curve) {
  if (curve === "regret" || curve === "log-odds") return ({ mean_regret }) => mean_regret.value;
  return ({ mean_regret }, interval, prevalence) => prevalence - mean_regret.value / largest_losses(rule, interval)[1];
}

/** The two ends of each mean line: the whole interval, or equal parts of it where heights are the same. */
export function side_by_side(heights, [first, last]) {
  return heights.map((height, number) => {
    const same = heights.flatMap((other, index) => (equal_scores(other, height) ? [index] : []));
    const [step, place] = [(last - first) / Math.max(same.length, 1), Math.max(same.indexOf(number), 0)];
    const end = place === same.length - 1 ? last : first + (place + 1) * step;
    return Float64Array.of(first + place * step, end);
  });
}

/** The mean height of each model's curve on the interval of a move: along the axis, or as an opinion weighs it. */
export function mean_heights({ summaries, interval, prevalence, spacing }, curve) {
  const height = typeof spacing === "object" ? weighed_height(spacing, curve) : MEAN_HEIGHTS[curve];
  return new Map([...summaries].map(([name, summary]) => [name, height(summary, interval, prevalence)]));
}
