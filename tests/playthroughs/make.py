"""`python -m tests.playthroughs.make` rewrites the playthroughs.

A playthrough shows a short game step by step: each event as every viewer hears it, then what has
changed in every view, and the options of every seat. A leak or a changed rule shows in a diff.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine import (
    CLOCK,
    Action,
    Choice,
    Event,
    Match,
    Option,
    Pick,
    Placement,
    Range,
    SeededChance,
    Spot,
    Viewer,
)
from kuhstall.games.kuhfstein.edition import Edition as KuhfsteinEdition
from kuhstall.games.kuhhandel.cards import PEDIGREE_OF, QUARTET, RAT, Animal, Card
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.registry import find

HERE: Final = Path(__file__).parent


class Script(Struct, frozen=True):
    """A short game: an edition with fewer kinds, house rules, and a seed."""

    edition: str
    name: str
    seed: int
    seats: int = 3
    kinds: tuple[Animal, ...] = ("rooster", "donkey")
    rules: dict[str, Any] = {}

    @property
    def path(self) -> Path:
        return HERE / self.edition / f"{self.name}.txt"


SECOND, RUSSIAN, FIRST = "kuhhandel/2", "kuhhandel/2-ru", "kuhhandel/1"
MASTER, ENGLISH, LAND = "master", "master-en", "kuhfstein"

SCRIPTS: Final = (
    Script(SECOND, "open", 1),
    Script(SECOND, "auctioneer", 2, rules={"gavel": "auctioneer", "self_raise": False}),
    Script(SECOND, "turns", 3, seats=4, rules={"auction_mode": "turns"}),
    Script(SECOND, "sealed", 8, seats=4, rules={"auction_mode": "sealed"}),
    Script(RUSSIAN, "open", 4),
    Script(RUSSIAN, "turns", 5, seats=4, rules={"auction_mode": "turns", "overbid": "restart_all"}),
    Script(FIRST, "open", 25, kinds=("cat", "dog")),
    Script(FIRST, "turns", 7, seats=5, rules={"auction_mode": "turns", "scoring": "multiply"}),
    Script(MASTER, "realtime", 63, rules={"rat_cover": "player"}),
    Script(MASTER, "reflex", 102, rules={"slap": "reflex", "hand_counts": "hidden"}),
    Script(
        MASTER,
        "stepwise",
        28,
        seats=4,
        rules={"auction_mode": "turns", "pedigree_mode": "stepwise", "super_kuhhandel": True},
    ),
    Script(
        MASTER,
        "sealed",
        95,
        rules={"auction_mode": "turns", "pedigree_mode": "sealed", "hand_counts": "hidden"},
    ),
    Script(
        MASTER,
        "envelopes",
        12,
        rules={"auction_mode": "sealed", "pedigree_mode": "envelopes", "rat_mode": "envelopes"},
    ),
    Script(MASTER, "two", 110, seats=2, rules={"super_kuhhandel": True}),
    Script(ENGLISH, "two", 102, seats=2, rules={"kassensturz": True, "peek_next_back": False}),
    Script(LAND, "printed", 56, seats=2, kinds=(), rules={"bonus_positions": (4, 9, 14, 19)}),
    Script(
        LAND,
        "variants",
        42,
        seats=3,
        kinds=(),
        rules={
            "bonus_layout": "random",
            "bonus_positions": (4, 9, 14, 19),
            "start_card": "choose",
            "final_tile": "player",
            "bonus_optional": True,
            "allow_pass": True,
        },
    ),
)


def played(script: Script) -> Iterator[str]:
    """Play a script, and tell it line by line."""
    edition = made_short(find(script.edition), script).with_rules(script.rules)
    match = Match(edition, script.seats, SeededChance(f"play {script.seed}".encode()))
    driver = SeededChance(f"driver {script.seed}".encode())
    few = ", ".join(script.kinds) or "few tiles and cards"
    yield f"# {script.edition} with {few}, {script.seats} seats"
    yield f"# {msgspec.json.encode(script.rules).decode()}"
    teller = Teller(match)
    yield from teller.step("the deal")
    while match.actors:
        actor = match.actors[driver.below("actor", len(match.actors))]
        if actor == CLOCK and match.table.phase.sealed:
            match.close()
            yield from teller.step("the clock ends the step")
            continue
        action = chosen(match.options(actor), driver)
        match.play(actor, action)
        yield from teller.step(f"{'clock' if actor == CLOCK else actor} {brief(action)}")


def made_short(edition: Any, script: Script) -> Any:
    """Take most of the cards or tiles out, so that the game is short enough to read."""
    if not isinstance(edition, KuhfsteinEdition):
        return replace(edition, deck=reduced(edition, script.kinds))
    hay = [card for card in edition.cards if "hay" in card.terrains]
    few = edition.with_cards(tuple(hay[:12]))
    tiles = {"hay": 11, "meadow": 5, "wood": 5, "lake": 4, "house": 4}
    return replace(few, tiles=tiles, threshold=24)


def reduced(edition: Edition, kinds: tuple[Animal, ...]) -> tuple[Card, ...]:
    """Return a deck of few kinds, with their pedigrees and the rats where there are any."""
    others = [card for card in edition.deck if card == RAT or PEDIGREE_OF.get(card) in kinds]
    return (*kinds * QUARTET, *others)


def chosen(options: tuple[Option, ...], driver: SeededChance) -> Action:
    """Choose with some sense, and without the options' own draws, which may be made faster."""
    option = options[driver.below("option", len(options))]
    if isinstance(option, Range) and not driver.below("hurry", 3):
        option = options[0]
    match option:
        case Choice(actions):
            return actions[driver.below("choice", len(actions))]
        case Range(low=low, high=high, step=step):
            bluff = not driver.below("bluff", 4)
            steps = (high - low) // step + 1
            return option.fill(
                low + step * driver.below("raise", steps if bluff else min(steps, 3))
            )
        case Pick():
            return picked(option, driver)
        case Placement(pieces=pieces, spots=spots):
            trees = [spot for spot in spots if spot.also is not None] or spots
            piece = pieces[driver.below("piece", len(pieces))]
            return option.fill(piece, trees[driver.below("spot", len(trees))])
    raise TypeError(option)


