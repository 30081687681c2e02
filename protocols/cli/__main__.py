"""``python -m protocols.cli`` is ``qiji``."""

from __future__ import annotations

import sys

from protocols.cli import main

sys.exit(main())
