"""A house rule, really added: its field, the phase that reads it, its texts and its ruling."""

from __future__ import annotations

import pytest

from kuhstall.messages import LANGUAGES
from tests.additions.checkout import Checkout, assert_guided

RULES = "src/kuhstall/games/kuhhandel/house_rules.py"
BIDDING = "src/kuhstall/games/kuhhandel/phases/bidding.py"
REGISTER = "docs/rules/rulings.toml"
RULINGS = "docs/rules/RULINGS.md"
PROOF = "tests/games/kuhhandel/test_first_bid.py"

TEXTS = {
    "en": ("The first bid", "A high first bid makes auctions short.", "any", "50 or more"),
    "de": ("Das erste Gebot", "Ein hohes erstes Gebot spart Zeit.", "jedes", "mindestens 50"),
    "ru": ("Первая ставка", "Высокая первая ставка ускоряет торг.", "любая", "не меньше 50"),
    "nl": ("Het eerste bod", "Een hoog eerste bod maakt veilingen kort.", "elk", "minstens 50"),
}

ENTRY = """\
[[ruling]]
id = "D-99"
title = "The lowest first bid"
games = ["classic"]
options = ["first_bid"]

"""

TEST = '''\
"""The lowest first bid."""

from kuhstall.engine import Range
from tests.games.kuhhandel.scenes import scene


def test_d_99_the_first_bid_is_fifty_or_more() -> None:
    purses = ((10, 50, 100),) * 3
    for first_bid, lowest in (("any", 10), ("fifty", 50)):
        stage = scene(purses=purses, deck=("cow",), first_bid=first_bid).auction()
        [bids] = [one for one in stage.options(1) if isinstance(one, Range)]
        assert bids.low == lowest
'''


WRITTEN = (
    "tests/messages",
    "tests/reference/test_reference.py",
    "tests/server/test_protocol.py",
)
"""What is generated from options, or words them."""

TOLD = (
    "tests/games/kuhhandel/test_house_rules.py",
    "tests/games/kuhhandel/test_set_up.py",
    "tests/messages",
    "tests/pinned",
    "tests/playthroughs",
    "tests/reference/test_reference.py",
    "tests/replays",
    "tests/server/test_protocol.py",
    "tests/server/test_protocol_document.py",
    "tests/test_rulings.py",
)
"""What knows options by their names, is generated from them, or holds what was played before."""


def add_house_rule(checkout: Checkout) -> None:
    before = "    bluff_bids: "
    checkout.change(
        RULES,
        before,
        "    first_bid: Annotated[\n"
        '        Literal["any", "fifty"], HouseRule("auction", "auction", later=True)\n'
        f'    ] = "any"  # D-99\n{before}',
    )
    checkout.change(
        BIDDING,
        "        floor = STEP if high is None else high.amount + STEP\n",
        '        first = 50 if table.edition.rules.first_bid == "fifty" else STEP\n'
        "        floor = first if high is None else high.amount + STEP\n",
    )
    for language, (title, why, low, high) in TEXTS.items():
        checkout.insert_after(
            f"src/kuhstall/messages/{language}.json",
            '\n  "rule": {\n',
            f'    "first_bid": {{"title": "{title}", "why": "{why}",'
            f' "values": {{"any": "{low}", "fifty": "{high}"}}}},\n',
        )
    checkout.change(REGISTER, '[[ruling]]\nid = "D-02"', f'{ENTRY}[[ruling]]\nid = "D-02"')
    checkout.change(
        RULINGS,
        "**D-02 ",
        "**D-99 The lowest first bid.** Option `first_bid`: any (default) or 50.\n\n**D-02 ",
    )
    checkout.create(PROOF, TEST)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    added = Checkout(tmp_path_factory.mktemp("rule"))
    add_house_rule(added)
    return added


def test_a_house_rule_touches_four_files_and_the_texts_of_each_language(checkout: Checkout) -> None:
    print(f"a house rule: {len(checkout.changed)} files, and its test")
    for path in checkout.changed:
        print(f"  {path}")
    assert len([path for path in checkout.changed if "/messages/" not in path]) <= 4
    assert len(checkout.changed) <= 4 + len(LANGUAGES)
    assert_guided("A house rule", checkout.touched)


@pytest.mark.thorough
def test_a_house_rule_is_listed_worded_and_played(checkout: Checkout) -> None:
    checkout.generate()
    assert "first_bid" in checkout.read("docs/reference/options.md")
    listed = checkout.run("-m", "kuhstall.cli", "rules", "kuhhandel/2")
    assert "first_bid" in listed
    checkout.test(PROOF, *WRITTEN)


@pytest.mark.thorough
def test_a_house_rule_breaks_no_other_test(checkout: Checkout) -> None:
    checkout.generate()
    checkout.test(*TOLD)
