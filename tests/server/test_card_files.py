"""Cards from a file: checked when a table is arranged, kept in its log, dealt, and told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kuhstall.engine.values import Illegal, Refused
from kuhstall.games.kuhfstein import deck
from kuhstall.games.kuhfstein.editions import KUHFSTEIN
from kuhstall.messages import LANGUAGES, Catalogue
from kuhstall.server.http.endpoint import LONG, MAX_BODY
from kuhstall.server.store import Store
from kuhstall.server.table.party import party as parties
from kuhstall.server.table.party.decide import undealt_table
from kuhstall.server.table.party.decide_request import request_events
from kuhstall.server.table.party.events import Gathered, PartyEvent
from kuhstall.server.table.party.listing import Poster, poster
from kuhstall.server.table.party.opening import Drawn, Wish, first_step, first_step_of_rematch
from kuhstall.server.table.party.party import Party, fold
from kuhstall.server.table.party.requests import Arrange, Start
from tests.server.houses import House
from tests.server.serving import greeted, guests, received, serving, ticket, wire
from tests.server.test_refusals import rows, section

TERRAINS = "HMWLB"
FILE = "".join(
    f'[[card]]\nid = "C{at}"\nrows = ["{pair}?"]\npoints = 5\n'
    for at, pair in enumerate([a + b for a in TERRAINS for b in TERRAINS if a <= b])
)
PRINTED = deck.read(FILE)
WRONG = FILE.replace('id = "C1"', 'id = "C0"')
WHERE = {"line": 6, "why": "same_name", "card": "C0"}


def opened(**wish: Any) -> Party:
    wanted = Wish(**{"edition": "kuhfstein", "seats": 2, "cards": FILE, **wish})
    return first_step(wanted, "anna", Drawn("t" * 26, bytes(32)), 0.0, 1.0).party


def arranged(party: Party, **change: Any) -> Party:
    return fold(party, request_events(party, "anna", Arrange(**change), "t" * 26))


def test_a_table_is_played_with_the_cards_of_a_file() -> None:
    party = opened()
    assert undealt_table(party).edition.cards == PRINTED
    assert poster(party).brought
    assert not poster(opened(cards="")).brought


def test_cards_stay_until_others_are_named_or_another_edition() -> None:
    party = arranged(opened(), seats=3, pace="slow", rules={"allow_pass": True})
    assert undealt_table(party).edition.cards == PRINTED
    assert undealt_table(arranged(party, cards="")).edition.cards == KUHFSTEIN.cards
    other = arranged(party, edition="kuhhandel/2")
    assert other.data == {}
    assert (
        undealt_table(arranged(other, edition="kuhfstein", seats=2)).edition.cards
        == KUHFSTEIN.cards
    )
    assert undealt_table(arranged(opened(cards=""), cards=FILE)).edition.cards == PRINTED


def test_a_slow_table_gets_no_rules_of_another_game() -> None:
    assert opened(pace="slow").rules == {}


def test_a_file_that_is_none_is_refused_with_line_and_reason() -> None:
    with pytest.raises(Refused) as refused:
        opened(cards=WRONG)
    assert (refused.value.code, refused.value.detail) == ("bad_cards", WHERE)
    with pytest.raises(Illegal) as illegal:
        arranged(opened(), cards=WRONG)
    assert (illegal.value.code, illegal.value.detail) == ("bad_cards", WHERE)


ROWS = 'rows = ["HH?"]'
FAULTS = {
    "not_toml": (FILE, "points = 5", "points ="),
    "long_line": (FILE, "points = 5", f"points = 5 # {'.' * 200}"),
    "how_many": (FILE, FILE, ""),
    "bad_entry": (FILE, "points = 5", "point = 5"),
    "rows_differ": (FILE, ROWS, 'rows = ["HH", "?"]'),
    "too_long": (FILE, ROWS, 'rows = ["HHHHHH"]'),
    "bad_letter": (FILE, ROWS, 'rows = ["HX"]'),
    "few_cells": (FILE, ROWS, 'rows = [".", "."]'),
    "nothing_shown": (FILE, ROWS, 'rows = ["??"]'),
    "apart": (FILE, ROWS, 'rows = ["H.H"]'),
    "miscounted": (FILE, "points = 5", "points = 5\nany = 2"),
    "same_name": (FILE, 'id = "C1"', 'id = "C0"'),
    "same_pattern": (FILE, 'rows = ["HM?"]', 'rows = ["?", "H", "H"]'),
}


@pytest.mark.parametrize("why", FAULTS)
def test_every_reason_is_worded(why: str) -> None:
    text, old, new = FAULTS[why]
    assert old in text
    with pytest.raises(Refused) as refused:
        deck.read(text.replace(old, new, 1))
    detail = refused.value.detail
    assert detail["why"] == why
    for language in LANGUAGES:
        Catalogue.load(language, strict=True).text(f"card_file.{why}", **detail)


def test_every_reason_is_explained() -> None:
    told = {cells[0].strip("`") for cells in rows(section("Card files"))}
    texts = Catalogue.load("en").texts
    worded = {key.removeprefix("card_file.") for key in texts if key.startswith("card_file.")}
    assert set(FAULTS) == told == worded - {"at"}


def test_cards_that_stay_are_not_written_again() -> None:
    """A host may change other things as often as frames are admitted, for as long as it takes."""
    party = opened()
    events = request_events(party, "anna", Arrange(public=True), "t" * 26)
    assert len(msgspec.json.encode(events)) < 200
    assert fold(party, events).data == party.data


def test_an_edition_without_a_card_file_says_so() -> None:
    with pytest.raises(Refused) as refused:
        opened(edition="kuhhandel/2", seats=3)
    assert refused.value.code == "no_card_file"


def test_a_rematch_is_played_with_the_same_cards() -> None:
    again = first_step_of_rematch(opened(), "anna", Drawn("u" * 26, bytes(32)), 0.0, 1.0)
    assert undealt_table(again.party).edition.cards == PRINTED


def test_what_older_servers_have_written_can_be_read() -> None:
    stored = [
        {"type": "gathered", "edition": "kuhhandel/2", "rules": {}, "seats": 3}
        | {"pace": "live", "public": False, "promise": "0" * 64},
        {"type": "arranged", "edition": "kuhfstein", "rules": {}, "seats": 2}
        | {"pace": "live", "public": False},
    ]
    first, second = msgspec.convert(stored, list[PartyEvent])
    assert isinstance(first, Gathered)
    party = fold(parties.new_party(first), [second])
    assert undealt_table(party).edition.cards == KUHFSTEIN.cards
    listed = b'{"edition":"kuhhandel/2","pace":"live","stage":"open","seats":3,"people":1,"bots":2'
    assert not msgspec.json.decode(listed + b',"host":null}', type=Poster).brought


@pytest.mark.anyio
async def test_every_node_deals_from_the_cards_of_the_file(store: Store) -> None:
    house = House(store)
    table = await house.open(("anna",), edition="kuhfstein", bots=["farmer"])
    refused = await house.ask(table, "anna", Arrange(cards=WRONG))
    assert (getattr(refused, "code", ""), getattr(refused, "detail", {})) == ("bad_cards", WHERE)
    await house.ask(table, "anna", Arrange(cards=FILE))
    assert (await House(store).service.cache.live_table(table)).state.edition.cards == PRINTED
    await house.ask(table, "anna", Start())
    hot, other = (
        await house.service.cache.live_table(table),
        await House(store).service.cache.live_table(table),
    )
    assert hot.state.edition.cards == other.state.edition.cards == PRINTED
    assert hot.state.world == other.state.world
    assert len(hot.state.world.pile) == len(PRINTED) - 4 - 2


@pytest.mark.anyio
async def test_a_file_goes_over_http_and_a_browser_hears_what_is_wrong(tmp_path: Path) -> None:
    padded = FILE + "# my own\n" * 1000
    assert MAX_BODY < len(padded) < LONG
    async with serving(tmp_path / "one.db") as served, guests(served.url, "Anna") as [anna]:
        wish = {"edition": "kuhfstein", "seats": 2, "cards": WRONG, "public": True}
        refused = await anna.http.post(f"{served.url}/api/tables", json=wish)
        assert (refused.status_code, refused.json()["code"]) == (422, "bad_cards")
        assert refused.json()["detail"] == WHERE
        table = await anna.open_table(**wish | {"cards": padded})
        party = (await anna.http.get(f"{served.url}/api/tables/{table}")).json()
        listed = (await anna.http.get(f"{served.url}/api/lobby")).json()
        assert (party["brought"], [one["brought"] for one in listed]) == (True, [True])

        order = {"cid": "c1", "request": {"type": "arrange", "cards": WRONG}}
        for _ in range(2):  # sent again, it is told again
            refused = await anna.http.post(f"{served.url}/api/tables/{table}/commands", json=order)
            assert (refused.status_code, refused.json()["detail"]) == (409, WHERE)
        async with wire(served.url, table) as socket:
            await greeted(socket, await ticket(served.url, table, anna.http.cookies))
            await socket.send(json.dumps(order | {"type": "ask", "cid": "c2"}))
            nack = await received(socket, "ack", "nack")
        assert (nack["type"], nack["code"]) == ("nack", "too_large")
