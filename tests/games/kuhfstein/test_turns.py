"""A turn: actions, exchanges, trees, cows, bonuses, taking back; rulings K-01 to K-19."""

from __future__ import annotations

import pytest

from kuhstall.engine.option import Spot
from kuhstall.engine.values import Illegal, TookBack
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
from kuhstall.games.kuhfstein.events import (
    ActingContinued,
    BonusReached,
    CardPlayed,
    HerdTaken,
    KuhfsteinTurnBegan,
    Refilled,
    TilePlaced,
    TilesExchanged,
)
from kuhstall.games.kuhfstein.landscape import Landscape
from kuhstall.games.kuhfstein.phases.acting import MOST_EXCHANGES, Acting
from tests.games.kuhfstein.scenes import Stage, card, land, scene, terrains

EXAMPLE = card("L.", "H.", "??", points=8)
READY = land("L.", "H.", "MW")
PLAY = PlayCard(50, Spot(0, 0, 0))


def doing(stage: Stage) -> tuple[str, int]:
    phase = stage.table.phase
    assert isinstance(phase, Acting)
    return phase.doing, phase.left


def playing(**more: object) -> Stage:
    return scene(READY, hand=[50], deck={50: EXAMPLE}, **more)  # type: ignore[arg-type]


def test_k_01_a_card_may_be_taken_before_any_tile() -> None:
    stage = scene(Landscape())
    assert stage.kinds() == {"place_tile", "take_card"}
    stage.does(TakeCard(2))
    assert stage.place().hand == (2,)
    assert stage.world.cards == (0, 1, 3)


def test_k_02_both_actions_must_be_used_then_the_turn_is_confirmed() -> None:
    stage = scene(Landscape()).does(TakeCard(0))
    assert doing(stage) == ("action", 0)
    assert not stage.may(FinishTurn())
    stage.does(PlaceTile(0, Spot(0, 0)))
    assert doing(stage) == ("confirm", 0)
    assert stage.kinds() == {"finish_turn", "take_back"}
    stage.does(FinishTurn())
    assert stage.last(KuhfsteinTurnBegan).seat == 1


def test_k_03_passing_is_for_those_who_can_do_nothing() -> None:
    stuck = scene(land("H"), display="", tiles="", cards=[])
    assert stuck.kinds() == {"pass_action"}
    assert "pass_action" not in scene(land("H")).kinds()
    assert "pass_action" in scene(land("H"), rules={"allow_pass": True}).kinds()
    stuck.does(PassAction())
    assert doing(stuck) == ("action", 0)


def test_k_03_a_round_of_passes_ends_the_game() -> None:
    stage = scene(land("H"), land("H"), rules={"allow_pass": True, "start_player": "seat:0"})
    for seat in (0, 1):
        stage.does(PassAction(), seat).does(PassAction(), seat).does(FinishTurn(), seat)
    assert stage.table.phase.actors(stage.table) == ()
    assert getattr(stage.table.phase, "reason", None) == "idle"


def test_k_04_displays_are_filled_only_at_the_end_of_a_turn() -> None:
    stage = scene(Landscape(), display="HM")
    stage.does(PlaceTile(0, Spot(0, 0))).does(PlaceTile(0, Spot(0, 1)))
    assert not stage.world.display
    stage.does(FinishTurn())
    assert len(stage.world.display) == 5
    assert stage.count(Refilled) == 1


def test_a_tile_goes_from_the_display_to_the_landscape() -> None:
    stage = scene(land("H"), display="HMW")
    stage.does(PlaceTile(1, Spot(0, 1)))
    assert [tile.terrain for tile in stage.place().land.tiles] == ["hay", "meadow"]
    assert stage.world.display == terrains("HW")
    assert not stage.may(PlaceTile(0, Spot(5, 5)))


def test_k_05_a_tree_is_planted_in_the_same_action_or_never() -> None:
    stage = scene(land("HM", "W."), display="LBHMW")
    assert stage.may(PlaceTile(0, Spot(1, 1, 0, (0, 0))))
    assert not stage.may(PlaceTile(2, Spot(1, 1, 0, (0, 0))))  # a second hay
    stage.does(PlaceTile(0, Spot(1, 1, 0, (0, 0))))
    assert stage.place().score == 5
    assert stage.world.trees == 3
    declined = scene(land("HM", "W."), display="LBHMW").does(PlaceTile(0, Spot(1, 1)))
    assert declined.place().score == 0
    assert not any(event.tree for event in declined.log if isinstance(event, TilePlaced))


