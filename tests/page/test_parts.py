"""Descriptions of views that come and go while their widgets are on the way: `page/parts.js`, `live_page.js`."""

import pytest

from brierwidgets.page import script

#: A page with stand-ins for widgets: `widgets` are there, those of `broken` are closed, all others never come.
SETTING = """async ([source, given]) => {
  const { Parts, LivePage } = await import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
  const widget = (values) => ({
    values, listeners: [],
    get(name) { return this.values[name]; },
    on(event, listener) { this.listeners.push([event, listener]); },
    set(name, value) { this.values[name] = value; },
    send(message) { this.sent = message; },
    arrive(news) {
      // As Backbone does: all values first, then one event a trait, then one for all.
      Object.assign(this.values, news);
      for (const name of [...Object.keys(news).map((name) => `change:${name}`), "change"]) {
        for (const [event, listener] of this.listeners) if (event === name) listener();
      }
    },
  });
  const widgets = {one: widget({}), two: widget({}), three: widget({})};
  const manager = {get_model: (id) => id === "closed" ? Promise.reject(new Error("widget model not found"))
    : widgets[id] ? new Promise((done) => setTimeout(() => done(widgets[id]), id === "three" ? 30 : 0))
    : new Promise(() => {})};
  const describe = (id) => ({kind: "panels", words: `IPY_MODEL_${id}`, figures: []});
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  console.warn = () => {};
  return (%s)({Parts, LivePage, widget, widgets, manager, describe, wait, given});
}"""


@pytest.fixture
def play(scripts):
    def run(function, given=None):
        return scripts._page.evaluate(SETTING % function, [script("live_page"), given])

    return run


def test_widgets_that_are_closed_or_never_come_hold_up_no_other_view(play):
    followed = play("""async ({Parts, manager, describe, wait}) => {
        const parts = new Parts(manager, {protect() {}, draw_soon() {}});
        parts.follow(["closed", "never", "one", "two"].map(describe));
        await wait(10);
        return parts.views.length;
    }""")
    assert followed == 2


def test_the_last_description_counts_whatever_is_on_its_way(play):
    counts = play("""async ({Parts, manager, describe, wait}) => {
        const [counts, protectedNow] = [[], []];
        const parts = new Parts(manager, {protect: (spec) => protectedNow.push(spec), draw_soon() {}});
        parts.follow([describe("three")]);
        parts.follow([]);
        parts.follow([describe("three"), describe("one")]);
        await wait(10);
        counts.push(parts.views.length);
        parts.follow([describe("two")]);
        counts.push(parts.views.length);
        await wait(60);
        counts.push(parts.views.length, protectedNow.length);
        return counts;
    }""")
    # "one" was there, "three" was not; then both are forgotten at once, and only "two" comes; built once each.
    assert counts == [1, 0, 1, 2]


@pytest.mark.parametrize("order", [["tables", "mirrored"], ["mirrored", "tables"]])
def test_models_tables_and_views_of_one_message_are_taken_together(play, order):
    """ipywidgets sends what changed in the order of a set, which differs from process to process."""
    drawn = play(
        """async ({LivePage, widget, manager, given}) => {
            const model = widget({specs: [], headers: {}, tables: {}, interval: [], mirrored: {shown: ["a", "b"]},
                                  traits_shown: {}, answered: {}});
            model.widget_manager = manager;
            const page = new LivePage(model, "key");
            const drawn = [];
            page.draw = () => drawn.push([page.state.shown.join(), page.tables?.names?.join()]);
            page.tables_of = (group) => model.get("headers")[group] ?? null;
            page.start();
            const news = {tables: {"": 1}, mirrored: {shown: ["a"], group: ""}};
            const ordered = Object.fromEntries(given.map((name) => [name, news[name]]));
            model.arrive({headers: {"": {names: ["a"]}}, ...ordered});
            return [drawn, model.sent];
        }""",
        order,
    )
    assert drawn == [[["a,b", None], ["a", "a"]], "tables"]


def test_a_view_that_fails_says_so_once_and_silences_no_other(play):
    seen, said = play("""async ({LivePage, widget, manager}) => {
        const model = widget({interval: [0.1, 0.2], mirrored: {}});
        const page = new LivePage(model, "key");
        const [seen, said] = [[], []];
        const good = {view: {draw: (move) => seen.push(move)}, show: []};
        page.parts.followed.set("bad", {view: {draw: () => { throw new Error("no"); }}, show: []});
        page.parts.followed.set("good", good);
        page.say = (message) => said.push(message);
        console.error = () => {};
        page.ask_all("draw", 1);
        page.ask_all("draw", 2);
        return [seen, said];
    }""")
    assert seen == [1, 2]
    assert said == ["A part of this page cannot follow the hand: no"]
