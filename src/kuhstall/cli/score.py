"""`kuhstall score`: the score sheet for people at a real table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from kuhstall.cli.edition import add_house_rules
from kuhstall.cli.language import add_language, catalogue
from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel.cards import ANIMALS, Animal
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.house_rules import check
from kuhstall.games.kuhhandel.scoring import Scoring, SeatScore, score, winners
from kuhstall.games.registry import EDITIONS, find

INTERRUPTED = 130


class Column(Struct, frozen=True, forbid_unknown_fields=True):
    """What one player has at the end."""

    name: str = ""
    quartets: tuple[str, ...] = ()
    dove: bool = False


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """What `--json` reads. Without an edition it is the second, and a dove is not refused."""

    players: tuple[Column, ...]
    edition: str | None = None
    scoring: Scoring | None = None
    dove_multiplied: bool | None = None


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "score",
        help="fill in the score sheet of a game at a real table",
        description="Ask for everybody's quartets, or read them as JSON, and say who has won.",
    )
    parser.add_argument("edition", nargs="?", help=f"one of {', '.join(EDITIONS)}")
    add_house_rules(parser)
    parser.add_argument("--json", action="store_true", help="read and print JSON")
    parser.add_argument("--file", type=Path, help="read the JSON from here (standard input)")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.json or args.file:
        return _json(args)
    from kuhstall.cli.terminal.scorer import Scorer
    from kuhstall.cli.terminal.screen import Left, Screen

    screen = Screen(catalogue(args))
    edition = rules_of(args.edition, dict(args.house_rules), dove=False)
    try:
        Scorer(screen, edition).run()
    except Left:
        screen.say(screen.text("terminal.goodbye"))
    except KeyboardInterrupt:
        screen.say()
        screen.say(screen.text("terminal.goodbye"))
        return INTERRUPTED
    return 0


def _json(args: argparse.Namespace) -> int:
    data = args.file.read_bytes() if args.file else sys.stdin.buffer.read()
    try:
        sheet = msgspec.json.decode(data, type=Sheet)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise Refused("bad_sheet", f"this is not a score sheet: {error}") from error
    print(msgspec.json.format(msgspec.json.encode(scored(sheet, args)), indent=2).decode())
    return 0


def scored(sheet: Sheet, args: argparse.Namespace) -> dict[str, Any]:
    """Score a sheet, and say who has won."""
    changes = dict(args.house_rules)
    if sheet.scoring is not None:
        changes["scoring"] = sheet.scoring
    if sheet.dove_multiplied is not None:
        changes["dove_multiplied"] = sheet.dove_multiplied
    dove = any(column.dove for column in sheet.players)
    edition = rules_of(sheet.edition or args.edition, changes, dove=dove)
    names = [column.name or f"Player {n}" for n, column in enumerate(sheet.players, start=1)]
    scores = scores_of(edition, sheet.players, names)
    won = winners(scores, [0] * len(scores), "shared")
    return {
        "edition": edition.key,
        "scoring": edition.rules.scoring,
        "dove_multiplied": edition.rules.dove_multiplied,
        "players": [
            {"name": name} | msgspec.structs.asdict(score)
            for name, score in zip(names, scores, strict=True)
        ],
        "winners": [names[seat] for seat in won],
    }


def rules_of(key: str | None, changes: Mapping[str, Any], *, dove: bool) -> Edition:
    """Return the edition to score by. Who names none may still have played with a dove."""
    edition = find(key or "kuhhandel/2")
    if key is None and dove:
        edition = edition.with_rules({"dove": True})
    edition = edition.with_rules(changes)
    check(edition.rules, edition.most_seats)
    return edition


def scores_of(
    edition: Edition, columns: Sequence[Column], names: Sequence[str]
) -> tuple[SeatScore, ...]:
    """Score every player, and refuse a sheet that no game can end with."""
    if not columns:
        raise Refused("no_players", "there is nobody on the sheet")
    if len(set(names)) < len(names):
        raise Refused("same_name", "two players have the same name")
    owners: dict[str, str] = {}
    doves: list[str] = []
    scores = []
    for column, name in zip(columns, names, strict=True):
        for animal in column.quartets:
            if animal in owners:
                raise Refused(
                    "quartet_twice",
                    f"the {animal} quartet of {name} is on the sheet already: {owners[animal]}",
                )
            owners[animal] = name
        if column.dove:
            doves.append(name)
            check_dove(edition, column, name, doves)
        animals = [known_animal(animal) for animal in column.quartets]
        scores.append(score(edition.score_rules, animals, dove=column.dove))
    return tuple(scores)


def known_animal(word: str) -> Animal:
    for animal in ANIMALS:
        if animal == word:
            return animal
    raise Refused("no_such_animal", f"there is no animal '{word}'; there are {', '.join(ANIMALS)}")


def check_dove(edition: Edition, column: Column, name: str, doves: Sequence[str]) -> None:
    """Refuse a dove that the edition does not have, a second one, or one without a pair."""
    if not edition.rules.dove:
        raise Refused("dove_unknown", f"{name} has a dove, but these rules have none")
    if len(doves) > 1:
        raise Refused("dove_twice", f"there is one dove, not two: {', '.join(doves)}")
    if not any(set(pair) <= set(column.quartets) for pair in edition.dove_pairs):
        pairs = ", ".join(" and ".join(pair) for pair in edition.dove_pairs)
        raise Refused(
            "dove_without_pair", f"{name} has the dove without both quartets of a pair: {pairs}"
        )
