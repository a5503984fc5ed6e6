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
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.groups.members import Preset
from kuhstall.server.features.groups.night_queries import NightQueries
from kuhstall.server.features.groups.nights import Night, State
from kuhstall.server.features.groups.queries import GroupQueries
from kuhstall.server.features.notifications.delivery_job import DeliveryJob
from kuhstall.server.features.notifications.mail import sender
from kuhstall.server.features.notifications.mail.messages import MailMessages, is_address
from kuhstall.server.features.notifications.mail.sender import MailSender
from kuhstall.server.features.notifications.mail.texts import words
from kuhstall.server.features.notifications.mail.transport import (
    SmtpTransport,
    UnsentError,
    read_relay,
)
from kuhstall.server.features.notifications.mail_queries import DAY, MailBox, digest_of
from kuhstall.server.features.notifications.push_queries import Quiet
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.settings import read
from kuhstall.server.store import Store
from kuhstall.server.table.log import Position, Wait
from tests.server.accounts import people_of
from tests.server.ageing import age
from tests.server.houses import SetClock
from tests.server.queues import make_due
from tests.server.serving import Serving, browser, serving

pytestmark = pytest.mark.anyio

SITE = "https://kuhstall.example"
SENDER = "cow@kuhstall.example"
BOX = MailBox("anna@post.example", "de", "t0ken")
KEY = bytes(32)


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
        self.people = people_of(store)
        self.office = office
        self.seq = 0
        self.clock = SetClock(1_800_000_000.0)
        self.metrics = Metrics()
        transport = SmtpTransport(read_relay(f"smtp://127.0.0.1:{office.port}"))
        letters = MailMessages(SITE, SENDER, KEY)
        mail = MailSender(self.people, letters, transport, self.clock, self.metrics)
        self.deliveries = DeliveryJob(self.people, mail=mail)

    async def ask(self, *waits: Wait) -> None:
        self.seq += 1
        await self.people.record_summary("t1", Position(self.seq, b"m"), self.seq, waits)

    async def sent(self) -> list[EmailMessage]:
        self.office.taken.clear()
        await self.deliveries.run()
        await self.deliveries.run()
        return list(self.office.taken)


ANNA, BEN = Wait("anna", 9.0), Wait("ben", 9.0)


async def planned(club: Club, name: str, hours: float, state: State = "coming") -> None:
    """Plan a night of Anna's group that begins in so many hours, and remind of it."""
    nights = NightQueries(club.people.db)
    begins = await club.people.db.value("SELECT epoch(now())") + 3600 * hours
    await nights.plan("g", Night(name, begins, "UTC", 0, 3, 0, ended=False))
    await nights.answer(name, "anna", state, 1)
    await nights.remind()


async def free_the_day(club: Club) -> None:
    """Let the last mail and what waits be a day older, and no game night."""
    for table, column in (("mailed", "at"), ("waits", "since")):
        sql = f"UPDATE {table} SET {column} = {column} - seconds(:day)"  # noqa: S608 -- from here
        await club.people.db.execute(sql, day=DAY)
    await make_due(club.people, "mail", "anna")


@pytest.fixture
async def club(store: Store) -> AsyncIterator[Club]:
    async with post_office() as office:
        club = Club(store, office)
        for person in ("anna", "ben"):
            await club.people.add_person(Person(person, person.title()))
        await club.people.want_mail("anna", BOX, None)
        yield club


def links(letter: EmailMessage) -> list[str]:
    return re.findall(r"https://\S+", letter.get_content())


