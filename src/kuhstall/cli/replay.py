"""`kuhstall replay`: print a stored game, with all cards open or as one viewer saw it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from kuhstall.cli.language import add_language, catalogue
from kuhstall.cli.progress import progress
from kuhstall.cli.saving import names_in
from kuhstall.engine.table import Unexpected
from kuhstall.engine.values import Event, Refused, Seat
from kuhstall.messages import Catalogue

if TYPE_CHECKING:
    from rich.console import RenderableType

    from kuhstall.games.game import AnyGame

INTERRUPTED = 130
SPECTATOR = "spectator"
NEW_TURN = "log.turn_began"
"""A blank line is printed before this line, in every game."""


class _Transcript(msgspec.Struct):
    """What a transcript has for a replay."""

    log: msgspec.Raw


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Print a stored game, with all cards open or as one seat saw it. Each line"
        " begins with the number of its event, which --review names."
    )
    parser.add_argument(
        "file",
        type=Path,
        help="a log, as `kuhstall play --save` writes it, or the transcript of a finished game",
    )
    parser.add_argument(
        "--as",
        dest="viewer",
        type=_viewer,
        metavar="SEAT",
        help="a seat, counted from 1, or spectator",
    )
    parser.add_argument(
        "--names",
        type=lambda text: text.split(","),
        default=[],
        metavar="A,B,…",
        help="the players' names, from seat 1 on (as in the file)",
    )
    parser.add_argument(
        "--review",
        action="store_true",
        help="print each seat's most costly decisions instead, as a bot judges them",
    )
    parser.add_argument("--step", action="store_true", help="wait for Enter after each line")
    add_language(parser)
    parser.set_defaults(run=run)


def _viewer(text: str) -> Seat | str:
    if text != SPECTATOR and not text.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is neither a seat nor {SPECTATOR}")
    return SPECTATOR if text == SPECTATOR else int(text) - 1


def run(args: argparse.Namespace) -> int:
    """Print the whole game, or step through it."""
    from kuhstall.cli.terminal.screen import Left, Screen

    screen = Screen(catalogue(args))
    data = args.file.read_bytes()
    try:
        tell = judged if args.review else read
        story = tell(data, args.viewer, screen.texts, args.names)
    except Refused as refused:
        where = refused.detail | {"file": str(args.file)}
        raise Refused(refused.code, f"{args.file}: {refused}", **where) from refused
    try:
        for part in story:
            screen.say(part)
            if args.step:
                screen.ask(screen.text("terminal.press_enter"))
    except Left:
        pass
    except KeyboardInterrupt:
        screen.say()
        screen.say(screen.text("terminal.goodbye"))
        return INTERRUPTED
    return 0


def read(
    data: bytes, viewer: Seat | str | None, texts: Catalogue, given: Sequence[str] = ()
) -> list[RenderableType]:
    """Narrate a log line by line, once it has been read completely: half a game is of no use."""
    with _whole():
        log, names = _open(data, viewer, texts, given)
        return [*_heading(viewer, texts, names), *_told(log, viewer, texts, names)]


def judged(
    data: bytes, viewer: Seat | str | None, texts: Catalogue, given: Sequence[str] = ()
) -> list[RenderableType]:
    """List the most costly decisions of each seat, or of one, and the better choices."""
    with _whole():
        log, names = _open(data, viewer, texts, given)
        seats = [viewer] if isinstance(viewer, int) else range(len(names))
        told: list[RenderableType] = [texts.text("review.title")]
        with progress("seats", len(seats)) as advance:
            for judgement in _judgements(log, seats, texts, names):
                told.append(judgement)
                advance(1)
        return told


def _open(
    data: bytes, viewer: Seat | str | None, texts: Catalogue, given: Sequence[str]
) -> tuple[list[Event], list[str]]:
    from kuhstall.games.registry import read_log, replayed

    if data.lstrip().startswith(b"{"):
        data = bytes(msgspec.json.decode(data, type=_Transcript).log)
    log = read_log(data)
    seats = replayed(log).world.seats
    check_viewer(viewer, seats)
    return log, named(texts, seats, given or names_in(data, seats))


@contextmanager
def _whole() -> Iterator[None]:
    """Refuse a log that cannot be read to its end."""
    try:
        yield
    except Refused:
        raise
    except (Unexpected, LookupError, ValueError, TypeError, RecursionError) as error:
        reason = f"the log is damaged, or of another game: {error}"
        raise Refused("damaged_log", reason) from error


def named(texts: Catalogue, seats: int, given: Sequence[str]) -> list[str]:
    """Name the seats: by the given names, and the others by number."""
    from kuhstall.cli.terminal.seating import clean

    if len(given) > seats:
        raise Refused("people", f"{len(given)} names do not fit: this table has {seats} seats")
    names = [texts.text("seat.name", seat=seat + 1) for seat in range(seats)]
    for seat, name in enumerate(given):
        names[seat] = clean(name) or names[seat]
    if len(set(names)) < len(names):
        raise Refused("same_name", "two players have the same name")
    return names


def check_viewer(viewer: Seat | str | None, seats: int) -> None:
    if isinstance(viewer, int) and not 0 <= viewer < seats:
        reason = f"this table has the seats 1 to {seats}"
        raise Refused("no_such_seat", reason, low=1, high=seats)


def _heading(viewer: Seat | str | None, texts: Catalogue, names: Sequence[str]) -> Iterator[str]:
    if viewer is None:
        yield texts.text("terminal.seen_openly")
    else:
        who = names[viewer] if isinstance(viewer, int) else texts.text("seat.spectator")
        yield texts.text("terminal.seen_as", viewer=who)


def _told(
    log: Sequence[Event], viewer: Seat | str | None, texts: Catalogue, names: Sequence[str]
) -> Iterator[RenderableType]:
    from kuhstall.cli.terminal.registry import find_parts
    from kuhstall.cli.terminal.seating import Seating
    from kuhstall.games.registry import replayed

    seating = Seating(tuple(names), 0)
    game = replayed(log[:1]).edition.game
    width = len(str(len(log)))
    numbers = count()
    for events in together(log):
        told = []
        for event, number in zip(events, numbers, strict=False):
            if (line := game.narrate(_redacted(game, event, viewer))) is not None:
                blank = "\n" if line.key == NEW_TURN else ""
                told.append(f"{blank}{number:>{width}}  {texts.line(line, names)}")
        if told:
            yield seating.coloured("\n".join(told))
    view = game.view(replayed(log), None)
    yield find_parts(view.edition).sheet(texts, names, view) or texts.text("terminal.unfinished")


def _redacted(game: AnyGame, event: Event, viewer: Seat | str | None) -> Event:
    if viewer is None:
        return event
    seen: Event = game.redact(event, viewer if isinstance(viewer, int) else None)
    return seen


def _judgements(
    log: Sequence[Event], seats: Iterable[Seat], texts: Catalogue, names: Sequence[str]
) -> Iterator[RenderableType]:
    from kuhstall.bots import registry
    from kuhstall.bots.coach import review
    from kuhstall.bots.coaching import about
    from kuhstall.cli.terminal.seating import Seating
    from kuhstall.games.registry import replayed

    seating = Seating(tuple(names), 0)
    edition = replayed(log[:1]).edition
    narrated = [number for number, event in enumerate(log) if edition.game.narrate(event)]
    for seat in seats:
        told = [
            texts.text(
                "review.item",
                seat=names[seat],
                step=next(number for number in narrated if number >= judged.step),
                cost=about(judged.cost),
                reason=texts.line(judged.reason, names),
            )
            for judged in review(log, seat, registry.judge(edition.key, seat))
        ]
        blank = "\n"
        yield seating.coloured(
            blank + (blank.join(told) or texts.text("review.none", seat=names[seat]))
        )


def together(log: Sequence[Event]) -> Iterator[list[Event]]:
    """Yield the events one by one, but the outcomes of consecutive sealed phases together."""
    from kuhstall.engine.kernel import fold
    from kuhstall.games.registry import replayed

    table = replayed(log[:1])
    yield [log[0]]
    unsealed: list[Event] = []
    for event in log[1:]:
        sealed = table.phase.sealed
        table = fold(table, [event])
        if sealed:
            unsealed.append(event)
            continue
        if unsealed:
            yield unsealed
        unsealed = []
        yield [event]
    if unsealed:
        yield unsealed
