"""Nobody does what is another's: every command, by everybody who may not, over both ways in.

Each cell sends a command that the right person could send at that very moment, and shows that it
is refused with its code and that nothing was written. Then the right person sends the same.
"""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest
from msgspec import Struct
from websockets.exceptions import ConnectionClosed

from kuhstall.engine.kernel import options
from kuhstall.engine.values import CLOCK
from kuhstall.games.kuhhandel.wire import AnyAction
from kuhstall.server.features.moderation.report_queries import ReportQueries
from kuhstall.server.table.chat_log import Holder
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.party import decide, decide_request, fair, requests, revealing
from kuhstall.server.table.party.events import BotTookOver, Ended, PartyEvent, Paused
from kuhstall.server.table.rows import PARTY
from kuhstall.server.wire.tickets import make_ticket as new_ticket
from tests.server.choosing import chosen
from tests.server.players import Player
from tests.server.serving import (
    Serving,
    browser,
    greeted,
    guests,
    received,
    serving,
    ticket,
    until,
    wire,
)
from tests.server.test_webhooks import answering

pytestmark = pytest.mark.anyio

WRONG = ("other seat", "spectator", "screen", "stranger", "kicked", "logged out")
WAYS = ("socket", "http")
VALUE = secrets.token_bytes(32)


class Cast(Struct):
    """Everybody who has to do with a table: the host sits on 0, another on 1, on 2 who is gone."""

    serving: Serving
    host: Player
    seated: Player
    gone: Player
    stranger: Player
    kicked: Player
    people: dict[str, str]
    screen: str
    """The secret of a screen, which has shown the table before."""

    @property
    def table(self) -> str:
        return self.host.table

    @property
    def hot(self) -> LiveTable:
        return self.serving.node.service.cache.tables[self.table]

    def cookies(self, who: str) -> httpx.Cookies | None:
        players = {
            "host": self.host,
            "other seat": self.seated,
            "stranger": self.stranger,
            "kicked": self.kicked,
            "logged out": self.gone,
        }
        return players[who].http.cookies if who in players else None

    async def written(self) -> tuple[Any, ...]:
        """All that a command could have changed."""
        service = self.serving.node.service
        said = [line.id for line in await service.store.lines(self.table)]
        held = await service.store.sealed_actions(self.table, self.hot.state.moment)
        return self.hot.seq, await service.store.steps(self.table), held, said

    async def happen(self, *events: PartyEvent) -> None:
        """Let something happen that would take a while to come about."""
        answer = await self.serving.node.service._answer(
            self.table,
            PARTY,
            secrets.token_hex(4),
            lambda hot: decide._outcome(hot.situation, list(events)),
        )
        assert not hasattr(answer, "code")

    async def send(self, way: str, who: str, command: dict[str, Any]) -> str:
        """Send a command, and return the code of its refusal, or `done`."""
        command = {"cid": secrets.token_hex(8), **command}
        return await (self._post if way == "http" else self._frame)(who, command)

    async def _post(self, who: str, command: dict[str, Any]) -> str:
        sent = {"Authorization": f"Bearer {self.screen}"} if who == "screen" else {}
        async with browser(self.cookies(who), headers=sent) as http:
            path = f"{self.serving.url}/api/tables/{self.table}/commands"
            answer = await http.post(path, json=command)
        assert answer.status_code in {200, 400, 401, 409}, answer.text
        return "done" if answer.status_code == 200 else str(answer.json()["code"])

    async def _frame(self, who: str, command: dict[str, Any]) -> str:
        kind = {"action": "cmd", "request": "ask", "phrase": "say", "text": "say", "line": "mute"}
        kind["block"] = "block"
        tag = next(kind[field] for field in command if field in kind)
        async with wire(self.serving.url, self.table) as connection:
            hello = {"type": "hello", "ticket": await self._ticket(who)}
            await connection.send(json.dumps(hello))
            try:
                answer = await received(connection, "snapshot", "bye")
                if tag == "block":
                    command["line"] = command.pop("block")
                if answer["type"] == "snapshot":
                    await connection.send(json.dumps({"type": tag, **command}))
                    answer = await received(connection, "ack", "nack", "bye")
            except ConnectionClosed as closed:
                return "" if closed.rcvd is None else closed.rcvd.reason
        return "done" if answer["type"] == "ack" else str(answer["code"])

    async def _ticket(self, who: str) -> str:
        """Get a ticket. Whoever is kicked gets none any more, but may have one from before."""
        if who == "screen":
            return await screen_ticket(self.serving.url, self.screen)
        if who != "kicked":
            return await ticket(self.serving.url, self.table, self.cookies(who))
        text, stored = new_ticket()
        holder = Holder(self.table, self.people["kicked"], None)
        await self.serving.node.service.store.give_ticket(stored, holder, 30)
        return text


