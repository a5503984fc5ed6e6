"""THIRD_PARTY.md: what others have made that is in the wheel or comes with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from release.parts import ROOT, Kind, Part

FILE: Final = ROOT / "THIRD_PARTY.md"

_HEAD: Final = """# What others have made

Written by `make notice` from the lock and from the built client. Versions are in the bill of
materials of a release.

Kuhstall is an independent project under the MIT licence. It is not affiliated with, endorsed by or
sponsored by the authors or publishers of Kuhhandel, Kuhhandel Master or Kuhfstein. These names
belong to their owners and are used only to say which game is meant. Words, drawings and sounds
are the project's own, or those of the people named here.
"""

_GROUPS: Final[tuple[tuple[Kind, str, str], ...]] = (
    (
        "npm",
        "In the browser client",
        (
            "Their code is part of the wheel. Their licences in full are in"
            " `kuhstall/client/licenses/packages.txt`."
        ),
    ),
    (
        "runtime",
        "The Python that runs in the browser",
        (
            "Part of the wheel, for tables that need no server. Their licences in full, and where"
            " the source of Pyodide is, are in `kuhstall/client/licenses/`."
        ),
    ),
    (
        "art",
        "Pictures and fonts",
        (
            "Part of the wheel. Their licences in full, and what was changed, are in"
            " `kuhstall/client/licenses/`."
        ),
    ),
    (
        "python",
        "Python packages",
        "Not part of the wheel: pip installs them with it, each with its licence.",
    ),
)


def notice(parts: Iterable[Part]) -> str:
    all_parts = list(parts)
    text = [_HEAD]
    for kind, title, how in _GROUPS:
        rows = [f"| {part.name} | {part.licence} |" for part in all_parts if part.kind == kind]
        text.append(
            "\n".join([f"## {title}\n\n{how}\n", "| What | Licence |", "|---|---|", *rows, ""])
        )
    return "\n".join(text)
