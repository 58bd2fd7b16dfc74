// The base rate in the page: a quiet button that opens a panel with a slider, a box, a switch and a reset.
// The model's `prevalence` is the page's truth: null is the share among the cases themselves.

import { keep_keys, make } from "../page/elements.js";
import { expit, logit, niceCost, odds, parseInUnit, percent } from "../words/numbers.js";

const REACH = [0.0005, 0.98]; // what the slider reaches; the box takes any share
const STEPS = 400;
const REST_AFTER = 300; // milliseconds until Python hears of it

/** Tell Python when the hand rests. */
function initialize({ model }) {
  let timer = 0;
  model.set("moving", false);
  const rest = () => {
    model.set("moving", false);
    model.save_changes();
  };
  model.on("change:steps", () => {
    clearTimeout(timer);
    timer = setTimeout(rest, REST_AFTER);
  });
}

function render({ model, el }) {
  const words = model.get("_words");
  const rate = () => model.get("prevalence") ?? model.get("own");
  const by_hand = (parts) => {
    model.set("moving", true);
    for (const [trait, value] of Object.entries(parts)) model.set(trait, value);
    model.set("steps", (model.get("steps") ?? 0) + 1);
  };

  const arrow = make("span", { class: "bw-arrow", "aria-hidden": "true" }, "▾");
  const name = make("span", {});
  const button = make("button", { type: "button", class: "bw-base-open", "aria-expanded": "false" }, name, arrow);
  const [first, last] = REACH.map(logit);
  const range = make("input", {
    type: "range", min: "0", max: String(STEPS), step: "1", class: "bw-base-range", "aria-label": words.slider,
  });
  const box = make("input", {
    type: "text", class: "bw-base-box", "aria-label": words.box, autocomplete: "off", spellcheck: "false",
  });
  const beside = make("span", { class: "bw-base-odds" });
  const reset = make("button", { type: "button", class: "bw-base-reset" }, words.reset);
  const moved = make("input", { type: "checkbox", class: "bw-base-moved" });
  const switched = make("label", { class: "bw-base-switch", title: words.moved_hint }, moved, words.moved);
  const about = make("div", { class: "bw-base-about" });
  const problem = make("div", { class: "bw-base-problem", role: "alert" });
  const row = make("div", { class: "bw-base-row" }, box, beside, reset);
  const panel = make("div", { class: "bw-base-panel", role: "group", "aria-label": words.slider },
    row, range, switched, about, problem);
  panel.hidden = true;
  problem.hidden = true;

  const show = () => {
    const changed = model.get("prevalence") !== null;
    name.textContent = words.button.replace("{rate}", percent(rate()));
    button.classList.toggle("bw-changed", changed);
    const place = (logit(rate()) - first) / (last - first);
    range.value = String(Math.round(STEPS * Math.min(Math.max(place, 0), 1)));
    range.setAttribute("aria-valuetext", percent(rate()));
    if (document.activeElement !== box) box.value = percent(rate(), 6);
    beside.textContent = odds(rate());
    reset.disabled = !changed;
    moved.checked = model.get("recalibrated");
    switched.hidden = !model.get("movable");
    const said = model.get("recalibrated") ? "about_moved" : "about_changed";
    about.textContent = words[changed ? said : "about"].replace("{own}", percent(model.get("own")));
  };
  const say = (text) => {
    problem.textContent = text;
    problem.hidden = text === "";
    if (text) box.setAttribute("aria-invalid", "true");
    else box.removeAttribute("aria-invalid");
  };
  const open = (wanted) => {
    panel.hidden = !wanted;
    button.setAttribute("aria-expanded", String(wanted));
    if (wanted) keep_inside();
  };
  /** Keep the panel inside the view, however narrow that is. */
  const keep_inside = () => {
    if (panel.hidden) return;
    const room = (el.closest(".bw-root") ?? document.body).getBoundingClientRect();
    Object.assign(panel.style, { left: "0", maxWidth: `${room.width}px` });
    const over = panel.getBoundingClientRect().right - room.right;
    if (over > 0) panel.style.left = `${-Math.min(over, el.getBoundingClientRect().left - room.left)}px`;
  };

  button.addEventListener("click", () => open(panel.hidden));
  range.addEventListener("input", () => {
    say("");
    by_hand({ prevalence: niceCost(expit(first + ((last - first) * Number(range.value)) / STEPS)) });
  });
  box.addEventListener("change", () => {
    const { cost } = parseInUnit(box.value, "probability");
    if (cost > 0 && cost < 1) {
      say("");
      by_hand({ prevalence: cost });
      box.value = percent(cost, 6);
    } else say(words.unread.replace("{typed}", () => box.value.trim()));
  });
  reset.addEventListener("click", () => {
    say("");
    range.focus(); // the button is of no more use, and one that is disabled hears no key
    by_hand({ prevalence: null });
    box.value = percent(rate(), 6);
  });
  moved.addEventListener("change", () => { say(""); by_hand({ recalibrated: moved.checked }); });
  const outside = (event) => { if (!panel.hidden && !el.contains(event.target)) open(false); };
  document.addEventListener("pointerdown", outside);
  window.addEventListener("resize", keep_inside);
  const give_keys_back = keep_keys(el, (event) => {
    if (event.type === "keydown" && event.key === "Escape" && !panel.hidden) { open(false); button.focus(); }
  });
  const watched = "change:prevalence change:recalibrated change:own change:movable";
  model.on(watched, show);
  el.append(button, panel);
  show();
  return () => {
    document.removeEventListener("pointerdown", outside);
    window.removeEventListener("resize", keep_inside);
    give_keys_back();
    model.off(watched, show);
  };
}

export default { initialize, render };
