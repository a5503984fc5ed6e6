"""Seats at a running table are claimed on two nodes at once, while everybody plays on."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import httpx
import pytest
from msgspec import Struct

from tests.machine import patience
from tests.server.authenticator import Authenticator
from tests.server.choosing import chosen
from tests.server.serving import Serving, greeted, guests, received, ticket, wire
from tests.server.test_accounts import (
    BAD_CODE,
    BAD_KEY,
    NO_SESSION,
    PROVE_IT,
    SITE,
    Tab,
    tab,
    two_nodes,
)

pytestmark = pytest.mark.anyio


class Table(Struct):
    """A game, who plays it with which devices, and each action that was taken: whose, and when."""

    id: str
    seats: tuple[tuple[Tab, ...], ...]
    chance: Random
    taken: dict[str, tuple[int, int]] = {}
    turned_away: int = 0

    async def play(self, rounds: int) -> None:
        """Let all devices play in turns, each as its seat, and send everything a second time."""
        for at in range(rounds):
            for seat, devices in enumerate(self.seats):
                await self._move(seat, devices[at % len(devices)], devices)

    async def _move(self, seat: int, device: Tab, devices: tuple[Tab, ...]) -> None:
        seen = await device.see(f"tables/{self.id}/view")
        assert seen["you"] in {seat, None}
        if seen["you"] is None:
            assert all(one["purse"] is None for one in seen["view"]["seats"])
        if not seen["options"]:
            return
        action, moment = chosen(seen["options"], self.chance), seen["view"]["moment"]
        order = {"cid": secrets.token_hex(8), "moment": moment, "action": action}
        found: list[int] = []
        for each in (device, *devices):
            answer = await each.post(f"tables/{self.id}/commands", order)
            if answer.status_code == 200:
                found.append(answer.json()["seq"])
            else:
                # This browser's session was just replaced, and another tab has the new one; or the
                # first key of another device has ended it, and this is a stranger's call.
                assert answer.json()["code"] in {"no_session", "not_seated"}, answer.text
                self.turned_away += 1
        assert len(set(found)) == 1, "an action is taken once, whichever device says so"
        self.taken[order["cid"]] = seat, found[0]

    async def written(self, node: Serving) -> dict[str, tuple[int, int]]:
        """Read what the log has of people's actions: each seat is one person's from end to end."""
        steps = await node.node.service.store.steps(self.id)
        own = [one for one in steps if one.actor in range(len(self.seats))]
        owners = {(one.actor, one.command.split("/")[0]) for one in own}
        assert len(owners) == len(self.seats)
        return {one.command.split("/")[1]: (int(one.actor), one.seq) for one in own}


class Claim(Struct):
    device: Tab
    key: Authenticator
    wish: Any
    answer: httpx.Response | None = None

    async def send(self) -> None:
        self.answer = await self.device.post("account/passkeys", self.key.make(self.wish))

    @property
    def refusal(self) -> tuple[int, str] | None:
        assert self.answer is not None
        if self.answer.status_code == 201:
            return None
        return self.answer.status_code, self.answer.json()["code"]


async def claim(device: Tab) -> Claim:
    return Claim(device, Authenticator(SITE), await device.done("account/passkeys/options"))


def sorted_out(claims: tuple[Claim, Claim]) -> tuple[Claim, Claim]:
    """Return who has the first key, and who has none."""
    won, lost = sorted(claims, key=lambda one: one.refusal is not None)
    assert won.refusal is None
    assert lost.refusal is not None
    return won, lost


async def test_of_two_claims_on_two_nodes_one_is_kept_and_all_seats_play_on() -> None:
    async with (
        two_nodes() as (one, two),
        guests(one.url, "Anna", "Ben", "Cleo") as people,
        AsyncExitStack() as stack,
    ):
        anna, ben, cleo = (Tab(one.url, person.http) for person in people)
        table = await people[0].open_table(seats=3)
        for other in people[1:]:
            other.table = table
            await other.ask("join")
        await people[0].ask("start")

        def device(node: Serving, cookies: httpx.Cookies | None = None) -> Tab:
            made = tab(node.url, cookies)
            stack.push_async_callback(made.http.aclose)
            return made

        # One cookie of Anna's at two nodes; two sessions of Ben's; Cleo gives a link and a code.
        copy = device(two, httpx.Cookies(anna.http.cookies))
        phone = device(two)
        await phone.done("sign-in/link", {"code": (await ben.done("account/link"))["code"]})
        link = {"code": (await cleo.done("account/link"))["code"]}
        code = {"code": (await cleo.done("account/codes"))["codes"][0]}
        late = [device(node) for node in (one, two, one, two)]
        annas = await claim(anna), await claim(copy)
        bens = await claim(ben), await claim(phone)
        cleos = await claim(cleo)
        sockets = []
        for each, seat in ((anna, 0), (copy, 0), (ben, 1), (phone, 1), (cleo, 2)):
            socket = await stack.enter_async_context(wire(each.url, table, origin=SITE))
            shown = await greeted(socket, await ticket(each.url, table, each.http.cookies))
            assert shown["you"] == seat
            sockets.append(socket)

        game = Table(table, ((anna, copy), (ben, phone), (cleo,)), Random(5))
        await game.play(2)
        async with asyncio.timeout(patience(60)):
            racing: tuple[Awaitable[Any], ...] = (
                game.play(4),
                *(each.send() for each in (*annas, *bens, cleos)),
                copy.post("account/codes"),
                anna.post("account/link"),
                *(each.post("sign-in/link", link) for each in late[:2]),
                *(each.post("sign-in/recovery-code", code) for each in late[2:]),
            )
            _, *_, codes, made, first, second, third, fourth = await asyncio.gather(*racing)

        # Anna: one has the account, and the other nothing, whatever it made at that moment.
        won, lost = sorted_out(annas)
        assert lost.refusal in {PROVE_IT, NO_SESSION, BAD_KEY}
        assert await won.device.devices() == ["key"]
        account = await won.device.see("account")
        assert (len(account["keys"]), account["codes"]) == (1, 0)
        assert await lost.device.name() == ""
        assert await lost.device.refusal("account/link") == NO_SESSION
        nobody = device(two)
        assert await nobody.refusal("sign-in/passkey", await nobody.sign(lost.key)) == BAD_KEY
        if codes.status_code == 200:
            for one_code in codes.json()["codes"]:
                assert await nobody.refusal("sign-in/recovery-code", {"code": one_code}) == BAD_CODE
        if made.status_code == 200:
            assert await nobody.refusal("sign-in/link", {"code": made.json()["code"]}) == BAD_CODE
        shown = await nobody.see(f"tables/{table}/view")
        assert (shown["you"], shown["options"]) == (None, [])

        # Ben: the second device is out, comes back by the key of the first, and adds its own.
        won, lost = sorted_out(bens)
        assert lost.refusal in {NO_SESSION, BAD_KEY}
        assert await won.device.name() == "Ben"
        assert await lost.device.name() != "Ben"  # nobody, or a new guest if it went on playing
        await lost.device.done("sign-in/passkey", await lost.device.sign(won.key))
        assert len((await lost.device.claim(lost.key))["keys"]) == 2

        # Cleo: whatever she gave lets one in, if it was faster than her key, which ends that too.
        assert cleos.refusal is None
        assert sorted([first.status_code, second.status_code])[1] == 403
        assert sorted([third.status_code, fourth.status_code])[1] == 403
        assert await cleo.devices() == ["key"]
        assert {await each.name() for each in late} == {""}
        assert await nobody.refusal("sign-in/link", link) == BAD_CODE
        assert await nobody.refusal("sign-in/recovery-code", code) == BAD_CODE

        # Sockets of sessions that were replaced are asked to come again; the other one's is closed.
        for node in (one.node, two.node):
            await node.close_ended_sessions()
        replaced = (True, True, bens[0].refusal is None, bens[1].refusal is None, True)
        for socket, again in zip(sockets, replaced, strict=True):
            said = "reconnect" if again else "logged_out"
            assert (await received(socket, "bye"))["code"] == said
        for each, seat in ((anna, 0), (copy, 0), (ben, 1), (phone, 1), (cleo, 2)):
            mine = await each.name() != ""
            socket = await stack.enter_async_context(wire(each.url, table, origin=SITE))
            shown = await greeted(socket, await ticket(each.url, table, each.http.cookies))
            assert shown["you"] == (seat if mine else None)

        # The game goes on from all of them, and nothing that was answered is missing or another's.
        before = len(game.taken)
        await game.play(4)
        assert len(game.taken) > before
        assert await game.written(one) == game.taken == await game.written(two)
