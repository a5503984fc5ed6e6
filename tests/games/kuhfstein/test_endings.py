"""Set-up, refilling, the last round and the goals: K-09 to K-12, K-20, K-21, A-33, M-11 to M-14."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest
from msgspec.structs import replace

from kuhstall.engine.chance import SeededChance
from kuhstall.engine.kernel import begin
from kuhstall.engine.match import Match
from kuhstall.engine.option import Spot
from kuhstall.engine.table import Table
from kuhstall.engine.values import Line, Refused
from kuhstall.games.kuhfstein import goals
from kuhstall.games.kuhfstein.actions import (
    FinishTurn,
    PassAction,
    PlaceTile,
    ShowGoal,
    TakeBack,
    TakeCard,
    TakeStartCard,
)
from kuhstall.games.kuhfstein.edition import KuhfsteinTable
from kuhstall.games.kuhfstein.editions import KUHFSTEIN
from kuhstall.games.kuhfstein.events import (
    BonusReached,
    KuhfsteinEnded,
    KuhfsteinTurnBegan,
    LastRoundBegan,
)
from kuhstall.games.kuhfstein.goals import GOALS, Judged, best, points
from kuhstall.games.kuhfstein.narration import narrate
from kuhstall.games.kuhfstein.phases.acting import Acting
from kuhstall.games.kuhfstein.phases.final import end_game
from kuhstall.games.kuhfstein.phases.refilling import Refilling
from kuhstall.games.kuhfstein.supplies import open_cards, open_tiles
from kuhstall.games.kuhfstein.view import view
from kuhstall.games.kuhfstein.world import Place, World
from tests.games.kuhfstein.scenes import Stage, land, scene

CHANCE = SeededChance(b"endings")


def after_turn(stage: Stage, seat: int = 0) -> Stage:
    """End a seat's turn as if it had acted."""
    table = stage.table
    phase: Any = Refilling(seat)
    refilling = Stage(Table(table.edition, table.world, phase, table.moment))
    events = list(phase.resolve(refilling.table, CHANCE))
    for event in events:
        refilling.table = refilling.table.phase.evolve(refilling.table, event)
    refilling.log = events
    return refilling


def scored(stage: Stage, *scores: int) -> Stage:
    places = tuple(
        replace(place, score=score) for place, score in zip(stage.world.places, scores, strict=True)
    )
    table = stage.table
    world = replace(table.world, places=places)
    return Stage(Table(table.edition, world, table.phase, table.moment))


@pytest.mark.parametrize(("seats", "tiles"), [(2, 61), (3, 66), (4, 71)])
def test_m_14_the_deal(seats: int, tiles: int) -> None:
    table: KuhfsteinTable
    table, _ = begin(KUHFSTEIN, seats, CHANCE)
    world: World = table.world
    assert len(world.display) + len(world.tiles) == tiles
    assert len(world.cards) == 4
    assert world.trees == 2 * seats
    assert [place.cows for place in world.places] == [4] * seats
    assert [len(place.hand) for place in world.places] == [1] * seats
    dealt = [goal for place in world.places for goal in place.goals]
    assert len(set(dealt)) == len(dealt) == 2 * seats


@pytest.mark.parametrize("seats", [1, 5])
def test_m_14_other_numbers_are_refused(seats: int) -> None:
    with pytest.raises(Refused, match="2 to 4"):
        KUHFSTEIN.opened(seats)


def test_m_11_m_12_m_13_four_bonus_fields_the_first_gives_a_cow() -> None:
    table: KuhfsteinTable
    table, _ = begin(KUHFSTEIN, 2, CHANCE)
    assert table.world.layout == ("cow", "extra_action", "cow", "all_cows_back")
    assert KUHFSTEIN.rules.bonus_positions == (13, 26, 39, 52)
    other = KUHFSTEIN.with_rules({"bonus_positions": "5,10,20,65"})
    assert other.rules.bonus_positions == (5, 10, 20, 65)
    with pytest.raises(Refused, match="rise"):
        KUHFSTEIN.with_rules({"bonus_positions": "5,4,20,65"}).opened(2)


