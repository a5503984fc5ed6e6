"""An event, really added: what it says, when it happens, who may know of it, and its line."""

from __future__ import annotations

import pytest

from tests.additions.checkout import Checkout, assert_guided

GAME = "src/kuhstall/games/kuhfstein"

EVENT = '''\
class FoxBarked(Event, frozen=True, tag="fox_barked", gc=False):
    """All can hear who begins."""

    seat: Seat


AnyEvent: TypeAlias = (
'''

TEST = '''\
"""The fox barks when it is dealt, and old games have no fox that barks."""

from kuhstall.arena.chance import QuickChance
from kuhstall.engine.match import Match
from kuhstall.games.kuhfstein.events import FoxBarked
from kuhstall.games.registry import find, played_again, read_log, replayed, write_log


def test_the_fox_barks_once() -> None:
    match = Match(find("kuhfstein"), 3, QuickChance(1))
    assert [event.seat for event in match.log if isinstance(event, FoxBarked)] == [
        match.table.world.fox
    ]
    log = read_log(write_log(match.log))
    assert played_again(log, QuickChance(1))
    silent = [event for event in log if not isinstance(event, FoxBarked)]
    assert replayed(silent) == replayed(log)
'''

TEXTS = {
    "en": "The fox barks at {{seat}}.",
    "de": "Der Fuchs bellt bei {{seat}}.",
    "ru": "Лиса лает: {{seat}}.",
    "nl": "De vos blaft bij {{seat}}.",
}


def add_event(checkout: Checkout) -> None:
    checkout.change(f"{GAME}/events.py", "AnyEvent: TypeAlias = (\n", EVENT)
    checkout.change(
        f"{GAME}/events.py", "    | KuhfsteinDealt\n", "    | KuhfsteinDealt\n    | FoxBarked\n"
    )
    dealing = f"{GAME}/phases/dealing.py"
    checkout.change(
        dealing,
        "events import KuhfsteinDealt, KuhfsteinTurnBegan",
        "events import FoxBarked, KuhfsteinDealt, KuhfsteinTurnBegan",
    )
    checkout.change(
        dealing,
        "        if choosing is None:\n            yield KuhfsteinTurnBegan",
        "        if choosing is None:\n"
        "            yield FoxBarked(fox)\n"
        "            yield KuhfsteinTurnBegan",
    )
    checkout.change(
        dealing,
        "            case KuhfsteinTurnBegan():\n",
        "            case FoxBarked():\n"
        "                return table\n"
        "            case KuhfsteinTurnBegan():\n",
    )
    for module in ("redaction", "narration"):
        checkout.change(
            f"{GAME}/{module}.py", "    CardsExchanged,\n", "    CardsExchanged,\n    FoxBarked,\n"
        )
    checkout.change(
        f"{GAME}/redaction.py",
        "    | TookBack\n",
        "    | TookBack\n    | FoxBarked\n",
    )
    checkout.change(
        f"{GAME}/narration.py",
        "        case KuhfsteinDealt():\n",
        "        case FoxBarked(seat):\n"
        '            return Line("log.fox_barked", {"seat": seat})\n'
        "        case KuhfsteinDealt():\n",
    )
    for language, text in TEXTS.items():
        checkout.insert_after(
            f"src/kuhstall/messages/{language}.json",
            '\n  "log": {\n',
            f'    "fox_barked": "{text}",\n',
        )
    checkout.create("tests/games/kuhfstein/test_fox_barks.py", TEST)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    added = Checkout(tmp_path_factory.mktemp("event"))
    add_event(added)
    return added


def test_an_event_touches_what_the_guide_says(checkout: Checkout) -> None:
    print(f"an event: {len(checkout.touched)} files")
    for path in checkout.touched:
        print(f"  {path}")
    assert_guided("An event", checkout.touched)


@pytest.mark.thorough
def test_an_event_is_told_and_old_games_are_as_they_were(checkout: Checkout) -> None:
    checkout.generate()
    assert "fox_barked" in checkout.read("docs/reference/messages.md")
    assert '"fox_barked"' in checkout.read("web/src/protocol/types.ts")
    checkout.test(
        "tests/games/kuhfstein/test_fox_barks.py",
        "tests/messages",
        "tests/replays",
        *("-k", "kuhfstein or fox"),
    )
