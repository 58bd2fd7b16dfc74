/** Where a figure is on the page, seen or not. */
const places_of = (figure) => Array.from(document.getElementsByClassName(`bw-figure-${figure.model_id}`));

/** Whether a figure is on the page and seen. */
export function is_visible(figure) {
  return places_of(figure).some((element) => element.offsetParent !== null);
}

/** Whether a figure may be seen: one in a hidden tab need not follow, one that is not on the page yet must be ready. */
export function is_seen(figure) {
  return !places_of(figure).length || is_visible(figure);
}

/** Whether a part of a page is hidden with what it stands in: while a hand moves it need not follow. */
export function is_hidden(selector) {
  const drawn = Array.from(document.querySelectorAll(selector));
  const visible = (element) => element.checkVisibility?.() ?? element.offsetParent !== null; // the former asks for no layout
  return drawn.length > 0 && !drawn.some(visible);
}

/** Numbers at the end of a line repeated until there are so many: bqplot wants lines of one mark equally long. */
export function padded(values, length) {
  return Float64Array.from({ length }, (_, i) => values[Math.min(i, values.length - 1)] ?? 0);
}

/** Show a point for each {colour, x, y}; none where there are none. */
export function place_points(mark, points, more = {}) {
  if (!points.length) return mark.set("visible", false);
  return mark.set({
    x: Float64Array.from(points, ({ x }) => x),
    y: Float64Array.from(points, ({ y }) => y),
    colors: points.map(({ colour }) => colour),
    visible: true,
    ...more,
  });
}
