/**
 * One class of a model: the weight below any threshold, and moments of the losses on any interval.
 *
 * Scores are nodes in increasing order. Where the distinct scores were few the nodes are those scores and all is exact.
 * Otherwise a cell is two nodes. Cells end at every cost ratio that a hand can reach; an end of an interval that
 * was typed may cut one, whose scores then count as evenly spread about their mean. Scores of very many cases, and
 * those at 0 and 1, are kept beside the cells.
 */
import { clip } from "../words/numbers.js";
import { Cells, cumulative, count_below, moved_score } from "./cells.js";
import { LOSSES } from "./losses.js";

/** A sum less than this share of what was subtracted to get it has lost too many digits. */
const CANCELLED = 1e-4;
/** Up to so many nodes are added up one by one. */
const ONE_BY_ONE = 256;
/** Places in a cell are rounded by less than this. */
const ROUNDED_PLACE = 1e-4;

export class ClassTable {
  /**
   * @param {object} given
   * @param {boolean} given.rising whether losses rise with the score, as those of negatives do
   * @param {number} given.total weight of the class
   * @param {number} given.total_squares sum of squared weights
   * @param {Float64Array} given.scores nodes
   * @param {Float64Array} given.weights weight of each node
   * @param {Float64Array} [given.squared_scores] nodes for sums of squared weights, where they differ
   * @param {Float64Array} [given.squares] squared weight of each node; the weights themselves for plain counts
   * @param {Cells} [given.cells]
   * @param {Int32Array} [given.starts] first node of each cell, and the number of nodes
   * @param {ClassTable} [given.atoms] scores that were kept beside the cells
   */
  constructor({ rising, total, total_squares, scores, weights, squared_scores, squares, cells, starts, atoms }) {
    Object.assign(this, { rising, total, total_squares, scores, weights, cells, starts, atoms });
    this.squared_scores = squared_scores ?? scores;
    this.squares = squares ?? weights;
    this.before = cumulative(this.weights);
    this.squares_before = this.squares === this.weights ? this.before : cumulative(this.squares);
    this.sums = new Map();
  }

  /**
   * The table of scores that were all kept; those without weight in this class are left out. Without weights each
   * weighs 1. Squares that are not given are those of the weights, or where cases are counted the counts themselves.
   */
  static exact(rising, total, total_squares, scores, weights = new Uint8Array(scores.length).fill(1), squares) {
    const kept = [...weights.keys()].filter((i) => weights[i] > 0);
    const column_kept = (column) => Float64Array.from(kept, (i) => column[i]);
    const columns = { scores: column_kept(scores), weights: column_kept(weights), squares: squares && column_kept(squares) };
    return new ClassTable({ rising, total, total_squares, ...columns });
  }

  /** The table of scores that were counted in cells, and of those kept beside them. */
  static binned(rising, total, total_squares, grid, columns, atoms) {
    const places = (column) => column && Float64Array.from(column, (place) => (place + 0.5) / 65536);
    const cells = new Cells(grid, {
      weight: columns.weight,
      mean: places(columns.mean),
      spread: Float64Array.from(columns.spread, (share) => share / 510),
      squares: columns.squares,
      squares_mean: places(columns.squares_mean),
    });
    // Weights of 32 bits do not add up to the total to the last digit.
    const [weight_scale, square_scale] = [
      rescale(cells.weight, total - atoms.before[atoms.scores.length]),
      cells.squares && rescale(cells.squares, total_squares - atoms.squares_before[atoms.scores.length]),
    ];
    const nodes = { scores: [], weights: [] };
    if (cells.squares) Object.assign(nodes, { squared_scores: [], squares: [] });
    const starts = new Int32Array(cells.size + 1);
    for (let cell = 0; cell < cells.size; cell += 1) {
      starts[cell] = nodes.scores.length;
      if (cells.weight[cell] > 0) {
        const spread = cells.spread[cell];
        for (const [place, share] of pair_of(cells.mean[cell], spread)) {
          nodes.scores.push(cells.cost(cell, place));
          nodes.weights.push(cells.weight[cell] * weight_scale * share);
        }
        if (cells.squares) {
          for (const [place, share] of pair_of(cells.squares_mean[cell], spread)) {
            nodes.squared_scores.push(cells.cost(cell, place));
            nodes.squares.push(cells.squares[cell] * square_scale * share);
          }
        }
      }
    }
    starts[cells.size] = nodes.scores.length;
    const arrays = Object.fromEntries(Object.entries(nodes).map(([name, list]) => [name, Float64Array.from(list)]));
    return new ClassTable({ rising, total, total_squares, ...arrays, cells, starts, atoms });
  }

