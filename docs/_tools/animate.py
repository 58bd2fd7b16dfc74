"""The moving picture of the README: a hand drags the interval of a saved page. ``python docs/_tools/animate.py``."""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

import brierwidgets as bw

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "_static" / "explorer.gif"
WIDTH, HEIGHT, SHOWN = 900, 700, 640
sys.path.insert(0, str(ROOT))

from tests.browser.lab import chromium  # noqa: E402


def frames(path: Path) -> list[Image.Image]:
    """Return pictures of a page while the upper handle goes from 3% to 20% and back."""
    with chromium() as browser:
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(path.as_uri())
        page.wait_for_selector(".bw-chart path.line", state="attached")
        page.add_style_tag(content="header { display: none }")
        taken = []
        handle = page.locator(".bw-handle-upper").first
        box = handle.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        there = [round(110 * step / 12) for step in range(13)]
        for shift in (*there, *there[-2::-1]):
            page.mouse.move(x + shift, y)
            page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            taken.append(Image.open(io.BytesIO(page.screenshot())))
        page.mouse.up()
    return taken


def main() -> None:
    """Write the picture."""
    explorer = bw.Explorer(bw.datasets.load_breast_cancer(), interval=("1.66%", "3%"))
    with tempfile.TemporaryDirectory() as folder:
        taken = frames(explorer.save_html(Path(folder) / "page.html"))
    small = [
        picture.convert("RGB").resize((SHOWN, SHOWN * HEIGHT // WIDTH), Image.Resampling.LANCZOS) for picture in taken
    ]
    both = Image.new("RGB", (SHOWN, 2 * small[0].height))
    both.paste(small[0])
    both.paste(small[len(small) // 2], (0, small[0].height))
    palette = both.quantize(128, method=Image.Quantize.MAXCOVERAGE)
    drawn = [picture.quantize(128, palette=palette, dither=Image.Dither.NONE) for picture in small]
    waits = [900, *[110] * (len(drawn) // 2 - 1), 900, *[110] * (len(drawn) - len(drawn) // 2 - 1)]
    drawn[0].save(PICTURE, save_all=True, append_images=drawn[1:], duration=waits, loop=0, optimize=True)
    print(f"{PICTURE.name}: {len(drawn)} pictures, {PICTURE.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
