/** One threshold, seen from every side: what `views/_threshold_explorer.py` and its two charts do, from tables. */
import { COST_AXES, cost_grid, on_axis } from "./curves.js";
import { chart_keys, confusion_table, cost_table, icon_array } from "./decision_tables.js";
import { chart_words, join, spoken, tag } from "./markup.js";
import { clip, exactText, general, grouped, niceCost, odds, percent, typedAmount } from "../words/numbers.js";
import { whole_people } from "./people.js";
import { decide, regret_at } from "./readings.js";
import { rule_regret, TREAT_ALL, TREAT_NONE } from "./rules.js";
import { score_histogram, score_range, useful_costs } from "./score_shape.js";
import { fit_costs, fit_heights, round_steps, write_ticks } from "./ticks.js";
import { typed_boxes, typed_cost } from "./typed.js";
import { describe_charts, describe_decision } from "./sentences.js";
import { useful_sentence } from "./words_one_threshold.js";

const ROOM = 0.2; // of the highest bars, at either end of the axis, for the names of the two sides
const THRESHOLD_BARS = 40;
const THRESHOLD_STEPS = 400;
const CHART_SLACK = 1e-9;
const ROUND_ENDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1];

function even_places(first, last, number) {
  return Array.from({ length: number }, (_, i) => first + ((last - first) * i) / (number - 1));
}

/** The costs an axis must show for the scores of a model and the other places `needed` to be on it. */
function fit_range(curve, scores, needed) {
  let [low, high] = [Math.min(scores[0], ...needed), Math.max(scores[1], ...needed)];
  if (curve.straight) return [0, ROUND_ENDS.find((end) => high <= end)];
  const [first, last] = curve.limits.map(curve.to_axis);
  [low, high] = on_axis(curve, [low, high]);
  return [curve.from_axis(Math.max(first, low - 0.4)), curve.from_axis(Math.min(last, high + 0.4))];
}

