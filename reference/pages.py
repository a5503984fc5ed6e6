"""The pages that are written from the code, into a folder that is not in git.

`make docs` writes them by `python -m reference.pages`. It leaves the facts of other pages alone:
those are in git, and a test finds what is out of date.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from reference import api, asvs, commands, errors, options, phases, server, wire

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "docs" / "reference"

PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "options.md": options.page,
    "errors.md": errors.page,
    "messages.md": wire.page,
    "commands.md": commands.page,
    "settings.md": server.settings_page,
    "metrics.md": server.metrics_page,
    "phases.md": phases.page,
    "asvs.md": asvs.page,
    **{f"python-{package}.md": partial(api.page, package) for package in api.PACKAGES},
    **{f"phases-{game}.svg": partial(phases.drawing, game) for game in phases.games()},
}


def write(folder: Path = FOLDER) -> None:
    """Write every page, and remove what else is in the folder: pages that no longer exist."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.name not in PAGES:
            path.unlink()
    for name, written in PAGES.items():
        (folder / name).write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    write()
