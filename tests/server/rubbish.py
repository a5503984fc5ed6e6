"""Frames that are nearly right, and the ways to send them that are not right at all."""

from __future__ import annotations

import base64
import json
import random
import struct
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from msgspec import Struct

from tests.server.rawsocket import BINARY, CLOSE, CONTINUED, PING, PONG, TEXT, framed

_OF_MASTER: tuple[dict[str, Any], ...] = (
    {"type": "slap", "count": 3},
    {"type": "slap_now", "after": 250},
    {"type": "lay_card", "card": 10},
    {"type": "cover", "animal": "cow"},
    {"type": "trade", "animal": "rat", "seat": 1},
)
_OF_KUHFSTEIN: tuple[dict[str, Any], ...] = (
    {"type": "place_tile", "tile": 0, "spot": {"row": 0, "column": -1, "turn": 0, "also": [0, 0]}},
    {"type": "play_card", "card": 3, "spot": {"row": 1, "column": 2, "turn": 3}},
    {"type": "take_herd", "row": 0, "column": 0},
    {"type": "take_card", "card": 5},
    {"type": "take_back"},
    {"type": "show_goal", "goal": "hay"},
)


def valid(random: random.Random) -> dict[str, Any]:
    """Return a frame that could be sent, of any kind."""
    return random.choice(
        (
            {"type": "hello", "ticket": "t" * 43, "last_seq": 3, "client": "fuzz"},
            {"type": "cmd", "cid": "c1", "moment": 2, "action": {"type": "auction"}},
            {"type": "cmd", "cid": "c2", "moment": 2, "action": {"type": "pay", "cards": [0, 10]}},
            {
                "type": "cmd",
                "cid": "c3",
                "moment": 2,
                "action": {"type": "trade", "animal": "cow", "seat": 1},
            },
            *(
                {"type": "cmd", "cid": f"e{at}", "moment": 2, "action": deepcopy(action)}
                for at, action in enumerate((*_OF_MASTER, *_OF_KUHFSTEIN))
            ),
            {"type": "ask", "cid": "c4", "request": {"type": "join", "seat": 1}},
            {
                "type": "ask",
                "cid": "c5",
                "request": {
                    "type": "arrange",
                    "edition": "kuhhandel/2",
                    "rules": {"dove": True, "auction_mode": "turns"},
                    "seats": 4,
                    "pace": "live",
                },
            },
            {"type": "ask", "cid": "c6", "request": {"type": "seat_bot", "seat": 1, "bot": "x"}},
            {"type": "ask", "cid": "c7", "request": {"type": "reveal", "value": "a" * 64}},
            {"type": "say", "cid": "c8", "phrase": "hello"},
            {"type": "say", "cid": "c9", "text": "Moo, говорит корова"},
            {"type": "mute", "cid": "d1", "line": 1, "on": True},
            {"type": "block", "cid": "d2", "seat": 1},
            {"type": "pong", "nonce": 7},
            {"type": "resume", "last_seq": 1},
        )
    )


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Walk over every place in a frame where something else could stand."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])


ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    2**31,
    2**53 + 1,
    2**63,
    -(2**63) - 1,
    10**30,
    0.5,
    1e308,
    "",
    "\x00",
    "\n",
    "a" * 300,
    "\u202e",
    "\ud800",
    "хлев",
    [],
    {},
    [[[[[]]]]],
    {"type": "hello"},
    ["type", "cmd"],
)


def swapped(random: random.Random, frame: dict[str, Any]) -> bytes:
    """Put something odd in some place."""
    for _ in range(random.choice((1, 1, 2, 3))):
        holder, key = random.choice(list(_places(frame)))
        holder[key] = deepcopy(random.choice(ODD))
    return json.dumps(frame).encode()


def varied(random: random.Random, frame: dict[str, Any]) -> bytes:
    """Put other values of the same kind: frames that are read, and mean something odd."""
    numbers = (-1, 0, 1, 3, 7, 8, 2**31, 2**53, 2**63, 10**30)
    words = ("", "x", "cow", "turns", "farmer", "kuhhandel/1", "join", "leave", "start", "\x00")
    for holder, key in list(_places(frame)):
        if key != "type" or random.random() < 0.1:
            if isinstance(holder[key], str) and key != "cid" and random.random() < 0.3:
                holder[key] = random.choice(words)
            elif type(holder[key]) is int and random.random() < 0.7:
                holder[key] = random.choice(numbers)
    return json.dumps(frame).encode()


def renamed(random: random.Random, frame: dict[str, Any]) -> bytes:
    """Give a field another name, drop it, or add one that nobody knows."""
    holder = random.choice([holder for holder, _ in _places(frame) if isinstance(holder, dict)])
    key = random.choice(list(holder))
    value = holder.pop(key)
    names = ("typ", "person", "seat", "__class__", "cid", "\x00", "you", "a" * 100, "type")
    if random.random() < 0.7:
        holder[random.choice(names)] = value
    return json.dumps(frame).encode()


