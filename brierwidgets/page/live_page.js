/** One page of a view: what it knows of Python's state, what a hand did to it, and who must be told. See `engine.js`. */
import { BaseRate } from "./base_rate.js";
import { Messages, REST } from "./messages.js";
import { move, parse_tables } from "./move.js";
import { say_in } from "./notice.js";
import { opinion_rule } from "./opinions.js";
import { Parts } from "./parts.js";
import { Pointers } from "./pointers.js";
import { pooled_heights } from "./score_shape.js";
import { Sights } from "./sights.js";
import { Tabs } from "./tabs.js";
import { Undo } from "./undo.js";

const NO_WIDTH = "An interval that ends at 0 or 1 is infinitely wide in log-odds. Choose ends between them first.";

export class LivePage {
  constructor(model, key) {
    this.model = model;
    this.key = key;
    this.state = { spacing: "cost", shown: [], group: "", prevalence: null, recalibrated: false, ...model.get("mirrored"), cost: null };
    this.interval = model.get("interval").length ? model.get("interval") : [0, 1];
    this.words = model.get("words");
    this.parts = new Parts(model.widget_manager, this);
    this.pointers = new Pointers(this);
    this.sights = new Sights(this);
    this.roots = new Set();
    this.messages = new Messages(model, this);
    this.tabs = new Tabs(this);
    this.undo = new Undo(this);
    this.slider = null;
    this.base_rate = new BaseRate(this);
    this.tables = null;
    this.changed = false; // by a hand, without Python
    this.parsed = new Map(); // tables by group
    this.buttons = new Map(); // what buttons do without Python
    this.failed = new WeakSet(); // views that could not follow
    this.timer = 0;
    this.refused = false; // the interval has no width to average over
    this.gone = false; // Python was there, and has stopped
    this.waiting = new Set(); // what is to be done in the next frame
  }

  start() {
    this.model.on("change", () => this.take_over());
    this.model.on("change:asked", () => this.take_state(this.model.get("asked").parts));
    this.take_over();
    if (!this.tables) this.model.send("tables");
  }

  /** Take over what Python has sent, once all of a message is there: models, tables and views must fit together.
   * (The event of a single trait comes while others are still the old ones, in an order that differs by process.) */
  take_over() {
    const { messages } = this;
    const changed = messages.receive();
    const { received } = messages;
    if (changed.has("mirrored")) Object.assign(this.state, received.mirrored, this.base_rate.chosen);
    if (changed.has("specs")) this.parts.follow(received.specs);
    const confirmed = changed.has("answered") && !this.ahead;
    if (confirmed) messages.settle();
    if (confirmed || changed.has("traits_shown")) this.hear();
    if (!this.slider && !this.moving && !this.ahead) this.follow(received.interval);
    if (changed.size) this.load();
  }

  /** Take the tables of the cases shown, if they are there. */
  load() {
    this.tables = this.tables_of(this.state.group) ?? this.tables;
    this.base_rate.show_own();
    this.draw();
  }

  get views() {
    return this.parts.views;
  }

  tables_of(group) {
    const [header, bytes] = [this.model.get("headers")[group], this.model.get("tables")[group]];
    if (!header || !bytes) return null;
    if (this.parsed.get(group)?.bytes !== bytes) this.parsed.set(group, { bytes, sampled: parse_tables(header, bytes) });
    return this.base_rate.weigh(this.parsed.get(group));
  }

  /** Which cases are shown: a key for what is worked out of them. */
  get cases() {
    const { group, prevalence, recalibrated } = this.state;
    return [group, prevalence, prevalence !== null && recalibrated];
  }

  use_base_rate({ model }) {
    this.base_rate.use(model);
  }

  use_slider({ model: slider, bar_edges }) {
    this.slider = slider;
    this.bar_edges = bar_edges;
    this.interval = slider.get("interval") ?? this.interval;
    slider.on("change:interval", () => this.follow(slider.get("interval")));
    slider.on("change:moving", () => {
      this.draw();
      if (!slider.get("moving")) this.undo.remember();
    });
    slider.on("change:unit", () => {
      const unit = slider.get("unit");
      if (this.offline && this.tables) this.change({ unit });
      else {
        this.state.unit = unit;
        this.draw();
      }
    });
    const unit = slider.get("unit");
    if (this.offline && this.tables && unit !== this.state.unit) this.change({ unit }); // a hand was quicker
  }