def test_m_13_a_random_layout_leaves_four_or_five_cows() -> None:
    edition = KUHFSTEIN.with_rules({"bonus_layout": "random"})
    seen = set()
    for seed in range(60):
        table: KuhfsteinTable
        table, _ = begin(edition, 2, SeededChance(str(seed).encode()))
        world = table.world
        assert world.places[0].cows == 6 - world.layout.count("cow")
        seen.add(world.places[0].cows)
    assert seen == {4, 5}


def test_k_21_start_cards_are_chosen_the_fox_last() -> None:
    edition = KUHFSTEIN.with_rules({"start_card": "choose", "start_player": "seat:1"})
    match = Match(edition, 4, CHANCE)
    for seat in (0, 3, 2, 1):
        assert match.actors == (seat,)
        match.play(seat, TakeStartCard(match.table.world.cards[0]))
    assert len(match.table.world.cards) == 4
    assert match.actors == (1,)
    assert [len(place.hand) for place in match.table.world.places] == [1] * 4


def test_k_09_k_10_supplies_come_back() -> None:
    few = open_tiles(("hay",), ("wood", "wood"), 2, CHANCE, "a")
    assert few.opened == ("hay", "wood")
    assert few.shuffled
    assert open_tiles(("hay", "lake"), ("wood",), 1, CHANCE, "b").shuffled is False
    assert open_cards((1, 2), (3, 4), 2, CHANCE, "c").shuffled is False  # only when one is needed
    more = open_cards((1,), (3, 4), 3, CHANCE, "d")
    assert (more.opened[0], sorted(more.opened[1:]), more.shuffled) == (1, [3, 4], True)
    assert open_cards((), (), 4, CHANCE, "e").opened == ()


def test_k_11_the_round_is_played_out() -> None:
    stage = after_turn(scored(scene(land("H"), land("H")), 70, 10), 0)
    assert stage.log[1] == LastRoundBegan(0, extra=False)
    assert stage.last(KuhfsteinTurnBegan).seat == 1
    over = after_turn(stage, 1)
    assert over.last(KuhfsteinEnded).reason == "reached"


def test_k_11_the_last_seat_of_the_round_ends_it_at_once() -> None:
    stage = after_turn(scored(scene(land("H"), land("H")), 10, 70), 1)
    assert stage.last(KuhfsteinEnded).reason == "reached"


def test_d_27_one_more_round_by_option() -> None:
    rules = {"extra_final_round": True}
    stage = after_turn(scored(scene(land("H"), land("H"), rules=rules), 10, 70), 1)
    assert stage.last(LastRoundBegan).extra
    assert view(stage.table, None).last_round
    stage = after_turn(stage, 0)
    assert stage.count(KuhfsteinEnded) == 0
    assert after_turn(stage, 1).count(KuhfsteinEnded) == 1


def test_d_27_nobody_is_told_of_a_last_round_that_is_none() -> None:
    rules = {"extra_final_round": True}
    stage = after_turn(scored(scene(land("H"), land("H"), rules=rules), 70, 10), 0)
    assert stage.log[1] == LastRoundBegan(0, extra=False, more=True)
    assert narrate(stage.log[1]) == Line("log.last_round_more", {"seat": 0})
    assert not view(stage.table, None).last_round
    stage = after_turn(stage, 1)
    assert narrate(stage.last(LastRoundBegan)) == Line("log.last_round_extra")
    assert view(stage.table, None).last_round


def test_k_12_no_tiles_end_the_game_at_once() -> None:
    short = scene(land("H"), land("H"), display="HM", tiles="")
    assert after_turn(short).last(KuhfsteinEnded).reason == "tiles"
    later = scene(land("H"), land("H"), display="HM", tiles="", rules={"early_end": "finish_round"})
    assert after_turn(later).count(KuhfsteinEnded) == 0
    reached = scored(scene(land("H"), land("H"), display="HM", tiles=""), 66, 0)
    assert after_turn(reached).count(KuhfsteinEnded) == 0


