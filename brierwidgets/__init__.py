"""Judge binary classifiers when the decision threshold is uncertain."""

import lazy_loader

__version__ = "0.1.0"

# The public names are those of __init__.pyi, each loaded when first asked for: importing the package, its core or its
# metrics never loads a widget library.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
