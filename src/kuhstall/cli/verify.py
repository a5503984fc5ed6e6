"""`kuhstall verify`: check a finished game without trusting the server."""

from __future__ import annotations

import argparse
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET

from kuhstall.engine.values import Refused

if TYPE_CHECKING:
    from kuhstall.server.table.party.fair import Transcript, Verdict
    from kuhstall.server.table.party.proofs import Proof
    from kuhstall.server.table.party.receipts import Receipt

FORGED = 1

UNSEEN = frozenset({"envelopes_opened", "slaps_opened", "rat_settled"})
"""Events whose outcome follows from answers that no log contains (decision 0031)."""

NOT_PROVEN = """\
not proven: that the server opened the envelopes as they were handed in. No log has
what was in them, not even after the game: who won such an auction, at which price,
and who took a rat is the server's word. The rest is checked:"""


NOT_PROVEN_OTHERS = """\
not proven, the other times: who won, at which price, and who took a rat. There an
envelope without a receipt may have held anything that leads to this outcome:"""


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Check the transcript of a finished game: that server and players used the"
        " values they had committed to, that the deck follows from them, and that every event"
        " follows from the rules. Envelopes are not in a transcript: only the receipts of those"
        " who handed them in prove the winner and the price of a sealed auction. This needs no"
        " network."
    )
    parser.add_argument(
        "file", type=Path, help="the transcript, as /api/tables/TABLE/transcript gives it"
    )
    parser.add_argument(
        "--receipts",
        type=Path,
        nargs="+",
        default=[],
        help="receipts for envelopes, as the browsers of those who sat there save them",
    )
    parser.set_defaults(run=run)


def _explain(verdict: Verdict, missing: Sequence[int]) -> Iterator[str]:
    """Explain what choice the server had. Seats count from 1 here, as in all texts."""
    for seat in missing:
        yield f"missing: seat {seat + 1} had promised a value that is not in the deck."
    if verdict == "server":
        yield "No player's value is in the deck, so the server could have chosen any deck."
    elif missing:
        deals = 2 ** len(missing)
        yield (
            "The server may have received a missing value and left it out: it could choose between"
            f" two deals for each of them, {deals} deals in all. The browser of such a seat tells"
            " its owner if the server had confirmed the value."
        )


def run(args: argparse.Namespace) -> int:
    from kuhstall.server.table.party.fair import Forged, Transcript, is_offline, verify
    from kuhstall.server.table.party.proofs import left_out, prove

    data = args.file.read_bytes()
    if b'"code"' in data[:20]:
        said = data.decode(errors="replace")
        raise Refused("bad_transcript", f"{args.file}: this is a refusal of the server: {said}")
    try:
        transcript = msgspec.json.decode(data, type=Transcript)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        reason = f"{args.file}: this is not the transcript of a game: {error}"
        raise Refused("bad_transcript", reason) from error
    receipts = [one for file in args.receipts for one in _receipts(file, transcript)]
    try:
        verdict = verify(transcript)
        proofs = prove(transcript, receipts) if receipts else []
    except Forged as forged:
        print(f"forged ({forged.code}): {forged}")
        return FORGED
    if verdict == "scripted":
        print(
            f"scripted: table {transcript.game} was a tutorial. Nothing was shuffled, its cards"
            " were laid out as the script has them, and it was played by the rules."
        )
        return 0
    if is_offline(transcript.game):
        _tell_of_one_device(transcript)
        return 0
    people = len(transcript.reveals)
    source = f"the server's promise and the values of {people} people"
    if verdict == "server":
        source = "the server's promise alone"
    label = "server alone" if verdict == "server" else verdict
    unopened = left_out(transcript, receipts)
    openings = _openings(transcript.log)
    for line in _explain_envelopes(openings, proofs, unopened, given=bool(receipts)):
        print(line)
    print(f"{label}: table {transcript.game} was dealt from {source}, and played by the rules.")
    for line in _explain(verdict, () if transcript.missing is UNSET else transcript.missing):
        print(line)
    print(f"the promise, to compare with what the table showed: {transcript.server_commitment}")
    return 0


def _tell_of_one_device(transcript: Transcript) -> None:
    if _openings(transcript.log):
        print(NOT_PROVEN.replace("the server", "the device"))
    print(
        f"one device: table {transcript.game} was played by the rules, and it was played on one"
        " device: nobody else contributed to the shuffle, so that device could have chosen any"
        " deck."
    )


def _openings(log: bytes) -> Sequence[int]:
    """List the events that opened envelopes, by their index."""
    return [at for at, event in enumerate(msgspec.json.decode(log)) if event["type"] in UNSEEN]


def _receipts(file: Path, transcript: Transcript) -> Sequence[Receipt]:
    from kuhstall.server.table.party.proofs import Receipts

    try:
        found = msgspec.json.decode(file.read_bytes(), type=Receipts)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise Refused("bad_receipts", f"{file}: these are not receipts: {error}") from error
    if found.game != transcript.game:
        raise Refused("bad_receipts", f"{file}: these are receipts of table {found.game}")
    return found.receipts


def _explain_envelopes(
    openings: Sequence[int],
    proofs: Sequence[Proof],
    unopened: Mapping[int, Sequence[int]],
    *,
    given: bool,
) -> Iterator[str]:
    """Say which openings follow from the receipts, and whose receipts are missing for the rest."""
    if not openings:
        return
    if not given:
        yield NOT_PROVEN
        return
    proven, times = sum(not proof.missing for proof in proofs), len(openings)
    yield f"proven by receipts: {proven} of {times} times that envelopes were opened."
    if proven < times:
        yield NOT_PROVEN_OTHERS
    before = times - len(proofs) - len(unopened)
    if before > 0:
        yield f"  {before} times by a server that gave no receipts yet"
    for moment, seats in unopened.items():
        yield (
            f"  moment {moment}: the transcript opens none, and {_seats(seats)} handed in an"
            " envelope. The server was set back, or it has left something out."
        )
    for proof in proofs:
        number = bisect_right(openings, proof.opened.at)
        if proof.missing:
            yield f"  opening {number}: no receipt proves what {_seats(proof.missing)} handed in"
        if proof.unlike:
            yield (
                f"  opening {number}: the newest receipt of {_seats(proof.unlike)} is not of the"
                " envelope that was opened. It was changed later, or the server opened another."
            )


def _seats(seats: Sequence[int]) -> str:
    return ("seat " if len(seats) == 1 else "seats ") + ", ".join(str(seat + 1) for seat in seats)
