"""What is sent and stored is byte for byte what 0.1.0 sent and stored.

The stories in `tests/data/0.1.0/pins` record what people sent and what everybody received. These
tests send the same again, and compare.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pinned.comparing import difference
from tests.pinned.old import memory
from tests.pinned.stage import TEMPO, Stage

PINS = Path(__file__).parents[1] / "data" / "0.1.0" / "pins"
STORIES = sorted(file.name.partition(".")[0] for file in PINS.glob("*.txt.xz"))


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def story(name: str) -> Iterator[tuple[str, list[str]]]:
    """Read a story: each input with its outcome."""
    text = lzma.decompress((PINS / f"{name}.txt.xz").read_bytes()).decode()
    for part in text.removeprefix("> ").removesuffix("\n").split("\n> "):
        source, *outcome = part.split("\n  ")
        yield source, outcome


@pytest.mark.anyio
@pytest.mark.parametrize("name", STORIES)
async def test_a_story_of_0_1_0_is_reproduced_byte_for_byte(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tempo = TEMPO.get(name, 1.0)
    with memory() as folder:
        async with Stage.open(folder / "kuhstall.db", monkeypatch, tempo=tempo) as stage:
            for source, outcome in story(name):
                found = difference(source, outcome, await stage.perform(source))
                assert not found, found


def test_every_story_is_there() -> None:
    assert STORIES == ["kuhfstein", "kuhhandel", "master", "party"]


FRAME = '  anna {"type":"step","seq":7,"view":{"moment":3,"hands":[{"seat":0,"due":1.0}]}}'


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"moment":3,', ""),
        ('"moment"', '"at"'),
        ('"moment":3', '"moment":3,"surprise":[0]'),
        ('"moment":3', '"moment":3.0'),
        ('"due":1.0', '"due":1'),
        ('"due":1.0', '"due":1.0,"asked":[]'),
        ('"seat":0,"due":1.0', '"due":1.0,"seat":0'),
        ("anna", "ben"),
        ("{", '{ "'),
    ],
)
def test_whatever_differs_is_found(old: str, new: str) -> None:
    assert difference("TICK", [FRAME], [FRAME.replace(old, new, 1)])
    assert difference("TICK", [FRAME], [FRAME.replace(old, new, 1)], {"*.view.other": "why"})
    assert difference("TICK", [FRAME], [])
    assert difference("TICK", [], [FRAME])


def test_only_what_is_named_may_be_added_where_it_is_named() -> None:
    more = FRAME.replace('"moment":3', '"asked":[0],"moment":3')
    assert not difference("TICK", [FRAME], [more], {"*.view.asked": "why"})
    assert not difference("TICK", [FRAME], [more], {"step.view.asked": "why"})
    assert difference("TICK", [FRAME], [more], {"snapshot.view.asked": "why"})
    call = f"CALL anna GET /api/tables/{'a' * 26}/view"
    assert not difference(
        call, ['  {"seq":1}'], ['  {"seq":1,"more":2}'], {"GET /api/tables/*/view.more": "why"}
    )
    line = '  {"lines":[{"key":"log.paid","args":{}}]}'
    count = line.replace('"args":{}', '"args":{"count":1}')
    assert not difference(call, [line], [count], {"*lines.log.paid.args.count": "why"})
    assert difference(call, [line], [count], {"*lines.log.sold.args.count": "why"})
    row = '  steps {"events":"{}"}'
    assert difference("ROWS", [row], ['  steps {"events":"{}","more":1}'], {"*": "never a row"})


def test_only_rows_of_refusals_by_role_may_be_missing() -> None:
    def row(actor: int, refusal: str, name: str = "steps") -> str:
        return f'  {name} {{"seq":null,"actor":{actor},"refusal":{refusal}}}'

    kept = '  steps {"seq":1,"actor":0,"refusal":null}'
    assert not difference("ROWS", [row(-2, '"not_host"'), kept], [kept])
    assert difference("ROWS", [kept], [row(-2, '"not_host"'), kept])  # nor may one be new
    for other in (
        row(0, '"wrong_stage"'),
        row(-2, '"seats_empty"'),
        row(-2, "null"),
        row(-2, '"not_host"', "sealed"),
    ):
        assert difference("ROWS", [other, kept], [kept])
    assert difference("TICK", [row(-2, '"not_host"'), kept], [kept])


def test_only_rows_of_whoever_left_may_be_missing() -> None:
    rows = ['  mutes {"person": "anna", "other": "ben"}', '  people {"id": "ben", "name": ""}']
    assert not difference("ROWS", rows, rows[1:])
    stays = ['  people {"id": "ben", "name": "Ben"}', '  people {"id": "cleo", "name": ""}']
    assert difference("ROWS", [rows[0], *stays], stays)
    assert difference("ROWS", ['  members {"table_id": "t", "person": "ben"}', rows[1]], rows[1:])


def test_only_columns_that_are_named_may_be_new() -> None:
    kept = '  tables {"id": "t", "head": 1}'
    assert not difference("ROWS", [kept], ['  tables {"id": "t", "head": 1, "packed": 0}'])
    for other in ('"packed": 1', '"wrapped": 0'):
        assert difference("ROWS", [kept], [f'  tables {{"id": "t", "head": 1, {other}}}'])


def test_only_rows_that_are_named_may_be_new() -> None:
    kept = '  steps {"seq":1,"actor":0,"refusal":null}'
    for new in ('  migrations {"number": 2}', '  finishers {"table_id": "t", "person": "p"}'):
        assert not difference("ROWS", [kept], [new, kept])
    for other in ('  migrations {"number": 1}', '  members {"table_id": "t", "person": "p"}'):
        assert difference("ROWS", [kept], [other, kept])
    assert difference("TICK", [kept], ['  finishers {"table_id": "t"}', kept])
