/** The sensitivity map: what `views/_sensitivity_map.py` does, from tables. The picture is Python's while it is there. */
import { clip, niceCost } from "../words/numbers.js";
import { leader_on, leader_shares, leaders_in_slices } from "./best_models.js";
import { COST_AXES, evenly } from "./curves.js";
import { key_table, letter_places, map_png } from "./map_picture.js";
import { spoken, tag } from "./markup.js";
import { rewrite_text } from "./rewrite.js";
import { regret_rule } from "./scores.js";
import { describe_interval } from "./sentences.js";
import { write_costs } from "./ticks.js";
import { interval_texts, type_interval, typed_boxes } from "./typed.js";
import { costs_from, fill } from "./verdict.js";
import { is_seen } from "./visible.js";
import { describe_sensitivity } from "./words_sensitivity.js";

const MAP_CELLS = 140;
/** Of the map that is painted at once, before the fine one. */
const COARSE_CELLS = 28;
/** Milliseconds of work between two looks at the hand. */
const SLICE = 8;
/** Averages over log-odds need ends inside (0, 1). */
const INNER_COSTS = [0.001, 0.999];
/** Which end of the interval a key moves, and which way. */
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowDown: [1, -1], ArrowUp: [1, 1] };
const NOTHING_SHOWN = "No model is shown. Switch one on by its name.";

