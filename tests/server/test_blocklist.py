"""The blocklist: who is blocked is not sat with and not heard, and does not learn of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from kuhstall.cli import main
from kuhstall.engine.values import Illegal
from kuhstall.messages import LANGUAGES
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.moderation.report_queries import ReportQueries
from kuhstall.server.features.people import People
from kuhstall.server.limits.rates import BLOCKS, Limiter
from kuhstall.server.store import Store, migration
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.chat_limit import ChatLimit
from kuhstall.server.table.chat_log import StoredLine
from kuhstall.server.table.log import Accepted, Rejected
from kuhstall.server.table.newcomers import NEW, is_new
from kuhstall.server.table.party.requests import Join, Leave
from kuhstall.server.table.people import MOST_BLOCKED
from kuhstall.server.wire.frames import Block, Mute
from kuhstall.server.wire.mutes import Mutes
from tests.server.accounts import people_of
from tests.server.databases import database
from tests.server.houses import House, SetClock
from tests.server.serving import Serving, guests, received, serving, ticket, wire

pytestmark = pytest.mark.anyio


async def known(store: Store, *names: str) -> People:
    people: People = people_of(store)
    for name in names:
        await people.add_person(Person(name, name.title()))
    return people


# What every store promises


async def test_blocks_are_listed_and_end(store: Store) -> None:
    people = await known(store, "anna", "ben", "carl")
    assert await people.block("anna", "ben")
    assert await people.block("anna", "ben")  # once more changes nothing
    assert await people.block("anna", "carl")
    latest, first = await people.blocks("anna")
    assert (latest.name, first.name) == ("Carl", "Ben")
    assert first.at <= latest.at
    assert await people.blocks("ben") == []
    assert await people.blocked_people("anna") == {"ben", "carl"}
    assert await people.blocks_among(["anna", "ben"]) == {("anna", "ben")}
    assert await people.blocks_among(["ben", "carl"]) == set()
    assert await people.unblock("ben", first.id) is None  # nobody ends another's
    assert await people.unblock("anna", first.id) == "ben"
    assert await people.unblock("anna", first.id) is None
    assert await people.blocked_people("anna") == {"carl"}


async def test_nobody_blocks_too_many_or_nobody(store: Store) -> None:
    people = await known(store, "anna", "ben", "carl")
    assert not await people.block("anna", "nobody")
    assert await people.block("anna", "ben", 1)
    assert not await people.block("anna", "carl", 1)
    assert await people.block("anna", "ben", 1)
    assert MOST_BLOCKED == 100


async def test_whoever_is_forgotten_blocks_nobody_and_is_in_no_list(store: Store) -> None:
    people = await known(store, "anna", "ben")
    await people.block("anna", "ben")
    await people.block("ben", "anna")
    await people.forget("ben")
    assert await people.blocked_people("ben") == set()
    assert await people.blocks("anna") == []


async def test_since_when_somebody_is_known(store: Store) -> None:
    people = await known(store, "anna")
    assert await people.known_since("anna") is None
    await people.open_session(b"one", "anna")
    since = await people.known_since("anna")
    assert since is not None
    assert abs(since - await store.now()) < 60
    clock = SetClock(since + NEW - 1)
    assert await is_new(people, clock, "anna")
    clock.time += 1
    assert not await is_new(people, clock, "anna")


async def test_the_tables_of_several(store: Store) -> None:
    house = House(store)
    one = await house.open(("anna", "ben"), seats=3)
    other = await house.open(("carl",), seats=3)
    assert await store.tables_with({"ben"}) == {one}
    assert await store.tables_with({"ben", "carl"}) == {one, other}
    assert await store.tables_with({"dora"}) == set()


async def test_a_store_of_the_version_before_learns_of_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A report of the version before is read, and a person of that time can be blocked."""
    known_before = migration.migrations
    last = {"sqlite": 13, "postgres": 14}
    written = "INSERT INTO reports (version, language, body, at) VALUES ('0.2.0', 'en', 'old', {})"

    def older(dialect: str) -> Sequence[tuple[int, str]]:
        return [one for one in known_before(dialect) if one[0] < last[dialect]]

    async with database() as address:
        file = str(tmp_path / "kuhstall.db")
        with monkeypatch.context() as before:
            before.setattr(migration, "migrations", older)
            local, shared = await SqliteStore.connect(file), await PostgresStore.connect(address)
            for store in (local, shared):
                people = await known(store, "anna", "ben")
                with pytest.raises(Exception, match="blocks"):
                    await people.blocked_people("anna")
            await local._file.run(written.format("1"))
            await shared._pool.execute(written.format("now()"))
            await local.close()
            await shared.close()
        for store in (await SqliteStore.connect(file), await PostgresStore.connect(address)):
            (report,) = await ReportQueries(store.db).reports()
            assert (report.text, report.about, report.quote) == ("old", None, None)
            assert await people_of(store).block("anna", "ben")
            assert await people_of(store).blocked_people("anna") == {"ben"}
            await store.close()


