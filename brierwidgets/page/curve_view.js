/** The curve charts: regret, log-odds and net benefit. What `views/_curve_chart.py` does, from tables. */
import { band_edges, cost_grid, cost_read, CURVES, height_at, height_range, on_axis, rule_height, visible_costs } from "./curves.js";
import { count_models, write_labels } from "./end_labels.js";
import { join, swatch, table, tag } from "./markup.js";
import { mean_heights, side_by_side } from "./move.js";
import { costText, parseInUnit, peoplePerThousand, perThousand } from "../words/numbers.js";
import { read_at, read_together } from "./readings.js";
import { rewrite_text } from "./rewrite.js";
import { describe_band, read_heading } from "./sentences.js";
import { fit_costs, fit_heights } from "./ticks.js";
import { is_hidden } from "./visible.js";

const OFF_CHART = -1e6;
const EXAMPLE_COST = 0.02;

/** Read every chart at a cost ratio that was typed, where Python is not there to do it. */
export function follow_typed_cost(box, page) {
  page.choice(box, "value", (typed) => {
    const { cost, problem } = typed.trim() ? parseInUnit(typed, page.state.unit) : { cost: null };
    page.say(problem ? `“${typed}” is not a cost ratio. Write 2%, 0.02 or 1:49.` : "");
    return problem ? null : page.read(cost);
  });
}

/** What an empty box shows as an example, in the unit chosen. */
export function write_example(box, page) {
  box.set("placeholder", costText(EXAMPLE_COST, page.state.unit));
}

/** The density of an opinion about costs on an axis, at the foot of a chart. */
function draw_density({ mark, scale, share, outlines }, name) {
  const [x, y] = outlines[name].map((column) => Float64Array.from(column));
  scale.set("max", share * y.reduce((most, height) => Math.max(most, height), 0) || 1);
  mark.set({ x, y });
}