@asynccontextmanager
async def gathered(serving: Serving, seats: int = 5, **wish: Any) -> AsyncIterator[Cast]:
    """Gather the cast: the third seat is that of somebody who has logged out since."""
    async with guests(serving.url, "Host", "Seated", "Gone", "Stranger", "Kicked") as players:
        host, seated, gone, stranger, kicked = players
        table = await host.open_table(seats=seats, **wish)
        for player in players:
            player.table = table
        await kicked.ask("join", seat=1)
        person = serving.node.service.cache.tables[table].party.places[1].person
        await host.ask("kick", seat=1)
        await seated.ask("join", seat=1)
        if seats > 2:
            await gone.ask("join", seat=2)
        cookies = httpx.Cookies(gone.http.cookies)
        (await gone.http.delete(f"{serving.url}/api/session")).raise_for_status()
        gone.http.cookies = cookies
        assert person is not None
        people = {"kicked": person}
        screen = await show_on_screen(serving, seated)
        yield Cast(serving, host, seated, gone, stranger, kicked, people, screen)


async def show_on_screen(serving: Serving, player: Player) -> str:
    """Let a screen show the player's table for a moment; return its secret."""
    shown = await player.post("/api/screens")
    await player.post(f"/api/tables/{player.table}/screens", {"code": shown["code"]})
    async with wire(serving.url, player.table) as connection:
        await greeted(connection, await screen_ticket(serving.url, shown["screen"]))
        live = serving.node.service.cache.tables[player.table]
        await until(lambda: len(live.party.screens) == 1)
    return str(shown["screen"])


async def screen_ticket(url: str, secret: str) -> str:
    async with browser() as http:
        given = await http.post(f"{url}/api/screens/ticket", json={"screen": secret})
    return str(given.json()["ticket"])


# Requests

HOST_ONLY = {
    requests.Kick(2),
    requests.SeatBot(4),
    requests.FreeSeat(3),
    requests.Swap(0, 1),
    requests.Arrange(pace="relaxed"),
    requests.HandOver(0),  # the host has swapped by then, or would hand over to nobody else
    requests.Start(),
    requests.ChooseHours(480, 1320),
    requests.ChooseDecisionTime(12),
    requests.ChooseStart("full"),
}
SEATED_ONLY = {
    requests.Leave(),
    requests.Commit("c" * 64),
    requests.Reveal(VALUE.hex()),
    requests.AskPause(),
    requests.Resume(),
    requests.ComeBack(),
    requests.Rematch(),
    requests.Halt(),
    requests.GoOn(),
    requests.ChooseTempo("fast"),
    requests.SkipToDecision(),
}
TO_OTHERS = {requests.MoreTime(1)}
VISITORS_ONLY = {requests.Join(2)}
SAMPLES = {type(one): one for one in HOST_ONLY | SEATED_ONLY | TO_OTHERS | VISITORS_ONLY}

