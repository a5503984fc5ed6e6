"""A finished game over HTTP: page by page as a viewer saw it, and its course at a glance.

Each page is folded from the table state at its start, so no call blocks others for long.
"""

from __future__ import annotations

from http import HTTPStatus
from itertools import pairwise
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Raw, Struct

from kuhstall.engine.values import Line
from kuhstall.games.review import Onlooker, Review, Stop
from kuhstall.server.http.endpoint import Call
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.http.visitors import admit_visitor
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.party.pace import BEAT

KEPT: Final = 86_400
"""A day: the game is over, but a newer server may render it differently."""

Eyes = Annotated[str, Meta(pattern="^(all|none|[0-7])$")]
PageNumber = Annotated[str, Meta(pattern="^(0|[1-9][0-9]{0,5})$")]

_encoder: Final = msgspec.json.Encoder()


class ReplayStep(Struct, frozen=True):
    """A step of a finished game, as the viewer saw it. Steps are counted from 1.

    `beat`: milliseconds for which a table pauses after the step, so that players see its result.
    """

    step: int
    events: Raw
    lines: tuple[Line, ...]
    view: Raw
    beat: int


class Replay(Struct, frozen=True):
    """Up to a hundred steps, and the total number of steps."""

    steps: int
    page: tuple[ReplayStep, ...]


class Course(Struct, frozen=True):
    """The standing of the seats, at each step that changed it."""

    steps: int
    stops: tuple[Stop, ...]


async def replay(call: Call) -> Replay:
    """Return a hundred steps of a finished game, as a viewer saw them or with all cards open."""
    live, review = await finished_game(call)
    viewer = _onlooker(call.path["viewer"], review)
    page = call.path["page"]
    if not page.isdecimal() or str(int(page)) != page or int(page) >= review.pages:
        raise ProblemError(HTTPStatus.NOT_FOUND, "no_such_page")
    narrate = live.state.edition.game.narrate
    steps = []
    for shown in review.page(viewer, int(page)):
        lines = tuple(line for line in map(narrate, shown.events) if line is not None)
        events, view = _encoder.encode(shown.events), _encoder.encode(shown.view)
        beat = round(BEAT * 1000) if shown.lingers else 0
        steps.append(ReplayStep(shown.step, Raw(events), lines, Raw(view), beat))
    return Replay(review.steps, tuple(steps))


async def course(call: Call) -> Course:
    """Return the standing of the seats throughout a finished game."""
    _, review = await finished_game(call)
    return Course(review.steps, tuple(review.stops))


def _onlooker(text: str, review: Review) -> Onlooker:
    if text == "all":
        return "all"
    if text == "none":
        return "none"
    if text.isdecimal() and len(text) == 1 and int(text) < review.seats:
        return int(text)
    raise ProblemError(HTTPStatus.NOT_FOUND, "no_such_seat")


async def finished_game(call: Call) -> tuple[LiveTable, Review]:
    """Return a table whose game is over; refuse all others, to keep hidden cards hidden."""
    service, table = call.node.service, call.path["table"]
    live = await service.cache.live_table(table)
    if live.party.secret is None:
        live = await service.cache.fresh_table(table)
    admit_visitor(call, live)
    if live.party.secret is None:
        raise ProblemError(HTTPStatus.NOT_FOUND, "not_ended")
    if live.review is None:
        live.review = Review([live.log[first:last] for first, last in pairwise([0, *live.ends])])
    return live, live.review
