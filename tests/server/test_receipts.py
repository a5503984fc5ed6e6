"""What receipts prove of a game with envelopes, and what they do not."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, Raw
from msgspec.structs import replace

from kuhstall.cli import main
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.events import Bid
from kuhstall.games.kuhhandel.phases import envelopes
from kuhstall.server.http.table_endpoints import transcript_of
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.table.log import Accepted, Answer
from kuhstall.server.table.party import decide
from kuhstall.server.table.party.fair import Forged, Transcript, verify
from kuhstall.server.table.party.proofs import Receipts, left_out, prove
from kuhstall.server.table.party.receipts import NOTHING, Receipt
from tests.server.houses import House

pytestmark = pytest.mark.anyio

PEOPLE = ("anna", "ben", "cleo")
KINDS = {"envelopes_opened", "slaps_opened", "rat_settled"}


class Keeping(House):
    """Everybody changes their mind now and then, and keeps every receipt."""

    def __init__(self) -> None:
        super().__init__(MemoryStore())
        self.receipts: list[Receipt] = []
        self.chance = random.Random(3)

    async def play(
        self, table: str, person: str | None, action: Any, cid: str = "", moment: int | None = None
    ) -> Answer:
        answer = await super().play(table, person, action, cid, moment)
        receipt = answer.receipt if isinstance(answer, Accepted) else None
        if receipt is None:
            return answer
        self.receipts.append(receipt)
        if receipt.action != NOTHING and self.chance.random() < 0.2:
            await self.play(table, person, None, moment=receipt.moment)
        return answer


async def played(edition: str) -> tuple[Transcript, list[Receipt]]:
    house = Keeping()
    live = await house.start(PEOPLE, edition=edition, pace="slow")
    await house.play_to(live.id, None)
    await house.service.background.finish()
    found = transcript_of(live)
    assert found is not None
    return found, house.receipts


def opened(transcript: Transcript) -> int:
    return sum(one["type"] in KINDS for one in msgspec.json.decode(transcript.log))


def without(receipts: list[Receipt], *seats: Seat) -> list[Receipt]:
    return [one for one in receipts if one.seat not in seats]


async def test_receipts_of_all_prove_every_opening(tmp_path: Path, capsys: Any) -> None:
    for edition in ("kuhhandel/2", "master"):
        transcript, receipts = await played(edition)
        assert verify(transcript) == "server"
        proofs = prove(transcript, receipts)
        assert len(proofs) == opened(transcript) > 10
        assert max(one.revision for one in receipts) > 2
        assert all(proof.missing == proof.unlike == () for proof in proofs)
        # Without those of one seat, whatever that one asked for is open.
        fewer = prove(transcript, without(receipts, 1))
        asked = [1 in proof.opened.commitments for proof in proofs]
        assert [proof.missing for proof in fewer] == [(1,) if one else () for one in asked]
        assert any(asked)
        files = [tmp_path / "transcript.json", *(tmp_path / person for person in PEOPLE)]
        files[0].write_bytes(msgspec.json.encode(transcript))
        for seat, file in enumerate(files[1:]):
            own = tuple(one for one in receipts if one.seat == seat)
            pretty = msgspec.json.format(msgspec.json.encode(Receipts(transcript.game, own)))
            file.write_bytes(pretty)
        assert main(["verify", str(files[0]), "--receipts", *map(str, files[1:])]) == 0
        told = capsys.readouterr().out
        assert f"proven by receipts: {len(proofs)} of {len(proofs)} times" in told
        assert "not proven" not in told
        assert main(["verify", str(files[0]), "--receipts", str(files[1]), str(files[3])]) == 0
        told = capsys.readouterr().out
        assert "not proven, the other times" in told
        assert "no receipt proves what seat 2 handed in" in told
        assert main(["verify", str(files[0])]) == 0
        assert "not proven: that the server opened" in capsys.readouterr().out
        other = tmp_path / "other"
        other.write_bytes(msgspec.json.encode(Receipts("another", ())))
        assert main(["verify", str(files[0]), "--receipts", str(other)]) == 2
        capsys.readouterr()


async def test_a_phantom_second_price_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The winner pays what nobody has named."""
    real, dearer = envelopes.best, []

    def best(named: Any, order: Any, floor: int = 0) -> Bid:
        first = real(named, order, floor)
        price = min(named[first.seat], first.amount + 30)
        dearer.append(price > first.amount)
        return Bid(first.seat, price)

    with monkeypatch.context() as patch:
        patch.setattr(envelopes, "best", best)
        transcript, receipts = await played("kuhhandel/2")
    assert any(dearer)
    assert verify(transcript) == "server", "the rules allow for it"
    with pytest.raises(Forged) as forged:
        prove(transcript, receipts)
    assert forged.value.code == "envelopes"
    # Where one answer is missing, that one may have been the second price.
    assert any(proof.missing for proof in prove(transcript, without(receipts, 0, 1, 2)))