# Seats


async def test_nobody_sits_down_with_somebody_who_has_blocked_them(store: Store) -> None:
    house = House(store)
    table = await house.open(("anna", "carl"), seats=4)
    people = await known(store, "ben", "dora")
    await people.block("carl", "ben")
    for join, code in ((Join(), "full"), (Join(2), "seat_taken")):  # as if others were faster
        assert await house.ask(table, "ben", join) == Rejected(code)
    assert await house.ask(table, "dora", Join()) == Accepted(3)
    await house.ask(table, "carl", Leave())
    assert isinstance(await house.ask(table, "ben", Join()), Accepted)
    assert await house.ask(table, "carl", Join()) == Rejected("blocked")  # and knows why


CLAIMS: Final = (
    *("free", "is taken", "sits", "frei", "sitzt"),
    *("свобод", "сидит", "занято", "vrij", "bezet", "zit "),
)


def test_the_words_of_that_refusal_are_true_at_a_table_with_free_seats() -> None:
    """It is the same code and the same words as at a full table, so they must fit both."""
    root = Path(__file__).parents[2]
    for language in LANGUAGES:
        files = (f"src/kuhstall/messages/{language}.json", f"web/src/i18n/home.{language}.json")
        texts, pages = (json.loads(root.joinpath(file).read_text("utf-8")) for file in files)
        told = (texts["setup"]["full"], pages["home"]["problem"]["seat_taken"])
        for words in map(str.lower, told):
            for claim in CLAIMS:
                assert claim not in words


async def test_a_game_goes_on_with_those_who_have_blocked_each_other() -> None:
    house = House(MemoryStore())
    live = await house.start(("anna", "ben", "carl"))
    await house.service.people.block("anna", "ben")
    assert isinstance(await house.ask(live.id, "ben", Leave()), Accepted)
    assert isinstance(await house.ask(live.id, "ben", Join()), Accepted)


async def test_another_game_does_not_bring_them_together() -> None:
    house = House(MemoryStore())
    live = await house.start(("anna", "ben", "carl", "dora"))
    people = house.service.people
    await people.block("carl", "anna")
    await people.block("ben", "dora")
    blocklist = house.service._early.blocklist
    for opener, kept in (("anna", ("anna", "ben")), ("carl", ("ben", "carl"))):
        assert (await blocklist.seat_apart(live.party, opener)).people == kept


# Over the wire


async def _framed(socket: Any, **frame: Any) -> dict[str, Any]:
    await socket.send(json.dumps(frame))
    return await received(socket, "ack", "nack")


async def _say(socket: Any, **said: Any) -> dict[str, Any]:
    """Say something, and return the next line that is heard here."""
    await socket.send(json.dumps({"type": "say", **said}))
    line: dict[str, Any] = (await received(socket, "chat"))["line"]
    return line


async def _table(here: Serving, host: Any, other: Any) -> str:
    table = await host.open_table(seats=4, public=True)
    other.table = table
    await other.ask("join")
    return str(table)


async def test_what_a_blocked_person_says_is_not_sent(tmp_path: Path) -> None:
    async with serving(tmp_path / "k.db") as here, guests(here.url, "Anna", "Ben") as (anna, ben):
        table = await _table(here, anna, ben)
        pass_a = await ticket(here.url, table, anna.http.cookies)
        pass_b = await ticket(here.url, table, ben.http.cookies)
        async with wire(here.url, table) as hers, wire(here.url, table) as his:
            for socket, one in ((hers, pass_a), (his, pass_b)):
                await socket.send(json.dumps({"type": "hello", "ticket": one}))
                await received(socket, "snapshot")
            await _say(his, cid="s1", phrase="hello")
            line = (await received(hers, "chat"))["line"]["id"]
            for wrong, code in (
                ({"seat": 0}, "yourself"),
                ({"seat": 3}, "no_person"),
                ({"line": line + 9}, "no_such_line"),
            ):
                answer = await _framed(hers, type="block", cid=f"w{code}", **wrong)
                assert answer["code"] == code
            assert (await _framed(hers, type="block", cid="b1", line=line))["type"] == "ack"
            assert (await _say(his, cid="s2", phrase="nice"))["phrase"] == "nice"
            # Her own line is the next that she hears: his was not sent.
            assert (await _say(hers, cid="s3", phrase="thanks"))["phrase"] == "thanks"
            assert (await received(his, "chat"))["line"]["phrase"] == "thanks"

        async with wire(here.url, table) as again:
            fresh = await ticket(here.url, table, anna.http.cookies)
            await again.send(json.dumps({"type": "hello", "ticket": fresh}))
            told = (await received(again, "snapshot"))["chat"]
            assert [one["phrase"] for one in told] == ["thanks"]
        blocks = (await anna.http.get(f"{here.url}/api/blocks")).json()
        assert [one["name"] for one in blocks] == ["Ben"]
        assert (await ben.http.get(f"{here.url}/api/blocks")).json() == []
        ended = {"block": blocks[0]["id"]}
        assert await ben.post("/api/blocks/end", ended) == []
        assert len((await anna.http.get(f"{here.url}/api/blocks")).json()) == 1
        assert await anna.post("/api/blocks/end", ended) == []
        person = (await here.node.service.cache.live_table(table)).party.places[0].person
        assert person is not None
        assert await here.node.service.people.muted_people(person) == set()


