"""Every code of a refusal is explained in docs/protocol.md, and no code is that does not exist."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from reference.codes import FORGED, existing, modules

HOME = Path(__file__).parents[2]
PROTOCOL = (HOME / "docs/protocol.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    start = PROTOCOL.index(f"\n## {title}\n")
    end = PROTOCOL.find("\n## ", start + 1)
    return PROTOCOL[start : end if end > 0 else None]


def rows(text: str) -> Iterator[list[str]]:
    """Give the rows of the tables in a text of which the first cell is a code."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| `") and len(cells) > 1:
            yield cells


def documented(text: str) -> list[str]:
    return [re.sub("`", "", cells[0]) for cells in rows(text)]


def missing(codes: Iterable[str], known: Iterable[str]) -> list[str]:
    return sorted(set(codes) - set(known))


def test_every_code_of_a_refusal_is_explained() -> None:
    assert missing(existing(), documented(section("Refusals"))) == []


def test_every_explained_code_exists() -> None:
    assert missing(documented(section("Refusals")), existing()) == []


def test_every_code_is_explained_once() -> None:
    codes = documented(section("Refusals"))
    assert sorted(codes) == sorted(set(codes))


def test_every_way_to_forge_a_game_is_explained() -> None:
    forged = {word for module in modules() for word in module.calls(FORGED)}
    codes = [code for code in documented(section("Fair deals")) if re.fullmatch("[a-z_]+", code)]
    assert sorted(codes) == sorted(forged)


@pytest.mark.parametrize(
    "code",
    ["not_offered", "wasteful", "kicked", "seat_taken", "counts_betray_offers", "broken", "dead"],
)
def test_the_collection_finds_codes_of_every_kind(code: str) -> None:
    assert code in existing()
