"""What leaves the notebook: pages, pictures and tables."""

from brierwidgets.export._marks import Key, Picture
from brierwidgets.export._page import PageParts, Savable, page_html, save_html
from brierwidgets.export._pictures import Drawable, draw_picture, save_picture
from brierwidgets.export._scripts import write_scripts
from brierwidgets.export._still import still_svg
from brierwidgets.export._tables import to_csv, to_html, to_latex, to_markdown

__all__ = [
    "Drawable",
    "Key",
    "PageParts",
    "Picture",
    "Savable",
    "draw_picture",
    "page_html",
    "save_html",
    "save_picture",
    "still_svg",
    "to_csv",
    "to_html",
    "to_latex",
    "to_markdown",
    "write_scripts",
]
