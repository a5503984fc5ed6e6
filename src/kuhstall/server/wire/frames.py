"""The frames of the socket protocol, in both directions. `docs/protocol.md` explains them.

Inbound frames forbid unknown fields. Outbound frames carry the parts that a game makes (views,
options, events) already encoded, once for each viewer.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from kuhstall.engine.values import Line, Seat, Viewer
from kuhstall.server.table.party.events import (
    CloseReason,
    PaceName,
    PauseReason,
    StartBy,
    TempoName,
)
from kuhstall.server.table.party.hours import Hours
from kuhstall.server.table.party.party import Stage
from kuhstall.server.table.party.receipts import Receipt
from kuhstall.server.table.party.requests import AnyRequest, AnySeat

PROTOCOL: Final = 1
MAX_FRAME: Final = 8192
_FRAME_UNIT: Final = 256

CommandId: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}(?!\n)$")]
Phrase: TypeAlias = Literal[
    "hello", "good_luck", "nice", "thanks", "sorry", "hurry", "one_moment", "well_played", "bye"
]
Emote: TypeAlias = Literal["😂", "😮", "🤔", "😭", "😠", "😉"]
"""A text that is shown as a face. Because it is a text, clients and nodes that do not know emotes
can show and store it; a new phrase would break both."""

EMOTES: Final = get_args(Emote)


class _Inbound(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, gc=False):
    """What a client sends."""


class Hello(_Inbound, frozen=True, tag="hello", gc=False):
    """The first frame. `last_seq` is the last step that the client has seen."""

    ticket: Annotated[str, Meta(max_length=100)]
    last_seq: int | None = None
    client: Annotated[str, Meta(max_length=100)] = ""


class Cmd(_Inbound, frozen=True, tag="cmd", gc=False):
    """An action of the game, for the moment that the client sees."""

    cid: CommandId
    moment: int
    action: Raw


class Withdraw(_Inbound, frozen=True, tag="withdraw", gc=False):
    """Withdraw the own sealed answer, for the moment that the client sees."""

    cid: CommandId
    moment: int


class Ask(_Inbound, frozen=True, tag="ask", gc=False):
    """A request to the party."""

    cid: CommandId
    request: AnyRequest


class Say(_Inbound, frozen=True, tag="say", gc=False):
    """Chat: a phrase, or a text. A text is an emote, or anything where free text is allowed."""

    cid: CommandId
    phrase: Phrase | None = None
    text: Annotated[str, Meta(min_length=1, max_length=280)] | None = None


class Mute(_Inbound, frozen=True, tag="mute", gc=False):
    """Mute the author of a line of chat, or unmute them."""

    cid: CommandId
    line: Annotated[int, Meta(ge=0, le=2**53 - 1)]  # bounded because it is passed to the store
    on: bool = True


class Block(_Inbound, frozen=True, tag="block", gc=False):
    """Block the person on a seat or the author of a line: no chat, and no seat at one table."""

    cid: CommandId
    seat: AnySeat | None = None
    line: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None


class Pong(_Inbound, frozen=True, tag="pong", gc=False):
    """The answer to a ping: the same number."""

    nonce: int


class CatchUp(_Inbound, frozen=True, tag="resume", gc=False):
    """Ask for the steps after `last_seq`."""

    last_seq: int


Inbound: TypeAlias = Hello | Cmd | Withdraw | Ask | Say | Mute | Block | Pong | CatchUp


class PlaceView(Struct, frozen=True, omit_defaults=True):
    """A seat: empty, a bot's, or a person's, for whom a bot may play.

    `revealed`: the value is there, and is shown once those of all players are.
    """

    kind: Literal["empty", "bot", "person"]
    name: str = ""
    bot: str | None = None
    here: bool = False
    away: bool = False
    pausing: bool = False
    halting: bool = False
    commitment: str | None = None
    reveal: str | None = None
    hurrying: bool = False
    revealed: bool = False


class PartyView(Struct, frozen=True):
    """The table around the game. `brought`: it is played with the cards of a file.

    `script`: it is this tutorial, where one person plays with a prepared deck. `tempo`: how quick
    bots and calls are, if not normal. `hours`: the playing hours of a slow table, if not always.
    `decision_hours`: how long its players have for a decision, if not two days.
    `starts`: who starts the game, if not the host. `filler`: the bot that takes the free seats, if
    bots do. `screens`: how many paired screens show the table, if any.
    """

    stage: Stage
    edition: str
    pace: PaceName
    public: bool
    code: str
    host: Seat | None
    places: tuple[PlaceView, ...]
    promise: str
    aborts: int
    pause: PauseReason | None
    secret: str | None
    rematch: str | None
    closed: CloseReason | None
    brought: bool
    script: str | UnsetType = UNSET
    tempo: TempoName | UnsetType = UNSET
    hours: Hours | UnsetType = UNSET
    decision_hours: int | UnsetType = UNSET
    starts: StartBy | UnsetType = UNSET
    filler: str | UnsetType = UNSET
    screens: int | UnsetType = UNSET


class TimerView(Struct, frozen=True, omit_defaults=True):
    """When time is up for a seat, or for the next call (no seat); milliseconds of the server.

    `lasts` is the time from beginning to end, if known. It may begin later than now. `caller` and
    `hush`, only if a seat calls: which one, and until when it may not, so that the others can bid.
    `more` are the seats that may give this one more time.
    """

    seat: Seat | None
    at: int
    lasts: int | None
    hush: int | UnsetType = UNSET
    caller: Seat | UnsetType = UNSET
    more: tuple[Seat, ...] = ()


class ChatLine(Struct, frozen=True):
    id: int
    seat: Seat | None
    name: str
    at: int
    phrase: Phrase | None = None
    text: str | None = None


class Missed(Struct, frozen=True):
    """A step that a client has missed."""

    seq: int
    events: Raw
    lines: tuple[Line, ...]


class OwnAnswer(Struct, frozen=True):
    """The viewer's own sealed answer, which can be changed and withdrawn until it is opened.

    `options` are the answers to change it to. Without `salt` there is no receipt: it was handed in
    by a standing order, or by a bot.
    """

    revision: int
    action: Raw
    options: Raw
    salt: str | UnsetType = UNSET


class _Outbound(Struct, frozen=True, tag_field="type"):
    """What the server sends."""


class Welcome(_Outbound, frozen=True, tag="welcome"):
    """The first answer: the protocol version, your own seat, and the server's time."""

    protocol: int
    you: Viewer
    seq: int
    time: int


