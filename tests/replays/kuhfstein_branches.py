"""The branches of RULINGS 4.4, each found in a log of Kuhfstein by its events alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from kuhstall.engine import Event, TookBack
from kuhstall.games.kuhfstein.events import (
    ActingContinued,
    ActionPassed,
    BonusDeclined,
    BonusReached,
    CardPlayed,
    CardsExchanged,
    GoalsAsked,
    HerdTaken,
    KuhfsteinDealt,
    KuhfsteinEnded,
    LastRoundBegan,
    Refilled,
    StartCardTaken,
    TilePlaced,
    TilesExchanged,
)
from tests.replays.master_branches import every, follows, rule

Log = Sequence[Event]
FIXED: Final = ("cow", "extra_action", "cow", "all_cows_back")


def has(kind: type[Event]) -> Callable[[Log], bool]:
    return lambda log: any(every(log, kind))


def bonus(name: str) -> Callable[[Log], bool]:
    return lambda log: any(e.bonus == name and not e.lost for e in every(log, BonusReached))


def ended(log: Log) -> KuhfsteinEnded:
    last = log[-1]
    assert isinstance(last, KuhfsteinEnded)
    return last


def seats(count: int) -> Callable[[Log], bool]:
    return lambda log: len(ended(log).scores) == count


def bonus_in_a_bonus(log: Log) -> bool:
    """A bonus field was reached through what another one gave."""
    doing = ""
    for event in log:
        if isinstance(event, ActingContinued):
            doing = event.doing
        elif isinstance(event, BonusReached) and doing in ("extra", "tile", "card"):
            return True
    return False


def taken_back_with_a_cow(log: Log) -> bool:
    """What a bonus gave automatically was undone with the action that had led to it."""
    for place, event in enumerate(log):
        before = log[max(0, place - 3) : place]
        if isinstance(event, TookBack) and any(isinstance(one, BonusReached) for one in before):
            return True
    return False


def a_card_played_and_taken_back(log: Log) -> bool:
    for place, event in enumerate(log):
        if isinstance(event, TookBack) and isinstance(log[place - 2], CardPlayed):
            return True
    return False


def last_seat_reached_it(log: Log) -> bool:
    began = [event for event in every(log, LastRoundBegan) if not event.extra]
    return bool(began) and (
        follows(log, LastRoundBegan, KuhfsteinEnded) or follows(log, LastRoundBegan, GoalsAsked)
    )


def round_was_finished_without_tiles(log: Log) -> bool:
    return (
        rule(log, "early_end") == "finish_round"
        and ended(log).reason == "tiles"
        and not last_seat_reached_it(log)
    )


def tie_was_broken(log: Log) -> bool:
    scores, winners = ended(log).scores, ended(log).winners
    best = max(score.total for score in scores)
    return len(winners) == 1 and sum(score.total == best for score in scores) > 1


def reason(name: str) -> Callable[[Log], bool]:
    return lambda log: ended(log).reason == name


KUHFSTEIN_BRANCHES: Final[dict[str, Callable[[Log], bool]]] = {
    # the deal
    "start_card_chosen": has(StartCardTaken),
    "random_layout": lambda log: any(event.layout != FIXED for event in every(log, KuhfsteinDealt)),
    "other_cards": lambda log: bool(log[0].data),  # type: ignore[attr-defined]
    "two_seats": seats(2),
    "three_seats": seats(3),
    "four_seats": seats(4),
    # actions
    "tree": lambda log: any(event.tree is not None for event in every(log, TilePlaced)),
    "card_played": has(CardPlayed),
    "herd_taken": has(HerdTaken),
    "passed_action": has(ActionPassed),
    "tiles_exchanged": has(TilesExchanged),
    "tiles_exchanged_again": lambda log: follows(log, TilesExchanged, TilesExchanged),
    "cards_exchanged": has(CardsExchanged),
    "exchange_was_shuffled": lambda log: any(e.shuffled for e in every(log, CardsExchanged)),
    "tiles_exchange_was_shuffled": lambda log: any(
        event.shuffled for event in every(log, TilesExchanged)
    ),
    # bonuses
    "bonus_cow": bonus("cow"),
    "bonus_extra_action": bonus("extra_action"),
    "bonus_place_tile": bonus("place_tile"),
    "bonus_take_card": bonus("take_card"),
    "bonus_all_cows_back": bonus("all_cows_back"),
    "bonus_lost": lambda log: any(event.lost for event in every(log, BonusReached)),
    "bonus_declined": has(BonusDeclined),
    "bonuses_in_a_row": lambda log: any(event.waiting for event in every(log, ActingContinued)),
    "bonus_in_a_bonus": bonus_in_a_bonus,
    # taking back
    "taken_back": has(TookBack),
    "taken_back_twice": lambda log: any(
        isinstance(a, TookBack) and isinstance(b, TookBack) for a, b in pairwise(log)
    ),
    "card_taken_back": a_card_played_and_taken_back,
    "bonus_taken_back": taken_back_with_a_cow,
    # between turns
    "tiles_shuffled": lambda log: any(event.tiles_shuffled for event in every(log, Refilled)),
    "pile_shuffled": lambda log: any(event.pile_shuffled for event in every(log, Refilled)),
    # endings
    "reached": reason("reached"),
    "out_of_tiles": reason("tiles"),
    "idle": reason("idle"),
    "last_round": lambda log: (
        ended(log).reason == "reached"
        and has(LastRoundBegan)(log)
        and not last_seat_reached_it(log)
    ),
    "last_seat_reached_it": lambda log: (
        ended(log).reason == "reached" and last_seat_reached_it(log)
    ),
    "one_more_round": lambda log: any(event.extra for event in every(log, LastRoundBegan)),
    "round_finished_without_tiles": round_was_finished_without_tiles,
    "goals_chosen": has(GoalsAsked),
    "shared_victory": lambda log: len(ended(log).winners) > 1,
    "tie_broken_by_tiles": tie_was_broken,
}
