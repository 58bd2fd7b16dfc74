/** Elements of a page, and what every control of ours does with keys. */

/** An element; text stays text. A property that begins with "on" is a listener.
 * @param {string} name @param {Record<string, unknown>} properties @param {(Node | string)[]} content */
export function make(name, properties = {}, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...content);
  return element;
}

/** Keep keys from the shortcuts around a control, which may hear them itself; return what ends it. Notebooks take keys on
 * their way down, so an attribute keeps their shortcuts off. Other pages listen on the way up.
 * @param {HTMLElement} control @param {(event: KeyboardEvent) => void} hear */
export function keep_keys(control, hear = () => {}) {
  const keys = ["keydown", "keyup", "keypress"];
  const keep = (event) => {
    event.stopPropagation();
    hear(event);
  };
  for (const kind of keys) control.addEventListener(kind, keep);
  control.dataset.lmSuppressShortcuts = "true";
  return () => {
    for (const kind of keys) control.removeEventListener(kind, keep);
  };
}
