"""Twin worlds: what a viewer observes depends on nothing that the viewer may not know.

Two games run in lock-step. All that the viewer is entitled to know is equal in both, the rest
is not; then views, events, options, answers and log lines must be equal byte for byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from kuhstall.engine.values import TableOpened
from kuhstall.games.kuhfstein.events import AnyEvent as KuhfsteinEvent
from kuhstall.games.kuhhandel.master.events import MasterEvent
from tests.games.twin import (
    actions,
    kuhfstein_leaks,
    master_actions,
    master_envelope_leaks,
    master_sights,
    sealed_leaks,
    sights,
)
from tests.games.twin.kuhfstein import KuhfsteinTwins
from tests.games.twin.lockstep import Case, Leak, Twins
from tests.games.twin.master import MasterTwins
from tests.games.twin.mutant import KUHFSTEIN_MUTANTS, MASTER_MUTANTS, MUTANTS, REAL
from tests.games.twin.subject import Subject

CASES = 2_400
CHUNKS = 8
IN_CI = 1  # 300 cases of each game; the rest by `make thorough`
ENOUGH_TO_KILL = 2_000
FLOOR = 0.01

SEEN = [
    "TurnBegan",
    "AuctionBegan",
    "LotRevealed",
    "BidPlaced",
    "Passed",
    "CalledOut",
    "GavelFell",
    "EnvelopesAsked",
    "EnvelopesOpened",
    "LotSold",
    "BoughtOut",
    "Exposed",
    "BiddingReopened",
    "Paid",
    "LotTaken",
    "TradeBegan",
    "OfferMade",
    "CounterMade",
    "TradeSettled",
    "GameEnded",
]
# Importing them registers their leaks.
MUTANT_FILES = (
    *(sights, actions, sealed_leaks, master_sights, master_actions, master_envelope_leaks),
    kuhfstein_leaks,
)
ENVELOPES = (
    *("envelopes apart", "winner apart", "bought out unseen", "exposed by envelope"),
    "planned ahead",
)
BRANCHES = [
    *("nothing in envelopes", "next envelope", *ENVELOPES),
    *("accepted", "tie", "second bout", "two for two", "deck empty", "open bidding"),
    *(f"donkey {number}" for number in range(1, 5)),
]
MASTER_SEEN = [*SEEN, *(kind.__name__ for kind in MasterEvent.__args__)]
MASTER_BRANCHES = [
    *ENVELOPES,
    *("accepted", "tie", "second bout", "two for two", "deck empty", "open bidding"),
    *(f"countdown {mode}" for mode in ("realtime", "stepwise", "sealed")),
    *("slap lottery", "slap reflex", "several slapped", "countdown with hidden counts"),
    *("plans apart", "slap times apart", "losing numbers apart"),
    *("rat and money", "pots apart", "laid by others", "viewer took a pot"),
    *("counts apart", "pedigree kept unseen", "exposed by a count"),
    *("passes apart", "rat by envelopes, with money"),
    *("money taken", "donkey in a division", "backs apart"),
]

KUHFSTEIN_SEEN = [kind.__name__ for kind in KuhfsteinEvent.__args__ if kind is not TableOpened]
KUHFSTEIN_BRANCHES = [
    *("hands apart", "goals apart", "tiles apart", "pile apart", "kept apart"),
    *("hidden card played", "taken back", "bonus", "sealed goals", "nobody's view", "own turn"),
    *("tiles shuffled", "pile shuffled", "shuffled in an exchange"),
]


def _run(seed: int, subject: Subject, kind: type[Twins] = Twins) -> Case:
    return kind(seed, subject).run()


def _told(seed: int, leak: Leak) -> str:
    return f"seed {seed}, step {leak.step}, {leak.what}:\n{leak.one!r}\n{leak.other!r}"


def _compared(
    kind: type[Twins], seeds: range, floors: list[str], record: Callable[[str, object], None]
) -> None:
    """Run cases; none may leak, and every branch must be seen often enough."""
    count = len(seeds)
    seen: Counter[str] = Counter()
    divergences = steps = probes = 0
    for seed in seeds:
        case = _run(seed, REAL, kind)
        assert case.leak is None, _told(seed, case.leak)
        seen.update(what for what, times in case.events.items() if times)
        divergences += case.divergences
        steps += case.steps
        probes += case.probes
    missing = [what for what in floors if seen[what] < FLOOR * count]
    assert not missing, f"hardly seen: {[(what, seen[what]) for what in missing]}"
    assert divergences >= 3 * count, "the worlds hardly differ: the test is empty"
    record("twin_cases", count)
    record("twin_steps", steps)
    record("twin_divergences", divergences)
    record("twin_probes", probes)
    record("twin_event_types", sorted(what for what in floors if what[0].isupper()))


every_chunk = pytest.mark.parametrize(
    "chunk",
    [*range(IN_CI), *(pytest.param(n, marks=pytest.mark.thorough) for n in range(IN_CI, CHUNKS))],
)


def _chunk(chunk: int) -> range:
    count = CASES // CHUNKS
    return range(chunk * count, (chunk + 1) * count)


@pytest.mark.slow
@every_chunk
def test_twin_worlds_look_the_same(
    chunk: int, record_property: Callable[[str, object], None]
) -> None:
    _compared(Twins, _chunk(chunk), [*SEEN, *BRANCHES], record_property)


@pytest.mark.slow
@every_chunk
def test_twin_worlds_of_master_look_the_same(
    chunk: int, record_property: Callable[[str, object], None]
) -> None:
    _compared(MasterTwins, _chunk(chunk), [*MASTER_SEEN, *MASTER_BRANCHES], record_property)


@pytest.mark.slow
@every_chunk
def test_twin_worlds_of_kuhfstein_look_the_same(
    chunk: int, record_property: Callable[[str, object], None]
) -> None:
    _compared(
        KuhfsteinTwins, _chunk(chunk), [*KUHFSTEIN_SEEN, *KUHFSTEIN_BRANCHES], record_property
    )


LEAKS = [
    *((name, leak, Twins) for name, leak in MUTANTS.items()),
    *((name, leak, MasterTwins) for name, leak in MASTER_MUTANTS.items()),
    *((name, leak, KuhfsteinTwins) for name, leak in KUHFSTEIN_MUTANTS.items()),
]


FOUND = {
    "error: bid_above_all_money": 315,
    "error: maximum_above_all_money": 284,
    "error: such_a_card_lies_there": 103,
    "error: that_card_is_in_a_hand": 228,
    "error: too_high_to_be_bought_out": 368,
    "error: trade_with_an_empty_purse": 189,
    "error: waiting_for_one_who_can_pay": 636,
    "event: a_shuffled_pile": 154,
    "event: a_shuffled_supply_of_tiles": 318,
    "event: pot_in_the_order_it_was_laid": 92,
    "forced: offers_nothing_without_money": 157,
    "forced: passes_without_money_to_bid": 68,
    "narration: tells_of_a_bold_bid": 72,
    "option: buy_out_only_from_the_solvent": 259,
    "option: buy_out_only_from_who_can_pay": 467,
    "option: no_counter_to_a_worthless_offer": 71,
    "option: no_exchange_of_cards_before_a_good_one": 126,
    "option: no_rat_without_money": 80,
    "sealed: a_plan_that_is_void": 679,
    "view: high_bidder_can_pay": 138,
}
"""Where leaks that take many cases were caught last: CI looks there first, and then at all."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "first",
    [
        pytest.param(FOUND, id="where it was"),
        pytest.param({}, marks=pytest.mark.thorough, id="anywhere"),
    ],
)
@pytest.mark.parametrize(("name", "leak", "kind"), LEAKS, ids=[name for name, *_ in LEAKS])
def test_twin_worlds_catch_a_planted_leak(
    name: str,
    leak: Subject,
    kind: type[Twins],
    first: dict[str, int],
    record_property: Callable[[str, object], None],
) -> None:
    for seed in (first.get(name, 0), *range(ENOUGH_TO_KILL)):
        if _run(seed, leak, kind).leak is not None:
            record_property("twin_mutant", (name, seed + 1))
            return
    pytest.fail(f"{name} was not caught in {ENOUGH_TO_KILL} cases")


