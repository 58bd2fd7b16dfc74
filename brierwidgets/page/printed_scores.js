/** A table of ordinary scores that sorts by the heading that is clicked; Python has ordered the rows for every one. */
import { make } from "./elements.js";

function render({ model, el }) {
  const { columns, rows, orders } = model.get("table");
  const body = make("tbody", {});
  const heads = columns.map(({ title, hint }, place) =>
    make("th", { scope: "col" }, make("button", { type: "button", title: hint, onclick: () => choose(place) }, title)));
  const lines = rows.map(({ name, cells }) =>
    make("tr", {}, make("th", { scope: "row" }, name), ...cells.map((text) => make("td", {}, text))));

  const show = () => {
    const by = model.get("sort_by");
    body.replaceChildren(...orders[by].map((index) => lines[index]));
    heads.forEach((head, place) => {
      if (place === by) head.setAttribute("aria-sort", "other");
      else head.removeAttribute("aria-sort");
      head.firstChild.textContent = columns[place].title + (place === by ? " ▾" : "");
    });
    for (const line of lines) [...line.children].forEach((cell, place) => cell.classList.toggle("bw-sorted", place === by + 1));
  };
  const choose = (place) => {
    model.set("sort_by", place);
    model.save_changes();
  };
  model.on("change:sort_by", show);
  el.append(make("table", { class: "bw-printed" }, make("thead", {}, make("tr", {}, make("td", {}), ...heads)), body));
  show();
  return () => model.off("change:sort_by", show);
}

export default { render };
