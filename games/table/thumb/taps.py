"""Reads taps at the table: forms become actions of the rules.

Only the form is checked here; the table judges whether an action is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from games.ledger.figures import amount_read
from games.rules.chouette import (
    Action,
    BoxAnimals,
    BoxDoubles,
    BoxReplies,
    EndGame,
    EnterPoints,
    ExtraDoubles,
    ExtraReply,
    GiveExtra,
    Join,
    Leave,
    Line,
    NamePartner,
    Open,
    RollOrder,
    SetOrder,
    Settle,
    StartGame,
    Table,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
)
from games.rules.chouette.actions import (
    ACCEPT,
    BEAVER,
    BOX,
    DROP,
    RACCOON,
    REFUSE,
    SELL,
    TAKE,
    TEAM,
)
from games.table.thumb.between_games import start_of, thrown_dice
from games.table.thumb.replies import ALL
from games.web.input import Ask, Unreadable

REPLIES = frozenset({TAKE, DROP, BEAVER, SELL})
ANIMALS = frozenset({ACCEPT, REFUSE, RACCOON})
LEVELS = frozenset({"1", "2", "3"})
DIE = frozenset("123456")


def actions_of(table: Table, ask: Ask) -> list[Action]:
    """Return the actions of a form, to be written as one step.

    Raises:
        Unreadable: a field is missing, or malformed.
    """
    read = READERS.get(ask.one("do"))
    if read is None:
        raise Unreadable(_("That button is not known here. Load the page again."))
    return read(table, ask)


def hundredths(text: str) -> int:
    """Read points as people type them, in hundredths: a comma or a point, any minus sign.

    Raises:
        Unreadable: it is not a number, or has more than two decimals.
    """
    found = amount_read(text)
    if found is None:
        raise Unreadable(_("Points are a number, such as 2 or 1.5."))
    amount = found * 100
    if amount != amount.to_integral_value():
        raise Unreadable(_("Points have at most two decimals."))
    return int(amount)


def _named(ask: Ask, field: str, question: str) -> str:
    value = ask.one(field)
    if not value:
        raise Unreadable(question)
    return value


def _roll_order(table: Table, ask: Ask) -> list[Action]:
    return [RollOrder(tuple(thrown_dice(table.players, ask).items()))]


def _set_order(table: Table, ask: Ask) -> list[Action]:
    return [SetOrder(tuple(ask.all("line")))]


def _line(table: Table, ask: Ask) -> Line:
    """Return the line of the page, with the table's partner."""
    players = tuple(ask.all("line"))
    if not players:
        raise Unreadable(_("The line is missing. Load the page again."))
    partner = table.line.partner if table.line else None
    if len(players) > 1 and players[1] == partner:
        return Line(players[0], partner, players[2:])
    return Line(players[0], None, players[1:])


def _start_game(table: Table, ask: Ask) -> list[Action]:
    return [start_of(_line(table, ask))]


def _play_by_hand(table: Table, ask: Ask) -> list[Action]:
    players = tuple(ask.all("line"))
    partner = table.line.partner if table.line else None
    if not players:
        raise Unreadable(_("The line is missing. Load the page again."))
    team = tuple(player for player in players[1:] if player != partner)
    return [StartGame(players[0], partner, team, by_hand=True)]


def _sit_out(table: Table, ask: Ask) -> list[Action]:
    """Leave, start, join again: one step, so that one undo takes it back."""
    resting = [player for player in table.present if player in ask.all("sit_out")]
    if not resting:
        raise Unreadable(_("Tick who sits out."))
    leaves = [Leave(player) for player in resting]
    for leave in leaves:
        table = table.apply(leave)
    start = start_of(table.line) if table.line else StartGame("", None, ())
    return [*leaves, start, *(Join(player) for player in resting)]


def _enter_points(table: Table, ask: Ask) -> list[Action]:
    points = []
    for member, text in ask.prefixed("points-").items():
        if not text.strip():
            raise Unreadable(_("Everybody's points are needed; 0 is a number, too."))
        sign = -1 if ask.one(f"sign-{member}") == "-" else 1
        points.append((member, sign * hundredths(text)))
    entered = EnterPoints(tuple(points), ask.one("winner") or None)
    return [entered] if table.game else [*_start_game(table, ask), entered]


def _open(table: Table, ask: Ask) -> list[Action]:
    dice = ask.one("box_die"), ask.one("captain_die")
    if not set(dice) <= DIE:
        raise Unreadable(_("Tap both dice: the box's and the captain's."))
    automatic = {"yes": True, "no": False}.get(ask.one("automatic"))
    return [Open(int(dice[0]), int(dice[1]), automatic)]


