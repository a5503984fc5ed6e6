"""One seat's position and its value: points, plus what its hand and landscape promise."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.bots.kuhfstein.aims import Aims, Standing, aims, expected_points
from kuhstall.bots.kuhfstein.moves import Gather, Lay, Move, Play, Take
from kuhstall.bots.kuhfstein.sketch import NUMBER, Frame, Sketch, bits
from kuhstall.bots.kuhfstein.weights import Weights
from kuhstall.engine.values import Seat
from kuhstall.games.kuhfstein.deck import BOX
from kuhstall.games.kuhfstein.patterns import CardFace, shown
from kuhstall.games.kuhfstein.track import Bonus
from kuhstall.games.kuhfstein.view import KuhfsteinView

TREE_POINTS: int = BOX["pieces"]["tree_points"]
ACTIONS_PER_TURN = 2


class Position(Struct, frozen=True, gc=False):
    """What a seat has: at first as its view shows it, then as its own moves would change it.

    `supply` counts its cows off the landscape, and `reached` the bonus fields that it has passed.
    `trees` counts the trees that are not planted yet. `time` is how many actions the seat can
    still expect, and `waiting` holds the bonuses that it has yet to use.
    """

    weights: Weights
    land: Sketch
    supply: int
    hand: tuple[CardFace, ...]
    score: int
    reached: int
    trees: int
    display: tuple[int, ...]
    open: tuple[CardFace, ...]
    track: tuple[tuple[int, Bonus], ...]
    aims: Aims
    time: int
    waiting: tuple[Bonus, ...] = ()

    def worth(self) -> float:
        weights, land, time = self.weights, self.land, self.time
        hope = weights.supply[min(self.supply, len(weights.supply) - 1)]
        hope += weights.tile * land.tiles.bit_count()
        if self.trees:
            hope += self._groves()
        worth = self.score + self._promised() + hope * min(1.0, time / weights.fade)
        for bonus in self.waiting:
            worth += weights.bonus(bonus)
        if weights.goals:
            standing = Standing(land, self.supply, self.score)
            worth += weights.goals * expected_points(self.aims, standing, time, weights.doubt)
        return worth

    def _promised(self) -> float:
        """Add up the value of the cards in hand, best first, until cows or actions run out."""
        weights, land = self.weights, self.land
        cards = sorted([self._prospect(face) for face in self.hand], reverse=True)
        time, supply, promised, rank = self.time, self.supply, 0.0, 0
        herd = max([herd.bit_count() for herd in land.herds], default=0)
        for value, missing, cows in cards:
            cost, takes, gathered = 0.0, missing + 1, 0
            if cows > supply:
                cost, takes, gathered = weights.gathering, takes + 1, herd
            if takes > time or cows > supply + gathered or value <= cost:
                continue
            herd -= gathered
            supply += gathered - cows
            time -= takes
            promised += (value - cost) * weights.shares[min(rank, len(weights.shares) - 1)]
            rank += 1
        return promised

    def _prospect(self, face: CardFace) -> tuple[float, int, int]:
        """Say what a card may bring, how many tiles it lacks, and how many cows it takes."""
        weights, rows = self.weights, face.rows
        missing = self.land.missing(rows)
        value = face.points * weights.nearness[missing] - weights.effort[missing]
        if missing == 1:
            wanted = self.land.wanted(rows)
            if any([wanted[terrain] for terrain in self.display]):  # noqa: C419 -- faster
                value += weights.at_hand
        return value, missing, len(shown(rows))

    def _groves(self) -> float:
        """Return the value of being one tile short of a tree."""
        weights = self.weights
        best, ready = 0.0, 0
        for cell, terrain, _ in self.land.corners:
            if terrain in self.display:
                best, ready = weights.grove, ready | cell
            elif not ready:
                best = weights.clearing
        return best + weights.more_groves * max(0, ready.bit_count() - 1)

    def after(self, move: Move) -> Position:
        match move:
            case Lay(bit, terrain, square):
                at = self.display.index(terrain)
                now = replace(
                    self,
                    land=self.land.laid(bit, terrain, square),
                    display=self.display[:at] + self.display[at + 1 :],
                )
                return replace(now, trees=self.trees - 1).scored(TREE_POINTS) if square else now
            case Take(face):
                rest = tuple([other for other in self.open if other.card != face.card])
                return replace(self, hand=(*self.hand, face), open=rest)
            case Play(face, cows):
                return replace(
                    self,
                    land=self.land.grazed(cows),
                    supply=self.supply - cows.bit_count(),
                    hand=tuple([other for other in self.hand if other.card != face.card]),
                ).scored(face.points)
            case Gather(herd):
                return self.gathered(herd)

    def gathered(self, cows: int) -> Position:
        return replace(self, land=self.land.cleared(cows), supply=self.supply + cows.bit_count())

    def scored(self, points: int) -> Position:
        """Advance on the track. Bonuses that need no decision take effect now; the others wait."""
        now = replace(self, score=self.score + points)
        for points_needed, bonus in self.track[self.reached :]:
            if points_needed > now.score:
                break
            now = replace(now, reached=now.reached + 1)
            if bonus == "cow":
                now = replace(now, supply=now.supply + 1)
            elif bonus == "all_cows_back":
                now = now.gathered(now.land.cows)
            else:
                now = replace(now, waiting=(*now.waiting, bonus))
        return now

    def landmark(self) -> Hashable:
        """Return what tells this position from others that come of the same one.

        The landscape says which tiles are left in the display, and the score which fields were
        reached.
        """
        held = 0
        for face in self.hand:
            held |= 1 << face.card
        left = 0
        for face in self.open:
            left |= 1 << face.card
        return self.land, held, left, self.score, self.supply, len(self.waiting)

    def onward(self) -> tuple[Position, Bonus]:
        """Return the position at the next action, and its kind: `extra_action` if it may be any."""
        if self.waiting:
            return replace(self, waiting=self.waiting[1:]), self.waiting[0]
        return replace(self, time=max(0, self.time - 1)), "extra_action"

    def moves(self, doing: Bonus) -> Iterator[Move]:
        """List the moves worth considering for this kind of action."""
        if doing != "take_card":
            for terrain in dict.fromkeys(self.display):
                yield from self.lays(terrain)
        if doing != "place_tile":
            yield from map(Take, self.open)
        if doing != "extra_action":
            return
        for face in self.hand:
            if len(shown(face.rows)) <= self.supply and not self.land.missing(face.rows):
                for cows in self.land.grazing(face.rows):
                    yield Play(face, cows)
        yield from map(Gather, self.land.herds)

    def lays(self, terrain: int) -> Iterator[Lay]:
        """List where a tile helps a card (if nowhere, where it fits snugly) or lets a tree grow."""
        land = self.land
        where = 0
        for face in self.hand:
            where |= land.wanted(face.rows)[terrain]
        for bit in bits(where or land.nooks):
            yield Lay(bit, terrain)
        if self.trees:
            for cell, fitting, square in land.corners:
                if fitting == terrain:
                    yield Lay(cell, terrain, square)


def position(view: KuhfsteinView, seat: Seat, weights: Weights, left: int) -> Position:
    """Return the position of a seat that has `left` more actions this turn after this one."""
    own = view.seats[seat]
    return Position(
        weights,
        Frame(own.tiles).sketch_of(own.tiles, own.cows, own.trees),
        own.supply,
        own.hand or (),
        own.score,
        own.reached,
        view.trees,
        tuple([NUMBER[terrain] for terrain in view.display]),
        view.cards,
        tuple([(field.position, field.bonus) for field in view.track]),
        aims(view, seat),
        left + ACTIONS_PER_TURN * _turns_left(view, weights),
    )


def _turns_left(view: KuhfsteinView, weights: Weights) -> int:
    """Guess how many turns a seat has after this one."""
    if view.last_round:
        return 0
    most = max(seat.score for seat in view.seats)
    if most >= view.threshold and view.rules.extra_final_round:
        return 1  # another round is granted, and it will be the last one (D-27)
    return max(0, round((view.threshold - most) / weights.pace + weights.tail))
