"""Offline play: the worker of a page plays the same games as a server, and loses none of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kuhstall.server.http.table_endpoints import TABLE_ENDPOINTS
from kuhstall.server.offline.page_loop import PageLoop
from kuhstall.server.offline.worker import PERSON, PREFIX
from tests.server.offline_twin import Player, VirtualPage, play_offline, play_on_server, wish

SAVED = Path(__file__).parent / "saved"
"""Tables as version 0.2 saved them in a browser: one of each family, in the middle of a game."""

GAMES = [
    ("kuhhandel/2", "easy", 4, 7),
    ("kuhhandel/1", "medium", 3, 8),
    ("master", "medium", 3, 9),
    ("kuhfstein", "easy", 3, 10),
]


@pytest.mark.parametrize(("edition", "bot", "seats", "seed"), GAMES)
def test_the_same_seed_gives_the_same_log_and_the_same_frames(
    edition: str, bot: str, seats: int, seed: int
) -> None:
    assert play_offline(edition, bot, seats, seed) == play_on_server(edition, bot, seats, seed)


def opened(edition: str = "kuhhandel/2", bot: str = "easy", seats: int = 3) -> tuple[Any, str]:
    """Open a table on a page of its own, start it, and sit down."""
    page = VirtualPage(3)
    table = page.call("POST", "/api/tables", wish(edition, bot, seats))["table"]
    start = {"cid": "start", "request": {"type": "start"}}
    page.call("POST", f"/api/tables/{table}/commands", start)
    page.sit_down(table)
    return page, table


@pytest.mark.parametrize(("edition", "bot", "seats", "seed"), GAMES[1:])
def test_a_game_goes_on_where_it_was_after_the_page_is_lost(
    edition: str, bot: str, seats: int, seed: int
) -> None:
    page, table = opened(edition, bot, seats)
    page.run_until(lambda: len(page.offline.log.kept[table].steps) >= 100)
    before = list(page.offline.log.kept[table].steps)
    page.reload(seed)
    assert page.offline.holds(table)
    assert page.offline.log.kept[table].steps == before
    page.sit_down(table)
    page.run_until(lambda: page.player.is_over)
    assert page.offline.log.kept[table].steps[:100] == before[:100]


@pytest.mark.parametrize("saved", sorted(SAVED.glob("*.json")), ids=lambda path: path.stem)
def test_a_game_that_was_saved_before_an_update_goes_on(saved: Path) -> None:
    """What a browser has saved is never written anew: fix the code, not the file."""
    kept = json.loads(saved.read_text())
    table, steps = kept["table"], kept["steps"]
    page = VirtualPage(11)
    page.player = Player(11, sent=len(steps))
    page.heads[table] = kept["head"]
    page.steps[table] = dict(enumerate(steps, 1))
    page.reload(12)
    page.sit_down(table)
    page.run_until(lambda: page.player.is_over)
    assert [page.steps[table][seq] for seq in range(1, len(steps) + 1)] == steps
    assert json.loads(page.heads[table])["finished"] is not None


def test_a_finished_game_is_reviewed_after_a_reload_as_before() -> None:
    page, table = opened()
    page.run_until(lambda: page.player.is_over)
    places = ["transcript", "replay/all/0", "replay/0/1", "course", "coaching", "lines"]
    before = [page.call("GET", f"/api/tables/{table}/{place}") for place in places]
    page.reload(4)
    assert [page.call("GET", f"/api/tables/{table}/{place}") for place in places] == before
    assert before[0]["game"] == table
    assert table.startswith(PREFIX)
    head = json.loads(page.heads[table])
    assert head["finished"] is not None
    poster = head["poster"]
    assert (poster["edition"], poster["pace"], poster["stage"]) == ("kuhhandel/2", "live", "ended")
    assert (poster["seats"], poster["people"], poster["bots"]) == (3, 1, 2)
    assert not poster["brought"]
    assert head["code"]
    assert head["names"][poster["host"]] == "Ada"
    assert not head["tutorial"]


def test_refused_commands_stay_refused_after_a_reload() -> None:
    page, table = opened()
    command = {"cid": "late", "moment": 0, "action": {"type": "pass"}}

    def refusal() -> Any:
        page.answers.pop("again", None)
        page.offline.call("again", "POST", f"/api/tables/{table}/commands", json.dumps(command), "")
        page.run_until(lambda: "again" in page.answers)
        return page.answers["again"]

    before = refusal()
    assert before[0] == 409
    page.reload(4)
    assert refusal() == before


def test_the_page_draws_the_id_and_commits_to_a_value_for_it() -> None:
    page = VirtualPage(3)
    table = PREFIX + "a" * 26
    opening = wish("kuhhandel/2", "easy", 3) | {"table": table, "commitment": "0" * 64}
    assert page.call("POST", "/api/tables", opening)["table"] == table
    for wrong in ("a" * 26, PREFIX + "a" * 27, PREFIX + "l" * 26):
        page.offline.call(wrong, "POST", "/api/tables", json.dumps(opening | {"table": wrong}), "")
        page.run_until(lambda wrong=wrong: wrong in page.answers)  # type: ignore[misc]
        assert page.answers[wrong][1]["code"] == "malformed"


def test_a_tutorial_is_played_offline_and_is_in_no_list() -> None:
    page = VirtualPage(5)
    table = page.call("POST", "/api/tutorials", {"tutorial": "kuhhandel"})["table"]
    page.sit_down(table)
    page.run_until(lambda: page.player.frames > 3)
    assert page.call("GET", "/api/me")["tables"] == []
    assert json.loads(page.heads[table])["tutorial"]


def test_what_a_page_asks_is_answered() -> None:
    page, table = opened()
    me = page.call("GET", "/api/me")
    assert me["name"] == "Ada"
    assert [one["table"] for one in me["tables"]] == [table]
    assert page.call("GET", "/api/lobby") == []
    assert page.call("GET", "/api/house") == {"address": "", "wish": None}
    assert {one["key"] for one in page.call("GET", "/api/editions")} >= {"kuhhandel/2", "master"}
    assert page.call("GET", f"/api/tables/{table}")["stage"] == "playing"


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/account", "", 404, "no_such_path"),
        ("DELETE", "/api/session", "", 404, "no_such_path"),
        ("GET", "/api/tables/unknown", "", 404, "no_such_table"),
        ("POST", "/api/tables", "{", 400, "malformed"),
        ("POST", "/api/tables", '{"edition": "bridge", "seats": 3}', 422, "no_such_edition"),
    ],
)
def test_what_is_not_offline_is_refused(
    method: str, path: str, body: str, status: int, code: str
) -> None:
    page = VirtualPage(6)
    page.offline.call("one", method, path, body, "")
    page.run_until(lambda: "one" in page.answers)
    assert (page.answers["one"][0], page.answers["one"][1]["code"]) == (status, code)


def test_every_endpoint_of_tables_has_an_answer() -> None:
    page, table = opened()
    for endpoint in TABLE_ENDPOINTS:
        path = endpoint.path.format(table=table, viewer="all", page="0")
        page.offline.call(path, endpoint.method, path, "{}", "")
        page.run_until(lambda path=path: path in page.answers)
        assert page.answers[path][1] != {"code": "no_such_path", "text": ""}


def test_a_page_that_cannot_save_plays_on() -> None:
    page, table = opened()
    page.save = lambda number, *_: page._later(0, lambda: page.offline.unsaved(number))
    steps = len(page.offline.log.kept[table].steps)
    page.run_until(lambda: len(page.offline.log.kept[table].steps) > steps + 10)


def test_an_idle_minute_wakes_the_worker_rarely() -> None:
    """A phone has to sleep: nobody plays, with a table open and with none."""
    page, table = opened()
    page.player.hear = lambda frame: None
    page.run_until(lambda: page.now > 300)  # the bots have done what they can
    begun, turns = page.now, page.offline.turns
    page.run_until(lambda: page.now >= begun + 60)
    assert page.offline.turns - turns <= 60
    page.offline.hang_up("socket")
    page.run_until(lambda: page.now >= begun + 600)
    turns = page.offline.turns
    page._later(600, lambda: None)
    page.run_until(lambda: page.now >= begun + 1200)
    assert page.offline.turns == turns
    assert page.offline.log.kept[table].listing.people == (PERSON,)


def test_the_loop_keeps_the_order_of_timers_and_asks_once_to_be_woken() -> None:
    now, wakes, done = [0.0], list[float](), list[str]()
    loop = PageLoop(wakes.append, lambda: now[0])
    loop.call_later(2, done.append, "later")
    loop.call_later(1, done.append, "sooner")
    loop.call_at(-5, done.append, "long ago")
    loop.call_later(0.5, done.append, "cancelled").cancel()
    assert wakes == [2000, 1000, 0]
    loop.turn()
    assert (done, wakes[3:]) == (["long ago"], [1000])
    now[0] = 1.0
    loop.turn()
    now[0] = 2.0
    loop.turn()
    assert done == ["long ago", "sooner", "later"]
    assert wakes[4:] == [1000]  # and then nothing is left to wake up for


def test_a_saved_head_is_json_that_a_page_can_read() -> None:
    page, table = opened()
    head = msgspec.json.decode(page.heads[table])
    assert {"table", "code", "poster", "finished", "closed", "at", "tutorial"} <= head.keys()


@pytest.mark.parametrize(
    ("edition", "rules"), [("kuhfstein", {}), ("kuhhandel/2", {"auction_mode": "turns"})]
)
def test_three_people_pass_one_device_around(edition: str, rules: dict[str, Any]) -> None:
    """Each acts when the device is theirs. There is no clock, and nobody is taken for gone."""
    page = VirtualPage(8)
    opening = {"edition": edition, "seats": 4, "bots": ["easy"], "rules": rules}
    table = page.call("POST", "/api/tables", opening)["table"]
    commands = f"/api/tables/{table}/commands"
    for player, name in ((1, "Ben"), (2, "Cleo")):
        page.call("POST", commands, request("join"), name, player)
    page.call("POST", commands, request("start"))
    live = page.offline.service.cache.tables[table]
    page.sit_down(table)
    page.run_until(lambda: live.party.stage == "playing")
    assert live.party.is_alone_with_bots
    holder = 0
    while live.party.stage != "ended":
        page.run_until(lambda: live.party.stage == "ended" or bool(people_to_act(live)))
        waits = people_to_act(live)
        hour = page.now + 3600 if live.seq % 50 == 0 else page.now
        page.run_until(lambda hour=hour: page.now >= hour)  # type: ignore[misc]
        if waits and holder not in waits:
            page.offline.hang_up("socket")
            holder = min(waits)
            page.sit_down(table, holder)
        steps = live.seq
        page.run_until(lambda steps=steps: live.seq > steps)  # type: ignore[misc]
    names = [place.person for place in live.party.places]
    assert [name for name in names if name] == ["you", f"you/1/{table}", f"you/2/{table}"]
    assert not any(place.away for place in live.party.places)


def request(kind: str) -> dict[str, Any]:
    return {"cid": f"{kind}-1", "request": {"type": kind}}


def people_to_act(live: Any) -> set[int]:
    """Return the players on this device for whom the game waits: their numbers are their seats."""
    people = {seat for seat, place in enumerate(live.party.places) if place.person}
    return people.intersection(live.state.phase.actors(live.state))


def test_people_who_share_the_device_have_other_names_at_other_tables() -> None:
    page = VirtualPage(9)
    opening = {"edition": "kuhfstein", "seats": 2}
    tables = [page.call("POST", "/api/tables", opening)["table"] for _ in range(2)]
    for table, name in zip(tables, ("Ben", "Cleo"), strict=True):
        page.call("POST", f"/api/tables/{table}/commands", request("join"), name, 1)
        page.call("POST", f"/api/tables/{table}/commands", request("start"))
    page.reload(4)
    names = [
        [one["name"] for one in page.call("GET", f"/api/tables/{table}")["places"]]
        for table in tables
    ]
    assert names == [["Ada", "Ben"], ["Ada", "Cleo"]]