export function threshold_view(spec, page) {
  const { scores, regret, scale, slider, texts, looks, choices } = spec;
  const state = page.traits(spec);
  let sliding = false;

  const curve = () => COST_AXES[state.axis];
  const place_of = (cost) => clip(on_axis(curve(), [cost])[0], scale.get("min"), scale.get("max"));
  const visible = () => [scale.get("min"), scale.get("max")].map(curve().from_axis);
  const cost_at = (place) => niceCost(clip(curve().from_axis(place), ...visible()));
  /** The cost ratio at a place of the slider: a round one, but keys go from step to step, and no step is swallowed. */
  const slid_to = (place) => {
    const round = cost_at(place);
    const by_pointer = document.querySelector(".noUi-active, .noUi-state-tap") !== null;
    if (by_pointer || Math.abs(curve().to_axis(round) - place) < slider.get("step") / 2) return round;
    return Number(clip(curve().from_axis(place), ...visible()).toPrecision(4));
  };
  const on_chart = (costs) => {
    const [low, high] = visible();
    return costs
      .map((cost) => clip(cost, ...curve().limits))
      .every((cost) => low - CHART_SLACK <= cost && cost <= high + CHART_SLACK);
  };

  // --- the charts ----------------------------------------------------------------------------

  const move_rule = ({ rule, handle }, cost) => {
    const place = place_of(cost);
    rule.set("x", new Float64Array(2).fill(place));
    handle.set("x", new Float64Array(1).fill(place));
  };

  const cut_bars = () => {
    const cut = place_of(state.threshold);
    const places = even_places(scale.get("min"), scale.get("max"), THRESHOLD_BARS + 1);
    const steps = places.flatMap((place) => [place, place]);
    scores.acted_on.set("x", Float64Array.from(steps, (place) => Math.max(place, cut)));
    scores.let_go.set("x", Float64Array.from(steps, (place) => Math.min(place, cut)));
    move_rule(scores, state.threshold);
  };

  const draw_bars = (edges) => {
    const { total, negatives, positives } = page.tables.models.get(state.model);
    const histogram = score_histogram(page.tables, state.model, edges);
    const sides = [[histogram.positives, positives, 1], [histogram.negatives, negatives, -1]].map(
      ([weights, table, sign]) => {
        const whole = state.rates ? table.total : total / state.people;
        const heights = weights.map((weight) => (whole > 0 ? (sign * weight) / whole : 0));
        return Float64Array.from([0, ...heights.flatMap((height) => [height, height]), 0]);
      },
    );
    scores.zero.set("x", Float64Array.of(scale.get("min"), scale.get("max")));
    for (const mark of [scores.acted_on, scores.let_go]) mark.set("y", sides);
    const [top, bottom] = [Math.max(...sides[0]), -Math.min(...sides[1])];
    const tallest = Math.max(top, bottom) || 1;
    const [low, high] = [bottom, top].map((side) => Math.max(side, tallest / 4));
    const room = ROOM * (low + high);
    const heights = [-low - room, high + room];
    const ticks = round_steps(heights, 6);
    scores.y_axis.set("label", state.rates ? "Share of each side" : "People");
    scores.y.set({ min: heights[0], max: heights[1] });
    const written = state.rates ? percent : (value) => grouped(value, 6);
    write_ticks(scores.y_axis, ticks, ticks.map(Math.abs), written);
    return [histogram.below / total, histogram.above / total];
  };

  const fit_regret = (tallest) => {
    fit_heights(regret.y, regret.y_axis, [0, 1.15 * tallest || 1], 5);
  };

  const draw_curve = (shown) => {
    const [shape, model] = [curve(), page.tables.models.get(state.model)];
    const [colour, , style] = looks[state.model];
    const costs = cost_grid(shape, shown, model, 250);
    const heights = costs.map((cost) => regret_at(page.tables, state.model, cost));
    regret.line.set({
      x: Float64Array.from(costs, shape.to_axis), y: Float64Array.from(heights), colors: [colour], line_style: style,
    });
    regret.point.set("colors", [colour]);
    const ends = cost_grid(shape, shown, null, 60);
    const rivals = [TREAT_ALL, TREAT_NONE].map((rule) => ends.map((cost) => rule_regret(rule, model.prevalence, cost)));
    rivals.forEach((drawn, i) => {
      regret.rivals[i].set({ x: Float64Array.from(ends, shape.to_axis), y: Float64Array.from(drawn) });
    });
    fit_regret(Math.max(...heights, ...ends.map((_, i) => Math.min(rivals[0][i], rivals[1][i]))));
  };

  /** What Python has found, for the cases as they were sampled. */
  const known_useful = () =>
    page.state.prevalence === null ? state.useful[page.state.group]?.[state.model] : undefined;
  const useful = () =>
    useful_sentence(
      page.words, state.model,
      known_useful() ?? useful_costs(page.tables, state.model),
      page.state.unit,
    );

  const refit = () => {
    const shape = curve();
    const needed = [...page.interval, state.threshold, state.cost];
    const shown = fit_range(shape, score_range(page.tables, state.model), needed);
    const [first, last] = shown.map(shape.to_axis);
    for (const { axis } of [scores, regret]) fit_costs(scale, axis, shape, shown, spec.ticks, page.state.unit);
    const edges = even_places(first, last, THRESHOLD_BARS + 1).map((at) => clip(shape.from_axis(at), ...shown));
    [edges[0], edges[THRESHOLD_BARS]] = shown;
    const beyond = draw_bars(edges);
    draw_curve(shown);
    const lines = [state.model, TREAT_ALL, TREAT_NONE].map((name) => [name, looks[name]]);
    texts.keys.set("value", String(chart_keys(lines, beyond, shown, page.state.unit)));
    draw_band();
    show_decision();
  };

  // --- following -----------------------------------------------------------------------------

  const draw_band = () => regret.band.set("x", Float64Array.from(page.interval, place_of));

  const box_texts = () => ({
    threshold: exactText(state.threshold, page.state.unit),
    C: general(state.cost * state.loss, 6),
    L: general(state.loss, 6),
    cost: percent(state.cost, 6),
    odds: odds(state.cost, 4),
  });

  const move_slider = () => {
    const [min, max] = [scale.get("min"), scale.get("max")];
    slider.set({ min, max, step: (max - min) / THRESHOLD_STEPS });
    if (!sliding) slider.set("value", place_of(state.threshold));
  };

  const show_decision = () => {
    const decision = decide(page.tables, state.model, state.threshold, state.cost);
    const people = whole_people(decision.counts, state.people);
    cut_bars();
    if (decision.regret > regret.y.get("max")) fit_regret(decision.regret);
    regret.point.set({ x: Float64Array.of(place_of(state.cost)), y: Float64Array.of(decision.regret) });
    move_rule(regret, state.cost);
    texts.icons.set("value", String(icon_array(people, spec.icon_name, spec.outcomes)));
    texts.confusion.set("value", String(confusion_table(decision, people, state.rates, spec.outcomes)));
    texts.costs.set("value", String(cost_table(decision, state.model, state.loss)));
    write_boxes();
    move_slider();
    const said = describe_decision(page.words, state.model, decision, state.people, page.state.unit);
    const where = useful();
    const [first, ...others] = [...said, where];
    const [of_scores, of_regret] = describe_charts(page.words, state.model, decision, state.people, page.state.unit);
    texts.words.set("value", String(join([
      spoken([tag("strong", {}, first), ...others], "bw-verdict"),
      chart_words("scores", of_scores),
      chart_words("regret", `${of_regret} ${where}`),
    ])));
  };

  const follow_point = () => page.by_script(() => {
    if (on_chart([state.threshold, state.cost])) show_decision();
    else refit();
  });

  /** Move the threshold or the cost; the other comes along where decisions are taken at the cost ratio. */
  const set_point = (name, cost) => {
    state[name] = cost;
    if (state.together) [state.threshold, state.cost] = [cost, cost];
    follow_point();
  };

  const by_hand = (name, cost) => {
    if (state[name] === cost) return;
    set_point(name, cost);
    page.touch(spec.view.model_id, { threshold: state.threshold, cost: state.cost });
  };

  const draw = () => {
    if (!page.seen(scores.figure)) return;
    draw_band();
    if (page.ahead) show_decision();
  };

  const rest = () => {
    sliding = false;
    if (page.seen(scores.figure) && !on_chart(page.interval)) refit();
  };

  // --- from the hand -------------------------------------------------------------------------

  const accept = (name, text) => {
    if (name === "threshold") set_point("threshold", typed_cost(text, page.state.unit));
    else if (name === "cost" || name === "odds") {
      set_point("cost", typed_cost(text, name === "odds" ? "odds" : "probability"));
    } else {
      const amount = typedAmount(text);
      if (Number.isNaN(amount)) throw new Error(`${name} must be an amount such as 10, not '${text}'.`);
      const [acting, loss] = name === "C" ? [amount, state.loss] : [state.cost * state.loss, amount];
      if (!(acting > 0 && acting < loss)) {
        throw new Error(
          `Acting costs C = ${general(acting, 6)} and a missed case L = ${general(loss, 6)}, but C must be above 0 ` +
            "and below L: otherwise nobody, or everybody, should be acted on.",
        );
      }
      state.loss = loss;
      set_point("cost", acting / loss);
    }
  };
  const write_boxes = typed_boxes(page, spec.boxes, spec.notice, box_texts, accept);

  slider.on("change:value", (_, value, options) => {
    // Only what a hand did in the page: Python moves the slider, too.
    if (!options?.updated_view || page.drawing || !page.tables) return;
    // It knows steps alone, and rounds what Python sets: at once, or when it is first shown.
    if (slider._state_lock || Math.abs(value - slider.previous("value")) < 0.51 * slider.get("step")) return;
    sliding = true;
    by_hand("threshold", slid_to(value));
  });

  const chosen = { model: spec.models, people: spec.people, rates: [false, true], axis: Object.keys(COST_AXES) };
  for (const [name, values] of Object.entries(chosen)) {
    page.choice(choices[name], "index", (index) => {
      state[name] = values[index];
      page.by_script(refit);
    });
  }
  page.choice(choices.together, "value", (on) => {
    state.together = on;
    if (on) set_point("cost", state.threshold);
  });

  const pointer = ({ figure }, name) => {
    let pressed = false;
    const set_from = (event, box) => {
      const margin = figure.get("fig_margin");
      const width = box.width - margin.left - margin.right - 2 * spec.pad;
      if (!(width > 0)) return;
      const share = clip((event.clientX - box.left - margin.left - spec.pad) / width, 0, 1);
      const [first, last] = [scale.get("min"), scale.get("max")];
      by_hand(name, cost_at(first + share * (last - first)));
    };
    return {
      model: figure,
      press(event, box) {
        pressed = true;
        set_from(event, box);
        return true;
      },
      drag(event, box) {
        if (pressed) set_from(event, box);
      },
      release() {
        pressed = false;
      },
    };
  };

  return {
    draw, refit, rest,
    /** Python's own numbers, when it has answered. */
    traits: state,
    id: spec.view.model_id,
    pointer: [pointer(scores, "threshold"), pointer(regret, "cost")],
  };
}
