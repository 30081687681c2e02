"""``python -m protocols`` is ``qiji``, too: a first line on standard input, or a subcommand."""

import sys

from protocols.cli import main

sys.exit(main())
