"""Every action at a table, as small frozen values with a JSON form.

An action says here all that is known without a table: its fields, which of them name players, what
the interface for programs tells about them, its verb in the notation, and its errors.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final

from games.rules.chouette.errors import MESSAGES, StateError
from games.rules.codec import from_plain, to_plain
from games.rules.coded import gettext_noop as _

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

CAPTAIN: Final = "captain"

Pairs = tuple[tuple[str, str], ...]

PLAYER: Final = object()
Player = Annotated[str, PLAYER]
"""A player's identifier: what is renamed when a file is read or written."""


@dataclass(frozen=True, slots=True)
class Help:
    """What the interface for programs says about a field."""

    text: str


Members = Annotated[tuple[Player, ...], Help("Whose cubes.")]
Replies = Annotated[tuple[tuple[Player, str], ...], Help("An answer by member.")]
IN_HUNDREDTHS: Final = Help("In hundredths of a point.")
BOX_OR_TEAM: Final = Help("box or team.")


class Base:
    """What every action has besides its fields.

    ``opener`` is the word that begins its statement, or ``verb`` the one after the names. Somebody
    who is not the scorer may record it for ``speaker``: the box, the acting captain, or the player
    in the field of this name. ``errors`` are the sentences of what only this action can do wrong.
    """

    __slots__ = ()

    kind: ClassVar[str]
    opener: ClassVar[str] = ""
    verb: ClassVar[str] = ""
    speaker: ClassVar[str] = ""
    errors: ClassVar[Mapping[str, str]] = {}


@dataclass(frozen=True, slots=True)
class RollOrder(Base):
    """The dice rolled for the order: for each player their die, then their roll-offs."""

    kind: ClassVar[str] = "roll_order"
    opener: ClassVar[str] = "order"
    errors: ClassVar[Mapping[str, str]] = {
        "dice_missing": _("{players} are tied and must roll again."),
        "dice_superfluous": _("{player} is not tied and does not roll again."),
    }
    dice: Annotated[
        tuple[tuple[Player, tuple[int, ...]], ...],
        Help("For each player their die, then their roll-offs."),
    ]


@dataclass(frozen=True, slots=True)
class SetOrder(Base):
    """The order set by hand: box, captain, crew."""

    kind: ClassVar[str] = "set_order"
    opener: ClassVar[str] = "order"
    line: Annotated[tuple[Player, ...], Help("Box, captain, crew, by identifier.")]


@dataclass(frozen=True, slots=True)
class StartGame(Base):
    """A game begins with this line; ``by_hand`` where it differs from the proposed one.

    ``starting_cube`` replaces the house rules' value where an event's format says so; ``caps``
    limit the total value of the cubes that a player gives in this game, where the format has caps.
    Both are absent from the JSON unless set.
    """

    kind: ClassVar[str] = "start_game"
    opener: ClassVar[str] = "game"
    errors: ClassVar[Mapping[str, str]] = {
        "two_needed": _("A game needs two at the table."),
        "line_wrong": _("The line is {players}; a line set by hand must say so."),
        "line_incomplete": _("A line by hand names everyone at the table; {player} is missing."),
        "line_partner": _("{partner} is the box's partner and stands second in the line."),
        "line_no_partner": _("The box has no partner; name one between games first."),
        "start_invalid": _("A starting cube is 1, 2, 4 and so on, up to {limit}."),
        "cap_invalid": _("A cap for cubes is a whole number from 0 to {limit}."),
    }
    box: Annotated[Player, Help("The player in the box.")]
    partner: Annotated[Player | None, Help("The partner of the box.")]
    team: Annotated[tuple[Player, ...], Help("Captain, then crew.")]
    by_hand: Annotated[
        bool, Help("The players seated themselves otherwise than the rules propose.")
    ] = False
    starting_cube: Annotated[
        int | None, Help("On what every cube begins, where the house rules do not say it.")
    ] = None
    caps: Annotated[
        tuple[tuple[Player, int], ...],
        Help("What the cubes that a player gives in this game may be worth together."),
    ] = ()


