/** The best model on every interval between two points of a grid: `core/sensitivity.py` in JavaScript. */
import { clip } from "../words/numbers.js";
import { excludes_zero, guarded_interval } from "./guarded.js";
import { against_model } from "./leads.js";
import { model_of } from "./readings.js";
import { rule_regrets } from "./rules.js";
import { largest_losses, plain_score, regret_rule } from "./scores.js";

/** Cases whose gaps are added up in one slice. */
const CASES_AT_ONCE = 250;

/** Scores that differ by less than this share of themselves differ by rounding alone: a tie. */
const LEVEL = 1e-10;

/**
 * @typedef {object} Leader who is best on one interval, of the models `names`
 * @property {string} best
 * @property {string | null} runner_up null where there is one model only
 * @property {number} margin 0 where models are equal
 * @property {string[]} level the models that are equal to the best
 * @property {Map<string, object>} [summaries] mean regret of each, as in a move
 * @property {Map<string, number>} [rules] mean regret of treating all and of treating none, as in a move
 * @property {boolean} beaten whether one of these is lower than that of every model
 * @property {number} low
 * @property {number} high the 95% interval of the margin; NaN where it cannot be told
 * @property {boolean} clear whether that excludes 0, its level divided among the rivals
 */

/** @param {string[]} names @param {number[]} scores mean regret of each */
function leader_of(names, scores) {
  const lowest = Math.min(...scores);
  const level = names.filter((_, i) => scores[i] <= lowest * (1 + LEVEL));
  const others = names.map((_, i) => i).filter((i) => names[i] !== level[0]);
  const second = others.reduce((least, i) => (least < 0 || scores[i] < scores[least] ? i : least), -1);
  const runner_up = level[1] ?? (second < 0 ? null : names[second]);
  const margin = second < 0 ? NaN : level.length > 1 ? 0 : scores[second] - lowest;
  return { best: level[0], runner_up, margin, level };
}

/** The rule without a model that beats every model, or null; `lowest` is the lowest mean regret of a model. */
export function better_rule(rules, lowest) {
  const [[name, regret]] = [...rules].sort((one, other) => one[1] - other[1]);
  return regret * (1 + LEVEL) < lowest ? name : null;
}

const is_beaten = (rules, regrets) => better_rule(rules, Math.min(...regrets)) !== null;

/** Who is best on one interval, by how much and how surely. @returns {Leader} */
export function leader_on(tables, interval, spacing, names) {
  const rule = regret_rule(spacing);
  const scores = names.map((name) => plain_score(model_of(tables, name), model_of(tables, name).total, rule, interval));
  const found = leader_of(names, scores);
  const paired = tables.cases && found.runner_up !== null;
  const classes = paired && against_model(tables, found.runner_up, found.best, rule, interval);
  const summaries = new Map(names.map((name, i) => [name, { mean_regret: { value: scores[i] } }]));
  const { prevalence, prevalence_known } = model_of(tables, found.best);
  const rules = rule_regrets(prevalence, rule, interval);
  const standing = { summaries, rules, beaten: is_beaten(rules, scores) };
  return { ...found, ...standing, ...how_sure(tables, paired && guarded_interval(classes, prevalence_known), names) };
}

/** The 95% interval of a margin, and whether the lead is clear: the rivals are the other models and the two rules. */
function how_sure(tables, ends, names) {
  const { prevalence } = model_of(tables, tables.names[0]);
  if (!ends || !(prevalence > 0 && prevalence < 1)) return { low: NaN, high: NaN, clear: false };
  const { low, high } = ends;
  return { low, high, clear: low + high > 0 && excludes_zero(low, high, names.length + 1) };
}

/** Losses of a model between neighbours of the grid, of negatives and of positives; not scaled. */
function cell_losses({ negatives, positives }, loss, grid) {
  return [negatives, positives].map((table) =>
    grid.slice(1).map((high, i) => table.moments(loss, grid[i], high).total),
  );
}

/**
 * The leader on every interval of a grid, found in slices of a few milliseconds: it yields after each.
 * @returns {{grid: number[], names: string[], sure: boolean, at: (low: number, high: number) => Leader | null}}
 *   `at` takes numbers of grid points; `sure` says whether there are standard errors
 */
