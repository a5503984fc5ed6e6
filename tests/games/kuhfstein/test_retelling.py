"""A log of Kuhfstein can be played again, with all that was taken back; a changed one cannot."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from kuhstall.engine import Event, Match, SeededChance, TookBack, Unexpected, sample
from kuhstall.games.kuhfstein.actions import (
    ExchangeCards,
    ExchangeTiles,
    ShowGoal,
    TakeBack,
    TakeHerd,
)
from kuhstall.games.kuhfstein.editions import KUHFSTEIN
from kuhstall.games.kuhfstein.events import (
    ActingContinued,
    BonusReached,
    CardPlayed,
    CardsExchanged,
    GoalsAsked,
    HerdTaken,
    KuhfsteinCardTaken,
    KuhfsteinDealt,
    KuhfsteinEnded,
    KuhfsteinTurnBegan,
    KuhfsteinTurnEnded,
    Refilled,
    StartCardTaken,
    TilePlaced,
    TilesExchanged,
)
from kuhstall.games.kuhfstein.phases.final import Final
from kuhstall.games.kuhfstein.retelling import retell
from kuhstall.games.registry import played_again, read_log, write_log
from tests.games.kuhfstein.scenes import land, scene

CUSTOM = KUHFSTEIN.with_cards(KUHFSTEIN.cards[:14])
RULES: list[dict[str, Any]] = [
    {},
    {"final_tile": "player", "start_card": "choose"},
    {"bonus_layout": "random", "bonus_optional": True, "bonus_positions": (4, 9, 20, 30)},
    {"allow_pass": True, "early_end": "finish_round", "extra_final_round": True},
]
every_way = pytest.mark.parametrize("rules", RULES, ids=["plain", "chosen", "bonus", "pass"])


def played(seats: int, seed: int, rules: dict[str, Any], edition: Any = KUHFSTEIN) -> list[Event]:
    match = Match(edition.with_rules(rules), seats, SeededChance(b"deal"))
    player = SeededChance(str(seed).encode())
    while actors := match.actors:
        if match.table.phase.sealed and not player.below("hand in", 4):
            match.close()  # for those who are silent
            continue
        actor = actors[player.below("actor", len(actors))]
        options = match.options(actor)
        plain = [option for option in options if not option.admits(TakeBack())]
        rare = [o for o in plain if o.admits(ExchangeTiles()) or o.admits(ExchangeCards())]
        plain = rare or plain
        again = plain and player.below("keep", 3)
        match.play(actor, sample(plain if again else options, player))
    return match.log


@every_way
@pytest.mark.parametrize("seats", [2, 4])
def test_a_whole_game_is_played_again(rules: dict[str, Any], seats: int) -> None:
    log = played(seats, 1, rules)
    kinds = Counter(map(type, log))
    assert kinds[TookBack] > 5
    assert played_again(log, SeededChance(b"deal"))
    assert not played_again(log, SeededChance(b"other"))
    assert played_again(read_log(write_log(log)), SeededChance(b"deal"))


def test_a_game_with_other_cards_is_played_again() -> None:
    kinds = Counter[type]()
    for seed in range(4):
        log = played(2 + seed % 3, seed, {}, CUSTOM)
        kinds.update(map(type, log))
        assert any(isinstance(event, Refilled) and event.pile_shuffled for event in log)
        assert played_again(read_log(write_log(log)), SeededChance(b"deal"))
    assert kinds[CardsExchanged]
    assert kinds[TilesExchanged]


def forged(event: Event) -> Event | None:
    """Change an event a little, so that no rule gives it."""
    match event:
        case TilePlaced():
            return replace(event, points=event.points + 1)
        case CardPlayed():
            return replace(event, cows=event.cows[1:])
        case HerdTaken():
            return replace(event, cows=(*event.cows, (99, 99)))
        case KuhfsteinCardTaken() | StartCardTaken():
            return replace(event, card=event.card + 100)
        case BonusReached():
            return replace(event, lost=not event.lost)
        case ActingContinued():
            return replace(event, left=event.left + 1)
        case Refilled():
            return replace(event, drawn=(*event.drawn[::-1], 0))
        case KuhfsteinTurnEnded():
            return replace(event, idle=event.idle + 1)
        case TookBack() | KuhfsteinTurnBegan():
            return replace(event, seat=event.seat + 1)
        case KuhfsteinEnded():
            return replace(event, winners=(*event.winners, 9))
        case KuhfsteinDealt():
            return replace(event, fox=1 - event.fox)
    return None


def test_a_changed_event_is_found_whatever_it_is() -> None:
    log = played(2, 3, RULES[1])
    changed = set()
    for place, event in enumerate(log):
        other = forged(event)
        if other is not None and type(event) not in changed:
            changed.add(type(event))
            again = [*log[:place], other, *log[place + 1 :]]
            assert not played_again(again, SeededChance(b"deal")), event
    assert len(changed) >= 11


def test_a_log_that_stops_or_lacks_something_is_found() -> None:
    log = played(2, 4, {})
    place = next(n for n, event in enumerate(log) if isinstance(event, TilePlaced))
    assert not played_again([*log[:place], *log[place + 1 :]], SeededChance(b"deal"))
    assert not played_again([*log, log[-1]], SeededChance(b"deal"))


def test_goals_shown_together_are_told_by_the_end() -> None:
    log = played(3, 1, {"final_tile": "player"})
    asked = next(event for event in log if isinstance(event, GoalsAsked))
    ended = log[-1]
    assert isinstance(ended, KuhfsteinEnded)
    stage = scene(land("H"), seats=3)
    table = replace(stage.table, phase=Final(asked.reason))
    assert retell(table, ended) == {seat: ShowGoal(s.goal) for seat, s in enumerate(ended.scores)}


def test_a_herd_is_told_by_its_first_cow_and_what_comes_of_itself_is_not() -> None:
    table = scene(land("HH")).table
    assert retell(table, HerdTaken(0, ((2, 3), (2, 4)))) == {0: TakeHerd(2, 3)}
    with pytest.raises(Unexpected):
        retell(table, KuhfsteinTurnBegan(0, 2))