def picked(option: Pick, driver: SeededChance) -> Action:
    for _ in range(20):
        action = option.fill([card for card in option.pool if driver.below("card", 2)])
        if option.admits(action):
            return action
    return min(option.expand(), key=lambda action: (sum(action.cards), action.cards))  # type: ignore[attr-defined]


class Teller:
    """Tells what every viewer learns from a step."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.viewers: tuple[Viewer, ...] = (*range(match.seats), None)
        self.told = 0
        self.views: dict[Viewer, dict[str, str]] = {viewer: {} for viewer in self.viewers}

    def step(self, title: str) -> Iterator[str]:
        yield ""
        yield f"== {title}"
        for place in range(self.told, len(self.match.log)):
            yield from self.event(place)
        self.told = len(self.match.log)
        changes: dict[str, list[str]] = {}
        for viewer in self.viewers:
            changes.setdefault(self.changes(viewer), []).append(name(viewer))
        for words, who in changes.items():
            yield f"view    {' '.join(who)}: {words}"
        yield from self.options()

    def event(self, place: int) -> Iterator[str]:
        """Tell an event once, and again for viewers who hear something else."""
        whole = self.match.log[place]
        yield f"event   {brief(whole)}"
        heard: dict[str, list[str]] = {}
        for viewer in self.viewers:
            heard.setdefault(brief(self.match.heard(viewer)[place]), []).append(name(viewer))
        if heard.keys() != {brief(whole)}:
            for words, who in heard.items():
                yield f"heard   {' '.join(who)}: {words}"

    def changes(self, viewer: Viewer) -> str:
        """Tell what is new in a view. What a phase no longer has goes without saying."""
        now = dict(flat(msgspec.to_builtins(self.match.view(viewer))))
        before = self.views[viewer]
        self.views[viewer] = now
        changed = [f"{key}={value}" for key, value in now.items() if before.get(key) != value]
        return " ".join(changed)

    def options(self) -> Iterator[str]:
        for actor in (*range(self.match.seats), CLOCK):
            options = self.match.options(actor)
            if options:
                who = "clock" if actor == CLOCK else str(actor)
                yield f"may     {who}: {' | '.join(map(offered, options))}"


def name(viewer: Viewer) -> str:
    return "S" if viewer is None else str(viewer)


def brief(value: Action | Event, *left_out: str) -> str:
    """Write an action or an event as words: its tag, then its fields."""
    fields = msgspec.to_builtins(value)
    tag = fields.pop("type")
    if tag == "table_opened":
        return f"{tag} {fields['edition']} v{fields['version']} seats={fields['seats']}"
    words = (f"{key}={compact(key, field)}" for key, field in fields.items() if key not in left_out)
    return " ".join((tag, *words))


def offered(option: Option) -> str:
    match option:
        case Choice(actions):
            return " / ".join(map(brief, actions))
        case Range(action, field, low, high, step):
            return f"{brief(action, field)} {field}={low}..{high} by {step}"
        case Pick(action, field, pool):
            bounds = msgspec.to_builtins(option).items()
            words = [f"{key}={value}" for key, value in list(bounds)[4:] if value]
            return " ".join((brief(action, field), f"{field} of {multiset(pool)}", *words))
        case Placement(action, piece, spot, pieces, spots):
            places = " ".join(map(where, spots))
            return f"{brief(action, piece, spot)} {piece} of {list(pieces)} {spot} of {places}"
    raise TypeError(option)


def where(spot: Spot) -> str:
    """Write a spot as briefly as possible: row, column, quarter turns, and a tree's square."""
    turned = f"/{spot.turn}" if spot.turn else ""
    tree = "" if spot.also is None else f"+tree({spot.also[0]},{spot.also[1]})"
    return f"{spot.row},{spot.column}{turned}{tree}"


