"""What leaves the notebook: pages, pictures and tables."""

from brierwidgets.export._page import page_html, save_html
from brierwidgets.export._pictures import save_picture
from brierwidgets.export._tables import to_csv, to_latex, to_markdown

__all__ = ["page_html", "save_html", "save_picture", "to_csv", "to_latex", "to_markdown"]
