"""Which pages there are, and where they are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from reference import api, commands, errors, options, phases, server, wire

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
    **{f"python-{room}.md": partial(api.page, room) for room in api.ROOMS},
    **{f"phases-{game}.svg": partial(phases.drawing, game) for game in phases.games()},
}
