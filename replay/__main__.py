"""`python -m replay` is the command `replay`."""

import sys

from replay.cli import main

sys.exit(main())