def judged(*places: Place, seat: int = 0) -> Judged:
    return Judged(World(places), seat, 65, all_around=False)


def test_goals_bring_their_points() -> None:
    lakes = Place(land=land("LHL"))
    assert points("edge_lakes", judged(lakes, Place())) == 4
    hay = Place(land=land("HH"))
    assert points("most_hay", judged(hay, Place(land=land("HH")))) == 4  # level is enough
    assert points("most_hay", judged(hay, Place(land=land("HHH")))) == 0
    assert points("most_meadow", judged(Place(land=land("M")), Place())) == 5
    assert points("most_wood", judged(Place(land=land("W")), Place())) == 5
    assert points("trees_3", judged(Place(land=land("H", trees=[(0, 0)] * 3)))) == 6
    assert points("cows_4", judged(Place(cows=4))) == 4
    assert points("cows_4", judged(Place(cows=3))) == 0
    assert points("tiles_13", judged(Place(land=land("H" * 13)))) == 7
    assert points("walled_house", judged(Place(land=land(".H.", "HBH", ".H.")))) == 5
    assert set(goals.GOAL_POINTS) == set(GOALS)


def test_a_33_sixty_five_counts_before_the_goal() -> None:
    assert points("reached_65", judged(Place(score=65))) == 3
    assert points("reached_65", judged(Place(score=64))) == 0


def test_the_best_goal_is_shown_the_first_of_equals() -> None:
    now = judged(Place(cows=4, score=65), Place())
    assert best(("reached_65", "cows_4"), now) == "cows_4"
    assert best(("trees_3", "tiles_13"), now) == "trees_3"


def test_k_20_ties_go_to_more_tiles_then_are_shared() -> None:
    one, two = Place(score=70, land=land("HH")), Place(score=70, land=land("HHH"))
    world = World((one, two))
    shown = ["trees_3", "trees_3"]
    assert end_game(KUHFSTEIN, world, "reached", shown).winners == (1,)
    assert end_game(KUHFSTEIN, World((two, two)), "reached", shown).winners == (0, 1)


def test_goals_are_shown_together_where_players_choose() -> None:
    rules = {"final_tile": "player"}
    stage = after_turn(scored(scene(land("H"), land("H"), rules=rules), 10, 70), 1)
    own = [place.goals for place in stage.world.places]
    assert stage.table.phase.sealed
    stage.closes({0: ShowGoal(own[0][1])})
    scores = stage.last(KuhfsteinEnded).scores
    assert scores[0].goal == own[0][1]
    assert scores[1].goal in own[1]


def test_a_custom_deck_is_in_the_log() -> None:
    custom = KUHFSTEIN.with_cards(KUHFSTEIN.cards[:20])
    opened = custom.opened(2)
    assert len(opened.data["cards"]) == 20
    assert KUHFSTEIN.reopened(opened).cards == custom.cards
    assert KUHFSTEIN.opened(2).data == {}


def test_a_whole_turn_by_hand() -> None:
    stage = scene(land("H"), land("M"))
    stage.does(PlaceTile(0, Spot(0, 1))).does(TakeCard(0)).does(FinishTurn())
    assert len(stage.world.display) == 5
    assert len(stage.world.cards) == 4
    assert stage.table.phase.actors(stage.table) == (1,)


# --- corner cases ---


def test_d_19_the_start_player_is_drawn_or_named() -> None:
    matches = [Match(KUHFSTEIN, 3, SeededChance(str(n).encode())) for n in range(30)]
    foxes = {match.table.world.fox for match in matches}
    assert foxes == {0, 1, 2}
    match = Match(KUHFSTEIN.with_rules({"start_player": "seat:2"}), 3, CHANCE)
    assert (match.table.world.fox, match.actors) == (2, (2,))
    with pytest.raises(Refused, match="1 to 3"):
        KUHFSTEIN.with_rules({"start_player": "seat:3"}).opened(3)


