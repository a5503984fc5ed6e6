"""The delivery queue: an old claim changes nothing, and nothing that is newer waits for it."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from pathlib import Path

import asyncpg
import msgspec
import pytest

from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.notifications import webhook_queries, webhooks
from kuhstall.server.features.notifications.delivery_job import DeliveryJob
from kuhstall.server.features.notifications.delivery_queries import LONGEST, Delivery, Kind
from kuhstall.server.features.notifications.mail_queries import DAY, DueMail, MailBox, digest_of
from kuhstall.server.features.notifications.outbound_http import UndeliveredError
from kuhstall.server.features.notifications.pool import Pool, Source
from kuhstall.server.features.notifications.push_queries import PushSubscription, Quiet
from kuhstall.server.features.notifications.webhook_queries import DueWebhook
from kuhstall.server.features.notifications.webhooks import WebhookSender
from kuhstall.server.features.people import People
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.store import Store
from kuhstall.server.store.backup import backup, drop_remains, restore
from kuhstall.server.store.migration import migrations
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.log import Position, TakenError, Wait
from tests.server.accounts import people_of
from tests.server.ageing import age
from tests.server.databases import borrowed, database
from tests.server.queues import make_due
from tests.server.serving import browser, serving, until
from tests.server.test_push import PushService, push_service
from tests.server.test_webhooks import answering

pytestmark = pytest.mark.anyio

PLACE = "https://hooks.example/t"
DEVICE = PushSubscription("https://push.example/anna", b"", b"")


class Queue:
    """Anna has a browser, an address, and the webhook of a table."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.people = people_of(store)
        self.seq = 0

    async def begin(self) -> None:
        people = self.people
        await people.add_person(Person("anna", "Anna"))
        await people.add_device("anna", DEVICE, Quiet(), None)
        await people.want_mail("anna", MailBox("anna@post.example", "en", "t0ken"), None)
        await people.set_webhook("t1", "code", PLACE, "anna")
        for kind in ("push", "mail", "webhook"):
            await people.postpone_delivery(await self.claim(kind), None)
        assert not await people.any_delivery_due()

    async def ask(self, moment: int, *waits: Wait, body: bytes | None = b"[0]") -> None:
        self.seq += 1
        position = Position(self.seq, b"m")
        await self.people.record_summary("t1", position, moment, waits)
        await self.people.note_moment("t1", position, moment, body)

    async def claim(self, kind: Kind) -> Delivery:
        (claimed,) = await self.people.claim_deliveries(kind, 60.0, 10)
        return claimed

    async def is_due(self, kind: Kind) -> bool:
        return bool(await self.people.claim_deliveries(kind, 60.0, 10))

    async def called(self) -> tuple[Delivery, DueWebhook]:
        delivery = await self.claim("webhook")
        call = await self.people.due_webhook("t1")
        assert call is not None
        return delivery, call


@pytest.fixture
async def queue(store: Store) -> Queue:
    made = Queue(store)
    await made.begin()
    return made


ANNA = Wait("anna", None)


async def test_the_failure_of_an_old_call_does_not_delay_a_newer_moment(queue: Queue) -> None:
    await queue.ask(1)
    delivery, call = await queue.called()
    await queue.ask(2)
    assert not await queue.is_due("webhook"), "one call at a time"
    await queue.people.note_failed(delivery, call, "no answer", 1000.0)
    delivery, call = await queue.called()
    assert (call.moment, delivery.attempts) == (2, 0)
    await queue.people.note_called(delivery, call)
    assert not await queue.people.any_delivery_due()


async def test_the_failure_of_an_old_message_does_not_delay_a_newer_wait(queue: Queue) -> None:
    await queue.ask(1, ANNA)
    delivery = await queue.claim("push")
    await queue.ask(2, ANNA)
    await queue.people.postpone_delivery(delivery, 1000.0, 3)
    assert (await queue.claim("push")).attempts == 0


