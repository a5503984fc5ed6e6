"""Random games of Kuhfstein by random house rules, and what must hold in them (RULINGS, 7).

All games are watched at every step; what costs as much as the game itself (every option counted
the slow way and tried, a game played again, a log written and read) is done for a few.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from msgspec.structs import replace

from kuhstall.arena.chance import QuickChance
from kuhstall.bots.kuhfstein.herders import Herder
from kuhstall.engine import (
    Action,
    Match,
    Option,
    Placement,
    Spot,
    TookBack,
    act,
    check,
    fold,
    sample,
)
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
from kuhstall.games.kuhfstein.edition import Edition, KuhfsteinTable
from kuhstall.games.kuhfstein.editions import KUHFSTEIN
from kuhstall.games.kuhfstein.events import (
    CardsExchanged,
    KuhfsteinEnded,
    KuhfsteinTurnBegan,
    KuhfsteinTurnEnded,
    TilesExchanged,
)
from kuhstall.games.kuhfstein.landscape import Cell, Terrain, herds, square
from kuhstall.games.kuhfstein.patterns import LETTERS, Card
from kuhstall.games.kuhfstein.phases.acting import MOST_EXCHANGES, Acting
from kuhstall.games.kuhfstein.world import Place, World
from kuhstall.games.registry import played_again, read_log, replayed, write_log

MOST_STEPS: Final = 20_000
TILES: Final = {2: 61, 3: 66, 4: 71}
FIELDS: Final = 4

CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "bonus_layout": ("fixed", "random"),
    "start_card": ("draw", "choose"),
    "bonus_positions": ((13, 26, 39, 52), (13, 26, 39, 52), (4, 5, 6, 7), (10, 30, 64, 65)),
    "house_surround": ("orthogonal", "all8"),
    "early_end": ("immediate", "finish_round"),
    "final_tile": ("auto", "player"),
    "extra_final_round": (False, True),
    "bonus_optional": (False, True),
    "allow_pass": (False, True),
    "start_player": ("random", *(f"seat:{seat}" for seat in range(4))),
}


def random_rules(source: random.Random, seats: int) -> dict[str, Any]:
    """Draw every option; a start player must sit at the table."""
    rules = {name: source.choice(values) for name, values in CHOICES.items()}
    if rules["start_player"] != "random":
        rules["start_player"] = f"seat:{source.randrange(seats)}"
    return rules


class Walk:
    """One random game; every fifth by the printed rules. `closely` looks at much more."""

    def __init__(self, seats: int, seed: int, *, closely: bool = True) -> None:
        name = f"kuhfstein {seats} {seed}"
        self.source = random.Random(name)
        self.dice = self.source.random
        self.closely = closely
        rules = random_rules(self.source, seats) if seed % 5 else {}
        self.edition: Edition = KUHFSTEIN.with_rules(rules)
        self.chance = QuickChance(f"player {name}")
        self.name = name
        self.seats = seats
        # Some play well and reach 65, some lay tiles until there are none, some do anything.
        self.bent = self.source.choice(("points", "points", "tiles", "any"))
        if seed % 12 == 7:
            self.bent = "herder"
        self.herder = Herder(self.chance)
        self.match = Match(self.edition, seats, QuickChance(name))
        self.trail: list[KuhfsteinTable] = []
        self.places: tuple[Place | None, ...] = (None,) * seats

    def play(self) -> Match:
        match = self.match
        for _ in range(MOST_STEPS):
            self.look()
            if self.closely and self.dice() < 0.02:
                self.look_closer()
            actors = match.actors
            if not actors:
                break
            if match.table.phase.sealed and self.dice() < 0.3:
                match.close()  # for those who are silent
                continue
            actor = actors[int(self.dice() * len(actors))]
            before = match.table
            if self.bent == "herder" and self.dice() < 0.93:
                action = self.herder.choose(match.seen(actor))
            else:
                action = self.chosen(match.options(actor), before, actor)
            events = match.play(actor, action)
            self.follow(before, events)
        self.look_back()
        return match

    def chosen(self, options: tuple[Option, ...], table: KuhfsteinTable, actor: int) -> Action:
        dice = self.dice()
        if dice < 0.08:
            default = table.phase.default(table, actor)
            assert default is not None, "silence stops the game"
            return check(table, actor, default)
        if dice < 0.95 and self.bent == "points":
            place = table.world.places[actor]
            scoring = tuple(_scoring(options, place))
            if not scoring and len(place.hand) < 8 and dice < 0.6:
                scoring = tuple(o for o in options if isinstance(next(o.expand()), TakeCard))
            options = scoring or options
        elif dice < 0.7 and self.bent == "tiles":
            return options[0].sample(self.chance)
        if dice < 0.9 and len(options) > 1:  # take back less often than by pure chance
            options = tuple(o for o in options if TakeBack() not in getattr(o, "actions", ()))
        return sample(options, self.chance)

    # --- at every step ---

    def follow(self, before: KuhfsteinTable, events: list[Any]) -> None:
        """Compare what can be taken back, and what comes of it, with our own account."""
        table: KuhfsteinTable = self.match.table
        if any(isinstance(event, TookBack) for event in events):
            then = self.trail.pop()
            assert table.world == then.world, "all is as it was"
            assert table.phase == then.phase
            assert table.moment > before.moment
        else:
            for old, new in zip(before.world.places, table.world.places, strict=True):
                assert new.score >= old.score, "a score fell"
                assert new.reached >= old.reached
            shown = (TilesExchanged, CardsExchanged, KuhfsteinTurnEnded)
            if any(isinstance(event, shown) for event in events):
                self.trail = []  # something hidden was shown, or the turn is over
            elif isinstance(before.phase, Acting):
                self.trail.append(before)
        for actor in table.phase.actors(table):
            may = any(option.admits(TakeBack()) for option in self.match.options(actor))
            assert may == bool(self.trail), "taken back past a reveal, or not at all"

    def look(self) -> None:
        table: KuhfsteinTable = self.match.table
        world = table.world
        laid = sum(len(place.land.tiles) for place in world.places)
        assert laid + len(world.display) + len(world.tiles) + len(world.aside) == TILES[self.seats]
        cards = [*world.cards, *world.pile, *world.discard]
        planted = 0
        for seat, place in enumerate(world.places):
            cards += place.hand
            planted += len(place.land.trees)
            if place is not self.places[seat]:
                self.look_at(table, seat, place)
        assert sorted(cards) == list(range(len(self.edition.cards))), "cards are conserved"
        assert planted + world.trees == 2 * self.seats
        assert world.trees >= 0
        assert len(world.display) <= self.edition.display
        assert len(world.cards) <= self.edition.open_cards
        self.places = world.places

    def look_at(self, table: KuhfsteinTable, seat: int, place: Place) -> None:
        world, land = table.world, place.land
        unreached = world.layout[place.reached :].count("cow")
        assert place.cows + len(land.cows) + unreached == self.edition.cows, "cows are conserved"
        assert place.cows >= 0
        cells = {tile.cell for tile in land.tiles}
        assert len(cells) == len(land.tiles)
        assert len(set(land.cows)) == len(land.cows)
        assert cells.issuperset(land.cows)
        used = [cell for tree in land.trees for cell in square(tree)]
        assert len(used) == len(set(used)), "a tile serves two trees"
        assert cells.issuperset(used)
        phase = table.phase
        waiting = phase.waiting if isinstance(phase, Acting) and phase.seat == seat else ()
        behind = sum(at <= place.score for at in self.edition.rules.bonus_positions)
        assert place.reached + len(waiting) == behind <= FIELDS, "each field once"

    # --- closely ---

    def look_closer(self) -> None:
        match = self.match
        table: KuhfsteinTable = match.table
        actors = match.actors
        for actor in (*range(self.seats), -1, self.seats):
            assert bool(match.options(actor)) == (actor in actors)
            assert (table.phase.default(table, actor) is None) == (
                actor not in table.phase.actors(table)
            )
        for viewer in (*range(self.seats), None):
            self.views_ignore_what_is_hidden(viewer)
            assert len(match.heard(viewer)) == len(match.log)
        if isinstance(table.phase, Acting):
            offered = [a for o in match.options(table.phase.seat) for a in o.expand()]
            assert len(offered) == len(set(offered)), "an action is offered twice"
            assert set(offered) == set(legal(table)), "options are not the rules"
            for action in self.source.sample(offered, min(8, len(offered))):
                after, events = act(table, table.phase.seat, action, QuickChance("try"))
                assert fold(table, events) == after

    def views_ignore_what_is_hidden(self, viewer: int | None) -> None:
        table: KuhfsteinTable = self.match.table
        world = table.world
        tiles = self.source.sample(world.tiles, len(world.tiles))
        pile = self.source.sample(world.pile, len(world.pile))
        places = tuple(
            place if seat == viewer else replace(place, goals=place.goals[::-1])
            for seat, place in enumerate(world.places)
        )
        other = replace(world, tiles=tuple(tiles), pile=tuple(pile), places=places)
        hidden = replace(table, world=other)
        assert table.edition.game.view(hidden, viewer) == self.match.view(viewer)
        if viewer is not None:
            assert table.phase.options(hidden, viewer) == table.phase.options(table, viewer)

    # --- at the end ---

    def look_back(self) -> None:
        match = self.match
        ended = match.log[-1]
        assert isinstance(ended, KuhfsteinEnded)
        world: World = match.table.world
        ranks = [(score.total, score.tiles) for score in ended.scores]
        assert {ranks[seat] for seat in ended.winners} == {max(ranks)}
        for place, score in zip(world.places, ended.scores, strict=True):
            assert score.track == place.score <= score.total == place.score + score.goal_points
            assert score.goal in place.goals
        turns = [0] * self.seats
        for event in match.log:
            if isinstance(event, KuhfsteinTurnBegan):
                turns[event.seat] += 1
        reached = any(place.score >= self.edition.threshold for place in world.places)
        assert reached or ended.reason != "reached"
        if ended.reason == "reached" or self.edition.rules.early_end == "finish_round":
            assert len(set(turns)) == 1 or ended.reason == "idle", "turns are unequal"
        assert len(world.display) < self.edition.display or ended.reason != "tiles"
        if self.closely or self.dice() < 0.1:
            assert replayed(match.log) == match.table
        if self.closely:
            assert played_again(match.log, QuickChance(self.name))
            stored = write_log(match.log)
            log = read_log(stored)
            assert log == match.log
            assert write_log(log) == stored


def _scoring(options: tuple[Option, ...], place: Place) -> Iterator[Option]:
    """List what brings points now: cards, trees; and herds, if cows are few."""
    for option in options:
        if isinstance(option, Placement):
            trees = tuple(spot for spot in option.spots if spot.also is not None)
            if isinstance(option.action, PlayCard):
                yield option
            elif trees:
                yield replace(option, spots=trees)
        elif place.cows < 3 and isinstance(next(option.expand()), TakeHerd):
            yield option


# --- what is legal, found the slow way from RULINGS 4.4 ---


def legal(table: KuhfsteinTable) -> Iterator[Action]:
    phase, world, rules = table.phase, table.world, table.edition.rules
    assert isinstance(phase, Acting)
    if phase.kept is not None:
        yield TakeBack()
    if phase.doing == "confirm":
        yield FinishTurn()
        return
    place = world.places[phase.seat]
    named = phase.doing in ("action", "extra")  # one of the four actions, not a bonus of its own
    again = named and phase.exchanges < MOST_EXCHANGES
    found: list[Action] = []
    if phase.committed != "card" and phase.doing != "card":
        found += _tiles(world, place)
        if again and any(world.display.count(terrain) >= 4 for terrain in world.display):
            found.append(ExchangeTiles())
    if phase.committed != "tile" and phase.doing != "tile":
        found += [TakeCard(card) for card in world.cards]
        shown = [table.edition.cards[card].terrains for card in world.cards]
        if again and len(shown) == 4 and frozenset.intersection(*shown):
            found.append(ExchangeCards())
    if named and phase.committed is None:
        for card in place.hand:
            found += [PlayCard(card, spot) for spot in _spots(table.edition.cards[card], place)]
        found += [TakeHerd(*herd[0]) for herd in herds(place.land)]
    if not found or (rules.allow_pass and phase.doing == "action" and phase.committed is None):
        found.append(PassAction())
    if rules.bonus_optional and phase.doing != "action" and phase.committed is None:
        found.append(Decline())
    yield from found


def _tiles(world: World, place: Place) -> Iterator[Action]:
    at = {tile.cell: tile.terrain for tile in place.land.tiles}
    used = {cell for tree in place.land.trees for cell in square(tree)}
    beside = {(r + d, c + e) for r, c in at for d, e in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    for tile, terrain in enumerate(world.display):
        for row, column in (beside - at.keys()) if at else {(0, 0)}:
            yield PlaceTile(tile, Spot(row, column))
            for up, left in product((0, 1), (0, 1)):
                corner = row - up, column - left
                four = [(at | {(row, column): terrain}).get(cell) for cell in square(corner)]
                if (
                    world.trees
                    and None not in four
                    and len(set(four)) in (1, 4)
                    and used.isdisjoint(square(corner))
                ):
                    yield PlaceTile(tile, Spot(row, column, 0, corner))


def _spots(card: Card, place: Place) -> Iterator[Spot]:
    """Lay the card as printed, then turned; what covers the same cells is the same move."""
    at = {tile.cell: tile.terrain for tile in place.land.tiles}
    shape = [
        (row, column, letter)
        for row, line in enumerate(card.rows)
        for column, letter in enumerate(line)
        if letter != "."
    ]
    if sum(letter != "?" for *_, letter in shape) > place.cows:
        return
    seen = set()
    for turn in range(4):
        top = min(row for row, _, _ in shape)
        left = min(column for _, column, _ in shape)
        placed = frozenset((row - top, column - left, letter) for row, column, letter in shape)
        if placed not in seen:
            seen.add(placed)
            first = min(placed)
            for tile_row, tile_column in at:
                row, column = tile_row - first[0], tile_column - first[1]
                if all(_fits(at, place, (row + r, column + c), letter) for r, c, letter in placed):
                    yield Spot(row, column, turn)
        shape = [(column, -row, letter) for row, column, letter in shape]


def _fits(at: Mapping[Cell, Terrain], place: Place, cell: Cell, letter: str) -> bool:
    if letter == "?":
        return cell in at
    return at.get(cell) == LETTERS[letter] and cell not in place.land.cows


def walk(seats: int, seed: int, *, closely: bool = True) -> Match:
    """Play one random game; an error says which one."""
    walker = Walk(seats, seed, closely=closely)
    try:
        return walker.play()
    except BaseException as error:
        error.add_note(f"Walk({seats}, {seed}), {walker.edition.rules}")
        error.add_note(f"step {len(walker.match.log)}: {walker.match.table.phase}")
        raise
