"""What is chosen for a table besides what is played: its tempo, its hours, who starts it."""

from __future__ import annotations

from collections.abc import Iterator

from kuhstall.bots import registry as bots
from kuhstall.engine.values import Illegal, Refused
from kuhstall.server.party.events import HoursChosen, PartyEvent, StartChosen, TempoChosen
from kuhstall.server.party.hours import Hours
from kuhstall.server.party.party import Party
from kuhstall.server.party.requests import ChooseHours, ChooseStart, ChooseTempo


def choose_tempo(
    party: Party, person: str, request: ChooseTempo, table: str
) -> Iterator[PartyEvent]:
    if party.tempo != request.tempo:
        yield TempoChosen(request.tempo)


def choose_hours(
    party: Party, person: str, request: ChooseHours, table: str
) -> Iterator[PartyEvent]:
    if (party.hours or Hours(0, 0)) != Hours(request.begins, request.ends):
        yield HoursChosen(request.begins, request.ends)


def choose_start(
    party: Party, person: str, request: ChooseStart, table: str
) -> Iterator[PartyEvent]:
    try:
        bots.check(request.bot)
    except Refused as refused:
        raise Illegal(refused.code) from refused
    if (party.starts, party.filler) != (request.by, request.bot):
        yield StartChosen(request.by, request.bot)
