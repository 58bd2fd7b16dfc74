/** Which cost ratios each metric cares about, and which model it chooses: `views/_cost_chart.py`, from tables. */
import { MOST_DIGITS, clip, exactText, general, number, percent } from "../words/numbers.js";
import { metric_weights, weight_inside, whole_score } from "./cost_weights.js";
import { COST_AXES, evenly, on_axis } from "./curves.js";
import { spoken, swatch, tag } from "./markup.js";
import { mean_heights } from "./move.js";
import { opinion_weights } from "./opinions.js";
import { score_histogram } from "./score_shape.js";
import { fit_costs } from "./ticks.js";
import { equal_scores } from "./ties.js";
import { interval_texts, state_chooser, type_interval, typed_boxes, typed_cost } from "./typed.js";
import { costs_from, list_names } from "./verdict.js";

const SHAPE_POINTS = 240;
const SHAPE_BARS = 60;

/** Names as a person lists them. */
/** The models with the best score; several when they tie, none where no score is defined. */
export function best_of(scores, names, higher_is_better) {
  const known = names.filter((name) => !Number.isNaN(scores.get(name)));
  const sign = higher_is_better ? -1 : 1;
  const best = Math.min(...known.map((name) => sign * scores.get(name)));
  const ties = (score) => score === best || (Number.isFinite(score) && Number.isFinite(best) && equal_scores(score, best));
  return known.filter((name) => ties(sign * scores.get(name)));
}

/** The scores of models as cells of a table, with a star at the best: `score_cells` of `_cost_columns.py`. */
export function score_cells(names, looks, scores, best) {
  const written = (digits) => new Map(names.map((name) => [name, number(scores.get(name), digits)]));
  const others = names.filter((name) => !best.includes(name));
  const mistaken = (texts) => others.some((name) => best.some((first) => texts.get(name) === texts.get(first)));
  let digits = 3;
  while (digits < MOST_DIGITS && mistaken(written(digits))) digits += 1;
  const texts = written(mistaken(written(digits)) ? 3 : digits);
  return names.map((name) => {
    const [[colour, dashes], first] = [looks[name], best.includes(name)];
    const mark = tag("i", { style: `color:${colour}`, "data-dash": dashes === "none" ? null : dashes });
    return tag("td", { class: first ? "bw-best" : null }, mark, texts.get(name), first ? " ★" : "");
  });
}

/** The names of models as heads of columns. */
export function model_heads(names, looks) {
  const named = (name) => tag("div", {}, swatch(looks[name]), tag("span", {}, name));
  return names.map((name) => tag("th", { scope: "col", title: name }, named(name)));
}

export const better_is = (higher) => (higher ? "higher is better" : "lower is better");

/** Which model the interval chooses, which metrics agree, and what the others choose. */
function choice_sentence(page, metrics, choices) {
  const where = `On ${costs_from(page.words, page.interval, page.state.unit)}`;
  const best = choices.get("bounded");
  if (!best.length) return `${where}: no model is shown. Switch one on by its name.`;
  const chosen = new Map();
  for (const { key, label } of metrics) {
    const names = choices.get(key);
    const together = JSON.stringify(names);
    if (key !== "bounded" && names.length) chosen.set(together, [...(chosen.get(together) ?? []), label]);
  }
  const same = chosen.get(JSON.stringify(best)) ?? [];
  chosen.delete(JSON.stringify(best));
  const sentences = [`${where}, mean regret chooses ${list_names(best)}.`];
  if (same.length) sentences.push(`So ${same.length > 1 ? "do" : "does"} ${list_names(same)}.`);
  const others = [...chosen].map(
    ([names, labels]) =>
      `${list_names(labels)} choose${labels.length === 1 ? "s" : ""} ${list_names(JSON.parse(names))}`,
  );
  if (others.length) sentences.push(`But ${others.join("; ")}.`);
  return sentences.join(" ");
}

