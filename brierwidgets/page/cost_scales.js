/** One miss on a pair of scales, and as many false alarms as a threshold says. */
import { expit, general, logit, niceCost, parseInUnit, peoplePerThousand, percent } from "../words/numbers.js";
import { make } from "./elements.js";

const REACH = [0.005, 0.9]; // what the slider reaches; the box takes more
const LIMITS = [0.001, 0.999];
const STEPS = 400;
const MOST = 200; // icons drawn
const REST_AFTER = 300; // milliseconds until Python hears of it

/** What a threshold weighs: `describe_scales` of `words/scales.py`, from the same texts.
 * @param {Record<string, string>} words @param {number} cost */
export function describe_scales(words, cost) {
  const ratio = (1 - cost) / cost;
  const count = general(Math.max(ratio, 1 / ratio), 3);
  const kind = count === "1" ? "equal" : ratio > 1 ? "more" : "less";
  return [
    words[kind].replace("{cost}", percent(cost)).replace("{count}", count),
    words.people.replace("{ill}", peoplePerThousand(cost)).replace("{well}", peoplePerThousand(1 - cost)),
  ];
}

function icons(kind, count, name) {
  const many = Math.max(1, Math.min(Math.round(count), MOST));
  return make("div", { class: `bw-pan bw-pan-${kind}`, "aria-hidden": "true" },
    make("span", { class: "bw-pan-name" }, name), ...Array.from({ length: many }, () => make("i", {})), count > MOST ? "…" : "");
}

function render({ model, el }) {
  const words = model.get("_words");
  const [first, last] = REACH.map(logit);
  const range = make("input", { type: "range", min: 0, max: STEPS, step: 1, "aria-label": words.slider });
  const box = make("input", { type: "text", class: "bw-scales-box", "aria-label": words.box, autocomplete: "off" });
  const said = make("div", { class: "bw-verdict", role: "status", "aria-live": "polite" });
  const pans = make("div", { class: "bw-pans" });
  const problem = make("div", { class: "bw-notice" });
  let timer = 0;

  const show = () => {
    const cost = model.get("threshold");
    const ratio = (1 - cost) / cost;
    const [weighed, people] = describe_scales(words, cost);
    range.value = String(Math.round((STEPS * (logit(cost) - first)) / (last - first)));
    range.setAttribute("aria-valuetext", percent(cost));
    if (document.activeElement !== box) box.value = percent(cost, 6);
    said.replaceChildren(make("strong", {}, weighed), " ", make("span", {}, people));
    pans.replaceChildren(icons("miss", Math.max(1, 1 / ratio), words.miss), make("b", {}, "="),
      icons("alarm", Math.max(1, ratio), words.alarm));
    problem.replaceChildren();
  };
  const by_hand = (cost) => {
    model.set("threshold", cost);
    clearTimeout(timer);
    timer = setTimeout(() => model.save_changes(), REST_AFTER);
  };
  range.addEventListener("input", () => by_hand(niceCost(expit(first + ((last - first) * Number(range.value)) / STEPS))));
  box.addEventListener("change", () => {
    const { cost } = parseInUnit(box.value, "probability");
    if (cost >= LIMITS[0] && cost <= LIMITS[1]) {
      by_hand(cost);
      return;
    }
    problem.replaceChildren(make("div", { role: "alert" }, words.unread.replace("{typed}", () => box.value)));
  });
  model.on("change:threshold", show);
  el.append(make("div", { class: "bw-scales-row" }, make("label", {}, `${words.act} `, box), range), said, pans, problem);
  show();
  return () => {
    clearTimeout(timer);
    model.off("change:threshold", show);
  };
}

export default { render };
