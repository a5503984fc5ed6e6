"""The frames of the socket protocol, both ways. `docs/protocol.md` explains them.

Inbound frames forbid what they do not know. Outbound frames carry the parts that a game makes
(views, options, events) as they were encoded, once for each viewer.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from kuhstall.engine.values import Line, Seat, Viewer
from kuhstall.server.party.events import CloseReason, PaceName, PauseReason, StartBy, TempoName
from kuhstall.server.party.hours import Hours
from kuhstall.server.party.party import Stage
from kuhstall.server.party.requests import AnyRequest, AnySeat

PROTOCOL: Final = 1
MAX_FRAME: Final = 8192
_FRAME_UNIT: Final = 256

CommandId: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}(?!\n)$")]
Phrase: TypeAlias = Literal[
    "hello", "good_luck", "nice", "thanks", "sorry", "hurry", "one_moment", "well_played", "bye"
]
Emote: TypeAlias = Literal["😂", "😮", "🤔", "😭", "😠", "😉"]
"""A text that stands for a face. As a text it is shown by clients, and kept by nodes, that know
nothing of emotes; a new phrase would break both."""

EMOTES: Final = get_args(Emote)


class _Inbound(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, gc=False):
    """What a client sends."""


class Hello(_Inbound, frozen=True, tag="hello", gc=False):
    """The first frame. With `last_seq` the client says what it has seen already."""

    ticket: Annotated[str, Meta(max_length=100)]
    last_seq: int | None = None
    client: Annotated[str, Meta(max_length=100)] = ""


class Cmd(_Inbound, frozen=True, tag="cmd", gc=False):
    """An action of the game, for the moment that the client sees."""

    cid: CommandId
    moment: int
    action: Raw


class Ask(_Inbound, frozen=True, tag="ask", gc=False):
    """A request to the party."""

    cid: CommandId
    request: AnyRequest


class Say(_Inbound, frozen=True, tag="say", gc=False):
    """Chat: a phrase, or a text: an emote, or anything where that is allowed."""

    cid: CommandId
    phrase: Phrase | None = None
    text: Annotated[str, Meta(min_length=1, max_length=280)] | None = None


class Mute(_Inbound, frozen=True, tag="mute", gc=False):
    """Stop hearing whoever wrote a line of chat, or hear them again."""

    cid: CommandId
    line: Annotated[int, Meta(ge=0, le=2**53 - 1)]  # no larger: it is asked of the store
    on: bool = True


class Block(_Inbound, frozen=True, tag="block", gc=False):
    """Keep somebody away, whoever sits there or wrote a line: no chat, and no seat at one table."""

    cid: CommandId
    seat: AnySeat | None = None
    line: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None


class Pong(_Inbound, frozen=True, tag="pong", gc=False):
    """The answer to a ping: the same number."""

    nonce: int


class CatchUp(_Inbound, frozen=True, tag="resume", gc=False):
    """Ask for what was missed."""

    last_seq: int


Inbound: TypeAlias = Hello | Cmd | Ask | Say | Mute | Block | Pong | CatchUp


class PlaceView(Struct, frozen=True, omit_defaults=True):
    """A seat and who sits there: nobody, a bot, or a person, for whom a bot may play."""

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


class PartyView(Struct, frozen=True):
    """`brought`: it is not played with the cards of the box, but with those of a file.

    `script`: it is a tutorial, where somebody plays alone with a deck that was laid out for it.
    `tempo`: how quick bots and calls are, if that is not as usual. `hours`: when a slow table is
    played, if that is not always. `starts`: who starts the game, if not the host, and `filler`: the
    bot that takes the free seats, if bots do.
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
    starts: StartBy | UnsetType = UNSET
    filler: str | UnsetType = UNSET


class TimerView(Struct, frozen=True, omit_defaults=True):
    """When time is up for a seat, or for the next call (no seat); milliseconds of the server.

    `lasts` is how long it is from beginning to end, if that is known. It may begin later than now.
    `caller` and `hush`, only where a seat calls: which one, and until when it may not, so that the
    others can speak. `more` are the seats that may give this one more time.
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
    """A step that a client was not there for."""

    seq: int
    events: Raw
    lines: tuple[Line, ...]


class _Outbound(Struct, frozen=True, tag_field="type"):
    """What the server sends."""


class Welcome(_Outbound, frozen=True, tag="welcome"):
    """The first answer: the version of the protocol, your own seat, and the time of the server."""

    protocol: int
    you: Viewer
    seq: int
    time: int


class Snapshot(_Outbound, frozen=True, tag="snapshot"):
    """All that the viewer may know now. `missed` is None if that is too much to send.

    `went_back` is there if steps that the client may have seen are lost: how many.
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


class Chat(_Outbound, frozen=True, tag="chat"):
    """A line that somebody has said."""

    line: ChatLine


class Ack(_Outbound, frozen=True, tag="ack"):
    """The command is written for good, as this step or before it."""

    cid: str
    seq: int


class Nack(_Outbound, frozen=True, tag="nack", omit_defaults=True):
    """The command is refused; only with `unavailable` and `slow_down` is it undecided.

    A refusal for what somebody is at the table, or for its stage, answers one attempt; any other is
    for good. `detail` says more to programs, with some codes.
    """

    cid: str
    code: str
    seq: int
    detail: dict[str, str | int] = {}


class Busy(_Outbound, frozen=True, tag="busy"):
    """The command is not decided: the server has too much to do.

    Send it again, with the same `cid`, after as many milliseconds. It is a frame of its own, since
    a client that does not know it goes on waiting for an answer, as it should.
    """

    cid: str
    retry_after: int


class Ping(_Outbound, frozen=True, tag="ping"):
    """`rtt` is the round trip that the server has measured, in milliseconds."""

    nonce: int
    time: int
    rtt: int | None


class Bye(_Outbound, frozen=True, tag="bye"):
    """Why the server closes the socket.

    `retry_after` is there with `busy`: after as many milliseconds a client may come again.
    """

    code: str
    retry_after: int | UnsetType = UNSET


Outbound: TypeAlias = Welcome | Snapshot | StepFrame | Chat | Ack | Nack | Busy | Ping | Bye

NOTHING: Final = Raw(b"null")
_decoder: Final = msgspec.json.Decoder(Inbound)
_encoder: Final = msgspec.json.Encoder()


class MalformedError(Exception):
    """Something that is not a frame."""


def decode_frame(data: bytes | str) -> Inbound:
    try:
        frame: Inbound = _decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise MalformedError from error
    return frame


def encode_frame(frame: Outbound) -> bytes:
    """Encode a frame. Its length is rounded up, so that the length alone gives little away."""
    return padded(_encoder.encode(frame))


def padded(data: bytes) -> bytes:
    return data + b" " * (-len(data) % _FRAME_UNIT)
