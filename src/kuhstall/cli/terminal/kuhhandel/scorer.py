"""Asks for everything that counts at the end, and prints the score sheet."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from kuhstall.cli.terminal import pages
from kuhstall.cli.terminal.kuhhandel import score_sheet
from kuhstall.cli.terminal.kuhhandel.sheet import Column, Sheet, rules_of, scores_of, won
from kuhstall.cli.terminal.screen import Left, Screen
from kuhstall.cli.terminal.seating import clean
from kuhstall.engine.values import Refused, Seat
from kuhstall.games.kuhhandel.cards import ANIMALS, QUARTET, RAT, VALUES, Animal
from kuhstall.games.kuhhandel.edition import Edition

_CHOICE: Final = 2


def ask(screen: Screen, key: str | None, house_rules: Mapping[str, Any]) -> None:
    """Ask at the keyboard for what counts, and show the score sheet."""
    Scorer(screen, rules_of(key, house_rules, dove=False)).run()


def read(data: bytes, key: str | None, house_rules: Mapping[str, Any]) -> dict[str, Any]:
    """Score a sheet written as JSON, and name the winner."""
    sheet = msgspec.json.decode(data, type=Sheet)
    dove = any(column.dove for column in sheet.players)
    edition = rules_of(sheet.edition or key, dict(house_rules) | sheet.rules, dove=dove)
    names = [column.name or f"Player {n}" for n, column in enumerate(sheet.players, start=1)]
    scores = scores_of(edition, sheet.players, names)
    played = msgspec.structs.asdict(edition.rules)
    told = ("scoring", "dove_multiplied", "kassensturz")
    return {
        "edition": edition.key,
        **{name: played[name] for name in told if name in played},
        "players": [
            {"name": name} | msgspec.to_builtins(score)
            for name, score in zip(names, scores, strict=True)
        ],
        "winners": [names[seat] for seat in won(edition, sheet.players, scores)],
    }


class Scorer:
    """Fills in a score sheet at the keyboard; asks again if a value is impossible."""

    def __init__(self, screen: Screen, edition: Edition) -> None:
        self.screen = screen
        self.edition = edition
        self._words = pages.words(screen.texts)

    def run(self) -> None:
        text = self.screen.text
        names = self._names()
        listed = (
            f"{place} {text(f'animal.{animal}')} {VALUES[animal]}"
            for place, animal in enumerate(ANIMALS, start=1)
        )
        self.screen.say(text("score.animals", animals=", ".join(listed)), style="dim")
        self.screen.say(text("score.values"), style="dim")
        herds = self._shared_out(names, "score.ask_quartets", "score.taken")
        columns = [Column(name, herd) for name, herd in zip(names, herds, strict=True)]
        rules: Any = self.edition.rules
        if RAT in self.edition.deck:
            columns = self._with_rats(self._with_pedigrees(columns))
            if rules.kassensturz or rules.tie_break == "money":
                columns = self._with_money(columns)
        elif rules.dove:
            columns = self._with_dove(columns)
        scores = scores_of(self.edition, columns, names)
        winners = won(self.edition, columns, scores)
        self.screen.say(score_sheet.drawn(self.screen.texts, names, scores, winners))

    def _ask(self, key: str, **args: object) -> str:
        answer = self.screen.ask(self.screen.text(key, **args))
        if self._words.get(answer.lower()) == "quit":
            raise Left
        return answer

    def _say_no(self, key: str, **args: object) -> None:
        self.screen.say(self.screen.text(key, **args), style="bold red")

    def _names(self) -> list[str]:
        names: list[str] = []
        while len(names) < self.edition.most_seats:
            name = clean(self._ask("score.ask_name", number=len(names) + 1))
            if not name and names:
                return names
            if not name:
                self._say_no("setup.no_players")
            elif name in names:
                self._say_no("setup.same_name")
            else:
                names.append(name)
        return names

    def _shared_out(
        self, names: Sequence[str], question: str, taken: str
    ) -> list[tuple[Animal, ...]]:
        """Ask who owns which of the animals that exist only once."""
        free = list(ANIMALS)
        shares: list[tuple[Animal, ...]] = []
        for name in names:
            share = None
            while share is None:
                words = self._ask(question, name=name).lower().replace(",", " ").split()
                share = self._animals(words, free, taken)
            shares.append(share)
            free = [animal for animal in free if animal not in share]
        return shares

    def _animals(
        self, words: Sequence[str], free: Collection[Animal], taken: str
    ) -> tuple[Animal, ...] | None:
        found: list[Animal] = []
        for word in words:
            animal = self._animal(word)
            if animal is None:
                self._say_no("score.not_clear", word=clean(word))
                return None
            if animal not in free or animal in found:
                self._say_no(taken, animal=animal)
                return None
            found.append(animal)
        return tuple(found)

    def _animal(self, word: str) -> Animal | None:
        """Find the one animal with this number, or whose name starts with this."""
        for place, animal in enumerate(ANIMALS, start=1):
            if word in (str(place), animal, self._name(animal)):
                return animal
        found = [animal for animal in ANIMALS if self._name(animal).startswith(word)]
        return found[0] if len(found) == 1 else None

    def _name(self, animal: Animal) -> str:
        return self.screen.text(f"animal.{animal}").lower()

    def _player(self, question: str, columns: Sequence[Column]) -> Seat | None:
        """Ask for one of the players, or none."""
        names = [column.name for column in columns]
        while True:
            name = clean(self._ask(question))
            if not name:
                return None
            if name in names:
                return names.index(name)
            self._say_no("score.not_a_player")

    def _with_dove(self, columns: Sequence[Column]) -> list[Column]:
        """Ask who has the dove, if any player could have it."""
        pairs = self.edition.dove_pairs
        able = [
            seat
            for seat, column in enumerate(columns)
            if any(set(pair) <= set(column.quartets) for pair in pairs)
        ]
        while able:
            seat = self._player("score.ask_dove", columns)
            if seat is None:
                break
            if seat in able:
                return _changed(columns, seat, dove=True)
            self._say_no("setup.dove_without_pair")
        return list(columns)

    def _with_pedigrees(self, columns: Sequence[Column]) -> list[Column]:
        names = [column.name for column in columns]
        shares = self._shared_out(names, "score.ask_pedigrees", "score.pedigree_taken")
        return [
            replace(column, pedigrees=share) for column, share in zip(columns, shares, strict=True)
        ]

    def _with_rats(self, columns: Sequence[Column]) -> list[Column]:
        """Ask who has all rats, and what they cover if there is a choice."""
        seat = self._player("score.ask_rats", columns)
        if seat is None:
            return list(columns)
        quartets = columns[seat].quartets
        cover = None
        while len(quartets) >= _CHOICE and (word := self._ask("score.ask_cover").lower()):
            cover = self._animal(word)
            if cover is None:
                self._say_no("score.not_clear", word=clean(word))
            elif cover in quartets:
                break
            else:
                cover = None
                self._say_no("setup.cover_not_owned")
        return _changed(columns, seat, rats=QUARTET, cover=cover)

    def _with_money(self, columns: Sequence[Column]) -> list[Column]:
        """Ask for each player's money, until the sums are possible."""
        filled = list(columns)
        for seat, column in enumerate(columns):
            while answer := self._ask("score.ask_money", name=column.name):
                money = int(answer) if answer.isdecimal() else -1
                tried = _changed(filled, seat, money=money)
                try:
                    scores_of(self.edition, tried, [one.name for one in tried])
                except Refused as refused:
                    self._say_no(f"setup.{refused.code}")
                else:
                    filled = tried
                    break
        return filled


def _changed(columns: Sequence[Column], seat: Seat, **fields: Any) -> list[Column]:
    """Return the columns with some fields of one of them replaced."""
    changed = list(columns)
    changed[seat] = replace(columns[seat], **fields)
    return changed
