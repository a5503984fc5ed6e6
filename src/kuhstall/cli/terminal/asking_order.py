"""Whom to ask next.

With bidding in turns the table waits for one seat. In open bidding it waits for many, and there is
no clock at a keyboard: each seat is asked once, starting to the left of the last bidder, and after
such a round the seat with the gavel. Where answers are sealed, each seat is asked once too; a table
that lets the clock decide when they are opened names the clock as the last actor.
"""

from __future__ import annotations

from collections.abc import Sequence

from kuhstall.engine.values import Action, Actor


class AskingOrder:
    """Remembers who was asked since the last bid or call. `bids` are the action types that bid."""

    def __init__(self, seats: int, bids: tuple[type[Action], ...] = ()) -> None:
        self.seats = seats
        self._bids = bids
        self._moment: int | None = None
        self._asked: set[Actor] = set()
        self._last_bidder: Actor = -1

    def next(self, actors: Sequence[Actor], moment: int) -> Actor:
        """Choose one of the actors; the caller is the last of them."""
        if moment != self._moment:
            self._moment = moment
            self._asked.clear()
        *bidders, caller = actors
        waiting = [seat for seat in bidders if seat not in self._asked]
        if not waiting:
            self._asked.clear()  # whatever the caller does, the next round begins
            return caller
        return min(waiting, key=lambda seat: (seat - self._last_bidder - 1) % self.seats)

    def answered(self, actor: Actor, action: Action | None) -> None:
        """Note what an actor did; None means nothing."""
        self._asked.add(actor)
        if isinstance(action, self._bids):
            self._asked = {actor}
            self._last_bidder = actor
