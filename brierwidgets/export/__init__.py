"""What leaves the notebook: pages, pictures and tables."""

from brierwidgets.export._pictures import save_picture
from brierwidgets.export._tables import to_csv, to_latex, to_markdown

__all__ = ["save_picture", "to_csv", "to_latex", "to_markdown"]