async def test_another_envelope_than_the_newest_is_noticed(tmp_path: Path, capsys: Any) -> None:
    transcript, receipts = await played("kuhhandel/2")
    assert transcript.opened is not UNSET
    # The server has committed to something else than it gave a receipt for.
    swapped = {0: "00" * 32}
    entries = [replace(one, commitments=one.commitments | swapped) for one in transcript.opened]
    proofs = prove(replace(transcript, opened=tuple(entries)), receipts)
    assert all(proof.missing == (0,) for proof in proofs)
    assert any(proof.unlike == (0,) for proof in proofs)
    # It opens the answer before the newest one.
    entry = transcript.opened[0]
    later = Receipt(2, entry.moment, 99, NOTHING, "00" * 16)
    proof = prove(transcript, [*receipts, later])[0]
    assert (proof.missing, proof.unlike) == ((), (2,))
    # It gives two receipts for one revision, in any order.
    (first, *_) = (one for one in receipts if one.moment == entry.moment and one.seat == 1)
    newest = max(
        receipts, key=lambda one: (one.moment == entry.moment, one.seat == 1, one.revision)
    )
    assert (first.seat, newest.moment) == (1, entry.moment)
    twice = replace(newest, salt="00" * 16)
    for both in ([*receipts, twice], [twice, *receipts]):
        assert prove(transcript, both)[0].unlike == (1,)
    # It leaves an opening out; what was withdrawn is missed by nobody.
    fewer = replace(transcript, opened=transcript.opened[1:])
    assert left_out(transcript, receipts) == {}
    assert left_out(fewer, receipts) == {entry.moment: tuple(sorted(entry.commitments))}
    withdrawn = Receipt(newest.seat, newest.moment, 99, NOTHING, "00" * 16)
    assert 1 not in left_out(fewer, [*receipts, withdrawn])[entry.moment]
    files = [tmp_path / "transcript", tmp_path / "receipts"]
    files[0].write_bytes(msgspec.json.encode(fewer))
    files[1].write_bytes(msgspec.json.encode(Receipts(fewer.game, tuple(receipts))))
    assert main(["verify", str(files[0]), "--receipts", str(files[1])]) == 0
    told = capsys.readouterr().out
    assert f"moment {entry.moment}: the transcript opens none, and seats 1, 2, 3 handed in" in told
    assert "a server that gave no receipts yet" not in told
    # It says that others were asked, or at another moment.
    (entry, *rest) = transcript.opened
    for wrong in (
        replace(entry, moment=entry.moment + 1),
        replace(entry, at=entry.at + 1),
        replace(entry, commitments={0: "00" * 32}),
        replace(entry, at=1_000_000),
    ):
        with pytest.raises(Forged):
            prove(replace(transcript, opened=(wrong, *rest)), receipts)


async def test_the_answer_of_somebody_else_is_not_opened_unnoticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The server lets a seat pass that has named a price."""
    real = decide.unseal_phase

    def unseal(now: Any) -> Any:
        return real(replace(now, held={seat: one for seat, one in now.held.items() if seat}))

    with monkeypatch.context() as patch:
        patch.setattr(decide, "unseal_phase", unseal)
        transcript, receipts = await played("kuhhandel/2")
    assert verify(transcript) == "server"
    with pytest.raises(Forged):
        prove(transcript, receipts)
    with pytest.raises(Forged):  # one's own are enough, if one has named more than the price
        prove(transcript, without(receipts, 1, 2))


def test_a_commitment_is_what_browsers_compute() -> None:
    # The same as in web/src/pages/score/envelopes.test.ts.
    action = Raw(b'{"type":"maximum","amount":230,"ahead":false}')
    receipt = Receipt(0, 3, 2, action, "8f0c1be57c8f0e6d2a9b4c3d5e6f7081")
    expected = "345cded7292f1188b6425ac6e055d3c3c8390247158a9ca46691a38e1bb4b797"
    assert receipt.commitment("g" * 26) == expected
