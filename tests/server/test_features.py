"""A feature costs one folder and a line in the registry; a toy one shows that this is enough."""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from importlib import resources
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from kuhstall.server import app
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.feature import Feature
from kuhstall.server.features.registry import FEATURES
from kuhstall.server.http.endpoints import ENDPOINTS
from kuhstall.server.ops.retention import Retention
from kuhstall.server.settings import Settings
from kuhstall.server.store import migration
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.party.opening import Wish
from kuhstall.server.table.party.requests import Start
from tests.pinned.old import restored
from tests.server.accounts import people_of
from tests.server.databases import database
from tests.server.players import NO_TLS
from tests.server.serving import Serving, serving
from tests.server.toy.feature import FEATURE as NOTES
from tests.server.toy.feature import MONTH

pytestmark = pytest.mark.anyio

BEFORE = {"postgres": 18, "sqlite": 17}
"""The last migrations of the data that 0.2.0 left."""


@pytest.fixture
def notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do what the line in the registry and the place of the folder do."""
    shipped = migration.folders

    def folders() -> Iterator[object]:
        yield from shipped()
        yield resources.files("tests.server.toy").joinpath("migrations")

    monkeypatch.setattr(migration, "folders", folders)
    monkeypatch.setattr(app, "FEATURES", (*FEATURES, NOTES))
    monkeypatch.setattr(app, "ENDPOINTS", (*ENDPOINTS, *NOTES.endpoints))


@asynccontextmanager
async def left_by(
    version: str, kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[str]:
    """Give a store that an older version has left, or an empty one."""
    if version == "0.1.0":
        async with restored(kind) as place:
            yield str(place)
        return
    async with database() if kind == "postgres" else nullcontext("") as address:
        place = address or str(folder / "kuhstall.db")
        if version == "0.2.0":
            known = migration.migrations
            with monkeypatch.context() as before:
                before.setattr(
                    migration,
                    "migrations",
                    lambda dialect: [one for one in known(dialect) if one[0] <= BEFORE[dialect]],
                )
                store = await (PostgresStore if kind == "postgres" else SqliteStore).connect(place)
                await people_of(store).add_person(Person("anna", "Anna"))
                await store.close()
        yield place


async def wrote(here: Serving) -> list[str]:
    db = here.node.service.people.db
    return [str(one) for one in await db.column("SELECT body FROM notes ORDER BY id")]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("version", ["0.1.0", "0.2.0", "new"])
async def test_a_feature_is_one_folder(
    notes: None, version: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        left_by(version, kind, tmp_path, monkeypatch) as store,
        serving(store, newer=True) as here,
        httpx.AsyncClient(base_url=here.url, verify=NO_TLS) as anna,
        httpx.AsyncClient(base_url=here.url, verify=NO_TLS) as ben,
    ):
        for one, body in ((anna, "mine"), (ben, "theirs")):
            sent = await one.post("/api/notes", json={"body": body})
            assert sent.status_code == 201, sent.text
        # The job
        assert await wait_for(here, {"MINE", "THEIRS"})
        # Export: its owner's rows and no others
        export = (await anna.get("/api/me/export")).json()
        assert export["more"]["notes"] == [{"body": "MINE"}]
        # The outbox: a slow table waits for its only player
        service, me = here.node.service, export["id"]
        rules = {"start_player": "seat:0"}
        wish = Wish(seats=3, bots=["easy", "easy"], pace="slow", rules=rules)
        table = (await service.open_table(me, wish)).table
        await service.ask(table, me, "start", Start())
        assert await wait_for(here, {"MINE", "THEIRS", f"{table} WAITS".upper()})
        # Erasure
        assert (await anna.delete("/api/me")).status_code == 200
        sql = "SELECT count(*) FROM notes WHERE person = :person"
        assert await service.people.db.value(sql, person=me) == 0
        assert "THEIRS" in await wrote(here)
        # Retention
        await service.people.db.execute("UPDATE notes SET at = at - seconds(:age)", age=MONTH + 9)
        terms = Settings().terms
        keeper = Retention(service.store, service.people, service.clock, here.node.metrics, terms)
        removed = 0
        for _ in range(100):  # a row that the job is writing is left for the next run
            removed += (await keeper.run())["notes"]
            if removed:
                break
        assert removed == 1
        assert await wrote(here) == []


async def wait_for(here: Serving, wanted: set[str]) -> bool:
    for _ in range(200):
        if set(await wrote(here)) == wanted:
            return True
        await asyncio.sleep(0.05)
    return False


# Declarations


async def columns(store: PostgresStore | SqliteStore) -> set[str]:
    """Name every column of text or bytes that there is."""
    if isinstance(store, PostgresStore):
        rows = await store.db.fetch(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'public' AND data_type IN ('text', 'bytea')"
        )
    else:
        rows = await store.db.fetch(
            "SELECT one.name, field.name FROM sqlite_schema AS one, pragma_table_info(one.name)"
            " AS field WHERE one.type = 'table' AND one.name NOT LIKE 'sqlite_%'"
            " AND lower(field.type) IN ('text', 'blob')"
        )
    return {f"{table}.{column}" for table, column in rows}


def declared(features: Sequence[Feature]) -> set[str]:
    found: set[str] = set()
    for feature in features:
        for data in feature.personal:
            found |= {f"{data.table}.{column}" for column in (*data.person, *data.columns)}
        found |= set(feature.impersonal)
    return found


LOG = {
    *("tables.id", "tables.code", "tables.listing", "members.table_id", "members.person"),
    *("steps.table_id", "steps.command", "steps.events", "steps.refusal"),
    *("sealed.table_id", "sealed.command", "sealed.action", "sealed.salt"),
    *("secrets.table_id", "secrets.secret"),
    *("archive.table_id", "archive.log", "archive.refusals", "news.table_id", "news.mark"),
    *("news.body", "finishers.table_id", "finishers.person", "chores.name", "chores.holder"),
    *("chat.table_id", "chat.person", "chat.command", "chat.body"),
    *("tickets.ticket", "tickets.table_id", "tickets.person", "tickets.session"),
    *("orders.table_id", "orders.person", "orders.body"),
}
"""The columns of the log. It names people by id only; `TableQueries.erase_people` has the rest."""


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_each_column_is_declared_personal_or_not(kind: str, tmp_path: Path) -> None:
    async with database() if kind == "postgres" else nullcontext("") as address:
        store = await (
            PostgresStore.connect(address)
            if kind == "postgres"
            else SqliteStore.connect(str(tmp_path / "kuhstall.db"))
        )
        found = await columns(store)
        await store.close()
    assert found - declared(FEATURES) - LOG == set(), "declare them in the feature"
    assert declared(FEATURES) - found <= {"reports.kind"}, "declared, and not there"


async def test_an_undeclared_column_is_noticed(notes: None, tmp_path: Path) -> None:
    store = await SqliteStore.connect(str(tmp_path / "kuhstall.db"))
    found = await columns(store)
    await store.close()
    careless = replace(NOTES, personal=(replace(NOTES.personal[0], columns=()),))
    assert found - declared((*FEATURES, NOTES)) - LOG == set()
    assert found - declared((*FEATURES, careless)) - LOG == {"notes.body"}


# Migrations


def test_migrations_have_one_sequence_of_numbers() -> None:
    names: dict[str, list[str]] = {"postgres": [], "sqlite": []}
    for folder in migration.folders():
        for file in folder.iterdir():
            if found := re.fullmatch(r"(?:(postgres|sqlite)_)?(\d{4})\.sql", file.name):
                for dialect in [found[1]] if found[1] else names:
                    names[dialect].append(found[2])
    for dialect, numbers in names.items():
        assert sorted(numbers) == [f"{n:04}" for n in range(1, len(numbers) + 1)], dialect


# Statements


_CROSSING = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE|USING)\s+([a-z_]+)")
TABLES = {
    *("tables", "members", "steps", "sealed", "secrets", "archive", "news", "finishers"),
    *("chores", "chat", "tickets", "orders", "reports", "screens"),
}
ACCOUNTS = {
    *("people", "sessions", "mutes", "absences", "revocations", "heard", "waits", "taps"),
    *("devices", "keys", "mails", "mailed", "passkeys", "recovery_codes", "passes", "arrivals"),
    *("played", "blocks", "attempts", "unwanted", "deliveries", "webhooks"),
    *("groups", "group_links", "group_members", "group_tables", "group_results"),
    *("group_players", "group_marks", "group_scores", "group_meetings", "group_rated"),
    *("group_nights", "group_night_guests", "group_night_tables", "group_night_seats"),
    *("group_calendars", "group_ratings"),
}


def statements() -> Iterator[tuple[str, str]]:
    """Give every string of the server's code that reads or writes database tables."""
    root = Path(app.__file__).parent
    for file in sorted(root.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value
            elif isinstance(node, ast.JoinedStr):
                text = "".join(
                    str(one.value) if isinstance(one, ast.Constant) else " x "
                    for one in node.values
                )
            else:
                continue
            if re.search(r"\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b", text):
                yield f"{file.relative_to(root)}:{node.lineno}", text


def crossing(text: str) -> bool:
    used = set(_CROSSING.findall(text))
    return bool(used & TABLES and used & ACCOUNTS)


def test_no_statement_crosses_the_two_databases() -> None:
    found = list(statements())
    assert len(found) > 150
    assert [where for where, text in found if crossing(text)] == []
    assert crossing("DELETE FROM people WHERE id IN (SELECT person FROM members)"), "planted"


async def test_no_foreign_key_crosses_the_two_databases(tmp_path: Path) -> None:
    store = await SqliteStore.connect(str(tmp_path / "kuhstall.db"))
    rows = await store.db.fetch(
        'SELECT one.name, key."table" FROM sqlite_schema AS one,'
        " pragma_foreign_key_list(one.name) AS key WHERE one.type = 'table'"
    )
    await store.close()
    assert len(rows) > 10
    assert [pair for pair in rows if set(pair) & TABLES and set(pair) & ACCOUNTS] == []