async def test_what_happens_ends_a_pause(queue: Queue) -> None:
    await queue.ask(1, ANNA)
    await queue.people.postpone_delivery(await queue.claim("push"), 1000.0, 3)
    assert not await queue.is_due("push")
    await queue.people.note_answer("t1", "anna", 1)
    assert (await queue.claim("push")).attempts == 0


async def test_but_who_is_asked_again_for_the_same_is_not_told_again(queue: Queue) -> None:
    await queue.ask(1, ANNA)
    await queue.people.note_told(await queue.claim("push"), waits=True)
    await queue.ask(1, Wait("anna", 99.0))  # somebody came or went
    assert not await queue.is_due("push")


async def test_a_claim_that_has_ended_changes_nothing_for_the_next_one(queue: Queue) -> None:
    await queue.ask(1, ANNA)
    late = await queue.claim("push")
    await make_due(queue.people, "push", "anna")
    claimed = await queue.claim("push")
    assert claimed.unfinished
    await queue.people.postpone_delivery(late, None)
    await queue.people.postpone_delivery(late, -10.0, 5)
    assert not await queue.is_due("push"), "it is still claimed"
    await queue.people.postpone_delivery(claimed, -10.0, 1)
    assert (await queue.claim("push")).attempts == 1


async def test_who_was_told_by_a_claim_that_has_ended_is_told_that_it_is_over(
    queue: Queue,
) -> None:
    """A node sleeps after it has sent a message, and wakes when there is nothing to do any more."""
    await queue.ask(1, ANNA)
    late = await queue.claim("push")
    await make_due(queue.people, "push", "anna")
    await queue.people.note_answer("t1", "anna", 1)
    assert await queue.people.due_push("anna") is None
    await queue.people.postpone_delivery(await queue.claim("push"), None)
    await queue.people.note_told(late, waits=True)
    await queue.claim("push")
    push = await queue.people.due_push("anna")
    assert push is not None
    assert not push.waits


async def test_whoever_withdraws_an_answer_is_told_nothing(queue: Queue) -> None:
    """Neither by a push message nor by mail, however long the table has waited before."""
    people = queue.people
    await people.confirm_mail("t0ken")
    await queue.ask(1, ANNA)
    await people.note_told(await queue.claim("push"), waits=True)
    await people.db.execute("UPDATE waits SET since = since - seconds(:long)", long=3 * 3600.0)
    await people.note_answer("t1", "anna", 1, 1)
    assert await people.due_mail("anna") is None
    over = await people.due_push("anna")
    assert over is not None
    assert not over.waits
    await people.note_told(await queue.claim("push"), waits=False)
    await people.note_answer("t1", "anna", 1, 2, answered=False)
    assert [one.table for one in await people.waiting_tables("anna")] == ["t1"]
    assert await people.due_push("anna") is None
    assert await people.due_mail("anna") is None
    await queue.ask(1, Wait("anna", 99.0))  # somebody came or went
    assert await people.due_mail("anna") is None
    # What she is asked next is news again.
    await queue.ask(2, ANNA)
    assert isinstance(await people.due_mail("anna"), float)
    assert await people.due_push("anna") is not None


async def test_a_time_too_far_ahead_is_now(queue: Queue) -> None:
    await queue.ask(1)
    await queue.people.postpone_delivery(await queue.claim("webhook"), LONGEST + 3600.0)
    assert await queue.is_due("webhook")
    await queue.people.db.execute(
        "UPDATE deliveries SET lease = lease + seconds(:long), due = due + seconds(:long)"
        " WHERE kind = 'webhook'",
        long=2 * LONGEST,
    )
    assert await queue.is_due("webhook")


