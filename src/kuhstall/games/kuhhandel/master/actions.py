"""What an actor can ask for only in Kuhhandel Master. See `kuhhandel.actions`."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from kuhstall.engine.values import Action, Reflex
from kuhstall.games.kuhhandel.cards import Animal


class Wait(Action, frozen=True, tag="wait", gc=False):
    """Let the countdown go on."""


class Slap(Action, frozen=True, tag="slap", gc=False):
    """Take the pedigree for `count` cards: now, or when the countdown gets there; 0 for never."""

    count: int


class SlapNow(Reflex, frozen=True, tag="slap_now", gc=False):
    """Slap now, where the quickest hand wins: `after` milliseconds into the step."""

    latest: ClassVar[int] = 10_000
    unhurried: ClassVar[int] = 250


class LayCard(Action, frozen=True, tag="lay_card", gc=False):
    """Lay a money card beside the rat, and pass the rat on."""

    card: int


class TakeRat(Action, frozen=True, tag="take_rat", gc=False):
    """Take the rat, and all the money beside it."""


class PassRat(Action, frozen=True, tag="pass_rat", gc=False):
    """Pass the rat on up to `times` times, with one's cheapest cards; take it the next time."""

    times: int


class Divide(Action, frozen=True, tag="divide", gc=False):
    """Look at the top card, and then keep it or give it away."""


class Keep(Action, frozen=True, tag="keep", gc=False):
    """Keep the card; the other player gets the next one."""


class Give(Action, frozen=True, tag="give", gc=False):
    """Give the card away, and get the next one."""


class EndTurn(Action, frozen=True, tag="end_turn", gc=False):
    """End the turn after the trade."""


class Cover(Action, frozen=True, tag="cover", gc=False):
    """Give up a quartet to the rats."""

    animal: Animal


MasterAction: TypeAlias = (
    Wait | Slap | SlapNow | LayCard | TakeRat | PassRat | Divide | Keep | Give | EndTurn | Cover
)