  /** Show on the slider where the scores are of the cases shown, which Python does while it is there. Not every slider does. */
  show_scores() {
    const { slider, tables, bar_edges } = this;
    if (!this.offline || !slider || !bar_edges || this.barred === tables) return;
    this.barred = tables;
    this.by_script(() => slider.set("histogram", pooled_heights(tables, bar_edges)));
  }

  /** Say once when Python goes: what the page can do by itself goes on. */
  use_root({ engine, notice }) {
    this.notice = notice;
    engine.on("comm_live_update", () => engine.comm_live || this.go_on_alone());
    // A kernel that was shut down leaves its widgets alone without a word.
    engine.widget_manager.kernel?.disposed?.connect(() => this.go_on_alone());
  }

  go_on_alone() {
    if (this.offline) return;
    this.gone = true;
    this.undo.show();
    this.say_alone(true);
  }

  /** Say that Python is gone, and what of the chart in front there is without it. */
  say_alone(drawn) {
    const rest = ". You can go on dragging; run the cell again for the rest.";
    this.say(`Python has stopped${drawn ? rest : " before this chart was drawn. Run the cell again to see it."}`);
  }

  use_corner({ model }) {
    this.undo.use(model);
  }

  use_tabs(spec) {
    this.tabs.use(spec);
  }

  /** Whether an element is in this view, or in the slider above it on a page of its own. */
  holds(element) {
    return [...this.roots].some((root) => (root.closest(".bw-alone") ?? root).contains(element));
  }

  /** Show a message where errors are shown; none clears it. */
  say(message) {
    if (this.notice) say_in(this.notice, message);
  }

  choice(widget, name, handler) {
    widget.on(`change:${name}`, () => {
      if (this.offline && !this.drawing && this.tables) handler(widget.get(name));
    });
  }

  pressed(button, handler) {
    this.buttons.set(button.model_id, handler);
  }

  /** A click on a button or anywhere in a view, which only Python would hear of. */
  click(event) {
    if (!(event.target instanceof Element)) return;
    for (const view of this.views) view.clicked?.(event);
    if (!this.offline || !this.tables) return;
    for (const [id, handler] of this.buttons) if (event.target.closest(`.bw-button-${id}`)) handler();
  }

  change(parts) {
    const before = { ...this.state };
    Object.assign(this.state, parts);
    this.changed = true; // since Python drew: a view that comes later is drawn anew
    if (!this.check_width()) this.state = before;
    this.load();
    this.by_script(() => this.parts.show());
    this.ask_all("refit");
    this.ask_all("read");
    this.draw();
    this.rest();
  }

  /** Take over what a step of a lesson says (`lesson.js`): an interval and parts of the state, at once. */
  take_state({ interval, ...parts }) {
    if (interval) this.interval = [...interval];
    this.change(parts);
    this.base_rate.show();
    if (interval && this.slider) this.slider.set("interval", [...interval]);
  }

  /** What mean regret averages over: see `move`. */
  get spacing() {
    const { spacing, opinion } = this.state;
    if (spacing !== "opinion") return spacing;
    if (this.weighed !== opinion) [this.weighed, this.weighing] = [opinion, opinion_rule(opinion)];
    return this.weighing;
  }

  /** Whether the interval has a width to average over. */
  get has_width() {
    return this.state.spacing !== "log-odds" || (this.interval[0] > 0 && this.interval[1] < 1);
  }

  /** Say when the interval has no width to average over, until it has one again. */
  check_width() {
    if (!this.has_width) this.say(NO_WIDTH);
    else if (this.refused) this.say("");
    this.refused = !this.has_width;
    return this.has_width;
  }

  /** What Python says late must not move anything back under the hand. */
  protect(spec) {
    const guard = (value) => {
      if (value && typeof value.get === "function" && typeof value.on === "function") {
        value.on("change", () => {
          if (this.drawing || !(this.moving || (this.ahead && !this.offline))) return;
          if (this.base_rate.moving) this.base_rate.forget();
          this.draw_soon();
        });
      } else if (value && typeof value === "object") Object.values(value).forEach(guard);
    };
    Object.values(spec).forEach(guard);
  }

