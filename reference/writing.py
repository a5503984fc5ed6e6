"""Builds Markdown in which nothing in a cell or a line breaks out of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def page(title: str, intro: str, *parts: str) -> str:
    """Put a page together, and tell whoever opens the file where its text comes from."""
    origin = "<!-- Written by `make reference` from the code. Change that, not this. -->"
    return "\n\n".join([origin, f"# {title}", intro, *(part for part in parts if part)]) + "\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [_row(heads), "|" + "---|" * len(heads), *map(_row, rows)]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return (
        "| "
        + " | ".join(re.sub(r"\s*\n\s*", " ", cell).replace("|", "\\|") for cell in cells)
        + " |"
    )


def code(text: object) -> str:
    return f"`{text}`"


def codes(words: Iterable[object]) -> str:
    return ", ".join(map(code, words))


def plain(text: str) -> str:
    """Escape a text from the code so that Markdown takes none of it for markup."""
    return text.replace("<", "&lt;").replace("*", "\\*").replace("[", "\\[")


def sentence(text: str) -> str:
    """Give a help text a capital letter and a full stop."""
    whole = text if "://" in text.split(" ", maxsplit=1)[0] else text[:1].upper() + text[1:]
    return whole if whole.endswith((".", "?", "…", ")")) else f"{whole}."
