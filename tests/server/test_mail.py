"""Mails: what they say, to whom they go, how often, and how they end; caught by aiosmtpd."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import httpx
import pytest
from aiosmtpd.smtp import SMTP, Envelope
from msgspec.structs import replace

from kuhstall.messages import LANGUAGES
from kuhstall.server.hosting.metrics import Metrics
from kuhstall.server.mail import mailing
from kuhstall.server.mail.carrier import SmtpCarrier, UnsentError, read_relay
from kuhstall.server.mail.letters import Letters, is_address
from kuhstall.server.mail.mailing import Mailing
from kuhstall.server.mail.words import words
from kuhstall.server.settings import read
from kuhstall.server.store import Position, Store
from kuhstall.server.store.mails import MailBox
from kuhstall.server.store.news import Wait
from kuhstall.server.store.people import People, Person
from kuhstall.server.store.taps import Quiet
from tests.server.ageing import age
from tests.server.houses import SetClock
from tests.server.serving import Serving, browser, serving

pytestmark = pytest.mark.anyio

SITE = "https://kuhstall.example"
SENDER = "cow@kuhstall.example"
BOX = MailBox("anna@post.example", "de", "t0ken")


class PostOffice:
    """A mail server on this machine: what it took, and what it answers when it is not to."""

    def __init__(self) -> None:
        self.taken: list[EmailMessage] = []
        self.refusal = ""
        self.port = 0

    async def handle_RCPT(  # noqa: N802 -- so aiosmtpd wants it
        self, server: Any, session: Any, envelope: Envelope, address: str, options: Any
    ) -> str:
        if self.refusal:
            return self.refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Envelope) -> str:  # noqa: N802
        found = message_from_bytes(envelope.original_content or b"", policy=default)
        assert isinstance(found, EmailMessage)
        assert envelope.rcpt_tos == [found["To"]]
        self.taken.append(found)
        return "250 OK"


@asynccontextmanager
async def post_office() -> AsyncIterator[PostOffice]:
    office = PostOffice()
    loop = asyncio.get_running_loop()
    listening = await loop.create_server(lambda: SMTP(office, loop=loop), "127.0.0.1", 0)
    office.port = listening.sockets[0].getsockname()[1]
    async with listening:
        yield office


class Club:
    """Anna has given an address, and tables wait for her."""

    def __init__(self, store: Store, office: PostOffice) -> None:
        self.store = store
        self.people: People = store.people  # type: ignore[attr-defined]
        self.office = office
        self.seq = 0
        self.clock = SetClock(1_800_000_000.0)
        self.metrics = Metrics()
        carrier = SmtpCarrier(read_relay(f"smtp://127.0.0.1:{office.port}"))
        letters = Letters(SITE, SENDER)
        self.mailing = Mailing(self.people, letters, carrier, self.clock, self.metrics)

    async def ask(self, *waits: Wait) -> None:
        self.seq += 1
        await self.people.hear("t1", Position(self.seq, b"m"), self.seq, waits)

    async def sent(self) -> list[EmailMessage]:
        self.office.taken.clear()
        await self.mailing.run()
        await self.mailing.run()
        return list(self.office.taken)


ANNA, BEN = Wait("anna", 9.0), Wait("ben", 9.0)


@pytest.fixture
async def club(store: Store) -> AsyncIterator[Club]:
    async with post_office() as office:
        club = Club(store, office)
        for person in ("anna", "ben"):
            await club.people.add_person(Person(person, person.title()))
        await club.people.want_mail("anna", BOX)
        yield club


def links(letter: EmailMessage) -> list[str]:
    return re.findall(r"https://\S+", letter.get_content())


async def test_one_question_then_one_mail_a_day_while_a_table_waits(club: Club) -> None:
    await club.ask(ANNA)
    (question,) = await club.sent()
    assert question["Subject"] == words("de").text("ask.subject")
    assert links(question)[-1] == f"{SITE}/mail/t0ken/confirm"
    await age(club.store, 1)
    assert await club.sent() == []  # nobody has confirmed it
    assert (await club.people.confirm_mail("t0ken") or BOX).confirmed
    (letter,) = await club.sent()
    assert (letter["From"], letter["To"]) == (SENDER, BOX.address)
    assert letter["Subject"] == "Ein Tisch wartet auf dich"
    assert letter["List-Unsubscribe"] == f"<{SITE}/mail/t0ken/end>"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert links(letter) == [SITE, f"{SITE}/mail/t0ken/end"]
    await club.ask(ANNA)
    assert await club.sent() == []  # not twice a day
    await age(club.store, 1)
    assert len(await club.sent()) == 1
    await age(club.store, 1)
    await club.ask(BEN)
    assert await club.sent() == []  # nothing waits for her
    await club.ask(ANNA)
    assert await club.sent() == []  # she may be about to answer
    await age(club.store, 1)
    assert await club.people.end_mail("t0ken") is not None
    assert await club.sent() == []
    assert await club.people.mail_box("anna") is None


async def test_an_address_gets_one_mail_a_day_whoever_gives_it(club: Club) -> None:
    """Nobody can have a stranger written to again and again, by many guests or by asking anew."""
    await club.people.want_mail("ben", MailBox("Anna@Post.example", "en", "other"))
    assert len(await club.sent()) == 1
    await club.people.unwant_mail("anna")
    await club.people.want_mail("anna", BOX)
    assert await club.sent() == []
    await age(club.store, 1)
    assert len(await club.sent()) == 1
    await age(club.store, 2)
    assert await club.sent() == []
    assert await club.people.mail_box("ben") is None  # nobody has confirmed it in two days


async def test_who_gives_another_address_has_to_confirm_it_again(club: Club) -> None:
    people = club.people
    await people.confirm_mail("t0ken")
    same = replace(BOX, language="ru", token="new", quiet=Quiet(1, 2))  # noqa: S106
    await people.want_mail("anna", same)
    assert await people.mail_box("anna") == replace(same, token="t0ken", confirmed=True)  # noqa: S106
    other = replace(BOX, address="ben@post.example", token="newer")  # noqa: S106
    await people.want_mail("anna", other)
    assert await people.mail_box("anna") == other
    assert await people.confirm_mail("t0ken") is None
    await people.forget("anna")
    assert await people.mail_box("anna") is None
    await people.want_mail("nobody", replace(BOX, token="newest"))  # noqa: S106
    assert await people.mail_box("nobody") is None


async def test_a_refused_address_is_forgotten_and_a_busy_server_asked_again(club: Club) -> None:
    await club.people.confirm_mail("t0ken")
    await club.ask(ANNA)
    await age(club.store, 1)
    club.office.refusal = "450 later"
    assert await club.sent() == []
    club.office.refusal = ""
    assert await club.sent() == []  # not at once
    await club.people.put_off_letter("anna", -1.0, 1)
    assert len(await club.sent()) == 1
    await age(club.store, 1)
    club.office.refusal = "550 no such box"
    assert await club.sent() == []
    assert await club.people.mail_box("anna") is None
    assert club.metrics.mails.labels("refused")._value.get() == 1


async def test_nobody_is_written_to_in_their_quiet_hours(club: Club) -> None:
    minute = int(club.clock.time / 60 % 1440)
    await club.people.confirm_mail("t0ken")
    await club.people.want_mail("anna", replace(BOX, quiet=Quiet(minute, minute + 5)))
    await club.ask(ANNA)
    await age(club.store, 1)
    assert await club.sent() == []
    club.clock.time += 301
    await club.people.put_off_letter("anna", -1.0, 0)
    assert len(await club.sent()) == 1


async def test_a_node_that_dies_while_it_writes_does_not_write_twice(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does another that has claimed the same: the day is taken before the mail goes out."""
    await club.people.confirm_mail("t0ken")
    await club.ask(ANNA)
    await age(club.store, 1)

    async def die(person: str) -> None:
        raise ConnectionError

    with monkeypatch.context() as dying:
        dying.setattr(club.people, "note_mailed", die)
        with pytest.raises(ConnectionError):
            await club.mailing.run()
    assert len(club.office.taken) == 1
    await club.people.put_off_letter("anna", -1.0, 0)  # the lease ends
    assert await club.sent() == []
    await age(club.store, 1)
    assert len(await club.sent()) == 1


