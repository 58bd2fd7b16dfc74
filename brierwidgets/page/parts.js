/**
 * The views that the page moves, as Python describes them: each is followed as soon as its widgets are there.
 *
 * Descriptions come and go while widgets are on their way, so every description is followed on its own: one whose
 * widgets never come, or were closed meanwhile, holds up no other.
 */
import { calibration_view } from "./calibration_view.js";
import { cost_board } from "./cost_board.js";
import { cost_chart } from "./cost_chart.js";
import { curve_view } from "./curve_view.js";
import { decomposition_view } from "./decomposition_view.js";
import { group_view } from "./group_view.js";
import { map_view } from "./map_view.js";
import { mending_view } from "./mending_view.js";
import { metric_chooser } from "./metric_chooser.js";
import { opinion_view } from "./opinion_view.js";
import { panels_view } from "./panels_view.js";
import { path_view } from "./path_view.js";
import { python_view } from "./python_view.js";
import { score_table } from "./score_table.js";
import { threshold_view } from "./threshold_view.js";
import { verdict_view } from "./verdict_view.js";

const VIEW_KINDS = {
  curve: curve_view,
  scores: score_table,
  verdict: verdict_view,
  path: path_view,
  python: python_view,
  panels: panels_view,
  calibration: calibration_view,
  decomposition: decomposition_view,
  map: map_view,
  mending: mending_view,
  opinion: opinion_view,
  threshold: threshold_view,
  board: cost_board,
  costs: cost_chart,
  chooser: metric_chooser,
  groups: group_view,
};

/** Widgets by id, and texts that look like such an id, inside a description of any shape: `_by_id` of `_engine.py`. */
async function with_models(value, manager) {
  if (typeof value === "string" && value.startsWith("IPY_TEXT_")) return value.slice(9);
  if (typeof value === "string" && value.startsWith("IPY_MODEL_")) return manager.get_model(value.slice(10));
  if (Array.isArray(value)) return Promise.all(value.map((part) => with_models(part, manager)));
  if (value && typeof value === "object") {
    const parts = Object.entries(value).map(async ([key, part]) => [key, await with_models(part, manager)]);
    return Object.fromEntries(await Promise.all(parts));
  }
  return value;
}

export class Parts {
  /**
   * @param {object} manager where widgets are found by id
   * @param {object} page what a view's function gets; it has a method `use_<kind>(spec)` for what is no view
   */
  constructor(manager, page) {
    this.manager = manager;
    this.page = page;
    this.followed = new Map(); // {view, show} by description, in the order described; view is null on the way
  }

  /** Views that are there, in the order described. */
  get views() {
    return [...this.followed.values()].flatMap(({ view }) => view ?? []);
  }

  /** Bring controls in step with the state. */
  show() {
    for (const { show } of this.followed.values()) for (const bring_in_step of show) bring_in_step();
  }

  /** Follow these descriptions and no others. What is gone is forgotten at once, what is new follows soon. */
  follow(descriptions) {
    const wanted = new Map(descriptions.map((raw) => [JSON.stringify(raw), raw]));
    for (const [key, { lasting }] of this.followed) if (!lasting && !wanted.has(key)) this.followed.delete(key);
    for (const [key, raw] of wanted) if (!this.followed.has(key)) this.follow_one(key, raw);
  }

  async follow_one(key, raw) {
    const entry = { view: null, show: [], lasting: !(raw.kind in VIEW_KINDS) };
    this.followed.set(key, entry);
    try {
      const spec = await with_models(raw, this.manager);
      if (this.followed.get(key) !== entry) return; // Python closed it on the way
      if (entry.lasting) this.page[`use_${raw.kind}`]?.(spec);
      else entry.view = VIEW_KINDS[raw.kind](spec, this.page);
      entry.show = [...this.legend(spec), ...this.switches(spec)];
      if (!entry.lasting) this.page.protect(spec);
      if (entry.view && this.page.changed && this.page.offline) this.page.by_script(() => entry.view.refit?.());
      this.page.draw_soon();
    } catch (error) {
      // A widget that Python closed before it said so, or a view that cannot be built: the others go on.
      if (this.followed.get(key) === entry) console.warn(`The page does not follow "${raw.kind}":`, error);
    }
  }

  /** Switches of the state, such as zoom: when Python is gone they work all the same.
   * Each is {name, widget, values}: what each place of the widget's `index` means, or none where its `value` says all.
   * Of some a text `note` says more, one of `notes` by the same place. */
  switches({ switches = [] }) {
    const { page } = this;
    return switches.flatMap(({ name, widget, values, note, notes }) => {
      const in_state = () => (values ? values.indexOf(page.state[name]) : page.state[name]);
      const set_state = (value) => page.change({ [name]: values ? values[value] : value });
      const bring_in_step = this.control(widget, values ? "index" : "value", in_state, set_state);
      return note ? [bring_in_step, () => note.set("value", notes[in_state()])] : [bring_in_step];
    });
  }

  /** Boxes that switch models on and off. */
  legend({ legend = {} }) {
    const { page } = this;
    return Object.entries(legend).map(([name, box]) => {
      const set_state = (on) => {
        const shown = page.tables.names.filter((other) => (other === name ? on : page.state.shown.includes(other)));
        page.change({ shown });
      };
      return this.control(box, "value", () => page.state.shown.includes(name), set_state);
    });
  }

  /** Follow a control that shows a part of the state; return what brings it in step. A hand may have been quicker. */
  control(widget, attribute, in_state, set_state) {
    const { page } = this;
    page.choice(widget, attribute, set_state);
    if (page.offline && page.tables && widget.get(attribute) !== in_state()) set_state(widget.get(attribute));
    // ipywidgets forgets to draw a widget that is set inside its own change, even to the same value.
    return () => {
      if (widget.get(attribute) !== in_state()) widget.set(attribute, in_state());
    };
  }
}