async def test_one_question_then_one_mail_a_day_while_a_table_waits(club: Club) -> None:
    await club.ask(ANNA)
    (question,) = await club.sent()
    assert question["Subject"] == words("de").text("ask.subject")
    assert links(question)[-2] == f"{SITE}/mail/t0ken/confirm"
    assert question["List-Unsubscribe"] == f"<{links(question)[-1]}>"
    assert question["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
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


async def test_a_game_night_is_reminded_of_once(club: Club) -> None:
    await GroupQueries(club.people.db).create("g", "code", "Cows", Preset(), "anna")
    await planned(club, "first", 1)
    (question,) = await club.sent()
    assert question["Subject"] == words("de").text("ask.subject"), "nobody has confirmed it"
    await free_the_day(club)
    await club.people.confirm_mail("t0ken")
    (letter,) = await club.sent()
    assert letter["Subject"] == "Bald beginnt ein Spieleabend deiner Runde"
    assert letter["List-Unsubscribe"] == f"<{SITE}/mail/t0ken/end>"
    assert links(letter) == [SITE, f"{SITE}/mail/t0ken/end"]
    assert "Cows" not in letter.get_content()
    await NightQueries(club.people.db).remind()
    await free_the_day(club)
    assert await club.sent() == [], "once"
    # Not to whom it says nothing: too early, absent, too late, or called off.
    await planned(club, "far", 9)
    await planned(club, "absent", 1, "absent")
    await planned(club, "late", -1)
    assert await club.sent() == []
    minute = int(club.clock.time / 60 % 1440)
    await club.people.want_mail("anna", replace(BOX, quiet=Quiet(minute, minute + 5)), None)
    await planned(club, "off", 1)
    assert await club.sent() == [], "her quiet hours"
    night = await NightQueries(club.people.db).find("g", "off")
    assert night is not None
    await NightQueries(club.people.db).end("g", night, series=False)
    await club.people.want_mail("anna", BOX, None)
    assert await club.sent() == [], "called off"
    await planned(club, "next", 1)
    groups = GroupQueries(club.people.db)
    assert await groups.set_role("g", 1, "host", "removed") == "set"
    assert await club.sent() == [], "removed since"
    assert await groups.set_role("g", 1, "removed", "host") == "set"
    await planned(club, "again", 1)
    assert len(await club.sent()) == 1


async def test_a_game_night_and_a_table_share_the_one_mail_of_a_day(club: Club) -> None:
    await GroupQueries(club.people.db).create("g", "code", "Cows", Preset(), "anna")
    await club.people.confirm_mail("t0ken")
    await club.ask(ANNA)
    await free_the_day(club)
    await planned(club, "near", 1)
    assert [one["Subject"] for one in await club.sent()] == [words("de").text("night.subject")]
    await planned(club, "too", 2)
    assert await club.sent() == []
    await free_the_day(club)
    assert [one["Subject"] for one in await club.sent()] == [words("de").text("night.subject")]
    await free_the_day(club)
    assert [one["Subject"] for one in await club.sent()] == [words("de").text("waits.subject")]
    # A refusal for good is one for these mails, too.
    await club.people.refuse_mail(digest_of(BOX.address))
    await free_the_day(club)
    await planned(club, "last", 1)
    assert await club.sent() == []


async def test_an_address_gets_one_mail_a_day_whoever_gives_it(club: Club) -> None:
    """Nobody can have a stranger written to again and again, by many guests or by asking anew."""
    await club.people.want_mail("ben", MailBox("Anna@Post.example", "en", "other"), None)
    assert len(await club.sent()) == 1
    await club.people.unwant_mail("anna")
    await club.people.want_mail("anna", BOX, None)
    assert await club.sent() == []
    await age(club.store, 1)
    assert len(await club.sent()) == 1
    await age(club.store, 2)
    assert await club.sent() == []
    assert await club.people.mail_box("ben") is None  # nobody has confirmed it in two days


@pytest.mark.parametrize(
    ("address", "same"),
    [("Anna+cow@Post.example", True), ("anna+a+b@post.example", True),
     ("an.na@post.example", False), ("+anna@post.example", False)],
)  # fmt: skip
def test_a_tag_makes_no_other_box(address: str, same: bool) -> None:
    assert (digest_of(address) == digest_of(BOX.address)) is same
    assert digest_of("a.n.na+x@googlemail.com") == digest_of("Anna@gmail.com")


async def test_one_box_gets_one_question_whatever_its_aliases(club: Club) -> None:
    """34 guests give what is all one address to the provider."""
    names = ("victim", "v.ictim", "Victim", "vi.c.tim")
    for number in range(34):
        person = f"p{number}"
        await club.people.add_person(Person(person, person))
        host = ("gmail.com", "googlemail.com")[number % 2]
        address = f"{names[number % 4]}+{number}@{host}"
        await club.people.want_mail(person, MailBox(address, "en", f"v{number}"), None)
    assert len(await club.sent()) == 2  # and Anna's
    # One that is refused takes none of the others along.
    await club.people.drop_address("victim+0@gmail.com")
    assert await club.people.mail_box("p0") is None
    assert await club.people.mail_box("p4") is not None


async def test_a_site_asks_so_many_strangers_an_hour_and_the_others_later(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "QUESTIONS", 3)
    for number in range(4):
        person = f"p{number}"
        await club.people.add_person(Person(person, person))
        box = MailBox(f"{person}@post.example", "en", person)
        await club.people.want_mail(person, box, None)
    assert len(await club.sent()) == 3
    assert await club.sent() == []
    # Who has confirmed an address hears of tables all the same.
    await club.people.want_mail("ben", replace(BOX, address="ben@x.example", token="b"), None)  # noqa: S106
    await club.people.confirm_mail("b")
    await club.ask(BEN)
    await age(club.store, 1)
    assert len(await club.sent()) == 3  # the two that were put off, and Ben's


async def test_who_wants_none_is_never_written_to_again(club: Club) -> None:
    digest = digest_of("anna+any@post.example")
    await club.people.refuse_mail(digest)
    await club.people.refuse_mail(digest)
    assert await club.people.refuses_mail(digest)
    assert await club.people.mail_box("anna") is None
    for person in ("anna", "ben"):
        await club.people.want_mail(person, replace(BOX, address="Anna+x@post.example"), None)
        assert await club.people.mail_box(person) is None
    assert not await club.people.take_day(BOX.address)
    assert await club.sent() == []
    await club.people.forget("anna")
    assert await club.people.refuses_mail(digest)
    await club.people.allow_mail(digest)
    await club.people.want_mail("ben", BOX, None)
    assert len(await club.sent()) == 1


async def test_who_gives_another_address_has_to_confirm_it_again(club: Club) -> None:
    people = club.people
    await people.confirm_mail("t0ken")
    same = replace(BOX, language="ru", token="new", quiet=Quiet(1, 2))  # noqa: S106
    await people.want_mail("anna", same, None)
    assert await people.mail_box("anna") == replace(same, token="t0ken", confirmed=True)  # noqa: S106
    other = replace(BOX, address="ben@post.example", token="newer")  # noqa: S106
    await people.want_mail("anna", other, None)
    assert await people.mail_box("anna") == other
    assert await people.confirm_mail("t0ken") is None
    await people.forget("anna")
    assert await people.mail_box("anna") is None
    await people.want_mail("nobody", replace(BOX, token="newest"), None)  # noqa: S106
    assert await people.mail_box("nobody") is None


async def test_a_refused_address_is_forgotten_and_a_busy_server_asked_again(club: Club) -> None:
    await club.people.confirm_mail("t0ken")
    await club.ask(ANNA)
    await age(club.store, 1)
    club.office.refusal = "450 later"
    assert await club.sent() == []
    club.office.refusal = ""
    assert await club.sent() == []  # not at once
    await make_due(club.people, "mail", "anna", 1)
    assert len(await club.sent()) == 1
    await age(club.store, 1)
    club.office.refusal = "550 no such box"
    assert await club.sent() == []
    assert await club.people.mail_box("anna") is None
    assert club.metrics.mail.labels("refused")._value.get() == 1


async def test_nobody_is_written_to_in_their_quiet_hours(club: Club) -> None:
    minute = int(club.clock.time / 60 % 1440)
    await club.people.confirm_mail("t0ken")
    await club.people.want_mail("anna", replace(BOX, quiet=Quiet(minute, minute + 5)), None)
    await club.ask(ANNA)
    await age(club.store, 1)
    assert await club.sent() == []
    club.clock.time += 301
    await make_due(club.people, "mail", "anna")
    assert len(await club.sent()) == 1


@pytest.mark.parametrize("news", ["table", "night"])
async def test_a_node_that_dies_while_it_writes_does_not_write_twice(
    news: str, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does another that has claimed the same: the day is taken before the mail goes out."""
    await club.people.confirm_mail("t0ken")
    if news == "night":
        await GroupQueries(club.people.db).create("g", "code", "Cows", Preset(), "anna")
        await planned(club, "near", 1)
    else:
        await club.ask(ANNA)
        await age(club.store, 1)

    async def die(*_: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as dying:
        dying.setattr(club.people, "note_mailed", die)
        with pytest.raises(ConnectionError):
            await club.deliveries.run()
    assert len(club.office.taken) == 1
    await make_due(club.people, "mail", "anna")  # the lease ends
    assert await club.sent() == []
    await free_the_day(club)
    assert len(await club.sent()) == 1


async def test_nobody_is_asked_for_ever(club: Club) -> None:
    club.office.refusal = "450 later"
    for attempt in range(sender._ATTEMPTS):
        assert await club.sent() == []
        await make_due(club.people, "mail", "anna", attempt + 1)
    club.office.refusal = ""
    assert await club.sent() == []


async def test_without_a_server_a_mail_is_not_lost() -> None:
    with pytest.raises(UnsentError):
        await SmtpTransport(read_relay("smtp://127.0.0.1:9")).send(
            MailMessages(SITE, SENDER, KEY).digest(BOX)
        )


async def test_other_machines_get_no_mail_without_tls() -> None:
    """This server offers none: a host by another name is not trusted with it."""
    async with post_office() as office:
        relay = replace(read_relay("smtp://mail.example"), host="127.0.0.1", port=office.port)
        with pytest.raises(UnsentError):
            await SmtpTransport(relay).send(MailMessages(SITE, SENDER, KEY).digest(BOX))
    assert office.taken == []
    assert read_relay("smtp://me:p%40ss@127.0.0.1").starts  # a password needs TLS anywhere
    assert read_relay("smtps://me:p%40ss@mail.example").password == "p@ss"  # noqa: S105


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mail_says_in_each_language_that_a_table_waits_and_no_more(language: str) -> None:
    box = replace(BOX, language=language)
    letters = MailMessages(SITE, SENDER, KEY)
    for letter in (letters.question(box), letters.digest(box), letters.reminder(box)):
        assert letter["Content-Language"] == language
        text = letter.get_content()
        assert set(re.findall(r"https://\S+?(?=[,\s]|$)", text)) <= {
            SITE, f"{SITE}/mail/t0ken/confirm", f"{SITE}/mail/t0ken/end",
            f"{SITE}/mail/{letters.never_token(box)}/never",
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
        settings_url = f"{here.url}/api/push"
        assert (await http.get(settings_url)).json()["mail"] == {"address": "", "confirmed": False}
        assert (await http.post(f"{here.url}/api/mail", json=WISH)).status_code == 202
        await here.node.deliveries.run()
        (question,) = office.taken
        confirm = links(question)[-2].replace(SITE, here.url)
        for _ in range(2):  # a program that looks into mails opens the link, and confirms nothing
            page = await stranger.get(confirm)
            assert (page.status_code, BOX.address in page.text) == (200, True)
        assert (await http.get(settings_url)).json()["mail"] == {
            "address": BOX.address, "confirmed": False,
        }  # fmt: skip
        done = await stranger.post(confirm, headers={"origin": "null"})
        assert words("ru").text("page.confirmed") in done.text
        assert (await http.get(settings_url)).json()["mail"]["confirmed"]
        end = confirm.replace("/confirm", "/end")
        assert words("ru").text("page.end_press") in (await stranger.get(end)).text
        assert (await http.get(settings_url)).json()["mail"]["confirmed"]
        one_click = await stranger.post(end, data={"List-Unsubscribe": "One-Click"})
        assert one_click.status_code == 200
        assert (await http.get(settings_url)).json()["mail"]["address"] == ""
        for choice in ("confirm", "end", "read"):
            gone = await stranger.post(confirm.replace("confirm", choice))
            assert gone.status_code == 404
            assert words("en").text("page.unknown") in gone.text


async def test_never_again_by_one_tap_even_if_the_address_was_taken_back(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (here, office), browser() as http, browser() as reader:
        await entered(http, here)
        assert (await http.post(f"{here.url}/api/mail", json=WISH)).status_code == 202
        await here.node.deliveries.run()
        (question,) = office.taken
        never = links(question)[-1].replace(SITE, here.url)
        assert never.endswith("/never")
        assert (await http.post(f"{here.url}/api/mail/end")).status_code == 200
        texts = words("ru")
        for _ in range(2):  # a program that looks into mails opens it, and refuses nothing
            page = await reader.get(never)
            assert texts.text("page.never_press") in page.text
        one_click = await reader.post(never, data={"List-Unsubscribe": "One-Click"})
        assert (one_click.status_code, texts.text("page.refused") in one_click.text) == (200, True)
        assert texts.text("page.again_press") in (await reader.get(never)).text
        alias = {**WISH, "address": "Anna+2@post.example"}
        assert (await http.post(f"{here.url}/api/mail", json=alias)).status_code == 202
        assert (await http.get(f"{here.url}/api/push")).json()["mail"]["address"] == ""
        again = never.replace("/never", "/again")
        assert texts.text("page.again_press") in (await reader.get(again)).text
        assert texts.text("page.allowed") in (await reader.post(again)).text
        assert (await http.post(f"{here.url}/api/mail", json=alias)).status_code == 202
        assert (await http.get(f"{here.url}/api/push")).json()["mail"]["address"] == alias[
            "address"
        ]
        token = never.split("/")[-2]
        for wrong in ("t0ken", "a", "b" + token[1:], token[:-1], f"{token}aaaaaaaa"):
            assert (await reader.post(never.replace(token, wrong))).status_code == 404


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
        await here.node.deliveries.run()
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
