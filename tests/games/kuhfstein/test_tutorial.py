"""The tutorial of Kuhfstein: two tiles, the card that they fit, the herd, and back again."""

from __future__ import annotations

from kuhstall.engine.option import Spot
from kuhstall.games.kuhfstein.actions import (
    FinishTurn,
    PlaceTile,
    PlayCard,
    TakeBack,
    TakeHerd,
)
from kuhstall.games.kuhfstein.landscape import herds
from tests.games.scripts import YOU, Lesson


def test_the_whole_path() -> None:
    lesson = Lesson("kuhfstein")
    assert lesson.match.table.world.display[:2] == ("meadow", "lake")
    lesson.do(PlaceTile(0, Spot(0, 0)))
    lesson.do(PlaceTile(0, Spot(0, 1)))
    lesson.do(FinishTurn())

    place = lesson.match.table.world.places[YOU]
    (card,) = place.hand
    lesson.do(PlayCard(card, Spot(0, 0)))
    place = lesson.match.table.world.places[YOU]
    assert (place.score, herds(place.land)) == (6, (((0, 0), (0, 1)),))
    lesson.do(TakeHerd(0, 0))
    place = lesson.match.table.world.places[YOU]
    assert (place.cows, place.land.cows) == (4, ())
    lesson.do(TakeBack())
    assert lesson.match.table.world.places[YOU].cows == 2
    lesson.do(TakeHerd(0, 0))
    lesson.do(FinishTurn())
    assert lesson.phase == "Acting"
