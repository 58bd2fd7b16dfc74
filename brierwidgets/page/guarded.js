/**
 * Intervals that do not lie when few cases decide: `core/guarded.py` in JavaScript.
 *
 * @typedef {object} ClassSums what an interval needs to know of the values of one class
 * @property {number} weight sum of w
 * @property {number} squares sum of w^2
 * @property {number} total sum of w x value
 * @property {number} center sum of w^2 x value over the sum of w^2
 * @property {number} spread sum of w^2 x (value - center)^2
 * @property {number} least
 * @property {number} largest bounds of a value
 * @property {number} heavy sum of w^3 over sum of w^2: what a case weighs that carries the spread
 */

/** How many standard errors a 95% interval reaches. */
const Z_95 = 1.959963984540054;

const QUANTILE_TOP = [
  0.0007745450142783414,
  0.022723844989269184,
  0.2417807251774506,
  1.2704582524523684,
  3.6478483247632045,
  5.769497221460691,
  4.630337846156546,
  1.4234371107496835,
];
const QUANTILE_BOTTOM = [
  1.0507500716444169e-09,
  0.0005475938084995345,
  0.015198666563616457,
  0.14810397642748008,
  0.6897673349851,
  1.6763848301838038,
  2.053191626637759,
  1.0,
];

/** Sums of a class from the moments of its losses, which lie between 0 and `largest`. @returns {ClassSums} */
export function sums_of(moments, table, largest) {
  if (table.total === 0) return { weight: 0, squares: 0, total: 0, center: 0, spread: 0, least: 0, largest, heavy: table.heavy };
  const center = moments.squares / table.total_squares;
  const spread = moments.squares_squared - moments.squares * center;
  return {
    weight: table.total,
    squares: table.total_squares,
    total: moments.total,
    center,
    // What rounding leaves when all losses are equal is not a spread.
    spread: spread > 1e-15 * moments.squares_squared ? spread : 0,
    least: 0,
    largest,
    heavy: table.heavy,
  };
}

/** The sums of scale x value + shift. @returns {ClassSums} */
export function moved(sums, scale, shift = 0) {
  const ends = [scale * sums.least + shift, scale * sums.largest + shift];
  return {
    weight: sums.weight,
    squares: sums.squares,
    total: scale * sums.total + shift * sums.weight,
    center: scale * sums.center + shift,
    spread: scale * scale * sums.spread,
    least: Math.min(...ends),
    largest: Math.max(...ends),
    heavy: sums.heavy,
  };
}

/** The sums of a class whose weights are multiplied by a factor. @returns {ClassSums} */
export function weighted(sums, factor) {
  const { weight, squares, total, spread, heavy } = sums;
  const squared = factor * factor;
  return {
    ...sums,
    weight: factor * weight,
    squares: squared * squares,
    total: factor * total,
    spread: squared * spread,
    heavy: factor * heavy,
  };
}

/** Whether both bounds of a value are finite. */
export function is_bounded(sums) {
  return Number.isFinite(sums.least) && Number.isFinite(sums.largest);
}

/** The mean over both classes and its standard error, as the sample alone has them. */
export function plain_mean([negatives, positives], prevalence_known) {
  return mean_with([negatives, positives], [0, 0], prevalence_known);
}

/** The same with so many cases added to each class, half of them with the least possible value and half with the largest. */
export function guarded_mean(classes, prevalence_known, cases = 1) {
  return mean_with(classes, added_weights(classes, prevalence_known), prevalence_known, cases);
}

/** What a case weighs that is added to each class. */
export function added_weights(classes, prevalence_known) {
  const [first, second] = classes.map(({ weight, heavy }) => (weight > 0 ? heavy : 0));
  const differ = classes.some(({ weight, squares, heavy }) => heavy * weight > squares * (1 + 1e-9));
  if (differ && !prevalence_known) return [1.25 * Math.max(first, second), 1.25 * Math.max(first, second)];
  return [first || second, second || first];
}

function mean_with(classes, added, prevalence_known, cases = 1) {
  const pairs = classes.map((sums, i) => [sums, added[i]]).filter(([sums, extra]) => sums.weight + extra > 0);
  if (!prevalence_known) return mean_over(pairs, cases);
  // The classes are two samples, which add up with known shares.
  const weight = pairs.reduce((sum, [sums]) => sum + sums.weight, 0);
  let [center, variance] = [0, 0];
  for (const pair of pairs) {
    const share = pair[0].weight / weight;
    const mean = mean_over([pair], cases);
    center += share * mean.center;
    variance += (share * mean.error) ** 2;
  }
  return { center, error: Math.sqrt(variance) };
}

/** Mean over some classes, each with so many cases of a given weight added. */
function mean_over(pairs, cases) {
  let [weight, total, variance] = [0, 0, 0];
  for (const [sums, extra] of pairs) {
    weight += sums.weight + cases * extra;
    total += sums.total + (extra ? (cases * extra * (sums.least + sums.largest)) / 2 : 0);
  }
  const center = total / weight;
  for (const [sums, extra] of pairs) {
    variance += sums.spread + sums.squares * (sums.center - center) ** 2;
    if (extra) variance += (cases * extra * extra * ((sums.least - center) ** 2 + (sums.largest - center) ** 2)) / 2;
  }
  return { center, error: Math.sqrt(variance) / weight };
}

/** 1.96 standard errors on either side of a mean. */
export function interval_around({ center, error }) {
  return { low: center - Z_95 * error, high: center + Z_95 * error };
}

/** The guarded interval of the mean of all cases; the plain one where a value has no bound. */
export function guarded_interval(classes, prevalence_known, cases = 1) {
  if (!classes.every(is_bounded)) return interval_around(plain_mean(classes, prevalence_known));
  return interval_around(guarded_mean(classes, prevalence_known, cases));
}

/**
 * Sums of the values of one class, case by case.
 * @param {number[] | Float64Array} values
 * @param {ArrayLike<number> | null} weights
 * @returns {ClassSums}
 */
export function array_sums(values, weights, least, largest) {
  let [weight, squares, total, squared, cubes] = [0, 0, 0, 0, 0];
  values.forEach((value, i) => {
    const own = weights ? weights[i] : 1;
    weight += own;
    squares += own * own;
    total += own * value;
    squared += own * own * value;
    cubes += own * own * own;
  });
  const center = squares > 0 ? squared / squares : 0;
  let spread = 0;
  values.forEach((value, i) => {
    spread += ((weights ? weights[i] : 1) * (value - center)) ** 2;
  });
  return { weight, squares, total, center, spread, least, largest, heavy: squares > 0 ? cubes / squares : 0 };
}

/** Whether a 95% interval still excludes 0 when its level allows for so many rivals. */
export function excludes_zero(low, high, rivals = 1) {
  const [center, half] = [(low + high) / 2, (high - low) / 2];
  return Math.abs(center) > (half * z_value(rivals)) / Z_95;
}

/** How many standard errors an interval reaches, its 5% of error divided among `rivals`. */
export function z_value(rivals) {
  // The normal quantile far from the middle: algorithm AS 241 of Wichura (1988), as in Python's `statistics`.
  const r = Math.sqrt(-Math.log(0.025 / rivals)) - 1.6;
  const polynomial = (coefficients) => coefficients.reduce((total, coefficient) => total * r + coefficient, 0);
  return polynomial(QUANTILE_TOP) / polynomial(QUANTILE_BOTTOM);
}
