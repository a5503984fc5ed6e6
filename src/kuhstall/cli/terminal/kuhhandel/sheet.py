"""A filled-in score sheet: its result, or why no game can end like that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from kuhstall.engine.values import Refused, Seat
from kuhstall.games.kuhhandel.cards import ANIMALS, QUARTET, RAT, Animal
from kuhstall.games.kuhhandel.classic import FIRST, SECOND
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.editions import find
from kuhstall.games.kuhhandel.house_rules import check
from kuhstall.games.kuhhandel.master.scoring import Holdings, master_score
from kuhstall.games.kuhhandel.scoring import ScoreRules, Scoring, SeatScore, score, winners

STEP: Final = 10
"""All money cards are worth multiples of ten."""


class Column(Struct, frozen=True, forbid_unknown_fields=True):
    """What one player has at the end. Without `cover`, the rats cover what costs least."""

    name: str = ""
    quartets: tuple[str, ...] = ()
    dove: bool = False
    pedigrees: tuple[str, ...] = ()
    rats: Annotated[int, Meta(ge=0, le=QUARTET)] = 0
    cover: str | None = None
    money: int = 0


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """The input of `--json`. The default edition is the second, or the first if there is a dove."""

    players: tuple[Column, ...]
    edition: str | None = None
    scoring: Scoring | None = None
    dove_multiplied: bool | None = None
    kassensturz: bool | None = None

    @property
    def rules(self) -> dict[str, Any]:
        """Return the house rules that the sheet names."""
        named = {
            "scoring": self.scoring,
            "dove_multiplied": self.dove_multiplied,
            "kassensturz": self.kassensturz,
        }
        return {name: value for name, value in named.items() if value is not None}


def rules_of(key: str | None, changes: Mapping[str, Any], *, dove: bool) -> Edition:
    """Return the edition to score by. By default a dove implies the first: only it has one."""
    edition = find(key or (FIRST if dove else SECOND).key).with_rules(changes)
    check(edition.rules, edition.most_seats)
    return edition


def scores_of(
    edition: Edition, columns: Sequence[Column], names: Sequence[str]
) -> tuple[SeatScore, ...]:
    """Score every player; refuse a sheet that no game can end with."""
    if not columns:
        raise Refused("no_players", "there are no players on the sheet")
    if len(columns) > edition.most_seats:
        raise Refused(
            "seats", f"{edition.key} is for at most {edition.most_seats}, not {len(columns)}"
        )
    if len(set(names)) < len(names):
        raise Refused("same_name", "two players have the same name")
    if again := _again([column.quartets for column in columns], names):
        raise Refused("quartet_twice", f"the {again[0]} quartet {again[1]}")
    way = _master_scores if RAT in edition.deck else _classic_scores
    return way(edition, edition.rules, columns, names)


def won(
    edition: Edition, columns: Sequence[Column], scores: Sequence[SeatScore]
) -> tuple[Seat, ...]:
    return winners(scores, [column.money for column in columns], edition.rules.tie_break)


def known_animal(word: str) -> Animal:
    for animal in ANIMALS:
        if animal == word:
            return animal
    raise Refused("no_such_animal", f"there is no animal '{word}'; there are {', '.join(ANIMALS)}")


def _again(owned: Sequence[Sequence[str]], names: Sequence[str]) -> tuple[str, str] | None:
    """Find something that one player has twice or two players have, and whose it is."""
    owners: dict[str, str] = {}
    for name, words in zip(names, owned, strict=True):
        for word in words:
            if word in owners:
                return word, f"of {name} is on the sheet already: {owners[word]}"
            owners[word] = name
    return None


def _classic_scores(
    edition: Edition, rules: Any, columns: Sequence[Column], names: Sequence[str]
) -> tuple[SeatScore, ...]:
    doves: list[str] = []
    scores = []
    for column, name in zip(columns, names, strict=True):
        if column.pedigrees or column.rats or column.cover is not None or column.money:
            raise Refused(
                "not_in_edition",
                f"{name} has what only Kuhhandel Master counts: pedigrees, rats or money",
            )
        if column.dove:
            doves.append(name)
            _check_dove(edition, rules, column, name, doves)
        animals = [known_animal(animal) for animal in column.quartets]
        how = ScoreRules(rules.scoring, rules.dove_multiplied)
        scores.append(score(how, animals, dove=column.dove))
    return tuple(scores)


def _check_dove(
    edition: Edition, rules: Any, column: Column, name: str, doves: Sequence[str]
) -> None:
    """Refuse a dove that the edition does not have, a second one, or one without a pair."""
    if not rules.dove:
        raise Refused("dove_unknown", f"{name} has a dove, but these rules have none")
    if len(doves) > 1:
        raise Refused("dove_twice", f"there is one dove, not two: {', '.join(doves)}")
    if not any(set(pair) <= set(column.quartets) for pair in edition.dove_pairs):
        pairs = ", ".join(" and ".join(pair) for pair in edition.dove_pairs)
        raise Refused(
            "dove_without_pair", f"{name} has the dove without both quartets of a pair: {pairs}"
        )


def _master_scores(
    edition: Edition, rules: Any, columns: Sequence[Column], names: Sequence[str]
) -> tuple[SeatScore, ...]:
    if again := _again([column.pedigrees for column in columns], names):
        raise Refused("pedigree_twice", f"the {again[0]} pedigree {again[1]}")
    rats = sum(column.rats for column in columns)
    if rats > QUARTET:
        raise Refused("rats_twice", f"there are {QUARTET} rats in all, not {rats}")
    _check_money(edition, columns, names)
    scores = []
    for column, name in zip(columns, names, strict=True):
        if column.dove:
            raise Refused("dove_unknown", f"{name} has a dove, but these rules have none")
        held = Holdings(
            tuple(known_animal(animal) for animal in column.quartets),
            tuple(known_animal(animal) for animal in column.pedigrees),
            column.rats == QUARTET,
            column.money if rules.kassensturz else None,
        )
        scores.append(master_score(held, _cover(column, name)))
    return tuple(scores)


def _cover(column: Column, name: str) -> Animal | None:
    """Return the quartet that was chosen for the rats to cover, if any."""
    if column.cover is None:
        return None
    animal = known_animal(column.cover)
    if column.rats < QUARTET:
        raise Refused(
            "cover_without_rats", f"{name} does not have all rats, and has no quartet covered"
        )
    if animal not in column.quartets:
        raise Refused("cover_not_owned", f"{name} has no {animal} quartet for the rats to cover")
    return animal


def _check_money(edition: Edition, columns: Sequence[Column], names: Sequence[str]) -> None:
    """Refuse sums that the cards cannot make, individually or together."""
    left = sum(edition.stock)
    for column, name in zip(columns, names, strict=True):
        left -= column.money
        if column.money < 0 or column.money % STEP or left < 0:
            raise Refused("bad_money", f"{name} cannot have {column.money} in this game")