@dataclass(frozen=True, slots=True)
class EnterPoints(Base):
    """A game entered by its members' points only (hundredths, positive: won)."""

    kind: ClassVar[str] = "enter_points"
    opener: ClassVar[str] = "points"
    errors: ClassVar[Mapping[str, str]] = {
        "points_late": _("A game of points only has nothing else in it."),
        "points_incomplete": _("Every member's points are entered; {player} is missing."),
        "points_side_missing": _("Captain {captain} has 0 points: say who won, box or team."),
    }
    points: Annotated[tuple[tuple[Player, int], ...], IN_HUNDREDTHS]
    winner: Annotated[str | None, BOX_OR_TEAM] = None


@dataclass(frozen=True, slots=True)
class Open(Base):
    """The opening dice; ``automatic`` is the box's choice where the box has one."""

    kind: ClassVar[str] = "open"
    opener: ClassVar[str] = "open"
    speaker: ClassVar[str] = CAPTAIN
    errors: ClassVar[Mapping[str, str]] = {
        "open_late": _("The opening dice come before everything else in a game."),
        "open_done": _("The opening is decided already; play has begun."),
    }
    box_die: int
    captain_die: int
    automatic: Annotated[bool | None, Help("The box's choice, where the box has one.")] = None


@dataclass(frozen=True, slots=True)
class Automatic(Base):
    """An automatic double of which nobody noted the dice; the opening was rolled again."""

    kind: ClassVar[str] = "automatic"
    opener: ClassVar[str] = "automatic"
    speaker: ClassVar[str] = CAPTAIN
    errors: ClassVar[Mapping[str, str]] = {
        "automatic_none_left": _("Here equal dice double no cubes, or no more than they have."),
    }


@dataclass(frozen=True, slots=True)
class TeamDoubles(Base):
    """Members offer their cubes in one turn."""

    kind: ClassVar[str] = "team_doubles"
    verb: ClassVar[str] = "double"
    errors: ClassVar[Mapping[str, str]] = {
        "cube_owned_by_box": _("{player} may not double: the box owns that cube."),
        "nobody_may_double": _("Nobody may double now."),
    }
    members: Members


@dataclass(frozen=True, slots=True)
class BoxDoubles(Base):
    """The box doubles these members in one turn."""

    kind: ClassVar[str] = "box_doubles"
    verb: ClassVar[str] = "double"
    speaker: ClassVar[str] = BOX
    errors: ClassVar[Mapping[str, str]] = {
        "cube_owned_by_member": _("The box may not double {player}, who owns the cube."),
        "box_may_double_nobody": _("The box may double nobody now."),
    }
    members: Members


@dataclass(frozen=True, slots=True)
class BoxReplies(Base):
    """The box answers offers: ``take``, ``drop`` or ``beaver`` by member."""

    kind: ClassVar[str] = "box_replies"
    speaker: ClassVar[str] = BOX
    replies: Replies


@dataclass(frozen=True, slots=True)
class TeamReplies(Base):
    """Members answer the box: ``take``, ``drop``, ``beaver``, or ``sell`` to the captain."""

    kind: ClassVar[str] = "team_replies"
    replies: Replies


@dataclass(frozen=True, slots=True)
class BoxAnimals(Base):
    """The box answers beavers and what follows: ``accept``, ``refuse``, ``raccoon`` by member."""

    kind: ClassVar[str] = "box_animals"
    speaker: ClassVar[str] = BOX
    replies: Replies


@dataclass(frozen=True, slots=True)
class TeamAnimals(Base):
    """Members answer the box's animals: ``accept``, ``refuse`` or ``raccoon``."""

    kind: ClassVar[str] = "team_animals"
    replies: Replies


@dataclass(frozen=True, slots=True)
class Settle(Base):
    """A bet is settled for agreed points (hundredths, positive: the box pays)."""

    kind: ClassVar[str] = "settle"
    verb: ClassVar[str] = "settle"
    errors: ClassVar[Mapping[str, str]] = {
        "settlement_side_missing": _(
            "A settlement of 0 must say whom it counts for: the box or the team."
        ),
    }
    member: Player
    points: Annotated[int, IN_HUNDREDTHS]
    side: Annotated[str | None, Help("For whom it counts: box or team.")] = None


