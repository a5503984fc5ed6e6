"""Golden replays: stored games fold the same for ever, and no rule is asked."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import FunctionType, ModuleType
from typing import Any, NoReturn

import msgspec
import pytest

from kuhstall.engine import Phase, Unexpected, fold
from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel import money, phases, scoring
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.editions import EDITIONS
from kuhstall.games.kuhhandel.house_rules import HouseRules
from kuhstall.games.kuhhandel.phases import bidding
from kuhstall.games.registry import opened, read_log, replayed, write_log
from tests.replays.branches import BRANCHES, branches
from tests.replays.make import HERE, PLANS, Plan, played, stored_summary, summary

REPLAYS = sorted(HERE.rglob("*.json"))
every_replay = pytest.mark.parametrize(
    "path", REPLAYS, ids=[str(path.relative_to(HERE).with_suffix("")) for path in REPLAYS]
)

DECIDES = ("actors", "options", "default", "decide", "resolve", "unseal")
"""What a phase may ask rules in. `evolve` may not."""

ASSIGNS = {"entered", "replace", "changed", "grown", "plus", "minus"}
"""What `evolve` may call: it puts values where the event says, and asks nothing."""


def asked(*_: object, **__: object) -> NoReturn:
    raise AssertionError("a replay asks no rule")


def all_phases() -> list[type[Any]]:
    return [Phase, *Phase.__subclasses__()]


def functions(place: ModuleType) -> Iterator[str]:
    """Name the functions that a module can call, by name or out of a dictionary."""
    for name, value in vars(place).items():
        holds_functions = isinstance(value, dict) and FunctionType in map(type, value.values())
        if isinstance(value, FunctionType) or (holds_functions and not name.startswith("__")):
            yield name


@pytest.fixture
def lawless(monkeypatch: pytest.MonkeyPatch) -> int:
    """Make every rule raise, so that only what the events say is left. Return how many do."""
    stubbed: list[tuple[Any, str]] = [
        (phase, name) for phase in all_phases() for name in DECIDES if name in vars(phase)
    ]
    modules = [import_module(m.name) for m in iter_modules(phases.__path__, f"{phases.__name__}.")]
    for module in (*modules, scoring, money):
        stubbed += [(module, name) for name in functions(module) if name not in ASSIGNS]
    stubbed += [(Edition, "cap"), (Edition, "bank"), (Edition, "score_rules")]
    stubbed += [(HouseRules, name) for name in vars(HouseRules) if name.endswith("_exchange")]
    stubbed += [(HouseRules, "counts_are_public"), (bidding.Auction, "limit")]
    for place, name in stubbed:
        monkeypatch.setattr(place, name, asked)
    return len(stubbed)


@every_replay
@pytest.mark.usefixtures("lawless")
def test_a_stored_game_folds_to_its_recorded_end_without_any_rule(path: Path) -> None:
    log = read_log(path.read_bytes())

    assert summary(log) == stored_summary(path)


def test_the_rules_really_raise(lawless: int) -> None:
    log = read_log(REPLAYS[0].read_bytes())
    table = replayed(log[:3])

    assert lawless > 70
    for name in DECIDES:
        with pytest.raises(AssertionError, match="asks no rule"):
            getattr(table.phase, name)(table, 0)
    with pytest.raises(AssertionError, match="asks no rule"):
        played(PLANS[0], 0)


@every_replay
def test_a_stored_game_folds_the_same_whatever_the_edition_says(path: Path) -> None:
    log = read_log(path.read_bytes())
    table = opened(log[0])  # type: ignore[arg-type]
    contrary = table.edition.with_rules(
        {
            "auction_mode": "open" if table.edition.rules.auction_mode == "turns" else "turns",
            "trade_money": "all_returned",
            "no_progress_limit": 1,
            "scoring": "sum",
            "self_raise": False,
            "dove": not table.edition.rules.dove,
        }
    )
    nothing: Any = dict.fromkeys(("deck", "stock", "purse", "payouts", "dove_pairs"), ())
    contrary = msgspec.structs.replace(contrary, **nothing)
    other = msgspec.structs.replace(table, edition=contrary)
    for event in log[1:]:
        table, other = fold(table, [event]), fold(other, [event])
        assert (table.world, table.phase, table.moment) == (other.world, other.phase, other.moment)


@every_replay
def test_a_stored_game_shows_the_branch_it_is_named_after(path: Path) -> None:
    log = read_log(path.read_bytes())
    edition = log[0].edition  # type: ignore[attr-defined]

    assert path == HERE / edition / path.name
    assert path.stem in branches(log)


@every_replay
def test_a_stored_game_is_written_as_it_was_read(path: Path) -> None:
    assert write_log(read_log(path.read_bytes())) == path.read_bytes()


def test_every_branch_has_a_replay() -> None:
    shown: set[str] = set()
    for path in REPLAYS:
        shown |= branches(read_log(path.read_bytes()))

    assert shown == set(BRANCHES)
    assert {plan.branch for plan in PLANS} == set(BRANCHES)


def test_every_plan_has_its_replay_and_every_replay_its_plan() -> None:
    assert {plan.path for plan in PLANS} == set(REPLAYS)


def test_every_edition_has_replays() -> None:
    for edition in EDITIONS:
        assert len(list((HERE / edition.key).glob("*.json"))) >= 4


def test_no_two_replays_are_the_same_game() -> None:
    assert len({path.read_bytes() for path in REPLAYS}) == len(REPLAYS)


@pytest.mark.parametrize("plan", PLANS[::6], ids=lambda plan: f"{plan.edition}/{plan.branch}")
def test_a_rule_change_would_not_touch_a_stored_game(plan: Plan) -> None:
    """Stored events may say what no rule would: they are replayed as they are."""
    log = read_log(plan.path.read_bytes())
    ended = log[-1]
    scores = tuple(msgspec.structs.replace(s, total=s.total + 1) for s in ended.scores)  # type: ignore[attr-defined]
    log[-1] = msgspec.structs.replace(ended, scores=scores)

    assert replayed(log).phase.scores == scores  # type: ignore[attr-defined]


# --- damaged logs ------------------------------------------------------------------------------


def test_unknown_fields_of_a_newer_version_are_tolerated() -> None:
    data = REPLAYS[0].read_bytes()
    newer = data.replace(b'{"type":', b'{"mood":"grim","type":')

    assert newer != data
    assert read_log(newer) == read_log(data)


def test_unknown_events_are_refused() -> None:
    data = REPLAYS[0].read_bytes().replace(b'"type":"turn_began"', b'"type":"moon_rose"', 1)
    with pytest.raises(msgspec.ValidationError, match="moon_rose"):
        read_log(data)


@pytest.mark.parametrize("data", [b"[]", b'[{"type":"turn_began","seat":1}]'])
def test_a_log_without_an_opening_is_refused(data: bytes) -> None:
    with pytest.raises(Refused) as refused:
        read_log(data)
    assert refused.value.code == "no_opening"


def test_a_log_of_an_unknown_edition_is_refused() -> None:
    data = REPLAYS[0].read_bytes().replace(b'"edition":"kuhhandel/', b'"edition":"kuhhandel/9', 1)
    with pytest.raises(Refused) as refused:
        read_log(data)
    assert refused.value.code == "no_such_edition"


def test_a_log_with_a_hole_is_found() -> None:
    log = read_log(REPLAYS[0].read_bytes())
    with pytest.raises(Unexpected):
        replayed([*log[:3], *log[4:]])


def test_a_redacted_log_is_not_replayed() -> None:
    log = read_log(REPLAYS[0].read_bytes())
    redact = replayed(log).edition.game.redact
    with pytest.raises(Unexpected):
        replayed([redact(event, None) for event in log])