async def test_nobody_is_asked_for_ever(club: Club) -> None:
    club.office.refusal = "450 later"
    for attempt in range(mailing._ATTEMPTS):
        assert await club.sent() == []
        await club.people.put_off_letter("anna", -1.0, attempt + 1)
    club.office.refusal = ""
    assert await club.sent() == []


async def test_without_a_server_a_mail_is_not_lost() -> None:
    with pytest.raises(UnsentError):
        await SmtpCarrier(read_relay("smtp://127.0.0.1:9")).send(Letters(SITE, SENDER).digest(BOX))


async def test_other_machines_get_no_mail_without_tls() -> None:
    """This server offers none: a host by another name is not trusted with it."""
    async with post_office() as office:
        relay = replace(read_relay("smtp://mail.example"), host="127.0.0.1", port=office.port)
        with pytest.raises(UnsentError):
            await SmtpCarrier(relay).send(Letters(SITE, SENDER).digest(BOX))
    assert office.taken == []
    assert read_relay("smtp://me:p%40ss@127.0.0.1").starts  # a password needs TLS anywhere
    assert read_relay("smtps://me:p%40ss@mail.example").password == "p@ss"  # noqa: S105


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mail_says_in_each_language_that_a_table_waits_and_no_more(language: str) -> None:
    box = replace(BOX, language=language)
    letters = Letters(SITE, SENDER)
    for letter in (letters.question(box), letters.digest(box)):
        assert letter["Content-Language"] == language
        text = letter.get_content()
        assert set(re.findall(r"https://\S+?(?=[,\s]|$)", text)) <= {
            SITE, f"{SITE}/mail/t0ken/confirm", f"{SITE}/mail/t0ken/end"
        }  # fmt: skip
    texts = words(language).texts
    assert texts.keys() == words("en").texts.keys()


