"""A finished game over HTTP: page by page as somebody saw it, and its course at a glance.

A page is folded from the table before it, so that no call holds up the others for long.
"""

from __future__ import annotations

from http import HTTPStatus
from itertools import pairwise
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Raw, Struct

from kuhstall.engine.values import Line
from kuhstall.games.review import Onlooker, Review, Stop
from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.http.routing import Call
from kuhstall.server.http.visitors import admit_visitor
from kuhstall.server.party.pace import BEAT

KEPT: Final = 86_400
"""A day: the game is over, but a newer server may draw it differently."""

Eyes = Annotated[str, Meta(pattern="^(all|none|[0-7])$")]
PageNumber = Annotated[str, Meta(pattern="^(0|[1-9][0-9]{0,5})$")]

_encoder: Final = msgspec.json.Encoder()


class ReplayStep(Struct, frozen=True):
    """A step of a game that is over, as the viewer saw it. Steps are counted from 1.

    `beat`: milliseconds for which a table stands still after it, so that people see its result.
    """

    step: int
    events: Raw
    lines: tuple[Line, ...]
    view: Raw
    beat: int


class Replay(Struct, frozen=True):
    """Up to a hundred steps, and how many there are in all."""

    steps: int
    page: tuple[ReplayStep, ...]


class Course(Struct, frozen=True):
    """How the seats stood, at each step that changed something."""

    steps: int
    stops: tuple[Stop, ...]


async def replay(call: Call) -> Replay:
    """Show a hundred steps of a finished game, as a viewer saw them or with all cards open."""
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
    """Tell how the seats stood through a finished game."""
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
    """Find a table whose game is over: everything else stays as secret as it was."""
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
