"""Chance decides who wins a slap where that is promised; docs/slaps.md covers the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from kuhstall.arena.kuhhandel.master.slaps import Hand, Server, Way, share
from kuhstall.server.table.party.pace import GRACE, PACES
from kuhstall.server.table.party.reflex import RoundTrips, reaction_time

GAMES = 40_000
DOCUMENT = Path(__file__).parents[4] / "docs/slaps.md"

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
OFTEN = ("20 ms against 300 ms", "both")
"""The worst of each kind: the way, and the hand. The rest of the table by `make thorough`."""


def believed(trips: Sequence[float]) -> float:
    known = RoundTrips()
    for trip in trips:
        known.add(trip)
    return known.credit


SERVER = Server(reaction_time, believed, step=PACES["live"].count * 1000, grace=GRACE * 1000)


def told() -> Iterator[tuple[str, float, float]]:
    """Read the table in the document."""
    text = DOCUMENT.read_text(encoding="utf-8")
    for name, lottery, reflex in re.findall(
        r"^\| ([^|]+) \| (\d\.\d\d) \| (\d\.\d\d) \|$", text, re.MULTILINE
    ):
        yield name, float(lottery), float(reflex)


@cache
def won(name: str, way: Way, games: int = GAMES) -> float:
    return share(*PAIRS[name], way, SERVER, games)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [name if name in OFTEN else pytest.param(name, marks=pytest.mark.thorough) for name in PAIRS],
)
def test_slap_fair_and_as_the_document_tells(name: str) -> None:
    """Everybody who reacts within the step has the same chance, however far away or quick."""
    assert won(name, "lottery") == pytest.approx(0.5, abs=0.02)
    (figures,) = [rest for known, *rest in told() if known == name]
    assert figures == pytest.approx([won(name, "lottery"), won(name, "reflex")], abs=0.006)


def test_the_document_leaves_nothing_out() -> None:
    assert [name for name, *_ in told()] == list(PAIRS)


def test_without_the_lottery_the_nearer_one_wins() -> None:
    """The simulation can tell fair from unfair: going by arrival alone is unfair."""
    blunt = Server(lambda since, _, __: since, believed, SERVER.step, SERVER.grace)
    assert share(Hand(20), Hand(120), "reflex", blunt, 4_000) > 0.8
    assert won("20 ms against 120 ms", "reflex", 4_000) == pytest.approx(0.5, abs=0.04)
