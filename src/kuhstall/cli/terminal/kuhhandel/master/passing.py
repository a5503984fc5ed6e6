"""A rat by envelopes at a keyboard: a typed number is how often to pass it on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from kuhstall.cli.terminal.kuhhandel.menu import Menu
from kuhstall.engine.option import Option, Range

_LISTED: Final = 2
"""Numbers up to this are listed, and so is the highest; the others can be typed."""


def menu(options: Sequence[Option]) -> Menu:
    """Key every choice by its number."""
    (passes,) = [option for option in options if isinstance(option, Range)]
    keys = sorted({*range(min(_LISTED, passes.high) + 1), passes.high})
    typed = (replace(passes, low=1),) if passes.high > _LISTED + 1 else ()
    entries = tuple(passes.fill(times) for times in keys)
    return Menu(entries, typed, tuple(keys), "option.range_passes")
