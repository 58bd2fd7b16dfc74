/**
 * The same tables where positives are rarer or commoner: `core/prevalence.py` in JavaScript.
 *
 * Only the weights of the two classes change, so a table at another base rate is the old one times a factor. Where the
 * scores move along, by the same shift of log-odds, nodes and cells move and the weights stay where they are.
 */
import { moved_score } from "./cells.js";
import { ClassTable } from "./class_table.js";
import { plain_score, RULES } from "./scores.js";

/** The odds of a share. */
const odds_of = (rate) => rate / (1 - rate);

/** What the odds of being positive are multiplied by on the way from one base rate to another. */
export function odds_ratio(rate, new_rate) {
  return odds_of(new_rate) / odds_of(rate);
}

/** A class whose weights are multiplied by a factor; the sums are those of the class without it. */
class ScaledTable {
  constructor(base, factor) {
    this.base = base;
    this.factor = factor;
  }

  get rising() { return this.base.rising; }
  get scores() { return this.base.scores; }
  get total() { return this.base.total * this.factor; }
  get total_squares() { return this.base.total_squares * this.factor ** 2; }
  get heavy() { return this.base.heavy * this.factor; }
  get sum() { return this.base.sum * this.factor; }
  get atoms() { return this.base.atoms && new ScaledTable(this.base.atoms, this.factor); }
  get weights() { return this.base.weights.map((weight) => weight * this.factor); }
  get before() { return this.base.before.map((weight) => weight * this.factor); }
  below(cut) { return this.base.below(cut) * this.factor; }
  squares_below(cut) { return this.base.squares_below(cut) * this.factor ** 2; }
  up_to(cost) { return this.base.up_to(cost) * this.factor; }
  weight_at(end) { return this.base.weight_at(end) * this.factor; }

  moments(loss, low, high) {
    const { total, squares, squares_squared } = this.base.moments(loss, low, high);
    const squared = this.factor ** 2;
    return { total: this.factor * total, squares: squared * squares, squares_squared: squared * squares_squared };
  }
}

/** Scores and weights of a class one by one, those kept beside the cells included. */
function nodes_of({ scores, weights, atoms }) {
  const own = Array.from(scores, (score, i) => [score, weights[i]]);
  return atoms ? [...nodes_of(atoms), ...own] : own;
}

/** The mean precision where a positive is found, the classes weighted by factors. */
function average_precision(classes, factors) {
  const nodes = classes
    .flatMap((table, label) => nodes_of(table).map(([score, weight]) => ({ score, label, weight: weight * factors[label] })))
    .sort((one, other) => other.score - one.score);
  const found = [0, 0];
  let sum = 0;
  for (let i = 0; i < nodes.length; ) {
    const { score } = nodes[i];
    const before = found[1];
    for (; i < nodes.length && nodes[i].score === score; i += 1) found[nodes[i].label] += nodes[i].weight;
    if (found[1] > before) sum += ((found[1] - before) * found[1]) / (found[0] + found[1]);
  }
  return found[1] > 0 ? sum / found[1] : NaN;
}

function weighted_model(model, ratio, moved) {
  const { negatives, positives, total } = model;
  if (negatives.total === 0 || positives.total === 0) return model; // one class keeps all the weight there is
  const rate = (positives.total * ratio) / (positives.total * ratio + negatives.total);
  const factors = [((1 - rate) * total) / negatives.total, (rate * total) / positives.total];
  const scaled = (classes) => ({
    negatives: new ScaledTable(classes[0], factors[0]), positives: new ScaledTable(classes[1], factors[1]),
  });
  const classes = [negatives, positives].map((table) => (moved ? table.shifted(ratio) : table));
  const move = (scores) => scores.map((score) => moved_score(score, ratio));
  const { left, right, value, scores } = model.steps;
  const constant = [negatives, positives].map((table, label) =>
    ClassTable.exact(label === 0, table.total, table.total_squares, Float64Array.of(rate), Float64Array.of(table.total)));
  const there = {
    ...model,
    ...scaled(classes),
    prevalence: rate,
    prevalence_known: true,
    scores_moved: moved || model.scores_moved,
    // Calibrated scores move along with the base rate; the steps themselves lie at the model's own scores.
    recalibrated: scaled([model.recalibrated.negatives, model.recalibrated.positives].map((table) => table.shifted(ratio))),
    constant: scaled(constant),
    steps: {
      left: moved ? move(left) : left,
      right: moved ? move(right) : right,
      value: move(value),
      scores: move(scores),
      negatives: Float64Array.from(model.steps.negatives, (weight) => weight * factors[0]),
      positives: Float64Array.from(model.steps.positives, (weight) => weight * factors[1]),
    },
    drawn: moved ? move(model.drawn) : model.drawn,
  };
  const whole = (rule) => plain_score(there, total, RULES[rule], [0, 1]);
  let precision = null;
  return Object.defineProperties(there, {
    brier_full: { enumerable: true, value: whole("brier") },
    log_loss_full: { enumerable: true, value: whole("log-loss") },
    // Asked for by one chart only.
    average_precision: { enumerable: true, get: () => (precision ??= average_precision([negatives, positives], factors)) },
    factors: { value: factors },
  });
}

/**
 * Tables with the classes weighted to another base rate.
 * @param {import("./tables.js").Tables} tables as they were sampled
 * @param {number} ratio what the odds of being positive are multiplied by; see `odds_ratio`
 * @param {boolean} moved whether scores are moved along: recalibrated to the new base rate
 * @returns {import("./tables.js").Tables}
 */
export function at_prevalence(tables, ratio, moved) {
  const models = new Map([...tables.models].map(([name, model]) => [name, weighted_model(model, ratio, moved)]));
  const { factors } = models.values().next().value;
  if (!factors) return tables;
  let { cases } = tables;
  if (cases) {
    const move = (column) => Float64Array.from(column, (score) => moved_score(score, ratio));
    const scores = moved ? new Map([...cases.scores].map(([name, column]) => [name, move(column)])) : cases.scores;
    cases = { ...cases, scores, factors };
  }
  return { ...tables, models, cases };
}
