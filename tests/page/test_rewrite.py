"""HTML that is written anew where most of it stays: `page/rewrite.js`."""

import pytest

from brierwidgets.page import script

#: Shows a text in as many elements as there are views, writes another, and tells what there is then.
WRITE = """async ([source, before, after, {views = 1, shown = views, spoilt = false} = {}]) => {
  const { rewrite } = await import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
  const elements = Array.from({length: shown}, () => document.createElement("div"));
  for (const element of elements) element.innerHTML = before;
  if (spoilt) elements[0].append("more");
  const kept = elements[0]?.firstElementChild;
  let heard = 0;
  const widget = {
    values: {value: before}, views: Object.fromEntries(Array.from({length: views}, (_, i) => [i, null])),
    get(name) { return this.values[name]; },
    set(name, value, {silent}) {
      this.values[name] = value;
      if (silent) return;
      heard += 1;
      for (const element of elements) element.innerHTML = value;
    },
  };
  rewrite(widget, elements, after);
  const wanted = document.createElement("div");
  wanted.innerHTML = after;
  return {
    same: elements.every((element) => element.innerHTML === wanted.innerHTML),
    kept: kept !== undefined && elements[0].firstElementChild === kept,
    heard,
    value: widget.values.value,
  };
}"""

ROW = '<tr title="{1}"><td>{2}</td><td><i style="width:{3}%"></i><b>{4}</b></td></tr>'
TABLE = f'<table class="{{0}}"><tbody>{ROW}</tbody></table>'
FIRST = TABLE.format("", "a", "one", "1.5", "0.1")


@pytest.fixture
def write(scripts):
    def run(before, after, **options):
        found = scripts._page.evaluate(WRITE, [script("rewrite"), before, after, options])
        assert found["same"]
        assert found["value"] == after
        return found

    return run


@pytest.mark.parametrize(
    "after",
    [
        FIRST,
        TABLE.format("", "a", "one", "1.5", "0.2"),
        TABLE.format("bw-all", "b", "two", "99.9", "0.3"),
        TABLE.format("", "&lt;i&gt; &amp;amp; &quot;&#x27;", "&lt;script&gt;alert(1)&lt;/script&gt;", "0", "–"),
    ],
)
def test_texts_and_attributes_change_in_place(write, after):
    found = write(FIRST, after)
    assert found["kept"]
    assert found["heard"] == 0


@pytest.mark.parametrize(
    "after",
    [
        FIRST.replace("<b>0.1</b>", "<b></b>"),
        FIRST.replace("<b>0.1</b>", "<em>0.1</em>"),
        FIRST.replace("<b>", "<b hidden>"),
        FIRST.replace(' title="a"', ""),
        FIRST.replace(' title="a"', ' lang="a"'),
        FIRST.replace("</tr>", "</tr><tr><td>more</td></tr>"),
        FIRST.replace("<td>one</td>", "one</td><td>"),
        "",
    ],
)
def test_other_elements_are_written_as_a_whole(write, after):
    assert write(FIRST, after)["heard"] == 1


def test_all_views_change_together(write):
    after = TABLE.format("", "a", "two", "2", "0.2")
    assert write(FIRST, after, views=2)["heard"] == 0
    assert write(FIRST, after, views=2, shown=1)["heard"] == 1
    assert write(FIRST, after, views=0)["heard"] == 1
    assert write(FIRST, after, spoilt=True)["heard"] == 1
