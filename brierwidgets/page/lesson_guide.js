/** Leads the eye and the keys through a lesson that Python leads, as `lesson.js` does in a page without it. */
import { Place, show_revealed } from "./lesson_place.js";

/** In a class the tab remembers who the student is, so that a page that is loaded again goes on where it was. */
function initialize({ model }) {
  const lesson = model.get("lesson");
  if (!lesson) return;
  try {
    const before = sessionStorage.getItem(lesson);
    if (before === null) sessionStorage.setItem(lesson, model.get("student"));
    else {
      model.set("student", before);
      model.save_changes();
    }
  } catch {
    // a browser that keeps nothing: the lesson starts over
  }
}

function render({ model, el }) {
  let place = null;
  const find = (css) => el.closest(".bw-lesson").querySelector(css);
  const lead = () => {
    place ??= new Place(find(".bw-body"));
    if (model.get("to").revealed) show_revealed(find(".bw-response"));
    else place.arrive(find(".bw-caption"));
  };
  model.on("change:to", lead);
  return () => {
    model.off("change:to", lead);
    place?.leave();
  };
}

export default { initialize, render };
