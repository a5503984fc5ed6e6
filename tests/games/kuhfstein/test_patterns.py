"""Patterns on landscapes: turned, never mirrored; the examples of the rulings."""

from __future__ import annotations

import random

import pytest

from kuhstall.engine.option import Spot
from kuhstall.engine.values import Refused
from kuhstall.games.kuhfstein import deck
from kuhstall.games.kuhfstein.landscape import (
    TERRAINS,
    Landscape,
    Tile,
    corners,
    edge_lakes,
    grid,
    herds,
    open_cells,
    walled_houses,
)
from kuhstall.games.kuhfstein.patterns import Card, grazing, needs, placements, turns
from tests.games.kuhfstein.scenes import card, land

EXAMPLE = card("L.", "H.", "??")


def spots(face: Card, there: Landscape, cows: int = 6) -> set[Spot]:
    return set(placements(face, grid(there), cows))


def test_the_vector_lies_as_printed() -> None:
    assert spots(EXAMPLE, land("L.", "H.", "MW")) == {Spot(0, 0, 0)}


def test_the_vector_does_not_lie_mirrored() -> None:
    assert spots(EXAMPLE, land(".L", ".H", "WM")) == set()


def test_the_vector_lies_upside_down() -> None:
    assert {spot.turn for spot in spots(EXAMPLE, land("WM", ".H", ".L"))} == {2}


def test_a_cow_on_a_shown_cell_bars_it_and_one_on_a_hidden_cell_does_not() -> None:
    assert not spots(EXAMPLE, land("L.", "H.", "MW", cows=[(1, 0)]))
    assert spots(EXAMPLE, land("L.", "H.", "MW", cows=[(2, 0)])) == {Spot(0, 0, 0)}


def test_k_22_cows_are_needed_for_the_shown_cells_alone() -> None:
    there = land("L.", "H.", "MW")
    assert spots(EXAMPLE, there, cows=2)
    assert not spots(EXAMPLE, there, cows=1)
    assert grazing(EXAMPLE, Spot(0, 0, 0)) == ((0, 0), (1, 0))


def test_k_19_turns_that_look_alike_are_one() -> None:
    assert turns(("HH",)) == (0, 1)
    assert turns(("HM",)) == (0, 1, 2, 3)
    assert turns(("HH", "HH")) == (0,)
    assert len(spots(card("HH"), land("HH", "HH"))) == 4


def test_places_may_lie_anywhere_on_the_grid() -> None:
    there = land("L.", "H.", "MW", top=-7, left=-4)
    assert spots(EXAMPLE, there) == {Spot(-7, -4, 0)}


def plain(face: Card, there: Landscape) -> set[Spot]:
    """Find the places of a pattern the slow way."""
    at = {tile.cell: tile.terrain for tile in there.tiles}
    found = set()
    for turn in turns(face.rows):
        (_, first, _), *_ = pattern = needs(face.rows, turn)
        for row, right in at:  # some tile must lie under the first cell, which is in the top row
            column = right - first
            if all(
                cell in at and (t is None or (at[cell] == t and cell not in there.cows))
                for cell, t in (((row + r, column + c), t) for r, c, t in pattern)
            ):
                found.add(Spot(row, column, turn))
    return found


