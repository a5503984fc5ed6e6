"""The map of the house: every file that it names exists, and rings of imports stay small."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reference.packages import ROOT, measure, rings

PAGES = sorted((ROOT / "docs" / "how").glob("*.md"))
FILE = re.compile(r"`((?:src|web|docs|tests|bench)/[\w./-]+)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_on_the_map_exists(page: Path) -> None:
    named = set(FILE.findall(page.read_text(encoding="utf-8")))
    assert not {name for name in named if not (ROOT / name).exists()}


def test_the_way_of_a_bid_names_its_files() -> None:
    page = (ROOT / "docs" / "how" / "bid.md").read_text(encoding="utf-8")
    assert len(set(FILE.findall(page))) > 15


def test_the_ring_of_phases_is_the_largest_and_has_nine_files_at_most() -> None:
    found = measure(ROOT)["rings"]
    assert all("/phases/" in name for name in found[0])
    assert len(found[0]) <= 9
    assert all(len(ring) <= 4 for ring in found[1:])


def test_a_planted_ring_is_found() -> None:
    assert rings({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()}) == [{"a", "b", "c"}]
