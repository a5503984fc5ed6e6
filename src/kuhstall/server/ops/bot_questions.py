"""Questions to a bot in another process: what its seat may see, and the events it does not know."""

from __future__ import annotations

import logging
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.bots import registry as bots
from kuhstall.bots.worker import Question, WorkerError
from kuhstall.engine.kernel import check
from kuhstall.engine.match import Seen
from kuhstall.engine.values import Action, Seat
from kuhstall.server.ops.bot_processes import Worker
from kuhstall.server.table.live_table import LiveTable, plainest_action

_log = logging.getLogger(__name__)


class Asked(Struct, frozen=True):
    """A question with only the new events, one with all events, and what the seat sees.

    The second is for a process that remembers nothing, the third for a bot in this process.
    """

    changes: Question
    everything: Question
    seen: Seen


def asked_elsewhere(live: LiveTable, seat: Seat) -> Asked | None:
    """Return the question for a bot that another process can run.

    None for other bots, and for tables with a script.
    """
    name = live.bot_name(seat)
    if not bots.is_slow(name, live.party.edition) or live.party.script is not None:
        return None
    seen = live.sight(seat)
    key = live.bot_key(seat)
    everything = Question(
        live.id, seat, name, live.party.edition, key, seen.view, seen.options, 0, seen.heard
    )
    known_as, known = live.sent_to_bots.get(seat, (name, 0))
    if known_as != name:
        known = 0
    live.sent_to_bots[seat] = name, len(seen.heard)
    return Asked(replace(everything, known=known, heard=seen.heard[known:]), everything, seen)


def prepare_asking(
    live: LiveTable, seat: Seat, asked: Asked, worker: Worker, here: Callable[[], Action]
) -> Callable[[], Action]:
    """Return a function that asks a worker, in its thread.

    If no process can be started, it falls back to `here`, which thinks in this process.
    """
    game, sent, name = live.state, live.sent_to_bots, asked.changes.name

    def choose() -> Action:
        try:
            return check(game, seat, worker.ask(asked.changes, asked.everything))
        except OSError:
            _log.exception("no process for bots can be begun, %s thinks here", name)
            sent.pop(seat, None)
            return here()
        except Exception as error:  # noqa: BLE001 -- a failing bot must not block the table
            why = error if isinstance(error, WorkerError) else repr(error)
            _log.error("the bot %s failed at %s: %s", name, live.id, why)
            sent.pop(seat, None)
            return plainest_action(game, seat)

    return choose
