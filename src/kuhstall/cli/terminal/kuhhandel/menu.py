"""The numbered choices, and what a typed answer means. Built from options only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from msgspec import Struct
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from kuhstall.cli.terminal.kuhhandel.wording import Wording
from kuhstall.engine.option import Choice, Option, Pick, Range
from kuhstall.engine.values import Action
from kuhstall.games.kuhhandel.actions import NameMaximum

RAISES: Final = (0, 1, 2, 4, 9)
"""The suggested amounts, in steps above the lowest."""

MOST_LINES: Final = 2
"""Longer menus are shown in columns."""

ENTER: Final = "Enter"
"""The name of the key, in every language."""


class Silence(Struct, frozen=True):
    """The choice to do nothing now. It is not an action, so the table is not informed."""


Entry: TypeAlias = Action | Pick | Silence


class Menu(Struct, frozen=True):
    """Numbered entries, and ranges from which any amount may be typed.

    The numbers count from 1 unless `keys` gives others; None is the key Enter alone. `hint` is the
    text about the ranges.
    """

    entries: tuple[Entry, ...]
    ranges: tuple[Range, ...] = ()
    keys: tuple[int | None, ...] = ()
    hint: str = "option.range"

    @property
    def numbered(self) -> tuple[tuple[int | None, Entry], ...]:
        keys = self.keys or range(1, len(self.entries) + 1)
        return tuple(zip(keys, self.entries, strict=True))

    def read(self, answer: str) -> Entry | str:
        """Return the chosen entry, or the code of a refusal."""
        try:
            number = int(answer)
        except ValueError:
            return "not_a_number"
        for key, entry in self.numbered:
            if key == number:
                return entry
        refusal = "not_offered"
        for option in self.ranges:
            action = option.fill(number)
            found = option.refusal(action)
            if found is None:
                return action
            refusal = found
        return refusal

    @property
    def enter(self) -> Entry | None:
        """Return what Enter alone means: the entry with that key, or the only entry."""
        if len(self.entries) == 1:
            return self.entries[0]
        return next((entry for key, entry in self.numbered if key is None), None)


def menu(options: Iterable[Option], cash: int, *, silence: bool = False) -> Menu:
    """Number the choices that the options offer, simple actions first.

    Suggest amounts that the player can pay, or else the lowest; a bluff has to be typed.
    """
    entries: list[Entry] = []
    ranges: list[Range] = []
    for option in options:
        match option:
            case Choice(actions):
                entries += actions
            case Range():
                ranges.append(option)
            case Pick():
                entries.append(option)
    if silence:
        entries.append(Silence())
    for option in ranges:
        # A plan has one less: a tenth entry could be confused with the amount.
        raises = RAISES[:-1] if getattr(option.action, "ahead", False) else RAISES
        amounts = [option.low + steps * option.step for steps in raises]
        most = max(min(cash, option.high), option.low)
        entries += [option.fill(amount) for amount in amounts if amount <= most]
    sealed = any(isinstance(option.action, NameMaximum) for option in ranges)
    hint = "option.range_maximum" if sealed else "option.range"
    typed = [option for option in ranges if not getattr(option.action, "ahead", False)]
    return Menu(tuple(entries), tuple(typed), hint=hint)


def drawn(menu: Menu, wording: Wording) -> RenderableType:
    lines = [
        Text.assemble((f"{_label(key):>3} ", "bold cyan"), _worded(entry, wording))
        for key, entry in menu.numbered
    ]
    if len(lines) <= MOST_LINES:
        parts: list[RenderableType] = [*lines]
    else:
        parts = [Columns(lines, padding=(0, 2), column_first=False)]
    parts += [
        Text(
            "    " + wording.texts.text(menu.hint, low=one.low, high=one.high, step=one.step),
            style="dim",
        )
        for one in menu.ranges
    ]
    return Group(*parts)


def _label(key: int | None) -> str:
    return ENTER if key is None else str(key)


def _worded(entry: Entry, wording: Wording) -> str:
    match entry:
        case Silence():
            return wording.texts.text("action.silent")
        case Pick():
            return wording.pick(entry)
        case _:
            return wording.action(entry)


def only_pick(menu: Menu) -> Pick | None:
    """Return the pick of a menu that offers nothing else."""
    match menu.entries:
        case (Pick() as pick,):
            return pick
    return None
