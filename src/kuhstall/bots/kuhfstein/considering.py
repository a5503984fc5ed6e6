"""Which of its options a bot thinks about, and the moves on bit boards that they stand for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kuhstall.bots.kuhfstein.moves import Gather, Lay, Move, Play, Take
from kuhstall.bots.kuhfstein.position import Position
from kuhstall.bots.kuhfstein.sketch import Frame
from kuhstall.engine.option import Choice, Option, Placement
from kuhstall.engine.values import Action
from kuhstall.games.kuhfstein.actions import PlaceTile, PlayCard, TakeCard, TakeHerd
from kuhstall.games.kuhfstein.patterns import Card, CardFace, grazing


def consider(options: Sequence[Option], now: Position) -> Iterator[tuple[Action, Move]]:
    """List the actions that are worth a thought; of equal tiles one is enough.

    Left out are actions with unknown results, such as exchanging a display, and useless ones:
    passing, and taking back what was thought through.
    """
    for option in options:
        match option:
            case Placement(PlaceTile()):
                yield from _tiles(option, now)
            case Placement(PlayCard(card)):
                face = next(face for face in now.hand if face.card == card)
                yield from _plays(option, face, now.land.frame)
            case Choice(actions):
                for action in actions:
                    move = _move(action, now)
                    if move is not None:
                        yield action, move


def _tiles(option: Placement, now: Position) -> Iterator[tuple[Action, Move]]:
    frame, piece = now.land.frame, option.pieces[0]
    terrain = now.display[piece]
    wanted = set(now.lays(terrain))
    for spot in option.spots:
        square = 0 if spot.also is None else frame.square(spot.also)
        lay = Lay(frame.bit((spot.row, spot.column)), terrain, square)
        if lay in wanted:
            yield option.fill(piece, spot), lay


def _plays(option: Placement, face: CardFace, frame: Frame) -> Iterator[tuple[Action, Move]]:
    card = Card(face.id, face.rows, face.points)
    for spot in option.spots:
        yield option.fill(face.card, spot), Play(face, frame.board(grazing(card, spot)))


def _move(action: Action, now: Position) -> Move | None:
    match action:
        case TakeCard(card):
            return Take(next(face for face in now.open if face.card == card))
        case TakeHerd(row, column):
            cow = now.land.frame.bit((row, column))
            return Gather(next(herd for herd in now.land.herds if herd & cow))
        case _:
            return None
