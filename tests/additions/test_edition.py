"""An edition, really added: data beside the others, its title, and what proves it."""

from __future__ import annotations

import pytest

from tests.additions.checkout import Checkout, assert_guided

EDITIONS = "src/kuhstall/games/kuhhandel/classic.py"
PLANS = "tests/replays/make.py"
COUNTS = "tests/games/test_perft.py"
KEYS = "tests/games/kuhhandel/test_set_up.py"
WRITTEN = ("web/src/games", "tests/data")
"""Where `fair_vectors` writes."""

EDITION = '''\
PLAIN: Final = replace(SECOND, key="kuhhandel/2-plain", rules=ClassicRules(scoring="sum"))
"""The second edition, for those who would rather add than multiply."""

CLASSIC: Final = (SECOND, RUSSIAN, FIRST, PLAIN)
'''

GAMES = """\
    Plan("kuhhandel/2-plain", "three_calls"),
    Plan("kuhhandel/2-plain", "no_bid", 5),
    Plan("kuhhandel/2-plain", "accepted", counters=20),
    Plan("kuhhandel/2-plain", "complete", 3),
"""

TEXTS = {
    "en": ("Kuhhandel, second edition, plain", "The points just add up."),
    "de": ("Kuhhandel, zweite Ausgabe, schlicht", "Die Punkte werden nur addiert."),
    "ru": ("Коровий торг, второе издание, просто", "Очки просто складываются."),
    "nl": ("Koehandel, tweede editie, eenvoudig", "De punten worden alleen opgeteld."),
}


def add_edition(checkout: Checkout) -> None:
    checkout.change(EDITIONS, "CLASSIC: Final = (SECOND, RUSSIAN, FIRST)\n", EDITION)
    for language, (title, why) in TEXTS.items():
        checkout.insert_after(
            f"src/kuhstall/messages/{language}.json",
            '\n  "edition": {\n',
            f'    "kuhhandel/2-plain": {{"title": "{title}", "why": "{why}"}},\n',
        )
    checkout.insert_after(PLANS, '    Plan(FIRST, "dove", 3),\n', GAMES)
    text = checkout.read(COUNTS)
    for line in text.splitlines():
        if line.startswith('    "kuhhandel/2": ['):
            checkout.insert_after(
                COUNTS, f"{line}\n", f"{line.replace('kuhhandel/2', 'kuhhandel/2-plain')}\n"
            )
    checkout.change(
        KEYS, '"kuhhandel/1", "master", ', '"kuhhandel/1", "kuhhandel/2-plain", "master", '
    )


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    added = Checkout(tmp_path_factory.mktemp("edition"))
    add_edition(added)
    return added


def test_an_edition_touches_what_the_guide_says(checkout: Checkout) -> None:
    print(f"an edition: {len(checkout.touched)} files")
    for path in checkout.touched:
        print(f"  {path}")
    assert_guided("An edition", checkout.touched)


@pytest.mark.thorough
def test_an_edition_is_data(checkout: Checkout) -> None:
    checkout.generate()
    checkout.run("-m", "tests.replays.make")
    checkout.rewrite("tests.server.fair_vectors", *WRITTEN)
    assert "kuhhandel/2-plain" in checkout.read("docs/reference/options.md")
    checkout.test(
        *("tests/replays", "tests/messages/test_narration.py", COUNTS, KEYS),
        *("tests/server/test_fair_vectors.py", "tests/reference/test_reference.py"),
        *("-k", "plain or edition or vectors or every_plan or every_branch or make_reference"),
    )
