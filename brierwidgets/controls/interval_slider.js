// The slider in the page.
// The model's `interval` is the page's truth: this control and any other script in the page may set it and watch it.

import { keep_keys, make } from "../page/elements.js";
import { exactText, parseInUnit } from "../words/numbers.js";
import { trackOf } from "./interval_track.js";

const UNITS = [["probability", "%"], ["odds", "odds"], ["log-odds", "log-odds"]];

/** What the page and Python say to each other, once a page, shown or not.
 * Every move here gets a number. What Python said before it heard the latest of them is old news. */
function initialize({ model }) {
  const page = Math.random().toString(36).slice(2);
  let count = 0, sent = 0, heard = 0, listening = false;

  const listen = () => {
    const [low, high, mover, number] = model.get("_from_kernel");
    if (mover === page) heard = Math.max(heard, number);
    if (heard < count) return;
    listening = true;
    model.set("interval", [low, high]);
    listening = false;
  };
  const tell = () => {
    if (sent === count || (model.get("moving") && !model.get("continuous_update"))) return;
    sent = count;
    model.set("_from_hand", [...model.get("interval"), page, count]);
    model.save_changes(); // ipywidgets keeps one message in flight; the last of those that wait goes next
  };
  model.set("moving", false);
  listen();
  model.on("change:_from_kernel", listen);
  model.on("change:interval", () => {
    if (listening) return;
    count += 1;
    tell();
  });
  model.on("change:moving", tell);
}

function render({ model, el }) {
  const fits = moved => { if (moved) model.set("interval", moved); };
  const watched = [];
  const watch = (name, handler) => {
    model.on(`change:${name}`, handler);
    watched.push([name, handler]);
  };

  const notice = make("div", { class: "bw-slider-notice", role: "alert", hidden: "" });
  let problem = "";
  const showNotice = () => {
    const text = problem || model.get("_notice");
    if (notice.textContent === text) return;
    notice.textContent = text;
    notice.hidden = text === "";
  };
  const ends = typedEnds(model, fits, text => { problem = text; showNotice(); });
  const track = trackOf(model, fits, ends.settle);
  const row = make("div", { class: "bw-slider-row" }, ends.element, unitButtons(model, watch));
  const presets = presetMenu(model, fits, ends.settle);
  if (presets) row.append(presets);

  const showInterval = () => {
    el.dataset.interval = model.get("interval").join(",");
    track.show();
    ends.show();
  };
  watch("interval", showInterval);
  watch("unit", () => { ends.settle(); track.measure(); });
  watch("histogram", track.draw);
  watch("_notice", () => { if (model.get("_notice")) ends.restore(); showNotice(); });

  el.append(row, track.element, notice);
  const give_keys_back = keep_keys(el);
  // What keeps the shortcuts of JupyterLab and Notebook 7 off must be on what has the focus, too.
  for (const part of el.querySelectorAll("[tabindex], button, input, select")) part.dataset.lmSuppressShortcuts = "true";
  const sizes = new ResizeObserver(track.measure);
  sizes.observe(track.element);
  sizes.observe(row); // grows with the text, when a style sheet comes late
  track.draw();
  showInterval();
  showNotice();
  return () => {
    sizes.disconnect();
    track.release();
    give_keys_back();
    for (const [name, handler] of watched) model.off(`change:${name}`, handler);
  };
}

/** The boxes. What cannot be read stays in its box until it is mended, and is read again with the other one. */
function typedEnds(model, fits, tell) {
  const boxes = ["from", "to"].map(name =>
    make("input", { type: "text", class: "bw-slider-box", "aria-label": name, autocomplete: "off", spellcheck: "false" }));
  const element = make("div", { class: "bw-slider-ends" },
    make("label", {}, "Costs from", boxes[0]), make("label", {}, "to", boxes[1]));
  const written = ["", ""];
  let last_typed = null; // what was typed last, in case that Python refuses it

  const text = end => exactText(model.get("interval")[end], model.get("unit"));
  const edited = end => boxes[end].value !== written[end];
  const mark = (end, wrong) => wrong ? boxes[end].setAttribute("aria-invalid", "true") : boxes[end].removeAttribute("aria-invalid");
  const write = end => { boxes[end].value = written[end] = text(end); mark(end, false); };
  const answer = (name, values) => model.get("_answers")[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);

  /** Follow the interval, but for a box in which somebody is typing. */
  function show() {
    for (const end of [0, 1]) if (!edited(end)) write(end);
  }
  /** Forget what is half typed. */
  function settle() {
    last_typed = null;
    write(0);
    write(1);
    tell("");
  }
  /** Put back what was typed, since Python has refused it. */
  function restore() {
    if (!last_typed) return;
    for (const end of [0, 1]) {
      boxes[end].value = last_typed[end];
      mark(end, edited(end));
    }
  }
  /** @param {0 | 1} end @returns {{cost?: number, problem?: string}} */
  function read(end) {
    if (!edited(end)) return { cost: model.get("interval")[end] };
    const typed = boxes[end].value.trim(), unit = model.get("unit");
    const { cost, problem, value } = parseInUnit(typed, unit);
    if (!problem) return { cost };
    const meantPercent = problem === "outside" && unit === "probability" && value > 1 && value <= 100 && !/[%:]/.test(typed);
    return { problem: answer(meantPercent ? "percent" : problem, { typed }) };
  }
  /** Set the interval to what was typed, or say what is wrong with it. */
  function accept(end) {
    if (!edited(end)) { // it says again what holds
      mark(end, false);
      tell("");
      if (edited(1 - end)) accept(1 - end);
      return;
    }
    const reads = [read(0), read(1)];
    const wrong = reads[end].problem || !reads[1 - end].problem ? end : 1 - end;
    const [low, high] = reads.map(({ cost }) => cost);
    let { problem } = reads[wrong];
    if (!problem && low >= high) {
      const other = edited(1 - end) ? boxes[1 - end].value.trim() : text(1 - end);
      problem = answer(low === high ? "same" : ["lower", "upper"][end], { typed: boxes[end].value.trim(), other });
    }
    if (problem) {
      mark(wrong, true);
      tell(problem);
      return;
    }
    const typed = boxes.map(box => box.value);
    fits([low, high]);
    settle();
    last_typed = typed;
  }
  boxes.forEach((box, end) => {
    box.addEventListener("change", () => accept(end));
    box.addEventListener("keydown", event => { if (event.key === "Escape") settle(); });
  });
  return { element, show, settle, restore };
}

function unitButtons(model, watch) {
  const buttons = UNITS.map(([unit, text]) => {
    const button = make("button", { type: "button", "aria-label": unit, title: unit }, text);
    button.addEventListener("click", () => { model.set("unit", unit); model.save_changes(); });
    return button;
  });
  const show = () => buttons.forEach((button, i) =>
    button.setAttribute("aria-pressed", String(UNITS[i][0] === model.get("unit"))));
  watch("unit", show);
  show();
  return make("div", { class: "bw-slider-units", role: "group", "aria-label": "unit" }, ...buttons);
}

function presetMenu(model, fits, settle) {
  const presets = model.get("_presets");
  if (!presets.length) return null;
  const options = presets.map(([name], i) => make("option", { value: String(i) }, name));
  const menu = make("select", { class: "bw-slider-presets", "aria-label": "Presets" },
    make("option", { value: "" }, "Presets"), ...options);
  menu.addEventListener("change", () => {
    const chosen = presets[menu.value];
    menu.value = "";
    if (chosen) { fits(chosen.slice(1)); settle(); }
  });
  return menu;
}

export default { initialize, render };