export function cost_chart(spec, page) {
  const { shapes, scale, looks, texts, controls } = spec;
  const state = page.traits(spec);
  const kept = new Map(); // scores that do not depend on the interval

  const curve = () => COST_AXES[state.axis];
  const place_of = (cost) => clip(on_axis(curve(), [cost])[0], scale.get("min"), scale.get("max"));
  let held = null;
  const opinion = () => (held ??= opinion_weights(page.state.opinion)); // told with the tables
  const even = () => (page.state.spacing === "opinion" ? "cost" : page.state.spacing); // an opinion has its own row
  const weights_of = (key) => (key === "opinion" ? opinion() : metric_weights(key, state, page.interval, even()));

  // --- scores --------------------------------------------------------------------------------

  const own_key = (key, cases) => {
    const parameters = { beta: [state.p, state.q], shifted: [state.center] };
    return JSON.stringify([key, cases, parameters[key] ?? null]);
  };

  /** Take Python's scores: for the cases and the parameters that it shows. */
  const read_scores = () => {
    const { cases, scores } = state.whole_scores;
    for (const [key, by_name] of Object.entries(scores ?? {})) {
      kept.set(own_key(key, cases), new Map(Object.entries(by_name).map(([name, score]) => [name, Number(score)])));
    }
  };

  const scores_of = (key, move) => {
    if (key === "bounded") {
      return mean_heights({ ...move, spacing: even() }, even() === "cost" ? "regret" : "log-odds");
    }
    const at = own_key(key, page.cases);
    if (!kept.has(at)) {
      const weights = weights_of(key);
      kept.set(at, new Map(page.tables.names.map((name) => [name, whole_score(key, weights, page.tables, name)])));
    }
    return kept.get(at);
  };

  /** The metrics with the labels and notes of the present parameters. */
  const metrics = () =>
    spec.metrics.map((metric) => {
      if (metric.key === "beta") {
        const [p, q] = [general(state.p, 6), general(state.q, 6)];
        return { ...metric, label: `Beta(${p}, ${q})`, note: `around ${general(state.p / (state.p + state.q), 2)}` };
      }
      if (metric.key === "shifted") return { ...metric, note: `half below ${general(state.center, 3)}, half above` };
      return metric;
    });

  const write_scores = (move) => {
    const shown = page.state.shown;
    const [listed, choices] = [metrics(), new Map()];
    const rows = listed.map(({ key, label, higher }) => {
      const scores = scores_of(key, move);
      const best = best_of(scores, shown, higher);
      choices.set(key, best);
      const inside = weight_inside(key, weights_of(key), page.interval, page.tables, state.model);
      return tag(
        "tr",
        { title: better_is(higher) },
        tag("th", { scope: "row" }, label),
        tag("td", {}, percent(inside, 2)),
        ...score_cells(shown, looks, scores, best),
      );
    });
    const weight = tag("th", { scope: "col" }, tag("div", {}, tag("span", {}, "weight on interval")));
    const head = tag("tr", {}, tag("th", {}), weight, ...model_heads(shown, looks));
    texts.table.set("value", String(tag("table", { class: "bw-cost-scores" }, head, ...rows)));
    texts.words.set("value", String(spoken([choice_sentence(page, listed, choices)])));
  };

  // --- shapes --------------------------------------------------------------------------------

  /** Where along the axis a metric has weight, and how much, in any unit. */
  const outline = (key) => {
    const shape = curve();
    const [min, max] = [scale.get("min"), scale.get("max")];
    if (key === "accuracy") return { places: [place_of(0.5)], heights: [1] };
    if (key === "opinion") {
      const [places, heights] = spec.opinion[state.axis];
      return { places, heights };
    }
    if (key === "auc") {
      const edges = evenly(min, max, SHAPE_BARS + 1);
      const costs = edges.map((place) => clip(shape.from_axis(place), ...shape.limits));
      const { negatives, positives } = score_histogram(page.tables, state.model, costs);
      const at = costs.map(shape.to_axis);
      const bars = negatives.map((weight, i) => (weight + positives[i]) / (at[i + 1] - at[i]));
      return {
        places: edges.flatMap((place) => [place, place]).slice(1, -1),
        heights: bars.flatMap((height) => [height, height]),
      };
    }
    const { support, weight } = weights_of(key);
    const places = evenly(...support.map(place_of), SHAPE_POINTS);
    const costs = places.map((place) => clip(shape.from_axis(place), ...support));
    return { places, heights: costs.map((cost) => weight(cost) * (shape.straight ? 1 : cost * (1 - cost))) };
  };

  const draw_shape = (key) => {
    const base = spec.metrics.length - 1 - spec.metrics.findIndex((metric) => metric.key === key) + 0.08;
    const { places, heights } = outline(key);
    // A weight may be infinite at an end; there the shape touches the top of its row.
    const tallest = Math.max(0, ...heights.filter(Number.isFinite)) || 1;
    const levels = heights.map((height) => base + 0.8 * Math.min(height / tallest, 1));
    if (key === "auc") shapes[key].set({ colors: [looks[state.model][0]], fill_colors: [looks[state.model][0]] });
    shapes[key].set({
      x: Float64Array.from([places[0], ...places, places.at(-1)]),
      y: Float64Array.from([base, ...levels, base]),
    });
  };

  const draw = (move) => {
    if (!page.seen(spec.figure)) return;
    draw_shape("bounded");
    spec.band.set("x", Float64Array.from(page.interval, place_of));
    write_boxes();
    write_scores(move);
  };

  const refit = () => {
    const shape = curve();
    fit_costs(scale, spec.axis, shape, shape.limits, spec.ticks, page.state.unit);
    for (const { key } of spec.metrics) draw_shape(key);
    const rows = metrics().map(({ key, label, note }) => {
      const text = key === "auc" ? `scores of ${state.model}` : note;
      return tag("div", {}, tag("b", {}, label), tag("small", { title: text }, text));
    });
    texts.names.set("value", String(tag("div", { class: "bw-cost-names", "aria-hidden": "true" }, ...rows)));
  };

  // --- from the hand, without Python ---------------------------------------------------------

  const box_texts = () => ({ center: exactText(state.center, page.state.unit), ...interval_texts(page) });
  const choose = state_chooser(page, state, refit);

  const write_boxes = typed_boxes(page, spec.boxes, spec.notice, box_texts, (name, text) => {
    if (name === "center") {
      const center = typed_cost(text, page.state.unit);
      if (!(center > 0 && center < 1)) {
        throw new Error(`The center must lie strictly between 0 and 1, but it is ${general(center, 6)}.`);
      }
      choose({ center });
    } else {
      type_interval(page, name, text);
    }
  });
  page.choice(controls.axis, "index", (index) => choose({ axis: Object.keys(COST_AXES)[index] }));
  page.choice(controls.model, "index", (index) => choose({ model: spec.models[index] }));
  page.choice(controls.p, "value", (p) => choose({ p }));
  page.choice(controls.q, "value", (q) => choose({ q }));

  read_scores();
  return {
    draw, refit,
    id: spec.view.model_id,
    traits: state,
    heard: read_scores,
    figure: { model: spec.figure, pad: spec.pad, scale, curve },
  };
}
