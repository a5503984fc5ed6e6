"""`python -m tests.chaos.launch BUG`: the same server, with a bug planted in it."""

from __future__ import annotations

import sys

from kuhstall.cli import main
from tests.chaos.planted import BUGS

if __name__ == "__main__":
    BUGS[sys.argv[1]]()
    sys.exit(main(["serve"]))
