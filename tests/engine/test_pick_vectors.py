"""What the browser's picks are held to is what the options of the rules say."""

from __future__ import annotations

from tests.engine.pick_vectors import VECTORS, vectors, written


def test_the_vectors_of_the_browser_are_ours() -> None:
    assert VECTORS.read_bytes() == written(), "python -m tests.engine.pick_vectors"


def test_every_refusal_has_a_vector() -> None:
    codes = {pick["code"] for vector in vectors() for pick in vector["picks"]}
    assert codes == {
        None,
        "not_yours",
        "too_few",
        "too_many",
        "too_little",
        "not_exact",
        "wasteful",
    }
    assert None in {vector["cheapest"] and 1 for vector in vectors()}
