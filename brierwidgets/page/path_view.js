/** The ROC and the precision-recall curve: what `views/_threshold_path.py` does, from tables. */
import { costText, number, percent, roundedPercent } from "../words/numbers.js";
import { follow_typed_cost, write_example } from "./curve_view.js";
import { model_cell, spoken, tag } from "./markup.js";
import { path_part, path_points } from "./outlines.js";
import { rewrite_text } from "./rewrite.js";
import { describe_ranking } from "./sentences.js";
import { round_steps, round_up } from "./ticks.js";
import { is_seen, padded, place_points } from "./visible.js";

const PATH_POINTS = 48;
/** Below this recall precision rests on a handful of cases. */
const FIRST_RECALL = 0.05;

/** What the two curves differ in. `area` is the name of the area in the tables. */
const PATHS = {
  roc: {
    area: "auc",
    has_curve: (rate) => rate > 0 && rate < 1,
    why_none: (rate) =>
      `A ROC curve compares positive with negative cases, but every case is ${rate ? "positive" : "negative"}.`,
    baseline: () => [0, 1],
    top: () => 1,
  },
  "precision-recall": {
    area: "average_precision",
    has_curve: (rate) => rate > 0,
    why_none: () => "Recall asks how many of the positive cases are found, but every case is negative.",
    baseline: (rate) => [rate, rate],
    top: (rate, curves) => {
      const reached = curves.flatMap(({ x, y }) => Array.from(y).filter((_, i) => x[i] >= FIRST_RECALL));
      return Math.min(1, round_up(1.2 * Math.max(rate, ...reached.filter(Number.isFinite))));
    },
  },
};


export function path_view(spec, page) {
  const { path, lines, thick, ends, dots, base, scale, axis, texts, looks } = spec;
  const kind = PATHS[path];
  let drawn_cases = JSON.stringify(page.cases);

  const prevalence = () => page.tables.models.get(page.tables.names[0]).prevalence;
  const has_curve = () => kind.has_curve(prevalence());
  const point = (name, threshold) => {
    const { x, y } = path_points(page.tables, name, path, [threshold]);
    return { colour: looks[name][0], x: x[0], y: y[0] };
  };
  const shown_in_order = (shown) => page.tables.names.filter((name) => shown.includes(name));

  const draw = (move) => {
    if (!page.ahead) drawn_cases = JSON.stringify(page.cases);
    if (!page.moving && !is_seen(spec.figure)) return;
    const { names } = page.tables;
    const parts = new Map();
    for (const name of names) {
      const visible = move.summaries.has(name) && has_curve();
      lines[name].set("visible", visible);
      if (!visible) continue;
      const part = path_part(page.tables, name, path, move.interval, PATH_POINTS);
      const there = part.y.map((_, i) => i).filter((i) => !Number.isNaN(part.y[i]));
      parts.set(name, { x: there.map((i) => part.x[i]), y: there.map((i) => part.y[i]), length: part.x.length });
    }
    const width = Math.max(2, ...[...parts.values()].map(({ length }) => length));
    const places = (column) => names.map((name) => padded(parts.get(name)?.[column] ?? [], width));
    thick.set({ x: places("x"), y: places("y") });
    const points = [...parts].flatMap(([name, { x, y }]) =>
      x.length ? [0, x.length - 1].map((i) => ({ colour: looks[name][0], x: x[i], y: y[i] })) : [],
    );
    place_points(ends, points);
  };

  const refit = () => {
    write_example(spec.read_box, page);
    if (drawn_cases === JSON.stringify(page.cases)) return;
    drawn_cases = JSON.stringify(page.cases);
    if (has_curve()) {
      for (const [name, line] of Object.entries(lines)) {
        const { x, y } = path_points(page.tables, name, path, [Infinity, ...page.tables.models.get(name).drawn]);
        line.set({ x: Float64Array.from(x), y: Float64Array.from(y) });
      }
    }
    base.set("y", Float64Array.from(kind.baseline(prevalence())));
    const curves = Object.values(lines).map((line) => ({ x: line.get("x"), y: line.get("y") }));
    scale.set("max", kind.top(prevalence(), curves));
    axis.set("tick_values", Float64Array.from(round_steps([0, scale.get("max")], 5)));
  };

  const sentences = () => {
    if (!has_curve()) return [kind.why_none(prevalence())];
    const { tables, interval, state } = page;
    const areas = new Map(state.shown.map((name) => [name, tables.models.get(name)[kind.area]]));
    const said = describe_ranking(page.words, tables, areas, spec.area_label, interval, page.state.unit);
    if (path === "precision-recall") {
      const heights = Object.values(lines).flatMap((line) => Array.from(line.get("y")).filter(Number.isFinite));
      const highest = Math.max(...heights);
      if (highest > scale.get("max")) {
        said.push(`The first few decisions reach a precision of ${percent(highest)}, off the chart.`);
      }
    }
    return said;
  };

  const rates = () => {
    const { tables, interval, state } = page;
    const thresholds = state.cost === null ? interval : [...interval, state.cost];
    const heads = thresholds.map((threshold) => tag("th", { colspan: 2, scope: "colgroup" }, `at ${costText(threshold, page.state.unit)}`));
    const columns = thresholds.flatMap(() => spec.columns.map((column) => tag("th", {}, column)));
    const rows = shown_in_order(state.shown).map((name) => {
      const { x, y } = path_points(tables, name, path, thresholds);
      const cells = [model_cell(looks[name], name), number(tables.models.get(name)[kind.area])];
      thresholds.forEach((_, i) => cells.push(roundedPercent(x[i], 1), roundedPercent(y[i], 1)));
      return tag("tr", {}, ...cells.map((cell) => tag("td", {}, cell)));
    });
    const first = tag("tr", {}, tag("th", {}), tag("th", {}, spec.area_label), ...heads);
    const second = tag("tr", {}, tag("th", {}), tag("th", {}), ...columns);
    return tag("table", { class: "bw-readout" }, first, second, ...rows);
  };

  const write = () => {
    if (!spec.details) return;
    rewrite_text(texts.words, spoken(sentences()));
    rewrite_text(texts.table, has_curve() ? rates() : "");
  };
  const read = () => {
    const { cost, shown } = page.state;
    const points = cost === null || !has_curve() ? [] : shown_in_order(shown).map((name) => point(name, cost));
    place_points(dots, points.filter(({ y }) => !Number.isNaN(y)));
    write();
  };

  follow_typed_cost(spec.read_box, page);
  return { draw, write, refit, rest: read, read, sentences, drawn_on: spec.figure };
}
