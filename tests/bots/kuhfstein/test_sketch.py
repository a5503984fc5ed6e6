"""What bots think about a landscape is what the rules say about it."""

from __future__ import annotations

import random

import pytest

from kuhstall.bots.kuhfstein.sketch import FAR, NUMBER, Frame, Sketch, bits
from kuhstall.games.kuhfstein.deck import OWN
from kuhstall.games.kuhfstein.landscape import (
    TERRAINS,
    Landscape,
    corners,
    grid,
    herds,
    open_cells,
)
from kuhstall.games.kuhfstein.patterns import grazing, placements
from tests.games.kuhfstein.scenes import land

MANY = 9


def grown(dice: random.Random) -> Landscape:
    """Lay some tiles, with trees where they may stand, and put cows on some of them."""
    found = Landscape()
    for _ in range(dice.randint(0, 18)):
        terrain = dice.choice(TERRAINS)
        planted = [corner for corner in corners(found) if corner.takes(terrain)]
        if planted and dice.random() < 0.6:
            corner = dice.choice(planted)
            found = found.laid(corner.cell, terrain, corner.square)
        else:
            found = found.laid(dice.choice(open_cells(found)), terrain, None)
    cells = [tile.cell for tile in found.tiles]
    return found.grazed(tuple(dice.sample(cells, min(len(cells), dice.randint(0, 5)))))


def sketched(there: Landscape) -> Sketch:
    return Frame(there.tiles).sketch_of(there.tiles, there.cows, there.trees)


@pytest.mark.parametrize("seed", range(MANY))
def test_a_sketch_shows_what_the_rules_find(seed: int) -> None:
    there = grown(random.Random(seed))
    sketch = sketched(there)
    frame = sketch.frame
    assert {frame.cell(bit) for bit in bits(sketch.open)} == set(open_cells(there))
    assert {frame.board(herd) for herd in herds(there)} == set(sketch.herds)
    assert set(sketch.corners) == {
        (frame.bit(corner.cell), NUMBER[terrain], frame.square(corner.square))
        for corner in corners(there)
        for terrain in TERRAINS
        if corner.takes(terrain)
    }
    for card in OWN:
        spots = placements(card, grid(there), 6)
        assert (sketch.missing(card.rows) == 0) == bool(spots)
        assert set(sketch.grazing(card.rows)) == {
            frame.board(grazing(card, spot)) for spot in spots
        }


@pytest.mark.parametrize("seed", range(MANY))
def test_a_wanted_tile_brings_a_pattern_nearer_by_one(seed: int) -> None:
    dice = random.Random(seed)
    sketch = sketched(grown(dice))
    for card in dice.sample(OWN, 12):
        missing = sketch.missing(card.rows)
        for terrain, where in enumerate(sketch.wanted(card.rows)):
            for bit in bits(sketch.open):
                nearer = sketch.laid(bit, terrain, 0).missing(card.rows) < missing
                assert nearer == bool(bit & where) or missing == FAR


def test_patterns_that_stick_out_are_seen() -> None:
    sketch = sketched(land("HM"))
    assert [sketch.missing(rows) for rows in (("HM",), ("HMW",), ("LHM?",), ("LLL",))] == [
        0,
        1,
        2,
        3,
    ]
    assert sketch.missing(("LLLL",)) == FAR
    beside = sketch.frame.bit((0, 2))
    assert sketch.wanted(("HMW",))[NUMBER["wood"]] == beside


def test_a_cow_in_the_way_counts_like_a_tile_that_is_missing() -> None:
    sketch = sketched(land("HM", cows=[(0, 0)]))
    assert sketch.missing(("HM",)) == 1
    assert not any(sketch.wanted(("HM",))[NUMBER["hay"]] & bit for bit in bits(sketch.tiles))
    assert sketch.missing(("?M",)) == 0


def test_a_tile_lies_snugly_with_neighbours_on_two_sides() -> None:
    sketch = sketched(land("HM", "W."))
    assert {sketch.frame.cell(bit) for bit in bits(sketch.nooks)} == {(1, 1)}
    row = sketched(land("HM"))
    assert row.nooks == row.open
