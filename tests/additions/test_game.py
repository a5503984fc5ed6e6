"""A fourth game, really added: its own folders, and one line in each list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.additions.checkout import Checkout, assert_guided

HERE = Path(__file__).parent / "game"


def add_game(checkout: Checkout) -> None:
    """Bring the folders, and write the game into the lists."""
    checkout.create_all(HERE)
    checkout.change(
        "src/kuhstall/games/registry.py",
        "from kuhstall.games.edition import Edition\n",
        "from kuhstall.games.edition import Edition\n"
        "from kuhstall.games.eggs.editions import EDITIONS as EGGS\n",
    )
    checkout.change(
        "src/kuhstall/games/registry.py",
        "(*KUHHANDEL, *KUHFSTEIN)",
        "(*KUHHANDEL, *KUHFSTEIN, *EGGS)",
    )
    for room, module, last in (
        ("bots", "registry import BOTS", "MASTER, KUHFSTEIN)"),
        ("arena", "game import GAME", "KUHHANDEL, KUHFSTEIN)"),
        ("cli/terminal", "parts import PARTS", "KUHHANDEL, KUHFSTEIN)"),
    ):
        path = f"src/kuhstall/{room}/registry.py"
        dotted = room.replace("/", ".")
        first = f"from kuhstall.{dotted}.kuhfstein."
        checkout.change(path, first, f"from kuhstall.{dotted}.eggs.{module} as EGGS\n{first}")
        checkout.change(path, last, last.replace(")", ", EGGS)"))

    web = "web/src/games/index.ts"
    checkout.insert_after(
        web, 'import { kuhfstein } from "./kuhfstein";\n', 'import { eggs } from "./eggs";\n'
    )
    checkout.change(web, "[kuhhandel, master, kuhfstein]", "[kuhhandel, master, kuhfstein, eggs]")
    for language, texts in TEXTS.items():
        path = f"src/kuhstall/messages/{language}.json"
        for chapter, text in texts.items():
            head = f'\n  "{chapter}": {{\n'
            checkout.change(path, head, f"{head}    {text},\n")


TEXTS = {
    "en": {
        "edition": '"eggs": {"title": "Eggs", "why": "Take the last one."}',
        "log": (
            '"eggs_taken_one": "{{seat}} takes an egg.",'
            '"eggs_taken_other": "{{seat}} takes {{count}} eggs."'
        ),
        "rule": (
            '"basket": {"title": "The basket", "why": "More eggs make the game longer.",'
            '"values": {"small": "12 eggs", "large": "20 eggs"}}'
        ),
        "help": '"eggs": "Take one, two or three eggs. The last one wins."',
        "terminal": '"eggs": {"how_many": "How many eggs, up to {{most}}?"}',
    },
    "de": {
        "edition": '"eggs": {"title": "Eier", "why": "Nimm das letzte."}',
        "log": (
            '"eggs_taken_one": "{{seat}} nimmt ein Ei.",'
            '"eggs_taken_other": "{{seat}} nimmt {{count}} Eier."'
        ),
        "rule": (
            '"basket": {"title": "Der Korb", "why": "Mit mehr Eiern dauert es länger.",'
            '"values": {"small": "12 Eier", "large": "20 Eier"}}'
        ),
        "help": '"eggs": "Nimm ein, zwei oder drei Eier. Das letzte gewinnt."',
        "terminal": '"eggs": {"how_many": "Wie viele Eier, höchstens {{most}}?"}',
    },
    "ru": {
        "edition": '"eggs": {"title": "Яйца", "why": "Возьми последнее."}',
        "log": (
            '"eggs_taken_one": "{{seat}} берёт {{count}} яйцо.",'
            '"eggs_taken_few": "{{seat}} берёт {{count}} яйца.",'
            '"eggs_taken_many": "{{seat}} берёт {{count}} яиц.",'
            '"eggs_taken_other": "{{seat}} берёт {{count}} яйца."'
        ),
        "rule": (
            '"basket": {"title": "Корзина", "why": "Чем больше яиц, тем дольше игра.",'
            '"values": {"small": "12 яиц", "large": "20 яиц"}}'
        ),
        "help": '"eggs": "Возьми одно, два или три яйца. Последнее выигрывает."',
        "terminal": '"eggs": {"how_many": "Сколько яиц, не больше {{most}}?"}',
    },
    "nl": {
        "edition": '"eggs": {"title": "Eieren", "why": "Pak het laatste."}',
        "log": (
            '"eggs_taken_one": "{{seat}} pakt een ei.",'
            '"eggs_taken_other": "{{seat}} pakt {{count}} eieren."'
        ),
        "rule": (
            '"basket": {"title": "De mand", "why": "Met meer eieren duurt het langer.",'
            '"values": {"small": "12 eieren", "large": "20 eieren"}}'
        ),
        "help": '"eggs": "Pak één, twee of drie eieren. Het laatste wint."',
        "terminal": '"eggs": {"how_many": "Hoeveel eieren, hoogstens {{most}}?"}',
    },
}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A copy with the game in it, for all tests of this module."""
    added = Checkout(tmp_path_factory.mktemp("checkout"))
    add_game(added)
    return added


def test_a_fourth_game_touches_the_lists_alone(checkout: Checkout) -> None:
    print(
        f"a fourth game: {len(checkout.created)} files of its own, in {len(checkout.changed)} lists"
    )
    for path in checkout.changed:
        print(f"  {path}")
    assert len(checkout.changed) <= 12
    assert_guided("A game", checkout.touched)


@pytest.mark.slow
def test_a_fourth_game_is_simulated_served_and_played_at_a_keyboard(checkout: Checkout) -> None:
    simulated = checkout.run(
        *("-m", "kuhstall.cli", "sim", "eggs", "--games", "50", "--players", "2"),
        *("--bots", "counter,random", "--json"),
    )
    assert json.loads(simulated)["violations"] == 0
    checkout.test("tests/games/eggs")


@pytest.mark.slow
def test_a_fourth_game_is_in_what_is_generated(checkout: Checkout) -> None:
    checkout.generate()
    assert "## Eggs" in checkout.read("docs/reference/options.md")
    assert "## Events of Eggs" in checkout.read("docs/reference/messages.md")
    assert "readonly basket: number" in checkout.read("web/src/protocol/types.ts")


@pytest.mark.thorough
def test_a_fourth_game_is_played_in_a_browser(checkout: Checkout) -> None:
    checkout.generate()
    checkout.build_client()
    checkout.npx("vitest", "run", "src/i18n/texts.test.ts", "src/pages/room/newBots.test.ts")
    checkout.npx("vitest", "run", "--config", "e2e/vitest.config.ts", "e2e/eggs/eggs.e2e.ts")
