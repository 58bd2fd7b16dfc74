/**
 * What the widgets of others do not say of themselves, said to those who listen or use keys alone: names of controls,
 * which toggles are pressed, what a chart shows in words, and a live region whose node stays when its text is new.
 * It looks at the page alone, so it works the same whether Python or a script has drawn.
 */
import { keep_height } from "./steady.js";
import { give_room } from "./tick_room.js";

const OURS = ".brierwidgets";
const TEXT = ".widget-html-content";
const SOON = 120; // milliseconds: what changes at once is named at once
const LATER = 1000; // while a button is pressed: a drag changes much, and names are not read while a hand moves
const CONTROLS = "select, textarea, input, [role=slider], [contenteditable=true]";

const words_of = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";

/** Set an attribute, unless there is nothing to say or it is said already: a change would wake the observer. */
function set_attribute(element, name, value) {
  if (value && element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** The words that stand before a control: its widget's own label, or a neighbour in the row; else its hint. */
export function name_of(control) {
  const widget = control.closest(".jupyter-widgets:not(.widget-html-content), .widget-slider"); // a list of places has no other class
  const label = widget?.querySelector(":scope > .widget-label");
  const own = words_of(label);
  const given = widget?.className.match(/bw-named-(\S+)/)?.[1].replaceAll("-", " "); // where no words stand beside it
  const hint = given || widget?.title || control.title || control.getAttribute("placeholder") || "";
  if (own || !widget) return own || hint;
  const before = widget.previousElementSibling;
  if (before?.matches(".widget-label")) return words_of(before) || hint;
  return hint || words_of(widget.closest(".widget-box")?.querySelector(":scope > .widget-label"));
}

/** What a slider with one handle is at: it knows a place on its axis, or in its list; the words stand beside it or in a box. */
function place_of_slider(control) {
  const box = control.closest(".bw-threshold")?.closest(OURS).querySelector(".bw-threshold-choices input[type=text]");
  return box ? box.value : words_of(control.closest(".widget-slider")?.querySelector(".widget-readout"));
}

function name_control(control) {
  const label = control.labels?.[0];
  if (label?.getClientRects().length && words_of(label)) return; // one that is hidden names nothing
  if (control.getAttribute("aria-label") && control.dataset.named === undefined) return; // it has a name of its own
  const ends = control.closest(".noUi-target")?.querySelectorAll("[role=slider]") ?? [];
  if (ends.length === 1) set_attribute(control, "aria-valuetext", place_of_slider(control));
  const end = ends.length > 1 ? (control === ends[0] ? "lower end" : "upper end") : "";
  const name = [words_of(label) || name_of(control), end].filter(Boolean).join(", ");
  if (!name) return;
  control.dataset.named = "";
  set_attribute(control, "aria-label", name);
}

function say_pressed(toggle) {
  set_attribute(toggle, "aria-pressed", String(toggle.classList.contains("mod-active")));
  if (!words_of(toggle)) set_attribute(toggle, "aria-label", toggle.title);
}

/** The words that a view has written for one of its charts alone. */
function own_words(chart, view) {
  const name = chart.className.match(/bw-chart-of-(\S+)/)?.[1];
  return words_of(view.querySelector(`.bw-alt[data-chart="${name}"]`));
}

/** A chart: what is on its axes, and its own words, the sentences beside it, or the verdict. */
function describe_chart(chart, root) {
  const axes = [...chart.querySelectorAll(".axislabel")].map(words_of).filter(Boolean);
  const view = chart.closest(OURS);
  const own = own_words(chart, view);
  const near = own ? [own] : [...view.querySelectorAll(".bw-said, .bw-words:not(.bw-hover)")].map(words_of).filter(Boolean);
  const said = near.length ? near : [words_of(root.querySelector(".bw-verdict"))];
  const held = chart.matches(".bw-map");
  const title = `${held ? "Map" : "Chart"}${axes.length ? ` of ${axes.join("; ")}` : ""}.`;
  const keys = held ? " Arrow keys move the interval: left and right its lower end, up and down its upper end." : "";
  set_attribute(chart, "role", held ? "application" : "img");
  if (held) set_attribute(chart, "tabindex", "0");
  set_attribute(chart, "aria-label", [title + keys, ...said].filter(Boolean).join(" "));
}

/** Name everything in a view. */
function describe(root) {
  for (const control of root.querySelectorAll(CONTROLS)) name_control(control);
  for (const toggle of root.querySelectorAll(".widget-toggle-button")) say_pressed(toggle);
  for (const group of root.querySelectorAll(".widget-toggle-buttons, .widget-radio")) {
    set_attribute(group, "role", group.matches(".widget-radio") ? "radiogroup" : "group");
    set_attribute(group, "aria-label", name_of(group));
  }
  for (const chart of root.querySelectorAll(".bw-chart")) {
    describe_chart(chart, root);
    give_room(chart);
  }
  for (const text of root.querySelectorAll(TEXT)) keep_live(text);
  for (const answer of root.querySelectorAll(".bw-explorer > .bw-answer")) keep_height(answer);
}

/** Sentences are written anew whenever they change: what stays, and is listened to, is the node around them. */
function keep_live(text) {
  const said = text.querySelector("[aria-live], .bw-live");
  if (!said) return;
  set_attribute(text, "role", "status");
  set_attribute(text, "aria-live", "polite");
  for (const name of ["role", "aria-live"]) said.removeAttribute(name); // for where no script runs
}

/** Whether a key pressed on a control is for that control alone; Shift-Enter runs the cell. */
export function is_plain({ ctrlKey, metaKey, altKey, shiftKey, key }) {
  return !ctrlKey && !metaKey && !altKey && key !== "Escape" && !(shiftKey && key === "Enter");
}

/** A plain key on a control of ours is its own: JupyterLab would take Enter for "edit the cell", and B for a new one. */
function keep_key(event) {
  if (is_plain(event) && event.target instanceof Element && event.target.closest(OURS)) event.stopPropagation();
}

/** How a button that is written anew is known again. */
const key_of = (button) => button.dataset.models ?? button.dataset.key ?? words_of(button);

/** Keep the keyboard where it was when a text with buttons in it is written anew. */
class Held {
  note({ target }) {
    const text = target instanceof Element ? target.closest(`${OURS} ${TEXT}`) : null;
    this.text = text;
    this.button = text && target;
    this.key = text && key_of(target);
    this.place = text && [...text.querySelectorAll("button")].indexOf(target);
  }

  /** @returns {boolean} whether the focus had been lost */
  find() {
    const { text, button } = this;
    if (!button || button.isConnected || !text.isConnected || document.activeElement !== document.body) return false;
    const buttons = [...text.querySelectorAll("button")];
    const again = buttons.find((other) => key_of(other) === this.key) ?? buttons[Math.min(this.place, buttons.length - 1)];
    again?.focus({ preventScroll: true });
    return Boolean(again);
  }
}

/** Look after every view in the page; once, whatever the number of views. */
export function look_after() {
  if (document.documentElement.dataset.bwAccess !== undefined) return;
  document.documentElement.dataset.bwAccess = "";
  const held = new Held();
  let waiting = 0;
  let pressed = false;
  const all = () => {
    waiting = 0;
    for (const root of document.querySelectorAll(OURS)) if (!root.parentElement?.closest(OURS)) describe(root);
  };
  const later = () => {
    waiting ||= setTimeout(all, pressed ? LATER : SOON);
  };
  const soon = (changes) => {
    for (const { target } of changes) if (target instanceof Element && target.matches(`${OURS} ${TEXT}`)) keep_live(target);
    held.find();
    later();
  };
  const press = ({ type }) => {
    pressed = type === "pointerdown";
    if (pressed || !waiting) return;
    clearTimeout(waiting);
    waiting = setTimeout(all, SOON);
  };
  for (const kind of ["pointerdown", "pointerup", "pointercancel"]) document.addEventListener(kind, press, true);
  window.addEventListener("resize", later);
  document.addEventListener("focusin", (event) => held.note(event), true);
  document.body.addEventListener("keydown", keep_key);
  const what = { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ["class"] };
  new MutationObserver(soon).observe(document.body, what);
  all();
}
