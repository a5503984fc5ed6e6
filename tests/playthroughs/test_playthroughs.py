"""The stored playthroughs are what the rules play today.

After an intended change: `python -m tests.playthroughs.make`, then read the diff line by line.
"""

import pytest

from kuhstall.games.kuhfstein.actions import AnyAction as KuhfsteinAction
from kuhstall.games.kuhfstein.events import AnyEvent as KuhfsteinEvent
from kuhstall.games.kuhhandel.wire import AnyAction, AnyEvent
from tests.playthroughs.make import HERE, SCRIPTS, Script, played, text


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: f"{script.edition}/{script.name}")
def test_a_playthrough_is_played_again_to_the_letter(script: Script) -> None:
    assert text(script).splitlines() == script.path.read_text(encoding="utf-8").splitlines()


def test_every_stored_playthrough_is_played() -> None:
    assert set(HERE.rglob("*.txt")) == {script.path for script in SCRIPTS}


def test_the_playthroughs_show_every_kind_of_step() -> None:
    words = {line.split()[1] for s in SCRIPTS for line in played(s) if line.startswith("event")}
    assert words == {
        kind.__struct_config__.tag for kind in (*AnyEvent.__args__, *KuhfsteinEvent.__args__)
    }


def test_the_playthroughs_show_every_kind_of_action() -> None:
    words = {line.split()[2] for s in SCRIPTS for line in played(s) if line.startswith("== ")}
    assert words >= {
        kind.__struct_config__.tag for kind in (*AnyAction.__args__, *KuhfsteinAction.__args__)
    }