def test_m_12_the_fields_lie_where_the_option_says() -> None:
    rules = {"bonus_positions": "5,6,64,65"}
    stage = scene(land("HM", "W."), display="LHMWB", rules=rules)
    stage.does(PlaceTile(0, Spot(1, 1, 0, (0, 0))))
    assert [event.field for event in stage.log if isinstance(event, BonusReached)] == [0]
    assert stage.place().cows == 5


def test_m_13_a_random_layout_lays_each_tile_once_with_either_side_up() -> None:
    edition = KUHFSTEIN.with_rules({"bonus_layout": "random"})
    sides = [set(tile) for tile in edition.bonus_tiles]
    layouts = set()
    for seed in range(600):
        table: KuhfsteinTable
        table, _ = begin(edition, 2, SeededChance(f"layout {seed}".encode()))
        printed, *laid = table.world.layout
        assert printed == "cow"
        assert any(
            all(bonus in side for bonus, side in zip(laid, order, strict=True))
            for order in permutations(sides)
        )
        layouts.add(tuple(laid))
    everything = {laid for order in permutations(KUHFSTEIN.bonus_tiles) for laid in product(*order)}
    assert layouts == everything


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_k_21_everybody_chooses_and_only_then_are_cards_opened(seats: int) -> None:
    edition = KUHFSTEIN.with_rules({"start_card": "choose", "start_player": "seat:0"})
    match = Match(edition, seats, CHANCE)
    for left, seat in enumerate((*range(seats - 1, 0, -1), 0)):
        assert len(match.table.world.cards) == 4 - left
        assert [bool(match.options(other)) for other in range(seats)] == [
            other == seat for other in range(seats)
        ]
        match.play(seat, TakeStartCard(match.table.world.cards[-1]))
    assert len(match.table.world.cards) == 4
    assert match.actors == (0,)
    assert match.table.phase == Acting(0, KUHFSTEIN.actions - 1)


def test_k_11_reaching_it_within_a_turn_ends_nothing_yet() -> None:
    stage = scene(land("HM", "W."), land("H"), display="LHMWB", score=60)
    stage.does(PlaceTile(0, Spot(1, 1, 0, (0, 0))))
    assert stage.place().score == 65
    assert stage.count(LastRoundBegan) == 0
    back = Stage(stage.table).does(TakeBack()).does(PlaceTile(0, Spot(1, 1)))
    back.does(TakeCard(0)).does(FinishTurn())
    assert back.count(LastRoundBegan) == 0  # what was taken back was never reached
    stage.does(TakeCard(0)).does(FinishTurn())
    assert stage.world.last_round
    assert stage.count(KuhfsteinEnded) == 0


def test_k_11_only_the_first_begins_the_last_round() -> None:
    stage = scored(scene(land("H"), land("H"), land("H"), seats=3), 70, 70, 0)
    stage = after_turn(stage, 0)
    again = after_turn(stage, 1)
    assert again.count(LastRoundBegan) == 0
    assert again.last(KuhfsteinTurnBegan).seat == 2
    assert after_turn(again, 2).last(KuhfsteinEnded).reason == "reached"


def test_k_12_a_round_is_finished_by_option_then_it_is_over() -> None:
    rules = {"early_end": "finish_round"}
    stage = scene(land("H"), land("H"), display="HM", tiles="", rules=rules)
    stage = after_turn(stage, 0)
    assert stage.log[1] == LastRoundBegan(0, extra=False, why="tiles")
    assert narrate(stage.log[1]) == Line("log.last_round_tiles")
    assert after_turn(stage, 1).last(KuhfsteinEnded).reason == "tiles"


def test_k_12_four_tiles_are_too_few_and_five_are_enough() -> None:
    four = scene(land("H"), land("H"), display="HM", tiles="WL")
    assert after_turn(four).last(KuhfsteinEnded).reason == "tiles"
    five = scene(land("H"), land("H"), display="HM", tiles="WLB")
    assert after_turn(five).count(KuhfsteinEnded) == 0
    aside = scene(land("H"), land("H"), display="HM", tiles="WL", aside=("lake",))
    assert after_turn(aside).count(KuhfsteinEnded) == 0


