"""Everything outside a simulated club that is told: browsers at a push service, and addresses.

A push service keeps one message for each browser, by its topic: what is sent twice is shown once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from kuhstall.server.features.notifications.push_messages import Message
from kuhstall.server.features.notifications.push_queries import PushSubscription


class Outside:
    def __init__(self) -> None:
        self.shown: dict[str, bool] = {}
        self.moments: dict[str, list[int]] = {}
        self.pushed = 0

    async def send(self, device: PushSubscription, message: Message) -> int:
        """Take a message to a browser, as `Messages` would send it."""
        self.shown[device.endpoint] = message == "waits"
        self.pushed += 1
        return 201

    async def post(
        self, address: str, headers: Mapping[str, str], body: bytes, owner: str = ""
    ) -> int:
        """Take a message to the address of a table, as `OutboundHttp` would post it."""
        said: Any = msgspec.json.decode(body)
        self.moments.setdefault(address, []).append(said["moment"])
        return 200
