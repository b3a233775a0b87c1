"""Renames players in actions: from names in a file to identifiers of a club."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final

from games.rules.chouette import Action as RulesAction

_ONE: Final = {
    "answerer",
    "box",
    "doubler",
    "giver",
    "member",
    "other",
    "partner",
    "player",
    "taker",
}
_SEVERAL: Final = {"line", "members", "team"}
_WITH_EACH: Final = {"caps", "dice", "points", "replies"}


def renamed(action: RulesAction, names: Mapping[str, str]) -> RulesAction:
    """Return the action with players renamed by `names`; players not in it keep their name."""

    def exchanged(field: str, value: Any) -> Any:
        if field in _ONE and value is not None:
            return names.get(value, value)
        if field in _SEVERAL:
            return tuple(names.get(player, player) for player in value)
        # In a settlement `points` is a number, in a points-only game it is pairs of player and
        # points.
        if field in _WITH_EACH and isinstance(value, tuple):
            return tuple((names.get(player, player), rest) for player, rest in value)
        return value

    changed = {one.name: exchanged(one.name, getattr(action, one.name)) for one in fields(action)}
    return replace(action, **changed)
