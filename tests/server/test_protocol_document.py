"""docs/protocol.md is right: its examples, its tables and its worked deal are those of the code."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from kuhstall.engine.chance import SeededChance
from kuhstall.engine.kernel import begin
from kuhstall.engine.option import Option
from kuhstall.games.kuhfstein import actions as kuhfstein_actions
from kuhstall.games.kuhfstein import view as kuhfstein_view
from kuhstall.games.kuhhandel.house_rules import ClassicRules
from kuhstall.games.kuhhandel.master.view import PhaseView
from kuhstall.games.kuhhandel.wire import AnyAction
from kuhstall.games.registry import find
from kuhstall.games.rule_options import came_later
from kuhstall.server.describe.openapi import wire
from kuhstall.server.describe.schema import keep_reachable
from kuhstall.server.http import socket
from kuhstall.server.http.endpoint import LONG
from kuhstall.server.http.endpoints import ENDPOINTS
from kuhstall.server.limits import rates as limits
from kuhstall.server.ops import node
from kuhstall.server.settings import Settings
from kuhstall.server.table import chat_limit
from kuhstall.server.table.party import decide_request, fair
from kuhstall.server.table.party.events import PaceName
from kuhstall.server.table.party.pace import GRACE, PACES, REVEAL
from kuhstall.server.table.party.party import Stage
from kuhstall.server.table.party.requests import RIGHTS
from kuhstall.server.table.sealed_answers import MOST_REVISIONS
from kuhstall.server.wire import command_queue, frames, session
from reference.codes import closings
from tests.server.test_protocol import INBOUND, SCHEMA, fits, validator
from tests.server.test_refusals import PROTOCOL, rows, section


def examples() -> Iterator[tuple[str, str]]:
    """Give the examples of the document, each with the name of the type that it is of."""
    for name, text in re.findall(r"```json (\w+)\n(.*?)```", PROTOCOL, flags=re.DOTALL):
        for example in text.strip().split("\n\n"):
            yield name, example


def with_later_options(example: dict[str, Any]) -> dict[str, Any]:
    """Add the options that came after the examples were written, at their defaults."""
    view = example.get("view")
    if isinstance(view, dict) and "rules" in view:
        view["rules"] = {**came_later(ClassicRules), **view["rules"]}
    return example


KNOWN, _ = wire(ENDPOINTS)
CLASSIC = {
    *("auction", "trade", "bid", "pass", "call", "sell", "preempt", "pay", "offer", "accept"),
    *("counter", "turn", "bidding", "preemption", "payment", "offering", "responding", "ended"),
    "between",
}
TAKEN = {each["$ref"].rpartition("/")[2] for each in SCHEMA["$defs"]["Inbound"]["anyOf"]}


@pytest.mark.parametrize(("name", "text"), list(examples()))
def test_the_examples_fit(name: str, text: str) -> None:
    example = with_later_options(json.loads(text))
    fits(validator(name, keep_reachable(KNOWN, [name])), example)
    if name in TAKEN:
        frames.decode_frame(text)
        surprising = json.loads(text) | {"surprise": 1}
        with pytest.raises(frames.MalformedError):
            frames.decode_frame(json.dumps(surprising))
        assert not INBOUND.is_valid(surprising)


def test_every_frame_has_an_example() -> None:
    frame_names = {each["$ref"].rpartition("/")[2] for each in SCHEMA["$defs"]["Outbound"]["anyOf"]}
    assert frame_names | TAKEN <= {name for name, _ in examples()}


def test_the_document_is_of_this_protocol_and_names_every_option_and_path() -> None:
    assert PROTOCOL.startswith(f"# The protocol, version {frames.PROTOCOL}\n")
    for shape in get_args(Option):
        assert f"`{shape.__struct_config__.tag}`" in section("Options")
    for endpoint in ENDPOINTS:
        assert f"`{endpoint.method} {endpoint.path}`" in PROTOCOL


def test_the_requests_are_those_of_the_rights() -> None:
    told = {cells[0].strip("`"): (cells[1], cells[2]) for cells in rows(section("The party"))}
    order = get_args(Stage)
    rights = {
        str(kind.__struct_config__.tag): (
            role,
            ", ".join(stage for stage in order if stage in stages),
        )
        for kind, (role, stages) in RIGHTS.items()
    }
    assert told == rights


def test_the_limits_are_those_of_the_server() -> None:
    def often(limit: limits.Limit) -> str:
        return f"{limit.times} in {limit.seconds:g} s"

    told = {cells[0].strip("`"): cells[1] for cells in rows(section("Limits"))}
    assert told == {
        "frame": f"{frames.MAX_FRAME} bytes",
        "long": f"{LONG} bytes",
        "frames": often(limits.FRAMES),
        "outbox": f"{socket.OUTBOX // 1024} KiB",
        "hello": f"{socket._HELLO_WITHIN:g} s",
        "ping": f"{node.PING:g} s",
        "dead": f"{session.DEAD:g} s",
        "waiting": str(command_queue.WAITING),
        "commands": often(limits.COMMANDS),
        "refusals": often(limits.LOOKS),
        "changes": often(limits.CHANGES),
        "revisions": str(MOST_REVISIONS),
        "waiting_steps": str(decide_request.WAITING_STEPS),
        "blocks": often(limits.BLOCKS),
        "own_reports": often(limits.OWN_REPORTS),
        "own_mails": often(limits.OWN_MAIL_REQUESTS),
        "mails": often(limits.MAIL_REQUESTS),
        "mail_links": often(limits.MAIL_LINKS),
        "hooks": often(limits.WEBHOOKS),
        "visits": often(limits.VISITS),
        "chat": f"{chat_limit._BURST} in {chat_limit._WINDOW:g} s",
        "grace": f"{GRACE * 1000:g} ms",
        "reveal": f"{REVEAL:g} s",
        "sockets": str(Settings().sockets),
        "calls": often(limits.REQUESTS),
        "tickets": often(limits.TICKETS),
        "codes": often(limits.CODES),
        "coachings": often(limits.COACHINGS),
        "past": often(limits.HISTORY),
        "exports": often(limits.EXPORTS),
        "tables": often(limits.TABLES),
        "card_files": often(limits.CARD_FILES),
        "guests": often(limits.GUESTS),
        "reports": often(limits.REPORTS),
        "error_reports": often(limits.ERROR_REPORTS),
        "devices": often(limits.DEVICES),
        "keys": often(limits.KEYS),
        "entries": often(limits.ENTRIES),
        "pairings": often(limits.PAIRINGS),
        "screens": often(limits.SCREENS),
        "groups": often(limits.GROUPS),
        "joinings": often(limits.JOININGS),
        "sheets": often(limits.SHEETS),
        "calendars": often(limits.CALENDARS),
        "rounds": often(limits.ROUNDS),
        "accounts": often(limits.ACCOUNTS),
    }


def test_the_paces_are_those_of_the_server() -> None:
    text = section("Timers")
    moving: tuple[PaceName, ...] = ("live", "relaxed", "fast")
    for name in moving:
        pace = PACES[name]
        assert (
            f"| {name} | {pace.first:g} | {pace.call:g} | {pace.decision:g}"
            f" | {pace.settled:g} | {pace.gone:g}"
            f" | {pace.count:g} | {pace.ready:g} |" in text
        )
    assert {PACES["slow"].decision, PACES["slow"].gone} == {2 * 86_400}


def test_every_action_and_phase_of_master_is_explained() -> None:
    text = section("Sealed auctions") + section("Kuhhandel Master")
    for kind in (*get_args(AnyAction), *get_args(PhaseView)):
        tag = kind.__struct_config__.tag
        assert f"`{tag}`" in text or tag in CLASSIC, tag


def test_every_action_and_phase_of_kuhfstein_is_explained() -> None:
    text = section("Kuhfstein")
    for kind in (
        *get_args(kuhfstein_actions.AnyAction),
        *get_args(kuhfstein_view.KuhfsteinPhaseView),
    ):
        assert f"`{kind.__struct_config__.tag}`" in text, kind


def test_sockets_are_closed_for_the_reasons_given() -> None:
    told = {
        (int(cells[0].strip("`")), reason)
        for cells in rows(section("Closing"))
        for reason in re.findall("`([a-z_]+)`", cells[1])
    }
    assert told == {(getattr(session, name), reason) for name, reason in closings()}


def test_the_worked_example_of_a_fair_deal_is_right() -> None:
    text = section("Fair deals")
    told = dict(re.findall(r"^    (\w+) += (.+)$", text, flags=re.MULTILINE))
    secret = bytes.fromhex(told["secret"])
    values = {seat: bytes.fromhex(told[f"value_{seat}"]) for seat in (0, 2)}
    game = told["game"]
    assert told["server_commitment"] == fair.server_commitment(game, secret).hex()
    for seat, value in values.items():
        assert told[f"commitment_{seat}"] == fair.seat_commitment(game, seat, value).hex()
    seed = fair.seed(secret, game, 1, values)
    assert told["seed"] == seed.hex()
    chance = SeededChance(seed)
    assert told["start_word"] == f"{chance.below('start', 1 << 32):08x}"
    _, (_, dealt, turn) = begin(find("kuhhandel/2"), 3, SeededChance(seed))
    assert told["start"] == str(msgspec.to_builtins(turn)["seat"])
    assert told["deck"].startswith(", ".join(msgspec.to_builtins(dealt)["deck"][:5]))
