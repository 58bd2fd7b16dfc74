// A grid of odds with chips in the page. The model's `chips` is the page's truth: how many lie in each cell.

import { keep_keys, make } from "../page/elements.js";
import { beta_between } from "../page/cost_weights.js";
import { fit_beta } from "../page/chips.js";
import { general, percent } from "../words/numbers.js";

const ROW = 16; // pixels a chip
const REST_AFTER = 250;

/** Tell Python when the hand rests. */
function initialize({ model }) {
  let timer = 0;
  model.on("change:chips", () => {
    clearTimeout(timer);
    timer = setTimeout(() => model.save_changes(), REST_AFTER);
  });
}

function render({ model, el }) {
  const words = model.get("_words");
  const cells = model.get("_cells");
  const odds = model.get("_odds");
  const most = model.get("_most");
  const counts = () => model.get("chips");
  const left = () => most - counts().reduce((sum, count) => sum + count, 0);
  const fill = (text, fields) => text.replace(/\{(\w+)\}/g, (_, field) => fields[field]);

  /** Lay a chip from one place (null is the tray) to another. */
  const lay = (from, to) => {
    if (from === to || (from === null && left() === 0) || (from !== null && counts()[from] === 0)) return false;
    const chips = [...counts()];
    if (from !== null) chips[from] -= 1;
    if (to !== null) chips[to] += 1;
    model.set("chips", chips);
    return true;
  };

  const name_of = (place) => fill(words.cell, { from: odds[place + 1], to: odds[place] });
  const columns = cells.map((_, place) => make("div", {
    class: "bw-cell", role: "spinbutton", tabindex: place === 0 ? "0" : "-1", "aria-label": name_of(place),
    "aria-valuemin": "0", "data-place": String(place),
  }));
  const marks = odds.map((more, i) => {
    const mark = make("span", {}, `1:${more}`);
    mark.style.left = `${(100 * i) / cells.length}%`;
    return mark;
  });
  const curve = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  curve.setAttribute("class", "bw-fit");
  curve.setAttribute("aria-hidden", "true");
  curve.setAttribute("preserveAspectRatio", "none");
  const field = make("div", { class: "bw-field", role: "group", "aria-label": words.grid }, ...columns, curve);
  const axis = make("div", { class: "bw-odds", "aria-hidden": "true" }, ...marks);
  const tray = make("div", { class: "bw-tray", "data-place": "tray" });
  const clear = make("button", { type: "button", class: "bw-clear" }, words.clear);
  const fitted = make("div", { class: "bw-fitted", role: "status" });
  const help = make("div", { class: "bw-help" }, words.help);

  const chip = () => make("i", { class: "bw-chip" });
  const show = () => {
    const chips = counts();
    const placed = most - left();
    columns.forEach((column, place) => {
      column.replaceChildren(...Array.from({ length: chips[place] }, chip));
      column.setAttribute("aria-valuenow", String(chips[place]));
      column.setAttribute("aria-valuemax", String(chips[place] + left()));
    });
    tray.replaceChildren(fill(words.left, { left: left() }), ...Array.from({ length: left() }, chip));
    clear.disabled = placed === 0;
    const beta = placed ? fit_beta(cells, chips) : null;
    const shares = beta ? cells.map(([low, high]) => beta_between(beta.p, beta.q, low, high)) : [];
    const tall = Math.max(8, ...chips, ...shares.map((share) => placed * share)) + 1;
    field.style.height = `${tall * ROW}px`;
    curve.setAttribute("viewBox", `0 0 ${cells.length} ${tall}`);
    const points = shares.map((share, i) => `${i + 0.5},${tall - placed * share}`).join(" ");
    curve.innerHTML = beta ? `<polyline points="${points}" vector-effect="non-scaling-stroke"/>` : "";
    if (!placed) fitted.textContent = "";
    else if (!beta) fitted.textContent = words.one_cell;
    else {
      fitted.textContent = fill(words.fitted, {
        mean: percent(beta.mean), p: general(beta.p, 3), q: general(beta.q, 3),
      });
    }
  };

  // By hand: a chip is dragged from where the pointer takes it; a tap lays one from the tray, or takes one back.
  let held = null;
  const in_hand = make("i", { class: "bw-chip bw-in-hand", "aria-hidden": "true" });
  in_hand.hidden = true;
  /** Let the chip in hand follow the pointer, and the column under it say that it would take it. */
  const carry = (event, to) => {
    const room = el.getBoundingClientRect();
    in_hand.hidden = held.from === null && left() === 0;
    in_hand.style.transform = `translate(${event.clientX - room.left}px, ${event.clientY - room.top}px)`;
    held.chip?.classList.add("bw-taken");
    columns.forEach((column, place) => column.classList.toggle("bw-over", place === to));
  };
  const put_down = () => {
    held?.chip?.classList.remove("bw-taken");
    held = null;
    in_hand.hidden = true;
    columns.forEach((column) => column.classList.remove("bw-over"));
  };
  const place_under = (event) => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-place]");
    if (!found || !el.contains(found)) return undefined;
    return found === tray ? null : Number(found.dataset.place);
  };
  el.addEventListener("pointerdown", (event) => {
    const from = place_under(event);
    if (from === undefined || event.button > 0) return;
    const on_chip = event.target.classList.contains("bw-chip");
    held = {
      from: on_chip || from === null ? from : null,
      at: from,
      on_chip,
      chip: on_chip ? event.target : tray.querySelector(".bw-chip"),
      moved: false,
      start: [event.clientX, event.clientY],
    };
    el.classList.add("bw-by-hand"); // until a key: the ring is for those who need it
    if (from !== null) focus(from);
    el.setPointerCapture?.(event.pointerId);
    event.preventDefault();
  });
  el.addEventListener("pointermove", (event) => {
    if (!held) return;
    const [x, y] = held.start;
    if (Math.hypot(event.clientX - x, event.clientY - y) > 4) held.moved = true;
    if (held.moved) carry(event, place_under(event));
  });
  el.addEventListener("pointerup", (event) => {
    if (!held) return;
    const { from, at, on_chip, moved } = held;
    put_down();
    if (moved) {
      const to = place_under(event);
      lay(from, to === undefined ? from : to);
    } else if (at !== null) lay(on_chip ? at : null, on_chip ? null : at);
  });
  el.addEventListener("pointercancel", put_down);
  clear.addEventListener("click", () => model.set("chips", cells.map(() => 0)));
  // A captured pointer must not swallow a click on the button.
  clear.addEventListener("pointerdown", (event) => event.stopPropagation());

  const focus = (place) => {
    columns.forEach((column, i) => { column.tabIndex = i === place ? 0 : -1; });
    columns[place].focus({ preventScroll: true });
  };
  const on_key = (event) => {
    el.classList.remove("bw-by-hand");
    const place = columns.indexOf(document.activeElement);
    if (event.type !== "keydown" || place < 0) return;
    const go = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: cells.length - 1 }[event.key];
    if (go !== undefined && columns[go]) {
      if (event.shiftKey) lay(place, go);
      focus(go);
    } else if (["ArrowUp", "Enter", " "].includes(event.key)) lay(null, place);
    else if (["ArrowDown", "Delete", "Backspace"].includes(event.key)) lay(place, null);
    else return;
    event.preventDefault();
  };
  const give_keys_back = keep_keys(el, on_key);
  model.on("change:chips", show);
  const top = make("div", { class: "bw-board-top" }, tray, clear);
  el.append(help, top, field, axis, fitted, in_hand);
  show();
  return () => {
    give_keys_back();
    model.off("change:chips", show);
  };
}

export default { initialize, render };
