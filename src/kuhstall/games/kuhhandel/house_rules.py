"""The disputed points, each a named option with a default. Ids are those of the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel.money import Overpay
from kuhstall.games.kuhhandel.scoring import Scoring, TieBreak

Overbid: TypeAlias = Literal["restart_excluded", "continue_excluded", "restart_all"]
TradeMoney: TypeAlias = Literal["exchange", "winner_pays", "all_returned"]
OfferCount: TypeAlias = Literal["visible", "hidden", "offerer_choice"]
StartPlayer: TypeAlias = Annotated[str, Meta(pattern=r"^(random|seat:[0-9])$")]


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Every option of the classic game. The defaults are those of the second edition."""

    auction_mode: Literal["open", "turns"] = "open"
    gavel: Literal["clock", "auctioneer"] = "clock"
    overbid: Overbid = "restart_excluded"  # D-01
    bluff_bids: Literal["allowed", "forbidden"] = "allowed"
    self_raise: bool = True
    overpay: Overpay = "exact_if_possible"
    payment_visibility: Literal["private", "public"] = "private"
    offer_count: OfferCount = "visible"  # D-03
    hand_counts: Literal["auto", "public", "hidden"] = "auto"
    min_offer_cards: Literal[0, 1] = 0  # D-02
    min_counter_cards: Literal[0, 1] = 1  # D-04
    trade_money: TradeMoney = "exchange"  # D-11
    return_zero_cards: bool = False  # D-10
    tie_money: Literal["auto", "exchanged", "returned"] = "auto"  # D-07
    second_tie_money: Literal["as_tie", "returned"] = "as_tie"  # D-08
    scoring: Scoring = "multiply"  # D-12
    dove: bool = False  # 2.6
    dove_multiplied: bool = False
    no_progress_limit: Annotated[int, Meta(ge=0, le=10_000)] = 60  # C-21
    tie_break: TieBreak = "shared"  # M-04
    start_player: StartPlayer = "random"  # D-19

    @property
    def counts_are_public(self) -> bool:
        """Whether everybody may know how many money cards a seat holds (A-04)."""
        if self.hand_counts == "auto":
            return self.offer_count == "visible"
        return self.hand_counts == "public"

    @property
    def ties_exchange(self) -> bool:
        """Whether tied offers change hands (D-07)."""
        if self.tie_money == "auto":
            return self.trade_money == "exchange"
        return self.tie_money == "exchanged"

    @property
    def second_ties_exchange(self) -> bool:
        return self.second_tie_money == "as_tie" and self.ties_exchange


NAMES: Final[tuple[str, ...]] = HouseRules.__struct_fields__
_KINDS: Final[dict[str, Any]] = get_type_hints(HouseRules, include_extras=True)
_WORDED: Final = {
    "no_progress_limit": ("0 for never", "a number up to 10000"),
    "start_player": ("random", "seat:0", "seat:1", "seat:2", "…"),
}


def values(name: str) -> tuple[str, ...]:
    """List what an option can be set to, as a person would type it."""
    kind = _KINDS[name]
    if kind is bool:
        return "true", "false"
    if get_origin(kind) is Literal:
        return tuple(str(value) for value in get_args(kind))
    return _WORDED[name]


def changed(rules: HouseRules, changes: Mapping[str, Any]) -> HouseRules:
    """Return the rules with some options set, values given as text or as they are."""
    fields = {}
    for name, value in changes.items():
        if name not in NAMES:
            known = ", ".join(NAMES)
            raise Refused("no_such_option", f"there is no option '{name}'; there are {known}")
        try:
            fields[name] = msgspec.convert(value, _KINDS[name], strict=False)
        except msgspec.ValidationError:
            known = ", ".join(values(name))
            raise Refused("bad_value", f"{name} cannot be '{value}'; it can be {known}") from None
    return msgspec.structs.replace(rules, **fields)


def check(rules: HouseRules, seats: int) -> None:
    """Refuse combinations that make no sense, with the reason."""
    for nonsense, code, reason in (
        (
            rules.hand_counts == "public" and rules.offer_count != "visible",
            "counts_betray_offers",
            "hand_counts=public would betray the number of cards that offer_count hides",
        ),
        (
            rules.dove_multiplied and not rules.dove,
            "no_dove",
            "dove_multiplied needs dove=true",
        ),
        (
            rules.dove_multiplied and rules.scoring == "sum",
            "nothing_multiplied",
            "dove_multiplied needs scoring=multiply",
        ),
        (
            rules.gavel == "auctioneer" and rules.auction_mode == "turns",
            "no_gavel",
            "gavel=auctioneer needs auction_mode=open: with turns nobody calls",
        ),
        (
            rules.start_player != "random" and start_seat(rules) >= seats,
            "no_such_seat",
            f"start_player={rules.start_player} needs that seat; this table has 0 to {seats - 1}",
        ),
    ):
        if nonsense:
            raise Refused(code, reason)


def start_seat(rules: HouseRules) -> int:
    """Return the seat that start_player names."""
    return int(rules.start_player.removeprefix("seat:"))
