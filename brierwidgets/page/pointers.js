/** What a pointer does in the charts: takes hold of the band, reads values, or moves what a view lets it move. */
import { clip, expit, logit, niceCost } from "../words/numbers.js";
import { CURVES } from "./curves.js";

const GRAB = 16; // pixels around an edge of the band
const GAP = 0.02; // what the ends keep between them, in log-odds: a step of the slider
const INNER = CURVES["log-odds"].limits;

/** The cost ratio a little above or below another. */
const beside = (cost, gap) => expit(logit(clip(cost, ...INNER)) + gap);

/** Take the keyboard along to a chart that a hand takes hold of: in a cell that has it, "d d" would delete the cell. */
function take_keys(chart) {
  if (!chart.hasAttribute("tabindex")) chart.setAttribute("tabindex", "-1");
  chart.style.outline = "none"; // it is for those who come by keys
  chart.addEventListener("blur", () => { chart.style.outline = ""; }, { once: true });
  chart.focus({ preventScroll: true });
}

export class Pointers {
  /** @param {object} page whose views have `figure` or `pointer` */
  constructor(page) {
    this.page = page;
    this.dragging = null; // the band, and where it was taken
    this.held = null; // a view's own pointer that holds on
    this.holding = null; // which finger or mouse does so: others do not disturb it
    this.pointing = null; // a view's own pointer below the hand
    this.pointed = false; // whether values are read
  }

  get busy() {
    return this.dragging !== null || this.held !== null;
  }

  /** Whether an event comes from a finger beside the one that holds on. */
  is_beside({ pointerId }) {
    return this.busy && pointerId !== this.holding;
  }

  chart_under(event) {
    return event.target instanceof Element ? event.target.closest(".bw-chart") : null;
  }

  /** The figure under a pointer, and where on its axis the pointer is. */
  under(event) {
    const element = this.chart_under(event);
    if (!element) return null;
    for (const figure of this.page.views.flatMap((view) => view.figure ?? [])) {
      if (!element.classList.contains(`bw-figure-${figure.model.model_id}`)) continue;
      const box = element.getBoundingClientRect();
      const margin = figure.model.get("fig_margin");
      const left = box.left + margin.left + figure.pad;
      const width = box.width - margin.left - margin.right - 2 * figure.pad;
      const [min, max] = [figure.scale.get("min"), figure.scale.get("max")];
      const place = (x) => min + ((x - left) / width) * (max - min);
      const pixel = (at) => left + ((at - min) / (max - min)) * width;
      const inside = event.clientX >= left - 1 && event.clientX <= left + width + 1;
      const near = event.clientX >= left - GRAB && event.clientX <= left + width + GRAB; // an edge may be at the rim
      return { figure, element, place, pixel, inside, near };
    }
    return null;
  }

  /** What a press at the pointer would take hold of: "low", "high", "both" or null. */
  grip(found, x) {
    const curve = found.figure.curve();
    const [low, high] = this.page.interval
      .map((cost) => clip(cost, ...curve.limits))
      .map((cost) => found.pixel(curve.to_axis(cost)));
    const inner = Math.min(GRAB / 2, (high - low) / 3); // a narrow band keeps a middle; its edges reach outwards
    if (x >= low - GRAB + inner && x <= low + inner) return "low";
    if (x >= high - inner && x <= high + GRAB - inner) return "high";
    return x > low && x < high ? "both" : null;
  }

  /** The view with a pointer of its own whose figure is under the pointer. */
  pointer_under(event) {
    const element = this.chart_under(event);
    const pointer = element && this.page.views
      .flatMap((view) => view.pointer ?? [])
      .find(({ model }) => element.classList.contains(`bw-figure-${model.model_id}`));
    return pointer ? { pointer, element } : null;
  }

  click(event) {
    if (this.under(event)) event.stopPropagation(); // bqplot would tell Python of it, once a mark
  }

  /** A key pressed on a chart that has the focus. */
  key(event) {
    const own = this.page.tables && this.pointer_under(event);
    if (own) own.pointer.key?.(event);
  }

  press(event) {
    if (this.is_beside(event)) return;
    this.holding = event.pointerId;
    const own = this.page.tables && this.pointer_under(event);
    if (own && event.button === 0) {
      if (own.pointer.press?.(event, own.element.getBoundingClientRect())) {
        event.preventDefault();
        take_keys(own.element);
        this.held = own;
      }
      return;
    }
    const found = this.under(event);
    if (!found || event.button > 0 || !found.near) return;
    const part = this.grip(found, event.clientX);
    if (!part) return;
    event.preventDefault();
    take_keys(found.element);
    this.dragging = { ...found, part, start: event.clientX, interval: [...this.page.interval] };
    if (this.page.slider) this.page.slider.set("moving", true);
  }

  drag(event) {
    if (this.is_beside(event)) return;
    if (this.busy && event.pointerType === "mouse" && event.buttons === 0) this.release(event); // let go where nobody saw it
    const own = this.held ?? (this.page.tables && this.pointer_under(event));
    if (this.pointing && this.pointing !== own?.pointer) this.pointing.leave?.();
    this.pointing = own?.pointer ?? null;
    if (own) {
      own.pointer.drag?.(event, own.element.getBoundingClientRect());
      return;
    }
    const held = this.dragging;
    if (held) {
      this.page.set_interval(this.dragged(held, event.clientX));
      return;
    }
    const found = this.under(event);
    if (!found) {
      if (this.pointed) this.page.read(null);
      this.pointed = false;
      return;
    }
    const part = found.near ? this.grip(found, event.clientX) : null;
    found.element.style.cursor = part === "both" ? "grab" : part ? "ew-resize" : "";
    const curve = found.figure.curve();
    const cost = curve.from_axis(found.place(event.clientX));
    this.pointed = found.inside;
    this.page.read(found.inside ? clip(cost, ...curve.limits) : null);
  }

  release(event) {
    if (this.is_beside(event)) return;
    const { dragging, held } = this;
    this.dragging = this.held = null;
    held?.pointer.release?.();
    if (dragging || held) this.page.let_go();
  }

  /** The cost ratios that a hand can reach in a chart: at 0 and 1 an average over log-odds has no end. */
  reach({ limits: [first, last] }) {
    return this.page.state.spacing === "log-odds" ? [Math.max(first, INNER[0]), Math.min(last, INNER[1])] : [first, last];
  }

  /** The interval when the pointer has pulled the band to a place on the screen: as far as the chart and the other end allow. */
  dragged({ figure, place, part, start, interval }, x) {
    const curve = figure.curve();
    const limits = this.reach(curve);
    const on_chart = (cost) => curve.to_axis(clip(cost, ...limits));
    const [first, last] = limits.map(curve.to_axis);
    const [low, high] = interval.map(on_chart);
    const room = {
      both: [first - low, last - high],
      low: [first - low, Math.max(on_chart(beside(interval[1], -GAP)) - low, 0)],
      high: [Math.min(on_chart(beside(interval[0], GAP)) - high, 0), last - high],
    };
    const shift = clip(place(x) - place(start), ...room[part]);
    if (shift === 0) return interval;
    const moved = (at) => niceCost(clip(curve.from_axis(at + shift), ...limits));
    return [part === "high" ? interval[0] : moved(low), part === "low" ? interval[1] : moved(high)];
  }
}
