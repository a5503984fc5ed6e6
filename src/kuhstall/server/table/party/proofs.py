"""What receipts prove of the sealed answers in a finished game.

With the receipts of everybody who was asked, an opening can be decided again from the answers
themselves. With fewer, the missing answers can be anything that the rules allow: then it is checked
that some answers lead to these events, and said whose are missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct

from kuhstall.engine.chance import Chance, SeededChance
from kuhstall.engine.kernel import fold, options, unseal
from kuhstall.engine.option import Range
from kuhstall.engine.table import Table, Unexpected
from kuhstall.engine.values import Action, Event, Illegal, Seat
from kuhstall.games.registry import read_log, replayed
from kuhstall.server.table.party.fair import Forged, Opened, Transcript, seed_of
from kuhstall.server.table.party.receipts import NOTHING, Receipt

_TRIES: Final = 20_000


class Receipts(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of receipts, as a browser saves it."""

    game: str
    receipts: tuple[Receipt, ...]


class Proof(Struct, frozen=True):
    """What is known of one opening: `missing` are the seats whose answer no receipt proves.

    `unlike` are seats whose newest receipt, or one of several for the same revision, is not of the
    answer that was opened.
    """

    opened: Opened
    missing: tuple[Seat, ...]
    unlike: tuple[Seat, ...]


def prove(transcript: Transcript, receipts: Sequence[Receipt]) -> list[Proof]:
    """Check every opening with the given receipts; raise Forged if no answers lead to it.

    The transcript itself has been verified before.
    """
    entries = () if transcript.opened is UNSET else transcript.opened
    log = read_log(bytes(transcript.log))
    table: Table[Any, Any] = replayed(log[:1])
    chance, told = SeededChance(seed_of(transcript)), 1
    proofs: list[Proof] = []
    for entry in entries:
        if not told <= entry.at < len(log):
            raise Forged("opened", f"there is no event {entry.at} that answers were opened by")
        table, told = fold(table, log[told : entry.at]), entry.at
        phase = table.phase
        asked = set(phase.asked(table)) if phase.sealed and phase.revisable(table) else set()
        if table.moment != entry.moment or asked != set(entry.commitments):
            raise Forged("opened", f"at moment {entry.moment} others were asked")
        proofs.append(_prove(transcript.game, table, entry, log[told:], receipts, chance))
    return proofs


def _prove(  # noqa: PLR0913, PLR0917 -- an opening, and what is known of it
    game: str,
    table: Table[Any, Any],
    entry: Opened,
    events: Sequence[Event],
    receipts: Sequence[Receipt],
    chance: Chance,
) -> Proof:
    matching: dict[Seat, Receipt] = {}
    newest: dict[Seat, int] = {}
    asked = entry.commitments
    own = [one for one in receipts if one.moment == entry.moment and one.seat in asked]
    for one in sorted(own, key=_revision):
        newest[one.seat] = one.revision
        if one.action != NOTHING and one.commitment(game) == asked[one.seat]:
            matching[one.seat] = one
    decoder = msgspec.json.Decoder(table.edition.game.actions)
    known = {seat: decoder.decode(one.action) for seat, one in matching.items()}
    missing = tuple(sorted(entry.commitments.keys() - known.keys()))
    if not _leads_to(table, known, missing, events, chance):
        whose = "the answers" if not missing else "the answers of those who gave receipts"
        raise Forged(
            "envelopes", f"what was opened at moment {entry.moment} does not follow from {whose}"
        )
    unlike = {
        one.seat
        for one in own
        if one.revision == newest[one.seat]
        and one != matching.get(one.seat)
        and (one.seat in matching or one.action != NOTHING)
    }
    return Proof(entry, missing, tuple(sorted(unlike)))


def left_out(transcript: Transcript, receipts: Sequence[Receipt]) -> dict[int, tuple[Seat, ...]]:
    """Return the moments that the transcript opens nothing at, and who has receipts for them."""
    entries = () if transcript.opened is UNSET else transcript.opened
    opened = {entry.moment for entry in entries}
    newest = {(one.moment, one.seat): one for one in sorted(receipts, key=_revision)}
    found: dict[int, list[Seat]] = {}
    for (moment, seat), one in sorted(newest.items()):
        if moment not in opened and one.action != NOTHING:
            found.setdefault(moment, []).append(seat)
    return {moment: tuple(seats) for moment, seats in found.items()}


def _revision(receipt: Receipt) -> int:
    return receipt.revision


def _leads_to(
    table: Table[Any, Any],
    known: Mapping[Seat, Action],
    missing: Sequence[Seat],
    events: Sequence[Event],
    chance: Chance,
) -> bool:
    """Return whether the known answers, with some of the missing seats, lead to the events.

    If there are too many possibilities to try, nothing is claimed.
    """
    guesses = [list(_guesses(table, seat, events[0])) for seat in missing]
    tries = 0
    for found in islice(product(*guesses), _TRIES):
        tries += 1
        try:
            _, led_to = unseal(table, {**known, **dict(zip(missing, found, strict=True))}, chance)
        except (Illegal, Unexpected):
            continue
        if list(events[: len(led_to)]) == led_to:
            return True
    return tries == _TRIES


def _guesses(table: Table[Any, Any], seat: Seat, event: Event) -> Iterator[Action]:
    """List what a seat may have answered, as far as it makes a difference for the outcome.

    The least that explains the events comes first. Only numbers next to those that the events name
    can decide who comes before whom.
    """
    least = table.edition.game.retell(table, event)
    default = table.phase.default(table, seat)
    found = [least[seat]] if seat in least else []
    if default is not None:
        found.append(default)
    for option in options(table, seat):
        if not isinstance(option, Range):
            found += option.expand()
            continue
        named = {getattr(one, option.field, option.low) for one in least.values()}
        near = {value + way * option.step for value in named for way in (-1, 0, 1)}
        for value in sorted({option.low, option.high, *near}):
            found += [option.fill(value)] if option.admits(option.fill(value)) else []
    yield from dict.fromkeys(found)
