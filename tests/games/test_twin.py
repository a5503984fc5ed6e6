"""Twin worlds: what a viewer observes depends on nothing that the viewer may not know.

Two games run in lock-step. All that the viewer is entitled to know is equal in both, the rest
is not; then views, events, options, answers and log lines must be equal byte for byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tests.games.twin import deeds, sights
from tests.games.twin.lockstep import Case, Leak, Twins
from tests.games.twin.mutant import MUTANTS, REAL
from tests.games.twin.subject import Subject

CASES = 2_400
CHUNKS = 8
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
MUTANT_FILES = (sights, deeds)  # importing them registers their leaks
BRANCHES = [
    *("accepted", "tie", "second bout", "two for two", "deck empty", "open bidding"),
    *(f"donkey {number}" for number in range(1, 5)),
]


def _run(seed: int, subject: Subject) -> Case:
    return Twins(seed, subject).run()


def _told(seed: int, leak: Leak) -> str:
    return f"seed {seed}, step {leak.step}, {leak.what}:\n{leak.one!r}\n{leak.other!r}"


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_twin_worlds_look_the_same(
    chunk: int, record_property: Callable[[str, object], None]
) -> None:
    count = CASES // CHUNKS
    seen: Counter[str] = Counter()
    divergences = steps = probes = 0
    for seed in range(chunk * count, (chunk + 1) * count):
        case = _run(seed, REAL)
        assert case.leak is None, _told(seed, case.leak)
        seen.update(kind for kind, times in case.events.items() if times)
        divergences += case.divergences
        steps += case.steps
        probes += case.probes
    missing = [kind for kind in (*SEEN, *BRANCHES) if seen[kind] < FLOOR * count]
    assert not missing, f"hardly seen: {[(kind, seen[kind]) for kind in missing]}"
    assert divergences >= 3 * count, "the worlds hardly differ: the test is empty"
    record_property("twin_cases", count)
    record_property("twin_steps", steps)
    record_property("twin_divergences", divergences)
    record_property("twin_probes", probes)
    record_property("twin_event_types", sorted(kind for kind in SEEN if seen[kind]))


@pytest.mark.parametrize("name", MUTANTS)
def test_twin_worlds_catch_a_planted_leak(
    name: str, record_property: Callable[[str, object], None]
) -> None:
    for seed in range(ENOUGH_TO_KILL):
        if _run(seed, MUTANTS[name]).leak is not None:
            record_property("twin_mutant", (name, seed + 1))
            return
    pytest.fail(f"{name} was not caught in {ENOUGH_TO_KILL} cases")


def test_twin_mutants_cover_every_way_out() -> None:
    families = Counter(name.partition(":")[0] for name in MUTANTS)
    assert families["view"] >= 5
    assert families["event"] >= 5
    assert families["option"] >= 3
    assert families["error"] >= 3
    assert families["order"] + families["length"] >= 3
    assert families["forced"] >= 3
    assert families["narration"] >= 3


def test_twin_smoke() -> None:
    for seed in range(60):
        case = _run(seed, REAL)
        assert case.leak is None, _told(seed, case.leak)
