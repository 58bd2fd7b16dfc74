"""What may be wrong with the look of a page: JavaScript that lists what it finds, or says how far something reaches."""

import numpy as np
from playwright.sync_api import Error

from brierwidgets.explorer import TABS
from tests.browser.hands import open_tab

#: Texts that are seen and smaller than 18 pixels.
SMALL = """() => [...document.querySelectorAll('.bw-root *')]
    .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
    .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest('style, .bw-unseen, [hidden], option'))
    .filter(e => e.getBoundingClientRect().width > 1 && parseFloat(getComputedStyle(e).fontSize) < 18)
    .map(e => e.outerHTML.slice(0, 160))"""
#: Words and numbers of axes that stick out of their chart.
CLIPPED = """() => [...document.querySelectorAll('.bw-chart')].filter(e => e.checkVisibility()).flatMap(chart => {
    const {left, right, top, bottom} = chart.getBoundingClientRect();
    return [...chart.querySelectorAll('.axis text')].filter(e => e.textContent.trim()).filter(e => {
        const box = e.getBoundingClientRect();
        return box.left < left - 1 || box.right > right + 1 || box.top < top - 1 || box.bottom > bottom + 1;
    }).map(e => e.textContent);
})"""
#: Lines of models and of rules without one that are seen and too thin; edges of areas are no lines.
THIN = """() => [...document.querySelectorAll('.bw-chart path.line')].filter(line => {
    const {stroke, strokeWidth, strokeDasharray, opacity, fill} = getComputedStyle(line);
    const colours = ['rgb(0, 114, 178)', 'rgb(213, 94, 0)', 'rgb(0, 158, 115)'];
    const edge = fill !== 'none' || line.parentElement.querySelector('path.area')?.getAttribute('d');
    const meant = colours.includes(stroke) || strokeDasharray !== 'none';
    return line.checkVisibility() && meant && opacity > 0 && !edge && parseFloat(strokeWidth) < PIXELS;
}).map(line => line.outerHTML.slice(0, 160))"""
#: What is seen and sticks out of the Explorer, or the Explorer out of the window, sideways.
OUTSIDE = """() => {
    const root = document.querySelector('.bw-root'), {left, right} = root.getBoundingClientRect();
    const out = box => box.right > Math.min(right, innerWidth) + 1 || box.left < Math.max(left, 0) - 1;
    return [root, ...root.querySelectorAll('*')]
        .filter(e => e.checkVisibility() && !e.closest('svg') && e.getBoundingClientRect().width > 0)
        .filter(e => out(e.getBoundingClientRect())).map(e => e.outerHTML.slice(0, 160));
}"""
#: Cells of tables that are narrower than what is in them, and numbers of a level axis that touch the next.
CRAMPED = """() => {
    const seen = css => [...document.querySelectorAll('.bw-root ' + css)]
        .filter(e => e.checkVisibility({visibilityProperty: true}) && e.getBoundingClientRect().width > 1);
    const cells = seen(':is(td, th)').filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.outerHTML.slice(0, 99));
    const touching = seen('.bw-chart .axis').flatMap(axis => {
        const texts = seen('.bw-chart .tick text').filter(e => axis.contains(e) && e.textContent);
        const boxes = texts.map(e => e.getBoundingClientRect()).sort((one, other) => one.left - other.left);
        return boxes.slice(1).filter((box, i) => box.left < boxes[i].right + 2 && Math.abs(box.top - boxes[i].top) < 2);
    });
    return [...cells, ...touching];
}"""

#: Words of names that are broken in the middle; a word that cannot be whole ends in an ellipsis.
BROKEN = """() => [...document.querySelectorAll('.bw-root :is(.bw-model, th, td, .bw-label) :is(span, th, td)')]
    .filter(e => e.checkVisibility()).flatMap(e => [...e.childNodes]).filter(node => node.nodeType === 3)
    .flatMap(node => [...node.textContent.matchAll(/[^\\s-]+/g)].filter(({0: word, index}) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return new Set([...range.getClientRects()].filter(box => box.width).map(box => Math.round(box.top))).size > 1;
    }).map(([word]) => word))"""
#: What has to be scrolled sideways to be seen whole; a name may end in an ellipsis.
CUT = """() => [...document.querySelectorAll('.bw-root *')]
    .filter(e => ['auto', 'scroll', 'hidden'].includes(getComputedStyle(e).overflowX) && !e.closest('svg, .bw-unseen'))
    .filter(e => e.checkVisibility() && e.clientWidth > 1 && getComputedStyle(e).textOverflow !== 'ellipsis')
    .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.outerHTML.slice(0, 160))"""
#: Names at the ends of lines that end in an ellipsis.
SHORTENED = """() => [...document.querySelectorAll('.bw-root .bw-label > :last-child')]
    .filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth).map(e => e.textContent)"""
