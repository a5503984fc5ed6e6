"""Which pages there are, and where they lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from reference import commands, errors, options, server, wire

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "docs" / "reference"

PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "options.md": options.page,
    "errors.md": errors.page,
    "messages.md": wire.page,
    "commands.md": commands.page,
    "settings.md": server.settings_page,
    "metrics.md": server.metrics_page,
}