async def test_a_mail_is_looked_at_when_it_may_be_sent(queue: Queue) -> None:
    people = queue.people
    await people.confirm_mail("t0ken")
    await people.postpone_delivery(await queue.claim("mail"), None)
    await queue.ask(1, ANNA)
    assert not await queue.is_due("mail"), "she may be about to answer"
    wait = await people.due_mail("anna")
    assert isinstance(wait, float)
    assert 3590 < wait <= 3600
    await age(queue.store, 1)
    await queue.claim("mail")
    assert isinstance(await people.due_mail("anna"), DueMail)


async def test_a_day_that_is_given_back_is_anothers(queue: Queue) -> None:
    people = queue.people
    await people.add_person(Person("ben", "Ben"))
    await people.want_mail("ben", MailBox("Anna+b@post.example", "en", "b"), None)
    (ben,) = await people.claim_deliveries("mail", 60.0, 10)
    assert await people.take_day("anna@post.example")
    wait = await people.due_mail("ben")
    assert isinstance(wait, float)
    await people.postpone_delivery(ben, wait)
    anna = Delivery("mail", "anna", 0)
    await people.give_day_back(anna, "anna@post.example")
    (ben,) = await people.claim_deliveries("mail", 60.0, 10)
    await people.postpone_delivery(ben, 120.0, 1)
    await people.give_day_back(anna, "anna@post.example")
    assert not await queue.is_due("mail"), "who has just failed is not woken"


async def test_addresses_of_yesterday_do_not_wait_for_each_other(queue: Queue) -> None:
    """Each would sweep the row that the other one takes."""
    people, both = queue.people, ("one@post.example", "two@post.example")
    for _ in range(10):
        for address in both:
            await people.db.execute(
                "INSERT INTO mailed (digest, at) VALUES (:digest, now() - seconds(:age))"
                " ON CONFLICT (digest) DO UPDATE SET at = excluded.at",
                digest=digest_of(address),
                age=2 * DAY,
            )
        assert await asyncio.gather(*map(people.take_day, both)) == [True, True]


async def test_a_call_with_a_result_ends_what_an_earlier_one_left_open(queue: Queue) -> None:
    await queue.ask(1)
    await queue.claim("webhook")
    await make_due(queue.people, "webhook", "t1")
    delivery, call = await queue.called()
    assert delivery.unfinished
    await queue.people.note_called(delivery, call)
    await queue.ask(2)
    assert not (await queue.claim("webhook")).unfinished


async def test_no_delivery_outlives_its_recipient(queue: Queue) -> None:
    people = queue.people

    async def left() -> set[str]:
        return set(await people.db.column("SELECT kind FROM deliveries"))

    assert await left() == {"push", "mail", "webhook"}
    await people.drop_webhooks(["t0", "t1"])
    assert await left() == {"push", "mail"}
    await people.end_mail("t0ken")
    assert await left() == {"push"}
    await people.set_webhook("t1", "code", PLACE, "anna")
    await people.db.execute("DELETE FROM people")
    assert await left() == set()


# Webhooks


async def test_one_that_fails_for_a_day_is_off_until_it_is_set_again(queue: Queue) -> None:
    people = queue.people
    await queue.ask(1)
    await people.note_failed(*await queue.called(), "HTTP 500", None)
    found = await people.webhook("t1")
    assert found is not None
    assert (found.last_error, found.disabled) == ("HTTP 500", False)
    since = found.failing_since
    await queue.ask(2)
    await people.note_failed(*await queue.called(), "no answer", None)
    found = await people.webhook("t1")
    assert found is not None
    assert (found.last_error, found.failing_since) == ("no answer", since)
    await queue.ask(3)
    await people.note_called(*await queue.called())
    found = await people.webhook("t1")
    assert found is not None
    assert (found.last_error, found.failing_since) == ("", None)

    await queue.ask(4)
    await people.note_failed(*await queue.called(), "HTTP 500", None)
    await age(queue.store, 1)
    await queue.ask(5)
    await people.note_failed(*await queue.called(), "HTTP 500", 30.0)
    found = await people.webhook("t1")
    assert found is not None
    assert (found.address, found.disabled) == (PLACE, True)
    await queue.ask(6)
    assert await people.due_webhook("t1") is None
    await people.set_webhook("t1", "code", f"{PLACE}/2", "anna")
    found = await people.webhook("t1")
    assert found is not None
    assert (found.failing_since, found.disabled) == (None, False)
    _, call = await queue.called()
    assert call.moment == 6


