"""The corner cases of the rulings on turns, displays and supplies: K-03 to K-10, K-13 to K-23."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from kuhstall.engine.option import Spot
from kuhstall.games.kuhfstein import deck
from kuhstall.games.kuhfstein.actions import (
    Decline,
    ExchangeCards,
    ExchangeTiles,
    FinishTurn,
    PassAction,
    PlaceTile,
    PlayCard,
    TakeBack,
    TakeCard,
    TakeHerd,
)
from kuhstall.games.kuhfstein.events import BonusReached, CardsExchanged, Refilled, TilesExchanged
from kuhstall.games.kuhfstein.landscape import TERRAINS, Landscape, grid, herds, open_cells
from kuhstall.games.kuhfstein.patterns import needs, placements
from kuhstall.games.kuhfstein.phases.acting import MOST_EXCHANGES, Acting
from tests.games.kuhfstein.scenes import Stage, card, land, scene, terrains

EXAMPLE = card("L.", "H.", "??", points=8)
READY = land("L.", "H.", "MW")
PLAY = PlayCard(50, Spot(0, 0, 0))
HAY = {n: card("HM", name=f"S{n}") for n in range(4)}


def doing(stage: Stage) -> tuple[str, int]:
    phase = stage.table.phase
    assert isinstance(phase, Acting)
    return phase.doing, phase.left


def playing(**more: object) -> Stage:
    faces = {50: EXAMPLE} | more.pop("deck", {})  # type: ignore[operator]
    return scene(READY, hand=[50], deck=faces, **more)  # type: ignore[arg-type]


def fields(stage: Stage) -> list[int]:
    return [event.field for event in stage.log if isinstance(event, BonusReached)]


# --- passing ---


def test_k_03_one_who_acts_starts_the_count_of_passes_anew() -> None:
    stage = scene(land("H"), land("H"), seats=3, rules={"allow_pass": True})

    def passes(seat: int) -> None:
        stage.does(PassAction(), seat).does(PassAction(), seat).does(FinishTurn(), seat)

    passes(0)
    stage.does(TakeCard(stage.world.cards[0]), 1).does(PassAction(), 1).does(FinishTurn(), 1)
    passes(2)
    passes(0)
    assert stage.table.phase.actors(stage.table) == (1,)
    passes(1)
    assert getattr(stage.table.phase, "reason", None) == "idle"


def test_k_03_only_an_action_can_be_passed_not_a_bonus() -> None:
    stage = playing(score=20, rules={"allow_pass": True}).does(PLAY)
    assert doing(stage)[0] == "extra"
    assert not stage.may(PassAction())


def test_k_03_a_pass_is_taken_back_like_an_action() -> None:
    stage = scene(land("H"), rules={"allow_pass": True})
    before = stage.world
    stage.does(PassAction()).does(TakeBack())
    assert stage.world == before
    assert doing(stage) == ("action", 1)


# --- displays that run short, and exchanges ---


def test_k_04_the_second_action_finds_what_the_first_has_left() -> None:
    stage = scene(land("H"), display="M", cards=[0])
    stage.does(PlaceTile(0, Spot(0, 1)))
    assert stage.kinds() == {"take_card", "take_back"}
    stage.does(TakeCard(0))
    assert stage.count(Refilled) == 0


def test_k_05_a_square_is_not_planted_later() -> None:
    stage = scene(land("HM", "WL"), display="HHHMW")
    spots = [spot for option in stage.table.phase.options(stage.table, 0)
             for spot in getattr(option, "spots", ())]  # fmt: skip
    assert spots
    assert all(spot.also is None for spot in spots)


def test_k_05_a_tile_of_a_tree_serves_no_other() -> None:
    stage = scene(land("HML", "W.W"), display="BHHMW")
    stage.does(PlaceTile(0, Spot(1, 1, 0, (0, 0))))
    below = scene(stage.place().land, land("H"), display="HMWLB")
    assert all(
        spot.also is None
        for option in below.table.phase.options(below.table, 0)
        for spot in getattr(option, "spots", ())
    )


def test_k_06_the_tree_of_a_bonus_tile_scores_and_may_reach_the_next_field() -> None:
    stage = scene(
        land("L.", "H.", "MW", ".H"),
        hand=[50],
        deck={50: card("L.", "H.", "??", points=16)},
        score=20,
        display="LBHMW",
        layout=("cow", "place_tile", "cow", "cow"),
    ).does(PLAY)
    assert stage.place().score == 36
    stage.does(PlaceTile(0, Spot(3, 0, 0, (2, 0))))
    assert stage.place().score == 41
    assert fields(stage) == [1, 2]


def test_k_07_four_alike_among_four_are_exchanged_for_five() -> None:
    stage = scene(land("H"), display="HHHH", tiles="MWLBMW").does(ExchangeTiles())
    assert stage.world.display == terrains("MWLBM")
    assert stage.world.tiles == terrains("W")


def test_k_07_as_many_are_opened_as_there_are() -> None:
    stage = scene(land("H"), display="HHHH", tiles="").does(ExchangeTiles())
    assert stage.world.display == terrains("HHHH")
    assert not stage.world.tiles
    assert not stage.world.aside
    assert stage.kinds() == {"place_tile", "exchange_tiles"}


def test_k_07_no_exchange_for_the_card_of_a_bonus() -> None:
    layout = ("cow", "take_card", "cow", "cow")
    stage = playing(score=20, deck=HAY, layout=layout).does(PLAY)
    assert doing(stage)[0] == "card"
    assert stage.kinds() == {"take_card", "take_back"}


def test_k_08_cards_exchanged_must_be_taken_from() -> None:
    stage = scene(land("H"), cows=3, deck=HAY, rules={"allow_pass": True, "bonus_optional": True})
    stage.does(ExchangeCards())
    assert stage.kinds() <= {"take_card", "exchange_cards"}
    extra = playing(score=20, deck=HAY, rules={"bonus_optional": True}).does(PLAY)
    assert extra.may(Decline())
    extra.does(ExchangeCards())
    assert not extra.may(Decline())


def test_k_09_an_exchange_that_needs_more_shuffles_what_was_just_removed_too() -> None:
    stage = scene(land("H"), display="HHHHM", tiles="WL", aside=terrains("BB"))
    stage.does(ExchangeTiles())
    opened = stage.last(TilesExchanged).opened
    assert opened[:2] == terrains("WL")
    assert sorted((*opened[2:], *stage.world.tiles)) == sorted(terrains("HHHHMBB"))
    assert not stage.world.aside


@pytest.mark.parametrize(("tiles", "back"), [("WL", True), ("WLB", False)])
def test_k_09_a_refill_brings_them_back_with_the_last_tile(tiles: str, back: bool) -> None:
    stage = scene(land("H"), display="HMHMH", tiles=tiles, aside=terrains("BBB"))
    stage.does(PlaceTile(0, Spot(0, 1))).does(PlaceTile(0, Spot(0, 2))).does(FinishTurn())
    assert stage.world.display[3:] == terrains("WL")
    assert stage.last(Refilled).tiles_shuffled is back
    assert stage.world.tiles == (terrains("BBB") if back else terrains("B"))
    assert stage.world.aside == (() if back else terrains("BBB"))


def test_k_10_cards_are_shuffled_only_when_one_is_needed() -> None:
    enough = scene(land("H"), pile=(10, 11), discard=(20, 21))
    enough.does(TakeCard(0)).does(TakeCard(1)).does(FinishTurn())
    assert enough.world.cards == (2, 3, 10, 11)
    assert (enough.world.pile, enough.world.discard) == ((), (20, 21))
    short = scene(land("H"), pile=(10,), discard=(20, 21))
    short.does(TakeCard(0)).does(TakeCard(1)).does(FinishTurn())
    assert short.world.cards[:3] == (2, 3, 10)
    assert sorted((*short.world.cards[3:], *short.world.pile)) == [20, 21]
    assert not short.world.discard


def test_k_10_without_any_card_the_game_goes_on() -> None:
    stage = scene(land("H"), land("H"), pile=())
    stage.does(TakeCard(0)).does(TakeCard(1)).does(FinishTurn())
    assert stage.world.cards == (2, 3)
    assert stage.table.phase.actors(stage.table) == (1,)


def test_k_10_the_card_just_played_can_be_drawn_again_in_its_bonus() -> None:
    stage = playing(score=20, deck=HAY, pile=(9,)).does(PLAY)
    assert doing(stage)[0] == "extra"
    stage.does(ExchangeCards())
    assert stage.last(CardsExchanged).shuffled
    assert stage.world.cards[0] == 9
    assert sorted((*stage.world.cards[1:], *stage.world.pile)) == [0, 1, 2, 3, 50]


def test_k_16_the_limit_is_one_of_each_action() -> None:
    stage = scene(land("H"), display="HHHHH", tiles="H" * 120)
    for _ in range(MOST_EXCHANGES):
        stage.does(ExchangeTiles())
    stage.does(PlaceTile(0, Spot(0, 1)))
    assert stage.may(ExchangeTiles())


# --- bonuses ---


def test_k_13_three_fields_at_once_are_used_one_after_the_other() -> None:
    stage = scene(
        land("L.", "H.", "MW", "HM"),
        hand=[50, 51],
        deck={50: card("L.", "H.", "??", points=28), 51: card("W", "M", points=12, name="U")},
        score=12,
        cows=4,
    ).does(PLAY)
    assert fields(stage) == [0, 1]  # the third waits until the extra action is done
    assert stage.place().cows == 4 - 2 + 1
    stage.does(PlayCard(51, Spot(2, 1, 0)))
    assert fields(stage) == [0, 1, 2, 3]
    assert stage.place().cows == 6
    assert doing(stage) == ("action", 0)


@pytest.mark.parametrize("bonus", ["place_tile", "take_card", "extra_action"])
def test_k_14_each_bonus_is_lost_where_nothing_can_be_done(bonus: str) -> None:
    layout = ("cow", bonus, "cow", "cow")
    stage = scene(
        land("HM", "W."),
        display="L",
        tiles="",
        cards=[],
        score=22,
        layout=layout,
    ).does(PlaceTile(0, Spot(1, 1, 0, (0, 0))))
    assert stage.last(BonusReached).lost
    assert doing(stage) == ("action", 0)
    assert stage.place().reached == 2


def test_k_14_an_extra_action_can_be_a_herd_or_a_card_alone() -> None:
    herd = playing(score=20, display="", tiles="", cards=[]).does(PLAY)
    assert doing(herd)[0] == "extra"
    assert herd.kinds() == {"take_herd", "take_back"}


def test_k_14_a_bonus_is_used_before_anything_else() -> None:
    stage = playing(score=20, layout=("cow", "place_tile", "cow", "cow")).does(PLAY)
    assert stage.kinds() == {"place_tile", "take_back"}


def test_k_17_without_cows_on_the_board_nothing_happens() -> None:
    stage = scene(land("HM", "W."), display="LHMWB", score=50)
    stage.does(PlaceTile(0, Spot(1, 1, 0, (0, 0))))
    reached = stage.last(BonusReached)
    assert (reached.bonus, reached.cows, reached.lost) == ("all_cows_back", (), False)
    assert stage.place().cows == 4


def test_k_18_taking_back_gives_the_cow_back_to_its_field() -> None:
    stage = playing(score=10).does(PLAY).does(TakeBack()).does(PLAY)
    assert fields(stage) == [0, 0]
    assert stage.place().cows == 4 - 2 + 1


# --- patterns and herds ---


@pytest.mark.parametrize("seed", range(8))
def test_k_19_no_two_placements_of_a_card_are_the_same_move(seed: int) -> None:
    dice = random.Random(seed)
    there = Landscape()
    for _ in range(16):
        there = there.laid(dice.choice(open_cells(there)), dice.choice(TERRAINS[:2]), None)
    for face in (*deck.OWN, card("HH", "HH"), card("H?H"), card("HM", "MH"), card("H", "?", "H")):
        covered = [
            frozenset((spot.row + r, spot.column + c, t) for r, c, t in needs(face.rows, spot.turn))
            for spot in placements(face, grid(there), 6)
        ]
        assert len(covered) == len(set(covered))


def test_k_22_a_cow_on_a_hidden_cell_stays_and_no_other_comes() -> None:
    there = land("L.", "H.", "MW", cows=[(2, 0)])
    stage = scene(there, hand=[50], deck={50: EXAMPLE}, cows=2).does(PLAY)
    assert stage.place().land.cows == ((0, 0), (1, 0), (2, 0))
    assert stage.place().cows == 0


def test_k_23_herds_join_across_cards_terrains_and_trees_but_not_diagonally() -> None:
    there = land("LH.", "HWM", "MWH", cows=[(0, 1), (1, 2), (2, 2)], trees=[(1, 1)])
    assert herds(there) == (((0, 1),), ((1, 2), (2, 2)))
    stage = scene(there, hand=[50], deck={50: card("W", points=1)}, cows=1)
    stage.does(PlayCard(50, Spot(1, 1, 0)))  # now one herd: the new cow stands between them
    stage.does(TakeHerd(0, 1))
    assert stage.place().land.cows == ()
    assert stage.place().cows == 4


# --- the deck ---


def test_m_10_points_follow_the_formula_and_no_card_is_there_twice() -> None:
    """RULINGS 8: by cows, hidden cells, groups, and how many show a lake or a house."""
    for face in deck.OWN:
        cells = needs(face.rows, 0)
        shown = {(r, c): t for r, c, t in cells if t is not None}
        n, h = len(shown), len(cells) - len(shown)
        q = sum(t in ("lake", "house") for t in shown.values())
        groups = len(herds(Landscape(cows=tuple(sorted(shown)))))
        assert face.points == 3 + n * (n + 1) // 2 + min(h, 2) + groups - 1 + q // 2, face.id
        assert n == face.cows
    turned = [{needs(one.rows, turn) for turn in range(4)} for one in deck.OWN]
    mirrored = [{needs(one.rows[::-1], turn) for turn in range(4)} for one in deck.OWN]
    for one, other in combinations(range(55), 2):
        assert not turned[one] & (turned[other] | mirrored[other])


def test_a_30_the_example_is_in_the_deck_with_a_field_that_is_hay() -> None:
    assert any(
        needs(face.rows, turn) == needs(("L.", "H.", "??"), 0) and face.points == 8
        for face in deck.OWN
        for turn in range(4)
    )
    assert TERRAINS == ("hay", "meadow", "wood", "lake", "house")


def test_m_15_shapes_have_two_to_five_cells_and_most_hide_some() -> None:
    sizes = [len(needs(face.rows, 0)) for face in deck.OWN]
    assert {min(sizes), max(sizes)} == {2, 5}
    hidden = [size - face.cows for size, face in zip(sizes, deck.OWN, strict=True)]
    assert [hidden.count(n) for n in range(4)] == [11, 25, 17, 2]
    assert [sum(face.cows == n for face in deck.OWN) for n in range(1, 5)] == [5, 19, 25, 6]
