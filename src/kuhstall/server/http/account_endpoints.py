"""What can be called about one's account, and to come in again."""

from __future__ import annotations

from typing import Final

from kuhstall.server.http import account as own
from kuhstall.server.http.account import Account, KeyName, OldKey
from kuhstall.server.http.entering import (
    EnteredAs,
    WrittenCode,
    ask_for_key,
    enter_by_code,
    enter_by_key,
    enter_by_link,
    look_at_link,
)
from kuhstall.server.http.key_wire import KeyAnswer, KeyQuestion, KeyWish, NewKey
from kuhstall.server.http.routing import Endpoint, Nothing
from kuhstall.server.limits.rates import ACCOUNTS, ENTRIES, KEYS

ACCOUNT_ENDPOINTS: Final = (
    Endpoint("GET", "/api/account", own.account, Account, who="person"),
    Endpoint("POST", "/api/account/keys/wish", own.wish_for_key, KeyWish, who="person", limit=KEYS),
    Endpoint("POST", "/api/account/keys", own.add_key, Account, NewKey, "person", KEYS, 201),
    Endpoint("POST", "/api/account/keys/name", own.name_key, Account, KeyName, "person", ACCOUNTS),
    Endpoint("POST", "/api/account/keys/end", own.remove_key, Account, OldKey, "person", ACCOUNTS),
    Endpoint(
        "POST", "/api/account/codes", own.make_codes, own.Codes, None, "person", ACCOUNTS, 201
    ),
    Endpoint("POST", "/api/account/link", own.make_link, own.Link, None, "person", ACCOUNTS, 201),
    Endpoint(
        "POST",
        "/api/account/sessions/end",
        own.end_sessions,
        Account,
        own.OldSessions,
        "person",
        ACCOUNTS,
    ),
    Endpoint("POST", "/api/account/proof", own.prove, Nothing, own.Proof, "person", ENTRIES),
    Endpoint("POST", "/api/keys/question", ask_for_key, KeyQuestion, limit=KEYS),
    Endpoint("POST", "/api/keys", enter_by_key, EnteredAs, KeyAnswer, limit=KEYS),
    Endpoint("POST", "/api/links/look", look_at_link, EnteredAs, WrittenCode, limit=ENTRIES),
    Endpoint("POST", "/api/links", enter_by_link, EnteredAs, WrittenCode, limit=ENTRIES),
    Endpoint("POST", "/api/recovery", enter_by_code, EnteredAs, WrittenCode, limit=ENTRIES),
)
