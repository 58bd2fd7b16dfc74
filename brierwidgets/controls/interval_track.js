// The track of the slider: where costs stand on it, how a hand or a key moves an interval, and what is drawn.

import { make } from "../page/elements.js";
import { clip, costText, expit, logit, niceCost, tickCost } from "../words/numbers.js";

const TRACK = [logit(0.001), logit(0.999)];
const STEP = 0.02;
const REST = 250; // milliseconds without a key until the hand rests

/** Ticks that look round in each unit, the most welcome first; those that mirror each other stand together. */
const mirrored = costs => [[0.5], ...costs.map(cost => [cost, 1 - cost])];
const TICKS = {
  "probability": mirrored([0.1, 0.01, 0.001, 0.05, 0.2, 0.02, 0.005, 0.3, 0.002]),
  "odds": mirrored([10, 100, 500, 3, 30, 5, 2, 20, 50, 200].map(many => 1 / (1 + many))),
  "log-odds": mirrored([2, 4, 6, 1, 3, 5].map(expit)),
};

/** Where a cost ratio stands on the track, in log-odds.
 * @param {number} cost */
const placeOf = cost => clip(logit(cost), ...TRACK);
const share = cost => (placeOf(cost) - TRACK[0]) / (TRACK[1] - TRACK[0]);

/** The interval after one end went to a place; the other keeps its exact number. Null if there is no such interval.
 * @param {[number, number]} interval @param {0 | 1} end @param {number} wanted */
function withEnd(interval, end, wanted) {
  const other = placeOf(interval[1 - end]);
  const place = end === 0 ? clip(wanted, TRACK[0], other - STEP) : Math.max(Math.min(wanted, TRACK[1]), other + STEP);
  const moved = [...interval];
  if (place !== placeOf(interval[end])) moved[end] = niceCost(expit(place));
  return moved[0] < moved[1] ? moved : null;
}

/** The interval after both ends went the same way in log-odds, as far as the track allows.
 * @param {[number, number]} interval @param {number} wanted */
function shifted(interval, wanted) {
  const [low, high] = interval.map(placeOf);
  const shift = clip(wanted, TRACK[0] - low, TRACK[1] - high);
  if (shift === 0) return interval;
  const moved = [niceCost(expit(low + shift)), niceCost(expit(high + shift))];
  return moved[0] < moved[1] ? moved : null;
}

/** The interval so many steps further. Round numbers do not swallow a step: it goes on until something changes.
 * @param {[number, number]} interval @param {0 | 1 | 2} part lower end, upper end, or both @param {number} steps */
function stepped(interval, part, steps) {
  const forward = Math.sign(steps);
  for (let count = steps; Math.abs(count) <= Math.abs(steps) + 2; count += forward) {
    const moved = part === 2
      ? shifted(interval, count * STEP)
      : withEnd(interval, part, placeOf(interval[part]) + count * STEP);
    if (moved && moved.some((cost, end) => forward * (cost - interval[end]) > 0)) return moved;
  }
  return null;
}

