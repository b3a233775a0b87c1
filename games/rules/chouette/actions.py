"""Every action at a table, as small frozen values with a JSON form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from games.rules.chouette.codec import from_plain, to_plain
from games.rules.chouette.errors import StateError

BOX: Final = "box"
TEAM: Final = "team"
SIDES: Final = (BOX, TEAM)

TAKE: Final = "take"
DROP: Final = "drop"
BEAVER: Final = "beaver"
SELL: Final = "sell"

ACCEPT: Final = "accept"
REFUSE: Final = "refuse"
RACCOON: Final = "raccoon"

LEVELS: Final = {"single": 1, "gammon": 2, "backgammon": 3}

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RollOrder:
    """The dice rolled for the order: for each player their die, then their roll-offs."""

    kind: ClassVar[str] = "roll_order"
    dice: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class SetOrder:
    """The order set by hand: box, captain, crew."""

    kind: ClassVar[str] = "set_order"
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StartGame:
    """A game begins with this line; ``by_hand`` where it differs from the proposed one.

    ``starting_cube`` replaces the house rules' value where an event's format says so; ``caps``
    limit the total value of the cubes that a player gives in this game, where the format has caps.
    Both are absent from the JSON unless set.
    """

    kind: ClassVar[str] = "start_game"
    box: str
    partner: str | None
    team: tuple[str, ...]
    by_hand: bool = False
    starting_cube: int | None = None
    caps: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class EnterPoints:
    """A game entered by its members' points only (hundredths, positive: won)."""

    kind: ClassVar[str] = "enter_points"
    points: tuple[tuple[str, int], ...]
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """The opening dice; ``automatic`` is the box's choice where the box has one."""

    kind: ClassVar[str] = "open"
    box_die: int
    captain_die: int
    automatic: bool | None = None


@dataclass(frozen=True, slots=True)
class TeamDoubles:
    """Members offer their cubes in one turn."""

    kind: ClassVar[str] = "team_doubles"
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoxDoubles:
    """The box doubles these members in one turn."""

    kind: ClassVar[str] = "box_doubles"
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoxReplies:
    """The box answers offers: ``take``, ``drop`` or ``beaver`` by member."""

    kind: ClassVar[str] = "box_replies"
    replies: Pairs


@dataclass(frozen=True, slots=True)
class TeamReplies:
    """Members answer the box: ``take``, ``drop``, ``beaver``, or ``sell`` to the captain."""

    kind: ClassVar[str] = "team_replies"
    replies: Pairs


@dataclass(frozen=True, slots=True)
class BoxAnimals:
    """The box answers beavers and what follows: ``accept``, ``refuse``, ``raccoon`` by member."""

    kind: ClassVar[str] = "box_animals"
    replies: Pairs


@dataclass(frozen=True, slots=True)
class TeamAnimals:
    """Members answer the box's animals: ``accept``, ``refuse`` or ``raccoon``."""

    kind: ClassVar[str] = "team_animals"
    replies: Pairs


@dataclass(frozen=True, slots=True)
class Settle:
    """A bet is settled for agreed points (hundredths, positive: the box pays)."""

    kind: ClassVar[str] = "settle"
    member: str
    points: int
    side: str | None = None


@dataclass(frozen=True, slots=True)
class GiveExtra:
    """The player who dropped the box's double gives a taker an extra cube."""

    kind: ClassVar[str] = "give_extra"
    giver: str
    taker: str


@dataclass(frozen=True, slots=True)
class ExtraDoubles:
    """The owner of an extra cube redoubles its other party."""

    kind: ClassVar[str] = "extra_doubles"
    doubler: str
    other: str


@dataclass(frozen=True, slots=True)
class ExtraReply:
    """The answer to a redoubled extra: ``take`` or ``drop``."""

    kind: ClassVar[str] = "extra_reply"
    answerer: str
    doubler: str
    reply: str


@dataclass(frozen=True, slots=True)
class EndGame:
    """The board game ends: ``winner`` is ``box`` or ``team``, ``level`` 1, 2 or 3."""

    kind: ClassVar[str] = "end_game"
    winner: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class Join:
    """A player joins at the next change of line; ``stake`` if it was not set before."""

    kind: ClassVar[str] = "join"
    player: str
    stake: int | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """A player leaves at the next change of line."""

    kind: ClassVar[str] = "leave"
    player: str


@dataclass(frozen=True, slots=True)
class NamePartner:
    """The box takes a partner, who shares the result: ``percent`` is a decimal from 0 to 100."""

    kind: ClassVar[str] = "name_partner"
    player: str
    percent: str = "50"


Action = (
    RollOrder
    | SetOrder
    | StartGame
    | EnterPoints
    | Open
    | TeamDoubles
    | BoxDoubles
    | BoxReplies
    | TeamReplies
    | BoxAnimals
    | TeamAnimals
    | Settle
    | GiveExtra
    | ExtraDoubles
    | ExtraReply
    | EndGame
    | Join
    | Leave
    | NamePartner
)

ACTIONS: Final[Mapping[str, type[Any]]] = {one.kind: one for one in Action.__args__}
"""The action types by ``type``, the tag of their JSON form."""

PERCENT: Final = re.compile(r"[0-9]{1,3}(\.[0-9]{1,9})?", re.ASCII)


def action_to_json(action: Action) -> dict[str, Any]:
    """Return the action as plain data; ``action_from_json`` reads it back to an equal value."""
    data = {"type": action.kind, **to_plain(action)}
    if data.get("starting_cube", 0) is None:
        # Unset fields are left out, as in logs from before they existed: their fingerprints must
        # not change.
        del data["starting_cube"]
    if data.get("caps") == []:
        del data["caps"]
    return data


def action_from_json(data: Any) -> Action:
    """Read an action from plain data.

    Raises:
        StateError: the data have another shape. The table judges whether the action is *legal*.
    """
    if not isinstance(data, dict):
        raise StateError("action_malformed")
    kind = data.get("type")
    cls = ACTIONS.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise StateError("action_malformed")
    try:
        action: Action = from_plain(cls, {key: data[key] for key in data if key != "type"})
    except (TypeError, ValueError) as error:
        raise StateError("action_malformed") from error
    return action