def _team_doubles(table: Table, ask: Ask) -> list[Action]:
    return [TeamDoubles(tuple(ask.all("member")))]


def _box_doubles(table: Table, ask: Ask) -> list[Action]:
    return [BoxDoubles(tuple(ask.all("member")))]


def _answers(table: Table, ask: Ask, words: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """Return the answers by member; "all" stands for everyone still to answer."""
    sent = ask.prefixed("reply-")
    if not set(sent.values()) <= words:
        raise Unreadable(_("That answer is not known here. Load the page again."))
    round = table.game.round if table.game else None
    if ALL in sent and round is not None:
        return tuple((member, sent[ALL]) for member in round.waiting)
    return tuple(sent.items())


def _box_replies(table: Table, ask: Ask) -> list[Action]:
    return [BoxReplies(_answers(table, ask, REPLIES))]


def _team_replies(table: Table, ask: Ask) -> list[Action]:
    return [TeamReplies(_answers(table, ask, REPLIES))]


def _box_animals(table: Table, ask: Ask) -> list[Action]:
    return [BoxAnimals(_answers(table, ask, ANIMALS))]


def _team_animals(table: Table, ask: Ask) -> list[Action]:
    return [TeamAnimals(_answers(table, ask, ANIMALS))]


def _settle(table: Table, ask: Ask) -> list[Action]:
    member = _named(ask, "settled", _("Tap whose bet is settled."))
    points = hundredths(ask.one("points") or _missing_points())
    sign = -1 if ask.one("payer") == TEAM else 1
    return [Settle(member, sign * points, ask.one("side") or None)]


def _missing_points() -> str:
    raise Unreadable(_("For how many points do they settle?"))


def _give_extra(table: Table, ask: Ask) -> list[Action]:
    return [GiveExtra(ask.one("giver"), ask.one("taker"))]


def _extra_doubles(table: Table, ask: Ask) -> list[Action]:
    return [ExtraDoubles(ask.one("doubler"), ask.one("other"))]


def _extra_reply(table: Table, ask: Ask) -> list[Action]:
    word = ask.one("reply")
    if word not in (TAKE, DROP):
        raise Unreadable(_("An extra is taken or dropped."))
    return [ExtraReply(ask.one("answerer"), ask.one("doubler"), word)]


def _end_game(table: Table, ask: Ask) -> list[Action]:
    winner, level = ask.one("winner"), ask.one("level")
    if winner not in (BOX, TEAM) or level not in LEVELS:
        raise Unreadable(_("Who won, and how high? Tap both."))
    return [EndGame(winner, int(level))]


def stake_of(ask: Ask) -> int | None:
    """Return a newcomer's stake, if the form asks for it.

    Raises:
        Unreadable: it is not a whole number from 1.
    """
    stake = ask.one("stake").strip()
    if not stake:
        return None
    if not (stake.isascii() and stake.isdigit() and len(stake) < 7):
        raise Unreadable(_("A stake is a whole number from 1."))
    return int(stake)


def _join(table: Table, ask: Ask) -> list[Action]:
    player = _named(ask, "player", _("Tap who joins, or type a name."))
    stake = stake_of(ask)
    return [Join(player, None if player in table.players else stake)]


def _leave(table: Table, ask: Ask) -> list[Action]:
    return [Leave(ask.one("player"))]


def _name_partner(table: Table, ask: Ask) -> list[Action]:
    player = _named(ask, "player", _("Tap who becomes the box's partner."))
    return [NamePartner(player, ask.one("percent", "50").strip().replace(",", "."))]


READERS: Mapping[str, Callable[[Table, Ask], list[Action]]] = {
    "roll_order": _roll_order,
    "set_order": _set_order,
    "start_game": _start_game,
    "play_by_hand": _play_by_hand,
    "sit_out": _sit_out,
    "enter_points": _enter_points,
    "open": _open,
    "team_doubles": _team_doubles,
    "box_doubles": _box_doubles,
    "box_replies": _box_replies,
    "team_replies": _team_replies,
    "box_animals": _box_animals,
    "team_animals": _team_animals,
    "settle": _settle,
    "give_extra": _give_extra,
    "extra_doubles": _extra_doubles,
    "extra_reply": _extra_reply,
    "end_game": _end_game,
    "join": _join,
    "leave": _leave,
    "name_partner": _name_partner,
}
"""The readers of every button of the table page, by the value posted in ``do``."""
