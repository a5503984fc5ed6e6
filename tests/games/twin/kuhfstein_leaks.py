"""Leaks of Kuhfstein, on every way out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from kuhstall.engine import kernel
from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice
from kuhstall.engine.values import Action, Actor, Event, Line, Seat, TookBack, Viewer
from kuhstall.games.kuhfstein.actions import (
    ExchangeCards,
    ExchangeTiles,
    FinishTurn,
    PlayCard,
    ShowGoal,
    TakeBack,
    TakeCard,
)
from kuhstall.games.kuhfstein.events import (
    CardsExchanged,
    KuhfsteinDealt,
    KuhfsteinEnded,
    KuhfsteinTurnBegan,
    Refilled,
)
from kuhstall.games.kuhfstein.goals import GOAL_POINTS, GOALS
from kuhstall.games.kuhfstein.landscape import grid
from kuhstall.games.kuhfstein.patterns import placements
from kuhstall.games.kuhfstein.phases.acting import Acting
from kuhstall.games.kuhfstein.phases.final import Final
from kuhstall.games.kuhfstein.world import World
from tests.games.twin.mutant import (
    REAL,
    answering,
    land_mutant,
    masking,
    noting,
    offering,
    planted_teller,
)
from tests.games.twin.subject import Subject


def _world(table: Any) -> World:
    found: World = table.world
    return found


def _playable(table: Any, seat: Seat) -> int:
    place = _world(table).places[seat]
    faces = (table.edition.cards[card] for card in place.hand)
    return sum(bool(placements(face, grid(place.land), place.cows)) for face in faces)


# Views


@land_mutant("view")
def the_hand_of_a_neighbour() -> Subject:
    def note(table: Any, viewer: Viewer) -> Any:
        places = table.world.places
        return places[((viewer or 0) + 1) % len(places)].hand

    return noting(note)


@land_mutant("view")
def the_terrains_that_others_hold() -> Subject:
    def note(table: Any, _: Viewer) -> Any:
        hands = [card for place in table.world.places for card in place.hand]
        return sorted({t for card in hands for t in table.edition.cards[card].terrains})

    return noting(note)


@land_mutant("view")
def the_tile_that_comes_next() -> Subject:
    return noting(lambda table, _: _world(table).tiles[:1])


@land_mutant("view")
def the_last_card_of_the_pile() -> Subject:
    return noting(lambda table, _: _world(table).pile[-1:])


@land_mutant("view")
def the_goals_of_others() -> Subject:
    return noting(lambda table, _: [place.goals for place in _world(table).places])


@land_mutant("view")
def what_goals_could_bring_in_all() -> Subject:
    def note(table: Any, _: Viewer) -> Any:
        return sum(GOAL_POINTS[goal] for place in table.world.places for goal in place.goals)

    return noting(note)


@land_mutant("view")
def the_goals_in_the_box() -> Subject:
    def note(table: Any, _: Viewer) -> Any:
        dealt = {goal for place in table.world.places for goal in place.goals}
        return [goal for goal in GOALS if goal not in dealt]

    return noting(note)


@land_mutant("view")
def the_table_that_is_kept() -> Subject:
    def note(table: Any, _: Viewer) -> Any:
        kept = table.phase.kept if isinstance(table.phase, Acting) else None
        return kept and kept.world.tiles

    return noting(note)


@land_mutant("view")
def whether_a_seat_can_play_a_card() -> Subject:
    return noting(lambda table, _: [_playable(table, s) > 0 for s in range(table.world.seats)])


# Events


@land_mutant("event")
def a_deal_with_all_hands() -> Subject:
    def mask(_: Any, raw: Any, heard: Any) -> Any:
        return replace(heard, hands=raw.hands) if isinstance(raw, KuhfsteinDealt) else heard

    return masking(mask)


@land_mutant("event")
def a_deal_with_all_goals() -> Subject:
    def mask(_: Any, raw: Any, heard: Any) -> Any:
        return replace(heard, goals=raw.goals) if isinstance(raw, KuhfsteinDealt) else heard

    return masking(mask)


@land_mutant("event")
def a_shuffled_supply_of_tiles() -> Subject:
    def mask(_: Any, raw: Any, heard: Any) -> Any:
        return replace(heard, tiles=raw.tiles) if isinstance(raw, Refilled) else heard

    return masking(mask)


@land_mutant("event")
def a_shuffled_pile() -> Subject:
    def mask(_: Any, raw: Any, heard: Any) -> Any:
        return (
            replace(heard, pile=raw.pile) if isinstance(raw, Refilled | CardsExchanged) else heard
        )

    return masking(mask)


@land_mutant("event")
def both_goals_at_the_end() -> Subject:
    def mask(table: Any, _: Any, heard: Any) -> Any:
        if isinstance(heard, KuhfsteinEnded):
            both = [" ".join(sorted(place.goals)) for place in table.world.places]
            scores = [replace(s, goal=g) for s, g in zip(heard.scores, both, strict=True)]
            return replace(heard, scores=tuple(scores))
        return heard

    return masking(mask)


# Taking back


@land_mutant("undo")
def taking_back_tells_what_is_still_hidden() -> Subject:
    def mask(table: Any, _: Any, heard: Any) -> Any:
        hint = sum(table.world.pile[:1])
        return replace(heard, seat=hint) if isinstance(heard, TookBack) else heard

    return masking(mask)


@land_mutant("undo")
def nothing_is_taken_back_before_a_lake() -> Subject:
    def change(table: Any, _: Seat, options: Any) -> Any:
        if table.world.tiles[:1] == ("lake",):
            return [option for option in options if not option.admits(TakeBack())]
        return options

    return offering(change)


# Options


@land_mutant("option")
def an_exchange_only_if_it_brings_others() -> Subject:
    def change(table: Any, _: Seat, options: Any) -> Any:
        same = table.world.tiles[:1] == table.world.display[:1]
        return [o for o in options if not (same and o.admits(ExchangeTiles()))]

    return offering(change)


@land_mutant("option")
def no_exchange_of_cards_before_a_good_one() -> Subject:
    def change(table: Any, _: Seat, options: Any) -> Any:
        good = any(table.edition.cards[card].points > 9 for card in table.world.pile[:4])
        return [o for o in options if not (good and o.admits(ExchangeCards()))]

    return offering(change)


@land_mutant("option")
def cards_that_nobody_else_wants_come_first() -> Subject:
    def change(table: Any, seat: Seat, options: Any) -> Any:
        wanted = {
            terrain
            for other, place in enumerate(table.world.places)
            if other != seat
            for card in place.hand
            for terrain in table.edition.cards[card].terrains
        }

        def shared(action: TakeCard) -> int:
            return len(wanted & table.edition.cards[action.card].terrains)

        return [
            replace(o, actions=tuple(sorted(o.actions, key=shared)))
            if isinstance(o, Choice) and isinstance(o.actions[0], TakeCard)
            else o
            for o in options
        ]

    return offering(change)


# Answers and defaults


@land_mutant("error")
def that_card_is_in_a_hand() -> Subject:
    def change(table: Any, _: Seat, action: Action, code: str | None) -> str | None:
        if isinstance(action, PlayCard) and code is not None:
            held = any(action.card in place.hand for place in table.world.places)
            return "held_by_another" if held else code
        return code

    return answering(change)


@land_mutant("error")
def somebody_has_that_goal() -> Subject:
    def change(table: Any, _: Seat, action: Action, code: str | None) -> str | None:
        if isinstance(action, ShowGoal) and code is not None:
            return "dealt" if any(action.goal in p.goals for p in table.world.places) else code
        return code

    return answering(change)


@land_mutant("default")
def the_silent_wait_for_a_better_tile() -> Subject:
    def default(table: Any, seat: Seat) -> Action | None:
        found = REAL.default(table, seat)
        return TakeCard(0) if found and table.world.tiles[:1] == ("house",) else found

    return replace(REAL, default=default)


# Who is asked, and how much is said


@land_mutant("order")
def goals_are_asked_for_by_their_points() -> Subject:
    def actors(table: Any) -> Any:
        def worth(seat: Seat) -> int:
            return sum(GOAL_POINTS[goal] for goal in table.world.places[seat].goals)

        return sorted(table.phase.actors(table), key=worth)

    return replace(REAL, actors=actors)


@land_mutant("length")
def a_line_for_every_card_that_fits() -> Subject:
    def tell(table: Any, raw: Any, line: Line | None) -> Line | None:
        if line is None and any(_playable(table, s) for s in range(table.world.seats)):
            return Line("log.turn_began", {"seat": 0})
        return line

    return planted_teller(tell)


@land_mutant("narration")
def a_turn_begins_with_the_cards_that_can_be_played() -> Subject:
    def tell(table: Any, raw: Any, line: Line | None) -> Line | None:
        if line is not None and isinstance(raw, KuhfsteinTurnBegan):
            return Line(line.key, line.seats, {"count": _playable(table, raw.seat)})
        return line

    return planted_teller(tell)


@land_mutant("narration")
def the_end_tells_the_goals_not_shown() -> Subject:
    def tell(table: Any, raw: Any, line: Line | None) -> Line | None:
        if line is not None and isinstance(raw, KuhfsteinEnded):
            return Line(line.key, line.seats, {"goals": [p.goals for p in table.world.places]})
        return line

    return planted_teller(tell)


# Steps taken by themselves, and sealed ones


@land_mutant("forced")
def a_turn_ends_by_itself_without_a_card_to_play() -> Subject:
    def act(table: Any, actor: Actor, action: Action, chance: Chance) -> tuple[Any, list[Event]]:
        after, log = kernel.act(table, actor, action, chance)
        phase = after.phase
        if isinstance(phase, Acting) and phase.doing == "confirm" and not _playable(after, actor):
            after, more = kernel.act(after, actor, FinishTurn(), chance)
            log += more
        return after, log

    return replace(REAL, act=act)


@land_mutant("sealed")
def who_has_shown_a_goal_already() -> Subject:
    def waiting(table: Any, held: Mapping[Seat, Action], viewer: Viewer) -> Any:
        return REAL.waiting(table, held, viewer), len([s for s in held if s != viewer])

    return replace(REAL, waiting=waiting)


@land_mutant("sealed")
def goals_beside_the_one_that_is_asked_for() -> Subject:
    def note(table: Any, viewer: Viewer) -> Any:
        if not isinstance(table.phase, Final):
            return None
        return [place.goals[1] for place in table.world.places]

    return noting(note)
