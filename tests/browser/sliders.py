"""An interval slider in a notebook: where its parts are, what it shows, and what it sends."""

import numpy as np
from playwright.sync_api import expect

SLIDER = """
import time
import brierwidgets as bw
slider = bw.IntervalSlider(("1.66%", "3%"), presets={"Tamoxifen debate": ("1.66%", "3%"), "<b>wide</b>": (0.1, 0.9)})
slider
"""
LOWER, UPPER, GRIP = ".bw-handle-lower", ".bw-handle-upper", ".bw-slider-grip"
NOTICE = ".bw-slider [role=alert]"


def shown(page, css=".bw-slider"):
    """Return the interval that the page shows, to the last digit."""
    return tuple(map(float, page.wait_for(css).get_attribute("data-interval").split(",")))


def wait_shown(page, low, high, css=".bw-slider"):
    expect(page.page.locator(css).first).to_have_attribute("data-interval", f"{low},{high}")


def middle(page, css):
    box = page.page.locator(css).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def place(page, cost):
    """Return where a cost ratio stands on the screen."""
    rail = page.page.locator(".bw-slider-rail").bounding_box()
    ends = np.log([0.001 / 0.999, 999])
    share = (np.log(cost / (1 - cost)) - ends[0]) / (ends[1] - ends[0])
    return rail["x"] + share * rail["width"], rail["y"] + rail["height"] / 2


def watch_messages(page):
    """Count the messages to the kernel's widgets from now on; read them with `messages`."""
    page.page.evaluate(
        """() => {
            window.sent = [];
            const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
            kernel.anyMessage.connect((_, {msg, direction}) => {
                if (direction === 'send' && msg.header.msg_type === 'comm_msg') window.sent.push(msg.content.data);
            });
        }"""
    )


def messages(page):
    return page.page.evaluate("window.sent")


def watch_interval(page):
    """Note every interval that the page shows from now on."""
    page.page.evaluate(
        """() => {
            window.shown = [];
            const slider = document.querySelector('.bw-slider');
            new MutationObserver(() => window.shown.push(slider.dataset.interval.split(',').map(Number)))
                .observe(slider, {attributes: true, attributeFilter: ['data-interval']});
        }"""
    )
