"""Herders and planners: legal under any rules, sensible, quick to 65, and one is better."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.arena.kuhfstein.invariants import KuhfsteinWatch
from kuhstall.arena.simulation import simulate
from kuhstall.bots.kuhfstein.aims import aims, shown_best
from kuhstall.bots.kuhfstein.considering import consider
from kuhstall.bots.kuhfstein.herders import Herder, Planner
from kuhstall.bots.kuhfstein.moves import Take
from kuhstall.bots.kuhfstein.position import Position, position
from kuhstall.bots.kuhfstein.sketch import NUMBER
from kuhstall.bots.kuhfstein.weights import CAREFUL
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.option import Choice
from kuhstall.engine.values import Action, TookBack
from kuhstall.games.kuhfstein.actions import (
    ExchangeCards,
    ExchangeTiles,
    PlaceTile,
    PlayCard,
    TakeCard,
    TakeHerd,
    TakeStartCard,
)
from kuhstall.games.kuhfstein.editions import KUHFSTEIN
from kuhstall.games.kuhfstein.events import (
    ActionPassed,
    BonusDeclined,
    CardsExchanged,
    TilesExchanged,
)
from kuhstall.games.kuhfstein.goals import GOALS, Judged, points
from kuhstall.games.kuhfstein.view import ActingView
from tests.games.kuhfstein.scenes import Stage, card, land, scene
from tests.games.kuhfstein.walks import random_rules

FEW_MOVES = 600
BOTS = [Herder, Planner]
MOST_THOUGHTS = 400
YARDSTICK = "f6e2bbbd78cfbf54a2ab60e8a3cf6ffe7bd07bb3837ac3a77612d35f2f9d5466"


def seen(stage: Stage) -> Seen:
    match = Match(stage.table.edition, stage.world.seats, QuickChance(1))
    match.table = stage.table
    return match.seen(0)


def chosen(stage: Stage, bot: type[Herder] = Planner) -> Action:
    return bot(QuickChance(1)).choose(seen(stage))


@pytest.mark.parametrize("seed", range(5))
def test_choices_are_legal_whatever_the_rules_are(seed: int) -> None:
    dice = random.Random(f"herders {seed}")
    seats = 2 + seed % 3
    edition = KUHFSTEIN.with_rules(random_rules(dice, seats))
    match = Match(edition, seats, QuickChance(seed))
    bots = [dice.choice(BOTS)(QuickChance(f"{seed} {seat}")) for seat in range(seats)]
    watch = KuhfsteinWatch(match)
    for _ in play_out(match, bots, QuickChance(f"driver {seed}")):
        watch.look()
        assert watch.moves < FEW_MOVES
    watch.finish()
    assert not watch.violations
    told = [type(event) for event in match.log]
    assert not {TookBack, ActionPassed, BonusDeclined} & set(told)
    assert told.count(TilesExchanged) + told.count(CardsExchanged) < 6 * seats


def test_a_position_changes_like_the_table() -> None:
    """What a bot expects from an action is what comes of it, including bonuses that give cows."""
    match = Match(KUHFSTEIN, 2, QuickChance(3))
    bots = [Planner(QuickChance(seat)) for seat in range(2)]
    compared = 0
    while actors := match.actors:
        (seat,) = actors
        before = match.seen(seat)
        action = bots[seat].choose(before)
        expected = _expected(before, action)
        match.play(seat, action)
        if expected is not None and match.actors == (seat,):
            after: Any = match.view(seat)
            own = after.seats[seat]
            assert (expected.supply, expected.score) == (own.supply, own.score)
            assert (expected.reached, expected.trees) == (own.reached, after.trees)
            assert expected.hand == own.hand
            there = expected.land.frame.sketch_of(own.tiles, own.cows, own.trees)
            assert expected.land is there
            compared += 1
    assert compared > 40


def _expected(before: Seen, action: Action) -> Position | None:
    if not isinstance(before.view.phase, ActingView):
        return None
    now = position(before.view, before.seat, CAREFUL, before.view.phase.left)
    moves = dict(consider(before.options, now))
    return now.after(moves[action]) if action in moves else None


@pytest.mark.parametrize("bot", BOTS)
def test_a_card_that_fits_is_played(bot: type[Herder]) -> None:
    stage = scene(land("HM"), hand=[5], deck={5: card("HM", points=12)}, cards=(), trees=0)
    assert isinstance(chosen(stage, bot), PlayCard)


@pytest.mark.parametrize("bot", BOTS)
def test_a_tree_is_planted(bot: type[Herder]) -> None:
    stage = scene(land("HM", "W."), display="LHHMM", cards=())
    action = chosen(stage, bot)
    assert isinstance(action, PlaceTile)
    assert action.spot.also == (0, 0)


def test_cows_are_taken_back_for_a_card_that_needs_them() -> None:
    stage = scene(
        land("HM", "WL", cows=[(1, 0), (1, 1)]),
        hand=[5],
        deck={5: card("HM", points=14)},
        cows=0,
        cards=(),
        trees=0,
    )
    assert chosen(stage) == TakeHerd(1, 0)


def test_the_first_action_prepares_the_second() -> None:
    stage = scene(land("HM"), hand=[5], deck={5: card("HMW", points=14)}, display="WHHMM")
    first = chosen(stage)
    assert isinstance(first, PlaceTile)
    assert stage.world.display[first.tile] == "wood"
    assert isinstance(chosen(stage.does(first)), PlayCard)


def test_a_goal_is_judged_as_the_rules_judge_it() -> None:
    dice = random.Random(1)
    fulfilled = 0
    for seed in range(4):
        rules = {"final_tile": "player", "house_surround": dice.choice(["orthogonal", "all8"])}
        match = Match(KUHFSTEIN.with_rules(rules), 3, QuickChance(f"goals {seed}"))
        bots = [Herder(QuickChance(seat)) for seat in range(3)]
        for _ in play_out(match, bots, QuickChance("driver")):
            if match.table.phase.sealed and not match.held:
                break
        assert len(match.actors) == 3
        all_around = rules["house_surround"] == "all8"
        for seat in range(3):
            now = Judged(match.table.world, seat, KUHFSTEIN.threshold, all_around)
            view: Any = match.view(seat)
            own = view.seats[seat].goals
            best = max(points(goal, now) for goal in own)
            assert points(bots[seat].choose(match.seen(seat)).goal, now) == best  # type: ignore[attr-defined]
            for goal in GOALS:
                other = "trees_3" if goal == "tiles_13" else "tiles_13"
                pair = replace(view.seats[seat], goals=(other, goal))
                seats = (*view.seats[:seat], pair, *view.seats[seat + 1 :])
                picked = shown_best(replace(view, seats=seats), seat)
                assert points(picked, now) == max(points(goal, now), points(other, now))
                fulfilled += points(goal, now) > 0
    assert fulfilled > 20


@pytest.mark.parametrize(
    ("surround", "corner", "goal"),
    [
        ("orthogonal", ".", "walled_house"),
        ("all8", ".", "edge_lakes"),
        ("all8", "H", "walled_house"),
    ],
)
def test_a_house_is_built_round_as_the_rules_say(surround: str, corner: str, goal: str) -> None:
    stage = scene(
        land(f"LH{corner}", "HBH", "HHL"),
        rules={"house_surround": surround, "final_tile": "player"},
    )
    view = seen(stage).view
    own = replace(view.seats[0], goals=("edge_lakes", "walled_house"))
    assert shown_best(replace(view, seats=(own, view.seats[1])), 0) == goal


def test_the_start_card_brings_most_for_its_tiles() -> None:
    match = Match(KUHFSTEIN.with_rules({"start_card": "choose"}), 2, QuickChance(1))
    (seat,) = match.actors
    action = Herder(QuickChance(1)).choose(match.seen(seat))
    assert isinstance(action, TakeStartCard)
    view: Any = match.view(seat)
    ratio = {
        face.card: face.points / (1 + sum(cell != "." for row in face.rows for cell in row))
        for face in view.cards
    }
    assert ratio[action.card] == max(ratio.values())


USELESS = {at: card("LLLLL", points=6 + at, name=f"U{at}") for at in range(4)}


def test_cards_that_help_nobody_are_exchanged_while_there_are_new_ones() -> None:
    stage = scene(land("HM", "WB"), deck=USELESS, display="", tiles="", trees=0)
    assert any(option == Choice((ExchangeCards(),)) for option in seen(stage).options)
    assert chosen(stage) == ExchangeCards()
    assert isinstance(chosen(stage, Herder), TakeCard)
    stage = scene(land("HM", "WB"), deck=USELESS, display="", tiles="", trees=0, pile=(9,))
    assert isinstance(chosen(stage), TakeCard)


def test_tiles_that_help_are_not_exchanged() -> None:
    stage = scene(land("HM"), display="WWWWW", hand=[5], deck={5: card("HMW", points=14)})
    assert any(option == Choice((ExchangeTiles(),)) for option in seen(stage).options)
    assert isinstance(chosen(stage), PlaceTile)


@pytest.mark.parametrize(
    ("last_round", "extra_round", "turns"), [(False, False, 1), (True, False, 1), (True, True, 0)]
)
def test_d_27_one_more_turn_is_counted_on_until_the_extra_round_is_there(
    last_round: bool, extra_round: bool, turns: int
) -> None:
    """The leader has 65: before the end of that turn, after it, and in the extra round."""
    stage = scene(
        land("HM"),
        score=66,
        rules={"extra_final_round": True},
        last_round=last_round,
        extra_round=extra_round,
    )
    assert position(seen(stage).view, 0, CAREFUL, 1).time == 1 + KUHFSTEIN.actions * turns


def test_k_11_nothing_comes_after_the_last_round() -> None:
    stage = scene(land("HM"), score=66, last_round=True)
    assert position(seen(stage).view, 0, CAREFUL, 1).time == 1


def test_a_tie_is_broken_by_chance() -> None:
    stage = scene(land("HM"), display="H", cards=())
    spots = set()
    for seed in range(20):
        action = Herder(QuickChance(seed)).choose(seen(stage))
        assert isinstance(action, PlaceTile)
        spots.add(action.spot)
    assert len(spots) > 1


def test_two_actions_lead_to_the_same_place_in_either_order() -> None:
    stage = scene(land("HM"), hand=[5], deck={5: card("HMW", points=14)}, display="WHHMM")
    now = position(seen(stage).view, 0, CAREFUL, 1)
    lay, take = next(now.lays(NUMBER["wood"])), Take(now.open[0])
    assert now.after(lay).after(take).landmark() == now.after(take).after(lay).landmark()
    places = [now.after(move).landmark() for move in now.moves("extra_action")]
    assert len(set(places)) == len(places) > 2


def test_a_decision_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long a thought takes depends on the machine; how many there are does not."""
    thoughts, most = 0, 0
    worth = Position.worth

    def counted(now: Position) -> float:
        nonlocal thoughts
        thoughts += 1
        return worth(now)

    monkeypatch.setattr(Position, "worth", counted)
    match = Match(KUHFSTEIN, 2, QuickChance("bounded"))
    bots = [Planner(QuickChance(seat)) for seat in range(2)]
    for _ in play_out(match, bots, QuickChance("driver")):
        most, thoughts = max(most, thoughts), 0
    assert 100 < most < MOST_THOUGHTS


