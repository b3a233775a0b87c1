"""JSON schemas of the rules' actions, generated from their classes."""

import types
from dataclasses import MISSING, fields
from typing import Any, Union, get_args, get_origin, get_type_hints

from games.rules.chouette.actions import ACTIONS, Help

Json = dict[str, Any]


def action_schemas() -> dict[str, Json]:
    """Return a schema for each action, by its `type`."""
    return {kind: _object(kind, cls) for kind, cls in ACTIONS.items()}


def _object(kind: str, cls: type[Any]) -> Json:
    hints = get_type_hints(cls)
    marks = get_type_hints(cls, include_extras=True)
    properties: Json = {"type": {"type": "string", "const": kind}}
    required = ["type"]
    for field in fields(cls):
        properties[field.name] = _type(hints[field.name]) | _description(marks[field.name])
        if field.default is MISSING:
            required.append(field.name)
    return {
        "type": "object",
        "description": (cls.__doc__ or "").split("\n")[0].replace("``", "`"),
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _description(hint: Any) -> Json:
    found = [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Help)]
    return {"description": found[0].text} if found else {}


def _type(hint: Any) -> Json:
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        [some] = [one for one in inner if one is not types.NoneType]
        schema = _type(some)
        return schema | {"type": [schema["type"], "null"]}
    if origin is tuple and inner[-1] is Ellipsis:
        return {"type": "array", "items": _type(inner[0])}
    if origin is tuple:
        return {
            "type": "array",
            "prefixItems": [_type(one) for one in inner],
            "minItems": len(inner),
            "maxItems": len(inner),
        }
    return {"type": {str: "string", int: "integer", bool: "boolean"}[hint]}
