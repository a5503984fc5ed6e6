"""What the browser checks a shuffle against is what `kuhstall verify` says."""

from __future__ import annotations

from tests.server.fair_vectors import BOXES, VECTORS, boxes, vectors, written


def test_the_vectors_of_the_browser_are_ours() -> None:
    remedy = "python -m tests.server.fair_vectors"
    assert VECTORS.read_bytes() == written(vectors()), remedy
    for game, box in boxes().items():
        assert (BOXES / game / "boxes.json").read_bytes() == written(box), remedy


def test_every_code_of_a_deal_has_a_vector() -> None:
    made = vectors()
    codes = {one["code"] for one in made["transcripts"]}
    assert codes >= {None, "protocol", "server", "value", "reveals", "seat", "player", "deal"}
    assert "log" in codes
    assert {one["code"] for one in made["openings"]} == {"unfinished"}
    assert {one["code"] for one in made["lands"]} == {"deal"}
