"""A bot for a server, without Kuhstall: it plays one game of anything, by the options alone.

It needs `websockets` and nothing else: python stingy_bot.py http://127.0.0.1:8000 [invite code]
"""

import json
import random
import sys
import uuid
from urllib.request import Request, urlopen

from websockets.sync.client import connect

SERVER = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
CODE = sys.argv[2] if len(sys.argv) > 2 else ""
HEADERS = {"content-type": "application/json"}


def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(SERVER + path, data, HEADERS, method=method)) as answer:
        return json.load(answer)


def cheapest(option):
    """Find the smallest sum that is enough, and cards that add up to it."""
    sums = {0: []}
    for card in option["pool"]:
        for total, cards in list(sums.items()):
            sums.setdefault(total + card, [*cards, card])
    cards = sums[min(total for total in sums if total >= option["least"])]
    rest = sorted(option["pool"])
    for card in cards:
        rest.remove(card)
    return cards + rest[: max(0, option["fewest"] - len(cards))]


def choose(options):
    """Fill in an option, which is a template with a gap; there are four shapes."""
    option = random.choice(options)
    match option["option"]:
        case "choice":
            return random.choice(option["actions"])
        case "range":
            return option["action"] | {option["field"]: option["low"]}
        case "pick":
            return option["action"] | {option["field"]: cheapest(option)}
        case "placement":
            return option["action"] | {
                option["piece_field"]: random.choice(option["pieces"]),
                option["spot_field"]: random.choice(option["spots"]),
            }


HEADERS["authorization"] = "Bearer " + call("POST", "/api/programs", {"name": "Resi"})["token"]
if CODE:
    table = call("GET", f"/api/codes/{CODE}")["table"]
else:
    wish = {"seats": 3, "bots": ["farmer"] * 2, "pace": "fast"}
    table = call("POST", "/api/tables", wish)["table"]
print(f"at table {table}")
order = {"cid": uuid.uuid4().hex, "request": {"type": "join" if CODE else "start"}}
call("POST", f"/api/tables/{table}/commands", order)

ticket = call("POST", f"/api/tables/{table}/ticket", {})
with connect(SERVER.replace("http", "ws", 1) + ticket["socket"], max_size=None) as wire:
    wire.send(json.dumps({"type": "hello", "ticket": ticket["ticket"], "client": "stingy/1.0"}))
    # At a fast table much happens in a second, and a server admits 100 frames in 20 s from a
    # socket: answer when it is quiet.
    answer = None
    while True:
        try:
            frame = json.loads(wire.recv(None if answer is None else 0.2))
        except TimeoutError:
            wire.send(json.dumps(answer))
            answer = None
            continue
        if frame["type"] == "ping":
            wire.send(json.dumps({"type": "pong", "nonce": frame["nonce"]}))
        if frame["type"] not in {"snapshot", "step"}:
            continue
        if (frame["party"] or {}).get("stage") == "ended":
            print(f"seat {frame['you']}: {json.dumps(frame['view']['phase'])}")
            break
        answer = None
        if frame["options"]:
            command = {"cid": uuid.uuid4().hex, "moment": frame["view"]["moment"]}
            answer = {"type": "cmd", **command, "action": choose(frame["options"])}
