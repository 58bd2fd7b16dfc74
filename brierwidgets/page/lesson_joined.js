/** The answers of a class as a widget: Python joins them, the page draws them. */
import { show_class } from "./lesson_class.js";
import { make } from "./elements.js";

function render({ model, el }) {
  const summary = make("div", { class: "bw-class" });
  const show = () => show_class(summary, model.get("rows"));
  el.append(summary);
  model.on("change:rows", show);
  show();
}

export default { render };
