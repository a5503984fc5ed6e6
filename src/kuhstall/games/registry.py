"""The only list of games: key to edition, and a log to the table it leads to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from kuhstall.engine.chance import Chance
from kuhstall.engine.kernel import act, begin, empty_table, fold, unseal
from kuhstall.engine.table import Table, Unexpected
from kuhstall.engine.values import Event, Illegal, Refused, TableOpened, Viewer
from kuhstall.games.edition import Edition
from kuhstall.games.imagination import Afresh, Imagination
from kuhstall.games.kuhfstein.editions import EDITIONS as KUHFSTEIN
from kuhstall.games.kuhfstein.tutorial import TUTORIAL as KUHFSTEIN_TUTORIAL
from kuhstall.games.kuhhandel.editions import EDITIONS as KUHHANDEL
from kuhstall.games.kuhhandel.editions import IN_LANGUAGE as KUHHANDEL_IN_LANGUAGE
from kuhstall.games.kuhhandel.master.tutorial import TUTORIAL as MASTER_TUTORIAL
from kuhstall.games.kuhhandel.tutorial import TUTORIAL as KUHHANDEL_TUTORIAL
from kuhstall.games.spelling import unknown
from kuhstall.games.tutorial import Tutorial

EDITIONS: Final[Mapping[str, Edition]] = {
    edition.key: edition for edition in (*KUHHANDEL, *KUHFSTEIN)
}

TUTORIALS: Final[Mapping[str, Tutorial]] = {
    one.key: one for one in (KUHHANDEL_TUTORIAL, MASTER_TUTORIAL, KUHFSTEIN_TUTORIAL)
}
"""Every tutorial that a log may name: of two versions the newer one is played, and comes later."""

IN_LANGUAGE: Final[Mapping[str, str]] = KUHHANDEL_IN_LANGUAGE
"""What is played in a language where no edition is named, if not the first of the list."""


def usual(language: str) -> str:
    """Name the edition that is played where none is named."""
    return IN_LANGUAGE.get(language, next(iter(EDITIONS)))


ALIASES: Final[Mapping[str, str]] = {
    "kuhhandel": "kuhhandel/2",
    "kuhhandel-ru": "kuhhandel/2-ru",
    "kuhhandel-master": "master",
    "kuhhandel-master-en": "master-en",
}
"""What people call an edition as well."""

_GAP: Final = re.compile(r"[\s/_.-]+")


def _plain(word: str) -> str:
    return _GAP.sub("-", word.strip().casefold())


_TYPED: Final = {**{_plain(key): key for key in EDITIONS}, **ALIASES}


def meant(word: str) -> str:
    """Return the key of the edition that a typed word means: `Master`, `kuhhandel-1`.

    A word that means none comes back as it is, for `find` to refuse. Logs and the wire know keys
    alone.
    """
    return _TYPED.get(_plain(word), word)


def find(key: str) -> Edition:
    """Return the edition with this key."""
    try:
        return EDITIONS[key]
    except KeyError:
        raise Refused("no_such_edition", **unknown("", key, EDITIONS, ALIASES)) from None


def tutorial(key: str) -> Tutorial:
    """Return the tutorial that a log names."""
    try:
        return TUTORIALS[key]
    except KeyError:
        raise Refused("no_such_tutorial", **unknown("", key, TUTORIALS)) from None


def latest_tutorial(name: str) -> Tutorial:
    """Return the tutorial that is played under a name."""
    latest = {one.name: one for one in TUTORIALS.values()}
    if name not in latest:
        raise Refused("no_such_tutorial", **unknown("", name, latest))
    return latest[name]


def opened(event: TableOpened) -> Table[Any, Any]:
    """Return the empty table that the first event of a log describes."""
    edition = find(event.edition)
    if event.version > edition.version:
        raise Refused(
            "newer_rules",
            f"this log is of version {event.version} of {edition.key};"
            f" only {edition.version} is known here",
        )
    return empty_table(edition.reopened(event), event.seats)


def imagine(view: Any, heard: Sequence[Event], chance: Chance) -> Table[Any, Any]:
    """Return a random table that fits a viewer's view and what the viewer has heard."""
    table = opened(_opening(heard))
    imagined: Table[Any, Any] = table.edition.game.imagine(table, view, heard, chance)
    return imagined


def imagination(heard: Sequence[Event], viewer: Viewer, chance: Chance) -> Imagination:
    """Begin to imagine a table for a viewer, to be carried on with all that the viewer hears."""
    table = opened(_opening(heard))
    begin = table.edition.game.imagination
    return Afresh(table) if begin is None else begin(table, viewer, chance)


def replayed(log: Sequence[Event]) -> Table[Any, Any]:
    """Fold a whole log."""
    return fold(opened(_opening(log)), log[1:])


def played_again(log: Sequence[Event], chance: Chance) -> bool:
    """Whether today's rules give exactly this log, action by action, with this chance.

    Unlike `replayed`, this asks every rule: it is for checking a log, not for reading one.
    """
    opening = _opening(log)
    edition = opened(opening).edition
    table: Table[Any, Any]
    table, events = begin(edition, opening.seats, chance)
    told = 0
    while list(log[told : told + len(events)]) == events:
        told += len(events)
        if told == len(log):
            return True
        try:
            acted = edition.game.retell(table, log[told])
            if table.phase.sealed:
                table, events = unseal(table, acted, chance)
            else:
                ((actor, action),) = acted.items()
                table, events = act(table, actor, action, chance)
        except (Illegal, Unexpected):
            return False
    return False


def _opening(log: Sequence[Event]) -> TableOpened:
    if not log or not isinstance(log[0], TableOpened):
        raise Refused("no_opening", "a log begins with the opening of its table")
    return log[0]


def read_log(data: bytes) -> list[Event]:
    """Decode a stored log; unknown fields of newer versions are ignored."""
    first = msgspec.json.decode(data, type=list[dict[str, Any]])[:1]
    if not first or first[0].get("type") != "table_opened":
        raise Refused("no_opening", "a log begins with the opening of its table")
    edition = find(first[0].get("edition", ""))
    events: Any = edition.game.events
    log: list[Event] = msgspec.json.decode(data, type=list[events])
    return log


def write_log(log: Sequence[Event]) -> bytes:
    """Encode a log, one event per line, so that changes show in a diff."""
    return b"[\n" + b",\n".join(msgspec.json.encode(event) for event in log) + b"\n]\n"