async def test_what_an_old_address_answers_says_nothing_of_the_new_one(queue: Queue) -> None:
    people = queue.people
    for outcome in ("called", "failed"):
        await queue.ask(queue.seq + 1)
        delivery, call = await queue.called()
        await people.set_webhook("t1", "code", f"{PLACE}/{outcome}", "anna")
        if outcome == "called":
            await people.note_called(delivery, call)
        else:
            await people.note_failed(delivery, call, "HTTP 500", None)
        delivery, call = await queue.called()
        assert call.address == f"{PLACE}/{outcome}"
        assert (await people.webhook("t1") or call) == webhook_queries.Webhook(call.address, "anna")
        await people.note_called(delivery, call)
    await people.drop_webhook("t1", PLACE)
    assert await people.webhook("t1") is not None


async def test_moments_of_a_history_that_never_was_are_forgotten(queue: Queue) -> None:
    """The tables database was set back: the same numbers come again, of another game."""
    people = queue.people
    await queue.ask(7)
    delivery, call = await queue.called()
    await people.forget_summary("t1", Position(queue.seq, b"m"))
    await people.note_called(delivery, call)
    await queue.ask(3)
    _, call = await queue.called()
    assert call.moment == 3


async def test_who_has_ended_their_session_sets_no_webhook(queue: Queue) -> None:
    people = queue.people
    await people.drop_webhooks_of("anna")
    with pytest.raises(Exception, match="anna"):
        await people.set_webhook("t1", "code", PLACE, "anna", b"ended")
    assert await people.webhook("t1") is None
    await people.set_webhook("t1", "code", PLACE, "nobody")
    assert await people.webhook("t1") is None
    await people.set_webhook("t1", "code", PLACE, "anna")
    assert await people.webhooks_of("anna") == [("t1", PLACE)]
    await people.forget("anna")
    assert await people.webhook("t1") is None


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with push_service() as made:
        yield made


@pytest.mark.parametrize(("status", "error"), [(500, "HTTP 500"), (302, "HTTP 302")])
async def test_a_failure_is_noted_with_its_status(
    queue: Queue, service: PushService, status: int, error: str
) -> None:
    sender = WebhookSender(queue.people, service.outbound, Metrics())
    job = DeliveryJob(queue.people, webhooks=sender)
    service.answers = [status]
    await queue.ask(1)
    await job.run()
    found = await queue.people.webhook("t1")
    assert found is not None
    assert found.last_error == error
    await make_due(queue.people, "webhook", "t1", 1)
    await job.run()
    found = await queue.people.webhook("t1")
    assert found is not None
    assert (found.last_error == "") is (status == 500), "a redirect is not tried again"


async def test_the_owner_sees_that_it_fails(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        browser() as http,
        answering(here) as service,
    ):
        opened = (await http.post(f"{here.url}/api/tables", json={"pace": "slow"})).json()
        path = f"{here.url}/api/tables/{opened['table']}/webhook"
        people, table = here.node.service.people, opened["table"]
        assert (await http.post(path, json={"address": PLACE})).status_code == 200
        call = DueWebhook(table, "", PLACE, 1, b"[0]", "")
        claimed = Delivery("webhook", table, 0)
        await people.note_failed(claimed, call, "HTTP 500", 30.0)
        told = (await http.get(path)).json()
        assert told.pop("failing_since") > 1_700_000_000
        assert told == {"place": "hooks.example", "last_error": "HTTP 500"}
        await people.db.execute(
            "UPDATE webhooks SET failing_since = failing_since - seconds(:day)",
            day=webhook_queries.DAY,
        )
        await people.note_failed(claimed, call, "HTTP 503", 30.0)
        told = (await http.get(path)).json()
        assert (told["last_error"], told["off"]) == ("HTTP 503", True)
        assert (await http.post(path, json={"address": PLACE})).status_code == 200
        assert (await http.get(path)).json() == {"place": "hooks.example"}
        assert service.sent == []


