"""The shuffle can be checked by anybody, and no change of what it was made from goes unseen."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from kuhstall.engine.chance import SeededChance
from kuhstall.engine.match import Match
from kuhstall.engine.option import sample
from kuhstall.engine.values import CLOCK, Refused
from kuhstall.games.kuhhandel.editions import SECOND
from kuhstall.games.registry import find, write_log
from kuhstall.server.table.party.fair import (
    Forged,
    Transcript,
    Verdict,
    seat_commitment,
    seed,
    server_commitment,
    verify,
)

GAME = "table-7"
SECRET = bytes(range(32))
VALUES = {0: b"\x01" * 32, 2: b"\x02" * 32}


def transcript(
    edition: str = "kuhhandel/2",
    values: dict[int, bytes] = VALUES,
    seats: int = 3,
    game: str = GAME,
    **rules: str,
) -> dict[str, Any]:
    """Play a game whose chance comes from what all have added, and write it down."""
    common = {} if edition == "kuhfstein" else {"auction_mode": "turns"}
    chosen = find(edition).with_rules({**common, **rules})
    match = Match(chosen, seats, SeededChance(seed(SECRET, game, chosen.version, values)))
    player = SeededChance(b"players")
    while match.actors:
        actor = match.actors[0]
        if actor == CLOCK:
            match.close()
        else:
            match.play(actor, sample(match.options(actor), player))
    return {
        "protocol": "kh-fair-1",
        "game": game,
        "server_commitment": server_commitment(game, SECRET).hex(),
        "commitments": {
            str(seat): seat_commitment(game, seat, value).hex() for seat, value in values.items()
        },
        "reveals": {str(seat): value.hex() for seat, value in values.items()},
        "secret": SECRET.hex(),
        "log": msgspec.json.decode(write_log(match.log)),
    }


def missing(document: dict[str, Any], *seats: int) -> dict[str, Any]:
    """Let seats have promised values that are not in the deck."""
    promised = {str(seat): seat_commitment(GAME, seat, bytes([seat]) * 32).hex() for seat in seats}
    commitments = document["commitments"] | promised
    listed = {"protocol": "kh-fair-2", "missing": seats, "commitments": commitments}
    return document | listed if seats else document


def verified(document: dict[str, Any]) -> Verdict:
    return verify(msgspec.json.decode(msgspec.json.encode(document), type=Transcript))


def test_known_answers() -> None:
    assert server_commitment(GAME, SECRET).hex() == (
        "ae3cc46cb58f73104299fa99c95165c1fa7bbdac5f77858b0768f57c9a37362c"
    )
    assert seat_commitment(GAME, 2, VALUES[2]).hex() == (
        "75302b0ebb4e96024fe7ddc4de5401717355b509a0faf2b822edce8c55f82ae7"
    )
    assert seed(SECRET, GAME, 1, VALUES).hex() == (
        "0f06b104cfaeef7694edfcfbf448a81b3b1fc376c8f9782696d6376481157233"
        "c9b74f8d5e509c6f6a6ad0f00480093344503fe6c35b0a68ef8bed0b759f2aa1"
    )


@pytest.mark.parametrize("edition", ["kuhhandel/2", "kuhhandel/2-ru", "kuhhandel/1"])
@pytest.mark.parametrize("values", [{}, VALUES, {1: b"\x09" * 32}])
def test_an_honest_game_is_verified(edition: str, values: dict[int, bytes]) -> None:
    assert verified(transcript(edition, values)) == ("fair" if values else "server")


def test_a_missing_value_is_no_forgery_and_not_fair() -> None:
    assert verified(missing(transcript(), 1)) == "incomplete"
    assert verified(missing(transcript(values={}), 0, 2)) == "server"
    assert verified(transcript() | {"protocol": "kh-fair-2", "missing": []}) == "fair"
    assert verified(transcript() | {"protocol": "kh-fair-2"}) == "fair"


FORGED_LISTS: list[tuple[dict[str, Any], str]] = [
    ({"protocol": "kh-fair-1"}, "reveals"),
    ({"protocol": "kh-fair-3"}, "protocol"),
    ({"missing": []}, "reveals"),
    ({"missing": [1, 1]}, "reveals"),
    ({"missing": [0, 1]}, "reveals"),
    ({"missing": [0, 1], "reveals": {"2": VALUES[2].hex()}}, "deal"),
    ({"commitments": {}, "reveals": {}, "missing": [1]}, "reveals"),
    ({"commitments": {"7": "00" * 32}, "reveals": {}, "missing": [7]}, "seat"),
]


@pytest.mark.parametrize(("change", "code"), FORGED_LISTS)
def test_a_list_of_missing_values_cannot_be_changed(change: dict[str, Any], code: str) -> None:
    with pytest.raises(Forged) as forged:
        verified(missing(transcript(), 1) | change)
    assert forged.value.code == code


MASTERS = [
    (2, {}),
    (3, {}),
    (6, {}),
    (4, {"slap": "reflex"}),
    (4, {"pedigree_mode": "stepwise"}),
    (4, {"pedigree_mode": "sealed"}),
    (4, {"slap_tie": "seat_order"}),
]


@pytest.mark.parametrize(("seats", "rules"), MASTERS)
def test_an_honest_game_of_master_is_verified(seats: int, rules: dict[str, str]) -> None:
    values = {seat: value for seat, value in VALUES.items() if seat < seats}
    document = transcript("master", values, seats, **rules)
    kinds = {event["type"] for event in document["log"]}
    assert ("divided" if seats == 2 else "slapped") in kinds
    verified(document)


@pytest.mark.parametrize("rules", [{}, {"slap": "reflex"}, {"pedigree_mode": "stepwise"}])
def test_a_lottery_with_another_winner_is_found(rules: dict[str, str]) -> None:
    """Whoever else is said to have been drawn, and whoever else is said to have slapped."""
    document = transcript("master", VALUES, 6, **rules)
    drawn = [event for event in document["log"]
             if event["type"] == "slapped" and len(event["rivals"]) > 1]  # fmt: skip
    assert drawn
    for event in drawn:
        honest = dict(event)
        for rival in honest["rivals"]:
            if rival != honest["seat"]:
                event["seat"] = rival
                with pytest.raises(Forged) as forged:
                    verified(document)
                assert forged.value.code == "log"
        event.update(honest, rivals=[honest["seat"]])
        with pytest.raises(Forged):
            verified(document)
        event.update(honest)
    verified(document)


LANDS = [(2, {}), (3, {"start_card": "choose", "bonus_layout": "random", "final_tile": "player"})]


@pytest.mark.parametrize(("seats", "rules"), LANDS)
def test_a_game_of_kuhfstein_is_verified_and_another_deal_is_found(
    seats: int, rules: dict[str, str]
) -> None:
    values = {0: VALUES[0]}
    document = transcript("kuhfstein", values, seats, **rules)
    assert "took_back" in {event["type"] for event in document["log"]}
    verified(document)

    def found(event: dict[str, Any], field: str, forged: Any) -> str:
        honest, event[field] = event[field], forged
        with pytest.raises(Forged) as caught:
            verified(document)
        event[field] = honest
        return caught.value.code

    dealt = document["log"][1]
    for field in ("tiles", "pile", "goals"):
        assert found(dealt, field, dealt[field][::-1]) == "deal"
    assert found(dealt, "fox", (dealt["fox"] + 1) % seats) == "deal"
    assert found(dealt, "layout", dealt["layout"][::-1]) == "deal"
    drawn = next(event for event in document["log"] if event["type"] == "refilled")
    assert found(drawn, "opened", ["hay"] * 5) == "log"
    verified(document)


def test_each_value_changes_the_seed() -> None:
    seeds = {
        seed(SECRET, GAME, 1, VALUES),
        seed(b"\x07" * 32, GAME, 1, VALUES),
        seed(SECRET, "table-8", 1, VALUES),
        seed(SECRET, GAME, 2, VALUES),
        seed(SECRET, GAME, 1, {0: VALUES[0]}),
        seed(SECRET, GAME, 1, {0: VALUES[2], 2: VALUES[0]}),
        seed(SECRET, GAME, 1, {0: VALUES[0], 1: VALUES[2]}),
    }
    assert len(seeds) == 7


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"protocol": "kh-fair-0"}, "protocol"),
        ({"game": "table-8"}, "server"),
        ({"secret": "00" * 32}, "server"),
        ({"secret": "zz"}, "value"),
        ({"secret": "00" * 31}, "value"),
        ({"server_commitment": "00" * 32}, "server"),
        ({"commitments": {}}, "reveals"),
        ({"reveals": {}}, "reveals"),
        ({"commitments": {}, "reveals": {}}, "deal"),
        ({"reveals": {"0": "03" * 32, "2": "02" * 32}}, "player"),
        (
            {"reveals": {"7": "01" * 32}, "commitments": {"7": "01" * 32}},
            "seat",
        ),
    ],
)
def test_a_changed_promise_is_named(change: dict[str, Any], code: str) -> None:
    with pytest.raises(Forged) as forged:
        verified(transcript() | change)
    assert forged.value.code == code


def test_a_changed_deal_is_found() -> None:
    document = transcript()
    dealt = next(event for event in document["log"] if event["type"] == "dealt")
    deck = dealt["deck"]
    other = next(place for place in range(1, 40) if deck[place] != deck[0])
    deck[0], deck[other] = deck[other], deck[0]
    with pytest.raises(Forged) as forged:
        verified(document)
    assert forged.value.code == "deal"


def test_no_change_of_a_single_digit_is_accepted() -> None:
    random = Random(1)
    document = transcript()
    digits = "0123456789abcdef"
    for _ in range(1_000):
        place = random.choice(["server_commitment", "secret", "commitments", "reveals"])
        text = document[place]
        seat = random.choice(["0", "2"])
        old: str = text if isinstance(text, str) else text[seat]
        at = random.randrange(len(old))
        new = old[:at] + random.choice(digits.replace(old[at], "")) + old[at + 1 :]
        changed = new if isinstance(text, str) else text | {seat: new}
        with pytest.raises(Forged):
            verified(document | {place: changed})


def test_a_log_that_does_not_replay_is_found() -> None:
    document = transcript()
    kinds = [event["type"] for event in document["log"]]
    del document["log"][kinds.index("gavel_fell")]
    with pytest.raises(Forged) as forged:
        verified(document)
    assert forged.value.code == "log"


def test_a_log_without_an_opening_is_refused() -> None:
    with pytest.raises(Refused):
        verified(transcript() | {"log": []})


def test_every_card_comes_first_equally_often() -> None:
    """Chi-square at 99 %: ten kinds, 4,000 decks from seeds of their own."""
    deck = SECOND.deck
    first = Counter(
        SeededChance(seed(SECRET, f"table-{number}", 1, VALUES)).shuffled("deck", deck)[0]
        for number in range(4_000)
    )
    assert sum((count - 400) ** 2 / 400 for count in first.values()) < 21.67


def test_an_opening_names_every_option_of_its_time() -> None:
    """One that came later is left out by whoever writes the opening, never by whoever reads it."""
    document = transcript()
    rules = document["log"][0]["rules"]
    assert rules.pop("no_progress_limit") == SECOND.rules.no_progress_limit
    with pytest.raises(Forged):
        verified(document)
    rules["no_progress_limit"] = SECOND.rules.no_progress_limit
    verified(document)
    rules["no_such_option"] = True
    with pytest.raises(Forged):
        verified(document)
