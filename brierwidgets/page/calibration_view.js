/** The calibration curve: what `views/_calibration_curve.py` does, from tables. Bands are Python's. */
import { percent } from "../words/numbers.js";
import { count_below } from "./cells.js";
import { follow_typed_cost, write_example } from "./curve_view.js";
import { cost_read, COST_AXES, evenly, on_axis, visible_costs } from "./curves.js";
import { join, model_cell, spoken, table, tag } from "./markup.js";
import { calibration_part, calibration_points, step_counts } from "./outlines.js";
import { rewrite_text } from "./rewrite.js";
import { describe_calibration, weight_text } from "./sentences.js";
import { cost_in_words, fill } from "./verdict.js";
import { cost_ticks, fit_costs, round_up, write_ticks } from "./ticks.js";
import { is_seen, padded, place_points } from "./visible.js";

const THICK_POINTS = 48;
const SCORE_BINS = 60;
/** Steps with a smaller share of the cases have no dot. */
const GOOD_PART = 0.02;
const BANDS_NEED_PYTHON = "Python is needed for 95% bands of these cases.";

/** Share of the cases whose score lies in each bin; the last one holds its right edge too. */
function score_shares({ negatives, positives, total }, edges) {
  const last = edges.length - 1;
  const below = edges.map((edge, i) =>
    [negatives, positives].reduce((sum, of_class) => sum + (i === last ? of_class.up_to(edge) : of_class.below(edge)), 0),
  );
  return below.slice(1).map((weight, i) => (weight - below[i]) / total);
}