MONEY: Final = {
    *("purse", "bank", "cards", "offer", "counter", "to_challenger", "to_challenged", "laid"),
}


def compact(key: str, value: Any) -> str:
    """Write a value as briefly as can be read."""
    if (
        isinstance(value, tuple | list)
        and value
        and isinstance(value[0], dict)
        and "id" in value[0]
    ):
        return "[" + " ".join(f"{face['card']}:{face['id']}" for face in value) + "]"
    if isinstance(value, tuple | list) and key in MONEY:
        return multiset(value)
    if isinstance(value, tuple | list) and key == "payable":
        return f"{len(value)}-sums-to-{value[-1]}"
    return msgspec.json.encode(value).decode().replace('"', "")


def multiset(cards: Sequence[int]) -> str:
    counted = (f"{number}x{card}" for card, number in sorted(Counter(cards).items()))
    return f"[{' '.join(counted)}]"


def flat(view: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Take a view apart into short named pieces. House rules do not change: they are left out."""
    for key, value in view.items():
        if key == "seats":
            for seat, place in enumerate(value):
                for field, content in place.items():
                    yield f"{seat}.{field}", compact(field, content)
        elif key == "phase":
            for field, content in value.items():
                yield field, compact(field, content)
        elif key != "rules":
            yield key, compact(key, value)


def text(script: Script) -> str:
    return "\n".join(line.rstrip() for line in played(script)) + "\n"


def main() -> None:
    for script in SCRIPTS:
        script.path.parent.mkdir(parents=True, exist_ok=True)
        script.path.write_text(text(script), encoding="utf-8")
        print(script.path.relative_to(HERE))


if __name__ == "__main__":
    main()
