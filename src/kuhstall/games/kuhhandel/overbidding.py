"""What follows a bid that cannot be paid (D-01), in every kind of auction."""

from __future__ import annotations

from typing import TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.events import Bid
from kuhstall.games.kuhhandel.house_rules import Overbid


class Contest(Struct, frozen=True, kw_only=True, gc=False):
    """Something that is bid for.

    A seat that could not pay an earlier bid is barred (D-01), or shown in `limits` with what
    everybody has seen of their purse (C-06).
    """

    barred: tuple[Seat, ...] = ()
    limits: tuple[Bid, ...] = ()


C = TypeVar("C", bound=Contest)


class Aftermath(Struct, frozen=True, gc=False):
    """`excluded`: the seat that could not pay is out. `restarts`: earlier bids no longer count."""

    excluded: bool
    restarts: bool


def aftermath(overbid: Overbid) -> Aftermath:
    """Say what the house rule makes of an over-bid."""
    match overbid:
        case "restart_excluded":
            return Aftermath(excluded=True, restarts=True)
        case "continue_excluded":
            return Aftermath(excluded=True, restarts=False)
        case "restart_all":
            return Aftermath(excluded=False, restarts=True)
        case _:
            assert_never(overbid)


def reopen(contest: C, after: Aftermath, seat: Seat, seen: int) -> C:
    """Bar the seat that could not pay, or limit it to the money that everybody has seen (C-06)."""
    if after.excluded:
        return replace(contest, barred=(*contest.barred, seat))
    return replace(contest, limits=(*contest.limits, Bid(seat, seen)))
