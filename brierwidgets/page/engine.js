/**
 * Follows the hand in the page: every move is answered from tables, and Python is told when the hand rests.
 *
 * Python says in `specs` what there is to move: one object a view, with `kind` and the widgets (by id) that the view's
 * function below sets. A view's function gets (spec, page) and returns what it can do of
 *   draw(move)   follow a move (`move.js`), at every step of the hand while one of its charts is seen, and when it lets go;
 *   write()      put into words what was drawn: after every draw, and when the hand rests;
 *   refit()      redo what does not depend on the interval, when models or zoom change and Python is not there;
 *   rest()       what may wait until the hand rests;
 *   read()       follow the cost ratio under the pointer, `page.state.cost` (null beside the chart);
 *   figure       {model, pad, scale, curve}: a chart whose band can be dragged and which can be pointed at,
 *                or a list of them;
 *   clicked(event)  follow a click anywhere in the page;
 *   pointer      {model, press(event, box), drag(event, box), leave(), key(event)}: a figure that follows the pointer in its own way;
 *                `box` is the figure's place on the screen, and press returns true to hold on to the pointer;
 *                release() follows when the pointer lets go. A view with several figures gives a list of them.
 *   id, traits   the Python view that this one follows, and its traits as this one knows them, from `page.traits(spec)`:
 *                they are changed when Python sets them, and then heard() is called;
 * `page` has tables, interval, state ({spacing, shown, zoom, bands, unit, group, cost}), offline (no Python), and
 *   set_interval(interval)           as a hand does, to be followed by let_go();
 *   choice(widget, name, handler)    calls handler(value) when a control changes and Python is not there to answer;
 *   pressed(button, handler)         the same for a button of class `bw-button-<its id>`;
 *   tables_of(group)                 the tables of another group ("" is everyone), or null;
 *   change(parts)                    changes the state when Python is not there: every view refits and draws;
 *   traits(spec)                     the traits of `spec.view` that its description lists, as Python last set them;
 *   touch(view, traits)              a hand changes traits of a view (by id): Python hears of it when the hand rests;
 *   cases                            which cases are shown: a key for what is worked out of them alone;
 *   ahead                            whether the page knows more than Python: then Python's late drawing is drawn over;
 *   by_script(action)                does what sets widgets, so that nobody takes it for a hand;
 *   seen(figure)                     whether anybody sees a figure; who skips a hidden one is called again when it shows.
 * `parts.js` follows the descriptions, `pointers.js` the pointer, `messages.js` what passes between the page and Python
 * (`PageEngine.hand`), and `live_page.js` is the page between them.
 */
import { is_plain, look_after } from "./access.js";
import { LivePage } from "./live_page.js";

/** @type {Map<string, LivePage>} */
const PAGES = new Map();

/** A plain key on a control is for that control: in Notebook 7 "d d" on a button would delete the cell. */
function keep_from_shortcuts(page, event) {
  const { target } = event;
  if (target instanceof Element && page.holds(target) && !target.closest(".bw-slider")) {
    target.toggleAttribute("data-lm-suppress-shortcuts", is_plain(event));
  }
}

function initialize({ model }) {
  const key = Math.random().toString(36).slice(2);
  const page = new LivePage(model, key);
  model.set("page_key", key);
  PAGES.set(key, page);
  const { pointers } = page;
  const listeners = {
    pointerdown: (event) => {
      page.undo.press(event);
      pointers.press(event);
    },
    pointermove: (event) => pointers.drag(event),
    pointerup: (event) => pointers.release(event),
    pointercancel: (event) => pointers.release(event),
    click: (event) => {
      pointers.click(event);
      page.click(event);
      page.sights.look_again();
    },
    keydown: (event) => pointers.key(event),
    keyup: () => page.sights.look_again(),
  };
  // JupyterLab does not tell widgets that their notebook was closed: what nobody sees must not follow the hand.
  const in_sight = (follow) => (event) => { if ([...page.roots].some((root) => root.isConnected)) follow(event); };
  for (const name of Object.keys(listeners)) {
    listeners[name] = in_sight(listeners[name]);
    document.addEventListener(name, listeners[name], true);
  }
  const press_key = in_sight((event) => {
    page.undo.press_key(event);
    keep_from_shortcuts(page, event);
  });
  window.addEventListener("keydown", press_key, true); // before JupyterLab, which would undo something in the notebook
  page.start();
  look_after();
  return () => {
    window.removeEventListener("keydown", press_key, true);
    for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name, listener, true);
    PAGES.delete(key);
  };
}

function render({ model, el }) {
  const page = PAGES.get(model.get("page_key"));
  let root = null;
  const find = () => {
    root = el.closest(".bw-root");
    if (!root) return requestAnimationFrame(find);
    page.roots.add(root);
    page.mark_roots();
    return null;
  };
  find();
  return () => page.roots.delete(root);
}

export default { initialize, render };
