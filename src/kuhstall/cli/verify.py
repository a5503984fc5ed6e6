"""`kuhstall verify`: check a finished game without asking anybody."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec

from kuhstall.engine.values import Refused

FORGED = 1


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "verify",
        help="check that a game of a server was dealt and played as promised",
        description="Check the transcript of a finished game: that server and players used the"
        " values they had committed to, that the deck follows from them, and that every event"
        " follows from the rules. Nothing is asked over the network.",
    )
    parser.add_argument(
        "file", type=Path, help="the transcript, as /api/tables/TABLE/transcript gives it"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from kuhstall.server.party.fair import Forged, Transcript, verify

    data = args.file.read_bytes()
    if b'"code"' in data[:20]:
        said = data.decode(errors="replace")
        raise Refused("bad_transcript", f"{args.file}: this is a refusal of the server: {said}")
    try:
        transcript = msgspec.json.decode(data, type=Transcript)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        reason = f"{args.file}: this is not the transcript of a game: {error}"
        raise Refused("bad_transcript", reason) from error
    try:
        verdict = verify(transcript)
    except Forged as forged:
        print(f"forged ({forged.code}): {forged}")
        return FORGED
    if verdict == "scripted":
        print(
            f"scripted: table {transcript.game} was a tutorial. Nothing was shuffled, its cards"
            " were laid out as the script has them, and it was played by the rules."
        )
        return 0
    people = len(transcript.commitments)
    print(f"fair: table {transcript.game} was dealt from the server's promise", end="")
    if people:
        print(f" and the values of {people} people, and played by the rules.")
    else:
        print(", and played by the rules. No player added a value of the own.")
    print(f"the promise, to compare with what the table showed: {transcript.server_commitment}")
    return 0
