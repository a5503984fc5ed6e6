"""Golden replays: stored games fold to the same result for ever, without asking any rule."""

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
from kuhstall.games.kuhfstein import goals, landscape, patterns, possible, supplies
from kuhstall.games.kuhfstein import phases as kuhfstein_phases
from kuhstall.games.kuhfstein.house_rules import KuhfsteinRules
from kuhstall.games.kuhfstein.phases.acting import Acting
from kuhstall.games.kuhhandel import ending, money, overbidding, phases, scoring
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.editions import EDITIONS as KUHHANDEL
from kuhstall.games.kuhhandel.house_rules import HouseRules
from kuhstall.games.kuhhandel.master import dealing as master_dealing
from kuhstall.games.kuhhandel.master import house_rules as master_rules
from kuhstall.games.kuhhandel.master import phases as master_phases
from kuhstall.games.kuhhandel.master import scoring as master_scoring
from kuhstall.games.kuhhandel.master.house_rules import MasterRules
from kuhstall.games.kuhhandel.master.phases import slapping
from kuhstall.games.kuhhandel.phases import bidding
from kuhstall.games.kuhhandel.phases.turn import AUCTION
from kuhstall.games.kuhhandel.world import World
from kuhstall.games.registry import EDITIONS, opened, read_log, replayed, write_log
from tests.replays.branches import BRANCHES, branches
from tests.replays.kuhfstein_branches import KUHFSTEIN_BRANCHES
from tests.replays.make import HERE, PLANS, Plan, played, stored_summary, summary

REPLAYS = sorted(HERE.rglob("*.json"))
CLASSIC = sorted((HERE / "kuhhandel").rglob("*.json"))
every_replay = pytest.mark.parametrize(
    "path", REPLAYS, ids=[str(path.relative_to(HERE).with_suffix("")) for path in REPLAYS]
)

DECIDES = ("actors", "options", "default", "decide", "resolve", "unseal")
"""Where a phase may ask rules; `evolve` may not."""

ASSIGNS = {
    *("enter", "entered", "replace", "replace_seat", "grown", "plus", "minus"),
    *("taken", "after_drawing", "due", "_given", "is_kind"),
    *("assign", "_place_tile", "_play_card", "_taken", "fill", "begun", "restore"),
}
"""What `evolve` may call: it puts values where the event says, and asks nothing."""


def asked(*_: object, **__: object) -> NoReturn:
    raise AssertionError("a replay asks no rule")


def all_phases() -> list[type[Any]]:
    return [Phase, *Phase.__subclasses__()]


def functions(place: ModuleType) -> Iterator[str]:
    """Name the functions that a module can call, by name or from a dictionary."""
    for name, value in vars(place).items():
        holds_functions = isinstance(value, dict) and FunctionType in map(type, value.values())
        cached = hasattr(value, "cache_info")
        if isinstance(value, FunctionType) or cached or (holds_functions and name[:2] != "__"):
            yield name


@pytest.fixture
def lawless(monkeypatch: pytest.MonkeyPatch) -> int:
    """Make every rule raise, so that only the events count. Return how many rules raise."""
    stubbed: list[tuple[Any, str]] = [
        (phase, name) for phase in all_phases() for name in DECIDES if name in vars(phase)
    ]
    modules = [
        import_module(module.name)
        for package in (phases, master_phases, kuhfstein_phases)
        for module in iter_modules(package.__path__, f"{package.__name__}.")
    ]
    rules = (
        *(ending, overbidding, scoring, money, master_dealing, master_rules, master_scoring),
        *(goals, landscape, patterns, possible, supplies),
    )
    for module in (*modules, *rules):
        stubbed += [(module, name) for name in functions(module) if name not in ASSIGNS]
    stubbed += [(Edition, "cap"), (Edition, "bank"), (Edition, "divides")]
    stubbed += [(HouseRules, name) for name in vars(HouseRules) if name.endswith("_exchange")]
    stubbed += [(HouseRules, "counts_are_public"), (bidding.Auction, "limit")]
    stubbed += [(slapping.Sale, "limit"), (World, "complete")]
    for place, name in stubbed:
        monkeypatch.setattr(place, name, asked)
    held = {rule for edition in KUHHANDEL for rule in rules_held(edition)}
    for rule in held:
        monkeypatch.setattr(rule, "__code__", asked.__code__)
    return len(stubbed) + len(held)


def rules_held(edition: Edition) -> Iterator[Any]:
    """List the rules that an edition holds as data, where no name can be replaced."""
    yield from (reveal.announce for reveal in edition.reveals)
    yield from (step.happen for step in edition.between_turns)
    yield from (draw.begin for draw in (AUCTION, edition.for_two) if draw is not None)
    yield from (edition.after_overbid, edition.deal, edition.score)


@every_replay
@pytest.mark.usefixtures("lawless")
def test_a_stored_game_folds_to_its_recorded_end_without_any_rule(path: Path) -> None:
    log = read_log(path.read_bytes())

    assert summary(log) == stored_summary(path)


def test_the_rules_really_raise(lawless: int) -> None:
    log = read_log(CLASSIC[0].read_bytes())
    table = replayed(log[:3])

    assert lawless > 150
    for name in DECIDES:
        with pytest.raises(AssertionError, match="asks no rule"):
            getattr(table.phase, name)(table, 0)
    with pytest.raises(AssertionError, match="asks no rule"):
        played(PLANS[0], 0)