# At which stage the right person is admitted, and who that is. A stage is gone through in order.
ADMITTED: dict[str, dict[type[requests.Request], str]] = {
    "open": {
        requests.Commit: "other seat",
        requests.SeatBot: "host",
        requests.FreeSeat: "host",
        requests.Swap: "host",
        requests.Arrange: "host",
        requests.ChooseHours: "host",
        requests.ChooseDecisionTime: "host",
        requests.ChooseStart: "host",
        requests.Kick: "host",
        requests.Join: "stranger",
        requests.HandOver: "host",
        requests.Leave: "host",
    },
    "full": {requests.Start: "host"},
    "revealing": {requests.Reveal: "host"},
    "playing": {requests.AskPause: "other seat", requests.ComeBack: "host"},
    "paused": {requests.Resume: "other seat"},
    "ended": {requests.Rematch: "other seat"},
}
BY_CHANCE = {
    requests.Halt,
    requests.GoOn,
    requests.MoreTime,
    requests.ChooseTempo,
    requests.SkipToDecision,
}
"""Admitted to one who is alone, or for whoever decides: see `test_pace` and `test_tempo`."""


def refusal(request: requests.Request, who: str, way: str, stage: str) -> str:
    """State the code for somebody who may not. Over HTTP, who is nobody becomes a guest."""
    if who == "kicked":
        return "kicked"
    if who == "other seat":
        if request in TO_OTHERS:  # a bot plays the seat for which it is asked, or nobody plays
            return "no_clock" if stage == "playing" else "wrong_stage"
        if request in SEATED_ONLY:
            return "malformed"  # it has no seat to name: everybody acts for themselves
        return "not_host" if request in HOST_ONLY else "seated_already"
    if who == "screen" or (way == "socket" and who in {"spectator", "logged out"}):
        return "no_session"
    if request in VISITORS_ONLY:
        if stage in {"revealing", "ended"}:
            return "wrong_stage"
        return "game_running" if stage in {"playing", "paused"} else "seat_taken"
    return "not_seated"


def test_the_matrix_is_complete() -> None:
    assert set(SAMPLES) == set(requests.RIGHTS) == set(get_args(requests.AnyRequest))
    admitted = {kind for kinds in ADMITTED.values() for kind in kinds}
    assert admitted | BY_CHANCE == set(requests.RIGHTS)
    assert set(requests.RIGHTS) == set(decide_request._DECIDERS)


@asynccontextmanager
async def staged(serving: Serving, stage: str) -> AsyncIterator[Cast]:
    """Gather the cast at a table that has got to a stage."""
    wish: dict[str, Any] = {"bots": ["farmer"]}
    if stage == "revealing":
        table = "t" * 26
        commitment = fair.seat_commitment(table, 0, VALUE).hex()
        wish = {**wish, "table": table, "commitment": commitment}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(revealing, "REVEAL", 600.0)  # on a slow machine, too, no start ends
        async with _staged(serving, stage, wish) as cast:
            yield cast


@asynccontextmanager
async def _staged(serving: Serving, stage: str, wish: dict[str, Any]) -> AsyncIterator[Cast]:
    async with gathered(serving, seats=5 if stage == "open" else 4, **wish) as cast:
        if stage == "open":
            await cast.host.ask("seat_bot", seat=3)
            await cast.host.ask("free_seat", seat=4)
        elif stage != "full":
            await cast.host.ask("start")
        if stage == "playing":
            await cast.happen(BotTookOver(0))
        elif stage == "paused":
            await cast.happen(Paused("agreed"))
        elif stage == "ended":
            await cast.happen(Ended(cast.hot.secret.hex()))
        yield cast


@pytest.mark.slow
@pytest.mark.parametrize("stage", ADMITTED)
async def test_a_request_is_refused_to_everybody_else(tmp_path: Path, stage: str) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, staged(here, stage) as cast:
        before = await cast.written()
        assert cast.hot.party.stage == {"full": "open"}.get(stage, stage)
        cells = 0
        for request in SAMPLES.values():
            for who in WRONG:
                sent = msgspec.to_builtins(request)
                if who == "other seat" and request in SEATED_ONLY | TO_OTHERS:
                    sent["seat"] = 0
                for way in WAYS:
                    code = await cast.send(way, who, {"request": sent})
                    assert code == refusal(request, who, way, stage), (request, who, way)
                    cells += 1
                assert await cast.written() == before, (request, who)
        assert cells == len(requests.RIGHTS) * len(WRONG) * len(WAYS)
        for kind, who in ADMITTED[stage].items():
            # A socket is a return already.
            way = "http" if kind is requests.ComeBack else "socket"
            answer = await cast.send(way, who, {"request": msgspec.to_builtins(SAMPLES[kind])})
            assert answer == "done", kind


