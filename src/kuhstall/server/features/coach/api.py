"""The coach's review of a finished game, over HTTP: for those who may see its replay."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Final

from kuhstall.bots import registry as bots
from kuhstall.bots.worker import WorkerError
from kuhstall.server.features.coach.coach import QueueError
from kuhstall.server.features.history.replays import finished_game
from kuhstall.server.http.endpoint import Call
from kuhstall.server.http.problems import ProblemError, too_busy

_log = logging.getLogger(__name__)

_SOON: Final = 5.0
"""Seconds after which a retry is worthwhile."""


async def coaching(call: Call) -> bytes:
    """Return the decisions that cost players most in a finished game, and the reasons of bots.

    It is a bot's opinion. Each decision is judged by what its seat knew at the time.
    """
    live, _ = await finished_game(call)
    party = live.party
    if party.script is not None or not bots.is_judged(party.edition):
        raise ProblemError(HTTPStatus.NOT_FOUND, "no_judge")
    try:
        return await call.node.coach.coaching(live)
    except QueueError:
        raise too_busy(_SOON) from None
    except (WorkerError, OSError) as error:
        _log.warning("the coach has nothing to say of %s: %s", live.id, error)
        raise ProblemError(HTTPStatus.SERVICE_UNAVAILABLE, "no_coach") from error
