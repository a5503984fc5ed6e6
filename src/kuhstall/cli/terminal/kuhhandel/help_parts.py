"""The parts of Kuhhandel's help page that a table needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kuhstall.cli.terminal.kuhhandel.wording import TWO
from kuhstall.games.kuhhandel.cards import RAT
from kuhstall.games.kuhhandel.editions import find
from kuhstall.games.kuhhandel.wire import View

CLASSIC: Final = ("goal", "turn", "auction", "trade", "donkey", "table", "keys")
MASTER: Final = (
    *("goal_master", "turn", "auction", "pedigree", "trade", "rat", "donkey"),
    *("table_master", "keys"),
)
FOR_TWO: Final = ("goal_master", "turn_two", "trade", "rat_two", "donkey", "table_master", "keys")


def help_parts(view: View) -> Sequence[str]:
    """Name the parts of the help page that this table needs."""
    if RAT not in find(view.edition).deck:
        return CLASSIC
    found: Sequence[str] = FOR_TWO if len(view.seats) == TWO else MASTER
    if found is FOR_TWO and getattr(view.rules, "division_donkey", None) == "off":
        found = [part for part in found if part != "donkey"]
    counts_money = getattr(view.rules, "kassensturz", False)
    return (found[0], "kassensturz", *found[1:]) if counts_money else found