def test_the_greedy_one_chooses_what_it_always_chose() -> None:
    """It is what others are measured by: these are the logs of games that 0.2.0 played."""
    digest = hashlib.sha256()
    for seats in (2, 3, 4):
        match = Match(KUHFSTEIN, seats, QuickChance(f"yardstick {seats}"))
        bots = [Herder(QuickChance(f"yardstick {seats}/{seat}")) for seat in range(seats)]
        for _ in play_out(match, bots, QuickChance("driver")):
            pass
        digest.update(msgspec.json.encode(match.log))
    assert digest.hexdigest() == YARDSTICK


def test_aims_know_nothing_of_hidden_goals() -> None:
    match = Match(KUHFSTEIN, 3, QuickChance(1))
    view: Any = match.view(0)
    assert aims(view, 0).goals == match.table.world.places[0].goals
    assert aims(view, 1).goals == ()


def test_the_greedy_one_comes_to_65_in_about_13_rounds() -> None:
    result = simulate(KUHFSTEIN, 2, 12, "rounds", ["herder"])
    assert result.violations == 0
    assert result.mean_rounds is not None
    assert 12 <= result.mean_rounds <= 14.5


def test_the_planner_beats_the_greedy_one() -> None:
    """With only a few games, points say more than wins."""
    result = simulate(KUHFSTEIN, 2, 12, "duel", ["farmer", "herder"], rotate=True)
    assert result.violations == 0
    planner, greedy = result.wins_by_bot["farmer"], result.wins_by_bot["herder"]
    assert planner.mean_score > greedy.mean_score + 2


@pytest.mark.thorough
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_planner_beats_a_table_of_greedy_ones(players: int) -> None:
    line_up = ["farmer", *["herder"] * (players - 1)]
    result = simulate(KUHFSTEIN, players, 300, 1, line_up, rotate=True)
    assert result.violations == 0
    low, _ = result.wins_by_bot["farmer"].interval
    assert low > 1 / players
