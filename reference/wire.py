"""Everything that goes over the wire, by name, from the schemas that clients are built on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, get_args

from kuhstall.engine.option import Option
from kuhstall.server.describe.openapi import Operation, wire
from kuhstall.server.describe.schema import Definitions, Schema, protocol, references
from kuhstall.server.http.endpoints import ENDPOINTS
from kuhstall.server.table.party.requests import AnyRequest
from kuhstall.server.wire import frames
from reference.families import families
from reference.writing import code, codes, plain, table
from reference.writing import page as whole

TAGS: Final = ("type", "option", "phase", "game")

_INTRO: Final = """\
Every frame, request, action, event and type, with its fields. [The protocol](../protocol.md)
explains how they work together; the exact types are
[protocol.schema.json](../protocol.schema.json) for the socket and
[openapi.json](../openapi.json) for HTTP. The word in the first column is the value of `type`
(of `option`, `phase` or `game` where the table says so)."""


def page() -> str:
    known, operations = wire(ENDPOINTS)
    known |= protocol()["$defs"]  # last, so that a type of the socket keeps its name
    shown: set[str] = set()

    def listed(title: str, kinds: Iterable[type], said: str = "") -> str:
        found = [kind.__name__ for kind in kinds]
        shown.update(found)
        if untold := [name for name in found if not known[name].get("description")]:
            raise LookupError(f"these have no docstring: {', '.join(untold)}")
        rows = [_message(name, known[name]) for name in found]
        return "\n\n".join(
            filter(None, [title, said, table(["word", "what it says", "fields"], rows)])
        )

    parts = [
        listed("## What a client sends", get_args(frames.Inbound)),
        listed("## What the server sends", get_args(frames.Outbound)),
        listed(
            "## Requests to the party",
            get_args(AnyRequest),
            "In the `request` of `ask`, or of an order over HTTP.",
        ),
        listed("## Options", get_args(Option), "The word is the `option`."),
    ]
    for family in families():
        parts += [
            listed(f"## Actions of {family.title}", get_args(family.games[0].actions)),
            listed(
                f"## Events of {family.title}",
                get_args(family.games[0].events),
                "A field is null for those who may not know it.",
            ),
        ]
    parts += [
        _calls(operations),
        _types({name: known[name] for name in sorted(known.keys() - shown)}),
    ]
    return whole("Messages", _INTRO, *parts)


def _message(name: str, schema: Schema) -> tuple[str, str, str]:
    word = next((found for found in map(_word, _fields(schema).items()) if found), name)
    anchor = f'<a id="{name.lower()}"></a>'
    return anchor + code(word), plain(schema.get("description", "")), _listed(schema)


def _word(field: tuple[str, Schema]) -> str:
    """Return the one word that a field can be, if it is the field that tells types apart."""
    name, schema = field
    return str(schema["enum"][0]) if name in TAGS and len(schema.get("enum", ())) == 1 else ""


def _fields(schema: Schema) -> Mapping[str, Schema]:
    fields: Mapping[str, Schema] = schema.get("properties", {})
    return fields


def _listed(schema: Schema) -> str:
    required = schema.get("required", ())
    return "<br>".join(
        f"{code(name)}: {typed(field)}" + ("" if name in required else ", optional")
        for name, field in _fields(schema).items()
        if not _word((name, field))
    )


def typed(schema: Schema) -> str:
    """Say in words what a value can be."""
    match schema:
        case {"$ref": target}:
            return f"[{(name := target.rpartition('/')[2])}](#{name.lower()})"
        case {"anyOf": parts}:
            return " or ".join(map(typed, parts))
        case {"enum": words}:
            return codes(words)
        case {"prefixItems": parts}:
            return "list of " + ", ".join(map(typed, parts))
        case {"type": "array", "items": item}:
            return f"list of {typed(item)}"
        case {"type": "object", "additionalProperties": dict(kind)}:
            return f"object of {typed(kind)}"
        case {"type": str(kind)}:
            return kind
        case _:
            return "anything"


def _calls(operations: Iterable[Operation]) -> str:
    rows = [
        (
            code(f"{operation.method} {operation.path}"),
            plain(operation.summary),
            typed(operation.body) if operation.body is not None else "",
            typed(operation.answer),
        )
        for operation in operations
    ]
    return "## Calls over HTTP\n\n" + table(["call", "what it does", "takes", "gives"], rows)


def _types(rest: Definitions) -> str:
    return "## Types\n\n" + "\n\n".join(
        part for name, schema in rest.items() for part in _type(name, schema)
    )


def _type(name: str, schema: Schema) -> Iterator[str]:
    yield f"### {name} {{ #{name.lower()} }}"
    if "description" in schema:
        yield plain(schema["description"])
    if fields := _fields(schema):
        rows = [
            (code(field), f"always {code(word)}" if (word := _word((field, kind))) else typed(kind))
            for field, kind in fields.items()
        ]
        yield table(["field", "what it is"], rows)
    elif "anyOf" in schema and len(list(references(schema))) > 12:
        yield f"One of {len(schema['anyOf'])}, all on this page."
    else:
        yield typed({key: schema[key] for key in schema if key != "description"}) + _bounds(schema)


def _bounds(schema: Schema) -> str:
    said = [
        f"{key} {code(schema[key])}"
        for key in ("pattern", "minimum", "maximum", "minLength", "maxLength")
        if key in schema
    ]
    return f" ({', '.join(said)})" if said else ""