export function* leaders_in_slices(tables, grid, spacing, names) {
  const rule = regret_rule(spacing);
  const cells = new Map(names.map((name) => [name, cell_losses(model_of(tables, name), rule.loss, grid)]));
  const { prevalence } = model_of(tables, tables.names[0]);
  const sure = tables.cases !== null;
  const pairs = new Map();
  const found = [];
  for (const [i, low] of grid.slice(0, -1).entries()) {
    const lost = new Map(names.map((name) => [name, [0, 0]]));
    const row = [];
    for (let j = i + 1; j < grid.length; j += 1) {
      const high = grid[j];
      for (const name of names) {
        for (const label of [0, 1]) lost.get(name)[label] += cells.get(name)[label][j - 1];
      }
      const scale = rule.scale(low, high);
      if (Number.isNaN(scale)) { // an opinion has no weight here
        row.push(null);
        continue;
      }
      const mean = (name) => (scale * (lost.get(name)[0] + lost.get(name)[1])) / model_of(tables, name).total;
      const means = names.map(mean);
      const beaten = is_beaten(rule_regrets(prevalence, rule, [low, high]), means);
      const leader = { ...leader_of(names, means), beaten, ...how_sure(tables, null, names) };
      if (sure && leader.runner_up !== null) {
        const pair = names.filter((name) => name === leader.best || name === leader.runner_up);
        const key = JSON.stringify(pair);
        if (!pairs.has(key)) pairs.set(key, yield* gap_sums(tables, pair, rule.loss, grid));
        const gaps = [0, 1].map((label) => lost.get(pair[0])[label] - lost.get(pair[1])[label]);
        const bounds = largest_losses(rule, [low, high]).map((loss) => loss / scale);
        const gap = pair_interval(tables, pairs.get(key), gaps, bounds, i, j);
        const ends = pair[0] === leader.best ? { low: -gap.high, high: -gap.low } : gap;
        Object.assign(leader, how_sure(tables, { low: scale * ends.low, high: scale * ends.high }, names));
      }
      row.push(leader);
    }
    found.push(row);
    yield;
  }
  return { grid, names, sure, at: (low, high) => (low < high ? found[low][high - low - 1] : null) };
}

/** For each class, sums over cases of what a pair of models loses differently from the start of the grid to each point. */
function* gap_sums({ cases: { labels, weights, scores, factors = [1, 1] } }, pair, loss, grid) {
  const [one, other] = pair.map((name) => scores.get(name));
  const size = grid.length;
  const lose = (score, label, high) => {
    const clipped = clip(score, grid[0], high);
    return label ? loss.positive(clipped, high) : loss.negative(clipped, grid[0]);
  };
  const classes = [0, 1].map(() => ({
    squares: 0, second: new Float64Array(size), products: new Float64Array(size * size),
  }));
  const gaps = new Float64Array(size);
  for (const [n, label] of labels.entries()) {
    if (n % CASES_AT_ONCE === 0) yield;
    const weight = (weights ? weights[n] : 1) * factors[label];
    const sums = classes[label];
    sums.squares += weight * weight;
    if (one[n] === other[n]) continue;
    for (let j = 1; j < size; j += 1) gaps[j] = lose(one[n], label, grid[j]) - lose(other[n], label, grid[j]);
    for (let j = 1; j < size; j += 1) {
      const [gap, row] = [weight * weight * gaps[j], j * size];
      if (gap === 0) continue;
      sums.second[j] += gap;
      for (let k = 1; k <= j; k += 1) sums.products[row + k] += gap * gaps[k];
    }
  }
  return classes;
}

/** The 95% interval of the mean gap on the interval from point i to point j, not scaled; `gaps` are those of all cases. */
function pair_interval(tables, sampled, gaps, bounds, i, j) {
  const size = sampled[0].second.length;
  const { negatives, positives, prevalence_known } = model_of(tables, tables.names[0]);
  const { complete, weights } = tables.cases;
  const classes = [negatives, positives].map((table, label) => {
    const { squares, second, products } = sampled[label];
    const middle = squares > 0 ? (second[j] - second[i]) / squares : 0;
    const whole = products[j * size + j] + products[i * size + i] - 2 * products[j * size + i];
    const spread = Math.max(0, whole - middle * middle * squares);
    const scale_up = complete || squares === 0 ? 1 : table.total_squares / squares;
    // The sample tells how the gaps spread; how large they are on all cases is in the tables.
    const center = weights || table.total === 0 ? middle : gaps[label] / table.total;
    const [weight, squared, total] = [table.total, table.total_squares, gaps[label]];
    const limits = { least: -bounds[label], largest: bounds[label] };
    return { weight, squares: squared, total, center, spread: spread * scale_up, heavy: table.heavy, ...limits };
  });
  return guarded_interval(classes, prevalence_known);
}

/** On what share of the intervals each model alone is best, clearly so, models are equal, and a rule beats them all. */
export function leader_shares({ grid, names, sure, at }) {
  const counts = new Map(names.map((name) => [name, { best: 0, clear: 0 }]));
  let [tied, beaten, total] = [0, 0, 0];
  for (let high = 1; high < grid.length; high += 1) {
    for (let low = 0; low < high; low += 1) {
      const leader = at(low, high);
      if (leader === null) continue;
      total += 1;
      if (leader.beaten) beaten += 1;
      if (leader.margin === 0) tied += 1;
      else counts.get(leader.best).best += 1;
      if (is_clear(leader)) counts.get(leader.best).clear += 1;
    }
  }
  const shares = [...counts].map(([name, { best, clear }]) => ({
    name, best: best / total || 0, clear: sure ? clear / total || 0 : NaN,
  }));
  return { shares, tied: tied / total || 0, beaten: beaten / total || 0 };
}

/** Whether chance does not explain a lead. */
export function is_clear({ clear }) {
  return clear;
}