export function calibration_view(spec, page) {
  const { band, means, lines, ribbons, baselines, rule, dots, bars, scales, axes, texts, looks } = spec;
  const axis_name = () => spec.axis_names[spec.axis_choice.get("index")];
  const curve = () => COST_AXES[axis_name()];
  const places = (shares) => on_axis(curve(), Array.from(shares));
  const cases = () => JSON.stringify(page.cases);
  const now = () => ({ cases: cases(), axis: axis_name() });
  let banded = page.offline || page.state.bands ? now() : null; // what Python drew bands for
  const bands_known = () => banded?.cases === cases();

  const draw = (move) => {
    if (!page.ahead && page.state.bands) banded = now();
    if (!page.moving && !is_seen(spec.figure)) return;
    const shaded = on_axis(curve(), move.interval);
    band.set("x", Float64Array.from(shaded));
    const parts = page.tables.names.map((name) =>
      move.summaries.has(name)
        ? calibration_part(lines[name].get("x"), lines[name].get("y"), shaded, THICK_POINTS)
        : { scores: [], values: [] },
    );
    means.set({
      x: parts.map(({ scores }) => padded(scores, THICK_POINTS)),
      y: parts.map(({ values }) => padded(values, THICK_POINTS)),
    });
  };

  const fit_shares = (heights) => {
    const [first, last] = places(heights);
    scales.y.set({ min: first, max: last });
    const ticks = cost_ticks(curve(), heights, 8);
    write_ticks(axes.y, places(ticks), ticks, percent);
  };

  /** The shares to show: all, or those that the visible scores have, and the scores themselves. */
  const visible_heights = (visible, points) => {
    const { limits } = curve();
    if (!page.state.zoom) return limits;
    let [lowest, highest] = visible;
    for (const name of page.state.shown) {
      const { values } = calibration_part(points.get(name).scores, points.get(name).values, visible);
      [lowest, highest] = [Math.min(lowest, ...values, 1), Math.max(highest, ...values, 0)];
    }
    return [Math.max(lowest, limits[0]), Math.min(highest, limits[1])];
  };

  const place_dots = () => {
    const found = page.tables.names.filter((name) => page.state.shown.includes(name)).flatMap((name) => {
      const model = page.tables.models.get(name);
      const { left, right, value } = model.steps;
      const counts = step_counts(model).cases;
      const [starts, ends, heights] = [left, right, value].map(places);
      return Array.from(counts, (cases, i) => ({
        cases: cases / model.total, x: (starts[i] + ends[i]) / 2, y: heights[i], colour: looks[name][0],
      })).filter(({ cases }) => cases >= GOOD_PART);
    });
    place_points(dots, found, { size: Float64Array.from(found, ({ cases }) => cases) });
  };

  /** Lay a band that Python drew on another axis out anew; those of other cases are not known. */
  const fit_bands = () => {
    const { state } = page;
    const known = bands_known();
    for (const [name, ribbon] of Object.entries(ribbons)) {
      if (known && banded.axis !== axis_name()) {
        const from = COST_AXES[banded.axis].from_axis;
        const moved_to = (values) => Float64Array.from(places(Array.from(values, from)));
        ribbon.set({ x: moved_to(ribbon.get("x")), y: ribbon.get("y").map(moved_to) });
      }
      ribbon.set("visible", state.bands && known && state.shown.includes(name));
    }
    if (known) banded = now();
  };

  const refit = () => {
    const { state, tables, interval } = page;
    write_example(spec.read_box, page);
    const shape = curve();
    const visible = visible_costs(shape, interval, state.zoom);
    const edges = evenly(...places(visible), SCORE_BINS + 1);
    const bins = edges.map((edge) => Math.min(Math.max(shape.from_axis(edge), visible[0]), visible[1]));
    if (!state.zoom) [bins[0], bins[SCORE_BINS]] = [0, 1]; // scores beyond the axis count at its edges
    const points = new Map();
    let highest = 0;
    for (const name of tables.names) {
      const shown = state.shown.includes(name);
      const line = calibration_points(tables, name, axis_name(), visible);
      points.set(name, line);
      lines[name].set({
        x: Float64Array.from(places(line.scores)), y: Float64Array.from(places(line.values)), visible: shown,
      });
      const shares = score_shares(tables.models.get(name), bins);
      bars[name].set({
        x: Float64Array.from(edges.flatMap((edge) => [edge, edge]).slice(1, -1)),
        y: Float64Array.from(shares.flatMap((share) => [share, share])),
        visible: shown,
      });
      if (shown) highest = Math.max(highest, ...shares);
    }
    const diagonal = Float64Array.from(places(shape.limits));
    for (const line of Object.values(baselines)) line.set({ x: diagonal, y: diagonal });
    fit_bands();
    place_dots();
    fit_costs(scales.x, axes.x, shape, visible, spec.ticks, state.unit);
    fit_shares(visible_heights(visible, points));
    scales.share.set("max", round_up(highest));
    axes.share.set("tick_values", Float64Array.of(0, scales.share.get("max")));
  };

  /** The share of positives at a score, and the step it belongs to with its counts. */
  const step_at = (model, score) => {
    const { left, right, value } = model.steps;
    const step = count_below(left, score, true) - 1;
    if (step < 0 || score > right[step]) return ["–", "no case", "", ""];
    const [start, end] = [left[step], right[step]].map((edge) => percent(edge));
    const { cases, positives } = step_counts(model);
    const span = start === end ? start : `${start}–${end}`;
    return [percent(value[step]), span, weight_text(cases[step]), weight_text(positives[step])];
  };

  const read = () => {
    const { state, tables } = page;
    if (state.cost !== null) rule.set("x", new Float64Array(2).fill(places([state.cost])[0]));
    rule.set("visible", state.cost !== null);
    const [score, where] = cost_read(curve(), page);
    const rows = tables.names
      .filter((name) => state.shown.includes(name))
      .map((name) => [model_cell(looks[name], name), ...step_at(tables.models.get(name), score)]);
    const head = tag("div", {}, fill(page.words, "scores_at", { score: cost_in_words(score, state.unit), where }));
    const steps = table(["", "share", "step", "cases", "positive"], rows, { class: "bw-readout" });
    rewrite_text(texts.readout, join([head, steps]));
  };

  const sentences = () => describe_calibration(page.words, page.tables, page.state.shown, page.interval, page.state.unit);

  const write = () => {
    const said = sentences();
    if (page.offline && page.state.bands && !bands_known()) said.push(BANDS_NEED_PYTHON);
    rewrite_text(texts.words, spoken([said.join(" ")]));
    if (page.state.cost === null) read();
  };
  const rest = () => {
    if (!page.state.zoom) return;
    refit();
    if (page.move) draw(page.move);
  };

  page.choice(spec.axis_choice, "index", () => page.change({}));
  follow_typed_cost(spec.read_box, page);
  return {
    draw, write, refit, rest, read, drawn_on: spec.figure,
    figure: { model: spec.figure, pad: spec.pad, scale: scales.x, curve },
  };
}
