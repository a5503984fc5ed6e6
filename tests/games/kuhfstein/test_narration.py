"""Lines of the log that few games come to, word for word in every language."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace

from kuhstall.engine.option import Spot
from kuhstall.engine.values import Event
from kuhstall.games.kuhfstein.actions import Decline, FinishTurn, PassAction, PlaceTile
from kuhstall.games.kuhfstein.events import BonusDeclined, BonusReached, KuhfsteinEnded
from kuhstall.games.kuhfstein.narration import narrate
from kuhstall.games.kuhfstein.redaction import redact
from kuhstall.messages import LANGUAGES, Catalogue
from tests.games.kuhfstein.scenes import Stage, land, scene

NAMES: Final = ("Anna", "Ben", "Cleo")
PLANT: Final = PlaceTile(0, Spot(1, 1, 0, (0, 0)))
"""A tree in the landscape HM/W. with the first open tile: 5 points."""


def told(stage: Stage, kind: type[Event]) -> dict[str, str]:
    """Tell the last event of a kind as a spectator hears it, by language."""
    line = narrate(redact(stage.last(kind), None))
    assert line is not None
    return {
        language: Catalogue.load(language, strict=True).line(line, NAMES) for language in LANGUAGES
    }


LOST: Final = {
    "place_tile": {
        "en": "Anna reaches a bonus field and cannot use it: lay a tile.",
        "de": "Anna erreicht ein Bonusfeld und kann es nicht nutzen: ein Plättchen legen.",
        "ru": "Anna доходит до бонуса, но воспользоваться им нельзя: положить участок.",
        "nl": "Anna bereikt een bonusveld en kan het niet gebruiken: een tegel leggen.",
    },
    "take_card": {
        "en": "Anna reaches a bonus field and cannot use it: take a card.",
        "de": "Anna erreicht ein Bonusfeld und kann es nicht nutzen: eine Karte nehmen.",
        "ru": "Anna доходит до бонуса, но воспользоваться им нельзя: взять карту.",
        "nl": "Anna bereikt een bonusveld en kan het niet gebruiken: een kaart pakken.",
    },
    "extra_action": {
        "en": "Anna reaches a bonus field and cannot use it: one more action.",
        "de": "Anna erreicht ein Bonusfeld und kann es nicht nutzen: noch eine Aktion.",
        "ru": "Anna доходит до бонуса, но воспользоваться им нельзя: ещё одно действие.",
        "nl": "Anna bereikt een bonusveld en kan het niet gebruiken: nog een actie.",
    },
}


@pytest.mark.parametrize("bonus", LOST)
def test_k_14_a_lost_bonus_is_told_with_what_is_lost(bonus: str) -> None:
    stage = scene(
        land("HM", "W."),
        display="L",
        tiles="",
        cards=(),
        score=22,
        layout=("cow", bonus, "cow", "cow"),
    ).does(PLANT)
    assert told(stage, BonusReached) == LOST[bonus]


def test_k_14_a_declined_bonus_is_told() -> None:
    rules = {"bonus_optional": True}
    stage = scene(land("HM", "W."), display="LHMWB", score=22, rules=rules).does(PLANT)
    assert told(stage, BonusReached) == {
        "en": "Anna reaches a bonus field: one more action.",
        "de": "Anna erreicht ein Bonusfeld: noch eine Aktion.",
        "ru": "Anna доходит до бонуса: ещё одно действие.",
        "nl": "Anna bereikt een bonusveld: nog een actie.",
    }
    assert told(stage.does(Decline()), BonusDeclined) == {
        "en": "Anna declines the bonus.",
        "de": "Anna verzichtet auf den Bonus.",
        "ru": "Anna отказывается от бонуса.",
        "nl": "Anna ziet af van de bonus.",
    }


def idle(*scores: int) -> Stage:
    """Let everybody pass for a round, with so many points; no goal of theirs is fulfilled."""
    stage = scene(
        *(land("H") for _ in scores), seats=len(scores), cows=3, rules={"allow_pass": True}
    )
    places = [
        replace(place, score=score, goals=("trees_3", "tiles_13"))
        for place, score in zip(stage.world.places, scores, strict=True)
    ]
    stage.table = replace(stage.table, world=replace(stage.world, places=tuple(places)))
    for seat in range(len(scores)):
        stage.does(PassAction(), seat).does(PassAction(), seat).does(FinishTurn(), seat)
    return stage


def test_k_03_a_round_of_passes_is_told_with_who_wins() -> None:
    assert told(idle(10, 14, 12), KuhfsteinEnded) == {
        "en": "Nobody did anything for a whole round: the game ends. Ben wins with 14 points.",
        "de": "Eine ganze Runde lang hat niemand etwas getan, das Spiel ist aus. "
        "Ben gewinnt mit 14 Punkten.",
        "ru": "Целый круг никто ничего не делал, игра окончена. Побеждает Ben, очков: 14.",
        "nl": "Een hele ronde lang deed niemand iets: het spel is afgelopen. "
        "Ben wint met 14 punten.",
    }


def test_k_03_k_20_a_round_of_passes_is_told_with_those_who_share_the_win() -> None:
    assert told(idle(14, 10, 14), KuhfsteinEnded) == {
        "en": "Nobody did anything for a whole round: the game ends. "
        "Anna and Cleo share the win with 14 points each.",
        "de": "Eine ganze Runde lang hat niemand etwas getan, das Spiel ist aus. "
        "Anna und Cleo teilen sich den Sieg mit je 14 Punkten.",
        "ru": "Целый круг никто ничего не делал, игра окончена. "
        "Победу делят Anna и Cleo, очков у каждого: 14.",
        "nl": "Een hele ronde lang deed niemand iets: het spel is afgelopen. "
        "Anna en Cleo delen de winst met elk 14 punten.",
    }
