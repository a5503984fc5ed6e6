"""A bot, really added: a module, its name, and what people read of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.additions.checkout import Checkout, assert_guided

REGISTRY = "src/kuhstall/bots/kuhfstein/registry.py"
PAGE = "web/src/games/kuhfstein/index.tsx"

BOT = '''\
"""Does whatever is named first: somebody to win against."""

from __future__ import annotations

from kuhstall.engine.match import Seen
from kuhstall.engine.values import Action


class Idler:
    def choose(self, seen: Seen) -> Action:
        return next(seen.options[0].expand())
'''

TEST = '''\
"""The idler: it can be seated everywhere."""

import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.bots.registry import NAMES, make
from kuhstall.games.registry import EDITIONS


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_sits_down_at_every_game(edition: str) -> None:
    assert "idler" in NAMES
    assert make("idler", edition, 0, QuickChance(1)) is not None
'''

TEXTS = {
    "en": ("Bot: idler", "Does whatever comes first."),
    "de": ("Bot: Faulpelz", "Tut, was zuerst kommt."),
    "ru": ("Бот: лентяй", "Делает первое, что видит."),
    "nl": ("Bot: luiwammes", "Doet wat het eerst komt."),
}


def add_bot(checkout: Checkout) -> None:
    checkout.create("src/kuhstall/bots/kuhfstein/idler.py", BOT)
    checkout.change(
        REGISTRY,
        "from kuhstall.bots.kuhfstein.herders import Herder, Planner\n",
        "from kuhstall.bots.kuhfstein.herders import Herder, Planner\n"
        "from kuhstall.bots.kuhfstein.idler import Idler\n",
    )
    checkout.change(
        REGISTRY,
        "    return Herder(chance)",
        '    if name == "idler":\n        return Idler()\n    return Herder(chance)',
    )
    checkout.change(REGISTRY, "(_SIMPLE,)", '(_SIMPLE, "idler")')
    checkout.change(PAGE, '"herder", "random"]', '"herder", "idler", "random"]')
    for language, (title, why) in TEXTS.items():
        checkout.insert_after(
            f"web/src/games/kuhfstein/base.{language}.json",
            '\n    "bot": {\n',
            f'      "idler": {{"title": "{title}", "why": "{why}"}},\n',
        )
    checkout.create("tests/bots/kuhfstein/test_idler.py", TEST)


@pytest.mark.slow
def test_a_bot_plays_by_a_module_and_its_name(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path)
    add_bot(checkout)
    print(f"a bot: {len(checkout.touched)} files")
    for path in checkout.touched:
        print(f"  {path}")
    assert_guided("A bot", checkout.touched)
    simulated = checkout.run(
        *("-m", "kuhstall.cli", "sim", "kuhfstein", "--games", "3", "--players", "2"),
        *("--bots", "idler,herder", "--json"),
    )
    assert json.loads(simulated)["violations"] == 0
    checkout.test("tests/bots/kuhfstein/test_idler.py")