def test_k_05_one_tree_although_two_squares_are_complete() -> None:
    stage = scene(land("HML", "W.W"), display="BHMWL")
    assert stage.may(PlaceTile(0, Spot(1, 1, 0, (0, 0))))
    stage.does(PlaceTile(0, Spot(1, 1, 0, (0, 1))))
    assert stage.place().land.trees == ((0, 1),)


def test_no_tree_is_left_for_a_fifth() -> None:
    stage = scene(land("HM", "W."), display="LBHMW", trees=0)
    assert not stage.may(PlaceTile(0, Spot(1, 1, 0, (0, 0))))


def test_the_example_of_the_rules_places_two_cows_for_eight_points() -> None:
    stage = playing(cows=2).does(PLAY)
    assert stage.place().score == 8
    assert stage.place().cows == 0
    assert stage.place().land.cows == ((0, 0), (1, 0))
    assert stage.place().hand == ()
    assert stage.world.discard == (50,)


def test_a_card_needs_cows_for_its_shown_cells() -> None:
    assert not playing(cows=1).may(PLAY)


def test_one_herd_is_taken_not_all_cows() -> None:
    there = land("HHHHH", "HH...", cows=[(0, 0), (0, 1), (1, 0), (1, 1), (0, 4)])
    stage = scene(there, cows=1)
    assert not stage.may(TakeHerd(0, 3))
    stage.does(TakeHerd(0, 0))
    assert stage.last(HerdTaken).cows == ((0, 0), (0, 1), (1, 0), (1, 1))
    assert stage.place().cows == 5
    assert stage.place().land.cows == ((0, 4),)


@pytest.mark.parametrize(("display", "may"), [("HHHHM", True), ("HHHH", True), ("HHHMM", False)])
def test_k_07_four_alike_may_be_exchanged(display: str, may: bool) -> None:
    assert scene(land("H"), display=display).may(ExchangeTiles()) is may


def test_k_08_an_exchange_commits_to_its_action() -> None:
    stage = scene(land("H"), display="HHHHH", tiles="MWLBM" * 3)
    stage.does(ExchangeTiles())
    assert stage.world.display == terrains("MWLBM")
    assert stage.world.aside == terrains("HHHHH")
    assert stage.kinds() == {"place_tile"}
    stage.does(PlaceTile(0, Spot(0, 1)))
    assert doing(stage) == ("action", 0)


def test_k_09_tiles_set_aside_come_back_with_the_last_one() -> None:
    stage = scene(land("H"), display="HHHHH", tiles="MWLBM")
    stage.does(ExchangeTiles())
    assert stage.last(TilesExchanged).shuffled
    assert stage.world.aside == ()
    assert sorted(stage.world.tiles) == ["hay"] * 5


def test_k_16_exchanges_are_limited() -> None:
    stage = scene(land("H"), display="HHHHH", tiles="H" * 60)
    for _ in range(MOST_EXCHANGES):
        stage.does(ExchangeTiles())
    assert not stage.may(ExchangeTiles())
    assert stage.may(PlaceTile(0, Spot(0, 1)))


def test_k_07_cards_are_exchanged_if_all_four_show_one_terrain() -> None:
    same = {n: card("HM", name=f"S{n}") for n in range(4)}
    stage = scene(land("H"), deck=same)
    assert stage.may(ExchangeCards())
    stage.does(ExchangeCards())
    assert stage.world.discard == (0, 1, 2, 3)
    assert stage.kinds() == {"take_card"}
    assert not scene(land("H"), deck=same, cards=[0, 1, 2]).may(ExchangeCards())
    assert not scene(land("H"), deck=same | {3: card("WL", name="X")}).may(ExchangeCards())


def test_k_13_bonus_fields_in_the_order_of_the_track() -> None:
    stage = scene(
        READY,
        hand=[50],
        deck={50: card("L.", "H.", "??", points=16)},
        score=12,
        cows=4,
    ).does(PLAY)
    assert [event.field for event in stage.log if isinstance(event, BonusReached)] == [0, 1]
    assert doing(stage) == ("extra", 1)
    assert stage.place().cows == 4 - 2 + 1
    stage.does(TakeCard(0))
    assert doing(stage) == ("action", 0)


def test_k_13_a_field_reached_meanwhile_joins_the_queue() -> None:
    stage = scene(
        land("L.", "H.", "MW", "HM"),
        hand=[50, 51],
        deck={50: card("L.", "H.", "??", points=14), 51: card("W", "M", points=14, name="U")},
        score=12,
        cows=6,
    ).does(PLAY)
    assert doing(stage) == ("extra", 1)  # 26: the extra action of field 1
    stage.does(PlayCard(51, Spot(2, 1, 0)))
    fields = [event.field for event in stage.log if isinstance(event, BonusReached)]
    assert fields == [0, 1, 2]
    assert stage.place().score == 40