def test_k_12_somebody_with_65_lets_the_round_go_on_without_tiles() -> None:
    stage = scored(scene(land("H"), land("H"), land("H"), seats=3, display="", tiles=""), 66, 0, 0)
    stage = after_turn(stage, 0)
    assert stage.last(KuhfsteinTurnBegan).seat == 1
    assert not stage.world.display
    assert after_turn(after_turn(stage, 1), 2).last(KuhfsteinEnded).reason == "reached"


def test_d_27_no_more_round_where_tiles_ran_out_before_65() -> None:
    rules = {"early_end": "finish_round", "extra_final_round": True}
    stage = scene(land("H"), land("H"), display="HM", tiles="", rules=rules)
    assert after_turn(after_turn(stage, 0), 1).last(KuhfsteinEnded).reason == "tiles"


def test_k_15_a_goal_moves_over_no_bonus_field() -> None:
    rules = {"allow_pass": True, "final_tile": "player"}
    stage = scene(land("H"), land("H"), score=12, rules=rules)
    for seat in (0, 1):
        stage.does(PassAction(), seat).does(PassAction(), seat).does(FinishTurn(), seat)
    places = [replace(place, goals=("cows_4", "trees_3")) for place in stage.world.places]
    world = replace(stage.world, places=tuple(places))
    stage.table = Table(stage.table.edition, world, stage.table.phase, stage.table.moment)
    stage.closes({0: ShowGoal("cows_4"), 1: ShowGoal("trees_3")})
    first, second = stage.last(KuhfsteinEnded).scores
    assert (first.track, first.goal_points, first.total) == (12, 4, 16)
    assert (second.goal_points, second.total) == (0, 0)
    assert stage.count(BonusReached) == 0
    assert stage.place().cows == 4


def test_k_20_three_may_share_and_points_come_before_tiles() -> None:
    small = Place(score=71, land=land("H"))
    large = Place(score=70, land=land("HHHHH"))
    shown = ["trees_3"] * 3
    assert end_game(KUHFSTEIN, World((large, small, large)), "reached", shown).winners == (1,)
    assert end_game(KUHFSTEIN, World((large,) * 3), "reached", shown).winners == (0, 1, 2)


def test_a_31_the_option_asks_for_all_eight() -> None:
    cross = Place(land=land(".H.", "HBH", ".H."))
    block = Place(land=land("HHH", "HBH", "HHH"))
    world, shown = World((cross, block)), ["walled_house"] * 2
    eight = KUHFSTEIN.with_rules({"house_surround": "all8"})
    assert [score.goal_points for score in end_game(KUHFSTEIN, world, "reached", shown).scores] == [
        5,
        5,
    ]
    assert [score.goal_points for score in end_game(eight, world, "reached", shown).scores] == [
        0,
        5,
    ]


def test_a_32_one_lake_at_the_edge_is_not_enough() -> None:
    one = Place(land=land(".H..", "HLHL", ".H.."))
    assert points("edge_lakes", judged(one, Place())) == 0
    assert points("edge_lakes", judged(Place(land=land("HLL", "L.L", "LLL")))) == 4


def test_a_33_a_goal_does_not_help_to_reach_65() -> None:
    world = World((Place(score=64, cows=4), Place(score=65)))
    scores = end_game(KUHFSTEIN, world, "tiles", ["cows_4", "reached_65"]).scores
    assert [(score.track, score.total) for score in scores] == [(64, 68), (65, 68)]
    assert best(("reached_65", "trees_3"), Judged(world, 0, 65, all_around=False)) == "reached_65"
    assert points("reached_65", Judged(world, 0, 65, all_around=False)) == 0


def test_goals_of_fewer_are_worth_nothing() -> None:
    assert points("trees_3", judged(Place(land=land("H", trees=[(0, 0)] * 2)))) == 0
    assert points("tiles_13", judged(Place(land=land("H" * 12)))) == 0
    assert points("most_meadow", judged(Place(), Place(land=land("M")))) == 0
    assert points("most_wood", judged(Place(), Place(), Place(land=land("W")))) == 0