def test_an_error_says_nothing_of_this_network() -> None:
    said = {
        webhooks._reason(UndeliveredError("10.0.0.1")),
        webhooks._reason(_caused_by(TimeoutError("10.0.0.1"))),
        webhooks._reason(_caused_by(ConnectionRefusedError("10.0.0.1"))),
    }
    assert said == {"no answer", "no answer in time"}


def _caused_by(cause: Exception) -> UndeliveredError:
    error = UndeliveredError(str(cause))
    error.__cause__ = cause
    return error


# The job


async def test_one_kind_does_not_delay_another() -> None:
    """All places of one kind are taken, and another kind goes on as fast as it can."""
    release, sent, left = asyncio.Event(), list[str](), 100

    async def claim_slow(limit: int) -> list[str]:
        return ["slow"] * limit

    async def claim_fast(limit: int) -> list[str]:
        nonlocal left
        left -= limit
        return ["fast"] * max(0, min(limit, left + limit))

    async def send_slow(_: str) -> None:
        await release.wait()

    async def send_fast(one: str) -> None:
        sent.append(one)

    pool = Pool(Source(claim_slow, send_slow, 5), Source(claim_fast, send_fast, 5))
    running = asyncio.create_task(pool.run())
    await until(lambda: len(sent) == 100, 5)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert not pool._busy() or all(task.done() for task in pool._busy())


async def test_nothing_deadlocks() -> None:
    """Everything that changes waits, people or deliveries, at the same time."""
    chance = random.Random(3)
    names = [f"p{number}" for number in range(6)]

    async def work(people: People, number: int) -> None:
        for seq in range(1, 40):
            person, table = chance.choice(names), f"t{chance.randrange(3)}"
            waits = [Wait(one, None) for one in chance.sample(names, 3)]
            position = Position(seq * 10 + number, b"m")
            match chance.randrange(10):
                case 0 | 1 | 2:
                    await people.record_summary(table, position, seq, waits)
                    await people.note_moment(table, position, seq, b"[0]")
                case 3:
                    await people.note_answer(table, person, seq)
                case 4:
                    await people.note_look(person)
                case 5:
                    for kind in ("push", "mail", "webhook"):
                        for one in await people.claim_deliveries(kind, 0.0, 3):
                            if kind == "push":
                                await people.note_told(one, waits=seq % 2 == 0)
                            elif kind == "mail":
                                await people.give_day_back(one, "a@post.example")
                            else:
                                await people.postpone_delivery(one, 0.0, 1)
                case 6:
                    device = PushSubscription(f"https://push.example/{person}", b"", b"")
                    await people.add_device(person, device, Quiet(), None)
                    await people.set_webhook(table, "code", PLACE, person)
                case 7:
                    box = MailBox("a@post.example", "en", f"{number}/{seq}")
                    await people.want_mail(person, box, None)
                case 8:
                    await people.forget_summary(table, position)
                case _:
                    if seq % 3:
                        await people.forget(person)
                    else:
                        await people.db.execute("DELETE FROM people WHERE id = :id", id=person)
                        with suppress(TakenError):
                            await people.add_person(Person(person, person))

    async with borrowed() as address:
        store = await PostgresStore.connect(address, connections=8)
        people = people_of(store)
        for name in names:
            await people.add_person(Person(name, name))
        await asyncio.gather(*(work(people, number) for number in range(8)))
        await store.close()


# Migration