@pytest.mark.parametrize("mutants", [MUTANTS, MASTER_MUTANTS], ids=["classic", "master"])
def test_twin_mutants_cover_every_way_out(mutants: dict[str, Subject]) -> None:
    families = Counter(name.partition(":")[0] for name in mutants)
    assert families["view"] >= 5
    assert families["event"] >= 5
    assert families["option"] >= 3
    assert families["error"] >= 2
    assert families["order"] + families["length"] >= 3
    assert families["forced"] >= 3
    assert families["narration"] >= 3
    assert families["sealed"] >= 3


def test_twin_mutants_of_kuhfstein_cover_every_way_out() -> None:
    families = Counter(name.partition(":")[0] for name in KUHFSTEIN_MUTANTS)
    assert families["view"] >= 5
    assert families["event"] >= 5
    assert families["option"] >= 3
    assert families["order"] + families["length"] >= 2
    for family in ("error", "narration", "undo", "sealed"):
        assert families[family] >= 2
    for family in ("default", "forced"):
        assert families[family] >= 1


@pytest.mark.parametrize("kind", [Twins, MasterTwins, KuhfsteinTwins])
def test_twin_smoke(kind: type[Twins]) -> None:
    for seed in range(20):
        case = _run(seed, REAL, kind)
        assert case.leak is None, _told(seed, case.leak)