async def test_tables_of_the_blocked_are_not_offered(tmp_path: Path) -> None:
    async with serving(tmp_path / "k.db") as here, guests(here.url, "Anna", "Ben") as (anna, ben):
        table = await ben.open_table(public=True)
        people = (await here.node.service.cache.live_table(table)).party.people
        own = await anna.open_table(public=True)
        (me,) = (await here.node.service.cache.live_table(own)).party.people
        await here.node.service.people.block(me, people[0])

        async def offered(player: Any) -> set[str]:
            return {one["table"] for one in (await player.http.get(f"{here.url}/api/lobby")).json()}

        assert await offered(anna) == {own}
        assert await offered(ben) == {own, table}  # or he would learn of it


async def test_nobody_blocks_more_often_than_the_limit() -> None:
    house = House(MemoryStore())
    live = await house.start(("anna", "ben", "carl"))
    mutes, limiter = Mutes(house.service.people), Limiter(1.0)

    async def block(now: float) -> None:
        await mutes.block("anna", Block("c1", seat=1), live, limiter, now)

    for _ in range(BLOCKS.times):
        await block(0.0)
    with pytest.raises(Illegal, match="slow_down"):
        await block(0.0)
    await block(BLOCKS.seconds / BLOCKS.times * 1.001)
    with pytest.raises(Illegal, match="no_session"):
        await mutes.block(None, Block("c2", seat=1), live, limiter, 0.0)


async def test_to_unmute_a_blocked_person_does_not_let_them_be_heard() -> None:
    house = House(MemoryStore())
    live = await house.start(("anna", "ben", "carl"))
    mutes = Mutes(house.service.people)
    line = StoredLine(live.id, "c1", "ben", 1, b"{}", 7)
    assert mutes.hears(line)
    await mutes.block("anna", Block("c1", line=7), live, Limiter(1.0), 0.0)
    await mutes.mute("anna", Mute("c2", 7, on=False))
    assert not mutes.hears(line)


# Reports


async def test_a_report_has_the_line_as_it_was_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "k.db"
    sent = {"text": "", "version": "0.3.0", "language": "en", "step": 2}
    async with serving(store) as here, guests(here.url, "Anna", "Ben") as (anna, ben):
        table = await ben.open_table(seats=3)
        anna.table = table
        await anna.ask("join")
        async with wire(here.url, table) as his:
            one = await ticket(here.url, table, ben.http.cookies)
            await his.send(json.dumps({"type": "hello", "ticket": one}))
            await received(his, "snapshot")
            line = (await _say(his, cid="s1", text="you silly goose"))["id"]
        person = (await here.node.service.cache.live_table(table)).party.places[0].person
        about = {**sent, "table": table, "kind": "rude"}
        await anna.post("/api/reports", {**about, "line": line})
        await anna.post("/api/reports", {**about, "seat": 0, "text": "holds us up"})
        for wrong in ({"line": line + 1}, {"seat": 2}, {"seat": 7}, {}):
            answer = await anna.http.post(f"{here.url}/api/reports", json={**about, **wrong})
            assert answer.status_code == 400
        elsewhere = {**about, "table": "m" * 26, "line": line}
        answer = await anna.http.post(f"{here.url}/api/reports", json=elsewhere)
        assert answer.json()["code"] == "no_such_line"
        seat, quoted = await ReportQueries(here.node.service.store.db).reports()
        assert (quoted.about, quoted.line, quoted.quote) == (person, line, "you silly goose")
        assert (seat.about, seat.line, seat.quote) == (person, None, None)
    assert await asyncio.to_thread(main, ["admin", "--store", str(store), "reports"]) == 0
    told = capsys.readouterr().out
    assert f"rude: Ben ({person}; admin ban {person})" in told
    assert f"line {line}: you silly goose" in told


# Those who are new


def test_whoever_is_new_says_half_as_much() -> None:
    new, known_one = ChatLimit(new=True), ChatLimit()
    for number in range(5):
        for limit in (new, known_one):
            limit.admit(f"c{number}", None, float(number))
    known_one.admit("later", None, 10.0)
    with pytest.raises(Illegal, match="slow_down"):
        new.admit("later", None, 19.9)
    new.admit("later", None, 20.0)


async def test_whoever_is_new_opens_two_public_tables(tmp_path: Path) -> None:
    async with serving(tmp_path / "k.db") as here, guests(here.url, "Anna") as (anna,):
        for _ in range(2):
            await anna.open_table(public=True)
        refused = await anna.http.post(f"{here.url}/api/tables", json={"public": True})
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many_tables")
        await anna.open_table(public=False)
