"""The pictures on the cards of the gallery: ``python docs/_tools/pictures.py``, with names of views for those alone."""

import io
import shutil
import sys
from pathlib import Path

from gallery import EXAMPLES, PICTURES, write_example
from live import LIVE
from PIL import Image

ROOT = Path(__file__).parents[2]
WIDTH, HEIGHT, SHOWN = 800, 500, 480
sys.path.insert(0, str(ROOT))

from tests.browser.lab import WidgetPage, chromium  # noqa: E402

#: Where the picture begins: at the slider, or else at the chart, without the controls above it.
_TOP = """() => {
  const chart = document.querySelector(".bw-chart");
  return document.querySelector(".bw-slider") || !chart ? 0 : Math.floor(chart.getBoundingClientRect().top + scrollY);
}"""


def main() -> None:
    """Write a picture of every live page in the gallery, or of those that are named."""
    wanted = [example for example in EXAMPLES if example.name in sys.argv[1:]] if sys.argv[1:] else EXAMPLES
    shutil.rmtree(LIVE / "scripts", ignore_errors=True)  # of an older package, perhaps
    with chromium() as browser:
        for example in wanted:
            write_example(example)
            page = WidgetPage(browser, width=WIDTH, height=2 * HEIGHT)
            page.page.goto((LIVE / f"{example.name}.html").as_uri())
            page.wait_for(".brierwidgets")
            page.page.wait_for_timeout(3_000)  # until it is drawn
            picture = Image.open(io.BytesIO(page.page.screenshot(full_page=True))).convert("RGB")
            top = page.page.evaluate(_TOP)
            picture = picture.crop((0, top, WIDTH, top + HEIGHT))
            page.close()
            small = picture.resize((SHOWN, SHOWN * HEIGHT // WIDTH), Image.Resampling.LANCZOS)
            path = PICTURES / f"{example.name}.png"
            small.quantize(64, dither=Image.Dither.NONE).save(path, optimize=True)
            print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