@pytest.mark.parametrize("seed", range(60))
def test_bit_boards_find_what_plain_search_finds(seed: int) -> None:
    dice = random.Random(seed)
    there = Landscape()
    for _ in range(dice.randint(1, 25)):
        there = there.laid(dice.choice(open_cells(there)), dice.choice(TERRAINS), None)
    cows = dice.sample([tile.cell for tile in there.tiles], len(there.tiles) // 4)
    there = there.grazed(tuple(cows))
    for face in deck.OWN:
        assert set(placements(face, grid(there), 6)) == plain(face, there)


def test_k_23_herds_are_cows_side_by_side() -> None:
    there = land("HHHH", "H..H", cows=[(0, 0), (0, 1), (1, 0), (0, 3)])
    assert herds(there) == (((0, 0), (0, 1), (1, 0)), ((0, 3),))


def test_the_first_tile_lies_at_the_origin_and_the_next_beside_it() -> None:
    assert open_cells(Landscape()) == ((0, 0),)
    assert set(open_cells(land("H"))) == {(-1, 0), (0, -1), (0, 1), (1, 0)}


def test_a_tree_needs_four_alike_or_four_different() -> None:
    mixed = {c.cell: c for c in corners(land("HM", "W."))}
    assert mixed[1, 1].takes("lake")
    assert mixed[1, 1].takes("house")
    assert not mixed[1, 1].takes("hay")
    alike = {c.cell: c for c in corners(land("HH", "H."))}
    assert alike[1, 1].takes("hay")
    assert not alike[1, 1].takes("lake")


def test_k_05_a_tile_serves_one_tree_only() -> None:
    assert not corners(land("HM.", "WL.", trees=[(0, 0)]))
    two = [c for c in corners(land("HML", "W.W")) if c.cell == (1, 1)]
    assert {c.square for c in two} == {(0, 0), (0, 1)}
    assert all(c.takes("house") for c in two)


def test_a_32_lakes_with_an_open_side() -> None:
    assert edge_lakes(land("L")) == 1
    assert edge_lakes(land(".H.", "HLH", ".H.")) == 0
    assert edge_lakes(land("HHH", "HL.", "HHH")) == 1


def test_a_31_houses_built_round() -> None:
    cross = land(".H.", "HBH", ".H.")
    assert walled_houses(cross, all_around=False) == 1
    assert walled_houses(cross, all_around=True) == 0
    assert walled_houses(land("HHH", "HBH", "HHH"), all_around=True) == 1


def test_a_30_m_10_m_15_the_deck_is_ours_and_whole() -> None:
    assert len(deck.OWN) == 55
    assert all(2 <= len(needs(one.rows, 0)) <= 5 for one in deck.OWN)
    letters = [letter for one in deck.OWN for row in one.rows for letter in row]
    assert [letters.count(letter) for letter in "HMWLB"] == [32, 30, 30, 26, 24]
    assert round(sum(one.points for one in deck.OWN) / 55, 2) == 9.53


GOOD = "\n".join(
    f'[[card]]\nid = "C{n}"\nrows = ["{first}{second}?"]\npoints = 5\n'
    for n, (first, second) in enumerate([(a, b) for a in "HMWLB" for b in "HMWLB" if a <= b])
)


def test_a_card_file_can_be_read() -> None:
    assert len(deck.read(GOOD)) == 15


def test_a_card_file_copied_from_that_of_0_1_0_can_still_be_read() -> None:
    assert len(deck.read(GOOD.replace("points = 5", "points = 5\nseed_example = true", 1))) == 15


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('rows = ["BB?"]', 'rows = ["BX?"]', "letters"),
        ('rows = ["BB?"]', 'rows = ["BB", "?"]', "same length"),
        ('rows = ["BB?"]', 'rows = ["B.?"]', "hang together"),
        ('rows = ["BB?"]', 'rows = ["???"]', "landscape that is shown"),
        ('rows = ["BB?"]', 'rows = ["BHHHHH"]', "longer"),
        ("points = 5", "points = -1", "points"),
        ("points = 5", "points = 5\ncows = 1", "cows = 1"),
        ('id = "C1"', 'id = "C0"', "two cards"),
        ('id = "C1"', 'id = "\\u001b[31mC"', "regex"),
        ('id = "C1"', 'id = "a\\u200b"', "regex"),
        ('id = "C1"', 'id = "C0\\n"', "regex"),
        ('rows = ["BH?"]', 'rows = ["?BB"]', "turned round"),
        ("points = 5", 'points = "5"', "int"),
        ("points = 5", "points =", "TOML"),
    ],
)
def test_a_card_file_with_an_error_is_refused_with_its_line(old: str, new: str, why: str) -> None:
    assert old in GOOD
    with pytest.raises(Refused, match=why) as refused:
        deck.read(GOOD.replace(old, new, 1), "my.toml")
    assert refused.value.code == "bad_cards"
    assert "line" in str(refused.value)


def test_too_few_cards_are_no_deck() -> None:
    with pytest.raises(Refused, match="12 to 200"):
        deck.read('[[card]]\nid = "A"\nrows = ["HH"]\npoints = 1\n')


def test_a_tile_is_written_as_a_short_list() -> None:
    assert Tile(1, 2, "hay").cell == (1, 2)
