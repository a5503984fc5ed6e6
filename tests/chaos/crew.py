"""A crew: a few players and two spectators, who play one game after the other."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from tests.chaos.calls import UNREACHABLE, call
from tests.chaos.ledger import Ledger
from tests.chaos.outside import Outside
from tests.chaos.people import Habits, Player, Watcher

_EDITIONS: Final = ("kuhhandel/2", "kuhhandel/2-ru", "kuhhandel/1")
_MODES: Final = ("realtime", "stepwise")
_LANDS: Final = (8, 13)
"""The crews that play Kuhfstein; the first of them is a quick one."""
_SLOWLY: Final = (0.1, 0.6)
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"


class Crew:
    """Odd crews play with four seats, and every fourth crew has a bot on one of them.

    A few crews hardly think, so that some games are over within a run and can be verified. Every
    so many crews play Kuhhandel Master, where what is acknowledged can be sealed, and two of the
    others Kuhfstein, where it can be taken back. A crew that has somebody outside plays at a slow
    table, and has them told when it waits.
    """

    def __init__(  # noqa: PLR0917 -- all that comes in from outside
        self,
        number: int,
        ports: Sequence[int],
        ledger: Ledger,
        habits: Habits,
        seed: int,
        masters: int,
        outside: Outside | None = None,
    ) -> None:
        seed = 1000 * seed + 10 * number  # so that no two seeds have anybody in common
        self.number = number
        self.tables: list[str] = []
        self.stopping = False
        seats = 3 + number % 2
        if number % 8 == 0:
            habits = replace(habits, thinking=(0.002, 0.02), silent=0.003)
        if outside is not None:
            habits = replace(habits, thinking=_SLOWLY, silent=0.1)
        self._outside = outside
        self._bots = 1 if number % 4 == 3 else 0
        self._seats = seats
        self._edition = _EDITIONS[number % len(_EDITIONS)]
        self._rules: dict[str, str] = {}
        if number % masters == masters - 1:
            self._edition = "master"
            self._rules = {"pedigree_mode": _MODES[number // masters % len(_MODES)]}
        elif number in _LANDS:
            self._edition = "kuhfstein"
            self._rules = {"final_tile": "player"}
        self._ports = ports
        self._ledger = ledger
        self.players = [
            Player(f"p{number}-{seat}", ports, ledger, seed + seat, habits)
            for seat in range(seats - self._bots)
        ]
        for player in self.players:
            player.seats = len(self.players)
        self._arrangements = max(1, round(habits.chores * 40))
        self.spectators = [
            Watcher(f"s{number}-{node}", ports, ledger, seed + 5 + node) for node in range(2)
        ]
        for node, spectator in enumerate(self.spectators):
            spectator.home = node % len(ports)

    async def enter(self) -> None:
        for player in self.players:
            while player.cookie is None:
                port = self._ports[player.chance.randrange(len(self._ports))]
                try:
                    name = {"name": player.name}
                    answer = await call(port, "POST", "/api/guests", name, caller=player.address)
                except UNREACHABLE:
                    await asyncio.sleep(0.1)
                    continue
                player.cookie = answer.cookie
        if self._outside is not None:
            for player in self.players:
                await self._insist(player, "/api/push", self._outside.device(player.name))

    async def _insist(self, player: Player, path: str, body: dict[str, Any]) -> int:
        """Call until there is an answer that will not change; return its status."""
        while not self.stopping:
            port = self._ports[player.chance.randrange(len(self._ports))]
            with contextlib.suppress(*UNREACHABLE):
                answer = await call(
                    port, "POST", path, body, cookie=player.cookie, caller=player.address
                )
                if answer.status in {200, 201, 409}:
                    return answer.status
            await asyncio.sleep(0.1)
        return 0

    async def gather(self) -> None:
        """Open a table, take seats, and deal. Each of it is done until it is answered."""
        host, *guests = self.players
        table = "".join(secrets.choice(_LETTERS) for _ in range(26))
        wish = {
            "table": table,
            "edition": self._edition,
            "rules": self._rules,
            "seats": self._seats,
            "bots": ["herder"] * self._bots,
        }
        if self._outside is not None:
            wish["pace"] = "slow"
        # 409: the table is there, the answer was lost.
        if not await self._insist(host, "/api/tables", wish):
            return
        if self._outside is not None:
            place = {"address": self._outside.address(table)}
            await self._insist(host, f"/api/tables/{table}/webhook", place)
        for one in self.everybody:
            one.sit_down(table)
        self.tables.append(table)
        await asyncio.gather(
            *(guest.ask("join", seat=seat) for seat, guest in enumerate(guests, start=1))
        )
        for number in range(self._arrangements):
            # A request that could be granted any number of times: twice would be seen.
            await host.ask("arrange", public=number % 2 == 0)
        await host.ask("start")

    async def play(self) -> None:
        """Play game after game, until told to stop."""
        while await self._game():
            pass
        await asyncio.gather(*(player.finished() for player in self.players))

    async def _game(self) -> bool:
        """Play a game and open the next; False if there is none."""
        await asyncio.gather(*(player.play() for player in self.players))
        if not self.stopping:
            await self.get_up()
            await self.gather()
        return not self.stopping

    @property
    def everybody(self) -> list[Watcher]:
        return [*self.players, *self.spectators]

    def stop(self) -> None:
        """Let nobody begin anything; what is under way is finished."""
        self.stopping = True
        for player in self.players:
            player.pausing = True

    async def get_up(self) -> None:
        await asyncio.gather(*(player.finished() for player in self.players))
        await asyncio.gather(*(one.get_up() for one in self.everybody))

    async def leave(self) -> None:
        """Drop everything, answered or not."""
        await asyncio.gather(*(player.drop() for player in self.players))
        await asyncio.gather(*(one.get_up() for one in self.everybody))
