"""A phase, really added: its file, the way into it, and what people see and read while it lasts."""

from __future__ import annotations

import pytest

from tests.additions.checkout import Checkout, assert_guided

GAME = "src/kuhstall/games/kuhfstein"
DEALING = f"{GAME}/phases/dealing.py"
VIEW = f"{GAME}/view.py"
RETELLING = f"{GAME}/retelling.py"
WORDING = "src/kuhstall/cli/terminal/kuhfstein/wording.py"
WEB = "web/src/games/kuhfstein"

PHASE = '''\
"""Whoever has the fox says good day before the game begins."""

from __future__ import annotations

from collections.abc import Iterator

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option
from kuhstall.engine.table import Phase, Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhfstein.actions import FinishTurn
from kuhstall.games.kuhfstein.edition import Edition, KuhfsteinTable
from kuhstall.games.kuhfstein.events import KuhfsteinTurnBegan
from kuhstall.games.kuhfstein.phases import turns
from kuhstall.games.kuhfstein.world import World


class Greeting(Phase[Edition, World], frozen=True, gc=False):
    seat: Seat

    def actors(self, table: KuhfsteinTable) -> tuple[Actor, ...]:
        return (self.seat,)

    def options(self, table: KuhfsteinTable, actor: Actor) -> tuple[Option, ...]:
        return (Choice((FinishTurn(),)),) if actor == self.seat else ()

    def default(self, table: KuhfsteinTable, actor: Actor) -> Action | None:
        return FinishTurn() if actor == self.seat else None

    def decide(
        self, table: KuhfsteinTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterator[Event]:
        yield KuhfsteinTurnBegan(self.seat, table.edition.actions)

    def evolve(self, table: KuhfsteinTable, event: Event) -> KuhfsteinTable:
        if isinstance(event, KuhfsteinTurnBegan):
            return turns.begun(table, event)
        raise Unexpected(self, event)
'''

EVENT = '''\
class GreetingBegan(Event, frozen=True, tag="greeting_began", gc=False):
    """Whoever has the fox says good day."""

    seat: Seat


AnyEvent: TypeAlias = (
'''

TEST = '''\
"""Whoever has the fox says good day, and nobody else."""

from kuhstall.arena.chance import QuickChance
from kuhstall.engine.match import Match
from kuhstall.games.kuhfstein.actions import FinishTurn
from kuhstall.games.kuhfstein.phases.acting import Acting
from kuhstall.games.kuhfstein.phases.greeting import Greeting
from kuhstall.games.kuhfstein.view import GreetingView
from kuhstall.games.registry import find, played_again


def test_the_fox_greets() -> None:
    match = Match(find("kuhfstein"), 3, QuickChance(1))
    fox = match.table.world.fox
    assert match.table.phase == Greeting(fox)
    assert match.actors == (fox,)
    assert match.view(None).phase == GreetingView(fox)
    match.play(fox, FinishTurn())
    assert isinstance(match.table.phase, Acting)
    assert played_again(match.log, QuickChance(1))
'''

TEXTS = {
    "en": ("Say good day.", "{{seat}} says good day."),
    "de": ("Sag Guten Tag.", "{{seat}} sagt Guten Tag."),
    "ru": ("Поздоровайся.", "{{seat}} здоровается."),
    "nl": ("Zeg goedendag.", "{{seat}} zegt goedendag."),
}