@pytest.mark.parametrize(
    "text",
    ["anna", "anna@", "@post.example", "anna@post", "a b@post.example", "anna@post.example\n",
     "anna@post.example\r\nBcc: ben@post.example", "anna@[127.0.0.1]", "<anna@post.example>",
     "anna@post..example", "a" * 65 + "@post.example", "änna@post.example", "anna@-x.example"],
)  # fmt: skip
def test_no_other_address_is_one(text: str) -> None:
    assert not is_address(text)
    assert is_address("anna.b+cow@post.example")


@pytest.mark.parametrize(
    "given",
    [
        {"smtp": "https://mail.example", "mail_from": SENDER},
        {"smtp": "smtp://", "mail_from": SENDER},
        {"smtp": "smtp://mail.example"},
        {"smtp": "smtp://mail.example", "mail_from": "Cow"},
    ],
)
def test_a_wrong_setting_is_said_at_the_start(given: dict[str, str]) -> None:
    with pytest.raises(Exception, match="a setting is wrong"):
        read({}, given)


# Over HTTP


@asynccontextmanager
async def at_home(folder: Path, **settings: Any) -> AsyncIterator[tuple[Serving, PostOffice]]:
    async with post_office() as office:
        wanted = {"smtp": f"smtp://127.0.0.1:{office.port}", "mail_from": SENDER, "origins": SITE}
        async with serving(folder / "kuhstall.db", **{**wanted, **settings}) as here:
            yield here, office


