"""The descriptions of the wire fit what is sent: JSON Schema, OpenAPI and TypeScript."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import schemathesis

from kuhstall.cli import protocol as command
from kuhstall.engine.chance import SeededChance
from kuhstall.engine.kernel import options
from kuhstall.engine.option import sample
from kuhstall.games.kuhfstein import view as land_view
from kuhstall.games.registry import EDITIONS
from kuhstall.server.describe.openapi import describe_api, wire
from kuhstall.server.describe.schema import Schema, protocol, references
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.http.endpoints import ENDPOINTS
from kuhstall.server.ops.node import Node
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.bus import LocalBus
from kuhstall.server.table.chat_log import Holder
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.live_table import Change, LiveTable, SealedAnswer
from kuhstall.server.table.party import fair
from kuhstall.server.table.party.decide import (
    Hold,
    Outcome,
    decide_action,
    decide_due,
    decide_request,
    is_answered,
    note_arrival,
    standing,
    unseal_phase,
)
from kuhstall.server.table.party.opening import Drawn, Wish, first_step
from kuhstall.server.table.party.requests import Commit, Join, Request, Reveal, Start, rights
from kuhstall.server.table.party.timers import Watch, next_due, set_deadlines
from kuhstall.server.table.rows import opening_rows
from kuhstall.server.table.service import Service
from kuhstall.server.wire import frames, views
from kuhstall.server.wire.session import Session
from tests.machine import patience
from tests.server.accounts import people_of
from tests.server.test_refusals import HOME

SCHEMA = protocol()
TABLE = "abcdefghjkmnpqrstuvwxyz234"


def validator(name: str, known: Schema = SCHEMA["$defs"]) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": known})


INBOUND, OUTBOUND = validator("Inbound"), validator("Outbound")


def fits(check: jsonschema_rs.Draft202012Validator, value: Any) -> None:
    """Fail with the innermost thing that does not fit, not with the whole frame."""
    faults = [f"{fault.instance_path}: {fault.message[:300]}" for fault in check.iter_errors(value)]
    assert faults == []


# The generated files


@pytest.mark.parametrize(
    ("path", "made"),
    [
        ("docs/protocol.schema.json", command.schema),
        ("docs/openapi.json", command.openapi),
        ("web/src/protocol/types.ts", command.typescript),
    ],
)
def test_the_generated_files_are_fresh(path: str, made: Callable[[], str]) -> None:
    assert (HOME / path).read_text(encoding="utf-8") == made(), "run make protocol"


def test_the_schema_is_a_schema_and_refers_to_nothing_unknown() -> None:
    assert jsonschema_rs.meta.is_valid(SCHEMA)
    assert set(references(SCHEMA)) <= set(SCHEMA["$defs"])


def test_every_object_of_the_socket_is_closed() -> None:
    objects = [schema for schema in SCHEMA["$defs"].values() if "properties" in schema]
    arrays = [schema for schema in SCHEMA["$defs"].values() if "prefixItems" in schema]
    assert objects
    assert arrays
    assert all(schema["additionalProperties"] is False for schema in objects)
    assert all(schema["items"] is False for schema in arrays)


def test_no_part_of_a_frame_is_left_untyped() -> None:
    for name, schema in SCHEMA["$defs"].items():
        for field, kind in schema.get("properties", {}).items():
            assert kind, f"{name}.{field} could be anything"


def test_the_description_of_http_is_openapi() -> None:
    known = schemathesis.openapi.from_dict(describe_api(ENDPOINTS))
    known.validate()
    assert len(list(known.get_all_operations())) == len(ENDPOINTS)


def test_every_endpoint_says_what_it_does() -> None:
    undescribed = [one.handler.__name__ for one in ENDPOINTS if not one.handler.__doc__]
    assert undescribed == []


def test_typescript_declares_all_that_it_uses() -> None:
    text = command.typescript()
    declared = set(re.findall(r"export (?:interface|type) (\w+)", text))
    code = re.sub(r'/\*\*.*?\*/|//[^\n]*|"[^"]*"', "", text, flags=re.DOTALL)
    used = set(re.findall(r"\b[A-Z][a-z]\w*", code)) - {"Record", "Readonly", "Partial"}
    assert used == declared
    known, _ = wire(ENDPOINTS)
    assert declared == {*known, "Endpoints"}


# Real frames


class Playing:
    """A table without a server: people on some seats, a bot on the last, and time at will."""

    def __init__(self, edition: str, rules: dict[str, Any], seed: int) -> None:
        self.chance = SeededChance(f"protocol/{edition}/{seed}".encode())
        self.people = ["anna", "ben"]
        wish = Wish(edition, rules, 3, bots=["farmer"], table=TABLE, commitment=self.promise(0))
        drawn = Drawn(TABLE, bytes(32))
        opening, step = opening_rows(first_step(wish, "anna", drawn, 0.0, 1.0), "code")
        self.hot = LiveTable(TABLE, opening.code, opening.secret)
        self.hot.names = {"anna": "Anna", "ben": "Ben"}
        self.hot.read(step)
        self.now = 0.0
        self.frames: list[bytes] = []

    @staticmethod
    def value(seat: int) -> bytes:
        return bytes([seat + 1]) * 32

    def promise(self, seat: int) -> str:
        return fair.seat_commitment(TABLE, seat, self.value(seat)).hex()

    def take(self, outcome: Outcome) -> None:
        """Fold an outcome as the service does, and show it to everybody."""
        hot, seq = self.hot, self.hot.seq + 1
        watch = Watch(self.now, 1.0, lambda _: 1.0)
        timers = set_deadlines(hot.standing, standing(outcome), hot.timers, outcome.actor, watch)
        change = Change(seq, outcome.party_events, outcome.game_events)
        hot.apply(change, outcome.party, outcome.state, timers)
        shown = views.StepFrames(hot, change)
        for person in (*self.people, "somebody", None):
            self.frames.append(shown.step(hot.party.seat(person), rights(hot.party, person)))
            last = max(1, seq - self.chance.below("missed", 8))
            self.frames.append(frames.encode_frame(views.snapshot(hot, person, (), last)))

    def ask(self, person: str, request: Request) -> None:
        outcome = decide_request(self.hot.situation, person, request)
        assert outcome is not None
        self.take(outcome)

    def start(self) -> None:
        self.ask("ben", Join())
        self.ask("ben", Commit(self.promise(1)))
        self.ask("anna", Start())
        self.ask("anna", Reveal(self.value(0).hex()))
        self.ask("ben", Reveal(self.value(1).hex()))

    def play(self) -> None:
        """Let people do at random what they may, and time pass when they do nothing."""
        self.start()
        while self.hot.party.stage in {"playing", "paused"}:
            now = self.hot.situation
            if now.party.stage == "paused":  # everybody was late too often, and comes back
                back = note_arrival(now, 0)
                assert back is not None
                self.take(back)
                continue
            self.now = max(self.now, next_due(now.timers, now.held) or self.now)
            able = [seat for seat in (0, 1) if options(now.state, seat) and seat not in now.held]
            if able and self.chance.below("who", 3):
                seat = able[self.chance.below("seat", len(able))]
                action = sample(options(now.state, seat), self.chance)
                if now.state.phase.sealed:
                    self.hold(Hold(seat, action))
                else:
                    self.now = max(self.now, now.timers.hush or 0.0)
                    person = self.people[seat]
                    self.take(decide_action(now, person, now.state.moment, action, self.now))
            else:
                due = decide_due(now, self.now, self.hot.think)
                if isinstance(due, Hold):
                    self.hold(due)
                elif due is not None:
                    self.take(due)

    def hold(self, hold: Hold) -> None:
        """Hold an action as the store would, and show what its owner sees of it."""
        self.hot.set_sealed({**self.hot.sealed, hold.seat: SealedAnswer(1, hold.action)})
        person = self.hot.party.places[hold.seat].person
        self.frames.append(frames.encode_frame(views.snapshot(self.hot, person, ())))
        if is_answered(self.hot.situation):
            self.take(unseal_phase(self.hot.situation))


VARIANTS: list[dict[str, Any]] = [
    {"no_progress_limit": 12},
    {"no_progress_limit": 12, "auction_mode": "turns", "payment_visibility": "public"},
    {
        "no_progress_limit": 12,
        "offer_count": "offerer_choice",
        "overbid": "continue_excluded",
        "gavel": "auctioneer",
    },
]
OF_KUHFSTEIN: list[dict[str, Any]] = [
    {},
    {"start_card": "choose", "bonus_layout": "random", "final_tile": "player"},
    {"allow_pass": True, "bonus_optional": True, "early_end": "finish_round"},
]


def variant_of(edition: str, variant: int) -> dict[str, Any]:
    return (OF_KUHFSTEIN if edition == "kuhfstein" else VARIANTS)[variant]


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_every_step_and_snapshot_of_real_games_fits_the_schema(edition: str, variant: int) -> None:
    playing = Playing(edition, variant_of(edition, variant), variant)
    playing.play()
    assert len(playing.frames) > 300
    for data in playing.frames:
        assert len(data) % 256 == 0
        fits(OUTBOUND, json.loads(data))


@pytest.mark.slow
def test_the_events_and_options_of_those_games_are_worth_the_check() -> None:
    seen: Counter[str] = Counter()
    games = [(edition, at) for edition in ("kuhhandel/1", "master") for at in range(len(VARIANTS))]
    for edition, variant in (*games, ("kuhfstein", 1)):
        playing = Playing(edition, variant_of(edition, variant), variant)
        playing.play()
        for frame in map(json.loads, playing.frames):
            seen.update(event["type"] for event in frame.get("events", ()))
            seen.update(option["option"] for option in frame["options"])
            seen[frame["view"]["phase"]["phase"]] += 1
    assert len(seen) > 60, seen
    assert {"counted_down", "slapped", "pedigree_sold", "card_laid", "rat_taken"} <= set(seen)
    assert {"placement", "took_back", "bonus_reached", "goals_asked"} <= set(seen)


def test_an_unknown_key_does_not_fit() -> None:
    playing = Playing("kuhhandel/2", {}, 1)
    playing.start()
    frame = json.loads(playing.frames[-2])
    fits(OUTBOUND, frame)
    for part in (frame, frame["view"], frame["view"]["seats"][0], frame["view"]["phase"]):
        part["surprise"] = 1
        assert not OUTBOUND.is_valid(frame)
        del part["surprise"]


def test_a_tile_is_three_things_and_no_more() -> None:
    tile = validator("Tile")
    assert tile.is_valid([0, -1, "hay"])
    for wrong in ([0, -1], [0, -1, "hay", 1], [0, -1, "sand"], {"row": 0}):
        assert not tile.is_valid(wrong)


class Wire:
    """The other end of a session."""

    def __init__(self) -> None:
        self.frames: list[dict[str, Any]] = []
        self.closed: tuple[int, str] | None = None

    def send(self, frame: bytes) -> None:
        fits(OUTBOUND, json.loads(frame))
        self.frames.append(json.loads(frame))

    def close(self, code: int, reason: str) -> None:
        self.closed = code, reason

    async def next(self, kind: str) -> dict[str, Any]:
        """Wait for a frame of a kind, and forget what came before."""
        async with asyncio.timeout(patience(5)):
            while True:
                while self.frames:
                    frame = self.frames.pop(0)
                    if frame["type"] == kind:
                        return frame
                await asyncio.sleep(0.001)


@pytest.mark.anyio
async def test_every_frame_of_a_session_fits_the_schema(tmp_path: Path) -> None:
    store = await SqliteStore.connect(str(tmp_path / "kuhstall.db"))
    service = Service(store, people_of(store), LocalBus(), Clock(), tempo=100)
    node = Node(service, origins=[])
    await people_of(store).add_person(Person("anna", "Anna"))
    opening = await service.open_table("anna", Wish(seats=3, bots=["farmer", "farmer"]))
    table = opening.table
    await store.give_ticket(sha256(b"ticket").digest(), Holder(table, "anna", None), 30)
    link = Wire()
    one = Session(node, link, table)

    def send(**frame: Any) -> None:
        fits(INBOUND, frame)
        one.receive(json.dumps(frame).encode())

    send(type="hello", ticket="ticket", client="test")
    assert (await link.next("welcome"))["protocol"] == frames.PROTOCOL
    assert (await link.next("snapshot"))["view"]["phase"] == {"phase": "between"}
    send(type="ask", cid="1", request={"type": "start"})
    dealt = await link.next("step")
    assert dealt["party"]["stage"] == "playing"
    assert (await link.next("ack"))["seq"] == dealt["seq"]
    send(type="cmd", cid="2", moment=99, action={"type": "pass"})
    assert (await link.next("nack"))["code"] == "stale"
    send(type="say", cid="3", phrase="hello")
    line = (await link.next("chat"))["line"]
    assert line["phrase"] == "hello"
    send(type="mute", cid="4", line=line["id"], on=False)
    await link.next("ack")
    one.ping(one._ponged)
    ping = await link.next("ping")
    send(type="pong", nonce=ping["nonce"])
    one.ping(one._ponged)
    assert (await link.next("ping"))["rtt"] is not None
    send(type="resume", last_seq=1)
    assert [missed["seq"] for missed in (await link.next("snapshot"))["missed"]] == [2]
    one.bye(1001, "reconnect")
    assert (await link.next("bye"))["code"] == "reconnect"
    assert link.closed == (1001, "reconnect")
    await node.stop()
    await store.close()


def test_no_number_is_larger_than_a_store_can_take() -> None:
    frame = {"type": "mute", "cid": "1", "line": 2**63}
    assert not INBOUND.is_valid(frame)
    with pytest.raises(frames.MalformedError):
        frames.decode_frame(json.dumps(frame))


def test_two_unions_of_the_same_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or one would take the other's place in the clients' types, and nobody would notice."""
    monkeypatch.setattr(land_view, "PhaseView", land_view.KuhfsteinPhaseView, raising=False)
    monkeypatch.setitem(land_view.KuhfsteinView.__annotations__, "phase", "PhaseView")
    with pytest.raises(ValueError, match="two types are called PhaseView"):
        protocol()
