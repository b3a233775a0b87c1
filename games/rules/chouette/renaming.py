"""Exchanges what players are called in actions: names of a file for identifiers of a club."""

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
    """Return the action with every player called as `names` says; who is missing keeps his name."""

    def exchanged(field: str, value: Any) -> Any:
        if field in _ONE and value is not None:
            return names.get(value, value)
        if field in _SEVERAL:
            return tuple(names.get(player, player) for player in value)
        # The points of a settlement are a number, those of a points-only game stand by player.
        if field in _WITH_EACH and isinstance(value, tuple):
            return tuple((names.get(player, player), rest) for player, rest in value)
        return value

    changed = {one.name: exchanged(one.name, getattr(action, one.name)) for one in fields(action)}
    return replace(action, **changed)
