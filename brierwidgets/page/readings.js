/** What a model's decisions do at one threshold: `core/thresholds.py`, `core/one_threshold.py` and `read_at`. */
import { added_weights, interval_around } from "./guarded.js";
import { rule_benefit, rule_regret, TREAT_ALL, TREAT_NONE } from "./rules.js";
import { equal_scores } from "./ties.js";

/** So many models that decide alike are named by their number. */
const MANY_ALIKE = 3;

/** The model of that name. */
export function model_of(tables, name) {
  const model = tables.models.get(name);
  if (!model) throw new RangeError(`There is no model ${JSON.stringify(name)}.`);
  return model;
}

/**
 * Cases (or their weight) decided each way at a threshold: positive if and only if the score reaches it.
 * @returns {{tp: number, fp: number, fn: number, tn: number}}
 */
export function counts_at(tables, name, threshold) {
  const { negatives, positives, slack } = model_of(tables, name);
  const cut = threshold * (1 - slack);
  const [tn, fn] = [negatives.below(cut), positives.below(cut)];
  return { tp: positives.sum - fn, fp: negatives.sum - tn, fn, tn };
}

/** Regret at a cost ratio of deciding at a threshold, which is the cost ratio unless given. */
export function regret_at(tables, name, cost, threshold = cost) {
  const { fp, fn } = counts_at(tables, name, threshold);
  return (cost * fp + (1 - cost) * fn) / model_of(tables, name).total;
}

/** Net benefit at a threshold; NaN at 1. */
export function net_benefit_at(tables, name, threshold) {
  const { tp, fp } = counts_at(tables, name, threshold);
  const odds_of = threshold < 1 ? threshold / (1 - threshold) : NaN;
  return (tp - fp * odds_of) / model_of(tables, name).total;
}

/**
 * The guarded 95% interval of the mean over cases of what a decision of each kind is worth: each class has one case
 * more, half of it decided positive and half negative.
 */
function decision_interval(tables, name, threshold, { tp = 0, fp = 0, fn = 0, tn = 0 }) {
  const { negatives, positives, slack, total, prevalence_known } = model_of(tables, name);
  const cut = threshold * (1 - slack);
  const sides = [[positives, tp, fn], [negatives, fp, tn]];
  const weighed = sides.map(([table]) => ({ weight: table.total, squares: table.total_squares, heavy: table.heavy }));
  const added = added_weights(weighed, prevalence_known);
  const classes = sides.map(([table, found, missed], i) => {
    const [extra, weight] = [added[i], table.total + added[i]];
    const [below, squares] = [table.below(cut) + extra / 2, table.squares_below(cut) + extra ** 2 / 2];
    const worth = (table.sum + extra - below) * found + below * missed;
    // Two sums of the same may differ in the last digit.
    const rest = Math.max(table.total_squares + extra ** 2 - squares, 0);
    return { share: table.total / total, weight, found, missed, worth, rest, squares };
  });
  const cases = classes[0].weight + classes[1].weight;
  // A known prevalence is not estimated, so each class keeps its share and varies about its own mean.
  const part_of = ({ share, weight }) => (prevalence_known ? share / weight : 1 / cases);
  const center = classes.reduce((sum, one_class) => sum + part_of(one_class) * one_class.worth, 0);
  let variance = 0;
  for (const one_class of classes) {
    const about = prevalence_known ? one_class.worth / one_class.weight : center;
    const { rest, found, squares, missed } = one_class;
    variance += part_of(one_class) ** 2 * (rest * (found - about) ** 2 + squares * (missed - about) ** 2);
  }
  return interval_around({ center, error: Math.sqrt(variance) });
}

/** The guarded 95% interval of the regret at a cost ratio. */
export function regret_interval(tables, name, cost) {
  return decision_interval(tables, name, cost, { fp: cost, fn: 1 - cost });
}

/** The same of the net benefit at a threshold; NaN at 1. */
export function net_benefit_interval(tables, name, threshold) {
  return decision_interval(tables, name, threshold, { tp: 1, fp: threshold < 1 ? -threshold / (1 - threshold) : NaN });
}

function shares({ tp, fp, fn, tn }, total) {
  return { tp: tp / total, fp: fp / total, fn: fn / total, tn: tn / total };
}

/**
 * A reading for each model, then for treating all and for treating none; counts are shares of all cases.
 * @returns {{name: string, counts: object, regret: number, net_benefit: number}[]}
 */
export function read_at(tables, cost, names) {
  const readings = names.map((name) => ({
    name,
    counts: shares(counts_at(tables, name, cost), model_of(tables, name).total),
    regret: regret_at(tables, name, cost),
    net_benefit: net_benefit_at(tables, name, cost),
  }));
  const { prevalence: rate } = model_of(tables, tables.names[0]);
  const decided = {
    [TREAT_ALL]: { tp: rate, fp: 1 - rate, fn: 0, tn: 0 },
    [TREAT_NONE]: { tp: 0, fp: 0, fn: rate, tn: 1 - rate },
  };
  for (const [name, counts] of Object.entries(decided)) {
    readings.push({
      name,
      counts,
      regret: rule_regret(name, rate, cost),
      net_benefit: rule_benefit(name, rate, cost),
    });
  }
  return readings;
}

/**
 * Models that decide alike, put together where they are many; fewer stand one by one, and so do the rules:
 * `core/readings.py`.
 */
export function read_together(readings) {
  const is_rule = ({ name }) => name === TREAT_ALL || name === TREAT_NONE;
  const decide_alike = (one, other) =>
    !is_rule(one) && !is_rule(other)
    && Object.keys(one.counts).every((kind) => equal_scores(one.counts[kind], other.counts[kind]));
  const groups = [];
  for (const reading of readings) {
    const alike = groups.find(([first]) => decide_alike(first, reading));
    if (alike) alike.push(reading);
    else groups.push([reading]);
  }
  return groups.flatMap((group) => (group.length >= MANY_ALIKE ? [group] : group.map((reading) => [reading])));
}

/** What acting on a model at a threshold does when a false alarm costs `cost` and a missed case 1 - `cost`. */
export function decide(tables, name, threshold, cost) {
  const { total, prevalence } = model_of(tables, name);
  const counts = shares(counts_at(tables, name, threshold), total);
  const [acted_on, let_go] = [counts.tp + counts.fp, counts.fn + counts.tn];
  return {
    threshold,
    cost,
    counts,
    regret: regret_at(tables, name, cost, threshold),
    treat_all: rule_regret(TREAT_ALL, prevalence, cost),
    treat_none: rule_regret(TREAT_NONE, prevalence, cost),
    acted_on,
    risk_if_acted_on: acted_on ? counts.tp / acted_on : NaN,
    risk_if_let_go: let_go ? counts.fn / let_go : NaN,
  };
}

/** How many cases score inside an interval, ends included, and how many of them are positive. */
export function cases_inside(tables, name, [low, high]) {
  const { negatives, positives, slack } = model_of(tables, name);
  const [from, to] = [low * (1 - slack), high * (1 + slack)];
  const [negative, positive] = [negatives, positives].map((table) => table.up_to(to) - table.below(from));
  return { cases: negative + positive, positives: positive };
}
