"""`python -m tests.replays.make` plays the golden games that are not there yet.

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
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.ended import Ended
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.kuhhandel.phases.turn import Turn
from kuhstall.games.registry import find, opened, read_log, write_log
from tests.replays.branches import BRANCHES

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

    @property
    def path(self) -> Path:
        return HERE / self.edition / f"{self.branch}.json"


SECOND, RUSSIAN, FIRST = "kuhhandel/2", "kuhhandel/2-ru", "kuhhandel/1"

PLANS: Final = (
    Plan(SECOND, "three_calls"),
    Plan(SECOND, "no_bid", 5),
    Plan(SECOND, "all_passed", 3),
    Plan(SECOND, "gavel_of_the_auctioneer", rules={"gavel": "auctioneer"}),
    Plan(SECOND, "turns", rules={"auction_mode": "turns"}),
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
    Plan(RUSSIAN, "hidden_count", trades=50),
    Plan(RUSSIAN, "complete", 3),
    Plan(FIRST, "winner_pays", 3, trades=50),
    Plan(FIRST, "won_by_the_challenger", 3, trades=50),
    Plan(FIRST, "won_by_the_challenged", 5, trades=50),
    Plan(FIRST, "zero_return", 3, trades=50),
    Plan(FIRST, "dove", 3),
)


class Driver:
    """Plays all seats, at random but not without sense. It may look at the whole table."""

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
    name = f"{plan.edition} {plan.branch} {seed}"
    match = Match(edition, plan.seats, SeededChance(name.encode()))
    driver = Driver(plan, SeededChance(f"driver {name}".encode()))
    while match.actors:
        actor = driver.actor(match)
        match.play(actor, driver.action(match, actor))
    return match.log


def search(plan: Plan) -> list[Event]:
    for seed in range(SEEDS):
        log = played(plan, seed)
        if BRANCHES[plan.branch](log):
            return log
    raise LookupError(f"{plan.path}: no such game in {SEEDS}")


# --- what is kept beside a game ----------------------------------------------------------------


def state(table: KuhTable) -> bytes:
    """All that a log must lead to, in words that do not depend on how the code stores it."""
    world = table.world
    return msgspec.json.encode(
        [
            [list(purse) for purse in world.purses],
            [list(herd) for herd in world.herds],
            list(world.deck),
            list(world.bank),
            [world.donkeys, world.dove, world.idle, table.moment],
            type(table.phase).__name__,
        ]
    )


def summary(log: Sequence[Event]) -> dict[str, Any]:
    """Fold a log, and tell how it ends and, as a digest, the whole way there."""
    table = opened(log[0])  # type: ignore[arg-type]
    digest = sha256(state(table))
    for event in log[1:]:
        table = table.phase.evolve(table, event)
        digest.update(state(table))
    ended = table.phase
    assert isinstance(ended, Ended)
    return {
        "events": len(log),
        "reason": ended.reason,
        "scores": [score.total for score in ended.scores],
        "winners": list(ended.winners),
        "quartets": [list(score.quartets) for score in ended.scores],
        "purses": [list(purse) for purse in table.world.purses],
        "moment": table.moment,
        "way": digest.hexdigest(),
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
