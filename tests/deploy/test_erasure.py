"""Somebody leaves for good: nothing of them is in a dump, nor after an older backup was restored.

Each test runs on PostgreSQL and on SQLite, with the commands that a host uses.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final

import asyncpg
import httpx
import pytest
from msgspec import Struct
from msgspec.structs import replace

from kuhstall.server.features.accounts.passkey_queries import NewSession, Passkey, Requester
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.accounts.sessions import digest
from kuhstall.server.features.groups.members import Preset
from kuhstall.server.features.groups.night_queries import NightQueries
from kuhstall.server.features.groups.nights import Night
from kuhstall.server.features.groups.queries import GroupQueries
from kuhstall.server.features.groups.seating import SeatedTable
from kuhstall.server.features.history.finished_games import played_games
from kuhstall.server.features.moderation.report_queries import ReportQueries, StoredReport
from kuhstall.server.features.notifications.mail_queries import MailBox
from kuhstall.server.features.notifications.push_queries import PushSubscription, Quiet
from kuhstall.server.store.backup import PASSING, PUSHES
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.chat_log import Holder, StoredLine
from kuhstall.server.table.party.listing import poster
from kuhstall.server.table.random_source import RandomSource
from tests.deploy.restore_drill import KUHSTALL
from tests.server.accounts import people_of
from tests.server.databases import database
from tests.server.houses import House
from tests.server.players import NO_TLS
from tests.server.serving import process

pytestmark = pytest.mark.anyio

ROOT: Final = Path(__file__).parents[2]
COOKIE: Final = "canary-cookie-of-somebody-who-leaves"
CANARIES: Final[dict[str, bytes]] = {
    "people.name": b"Canary Nightingale",
    "chat.body": b"canary-said-in-private",
    "passkeys.id": b"canary-key-id-01",
    "passkeys.public": b"canary-public-half-of-a-key",
    "passkeys.name": b"canary-label-of-a-key",
    "recovery_codes.code": digest("canary-recovery-code"),
    "mails.address": b"canary@mail.example",
    "mails.token": b"canary-mail-token",
    "devices.endpoint": b"https://push.example/canary-endpoint",
    "devices.public": b"canary-public-of-a-browser",
    "devices.auth": b"canary-auth-of-1",
    "webhooks.address": b"https://hooks.example/canary-hook",
    "orders.body": b'{"lots":{"canary":7}}',
    "sessions.token": digest(COOKIE),
    "arrivals.browser": b"Canary browser, Canary system",
    "arrivals.replaced": digest("canary-session-before"),
    "tickets.ticket": digest("canary-ticket"),
    "passes.pass": digest("canary-link"),
    "played.edition": b"canary/edition",
    "reports.quote": b"canary-said-and-reported",
    "group_calendars.token": b"canarycalendar",
}
"""What is there of somebody who leaves, by the place where it is kept."""

KEPT: Final[dict[str, str]] = {
    "absences.person": "an id, and since when nobody has a session with it",
    "people.id": "an id that nobody is called by",
    "members.person": "who sat at a table that is over, by id",
    "finishers.person": "who finished a game, by id",
    "steps.events": "the log: it knows ids, and its digest must not change",
    "steps.command": "an id and a number of the client's",
    "sealed.command": "the same",
    "archive.log": "the log, packed",
    "tables.listing": "the host of a table, by id",
    "news.body": "who sits at a table, by id",
    "played.players": "the games of others: who else sat there, by id",
    "group_tables.poster": "the host of a table, by id",
    "group_tables.people": "who sits at a running table, by id",
}
"""Where the id of somebody may stay: it is drawn by lot, and leads nowhere."""

IMPERSONAL: Final = {
    *("chores.name", "chores.holder", "keys.name", "keys.secret", "migrations.number"),
    *("tables.id", "tables.code", "steps.table_id", "steps.refusal", "steps.actor"),
    *("sealed.table_id", "sealed.action", "sealed.salt", "secrets.table_id", "secrets.secret"),
    *("screens.id", "screens.secret", "screens.code", "screens.token", "screens.table_id"),
    "screens.browser",  # the kind of browser on a television; nobody knows whose it is
    *("archive.table_id", "archive.refusals", "news.table_id", "news.mark"),
    *("heard.table_id", "heard.mark", "members.table_id", "finishers.table_id"),
    *("reports.version", "reports.table_id", "reports.language"),
    "reports.body",  # nobody knows whose it is
    *("address_bans.network", "address_bans.why"),  # of a network, and removed in time
    *("groups.id", "groups.name", "groups.preset", "group_links.code", "group_links.group_id"),
    *("group_tables.table_id", "group_tables.group_id"),
    *("group_nights.id", "group_nights.group_id", "group_nights.zone"),
    *("group_night_tables.table_id", "group_night_tables.night_id"),
    *("group_results.id", "group_results.group_id", "group_results.game"),
    *("group_results.edition", "group_rated.group_id", "group_rated.result_id"),
    *("mailed.digest", "revocations.token"),  # for a day and an hour, and in no backup
    "unwanted.digest",  # of an address that wants no mail, whoever gives it: it says of nobody here
}
"""Columns of text that are about tables or the server."""

BESIDE: Final = {
    *("sessions.person", "taps.person", "devices.person", "mails.person", "waits.person"),
    *("passkeys.person", "recovery_codes.person", "passes.person", "played.person"),
    *("orders.person", "orders.table_id", "webhooks.person", "webhooks.table_id", "webhooks.body"),
    *("webhooks.code", "webhooks.last_error", "deliveries.kind", "deliveries.recipient"),
    *("chat.person", "chat.table_id", "chat.command", "tickets.person", "tickets.table_id"),
    *("tickets.session", "mutes.person", "mutes.other", "waits.table_id", "mails.digest"),
    *("mails.language", "arrivals.token", "arrivals.way", "passes.kind", "played.table_id"),
    *("played.game", "played.figures", "blocks.person", "blocks.other"),
    *("reports.about", "reports.kind"),
    *("group_members.group_id", "group_members.person", "group_members.role"),
    *("group_players.result_id", "group_players.person", "group_players.bot"),
    *("group_marks.result_id", "group_marks.mark", "group_marks.person"),
    *("group_scores.group_id", "group_scores.person"),
    *("group_meetings.group_id", "group_meetings.person", "group_meetings.rival"),
    *("group_ratings.group_id", "group_ratings.game", "group_ratings.person"),
    *("group_night_guests.night_id", "group_night_guests.person", "group_night_guests.state"),
    *("group_night_seats.table_id", "group_night_seats.person"),
    *("group_calendars.group_id", "group_calendars.person"),
}
"""Columns of rows that go as a whole."""

ENDED: Final = {"sessions.token", "arrivals.replaced"}
"""Hashes of sessions, which are known for an hour after they ended, so that sockets are closed."""


class Somebody(Struct, frozen=True):
    id: str
    over: str
    running: str
    waiting: str


@asynccontextmanager
async def empty_store(kind: str, folder: Path, name: str) -> AsyncIterator[str]:
    if kind == "sqlite":
        yield str(folder / f"{name}.db")
    else:
        async with database() as address:
            yield address


async def connected(address: str) -> PostgresStore | SqliteStore:
    if address.startswith("postgres"):
        return await PostgresStore.connect(address, connections=4)
    return await SqliteStore.connect(address)


async def filled(address: str) -> Somebody:
    """Let somebody use all that there is, at tables that are over, running, and waiting."""
    store = await connected(address)
    try:
        return await _live(store)
    finally:
        await store.close()


async def _live(store: Any) -> Somebody:
    person, people = RandomSource().letters(16), people_of(store)
    name, text, key, public, label, code, mail, token, endpoint, half, auth, webhook, orders = list(
        CANARIES.values()
    )[:13]
    session = CANARIES["sessions.token"]
    await people.add_person(Person(person, name.decode()))
    house = House(store, random_source=RandomSource())
    over = (await house.start((person, "ben"), edition="kuhhandel/2", bots=["random"])).id
    await house.play_to(over, None, seed=1)
    running = (await house.start((person, "ben"), edition="kuhhandel/2", bots=["random"])).id
    waiting = await house.open((person, "ben", "carl"))
    for table in (over, running):
        body = json.dumps({"text": text.decode()}).encode()
        await store.say(StoredLine(table, "c1", person, 0, body))
        await store.say(StoredLine(table, "c1", "ben", 1, b'{"phrase":"hello"}'))
    before = CANARIES["arrivals.replaced"]
    await people.open_session(before, person)
    passkey = Passkey(key, person, public, 1, label.decode())
    new = NewSession(session, CANARIES["arrivals.browser"].decode())
    assert await people.add_passkey(passkey, Requester(before, 60), new) == "first"
    by = Requester(session, 60)
    await people.set_codes(person, [code], by)
    await people.want_mail(person, MailBox(mail.decode(), "en", token.decode()), session)
    await people.take_day(mail.decode())
    await people.add_device(
        person, PushSubscription(endpoint.decode(), half, auth), Quiet(), session
    )
    await people.mute(person, "ben")
    await people.mute("ben", person)
    await people.block(person, "ben")
    await people.block("ben", person)
    quote = CANARIES["reports.quote"].decode()
    await ReportQueries(store.db).add_report(
        StoredReport("1", over, 1, "en", "", about=person, quote=quote)
    )
    code = (await store.table_row(waiting)).code
    await people.set_webhook(waiting, code, webhook.decode(), person, session)
    seq = (await store.positions([waiting]))[waiting].seq
    assert await store.place_orders(waiting, seq, person, orders)
    await store.give_ticket(CANARIES["tickets.ticket"], Holder(over, person, session), 9e6)
    await people.give_link(CANARIES["passes.pass"], person, 9e6, by)
    live = await house.service.cache.live_table(over)
    edition = CANARIES["played.edition"].decode()
    games = [
        replace(one, edition=edition) if one.person == person else one for one in played_games(live)
    ]
    await people.rewrite_history(over, games)
    groups = GroupQueries(people.db)
    await groups.create("group", "link", "Friends", Preset(), person)
    assert await groups.add_table("group", running, poster(live.party), person)
    nights = NightQueries(people.db)
    await nights.plan("group", Night("night", 9e9, "UTC", 0, 1, 0, ended=False))
    await nights.answer("night", person, "here", 1)
    assert await nights.begin_round("night", 1, [(running, SeatedTable((person,)))])
    await nights.note_opened(running)
    calendar = CANARIES["group_calendars.token"].decode()
    assert await nights.subscribe("group", person, calendar) == calendar
    return Somebody(person, over, running, waiting)


async def texts(address: str) -> dict[str, list[bytes]]:
    """Read every column of text or bytes that there is, whatever the table."""
    found: dict[str, list[bytes]] = {}
    for table, columns, rows in await _tables(address):
        for place, column in enumerate(columns):
            values = [row[place] for row in rows]
            kept = [one.encode() if isinstance(one, str) else one for one in values]
            found[f"{table}.{column}"] = [bytes(one) for one in kept if isinstance(one, bytes)]
    return found


async def _tables(address: str) -> list[tuple[str, list[str], list[Any]]]:
    if not address.startswith("postgres"):
        with closing(sqlite3.connect(address)) as file:
            names = [
                name
                for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
                if not name.startswith("sqlite_")
            ]
            return [_sqlite_table(file, name) for name in names]
    connection = await asyncpg.connect(address)
    try:
        columns = await connection.fetch(
            "SELECT table_name, array_agg(column_name::text) AS names"
            " FROM information_schema.columns"
            " WHERE table_schema = 'public' AND data_type IN ('text', 'bytea') GROUP BY 1"
        )
        return [
            (table, names, await connection.fetch(_select(table, names)))
            for table, names in columns
        ]
    finally:
        await connection.close()


def _sqlite_table(file: sqlite3.Connection, name: str) -> tuple[str, list[str], list[Any]]:
    kinds = file.execute(f"PRAGMA table_info({name})").fetchall()
    columns = [row[1] for row in kinds if row[2].lower() in {"text", "blob"}]
    rows = file.execute(_select(name, columns)).fetchall() if columns else []
    return name, columns, rows


def _select(table: str, columns: list[str]) -> str:
    return f"SELECT {', '.join(columns)} FROM {table}"  # noqa: S608 -- names of the schema


def dump(address: str) -> bytes:
    """Write all that a store holds as text; of a file also every byte, let go or not."""
    if address.startswith("postgres"):
        return _output("pg_dump", address)
    with closing(sqlite3.connect(address)) as file:
        text = "\n".join(file.iterdump()).encode()
    beside = Path(f"{address}-wal")
    raw = beside.read_bytes() if beside.exists() else b""
    return text + Path(address).read_bytes() + raw


def dump_of_backup(address: str, file: Path) -> bytes:
    if address.startswith("postgres"):
        return _output("pg_restore", "--file=-", str(file))
    return dump(str(file))


def _output(*command: str) -> bytes:
    return subprocess.run(command, capture_output=True, check=True).stdout


def hits(data: bytes, canaries: Iterable[str] = CANARIES) -> set[str]:
    """Name the canaries that are in there in any spelling."""
    lower = data.lower()
    return {
        name
        for name in canaries
        for canary in [CANARIES[name]]
        if any(
            spelling.lower() in lower
            for spelling in (
                canary,
                canary.hex().encode(),
                base64.urlsafe_b64encode(canary).rstrip(b"="),
                base64.b64encode(canary).rstrip(b"="),
            )
        )
    }


def admin(address: str, *words: str) -> str:
    done = subprocess.run(
        [KUHSTALL, "admin", "--store", address, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not hits((done.stdout + done.stderr).encode())
    return done.stdout


def digests(address: str) -> dict[str, str]:
    lines = [line.split() for line in admin(address, "check", "--each").splitlines()[:-1]]
    return {table: value for table, _, value in lines}


async def leave(address: str, folder: Path, somebody: Somebody, tombstones: Path) -> None:
    """Leave by the way that a browser goes, and see what the server logs and others are shown."""

    def go() -> bytes:
        with (
            process(folder, address, tombstones=tombstones, log="debug") as here,
            httpx.Client(base_url=here.url, cookies={"kuhstall": COOKIE}, verify=NO_TLS) as own,
            httpx.Client(base_url=here.url, verify=NO_TLS) as others,
        ):
            told = own.get("/api/me/export").raise_for_status().content
            assert {"people.name", "chat.body", "mails.address"} <= hits(told)
            own.delete("/api/me").raise_for_status()
            assert own.get("/api/me").json()["name"] == ""
            paths = [somebody.over, somebody.running, somebody.waiting]
            paths += [f"{somebody.over}/{one}" for one in ("replay/all/0", "course", "lines")]
            seen = [others.get(f"/api/tables/{path}").raise_for_status() for path in paths]
            assert not hits(b"".join(one.content for one in seen))
            transcript = others.get(f"/api/tables/{somebody.over}/transcript")
            (folder / "transcript.json").write_bytes(transcript.content)
        return here.log.read_bytes()

    log = await asyncio.to_thread(go)
    assert log
    assert not hits(log)


@pytest.fixture(params=["postgres", "sqlite"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.slow
async def test_nobody_comes_back_with_an_older_backup(kind: str, tmp_path: Path) -> None:
    old, new, tombstones = tmp_path / "old", tmp_path / "new", tmp_path / "tombstones"
    async with (
        empty_store(kind, tmp_path, "first") as first,
        empty_store(kind, tmp_path, "second") as second,
        empty_store(kind, tmp_path, "third") as third,
    ):
        somebody = await filled(first)
        before = await texts(first)
        assert {one for one in CANARIES if one in hits(b"\n".join(before[one]))} == set(CANARIES)
        was = digests(first)
        admin(first, "backup", "--pushes", str(old))
        passing = {name for name in CANARIES if name.split(".")[0] in PASSING}
        assert hits(dump_of_backup(first, old)) == set(CANARIES) - passing, "else nothing is shown"
        await leave(first, tmp_path, somebody, tombstones)
        assert tombstones.read_text().startswith(f"{somebody.id} ")

        admin(first, "backup", str(new))
        assert hits(dump_of_backup(first, new)) == set(), "the next backup"
        assert hits(dump(first)) <= ENDED

        said = admin(second, "restore", str(old), "--tombstones", str(tombstones))
        assert "erased 1 people" in said
        assert hits(dump(second)) == set(), "an older backup"
        await _check_remains(second, somebody)
        for address in (first, second):
            now = digests(address)
            assert now[somebody.over] == was[somebody.over]
            assert now[somebody.running] != was[somebody.running], "the seat is left"
        assert b"server alone: " in _output(
            str(KUHSTALL), "verify", str(tmp_path / "transcript.json")
        )

        assert "are back" in admin(third, "restore", str(old))
        assert hits(dump(third)) == set(CANARIES) - passing, "without tombstones all is back"
        with process(tmp_path, third, tombstones=tombstones):
            pass  # whoever serves it forgets them first
        assert hits(dump(third)) <= ENDED


async def _check_remains(address: str, somebody: Somebody) -> None:
    """All that is left of somebody is an id, in places that are known."""
    found = await texts(address)
    known = {name for name, kept in found.items() if somebody.id.encode() in b"\n".join(kept)}
    assert known <= set(KEPT)
    store = await connected(address)
    try:
        assert await people_of(store).person(somebody.id) == Person(somebody.id, "")
        assert [line.person for line in await store.lines(somebody.running)] == ["ben"]
        assert {table for _, table in await store.seats_of([somebody.id])} <= {somebody.over}
    finally:
        await store.close()


async def test_every_column_is_known_to_be_about_somebody_or_not(kind: str, tmp_path: Path) -> None:
    """Whoever adds one says what becomes of it, and if it is somebody's, puts a canary there."""
    async with empty_store(kind, tmp_path, "empty") as address:
        await (await connected(address)).close()
        columns = set(await texts(address))
    known = [set(CANARIES), set(KEPT), IMPERSONAL, BESIDE]
    assert sum(map(len, known)) == len(set().union(*known)), "each is in one list"
    assert columns - set().union(*known) == set(), "say what becomes of it when somebody leaves"
    assert set().union(*known) - columns <= {"migrations.number", "steps.actor"}


