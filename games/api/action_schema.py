"""JSON schemas of the rules' actions, generated from their classes."""

import types
from dataclasses import MISSING, fields
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from games.rules.chouette.actions import ACTIONS

Json = dict[str, Any]
# Restrictions of a field besides its type; the table checks everything else.
HELP: Final = {
    "dice": "For each player his die, then his roll-offs.",
    "line": "Box, captain, crew, by identifier.",
    "box": "The player in the box.",
    "partner": "His partner.",
    "team": "Captain, then crew.",
    "by_hand": "The players seated themselves otherwise than the rules propose.",
    "starting_cube": "On what every cube begins, where the house rules do not say it.",
    "caps": "What the cubes that a player gives in this game may be worth together.",
    "points": "In hundredths of a point.",
    "winner": "box or team.",
    "automatic": "The box's choice, where he has one.",
    "members": "Whose cubes.",
    "replies": "An answer by member.",
    "side": "For whom it counts: box or team.",
    "level": "1 single, 2 gammon, 3 backgammon.",
    "stake": "The multiple he plays for.",
    "percent": "His share of the box's result, 0 to 100.",
}


def action_schemas() -> dict[str, Json]:
    """Return a schema for each action, by its `type`."""
    return {kind: _object(kind, cls) for kind, cls in ACTIONS.items()}


def _object(kind: str, cls: type[Any]) -> Json:
    hints = get_type_hints(cls)
    properties: Json = {"type": {"type": "string", "const": kind}}
    required = ["type"]
    for one in fields(cls):
        schema = _type(hints[one.name])
        properties[one.name] = schema | (
            {"description": HELP[one.name]} if one.name in HELP else {}
        )
        if one.default is MISSING:
            required.append(one.name)
    return {
        "type": "object",
        "description": (cls.__doc__ or "").split("\n")[0].replace("``", "`"),
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


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
