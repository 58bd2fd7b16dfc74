/** When two scores count as the same: `equal_scores` of `core/move.py`, and Python's `math.isclose`. */

/** Scores closer than this share of the larger one are equal but for rounding: sums keep about 13 digits. */
const TIED = 1e-12;

/** Whether two scores are the same but for rounding. */
export function equal_scores(one, other) {
  return is_close(one, other, TIED);
}

/** Whether two numbers differ by no more than a share of the larger one. */
export function is_close(one, other, relative) {
  return one === other || Math.abs(one - other) <= relative * Math.max(Math.abs(one), Math.abs(other));
}
