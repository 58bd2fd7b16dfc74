/** Scores counted in cells: where the cells lie, and what of one is cut off at a place in it. See `core/cells.py`. */
import { expit, logit } from "../words/numbers.js";

const ROOT_3 = Math.sqrt(3);

/** The number of values below `wanted` in an increasing array, or with `and_equal` of those not above it. */
export function count_below(values, wanted, and_equal = false) {
  let first = 0;
  let last = values.length;
  while (first < last) {
    const middle = (first + last) >> 1;
    if (values[middle] < wanted || (and_equal && values[middle] === wanted)) first = middle + 1;
    else last = middle;
  }
  return first;
}

/** Cumulative sums from 0, each rounded once: what is lost in adding is carried along. */
export function cumulative(values) {
  const sums = new Float64Array(values.length + 1);
  let total = 0;
  let lost = 0;
  for (let i = 0; i < values.length; i += 1) {
    const next = total + values[i];
    lost += Math.abs(total) >= Math.abs(values[i]) ? total - next + values[i] : values[i] - next + total;
    total = next;
    sums[i + 1] = total + lost;
  }
  return sums;
}

/** A score whose odds are multiplied by a ratio. */
export function moved_score(score, ratio) {
  return (ratio * score) / (1 - score + ratio * score);
}

/** Where cells lie: a number of them, even in log-odds, in each stretch from one cost ratio to the next. */
export class Grid {
  /**
   * @param {Float64Array} costs where stretches begin and end
   * @param {Uint16Array} numbers of cells in each stretch
   * @param {number} slack how far below the start of a stretch a score may lie and still be in it, as a share
   * @param {Float64Array} [places] the costs in log-odds
   */
  constructor(costs, numbers, slack, places = costs.map(logit)) {
    Object.assign(this, { costs, numbers, slack, places });
    this.reached = costs.map((cost) => cost * (1 - slack));
    this.first = cumulative(numbers);
    this.size = this.first[numbers.length];
  }

  /** The grid of a model: from its lowest to its highest score, numbers of cells from each end to the next. */
  static of(low, high, ends, numbers, slack) {
    const costs = Float64Array.of(low, ...ends.filter((cost) => low < cost && cost < high), high);
    return new Grid(costs, numbers, slack);
  }

  /** The same cells where the odds of every cost ratio are multiplied by a ratio. */
  shifted(ratio) {
    const shift = Math.log(ratio);
    const { costs, numbers, slack, places } = this;
    return new Grid(costs.map((cost) => moved_score(cost, ratio)), numbers, slack, places.map((place) => place + shift));
  }

  /** Where a cost ratio falls: the number of its cell (-1 below all cells, `size` above), and its place in it. */
  find(cost) {
    const last = this.numbers.length - 1;
    if (cost > this.costs[last + 1]) return { cell: this.size, place: 0 };
    const stretch = Math.min(count_below(this.reached, cost, true) - 1, last);
    if (stretch < 0) return { cell: -1, place: 0 };
    const [start, end] = [this.places[stretch], this.places[stretch + 1]];
    const place = Math.max(((logit(cost) - start) / (end - start)) * this.numbers[stretch], 0);
    const cell = Math.min(Math.floor(place), this.numbers[stretch] - 1);
    return { cell: this.first[stretch] + cell, place: Math.min(place - cell, 1) };
  }

  /** The cost ratio at a place in a cell. */
  cost(cell, place) {
    const stretch = count_below(this.first, cell, true) - 1;
    const [start, end] = [this.places[stretch], this.places[stretch + 1]];
    return expit(start + ((cell - this.first[stretch] + place) * (end - start)) / this.numbers[stretch]);
  }
}

/** The cells of a class whose scores were too many to keep. */
export class Cells {
  constructor(grid, columns) {
    this.grid = grid;
    Object.assign(this, columns);
    this.size = this.weight.length;
  }

  /** The same cells further along in log-odds. */
  shifted(ratio) {
    const { weight, mean, spread, squares, squares_mean } = this;
    return new Cells(this.grid.shifted(ratio), { weight, mean, spread, squares, squares_mean });
  }

  find(cost) {
    return this.grid.find(cost);
  }

  cost(cell, place) {
    return this.grid.cost(cell, place);
  }

  /** Half the width over which a cell's scores spread; no further than to the nearer side of the cell. */
  reach(cell, means) {
    return Math.min(ROOT_3 * this.spread[cell], means[cell], 1 - means[cell]);
  }

  /** The share of a cell's scores below a place in it; squared weights have a mean of their own. */
  share_below(cell, place, means) {
    if (cell < 0 || cell >= this.size) return 0;
    const [reach, mean] = [this.reach(cell, means), means[cell]];
    if (reach === 0) return mean < place ? 1 : 0;
    return Math.min(Math.max((place - mean + reach) / (2 * reach), 0), 1);
  }

  /** The scores of a cell between two places, as two equal parts: the share of each part, and where they are. */
  cut(cell, from, to, means) {
    const [reach, mean] = [this.reach(cell, means), means[cell]];
    if (reach === 0) return { share: from < mean && mean < to ? 0.5 : 0, places: [mean, mean] };
    const start = Math.max(from, mean - reach);
    const end = Math.min(to, mean + reach);
    const half = (end - start) / 2 / ROOT_3;
    const middle = (start + end) / 2;
    return { share: Math.max(end - start, 0) / (4 * reach), places: [middle - half, middle + half] };
  }
}
