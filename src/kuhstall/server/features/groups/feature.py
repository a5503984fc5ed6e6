"""What groups register. A group's name, preset, tables and games say nothing about one person."""

from __future__ import annotations

from typing import Final

from kuhstall.server.features.feature import Expiry, Feature, Job, PersonalData
from kuhstall.server.features.groups.api import ENDPOINTS
from kuhstall.server.features.groups.night_job import look_at_nights
from kuhstall.server.features.groups.nights_api import ENDPOINTS as NIGHTS
from kuhstall.server.features.groups.queries import forget_position, note_summary
from kuhstall.server.features.groups.results_api import ENDPOINTS as RESULTS

UNUSED: Final = 2 * 365 * 86_400.0
"""A group that no member has come to for this long is removed, and so is a night of this age."""
LOOK: Final = 2.0

FEATURE: Final = Feature(
    "groups",
    endpoints=(*ENDPOINTS, *RESULTS, *NIGHTS),
    # The account export lists the groups in a form of its own.
    # A game keeps its other seats, and the marks of others; sums of one person go with them.
    personal=(
        PersonalData("group_members", columns=("role",)),
        PersonalData("group_players", export=("result_id", "place", "points")),
        PersonalData("group_marks", columns=("mark",), export=("result_id", "mark")),
        PersonalData("group_scores", export=("season", "games", "won", "points")),
        PersonalData("group_meetings", person=("person", "rival")),
        PersonalData("group_ratings", export=("game", "mu", "sigma", "games")),
        PersonalData("group_night_guests", columns=("state",), export=("night_id", "state")),
        PersonalData("group_night_seats", export=("table_id", "seat")),
        PersonalData("group_calendars", columns=("token",)),
    ),
    impersonal=(
        *("groups.id", "groups.name", "groups.preset", "group_links.code", "group_links.group_id"),
        *("group_members.group_id", "group_tables.table_id", "group_tables.group_id"),
        *("group_tables.poster", "group_tables.people"),  # people by id only, while they sit there
        *("group_results.id", "group_results.group_id", "group_results.game"),
        *("group_results.edition", "group_players.result_id", "group_players.bot"),
        *("group_marks.result_id", "group_scores.group_id", "group_meetings.group_id"),
        *("group_rated.group_id", "group_rated.result_id", "group_ratings.group_id"),
        "group_ratings.game",
        *("group_nights.id", "group_nights.group_id", "group_nights.zone"),
        *("group_night_guests.night_id", "group_night_tables.table_id"),
        *("group_night_tables.night_id", "group_night_seats.table_id"),
        "group_calendars.group_id",
    ),
    expiries=(
        Expiry("groups", "id", "used", UNUSED),
        Expiry("group_nights", "id", "starts", UNUSED),
    ),
    jobs=(Job("nights", LOOK, look_at_nights, others=15),),
    on_summary=note_summary,
    on_set_back=forget_position,
)
