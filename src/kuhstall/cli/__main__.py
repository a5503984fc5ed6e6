"""`python -m kuhstall.cli`."""

import sys

from kuhstall.cli import main

sys.exit(main())
