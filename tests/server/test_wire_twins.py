"""Twin worlds over the wire: frames depend on nothing that their reader may not know.

All frames of a viewer in two worlds are equal, in bytes, number and order. Leaks planted on the
way from the table to the wire are noticed.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from kuhstall.engine.kernel import options
from kuhstall.engine.table import Table
from kuhstall.engine.values import Illegal
from kuhstall.games.kuhhandel.actions import Offer
from kuhstall.games.kuhhandel.cards import KIND, NO_ANIMALS
from kuhstall.games.kuhhandel.editions import SECOND
from kuhstall.games.kuhhandel.phases.turn import Turn
from kuhstall.games.kuhhandel.world import World as Layout
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table import deadlines, service
from kuhstall.server.table.party import decide
from kuhstall.server.wire import frames, session, views
from kuhstall.server.wire.views import StepFrames
from tests.server.twin_stories import KuhfsteinStory, MasterStory, Story
from tests.server.twin_wires import Difference, Twins

pytestmark = pytest.mark.anyio

CASES = 110
SMOKE = 15
ENOUGH_TO_CATCH = 60


@asynccontextmanager
async def twins(patch: pytest.MonkeyPatch) -> AsyncIterator[Twins]:
    one, other = await SqliteStore.connect(":memory:"), await SqliteStore.connect(":memory:")
    try:
        both = Twins(one, other, patch)
        await both.enter()
        yield both
    finally:
        await one.close()
        await other.close()


def told(found: Difference) -> str:
    return f"seed {found.seed}, step {found.step}:\n{found.one!r}\n{found.other!r}"


in_both_measures = pytest.mark.parametrize(
    ("first", "count"), [(0, SMOKE), pytest.param(SMOKE, CASES, marks=pytest.mark.thorough)]
)


async def _compared(
    patch: pytest.MonkeyPatch, kind: type[Story], first: int, count: int
) -> Counter[str]:
    async with twins(patch) as both:
        seed = first
        while both.seen["cases"] < count:
            found = await both.compare(seed, kind)
            assert found is None, told(found)
            seed += 1
        return both.seen


@in_both_measures
async def test_frames_look_the_same(
    first: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = await _compared(monkeypatch, Story, first, count)
    assert seen["apart"] >= 3 * count, "the worlds hardly differ: the test is empty"
    assert min(seen["spectator"], seen["seat 0"], seen["seat 1"], seen["seat 2"]) >= count // 15
    assert seen["screen"] >= count // 30
    assert min(seen["Probe"], seen["Return"], seen["emotes"]) >= count
    assert seen["frames"] >= 20 * count


@in_both_measures
async def test_frames_of_master_look_the_same(
    first: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while a step is sealed: that somebody has slapped is no frame to anybody else."""
    seen = await _compared(monkeypatch, MasterStory, first, count)
    assert seen["apart"] >= 3 * count, "the worlds hardly differ: the test is empty"
    assert min(seen["spectator"], 2 * seen["screen"]) >= count // 15
    assert min(seen["by clock"], seen["by the last answer"]) >= count // 5
    assert seen["answers apart"] >= count // 2
    assert min(seen["Probe"], seen["Return"], seen["emotes"]) >= count
    assert seen["frames"] >= 15 * count