  /** The same cases with the odds of every score multiplied by a ratio. */
  shifted(ratio) {
    const move = (scores) => scores.map((score) => moved_score(score, ratio));
    const { rising, total, total_squares, weights, starts } = this;
    const moved = new ClassTable({
      rising, total, total_squares, weights, starts,
      scores: move(this.scores),
      squared_scores: this.squared_scores === this.scores ? undefined : move(this.squared_scores),
      squares: this.squares === weights ? undefined : this.squares,
      cells: this.cells?.shifted(ratio),
      atoms: this.atoms?.shifted(ratio),
    });
    moved.heavy = this.heavy;
    return moved;
  }

  /** The weights added up here: the total but for the last digit, so that less all of it is exactly 0. */
  get sum() {
    return (this.atoms ? this.atoms.sum : 0) + this.before[this.scores.length];
  }

  /** Weight of the scores below a threshold, for decisions. */
  below(cut) {
    return this.#decided(cut, false);
  }

  /** Squared weight of the scores below a threshold. */
  squares_below(cut) {
    return this.#decided(cut, false, "squares");
  }

  /** Weight of the scores not above a cost ratio. */
  up_to(cost) {
    return this.#decided(cost, true);
  }

  /** A whole number where cases are counted; a score that the wire has rounded still equals itself. */
  #decided(cost, and_equal, kind = "weights") {
    const before = kind === "weights" ? this.before : this.squares_before;
    if (!this.cells) {
      const scores = kind === "weights" ? this.scores : this.squared_scores;
      return before[count_below(scores, cost, and_equal)];
    }
    const { cell, place } = this.cells.find(cost);
    const nudge = this.cells.reach(cell, this.cells.mean) > 0 ? 0 : and_equal ? ROUNDED_PLACE : -ROUNDED_PLACE;
    const [start, stop] = this.#nodes_of(cell);
    const mean = (kind === "squares" && this.cells.squares_mean) || this.cells.mean;
    const share = this.cells.share_below(cell, place + nudge, mean);
    const inside = share * (before[stop] - before[start]);
    const whole = this.squares === this.weights ? Math.round(inside) : inside;
    return this.atoms.#decided(cost, and_equal, kind) + before[start] + whole;
  }

  /** Weight of the cases whose score is exactly 0 or exactly 1. */
  weight_at(end) {
    const { scores, weights } = this.atoms ?? this;
    const node = end === 0 ? 0 : scores.length - 1;
    return scores.length > 0 && scores[node] === end ? weights[node] : 0;
  }

  /**
   * Sums over the class of weight x loss, weight^2 x loss and weight^2 x loss^2 on an interval.
   * @returns {{total: number, squares: number, squares_squared: number}}
   */
  moments(loss, low, high) {
    const sums = this.atoms ? this.atoms.moments(loss, low, high) : { total: 0, squares: 0, squares_squared: 0 };
    const [anchor, far] = this.rising ? [low, high] : [high, low];
    const of_score = this.rising ? loss.negative : loss.positive;
    const { start, stop, below, above } = this.cells
      ? this.#add_cut_cells(sums, low, high, of_score, anchor)
      : this.#ends(low, high);
    this.#add_nodes(sums, start, stop, loss, of_score, anchor);
    // What lies beyond the far end loses as much as that end: all of it, or nothing if that is nobody.
    const beyond = this.rising ? above : below;
    if (beyond.weight > 0) {
      const most = of_score(far, anchor);
      sums.total += most * beyond.weight;
      sums.squares += most * beyond.squares;
      sums.squares_squared += most * most * beyond.squares;
    }
    return sums;
  }

  /** Which nodes lie inside an interval, and the weight on either side. */
  #ends(low, high) {
    const start = count_below(this.scores, low, true);
    const stop = Math.max(start, count_below(this.scores, high));
    return { start, stop, ...this.#beside(start, stop) };
  }

  /** Weight and squared weight of the nodes before one and from another on. */
  #beside(start, stop) {
    const last = this.scores.length;
    return {
      below: { weight: this.before[start], squares: this.squares_before[start] },
      above: {
        weight: this.before[last] - this.before[stop],
        squares: this.squares_before[last] - this.squares_before[stop],
      },
    };
  }

  /** The nodes of a cell, or where they would be. */
  #nodes_of(cell) {
    const start = this.starts[Math.max(cell, 0)];
    return [start, cell < 0 ? start : this.starts[Math.min(cell + 1, this.cells.size)]];
  }

  /** Add the parts of the cells at the ends of an interval; return which nodes lie between, and what on either side. */
  #add_cut_cells(sums, low, high, of_score, anchor) {
    const { cells } = this;
    const [first, last] = [cells.find(low), cells.find(high)];
    // An end between two cells cuts neither.
    if (first.place === 0 && first.cell >= 0) Object.assign(first, { cell: first.cell - 1, place: 1 });
    const [low_nodes, high_nodes] = [this.#nodes_of(first.cell), this.#nodes_of(last.cell)];
    const { below, above } = this.#beside(low_nodes[0], high_nodes[1]);
    const cut = (cell, [start, stop], from, to, kind) => {
      const before = kind === "weight" ? this.before : this.squares_before;
      const weight = before[stop] - before[start];
      const mean = kind === "squares" && cells.squares_mean ? cells.squares_mean : cells.mean;
      if (cell === first.cell) below[kind] += weight * cells.share_below(cell, from, mean);
      if (cell === last.cell) above[kind] += weight * (1 - cells.share_below(cell, to, mean));
      const { share, places } = cells.cut(cell, from, to, mean);
      for (const place of places) {
        const lost = of_score(clip(cells.cost(cell, place), low, high), anchor);
        if (kind === "weight") sums.total += share * weight * lost;
        else {
          sums.squares += share * weight * lost;
          sums.squares_squared += share * weight * lost * lost;
        }
      }
    };
    for (const kind of ["weight", "squares"]) {
      if (first.cell === last.cell) {
        if (low_nodes[0] < low_nodes[1]) cut(first.cell, low_nodes, first.place, last.place, kind);
      } else {
        if (low_nodes[0] < low_nodes[1]) cut(first.cell, low_nodes, first.place, 1, kind);
        if (high_nodes[0] < high_nodes[1]) cut(last.cell, high_nodes, 0, last.place, kind);
      }
    }
    return { start: low_nodes[1], stop: Math.max(high_nodes[0], low_nodes[1]), below, above };
  }

  #add_nodes(sums, start, stop, loss, of_score, anchor) {
    if (stop - start > ONE_BY_ONE) {
      const origin = of_score(anchor, this.rising ? 0 : 1);
      const kept = this.#sums_of(loss, of_score);
      const between = (column) => column[stop] - column[start];
      const [count, squares] = [between(this.before), between(this.squares_before)];
      const total = between(kept.total) - count * origin;
      const second = between(kept.squares) - squares * origin;
      const square = between(kept.squares_squared) - origin * (2 * between(kept.squares) - squares * origin);
      if (second > CANCELLED * between(kept.squares) && square > CANCELLED * between(kept.squares_squared)) {
        sums.total += total;
        sums.squares += second;
        sums.squares_squared += square;
        return;
      }
    }
    for (let i = start; i < stop; i += 1) {
      sums.total += this.weights[i] * of_score(this.scores[i], anchor);
      const lost = of_score(this.squared_scores[i], anchor);
      sums.squares += this.squares[i] * lost;
      sums.squares_squared += this.squares[i] * lost * lost;
    }
  }

  /** Cumulative sums of the losses from 0 (or to 1), made when first asked for. */
  #sums_of(loss, of_score) {
    if (!this.sums.has(loss.name)) {
      const end = this.rising ? 0 : 1;
      // Scores of 0 and 1 are never inside an interval and may lose infinitely.
      const lost = (scores) => scores.map((score) => (score > 0 && score < 1 ? of_score(score, end) : 0));
      const [plain, squared] = [lost(this.scores), lost(this.squared_scores)];
      this.sums.set(loss.name, {
        total: cumulative(plain.map((value, i) => value * this.weights[i])),
        squares: cumulative(squared.map((value, i) => value * this.squares[i])),
        squares_squared: cumulative(squared.map((value, i) => value * value * this.squares[i])),
      });
    }
    return this.sums.get(loss.name);
  }

  /** Build all sums that a move may ask for now, so that the first of them is as quick as the others. */
  prepare() {
    if (this.scores.length <= ONE_BY_ONE) return;
    for (const loss of LOSSES) this.#sums_of(loss, this.rising ? loss.negative : loss.positive);
  }
}

/** Two places with this mean and spread and their shares: halves, unless one would then lie outside of the cell. */
function pair_of(mean, spread) {
  if (spread === 0) return [[mean, 1]];
  const lean = Math.min(Math.max(1, spread / (1 - mean)), mean / spread);
  const share = 1 / (1 + lean ** 2);
  return [[mean - spread * lean, share], [mean + spread / lean, 1 - share]];
}

function rescale(values, total) {
  const sum = values.reduce((all, value) => all + value, 0);
  return sum > 0 ? total / sum : 1;
}
