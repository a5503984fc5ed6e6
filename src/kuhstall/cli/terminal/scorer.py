"""Asks for everybody's quartets and prints the score sheet."""

from __future__ import annotations

from collections.abc import Collection

from kuhstall.cli.score import Column, scores_of
from kuhstall.cli.terminal import pages, score_sheet
from kuhstall.cli.terminal.company import clean
from kuhstall.cli.terminal.screen import Left, Screen
from kuhstall.games.kuhhandel.cards import ANIMALS, VALUES, Animal
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.scoring import winners


class Scorer:
    """Fills in a sheet at the keyboard; what cannot be is asked again."""

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
        free = list(ANIMALS)
        herds: list[tuple[Animal, ...]] = []
        for name in names:
            herds.append(self._quartets(name, free))
            free = [animal for animal in free if animal not in herds[-1]]
        dove = self._dove(names, herds)
        columns = [
            Column(name, herd, dove=seat == dove)
            for seat, (name, herd) in enumerate(zip(names, herds, strict=True))
        ]
        scores = scores_of(self.edition, columns, names)
        won = winners(scores, [0] * len(scores), "shared")
        self.screen.say(score_sheet.drawn(self.screen.texts, names, scores, won))

    def _ask(self, key: str, **args: object) -> str:
        answer = self.screen.ask(self.screen.text(key, **args))
        if self._words.get(answer.lower()) == "quit":
            raise Left
        return answer

    def _say_no(self, key: str, **args: object) -> None:
        self.screen.say(self.screen.text(key, **args), style="bold red")

    def _names(self) -> list[str]:
        names: list[str] = []
        while True:
            name = clean(self._ask("score.ask_name", number=len(names) + 1))
            if not name and names:
                return names
            if not name:
                self._say_no("setup.no_players")
            elif name in names:
                self._say_no("setup.same_name")
            else:
                names.append(name)

    def _quartets(self, name: str, free: Collection[Animal]) -> tuple[Animal, ...]:
        while True:
            words = self._ask("score.ask_quartets", name=name).lower().replace(",", " ").split()
            herd = self._herd(words, free)
            if herd is not None:
                return herd

    def _herd(self, words: list[str], free: Collection[Animal]) -> tuple[Animal, ...] | None:
        herd: list[Animal] = []
        for word in words:
            animal = self._animal(word)
            if animal is None:
                self._say_no("score.not_clear", word=clean(word))
                return None
            if animal not in free or animal in herd:
                self._say_no("score.taken", animal=animal)
                return None
            herd.append(animal)
        return tuple(herd)

    def _animal(self, word: str) -> Animal | None:
        """Find the one animal with this number, or with a name that begins like this."""
        for place, animal in enumerate(ANIMALS, start=1):
            if word in (str(place), animal, self._name(animal)):
                return animal
        found = [animal for animal in ANIMALS if self._name(animal).startswith(word)]
        return found[0] if len(found) == 1 else None

    def _name(self, animal: Animal) -> str:
        return self.screen.text(f"animal.{animal}").lower()

    def _dove(self, names: list[str], herds: list[tuple[Animal, ...]]) -> int | None:
        """Ask who has the dove, if the edition has one and somebody could."""
        pairs = self.edition.dove_pairs
        able = [
            seat for seat, herd in enumerate(herds) if any(set(pair) <= set(herd) for pair in pairs)
        ]
        if not self.edition.rules.dove or not able:
            return None
        while True:
            name = clean(self._ask("score.ask_dove"))
            if not name:
                return None
            if name not in names:
                self._say_no("score.not_a_player")
            elif names.index(name) not in able:
                self._say_no("setup.dove_without_pair")
            else:
                return names.index(name)