def test_k_14_a_bonus_that_cannot_be_used_is_lost() -> None:
    stage = playing(
        score=20, display="", tiles="", cards=[], layout=("cow", "place_tile", "cow", "cow")
    ).does(PLAY)
    assert stage.last(BonusReached).lost
    assert doing(stage) == ("action", 0)


def test_k_14_a_bonus_may_be_declined_only_by_option() -> None:
    assert not playing(score=20).does(PLAY).may(Decline())
    stage = playing(score=20, rules={"bonus_optional": True}).does(PLAY)
    assert doing(stage)[0] == "extra"
    stage.does(Decline())
    assert doing(stage) == ("action", 0)


def test_k_15_no_bonus_beyond_the_first_lap() -> None:
    stage = playing(score=60).does(PLAY)
    assert stage.place().score == 68
    assert stage.count(BonusReached) == 0


def test_k_17_all_cows_come_back_those_just_placed_too() -> None:
    stage = playing(score=50).does(PLAY)
    reached = stage.last(BonusReached)
    assert reached.bonus == "all_cows_back"
    assert reached.cows == ((0, 0), (1, 0))
    assert stage.place().land.cows == ()
    assert stage.place().cows == 4


def test_k_18_a_cow_field_gives_one_cow_once() -> None:
    stage = playing(score=10).does(PLAY)
    assert stage.place().cows == 4 - 2 + 1
    assert stage.place().reached == 1


def test_k_06_a_tile_of_a_bonus_may_plant_a_tree() -> None:
    stage = scene(
        land("L.", "H.", "MW", ".H"),
        hand=[50],
        deck={50: EXAMPLE},
        score=20,
        display="LBHMW",
        layout=("cow", "place_tile", "cow", "cow"),
    ).does(PLAY)
    assert doing(stage)[0] == "tile"
    assert stage.kinds() == {"place_tile", "take_back"}
    assert stage.may(PlaceTile(0, Spot(3, 0, 0, (2, 0))))


def test_k_07_no_exchange_for_the_tile_of_a_bonus() -> None:
    stage = playing(score=20, display="HHHHH", layout=("cow", "place_tile", "cow", "cow")).does(
        PLAY
    )
    assert not stage.may(ExchangeTiles())


def test_an_extra_action_admits_an_exchange() -> None:
    stage = playing(score=20, display="HHHHH").does(PLAY)
    assert doing(stage)[0] == "extra"
    assert stage.may(ExchangeTiles())


def test_actions_are_taken_back_one_by_one() -> None:
    stage = scene(land("H"))
    before = stage.world
    stage.does(TakeCard(0))
    between = stage.world
    stage.does(PlaceTile(0, Spot(0, 1)))
    stage.does(TakeBack())
    assert stage.world == between
    assert doing(stage) == ("action", 0)
    stage.does(TakeBack())
    assert stage.world == before
    assert not stage.may(TakeBack())
    assert stage.count(TookBack) == 2


def test_a_bonus_is_taken_back_with_what_led_to_it() -> None:
    stage = playing(score=10)
    before = stage.world
    stage.does(PLAY).does(TakeBack())
    assert stage.world == before


def test_nothing_is_taken_back_past_an_exchange() -> None:
    stage = scene(land("H"), display="HHHHM")
    stage.does(TakeCard(0)).does(ExchangeTiles())
    assert not stage.may(TakeBack())
    stage.does(PlaceTile(0, Spot(0, 1))).does(TakeBack())
    assert not stage.may(TakeBack())
    assert stage.kinds() == {"place_tile"} | ({"exchange_tiles"} & stage.kinds())


def test_nobody_takes_back_anothers_move() -> None:
    stage = scene(land("H"), land("H")).does(TakeCard(0))
    with pytest.raises(Illegal, match="not_your_turn"):
        stage.does(TakeBack(), seat=1)
    stage.does(TakeCard(1)).does(FinishTurn())
    assert not stage.may(TakeBack(), seat=1)


def test_what_is_taken_back_has_another_moment() -> None:
    stage = scene(land("H")).does(TakeCard(0))
    moment = stage.table.moment
    stage.does(TakeBack())
    assert stage.table.moment > moment


def test_events_say_what_comes_next() -> None:
    stage = scene(land("H")).does(TakeCard(0))
    assert stage.last(ActingContinued) == ActingContinued(0, "action", 0, ())


def test_the_card_just_played_is_discarded_before_its_bonus() -> None:
    stage = playing(score=20).does(PLAY)
    assert isinstance(stage.log[0], CardPlayed)
    assert stage.world.discard == (50,)