_BEFORE = """
INSERT INTO people (id, name) VALUES ('anna', 'Anna');
INSERT INTO taps (person, quiet_from, quiet_to, due) VALUES ('anna', 1, 2, NULL);
INSERT INTO tables (id, code, head, public, listing, opened) VALUES {tables};
INSERT INTO hooks (table_id, address, person, moment, told, body)
    VALUES ('t1', 'https://a.example/', 'anna', 4, 3, '[1]'),
        ('t2', 'https://b.example/', 'anna', 4, 4, ''),
        ('t3', 'https://c.example/', '', 4, 3, '');
"""


@asynccontextmanager
async def places(kind: str, folder: Path) -> AsyncIterator[tuple[str, str]]:
    if kind == "sqlite":
        yield str(folder / "first.db"), str(folder / "second.db")
        return
    async with database() as first, database() as second:
        yield first, second


@pytest.mark.parametrize("kind", ["postgres", "sqlite"])
async def test_a_full_queue_survives_a_backup(kind: str, tmp_path: Path) -> None:
    """Claimed or not: what is due when a backup is made is due in a store restored from it."""

    async def connected(place: str) -> PostgresStore | SqliteStore:
        return await (PostgresStore if kind == "postgres" else SqliteStore).connect(place)

    async with places(kind, tmp_path) as (first, second):
        store = await connected(first)
        queue = Queue(store)
        await queue.begin()
        await queue.ask(1, ANNA)
        await queue.claim("push")
        await asyncio.to_thread(backup, first, tmp_path / "backup", pushes=True)
        await store.close()
        await asyncio.to_thread(restore, second, tmp_path / "backup")
        await drop_remains(second)
        store = await connected(second)
        people = people_of(store)
        await make_due(people, "push", "anna")
        assert [one.recipient for one in await people.claim_deliveries("push", 9.0, 9)] == ["anna"]
        assert await people.due_push("anna") is not None
        call = await people.claim_deliveries("webhook", 9.0, 9)
        assert [one.recipient for one in call] == ["t1"]
        assert (await people.due_webhook("t1")) is not None
        await store.close()


@pytest.mark.parametrize("kind", ["postgres", "sqlite"])
async def test_webhooks_move_from_the_tables_to_the_accounts(kind: str, tmp_path: Path) -> None:
    every = migrations(kind)
    before = [(number, sql) for number, sql in every if "TABLE deliveries" not in sql]
    before = [(number, sql) for number, sql in before if number < every[-1][0]]
    now = "now()" if kind == "postgres" else "1e9"
    rows = ", ".join(f"('t{n}', 'c{n}', 1, false, '', {now})" for n in (1, 2, 3))
    done = "INSERT INTO migrations (number) VALUES (%d);"
    script = "CREATE TABLE migrations (number integer PRIMARY KEY{});".format(
        ", at timestamptz DEFAULT now()" if kind == "postgres" else ""
    )
    script += "".join(sql + done % number for number, sql in before if "unhex" not in sql)
    script += _BEFORE.format(tables=rows)
    async with database() if kind == "postgres" else nullcontext("") as address:
        store: PostgresStore | SqliteStore
        if address:
            keeper = await asyncpg.connect(address)
            await keeper.execute(script)
            await keeper.close()
            store = await PostgresStore.connect(address)
        else:
            file = sqlite3.connect(tmp_path / "kuhstall.db")
            file.executescript(script)
            file.close()
            store = await SqliteStore.connect(str(tmp_path / "kuhstall.db"))
        people = people_of(store)
        assert await people.webhooks_of("anna") == [
            ("t1", "https://a.example/"),
            ("t2", "https://b.example/"),
        ]
        assert [one.recipient for one in await people.claim_deliveries("push", 9.0, 9)] == ["anna"]
        assert [one.recipient for one in await people.claim_deliveries("webhook", 9.0, 9)] == ["t1"]
        call = await people.due_webhook("t1")
        assert call is not None
        assert (call.code, call.moment, msgspec.json.decode(call.body)) == ("c1", 4, [1])
        await store.close()