@in_both_measures
async def test_frames_of_kuhfstein_look_the_same(
    first: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = await _compared(monkeypatch, KuhfsteinStory, first, count)
    assert seen["apart"] >= 3 * count, "the worlds hardly differ: the test is empty"
    assert min(seen["spectator"], 2 * seen["screen"]) >= count // 15
    assert min(seen["Probe"], seen["Return"], seen["emotes"]) >= count
    assert seen["frames"] >= 15 * count


# Planted leaks

Leak = Callable[[pytest.MonkeyPatch], None]
LEAKS: list[Leak] = []


def leak(plant: Leak) -> Leak:
    LEAKS.append(plant)
    return plant


def _wealth(game: Any) -> int:
    """Something that nobody may know: whose purse is how full."""
    return sum(place * sum(purse) for place, purse in enumerate(game.world.purses, 1))


@leak
def steps_tell_events_as_they_are(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(views, "_redact", lambda hot, events, viewer: list(events))


@leak
def who_returns_is_told_events_as_they_are(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        views,
        "events_and_lines",
        lambda hot, events, viewer, _=(): (Raw(msgspec.json.encode(list(events))), ()),
    )


@leak
def lines_tell_events_as_they_are(patch: pytest.MonkeyPatch) -> None:
    def lines(hot: Any, viewer: Any) -> Any:
        return list(map(hot.state.edition.game.narrate, hot.log))

    patch.setattr(views, "lines", lines)


@leak
def the_options_of_whoever_acts(patch: pytest.MonkeyPatch) -> None:
    def shown(hot: Any, viewer: Any) -> Raw:
        actors = [actor for actor in hot.state.phase.actors(hot.state) if actor >= 0]
        return Raw(msgspec.json.encode(options(hot.state, actors[0]) if actors else ()))

    patch.setattr(views, "game_options", shown)


@leak
def the_view_of_a_neighbour(patch: pytest.MonkeyPatch) -> None:
    real = views.game_view
    patch.setattr(
        views,
        "game_view",
        lambda hot, viewer: real(hot, ((viewer or 0) + 1) % len(hot.party.places)),
    )


@leak
def one_frame_for_all_who_may_ask_the_same(patch: pytest.MonkeyPatch) -> None:
    real = StepFrames.step
    patch.setattr(StepFrames, "step", lambda self, viewer, may: real(self, len(may) % 3, may))


@leak
def a_bot_with_money_takes_its_time(patch: pytest.MonkeyPatch) -> None:
    real: Callable[..., Any] = vars(deadlines)["set_deadlines"]

    def set_deadlines(
        before: Any, after: Any, running: Any, actor: Any, watch: Any, **rest: Any
    ) -> Any:
        def thinking(seat: int) -> float:
            world = after.state.world
            return float(watch.thinking(seat) + sum(world.purses[seat]) / 1000)

        return real(before, after, running, actor, replace(watch, thinking=thinking), **rest)

    patch.setattr(deadlines, "set_deadlines", set_deadlines)


@leak
def a_beat_for_those_who_have_money(patch: pytest.MonkeyPatch) -> None:
    real = deadlines._beat_after

    def beat_after(party: Any, state: Any, events: Any) -> float:
        return real(party, state, events) + _wealth(state) / 1000

    patch.setattr(deadlines, "_beat_after", beat_after)


@leak
def a_refusal_that_knows_too_much(patch: pytest.MonkeyPatch) -> None:
    real = decide.decide_action

    def played(now: Any, *rest: Any) -> Any:
        try:
            return real(now, *rest)
        except Illegal as illegal:
            raise Illegal(f"{illegal.code}_{_wealth(now.state) % 3}") from illegal

    patch.setattr(decide, "decide_action", played)


@leak
def a_hash_of_the_table(patch: pytest.MonkeyPatch) -> None:
    real = views.party_view

    def party_view(hot: Any) -> Raw:
        seen = msgspec.json.decode(bytes(real(hot)))
        seen["etag"] = hashlib.sha256(repr(hot.state.world).encode()).hexdigest()
        return Raw(msgspec.json.encode(seen))

    patch.setattr(views, "party_view", party_view)


@leak
def a_length_that_follows_the_money(patch: pytest.MonkeyPatch) -> None:
    real = StepFrames.step
    patch.setattr(
        StepFrames,
        "step",
        lambda self, *rest: real(self, *rest) + b" " * (256 * (_wealth(self._live.state) // 500)),
    )


@leak
def a_screen_that_sees_a_hand(patch: pytest.MonkeyPatch) -> None:
    real = session.Session.show_step

    def show_step(self: session.Session, hot: Any, change: Any) -> None:
        if self.screen is None:
            real(self, hot, change)
        else:
            self._link.send(StepFrames(hot, change).step(change.seq % len(hot.party.places), ()))

    patch.setattr(session.Session, "show_step", show_step)


@leak
def a_step_too_many(patch: pytest.MonkeyPatch) -> None:
    real = session.Session.show_step

    def show_step(self: session.Session, hot: Any, change: Any) -> None:
        real(self, hot, change)
        if hot.party.stage == "playing" and _wealth(hot.state) % 20:
            real(self, hot, change)

    patch.setattr(session.Session, "show_step", show_step)


# Bots that show a face, as none does

Mood = Callable[[Any, int], int]


def _bots_that_emote(patch: pytest.MonkeyPatch, mood: Mood) -> None:
    """Let every bot say an emote after each step: which one, its mood tells."""
    real = session.Session.show_step

    def show_step(self: session.Session, hot: Any, change: Any) -> None:
        real(self, hot, change)
        bots = [seat for seat, place in enumerate(hot.party.places) if place.bot is not None]
        for seat in bots if hot.party.stage == "playing" else ():
            face = frames.EMOTES[mood(hot.state, seat) % len(frames.EMOTES)]
            self.send(frames.Chat(frames.ChatLine(1, seat, "", 0, text=face)))

    patch.setattr(session.Session, "show_step", show_step)


async def test_bots_that_emote_about_the_moment_look_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What everybody knows may be in a face: the leaks below are caught for their secrets."""
    _bots_that_emote(monkeypatch, lambda state, seat: int(state.moment) + seat)
    seen = await _compared(monkeypatch, Story, 0, SMOKE)
    assert seen["emotes"] > 10 * SMOKE


@leak
def a_bot_that_laughs_when_it_is_rich(patch: pytest.MonkeyPatch) -> None:
    _bots_that_emote(patch, lambda state, seat: sum(state.world.purses[seat]) // 10)


@leak
def a_bot_that_knows_what_is_on_the_deck(patch: pytest.MonkeyPatch) -> None:
    _bots_that_emote(patch, lambda state, seat: len(repr(state.world.deck[:3])))


@leak
def a_bot_that_winks_at_a_covered_offer(patch: pytest.MonkeyPatch) -> None:
    def mood(state: Any, seat: int) -> int:
        return sum(getattr(state.phase, "offer", None) or ()) // 10

    _bots_that_emote(patch, mood)


@leak
def a_face_that_follows_the_money(patch: pytest.MonkeyPatch) -> None:
    """A bot's name is its face."""
    real = views.party_view

    def party_view(hot: Any) -> Raw:
        seen = msgspec.json.decode(bytes(real(hot)))
        for seat, place in enumerate(seen["places"]):
            if place["kind"] == "bot" and hot.party.stage == "playing":
                place["name"] = ("Mina", "Sepp")[sum(hot.state.world.purses[seat]) // 10 % 2]
        return Raw(msgspec.json.encode(seen))

    patch.setattr(views, "party_view", party_view)


@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
async def test_a_planted_leak_is_noticed(plant: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await _noticed(plant, Story, monkeypatch), f"not in {ENOUGH_TO_CATCH} cases"


KUHFSTEIN_LEAKS: list[Leak] = [
    a_screen_that_sees_a_hand,
    steps_tell_events_as_they_are,
    the_options_of_whoever_acts,
    the_view_of_a_neighbour,
    one_frame_for_all_who_may_ask_the_same,
    a_hash_of_the_table,
]
"""Those that do not ask for money."""


@pytest.mark.parametrize("plant", KUHFSTEIN_LEAKS, ids=lambda plant: plant.__name__)
async def test_a_leak_planted_in_kuhfstein_is_noticed(
    plant: Leak, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await _noticed(plant, KuhfsteinStory, monkeypatch), f"not in {ENOUGH_TO_CATCH} cases"


async def _noticed(plant: Leak, kind: type[Story], patch: pytest.MonkeyPatch) -> bool:
    plant(patch)
    async with twins(patch) as both:
        for seed in range(2 * ENOUGH_TO_CATCH if kind is MasterStory else ENOUGH_TO_CATCH):
            if await both.compare(seed, kind) is not None:
                return True
    return False


# Leaks of a sealed step

SEALED_LEAKS: list[Leak] = []


def sealed_leak(plant: Leak) -> Leak:
    SEALED_LEAKS.append(plant)
    return plant


@sealed_leak
def what_was_planned(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(views, "_redact", lambda hot, events, viewer: list(events))


@sealed_leak
def how_many_have_answered(patch: pytest.MonkeyPatch) -> None:
    real = views.party_view

    def party_view(hot: Any) -> Raw:
        seen = msgspec.json.decode(bytes(real(hot)))
        return Raw(msgspec.json.encode(seen | {"answered": len(hot.held)}))

    patch.setattr(views, "party_view", party_view)


@sealed_leak
def clocks_of_those_who_have_not_answered(patch: pytest.MonkeyPatch) -> None:
    real = views.timer_views

    def timers(hot: Any) -> Any:
        return tuple(timer for timer in real(hot) if timer.seat not in hot.held)

    patch.setattr(views, "timer_views", timers)


@sealed_leak
def no_options_once_anybody_has_slapped(patch: pytest.MonkeyPatch) -> None:
    real = views.game_options

    def shown(hot: Any, viewer: Any) -> Raw:
        slapped = any(getattr(action, "count", 0) for action in hot.held.values())
        return Raw(b"[]") if slapped else real(hot, viewer)

    patch.setattr(views, "game_options", shown)


@sealed_leak
def an_acknowledgement_that_counts(patch: pytest.MonkeyPatch) -> None:
    real = service.Service._hold

    async def hold(self: Any, table: str, *rest: Any) -> Any:
        answer = await real(self, table, *rest)
        held = len((await self.cache.live_table(table)).held)
        return replace(answer, seq=answer.seq + held) if hasattr(answer, "seq") else answer

    patch.setattr(service.Service, "_hold", hold)


@pytest.mark.parametrize("plant", SEALED_LEAKS, ids=lambda plant: plant.__name__)
async def test_a_leak_of_a_sealed_step_is_noticed(
    plant: Leak, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await _noticed(plant, MasterStory, monkeypatch), f"not in {ENOUGH_TO_CATCH} cases"


async def test_a_frame_about_a_slap_that_is_held_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = service.Service._seal

    async def sealed(self: Any, hot: Any, *rest: Any) -> Any:
        moment = hot.state.moment
        written = await real(self, hot, *rest)
        if hot.state.moment == moment:
            for watcher in hot.watchers:
                watcher.show_step(hot, hot.recent[-1])
        return written

    monkeypatch.setattr(service.Service, "_seal", sealed)
    with pytest.raises(AssertionError, match="shown to another"):
        await _compared(monkeypatch, MasterStory, 0, ENOUGH_TO_CATCH)


# Lengths, for those who see nothing else


async def _lengths(patch: pytest.MonkeyPatch, rules: dict[str, Any]) -> dict[str, set[int]]:
    """Let a seat offer one to nine cards, and measure what everybody gets."""
    edition = SECOND.with_rules(rules)
    herd = tuple(1 if kind == KIND["cow"] else none for kind, none in enumerate(NO_ANIMALS))
    layout = Layout(
        purses=((10,) * 9 + (50,), (0, 10, 50), (100, 200)),
        herds=(herd, herd, NO_ANIMALS),
        pedigrees=((),) * 3,
    )
    found: dict[str, set[int]] = {}
    for count in range(1, 10):
        async with twins(patch) as both:
            table = Table(edition, layout, Turn(0), 100)
            patch.setattr(decide, "begin", lambda *_, table=table: (table, []))
            house = both.worlds[0].house
            hot = await house.start(("ada", "ben", "cleo"), rules=rules)
            await house.play(hot.id, "ada", {"type": "trade", "animal": "cow", "seat": 1})
            await house.play(hot.id, "ada", Offer((10,) * count, show_count=False))
            shown = StepFrames(hot, hot.recent[-1])
            for who, viewer in (("owner", 0), ("challenged", 1), ("third", 2), ("spectator", None)):
                found.setdefault(who, set()).add(len(shown.step(viewer, ())))
    return found


@pytest.mark.parametrize("count", ["visible", "hidden"])
async def test_an_offer_is_as_long_as_any_other(
    count: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sees only how long frames are does not learn how much lies on the table."""
    rules = {"offer_count": count, "hand_counts": "auto"}
    found = await _lengths(monkeypatch, rules)
    for who in ("challenged", "third", "spectator"):
        assert len(found[who]) == 1, (who, found)
    assert all(length % 256 == 0 for lengths in found.values() for length in lengths)


async def test_lengths_without_padding_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "pad", lambda data: data)
    monkeypatch.setattr(
        views, "_redact", lambda hot, events, viewer: list(events)
    )  # a mask as long as what it hides
    found = await _lengths(monkeypatch, {"offer_count": "hidden"})
    assert len(found["third"]) > 1
    assert any(length % 256 for lengths in found.values() for length in lengths)


async def test_every_frame_is_padded() -> None:
    for frame in (frames.Ack("c", 1), frames.Bye("x" * 300), frames.Ping(1, 2, None)):
        data = frames.encode_frame(frame)
        assert len(data) % 256 == 0
        assert data.rstrip(b" ") == frames._encoder.encode(frame)