export function map_view(spec, page) {
  const { figure, scales, axes, image, letters, rings, boxes, texts, paints, grey } = spec;
  const curve = () => COST_AXES[spec.axis_names[spec.axis_choice.get("index")]];
  const state_key = () => {
    const { spacing, shown } = page.state;
    return JSON.stringify([page.cases, spacing, shown, spec.axis_choice.get("index"), window_shown()]);
  };

  /** The places of the first and of the last cell: half a cell inside the axes. */
  const places_shown = () => {
    const [min, max] = [scales.x.get("min"), scales.x.get("max")];
    const half = (max - min) / MAP_CELLS / 2;
    return [min + half, max - half];
  };
  const window_shown = () => places_shown().map((place) => Number(curve().from_axis(place).toFixed(12)));
  const place_of = (cost) => curve().to_axis(clip(cost, ...window_shown()));
  const cost_at = (place) => niceCost(clip(curve().from_axis(place), ...window_shown()));
  const cell_places = (cells = MAP_CELLS) => evenly(...places_shown(), cells);

  const draw = (move) => {
    if (!page.moving && !is_seen(figure)) return;
    const [low, high] = move.interval.map(place_of);
    for (const ring of rings) ring.set({ x: Float64Array.of(low), y: Float64Array.of(high) });
    write_boxes();
  };

  const leader_words = (interval) => {
    const { tables, state } = page;
    if (Number.isNaN(regret_rule(page.spacing).scale(...interval))) {
      return fill(page.words, "no_weight", { costs: costs_from(page.words, interval, state.unit) });
    }
    const leader = leader_on(tables, interval, page.spacing, state.shown);
    const exact = interval === page.interval ? page.messages.exact_lead : undefined;
    const known = exact?.rival === leader.runner_up ? exact : leader; // a sample of many cases knows it less well
    const lead = tables.cases && { ...known, rival: leader.runner_up };
    const { summaries, rules } = leader;
    const found = { interval, summaries, rules, rivals: state.shown.length + 1 };
    return describe_interval(page.words, found, lead, state.unit);
  };

  const window_key = () => {
    const { zoom, spacing, unit } = page.state;
    return JSON.stringify([zoom, spacing, unit, spec.axis_choice.get("index")]);
  };
  let framed = window_key();
  let painted = state_key(); // Python's picture

  /** Whether the window is what was asked for, and the present interval can be seen in it. */
  const window_fits = () => {
    if (framed !== window_key()) return false;
    if (!page.state.zoom) return true;
    const [from, to] = window_shown();
    const [low, high] = page.interval.map(place_of);
    const [first, last] = places_shown();
    return from <= page.interval[0] && page.interval[1] <= to && high - low > 0.06 * (last - first);
  };

  /** Choose the cost ratios to show, and fit the axes to them. */
  const fit_window = () => {
    const { state, interval } = page;
    const shape = curve();
    framed = window_key();
    let shown = state.spacing === "log-odds" ? INNER_COSTS : shape.limits;
    if (state.zoom) {
      const [low, high, first, last] = [...interval, ...shown].map((cost) => shape.to_axis(clip(cost, ...shown)));
      const reach = Math.max(2 * (high - low), 0.05 * (last - first));
      shown = [shape.from_axis(Math.max(first, low - reach)), shape.from_axis(Math.min(last, high + reach))];
    }
    const [first, last] = shown.map(shape.to_axis);
    const half = (last - first) / (MAP_CELLS - 1) / 2;
    for (const scale of [scales.x, scales.y]) scale.set({ min: first - half, max: last + half });
    for (const axis of axes) write_costs(axis, shape, shown, spec.ticks, state.unit);
    const ends = Float64Array.of(first - half, last + half);
    image.set({ x: ends, y: ends });
  };

  /** Paint the map, unless it shows just that already: coarsely at once, finely as soon as no hand is in the way. */
  const paint = () => {
    if (painted === state_key()) return;
    painted = state_key();
    const coarse = find_leaders(COARSE_CELLS);
    let step = coarse.next();
    while (!step.done) step = coarse.next();
    paint_leaders(step.value);
    const wanted = painted;
    const fine = find_leaders(MAP_CELLS);
    const go_on = () => {
      if (painted !== wanted || wanted !== state_key()) return;
      const until = performance.now() + SLICE;
      while (!page.moving && performance.now() < until) {
        const { done, value } = fine.next();
        if (done) {
          return page.by_script(() => {
            paint_leaders(value);
            write_leaders(value);
          });
        }
      }
      setTimeout(go_on, page.moving ? 100 : 0);
    };
    setTimeout(go_on);
  };

  /** Who is best on every interval between so many places, in slices: see `leaders_in_slices`. */
  function* find_leaders(cells) {
    const { tables, state } = page;
    const window = window_shown();
    const places = cell_places(cells);
    const grid = places.map((place) => clip(curve().from_axis(place), ...window));
    const found = state.shown.length ? yield* leaders_in_slices(tables, grid, page.spacing, state.shown) : null;
    return { found, places };
  }

  const paint_leaders = ({ found, places }) => {
    image.get("image").set("value", map_png(found, paints, grey));
    image.trigger("change:image", image); // bqplot looks at the picture again
    const placed = found ? letter_places(found) : [];
    if (placed.length) {
      letters.set({
        x: Float64Array.from(placed, ([, low]) => places[low]),
        y: Float64Array.from(placed, ([, , high]) => places[high]),
        text: placed.map(([name]) => paints[name].letter),
      });
    }
    letters.set("visible", placed.length > 0);
  };

  const write_leaders = ({ found }) => {
    texts.key.set("value", String(key_table(found, paints, grey)));
    const said = found ? [describe_sensitivity(leader_shares(found))] : [];
    if (found && !page.tables.cases) said.push("How sure this is cannot be told from counts alone.");
    texts.whole.set("value", String(spoken(said)));
  };

  const refit = () => {
    if (!page.offline || page.moving || !is_seen(figure)) return; // Python paints, or it is done at rest when seen
    if (!window_fits()) fit_window();
    paint();
  };

  const rest = () => {
    if (!page.offline) painted = state_key();
    else if (!window_fits() || painted !== state_key()) {
      refit();
      draw(page.move);
    }
  };
  const write = () => rewrite_text(texts.words, spoken([page.state.shown.length ? leader_words(page.interval) : NOTHING_SHOWN]));

  /** The interval under the pointer: its places on both axes, or null beside the triangle. */
  const places_under = (event, box) => {
    const margin = figure.get("fig_margin");
    const across = (event.clientX - box.left - margin.left) / (box.width - margin.left - margin.right);
    const upwards = 1 - (event.clientY - box.top - margin.top) / (box.height - margin.top - margin.bottom);
    if (![across, upwards].every((share) => share >= 0 && share <= 1)) return null;
    const [min, max] = [scales.x.get("min"), scales.x.get("max")];
    const [low, high] = [across, upwards].map((share) => min + share * (max - min));
    return low < high ? [low, high] : null;
  };
  const choose = (event, box) => {
    const places = places_under(event, box);
    const interval = places?.map(cost_at);
    if (!interval || !(interval[0] < interval[1])) return false;
    page.set_interval(interval);
    return true;
  };
  const hover = (words) => texts.hover.set("value", String(tag("div", { class: "bw-words bw-hover" }, words)));
  let pressed = false;
  const pointer = {
    model: figure,
    press: (event, box) => {
      pressed = choose(event, box);
      if (pressed) {
        page.slider?.set("moving", true);
        hover("");
      }
      return pressed;
    },
    drag: (event, box) => {
      pressed &&= Boolean(event.buttons & 1);
      if (pressed) return choose(event, box);
      const places = places_under(event, box);
      const cells = cell_places();
      const step = cells[1] - cells[0];
      const nearest = places?.map((place) => clip(Math.round((place - cells[0]) / step), 0, MAP_CELLS - 1));
      if (!nearest || nearest[0] >= nearest[1] || !page.state.shown.length) return hover("");
      const window = window_shown();
      return hover(leader_words(nearest.map((cell) => clip(curve().from_axis(cells[cell]), ...window))));
    },
    leave: () => hover(""),
    key: (event) => {
      const [end, way] = ARROWS[event.key] ?? [];
      if (way === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const step = ((scales.x.get("max") - scales.x.get("min")) / MAP_CELLS) * (event.shiftKey ? 10 : 1);
      const interval = page.interval.map((cost, i) => (i === end ? cost_at(place_of(cost) + way * step) : cost));
      if (!(interval[0] < interval[1])) return;
      page.slider?.set("moving", true);
      page.set_interval(interval);
      page.let_go();
    },
  };

  page.choice(spec.axis_choice, "index", () => page.change({}));
  const write_boxes = typed_boxes(page, boxes, spec.notice, () => interval_texts(page), (name, text) => {
    type_interval(page, name, text);
  });
  return { draw, write, refit, rest, pointer, drawn_on: figure };
}
