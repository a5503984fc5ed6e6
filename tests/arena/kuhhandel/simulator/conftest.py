"""These tests run the simulator as it is written, with numba or without.

A difference can only be planted there: a compiled function does not look again at what it calls.
`python -m bench.kuhhandel.simulator` compares it compiled.
"""

import os

os.environ["NUMBA_DISABLE_JIT"] = "1"
