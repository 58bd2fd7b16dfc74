/** Chips on a grid of odds: `core/chips.py` and the moments of `core/mixtures.py` in JavaScript. */
import { log_odds_width, log_ratio } from "./losses.js";

/** Mean and mean square of a cost ratio that is even in log-odds between two others. */
function cell_moments([low, high]) {
  const width = log_odds_width(low, high);
  const first = log_ratio(1 - low, high - low, 1 - high) / width;
  return [first, first - (high - low) / width];
}

/** The Beta distribution with the mean and the variance of chips; null where they lie in one cell. */
export function fit_beta(cells, chips) {
  if (chips.filter((count) => count > 0).length < 2) return null;
  const total = chips.reduce((sum, count) => sum + count, 0);
  const moments = cells.map(cell_moments);
  const average = (which) => moments.reduce((sum, of_cell, i) => sum + (chips[i] / total) * of_cell[which], 0);
  const [mean, second] = [average(0), average(1)];
  const size = (mean * (1 - mean)) / (second - mean * mean) - 1;
  return { mean, p: mean * size, q: (1 - mean) * size };
}