async def entered(http: httpx.AsyncClient, here: Serving) -> None:
    found = await http.post(f"{here.url}/api/guests", json={}, headers={"origin": SITE})
    http.headers["cookie"] = found.headers["set-cookie"].split(";")[0]


WISH = {"address": BOX.address, "language": "ru", "quiet_from": 0, "quiet_to": 0}


async def test_from_the_bell_to_the_last_mail(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (here, office), browser() as http, browser() as stranger:
        await entered(http, here)
        bell = f"{here.url}/api/push"
        assert (await http.get(bell)).json()["mail"] == {"address": "", "confirmed": False}
        assert (await http.post(f"{here.url}/api/mail", json=WISH)).status_code == 202
        assert here.node.mailing is not None
        await here.node.mailing.run()
        (question,) = office.taken
        confirm = links(question)[-1].replace(SITE, here.url)
        for _ in range(2):  # a program that looks into mails opens the link, and confirms nothing
            page = await stranger.get(confirm)
            assert (page.status_code, BOX.address in page.text) == (200, True)
        assert (await http.get(bell)).json()["mail"] == {
            "address": BOX.address, "confirmed": False,
        }  # fmt: skip
        done = await stranger.post(confirm, headers={"origin": "null"})
        assert words("ru").text("page.confirmed") in done.text
        assert (await http.get(bell)).json()["mail"]["confirmed"]
        end = confirm.replace("/confirm", "/end")
        assert words("ru").text("page.end_press") in (await stranger.get(end)).text
        assert (await http.get(bell)).json()["mail"]["confirmed"]
        one_click = await stranger.post(end, data={"List-Unsubscribe": "One-Click"})
        assert one_click.status_code == 200
        assert (await http.get(bell)).json()["mail"]["address"] == ""
        for deed in ("confirm", "end", "read"):
            gone = await stranger.post(confirm.replace("confirm", deed))
            assert gone.status_code == 404
            assert words("en").text("page.unknown") in gone.text


async def test_who_ends_it_here_is_written_to_no_more(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (here, office), browser() as http, browser() as stranger:
        for path, sent in (("/api/mail", WISH), ("/api/mail/end", None)):
            refused = await stranger.post(f"{here.url}{path}", json=sent)
            assert (refused.status_code, refused.json()["code"]) == (401, "no_session")
        await entered(http, here)
        for wrong in ({"address": "anna@post"}, {"language": "fr"}, {"quiet_to": 1440}, {"x": 1}):
            refused = await http.post(f"{here.url}/api/mail", json={**WISH, **wrong})
            assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
        assert (await http.post(f"{here.url}/api/mail", json=WISH)).status_code == 202
        assert (await http.post(f"{here.url}/api/mail/end")).status_code == 200
        assert here.node.mailing is not None
        await here.node.mailing.run()
        assert office.taken == []


@pytest.mark.parametrize("without", [{"origins": ""}, {"smtp": ""}])
async def test_without_https_or_a_server_there_are_no_mails(
    tmp_path: Path, without: dict[str, str]
) -> None:
    async with at_home(tmp_path, **without) as (here, _), browser() as http:
        found = await http.post(f"{here.url}/api/guests", json={})
        http.headers["cookie"] = found.headers["set-cookie"].split(";")[0]
        assert "mail" not in (await http.get(f"{here.url}/api/push")).json()
        refused = await http.post(f"{here.url}/api/mail", json=WISH)
        assert (refused.status_code, refused.json()["code"]) == (409, "no_mail")


async def test_somebody_gives_a_few_addresses_an_hour(tmp_path: Path) -> None:
    async with at_home(tmp_path, ease=1.0) as (here, _), browser() as http:
        await entered(http, here)
        statuses = [
            (await http.post(f"{here.url}/api/mail", json=WISH)).status_code for _ in range(7)
        ]
        assert statuses == [202] * 6 + [429]
        pages = [(await http.get(f"{here.url}/mail/none/end")).status_code for _ in range(31)]
        assert pages == [404] * 30 + [429]
