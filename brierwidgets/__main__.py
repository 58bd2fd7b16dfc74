"""Let ``python -m brierwidgets`` do what ``brierwidgets`` does."""

import sys

from brierwidgets.cli import main

sys.exit(main())