export function curve_view(spec, page) {
  const { band, means, lines, ribbons, baselines, rule, scales, axes, texts, looks } = spec;
  const curve_name = () => spec.curves[spec.axis_choice ? spec.axis_choice.get("index") : 0];
  const curve = () => CURVES[curve_name()];

  const draw = (move) => {
    const ends = Float64Array.from(on_axis(curve(), move.interval));
    const heights = mean_heights(move, curve_name());
    band.set("x", ends);
    const drawn = page.tables.names.map((name) => {
      const height = heights.get(name);
      return Number.isFinite(height) ? height : OFF_CHART;
    });
    means.set({ x: side_by_side(drawn, ends), y: drawn.map((height) => new Float64Array(2).fill(height)) });
  };

  const refit = () => {
    const { state, tables, interval } = page;
    write_example(spec.read_box, page);
    const shape = curve();
    const visible = visible_costs(shape, interval, state.zoom);
    if (spec.density) draw_density(spec.density, curve_name());
    const drawn = [];
    for (const name of tables.names) {
      const model = tables.models.get(name);
      const costs = cost_grid(shape, visible, model);
      const heights = costs.map((cost) => height_at(tables, name, shape, cost));
      const shown = state.shown.includes(name);
      const places = Float64Array.from(costs, shape.to_axis);
      lines[name].set({ x: places, y: Float64Array.from(heights), visible: shown });
      const ribbon = { visible: state.bands && shown };
      if (ribbon.visible) Object.assign(ribbon, { x: places, y: band_edges(tables, name, shape, costs) });
      ribbons[name].set(ribbon);
      if (shown) drawn.push(heights);
    }
    const costs = cost_grid(shape, visible, null, 120);
    const { prevalence } = tables.models.get(tables.names[0]);
    const rivals = Object.keys(baselines).map((name) => {
      const heights = costs.map((cost) => rule_height(shape, name, prevalence, cost));
      baselines[name].set({ x: Float64Array.from(costs, shape.to_axis), y: Float64Array.from(heights) });
      return heights;
    });
    if (!drawn.length) drawn.push(costs.map((_, i) => Math.min(...rivals.map((heights) => heights[i]))));
    fit_costs(scales.x, axes.x, shape, visible, spec.ticks, state.unit);
    const seen = height_range(shape, drawn, state.zoom);
    fit_heights(scales.y, axes.y, seen, 6);
    if (texts.labels) write_names(costs, rivals, seen);
  };

  /** Names at the ends of the lines. */
  const write_names = (costs, rivals, heights) => {
    const { tables, state } = page;
    const models = tables.names.map((name, number) => ({
      name, number, look: looks[name], shown: state.shown.includes(name),
      heights: costs.map((cost) => height_at(tables, name, curve(), cost)),
    }));
    const labelled = models.filter(({ shown }) => shown || !spec.listed); // in a list a switch has its place
    const rules = Object.keys(baselines).map((name, i) => ({
      name, number: null, look: looks[name], shown: true, heights: rivals[i],
    }));
    texts.labels.set("value", String(write_labels([...labelled, ...rules], heights, spec.plot)));
  };

  /** A click on a name switches its lines off or on, by the boxes of the legend. */
  const clicked = (event) => {
    const label = event.target.closest(`.bw-labels-${spec.figure.model_id} .bw-label[data-models]`);
    if (!label) return;
    const on = label.getAttribute("aria-pressed") !== "true";
    for (const number of label.dataset.models.split(",")) {
      const box = spec.legend[spec.names[number]];
      box.set("value", on);
      if (!page.offline) box.save_changes();
    }
  };

  const read = () => {
    const { cost } = page.state;
    if (cost !== null) rule.set("x", new Float64Array(2).fill(on_axis(curve(), [cost, cost])[0]));
    rule.set("visible", cost !== null);
    const [at, where] = cost_read(curve(), page);
    const benefit = curve().measure === "net benefit";
    const together = read_together(read_at(page.tables, at, page.state.shown));
    const height_of = ([{ regret, net_benefit }]) => perThousand(benefit ? net_benefit : regret);
    const best = height_of(together.reduce((one, other) => (other[0].regret < one[0].regret ? other : one)));
    const rows = together.map((alike) => {
      const [{ name, counts }] = alike;
      const title = alike.map((reading) => reading.name).join(", ");
      const kind = name in baselines ? "bw-model bw-rule" : "bw-model";
      const called = alike.length > 1 ? count_models(alike.length) : name;
      const height = height_of(alike);
      return [
        tag("span", { class: kind, title }, swatch(looks[name]), tag("span", {}, called)),
        height === best ? tag("b", {}, height) : height,
        ...[counts.tp + counts.fp, counts.fn].map(peoplePerThousand),
      ];
    });
    const heads = ["", benefit ? "net benefit" : "regret", "treated", "missed"];
    const head = tag("div", {}, read_heading(page.words, at, where, page.state.unit));
    rewrite_text(texts.readout, join([head, table(heads, rows, { class: "bw-readout" })]));
  };

  follow_typed_cost(spec.read_box, page);
  if (spec.axis_choice) {
    page.choice(spec.axis_choice, "index", (index) => {
      axes.x.set("label", spec.axis_labels[index]);
      page.change({});
    });
  }

  let unread = null; // whether the read-out is hidden, as in a lesson, while a hand moves
  const write = () => {
    const words = describe_band(page.words, page.interval, page.state.unit, page.spacing, curve().spacing);
    rewrite_text(texts.words, tag("div", { class: "bw-words" }, words));
    unread = page.moving ? unread ?? is_hidden(`.bw-text-${texts.readout.model_id}`) : null;
    if (page.state.cost === null && !unread) read();
  };
  const rest = () => {
    if (page.state.zoom) refit();
  };

  return {
    draw, write, refit, rest, read, clicked,
    /** The chart's own pointer: where on the axis, and which cost ratio that is. */
    figure: { model: spec.figure, pad: spec.pad, scale: scales.x, curve },
  };
}