async def test_nobody_reveals_for_another(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, staged(here, "revealing") as cast:
        before = await cast.written()
        request = {"request": msgspec.to_builtins(SAMPLES[requests.Reveal])}
        for way in WAYS:
            assert await cast.send(way, "other seat", request) == "nothing_to_reveal"
        assert await cast.written() == before


# Actions of the game

ACTIONS = {str(kind.__struct_config__.tag) for kind in get_args(AnyAction)}
CLOCKS = {"call"}  # no seat has this one where the server's clock calls
CLASSIC = {
    *("auction", "trade", "bid", "pass", "call", "sell", "preempt", "pay", "offer", "accept"),
    "counter",
}
AUCTIONS = {
    *("auction", "bid", "pass", "call", "sell", "preempt", "pay", "wait", "slap", "slap_now"),
    *("lay_card", "take_rat", "maximum", "pass_rat"),
}
ENVELOPES = {"auction", "trade", "maximum", "pass", "sell", "offer", "accept", "counter"}


SLOW_BIDS: dict[str, Any] = {"auction_mode": "turns"}
MASTER: dict[str, Any] = SLOW_BIDS | {
    "slap": "reflex",
    "super_kuhhandel": True,
    "rat_cover": "player",
    "no_progress_limit": 0,
}
GAMES = {
    "classic": ("kuhhandel/2", 3, SLOW_BIDS, CLASSIC),
    "envelopes": ("kuhhandel/2", 3, {"auction_mode": "sealed"}, ENVELOPES),
    "master": ("master", 3, MASTER, ACTIONS - {"divide", "keep", "give", "maximum", "pass_rat"}),
    "rats": ("master", 3, MASTER | {"rat_mode": "envelopes"}, {"pass_rat"}),
    "two": ("master", 2, MASTER, ACTIONS - AUCTIONS),
}


def test_all_actions_are_among_those_tried() -> None:
    assert set().union(*(kinds for *_, kinds in GAMES.values())) == ACTIONS


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
async def test_an_action_is_refused_to_everybody_else(tmp_path: Path, name: str) -> None:
    """Play on until every kind of action was due, and let everybody else try it first."""
    chance = random.Random(5)
    edition, seats, rules, kinds = GAMES[name]
    done: set[str] = set()
    async with serving(tmp_path / "kuhstall.db") as here:
        for _ in range(20):  # games, until there was everything
            async with gathered(here, seats=seats, edition=edition, rules=rules) as cast:
                await cast.host.ask("start")
                while not done >= kinds - CLOCKS and cast.hot.party.stage == "playing":
                    await _one_acts(cast, done, chance)
            if done >= kinds - CLOCKS:
                break
    assert done >= kinds - CLOCKS


async def _one_acts(cast: Cast, done: set[str], chance: random.Random) -> None:
    service, game = cast.serving.node.service, cast.hot.state
    waiting = [one for one in game.phase.actors(game) if one >= 0 and one not in cast.hot.held]
    if not waiting:  # the clock's turn, which takes its time
        await service._answer(
            cast.table,
            CLOCK,
            secrets.token_hex(4),
            lambda hot: decide.unseal_phase(hot.situation),
        )
        return
    actor = waiting[0]
    action = chosen(msgspec.to_builtins(options(game, actor)), chance)
    if action["type"] not in done:
        await _all_others_try(cast, action)
        done.add(action["type"])
    answer = await service.play(
        cast.table,
        cast.hot.party.places[actor].person,
        secrets.token_hex(8),
        game.moment,
        msgspec.json.encode(action),
    )
    assert not hasattr(answer, "code"), answer


async def _all_others_try(cast: Cast, action: dict[str, Any]) -> None:
    before = await cast.written()
    game, held = cast.hot.state, cast.hot.held
    actors = set(game.phase.actors(game))
    codes = {"stranger": "not_seated"}
    for name, seat in (("host", 0), ("other seat", 1)):
        if seat in held and game.phase.revisable(game):  # may change the own answer, and no other
            own = [
                chosen([one], random.Random(0)) for one in msgspec.to_builtins(options(game, seat))
            ]
            if action["type"] not in {one["type"] for one in own}:
                codes[name] = "not_offered"
        elif seat in held or seat not in actors:
            codes[name] = "not_your_turn"
    others = codes.keys() - {"stranger"}
    for way in WAYS:
        outsiders = "no_session" if way == "socket" else "not_seated"
        kicked = "kicked" if way == "socket" else "not_seated"
        codes |= {"spectator": outsiders, "logged out": outsiders, "kicked": kicked}
        codes["screen"] = "no_session"
        for who, code in codes.items():
            command = {"action": action, "moment": cast.hot.state.moment}
            assert await cast.send(way, who, command) == code, (action, who, way)
            stale = {**command, "moment": cast.hot.state.moment - 1}
            refused = await cast.send(way, who, stale)
            assert refused == ("stale" if who in others else code), (action, who, way)
            call = {**command, "action": {"type": "call", "seat": 0, "amount": 0}}
            assert await cast.send(way, who, call) == code, (action, who, way)
    assert await cast.written() == before


# Chat

SAYING = "text", "phrase", "emote", "mute", "block"


async def test_chat_is_refused_to_those_who_may_not(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, gathered(here) as cast:
        assert await cast.send("socket", "host", {"text": "Moo"}) == "done"
        before = await cast.written()
        line = before[-1][-1]
        cells: dict[str, dict[str, str]] = {
            "spectator": dict.fromkeys(SAYING, "no_session"),
            "screen": dict.fromkeys(SAYING, "no_session"),
            "logged out": dict.fromkeys(SAYING, "no_session"),
            "kicked": dict.fromkeys(SAYING, "kicked"),
            "stranger": {"text": "phrases_only"},
            "other seat": {"forged": "malformed"},
        }
        commands: dict[str, dict[str, Any]] = {
            "text": {"text": "Moo"},
            "phrase": {"phrase": "hello"},
            "emote": {"text": "😂"},
            "mute": {"line": line},
            "block": {"block": line},
            "forged": {"text": "Moo", "seat": 0},
        }
        for who, codes in cells.items():
            for kind, code in codes.items():
                assert await cast.send("socket", who, commands[kind]) == code, (who, kind)
        assert await cast.written() == before
        muters = await here.node.service.people.muted_people(cast.people["kicked"])
        assert not muters
        assert await cast.send("socket", "other seat", commands["text"]) == "done"


# The coach


@pytest.mark.parametrize("stage", ADMITTED)
async def test_no_coach_speaks_before_the_game_is_over(tmp_path: Path, stage: str) -> None:
    """Nobody is told anything, not even where the party has ended while the game has not."""
    async with serving(tmp_path / "kuhstall.db") as here, staged(here, stage) as cast:
        before = await cast.written()
        for who in ("host", *WRONG):
            async with browser(cast.cookies(who)) as http:
                answer = await http.get(f"{here.url}/api/tables/{cast.table}/coaching")
            code = "kicked" if who == "kicked" else "not_ended"
            status = 403 if who == "kicked" else 422 if stage == "ended" else 404
            assert (answer.status_code, answer.json()["code"]) == (status, code), who
        assert await cast.written() == before


# What people and tables want to be told


async def test_nobody_gives_or_sees_the_address_of_anothers_table(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, gathered(here) as cast:
        before = await cast.written()
        people, path = here.node.service.people, f"{here.url}/api/tables/{cast.table}/webhook"
        given = {"address": "https://hooks.example/secret"}
        async with browser(cast.cookies("host")) as http, answering(here):
            assert (await http.post(path, json=given)).status_code == 200
            assert (await http.get(path)).json() == {"place": "hooks.example"}
        for who in WRONG:
            async with browser(cast.cookies(who)) as http:
                other = {"address": "https://elsewhere.example/"}
                for answer in (await http.get(path), await http.post(path, json=other)):
                    known = who not in {"spectator", "screen", "logged out"}
                    wanted = (403, "not_host") if known else (401, "no_session")
                    assert (answer.status_code, answer.json()["code"]) == wanted, who
        kept = await people.webhook(cast.table)
        assert kept is not None
        assert kept.address == given["address"]
        assert await cast.written() == before


async def test_everybody_is_told_at_their_own_place_only(tmp_path: Path) -> None:
    """What somebody wants to be told goes by their session alone: no call names anybody else."""
    device = {"endpoint": "https://push.example/a", "quiet_from": 0, "quiet_to": 0}
    public = (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    keys = {"public": public, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}
    mail = {"address": "a@post.example", "language": "en", "quiet_from": 0, "quiet_to": 0}
    site: dict[str, Any] = {"origins": "https://kuhstall.example", "smtp": "smtp://127.0.0.1:9"}
    async with (
        serving(tmp_path / "kuhstall.db", **site, mail_from="cow@kuhstall.example") as here,
        browser() as host,
        browser() as other,
        browser() as nobody,
    ):
        for http in (host, other):
            entered = await http.post(f"{here.url}/api/guests", json={})
            http.headers["cookie"] = entered.headers["set-cookie"].split(";")[0]
        calls = [("/api/push", {**device, **keys}), ("/api/mail", mail)]
        for path, body in calls:
            assert (await host.post(f"{here.url}{path}", json=body)).status_code < 300
        ends = [("/api/push/end", {"endpoint": device["endpoint"]}), ("/api/mail/end", {})]
        for path, body in ends:
            assert (await other.post(f"{here.url}{path}", json=body)).status_code == 200
        for path, body in (*calls, *ends):
            refused = await nobody.post(f"{here.url}{path}", json=body)
            assert (refused.status_code, refused.json()["code"]) == (401, "no_session"), path
        refused = await nobody.get(f"{here.url}/api/push")
        assert (refused.status_code, refused.json()["code"]) == (401, "no_session")
        kept, seen = [(await http.get(f"{here.url}/api/push")).json() for http in (host, other)]
        assert (kept["devices"], kept["mail"]["address"]) == (1, mail["address"])
        assert (seen["devices"], seen["mail"]["address"]) == (0, "")


# Reports to the host


async def test_everybody_reports_and_nobody_reads_it(tmp_path: Path) -> None:
    """A report is about a table at most: it does nothing there, and no answer holds any."""
    async with serving(tmp_path / "kuhstall.db") as here, gathered(here) as cast:
        before = await cast.written()
        for who in ("host", *WRONG):
            sent = {"text": who, "version": "0.1.0", "language": "en", "table": cast.table}
            async with browser(cast.cookies(who)) as http:
                answer = await http.post(f"{here.url}/api/reports", json=sent)
                assert (answer.status_code, answer.json()) == (201, {}), who
                for path in ("/api/reports", f"/api/tables/{cast.table}/reports"):
                    refused = await http.get(f"{here.url}{path}")
                    assert refused.status_code in {404, 405}, (who, path)
                    assert refused.json()["code"] in {"no_such_method", "no_such_path"}
        assert await cast.written() == before
        kept = [one.text for one in await ReportQueries(here.node.service.store.db).reports()]
        assert kept == ["host", *WRONG][::-1]


# Errors in browsers


@pytest.mark.parametrize("wanted", [False, True])
async def test_everybody_reports_errors_where_the_host_wants_it(
    tmp_path: Path, wanted: bool
) -> None:
    """The call does the same for everyone: no table changes, and no answer contains a report."""
    error = {"message": "e is null", "version": "0.2.0", "page": "table", "language": "en"}
    store = tmp_path / "kuhstall.db"
    async with serving(store, error_reports=wanted) as here, gathered(here) as cast:
        before = await cast.written()
        for who in ("host", *WRONG):
            async with browser(cast.cookies(who)) as http:
                answer = await http.post(
                    f"{here.url}/api/errors", json={**error, "browser": "other"}
                )
                told = answer.status_code, answer.json().get("code", "")
                assert told == ((202, "") if wanted else (404, "no_such_path")), who
                assert "set-cookie" not in answer.headers
                refused = await http.get(f"{here.url}/api/errors")
                assert (refused.status_code, refused.json()["code"]) == (405, "no_such_method")
        assert await cast.written() == before
