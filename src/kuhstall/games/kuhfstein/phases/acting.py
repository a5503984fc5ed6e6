"""A turn: two actions, the bonuses they lead to, and a last chance to undo before it ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, TypeAlias

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.kernel import restore
from kuhstall.engine.option import Choice, Option
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat, TookBack
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
from kuhstall.games.kuhfstein.edition import Edition, KuhfsteinPhase, KuhfsteinTable
from kuhstall.games.kuhfstein.events import (
    ActingContinued,
    ActionPassed,
    BonusDeclined,
    BonusReached,
    CardPlayed,
    CardsExchanged,
    Doing,
    HerdTaken,
    KuhfsteinCardTaken,
    KuhfsteinTurnEnded,
    TilePlaced,
    TilesExchanged,
)
from kuhstall.games.kuhfstein.landscape import herds
from kuhstall.games.kuhfstein.patterns import grazing
from kuhstall.games.kuhfstein.phases import changing, refilling
from kuhstall.games.kuhfstein.possible import (
    cards_alike,
    cards_to_play,
    cards_to_take,
    tiles_alike,
    tiles_to_lay,
)
from kuhstall.games.kuhfstein.world import World

_PASS: Final = Choice((PassAction(),))
_DECLINE: Final = Choice((Decline(),))
_BACK: Final = TakeBack()
_FINISH: Final = FinishTurn()
MOST_EXCHANGES: Final = 20
"""How many times a display may be exchanged in one action (K-16)."""

_ACTED: Final = {TilePlaced, KuhfsteinCardTaken, CardPlayed, HerdTaken}
"""The events of actions. Types are compared: a class that does not match is slow to say so."""

Committed: TypeAlias = "Doing | None"


class Acting(Phase[Edition, World], frozen=True, gc=False):
    """`left` counts the actions after this one; `waiting` are bonus fields yet to be used.

    `committed` says what an exchange has bound the seat to. `kept` is the table before the last
    action, to which the seat may go back; it is never shown.
    """

    patience: ClassVar[float] = 2.0  # there is a whole landscape to look at

    seat: Seat
    left: int
    doing: Doing = "action"
    waiting: tuple[int, ...] = ()
    committed: Committed = None
    exchanges: int = 0
    acted: bool = False
    kept: KuhfsteinTable | None = None

    def actors(self, table: KuhfsteinTable) -> tuple[Actor, ...]:
        return (self.seat,)

    def options(self, table: KuhfsteinTable, actor: Actor) -> tuple[Option, ...]:
        if actor != self.seat:
            return ()
        back = () if self.kept is None else (_BACK,)
        if self.doing == "confirm":
            return (Choice((_FINISH, *back)),)
        found = self._possible(table)
        rules = table.edition.rules
        if not found or (rules.allow_pass and self.doing == "action" and not self.committed):
            found = (*found, _PASS)
        if rules.bonus_optional and self.doing != "action" and not self.committed:
            found = (*found, _DECLINE)
        return (*found, Choice(back)) if back else found

    def _possible(self, table: KuhfsteinTable) -> tuple[Option, ...]:
        """List the actions that are possible now."""
        world, doing = table.world, self.committed or self.doing
        place = world.places[self.seat]
        exchanges = self.doing in {"action", "extra"} and self.exchanges < MOST_EXCHANGES
        found: list[Option] = []
        if doing != "card":
            found += tiles_to_lay(world, place)
            if exchanges and tiles_alike(world):
                found.append(Choice((ExchangeTiles(),)))
        if doing != "tile":
            if world.cards:
                found.append(cards_to_take(world.cards))
            if exchanges and cards_alike(table):
                found.append(Choice((ExchangeCards(),)))
        if doing in {"action", "extra"}:
            found += cards_to_play(table, place)
            stand = herds(place.land)
            if stand:
                found.append(Choice(tuple([TakeHerd(*herd[0]) for herd in stand])))
        return tuple(found)

    def default(self, table: KuhfsteinTable, actor: Actor) -> Action | None:
        if actor != self.seat:
            return None
        return next(next(option.expand()) for option in self.options(table, actor))

    def settled(self, table: KuhfsteinTable, actor: Actor) -> bool:
        return actor == self.seat and self.doing == "confirm"

    def decide(
        self, table: KuhfsteinTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterator[Event]:
        kind = type(action)
        if kind is FinishTurn:
            yield KuhfsteinTurnEnded(actor, 0 if self.acted else table.world.idle + 1)
        elif kind is TakeBack:
            yield TookBack(actor)
        elif kind is ExchangeTiles:
            yield changing.exchange_tiles(table, actor, chance)
        elif kind is ExchangeCards:
            yield changing.exchange_cards(table, actor, chance)
        else:
            event = self._done(table, actor, action)
            yield event
            yield from self._going_on(table, event)

    def _done(self, table: KuhfsteinTable, actor: Actor, action: Action) -> Event:
        """Return the event of one of the four actions, or of none."""
        edition, world = table.edition, table.world
        place = world.places[actor]
        match action:
            case PlaceTile(tile, spot):
                tree = spot.also
                points = 0 if tree is None else edition.tree_points
                cell = spot.row, spot.column
                return TilePlaced(actor, tile, world.display[tile], cell, tree, points)
            case TakeCard(card):
                return KuhfsteinCardTaken(actor, card)
            case PlayCard(card, spot):
                face = edition.cards[card]
                return CardPlayed(actor, card, spot, grazing(face, spot), face.points)
            case TakeHerd(row, column):
                herd = next(herd for herd in herds(place.land) if (row, column) in herd)
                return HerdTaken(actor, herd)
            case Decline():
                return BonusDeclined(actor)
            case _:
                return ActionPassed(actor)

    def _going_on(self, table: KuhfsteinTable, event: Event) -> Iterator[Event]:
        """Use the waiting bonuses in the order of the track, then see what is left to do."""
        before = table.world.places[self.seat].score
        table = self.evolve(table, event)
        place = table.world.places[self.seat]
        waiting = self.waiting
        if place.score > before:
            new = [
                field
                for field, position in enumerate(table.edition.rules.bonus_positions)
                if before < position <= place.score and field >= place.reached
            ]
            waiting = tuple(sorted({*waiting, *new}))
        while waiting:
            field, *rest = waiting
            waiting = tuple(rest)
            bonus = changing.bonus_reached(table, self.seat, field)
            yield bonus
            table = table.phase.evolve(table, bonus)
            doing = changing.DOING.get(bonus.bonus)
            if doing is not None and not bonus.lost:
                yield ActingContinued(self.seat, doing, self.left, waiting)
                return
        if self.left:
            yield ActingContinued(self.seat, "action", self.left - 1, ())
        else:
            yield ActingContinued(self.seat, "confirm", 0, ())

    def evolve(self, table: KuhfsteinTable, event: Event) -> KuhfsteinTable:
        kind = type(event)
        if kind in _ACTED:
            world = changing.assign(table.world, event)
            phase = replace(self, acted=True, kept=table)
            return Table(table.edition, world, phase, table.moment)
        if isinstance(event, ActingContinued):
            phase = replace(
                self,
                doing=event.doing,
                left=event.left,
                waiting=event.waiting,
                committed=None,
                exchanges=0,
            )
            return Table(table.edition, table.world, phase, table.moment + 1)
        if isinstance(event, KuhfsteinTurnEnded):
            world = replace(table.world, idle=event.idle)
            following: KuhfsteinPhase = refilling.Refilling(event.seat)
            return Table(table.edition, world, following, table.moment + 1)
        return self._seldom(table, event)

    def _seldom(self, table: KuhfsteinTable, event: Event) -> KuhfsteinTable:
        """Evolve by what happens less often."""
        match event:
            case BonusReached():
                world = changing.assign(table.world, event)
                return Table(table.edition, world, self, table.moment)
            case ActionPassed() | BonusDeclined():
                return Table(table.edition, table.world, replace(self, kept=table), table.moment)
            case TookBack() if self.kept is not None:
                return restore(table, self.kept)
            case TilesExchanged() | CardsExchanged():
                phase = replace(
                    self,
                    committed="tile" if isinstance(event, TilesExchanged) else "card",
                    exchanges=self.exchanges + 1,
                    acted=True,
                    kept=None,  # what was hidden has been seen: there is no way back
                )
                world = changing.assign(table.world, event)
                return Table(table.edition, world, phase, table.moment + 1)
        raise Unexpected(self, event)
