"""``python -m protocols``: talk to a GUI."""

import sys

from protocols.detect import main

sys.exit(main())
