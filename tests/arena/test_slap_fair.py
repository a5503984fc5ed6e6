"""A slap is won by chance where that is promised; docs/fairness.md tells how it is elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from kuhstall.arena.slaps import Hand, Server, Way, share
from kuhstall.server.credit import RoundTrips, reacted
from kuhstall.server.pace import GRACE, PACES

GAMES = 40_000
DOCUMENT = Path(__file__).parents[2] / "docs/fairness.md"

PAIRS = {
    "20 ms against 20 ms": (Hand(20), Hand(20)),
    "20 ms against 60 ms": (Hand(20), Hand(60)),
    "20 ms against 120 ms": (Hand(20), Hand(120)),
    "20 ms against 180 ms": (Hand(20), Hand(180)),
    "20 ms against 300 ms": (Hand(20), Hand(300)),
    "a script that reacts in 115 ms": (Hand(60, script=115), Hand(60)),
    "a forged time": (Hand(60, forges=True), Hand(60)),
    "pongs held back": (Hand(60, holds_back=True), Hand(60)),
    "both": (Hand(60, forges=True, holds_back=True), Hand(60)),
}


def believed(trips: Sequence[float]) -> float:
    known = RoundTrips()
    for trip in trips:
        known.measured(trip)
    return known.believed


SERVER = Server(reacted, believed, step=PACES["live"].count * 1000, grace=GRACE * 1000)


def told() -> Iterator[tuple[str, float, float]]:
    """Read the table of the document."""
    text = DOCUMENT.read_text(encoding="utf-8")
    for name, lottery, reflex in re.findall(
        r"^\| ([^|]+) \| (\d\.\d\d) \| (\d\.\d\d) \|$", text, re.MULTILINE
    ):
        yield name, float(lottery), float(reflex)


@cache
def won(name: str, way: Way, games: int = GAMES) -> float:
    return share(*PAIRS[name], way, SERVER, games)


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
def test_slap_fair(name: str) -> None:
    """Whoever reacts within the step has the same chance, however far away, and however quick."""
    assert won(name, "lottery") == pytest.approx(0.5, abs=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
def test_the_document_tells_how_it_is(name: str) -> None:
    (figures,) = [rest for known, *rest in told() if known == name]
    assert figures == pytest.approx([won(name, "lottery"), won(name, "reflex")], abs=0.006)


def test_the_document_leaves_nothing_out() -> None:
    assert [name for name, *_ in told()] == list(PAIRS)


def test_without_the_lottery_the_nearer_one_wins() -> None:
    """The simulation can tell fair from unfair: an order by arrival alone is not."""
    blunt = Server(lambda since, _, __: since, believed, SERVER.step, SERVER.grace)
    assert share(Hand(20), Hand(120), "reflex", blunt, 4_000) > 0.8
    assert won("20 ms against 120 ms", "reflex", 4_000) == pytest.approx(0.5, abs=0.04)