@every_replay
def test_a_stored_game_folds_the_same_whatever_the_edition_says(path: Path) -> None:
    log = read_log(path.read_bytes())
    table = opened(log[0])  # type: ignore[arg-type]
    contrary = _kuhfstein_contrary if isinstance(table.edition.rules, KuhfsteinRules) else _contrary
    other = msgspec.structs.replace(table, edition=contrary(table.edition))
    for event in log[1:]:
        table, other = fold(table, [event]), fold(other, [event])
        assert _without_rules(table) == _without_rules(other)


def _without_rules(table: Any) -> Any:
    """Return all of a table except its edition, also in the tables that its phase keeps."""
    phase = table.phase
    if isinstance(phase, Acting) and phase.kept is not None:
        kept = _without_rules(phase.kept)
        return table.world, msgspec.structs.replace(phase, kept=None), table.moment, kept
    return table.world, phase, table.moment


def _contrary(edition: Any) -> Any:
    """Return an edition that differs in many ways."""
    rules = edition.rules
    changes: dict[str, Any] = {
        "auction_mode": "open" if rules.auction_mode == "turns" else "turns",
        "trade_money": "all_returned",
        "no_progress_limit": 1,
        "self_raise": False,
    }
    if isinstance(rules, MasterRules):
        changes |= {
            "pedigree_mode": "stepwise" if rules.pedigree_mode == "realtime" else "realtime",
            "after_rat": "turn_ends" if rules.after_rat == "must_auction" else "must_auction",
            "rat_cover": "player" if rules.rat_cover == "auto" else "auto",
            "division_donkey": "off" if rules.division_donkey == "on_laying" else "on_laying",
            "super_kuhhandel": not rules.super_kuhhandel,
            "kassensturz": not rules.kassensturz,
        }
    else:
        changes |= {"scoring": "sum", "dove": not rules.dove}
    nothing: Any = dict.fromkeys(("deck", "stock", "purse", "payouts", "dove_pairs"), ())
    return msgspec.structs.replace(edition.with_rules(changes), **nothing)


def _kuhfstein_contrary(edition: Any) -> Any:
    rules = edition.rules
    changes = {
        "bonus_positions": (1, 2, 3, 4),
        "start_card": "draw" if rules.start_card == "choose" else "choose",
        "early_end": "immediate" if rules.early_end == "finish_round" else "finish_round",
        "final_tile": "auto" if rules.final_tile == "player" else "player",
        "extra_final_round": not rules.extra_final_round,
        "bonus_optional": not rules.bonus_optional,
        "allow_pass": not rules.allow_pass,
    }
    nothing: Any = dict.fromkeys(("cards", "bonus_tiles"), ())
    counts = ("display", "open_cards", "cows", "trees", "goals", "actions", "threshold")
    nothing |= dict.fromkeys(counts, 0) | {"tiles": {}, "removed": {}, "tree_points": 0}
    return msgspec.structs.replace(edition.with_rules(changes), **nothing)


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

    assert shown == {*BRANCHES, *KUHFSTEIN_BRANCHES}
    assert {plan.branch for plan in PLANS} == {*BRANCHES, *KUHFSTEIN_BRANCHES}


def test_every_plan_has_its_replay_and_every_replay_its_plan() -> None:
    assert {plan.path for plan in PLANS} == set(REPLAYS)


def test_every_edition_has_replays() -> None:
    for key in EDITIONS:
        assert len(list((HERE / key).glob("*.json"))) >= 4


def test_no_two_replays_are_the_same_game() -> None:
    assert len({path.read_bytes() for path in REPLAYS}) == len(REPLAYS)


@pytest.mark.parametrize("plan", PLANS[::6], ids=lambda plan: f"{plan.edition}/{plan.branch}")
def test_a_rule_change_would_not_touch_a_stored_game(plan: Plan) -> None:
    """Stored events may say what no rule would: they are replayed unchanged."""
    log = read_log(plan.path.read_bytes())
    ended = log[-1]
    scores = tuple(msgspec.structs.replace(s, total=s.total + 1) for s in ended.scores)  # type: ignore[attr-defined]
    log[-1] = msgspec.structs.replace(ended, scores=scores)

    assert replayed(log).phase.scores == scores  # type: ignore[attr-defined]


# --- damaged logs ------------------------------------------------------------------------------


def test_unknown_fields_of_a_newer_version_are_tolerated() -> None:
    data = CLASSIC[0].read_bytes()
    newer = data.replace(b'{"type":', b'{"mood":"grim","type":')

    assert newer != data
    assert read_log(newer) == read_log(data)


def test_unknown_events_are_refused() -> None:
    data = CLASSIC[0].read_bytes().replace(b'"type":"turn_began"', b'"type":"moon_rose"', 1)
    with pytest.raises(msgspec.ValidationError, match="moon_rose"):
        read_log(data)


@pytest.mark.parametrize("data", [b"[]", b'[{"type":"turn_began","seat":1}]'])
def test_a_log_without_an_opening_is_refused(data: bytes) -> None:
    with pytest.raises(Refused) as refused:
        read_log(data)
    assert refused.value.code == "no_opening"


def test_a_log_of_an_unknown_edition_is_refused() -> None:
    data = CLASSIC[0].read_bytes().replace(b'"edition":"kuhhandel/', b'"edition":"kuhhandel/9', 1)
    with pytest.raises(Refused) as refused:
        read_log(data)
    assert refused.value.code == "no_such_edition"


def test_a_log_with_a_hole_is_found() -> None:
    log = read_log(CLASSIC[0].read_bytes())
    with pytest.raises(Unexpected):
        replayed([*log[:3], *log[4:]])


def test_a_redacted_log_is_not_replayed() -> None:
    log = read_log(CLASSIC[0].read_bytes())
    redact = replayed(log).edition.game.redact
    with pytest.raises(Unexpected):
        replayed([redact(event, None) for event in log])
