"""Labelled chance: the same on every machine, fair, and without any influence across labels."""

import hmac
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kuhstall.engine import SeededChance

SEED = b"kuhstall"

KNOWN_DECK = [96, 79, 78, 97, 95, 95, 64, 20]
KNOWN_START = [1, 4, 3, 3, 0, 4, 2, 1]
KNOWN_SHUFFLE = (9, 2, 3, 5, 4, 1, 0, 6, 8, 7)
KNOWN_WIDE = 1928050932


def words(seed: bytes, label: str) -> Iterator[int]:
    """The stream, written a second time, straight from its definition."""
    key = hmac.digest(seed, label.encode(), "sha512")
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8, "big"), "sha512")
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 64, 4))
        counter += 1


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    missing = (cells - len(counts)) * expected
    return missing + sum((count - expected) ** 2 / expected for count in counts.values())


def test_known_answers_never_change() -> None:
    chance = SeededChance(SEED)

    assert [chance.below("deck", 100) for _ in range(8)] == KNOWN_DECK
    assert [chance.below("start", 5) for _ in range(8)] == KNOWN_START
    assert chance.shuffled("shuffle", range(10)) == KNOWN_SHUFFLE
    assert chance.below("wide", 1 << 32) == KNOWN_WIDE


def test_streams_follow_their_definition() -> None:
    chance = SeededChance(SEED)
    stream = words(SEED, "deck")

    assert [chance.below("deck", 1 << 32) for _ in range(50)] == [next(stream) for _ in range(50)]


def test_words_that_would_favour_an_outcome_are_skipped() -> None:
    bound = (1 << 31) + 1  # just under half of all words fit
    chance = SeededChance(SEED)
    fitting = (word for word in words(SEED, "skip") if word < bound)

    assert [chance.below("skip", bound) for _ in range(40)] == [next(fitting) for _ in range(40)]


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 60)), max_size=40))
def test_draws_from_one_label_never_shift_another(draws: list[tuple[str, int]]) -> None:
    mixed = SeededChance(SEED)
    drawn = [(label, mixed.below(label, bound)) for label, bound in draws]

    for label in "abc":
        alone = SeededChance(SEED)
        expected = [alone.below(label, bound) for at, bound in draws if at == label]
        assert [value for at, value in drawn if at == label] == expected


def test_other_seeds_and_labels_give_other_streams() -> None:
    streams = {
        tuple(SeededChance(seed).below(label, 1 << 32) for _ in range(4))
        for seed in (b"1", b"2", b"")
        for label in ("deck", "start", "")
    }
    assert len(streams) == 9


# The limits are the 99.9 % points of chi-square with cells - 1 degrees of freedom.
@pytest.mark.parametrize(("cells", "limit"), [(2, 10.83), (6, 20.52), (10, 27.88), (40, 72.06)])
def test_draws_are_uniform(cells: int, limit: float) -> None:
    chance = SeededChance(SEED)
    counts = Counter[object](chance.below("fair", cells) for _ in range(20_000))

    assert set(counts) == set(range(cells))
    assert chi_square(counts, cells) < limit


def test_permutations_are_uniform() -> None:
    chance = SeededChance(SEED)
    counts = Counter[object](chance.shuffled("fair", "abcd") for _ in range(12_000))

    assert set(counts) == set(permutations("abcd"))
    assert chi_square(counts, 24) < 49.73


def test_consecutive_draws_are_independent() -> None:
    chance = SeededChance(SEED)
    counts = Counter[object](
        (chance.below("pair", 5), chance.below("pair", 5)) for _ in range(10_000)
    )

    assert chi_square(counts, 25) < 51.18


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers()), st.binary())
def test_a_shuffle_keeps_every_card(items: list[int], seed: bytes) -> None:
    assert sorted(SeededChance(seed).shuffled("deck", items)) == sorted(items)


class Words:
    """A stream that yields what it is given."""

    def __init__(self, *words: int) -> None:
        self.words = iter(words)

    def word(self) -> int:
        return next(self.words)


def test_the_first_word_that_does_not_fit_is_skipped_and_the_last_that_fits_is_not() -> None:
    chance = SeededChance(SEED)
    limit = (1 << 32) // 6 * 6  # as many words for each side of a die
    chance._streams["die"] = Words(limit, limit - 1)  # type: ignore[assignment]

    assert chance.below("die", 6) == 5