class Snapshot(_Outbound, frozen=True, tag="snapshot"):
    """All that the viewer may know now. `missed` is None if it would be too much to send.

    `went_back` is there if steps that the client may have seen were lost: their number.
    `answer` is there if the viewer has a sealed answer that can be changed.
    """

    seq: int
    you: Viewer
    may: tuple[str, ...]
    party: Raw
    view: Raw
    options: Raw
    timers: tuple[TimerView, ...]
    missed: tuple[Missed, ...] | None
    chat: tuple[ChatLine, ...]
    went_back: int | UnsetType = UNSET
    answer: OwnAnswer | UnsetType = UNSET


class StepFrame(_Outbound, frozen=True, tag="step"):
    """One step, as the viewer may know it. `party` is None if it has not changed."""

    seq: int
    you: Viewer
    may: tuple[str, ...]
    party: Raw
    events: Raw
    lines: Raw
    view: Raw
    options: Raw
    timers: tuple[TimerView, ...]
    answer: OwnAnswer | UnsetType = UNSET


class Chat(_Outbound, frozen=True, tag="chat"):
    """A new line of chat."""

    line: ChatLine


class Ack(_Outbound, frozen=True, tag="ack"):
    """The command is stored for good, as this step or before it.

    `receipt` is there if it has sealed, changed or withdrawn an answer that can be proven later.
    """

    cid: str
    seq: int
    receipt: Receipt | UnsetType = UNSET


class Nack(_Outbound, frozen=True, tag="nack", omit_defaults=True):
    """The command is refused; with `unavailable` or `slow_down` it is undecided instead.

    A refusal because of the sender's role or the table's stage is not final: the same command may
    be sent again. All others are final. With some codes, `detail` has more for programs.
    """

    cid: str
    code: str
    seq: int
    detail: dict[str, str | int] = {}


class Busy(_Outbound, frozen=True, tag="busy"):
    """The command is undecided: the server is overloaded.

    Send it again with the same `cid` after `retry_after` milliseconds. It is a frame of its own
    because a client that does not know it goes on waiting for an answer, as it should.
    """

    cid: str
    retry_after: int


class Ping(_Outbound, frozen=True, tag="ping"):
    """Answer it with a pong. `rtt` is the measured round trip in milliseconds."""

    nonce: int
    time: int
    rtt: int | None


class Bye(_Outbound, frozen=True, tag="bye"):
    """Why the server closes the socket.

    With `busy`, `retry_after` is the time in milliseconds after which a client may come again.
    """

    code: str
    retry_after: int | UnsetType = UNSET


Outbound: TypeAlias = Welcome | Snapshot | StepFrame | Chat | Ack | Nack | Busy | Ping | Bye

NOTHING: Final = Raw(b"null")
_decoder: Final = msgspec.json.Decoder(Inbound)
_encoder: Final = msgspec.json.Encoder()


class MalformedError(Exception):
    """The data is not a valid frame."""


def decode_frame(data: bytes | str) -> Inbound:
    try:
        frame: Inbound = _decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise MalformedError from error
    return frame


def encode_frame(frame: Outbound) -> bytes:
    """Encode a frame. Round its length up, so that the length reveals little."""
    return pad(_encoder.encode(frame))


def pad(data: bytes) -> bytes:
    return data + b" " * (-len(data) % _FRAME_UNIT)
