/** Parts of curves that lie in the interval: `core/outlines.py` in JavaScript. */
import { clip, logit } from "../words/numbers.js";
import { count_below } from "./cells.js";
import { evenly } from "./curves.js";
import { counts_at, model_of } from "./readings.js";

const CURVE_POINTS = 500;
const PART_POINTS = 64;

/** Which points of a line to keep: both ends and the others evenly along its length. */
function thin(x, y, most) {
  if (x.length <= most) return x.map((_, i) => i);
  let total = 0;
  const length = x.map((value, i) => {
    total += i === 0 ? 0 : Math.abs(value - x[i - 1]) + Math.abs(y[i] - y[i - 1]);
    return total;
  });
  // A point just where one is wanted counts as reached, however its place was rounded.
  const kept = evenly(0, total, most).map((wanted) => count_below(length, wanted * (1 - 1e-9)));
  kept[kept.length - 1] = x.length - 1;
  return [...new Set(kept.map((index) => Math.min(index, x.length - 1)))];
}

/**
 * Points of a path that a falling threshold draws.
 * @param {"roc" | "precision-recall"} kind
 * @returns {{threshold: number[], x: number[], y: number[]}} false and true positive rate, or recall and precision;
 *   NaN where there is none
 */
export function path_points(tables, name, kind, thresholds) {
  const { negatives, positives } = model_of(tables, name);
  const points = { threshold: [...thresholds], x: [], y: [] };
  for (const threshold of points.threshold) {
    const { tp, fp } = threshold <= 1 ? counts_at(tables, name, threshold) : { tp: 0, fp: 0 };
    const recall = tp / positives.total;
    points.x.push(kind === "roc" ? fp / negatives.total : recall);
    points.y.push(kind === "roc" ? recall : tp / (tp + fp));
  }
  return points;
}

/** The part of a path whose thresholds lie in the interval, from its high end to its low end. */
export function path_part(tables, name, kind, [low, high], most = PART_POINTS) {
  const inside = model_of(tables, name).drawn.filter((threshold) => threshold > low && threshold < high);
  const points = path_points(tables, name, kind, [high, ...inside, low]);
  if (points.x.length <= most) return points;
  const known = points.y.map((value) => (Number.isNaN(value) ? 0 : value));
  const kept = thin(points.x, known, most);
  const thinned = (values) => kept.map((index) => values[index]);
  return { threshold: thinned(points.threshold), x: thinned(points.x), y: thinned(points.y) };
}

/**
 * Scores and recalibrated scores along the calibration curve.
 * @param {"probability" | "log-odds"} axis along which points that matter least are left out
 * @param {[number, number]} visible the part of the axis that is shown
 */
export function calibration_points(tables, name, axis, visible, most = CURVE_POINTS) {
  const { left, right, value } = model_of(tables, name).steps;
  const [scores, values] = [[], []];
  left.forEach((start, i) => {
    scores.push(start);
    values.push(value[i]);
    if (right[i] > start) {
      scores.push(right[i]);
      values.push(value[i]);
    }
  });
  const place = (share) => (axis === "log-odds" ? logit(clip(share, ...visible)) : clip(share, ...visible));
  const kept = thin(scores.map(place), values.map(place), most);
  return { scores: kept.map((i) => scores[i]), values: kept.map((i) => values[i]) };
}

/**
 * Cases and positives of every step of a model's calibration curve.
 * @param {import("./tables.js").Model} model
 * @returns {{cases: number[], positives: number[]}} plain arrays: the tables may count in 8 bits, too few for a sum
 */
export function step_counts({ steps, negatives, positives }) {
  const kept = steps.negatives.length === steps.left.length;
  const inside = (of_class) => Array.from(steps.left, (left, i) => of_class.up_to(steps.right[i]) - of_class.below(left));
  const found = kept ? Array.from(steps.positives) : inside(positives);
  const others = kept ? steps.negatives : inside(negatives);
  return { positives: found, cases: found.map((weight, i) => weight + others[i]) };
}

/** The part of a line of `calibration_points` whose scores lie in the interval; empty if none does. */
export function calibration_part(scores, values, interval, most = PART_POINTS) {
  const [low, high] = [Math.max(interval[0], scores[0]), Math.min(interval[1], scores[scores.length - 1])];
  if (!(low <= high)) return { scores: [], values: [] };
  let inside = Array.from(scores).filter((score) => score > low && score < high);
  if (inside.length > most - 2) inside = evenly(0, inside.length - 1, most - 2).map((place) => inside[Math.floor(place)]);
  const places = [low, ...inside, high];
  return { scores: places, values: places.map((place) => interpolate(place, scores, values)) };
}

function interpolate(place, x, y) {
  const before = count_below(x, place, true) - 1; // of several points at one place the last, as numpy.interp
  if (x[before] === place) return y[before];
  return y[before] + ((y[before + 1] - y[before]) / (x[before + 1] - x[before])) * (place - x[before]);
}
