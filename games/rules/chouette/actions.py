"""Everything that can be done at a table, as small frozen values with a JSON form."""

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
    """The dice rolled for the order: for each player his die, then his roll-offs."""

    kind: ClassVar[str] = "roll_order"
    dice: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class SetOrder:
    """The order set by hand: box, captain, crew."""

    kind: ClassVar[str] = "set_order"
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StartGame:
    """A game begins with this line; ``by_hand`` where people seated themselves otherwise.

    ``starting_cube`` is where an event's format lets this game begin on another value than the
    house rules say; ``caps`` what all the cubes that a player gives in this game may be worth
    together, where it says that. Only then they stand in the JSON.
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
    """A game of which only the members' points are known (hundredths, positive: won)."""

    kind: ClassVar[str] = "enter_points"
    points: tuple[tuple[str, int], ...]
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """The opening dice; ``automatic`` is the box's choice where he has one."""

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
    """A bet is closed for agreed points (hundredths, positive: the box pays)."""

    kind: ClassVar[str] = "settle"
    member: str
    points: int
    side: str | None = None


@dataclass(frozen=True, slots=True)
class GiveExtra:
    """Who dropped the box's double gives a taker an extra cube."""

    kind: ClassVar[str] = "give_extra"
    giver: str
    taker: str


@dataclass(frozen=True, slots=True)
class ExtraDoubles:
    """The owner of an extra cube redoubles the other party of it."""

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
    """A player joins at the next change of line; ``stake`` where it is not known before."""

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
    """The box takes a partner, who shares his result: ``percent`` is a decimal from 0 to 100."""

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
"""The action types by the word their JSON form carries in ``type``."""

PERCENT: Final = re.compile(r"[0-9]{1,3}(\.[0-9]{1,9})?", re.ASCII)


def action_to_json(action: Action) -> dict[str, Any]:
    """The action as plain data; ``action_from_json`` reads it back to an equal value."""
    data = {"type": action.kind, **to_plain(action)}
    if data.get("starting_cube", 0) is None:
        # As it was written before there was any: logs keep their fingerprints.
        del data["starting_cube"]
    if data.get("caps") == []:
        del data["caps"]
    return data


def action_from_json(data: Any) -> Action:
    """The action that plain data describe.

    Raises:
        StateError: the data have another shape. Whether the action is *legal* is the table's word.
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
