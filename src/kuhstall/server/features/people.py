"""The accounts database: the queries of all features that are about people."""

from __future__ import annotations

from collections.abc import Sequence

from kuhstall.server.features.accounts.guest_queries import GuestQueries
from kuhstall.server.features.accounts.passkey_queries import PasskeyQueries
from kuhstall.server.features.accounts.person_queries import PersonQueries
from kuhstall.server.features.accounts.secret_queries import SecretQueries
from kuhstall.server.features.accounts.session_queries import SessionQueries
from kuhstall.server.features.feature import Feature, erase_from
from kuhstall.server.features.history.queries import HistoryQueries
from kuhstall.server.features.moderation.blocklist_queries import BlocklistQueries
from kuhstall.server.features.notifications.delivery_queries import DeliveryQueries, lock_people
from kuhstall.server.features.notifications.mail_queries import MailQueries
from kuhstall.server.features.notifications.push_queries import PushQueries
from kuhstall.server.features.notifications.waiting_queries import WaitingQueries
from kuhstall.server.features.notifications.webhook_queries import WebhookQueries
from kuhstall.server.store.db import Database


class People(
    PersonQueries,
    SessionQueries,
    PasskeyQueries,
    GuestQueries,
    SecretQueries,
    HistoryQueries,
    BlocklistQueries,
    WaitingQueries,
    DeliveryQueries,
    PushQueries,
    MailQueries,
    WebhookQueries,
):
    """What the server asks of the accounts database. Tokens are stored as hashes only."""

    def __init__(self, db: Database, features: Sequence[Feature]) -> None:
        self.db = db
        self.features = features

    async def forget(self, *people: str) -> None:
        """Erase these people; only their ids stay, since logs refer to them.

        What they left at tables is in the tables database: see `accounts/erase.py`.
        """
        async with self.db.transaction() as transaction:
            await lock_people(transaction, people)
            known = await transaction.execute(
                "UPDATE people SET name = '' WHERE id = ANY(:people)", people=people
            )
            await erase_from(transaction, self.features, "accounts", people)
        if not known:
            await self.db.confirm()
        await self.db.wipe()
