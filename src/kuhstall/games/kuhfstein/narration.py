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
    LandCardTaken,
    LandDealt,
    LandEnded,
    LandTurnBegan,
    LandTurnEnded,
    LastRoundBegan,
    Refilled,
    StartCardTaken,
    TilePlaced,
    TilesExchanged,
)


def narrate(event: AnyEvent) -> Line | None:  # noqa: C901 -- one case an event
    """Tell a redacted event. None where nothing is worth a line of its own."""
    match event:
        case TableOpened(edition, _, seats):
            return Line("log.table_opened", {}, {"edition": edition, "count": seats})
        case TookBack(seat):
            return Line("log.took_back", {"seat": seat})
        case LandDealt():
            return Line("log.land_dealt", {"seat": event.fox})
        case StartCardTaken(seat):
            return Line("log.start_card_taken", {"seat": seat})
        case LandTurnBegan(seat):
            return Line("log.turn_began", {"seat": seat})
        case TilePlaced(seat, _, terrain, _, tree, points):
            args: dict[str, Any] = {"terrain": terrain}
            if tree is None:
                return Line("log.tile_placed", {"seat": seat}, args)
            return Line("log.tile_placed_tree", {"seat": seat}, args | {"points": points})
        case TilesExchanged(seat):
            return Line("log.tiles_exchanged", {"seat": seat})
        case LandCardTaken(seat):
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
        case LastRoundBegan(seat, extra, why, more):
            if extra:
                return Line("log.last_round_extra")
            if why == "tiles":
                return Line("log.last_round_tiles")
            return Line("log.last_round_more" if more else "log.last_round", {"seat": seat})
        case GoalsAsked():
            return Line("log.goals_asked")
        case LandEnded(reason, scores, winners):
            return Line(
                f"log.land_ended_{reason}",
                {f"winner{place}": seat for place, seat in enumerate(winners)},
                {"points": scores[winners[0]].total, "count": len(winners)},
            )
        case ActingContinued() | LandTurnEnded() | Refilled():
            return None
        case _:
            assert_never(event)
