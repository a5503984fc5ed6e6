"""The score sheet: row by row, each row with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.cards import VALUES, Animal
from kuhstall.games.kuhhandel.master.scoring import PEDIGREE_BONUS
from kuhstall.games.kuhhandel.scoring import SeatScore
from kuhstall.games.kuhhandel.view import EndedView
from kuhstall.games.kuhhandel.wire import View
from kuhstall.messages import Catalogue


def sheet(texts: Catalogue, names: Sequence[str], view: View) -> RenderableType | None:
    """Draw the score sheet of a finished game."""
    phase = view.phase
    if not isinstance(phase, EndedView):
        return None
    return drawn(texts, names, phase.scores, phase.winners)


def drawn(
    texts: Catalogue, names: Sequence[str], scores: Sequence[SeatScore], winners: Sequence[Seat]
) -> RenderableType:
    """Draw the whole score sheet, and name the winner."""
    sheet = Table(title=texts.text("score.title"), title_style="bold", header_style="bold")
    sheet.add_column(texts.text("score.player"), overflow="fold")
    sheet.add_column(texts.text("score.why"), overflow="fold")
    sheet.add_column(texts.text("score.points"), justify="right", no_wrap=True)
    for seat, score in enumerate(scores):
        for place, (why, points) in enumerate(rows(texts, score)):
            sheet.add_row(names[seat] if place == 0 else "", why, points)
        sheet.add_row(
            "",
            Text(texts.text("score.total"), style="bold"),
            Text(str(score.total), style="bold green" if seat in winners else "bold"),
            end_section=True,
        )
    won = texts.joined([names[seat] for seat in winners])
    verdict = texts.text("score.winners", count=len(winners), winners=won)
    return Group(sheet, Text(verdict, style="bold green"))


def rows(texts: Catalogue, score: SeatScore) -> Iterator[tuple[str, str]]:
    """List what makes up a seat's points, in the order of the calculation."""
    text = texts.text
    yield from _quartets(texts, score)
    # The printed sheet of Kuhhandel Master has two subtotals, which are useful if there is more.
    summed = score.animals + score.matching
    subtotals = bool(score.matching or score.others or score.money)
    if subtotals:
        yield text("score.subtotal", number=1), f"= {summed}"
    yield from _multiplied(texts, score)
    if subtotals:
        yield text("score.subtotal", number=2), f"= {summed * score.factor}"
    if score.others:
        others = score.others // PEDIGREE_BONUS
        yield text("score.others", count=others), f"+ {score.others}"
    if score.money:
        yield text("score.money"), f"+ {score.money}"


def _counted(score: SeatScore) -> list[Animal]:
    return [animal for animal in score.quartets if animal != score.covered]


def _quartets(texts: Catalogue, score: SeatScore) -> Iterator[tuple[str, str]]:
    """List what is added up before the multiplication."""
    text = texts.text
    if score.covered is not None:
        yield text("score.covered", animal=score.covered), ""
    if counted := _counted(score):
        parts = (f"{text(f'animal.{animal}')} {VALUES[animal]}" for animal in counted)
        yield " + ".join(parts), str(score.animals)
    elif not score.quartets:
        yield text("score.quartets_none"), "0"
    if score.matching:
        matching = score.matching // PEDIGREE_BONUS
        yield text("score.matching", count=matching), f"+ {score.matching}"


def _multiplied(texts: Catalogue, score: SeatScore) -> Iterator[tuple[str, str]]:
    """List the factor, and what the dove adds before or after it."""
    text = texts.text
    dove = text("score.dove"), f"+ {score.dove}"
    multiplied = score.dove and score.total == (score.animals + score.dove) * score.factor
    added_first = multiplied and score.factor > 1
    if score.dove and added_first:
        yield dove
    if score.factor > 1:
        yield text("score.factor", count=score.factor), f"× {score.factor}"
    elif len(_counted(score)) > 1:
        yield text("score.factor_sum"), ""
    if score.dove and not added_first:
        yield dove
