"""Which licences may be shipped with a project under the MIT licence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from release.parts import Part

ALLOWED: Final = frozenset(
    {
        "0BSD",
        "Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "ISC",
        "MIT",
        "MIT-0",
        "OFL-1.1",
        "PSF-2.0",
        "Python-2.0",
        "Unlicense",
        "Zlib",
        "blessing",
        "bzip2-1.0.6",
    }
)

EXCEPTIONS: Final = frozenset({("Pyodide", "MPL-2.0")})
"""Files of their own that we do not build into ours, and whose source the notice names."""


def allowed(expression: str) -> bool:
    """Whether all licences of an expression are allowed, or of several alternatives at least one.

    Brackets are not understood, since nobody needs them yet: they are refused, so that somebody
    looks at them.
    """
    return any(
        all(one in ALLOWED for one in re.split(r" AND ", choice))
        for choice in re.split(r" OR ", expression)
    )


def refused(parts: Iterable[Part]) -> list[str]:
    """List what must not be shipped."""
    return [
        f"{part.name} {part.version} is under {part.licence}, which is not on the list"
        for part in parts
        if not allowed(part.licence) and (part.name, part.licence) not in EXCEPTIONS
    ]
