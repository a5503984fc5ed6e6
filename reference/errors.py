"""Every refusal code: what it means, and what a person reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kuhstall.messages import Catalogue
from reference.codes import at_the_keyboard, existing
from reference.writing import code, plain, table
from reference.writing import page as whole

PROTOCOL: Final = Path(__file__).resolve().parent.parent / "docs" / "protocol.md"

_INTRO: Final = """\
A code is stable: programs may rely on it, and clients word it in their own language. On the wire
it is the `code` of a `nack`, of a `bye` or of a problem over HTTP, or the reason of a closed
socket ([the protocol](../protocol.md#refusals)). At the command line one line says what is wrong,
and the command exits with status 2.

Two kinds are explained elsewhere, where they belong: what is wrong with [a card
file](../protocol.md#card-files), and why [a transcript](../protocol.md#fair-deals) is not fair."""


def page() -> str:
    texts = Catalogue.load("en")
    explained = meanings()
    missing = sorted(existing() - {code_ for codes in explained.values() for code_ in codes})
    if missing:
        raise LookupError(f"docs/protocol.md does not explain {', '.join(missing)}")
    parts = [
        f"## {title}\n\n"
        + table(
            ["code", "meaning", "what a player reads"],
            [(code(word), meaning, plain(_read(texts, word))) for word, meaning in rows.items()],
        )
        for title, rows in explained.items()
    ]
    return whole("Error codes", _INTRO, *parts, _keyboard(texts))


def _keyboard(texts: Catalogue) -> str:
    rows = []
    for word in sorted(at_the_keyboard()):
        if not (said := _read(texts, word)):
            raise LookupError(f"no text says what {word} means")
        rows.append((code(word), plain(said)))
    return "## At the command line only\n\n" + table(["code", "what a person reads"], rows)


def _read(texts: Catalogue, word: str) -> str:
    """Look up what people are told for a code, about moves and about tables."""
    return next(
        (texts.texts[key] for key in (f"refusal.{word}", f"setup.{word}") if key in texts.texts), ""
    )


def meanings() -> dict[str, dict[str, str]]:
    """Read what the protocol says about each code, under its headings."""
    text = PROTOCOL.read_text(encoding="utf-8")
    refusals = text[text.index("\n## Refusals\n") :]
    return {
        section.partition("\n")[0]: dict(_rows(section)) for section in refusals.split("\n### ")[1:]
    }


def _rows(section: str) -> Iterator[tuple[str, str]]:
    for word, meaning in re.findall(r"^\| `([a-z_]+)` \| (.+) \|$", section, flags=re.MULTILINE):
        yield word, meaning.replace("](#", "](../protocol.md#")
