/** One page of a view: what it knows of Python's state, what a hand did to it, and who must be told. See `engine.js`. */
import { BaseRate } from "./base_rate.js";
import { History } from "./history.js";
import { tag } from "./markup.js";
import { move, parse_tables } from "./move.js";
import { opinion_rule } from "./opinions.js";
import { Parts } from "./parts.js";
import { Pointers } from "./pointers.js";

const REST = 250; // milliseconds without a move until the hand rests
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
    this.charts = []; // of each tab, from left to right
    this.roots = new Set();
    this.history = new History();
    this.corner = null;
    this.pressed_inside = false; // whether the pointer was last pressed in this view
    this.slider = null;
    this.base_rate = new BaseRate(this);
    this.tables = null;
    this.changed = false; // by a hand, without Python
    this.parsed = new Map(); // tables by group
    this.buttons = new Map(); // what buttons do without Python
    this.taken = {}; // what Python sent last, by trait
    this.failed = new WeakSet(); // views that could not follow
    this.timer = 0;
    this.gone = false; // Python was there, and has stopped
    this.news = {}; // what Python has not confirmed yet
    this.serial = 0; // of the last news sent
    this.confirmed = 0; // of the last news that Python has followed
    this.touched = false;
    this.skipped = false;
  }

  start() {
    this.model.on("change", () => this.take_over());
    this.model.on("change:asked", () => this.become(this.model.get("asked").parts));
    this.take_over();
    if (!this.tables) this.model.send("tables");
  }

  /** Take over what Python has sent, once all of a message is there: models, tables and views must fit together.
   * (The event of a single trait comes while others are still the old ones, in an order that differs by process.) */
  take_over() {
    const sent = ["specs", "mirrored", "headers", "tables", "interval", "traits_shown", "answered"];
    const news = new Set(sent.filter((name) => this.model.get(name) !== this.taken[name]));
    for (const name of news) this.taken[name] = this.model.get(name);
    if (news.has("mirrored")) Object.assign(this.state, this.taken.mirrored, this.base_rate.chosen);
    if (news.has("specs")) this.parts.follow(this.taken.specs);
    if (news.has("answered") && this.taken.answered.page === this.key) this.confirmed = this.taken.answered.serial;
    const confirmed = news.has("answered") && !this.ahead;
    if (confirmed) this.news = {};
    if (confirmed || news.has("traits_shown")) this.hear();
    if (!this.slider && !this.moving && !this.ahead) this.follow(this.taken.interval);
    if (news.size) this.load();
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
    return [group, prevalence, recalibrated];
  }

  use_base_rate({ model }) {
    this.base_rate.use(model);
  }

  use_slider({ model: slider }) {
    this.slider = slider;
    this.interval = slider.get("interval") ?? this.interval;
    slider.on("change:interval", () => this.follow(slider.get("interval")));
    slider.on("change:moving", () => {
      this.draw();
      if (!slider.get("moving")) this.remember();
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

  /** Say once when Python goes: what the page can do by itself goes on. */
  use_root({ engine, notice }) {
    this.notice = notice;
    engine.on("comm_live_update", () => {
      if (engine.comm_live || this.offline) return;
      this.gone = true;
      this.show_corner();
      this.say("Python has stopped. You can go on dragging; run the cell again for the rest.");
    });
  }

  /** The buttons for undo, copying and saving; what needs Python is not shown without it. */
  use_corner({ model: corner }) {
    this.corner = corner;
    corner.on("change:undo", () => this.undo());
    this.show_corner();
  }

  show_corner() {
    this.corner?.set({ alone: Boolean(this.offline), undoable: this.history.can_undo(this.interval) });
  }

  /** Where the hand has left the interval, undo can go back to. */
  remember() {
    this.history.rest(this.interval);
    this.show_corner();
  }

  /** Go back to where the interval was before the last move, as a hand would. */
  undo() {
    const before = this.history.undo(this.interval);
    if (!before) return;
    if (this.slider) this.slider.set("moving", true);
    this.set_interval(before);
    this.let_go();
    this.show_corner();
  }

  /** Ctrl-Z in this view is ours, but for boxes in which somebody types. */
  press_key(event) {
    const { target, key, shiftKey, altKey } = event;
    if (!(event.ctrlKey || event.metaKey) || shiftKey || altKey || key.toLowerCase() !== "z") return;
    if (!(target instanceof Element) || target.closest("input[type=text], input[type=number], textarea, [contenteditable]")) return;
    if (!this.pressed_inside && !this.holds(target)) return;
    event.preventDefault();
    event.stopPropagation();
    this.undo();
  }

  holds(element) {
    return [...this.roots].some((root) => root.contains(element));
  }

  /** Tabs, in some a switch between their charts: `rooms` and `charts` are lists by tab, then by place on the switch.
   * In a saved page a chart is put into its room when that is opened: bqplot cannot draw one that is not seen. */
  use_tabs({ tabs, choices, rooms, charts }) {
    const known = this.charts.length > 0;
    this.charts = charts;
    if (known) return;
    const open = () => setTimeout(() => {
      const tab = tabs.get("selected_index");
      if (tab === null) return;
      const place = choices[tab]?.get("index") ?? 0;
      rooms[tab].forEach((room, other) => room.get("layout").set("display", other === place ? "" : "none"));
      const [room, chart] = [rooms[tab][place], this.charts[tab][place]];
      if (this.offline && chart && !room.get("children").length) room.set("children", [chart]);
      this.draw();
      this.rest();
    });
    tabs.on("change:selected_index", open);
    for (const control of choices) control?.on("change:index", open);
  }

  /** Show a message where errors are shown; none clears it. */
  say(message) {
    if (!this.notice) return;
    this.notice.set("value", message ? String(tag("div", { role: "alert" }, message)) : "");
    this.notice.get("layout").set("display", message ? "" : "none");
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
    for (const view of this.views) view.click?.(event);
    for (const [id, handler] of this.buttons) if (event.target.closest(`.bw-button-${id}`)) handler();
  }

  change(parts) {
    const before = { ...this.state };
    Object.assign(this.state, parts);
    this.changed = true; // since Python drew: a view that comes later is drawn anew
    if (!this.has_width) {
      this.state = before;
      this.say(NO_WIDTH);
    }
    this.load();
    this.drawn(() => this.parts.show());
    this.each("refit");
    this.each("read");
    this.draw();
    this.rest();
  }

  /** Become what a step of a lesson says (`lesson.js`): an interval and parts of the state, at once. */
  become({ interval, ...parts }) {
    if (interval) this.interval = [...interval];
    this.change(parts);
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
    return this.offline || this.touched || this.confirmed < this.serial || this.base_rate.moving;
  }

  traits({ view }) {
    return this.model.get("traits_shown")[view.model_id] ?? {};
  }

  /** Let views take over what Python has set, unless a hand has gone on. */
  hear() {
    if (this.ahead) return;
    const traits = this.model.get("traits_shown");
    for (const view of this.views) if (view.id in traits) this.ask(view, "heard", traits[view.id]);
  }

  touch(view, traits) {
    if (this.offline) return;
    this.touched = true;
    this.news.traits = { ...this.news.traits, [view]: traits };
    clearTimeout(this.touching);
    this.touching = setTimeout(() => {
      this.touched = false;
      this.tell({});
      this.rest();
    }, REST);
  }

  drawn(action) {
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

  each(action, news) {
    this.drawn(() => {
      for (const view of this.views) this.ask(view, action, news);
    });
  }

  seen(figure) {
    const places = [...document.getElementsByClassName(`bw-figure-${figure.model_id}`)];
    const visible = places.some((element) => element.offsetParent !== null);
    if (!visible) this.skipped = true;
    return visible;
  }

  /** Draw what was hidden when it was last drawn: a click may have opened its tab. */
  look_again() {
    if (!this.skipped) return;
    this.skipped = false;
    setTimeout(() => {
      this.draw();
      this.rest();
    }, 50);
  }

  draw_soon() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  follow(interval) {
    if (!interval?.length || (interval[0] === this.interval[0] && interval[1] === this.interval[1])) return;
    this.history.begin(this.interval);
    this.interval = [...interval];
    this.draw();
    this.rest_soon();
    this.show_corner();
  }

  draw() {
    for (const root of this.roots) root.dataset.interval = this.interval.join(",");
    if (!this.tables) return;
    for (const root of this.roots) root.dataset.live = "true"; // from now on the page answers the hand
    if (!this.has_width) {
      if (this.offline) this.say(NO_WIDTH); // else Python refuses the interval, and says why
      return;
    }
    this.base_rate.refit();
    this.made = move(this.tables, this.interval, this.spacing, this.state.shown);
    this.each("draw", this.made);
  }

  rest() {
    if (!this.made || this.moving) return;
    this.remember();
    this.base_rate.refit();
    this.each("rest");
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
    this.reading = setTimeout(() => this.tell({ cost }), REST);
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
      this.remember();
      this.tell({ interval: this.interval });
    }
    this.rest_soon();
  }

  tell(news) {
    if (this.offline) return;
    const { view, traits, ...others } = news;
    Object.assign(this.news, others);
    if (view) this.news.traits = { ...this.news.traits, [view]: traits };
    // All that Python has not confirmed: while it is busy the last message alone waits.
    this.serial += 1;
    this.model.set("hand", { ...this.news, page: this.key, serial: this.serial });
    this.model.save_changes();
  }
}
