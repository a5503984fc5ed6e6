"""The export of an account, and its deletion: nothing of it is left in any table."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from kuhstall.engine.values import CLOCK
from kuhstall.server.features.accounts.erase import forget_people, forget_person
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.rows import PlacedOrders
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.store.tombstones import add_tombstones, read_tombstones
from kuhstall.server.table.chat_log import Holder, StoredLine
from kuhstall.server.table.log import Opening, Step
from tests.server.accounts import people_of
from tests.server.authenticator import Authenticator
from tests.server.houses import House
from tests.server.players import NO_TLS
from tests.server.test_accounts import PROVE_IT, SITE, house, tab

pytestmark = pytest.mark.anyio

AnyStore = PostgresStore | SqliteStore | MemoryStore
TICKET = b"t" * 32


async def _left(store: AnyStore) -> None:
    """Let Anna and Ben leave traces at two tables."""
    for table in ("t1", "t2", "t3"):
        opening = Opening(table, table, b"s", people=("anna", "ben") if table != "t3" else ())
        await store.open_table(opening, Step(table, 1, CLOCK, "o", b"[]"))
    for person in ("anna", "ben"):
        await people_of(store).add_person(Person(person, person.title()))
        for table in ("t1", "t3"):
            await store.say(StoredLine(table, "c", person, None, b'{"phrase":"hello"}'))
        await store.place_orders("t1", 1, person, f'{{"of":"{person}"}}'.encode())
    for table, person in (("t1", "anna"), ("t3", "ben")):
        address = f"https://hooks.example/{person}"
        await people_of(store).set_webhook(table, table, address, person)
    await store.give_ticket(TICKET, Holder("t1", "anna", None), 30)


async def test_traces_are_found_and_erased(store: AnyStore) -> None:
    await _left(store)
    assert await store.seats_of(["anna", "zoe"]) == [("anna", "t1"), ("anna", "t2")]
    assert sorted(await store.tables_sat_at("anna", 9)) == ["t1", "t2"]
    assert len(await store.tables_sat_at("anna", 1)) == 1
    assert [one.table for one in await store.lines_by("anna", 9)] == ["t3", "t1"]
    assert [one.table for one in await store.lines_by("anna", 1)] == ["t3"]
    assert await store.orders_by("anna") == [PlacedOrders("t1", '{"of":"anna"}')]
    people = people_of(store)
    assert await people.webhooks_of("anna") == [("t1", "https://hooks.example/anna")]
    await store.erase_people(["anna", "zoe"])
    await store.erase_people(["anna"])
    await people.forget("anna", "zoe")
    assert list(await store.lines_by("anna", 9)) == []
    assert list(await store.orders_by("anna")) == []
    assert [one.person for one in await store.lines("t1")] == ["ben"]
    assert await store.placed_orders("t1") == {"ben": b'{"of":"ben"}'}
    assert list(await people.webhooks_of("anna")) == []
    assert await people.webhooks_of("ben") == [("t3", "https://hooks.example/ben")]
    assert await store.take_ticket(TICKET) is None


async def test_many_are_forgotten_at_once_and_mutes_go_both_ways(store: AnyStore) -> None:
    for person in ("anna", "ben", "carl"):
        await people_of(store).add_person(Person(person, person.title()))
    await people_of(store).mute("anna", "carl")
    await people_of(store).mute("carl", "anna")
    await people_of(store).mute("carl", "ben")
    await people_of(store).forget("anna", "zoe")
    assert await people_of(store).muted_people("anna") == set()
    assert await people_of(store).muted_people("carl") == {"ben"}
    await people_of(store).forget("ben", "carl")
    assert set((await people_of(store).names(["anna", "ben", "carl"])).values()) == {""}
    await people_of(store).forget()


async def test_a_seat_is_left_and_a_finished_game_is_as_it_was(store: AnyStore) -> None:
    home = House(store)
    over = await home.start(("anna", "ben"), edition="kuhhandel/2", bots=["random"])
    await home.play_to(over.id, None, seed=1)
    steps = list(await store.steps(over.id))
    playing = await home.start(("anna", "ben"), edition="kuhhandel/2", bots=["random"])
    waiting = await home.open(("anna", "ben", "carl"))
    assert over.names["anna"] == "Anna"
    await forget_person(home.service, "anna")
    await forget_people(home.service, ["anna"])
    assert list(await store.steps(over.id)) == steps, "not a byte of a log"
    assert over.names.get("anna", "") == ""
    assert playing.party.places[0].person is None
    assert playing.party.places[0].bot is not None
    assert playing.party.host == "ben"
    live = await home.service.cache.live_table(waiting)
    assert live.party.people == ("ben", "carl")
    assert await people_of(store).person("anna") == Person("anna", "")


def test_tombstones_are_added_to_and_survive_a_line_that_was_cut(tmp_path: Path) -> None:
    file = tmp_path / "tombstones"
    add_tombstones(file, ["anna"])
    assert file.stat().st_mode & 0o777 == 0o600
    with file.open("a") as cut:
        cut.write("be")
    add_tombstones(file, ["carl", "anna"])
    assert read_tombstones(file) == ["anna", "carl"]
    assert file.read_text().count("\n") == 4


async def test_all_that_is_kept_is_given_to_its_owner_alone(tmp_path: Path) -> None:
    async with house(tmp_path, "Anna", "Ben", "") as (here, (anna, ben, nobody)):
        opened = await anna.done("tables", {"seats": 3})
        people, store = here.node.service.people, here.node.service.store
        ids = {(await one.see("me/export"))["id"]: await one.name() for one in (anna, ben)}
        me, other = ids
        await store.say(StoredLine(opened["table"], "c", me, 0, b'{"text":"secret"}'))
        key = Authenticator(SITE)
        await anna.claim(key)
        address = "https://hooks.example/x"
        await people.set_webhook(opened["table"], opened["code"], address, me)
        told = await anna.see("me/export")
        assert (told["id"], told["name"], told["whole"]) == (me, "Anna", True)
        assert [one["name"] for one in told["keys"]] == ["Chrome, Android"]
        assert [one["way"] for one in told["sessions"]] == ["key"]
        assert told["tables"] == [opened["table"]]
        assert [(one["table"], one["text"]) for one in told["lines"]] == [
            (opened["table"], "secret")
        ]
        assert told["webhooks"] == [
            {"table": opened["table"], "address": "https://hooks.example/x"}
        ]
        theirs = await ben.see("me/export")
        assert "secret" not in json.dumps(theirs)
        assert theirs["lines"] == theirs["webhooks"] == theirs["keys"] == []
        assert other not in json.dumps(told)
        refused = await nobody.http.get(f"{here.url}/api/me/export")
        assert (refused.status_code, refused.json()["code"]) == (401, "no_session")


async def test_whoever_has_a_key_shows_it_to_leave(tmp_path: Path) -> None:
    async with house(tmp_path, "Anna", "") as (here, (anna, thief)):
        table = (await anna.done("tables", {"seats": 3}))["table"]
        key = Authenticator(SITE)
        await anna.claim(key)
        people = here.node.service.people
        me = (await anna.see("me/export"))["id"]
        code = (await anna.done("account/link"))["code"]
        await thief.done("sign-in/link", {"code": code})
        await people.db.execute("UPDATE arrivals SET proven = proven - 700")
        for one in (anna, thief):
            answer = await one.http.delete(f"{here.url}/api/me")
            assert (answer.status_code, answer.json()["code"]) == PROVE_IT
            (cookie,) = one.http.cookies.values()
            async with httpx.AsyncClient(
                headers={"authorization": f"Bearer {cookie}"}, verify=NO_TLS
            ) as program:
                answer = await program.delete(f"{here.url}/api/me")
            assert (answer.status_code, answer.json()["code"]) == PROVE_IT
        assert await anna.name() == "Anna"
        await anna.done("account/reauthenticate", {"key": await anna.sign(key)})
        assert (await anna.http.delete(f"{here.url}/api/me")).status_code == 200
        assert await anna.name() == await thief.name() == ""
        assert read_tombstones(tmp_path / "kuhstall.db.tombstones") == [me]
        assert (await thief.see(f"tables/{table}"))["places"][0]["kind"] == "empty"
        again = tab(here.url)
        assert (await again.refusal("sign-in/passkey", await again.sign(key)))[1] == "bad_key"
        await again.http.aclose()


async def test_nobody_is_erased_whom_no_tombstone_would_keep_away(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "no folder" / "tombstones")
    async with house(tmp_path, "Anna", tombstones=nowhere) as (here, (anna,)):
        answer = await anna.http.delete(f"{here.url}/api/me")
        assert answer.status_code == 503
        assert await anna.name() == "Anna"
