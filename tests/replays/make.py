"""`python -m tests.replays.make` plays the golden games that do not exist yet.

Each is the first game, by seed, that goes through the branch it is named after. A file that exists
is never written again: stored games are promises to those who have stored theirs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from kuhstall.engine import (
    CLOCK,
    Action,
    Actor,
    Chance,
    Event,
    Match,
    Pick,
    Range,
    SeededChance,
    sample,
)
from kuhstall.games.kuhhandel.actions import (
    Accept,
    BuyOut,
    ChallengeTrade,
    Counter,
    Pass,
    Sell,
)
from kuhstall.games.kuhhandel.cards import ANIMALS, RATS
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.master.house_rules import MasterRules
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.ended import Ended
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.kuhhandel.phases.turn import Turn
from kuhstall.games.registry import find, opened, read_log, write_log
from tests.replays import kuhfstein
from tests.replays.branches import branches

HERE: Final = Path(__file__).parent
SEEDS: Final = 2000


class Plan(Struct, frozen=True):
    """A golden game: where it is stored, its rules, and how it is played (in per cent)."""

    edition: str
    branch: str
    seats: int = 4
    rules: dict[str, Any] = {}
    bluffs: int = 2
    trades: int = 30
    counters: int = 60
    ties: int = 0
    slaps: int = 25
    style: str = "points"
    backs: int = 3
    few_cards: bool = False

    @property
    def path(self) -> Path:
        return HERE / self.edition / f"{self.branch}.json"


SECOND, RUSSIAN, FIRST = "kuhhandel/2", "kuhhandel/2-ru", "kuhhandel/1"
MASTER, ENGLISH, KUHFSTEIN = "master", "master-en", "kuhfstein"
SOON = {"bonus_positions": (4, 9, 20, 30)}
HIDDEN = {"hand_counts": "hidden"}
SUPER = {"super_kuhhandel": True}
SEALED = {"auction_mode": "sealed"}
ONCE = SEALED | {"pedigree_mode": "envelopes", "rat_mode": "envelopes"}

PLANS: Final = (
    Plan(SECOND, "three_calls"),
    Plan(SECOND, "no_bid", 5),
    Plan(SECOND, "all_passed", 3),
    Plan(SECOND, "gavel_of_the_auctioneer", rules={"gavel": "auctioneer"}),
    Plan(SECOND, "turns", rules={"auction_mode": "turns"}),
    Plan(SECOND, "envelopes", 4, SEALED, slaps=80),
    Plan(SECOND, "no_envelope", 3, SEALED, slaps=30),
    Plan(SECOND, "envelope_of_the_auctioneer", 4, SEALED, slaps=80),
    Plan(SECOND, "envelopes_again", 5, SEALED, slaps=80),
    Plan(SECOND, "auction_planned", 3, SEALED, slaps=90),
    Plan(SECOND, "at_the_cap", 3, bluffs=60),
    Plan(SECOND, "buy_out", 5),
    Plan(SECOND, "overpaid", rules={"overpay": "irredundant", "payment_visibility": "public"}),
    Plan(SECOND, "restart_excluded", bluffs=30),
    Plan(SECOND, "restart_all", rules={"overbid": "restart_all"}, bluffs=30),
    Plan(SECOND, "nobody_left", 3, bluffs=60),
    Plan(SECOND, "exposed_in_turns", rules={"auction_mode": "turns"}, bluffs=30),
    Plan(SECOND, "accepted", counters=20),
    Plan(SECOND, "exchange", 3, trades=50),
    Plan(SECOND, "tie", 3, ties=60, trades=50),
    Plan(SECOND, "second_tie", ties=90, trades=50, counters=90),
    Plan(SECOND, "pairs", 3, trades=50),
    Plan(SECOND, "all_returned", 3, {"trade_money": "all_returned"}, trades=50),
    Plan(SECOND, "forced_trades"),
    Plan(SECOND, "skipped", 5),
    Plan(SECOND, "forced_auction", 5, {"no_progress_limit": 2}, trades=70),
    Plan(SECOND, "no_progress", 5, {"no_progress_limit": 3}),
    Plan(RUSSIAN, "continue_excluded", bluffs=30),
    Plan(RUSSIAN, "two_bluffers", 5, bluffs=40),
    Plan(RUSSIAN, "next_envelope", 5, SEALED, slaps=90),
    Plan(RUSSIAN, "hidden_count", trades=50),
    Plan(RUSSIAN, "complete", 3),
    Plan(FIRST, "winner_pays", 3, trades=50),
    Plan(FIRST, "won_by_the_challenger", 3, trades=50),
    Plan(FIRST, "won_by_the_challenged", 5, trades=50),
    Plan(FIRST, "zero_return", 3, trades=50),
    Plan(FIRST, "dove", 3),
    Plan(MASTER, "pedigree_slapped", 3),
    Plan(MASTER, "pedigree_bought_out", 4),
    Plan(MASTER, "pedigree_free", 3, slaps=3),
    Plan(MASTER, "nobody_can_slap", 3, slaps=60, counters=90),
    Plan(MASTER, "slap_exposed", 3, HIDDEN, slaps=50),
    Plan(MASTER, "slapper_excluded", 3, HIDDEN | {"overbid": "restart_excluded"}, slaps=50),
    Plan(MASTER, "countdown_continued", 3, HIDDEN | {"overbid": "continue_excluded"}, slaps=50),
    Plan(
        MASTER,
        "nobody_left_to_slap",
        3,
        HIDDEN | {"overbid": "restart_excluded", "pedigree_mode": "sealed"},
        slaps=90,
    ),
    Plan(MASTER, "plan_fired", 3, slaps=10),
    Plan(MASTER, "plan_changed", 3, slaps=10),
    Plan(MASTER, "plan_taken_back", 3, slaps=10),
    Plan(MASTER, "rivals", 5, slaps=60),
    Plan(MASTER, "rivals_in_seat_order", 4, {"slap_tie": "seat_order"}, slaps=60),
    Plan(MASTER, "stepwise", 3, {"pedigree_mode": "stepwise", "auction_mode": "turns"}),
    Plan(MASTER, "sealed_numbers", 4, {"pedigree_mode": "sealed", "auction_mode": "turns"}),
    Plan(
        MASTER,
        "envelopes_with_limits",
        4,
        SEALED | {"pedigree_mode": "sealed", "envelope_tie": "seat_order"},
        slaps=80,
    ),
    Plan(MASTER, "counts_in_envelopes", 4, ONCE, slaps=60),
    Plan(MASTER, "pedigree_kept_by_envelope", 3, ONCE | {"slap_tie": "seat_order"}, slaps=60),
    Plan(MASTER, "counts_again", 5, ONCE | HIDDEN, slaps=80),
    Plan(MASTER, "next_count", 5, ONCE | HIDDEN | {"overbid": "continue_excluded"}, slaps=80),
    Plan(MASTER, "rat_by_envelopes", 6, ONCE, slaps=90),
    Plan(MASTER, "reflex", 4, {"slap": "reflex"}, slaps=60),
    Plan(MASTER, "rat_passed_on", 3),
    Plan(MASTER, "rat_chain", 3),
    Plan(MASTER, "rat_last_card", 3),
    Plan(MASTER, "rat_ends_the_turn", 3, {"after_rat": "turn_ends"}),
    Plan(MASTER, "rat_trade", 4, trades=50),
    Plan(MASTER, "rat_trade_accepted", 5, trades=50),
    Plan(MASTER, "rat_pairs", 3, trades=50),
    Plan(MASTER, "rat_second_tie", 3, trades=50, ties=90, counters=90),
    Plan(MASTER, "division", 2),
    Plan(MASTER, "division_money", 2, {"peek_next_back": False}),
    Plan(MASTER, "division_donkey", 2),
    Plan(MASTER, "division_donkey_off", 2, {"division_donkey": "off"}),
    Plan(MASTER, "six_seats", 6),
    Plan(MASTER, "super", 3, SUPER, trades=50),
    Plan(MASTER, "super_division", 2, SUPER, trades=50),
    Plan(MASTER, "kassensturz", 3, {"kassensturz": True}),
    Plan(MASTER, "covered", 3),
    Plan(MASTER, "cover_by_player", 3, {"rat_cover": "player"}),
    Plan(MASTER, "rats_with_nothing_to_cover", 5),
    Plan(MASTER, "no_progress", 5, {"no_progress_limit": 3}),
    Plan(ENGLISH, "no_bluff_cards", 2),
    Plan(ENGLISH, "complete", 3),
    Plan(ENGLISH, "super_declined", 3, SUPER, trades=50),
    Plan(ENGLISH, "cover_by_player", 4, {"rat_cover": "player", "kassensturz": True}),
    Plan(KUHFSTEIN, "two_seats", 2),
    Plan(KUHFSTEIN, "three_seats", 3),
    Plan(KUHFSTEIN, "four_seats", 4),
    Plan(KUHFSTEIN, "start_card_chosen", 4, {"start_card": "choose"}),
    Plan(KUHFSTEIN, "random_layout", 2, {"bonus_layout": "random"}),
    Plan(KUHFSTEIN, "other_cards", 2, few_cards=True),
    Plan(KUHFSTEIN, "tree", 2, {"house_surround": "all8"}),
    Plan(KUHFSTEIN, "card_played", 2, {"bonus_positions": (10, 30, 40, 65)}),
    Plan(KUHFSTEIN, "herd_taken", 2),
    Plan(KUHFSTEIN, "passed_action", 2, {"allow_pass": True, "early_end": "finish_round"}),
    Plan(KUHFSTEIN, "tiles_exchanged", 3),
    Plan(KUHFSTEIN, "tiles_exchanged_again", 3),
    Plan(KUHFSTEIN, "cards_exchanged", 2),
    Plan(KUHFSTEIN, "exchange_was_shuffled", 2, few_cards=True),
    Plan(KUHFSTEIN, "tiles_exchange_was_shuffled", 4, style="tiles"),
    Plan(KUHFSTEIN, "bonus_cow", 2),
    Plan(KUHFSTEIN, "bonus_extra_action", 2, SOON),
    Plan(KUHFSTEIN, "bonus_place_tile", 2, SOON | {"bonus_layout": "random"}),
    Plan(KUHFSTEIN, "bonus_take_card", 2, SOON | {"bonus_layout": "random"}),
    Plan(KUHFSTEIN, "bonus_all_cows_back", 2, SOON),
    Plan(
        KUHFSTEIN,
        "bonus_lost",
        2,
        {"bonus_layout": "random", "extra_final_round": True},
        few_cards=True,
    ),
    Plan(KUHFSTEIN, "bonus_declined", 2, SOON | {"bonus_optional": True}),
    Plan(KUHFSTEIN, "bonuses_in_a_row", 2, {"bonus_positions": (8, 9, 10, 11)}),
    Plan(KUHFSTEIN, "bonus_in_a_bonus", 2, SOON),
    Plan(KUHFSTEIN, "taken_back", 2, backs=20),
    Plan(KUHFSTEIN, "taken_back_twice", 2, backs=30),
    Plan(KUHFSTEIN, "card_taken_back", 2, backs=20),
    Plan(KUHFSTEIN, "bonus_taken_back", 2, SOON, backs=20),
    Plan(KUHFSTEIN, "tiles_shuffled", 4, style="tiles"),
    Plan(KUHFSTEIN, "pile_shuffled", 3, few_cards=True),
    Plan(KUHFSTEIN, "reached", 2),
    Plan(KUHFSTEIN, "out_of_tiles", 4, style="tiles"),
    Plan(KUHFSTEIN, "idle", 3, {"allow_pass": True}, style="pass"),
    Plan(KUHFSTEIN, "last_round", 2),
    Plan(KUHFSTEIN, "last_seat_reached_it", 2),
    Plan(KUHFSTEIN, "one_more_round", 2, {"extra_final_round": True}),
    Plan(
        KUHFSTEIN, "round_finished_without_tiles", 3, {"early_end": "finish_round"}, style="tiles"
    ),
    Plan(KUHFSTEIN, "goals_chosen", 2, {"final_tile": "player"}),
    Plan(
        KUHFSTEIN, "shared_victory", 2, {"allow_pass": True, "final_tile": "player"}, style="pass"
    ),
    Plan(KUHFSTEIN, "tie_broken_by_tiles", 2),
)


class Driver:
    """Plays all seats, at random but with some sense. It may look at the whole table."""

    def __init__(self, plan: Plan, chance: Chance) -> None:
        self.plan = plan
        self.chance = chance

    def may(self, percent: int) -> bool:
        return self.chance.below("driver", 100) < percent

    def actor(self, match: Match) -> Actor:
        actors = match.actors
        if CLOCK in actors and self.may(45):
            return CLOCK
        return actors[self.chance.below("driver", len(actors))]

    def step(self, match: Match) -> None:
        """Let some seats hand something in, then close the sealed step for the others."""
        moment = match.table.moment
        for seat in match.actors:
            if seat != CLOCK and self.may(self.plan.slaps):
                match.play(seat, sample(match.options(seat), self.chance))
        if match.table.moment == moment:
            match.close()

    def action(self, match: Match, actor: Actor) -> Action:
        table, options = match.table, match.options(actor)
        phase = table.phase
        legal = [action for option in options for action in self.some(option)]
        if isinstance(phase, Turn):
            trades = [action for action in legal if isinstance(action, ChallengeTrade)]
            if trades and (len(trades) == len(legal) or self.may(self.plan.trades)):
                return trades[self.chance.below("driver", len(trades))]
            return legal[0]
        if isinstance(phase, Bidding) and len(options) > 1:
            return self.bid(table, options[1]) if self.may(40) else Pass()
        if isinstance(phase, Preemption):
            return BuyOut() if BuyOut() in legal and self.may(30) else Sell()
        if isinstance(phase, Responding):
            return self.answer(phase, options)
        return sample(options, self.chance)

    def some(self, option: Any) -> Iterator[Action]:
        if not isinstance(option, Range | Pick):
            yield from option.expand()

    def bid(self, table: KuhTable, option: Any) -> Action:
        assert isinstance(option, Range)
        if self.may(self.plan.bluffs):
            return option.fill(option.high) if self.may(50) else option.sample(self.chance)
        more = 10 * self.chance.below("driver", 3)
        return option.fill(min(option.low + more, option.high))

    def answer(self, phase: Responding, options: Sequence[Any]) -> Action:
        if len(options) == 1 or not self.may(self.plan.counters):
            return Accept()
        counters = options[1:]
        if self.may(self.plan.ties):
            for option in counters:
                for action in option.expand():
                    if isinstance(action, Counter) and sum(action.cards) == sum(phase.offer):
                        return action
        drawn: Action = sample(counters, self.chance)
        return drawn


def played(plan: Plan, seed: int) -> list[Event]:
    """Play one whole game."""
    edition = find(plan.edition).with_rules(plan.rules)
    if plan.few_cards:
        edition = kuhfstein.with_few_cards(edition)
    name = f"{plan.edition} {plan.branch} {seed}"
    match = Match(edition, plan.seats, SeededChance(name.encode()))
    chance = SeededChance(f"driver {name}".encode())
    if plan.edition == KUHFSTEIN:
        return played_kuhfstein(match, kuhfstein.KuhfsteinDriver(plan.style, plan.backs, chance))
    driver = Driver(plan, chance)
    while match.actors:
        if match.table.phase.sealed:
            driver.step(match)
            continue
        actor = driver.actor(match)
        match.play(actor, driver.action(match, actor))
    return match.log


def played_kuhfstein(match: Match, driver: kuhfstein.KuhfsteinDriver) -> list[Event]:
    while actors := match.actors:
        match.play(actors[0], driver.action(match, actors[0]))
    return match.log


def search(plan: Plan) -> list[Event]:
    for seed in range(SEEDS):
        log = played(plan, seed)
        if plan.branch in branches(log):
            return log
    raise LookupError(f"{plan.path}: no such game in {SEEDS}")


# --- what is kept beside a game ----------------------------------------------------------------


def state(table: Any) -> bytes:
    """All that a log must lead to, in words that do not depend on how the code stores it."""
    return kuhfstein.state(table) if table.edition.key == KUHFSTEIN else _state(table)


def _state(table: KuhTable) -> bytes:
    world = table.world
    parts: list[Any] = [
        [list(purse) for purse in world.purses],
        [list(herd[: len(ANIMALS)]) for herd in world.herds],
        list(world.deck),
        list(world.bank),
        [world.donkeys, world.dove, world.idle, table.moment],
        type(table.phase).__name__,
    ]
    if isinstance(table.edition.rules, MasterRules):
        rats = [herd[RATS] for herd in world.herds]
        parts.append([rats, [list(pedigrees) for pedigrees in world.pedigrees], world.covered])
    return msgspec.json.encode(parts)


def summary(log: Sequence[Event]) -> dict[str, Any]:
    """Fold a log, and return how it ends and a digest of the whole way there."""
    table = opened(log[0])  # type: ignore[arg-type]
    digest = sha256(state(table))
    for event in log[1:]:
        table = table.phase.evolve(table, event)
        digest.update(state(table))
    told = kuhfstein.outcome(table) if table.edition.key == KUHFSTEIN else _outcome(table)
    return {"events": len(log), **told, "way": digest.hexdigest()}


def _outcome(table: KuhTable) -> dict[str, Any]:
    ended = table.phase
    assert isinstance(ended, Ended)
    return {
        "reason": ended.reason,
        "scores": [score.total for score in ended.scores],
        "winners": list(ended.winners),
        "quartets": [list(score.quartets) for score in ended.scores],
        "purses": [list(purse) for purse in table.world.purses],
        "moment": table.moment,
    }


def stored_summary(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))


def main() -> None:
    for plan in PLANS:
        if plan.path.exists():
            continue
        log = search(plan)
        plan.path.parent.mkdir(parents=True, exist_ok=True)
        plan.path.write_bytes(write_log(log))
        told = summary(read_log(plan.path.read_bytes()))
        lines = (
            f"{name} = {msgspec.json.encode(value).decode()}\n" for name, value in told.items()
        )
        plan.path.with_suffix(".toml").write_text("".join(lines), encoding="utf-8")
        print(f"{plan.path.relative_to(HERE)}: {len(log)} events")


if __name__ == "__main__":
    main()