def flipped(random: random.Random, frame: dict[str, Any]) -> bytes:
    data = bytearray(json.dumps(frame, ensure_ascii=random.random() < 0.5).encode())
    for _ in range(random.choice((1, 1, 2, 8))):
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(data)


def torn(random: random.Random, frame: dict[str, Any]) -> bytes:
    """Cut it off, leave a piece out, or send a piece twice."""
    data = json.dumps(frame).encode()
    one, other = sorted(random.choices(range(len(data) + 1), k=2))
    return random.choice((data[:one], data[:one] + data[other:], data[:other] + data[one:]))


def doubled(random: random.Random, frame: dict[str, Any]) -> bytes:
    """Name a field twice."""
    key = random.choice(list(frame))
    again = json.dumps({key: random.choice((*ODD, frame[key]))})
    return json.dumps(frame).encode()[:-1] + b", " + again.encode()[1:]


def nested(random: random.Random, frame: dict[str, Any]) -> bytes:
    """Put a deep well in some place."""
    holder, key = random.choice(list(_places(frame)))
    holder[key] = "WELL"
    depth = random.choice((8, 64, 500, 900, 1_100, 3_900))
    opening, closing = random.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"[", b"")))
    well = opening * depth + b"1" + closing * depth
    return json.dumps(frame).encode().replace(b'"WELL"', well)[:8_192]


def literal(random: random.Random, frame: dict[str, Any]) -> bytes:
    """Put something in some place that JSON does not have, or only nearly."""
    holder, key = random.choice(list(_places(frame)))
    holder[key] = "HERE"
    words = (
        *(b"NaN", b"Infinity", b"-0", b"01", b"1e999", b"-1e999", b"9" * 400, b"1" + b"0" * 5_000),
        *(b'"\\ud800"', b'"\\udfff\\ud800"', b'"\\u0000"', b'"\xff\xfe"', b'"\xed\xa0\x80"'),
        *(b"'x'", b"undefined", b"/* */1", b'"\x01"', b'{"a":1,}', b"[1,]", b"{1:2}"),
        *(b'{"type":"\xff"}', b'{"type":"pay","cards":["\xc3"]}', b'{"\xff":1}'),
    )
    return json.dumps(frame).encode().replace(b'"HERE"', random.choice(words))


def noise(random: random.Random, frame: dict[str, Any]) -> bytes:
    return random.choice(
        (
            b"",
            b"\x00",
            b"null",
            b"[]",
            b"{}",
            b'""',
            b"0",
            b"\xef\xbb\xbf" + json.dumps(frame).encode(),
            json.dumps(frame).encode("utf-16"),
            random.randbytes(random.randrange(1, 200)),
            b" " * random.randrange(1, 8_000),
            json.dumps(frame).encode() * 2,
            base64.b64encode(json.dumps(frame).encode()),
        )
    )


Mutation = Callable[[random.Random, dict[str, Any]], bytes]
MUTATIONS: tuple[Mutation, ...] = (
    *(varied, varied, varied, varied, swapped, swapped, renamed, flipped, flipped, torn, doubled),
    *(nested, literal, literal, noise),
)


class Parcel(Struct, frozen=True):
    """What goes over the wire, and the message in it, if it is one that the server can read."""

    data: bytes
    message: bytes | None = None
    unfinished: bool = False


def wrapped(random: random.Random, data: bytes) -> Parcel:
    """Send it as a client would, or in pieces, or with what is allowed in between, or broken."""
    kind = random.random()
    if kind < 0.6:
        return Parcel(framed(TEXT, data), data)
    if kind < 0.7:
        return Parcel(framed(BINARY, data), data)
    if kind < 0.85:
        return Parcel(_in_pieces(random, data), data)
    if kind < 0.87:
        return Parcel(framed(TEXT, data)[: random.randrange(1, 6)], unfinished=True)
    return Parcel(
        random.choice(
            (
                framed(PING, data[:125]),
                framed(PONG, data[:125]),
                framed(PING, data[:60] + b"x" * 66),  # too long for a control frame
                framed(CLOSE, b""),
                framed(CLOSE, struct.pack("!H", random.choice((1000, 1001, 1005, 999, 4999, 0)))),
                framed(CLOSE, b"x"),
                framed(CLOSE, struct.pack("!H", 1000) + b"\xff"),
                framed(CONTINUED, data),  # of nothing
                framed(TEXT, data, final=False) + framed(TEXT, data),  # one within another
                framed(random.choice((3, 7, 11, 15)), data),  # no such kind
                framed(TEXT, data, reserved=random.choice((1, 2, 4))),
                framed(TEXT, data, masked=False),
                b"".join(framed(0 if at else TEXT, b"", final=False) for at in range(200)),
            )
        )
    )


def _in_pieces(random: random.Random, data: bytes) -> bytes:
    pieces = [data[at : at + 7] for at in range(0, min(len(data), 70), 7)]
    pieces.append(data[70:])
    between = framed(random.choice((PING, PONG)), random.randbytes(4))
    return between.join(
        framed(CONTINUED if at else TEXT, piece, final=at == len(pieces) - 1)
        for at, piece in enumerate(pieces)
    )
