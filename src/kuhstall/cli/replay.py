"""`kuhstall replay`: tell a stored game, openly or as somebody at the table saw it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kuhstall.cli.language import add_language, catalogue
from kuhstall.cli.saving import names_in
from kuhstall.engine.table import Unexpected
from kuhstall.engine.values import Event, Refused, Seat
from kuhstall.messages import Catalogue

if TYPE_CHECKING:
    from rich.console import RenderableType

INTERRUPTED = 130
SPECTATOR = "spectator"
NEW_TURN = "log.turn_began"
"""Before this line, whatever the game, there is a blank one."""


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "replay",
        help="tell a stored game",
        description="Tell a stored game, with all cards open or as somebody saw it.",
    )
    parser.add_argument("file", type=Path, help="a log, as `kuhstall play --save` writes it")
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
        help="what to call the seats, from seat 1 on (as in the file)",
    )
    parser.add_argument(
        "--review",
        action="store_true",
        help="say instead what cost each seat most (or the one after --as), by a bot's judgement",
    )
    parser.add_argument("--step", action="store_true", help="wait for Enter after each line")
    add_language(parser)
    parser.set_defaults(run=run)


def _viewer(text: str) -> Seat | str:
    if text != SPECTATOR and not text.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is neither a seat nor {SPECTATOR}")
    return SPECTATOR if text == SPECTATOR else int(text) - 1


def run(args: argparse.Namespace) -> int:
    """Tell the whole game, or as far as somebody wants to step."""
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
    """Tell a log line by line, once it has been found whole: half a story helps nobody."""
    with _whole():
        log, names = _opened(data, viewer, texts, given)
        return [*_heading(viewer, texts, names), *_told(log, viewer, texts, names)]


def judged(
    data: bytes, viewer: Seat | str | None, texts: Catalogue, given: Sequence[str] = ()
) -> list[RenderableType]:
    """Say what cost each seat most, or one of them, and what would have been better."""
    with _whole():
        log, names = _opened(data, viewer, texts, given)
        seats = [viewer] if isinstance(viewer, int) else range(len(names))
        return [texts.text("review.title"), *_judgements(log, seats, texts, names)]


def _opened(
    data: bytes, viewer: Seat | str | None, texts: Catalogue, given: Sequence[str]
) -> tuple[list[Event], list[str]]:
    from kuhstall.games.registry import read_log, replayed

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
    """Call the seats by the names given, and the others by their numbers."""
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
    for events in together(log):
        told = []
        for event in events:
            seen = event
            if viewer is not None:
                seen = game.redact(event, viewer if isinstance(viewer, int) else None)
            if (line := game.narrate(seen)) is not None:
                blank = "\n" if line.key == NEW_TURN else ""
                told.append(blank + texts.line(line, names))
        if told:
            yield seating.coloured("\n".join(told))
    view = game.view(replayed(log), None)
    yield find_parts(view.edition).sheet(texts, names, view) or texts.text("terminal.unfinished")


def _judgements(
    log: Sequence[Event], seats: Iterable[Seat], texts: Catalogue, names: Sequence[str]
) -> Iterator[RenderableType]:
    from kuhstall.bots import registry
    from kuhstall.bots.coach import review
    from kuhstall.bots.coaching import about
    from kuhstall.cli.terminal.seating import Seating
    from kuhstall.games.registry import replayed

    seating = Seating(tuple(names), 0)
    edition = replayed(log[:1]).edition.key
    for seat in seats:
        told = [
            texts.text(
                "review.item",
                seat=names[seat],
                step=judged.step,
                cost=about(judged.cost),
                reason=texts.line(judged.reason, names),
            )
            for judged in review(log, seat, registry.judge(edition, seat))
        ]
        blank = "\n"
        yield seating.coloured(
            blank + (blank.join(told) or texts.text("review.none", seat=names[seat]))
        )


def together(log: Sequence[Event]) -> Iterator[list[Event]]:
    """Give the events one by one, but all at once what came of sealed answers in a row."""
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
