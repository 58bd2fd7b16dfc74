// The quiet corner: undo, copy the code, save a page or a picture.
// The page's engine sets `undoable` and `alone` (without Python) on the model, and follows `undo`, which grows with every click.
import { make } from "../page/elements.js";

const SHOWN = 2000; // milliseconds that an answer stays
const PAUSE = 1000; // milliseconds between the pieces of a file: a Jupyter server lets a megabyte pass in a second

function render({ model, el }) {
  const undo = make("button", { type: "button", "aria-label": "undo", title: "Undo the last move of the interval (Ctrl-Z)" }, "↶");
  const copy = make("button", { type: "button" }, "Copy code");
  const saves = model.get("saves").map(name => [name, make("button", { type: "button" }, name)]);
  const menu = make("div", { class: "bw-corner-menu", hidden: "" }, ...saves.map(([, button]) => button));
  const save = make("button", { type: "button", "aria-expanded": "false" }, "Save ▾");
  const open = wanted => {
    menu.hidden = !wanted;
    save.setAttribute("aria-expanded", String(wanted));
  };
  const said = make("span", { class: "bw-corner-said", role: "status" });

  let fading = 0;
  const say = (text, { stays = false } = {}) => {
    clearTimeout(fading);
    said.textContent = text;
    if (!stays) fading = setTimeout(() => { said.textContent = ""; }, SHOWN);
  };
  undo.addEventListener("click", () => model.set("undo", (model.get("undo") ?? 0) + 1));
  copy.addEventListener("click", () => model.send({ ask: "code" }));
  for (const [name, button] of saves) {
    button.addEventListener("click", () => {
      open(false);
      say("Saving …", { stays: true });
      model.send({ ask: name });
    });
  }

  save.addEventListener("click", () => open(menu.hidden));
  el.addEventListener("keydown", event => { if (event.key === "Escape") open(false); });
  const leave = event => { if (!el.contains(event.target)) open(false); };
  for (const kind of ["pointerdown", "focusin"]) document.addEventListener(kind, leave, true);

  const show = () => {
    undo.disabled = !model.get("undoable");
    for (const button of [copy, save]) button.hidden = Boolean(model.get("alone"));
    if (model.get("alone")) say(""); // who would have answered is gone
  };
  let pieces = [];
  const hear = async (message, buffers) => {
    if (message.failed) say("");
    if (message.code) say(await copied(message.code) ? "Copied" : "The browser did not let the page copy");
    if (message.file) {
      if (message.piece === 0) pieces = [];
      pieces[message.piece] = buffers[0];
      const next = { ask: message.ask, piece: message.piece + 1 };
      if (next.piece < message.of) setTimeout(() => model.send(next), PAUSE);
      else {
        await download(message, pieces);
        say("Saved");
      }
    }
  };
  model.on("msg:custom", hear);
  for (const name of ["undoable", "alone"]) model.on(`change:${name}`, show);
  el.append(undo, copy, save, menu, said);
  show();
  return () => {
    clearTimeout(fading);
    for (const kind of ["pointerdown", "focusin"]) document.removeEventListener(kind, leave, true);
    model.off("msg:custom", hear);
    for (const name of ["undoable", "alone"]) model.off(`change:${name}`, show);
  };
}

/** Put a text on the clipboard; false if the browser does not allow it. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = make("textarea", { "aria-hidden": "true", style: "position:fixed;opacity:0" });
    box.value = text;
    document.body.append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    return done;
  }
}

/** Give the reader a file: pieces of its packed bytes. */
async function download({ file, type }, pieces) {
  const unpacked = new Blob(pieces).stream().pipeThrough(new DecompressionStream("gzip"));
  const address = URL.createObjectURL(new Blob([await new Response(unpacked).blob()], { type }));
  const link = make("a", { href: address, download: file });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), SHOWN);
}

export default { render };
