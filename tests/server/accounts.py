"""The accounts that are in the same database as a store."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from kuhstall.server.features.people import People
from kuhstall.server.features.registry import FEATURES
from kuhstall.server.store import Store

_PEOPLE: WeakKeyDictionary[Store, People] = WeakKeyDictionary()


def people_of(store: Store) -> People:
    return _PEOPLE.setdefault(store, People(store.db, FEATURES))


def set_people(store: Store, people: People) -> None:
    """Keep the accounts of a store in another database."""
    _PEOPLE[store] = people
