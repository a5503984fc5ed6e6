"""The disputed points, each a named option with a default. Ids are those of the rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel.money import Overpay
from kuhstall.games.kuhhandel.scoring import Scoring, TieBreak

Overbid: TypeAlias = Literal["restart_excluded", "continue_excluded", "restart_all"]
TradeMoney: TypeAlias = Literal["exchange", "winner_pays", "all_returned"]
OfferCount: TypeAlias = Literal["visible", "hidden", "offerer_choice"]
StartPlayer: TypeAlias = Annotated[str, Meta(pattern=r"^(random|seat:[0-9])(?!\n)$")]
PedigreeMode: TypeAlias = Literal["realtime", "stepwise", "sealed"]


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The options that all editions have. The defaults are those of the second edition."""

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


class ClassicRules(HouseRules, frozen=True, forbid_unknown_fields=True):
    """Every option of the classic game."""

    scoring: Scoring = "multiply"  # D-12
    dove: bool = False  # 2.6
    dove_multiplied: bool = False


class MasterRules(HouseRules, frozen=True, forbid_unknown_fields=True):
    """Every option of Kuhhandel Master. The defaults are those of the German rules (003)."""

    overbid: Overbid = "restart_all"  # D-01
    pedigree_mode: PedigreeMode = "realtime"
    slap: Literal["lottery", "reflex"] = "lottery"  # how a step of a realtime countdown is won
    slap_tie: Literal["random", "seat_order"] = "random"
    rat_cover: Literal["auto", "player"] = "auto"  # C-16
    after_rat: Literal["must_auction", "turn_ends"] = "must_auction"  # D-17
    two_player_zero_cards: Literal["keep_start", "none"] = "keep_start"  # D-15
    division_donkey: Literal["on_laying", "off"] = "on_laying"  # C-09
    peek_next_back: bool = True
    super_kuhhandel: bool = False  # 3.7
    kassensturz: bool = False  # 3.7


Nonsense: TypeAlias = tuple[bool, str, str]
"""Whether it is the case, and then the code and the reason of a refusal."""


def check(rules: HouseRules, seats: int) -> None:
    """Refuse combinations that make no sense, with the reason."""
    found = [*_nonsense(rules, seats)]
    if isinstance(rules, ClassicRules):
        found += _classic_nonsense(rules)
    if isinstance(rules, MasterRules):
        found += _master_nonsense(rules)
    for nonsense, code, reason in found:
        if nonsense:
            raise Refused(code, reason)


def _nonsense(rules: HouseRules, seats: int) -> Iterator[Nonsense]:
    yield (
        rules.hand_counts == "public" and rules.offer_count != "visible",
        "counts_betray_offers",
        "hand_counts=public would betray the number of cards that offer_count hides",
    )
    yield (
        rules.gavel == "auctioneer" and rules.auction_mode == "turns",
        "no_gavel",
        "gavel=auctioneer needs auction_mode=open: with turns nobody calls",
    )
    yield (
        rules.start_player != "random" and start_seat(rules) >= seats,
        "no_such_seat",
        f"start_player={rules.start_player} needs that seat; this table has 0 to {seats - 1}",
    )


def _classic_nonsense(rules: ClassicRules) -> Iterator[Nonsense]:
    yield rules.dove_multiplied and not rules.dove, "no_dove", "dove_multiplied needs dove=true"
    yield (
        rules.dove_multiplied and rules.scoring == "sum",
        "nothing_multiplied",
        "dove_multiplied needs scoring=multiply",
    )


def _master_nonsense(rules: MasterRules) -> Iterator[Nonsense]:
    yield (
        rules.slap == "reflex" and rules.pedigree_mode != "realtime",
        "no_reflex",
        "slap=reflex needs pedigree_mode=realtime: else nobody is in a hurry",
    )


def hosted(rules: HouseRules, changes: Mapping[str, Any], *, over_days: bool) -> dict[str, Any]:
    """Complete the options of a table that a clock runs; refuse what it cannot run."""
    chosen = dict(changes)
    if chosen.get("gavel", "clock") != "clock":
        raise Refused("server_calls", "the server's clock calls here: gavel must be clock")
    if over_days:
        if chosen.setdefault("auction_mode", "turns") != "turns":
            raise Refused(
                "slow_needs_turns", "a slow table bids in turns: auction_mode must be turns"
            )
        if isinstance(rules, MasterRules):
            chosen.setdefault("pedigree_mode", "sealed")  # ten counts would take weeks
    return chosen


def start_seat(rules: HouseRules) -> int:
    """Return the seat that start_player names."""
    return int(rules.start_player.removeprefix("seat:"))