  /** What readers must know of the data. */
  get note() {
    return this.model.get("headers")[this.state.group]?.note ?? this.model.get("note");
  }

  get offline() {
    return this.gone || this.model.get("offline");
  }

  get moving() {
    return this.pointers.busy || Boolean(this.slider && this.slider.get("moving")) || this.base_rate.moving;
  }

  get ahead() {
    return this.offline || this.messages.pending || this.base_rate.moving;
  }

  traits({ view }) {
    return { ...this.model.get("traits_shown")[view.model_id] };
  }

  /** Let views take over what Python has set, unless a hand has gone on. */
  hear() {
    if (this.ahead) return;
    const traits = this.model.get("traits_shown");
    for (const view of this.views.filter(({ id }) => id in traits)) {
      Object.assign(view.traits, traits[view.id]);
      this.ask(view, "heard");
    }
  }

  touch(view, traits) {
    if (!this.offline) this.messages.touch(view, traits);
  }

  by_script(action) {
    const before = this.drawing;
    this.drawing = true;
    try {
      action();
    } finally {
      this.drawing = before;
    }
  }

  /** Have a view do something. One that fails says so once; the others go on. */
  ask(view, action, news) {
    try {
      view[action]?.(news);
    } catch (error) {
      if (this.failed.has(view)) return;
      this.failed.add(view);
      console.error(error);
      this.say(`A part of this page cannot follow the hand: ${error.message}`);
    }
  }

  ask_all(action, news, views = this.views) {
    this.by_script(() => {
      for (const view of views) this.ask(view, action, news);
    });
  }

  seen(figure) {
    return this.sights.seen(figure);
  }

  draw_soon() {
    this.in_next_frame("draw", () => this.draw());
  }

  /** Words follow the marks, in the same picture: they take as long to write as all marks together. */
  write_soon() {
    this.in_next_frame("write", () => this.has_width && this.ask_all("write", null, this.sights.in_sight(this.views)));
  }

  in_next_frame(name, action) {
    if (this.waiting.has(name)) return;
    this.waiting.add(name);
    requestAnimationFrame(() => {
      this.waiting.delete(name);
      action();
    });
  }

  follow(interval) {
    if (!interval?.length || (interval[0] === this.interval[0] && interval[1] === this.interval[1])) return;
    this.undo.history.begin(this.interval);
    this.interval = [...interval];
    if (this.offline) this.check_width(); // else Python refuses the interval, and says why
    this.draw();
    this.rest_soon();
    this.undo.show();
  }

  /** Say on every root where the interval is, and from when on the page answers the hand. */
  mark_roots() {
    for (const { dataset } of this.roots) {
      dataset.interval = this.interval.join(",");
      if (this.tables) dataset.live = "true";
    }
  }

  draw() {
    this.mark_roots();
    if (!this.tables || !this.has_width) return;
    this.base_rate.refit();
    this.move = move(this.tables, this.interval, this.spacing, this.state.shown);
    if (!this.moving) this.sights.forget();
    this.ask_all("draw", this.move, this.sights.in_sight(this.views));
    this.write_soon();
  }

  rest() {
    if (!this.move || this.moving || !this.has_width) return;
    this.undo.remember();
    this.base_rate.refit();
    this.show_scores();
    this.ask_all("rest");
    this.ask_all("write");
  }

  rest_soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.rest(), REST);
  }

  /** Read every chart at a cost ratio; Python hears of it when the pointer rests. */
  read(cost) {
    if (!this.tables || cost === this.state.cost) return;
    this.state.cost = cost;
    for (const view of this.views) this.ask(view, "read");
    clearTimeout(this.reading);
    this.reading = setTimeout(() => this.messages.tell({ cost }), REST);
  }

  /** Take an interval from a chart's band. */
  set_interval(interval) {
    if (!(interval[0] < interval[1])) return;
    if (this.slider) this.slider.set("interval", interval);
    else this.follow(interval);
  }

  let_go() {
    if (this.slider) this.slider.set("moving", false);
    else {
      this.undo.remember();
      this.messages.tell({ interval: this.interval });
    }
    this.draw(); // what was out of sight, too
    this.rest_soon();
  }
}