@dataclass(frozen=True, slots=True)
class GiveExtra(Base):
    """The player who dropped the box's double gives a taker an extra cube."""

    kind: ClassVar[str] = "give_extra"
    verb: ClassVar[str] = "give"
    speaker: ClassVar[str] = "giver"
    errors: ClassVar[Mapping[str, str]] = {
        "extra_not_now": _("An extra is given right after the box's double was answered."),
        "extra_giver": _("Only who dropped this double gives an extra; {giver} did not."),
        "extra_taker": _("Only who took this double is given an extra; {taker} did not."),
        "extra_given": _("{giver} has given an extra in this round already."),
    }
    giver: Player
    taker: Player


@dataclass(frozen=True, slots=True)
class ExtraDoubles(Base):
    """The owner of an extra cube redoubles its other party."""

    kind: ClassVar[str] = "extra_doubles"
    verb: ClassVar[str] = "double"
    speaker: ClassVar[str] = "doubler"
    errors: ClassVar[Mapping[str, str]] = {
        "extra_unknown": _("There is no extra open between {giver} and {taker}."),
        "extra_owner": _("{player} does not own that extra cube."),
    }
    doubler: Player
    other: Player


@dataclass(frozen=True, slots=True)
class ExtraReply(Base):
    """The answer to a redoubled extra: ``take`` or ``drop``."""

    kind: ClassVar[str] = "extra_reply"
    speaker: ClassVar[str] = "answerer"
    answerer: Player
    doubler: Player
    reply: str


@dataclass(frozen=True, slots=True)
class EndGame(Base):
    """The board game ends: ``winner`` is ``box`` or ``team``, ``level`` 1, 2 or 3."""

    kind: ClassVar[str] = "end_game"
    verb: ClassVar[str] = "win"
    errors: ClassVar[Mapping[str, str]] = {
        "level_invalid": _("A game is won single, gammon or backgammon."),
    }
    winner: Annotated[str, BOX_OR_TEAM]
    level: Annotated[int, Help("1 single, 2 gammon, 3 backgammon.")] = 1


@dataclass(frozen=True, slots=True)
class Join(Base):
    """A player joins at the next change of line; ``stake`` if it was not set before."""

    kind: ClassVar[str] = "join"
    verb: ClassVar[str] = "join"
    errors: ClassVar[Mapping[str, str]] = {
        "already_present": _("{player} is at the table already."),
        "stake_changed": _("{player} plays for {stake}; a stake does not change in a session."),
    }
    player: Player
    stake: Annotated[int | None, Help("The multiple they play for.")] = None


@dataclass(frozen=True, slots=True)
class Leave(Base):
    """A player leaves at the next change of line."""

    kind: ClassVar[str] = "leave"
    verb: ClassVar[str] = "leave"
    speaker: ClassVar[str] = "player"
    player: Player


@dataclass(frozen=True, slots=True)
class NamePartner(Base):
    """The box takes a partner, who shares the result: ``percent`` is a decimal from 0 to 100."""

    kind: ClassVar[str] = "name_partner"
    verb: ClassVar[str] = "partner"
    errors: ClassVar[Mapping[str, str]] = {
        "partner_exists": _("The box has a partner already: {partner}."),
        "partner_is_box": _("{player} is the box."),
        "partner_needs_three": _("A partner needs three at the table."),
        "percent_invalid": _("A partner's share is a number from 0 to 100 percent."),
        "between_games_only": _("A partner is named between games."),
    }
    player: Player
    percent: Annotated[str, Help("The partner's share of the box's result, 0 to 100.")] = "50"


@dataclass(frozen=True, slots=True)
class ReleasePartner(Base):
    """The box plays on without the partner that the rules demanded, once fewer play."""

    kind: ClassVar[str] = "release_partner"
    verb: ClassVar[str] = "release"
    errors: ClassVar[Mapping[str, str]] = {
        "partner_other": _("{player} is not the box's partner."),
        "partner_stays": _("While the box stays, so does the partner: {partner}."),
    }
    player: Player


Action = (
    RollOrder
    | SetOrder
    | StartGame
    | EnterPoints
    | Open
    | Automatic
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
    | ReleasePartner
)

ACTIONS: Final[Mapping[str, type[Any]]] = {one.kind: one for one in Action.__args__}
"""The action types by ``type``, the tag of their JSON form."""

for _one in ACTIONS.values():
    MESSAGES.update(_one.errors)

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
