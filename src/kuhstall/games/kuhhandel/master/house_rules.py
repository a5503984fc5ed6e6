"""The disputed points of Kuhhandel Master, besides those that it shares with the classic game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.house_rules import HouseRules, Nonsense, Overbid
from kuhstall.games.rule_options import HouseRule

PedigreeMode: TypeAlias = Literal["realtime", "stepwise", "sealed", "envelopes"]


class MasterRules(HouseRules, frozen=True, forbid_unknown_fields=True):
    """Every option of Kuhhandel Master. The defaults are those of the German rules (003)."""

    groups: ClassVar[tuple[str, ...]] = (
        *HouseRules.groups[:4],
        "master",
        *HouseRules.groups[4:],
    )

    over_days: ClassVar[Mapping[str, Any]] = {
        **HouseRules.over_days,
        "pedigree_mode": "envelopes",  # ten counts would take weeks
        "rat_mode": "envelopes",  # and a rat that goes round twice as well
    }

    overbid: Annotated[Overbid, HouseRule("auction", "overbid")] = "restart_all"  # D-01
    pedigree_mode: Annotated[PedigreeMode, HouseRule("master", "slap")] = "realtime"
    slap: Annotated[Literal["lottery", "reflex"], HouseRule("master", "slap")] = (
        "lottery"  # how a step of a realtime countdown is won
    )
    slap_tie: Annotated[Literal["random", "seat_order"], HouseRule("master", "slap")] = "random"
    rat_cover: Annotated[Literal["auto", "player"], HouseRule("master", "end")] = "auto"  # C-16
    after_rat: Annotated[Literal["must_auction", "turn_ends"], HouseRule("master", "rats")] = (
        "must_auction"  # D-17
    )
    two_player_zero_cards: Annotated[Literal["keep_start", "none"], HouseRule("master", "two")] = (
        "keep_start"  # D-15
    )
    division_donkey: Annotated[Literal["on_laying", "off"], HouseRule("master", "two")] = (
        "on_laying"  # C-09
    )
    peek_next_back: Annotated[bool, HouseRule("master", "two")] = True
    rat_mode: Annotated[Literal["round", "envelopes"], HouseRule("master", "rats", later=True)] = (
        "round"  # C-39
    )
    super_kuhhandel: Annotated[bool, HouseRule("master", "variants")] = False  # 3.7
    kassensturz: Annotated[bool, HouseRule("master", "variants")] = False  # 3.7

    @property
    def slaps_are_drawn(self) -> bool:
        """Whether a lot is drawn among all who slap at the same count (D-22)."""
        return self.slap == "lottery" and self.slap_tie == "random"

    def nonsense(self, seats: int) -> Iterator[Nonsense]:
        yield from super().nonsense(seats)
        yield (
            self.slap == "reflex" and self.pedigree_mode != "realtime",
            "no_reflex",
            "slap=reflex needs pedigree_mode=realtime: else nobody is in a hurry",
        )


def rules_of(edition: Edition) -> MasterRules:
    """Return the options, which must be those of Kuhhandel Master."""
    rules = edition.rules
    if not isinstance(rules, MasterRules):
        raise TypeError(f"{edition.key} has no pedigrees and no rats")
    return rules


def master_rules(table: KuhTable) -> MasterRules:
    """Return the options of a table of Kuhhandel Master; its phases are entered on no other."""
    return rules_of(table.edition)