def add_phase(checkout: Checkout) -> None:
    checkout.create(f"{GAME}/phases/greeting.py", PHASE)
    checkout.change(
        DEALING, "phases import picking, turns", "phases import greeting, picking, turns"
    )
    checkout.change(
        DEALING,
        "import KuhfsteinDealt, KuhfsteinTurnBegan",
        "import GreetingBegan, KuhfsteinDealt, KuhfsteinTurnBegan",
    )
    checkout.change(
        DEALING,
        "            yield KuhfsteinTurnBegan(fox, edition.actions)\n",
        "            yield GreetingBegan(fox)\n",
    )
    checkout.change(
        DEALING,
        "            case KuhfsteinTurnBegan():\n",
        "            case GreetingBegan(seat):\n"
        "                phase = greeting.Greeting(seat)\n"
        "                return Table(table.edition, table.world, phase, table.moment + 1)\n"
        "            case KuhfsteinTurnBegan():\n",
    )
    checkout.change(f"{GAME}/events.py", "AnyEvent: TypeAlias = (\n", EVENT)
    checkout.change(
        f"{GAME}/events.py", "    | KuhfsteinDealt\n", "    | KuhfsteinDealt\n    | GreetingBegan\n"
    )
    for module in ("redaction", "narration"):
        checkout.change(
            f"{GAME}/{module}.py", "    GoalsAsked,\n", "    GoalsAsked,\n    GreetingBegan,\n"
        )
    checkout.change(
        f"{GAME}/redaction.py", "    | TookBack\n", "    | TookBack\n    | GreetingBegan\n"
    )
    known = "| KuhfsteinTurnEnded()"
    checkout.change(f"{GAME}/narration.py", known, f"{known} | GreetingBegan()")
    _show(checkout)
    checkout.change(
        RETELLING, "    HerdTaken,\n    KuhfsteinCardTaken,\n    KuhfsteinEnded,\n", RETOLD
    )
    checkout.change(
        RETELLING,
        "        case KuhfsteinTurnEnded(seat):\n",
        "        case KuhfsteinTurnEnded(seat) | KuhfsteinTurnBegan(seat):\n",
    )
    checkout.change(WORDING, "    FinalView,\n", "    FinalView,\n    GreetingView,\n")
    checkout.change(
        WORDING, "ActingView | PickingView)", "ActingView | GreetingView | PickingView)"
    )
    checkout.change(
        WORDING,
        "        if asked is not None and asked != self.view.viewer:\n",
        "        if isinstance(phase, GreetingView):\n"
        '            own = "you" if phase.seat == self.view.viewer else "other"\n'
        '            return text(f"phase.greeting.{own}", seat=self.names[phase.seat])\n'
        "        if asked is not None and asked != self.view.viewer:\n",
    )
    checkout.change(
        f"{WEB}/help/situation.ts",
        '    case "final":\n',
        '    case "greeting":\n'
        '      return phase.seat === you ? "greeting_own" : "greeting_onlooker";\n'
        '    case "final":\n',
    )
    checkout.change(
        f"{WEB}/help/situation.test.ts",
        '  { phase: "picking", seat: 0 },\n',
        '  { phase: "greeting", seat: 0 },\n  { phase: "picking", seat: 0 },\n',
    )
    checkout.change(
        f"{WEB}/prompt.ts",
        '    case "picking":\n',
        '    case "greeting":\n'
        '      return phase.seat === you ? t("kuhfstein.greeting.yours")'
        ' : t("kuhfstein.greeting.other", { seat: names[phase.seat] ?? "" });\n'
        '    case "picking":\n',
    )
    for language, (own, other) in TEXTS.items():
        for path, before, text in (
            (
                "src/kuhstall/messages",
                '    "picking": {\n',
                f'"greeting": {{"you": "{own}", "other": "{other}"}}',
            ),
            (
                f"{WEB}/texts",
                '    "picking": {\n',
                f'"greeting": {{"yours": "{own}", "other": "{other}"}}',
            ),
            (
                f"{WEB}/help/help",
                '      "picking_own":',
                f'"greeting_own": "{own}", "greeting_onlooker": "{other}"',
            ),
        ):
            dot = "/" if path.startswith("src") else "."
            checkout.change(f"{path}{dot}{language}.json", before, f"{text},\n{before}")
    checkout.create("tests/games/kuhfstein/test_greeting.py", TEST)


RETOLD = "    HerdTaken,\n    KuhfsteinCardTaken,\n    KuhfsteinEnded,\n    KuhfsteinTurnBegan,\n"


def _show(checkout: Checkout) -> None:
    checkout.change(
        VIEW,
        "phases.final import Final, Over, Reason\n",
        "phases.final import Final, Over, Reason\n"
        "from kuhstall.games.kuhfstein.phases.greeting import Greeting\n",
    )
    checkout.change(
        VIEW,
        "class FinalView(",
        'class GreetingView(Struct, frozen=True, tag="greeting", tag_field="phase", gc=False):\n'
        "    seat: Seat\n\n\nclass FinalView(",
    )
    checkout.change(
        VIEW,
        "ActingView | PickingView | FinalView",
        "ActingView | GreetingView | PickingView | FinalView",
    )
    checkout.change(VIEW, "= Dealing | Picking", "= Dealing | Greeting | Picking")
    checkout.change(
        VIEW,
        "        case Picking():\n",
        "        case Greeting():\n"
        "            return GreetingView(phase.seat)\n"
        "        case Picking():\n",
    )


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    added = Checkout(tmp_path_factory.mktemp("phase"))
    add_phase(added)
    return added


def test_a_phase_touches_what_the_guide_says(checkout: Checkout) -> None:
    print(f"a phase: {len(checkout.touched)} files")
    for path in checkout.touched:
        print(f"  {path}")
    assert_guided("A phase", checkout.touched)


@pytest.mark.slow
def test_a_phase_is_played_and_old_games_are_as_they_were(checkout: Checkout) -> None:
    simulated = checkout.run(
        *("-m", "kuhstall.cli", "sim", "kuhfstein", "--games", "2", "--players", "2"),
        *("--bots", "herder,random", "--json"),
    )
    assert '"violations":0' in simulated.replace(" ", "")
    checkout.test(
        *(
            "tests/games/kuhfstein/test_greeting.py",
            "tests/messages/test_texts.py",
            "tests/replays",
        ),
        *("-k", "greets or texts or (kuhfstein and recorded)"),
    )


@pytest.mark.thorough
def test_a_phase_has_its_types_in_the_browser(checkout: Checkout) -> None:
    checkout.generate()
    checkout.npx("tsc", "--noEmit")
    checkout.npx("vitest", "run", "src/i18n/texts.test.ts", "src/games/kuhfstein")
