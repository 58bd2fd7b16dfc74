/**
 * The tables of `core/tables.py`, read from the wire.
 *
 * @typedef {object} Model
 * @property {string} name
 * @property {boolean} exact whether every distinct score was kept
 * @property {number} slack how far below a threshold a score may lie and still reach it, as a share
 * @property {number} total number of cases, or the sum of their weights
 * @property {number} prevalence share of positive cases
 * @property {boolean} prevalence_known whether it was given rather than estimated
 * @property {number} sampled_prevalence share of positive cases as they were sampled
 * @property {boolean} scores_moved whether scores were moved along to a prevalence that was given
 * @property {ClassTable} negatives
 * @property {ClassTable} positives
 * @property {{negatives: ClassTable, positives: ClassTable}} recalibrated the same cases with calibrated scores
 * @property {{negatives: ClassTable, positives: ClassTable}} constant each case given the prevalence
 * @property {Record<string, Float64Array>} steps of the calibration curve: left, right and value; negatives and
 *   positives in each where there are few enough steps to keep them all
 * @property {Float64Array} drawn thresholds at which a ROC or precision-recall curve is drawn, falling
 * @property {number} auc NaN where there is none
 * @property {number} brier_full ordinary Brier score
 * @property {number} log_loss_full ordinary log loss
 * @property {number} average_precision NaN where there is none
 *
 * @typedef {object} Cases
 * @property {number} number of cases there are
 * @property {boolean} complete whether these are all of them
 * @property {Uint8Array} labels 1 for positive
 * @property {Float64Array | Float32Array | null} weights
 * @property {Map<string, Float64Array | Float32Array>} scores by model
 *
 * @typedef {object} Tables
 * @property {string[]} names models in the order given
 * @property {Map<string, Model>} models
 * @property {Cases | null} cases null where only counts are known
 * @property {number} error what the tables can change; see `Tables.error` in Python
 */
import { Grid } from "./cells.js";
import { ClassTable } from "./class_table.js";

const TYPES = { f8: Float64Array, f4: Float32Array, u4: Uint32Array, u2: Uint16Array, u1: Uint8Array };

/**
 * Read tables.
 * @param {object} header `Tables.header` of Python, as JSON gives it
 * @param {DataView | Uint8Array | ArrayBuffer} bytes `Tables.data`
 * @returns {Tables}
 */
export function parse_tables(header, bytes) {
  const [buffer, origin] = bytes instanceof ArrayBuffer ? [bytes, 0] : [bytes.buffer, bytes.byteOffset];
  const reader = (first) => ([kind, offset, length]) => {
    const type = TYPES[kind];
    const start = origin + first + offset;
    return new type(buffer.slice(start, start + length * type.BYTES_PER_ELEMENT));
  };
  const ends = header.ends && reader(0)(header.ends);
  const models = header.names.map((name, index) => {
    const given = header.models[index];
    return [name, parse_model(name, given, reader(given.start), ends)];
  });
  return {
    names: header.names,
    models: new Map(models),
    cases: header.cases && parse_cases(header, reader(0)),
    error: header.error,
  };
}

function parse_model(name, given, read, ends) {
  const [negative, positive, negative_squares, positive_squares, ...whole] = read(given.whole);
  const [auc, brier_full, log_loss_full, average_precision, ...heavy] = whole;
  const steps = Object.fromEntries(Object.entries(given.steps).map(([column, place]) => [column, read(place)]));
  const total = negative + positive;
  const weights = [negative, positive];
  const squares = [negative_squares, positive_squares];
  const { low, high, numbers } = given.table.grid ?? {};
  const grid = given.exact ? null : Grid.of(low, high, ends, read(numbers), given.slack);
  const [negatives, positives] = [0, 1].map((index) =>
    parse_class(given, read, index, weights[index], squares[index], grid),
  );
  // What a case weighs that carries the spread of its class.
  [negatives, positives].forEach((table, index) => Object.assign(table, { heavy: heavy[index] }));
  const pair = (scores, of_negatives, of_positives) => ({
    negatives: ClassTable.exact(true, negative, negative_squares, scores, of_negatives),
    positives: ClassTable.exact(false, positive, positive_squares, scores, of_positives),
  });
  return {
    name,
    exact: given.exact,
    slack: given.slack,
    prevalence_known: given.prevalence_known,
    sampled_prevalence: given.sampled_prevalence,
    scores_moved: given.scores_moved,
    total,
    prevalence: positive / total,
    negatives,
    positives,
    recalibrated: pair(steps.scores, steps.negatives, steps.positives),
    constant: pair(Float64Array.of(positive / total), Float64Array.of(negative), Float64Array.of(positive)),
    steps: { ...steps, value: steps.value ?? steps.scores },
    drawn: read(given.drawn),
    auc,
    brier_full,
    log_loss_full,
    average_precision,
  };
}

function parse_class({ exact, counted, table }, read, index, total, total_squares, grid) {
  const rising = index === 0;
  const columns_of = (places) => Object.fromEntries(Object.entries(places).map(([name, place]) => [name, read(place)]));
  const kept = columns_of((exact ? table : table.atoms)[index]);
  const { weights, squares = counted ? undefined : weights.map((weight) => weight ** 2) } = kept;
  const exact_table = ClassTable.exact(rising, total, total_squares, kept.scores, weights, squares);
  // Squares worked out here add up to the total but for the last digit, and less all of them is to be exactly 0.
  if (!counted && !kept.squares) exact_table.total_squares = exact_table.squares_before[exact_table.scores.length];
  const made = exact
    ? exact_table
    : ClassTable.binned(rising, total, total_squares, grid, columns_of(table.cells[index]), exact_table);
  made.prepare();
  return made;
}

function parse_cases({ names, cases }, read) {
  return {
    number: cases.number,
    complete: cases.complete,
    labels: read(cases.labels),
    weights: cases.weights && read(cases.weights),
    scores: new Map(names.map((name, index) => [name, read(cases.scores[index])])),
  };
}
