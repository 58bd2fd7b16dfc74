/** By how much the best model beats another model or a rule, and whether that is clear: `lead` of `core/move.py`. */
import { clip } from "../words/numbers.js";
import { array_sums, excludes_zero, guarded_interval, interval_around, moved, plain_mean, weighted } from "./guarded.js";
import { model_of } from "./readings.js";
import { TREAT_ALL } from "./rules.js";
import { largest_losses, loss_sums, regret_rule } from "./scores.js";

/** How many cases guard each class of a difference between a model and a rule; see `guarded.js`. */
const ADDED_AGAINST_A_RULE = 2;

/** By how much the best model beats its best rival on the same cases; null where that cannot be told. */
export function find_lead(tables, found) {
  const { best, rival, rules, interval, spacing } = found;
  if (best === null) return null;
  if (rules.has(rival)) return lead_over_rule(tables, found, rival);
  if (!tables.cases) return null;
  const { prevalence_known } = model_of(tables, best);
  const classes = against_model(tables, rival, best, regret_rule(spacing), interval);
  const ends = guarded_interval(classes, prevalence_known);
  return { ...judged(found, rival, plain_mean(classes, prevalence_known), ends), sampled: !tables.cases.complete };
}

/** The best model's lead over a rule where that is not clear, the better rule first; null if both are. */
export function rule_in_doubt(tables, found) {
  const rules = [...found.rules.keys()].sort((one, other) => found.rules.get(one) - found.rules.get(other));
  return rules.map((rule) => lead_over_rule(tables, found, rule)).find(({ clear }) => !clear) ?? null;
}

function lead_over_rule(tables, found, name) {
  const { best, interval, spacing } = found;
  const rule = regret_rule(spacing);
  const { prevalence_known } = model_of(tables, best);
  const classes = against_everyone(loss_sums(model_of(tables, best), rule, interval), name, rule, interval);
  const plain = plain_mean(classes, prevalence_known);
  const ends = joined(guarded_interval(classes, prevalence_known, ADDED_AGAINST_A_RULE), interval_around(plain));
  return { ...judged(found, name, plain, ends), sampled: false };
}

function judged({ prevalence, rivals }, rival, { center: estimate, error: standard_error }, { low, high }) {
  const seen_both = prevalence > 0 && prevalence < 1;
  return { rival, estimate, standard_error, low, high, clear: seen_both && excludes_zero(low, high, rivals) };
}

/** The interval that holds two. Whole cases on one side of 0 pull a centre away from where the sample stands. */
function joined(one, other) {
  return { low: Math.min(one.low, other.low), high: Math.max(one.high, other.high) };
}

/** Sums of the regret of a rule without a model minus that of a model: a rule loses the same on all of a class. */
function against_everyone([negatives, positives], name, rule, interval) {
  const [negative, positive] = largest_losses(rule, interval);
  const treats = name === TREAT_ALL;
  // What the rule loses is in the bounds as well: within a class no model differs from it both ways.
  return [moved(negatives, -1, treats ? negative : 0), moved(positives, -1, treats ? 0 : positive)];
}

/** Sums of the regret of a model minus that of another, case by case. */
export function against_model(tables, rival, best, rule, interval) {
  const { labels, weights, scores, complete, factors } = tables.cases;
  const [low, high] = interval;
  const scale = rule.scale(low, high);
  const [of_rival, of_best] = [scores.get(rival), scores.get(best)];
  const lose = (score, label) => {
    const clipped = clip(score, low, high);
    return scale * (label ? rule.loss.positive(clipped, high) : rule.loss.negative(clipped, low));
  };
  const positives = labels.reduce((count, label) => count + label, 0);
  const room = [labels.length - positives, positives];
  const [gaps, own_weights] = [room, weights ? room : [0, 0]].map((sizes) => sizes.map((size) => new Float64Array(size)));
  const next = [0, 0];
  for (let i = 0; i < labels.length; i += 1) {
    const label = labels[i];
    gaps[label][next[label]] = lose(of_rival[i], label) - lose(of_best[i], label);
    if (weights) own_weights[label][next[label]] = weights[i];
    next[label] += 1;
  }
  const largest = largest_losses(rule, interval);
  const sums = [0, 1].map((label) =>
    array_sums(gaps[label], weights && own_weights[label], -largest[label], largest[label]),
  );
  if (complete) return factors ? sums.map((of_class, label) => weighted(of_class, factors[label])) : sums;
  // The sample tells how the gaps spread; how large they are on all cases is in the tables.
  const whole = [rival, best].map((name) => loss_sums(model_of(tables, name), rule, interval));
  return sums.map((sampled, label) => {
    const [{ weight, squares, total, heavy }, less] = whole.map((classes) => classes[label]);
    const gap = total - less.total;
    const center = weights || weight === 0 ? sampled.center : gap / weight;
    const spread = sampled.squares > 0 ? (sampled.spread * squares) / sampled.squares : 0;
    return { ...sampled, weight, squares, heavy, total: gap, center, spread };
  });
}