#: Heads above the bars of a decomposition that take more than one line.
FOLDED = """() => [...document.querySelectorAll('.bw-root .bw-row-head > *')].filter(e => {
    const range = document.createRange();
    range.selectNodeContents(e);
    return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1;
}).map(e => e.textContent)"""
#: Lines of the verdict's first sentence, if more than one, as the number of words in each.
WORDS_IN_LINES = """() => {
    const text = document.querySelector('.bw-answer .bw-verdict strong').firstChild, range = document.createRange();
    const counts = new Map();
    for (const {0: word, index} of text.textContent.matchAll(/\\S+/g)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const {top} = range.getBoundingClientRect();
        counts.set(top, (counts.get(top) ?? 0) + 1);
    }
    return [...counts.values()];
}"""
#: Numbers of an upright axis that the title of an axis runs into.
STRUCK = """() => [...document.querySelectorAll('.bw-chart')].filter(e => e.checkVisibility()).flatMap(chart => {
    const titles = [...chart.querySelectorAll('.axislabel')].map(e => e.getBoundingClientRect());
    return [...chart.querySelectorAll('.tick text')].filter(e => e.textContent).filter(e => {
        const box = e.getBoundingClientRect();
        return titles.some(title => title.right > box.left && title.left < box.right
            && title.bottom > box.top && title.top < box.bottom);
    }).map(e => e.textContent);
})"""
#: Lists that are narrower than the name chosen in them although the line they stand in has room.
SQUEEZED = """() => [...document.querySelectorAll('.bw-root .bw-threshold-choices select')].filter(e => {
    const natural = e.cloneNode(true);
    natural.style = 'position: absolute; max-width: none; width: max-content';
    e.after(natural);
    const {width} = natural.getBoundingClientRect();
    natural.remove();
    return e.getBoundingClientRect().width < width - 1;
}).map(e => e.outerHTML)"""
#: How far the handle of the threshold is from the rule in the charts, in pixels.
ASIDE = """() => {
    const middle = e => e.getBoundingClientRect().x + e.getBoundingClientRect().width / 2;
    const upright = [...document.querySelectorAll('.bw-drag path.line')].map(e => [e, e.getBoundingClientRect()])
        .filter(([e, box]) => e.checkVisibility() && box.height > 40 && box.width < 4);
    const handle = middle(document.querySelector('.bw-threshold .noUi-handle'));
    return upright.length ? Math.max(...upright.map(([e]) => Math.abs(middle(e) - handle))) : Infinity;
}"""
#: Charts in sight that do not fill the figure they stand in: not drawn yet, or drawn for another width.
UNDRAWN = """() => [...document.querySelectorAll('.bw-root .bw-chart')].filter(e => e.checkVisibility()).filter(e => {
    const {top, bottom} = e.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) return false;
    const drawn = e.querySelector('.plotarea_events')?.getBoundingClientRect().width ?? 0;
    const space = e.getBoundingClientRect().width - drawn;
    return getComputedStyle(e).visibility !== 'visible' || space > 200 || space < 0;
}).map(e => e.outerHTML.slice(0, 160))"""
#: From the Explorer's top to the bottom of its lowest chart or, where there is none, of the advice, in pixels.
BOTTOM = """() => {
    const all = document.querySelectorAll('.bw-chart, .bw-advice > .bw-verdict');
    const charts = [...all].filter(e => e.checkVisibility());
    const {top} = document.querySelector('.bw-explorer').getBoundingClientRect();
    return charts.length ? Math.max(...charts.map(e => e.getBoundingClientRect().bottom)) - top : Infinity;
}"""
#: Whether the corner stands in one line with the boxes of the interval.
ONE_LINE = """() => {
    const [slider, corner] = ['.bw-slider-row', '.bw-corner'].map(css => document.querySelector('.bw-line ' + css));
    return Math.abs(slider.getBoundingClientRect().y - corner.getBoundingClientRect().y) < 4;
}"""
#: Boxes that are narrower than a number that may be written in them, in a browser that cannot fit them to it.
NARROW = """() => {
    for (const sheet of document.styleSheets) {
        const fitting = [...sheet.cssRules].findIndex(rule => rule.conditionText?.includes('field-sizing'));
        if (fitting >= 0) sheet.deleteRule(fitting);
    }
    return [...document.querySelectorAll('.bw-root :is(.bw-slider-box, .bw-ends input[type=text])')]
    .filter(e => e.checkVisibility()).filter(e => {
        e.value = '0.012345%';
        return e.scrollWidth > e.clientWidth;
    }).map(e => e.outerHTML);
}"""


def wait_for_none(page, faults):
    """Wait until a page has none of these faults; if it keeps them, say which."""
    try:
        page.wait_for_function(f"() => ({faults})().length === 0", timeout=20_000)
    except Error:
        found = page.evaluate(faults)
        assert found == [], found


def nothing_sticks_out(page):
    """Open every tab and wait until all in it is within the Explorer, and no cell or axis is too small for its text."""
    for name in TABS:
        open_tab(page, name)
        page.locator(".widget-tab-contents").first.locator(".bw-chart:visible, table:visible").first.wait_for()
        wait_for_none(page, OUTSIDE)
        wait_for_none(page, CRAMPED)
        wait_for_none(page, UNDRAWN)


def charts_end_within(page, pixels, tabs=TABS):
    """Open tabs and wait until the chart of each, counted from the Explorer's top, ends within some pixels."""
    for name in tabs:
        open_tab(page, name)
        page.wait_for_function(f"() => ({BOTTOM})() <= {pixels}", timeout=20_000)


def luminance(colour):
    """How light a colour is, as WCAG counts it."""
    share = np.asarray(colour) / 255
    return np.where(share <= 0.03928, share / 12.92, ((share + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722]