OPENS: Final = {
    "webhooks.address": "addresses of webhooks",
    "mails.token": "tokens of the links in mails",
    "mails.address": "mail addresses",
    "tables.code": "invite codes",
    "secrets.secret": "secrets of decks",
}
"""Secrets that a restore needs, and what the host is told of each."""

PRIVATE: Final = b"canary-private-key"

PLAIN: Final = {
    *(COOKIE, "canary-session-before", "canary-recovery-code", "canary-ticket", "canary-link"),
}
"""What lets somebody in. A store knows only the hash."""


@pytest.mark.slow
async def test_a_backup_holds_no_way_in_and_the_host_is_told_of_its_other_secrets(
    kind: str, tmp_path: Path
) -> None:
    file, all_of_it = tmp_path / "backup", tmp_path / "with-pushes"
    async with (
        empty_store(kind, tmp_path, "first") as address,
        empty_store(kind, tmp_path, "second") as second,
    ):
        somebody = await filled(address)
        store = await connected(address)
        await people_of(store).key("push", PRIVATE)
        await store.close()
        admin(address, "backup", str(file))
        admin(address, "backup", "--pushes", str(all_of_it))
        found, more = dump_of_backup(address, file), dump_of_backup(address, all_of_it)
        assert hits(more) == {one for one in CANARIES if one.split(".")[0] not in PASSING}
        assert hits(more) - hits(found) == {one for one in CANARIES if one.startswith("devices.")}
        for spelling in (PRIVATE, PRIVATE.hex().encode()):
            assert spelling not in found
        assert PRIVATE in more or PRIVATE.hex().encode() in more, "else nothing is shown"
        for secret in PLAIN:
            assert secret.encode() not in more
            assert secret.encode().hex().encode() not in more.lower()
        assert file.stat().st_mode & 0o077 == 0
        assert set(OPENS) <= set(await texts(address))
        assert {table for table in PUSHES if f"{table}." in " ".join(OPENS)} == set()

        was = digests(address)
        admin(second, "restore", str(file))
        assert digests(second) == was
        store = await connected(second)
        assert await people_of(store).key("push", b"a new one") == b"a new one"
        assert await people_of(store).mail_box(somebody.id) is not None
        await store.close()


