"""The figures about queues and HTTP that alarms are made of."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest

from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.notifications.delivery_job import DeliveryJob
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.ops.queue_ages import DELIVERIES, OUTBOX, QueueAges
from kuhstall.server.store import Store
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.table.log import Opening, Step
from tests.server.accounts import people_of
from tests.server.ageing import DAY, age
from tests.server.serving import browser, serving

pytestmark = pytest.mark.anyio


async def test_the_oldest_entry_of_each_queue_tells(store: Store) -> None:
    people = people_of(store)
    sends_push, lead = Mock(kind="push", most=1), Mock(is_here=True)
    ages = QueueAges(store, DeliveryJob(people, push=sends_push), lead)
    await ages.run()
    assert (ages.age(OUTBOX), ages.age(DELIVERIES)) == (0.0, 0.0)
    opening = Opening("t1", "code", b"s", outbox=b"{}")
    await store.open_table(opening, Step("t1", 1, -1, "open", b"[]"))
    await people.add_person(Person("anna", "Anna"))
    for kind in ("push", "mail"):
        await people.db.execute(
            "INSERT INTO deliveries (kind, recipient, due) VALUES (:kind, 'anna', now())", kind=kind
        )
    await age(store, 1)
    await ages.run()
    assert DAY <= ages.age(OUTBOX) < DAY + 60
    assert DAY <= ages.age(DELIVERIES) < DAY + 60
    lead.is_here = False
    await ages.run()
    assert (ages.age(OUTBOX), ages.age(DELIVERIES)) == (0.0, 0.0), "another node tells"


async def test_what_a_node_does_not_send_rings_no_alarm(store: Store) -> None:
    """Without https there is no push, though a browser may have asked for it before."""
    people = people_of(store)
    await people.db.execute(
        "INSERT INTO deliveries (kind, recipient, due) VALUES ('push', 'anna', now())"
    )
    if not isinstance(store, MemoryStore):
        await age(store, 1)
    ages = QueueAges(store, DeliveryJob(people), Mock(is_here=True))
    await ages.run()
    assert ages.age(DELIVERIES) == 0.0


async def test_requests_are_counted_by_route_and_status(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, browser(base_url=here.url) as http:
        await http.get("/api/me")
        await http.get("/api/tables/nothing")
        shown = here.node.metrics.text().decode()
    assert 'kuhstall_http_seconds_count{method="GET",route="/api/me",status="200"} 1.0' in shown
    assert 'route="/api/tables/nothing"' not in shown, "a series for each id would be too many"
    assert "process_resident_memory_bytes" in shown
    assert 'kuhstall_queue_age_seconds{queue="outbox"} 0.0' in shown
    assert "kuhstall_leads 1.0" in shown
    assert "kuhstall_commands_total" in Metrics().text().decode()
