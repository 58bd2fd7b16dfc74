/** How a model's scores are spread and where it is useful: `core/histograms.py`, `core/one_threshold.py`. */
import { counts_at, model_of } from "./readings.js";

const FEWEST_LEFT_OUT = 0.001;

/** The lowest and the highest score, leaving out a thousandth of each class at either end. */
export function score_range(tables, name) {
  const { negatives, positives } = model_of(tables, name);
  const ends = [negatives, positives]
    .filter(({ total }) => total > 0)
    .map(({ scores, before, total }) => {
      const cut = FEWEST_LEFT_OUT * total;
      const last = scores.length - 1;
      const low = Math.min(scores.findIndex((_, i) => before[i + 1] > cut), last);
      const found = scores.findIndex((_, i) => before[i + 1] >= total - cut);
      const high = found < 0 ? last : found;
      return [scores[Math.min(low, high)], scores[Math.max(low, high)]];
    });
  return [Math.min(...ends.map(([low]) => low)), Math.max(...ends.map(([, high]) => high))];
}

/**
 * The weight of each class between edges; what lies beyond is in the first and the last bar.
 * @returns {{negatives: number[], positives: number[], below: number, above: number}}
 */
export function score_histogram(tables, name, edges) {
  const { negatives, positives } = model_of(tables, name);
  const counts = edges.map((edge) => counts_at(tables, name, edge));
  const bars = (before, total) => {
    const heights = edges.slice(1).map((_, i) => before[i + 1] - before[i]);
    heights[0] += before[0];
    heights[heights.length - 1] += total - before.at(-1);
    return heights;
  };
  const last = edges.at(-1);
  return {
    negatives: bars(counts.map(({ tn }) => tn), negatives.total),
    positives: bars(counts.map(({ fn }) => fn), positives.total),
    below: counts[0].tn + counts[0].fn,
    above: negatives.total - negatives.up_to(last) + (positives.total - positives.up_to(last)),
  };
}

/** The mean share of cases, over models, with scores between edges; the fullest bar has height 1. */
export function pooled_heights(tables, edges) {
  const heights = new Float64Array(edges.length - 1);
  for (const [name, { total }] of tables.models) {
    const below = edges.map((edge) => counts_at(tables, name, edge)).map(({ tn, fn }) => tn + fn);
    for (let i = 0; i < heights.length; i += 1) heights[i] += (below[i + 1] - below[i]) / total;
  }
  const tallest = Math.max(...heights) || 1;
  return Array.from(heights, (height) => height / tallest);
}

/** The stretches of cost ratios where acting on the model, at c, beats treating all and treating none. */
export function useful_costs(tables, name) {
  const { negatives, positives } = model_of(tables, name);
  const scores = [...new Set([...negatives.scores, ...positives.scores])].sort((one, other) => one - other);
  const stretches = [];
  let [i, j] = [0, 0];
  for (let k = 0; k + 1 < scores.length; k += 1) {
    while (i < negatives.scores.length && negatives.scores[i] <= scores[k]) i += 1;
    while (j < positives.scores.length && positives.scores[j] <= scores[k]) j += 1;
    const [tn, fn] = [negatives.before[i], positives.before[j]];
    const [tp, fp] = [positives.total - fn, negatives.total - tn];
    const low = Math.max(scores[k], fn / (fn + tn));
    const high = Math.min(scores[k + 1], tp / (tp + fp));
    if (!(low < high)) continue;
    const last = stretches.at(-1);
    if (last && low <= last[1]) last[1] = high;
    else stretches.push([low, high]);
  }
  return stretches;
}
