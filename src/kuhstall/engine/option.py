"""Options: what an actor may do, said once.

The closed set of shapes (choice, range, pick, placement) knows no game. An option holds a
template of the action it stands for, and which field of it is open; every reader of options, the
check, a bot or the browser, fills the field in and has an action.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Action

UNLIKE: Final = "not_offered"
"""The refusal of an option that stands for another kind of action."""

_TRIES: Final = 8
_WHOLE: Final = {int}


class _Shape(Struct, frozen=True, tag_field="option", gc=False):
    """What all options have in common."""

    def admitted(self, action: Action) -> Action | None:  # each shape has its own
        """Return the action as the option itself would make it, or None.

        Only that one is acted on: what is merely equal, as True is to 1, stays outside.
        """
        return None

    def admits(self, action: Action) -> bool:
        return self.admitted(action) is not None

    def refusal(self, action: Action) -> str | None:
        """Say why an action is not admitted, as a stable code; None if it is."""
        return None if self.admits(action) else self._reason(action)

    def _reason(self, action: Action) -> str:
        return UNLIKE


class Choice(_Shape, frozen=True, tag="choice", gc=False):
    """Any one of these actions."""

    actions: tuple[Action, ...]

    def admitted(self, action: Action) -> Action | None:
        if action not in self.actions:
            return None
        own = self.actions[self.actions.index(action)]
        return own if type(own) is type(action) else None

    def sample(self, chance: Chance) -> Action:
        return self.actions[chance.below("sample", len(self.actions))]

    def expand(self) -> Iterator[Action]:
        yield from self.actions


class Range(_Shape, frozen=True, tag="range", gc=False):
    """The action with any whole number from low to high, in steps, in one field."""

    action: Action
    field: str
    low: int
    high: int
    step: int = 1

    def admitted(self, action: Action) -> Action | None:
        if type(action) is not type(self.action):
            return None
        value = getattr(action, self.field)
        if (
            type(value) is not int
            or not self.low <= value <= self.high
            or (value - self.low) % self.step
        ):
            return None
        if len(action.__struct_fields__) == 1:
            return action
        own = self.fill(value)
        return own if own == action else None

    def _reason(self, action: Action) -> str:
        value = getattr(action, self.field, None)
        if type(action) is not type(self.action):
            return UNLIKE
        if type(value) is not int:
            return "not_a_number"
        if value < self.low:
            return "too_low"
        if value > self.high:
            return "too_high"
        return "off_step" if (value - self.low) % self.step else UNLIKE

    def fill(self, value: int) -> Action:
        return replace(self.action, **{self.field: value})

    def sample(self, chance: Chance) -> Action:
        steps = (self.high - self.low) // self.step + 1
        return self.fill(self.low + self.step * chance.below("sample", steps))

    def expand(self) -> Iterator[Action]:
        for value in range(self.low, self.high + 1, self.step):
            yield self.fill(value)


class Pick(_Shape, frozen=True, tag="pick", gc=False):
    """The action with a bounded multiset, some of the pool, in one field.

    Items are whole numbers that also are their worth. `exact` asks for a worth of just `least`;
    `lean` bars a pick from which an item could be left out without falling below `least`.
    """

    action: Action
    field: str
    pool: tuple[int, ...]
    fewest: int = 0
    least: int = 0
    exact: bool = False
    lean: bool = False
    most: int | None = None

    def admitted(self, action: Action) -> Action | None:
        if type(action) is not type(self.action):
            return None
        picked = getattr(action, self.field)
        if type(picked) is not tuple or not self._holds(picked) or self._out_of_bounds(picked):
            return None
        own = self.fill(picked)
        if own == action or self._like(own, action):
            return own
        return None

    def _like(self, own: Action, action: Action) -> bool:
        """Whether an action differs from our own only in the order of what was picked."""
        return own == replace(action, **{self.field: getattr(own, self.field)})

    def _reason(self, action: Action) -> str:
        if type(action) is not type(self.action):
            return UNLIKE
        picked = getattr(action, self.field)
        if type(picked) is not tuple or not self._holds(picked):
            return "not_yours"
        return self._out_of_bounds(picked) or UNLIKE

    def _holds(self, picked: tuple[int, ...]) -> bool:
        left = list(self.pool)
        try:
            for item in picked:
                left.remove(item)
        except ValueError:
            return False
        return set(map(type, picked)) <= _WHOLE  # True and 1.0 equal 1, and are no items

    def _out_of_bounds(self, picked: Sequence[int]) -> str | None:
        if len(picked) < self.fewest:
            return "too_few"
        if self.most is not None and len(picked) > self.most:
            return "too_many"
        worth = sum(picked)
        if worth < self.least:
            return "too_little"
        if self.exact and worth != self.least:
            return "not_exact"
        if self.lean and picked and worth - min(picked) >= self.least:
            return "wasteful"
        return None

    def fill(self, picked: Sequence[int]) -> Action:
        return replace(self.action, **{self.field: tuple(sorted(picked))})

    def sample(self, chance: Chance) -> Action:
        """Draw a pick; every pick that is admitted has a chance."""
        for _ in range(_TRIES):
            if self.exact:
                picked = self._draw_exact(chance)
            elif self.least:
                picked = self._draw_enough(chance)
            else:
                picked = self._draw_some(chance)
            # A draw of enough, and no more, is as it should be; other bounds can be missed.
            sure = self.least and not self.fewest and self.most is None
            if sure or self._out_of_bounds(picked) is None:
                return self.fill(picked)
        return Choice(tuple(self.expand())).sample(chance)

    def _draw_some(self, chance: Chance) -> list[int]:
        if self.most is not None:
            number = self.fewest + chance.below("sample", self.most - self.fewest + 1)
            return list(chance.shuffled("sample", self.pool)[:number])
        picked: list[int] = []
        for item, count in counted(self.pool):
            picked += [item] * chance.below("sample", count + 1)
        return picked

    def _draw_enough(self, chance: Chance) -> list[int]:
        """Lay items in random order until it is enough; then be lean, or lay on some more."""
        left = list(self.pool)
        picked: list[int] = []
        missing = self.least
        while left and (missing > 0 or len(picked) < self.fewest):
            item = left.pop(chance.below("sample", len(left)))
            picked.append(item)
            missing -= item
        if self.lean:
            for item in tuple(picked):
                if missing + item <= 0:
                    picked.remove(item)
                    missing += item
        else:
            more = chance.below("sample", len(left) + 1)
            picked.extend(left.pop(chance.below("sample", len(left))) for _ in range(more))
        return picked

    def _draw_exact(self, chance: Chance) -> list[int]:
        """Go down the values, laying only so many that the rest can still be reached."""
        rest = self.least
        picked: list[int] = []
        for value, count, smaller in reversed(_reachable(self.pool, self.least)):
            if value == 0:
                if not self.lean:
                    picked += [0] * chance.below("sample", count + 1)
            elif value <= rest:
                most = min(count, rest // value)
                laid = chance.below("sample", most + 1)
                while not smaller >> rest - laid * value & 1:
                    laid = laid - 1 if laid else most
                picked += [value] * laid
                rest -= value * laid
        return picked

    def cheapest(self) -> Action:
        """Find the pick of the least worth; among those, one of the fewest items."""
        sums = _sums(self.pool, sum(self.pool)) >> self.least
        worth = self.least + (sums & -sums).bit_length() - 1
        fewest: dict[int, tuple[int, ...]] = {0: ()}
        for value, count in reversed(counted(self.pool)):
            if value == 0:
                continue
            for start, picked in tuple(fewest.items()):
                for n in range(1, min(count, (worth - start) // value) + 1):
                    total = start + n * value
                    if total not in fewest or len(picked) + n < len(fewest[total]):
                        fewest[total] = picked + (value,) * n
        if sums and self._out_of_bounds(fewest[worth]) is None:
            return self.fill(fewest[worth])
        return min(self.expand(), key=self._price)

    def _price(self, action: Action) -> tuple[int, int]:
        picked = getattr(action, self.field)
        return sum(picked), len(picked)

    def expand(self) -> Iterator[Action]:
        values = [value for value, _ in counted(self.pool)]
        for counts in product(*(range(count + 1) for _, count in counted(self.pool))):
            picked = tuple(v for v, n in zip(values, counts, strict=True) for _ in range(n))
            if self._out_of_bounds(picked) is None:
                yield self.fill(picked)


class Spot(Struct, frozen=True, gc=False):
    """A place on a grid, a quarter turn, and a second place that goes with it."""

    row: int
    column: int
    turn: int = 0
    also: tuple[int, int] | None = None


class Placement(_Shape, frozen=True, tag="placement", gc=False):
    """The action with any of the pieces in one field and any of the spots in another."""

    action: Action
    piece_field: str
    spot_field: str
    pieces: tuple[int, ...]
    spots: tuple[Spot, ...]

    def admitted(self, action: Action) -> Action | None:
        if type(action) is not type(self.action):
            return None
        piece, spot = getattr(action, self.piece_field), getattr(action, self.spot_field)
        if piece not in self.pieces or spot not in self.spots:
            return None
        own = self.fill(self.pieces[self.pieces.index(piece)], self.spots[self.spots.index(spot)])
        return own if own == action else None

    def _reason(self, action: Action) -> str:
        if type(action) is not type(self.action):
            return UNLIKE
        if getattr(action, self.piece_field) not in self.pieces:
            return "no_such_piece"
        return "no_such_spot" if getattr(action, self.spot_field) not in self.spots else UNLIKE

    def fill(self, piece: int, spot: Spot) -> Action:
        return replace(self.action, **{self.piece_field: piece, self.spot_field: spot})

    def sample(self, chance: Chance) -> Action:
        piece = self.pieces[chance.below("sample", len(self.pieces))]
        return self.fill(piece, self.spots[chance.below("sample", len(self.spots))])

    def expand(self) -> Iterator[Action]:
        for piece, spot in product(self.pieces, self.spots):
            yield self.fill(piece, spot)


Option: TypeAlias = Choice | Range | Pick | Placement


def sample(options: Sequence[Option], chance: Chance) -> Action:
    """Draw an option, then an action of it."""
    if len(options) == 1:
        return options[0].sample(chance)
    return options[chance.below("option", len(options))].sample(chance)


@lru_cache(maxsize=4096)
def worths(pool: tuple[int, ...]) -> tuple[int, ...]:
    """All sums that some items of the pool add up to, in ascending order."""
    sums = _sums(pool, sum(pool))
    found = []
    while sums:
        lowest = sums & -sums
        found.append(lowest.bit_length() - 1)
        sums ^= lowest
    return tuple(found)


def reaches(pool: tuple[int, ...], worth: int) -> bool:
    """Whether some items of the pool add up to just this."""
    return bool(_sums(pool, worth) >> worth & 1)


@lru_cache(maxsize=4096)
def counted(pool: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return the values of a pool in ascending order, each with how often it is there."""
    return tuple([(value, pool.count(value)) for value in sorted(set(pool))])


@lru_cache(maxsize=4096)
def _reachable(pool: tuple[int, ...], most: int) -> tuple[tuple[int, int, int], ...]:
    """Return the values up to `most`, each with its count and the sums that smaller ones reach.

    A set of sums is a whole number with bit s set when s can be reached. Last comes a value
    that is not there, and with it the sums of all.
    """
    found = []
    sums = 1
    for value in sorted(set(pool)):
        if value > most:
            break
        count = pool.count(value)
        found.append((value, count, sums))
        for block in _blocks(count):
            sums |= sums << value * block
    return (*found, (most + 1, 0, sums))


def _sums(pool: tuple[int, ...], most: int) -> int:
    """Return the sums that the values up to `most` reach."""
    return _reachable(pool, most)[-1][2]


@cache
def _blocks(count: int) -> tuple[int, ...]:
    """Return few numbers of which some add up to each number from 0 to count."""
    blocks = []
    while count > 0:
        half = (count + 1) // 2
        blocks.append(half)
        count -= half
    return tuple(blocks)