/** The track: two handles, the grip between them, ticks, and the histogram behind. */
export function trackOf(model, fits, settle) {
  const slider = (name, label) => make("div", { class: name, role: "slider", tabindex: "0", "aria-label": label });
  const handles = [
    slider("bw-handle bw-handle-lower", "lower end"),
    slider("bw-handle bw-handle-upper", "upper end"),
  ];
  const grip = slider("bw-slider-grip", "whole interval");
  const band = make("div", { class: "bw-slider-band" });
  const rail = make("div", { class: "bw-slider-rail" });
  const ticks = make("div", { class: "bw-slider-ticks", "aria-hidden": "true" });
  const bars = make("div", { class: "bw-slider-bars", "aria-hidden": "true" });
  const inner = make("div", { class: "bw-slider-inner" }, bars, band, rail, ...handles, grip, ticks);
  const element = make("div", { class: "bw-slider-track" }, inner);
  let width = 0, thick = 0, timer = 0, drag = null; // of the track and of a handle, in pixels

  function show() {
    const interval = model.get("interval"), unit = model.get("unit");
    const [left, right] = interval.map(share);
    const gap = (right - left) * width;
    // Handles that stand close share the room between them; otherwise they leave a third of it to the grip.
    const reach = gap < thick ? (gap - thick) / 2 : Math.min(10, (gap - thick) / 3);
    // Not on the track: bars and ticks, which stay, would be styled anew with it.
    for (const { style } of [band, rail, ...handles, grip]) {
      style.setProperty("--bw-low", `${100 * left}%`);
      style.setProperty("--bw-high", `${100 * right}%`);
      style.setProperty("--bw-reach", `${reach}px`);
    }
    const texts = interval.map(cost => costText(cost, unit));
    const says = (target, low, high, now, text) => {
      target.setAttribute("aria-valuemin", String(low));
      target.setAttribute("aria-valuemax", String(high));
      target.setAttribute("aria-valuenow", String(now));
      target.setAttribute("aria-valuetext", text);
    };
    says(handles[0], 0, interval[1], interval[0], texts[0]);
    says(handles[1], interval[0], 1, interval[1], texts[1]);
    says(grip, 0, 1, expit((placeOf(interval[0]) + placeOf(interval[1])) / 2), `${texts[0]} to ${texts[1]}`);
  }

  /** Write as many ticks as there is room for. */
  function measure() {
    width = inner.clientWidth;
    thick = handles[0].offsetWidth;
    if (!width) return;
    const unit = model.get("unit");
    const pen = document.createElement("canvas").getContext("2d");
    const { fontSize, fontFamily } = getComputedStyle(ticks); // `font` is empty where figures are tabular
    pen.font = `${fontSize} ${fontFamily}`;
    bars.style.gap = width < 4 * bars.childElementCount ? "0" : "1px";
    const placed = cost => {
      const text = tickCost(cost, unit), middle = share(cost) * width, half = pen.measureText(text).width / 2 + 5;
      return { cost, text, middle, from: middle - half, to: middle + half };
    };
    const free = (one, others) => one.middle >= 0 && one.middle <= width && others.every(other => one.to <= other.from || one.from >= other.to);
    const kept = [];
    for (const together of TICKS[unit]) {
      const wanted = together.map(placed);
      if (wanted.every((one, i) => free(one, [...kept, ...wanted.slice(0, i)]))) kept.push(...wanted);
    }
    const labels = kept.map(({ cost, text }) => {
      const label = make("span", {}, text);
      label.style.left = `${100 * share(cost)}%`;
      return label;
    });
    ticks.replaceChildren(...labels);
    show();
  }

  function draw() {
    const heights = model.get("histogram"), tallest = Math.max(...heights, 0);
    element.classList.toggle("bw-with-bars", tallest > 0);
    bars.replaceChildren(...(tallest > 0 ? heights : []).map(height => {
      const bar = make("i");
      bar.style.height = `${100 * height / tallest}%`;
      return bar;
    }));
    measure();
  }

  const move = moved => {
    clearTimeout(timer);
    model.set("moving", true);
    fits(moved);
    settle();
  };
  const rest = () => { clearTimeout(timer); model.set("moving", false); };

  /** Follow a pointer with one part: an end (0, 1) or both (2). */
  function grab(part, target, event) {
    target.focus({ preventScroll: true });
    target.setPointerCapture(event.pointerId);
    const interval = model.get("interval");
    drag = { part, target, pointer: event.pointerId, from: event.clientX, interval, moved: false };
    target.classList.add("bw-held");
  }
  function follow(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const shift = (event.clientX - drag.from) / width * (TRACK[1] - TRACK[0]);
    drag.moved ||= Math.abs(event.clientX - drag.from) > 2;
    if (!drag.moved) return;
    if (drag.part === 2) return move(shifted(drag.interval, shift));
    const now = [...model.get("interval")];
    now[drag.part] = drag.interval[drag.part]; // its own start is where the pointer took it
    move(withEnd(now, drag.part, placeOf(now[drag.part]) + shift));
  }
  function drop(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { part, target, moved } = drag;
    drag = null;
    target.classList.remove("bw-held");
    if (part === 2 && !moved && event.type === "pointerup") jump(event.clientX);
    rest();
  }
  /** Bring the nearer end to a place on the screen; return which. */
  function jump(x) {
    const at = TRACK[0] + (x - inner.getBoundingClientRect().left) / width * (TRACK[1] - TRACK[0]);
    const distance = model.get("interval").map(cost => Math.abs(placeOf(cost) - at));
    const end = distance[0] < distance[1] || (distance[0] === distance[1] && at < placeOf(model.get("interval")[0])) ? 0 : 1;
    move(withEnd(model.get("interval"), end, at));
    handles[end].focus({ preventScroll: true });
    return end;
  }

  function press(part, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const interval = model.get("interval");
    const far = TRACK[1] - TRACK[0];
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    const rim = { Home: -far, End: far }[event.key];
    if (steps === undefined && rim === undefined) return;
    event.preventDefault();
    if (steps) move(stepped(interval, part, steps));
    else move(part === 2 ? shifted(interval, rim) : withEnd(interval, part, placeOf(interval[part]) + rim));
    timer = setTimeout(rest, REST);
  }

  [...handles, grip].forEach((target, part) => {
    target.addEventListener("pointerdown", event => {
      event.stopPropagation();
      if (event.button === 0 && !drag) grab(part, target, event);
    });
    target.addEventListener("pointermove", follow);
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) target.addEventListener(kind, drop);
    target.addEventListener("keydown", event => press(part, event));
    target.addEventListener("click", event => event.stopPropagation());
  });
  // A mouse goes on dragging the end that came to it. A finger may have wanted to scroll: for it, a tap.
  element.addEventListener("pointerdown", event => {
    if (event.button !== 0 || drag || event.pointerType !== "mouse") return;
    const end = jump(event.clientX);
    grab(end, handles[end], event);
    event.preventDefault();
  });
  element.addEventListener("click", event => {
    if (event.pointerType === "mouse" || event.detail === 0) return;
    jump(event.clientX);
    rest();
  });

  return { element, show, measure, draw, release: rest };
}
