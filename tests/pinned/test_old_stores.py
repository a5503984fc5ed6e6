"""A store that 0.1.0 left in mid-game is read as it was, and its games are played to their end."""

from __future__ import annotations

import lzma
from collections.abc import Iterator

import msgspec
import pytest

from kuhstall.server.party import fair
from tests.pinned.author import Author, play
from tests.pinned.comparing import difference
from tests.pinned.old import DATA, Manifest, restored
from tests.pinned.stage import Stage

STORES = ("sqlite", "postgres")
RUNNING = [(kind, name) for kind in STORES for name in ("kuhhandel", "master", "kuhfstein")]
ONLY_RESUMED = [("sqlite", "slow"), ("postgres", "returned")]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def manifest(kind: str) -> Manifest:
    return msgspec.json.decode((DATA / kind / "tables.json").read_bytes(), type=Manifest)


def seen(kind: str) -> Iterator[tuple[float, list[tuple[str, list[str]]]]]:
    """Read what people saw: for each point in time, the inputs in order with their outcomes."""
    text = lzma.decompress((DATA / kind / "seen.txt.xz").read_bytes()).decode()
    for chapter in text.removeprefix("> NOW ").removesuffix("\n").split("\n> NOW "):
        now, *parts = chapter.split("\n> ")
        deeds = [part.split("\n  ") for part in parts]
        yield float(now), [(source, outcome) for source, *outcome in deeds]


@pytest.mark.anyio
@pytest.mark.parametrize("kind", STORES)
async def test_everybody_sees_what_they_saw_and_what_was_due_happens(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookies = manifest(kind).cookies
    for now, deeds in seen(kind):
        async with (
            restored(kind) as store,
            Stage.open(store, monkeypatch, now=now, cookies=cookies) as stage,
        ):
            for source, outcome in deeds:
                found = difference(source, outcome, await stage.perform(source))
                assert not found, found


@pytest.mark.anyio
@pytest.mark.parametrize(("kind", "name"), [*RUNNING, *ONLY_RESUMED])
async def test_a_running_game_goes_on_and_ends(
    kind: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All play on for a while. Then all but one leave, and bots play for them to the end.

    The tables in `ONLY_RESUMED` need not end: other tables play the same games to the end.
    """
    known = manifest(kind)
    left = known.tables[name]
    async with (
        restored(kind) as store,
        Stage.open(store, monkeypatch, now=left.now, cookies=known.cookies) as stage,
    ):
        author = Author(stage, 3, ids="later")
        await author.do(f"TABLE {left.table}")
        for who in left.people:
            await author.do(f"JOIN {who}")
        stays, *others = left.people
        last = await stage.head() + 20
        await play(author, left.people, lambda one: one.over or one.seen[stays]["seq"] > last)
        for who in others:
            await author.send(who, "ask", request={"type": "leave"})
            await author.do(f"PART {who} 0")
        assert author.refused == []
        if (kind, name) in ONLY_RESUMED:
            return
        await play(author, (stays,), lambda one: one.over)
        assert author.refused == []
        transcript = await stage.read(f"/api/tables/{left.table}/transcript")
        fair.verify(msgspec.json.decode(transcript, type=fair.Transcript))


@pytest.mark.anyio
@pytest.mark.parametrize("kind", STORES)
async def test_the_transcript_of_a_finished_game_still_verifies(kind: str) -> None:
    table = manifest(kind).tables["ended"].table
    source = f"CALL nobody GET /api/tables/{table}/transcript"
    ((_, text),) = (outcome for _, deeds in seen(kind) for one, outcome in deeds if one == source)
    fair.verify(msgspec.json.decode(text, type=fair.Transcript))
