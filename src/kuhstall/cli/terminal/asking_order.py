"""Whom to ask next.

With bidding in turns the table waits for one seat. In open bidding it waits for many, and there
is no clock at a keyboard: everybody is asked once, from the left of the last bidder, and after
such a round whoever holds the gavel. Where answers are sealed, everybody is asked once too, and
a table that leaves it to the clock when they are opened names the clock last.
"""

from __future__ import annotations

from collections.abc import Sequence

from kuhstall.engine.values import Action, Actor


class AskingOrder:
    """Remembers who has been asked since the last bid or call. `bids` are the actions that bid."""

    def __init__(self, seats: int, bids: tuple[type[Action], ...] = ()) -> None:
        self.seats = seats
        self._bids = bids
        self._moment: int | None = None
        self._asked: set[Actor] = set()
        self._last_bidder: Actor = -1

    def next(self, actors: Sequence[Actor], moment: int) -> Actor:
        """Choose one of the actors; a table names whoever calls last."""
        if moment != self._moment:
            self._moment = moment
            self._asked.clear()
        *bidders, caller = actors
        waiting = [seat for seat in bidders if seat not in self._asked]
        if not waiting:
            self._asked.clear()  # what the caller does or not, the next round begins
            return caller
        return min(waiting, key=lambda seat: (seat - self._last_bidder - 1) % self.seats)

    def answered(self, actor: Actor, action: Action | None) -> None:
        """Note what somebody did; None is silence."""
        self._asked.add(actor)
        if isinstance(action, self._bids):
            self._asked = {actor}
            self._last_bidder = actor