def test_the_host_is_told_what_a_backup_holds() -> None:
    page = ROOT.joinpath("docs", "host", "backup.md").read_text(encoding="utf-8")
    told = " ".join(page.split("## Make a backup")[1].split("\n## ")[0].split())
    for column, words in OPENS.items():
        assert words in told, column


def test_a_backup_by_hand_leaves_out_what_the_command_leaves_out() -> None:
    pages = {page.name: page.read_text(encoding="utf-8") for page in ROOT.glob("docs/host/*.md")}
    by_hand = {
        name: re.findall(r"--exclude-table-data=(\S+)", text)
        for name, text in pages.items()
        if re.search(r"^    .*pg_dump ", text, re.MULTILINE)
    }
    assert by_hand == {"club.md": [f"'{'|'.join(PASSING + PUSHES)}'"]}


async def test_a_host_forgets_somebody_who_asks_for_it(tmp_path: Path) -> None:
    address = str(tmp_path / "kuhstall.db")
    store = await SqliteStore.connect(address)
    await people_of(store).add_person(Person("anna", CANARIES["people.name"].decode()))
    await store.close()
    assert hits(dump(address)) == {"people.name"}
    assert admin(address, "erase", "anna") == "erased 1 people\n"
    assert hits(dump(address)) == set()
    assert (tmp_path / "kuhstall.db.tombstones").read_text().startswith("anna ")
