"""The protocol as JSON Schema, made from the types that encode and decode it.

A frame carries the parts of a game as bytes that are already encoded, so its own type does not say
what is in them. Here they get the types of the games.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import cleandoc
from types import UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import Struct, inspect

from kuhstall.engine.option import Option
from kuhstall.engine.values import Action, Line
from kuhstall.games.course import Stop
from kuhstall.games.game import AnyGame
from kuhstall.games.registry import EDITIONS
from kuhstall.server.table.party.requests import AnyRequest
from kuhstall.server.wire import frames

Schema: TypeAlias = dict[str, Any]
Definitions: TypeAlias = dict[str, Schema]

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
REF: Final = "#/$defs/{name}"


def ref(name: str) -> Schema:
    return {"$ref": REF.format(name=name)}


def _list_of(name: str) -> Schema:
    return {"type": "array", "items": ref(name)}


_PARTS: Final[Mapping[str, Schema]] = {
    "action": ref("GameAction"),
    "actions": _list_of("GameAction"),
    "events": _list_of("GameEvent"),
    "lines": _list_of("Line"),
    "log": _list_of("GameEvent"),
    "may": _list_of("Right"),
    "options": _list_of("Option"),
    "party": ref("PartyView"),
    "view": ref("GameView"),
}
"""The schemas of fields whose types do not say what is in them."""

_WORDS: Final[Mapping[tuple[type, str], Schema]] = {(Stop, "marks"): _list_of("Mark")}
"""The schemas of fields for which each game has its own words."""

_NULLABLE: Final = {(frames.StepFrame, "party")}


def protocol() -> Schema:
    """Describe every frame, both ways. The frames are closed: no other fields are sent."""
    known = definitions([], [])
    return {
        "$schema": DRAFT,
        "title": f"Kuhstall socket protocol {frames.PROTOCOL}",
        "description": "A client sends Inbound, the server sends Outbound.",
        "anyOf": [ref("Inbound"), ref("Outbound")],
        "$defs": keep_reachable(known, ["Inbound", "Outbound"]),
    }


def definitions(bodies: Sequence[Any], answers: Sequence[Any]) -> Definitions:
    """Describe all types of the socket, and those that only HTTP uses, by name.

    What only the server sends has all its fields, whether they have a default or not, unless its
    type omits defaults.
    """
    families = games()
    taken = [frames.Inbound, *(game.actions for game in families), *bodies]
    given = [frames.Outbound, frames.PartyView, Line, Option, *answers]
    given += [part for game in families for part in (view_of(game), game.events)]
    structs = {info.cls: info for info in _structs([*taken, *given])}
    aliases = _aliases(structs)
    inbound = {info.cls for info in _structs(taken)}

    described = [*structs, *aliases.values()]
    schemas, components = msgspec.json.schema_components(described, ref_template=REF)
    names = _plain_names(structs, schemas)
    found: Definitions = {}
    for (cls, info), schema in zip(structs.items(), schemas, strict=False):
        if cls is not Action:
            component = components[_target(schema)]
            found[names[_target(schema)]] = _describe(info, component, taken=cls in inbound)
    plain = dict(zip(aliases, schemas[len(structs) :], strict=True))
    found |= _unions(families, structs)
    return dict(sorted(_tidy(found, plain, names).items()))


def games() -> list[AnyGame]:
    """List the games, each once, however many editions it has."""
    return list({id(edition.game): edition.game for edition in EDITIONS.values()}.values())


def view_of(game: AnyGame) -> type[Struct]:
    view: type[Struct] = get_type_hints(game.view)["return"]
    return view


def keep_reachable(known: Definitions, roots: Iterable[str]) -> Definitions:
    """Keep the definitions that can be reached from the roots."""
    kept: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in kept:
            kept.add(name)
            waiting += references(known[name])
    return {name: known[name] for name in known if name in kept}


def references(schema: Any) -> Iterator[str]:
    """Yield the names of the definitions that a schema refers to."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield _target(schema)
        for part in schema.values():
            yield from references(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from references(part)


def _target(schema: Schema) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def _structs(kinds: Iterable[Any]) -> Iterator[inspect.StructType]:
    """Find all structs that these types are made of."""
    seen: set[type] = set()
    waiting: list[Any] = list(inspect.multi_type_info(kinds))[::-1]
    while waiting:
        match waiting.pop():
            case inspect.StructType(cls=cls, fields=fields) as info:
                if cls not in seen:
                    seen.add(cls)
                    yield info
                    waiting += [field.type for field in fields][::-1]
            case inspect.UnionType(types=types):
                waiting += types[::-1]
            case inspect.TupleType(item_types=types):
                waiting += types[::-1]
            case inspect.DictType(value_type=kind):
                waiting.append(kind)
            case inspect.VarTupleType(item_type=kind) | inspect.ListType(item_type=kind):
                waiting.append(kind)
            case _:
                pass


def _aliases(structs: Iterable[type]) -> dict[str, Any]:
    """Find the named types in annotations (literals, patterns, unions): clients use the names.

    Annotations are kept as text, so the names are still in them.
    """
    found: dict[str, Any] = {}
    for owner in (base for cls in structs for base in cls.__mro__):
        known = vars(sys.modules[owner.__module__])
        for text in vars(owner).get("__annotations__", {}).values():
            for name in re.findall(r"\b[A-Z]\w+", text if isinstance(text, str) else ""):
                kind = known.get(name)
                if get_origin(kind) in {Literal, Annotated}:
                    found[name] = kind
                elif _tells_structs_apart(kind) and found.setdefault(name, kind) != kind:
                    raise ValueError(f"two types are called {name}: give one another name")
    return found


def _tells_structs_apart(kind: Any) -> bool:
    if get_origin(kind) not in {Union, UnionType}:
        return False
    return all(isinstance(part, type) and issubclass(part, Struct) for part in get_args(kind))


def _plain_names(structs: Iterable[type], schemas: Sequence[Schema]) -> dict[str, str]:
    """Map every component to a plain name."""
    names: dict[str, str] = {}
    for cls, schema in zip(structs, schemas, strict=False):
        name = cls.__name__
        if name in names.values():
            raise ValueError(f"two types are called {name}: give one of them another name")
        names[_target(schema)] = name
    return names


def _describe(info: inspect.StructType, component: Schema, *, taken: bool) -> Schema:
    """Complete what msgspec says of a struct with what the frames know better."""
    if "prefixItems" in component:  # encoded as an array, because there are many of it
        length = len(component["prefixItems"])
        return _description(info.cls) | {
            "type": "array",
            "minItems": length,
            "maxItems": length,
            "prefixItems": component["prefixItems"],
            "items": False,
        }
    properties: Definitions = dict(component["properties"])
    for field in info.fields:
        schema = properties[field.encode_name]
        if field.name == "may" or _opaque(field.type):
            schema = _PARTS[field.name]
            if (info.cls, field.name) in _NULLABLE:
                schema = {"anyOf": [schema, {"type": "null"}]}
        elif (info.cls, field.name) in _WORDS:
            schema = _WORDS[info.cls, field.name]
        elif isinstance(field.type, inspect.DictType):
            schema = schema | _keys(field.type.key_type)
        properties[field.encode_name] = schema
    required = list(component["required"])
    if not taken and not info.cls.__struct_config__.omit_defaults:
        left_out = {field.encode_name for field in info.fields if _left_out(field)}
        required = [name for name in properties if name not in left_out]
        for name, schema in properties.items():
            properties[name] = {key: schema[key] for key in schema if key != "default"}
    return _description(info.cls) | {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _left_out(field: inspect.Field) -> bool:
    """Return whether a field is sent only if it is set: it is optional, but has no default."""
    set_by_default = (field.default, field.default_factory) != (msgspec.NODEFAULT,) * 2
    return not field.required and not set_by_default


def _description(cls: type) -> Schema:
    """Return the docstring as a description, with JSON's null for None."""
    if cls.__doc__ is None:
        return {}
    return {"description": re.sub(r"\bNone\b", "null", cleandoc(cls.__doc__))}


def _opaque(kind: inspect.Type) -> bool:
    """Return whether a type does not say what is in it: encoded already, or any action."""
    match kind:
        case inspect.RawType():
            return True
        case inspect.StructType(cls=cls):
            return cls is Action
        case inspect.VarTupleType(item_type=item):
            return _opaque(item)
        case inspect.UnionType(types=types):
            return any(_opaque(part) for part in types)
        case _:
            return False


def _keys(kind: inspect.Type) -> Schema:
    match kind:
        case inspect.LiteralType(values=values):
            return {"propertyNames": {"enum": sorted(values)}}
        case inspect.IntType():
            return {"propertyNames": {"pattern": "^[0-9]+$"}}
        case _:
            return {}


def _unions(families: Sequence[AnyGame], structs: Iterable[type]) -> Definitions:
    """Name the unions that no frame names: all frames, and the parts of any game."""
    classes = {cls: cls.__name__ for cls in structs}

    def union(kinds: Iterable[Any]) -> Schema:
        members = [cls for kind in kinds for cls in get_args(kind) or (kind,)]
        listed = [ref(classes[cls]) for cls in dict.fromkeys(members)]
        return listed[0] if len(listed) == 1 else {"anyOf": listed}

    rights = [cls.__struct_config__.tag for cls in get_args(AnyRequest)]
    return {
        "Inbound": {"description": "What a client sends.", **union([frames.Inbound])},
        "Outbound": {"description": "What the server sends.", **union([frames.Outbound])},
        "GameView": union(view_of(game) for game in families),
        "GameAction": union(game.actions for game in families),
        "GameEvent": union(game.events for game in families),
        "Emote": {"description": "A text that stands for a face.", "enum": list(frames.EMOTES)},
        "Mark": {"enum": sorted({mark for game in families for mark in game.marks})},
        "Option": union([Option]),
        "Right": {"description": "A request that one may make now.", "enum": rights},
    }


def _tidy(found: Definitions, plain: Definitions, names: Mapping[str, str]) -> Definitions:
    """Use plain names everywhere, and the name of an alias instead of its definition."""
    aliases = {name: _rename(schema, names) for name, schema in sorted(plain.items())}
    for name in aliases.keys() & found.keys():
        if aliases[name] != {key: found[name][key] for key in found[name] if key != "description"}:
            raise ValueError(f"two types are called {name}")
    whole = {name: _shorten(_rename(schema, names), aliases) for name, schema in found.items()}
    return whole | {name: alias for name, alias in aliases.items() if name not in whole}


def _rename(schema: Any, names: Mapping[str, str]) -> Any:
    """Use plain names in all references of a schema."""
    if isinstance(schema, list):
        return [_rename(part, names) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        target = _target(schema)
        return schema | ref(names.get(target, target))
    # Every member of a union has a tag; a discriminator would repeat it.
    return {key: _rename(schema[key], names) for key in schema if key != "discriminator"}


def _shorten(schema: Any, aliases: Definitions) -> Any:
    """Replace the definitions of aliases in a schema by references to them."""
    if isinstance(schema, list):
        return [_shorten(part, aliases) for part in schema]
    if not isinstance(schema, dict):
        return schema
    bare = {key: schema[key] for key in schema if key != "default"}
    for name, alias in aliases.items():
        if bare == alias:
            return ref(name) | {key: schema[key] for key in schema if key == "default"}
    return {key: _shorten(part, aliases) for key, part in schema.items()}
