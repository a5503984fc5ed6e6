"""Lock-step in Kuhfstein: what is turned up is settled in the other world just before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

import msgspec

from kuhstall.engine import kernel
from kuhstall.engine.chance import Chance, SeededChance
from kuhstall.engine.option import Spot, sample
from kuhstall.engine.values import Action, Event, Seat, TookBack
from kuhstall.games.kuhfstein.actions import (
    Decline,
    ExchangeCards,
    ExchangeTiles,
    FinishTurn,
    PassAction,
    PlaceTile,
    PlayCard,
    ShowGoal,
    TakeBack,
    TakeCard,
    TakeHerd,
    TakeStartCard,
)
from kuhstall.games.kuhfstein.edition import KuhfsteinTable
from kuhstall.games.kuhfstein.events import (
    BonusReached,
    CardPlayed,
    CardsExchanged,
    KuhfsteinDealt,
    KuhfsteinEnded,
    Refilled,
    TilesExchanged,
)
from kuhstall.games.kuhfstein.goals import GOALS
from kuhstall.games.kuhfstein.landscape import Terrain
from kuhstall.games.kuhfstein.patterns import CardId
from kuhstall.games.kuhfstein.phases.acting import Acting
from kuhstall.games.kuhfstein.phases.final import Final
from kuhstall.games.kuhfstein.world import World
from tests.games.twin.kuhfstein_worlds import (
    Hidden,
    dealt_alike,
    from_a_game,
    throughout,
    with_cards,
    with_goals,
    with_supplies,
)
from tests.games.twin.lockstep import Case, Twins
from tests.games.twin.worlds import Pair

MOST_STEPS = 26
T = TypeVar("T")


class Agreeing(Chance):
    """Shuffles so that what is turned up at once is the same, and what stays face down is not."""

    def __init__(self, opened: dict[type, int]) -> None:
        self._opened = opened
        self._one = SeededChance(b"one")
        self._other = SeededChance(b"other")

    def below(self, label: str, bound: int) -> int:
        return self._one.below(label, bound)

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        drawn = self._one.shuffled(label, items)
        same = self._opened.get(type(drawn[0]), 0) if drawn else 0
        return drawn[:same] + self._other.shuffled(label, drawn[same:])


class KuhfsteinTwins(Twins):
    """One case of Kuhfstein."""

    SEATS: ClassVar[tuple[int, ...]] = (2, 3, 3, 4)
    one: Any
    other: Any
    hidden: Hidden
    from_the_deal: bool

    def _laid_out(self) -> Pair:
        one, other, self.hidden, log = from_a_game(self.random, self.seats, self.viewer)
        pair: Any = (one, other, [], [])
        dealt = log[1]
        self.from_the_deal = len(log) <= 3
        if self.from_the_deal and isinstance(dealt, KuhfsteinDealt):  # the deal itself is heard too
            twin_log = [log[0], dealt_alike(dealt, other.world), *log[2:]]
            pair = (one, other, log, twin_log)
        found: Pair = pair
        return found

    def run(self) -> Case:
        case = super().run()
        case.events["KuhfsteinDealt"] += self.from_the_deal
        return case

    def _goes_on(self) -> bool:
        table: KuhfsteinTable = self.one
        if self.case.steps >= MOST_STEPS or not table.phase.actors(table):
            return False
        if table.phase.sealed:
            self._close_final()
            return True
        (actor,) = table.phase.actors(table)
        self._step(actor, self._action(table, actor), PassAction())
        return True

    def _action(self, table: KuhfsteinTable, actor: Seat) -> Action:
        """Draw an action; hidden cards are played, and things are taken back, rather often."""
        options = table.phase.options(table, actor)
        rare = [
            option
            for option in options
            if option.admits(TakeBack())
            or option.admits(ExchangeTiles())
            or option.admits(ExchangeCards())
            or option.admits(Decline())
        ]
        if rare and self.random.random() < 0.3:
            return sample(rare, self.chance)
        plays = [o for o in options if isinstance(getattr(o, "action", None), PlayCard)]
        if plays and self.random.random() < 0.5:
            return sample(plays, self.chance)
        return sample(options, self.chance)

    def _step(self, actor: Seat, action: Action, twin: Action) -> None:
        """Do the same in both worlds. All that happens is public, but for what it leaves hidden."""
        one: KuhfsteinTable = self.one
        _, coming = self.subject.act(self.one, actor, action, SeededChance(b"one"))
        opened = self._settle(coming)
        other: KuhfsteinTable = self.other
        self.case.steps += 1
        self.case.divergences += one.world != other.world
        self._note(one, other, actor, action)
        self.one, log = self.subject.act(self.one, actor, action, SeededChance(b"one"))
        self.other, twin_log = self.subject.act(self.other, actor, action, Agreeing(opened))
        self._over(one, other, log, twin_log)

    def _over(
        self, one: KuhfsteinTable, other: KuhfsteinTable, log: list[Event], twin_log: list[Event]
    ) -> None:
        before: Any = one
        twin: Any = other
        self._heard(before, twin, log, twin_log)
        self.hidden.hear(log)
        self.case.events.update(type(event).__name__ for event in log)
        self._mark(log)

    # --- what will be seen ---

    def _settle(self, coming: Sequence[Event]) -> dict[type, int]:
        """Let the other world show the same; say how many of a shuffled supply are turned up."""
        opened: dict[type, int] = {}
        for event in coming:
            match event:
                case CardPlayed(seat, card):
                    self._settle_hand(seat, card)
                case TilesExchanged(opened=tiles):
                    opened[str] = self._settle_tiles(tiles)
                case CardsExchanged(opened=cards):
                    opened[int] = self._settle_pile(cards)
                case Refilled(opened=tiles, drawn=cards):
                    opened[str] = self._settle_tiles(tiles)
                    opened[int] = self._settle_pile(cards)
                case KuhfsteinEnded(scores=scores):
                    self._settle_goals([score.goal for score in scores])
        return opened

    def _settle_hand(self, seat: Seat, card: CardId) -> None:
        hand = self.other.world.places[seat].hand
        if card not in hand:
            held = next(own for own in hand if own not in self.hidden.seen)
            self._swap(held, card)

    def _swap(self, one: CardId, other: CardId) -> None:
        """Exchange two cards that the viewer never saw."""
        assert not {one, other} & self.hidden.seen
        self.other = throughout(
            self.other, lambda world: with_cards(world, {one: other, other: one})
        )

    def _settle_tiles(self, tiles: Sequence[Terrain]) -> int:
        world: World = self.other.world
        first = list(tiles[: len(world.tiles)])
        rest = list(world.tiles)
        for tile in first:
            rest.remove(tile)
        pile = world.pile
        self.other = throughout(self.other, lambda old: with_supplies(old, (*first, *rest), pile))
        return max(0, len(tiles) - len(world.tiles))

    def _settle_pile(self, cards: Sequence[CardId]) -> int:
        first = cards[: len(self.other.world.pile)]
        for card in first:
            pile = self.other.world.pile
            if card not in pile:
                spare = [own for own in pile if own not in self.hidden.seen and own not in first]
                self._swap(card, spare[0])
        world: World = self.other.world
        rest = [card for card in world.pile if card not in first]
        tiles = world.tiles
        self.other = throughout(self.other, lambda old: with_supplies(old, tiles, (*first, *rest)))
        return max(0, len(cards) - len(world.pile))

    def _settle_goals(self, shown: Sequence[str]) -> None:
        """Let others have the goals that they will show, and beside them one that is no better."""
        world: World = self.one.world
        goals = [place.goals for place in world.places]
        own = () if self.viewer is None else goals[self.viewer]
        free = [goal for goal in GOALS if goal not in own and goal not in shown]
        self.random.shuffle(free)
        for seat, goal in enumerate(shown):
            if seat == self.viewer:
                continue
            kept = next(other for other in goals[seat] if other != goal)
            best = self._shows(seat, goal)
            other = next((one for one in free if one != kept and best(one)), kept)
            if other in free:
                free.remove(other)
            # A goal of another seat that has become free is not taken twice.
            goals[seat] = (goal, other)
        if len({goal for pair in goals for goal in pair}) == 2 * self.seats:
            self.other = throughout(self.other, lambda old: with_goals(old, goals))
        else:
            real = [place.goals for place in world.places]
            self.other = throughout(self.other, lambda old: with_goals(old, real))

    def _shows(self, seat: Seat, goal: str) -> Any:
        """Say of which goals the seat would show this one by itself, if it holds both."""
        table: KuhfsteinTable = self.one

        def shows(other: str) -> bool:
            goals = [place.goals for place in table.world.places]
            goals[seat] = (goal, other)
            return Final("reached").default(
                throughout(table, lambda old: with_goals(old, goals)), seat
            ) == ShowGoal(goal)

        return shows

    # --- goals that are shown together ---

    def _close_final(self) -> None:
        table: KuhfsteinTable = self.one
        held: dict[Seat, Action] = {
            seat: sample(table.phase.options(table, seat), self.chance)
            for seat in range(self.seats)
            if self.random.random() < 0.7
        }
        _, coming = kernel.unseal(table, held, SeededChance(b"one"))
        twin_held: dict[Seat, Action] = {
            seat: ShowGoal(score.goal)
            for event in coming
            if isinstance(event, KuhfsteinEnded)
            for seat, score in enumerate(event.scores)
            if seat != self.viewer or seat in held  # the viewer knows whether it has acted
        }
        self._settle(coming)
        self._compare("before anything was shown", self._now(self.one), self._now(self.other))
        for acted in (False, True):
            seen = [
                self.subject.waiting(world, self._so_far(hands, acted=acted), self.viewer)
                for world, hands in ((self.one, held), (self.other, twin_held))
            ]
            self._compare("while sealed", *map(msgspec.json.encode, seen))
        one, other = self.one, self.other
        self.case.steps += 1
        self.case.divergences += one.world != other.world
        self.case.events["sealed goals"] += 1
        self.one, log = self.subject.unseal(one, held, SeededChance(b"one"))
        self.other, twin_log = self.subject.unseal(other, twin_held, SeededChance(b"other"))
        self._over(one, other, log, twin_log)

    # --- what the viewer gets ---

    def _now(self, table: Any) -> bytes:
        view = self.subject.view(table, self.viewer)
        own: tuple[Any, ...] = ()
        if self.viewer is not None:
            own = (
                self.subject.options(table, self.viewer),
                self.subject.default(table, self.viewer),
            )
        return msgspec.json.encode((view, own, self.subject.actors(table)))

    def _tried(self, seat: int) -> Action:
        random, world = self.random, self.one.world
        spot = Spot(random.randint(-1, 2), random.randint(-1, 2), random.randrange(4))
        anywhere = random.randrange(len(self.one.edition.cards))
        own = random.choice((*world.places[seat].hand, anywhere))
        tried: tuple[Action, ...] = (
            PlaceTile(random.randrange(6), spot),
            PlayCard(anywhere, spot),
            PlayCard(own, spot),
            TakeCard(random.choice((*world.cards, anywhere))),
            TakeStartCard(anywhere),
            ExchangeTiles(),
            ExchangeCards(),
            TakeHerd(spot.row, spot.column),
            TakeBack(),
            FinishTurn(),
            PassAction(),
            Decline(),
            ShowGoal(random.choice(GOALS)),
        )
        return random.choice(tried)

    # --- marks ---

    def _note(
        self, one: KuhfsteinTable, other: KuhfsteinTable, actor: Seat, action: Action
    ) -> None:
        marks = self.case.events
        mine, twin = one.world, other.world
        marks["hands apart"] += [p.hand for p in mine.places] != [p.hand for p in twin.places]
        marks["goals apart"] += [p.goals for p in mine.places] != [p.goals for p in twin.places]
        marks["tiles apart"] += mine.tiles != twin.tiles
        marks["pile apart"] += mine.pile != twin.pile
        marks["nobody's view"] += self.viewer is None
        marks["own turn"] += actor == self.viewer
        if isinstance(action, PlayCard):
            marks["hidden card played"] += (
                actor != self.viewer and action.card not in self.hidden.seen
            )

    def _mark(self, log: list[Event]) -> None:
        marks = self.case.events
        for event in log:
            if isinstance(event, Refilled):
                marks["tiles shuffled"] += event.tiles_shuffled
                marks["pile shuffled"] += event.pile_shuffled
            if isinstance(event, TilesExchanged | CardsExchanged):
                marks["shuffled in an exchange"] += event.shuffled
            marks["bonus"] += isinstance(event, BonusReached)
            marks["taken back"] += isinstance(event, TookBack)
        phase = self.one.phase
        marks["kept apart"] += (
            isinstance(phase, Acting)
            and phase.kept is not None
            and phase.kept.world != self.other.phase.kept.world
        )
