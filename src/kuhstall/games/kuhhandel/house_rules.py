"""The disputed points, each a named option with a default. Ids are those of the rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from msgspec import Meta

from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel.money import Overpay
from kuhstall.games.kuhhandel.scoring import Scoring, TieBreak
from kuhstall.games.rule_options import HouseRule, Rules, StartPlayer, typed_form

Overbid: TypeAlias = Literal["restart_excluded", "continue_excluded", "restart_all"]
TradeMoney: TypeAlias = Literal["exchange", "winner_pays", "all_returned"]
OfferCount: TypeAlias = Literal["visible", "hidden", "offerer_choice"]

Nonsense: TypeAlias = tuple[bool, str, str]
"""Whether it is the case, and then the code and the reason of a refusal."""


class HouseRules(Rules, frozen=True, forbid_unknown_fields=True):
    """The options that all editions have. The defaults are those of the second edition."""

    groups: ClassVar[tuple[str, ...]] = ("auction", "paying", "trade", "tie", "scoring", "course")

    over_days: ClassVar[Mapping[str, Any]] = {"auction_mode": "sealed"}
    """What is set where people act when they come by, unless the host sets it."""

    implied: ClassVar[Mapping[str, Mapping[Any, Mapping[str, Any]]]] = {
        "auction_mode": {"turns": {"self_raise": False}}  # no bidder outbids itself
    }

    auction_mode: Annotated[Literal["open", "turns", "sealed"], HouseRule("auction", "auction")] = (
        "open"  # A-15, C-26
    )
    gavel: Annotated[Literal["clock", "auctioneer"], HouseRule("auction", "auction")] = (
        "clock"
    )
    overbid: Annotated[Overbid, HouseRule("auction", "overbid")] = "restart_excluded"  # D-01
    bluff_bids: Annotated[Literal["allowed", "forbidden"], HouseRule("auction", "overbid")] = (
        "allowed"
    )
    self_raise: Annotated[bool, HouseRule("auction", "auction")] = True
    overpay: Annotated[Overpay, HouseRule("paying", "paying")] = "exact_if_possible"
    payment_visibility: Annotated[Literal["private", "public"], HouseRule("paying", "paying")] = (
        "private"
    )
    offer_count: Annotated[OfferCount, HouseRule("trade", "trade")] = "visible"  # D-03
    hand_counts: Annotated[Literal["auto", "public", "hidden"], HouseRule("paying", "paying")] = (
        "auto"
    )
    min_offer_cards: Annotated[Literal[0, 1], HouseRule("trade", "trade")] = 0  # D-02
    min_counter_cards: Annotated[Literal[0, 1], HouseRule("trade", "trade")] = 1  # D-04
    trade_money: Annotated[TradeMoney, HouseRule("trade", "trade")] = "exchange"  # D-11
    return_zero_cards: Annotated[bool, HouseRule("trade", "trade")] = False  # D-10
    tie_money: Annotated[Literal["auto", "exchanged", "returned"], HouseRule("tie", "tie")] = (
        "auto"  # D-07
    )
    second_tie_money: Annotated[Literal["as_tie", "returned"], HouseRule("tie", "tie")] = (
        "as_tie"  # D-08
    )
    no_progress_limit: Annotated[
        int,
        Meta(ge=0, le=10_000),
        HouseRule(
            "course",
            "end",
            suggested=(0, 20, 40, 60, 100, 200),
            typed=("0 for never", "a number up to 10000"),
            meaning="that many trades",
        ),
    ] = 60  # C-21
    tie_break: Annotated[TieBreak, HouseRule("scoring", "end", rank=1)] = "shared"  # M-04
    envelope_tie: Annotated[
        Literal["random", "seat_order"], HouseRule("auction", "envelopes", rank=1, later=True)
    ] = "random"  # C-27
    start_player: Annotated[
        StartPlayer,
        HouseRule(
            "course",
            "turn",
            rank=-2,
            meaning="that seat, counted from 1; programs write `seat:0` for seat 1",
        ),
    ] = "random"  # D-19

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

    @property
    def quartets_multiply(self) -> bool:
        """Whether the points for quartets are multiplied by their number (D-12)."""
        return True

    @property
    def has_dove(self) -> bool:
        """Whether the dove is played with (2.6)."""
        return False

    def nonsense(self, seats: int) -> Iterator[Nonsense]:
        """List the combinations that make no sense."""
        yield (
            self.hand_counts == "public" and self.offer_count != "visible",
            "counts_betray_offers",
            "hand_counts=public would betray the number of cards that offer_count hides",
        )
        yield (
            self.gavel == "auctioneer" and self.auction_mode != "open",
            "no_gavel",
            "gavel=auctioneer needs auction_mode=open: else nobody calls",
        )
        yield (
            self.start_player != "random" and start_seat(self) >= seats,
            "no_such_seat",
            f"start_player={typed_form(self.start_player)}: this table has the seats 1 to {seats}",
        )


class ClassicRules(HouseRules, frozen=True, forbid_unknown_fields=True):
    """Every option of the classic game."""

    scoring: Annotated[Scoring, HouseRule("scoring", "end")] = "multiply"  # D-12
    dove: Annotated[bool, HouseRule("scoring", "end")] = False  # 2.6
    dove_multiplied: Annotated[bool, HouseRule("scoring", "end")] = False

    @property
    def quartets_multiply(self) -> bool:
        return self.scoring == "multiply"

    @property
    def has_dove(self) -> bool:
        return self.dove

    def nonsense(self, seats: int) -> Iterator[Nonsense]:
        yield from super().nonsense(seats)
        yield self.dove_multiplied and not self.dove, "no_dove", "dove_multiplied needs dove=true"
        yield (
            self.dove_multiplied and self.scoring == "sum",
            "nothing_multiplied",
            "dove_multiplied needs scoring=multiply",
        )


def classic_rules(rules: HouseRules) -> ClassicRules:
    """Return the options as those of the classic game, which they must be."""
    if not isinstance(rules, ClassicRules):
        raise TypeError(f"{type(rules).__name__} are not the options of the classic game")
    return rules


def check(rules: HouseRules, seats: int) -> None:
    """Refuse combinations that make no sense, with the reason."""
    for nonsense, code, reason in rules.nonsense(seats):
        if nonsense:
            raise Refused(code, reason)


def host_rules(rules: HouseRules, changes: Mapping[str, Any], *, over_days: bool) -> dict[str, Any]:
    """Complete the options of a table that is run by a clock; refuse what a clock cannot run."""
    chosen = dict(changes)
    if over_days:
        for name, value in rules.over_days.items():
            chosen.setdefault(name, value)
        if chosen["auction_mode"] == "open":
            raise Refused(
                "slow_needs_turns",
                "a slow table has no open bidding: auction_mode must be sealed or turns",
            )
    return chosen


def start_seat(rules: HouseRules) -> int:
    """Return the seat that start_player names."""
    return int(rules.start_player.removeprefix("seat:"))
