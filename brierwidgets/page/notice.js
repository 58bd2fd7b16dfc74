/** The line of a view where it says what went wrong: `ui/notice.py`. */
import { tag } from "./markup.js";

/** Show a message, aloud; none clears it. */
export function say_in(notice, message) {
  notice.set("value", message ? String(tag("div", { role: "alert" }, message)) : "");
  notice.get("layout").set("display", message ? "" : "none");
}
