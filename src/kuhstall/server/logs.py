"""Logs as lines of JSON. They name tables and codes, never cards, tokens, names or chat."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec

from kuhstall.server.http.request_ids import REQUEST


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        if request := REQUEST.get():
            line["request"] = request
        line.update(getattr(record, "fields", {}))
        if record.exc_info and record.exc_info[0] is not None:
            # Where it happened, but no values: a local variable may hold a player's hand.
            line["error"] = record.exc_info[0].__name__
            line["trace"] = _places(record.exc_info[2])
        return msgspec.json.encode(line).decode()


def _places(trace: Any) -> list[str]:
    places = []
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return places


def configure(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    # Only warnings from libraries: their details are values, such as those of every query.
    root.setLevel(max(logging.getLevelName(level.upper()), logging.WARNING))
    for ours in ("kuhstall", "uvicorn"):
        logging.getLogger(ours).setLevel(level.upper())
    logging.getLogger("uvicorn.access").setLevel(logging.WARNING)
