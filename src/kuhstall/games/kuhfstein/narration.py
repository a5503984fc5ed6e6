"""The log for people: a redacted event becomes a catalogue key with arguments."""

from __future__ import annotations

from typing import Any, assert_never

from kuhstall.engine.values import Line, TableOpened, TookBack
from kuhstall.games.kuhfstein.events import (
    ActingContinued,
    ActionPassed,
    AnyEvent,
    BonusDeclined,
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
    LastRoundBegan,
    Refilled,
    StartCardTaken,
    TilePlaced,
    TilesExchanged,
    TurnEvent,
)


def narrate(event: AnyEvent) -> Line | None:
    """Tell a redacted event, or return None if it is not worth a line of its own."""
    if isinstance(event, TurnEvent):
        return _narrate_turn(event)
    match event:
        case TableOpened(edition, _, seats):
            return Line("log.table_opened", {}, {"edition": edition, "count": seats})
        case TookBack(seat):
            return Line("log.took_back", {"seat": seat})
        case KuhfsteinDealt():
            return Line("log.land_dealt", {"seat": event.fox})
        case StartCardTaken(seat):
            return Line("log.start_card_taken", {"seat": seat})
        case KuhfsteinTurnBegan(seat):
            return Line("log.turn_began", {"seat": seat})
        case LastRoundBegan():
            return _narrate_last_round(event)
        case GoalsAsked():
            return Line("log.goals_asked")
        case KuhfsteinEnded(reason, scores, winners):
            return Line(
                f"log.land_ended_{reason}",
                {f"winner{place}": seat for place, seat in enumerate(winners)},
                {"points": scores[winners[0]].total, "count": len(winners)},
            )
        case ActingContinued() | KuhfsteinTurnEnded() | Refilled():
            return None
        case _:
            assert_never(event)


def _narrate_turn(event: TurnEvent) -> Line:
    match event:
        case TilePlaced(seat, _, terrain, _, tree, points):
            args: dict[str, Any] = {"terrain": terrain}
            if tree is None:
                return Line("log.tile_placed", {"seat": seat}, args)
            return Line("log.tile_placed_tree", {"seat": seat}, args | {"points": points})
        case TilesExchanged(seat):
            return Line("log.tiles_exchanged", {"seat": seat})
        case KuhfsteinCardTaken(seat):
            return Line("log.land_card_taken", {"seat": seat})
        case CardsExchanged(seat):
            return Line("log.cards_exchanged", {"seat": seat})
        case CardPlayed(seat, _, _, cows, points):
            return Line("log.card_played", {"seat": seat}, {"count": len(cows), "points": points})
        case HerdTaken(seat, cows):
            return Line("log.herd_taken", {"seat": seat}, {"count": len(cows)})
        case ActionPassed(seat):
            return Line("log.action_passed", {"seat": seat})
        case BonusReached(seat, _, bonus, _, lost):
            key = "log.bonus_lost" if lost else "log.bonus_reached"
            return Line(key, {"seat": seat}, {"bonus": bonus})
        case BonusDeclined(seat):
            return Line("log.bonus_declined", {"seat": seat})
        case _:
            assert_never(event)


def _narrate_last_round(event: LastRoundBegan) -> Line:
    if event.extra:
        return Line("log.last_round_extra")
    if event.why == "tiles":
        return Line("log.last_round_tiles")
    return Line("log.last_round_more" if event.more else "log.last_round", {"seat": event.seat})
