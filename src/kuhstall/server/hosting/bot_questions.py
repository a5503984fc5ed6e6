"""What a bot in another process is asked: what its seat may see, and what it has not heard yet."""

from __future__ import annotations

import logging
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.bots import registry as bots
from kuhstall.bots.worker import Question
from kuhstall.engine.kernel import check
from kuhstall.engine.match import Seen
from kuhstall.engine.values import Action, Seat
from kuhstall.server.hosting.bot_workers import Worker, WorkerError
from kuhstall.server.hosting.live_table import LiveTable, plainest_action

_log = logging.getLogger(__name__)


class Asked(Struct, frozen=True):
    """A question, the same for a bot that remembers nothing, and for one in this process."""

    news: Question
    everything: Question
    seen: Seen


def asked_elsewhere(live: LiveTable, seat: Seat) -> Asked | None:
    """Ask a bot that any process can make; None for the others, and for those with a script."""
    name = live.bot_name(seat)
    if not bots.is_slow(name, live.party.edition) or live.party.script is not None:
        return None
    seen = live.sight(seat)
    key = live.bot_key(seat)
    everything = Question(
        live.id, seat, name, live.party.edition, key, seen.view, seen.options, 0, seen.heard
    )
    known_as, known = live.told.get(seat, (name, 0))
    if known_as != name:
        known = 0
    live.told[seat] = name, len(seen.heard)
    return Asked(replace(everything, known=known, heard=seen.heard[known:]), everything, seen)


def prepare_asking(
    live: LiveTable, seat: Seat, asked: Asked, worker: Worker, here: Callable[[], Action]
) -> Callable[[], Action]:
    """Return what asks a worker, in its thread; `here` thinks in this process, if none begins."""
    game, told, name = live.state, live.told, asked.news.name

    def choose() -> Action:
        try:
            return check(game, seat, worker.ask(asked.news, asked.everything))
        except OSError:
            _log.exception("no process for bots can be begun, %s thinks here", name)
            told.pop(seat, None)
            return here()
        except Exception as error:  # noqa: BLE001 -- a bot that stumbles must not hold up the table
            why = error if isinstance(error, WorkerError) else repr(error)
            _log.error("the bot %s failed at %s: %s", name, live.id, why)
            told.pop(seat, None)
            return plainest_action(game, seat)

    return choose
