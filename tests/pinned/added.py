"""Fields that this server sends and 0.1.0 did not, and rows that it does not write: where, and why.

A place is the type of a frame, or the method and path of a call, and then the names down to the
field, with `*` for anything: `*.view.asked`. After `lines` comes the key of the line. Nothing else
may differ by a byte.
"""

from __future__ import annotations

from typing import Final

ADDED: Final[dict[str, str]] = {
    "*.timers.more": "who may give more time is said once, by the server",
    "*.view.asked": "who is asked is a rule: a client need not work it out of the phase",
    "*.view.sealed": "whether answers are sealed is a rule as well",
    "*.view.rules.*": "a house rule that came later is an option more; logs and rows do without it",
    "*lines.log.bidding_restarted.seats.barred": "a lot put up again: it says without whom",
    "*lines.log.bidding_continued.seats.barred": "a bid that stands: it says who is out",
    "*lines.log.bidding_restarted.args.count": "and how many are out of it, which may be nobody",
    "*.view.seats.progress": "how far goals are is reckoned by the rules, not by a client",
    "GET /api/tables/*/replay/*.page.beat": "a replay stands still where the table did",
    "*.places.name": "a bot has one name in every language, so that all call it the same",
    "GET /api/tables/*/course.stops.herds": "what herds are worth tells how a game went",
    "POST /api/tables.detail": "what was given and what there is, for texts in other languages",
    "GET /api/editions.game": "nobody guesses the game from the names of its options",
    "GET /api/editions.rules.*": "a house rule that came later is an option more",
    "*.by_itself": "which tables start by themselves",
    "GET /api/me.waits": "which tables wait for somebody who is not there",
    "POST /api/me.waits": "the same, in the answer to a new name",
    "POST /api/guests.waits": "and to a new guest",
    "GET /api/editions.options": "what an option can be, and where it is listed, is said once",
}

ADDED_RIGHTS: Final[dict[str, str]] = {
    "halt": "somebody alone with bots may let the table wait",
    "go_on": "and end that",
    "choose_tempo": "and say how quick bots and calls are",
    "choose_hours": "a slow table can have hours",
    "choose_decision_time": "and its players more or less time for a decision",
    "choose_start": "and any table can start by itself",
    "hurry": "and get to their next decision",
    "more_time": "people may give each other more time",
}
"""What people may ask for now, and could not then: `may` lists it."""

UNWRITTEN: Final[dict[str, str]] = {
    "not_host": "a refusal by role answers one attempt, and the store need not know of it",
    "wrong_stage": "and so does one by the stage",
}
"""Refused requests to a party of which 0.1.0 kept a row, by their codes."""

LEFT_BEHIND: Final[dict[str, str]] = {
    "mutes": "whoever leaves for good mutes nobody any more, and is muted by nobody",
}
"""Tables in which 0.1.0 kept rows of people who have left."""

NEW_ROWS: Final[dict[str, str]] = {
    'migrations {"number": [2-9]}': "every version may add to the schema",
    'migrations {"number": [1-9][0-9]}': "and there may be many",
    "news *": "what home has to hear of a table",
    "heard *": "what it has heard",
    "waits *": "and for whom a slow table waits",
    "played *": "how a game ended for somebody, which follows from its log",
    "keys *": "what messages to browsers are signed with",
    "revocations *": "which sessions have ended of late, written by a trigger",
    "finishers *": "who finished a game is noted, so that they and the game are kept",
}
"""Rows that 0.1.0 did not write, in tables that it does not read."""

NEW_COLUMNS: Final[dict[str, str]] = {
    'tables "tidied": 0': "whether retention has nothing left to remove there",
    'tables "packed": 0': "up to which step a finished game is packed; 0.1.0 names no such column",
    'sealed "salt": ""': "what the receipt of an answer is salted with",
    'sealed "revision": 1': "an answer that was never changed is the first",
}
"""Columns that came later, with the value that a row has by itself."""

BLANKED: Final[dict[str, str]] = {
    "sealed action": "once it is opened, only the step that opened it is kept",
}
"""Columns of which 0.1.0 kept the value when nobody needed it any more."""
