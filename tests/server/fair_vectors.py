"""`python -m tests.server.fair_vectors` writes what the browser's own check is held to.

The page checks a shuffle with code of its own. These vectors are made by the code that
`kuhstall verify` runs, so the two cannot drift apart unseen.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from kuhstall.engine.chance import SeededChance
from kuhstall.engine.kernel import begin
from kuhstall.games.kuhfstein.edition import Edition as KuhfsteinEdition
from kuhstall.games.kuhfstein.editions import EDITIONS as KUHFSTEIN
from kuhstall.games.kuhfstein.goals import GOALS
from kuhstall.games.kuhhandel.editions import EDITIONS
from kuhstall.games.registry import find, write_log
from kuhstall.server.table.party.fair import (
    Forged,
    Transcript,
    seat_commitment,
    seed,
    server_commitment,
    verify,
)

ROOT: Final = Path(__file__).resolve().parents[2]
WHOLE: Final = ROOT / "tests" / "data" / "transcript.json"
VECTORS: Final = ROOT / "tests" / "data" / "fairness.json"
BOXES: Final = ROOT / "web" / "src" / "games"
"""Each game has a file `boxes.json` in its folder there."""

GAME: Final = "table-7"
SECRET: Final = bytes(range(32))
VALUES: Final = {0: b"\x01" * 32, 2: b"\x02" * 32}


def boxes() -> dict[str, dict[str, Any]]:
    """List for each game what is in the boxes of its editions, as far as a deal needs it."""
    found: dict[str, dict[str, Any]] = {}
    for edition in EDITIONS:
        game = "master" if edition.key.startswith("master") else "kuhhandel"
        found.setdefault(game, {})[edition.key] = {
            "version": edition.version,
            "deck": edition.deck,
            "purse": edition.purse,
            "stock": edition.stock,
        }
    found["kuhfstein"] = {
        edition.key: {
            "version": edition.version,
            "tiles": edition.tiles,
            "removed": {str(seats): count for seats, count in edition.removed.items()},
            "cards": len(edition.cards),
            "goals": GOALS,
            "goals_each": edition.goals,
            "display": edition.display,
            "open_cards": edition.open_cards,
            "cows": edition.cows,
            "trees": edition.trees,
            "actions": edition.actions,
            "printed": edition.printed,
            "bonus_tiles": edition.bonus_tiles,
        }
        for edition in KUHFSTEIN
    }
    return found


def vectors() -> dict[str, Any]:
    """Make seeds, draws, shuffles, and transcripts with what is wrong about them."""
    games: list[tuple[str, int, dict[int, bytes]]] = [
        (GAME, 1, {}),
        (GAME, 1, VALUES),
        ("bauernhof-ä", 2, {4: b"\xff" * 32}),
    ]
    return {
        "seeds": [
            {
                "game": game,
                "version": version,
                "secret": SECRET.hex(),
                "reveals": {str(seat): value.hex() for seat, value in values.items()},
                "seed": seed(SECRET, game, version, values).hex(),
            }
            for game, version, values in games
        ],
        "draws": [_draws(label, bound) for label in ("deck", "start", "ä") for bound in (1, 3, 40)]
        + [_draws("skips", 3 << 30)],  # one word in four is of no use
        "shuffles": [
            {
                "seed": bytes([length]).hex(),
                "length": length,
                "order": SeededChance(bytes([length])).shuffled("deck", range(length)),
            }
            for length in (0, 1, 2, 40, 100)
        ],
        "transcripts": [_judged(name, change) for name, change in _changes()],
        "openings": [
            _opening(edition.key, rules)
            for edition in EDITIONS
            for rules in ({}, {"start_player": "seat:2"})
        ]
        + [_opening("kuhfstein", rules, seats, cards) for rules, seats, cards in _LANDS]
        + [_opening("kuhhandel/2", {}, missing=(1,)), _opening("master", {}, missing=(0, 1, 2))],
        "lands": [
            {"name": name, "transcript": forged, "code": code(forged)}
            for name, forged in _land_forgeries()
        ],
    }


_LANDS: Final[list[tuple[dict[str, Any], int, int | None]]] = [
    ({}, 2, None),
    ({}, 3, None),
    ({}, 4, None),
    ({"start_player": "seat:1"}, 4, None),
    ({"start_card": "choose"}, 4, None),
    ({"start_card": "choose", "bonus_layout": "random", "start_player": "seat:0"}, 2, None),
    ({"bonus_layout": "random"}, 3, None),
    ({"bonus_layout": "random"}, 4, 20),
]
"""Deals of Kuhfstein: house rules, seats, and how many of the cards are a deck of their own."""


def _draws(label: str, bound: int) -> dict[str, Any]:
    chance = SeededChance(SECRET)
    drawn = [chance.below(label, bound) for _ in range(40)]
    return {"seed": SECRET.hex(), "label": label, "bound": bound, "draws": drawn}


def _opening(
    key: str,
    rules: dict[str, Any],
    seats: int = 3,
    cards: int | None = None,
    missing: tuple[int, ...] = (),
) -> dict[str, Any]:
    """Deal a game in each edition. The log is cut off after the deal, which is what is checked."""
    edition = find(key).with_rules(rules)
    added = {seat: value for seat, value in VALUES.items() if seat < seats}
    values = {seat: value for seat, value in added.items() if seat not in missing}
    promised = values | dict.fromkeys(missing, b"\x03" * 32)
    if cards is not None and isinstance(edition, KuhfsteinEdition):
        edition = edition.with_cards(edition.cards[:cards])
    _, log = begin(edition, seats, SeededChance(seed(SECRET, GAME, edition.version, values)))
    document: dict[str, Any] = {
        "protocol": "kh-fair-2" if missing else "kh-fair-1",
        "game": GAME,
        "server_commitment": server_commitment(GAME, SECRET).hex(),
        "commitments": {
            str(seat): seat_commitment(GAME, seat, value).hex() for seat, value in promised.items()
        },
        "reveals": {str(seat): value.hex() for seat, value in values.items()},
        "secret": SECRET.hex(),
        "log": msgspec.json.decode(write_log(log)),
    }
    if missing:
        document["missing"] = missing
    return {"transcript": document, "code": code(document)}


def _changes() -> list[tuple[str, dict[str, Any]]]:
    """List forgeries: each replaces something of the whole transcript."""
    whole = msgspec.json.decode(WHOLE.read_bytes())
    opening, dealt, began, *rest = whole["log"]
    swapped = [dealt["deck"][-1], *dealt["deck"][1:-1], dealt["deck"][0]]
    seat = next(iter(whole["reveals"]))
    short, zeros = whole["secret"][2:], "00" * 32
    return [
        ("nothing", {}),
        ("protocol", {"protocol": "kh-fair-0"}),
        ("game", {"game": "another"}),
        ("secret", {"secret": zeros}),
        ("short secret", {"secret": short}),
        ("no digits", {"secret": "z" * 64}),
        ("large digits", {"secret": whole["secret"].upper()}),
        ("promise", {"server_commitment": zeros}),
        ("nobody revealed", {"reveals": {}}),
        ("nobody had committed", {"commitments": {}}),
        ("nobody added", {"reveals": {}, "commitments": {}}),
        ("another value", {"reveals": {**whole["reveals"], seat: zeros}}),
        ("another promise", {"commitments": {**whole["commitments"], seat: zeros}}),
        ("value left out", _without(whole, seat)),
        ("value left out in kh-fair-1", {**_without(whole, seat), "protocol": "kh-fair-1"}),
        ("value both shown and missing", {"protocol": "kh-fair-2", "missing": [int(seat)]}),
        ("missing value that nobody promised", {"protocol": "kh-fair-2", "missing": [1, 1]}),
        ("missing value of no seat", _without(whole, "7")),
        ("empty list of missing values", {"protocol": "kh-fair-2", "missing": []}),
        ("short value", {"reveals": {**whole["reveals"], seat: "00"}}),
        ("no such seat", {"reveals": {"7": zeros}, "commitments": {"7": zeros}}),
        ("deck", {"log": [opening, {**dealt, "deck": swapped}, began, *rest]}),
        ("no deck", {"log": [opening, {**dealt, "deck": None}, began, *rest]}),
        ("purse", {"log": [opening, {**dealt, "purse": [500]}, began, *rest]}),
        ("bank", {"log": [opening, {**dealt, "bank": []}, began, *rest]}),
        ("start", {"log": [opening, dealt, {**began, "seat": (began["seat"] + 1) % 3}, *rest]}),
        ("no start", {"log": [opening, dealt, *rest]}),
        ("more seats", {"log": [{**opening, "seats": 4}, dealt, began, *rest]}),
        ("a card less", {"log": [opening, {**dealt, "deck": dealt["deck"][1:]}, began, *rest]}),
        ("cut off", {"log": [opening, dealt, began, *rest[:-1]]}),
        ("a step left out", {"log": [opening, dealt, began, *rest[1:]]}),
    ]


def _without(whole: dict[str, Any], seat: str) -> dict[str, Any]:
    """List a value as missing that was promised."""
    return {
        "protocol": "kh-fair-2",
        "commitments": {**whole["commitments"], seat: whole["commitments"].get(seat, "00" * 32)},
        "reveals": {of: value for of, value in whole["reveals"].items() if of != seat},
        "missing": [int(seat)],
    }


def _land_forgeries() -> list[tuple[str, dict[str, Any]]]:
    """List deals of Kuhfstein with something else in the place of what was drawn."""
    whole = _opening("kuhfstein", {"bonus_layout": "random"}, 3)["transcript"]
    chosen = _opening("kuhfstein", {"start_card": "choose"}, 3)["transcript"]
    opening, dealt, began = whole["log"]
    first, second, *rest = dealt["hands"]
    mine, theirs, *goals = dealt["goals"]
    choosing = chosen["log"][1]
    changes: list[tuple[str, dict[str, Any]]] = [
        ("display", {"display": dealt["display"][::-1]}),
        ("tiles", {"tiles": dealt["tiles"][::-1]}),
        ("no tiles", {"tiles": None}),
        ("a tile less", {"tiles": dealt["tiles"][1:]}),
        ("cards", {"cards": dealt["cards"][::-1]}),
        ("pile", {"pile": dealt["pile"][::-1]}),
        ("hands", {"hands": [second, first, *rest]}),
        ("goals", {"goals": [theirs, mine, *goals]}),
        ("layout", {"layout": ["cow", "cow", "extra_action", "all_cows_back"]}),
        ("cows", {"cows": dealt["cows"] + 1}),
        ("trees", {"trees": dealt["trees"] + 1}),
        ("fox", {"fox": (dealt["fox"] + 1) % 3}),
    ]
    forged = [(name, [opening, {**dealt, **change}, began]) for name, change in changes]
    forged += [
        ("start", [opening, dealt, {**began, "seat": (began["seat"] + 1) % 3}]),
        ("actions", [opening, dealt, {**began, "actions": 3}]),
    ]
    late = [chosen["log"][0], {**choosing, "choosing": choosing["fox"]}]
    return [
        *((name, whole | {"log": log}) for name, log in forged),
        ("who chooses", chosen | {"log": late}),
    ]


def _judged(name: str, change: dict[str, Any]) -> dict[str, Any]:
    """Keep a forgery short: the rest of a log that was not changed is told by its absence."""
    whole = msgspec.json.decode(WHOLE.read_bytes())
    judged = {"name": name, "code": code(whole | change), "change": change}
    if "log" in change:
        judged["change"] = change | {"log": change["log"][:3]}
    return judged


def code(document: dict[str, Any]) -> str | None:
    """Say what `kuhstall verify` finds."""
    try:
        verify(msgspec.json.decode(msgspec.json.encode(document), type=Transcript))
    except Forged as forged:
        return forged.code
    return None


def written(made: dict[str, Any]) -> bytes:
    """Write it readably, but no list of numbers over a hundred lines."""
    lines = []
    for key, value in made.items():
        parts = value if isinstance(value, list) else [value]
        texts = ",\n  ".join(msgspec.json.encode(part).decode() for part in parts)
        inside = f"[\n  {texts}\n ]" if isinstance(value, list) else texts
        lines.append(f" {msgspec.json.encode(key).decode()}: {inside}")
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


if __name__ == "__main__":
    VECTORS.write_bytes(written(vectors()))
    for game, box in boxes().items():
        (BOXES / game / "boxes.json").write_bytes(written(box))
